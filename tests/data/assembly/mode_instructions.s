// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Float instructions under every rounding and denormal MODE. Buffers: 0 = first operands, 1 = second ones, 2 =
// results, 3 = MODE[7:0] in dword 0 and third operands from dword 64 (f64: low dwords, then high ones at 64
// more). Expected values: tests/simulator/engine/mode_test.cpp.

  .include "kernel.inc"

.macro operands
  load_pointers
  s_load_dword s20, s[14:15], 0x0
  v_and_b32 v0, 0x3ff, v0
  v_lshlrev_b32 v1, 2, v0
  global_load_dword v2, v1, s[8:9]
  global_load_dword v3, v1, s[10:11]
  global_load_dword v4, v1, s[14:15] offset:256
  s_waitcnt vmcnt(0) lgkmcnt(0)
  s_setreg_b32 hwreg(HW_REG_MODE, 0, 8), s20
.endm
// Stores v10, v11, v12, v13 at 64 dwords each, in the default MODE.
.macro results
  s_setreg_imm32_b32 hwreg(HW_REG_MODE, 0, 8), 0xf0
  global_store_dword v1, v10, s[12:13]
  global_store_dword v1, v11, s[12:13] offset:256
  global_store_dword v1, v12, s[12:13] offset:512
  global_store_dword v1, v13, s[12:13] offset:768
.endm

kernel single_arithmetic
  operands
  v_add_f32 v10, v2, v3
  v_mul_f32 v11, v2, v3
  v_fma_f32 v12, v2, v3, v4
  v_mov_b32 v13, v4
  v_fmac_f32 v13, v2, v3
  results
end_kernel single_arithmetic, lds=0, scratch=0

// The same through modifiers, a scalar source and packed form: -|a| + b, s21 - a, pk_mul, and DPP.
kernel single_modified
  operands
  s_mov_b32 s21, 0x40490fdb
  v_add_f32 v10, -|v2|, v3
  v_sub_f32 v11, s21, v2
  v_mov_b32 v6, v2
  v_mov_b32 v7, v3
  v_mov_b32 v8, v3
  v_mov_b32 v9, v4
  v_pk_mul_f32 v[12:13], v[6:7], v[8:9]
  s_nop 1
  v_add_f32_dpp v13, v2, v3 quad_perm:[1,0,3,2] row_mask:0xf bank_mask:0xf
  results
end_kernel single_modified, lds=0, scratch=0

kernel half_arithmetic
  operands
  v_add_f16 v10, v2, v3
  v_mul_f16 v11, v2, v3
  v_fma_f16 v12, v2, v3, v4
  v_pk_add_f16 v13, v2, v3
  v_and_b32 v12, 0xffff, v12
  results
end_kernel half_arithmetic, lds=0, scratch=0

// f64 operands {low, high}: {v4, v2} and {v2, v3}, their sum and product.
kernel double_arithmetic
  operands
  v_mov_b32 v6, v4
  v_mov_b32 v7, v2
  v_mov_b32 v8, v2
  v_mov_b32 v9, v3
  v_add_f64 v[10:11], v[6:7], v[8:9]
  v_mul_f64 v[12:13], v[6:7], v[8:9]
  results
end_kernel double_arithmetic, lds=0, scratch=0

kernel conversions
  operands
  v_cvt_f16_f32 v10, v2
  v_cvt_f32_i32 v11, v3
  v_cvt_f32_u32 v12, v3
  v_mov_b32 v6, v4
  v_mov_b32 v7, v2
  v_cvt_f32_f64 v13, v[6:7]
  results
end_kernel conversions, lds=0, scratch=0

// Output modifiers, which count only with IEEE mode off and result denormals flushed.
kernel output_modifiers
  operands
  v_mul_f32 v13, v2, v3 mul:2
  s_setreg_imm32_b32 hwreg(HW_REG_MODE, 9, 1), 0
  v_mul_f32 v10, v2, v3 mul:2
  v_add_f32 v11, v2, v3 mul:4
  v_mul_f32 v12, v2, v3 div:2
  results
end_kernel output_modifiers, lds=0, scratch=0

// What MODE does not round: to nearest even, toward zero, minimum; and a comparison that sees flushed inputs.
kernel unrounded
  operands
  v_rndne_f32 v10, v2
  v_cvt_pkrtz_f16_f32 v11, v2, v3
  v_min_f32 v12, v2, v3
  v_cmp_gt_f32 vcc, v2, v3
  v_cndmask_b32 v13, 0, 1, vcc
  results
end_kernel unrounded, lds=0, scratch=0

// MODE from the kernel descriptor: rounds up, flushes.
kernel starts_upward
  load_pointers
  v_and_b32 v0, 0x3ff, v0
  v_lshlrev_b32 v1, 2, v0
  global_load_dword v2, v1, s[8:9]
  global_load_dword v3, v1, s[10:11]
  s_waitcnt vmcnt(0)
  v_add_f32 v4, v2, v3
  global_store_dword v1, v4, s[12:13]
end_kernel starts_upward, lds=0, scratch=0, round=1, denormals=0

  .amdgpu_metadata
---
amdhsa.version: [1, 2]
amdhsa.kernels:
  - .name: single_arithmetic
    .symbol: single_arithmetic.kd
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
  - .name: single_modified
    .symbol: single_modified.kd
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
  - .name: half_arithmetic
    .symbol: half_arithmetic.kd
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
  - .name: double_arithmetic
    .symbol: double_arithmetic.kd
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
  - .name: conversions
    .symbol: conversions.kd
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
  - .name: output_modifiers
    .symbol: output_modifiers.kd
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
  - .name: unrounded
    .symbol: unrounded.kd
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
  - .name: starts_upward
    .symbol: starts_upward.kd
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
