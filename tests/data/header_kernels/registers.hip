// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Many registers, scratch memory, and matrix instructions.

#include <hip/hip_runtime.h>

using Accumulator = float __attribute__((ext_vector_type(16)));
using Half4 = short __attribute__((ext_vector_type(4)));

extern "C" __global__ void __launch_bounds__(256, 1)
    many_registers(const Half4* a, const Half4* b, float* out, int steps) {
  Accumulator sum[3][3] = {};
  for (int step = 0; step < steps; ++step) {
#pragma unroll
    for (int i = 0; i < 3; ++i) {
#pragma unroll
      for (int j = 0; j < 3; ++j) {
        Half4 x = a[(step * 3 + i) * 256 + threadIdx.x], y = b[(step * 3 + j) * 256 + threadIdx.x];
        sum[i][j] = __builtin_amdgcn_mfma_f32_32x32x8bf16_1k(x, y, sum[i][j], 0, 0, 0);
      }
    }
  }
#pragma unroll
  for (int i = 0; i < 3; ++i) {
#pragma unroll
    for (int j = 0; j < 3; ++j) {
#pragma unroll
      for (int r = 0; r < 16; ++r) out[((i * 3 + j) * 16 + r) * 256 + threadIdx.x] = sum[i][j][r];
    }
  }
}

extern "C" __global__ void __launch_bounds__(64, 8) scratch(const int* in, int* out, unsigned turn) {
  int kept[64];
  for (unsigned e = 0; e < 64; ++e) kept[(e * turn + threadIdx.x) % 64] = in[e * 64 + threadIdx.x];
  for (unsigned e = 0; e < 64; ++e) out[e * 64 + threadIdx.x] = kept[(e + turn) % 64];
}
