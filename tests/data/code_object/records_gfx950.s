// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Instructions that only gfx950 has; format and sources as in records.s (here the CDNA4 ISA manual).
.text
.globl records
.p2align 8
.type records,@function
records:
  v_bitop3_b32 v0, v1, v2, v3 bitop3:0x55               //= vop3 vdst:v0 src0:v1 src1:v2 src2:v3 bitop3=55 | exec
  v_bitop3_b16 v0, v1, v2, v3 bitop3:0xca op_sel:[0,1,0,1] //= vop3 vdst:v0 src0:v1 src1:v2 src2:v3 op_sel=10 bitop3=ca | exec
  v_permlane32_swap_b32_e32 v1, v2                      //= vop1/e32 vdst:v1 vdst2:v2 src1:v1 src0:v2 | exec
  v_permlane16_swap_b32_e64 v1, v2 bound_ctrl:1 fi:1    //= vop1/e64 vdst:v1 vdst2:v2 src1:v1 src0:v2 bound fi | exec
  v_prng_b32_e32 v0, v1                                 //= vop1/e32 vdst:v0 src0:v1 | exec
  v_cvt_pk_bf16_f32 v0, v1, -v2                         //= vop3 vdst:v0 src0:v1 src1:v2 neg=2 | exec
  v_minimum3_f32 v0, v1, |v2|, 1.0                      //= vop3 vdst:v0 src0:v1 src1:v2 src2:#3f800000 abs=2 | exec
  v_ashr_pk_i8_i32 v0, v1, v2, v3                       //= vop3 vdst:v0 src0:v1 src1:v2 src2:v3 | exec
  v_cvt_scalef32_pk_f32_fp8 v[0:1], v2, v3 op_sel:[1,0,0] //= vop3 vdst:v0*2 src0:v2 src1:v3 op_sel=1 | exec
  v_cvt_scalef32_pk32_f32_fp6 v[0:31], v[32:37], v38    //= vop3 vdst:v0*32 src0:v32*6 src1:v38 | exec
  v_dot2c_f32_bf16_e32 v0, v1, v2                       //= vop2/e32 vdst:v0 src0:v1 src1:v2 src2:v0 | exec
  v_pk_minimum3_f16 v0, v1, v2, v3                      //= vop3p vdst:v0 src0:v1 src1:v2 src2:v3 op_sel_hi=7 | exec
  v_mfma_f32_16x16x32_bf16 v[0:3], v[4:7], v[8:11], 0   //= mai vdst:v0*4 src0:v4*4 src1:v8*4 src2:#0*4 | exec
  v_mfma_f32_16x16x128_f8f6f4 v[0:3], v[4:9], v[12:15], v[20:23] cbsz:2 blgp:4 //= mai vdst:v0*4 src0:v4*6 src1:v12*4 src2:v20*4 cbsz=2 blgp=4 | exec
  v_mfma_scale_f32_16x16x128_f8f6f4 v[0:3], v[4:11], v[12:19], v[20:23], v24, v25 op_sel:[0,1,0] op_sel_hi:[1,0,0] cbsz:1 blgp:1 //= mai vdst:v0*4 src0:v4*8 src1:v12*8 src2:v20*4 scale0:v24 scale1:v25 op_sel=2 op_sel_hi=1 cbsz=1 blgp=1 | exec
  v_mfma_scale_f32_32x32x64_f8f6f4 a[0:15], a[16:19], v[4:7], a[0:15], v8, v9 cbsz:4 blgp:4 //= mai vdst:a0*16 src0:a16*4 src1:v4*4 src2:a0*16 scale0:v8 scale1:v9 cbsz=4 blgp=4 | exec
  v_smfmac_f32_16x16x64_bf16 v[0:3], v[4:7], v[8:15], v16 cbsz:3 abid:1 //= mai vdst:v0*4 src0:v4*4 src1:v8*8 index:v16 src2:v0*4 cbsz=3 abid=1 | exec
  ds_read_b64_tr_b16 v[0:1], v2 offset:8                //= ds vdst:v0*2 address:v2 offset=8 | exec
  ds_read_b96_tr_b6 v[0:2], v4                          //= ds vdst:v0*3 address:v4 | exec
  global_load_lds_dwordx4 v[4:5], off                   //= global address:v4*2 | exec m0
  buffer_load_dwordx4 v4, s[8:11], s3 offen lds         //= mubuf address:v4 resource:s8*4 soffset:s3 offen lds | exec m0
  buffer_atomic_pk_add_bf16 v0, off, s[8:11], 0         //= mubuf data0:v0 resource:s8*4 soffset:#0 | exec
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
