// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Instructions of both targets with the record that decoding must give. The expectation stands in the
// comment behind "//=": operands as role:register*dwords or role:bits*dwords in the record's order, then
// modifiers and memory fields that differ from their defaults.
//   v vector, a accumulation, s scalar register (106 VCC, 124 M0, 126 EXEC, 102 FLAT_SCRATCH, 113 TTMP5),
//   x special operand code, # constant.
// Sources: operand order and field meaning from the CDNA3 ISA manual, chapters "Microcode formats" and
// "Instructions"; constants from its table of operand codes (f64 inline constants are doubles, a literal is
// the high half of a double, packed f32 takes an inline constant in both halves).
// Assembled by llvm-mc; written by hand.

.text
.globl records
.p2align 8
.type records,@function
records:
// --- SOP2, SOP1 ---
  s_add_u32 s0, s1, s2                                  //= sop2 sdst:s0 src0:s1 src1:s2 | SCC
  s_addc_u32 s0, s1, 0x12345678                         //= sop2 sdst:s0 src0:s1 src1:#12345678 | scc SCC
  s_and_b64 s[0:1], 0.5, s[2:3]                         //= sop2 sdst:s0*2 src0:#3fe0000000000000*2 src1:s2*2 | SCC
  s_lshl_b64 s[4:5], s[6:7], 3                          //= sop2 sdst:s4*2 src0:s6*2 src1:#3 | SCC
  s_cselect_b32 s3, s5, -1                              //= sop2 sdst:s3 src0:s5 src1:#ffffffffffffffff | scc
  s_ashr_i64 s[0:1], 0x80000000, s2                     //= sop2 sdst:s0*2 src0:#ffffffff80000000*2 src1:s2 | SCC
  s_mov_b64 s[0:1], 0x80000000                          //= sop1 sdst:s0*2 src0:#80000000*2
  s_mov_b64 s[0:1], -2                                  //= sop1 sdst:s0*2 src0:#fffffffffffffffe*2
  s_mov_b32 m0, s3                                      //= sop1 sdst:s124 src0:s3
  s_mov_b64 exec, vcc                                   //= sop1 sdst:s126*2 src0:s106*2
  s_mov_b64 flat_scratch, s[2:3]                        //= sop1 sdst:s102*2 src0:s2*2
  s_mov_b32 s3, ttmp5                                   //= sop1 sdst:s3 src0:s113
  s_mov_b64 s[4:5], src_shared_base                     //= sop1 sdst:s4*2 src0:x235*2
  s_mov_b32 s4, src_private_limit                       //= sop1 sdst:s4 src0:x238
  s_mov_b32 s4, src_vccz                                //= sop1 sdst:s4 src0:x251
  s_mov_b32 s4, src_execz                               //= sop1 sdst:s4 src0:x252
  s_mov_b32 s4, src_scc                                 //= sop1 sdst:s4 src0:x253
  s_and_saveexec_b64 s[2:3], vcc                        //= sop1 sdst:s2*2 src0:s106*2 | SCC exec EXEC
  s_bitset1_b32 s3, s5                                  //= sop1 sdst:s3 src0:s5
  s_movreld_b32 s3, s5                                  //= sop1 sdst:s3 src0:s5 | m0
  s_getpc_b64 s[6:7]                                    //= sop1 sdst:s6*2
  s_swappc_b64 s[30:31], s[4:5]                         //= sop1 sdst:s30*2 src0:s4*2
