// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Memory instructions that compilers seldom emit: rare DS operations, typed and swizzled buffers, LDS-DMA of
// parts of a dword, scalar stores and atomics. Expected values: tests/simulator/engine/memory_test.cpp,
// worked out by hand from the ISA manual.

  .include "kernel.inc"

// A raw buffer resource in s[20:23] over \pointer, with `bytes` and word 3.
.macro resource pointer_low, pointer_high, word1, records, word3
  s_mov_b32 s20, \pointer_low
  s_or_b32 s21, \pointer_high, \word1
  s_mov_b32 s22, \records
  s_mov_b32 s23, \word3
.endm

// v0 = lane, v1 = 4 * lane.
.macro lanes
  v_and_b32 v0, 0x3ff, v0
  v_lshlrev_b32 v1, 2, v0
.endm

// Counters in M0: append adds the active lanes, consume takes them away; both return the value before.
kernel append_consume
  load_pointers
  lanes
  v_mov_b32 v2, 0
  v_mov_b32 v3, 100
  ds_write_b32 v2, v3 offset:12
  s_mov_b32 m0, 8
  s_mov_b64 exec, 0xff
  ds_append v4 offset:4
  s_mov_b64 exec, 7
  ds_consume v5 offset:4
  s_mov_b64 exec, -1
  ds_read_b32 v6, v2 offset:12
  s_waitcnt lgkmcnt(0)
  global_store_dword v1, v4, s[8:9]
  global_store_dword v1, v5, s[10:11]
  global_store_dword v1, v6, s[12:13]
end_kernel append_consume, lds=64, scratch=0

// Lane l's dword stands at M0 + offset + 4 l.
kernel addtid
  load_pointers
  lanes
  v_add_u32 v2, 7, v0
  s_mov_b32 m0, 16
  s_nop 0
  ds_write_addtid_b32 v2 offset:32
  ds_read_b32 v3, v1 offset:48
  ds_read_addtid_b32 v4 offset:36
  s_waitcnt lgkmcnt(0)
  global_store_dword v1, v3, s[8:9]
  global_store_dword v1, v4, s[10:11]
end_kernel addtid, lds=512, scratch=0

// LDS holds lane + 10 at 4 lane. wrap: subtract data0 or add data1; mskor: (old & ~data0) | data1.
kernel wrap_and_mask
  load_pointers
  lanes
  v_add_u32 v2, 10, v0
  ds_write_b32 v1, v2
  ds_write_b32 v1, v2 offset:256
  v_mov_b32 v3, 40
  v_mov_b32 v4, 1000
  ds_wrap_rtn_b32 v5, v1, v3, v4
  v_mov_b32 v6, 15
  v_mov_b32 v7, 0x100
  ds_mskor_rtn_b32 v8, v1, v6, v7 offset:256
  ds_read_b32 v9, v1
  ds_read_b32 v10, v1 offset:256
  s_waitcnt lgkmcnt(0)
  v_sub_u32 v5, v5, v0
  v_sub_u32 v8, v8, v0
  v_lshl_add_u32 v5, v5, 8, v8
  global_store_dword v1, v9, s[8:9]
  global_store_dword v1, v10, s[10:11]
  global_store_dword v1, v5, s[12:13]
end_kernel wrap_and_mask, lds=512, scratch=0

// Two exchanges per lane at 4 lane and 4 lane + 256 (offset1 in units of 64 dwords).
kernel exchange_two
  load_pointers
  lanes
  ds_write_b32 v1, v0
  v_add_u32 v2, 500, v0
  ds_write_b32 v1, v2 offset:256
  v_mov_b32 v4, 1
  v_mov_b32 v5, 2
  ds_wrxchg2st64_rtn_b32 v[6:7], v1, v4, v5 offset0:0 offset1:1
  ds_read2st64_b32 v[8:9], v1 offset0:0 offset1:1
  s_waitcnt lgkmcnt(0)
  v_lshl_add_u32 v6, v7, 16, v6
  v_lshl_add_u32 v8, v9, 16, v8
  global_store_dword v1, v6, s[8:9]
  global_store_dword v1, v8, s[10:11]
end_kernel exchange_two, lds=512, scratch=0

