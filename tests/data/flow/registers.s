// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Instructions of each encoding with the registers that they write and read:   | written <- read
// From the CDNA3 ISA manual's descriptions of the instructions; order: VGPR, AGPR, scalar, scc. The test
// assembles and decodes this file, so that the decoder's roles and flags are checked along.
// "keeps" marks instructions that leave a part of their destination as it was.

	.text
	.globl registers
	.p2align 8
	.type registers,@function
registers:
	v_add_f32 v0, v1, v2                                       // | v0 <- v1 v2 exec
	v_add_f32_e64 v0, s4, -v2                                  // | v0 <- v2 s4 exec
	v_mov_b32 v0, 0x12345678                                   // | v0 <- exec
	v_fmac_f32 v0, v1, v2                                      // | v0 <- v0 v1 v2 exec
	v_fmac_f32_e64 v0, v1, s2                                  // | v0 <- v0 v1 s2 exec
	v_fmaak_f32 v0, v1, v2, 0x3f000000                         // | v0 <- v1 v2 exec
	v_fma_f64 v[0:1], v[2:3], v[4:5], v[6:7]                   // | v0 v1 <- v2 v3 v4 v5 v6 v7 exec
	v_lshl_add_u64 v[0:1], v[2:3], 3, s[4:5]                   // | v0 v1 <- v2 v3 s4 s5 exec
	v_pk_fma_f32 v[0:1], v[2:3], v[4:5], v[6:7]                // | v0 v1 <- v2 v3 v4 v5 v6 v7 exec
	v_pk_fma_f16 v0, v1, v2, v3                                // | v0 <- v1 v2 v3 exec
	v_cndmask_b32 v0, v1, v2, vcc                              // | v0 <- v1 v2 vcc exec
	v_cndmask_b32_e64 v0, v1, v2, s[4:5]                       // | v0 <- v1 v2 s4 s5 exec
	v_add_co_u32 v0, vcc, v1, v2                               // | v0 vcc <- v1 v2 exec
	v_addc_co_u32 v0, vcc, v1, v2, vcc                         // | v0 vcc <- v1 v2 vcc exec
	v_add_co_u32_e64 v0, s[4:5], v1, v2                        // | v0 s4 s5 <- v1 v2 exec
	v_addc_co_u32_e64 v0, s[4:5], v1, v2, s[6:7]               // | v0 s4 s5 <- v1 v2 s6 s7 exec
	v_cmp_lt_f32 vcc, v1, v2                                   // | vcc <- v1 v2 exec
	v_cmp_lt_f32_e64 s[4:5], v1, s2                            // | s4 s5 <- v1 s2 exec
	v_cmpx_lt_f32 vcc, v1, v2                                  // | vcc exec <- v1 v2 exec
	v_div_scale_f32 v0, vcc, v1, v2, v3                        // | v0 vcc <- v1 v2 v3 exec
	v_div_fmas_f32 v0, v1, v2, v3                              // | v0 <- v1 v2 v3 vcc exec
	v_mad_u64_u32 v[0:1], s[4:5], v2, v3, v[4:5]               // | v0 v1 s4 s5 <- v2 v3 v4 v5 exec
	v_readlane_b32 s4, v1, s5                                  // | s4 <- v1 s5
	v_writelane_b32 v0, s4, 5                                  // | v0 <- v0 s4 keeps
	v_swap_b32 v0, v1                                          // | v0 v1 <- v0 v1 exec
	v_mbcnt_lo_u32_b32 v0, s4, v1                              // | v0 <- v1 s4 exec
	v_add_u16_sdwa v0, v1, v2 dst_sel:WORD_1 dst_unused:UNUSED_PAD src0_sel:WORD_0 src1_sel:WORD_1       // | v0 <- v1 v2 exec
	v_add_u16_sdwa v0, v1, v2 dst_sel:WORD_1 dst_unused:UNUSED_PRESERVE src0_sel:WORD_0 src1_sel:WORD_1  // | v0 <- v0 v1 v2 exec keeps
	v_mov_b32_dpp v0, v1 quad_perm:[1,0,3,2] row_mask:0xf bank_mask:0xf     // | v0 <- v1 exec
	v_mov_b32_dpp v0, v1 row_shr:1 row_mask:0xf bank_mask:0xf               // | v0 <- v0 v1 exec keeps
	v_mov_b32_dpp v0, v1 row_shr:1 row_mask:0xf bank_mask:0xf bound_ctrl:0  // | v0 <- v1 exec
	v_add_f32_dpp v0, v1, v2 row_bcast:15 row_mask:0xa bank_mask:0xf        // | v0 <- v0 v1 v2 exec keeps
	v_fma_f16 v0, v1, v2, v3 op_sel:[0,0,0,1]                  // | v0 <- v0 v1 v2 v3 exec keeps
	v_fma_mixlo_f16 v0, v1, v2, v3                             // | v0 <- v0 v1 v2 v3 exec keeps
	v_cvt_pk_fp8_f32 v0, v1, v2                                // | v0 <- v0 v1 v2 exec keeps
	v_accvgpr_write_b32 a0, v1                                 // | a0 <- v1 exec
	v_accvgpr_read_b32 v0, a1                                  // | v0 <- a1 exec
	v_mfma_f32_16x16x16_bf16 a[0:3], v[2:3], v[4:5], a[8:11]   // | a0 a1 a2 a3 <- v2 v3 v4 v5 a8 a9 a10 a11 exec
	v_mfma_f32_16x16x16_bf16 v[0:3], a[2:3], v[4:5], 0         // | v0 v1 v2 v3 <- v4 v5 a2 a3 exec
	v_smfmac_f32_16x16x32_f16 v[0:3], v[4:5], v[8:11], v12     // | v0 v1 v2 v3 <- v0 v1 v2 v3 v4 v5 v8 v9 v10 v11 v12 exec

	ds_read_b32 v0, v1 offset:16                               // | v0 <- v1 exec
	ds_read_b128 a[0:3], v1                                    // | a0 a1 a2 a3 <- v1 exec
	ds_read2_b64 v[0:3], v4 offset1:8                          // | v0 v1 v2 v3 <- v4 exec
	ds_read_u16_d16 v0, v1                                     // | v0 <- v0 v1 exec keeps
	ds_read_u16_d16_hi v0, v1                                  // | v0 <- v0 v1 exec keeps
	ds_write_b64 v0, v[2:3]                                    // |  <- v0 v2 v3 exec
	ds_write2_b32 v0, v1, v2 offset1:4                         // |  <- v0 v1 v2 exec
	ds_write_b16_d16_hi v0, v1                                 // |  <- v0 v1 exec
	ds_add_u32 v0, v1                                          // |  <- v0 v1 exec
	ds_add_rtn_u32 v0, v1, v2                                  // | v0 <- v1 v2 exec
	ds_cmpst_rtn_b32 v0, v1, v2, v3                            // | v0 <- v1 v2 v3 exec
	ds_bpermute_b32 v0, v1, v2                                 // | v0 <- v1 v2 exec
	ds_read_addtid_b32 v0                                      // | v0 <- m0 exec
	ds_swizzle_b32 v0, v1 offset:swizzle(SWAP,1)               // | v0 <- v1 exec

	global_load_dwordx4 v[0:3], v[4:5], off                    // | v0 v1 v2 v3 <- v4 v5 exec
	global_load_dword v0, v1, s[2:3]                           // | v0 <- v1 s2 s3 exec
	global_load_dword a0, v1, s[2:3]                           // | a0 <- v1 s2 s3 exec
	global_load_short_d16_hi v0, v[2:3], off                   // | v0 <- v0 v2 v3 exec keeps
	global_store_dwordx2 v[0:1], v[2:3], off                   // |  <- v0 v1 v2 v3 exec
	global_store_dword v0, a1, s[2:3]                          // |  <- v0 a1 s2 s3 exec
	global_atomic_add v[0:1], v2, off                          // |  <- v0 v1 v2 exec
	global_atomic_add v0, v[2:3], v4, off sc0                  // | v0 <- v2 v3 v4 exec
	global_atomic_cmpswap v0, v[2:3], v[4:5], off sc0          // | v0 <- v2 v3 v4 v5 exec
	global_load_lds_dword v[0:1], off                          // |  <- v0 v1 m0 exec
	buffer_load_dwordx2 v[0:1], v2, s[4:7], s8 offen           // | v0 v1 <- v2 s4 s5 s6 s7 s8 exec
	buffer_load_dword v0, off, s[4:7], 0                       // | v0 <- s4 s5 s6 s7 exec
	buffer_store_dword v0, v[2:3], s[4:7], 0 idxen offen       // |  <- v0 v2 v3 s4 s5 s6 s7 exec
	buffer_load_dword v2, s[4:7], 0 offen lds                  // |  <- v2 s4 s5 s6 s7 m0 exec
	buffer_atomic_add v0, v2, s[4:7], 0 offen                  // |  <- v0 v2 s4 s5 s6 s7 exec
	buffer_atomic_add v0, v2, s[4:7], 0 offen sc0              // | v0 <- v0 v2 s4 s5 s6 s7 exec
	scratch_load_dword v0, off, s4                             // | v0 <- s4 exec
	scratch_store_dword v0, v1, off                            // |  <- v0 v1 exec

	s_load_dwordx4 s[4:7], s[0:1], 0x10                        // | s4 s5 s6 s7 <- s0 s1
	s_load_dword s4, s[0:1], s9                                // | s4 <- s0 s1 s9
	s_buffer_load_dwordx2 s[8:9], s[4:7], 0x0                  // | s8 s9 <- s4 s5 s6 s7
	s_memtime s[4:5]                                           // | s4 s5 <-
	s_store_dword s4, s[0:1], 0x0                              // |  <- s0 s1 s4
	s_dcache_inv                                               // |  <-
	s_mov_b32 m0, s4                                           // | m0 <- s4
	s_mov_b64 vcc, s[4:5]                                      // | vcc <- s4 s5
	s_add_u32 s0, s1, s2                                       // | s0 scc <- s1 s2
	s_addc_u32 s0, s1, 5                                       // | s0 scc <- s1 scc
	s_mul_i32 s0, s1, s2                                       // | s0 <- s1 s2
	s_cselect_b32 s0, s1, s2                                   // | s0 <- s1 s2 scc
	s_and_b64 exec, exec, s[4:5]                               // | exec scc <- s4 s5 exec
	s_and_saveexec_b64 s[4:5], vcc                             // | s4 s5 exec scc <- vcc exec
	s_cmp_lt_i32 s0, s1                                        // | scc <- s0 s1
	s_cmpk_eq_u32 s0, 0x7                                      // | scc <- s0
	s_movk_i32 s0, 0x7                                         // | s0 <-
	s_addk_i32 s0, 0x7                                         // | s0 scc <- s0
	s_cmovk_i32 s0, 0x7                                        // | s0 <- s0 scc keeps
	s_cmov_b32 s0, s1                                          // | s0 <- s0 s1 scc keeps
	s_bitset1_b32 s0, s1                                       // | s0 <- s0 s1 keeps
	s_bfe_u32 s0, s1, 0x100010                                 // | s0 scc <- s1
	s_getreg_b32 s0, hwreg(HW_REG_XCC_ID)                      // | s0 <-
	s_setreg_b32 hwreg(HW_REG_MODE, 0, 4), s0                  // |  <- s0
	s_getpc_b64 s[0:1]                                         // | s0 s1 <-
	s_nop 0                                                    // |  <-
	s_waitcnt vmcnt(0)                                         // |  <-
	s_barrier                                                  // |  <-
	s_endpgm                                                   // |  <-
.Lend:
	.size registers, .Lend-registers

	.rodata
	.p2align 6
	.amdhsa_kernel registers
		.amdhsa_next_free_vgpr 32
		.amdhsa_next_free_sgpr 16
		.amdhsa_accum_offset 16
	.end_amdhsa_kernel

	.amdgpu_metadata
---
amdhsa.version: [1, 2]
amdhsa.kernels:
  - .name: registers
    .symbol: registers.kd
    .kernarg_segment_size: 0
    .kernarg_segment_align: 4
    .group_segment_fixed_size: 0
    .private_segment_fixed_size: 0
    .wavefront_size: 64
    .sgpr_count: 22
    .vgpr_count: 32
    .agpr_count: 16
    .max_flat_workgroup_size: 1024
...
	.end_amdgpu_metadata