// --- SOPC, SOPK, SOPP ---
  s_cmp_lt_i32 s0, 7                                    //= sopc src0:s0 src1:#7 | SCC
  s_cmp_eq_u64 s[0:1], s[2:3]                           //= sopc src0:s0*2 src1:s2*2 | SCC
  s_movk_i32 s3, -5                                     //= sopk sdst:s3 imm=-5
  s_addk_i32 s3, -5                                     //= sopk sdst:s3 src0:s3 imm=-5 | SCC
  s_cmpk_eq_i32 s3, -5                                  //= sopk src0:s3 imm=-5 | SCC
  s_setreg_b32 hwreg(HW_REG_MODE,4,4), s3               //= sopk src0:s3 imm=6401
  s_setreg_imm32_b32 hwreg(HW_REG_MODE,4,4), 0x77       //= sopk imm=6401 literal=77
  s_getreg_b32 s3, hwreg(HW_REG_MODE)                   //= sopk sdst:s3 imm=63489
  s_waitcnt vmcnt(63) lgkmcnt(0)                        //= sopp imm=49279
  s_nop 7                                               //= sopp imm=7
  s_barrier                                             //= sopp
  s_cbranch_scc1 next                                   //= sopp to=+4 | scc
next:
  s_cbranch_vccz next                                   //= sopp to=+0 | vcc
  s_cbranch_execnz next                                 //= sopp to=-4 | exec
  s_call_b64 s[4:5], callee                             //= sopk sdst:s4*2 to=callee
// --- SMEM ---
  s_load_dwordx4 s[4:7], s[0:1], 0x10                   //= smem sdst:s4*4 sbase:s0*2 offset=16
  s_load_dword s4, s[0:1], -4                           //= smem sdst:s4 sbase:s0*2 offset=-4
  s_load_dword s4, s[0:1], s3                           //= smem sdst:s4 sbase:s0*2 soffset:s3
  s_load_dwordx2 s[4:5], s[0:1], s3 offset:0x14         //= smem sdst:s4*2 sbase:s0*2 soffset:s3 offset=20
  s_buffer_load_dwordx8 s[16:23], s[8:11], 0x14         //= smem sdst:s16*8 sbase:s8*4 offset=20
  s_store_dword s4, s[0:1], 0x10                        //= smem sdata:s4 sbase:s0*2 offset=16
  s_atomic_add s4, s[0:1], 0x10 glc                     //= smem sdst:s4 sdata:s4 sbase:s0*2 offset=16 cache=sc0
  s_memtime s[4:5]                                      //= smem sdst:s4*2
  s_dcache_inv                                          //= smem
// --- VOP1, VOP2, VOPC, 32-bit form ---
  v_mov_b32_e32 v0, s3                                  //= vop1/e32 vdst:v0 src0:s3 | exec
  v_mov_b64_e32 v[0:1], 1.0                             //= vop1/e32 vdst:v0*2 src0:#3ff0000000000000*2 | exec
  v_cvt_f32_f64_e32 v0, 0x40280000                      //= vop1/e32 vdst:v0 src0:#4028000000000000*2 | exec
  v_readfirstlane_b32 s3, v1                            //= vop1/e32 sdst:s3 src0:v1 | exec
  v_swap_b32 v1, v2                                     //= vop1/e32 vdst:v1 vdst2:v2 src0:v2 src1:v1 | exec
  v_accvgpr_mov_b32 a0, a1                              //= vop1/e32 vdst:a0 src0:a1 | exec
  v_add_f32_e32 v0, 0.5, v1                             //= vop2/e32 vdst:v0 src0:#3f000000 src1:v1 | exec
  v_add_f32_e32 v0, 0.15915494, v1                      //= vop2/e32 vdst:v0 src0:#3e22f983 src1:v1 | exec
  v_add_u32_e32 v0, -16, v1                             //= vop2/e32 vdst:v0 src0:#fffffffffffffff0 src1:v1 | exec
  v_add_f16_e32 v0, 1.0, v1                             //= vop2/e32 vdst:v0 src0:#3c00 src1:v1 | exec
  v_add_f16_e32 v0, 0x1234, v1                          //= vop2/e32 vdst:v0 src0:#1234 src1:v1 | exec
  v_cndmask_b32_e32 v0, v1, v2, vcc                     //= vop2/e32 vdst:v0 src0:v1 src1:v2 src2:s106*2 | exec
  v_add_co_u32_e32 v0, vcc, v1, v2                      //= vop2/e32 vdst:v0 sdst:s106*2 src0:v1 src1:v2 | exec
  v_addc_co_u32_e32 v0, vcc, v1, v2, vcc                //= vop2/e32 vdst:v0 sdst:s106*2 src0:v1 src1:v2 src2:s106*2 | exec
  v_fmac_f32_e32 v0, v1, v2                             //= vop2/e32 vdst:v0 src0:v1 src1:v2 src2:v0 | exec
  v_fmac_f64_e32 v[0:1], v[2:3], v[4:5]                 //= vop2/e32 vdst:v0*2 src0:v2*2 src1:v4*2 src2:v0*2 | exec
  v_fmamk_f32 v0, v1, 0x42000000, v3                    //= vop2/e32 vdst:v0 src0:v1 src1:#42000000 src2:v3 | exec
  v_fmaak_f32 v0, v1, v3, 0x42000000                    //= vop2/e32 vdst:v0 src0:v1 src1:v3 src2:#42000000 | exec
  v_madak_f16 v0, v1, v3, 0x4200                        //= vop2/e32 vdst:v0 src0:v1 src1:v3 src2:#4200 | exec
  v_dot2c_f32_f16_e32 v0, v1, v2                        //= vop2/e32 vdst:v0 src0:v1 src1:v2 src2:v0 | exec
  v_cmp_lt_f32_e32 vcc, s1, v2                          //= vopc/e32 sdst:s106*2 src0:s1 src1:v2 | exec
  v_cmpx_gt_i64_e32 vcc, 0x80000000, v[2:3]             //= vopc/e32 sdst:s106*2 src0:#ffffffff80000000*2 src1:v2*2 | exec EXEC
