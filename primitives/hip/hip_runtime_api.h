// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Stops here, so that a system's hip_runtime_api.h does not slip in behind the thin hip_runtime.h.

#error \
    "hip/hip_runtime_api.h is not part of Lanewise's device headers: kernels include <hip/hip_runtime.h> only; host code needs ROCm's headers"
