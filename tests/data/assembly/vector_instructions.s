// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Vector instructions whose operands need more than a lane function: the clamp bit, parts of a destination that
// op_sel names, results of four registers. Each kernel stores four values for each lane. Expected values:
// tests/simulator/engine/vector_test.cpp.

  .include "kernel.inc"

.macro start
  load_pointers
  v_and_b32 v0, 0x3ff, v0
  v_lshlrev_b32 v1, 2, v0
.endm
// Stores v10 to v13 at 64 dwords each of the buffer at `pointer`.
.macro results pointer
  global_store_dword v1, v10, \pointer
  global_store_dword v1, v11, \pointer offset:256
  global_store_dword v1, v12, \pointer offset:512
  global_store_dword v1, v13, \pointer offset:768
  s_nop 4
.endm

kernel integer_clamp
  start
  v_mov_b32 v2, 0xfffffff0
  v_bfrev_b32 v3, -2
  v_mov_b32 v4, 0xfff0000f
  v_add_u32_e64 v10, v2, v3 clamp
  v_sub_u32_e64 v11, v3, v2 clamp
  v_add_i32 v12, v3, v3 clamp
  v_pk_add_u16 v13, v4, v4 clamp
  results s[8:9]
  v_mad_u32_u24 v10, v2, v3, 1 clamp
  v_mad_i32_i24 v11, v2, 3, 5 clamp
  v_sad_u32 v12, v2, 0, v2 clamp
  v_add_co_u32_e64 v13, s[20:21], v2, v3 clamp
  v_cndmask_b32_e64 v12, 0, v12, s[20:21]
  results s[10:11]
end_kernel integer_clamp

kernel four_windows
  start
  v_mov_b32 v2, 0x04030201
  v_mov_b32 v3, 0x08070605
  v_mov_b32 v4, 0x00010203
  v_mov_b32 v6, 1
  v_mov_b32 v7, 2
  v_mov_b32 v8, 3
  v_mov_b32 v9, -1
  v_mqsad_u32_u8 v[10:13], v[2:3], v4, v[6:9] clamp
  results s[8:9]
  v_mqsad_u32_u8 v[10:13], v[2:3], v4, v[6:9]
  results s[10:11]
end_kernel four_windows

kernel half_multiply_add
  start
  v_mov_b32 v2, 0x40003c00
  v_mov_b32 v3, 0x4200
  v_mov_b32 v4, 0x3c00
  v_mov_b32 v5, 0x42004200
  v_mov_b32 v10, 0x11112222
  v_mov_b32 v11, 0xffff3c00
  v_mov_b32 v12, 0x3c003c00
  v_nop
  v_clrexcp
  v_mad_f16 v10, v2, v3, v4 op_sel:[1,0,0,1]
  v_mac_f16 v11, v2, v3
  v_pk_fmac_f16 v12, v2, v5
  v_madak_f16 v13, v2, v3, 0x4000
  results s[8:9]
  v_madmk_f16 v10, v2, 0x4000, v3
  v_mad_legacy_f16 v11, -v2, v3, v4
  v_cvt_pknorm_i16_f16 v12, v2, v4 op_sel:[1,0,0]
  v_cvt_off_f32_i4 v13, -1
  results s[10:11]
end_kernel half_multiply_add

kernel small_floats
  start
  v_mov_b32 v2, 1.0
  v_mov_b32 v3, -2.0
  v_mov_b32 v4, 0x437e999a
  v_mov_b32 v10, 0xdeadbeef
  v_cvt_pk_fp8_f32 v10, v2, v3 op_sel:[0,0,1]
  s_nop 1
  v_cvt_f32_fp8_sdwa v11, v10 src0_sel:BYTE_3
  v_cvt_pk_f32_fp8_sdwa v[12:13], v10 src0_sel:WORD_1
  results s[8:9]
  v_mov_b32 v10, 0x01020304
  v_mov_b32 v11, 0x11223344
  v_cvt_sr_bf8_f32 v10, -v2, v3 op_sel:[0,0,1,0]
  v_cvt_pkaccum_u8_f32 v11, v4, 2
  v_cvt_pk_u8_f32 v12, |v3|, 1, v11
  v_cvt_pk_bf8_f32 v13, s2, 2.0
  v_and_b32 v13, 0xff00, v13
  results s[10:11]
end_kernel small_floats

  .amdgpu_metadata
---
amdhsa.version: [1, 2]
amdhsa.kernels:
  - .name: integer_clamp
    .symbol: integer_clamp.kd
    .kernarg_segment_size: 32
    .kernarg_segment_align: 8
    .group_segment_fixed_size: 0
    .private_segment_fixed_size: 0
    .wavefront_size: 64
    .sgpr_count: 100
    .vgpr_count: 128
    .agpr_count: 64
    .max_flat_workgroup_size: 1024
    .args:
      - {.offset: 0, .size: 8, .value_kind: global_buffer, .address_space: global}
      - {.offset: 8, .size: 8, .value_kind: global_buffer, .address_space: global}
      - {.offset: 16, .size: 8, .value_kind: global_buffer, .address_space: global}
      - {.offset: 24, .size: 8, .value_kind: global_buffer, .address_space: global}
  - .name: four_windows
    .symbol: four_windows.kd
    .kernarg_segment_size: 32
    .kernarg_segment_align: 8
    .group_segment_fixed_size: 0
    .private_segment_fixed_size: 0
    .wavefront_size: 64
    .sgpr_count: 100
    .vgpr_count: 128
    .agpr_count: 64
    .max_flat_workgroup_size: 1024
    .args:
      - {.offset: 0, .size: 8, .value_kind: global_buffer, .address_space: global}
      - {.offset: 8, .size: 8, .value_kind: global_buffer, .address_space: global}
      - {.offset: 16, .size: 8, .value_kind: global_buffer, .address_space: global}
      - {.offset: 24, .size: 8, .value_kind: global_buffer, .address_space: global}
  - .name: half_multiply_add
    .symbol: half_multiply_add.kd
    .kernarg_segment_size: 32
    .kernarg_segment_align: 8
    .group_segment_fixed_size: 0
    .private_segment_fixed_size: 0
    .wavefront_size: 64
    .sgpr_count: 100
    .vgpr_count: 128
    .agpr_count: 64
    .max_flat_workgroup_size: 1024
    .args:
      - {.offset: 0, .size: 8, .value_kind: global_buffer, .address_space: global}
      - {.offset: 8, .size: 8, .value_kind: global_buffer, .address_space: global}
      - {.offset: 16, .size: 8, .value_kind: global_buffer, .address_space: global}
      - {.offset: 24, .size: 8, .value_kind: global_buffer, .address_space: global}
  - .name: small_floats
    .symbol: small_floats.kd
    .kernarg_segment_size: 32
    .kernarg_segment_align: 8
    .group_segment_fixed_size: 0
    .private_segment_fixed_size: 0
    .wavefront_size: 64
    .sgpr_count: 100
    .vgpr_count: 128
    .agpr_count: 64
    .max_flat_workgroup_size: 1024
    .args:
      - {.offset: 0, .size: 8, .value_kind: global_buffer, .address_space: global}
      - {.offset: 8, .size: 8, .value_kind: global_buffer, .address_space: global}
      - {.offset: 16, .size: 8, .value_kind: global_buffer, .address_space: global}
      - {.offset: 24, .size: 8, .value_kind: global_buffer, .address_space: global}
...
  .end_amdgpu_metadata
