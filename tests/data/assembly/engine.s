// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Small kernels that pin down the engine: delivery of loads, barriers, wave set-up, faults. The expected
// values stand in tests/simulator/engine/engine_test.cpp, derived by hand from the ISA manual.

  .include "kernel.inc"

// A load whose result is read before its s_waitcnt: the old value is seen, the new one after the wait.
kernel load_without_wait
  load_pointers
  v_and_b32 v0, 0x3ff, v0
  v_lshlrev_b32 v1, 2, v0
  v_mov_b32 v2, 7
  global_load_dword v2, v1, s[8:9]
  v_mov_b32 v3, v2
  s_waitcnt vmcnt(0)
  global_store_dword v1, v3, s[10:11]
  global_store_dword v1, v2, s[12:13]
end_kernel load_without_wait, lds=0, scratch=0

// The first ds_read's destination is the second one's address register: addresses are taken at issue.
kernel read_overlaps_address
  load_pointers
  v_and_b32 v0, 0x3ff, v0
  v_lshlrev_b32 v1, 2, v0
  v_add_u32 v2, 100, v0
  ds_write_b32 v1, v2
  ds_write_b32 v1, v0 offset:256
  v_mov_b32 v4, v1
  s_waitcnt lgkmcnt(0)
  ds_read_b32 v4, v1
  ds_read_b32 v5, v4 offset:256
  s_waitcnt lgkmcnt(0)
  global_store_dword v1, v4, s[8:9]
  global_store_dword v1, v5, s[10:11]
end_kernel read_overlaps_address, lds=1024, scratch=0

// 63 younger loads fill vmcnt, so the oldest is complete without any wait; the second is not.
kernel counter_capacity
  load_pointers
  v_and_b32 v0, 0x3ff, v0
  v_lshlrev_b32 v1, 2, v0
  v_mov_b32 v2, 7
  v_mov_b32 v3, 7
  global_load_dword v2, v1, s[8:9]
  global_load_dword v3, v1, s[8:9]
  .rept 62
  global_load_dword v4, v1, s[8:9]
  .endr
  v_mov_b32 v5, v2
  v_mov_b32 v6, v3
  s_waitcnt vmcnt(0)
  global_store_dword v1, v5, s[10:11]
  global_store_dword v1, v6, s[12:13]
end_kernel counter_capacity, lds=0, scratch=0

// Two waves wait at different s_barrier instructions: arrivals are counted, addresses do not matter.
kernel different_barriers
  load_pointers
  v_readfirstlane_b32 s20, v0
  v_and_b32 v0, 0x3ff, v0
  v_mov_b32 v10, 0
  v_mov_b32 v11, 41
  s_cmp_lt_u32 s20, 64
  s_cbranch_scc0 .Lsecond
  ds_write_b32 v10, v11
  s_waitcnt lgkmcnt(0)
  s_barrier
  s_barrier
  ds_read_b32 v12, v10
  s_branch .Ljoin
.Lsecond:
  s_barrier
  ds_read_b32 v12, v10
  s_waitcnt lgkmcnt(0)
  v_add_u32 v12, 1, v12
  ds_write_b32 v10, v12
  s_waitcnt lgkmcnt(0)
  s_barrier
.Ljoin:
  s_waitcnt lgkmcnt(0)
  v_lshlrev_b32 v1, 2, v0
  global_store_dword v1, v12, s[8:9]
end_kernel different_barriers, lds=64, scratch=0

// An endless loop.
kernel never_ends
.Lloop:
  s_nop 0
  s_branch .Lloop
end_kernel never_ends, lds=0, scratch=0

// Every lane stores one dword at 4 * lane + 4 * workgroup * 64: the last workgroups leave the buffer.
kernel out_of_bounds
  load_pointers
  v_and_b32 v0, 0x3ff, v0
  s_lshl_b32 s20, s2, 6
  v_add_u32 v0, s20, v0
  v_lshlrev_b32 v1, 2, v0
  global_store_dword v1, v0, s[8:9]
end_kernel out_of_bounds, lds=0, scratch=0

// Stores x + 16 y + 256 z of each work-item at its linear number, and EXEC's population count.
kernel work_item_ids
  load_pointers
  v_and_b32 v1, 0x3ff, v0
  v_bfe_u32 v2, v0, 10, 10
  v_bfe_u32 v3, v0, 20, 10
  v_lshl_add_u32 v4, v2, 4, v1
  v_lshl_add_u32 v4, v3, 8, v4
  // linear = x + 5 (y + 3 z) for a 5 x 3 x 5 block; 75 work-items = 2 waves, the second with 11 lanes
  v_mul_u32_u24 v5, 3, v3
  v_add_u32 v5, v5, v2
  v_mul_u32_u24 v5, 5, v5
  v_add_u32 v5, v5, v1
  v_lshlrev_b32 v5, 2, v5
  global_store_dword v5, v4, s[8:9]
  s_bcnt1_i32_b64 s20, exec
  v_mov_b32 v6, s20
  global_store_dword v5, v6, s[10:11]
end_kernel work_item_ids, lds=0, scratch=0

// s_getpc_b64, s_swappc_b64, s_setpc_b64: a function that doubles v2, called twice.
kernel function_call
  load_pointers
  v_and_b32 v0, 0x3ff, v0
  v_lshlrev_b32 v1, 2, v0
  v_add_u32 v2, 1, v0
  s_getpc_b64 s[20:21]
  s_add_u32 s20, s20, double_v2@rel32@lo+4
  s_addc_u32 s21, s21, double_v2@rel32@hi+12
  s_swappc_b64 s[30:31], s[20:21]
  s_swappc_b64 s[30:31], s[20:21]
  global_store_dword v1, v2, s[8:9]
