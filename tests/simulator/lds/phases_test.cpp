// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The phase tables against the golden file, and the two facts by which they were measured: which lane
// pairs meet, and at which distance.

#include <doctest/doctest.h>

#include <algorithm>

#include "tests/simulator/lds/golden_tables.h"

namespace lanewise::lds {
namespace {

std::array<std::uint64_t, 64> spread(std::uint64_t stride) {
  std::array<std::uint64_t, 64> addresses{};
  for (std::size_t lane = 0; lane < 64; ++lane) addresses[lane] = lane * stride;
  return addresses;
}

TEST_CASE("phase_tables_equal_the_golden_file") {
  const std::vector<golden::Phases> tables = golden::read_phases();
  REQUIRE(tables.size() == 16);
  for (const golden::Phases& expected : tables) {
    const PhaseTable& table = phase_table(expected.access);
    CAPTURE(isa::target_name(expected.access.target));
    CAPTURE(expected.access.direction == Direction::kRead);
    CAPTURE(int{expected.access.bytes});
    CHECK(table.banks == expected.banks);
    CHECK(table.measured == (expected.mark != 'I'));
    CHECK_FALSE(table.source.empty());
    REQUIRE(table.phases.size() == expected.phases.size());
    for (std::size_t i = 0; i < table.phases.size(); ++i) {
      CHECK(std::vector<unsigned>(table.phases[i].begin(), table.phases[i].end()) == expected.phases[i]);
    }
  }
}

TEST_CASE("sub_dword_accesses_have_the_table_of_b32") {
  for (isa::Target target : {isa::Target::kGfx942, isa::Target::kGfx950}) {
    for (Direction direction : {Direction::kRead, Direction::kWrite}) {
      const PhaseTable* b32 = &phase_table({target, direction, 4});
      CHECK(&phase_table({target, direction, 1}) == b32);
      CHECK(&phase_table({target, direction, 2}) == b32);
    }
  }
}

// HipKittens' phase solver: two lanes at lane * 256 bytes fall into one bank; they conflict exactly if
// one phase serves both.
TEST_CASE("lane_pairs_256_bytes_apart_conflict_exactly_within_a_phase") {
  const std::array<std::uint64_t, 64> addresses = spread(256);
  for (const golden::Phases& table : golden::read_phases()) {
    std::array<std::size_t, 64> phase_of{};
    for (std::size_t i = 0; i < table.phases.size(); ++i) {
      for (unsigned lane : table.phases[i]) phase_of[lane] = i;
    }
    unsigned wrong = 0;
    for (unsigned a = 0; a < 64; ++a) {
      for (unsigned b = a + 1; b < 64; ++b) {
        const Result result = count(table.access, addresses, 1ull << a | 1ull << b);
        wrong += result.conflict_cycles != (phase_of[a] == phase_of[b] ? 1u : 0u);
      }
    }
    CHECK(wrong == 0);
  }
}

// HipKittens' bank solver, for the aligned distances.
TEST_CASE("lane_1_conflicts_with_lane_0_at_the_measured_distances") {
  for (const auto& row : golden::read_rows("conflict_offsets.txt")) {
    const Access access = golden::access_of(row.at(0));
    const std::uint32_t aligned_dwords = access.bytes == 12 ? 4 : access.bytes / 4;
    std::vector<std::string> conflicts;
    for (std::uint32_t dword = aligned_dwords; dword < 128; dword += aligned_dwords) {
      std::array<std::uint64_t, 64> addresses{};
      addresses[1] = 4 * dword;
      const Result result = count(access, addresses, 3);
      CHECK(result.unaligned_lanes == 0);
      if (result.conflict_cycles != 0) conflicts.push_back(std::to_string(dword));
    }
    CHECK(conflicts == row.at(1));
  }
}

// SQ_LDS_IDX_ACTIVE in a trace of a small kernel on an MI350-class GPU: one ds_write_b32 costs 2 and
// one ds_read_b128 costs 4, also with a single active lane.
TEST_CASE("phases_are_spent_whatever_lanes_are_active") {
  const std::array<std::uint64_t, 64> addresses = spread(16);
  for (std::uint64_t exec : {std::uint64_t{1}, std::uint64_t{1} << 40, ~std::uint64_t{0}, std::uint64_t{0}}) {
    CHECK(count({isa::Target::kGfx950, Direction::kRead, 16}, addresses, exec).cycles == 4);
    CHECK(count({isa::Target::kGfx950, Direction::kWrite, 4}, spread(4), exec).cycles == 2);
  }
}

}  // namespace
}  // namespace lanewise::lds
