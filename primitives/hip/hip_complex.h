// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Stops here, so that a system's hip_complex.h does not slip in behind the thin hip_runtime.h.

#error "hip/hip_complex.h is not part of Lanewise's device headers: write complex arithmetic with float2"