end_kernel function_call, lds=0, scratch=0

// Scratch by scratch_* and by flat addresses in the private aperture.
kernel private_memory
  load_pointers
  v_and_b32 v0, 0x3ff, v0
  v_lshlrev_b32 v1, 2, v0
  v_add_u32 v2, 3, v0
  scratch_store_dword off, v2, off offset:8
  v_mov_b32 v4, 8
  s_mov_b64 s[20:21], src_private_base
  v_mov_b32 v5, s21
  s_waitcnt vmcnt(0)
  flat_load_dword v6, v[4:5]
  s_waitcnt vmcnt(0) lgkmcnt(0)
  global_store_dword v1, v6, s[8:9]
end_kernel private_memory, lds=0, scratch=64

// row_shr with and without bound_ctrl, SDWA byte select, op_sel halves.
kernel dpp_and_sdwa
  load_pointers
  v_and_b32 v0, 0x3ff, v0
  v_lshlrev_b32 v1, 2, v0
  v_mov_b32 v2, 0x55
  s_nop 1
  v_mov_b32_dpp v2, v0 row_shr:1 row_mask:0xf bank_mask:0xf
  v_mov_b32 v3, 0x55
  s_nop 1
  v_mov_b32_dpp v3, v0 row_shr:1 row_mask:0xf bank_mask:0xf bound_ctrl:0
  v_mov_b32 v4, 0x80fe7f01
  v_add_u32_sdwa v5, v4, v0 dst_sel:WORD_1 dst_unused:UNUSED_PRESERVE src0_sel:BYTE_2 src1_sel:DWORD
  v_mov_b32 v6, 0x12345678
  v_add_u32_sdwa v6, sext(v4), v0 dst_sel:BYTE_3 dst_unused:UNUSED_PRESERVE src0_sel:BYTE_3 src1_sel:DWORD
  global_store_dword v1, v2, s[8:9]
  global_store_dword v1, v3, s[10:11]
  global_store_dword v1, v6, s[12:13]
end_kernel dpp_and_sdwa, lds=0, scratch=0

// Workgroup n adds one to buffer0[0] only when it finds there grid - 1 - n: the last workgroup goes first,
// so every earlier one must wait for a later one.
kernel workgroups_in_reverse
  load_pointers
  s_mov_b32 s20, s2
  v_mov_b32 v10, 0
  v_mov_b32 v11, 1
  s_sub_u32 s21, 15, s20
.Lspin:
  s_sleep 1
  global_load_dword v12, v10, s[8:9] sc1
  s_waitcnt vmcnt(0)
  v_readfirstlane_b32 s22, v12
  s_cmp_lg_u32 s22, s21
  s_cbranch_scc1 .Lspin
  v_and_b32 v0, 0x3ff, v0
  v_cmp_eq_u32 vcc, 0, v0
  s_and_saveexec_b64 s[24:25], vcc
  global_atomic_add v10, v11, s[8:9]
  s_waitcnt vmcnt(0)
end_kernel workgroups_in_reverse, lds=0, scratch=0

// Wave 0 stores to LDS and does not wait before the barrier; wave 1 reads after it.
kernel store_without_wait
  load_pointers
  v_readfirstlane_b32 s20, v0
  v_and_b32 v0, 0x3ff, v0
  v_mov_b32 v10, 0
  v_mov_b32 v11, 41
  s_cmp_lt_u32 s20, 64
  s_cbranch_scc0 .Lreader
  ds_write_b32 v10, v11
  s_barrier
  s_endpgm
.Lreader:
  s_barrier
  ds_read_b32 v12, v10
  s_waitcnt lgkmcnt(0)
  v_lshlrev_b32 v1, 2, v0
  global_store_dword v1, v12, s[8:9]
end_kernel store_without_wait, lds=64, scratch=0

  .text
  .p2align 8
  .type double_v2,@function
double_v2:
  v_add_u32 v2, v2, v2
  s_setpc_b64 s[30:31]
.Lend_double_v2:
  .size double_v2, .Lend_double_v2-double_v2

  .amdgpu_metadata
---
amdhsa.version: [1, 2]
amdhsa.kernels:
  - .name: load_without_wait
    .symbol: load_without_wait.kd
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
  - .name: read_overlaps_address
    .symbol: read_overlaps_address.kd
    .kernarg_segment_size: 32
    .kernarg_segment_align: 8
    .group_segment_fixed_size: 1024
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
  - .name: counter_capacity
    .symbol: counter_capacity.kd
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
  - .name: different_barriers
    .symbol: different_barriers.kd
    .kernarg_segment_size: 32
    .kernarg_segment_align: 8
    .group_segment_fixed_size: 64
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
  - .name: never_ends
    .symbol: never_ends.kd
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
  - .name: out_of_bounds
    .symbol: out_of_bounds.kd
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
  - .name: work_item_ids
    .symbol: work_item_ids.kd
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
  - .name: function_call
    .symbol: function_call.kd
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
  - .name: private_memory
    .symbol: private_memory.kd
    .kernarg_segment_size: 32
    .kernarg_segment_align: 8
    .group_segment_fixed_size: 0
    .private_segment_fixed_size: 64
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
  - .name: dpp_and_sdwa
    .symbol: dpp_and_sdwa.kd
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
  - .name: workgroups_in_reverse
    .symbol: workgroups_in_reverse.kd
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
  - .name: store_without_wait
    .symbol: store_without_wait.kd
    .kernarg_segment_size: 32
    .kernarg_segment_align: 8
    .group_segment_fixed_size: 64
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