// --- the same in 64-bit form, and VOP3 ---
  v_mul_f32_e64 v0, v1, v2 clamp mul:4                  //= vop2/e64 vdst:v0 src0:v1 src1:v2 omod=2 clamp | exec
  v_add_f32_e64 v0, -v1, |s2| div:2                     //= vop2/e64 vdst:v0 src0:v1 src1:s2 neg=1 abs=2 omod=3 | exec
  v_cndmask_b32_e64 v0, v1, v2, s[4:5]                  //= vop2/e64 vdst:v0 src0:v1 src1:v2 src2:s4*2 | exec
  v_addc_co_u32_e64 v0, s[4:5], v1, v2, s[6:7]          //= vop2/e64 vdst:v0 sdst:s4*2 src0:v1 src1:v2 src2:s6*2 | exec
  v_cmp_lt_f32_e64 s[4:5], -v1, |v2|                    //= vopc/e64 sdst:s4*2 src0:v1 src1:v2 neg=1 abs=2 | exec
  v_cmp_class_f32_e64 vcc, v1, v3                       //= vopc/e64 sdst:s106*2 src0:v1 src1:v3 | exec
  v_add_f64 v[0:1], v[2:3], 1.0                         //= vop3 vdst:v0*2 src0:v2*2 src1:#3ff0000000000000*2 | exec
  v_fma_f32 v0, -v1, |v2|, -|v3|                        //= vop3 vdst:v0 src0:v1 src1:v2 src2:v3 neg=5 abs=6 | exec
  v_fma_f16 v0, v1, v2, v3 op_sel:[1,0,0,1]             //= vop3 vdst:v0 src0:v1 src1:v2 src2:v3 op_sel=9 | exec
  v_mad_u64_u32 v[0:1], vcc, v2, v3, v[4:5]             //= vop3 vdst:v0*2 sdst:s106*2 src0:v2 src1:v3 src2:v4*2 | exec
  v_lshl_add_u64 v[0:1], s[2:3], 3, v[4:5]              //= vop3 vdst:v0*2 src0:s2*2 src1:#3 src2:v4*2 | exec
  v_div_scale_f32 v0, vcc, v1, v2, v3                   //= vop3 vdst:v0 sdst:s106*2 src0:v1 src1:v2 src2:v3 | exec
  v_div_fmas_f32 v0, v1, v2, v3                         //= vop3 vdst:v0 src0:v1 src1:v2 src2:v3 | vcc exec
  v_readlane_b32 s3, v1, 5                              //= vop3 sdst:s3 src0:v1 src1:#5
  v_writelane_b32 v1, s3, m0                            //= vop3 vdst:v1 src0:s3 src1:s124
  v_cvt_pk_fp8_f32 v0, v1, v2 op_sel:[0,0,1]            //= vop3 vdst:v0 src0:v1 src1:v2 op_sel=8 | exec
  v_cvt_sr_fp8_f32 v0, v1, v2 op_sel:[0,0,1,1]          //= vop3 vdst:v0 src0:v1 src1:v2 op_sel=12 | exec