// One pair per lane, old {5, 6}; data {0x80000007, 9}: the first has bit 31 and is stored without it.
kernel conditional_exchange
  load_pointers
  lanes
  v_lshlrev_b32 v2, 3, v0
  v_mov_b32 v4, 5
  v_mov_b32 v5, 6
  ds_write_b64 v2, v[4:5]
  v_mov_b32 v6, 0x80000007
  v_mov_b32 v7, 9
  ds_condxchg32_rtn_b64 v[8:9], v2, v[6:7]
  ds_read_b64 v[10:11], v2
  s_waitcnt lgkmcnt(0)
  v_lshl_add_u32 v8, v9, 8, v8
  v_lshl_add_u32 v10, v11, 8, v10
  global_store_dword v1, v8, s[8:9]
  global_store_dword v1, v10, s[10:11]
end_kernel conditional_exchange, lds=512, scratch=0

// Floats: min and max with 2.5, compare-and-store of -0 against +0, packed f16 and bf16 sums.
kernel lds_floats
  load_pointers
  lanes
  v_cvt_f32_u32 v2, v0
  ds_write_b32 v1, v2
  ds_write_b32 v1, v2 offset:256
  v_mov_b32 v3, 0x40200000
  ds_min_f32 v1, v3
  ds_max_rtn_f32 v4, v1, v3 offset:256
  v_bfrev_b32 v5, 1
  v_mov_b32 v6, 0x42280000
  ds_cmpst_f32 v1, v5, v6
  ds_read_b32 v7, v1
  ds_read_b32 v8, v1 offset:256
  v_mov_b32 v9, 0x40003c00
  v_mov_b32 v10, 0x3c003c00
  ds_write_b32 v1, v9 offset:512
  ds_pk_add_f16 v1, v10 offset:512
  ds_read_b32 v11, v1 offset:512
  v_mov_b32 v12, 0x40003f80
  v_mov_b32 v13, 0x3f803f80
  ds_write_b32 v1, v12 offset:768
  ds_pk_add_rtn_bf16 v14, v1, v13 offset:768
  ds_read_b32 v15, v1 offset:768
  s_waitcnt lgkmcnt(0)
  global_store_dword v1, v7, s[8:9]
  global_store_dword v1, v8, s[10:11]
  global_store_dword v1, v11, s[12:13]
  global_store_dword v1, v15, s[14:15]
end_kernel lds_floats, lds=1024, scratch=0

// One byte or half per lane goes to LDS as a dword, extended.
kernel lds_dma_parts
  load_pointers
  lanes
  s_mov_b32 m0, 0
  s_nop 0
  global_load_lds_ubyte v0, s[8:9]
  s_mov_b32 m0, 256
  s_nop 0
  global_load_lds_sbyte v0, s[8:9]
  resource s8, s9, 0, 1024, 0x00027000
  v_lshlrev_b32 v2, 1, v0
  s_mov_b32 m0, 512
  s_nop 0
  buffer_load_ushort v2, s[20:23], 0 offen lds
  s_mov_b32 m0, 768
  s_nop 0
  buffer_load_sshort v2, s[20:23], 0 offen lds
  s_waitcnt vmcnt(0)
  ds_read_b32 v3, v1
  ds_read_b32 v4, v1 offset:256
  ds_read_b32 v5, v1 offset:512
  ds_read_b32 v6, v1 offset:768
  s_waitcnt lgkmcnt(0)
  v_xor_b32 v3, v3, v4
  global_store_dword v1, v3, s[10:11]
  global_store_dword v1, v5, s[12:13]
  global_store_dword v1, v6, s[14:15]
end_kernel lds_dma_parts, lds=1024, scratch=0

// Scratch holds 0x80 + lane; its byte goes to LDS.
kernel scratch_to_lds
  load_pointers
  lanes
  v_add_u32 v2, 0x80, v0
  scratch_store_dword off, v2, off offset:4
  s_waitcnt vmcnt(0)
  s_mov_b32 m0, 0
  v_mov_b32 v3, 0
  scratch_load_lds_sbyte v3, off offset:4
  s_waitcnt vmcnt(0)
  ds_read_b32 v4, v1 offset:4
  s_waitcnt lgkmcnt(0)
  global_store_dword v1, v4, s[8:9]
