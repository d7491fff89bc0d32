// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Copies 16 bytes a work-item: global_load_dwordx4 and global_store_dwordx4.

#include <hip/hip_runtime.h>

extern "C" __global__ void __launch_bounds__(256)
    copy_dwordx4(const float4* source, float4* destination, int count) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) destination[i] = source[i];
}
