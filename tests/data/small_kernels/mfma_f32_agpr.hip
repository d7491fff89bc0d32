// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// C = A * B^T in fp32, one wave for 128 x 128 of C: sixteen accumulators of v_mfma_f32_32x32x2_f32 need 256
// registers, so the accumulation registers (AGPR) are in use. The operands come straight from memory.

#include <hip/hip_runtime.h>

using Accumulator = float __attribute__((ext_vector_type(16)));
constexpr int kFragments = 4;

extern "C" __global__ void __launch_bounds__(64, 1)
    mfma_f32_agpr(const float* a, const float* b, float* c, int n, int k) {
  int lane = threadIdx.x, row = blockIdx.y * 128, column = blockIdx.x * 128;
  Accumulator sum[kFragments][kFragments] = {};
  for (int step = 0; step < k; step += 2) {
    float a_part[kFragments], b_part[kFragments];
#pragma unroll
    for (int f = 0; f < kFragments; ++f) {
      a_part[f] = a[(row + 32 * f + lane % 32) * k + step + lane / 32];
      b_part[f] = b[(column + 32 * f + lane % 32) * k + step + lane / 32];
    }
#pragma unroll
    for (int i = 0; i < kFragments; ++i) {
#pragma unroll
      for (int j = 0; j < kFragments; ++j) {
        sum[i][j] = __builtin_amdgcn_mfma_f32_32x32x2f32(a_part[i], b_part[j], sum[i][j], 0, 0, 0);
      }
    }
  }
#pragma unroll
  for (int i = 0; i < kFragments; ++i) {
#pragma unroll
    for (int j = 0; j < kFragments; ++j) {
#pragma unroll
      for (int r = 0; r < 16; ++r) {
        int in_row = 8 * (r / 4) + 4 * (lane / 32) + r % 4;
        c[(row + 32 * i + in_row) * n + column + 32 * j + lane % 32] = sum[i][j][r];
      }
    }
  }
}
