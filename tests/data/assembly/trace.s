// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A kernel whose counters, bank conflicts and records can be worked out by hand: see
// tests/simulator/trace/recorded_kernel_test.cpp. Workgroups of 128 work-items; buffer 0 is read,
// buffer 1 written, one dword per work-item.

  .include "kernel.inc"

kernel recorded
  load_pointers
  v_and_b32 v0, 0x3ff, v0
  v_lshlrev_b32 v1, 2, v0
  v_lshlrev_b32 v2, 3, v0
  s_lshl_b32 s16, s2, 9
  v_add_u32 v3, s16, v1
  global_load_dword v4, v3, s[8:9]
  ds_write_b32 v2, v0
  s_waitcnt vmcnt(0) lgkmcnt(0)
  s_barrier
  ds_read2_b32 v[6:7], v2 offset1:1
  s_waitcnt lgkmcnt(0)
  v_add_u32 v4, v4, v6
  global_store_dword v3, v4, s[10:11]
end_kernel recorded, lds=1024, scratch=0

  .amdgpu_metadata
---
amdhsa.version: [1, 2]
amdhsa.kernels:
  - .name: recorded
    .symbol: recorded.kd
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
...
  .end_amdgpu_metadata
