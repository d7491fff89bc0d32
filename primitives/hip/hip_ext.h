// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Stops here, so that a system's hip_ext.h does not slip in behind the thin hip_runtime.h.

#error "hip/hip_ext.h is not part of Lanewise's device headers: host code needs ROCm's headers"
