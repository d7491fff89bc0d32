// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Instructions that only gfx942 has; format and sources as in records.s.
.text
.globl records
.p2align 8
.type records,@function
records:
  v_mfma_f32_16x16x8_xf32 v[0:3], v[4:5], v[6:7], v[0:3] //= mai vdst:v0*4 src0:v4*2 src1:v6*2 src2:v0*4 | exec
  v_mfma_f32_32x32x4_xf32 a[0:15], v[0:1], a[16:17], -2.0 //= mai vdst:a0*16 src0:v0*2 src1:a16*2 src2:#c0000000*16 | exec
  s_endpgm                                              //= sopp
.size records, .-records

.rodata
.p2align 6
.amdhsa_kernel records
  .amdhsa_next_free_vgpr 512
  .amdhsa_next_free_sgpr 96
  .amdhsa_accum_offset 256
.end_amdhsa_kernel

.amdgpu_metadata
---
amdhsa.version: [1, 2]
amdhsa.kernels:
  - .name: records
    .symbol: records.kd
    .kernarg_segment_size: 0
    .kernarg_segment_align: 8
    .group_segment_fixed_size: 0
    .private_segment_fixed_size: 0
    .wavefront_size: 64
    .sgpr_count: 96
    .vgpr_count: 512
    .agpr_count: 256
    .max_flat_workgroup_size: 256
...
.end_amdgpu_metadata
