// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Stops here, so that a system's hip_fp8.h does not slip in behind the thin hip_runtime.h.

#error \
    "hip/hip_fp8.h is not part of Lanewise's device headers: use the __builtin_amdgcn_cvt_pk_fp8_f32 family of builtins instead of __hip_fp8_e4m3"