end_kernel scratch_to_lds, lds=1024, scratch=16

// Typed loads of one dword per lane: 8_8_8_8 unorm, 2_10_10_10 uint, 16_16 snorm, 16_16 float as D16.
kernel typed_loads
  load_pointers
  lanes
  resource s8, s9, 0, 1024, 0x00027000
  tbuffer_load_format_xyzw v[4:7], v1, s[20:23], 0 format:[BUF_DATA_FORMAT_8_8_8_8,BUF_NUM_FORMAT_UNORM] offen
  tbuffer_load_format_xyzw v[8:11], v1, s[20:23], 0 format:[BUF_DATA_FORMAT_2_10_10_10,BUF_NUM_FORMAT_UINT] offen
  tbuffer_load_format_xyzw v[12:15], v1, s[20:23], 0 format:[BUF_DATA_FORMAT_16_16,BUF_NUM_FORMAT_SNORM] offen
  v_mov_b32 v16, -1
  tbuffer_load_format_d16_x v16, v1, s[20:23], 0 format:[BUF_DATA_FORMAT_16_16,BUF_NUM_FORMAT_FLOAT] offen
  s_waitcnt vmcnt(0)
  v_lshlrev_b32 v2, 4, v0
  v_cmp_gt_u32 vcc, 16, v0
  s_and_b64 exec, exec, vcc
  global_store_dwordx4 v2, v[4:7], s[10:11]
  global_store_dwordx4 v2, v[8:11], s[10:11] offset:256
  global_store_dwordx4 v2, v[12:15], s[10:11] offset:512
  global_store_dword v1, v16, s[12:13]
end_kernel typed_loads, lds=0, scratch=0

// The resource's own format (8_8_8_8 unorm) and destination selects (W, Z, 1, 0).
kernel resource_format
  load_pointers
  lanes
  resource s8, s9, 0, 1024, 0x00050077
  buffer_load_format_xyzw v[4:7], v1, s[20:23], 0 offen
  s_waitcnt vmcnt(0)
  v_lshlrev_b32 v2, 4, v0
  global_store_dwordx4 v2, v[4:7], s[10:11]
end_kernel resource_format, lds=0, scratch=0

// Stores: floats to 8_8_8_8 unorm and 10_11_11 float, integers that saturate in 16_16 sint.
kernel typed_stores
  load_pointers
  lanes
  v_mov_b32 v4, 0x3f000000
  v_mov_b32 v5, 2.0
  v_mov_b32 v6, -1.0
  v_mov_b32 v7, 1.0
  resource s8, s9, 0, 1024, 0x00027000
  tbuffer_store_format_xyzw v[4:7], v1, s[20:23], 0 format:[BUF_DATA_FORMAT_8_8_8_8,BUF_NUM_FORMAT_UNORM] offen
  resource s10, s11, 0, 1024, 0x00027000
  tbuffer_store_format_xyz v[4:6], v1, s[20:23], 0 format:[BUF_DATA_FORMAT_10_11_11,BUF_NUM_FORMAT_FLOAT] offen
  v_mov_b32 v8, 0x12345
  v_mov_b32 v9, -5
  resource s12, s13, 0, 1024, 0x00027000
  tbuffer_store_format_xy v[8:9], v1, s[20:23], 0 format:[BUF_DATA_FORMAT_16_16,BUF_NUM_FORMAT_SINT] offen
end_kernel typed_stores, lds=0, scratch=0

// Records of 8 bytes, 8 of them interleaved: field f of record r lies at (r / 8 * 8 + f) * 8 + r % 8 * 4.
kernel swizzled_buffer
  load_pointers
  lanes
  resource s10, s11, 0x80080000, 60, 0x00027000
  v_add_u32 v2, 100, v0
  v_add_u32 v3, 200, v0
  buffer_store_dwordx2 v[2:3], v0, s[20:23], 0 idxen
  s_waitcnt vmcnt(0)
  v_mov_b32 v4, 4
  v_mov_b32 v6, v0
  v_mov_b32 v7, v4
  buffer_load_dword v5, v[6:7], s[20:23], 0 idxen offen
  v_mov_b32 v7, 8
  buffer_load_dword v8, v[6:7], s[20:23], 0 idxen offen
  s_waitcnt vmcnt(0)
  global_store_dword v1, v5, s[12:13]
  global_store_dword v1, v8, s[14:15]
