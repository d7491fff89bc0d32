// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Shapes of DS instructions, and completeness against LLVM's list of mnemonics for both targets.

#include <doctest/doctest.h>

#include <algorithm>
#include <string_view>

#include "simulator/isa/instruction.h"
#include "simulator/lds/ds_access.h"

namespace lanewise::lds {
namespace {

struct Row {
  const char* mnemonic;
  Direction direction;
  int bytes, addresses, offset_scale;
  bool atomic;
};

// Widths and offset units: CDNA3 and CDNA4 ISA documents, LDS instructions.
constexpr Row kRows[] = {
    {"ds_read_u8", Direction::kRead, 1, 1, 1, false},
    {"ds_read_i16", Direction::kRead, 2, 1, 1, false},
    {"ds_read_u16_d16_hi", Direction::kRead, 2, 1, 1, false},
    {"ds_read_b32", Direction::kRead, 4, 1, 1, false},
    {"ds_read_b64", Direction::kRead, 8, 1, 1, false},
    {"ds_read_b96", Direction::kRead, 12, 1, 1, false},
    {"ds_read_b128", Direction::kRead, 16, 1, 1, false},
    {"ds_read2_b32", Direction::kRead, 4, 2, 4, false},
    {"ds_read2_b64", Direction::kRead, 8, 2, 8, false},
    {"ds_read2st64_b32", Direction::kRead, 4, 2, 256, false},
    {"ds_read2st64_b64", Direction::kRead, 8, 2, 512, false},
    {"ds_read_b64_tr_b16", Direction::kRead, 8, 1, 1, false},
    {"ds_read_b96_tr_b6", Direction::kRead, 12, 1, 1, false},
    {"ds_write_b8", Direction::kWrite, 1, 1, 1, false},
    {"ds_write_b16_d16_hi", Direction::kWrite, 2, 1, 1, false},
    {"ds_write_b128", Direction::kWrite, 16, 1, 1, false},
    {"ds_write2_b32", Direction::kWrite, 4, 2, 4, false},
    {"ds_write2st64_b64", Direction::kWrite, 8, 2, 512, false},
    {"ds_add_u32", Direction::kWrite, 4, 1, 1, true},
    {"ds_add_rtn_f64", Direction::kWrite, 8, 1, 1, true},
    {"ds_cmpst_rtn_b64", Direction::kWrite, 8, 1, 1, true},
    {"ds_pk_add_rtn_bf16", Direction::kWrite, 4, 1, 1, true},
    {"ds_wrxchg2st64_rtn_b64", Direction::kWrite, 8, 2, 512, true},
};

TEST_CASE("ds shapes tell direction, width and addresses") {
  for (const Row& row : kRows) {
    CAPTURE(row.mnemonic);
    const auto shape = ds_shape(row.mnemonic);
    REQUIRE(shape.has_value());
    CHECK(shape->direction == row.direction);
    CHECK(shape->bytes == row.bytes);
    CHECK(shape->addresses == row.addresses);
    CHECK(shape->offset_scale == row.offset_scale);
    CHECK(shape->atomic == row.atomic);
  }
}

TEST_CASE("moves between lanes are no LDS accesses") {
  for (const char* mnemonic :
       {"ds_permute_b32", "ds_bpermute_b32", "ds_swizzle_b32", "ds_nop", "v_add_f32", ""}) {
    CAPTURE(mnemonic);
    CHECK_FALSE(ds_shape(mnemonic).has_value());
  }
}

TEST_CASE("every ds mnemonic has a shape or a reason why not") {
  const auto without = ds_without_array_access();
  int shaped = 0;
  for (isa::MnemonicId id = 0; id < isa::mnemonic_count(); ++id) {
    const std::string_view name = isa::mnemonic_name(id);
    if (!name.starts_with("ds_")) continue;
    CAPTURE(name);
    const bool excused =
        std::any_of(without.begin(), without.end(), [&](const auto& row) { return row.mnemonic == name; });
    const bool has_shape = ds_shape(name).has_value();
    CHECK(has_shape != excused);
    shaped += has_shape;
  }
  CHECK(shaped >= 115);
}

}  // namespace
}  // namespace lanewise::lds
