// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Program control and registers that are chosen at run time: forks, hardware registers, M0-relative SGPRs and
// VGPRs, skipped vector instructions. Expected values: tests/simulator/engine/control_test.cpp, worked out by
// hand from the ISA manual.

  .include "kernel.inc"

.macro lanes
  v_and_b32 v0, 0x3ff, v0
  v_lshlrev_b32 v1, 2, v0
.endm

// Lanes below 24 take the outer branch, below 8 the inner one: two forks, each joined. The program restores EXEC
// behind a join itself.
kernel forked_lanes
  load_pointers
  lanes
  v_mov_b32 v2, 0
  v_cmp_gt_u32 s[20:21], 24, v0
  s_mov_b32 s30, 0
  s_mov_b64 s[0:1], 0
  s_cbranch_i_fork s[20:21], .Lbelow24
  v_add_u32 v2, 1, v2
  s_branch .Ljoin24
.Lbelow24:
  v_cmp_gt_u32 s[22:23], 8, v0
  s_mov_b32 s31, 1
  s_mov_b64 s[36:37], exec
  s_getpc_b64 s[24:25]
.Lhere:
  s_add_u32 s24, s24, .Lbelow8-.Lhere
  s_addc_u32 s25, s25, 0
  s_cbranch_g_fork s[22:23], s[24:25]
  v_add_u32 v2, 10, v2
  s_branch .Ljoin8
.Lbelow8:
  v_add_u32 v2, 100, v2
.Ljoin8:
  s_cbranch_join s31
  s_mov_b64 exec, s[36:37]
  v_add_u32 v2, 1000, v2
.Ljoin24:
  s_cbranch_join s30
  s_mov_b64 exec, -1
  global_store_dword v1, v2, s[8:9]
end_kernel forked_lanes, lds=0, scratch=0

// One value per dword of buffer 0.
kernel hardware_values
  load_pointers
  v_mov_b32 v1, 0
  s_getreg_b32 s20, hwreg(HW_REG_MODE)
  s_getreg_b32 s21, hwreg(HW_REG_XCC_ID, 0, 4)
  s_cmp_eq_u32 s20, s20
  s_getreg_b32 s22, hwreg(HW_REG_STATUS, 0, 1)
  s_getreg_b32 s23, hwreg(HW_REG_LDS_ALLOC, 12, 9)
  s_getreg_b32 s24, hwreg(HW_REG_SH_MEM_BASES)
  s_setreg_imm32_b32 hwreg(HW_REG_MODE, 12, 4), 0x15
  s_getreg_b32 s25, hwreg(HW_REG_MODE)
  s_movk_i32 s26, 3
  s_setreg_b32 hwreg(HW_REG_MODE, 13, 2), s26
  s_getreg_b32 s26, hwreg(HW_REG_MODE, 12, 4)
  s_getreg_b32 s27, hwreg(HW_REG_GPR_ALLOC, 8, 6)
  s_lshl_b32 s30, s2, 5
  v_mov_b32 v1, s30
  .irp n, 20, 21, 22, 23, 24, 25, 26, 27
  v_mov_b32 v2, s\n
  global_store_dword v1, v2, s[8:9] offset:4*(\n-20)
  .endr
end_kernel hardware_values, lds=1300, scratch=0

// s20..s27 = 50..57; M0 chooses.
kernel relative_sgprs
  load_pointers
  lanes
  .irp n, 0, 1, 2, 3, 4, 5, 6, 7
  s_movk_i32 s2\n, 50+\n
  .endr
  s_mov_b32 m0, 4
  s_nop 0
  s_movrels_b32 s30, s20
  s_movrels_b64 s[32:33], s[20:21]
  s_movreld_b32 s20, s30
  s_movreld_b64 s[22:23], 7
  v_mov_b32 v2, s30
  v_mov_b32 v3, s32
  v_mov_b32 v4, s33
  v_mov_b32 v5, s25
  v_mov_b32 v6, s26
  global_store_dword v1, v2, s[8:9]
  global_store_dword v1, v3, s[10:11]
  global_store_dword v1, v4, s[12:13]
  v_lshl_add_u32 v5, v6, 16, v5
  global_store_dword v1, v5, s[14:15]
end_kernel relative_sgprs, lds=0, scratch=0

