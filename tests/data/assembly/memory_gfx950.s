// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Memory instructions of gfx950 alone; see memory_instructions.s.

  .include "kernel.inc"

// Lane l fetches twelve bytes; element e (six bits) of lane l of a block of 16 goes to element l of lane e.
kernel transpose_6_bits
  load_pointers
  v_and_b32 v0, 0x3ff, v0
  v_mul_u32_u24 v2, 12, v0
  global_load_dwordx3 v[4:6], v2, s[8:9]
  s_waitcnt vmcnt(0)
  ds_write_b96 v2, v[4:6]
  s_waitcnt lgkmcnt(0)
  ds_read_b96_tr_b6 v[8:10], v2
  s_waitcnt lgkmcnt(0)
  global_store_dwordx3 v2, v[8:10], s[10:11]
end_kernel transpose_6_bits, lds=1024, scratch=0

  .amdgpu_metadata
---
amdhsa.version: [1, 2]
amdhsa.kernels:
  - .name: transpose_6_bits
    .symbol: transpose_6_bits.kd
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
