// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The generated table, as far as it can be checked without LLVM's static archives.

#include <doctest/doctest.h>

#include <algorithm>
#include <set>
#include <string>

#include "simulator/code_object/role_table.h"

using namespace lanewise;

TEST_CASE("rows are sorted, unique, and name known mnemonics and lists") {
  const auto rows = code_object::opcode_rows();
  CHECK(rows.size() > 3000);
  CHECK(std::ranges::is_sorted(rows, {}, &code_object::OpcodeRow::opcode));
  CHECK(std::ranges::adjacent_find(rows, {}, &code_object::OpcodeRow::opcode) == rows.end());
  for (const code_object::OpcodeRow& row : rows) {
    CHECK(isa::find_mnemonic(row.mnemonic) != isa::kUnknownMnemonic);
    CHECK(row.list < code_object::field_lists().size());
    CHECK(row.targets >= 1);
    CHECK(row.targets <= 3);
  }
  CHECK(code_object::find_opcode_row("V_NO_SUCH_OPCODE") == nullptr);
}

TEST_CASE("every mnemonic has an opcode") {
  std::set<std::string_view> named;
  for (const code_object::OpcodeRow& row : code_object::opcode_rows()) named.insert(row.mnemonic);
  CHECK(named.size() == isa::mnemonic_count());
}

TEST_CASE("targets differ as the ISA manuals say") {
  struct Row {
    const char* mnemonic;
    int targets;
  };
  const Row rows[] = {{"v_mfma_f32_16x16x8_xf32", 1},
                      {"v_mfma_f32_32x32x4_xf32", 1},
                      {"v_mfma_f32_16x16x32_bf16", 2},
                      {"v_bitop3_b32", 2},
                      {"ds_read_b64_tr_b16", 2},
                      {"global_load_lds_dwordx4", 2},
                      {"v_prng_b32", 2},
                      {"v_permlane32_swap_b32", 2},
                      {"v_mfma_scale_f32_16x16x128_f8f6f4", 2},
                      {"v_cvt_scalef32_pk_fp4_f32", 2},
                      {"v_add_f32", 3},
                      {"v_mfma_f32_32x32x8_f16", 3},
                      {"ds_read_b128", 3},
                      {"buffer_load_dwordx4", 3}};
  for (const Row& row : rows) {
    INFO(row.mnemonic);
    int targets = 0;
    for (const code_object::OpcodeRow& opcode : code_object::opcode_rows()) {
      if (opcode.mnemonic == row.mnemonic) targets |= opcode.targets;
    }
    CHECK(targets == row.targets);
  }
}

TEST_CASE("an f8f6f4 MFMA has an opcode per pair of formats") {
  // A and B each take 8, 6 or 4 registers' worth of formats: 3 x 3 pairs, with VGPR or AGPR accumulators.
  const auto count = std::ranges::count_if(code_object::opcode_rows(), [](const code_object::OpcodeRow& row) {
    return row.mnemonic == "v_mfma_scale_f32_32x32x64_f8f6f4";
  });
  CHECK(count == 18);
}
