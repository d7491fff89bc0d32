// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Copies through a buffer resource of exactly `bytes` bytes without any test of the index: loads past its
// end give 0 and stores past its end are dropped, by the hardware's rule.

#include <hip/hip_runtime.h>

extern "C" __global__ void __launch_bounds__(256) buffer_tail(float* in, float* out, int bytes) {
  constexpr int kRawDwords = 0x00027000;  // data format of an untyped buffer on gfx9
  auto source = __builtin_amdgcn_make_buffer_rsrc(in, 0, bytes, kRawDwords);
  auto destination = __builtin_amdgcn_make_buffer_rsrc(out, 0, bytes, kRawDwords);
  int offset = (blockIdx.x * blockDim.x + threadIdx.x) * 4;
  int value = __builtin_amdgcn_raw_buffer_load_b32(source, offset, 0, 0);
  __builtin_amdgcn_raw_buffer_store_b32(value, destination, offset, 0, 0);
}
