// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// gfx950 only. Loops for the simulator's speed: 1000 iterations of one kind of instruction each. Every loop also has
// one s_sub and one branch per iteration. Arguments: buffer 0 is read, buffer 1 written.

  .include "kernel.inc"

// 24 VALU instructions per iteration, float and integer, with register and constant sources.
kernel valu_loop
  s_movk_i32 s20, 1000
  v_mov_b32 v1, 1.0
  v_mov_b32 v2, 2.0
  v_mov_b32 v3, 0
  v_mov_b32 v4, 0
.Lvalu:
  .rept 4
  v_fma_f32 v5, v1, v2, v3
  v_add_u32 v6, v4, v0
  v_mul_f32 v7, v5, v2
  v_lshlrev_b32 v8, 2, v6
  v_xor_b32 v4, v8, v4
  v_max_f32 v3, v7, v1
  .endr
  s_sub_u32 s20, s20, 1
  s_cmp_lg_u32 s20, 0
  s_cbranch_scc1 .Lvalu
end_kernel valu_loop

// 8 ds_read_b128 per iteration.
kernel lds_read_loop
  s_movk_i32 s20, 1000
  v_and_b32 v0, 0x3ff, v0
  v_lshlrev_b32 v1, 4, v0
.Llds:
  ds_read_b128 v[4:7], v1
  ds_read_b128 v[8:11], v1 offset:1024
  ds_read_b128 v[12:15], v1 offset:2048
  ds_read_b128 v[16:19], v1 offset:3072
  ds_read_b128 v[20:23], v1 offset:4096
  ds_read_b128 v[24:27], v1 offset:5120
  ds_read_b128 v[28:31], v1 offset:6144
  ds_read_b128 v[32:35], v1 offset:7168
  s_waitcnt lgkmcnt(0)
  s_sub_u32 s20, s20, 1
  s_cmp_lg_u32 s20, 0
  s_cbranch_scc1 .Llds
end_kernel lds_read_loop, lds=16384

// 8 ds_write_b128 per iteration.
kernel lds_write_loop
  s_movk_i32 s20, 1000
  v_and_b32 v0, 0x3ff, v0
  v_lshlrev_b32 v1, 4, v0
.Lldsw:
  ds_write_b128 v1, v[4:7]
  ds_write_b128 v1, v[8:11] offset:1024
  ds_write_b128 v1, v[12:15] offset:2048
  ds_write_b128 v1, v[16:19] offset:3072
  ds_write_b128 v1, v[20:23] offset:4096
  ds_write_b128 v1, v[24:27] offset:5120
  ds_write_b128 v1, v[28:31] offset:6144
  ds_write_b128 v1, v[32:35] offset:7168
  s_waitcnt lgkmcnt(0)
  s_sub_u32 s20, s20, 1
  s_cmp_lg_u32 s20, 0
  s_cbranch_scc1 .Lldsw
end_kernel lds_write_loop, lds=16384

// 8 contiguous global_load_dwordx4 per iteration from buffer 0.
kernel global_load_loop
  load_pointers
  s_movk_i32 s20, 1000
  v_and_b32 v0, 0x3ff, v0
  v_lshlrev_b32 v1, 4, v0
.Lglobal:
  global_load_dwordx4 v[4:7], v1, s[8:9]
  global_load_dwordx4 v[8:11], v1, s[8:9] offset:1024
  global_load_dwordx4 v[12:15], v1, s[8:9] offset:2048
  global_load_dwordx4 v[16:19], v1, s[8:9] offset:3072
  global_load_dwordx4 v[20:23], v1, s[8:9] offset:16
  global_load_dwordx4 v[24:27], v1, s[8:9] offset:1040
  global_load_dwordx4 v[28:31], v1, s[8:9] offset:2064
  global_load_dwordx4 v[32:35], v1, s[8:9] offset:3088
  s_waitcnt vmcnt(0)
  s_sub_u32 s20, s20, 1
  s_cmp_lg_u32 s20, 0
  s_cbranch_scc1 .Lglobal
end_kernel global_load_loop

// 8 independent v_mfma_f32_16x16x16_bf16 per iteration.
kernel mfma_16x16x16_loop
  s_movk_i32 s20, 1000
  .irp r, 0, 4, 8, 12, 16, 20, 24, 28, 32
  v_mov_b32 v\r, 1.0
  .endr
.Lmfma:
  .irp r, 0, 4, 8, 12, 16, 20, 24, 28
  v_mfma_f32_16x16x16_bf16 a[\r:\r+3], v[32:33], v[34:35], a[\r:\r+3]
  .endr
  s_sub_u32 s20, s20, 1
  s_cmp_lg_u32 s20, 0
  s_cbranch_scc1 .Lmfma
end_kernel mfma_16x16x16_loop

// 4 independent v_mfma_f32_32x32x8_bf16 per iteration.
kernel mfma_32x32x8_loop
  s_movk_i32 s20, 1000
.Lmfma32:
  .irp r, 0, 16, 32, 48
  v_mfma_f32_32x32x8_bf16 a[\r:\r+15], v[32:33], v[34:35], a[\r:\r+15]
  .endr
  s_sub_u32 s20, s20, 1
  s_cmp_lg_u32 s20, 0
  s_cbranch_scc1 .Lmfma32
end_kernel mfma_32x32x8_loop

// 8 independent v_mfma_f32_16x16x32_bf16 per iteration.
kernel mfma_16x16x32_loop
  s_movk_i32 s20, 1000
.Lmfma1632:
  .irp r, 0, 4, 8, 12, 16, 20, 24, 28
  v_mfma_f32_16x16x32_bf16 a[\r:\r+3], v[32:35], v[36:39], a[\r:\r+3]
  .endr
  s_sub_u32 s20, s20, 1
  s_cmp_lg_u32 s20, 0
  s_cbranch_scc1 .Lmfma1632
end_kernel mfma_16x16x32_loop

  .amdgpu_metadata
---
amdhsa.version: [1, 2]
amdhsa.kernels:
  - .name: valu_loop
    .symbol: valu_loop.kd
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
  - .name: lds_read_loop
    .symbol: lds_read_loop.kd
    .kernarg_segment_size: 32
    .kernarg_segment_align: 8
    .group_segment_fixed_size: 16384
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
  - .name: lds_write_loop
    .symbol: lds_write_loop.kd
    .kernarg_segment_size: 32
    .kernarg_segment_align: 8
    .group_segment_fixed_size: 16384
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
  - .name: global_load_loop
    .symbol: global_load_loop.kd
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
  - .name: mfma_16x16x16_loop
    .symbol: mfma_16x16x16_loop.kd
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
  - .name: mfma_32x32x8_loop
    .symbol: mfma_32x32x8_loop.kd
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
  - .name: mfma_16x16x32_loop
    .symbol: mfma_16x16x32_loop.kd
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
