// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Stops here, so that a system's math_functions.h does not slip in behind the thin hip_runtime.h.

#error "hip/math_functions.h is not part of Lanewise's device headers: include <hip/hip_runtime.h>"
