// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Stops here, so that a system's hip_bfloat16.h does not slip in behind the thin hip_runtime.h.

#error \
    "hip/hip_bfloat16.h is not part of Lanewise's device headers: use the compiler's own __bf16 and its vectors instead of hip_bfloat16"
