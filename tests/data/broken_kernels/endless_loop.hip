// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Waits for a flag that nobody sets.

#include <hip/hip_runtime.h>

extern "C" __global__ void __launch_bounds__(64) endless_loop(const int* flag, int* out) {
  while (*static_cast<const volatile int*>(flag) == 0) {
  }
  out[threadIdx.x] = 1;
}
