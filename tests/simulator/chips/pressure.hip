// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels that use a chosen number of registers or LDS bytes: an empty asm statement clobbers the
// highest register, so LLVM must count it. The suffix of a name is its workgroup size. Compiled to
// assembly; the test compares LLVM's "; Occupancy:" lines with ours.

#define KERNEL(name, size) \
  extern "C" __attribute__((global, amdgpu_flat_work_group_size(size, size))) void name##_##size(float* p)
#define REGISTERS(name, size, ...)           \
  KERNEL(name, size) {                       \
    asm volatile("" ::: __VA_ARGS__);        \
    p[__builtin_amdgcn_workitem_id_x()] = 1; \
  }
#define LDS(name, size, floats)                        \
  KERNEL(name, size) {                                 \
    static __attribute__((shared)) float tile[floats]; \
    tile[__builtin_amdgcn_workitem_id_x()] = p[0];     \
    __builtin_amdgcn_s_barrier();                      \
    p[0] = tile[5];                                    \
  }

REGISTERS(v64, 64, "v63")
REGISTERS(v65, 64, "v64")
REGISTERS(v72, 256, "v71")
REGISTERS(v73, 256, "v72")
REGISTERS(v80, 64, "v79")
REGISTERS(v81, 64, "v80")
REGISTERS(v96, 64, "v95")
REGISTERS(v97, 64, "v96")
REGISTERS(v128, 64, "v127")
REGISTERS(v129, 64, "v128")
REGISTERS(v168, 256, "v167")
REGISTERS(v169, 256, "v168")
REGISTERS(v256, 64, "v255")
REGISTERS(v5a128, 256, "v4", "a127")
REGISTERS(v3a61, 64, "v2", "a60")
REGISTERS(v4a60, 64, "v3", "a59")
REGISTERS(v5a60, 64, "v4", "a59")
REGISTERS(v128a128, 64, "v127", "a127")
REGISTERS(v129a128, 64, "v128", "a127")
REGISTERS(v256a256, 256, "v255", "a255")
REGISTERS(s94, 64, "s93")
REGISTERS(s95, 64, "s94")
REGISTERS(size, 64, "v1")
REGISTERS(size, 192, "v1")
REGISTERS(size, 320, "v1")
REGISTERS(size, 448, "v1")
REGISTERS(size, 576, "v1")
REGISTERS(size, 768, "v1")
REGISTERS(size, 896, "v1")
REGISTERS(size, 1024, "v1")
LDS(lds1k, 64, 256)
LDS(lds5k, 64, 1280)
LDS(lds20k, 256, 5120)
LDS(lds20k, 320, 5000)
LDS(lds30k, 448, 7680)
LDS(lds30k, 1024, 7680)
LDS(lds64k, 64, 16384)
LDS(lds64k, 1024, 16384)