// v10..v13 = 10, 11, 12, 13 (plus the lane); a loop copies v10 + i to v20 + 3 - i through M0, then adds.
kernel indexed_vgprs
  load_pointers
  lanes
  v_add_u32 v10, 10, v0
  v_add_u32 v11, 11, v0
  v_add_u32 v12, 12, v0
  v_add_u32 v13, 13, v0
  s_mov_b32 s20, 0
.Lnext:
  s_set_gpr_idx_on s20, gpr_idx(SRC0)
  v_mov_b32 v5, v10
  s_sub_u32 s21, 3, s20
  s_set_gpr_idx_mode gpr_idx(DST)
  s_set_gpr_idx_idx s21
  v_mov_b32 v20, v5
  s_set_gpr_idx_off
  s_add_u32 s20, s20, 1
  s_cmp_lt_u32 s20, 4
  s_cbranch_scc1 .Lnext
  s_set_gpr_idx_on s20, gpr_idx(SRC1)
  v_add_u32 v6, v20, v8
  s_set_gpr_idx_off
  v_mov_b32 v7, v10
  global_store_dword v1, v20, s[8:9]
  global_store_dword v1, v23, s[10:11]
  global_store_dword v1, v6, s[12:13]
  global_store_dword v1, v7, s[14:15]
end_kernel indexed_vgprs, lds=0, scratch=0

// Vector instructions between the two s_setvskip pass without effect, scalar ones do not.
kernel skipped_vectors
  load_pointers
  lanes
  v_mov_b32 v2, 1
  s_mov_b32 s20, 4
  s_mov_b32 s21, 5
  s_setvskip s20, 2
  v_mov_b32 v2, 2
  global_store_dword v1, v2, s[10:11]
  s_mov_b32 s21, 6
  s_setvskip s20, 3
  v_add_u32 v2, s21, v2
  global_store_dword v1, v2, s[8:9]
end_kernel skipped_vectors, lds=0, scratch=0

kernel bit_masks
  load_pointers
  v_mov_b32 v1, 0
  s_mov_b32 s20, 0x10f00001
  s_quadmask_b32 s21, s20
  s_cselect_b32 s22, 1, 0
  s_mov_b32 s23, 0x80000000
  s_quadmask_b64 s[24:25], s[22:23]
  s_mov_b32 s26, 0x80000005
  s_bitreplicate_b64_b32 s[28:29], s26
  .irp n, 21, 22, 24, 25, 28, 29
  v_mov_b32 v2, s\n
  global_store_dword v1, v2, s[8:9] offset:4*(\n-21)
  .endr
end_kernel bit_masks, lds=0, scratch=0

// What has no effect here, then a wave that kills itself before its second store.
kernel quiet_instructions
  load_pointers
  lanes
  s_sendmsg sendmsg(MSG_INTERRUPT)
  s_wakeup
  s_incperflevel 1
  s_decperflevel 1
  s_ttracedata
  s_setkill 0
  s_cbranch_cdbgsys .Lnever
  s_cbranch_cdbguser .Lnever
  v_mov_b32 v2, 9
  global_store_dword v1, v2, s[8:9]
  s_setkill 1
.Lnever:
  global_store_dword v1, v2, s[10:11]
end_kernel quiet_instructions, lds=0, scratch=0

// M0 moves the operand beyond the last SGPR.
kernel far_sgpr
  s_movk_i32 m0, 100
  s_nop 0
  s_movrels_b32 s20, s10
end_kernel far_sgpr, lds=0, scratch=0

  .amdgpu_metadata
---
amdhsa.version: [1, 2]
amdhsa.kernels:
  - .name: forked_lanes
    .symbol: forked_lanes.kd
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
  - .name: hardware_values
    .symbol: hardware_values.kd
    .kernarg_segment_size: 32
    .kernarg_segment_align: 8
    .group_segment_fixed_size: 1300
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
  - .name: relative_sgprs
    .symbol: relative_sgprs.kd
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
  - .name: indexed_vgprs
    .symbol: indexed_vgprs.kd
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
  - .name: skipped_vectors
    .symbol: skipped_vectors.kd
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
  - .name: bit_masks
    .symbol: bit_masks.kd
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
  - .name: quiet_instructions
    .symbol: quiet_instructions.kd
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
  - .name: far_sgpr
    .symbol: far_sgpr.kd
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
