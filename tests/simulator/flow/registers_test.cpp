// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Registers read and written, by instruction kind; and the counters that memory instructions increment.

#include <doctest/doctest.h>

#include "tests/simulator/flow/program_text.h"

namespace lanewise::flow {
namespace {

using test::instruction_from;
using test::names_of;

TEST_CASE("registers_follow_roles_and_names") {
  struct Row {
    const char* line;
    const char* reads;
    const char* writes;
    bool partial;
  };
  static constexpr Row kRows[] = {
      // plain
      {"v_add_f32 v0 <- v1 s4", "v1 s4", "v0", false},
      {"v_mov_b32 v0 <- v1", "v1", "v0", false},
      {"v_lshl_add_u64 v[0:1] <- v[2:3] v[4:5]", "v2 v3 v4 v5", "v0 v1", false},
      {"v_readfirstlane_b32 s7 <- v1", "v1", "s7", false},
      {"v_cmp_lt_u32 vcc <- v0 s4", "v0 s4", "vcc", false},
      {"s_add_u32 s0 scc <- s1 s2", "s1 s2", "s0 scc", false},
      {"s_addc_u32 s0 scc <- s1 scc", "s1 scc", "s0 scc", false},
      {"s_mov_b32 m0 <- s1", "s1", "m0", false},
      // accumulation into the destination
      {"v_fmac_f32 v0 <- v1 v2", "v0 v1 v2", "v0", false},
      {"v_dot2c_f32_f16 v0 <- v1 v2", "v0 v1 v2", "v0", false},
      {"s_addk_i32 s3 scc <-", "s3", "s3 scc", false},
      {"v_smfmac_f32_16x16x32_f16 a[0:3] <- v[0:1] v[2:5] v9", "v0 v1 v2 v3 v4 v5 v9 a0 a1 a2 a3",
       "a0 a1 a2 a3", false},
      {"v_mfma_f32_16x16x16_bf16 a[0:3] <- v[0:1] v[2:3] a[4:7]", "v0 v1 v2 v3 a4 a5 a6 a7", "a0 a1 a2 a3",
       false},
      // a part of the destination stays
      {"v_writelane_b32 v0 <- s1 s2", "v0 s1 s2", "v0", true},
      {"v_fma_mixlo_f16 v0 <- v1 v2", "v0 v1 v2", "v0", true},
      {"v_cvt_pk_fp8_f32 v0 <- v1 v2", "v0 v1 v2", "v0", true},
      {"s_cmov_b32 s0 <- s1 scc", "s0 s1 scc", "s0", true},
      {"s_bitset1_b32 s0 <- s1", "s0 s1", "s0", true},
      {"ds_read_u16_d16_hi v0 <- v1", "v0 v1", "v0", true},
      {"global_load_short_d16 v0 <- v[2:3]", "v0 v2 v3", "v0", true},
      // both operands
      {"v_swap_b32 v0 <- v1", "v0 v1", "v0 v1", false},
      {"v_permlane32_swap_b32 v0 <- v1", "v0 v1", "v0 v1", false},
      // a destination by name that is only read
      {"s_cmpk_eq_u32 s3 scc <-", "s3", "scc", false},
      {"s_setreg_b32 s3 <-", "s3", "", false},
      // memory
      {"global_load_dwordx4 v[0:3] <- v8 s[2:3]", "v8 s2 s3", "v0 v1 v2 v3", false},
      {"global_store_dwordx2 v[8:9] v[0:1]", "v0 v1 v8 v9", "", false},
      {"ds_write_b64 v4 v[0:1]", "v0 v1 v4", "", false},
      {"ds_write_b16_d16_hi v4 v0", "v0 v4", "", false},
      {"ds_read_b128 a[0:3] <- v4", "v4", "a0 a1 a2 a3", false},
      {"buffer_load_dword v0 <- v1 s[4:7]", "v1 s4 s5 s6 s7", "v0", false},
      {"buffer_atomic_add v0 <- v1 s[4:7]", "v0 v1 s4 s5 s6 s7", "v0", false},
      {"s_load_dwordx4 s[4:7] <- s[0:1]", "s0 s1", "s4 s5 s6 s7", false},
      {"s_endpgm", "", "", false},
  };
  for (const Row& row : kRows) {
    CAPTURE(row.line);
    const ReadsWrites registers = registers_of(instruction_from(row.line));
    CHECK(names_of(registers.reads) == row.reads);
    CHECK(names_of(registers.writes) == row.writes);
    CHECK(registers.partial_write == row.partial);
  }
}

TEST_CASE("implicit_registers_come_from_the_flags") {
  isa::Instruction instruction = instruction_from("v_cndmask_b32 v0 <- v1 v2");
  instruction.reads_vcc = instruction.reads_exec = true;
  CHECK(names_of(registers_of(instruction).reads) == "v1 v2 vcc exec");
  instruction = instruction_from("s_and_saveexec_b64 s[0:1] <- s[2:3]");
  instruction.reads_exec = instruction.writes_exec = instruction.writes_scc = true;
  CHECK(names_of(registers_of(instruction).writes) == "s0 s1 exec scc");
  instruction = instruction_from("global_load_lds_dword v[0:1]");
  instruction.reads_m0 = true;
  CHECK(names_of(registers_of(instruction).reads) == "v0 v1 m0");
}

TEST_CASE("special_operands_read_their_registers") {
  for (const auto& [code, name] : {std::pair{251, "vcc"}, {252, "exec"}, {253, "scc"}, {235, ""}}) {
    isa::Instruction instruction = instruction_from("v_mov_b32 v0 <- v1");
    instruction.operands[1].kind = isa::OperandKind::kSpecial;
    instruction.operands[1].index = static_cast<std::uint16_t>(code);
    CHECK(names_of(registers_of(instruction).reads) == name);
  }
}

TEST_CASE("sdwa_reads_its_destination_only_when_it_preserves") {
  isa::Instruction instruction = instruction_from("v_add_u16 v0 <- v1 v2");
  instruction.form = isa::Form::kSdwa;
  instruction.vector.dst_sel = 5;
  instruction.vector.dst_unused = 0;
  CHECK_FALSE(registers_of(instruction).partial_write);
  CHECK(names_of(registers_of(instruction).reads) == "v1 v2");
  instruction.vector.dst_unused = 2;
  CHECK(registers_of(instruction).partial_write);
  CHECK(names_of(registers_of(instruction).reads) == "v0 v1 v2");
  instruction.vector.dst_sel = 6;  // the whole register: nothing is left to preserve
  CHECK_FALSE(registers_of(instruction).partial_write);
}

TEST_CASE("dpp_reads_its_destination_where_lanes_have_no_source") {
  struct Row {
    const char* what;
    std::uint16_t control;
    std::uint8_t row_mask;
    bool bound_ctrl;
    bool partial;
  };
  for (const Row& row :
       {Row{"quad_perm reaches every lane", 0x1b, 0xf, false, false},
        Row{"row_shr:1, lanes off the row keep", 0x111, 0xf, false, true},
        Row{"row_shr:1 with bound_ctrl writes 0", 0x111, 0xf, true, false},
        Row{"row_ror:1 reaches every lane", 0x121, 0xf, false, false},
        Row{"row_bcast15", 0x142, 0xf, false, true}, Row{"masked rows keep", 0x1b, 0xa, true, true}}) {
    CAPTURE(row.what);
    isa::Instruction instruction = instruction_from("v_mov_b32 v0 <- v1");
    instruction.form = isa::Form::kDpp;
    instruction.vector.dpp_ctrl = row.control;
    instruction.vector.row_mask = row.row_mask;
    instruction.vector.bound_ctrl = row.bound_ctrl;
    CHECK(registers_of(instruction).partial_write == row.partial);
    CHECK(names_of(registers_of(instruction).reads) == (row.partial ? "v0 v1" : "v1"));
  }
}

TEST_CASE("op_sel_high_half_keeps_the_low_half") {
  isa::Instruction instruction = instruction_from("v_fma_f16 v0 <- v1 v2");
  instruction.encoding = isa::Encoding::kVop3;
  CHECK_FALSE(registers_of(instruction).partial_write);
  instruction.vector.op_sel = 8;
  CHECK(registers_of(instruction).partial_write);
  CHECK(names_of(registers_of(instruction).reads) == "v0 v1 v2");
}

TEST_CASE("relative_moves_may_touch_any_sgpr") {
  const ReadsWrites registers = registers_of(instruction_from("s_movrels_b32 s0 <- s1"));
  CHECK(registers.reads.test(kFirstScalar + 77));
  CHECK(registers.writes.test(kFirstScalar + 77));
  CHECK(registers.partial_write);
}

TEST_CASE("an_operand_beyond_its_file_is_clipped") {
  isa::Instruction instruction = instruction_from("v_mov_b32 v0 <- v1");
  instruction.operands[0].index = 255;
  instruction.operands[0].dwords = 0xffff;
  instruction.operands[1].index = 0xffff;
  const ReadsWrites registers = registers_of(instruction);
  CHECK(names_of(registers.writes) == "v255");
  CHECK(names_of(registers.reads).empty());
}

TEST_CASE("counters_by_instruction") {
  struct Row {
    const char* line;
    bool vm, lgkm, scalar, load;
  };
  for (const Row& row : {Row{"global_load_dword v0 <- v[2:3]", true, false, false, true},
                         Row{"global_store_dword v[2:3] v0", true, false, false, false},
                         Row{"global_atomic_add v0 <- v[2:3] v4", true, false, false, true},
                         Row{"global_atomic_add v[2:3] v4", true, false, false, false},
                         Row{"global_load_lds_dword v[2:3]", true, false, false, false},
                         Row{"scratch_load_dword v0 <- v1", true, false, false, true},
                         Row{"buffer_load_dword v0 <- v1 s[4:7]", true, false, false, true},
                         Row{"buffer_store_dword v1 v2 s[4:7]", true, false, false, false},
                         Row{"buffer_inv", true, false, false, false},
                         Row{"buffer_wbl2", true, false, false, false},
                         Row{"flat_load_dword v0 <- v[2:3]", true, true, false, true},
                         Row{"flat_store_dword v[2:3] v0", true, true, false, false},
                         Row{"ds_read_b32 v0 <- v1", false, true, false, true},
                         Row{"ds_write_b32 v1 v2", false, true, false, false},
                         Row{"ds_bpermute_b32 v0 <- v1 v2", false, true, false, true},
                         Row{"s_load_dword s0 <- s[2:3]", false, true, true, true},
                         Row{"s_memtime s[0:1] <-", false, true, true, true},
                         Row{"s_memrealtime s[0:1] <-", false, true, true, true},
                         Row{"s_store_dword s[2:3] s0", false, true, true, false},
                         Row{"s_dcache_inv", false, false, false, false},
                         Row{"s_dcache_wb", false, false, false, false},
                         Row{"s_sendmsg", false, true, false, false},
                         Row{"s_barrier", false, false, false, false},
                         Row{"v_add_f32 v0 <- v1 v2", false, false, false, false}}) {
    CAPTURE(row.line);
    const Counters counters = counters_of(instruction_from(row.line));
    CHECK(counters.vm == row.vm);
    CHECK(counters.lgkm == row.lgkm);
    CHECK(counters.scalar == row.scalar);
    CHECK(counters.load == row.load);
  }
}

// SIMM16 values as LLVM encodes them.
TEST_CASE("waitcnt_fields") {
  struct Row {
    std::uint32_t simm16;
    int vm, exp, lgkm;
  };
  for (const Row& row : {Row{0x0f70, 0, 7, 15}, Row{0xc07f, 63, 7, 0}, Row{0xcf0f, 63, 0, 15},
                         Row{0x0000, 0, 0, 0}, Row{0xcf7f, 63, 7, 15}, Row{0x4371, 17, 7, 3}}) {
    const WaitCount wait = decode_waitcnt(row.simm16);
    CHECK(int{wait.vm} == row.vm);
    CHECK(int{wait.exp} == row.exp);
    CHECK(int{wait.lgkm} == row.lgkm);
  }
}

}  // namespace
}  // namespace lanewise::flow
