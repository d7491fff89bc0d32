// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Writes what a kernel can learn of its launch from the hidden arguments.

#include <hip/hip_runtime.h>

extern "C" __global__ void __launch_bounds__(256) launch_facts(unsigned* out, unsigned n) {
  extern __shared__ unsigned dynamic[];
  dynamic[threadIdx.x] = threadIdx.x;
  __syncthreads();
  const unsigned workgroup = blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z);
  if (threadIdx.x != 0 || threadIdx.y != 0 || threadIdx.z != 0 || (workgroup + 1) * 8 > n) return;
  unsigned* row = out + workgroup * 8;
  row[0] = gridDim.x;
  row[1] = gridDim.y;
  row[2] = gridDim.z;
  row[3] = blockDim.x;
  row[4] = blockDim.y;
  row[5] = blockDim.z;
  row[6] = workgroup;
  row[7] = dynamic[blockDim.x - 1];
}