end_kernel swizzled_buffer, lds=0, scratch=0

// Buffer atomics: increment with wrap, compare-and-swap, f64 minimum.
kernel buffer_atomics
  load_pointers
  lanes
  resource s8, s9, 0, 1024, 0x00027000
  v_mov_b32 v2, 20
  buffer_atomic_inc v2, v1, s[20:23], 0 offen sc0
  v_mov_b32 v4, 77
  v_mov_b32 v5, 3
  buffer_atomic_cmpswap v[4:5], v1, s[20:23], 0 offen offset:256 sc0
  s_waitcnt vmcnt(0)
  global_store_dword v1, v2, s[10:11]
  global_store_dword v1, v4, s[12:13]
end_kernel buffer_atomics, lds=0, scratch=0

// Scalar stores and atomics. Buffer 0 starts as 1000 + i.
kernel scalar_writes
  load_pointers
  s_mov_b32 s20, 5
  s_mov_b32 s21, 6
  s_store_dword s20, s[10:11], 0x4
  s_movk_i32 s30, 0x10
  s_store_dwordx2 s[20:21], s[10:11], s30
  s_mov_b32 s24, 3
  s_atomic_add s24, s[8:9], 0x0 glc
  s_mov_b32 s26, 42
  s_mov_b32 s27, 1001
  s_atomic_cmpswap s[26:27], s[8:9], 0x4 glc
  s_mov_b32 s28, 9
  s_atomic_umin s28, s[8:9], 0x8
  s_waitcnt lgkmcnt(0)
  s_store_dword s24, s[12:13], 0x0
  s_store_dword s26, s[12:13], 0x4
  s_store_dword s28, s[12:13], 0x8
  s_mov_b64 s[36:37], s[14:15]
  s_mov_b32 s38, 8
  s_mov_b32 s39, 0x00027000
  s_buffer_store_dword s20, s[36:39], 0x4
  s_buffer_store_dword s20, s[36:39], 0x8
  s_dcache_wb
  s_waitcnt lgkmcnt(0)
end_kernel scalar_writes, lds=0, scratch=0

  .amdgpu_metadata
---
amdhsa.version: [1, 2]
amdhsa.kernels:
  - .name: append_consume
    .symbol: append_consume.kd
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
  - .name: addtid
    .symbol: addtid.kd
    .kernarg_segment_size: 32
    .kernarg_segment_align: 8
    .group_segment_fixed_size: 512
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
  - .name: wrap_and_mask
    .symbol: wrap_and_mask.kd
    .kernarg_segment_size: 32
    .kernarg_segment_align: 8
    .group_segment_fixed_size: 512
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
  - .name: exchange_two
    .symbol: exchange_two.kd
    .kernarg_segment_size: 32
    .kernarg_segment_align: 8
    .group_segment_fixed_size: 512
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
  - .name: conditional_exchange
    .symbol: conditional_exchange.kd
    .kernarg_segment_size: 32
    .kernarg_segment_align: 8
    .group_segment_fixed_size: 512
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
  - .name: lds_floats
    .symbol: lds_floats.kd
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
  - .name: lds_dma_parts
    .symbol: lds_dma_parts.kd
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
  - .name: scratch_to_lds
    .symbol: scratch_to_lds.kd
    .kernarg_segment_size: 32
    .kernarg_segment_align: 8
    .group_segment_fixed_size: 1024
    .private_segment_fixed_size: 16
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
  - .name: typed_loads
    .symbol: typed_loads.kd
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
  - .name: resource_format
    .symbol: resource_format.kd
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
  - .name: typed_stores
    .symbol: typed_stores.kd
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
  - .name: swizzled_buffer
    .symbol: swizzled_buffer.kd
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
  - .name: buffer_atomics
    .symbol: buffer_atomics.kd
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
  - .name: scalar_writes
    .symbol: scalar_writes.kd
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
