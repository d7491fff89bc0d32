// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Stops here, so that a system's hip_cooperative_groups.h does not slip in behind the thin hip_runtime.h.

#error \
    "hip/hip_cooperative_groups.h is not part of Lanewise's device headers: use __syncthreads, __shfl and __ballot instead of cooperative groups"
