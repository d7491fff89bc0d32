// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Releases a semaphore of the global wave sync, which the simulator says that it does not execute.

#include <hip/hip_runtime.h>

extern "C" __global__ void global_wave_sync(unsigned* out) {
  asm volatile("ds_gws_sema_v gds" ::: "memory");
  out[0] = 1;
}
