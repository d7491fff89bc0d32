// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// C = A * B^T from half precision, one wave for 32 x 32 of C: v_mfma_f32_32x32x16_f16 on gfx950, two
// v_mfma_f32_32x32x8_f16 on gfx942. A lane holds eight neighbours along K, 16 bytes.

#include <hip/hip_runtime.h>

using Half8 = _Float16 __attribute__((ext_vector_type(8)));
using Half4 = _Float16 __attribute__((ext_vector_type(4)));
using Accumulator = float __attribute__((ext_vector_type(16)));

extern "C" __global__ void __launch_bounds__(64)
    mfma_f16(const _Float16* a, const _Float16* b, float* c, int n, int k) {
  int lane = threadIdx.x, row = blockIdx.y * 32, column = blockIdx.x * 32;
  Accumulator sum = {};
  for (int step = 0; step < k; step += 16) {
    Half8 x = *reinterpret_cast<const Half8*>(a + (row + lane % 32) * k + step + lane / 32 * 8);
    Half8 y = *reinterpret_cast<const Half8*>(b + (column + lane % 32) * k + step + lane / 32 * 8);
#if defined(__gfx950__)
    sum = __builtin_amdgcn_mfma_f32_32x32x16_f16(x, y, sum, 0, 0, 0);
#else
    Half4 x_low = x.lo, x_high = x.hi, y_low = y.lo, y_high = y.hi;
    sum = __builtin_amdgcn_mfma_f32_32x32x8f16(x_low, y_low, sum, 0, 0, 0);
    sum = __builtin_amdgcn_mfma_f32_32x32x8f16(x_high, y_high, sum, 0, 0, 0);
#endif
  }
  for (int r = 0; r < 16; ++r) {
    int in_row = 8 * (r / 4) + 4 * (lane / 32) + r % 4;
    c[(row + in_row) * n + column + lane % 32] = sum[r];
  }
}