// --- VOP3P ---
  v_pk_add_f16 v0, v1, 1.0                              //= vop3p vdst:v0 src0:v1 src1:#3c00 op_sel_hi=7 | exec
  v_pk_add_f16 v0, v1, v2 op_sel:[1,0] op_sel_hi:[0,1] neg_lo:[0,1] neg_hi:[1,0] //= vop3p vdst:v0 src0:v1 src1:v2 neg=2 abs=1 op_sel=1 op_sel_hi=6 | exec
  v_pk_add_u16 v0, v1, -1                               //= vop3p vdst:v0 src0:v1 src1:#ffffffffffffffff op_sel_hi=7 | exec
  v_pk_fma_f32 v[0:1], v[2:3], 1.0, v[4:5]              //= vop3p vdst:v0*2 src0:v2*2 src1:#3f8000003f800000*2 src2:v4*2 op_sel_hi=7 | exec
  v_pk_mul_f32 v[0:1], v[2:3], s[4:5] op_sel_hi:[1,0]   //= vop3p vdst:v0*2 src0:v2*2 src1:s4*2 op_sel_hi=5 | exec
  v_fma_mixlo_f16 v0, v1, v2, v3 op_sel:[0,1,0] op_sel_hi:[1,1,0] //= vop3p vdst:v0 src0:v1 src1:v2 src2:v3 op_sel=2 op_sel_hi=3 | exec
  v_fma_mix_f32 v0, -v1, |v2|, v3                       //= vop3p vdst:v0 src0:v1 src1:v2 src2:v3 neg=1 abs=2 | exec
  v_dot2_f32_f16 v0, v1, v2, 1.0                        //= vop3p vdst:v0 src0:v1 src1:v2 src2:#3f800000 op_sel_hi=7 | exec
  v_dot4_i32_i8 v0, v1, v2, v3                          //= vop3p vdst:v0 src0:v1 src1:v2 src2:v3 | exec
// --- matrix ---
  v_mfma_f32_32x32x8_f16 a[0:15], v[2:3], v[4:5], 1.0   //= mai vdst:a0*16 src0:v2*2 src1:v4*2 src2:#3f800000*16 | exec
  v_mfma_f64_16x16x4_f64 v[0:7], v[8:9], v[10:11], 1.0  //= mai vdst:v0*8 src0:v8*2 src1:v10*2 src2:#3ff0000000000000*8 | exec
  v_mfma_f32_32x32x4_2b_bf16 a[0:31], v[2:3], a[4:5], a[0:31] cbsz:1 abid:1 blgp:3 //= mai vdst:a0*32 src0:v2*2 src1:a4*2 src2:a0*32 cbsz=1 abid=1 blgp=3 | exec
  v_smfmac_f32_16x16x32_f16 v[0:3], v[4:5], v[6:9], v10 cbsz:1 abid:2 //= mai vdst:v0*4 src0:v4*2 src1:v6*4 index:v10 src2:v0*4 cbsz=1 abid=2 | exec
  v_accvgpr_read_b32 v0, a1                             //= mai vdst:v0 src0:a1 | exec
  v_accvgpr_write_b32 a0, 1.0                           //= mai vdst:a0 src0:#3f800000 | exec
