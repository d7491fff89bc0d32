// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which counters an instruction increments. Expected values: ROCm documentation, "MI300 and MI200 series
// performance counters", and the instruction trace behind the facts on SQ_INSTS_VALU and SQ_INSTS_SALU.

#include <doctest/doctest.h>

#include <fstream>
#include <iterator>
#include <set>
#include <string>

#include "simulator/trace/counter_table.h"
#include "simulator/trace/instruction_class.h"
#include "simulator/trace/instruction_counter.h"
#include "tests/simulator/trace/fake_wave.h"

namespace lanewise::trace {
namespace {

using isa::Encoding;
using isa::Role;
using isa::Target;
using test::instruction;

std::string joined(const std::vector<std::string_view>& names) {
  std::string text;
  for (const std::string_view name : names) {
    std::string_view rest = name;
    if (rest.starts_with("SQ_INSTS_")) rest.remove_prefix(9);
    text += (text.empty() ? "" : " ") + std::string(rest);
  }
  return text;
}

struct Row {
  const char* mnemonic;
  Encoding encoding;
  const char* counters_gfx942;  // without SQ_INSTS_
  const char* counters_gfx950;
};

constexpr Row kRows[] = {
    // scalar ALU; waits, nops, barriers and branches are not in SALU (measured)
    {"s_add_u32", Encoding::kSop2, "SALU", "SALU"},
    {"s_mov_b64", Encoding::kSop1, "SALU", "SALU"},
    {"s_cmp_lt_i32", Encoding::kSopc, "SALU", "SALU"},
    {"s_movk_i32", Encoding::kSopk, "SALU", "SALU"},
    {"s_waitcnt", Encoding::kSopp, "", ""},
    {"s_nop", Encoding::kSopp, "", ""},
    {"s_barrier", Encoding::kSopp, "", ""},
    {"s_sleep", Encoding::kSopp, "", ""},
    {"s_endpgm", Encoding::kSopp, "SENDMSG", "SENDMSG"},
    {"s_sendmsg", Encoding::kSopp, "SENDMSG", "SENDMSG"},
    {"s_branch", Encoding::kSopp, "BRANCH", "BRANCH"},
    {"s_cbranch_scc1", Encoding::kSopp, "BRANCH", "BRANCH"},
    {"s_cbranch_execz", Encoding::kSopp, "BRANCH", "BRANCH"},
    {"s_setpc_b64", Encoding::kSop1, "BRANCH", "BRANCH"},
    {"s_load_dwordx4", Encoding::kSmem, "SMEM", "SMEM"},
    {"s_memtime", Encoding::kSmem, "SMEM", "SMEM"},
    // vector ALU and matrix
    {"v_add_f32", Encoding::kVop2, "VALU", "VALU"},
    {"v_cmp_lt_f32", Encoding::kVopc, "VALU", "VALU"},
    {"v_readfirstlane_b32", Encoding::kVop1, "VALU", "VALU"},
    {"v_pk_fma_f32", Encoding::kVop3p, "VALU", "VALU"},
    {"v_accvgpr_read_b32", Encoding::kMai, "VALU", "VALU"},
    {"v_mfma_f32_32x32x8_bf16", Encoding::kMai, "VALU MFMA VALU_MFMA_BF16", "VALU MFMA VALU_MFMA_BF16"},
    {"v_mfma_f32_16x16x16_f16", Encoding::kMai, "VALU MFMA VALU_MFMA_F16", "VALU MFMA VALU_MFMA_F16"},
    {"v_mfma_f32_16x16x4_f32", Encoding::kMai, "VALU MFMA VALU_MFMA_F32", "VALU MFMA VALU_MFMA_F32"},
    {"v_mfma_f64_16x16x4_f64", Encoding::kMai, "VALU MFMA VALU_MFMA_F64", "VALU MFMA VALU_MFMA_F64"},
    {"v_mfma_i32_16x16x32_i8", Encoding::kMai, "VALU MFMA VALU_MFMA_I8", "VALU MFMA VALU_MFMA_I8"},
    {"v_smfmac_f32_16x16x32_bf16", Encoding::kMai, "VALU MFMA VALU_MFMA_BF16", "VALU MFMA VALU_MFMA_BF16"},
    // LDS
    {"ds_read_b128", Encoding::kDs, "LDS", "LDS LDS_LOAD"},
    {"ds_write2st64_b64", Encoding::kDs, "LDS", "LDS LDS_STORE"},
    {"ds_add_rtn_f32", Encoding::kDs, "LDS", "LDS LDS_ATOMIC"},
    {"ds_bpermute_b32", Encoding::kDs, "LDS", "LDS"},
    {"ds_gws_barrier", Encoding::kDs, "", ""},
    // vector memory
    {"global_load_dwordx4", Encoding::kGlobal, "VMEM VMEM_RD", "VMEM VMEM_RD"},
    {"global_store_short", Encoding::kGlobal, "VMEM VMEM_WR", "VMEM VMEM_WR"},
    {"global_load_lds_dword", Encoding::kGlobal, "VMEM VMEM_RD", "VMEM VMEM_RD"},
    {"global_atomic_add", Encoding::kGlobal, "VMEM VMEM_WR", "VMEM VMEM_WR"},
    {"buffer_load_dword", Encoding::kMubuf, "VMEM VMEM_RD", "VMEM VMEM_RD"},
    {"buffer_store_dwordx2", Encoding::kMubuf, "VMEM VMEM_WR", "VMEM VMEM_WR"},
    {"buffer_wbl2", Encoding::kMubuf, "VMEM", "VMEM"},
    {"scratch_load_dword", Encoding::kScratch, "VMEM VMEM_RD", "VMEM VMEM_RD"},
    {"flat_load_dword", Encoding::kFlat, "VMEM VMEM_RD FLAT LDS", "VMEM VMEM_RD FLAT LDS"},
    {"flat_store_dword", Encoding::kFlat, "VMEM VMEM_WR FLAT LDS", "VMEM VMEM_WR FLAT LDS"},
};

TEST_CASE("instructions increment the counters of their class") {
  for (const Row& row : kRows) {
    CAPTURE(row.mnemonic);
    const isa::Instruction made = instruction(row.mnemonic, row.encoding);
    CHECK(made.mnemonic != isa::kUnknownMnemonic);
    CHECK(joined(counters_of_instruction(made, row.mnemonic, Target::kGfx942)) == row.counters_gfx942);
    CHECK(joined(counters_of_instruction(made, row.mnemonic, Target::kGfx950)) == row.counters_gfx950);
  }
}

TEST_CASE("an atomic that returns a value counts as a load") {
  const isa::Instruction made =
      instruction("global_atomic_add", Encoding::kGlobal, {test::vgpr(Role::kVdst, 1)});
  CHECK(joined(counters_of_instruction(made, "global_atomic_add", Target::kGfx942)) == "VMEM VMEM_RD");
}

TEST_CASE("matrix instructions are told apart by their input type") {
  struct Matrix {
    const char* mnemonic;
    std::uint8_t cbsz, blgp;
    const char* counter;
  };
  constexpr Matrix kMatrix[] = {
      {"v_mfma_f32_32x32x4_2b_bf16", 0, 0, "SQ_INSTS_VALU_MFMA_BF16"},
      {"v_mfma_f32_32x32x8bf16_1k", 0, 0, "SQ_INSTS_VALU_MFMA_BF16"},
      {"v_mfma_f32_4x4x4_16b_f16", 0, 0, "SQ_INSTS_VALU_MFMA_F16"},
      {"v_mfma_f32_16x16x8_xf32", 0, 0, "SQ_INSTS_VALU_MFMA_XF32"},
      {"v_mfma_f32_16x16x32_fp8_bf8", 0, 0, "SQ_INSTS_VALU_MFMA_F8"},
      {"v_mfma_f32_16x16x32_bf8_fp8", 0, 0, "SQ_INSTS_VALU_MFMA_F8"},
      {"v_mfma_f32_16x16x128_f8f6f4", 0, 1, "SQ_INSTS_VALU_MFMA_F8"},
      {"v_mfma_f32_16x16x128_f8f6f4", 0, 4, "SQ_INSTS_VALU_MFMA_F8"},
      {"v_mfma_f32_16x16x128_f8f6f4", 4, 4, "SQ_INSTS_VALU_MFMA_F6F4"},
      {"v_mfma_scale_f32_32x32x64_f8f6f4", 2, 3, "SQ_INSTS_VALU_MFMA_F6F4"},
      {"v_accvgpr_write_b32", 0, 0, ""},
      {"v_fma_f32", 0, 0, ""},
  };
  for (const Matrix& row : kMatrix) {
    CAPTURE(row.mnemonic);
    isa::VectorModifiers modifiers;
    modifiers.cbsz = row.cbsz;
    modifiers.blgp = row.blgp;
    CHECK(matrix_counter(row.mnemonic, modifiers) == row.counter);
  }
}

TEST_CASE("every matrix mnemonic of both targets has a type counter that is defined") {
  std::size_t matrix = 0;
  for (isa::MnemonicId id = 0; id < isa::mnemonic_count(); ++id) {
    const std::string_view name = isa::mnemonic_name(id);
    if (!name.starts_with("v_mfma_") && !name.starts_with("v_smfmac_")) continue;
    CAPTURE(name);
    ++matrix;
    CHECK(find_counter(matrix_counter(name, {})) != nullptr);
  }
  CHECK(matrix >= 60);
}

TEST_CASE("every counter is defined once, with a source") {
  std::set<std::string_view> names;
  for (const CounterDefinition& definition : counter_definitions()) {
    CAPTURE(definition.name);
    CHECK(names.insert(definition.name).second);
    CHECK_FALSE(definition.definition.empty());
    CHECK_FALSE(definition.source.empty());
    CHECK_FALSE(definition.unit.empty());
    CHECK(find_counter(definition.name) == &definition);
  }
  CHECK(find_counter("SQ_NO_SUCH_COUNTER") == nullptr);
}

/// Markdown takes a pair of stars for emphasis.
std::string escaped(std::string_view text) {
  std::string result;
  for (const char c : text) result += c == '*' ? "\\*" : std::string(1, c);
  return result;
}

/// The table of docs/reference/counters.md.
std::string counter_rows() {
  std::string rows = "| counter | unit | definition | source |\n|---|---|---|---|\n";
  for (const CounterDefinition& definition : counter_definitions()) {
    rows += "| `" + std::string(definition.name) + "` | " + std::string(definition.unit) + " | " +
            escaped(definition.definition) + " | " + std::string(definition.source) + " |\n";
  }
  return rows;
}

TEST_CASE("docs/reference/counters.md shows the counters' own table") {
  std::ifstream in("docs/reference/counters.md");  // tests run in the project's folder
  REQUIRE(in.good());
  const std::string page{std::istreambuf_iterator<char>(in), {}};
  INFO("expected this table:\n", counter_rows());
  CHECK(page.find(counter_rows()) != std::string::npos);
}

std::uint64_t value(const InstructionCounter& counter, std::string_view name) {
  for (const auto& [each, count] : counter.counters()) {
    if (each == name) return count;
  }
  FAIL("no counter ", name);
  return 0;
}

TEST_CASE("sums are the same however workgroups are spread over shards") {
  // 0 s_load, 1 v_add, 2 mfma, 3 ds_read, 4 s_endpgm. Workgroup w runs v_add w + 1 times in each of 2 waves.
  const isa::Program program = test::program(
      {instruction("s_load_dwordx2", Encoding::kSmem), instruction("v_add_f32", Encoding::kVop2),
       instruction("v_mfma_f32_32x32x8_bf16", Encoding::kMai), instruction("ds_read_b64", Encoding::kDs),
       instruction("s_endpgm", Encoding::kSopp)});
  const test::FakeWave wave;
  test::for_each_split(4, [&](std::size_t shards, const auto& shard_of) {
    InstructionCounter counter(program);
    test::dispatch(counter, 4, 2, shards, shard_of, [&](engine::Observer& observer, std::uint32_t workgroup) {
      for (std::uint32_t w = 0; w < 2; ++w) {
        const auto execute = [&](std::uint32_t index) {
          observer.on_instruction(wave, {.instruction = index, .wave = w, .exec = test::kAllLanes});
        };
        execute(0);
        for (std::uint32_t i = 0; i <= workgroup; ++i) execute(1);
        execute(2), execute(3), execute(4);
      }
    });
    REQUIRE(value(counter, "SQ_WAVES") == 8);
    REQUIRE(value(counter, "SQ_INSTS_VALU") == 2 * (1 + 2 + 3 + 4) + 8);  // 20 v_add, 8 mfma
    REQUIRE(value(counter, "SQ_INSTS_MFMA") == 8);
    REQUIRE(value(counter, "SQ_INSTS_VALU_MFMA_BF16") == 8);
    REQUIRE(value(counter, "SQ_INSTS_VALU_MFMA_F16") == 0);
    REQUIRE(value(counter, "SQ_INSTS_SMEM") == 8);
    REQUIRE(value(counter, "SQ_INSTS_LDS") == 8);
    REQUIRE(value(counter, "SQ_INSTS_SENDMSG") == 8);
    REQUIRE(value(counter, "SQ_INSTS_SALU") == 0);
    REQUIRE(counter.executions()[1] == 20);
    REQUIRE(counter.wave_instructions() == 20 + 4 * 8);
  });
}

TEST_CASE("counters that only one target has are listed for that target") {
  const auto names = [](Target target) {
    std::set<std::string> listed;
    for (const auto& [name, count] : InstructionCounter(test::program({}, target)).counters())
      listed.insert(name);
    return listed;
  };
  const auto gfx942 = names(Target::kGfx942), gfx950 = names(Target::kGfx950);
  CHECK(gfx942.contains("SQ_INSTS_VALU_MFMA_XF32"));
  CHECK_FALSE(gfx950.contains("SQ_INSTS_VALU_MFMA_XF32"));
  CHECK_FALSE(gfx942.contains("SQ_INSTS_LDS_LOAD"));
  CHECK(gfx950.contains("SQ_INSTS_LDS_LOAD"));
  CHECK_FALSE(gfx950.contains("SQ_LDS_BANK_CONFLICT"));  // filled by the LDS observer
}

}  // namespace
}  // namespace lanewise::trace
