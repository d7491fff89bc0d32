// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Stops here, so that a system's hip_math_constants.h does not slip in behind the thin hip_runtime.h.

#error \
    "hip/hip_math_constants.h is not part of Lanewise's device headers: write the constants that the kernel uses"