// --- DPP and SDWA ---
  v_mov_b32_dpp v0, v1 quad_perm:[1,0,2,3] row_mask:0x5 bank_mask:0x3 bound_ctrl:0 //= vop1/dpp vdst:v0 src0:v1 dpp=e1,5,3,bound | exec
  v_add_f32_dpp v0, -v1, |v2| row_shr:4 row_mask:0xf bank_mask:0xf //= vop2/dpp vdst:v0 src0:v1 src1:v2 neg=1 abs=2 dpp=114,f,f | exec
  v_addc_co_u32_dpp v0, vcc, v1, v2, vcc row_bcast:15 row_mask:0xa bank_mask:0xf //= vop2/dpp vdst:v0 sdst:s106*2 src0:v1 src1:v2 src2:s106*2 dpp=142,a,f | exec
  v_add_f32_sdwa v0, -v1, |s2| clamp dst_sel:WORD_1 dst_unused:UNUSED_PRESERVE src0_sel:BYTE_2 src1_sel:WORD_0 //= vop2/sdwa vdst:v0 src0:v1 src1:s2 neg=1 abs=2 clamp sdwa=5,2,2,4 | exec
  v_add_u32_sdwa v0, sext(v1), v2 dst_sel:BYTE_3 dst_unused:UNUSED_SEXT src0_sel:BYTE_1 src1_sel:DWORD //= vop2/sdwa vdst:v0 src0:v1 src1:v2 sext=1 sdwa=3,1,1,6 | exec
  v_cmp_lt_f32_sdwa s[4:5], v1, v2 src0_sel:WORD_1 src1_sel:DWORD //= vopc/sdwa sdst:s4*2 src0:v1 src1:v2 sdwa=6,0,5,6 | exec
  v_cvt_f32_fp8_sdwa v0, v1 src0_sel:BYTE_2             //= vop1/sdwa vdst:v0 src0:v1 sdwa=6,0,2,6 | exec
// --- LDS ---
  ds_read_b64 v[0:1], v2 offset:65528                   //= ds vdst:v0*2 address:v2 offset=65528 | exec
  ds_read2_b32 v[0:1], v2 offset0:1 offset1:255         //= ds vdst:v0*2 address:v2 offset=1 offset1=255 | exec
  ds_write2st64_b64 v2, v[4:5], v[6:7] offset0:1 offset1:2 //= ds address:v2 data0:v4*2 data1:v6*2 offset=1 offset1=2 | exec
  ds_write_b128 v0, a[4:7]                              //= ds address:v0 data0:a4*4 | exec
  ds_add_rtn_u32 v0, v1, v2                             //= ds vdst:v0 address:v1 data0:v2 | exec
  ds_cmpst_b32 v0, v1, v2                               //= ds address:v0 data0:v1 data1:v2 | exec
  ds_bpermute_b32 v0, v1, v2 offset:4                   //= ds vdst:v0 address:v1 data0:v2 offset=4 | exec
  ds_swizzle_b32 v0, v1 offset:swizzle(SWAP,16)         //= ds vdst:v0 address:v1 offset=16415 | exec
  ds_read_b32 a0, v1                                    //= ds vdst:a0 address:v1 | exec
  ds_append v0 offset:8                                 //= ds vdst:v0 offset=8 | exec m0
