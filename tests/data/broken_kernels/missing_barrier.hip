// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Transposes a 16 x 16 matrix through LDS, but no barrier stands between writing and reading the tile: a wave
// reads what others have not written yet.

#include <hip/hip_runtime.h>

extern "C" __global__ void __launch_bounds__(256) missing_barrier(const float* in, float* out) {
  __shared__ float tile[16 * 16];
  tile[threadIdx.x] = in[threadIdx.x];
  unsigned row = threadIdx.x / 16, column = threadIdx.x % 16;
  out[threadIdx.x] = tile[column * 16 + row];
}
