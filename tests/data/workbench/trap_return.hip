// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Returns from a trap handler, which no kernel does and the simulator does not execute.

#include <hip/hip_runtime.h>

extern "C" __global__ void trap_return(unsigned* out) {
  asm volatile("s_rfe_b64 s[2:3]" ::: "s2", "s3", "memory");
  out[0] = 1;
}