// --- FLAT, GLOBAL, SCRATCH ---
  global_load_dwordx4 v[0:3], v[4:5], off offset:-16 sc0 nt //= global vdst:v0*4 address:v4*2 offset=-16 cache=sc0,nt | exec
  global_load_dwordx4 v[0:3], v4, s[2:3] offset:16 sc1  //= global vdst:v0*4 saddr:s2*2 address:v4 offset=16 cache=sc1 | exec
  global_load_short_d16_hi v0, v[4:5], off              //= global vdst:v0 address:v4*2 | exec
  global_store_dwordx2 v[4:5], v[0:1], off              //= global address:v4*2 data0:v0*2 | exec
  global_atomic_add_f32 v0, v[4:5], v1, off sc0         //= global vdst:v0 address:v4*2 data0:v1 cache=sc0 | exec
  global_atomic_cmpswap_x2 v[0:1], v4, v[6:9], s[4:5] sc0 //= global vdst:v0*2 address:v4 data0:v6*4 saddr:s4*2 cache=sc0 | exec
  global_load_lds_dword v4, s[2:3] offset:4             //= global saddr:s2*2 address:v4 offset=4 | exec m0
  flat_load_dword v0, v[2:3] offset:4095                //= flat vdst:v0 address:v2*2 offset=4095 | exec
  flat_store_dword v[2:3], a1                           //= flat address:v2*2 data0:a1 | exec
  scratch_load_dword v0, off, off offset:4              //= scratch vdst:v0 offset=4 | exec
  scratch_load_dword v0, v1, off offset:-4              //= scratch vdst:v0 address:v1 offset=-4 | exec
  scratch_load_dword v0, off, s3                        //= scratch vdst:v0 saddr:s3 | exec
  scratch_store_dword v1, a2, s3 offset:4               //= scratch data0:a2 address:v1 saddr:s3 offset=4 | exec
// --- MUBUF, MTBUF ---
  buffer_load_dwordx4 v[0:3], v4, s[8:11], s3 offen offset:8 //= mubuf vdst:v0*4 address:v4 resource:s8*4 soffset:s3 offset=8 offen | exec
  buffer_load_dword v0, v[4:5], s[8:11], 0 idxen offen  //= mubuf vdst:v0 address:v4*2 resource:s8*4 soffset:#0 offen idxen | exec
  buffer_load_dword off, s[8:11], s3 lds                //= mubuf resource:s8*4 soffset:s3 lds | exec m0
  buffer_store_dword a0, v4, s[8:11], 4 idxen sc0 sc1   //= mubuf data0:a0 address:v4 resource:s8*4 soffset:#4 cache=sc0,sc1 idxen | exec
  buffer_atomic_add v0, v4, s[8:11], 0 offen            //= mubuf data0:v0 address:v4 resource:s8*4 soffset:#0 offen | exec
  buffer_atomic_cmpswap v[0:1], v4, s[8:11], 0 offen sc0 //= mubuf vdst:v0 data0:v0*2 address:v4 resource:s8*4 soffset:#0 cache=sc0 offen | exec
  tbuffer_load_format_x v0, off, s[8:11], 0 format:[BUF_DATA_FORMAT_32,BUF_NUM_FORMAT_FLOAT] //= mtbuf vdst:v0 resource:s8*4 soffset:#0 format=74 | exec
  buffer_wbl2 sc1                                       //= mubuf cache=sc1 | exec
  buffer_inv sc0 sc1                                    //= mubuf cache=sc0,sc1 | exec
  s_endpgm                                              //= sopp
callee:
  s_setpc_b64 s[4:5]                                    //= sop1 src0:s4*2
.size records, .-records

// A function that only a pointer reaches.
.p2align 2
.type pointee,@function
pointee:
  v_nop                                                 //= vop1/e32 | exec
  s_branch pointee                                      //= sopp to=-4
.size pointee, .-pointee

.rodata
.p2align 6
.amdhsa_kernel records
  .amdhsa_next_free_vgpr 512
  .amdhsa_next_free_sgpr 96
  .amdhsa_accum_offset 256
.end_amdhsa_kernel

.amdgpu_metadata
---
amdhsa.version: [1, 2]
amdhsa.kernels:
  - .name: records
    .symbol: records.kd
    .kernarg_segment_size: 0
    .kernarg_segment_align: 8
    .group_segment_fixed_size: 0
    .private_segment_fixed_size: 0
    .wavefront_size: 64
    .sgpr_count: 96
    .vgpr_count: 512
    .agpr_count: 256
    .max_flat_workgroup_size: 256
...
.end_amdgpu_metadata
