// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Vector instructions of gfx950 alone; see vector_instructions.s.

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

// Codes of six bits, widened with a scale and narrowed with the same one: 32 lanes, six dwords each. Buffer 0:
// input, 1: through f32, 2: through f16, 3: through bf16 and random bits.
kernel six_bits_there_and_back
  start
  s_mov_b64 exec, 0xffffffff
  v_mul_u32_u24 v1, 24, v0
  global_load_dwordx4 v[2:5], v1, s[8:9]
  global_load_dwordx2 v[6:7], v1, s[8:9] offset:16
  s_mov_b32 s20, 0x41000000
  v_mov_b32 v48, 0x12345678
  s_waitcnt vmcnt(0)
  v_cvt_scalef32_pk32_f32_fp6 v[8:39], v[2:7], s20
  v_cvt_scalef32_sr_pk32_fp6_f32 v[40:45], v[8:39], v48, s20
  global_store_dwordx4 v1, v[40:43], s[10:11]
  global_store_dwordx2 v1, v[44:45], s[10:11] offset:16
  v_cvt_scalef32_pk32_f16_bf6 v[8:23], v[2:7], s20
  v_cvt_scalef32_pk32_bf6_f16 v[40:45], v[8:23], s20
  global_store_dwordx4 v1, v[40:43], s[12:13]
  global_store_dwordx2 v1, v[44:45], s[12:13] offset:16
  v_cvt_scalef32_pk32_bf16_fp6 v[8:23], v[2:7], s20
  v_cvt_scalef32_sr_pk32_fp6_bf16 v[40:45], v[8:23], v48, s20
  global_store_dwordx4 v1, v[40:43], s[14:15]
  global_store_dwordx2 v1, v[44:45], s[14:15] offset:16
end_kernel six_bits_there_and_back

// Even elements from the first source, odd ones from the second: sixteen times 1.0 and sixteen times -2.0.
kernel interleaved_sources
  start
  s_mov_b64 exec, 0x3f
  .irp r, 16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31
    v_mov_b32 v\r, 1.0
  .endr
  .irp r, 32,33,34,35,36,37,38,39,40,41,42,43,44,45,46,47
    v_mov_b32 v\r, -2.0
  .endr
  v_cvt_scalef32_2xpk16_fp6_f32 v[2:7], v[16:31], v[32:47], 1.0
  v_mul_u32_u24 v1, 24, v0
  global_store_dwordx4 v1, v[2:5], s[8:9]
  global_store_dwordx2 v1, v[6:7], s[8:9] offset:16
end_kernel interleaved_sources

kernel parts_of_registers
  start
  s_mov_b32 s20, 0x41000000
  v_mov_b32 v2, 0x41000000
  v_mov_b32 v3, 0xc2400000
  v_mov_b32 v4, 0x0000ff00
  v_mov_b32 v5, 0x7f
  v_mov_b32 v6, 0x12345
  v_mov_b32 v7, 0x40003f80
  v_mov_b32 v8, 0x40404080
  v_mov_b32 v9, 0x00ff5555
  v_mov_b32 v10, 0x00abcdef
  v_cvt_scalef32_pk_fp4_f32 v10, v2, v3, s20 op_sel:[0,0,1,1]
  v_mov_b32 v11, 0xaaaabbbb
  s_nop 1
  v_cvt_scalef32_pk_f32_fp4 v[12:13], v10, s20 op_sel:[1,1,0]
  v_ashr_pk_u8_i32 v11, v5, v6, 4 op_sel:[0,0,0,1]
  results s[8:9]
  v_mov_b32 v10, 0x77770000
  v_mov_b32 v11, 1.0
  v_mov_b32 v13, 0x99990000
  v_bitop3_b16 v10, v9, v4, v4 bitop3:0xfc op_sel:[1,0,0,0]
  v_dot2c_f32_bf16 v11, v7, v8
  v_dot2_f32_bf16 v12, v7, v8, 1.0
  v_cvt_sr_bf16_f32 v13, v2, v3
  results s[10:11]
end_kernel parts_of_registers

  .amdgpu_metadata
---
amdhsa.version: [1, 2]
amdhsa.kernels:
  - .name: six_bits_there_and_back
    .symbol: six_bits_there_and_back.kd
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
  - .name: interleaved_sources
    .symbol: interleaved_sources.kd
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
  - .name: parts_of_registers
    .symbol: parts_of_registers.kd
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
