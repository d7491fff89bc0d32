// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The conflict count against a twin written from the rule's text with maps and sets, against patterns
// counted by hand, and against published results for HipKittens' tile layouts. The twin takes phases
// and banks from the golden file, not from the code under test.

#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <random>
#include <set>

#include "tests/simulator/lds/golden_tables.h"

namespace lanewise::lds {
namespace {

using Addresses = std::array<std::uint64_t, 64>;

std::vector<std::uint64_t> dwords_of(std::uint64_t address, unsigned bytes) {
  std::set<std::uint64_t> dwords;
  for (unsigned byte = 0; byte < bytes; ++byte) dwords.insert((address + byte) / 4);
  return {dwords.begin(), dwords.end()};
}

/// Largest number of distinct dwords in one bank; one cycle if no lane is active.
std::uint32_t most_dwords_in_a_bank(const golden::Phases& table, const std::vector<unsigned>& lanes,
                                    const Addresses& addresses) {
  std::map<std::uint64_t, std::set<std::uint64_t>> by_bank;
  for (unsigned lane : lanes) {
    for (std::uint64_t dword : dwords_of(addresses[lane], table.access.bytes)) {
      by_bank[dword % table.banks].insert(dword);
    }
  }
  std::size_t most = 1;
  for (const auto& [bank, dwords] : by_bank) most = std::max(most, dwords.size());
  return static_cast<std::uint32_t>(most);
}

/// Passes by the rule: lanes from the lowest up, each whole, one dword a bank; then again for the rest.
std::uint32_t greedy_passes(const golden::Phases& table, std::vector<unsigned> lanes,
                            const Addresses& addresses) {
  std::uint32_t passes = 0;
  while (!lanes.empty()) {
    std::map<std::uint64_t, std::uint64_t> dword_in_bank;
    std::vector<unsigned> next;
    for (unsigned lane : lanes) {
      const std::vector<std::uint64_t> dwords = dwords_of(addresses[lane], table.access.bytes);
      const bool fits = std::all_of(dwords.begin(), dwords.end(), [&](std::uint64_t dword) {
        const auto found = dword_in_bank.find(dword % table.banks);
        return found == dword_in_bank.end() || found->second == dword;
      });
      if (!fits) {
        next.push_back(lane);
        continue;
      }
      for (std::uint64_t dword : dwords) dword_in_bank[dword % table.banks] = dword;
    }
    lanes = next;
    ++passes;
  }
  return std::max(passes, 1u);
}

std::vector<unsigned> active_of(const std::vector<unsigned>& phase, std::uint64_t exec) {
  std::vector<unsigned> active;
  for (unsigned lane : phase) {
    if ((exec >> lane) & 1) active.push_back(lane);
  }
  std::sort(active.begin(), active.end());
  return active;
}

/// Addresses with alignment `align` drawn in one of several styles, so that conflicts, broadcasts and
/// clean patterns all occur.
Addresses draw(std::mt19937_64& random, std::uint64_t align) {
  Addresses addresses{};
  const std::uint64_t stride = align * (random() % 40);
  const std::uint64_t base = align * (random() % 64);
  const std::uint64_t range = 1 + random() % (65536 / align - 1);
  switch (random() % 4) {
    case 0:
      for (std::uint64_t& address : addresses) address = align * (random() % range);
      break;
    case 1:
      for (std::size_t lane = 0; lane < 64; ++lane) addresses[lane] = base + lane * stride;
      break;
    case 2:
      for (std::size_t lane = 0; lane < 64; ++lane)
        addresses[lane] = base + (lane % 16) * stride + (lane / 16) * align;
      break;
    default:
      for (std::size_t lane = 0; lane < 64; ++lane)
        addresses[lane] = base + (random() % 3) * 256 + (lane % 8) * align;
      break;
  }
  return addresses;
}

TEST_CASE("count_equals_the_brute_force_twin") {
  std::mt19937_64 random(20260101);
  for (const golden::Phases& table : golden::read_phases()) {
    const bool power_of_two = table.access.bytes != 12;
    unsigned wrong = 0;
    std::uint64_t conflicts = 0;
    for (int round = 0; round < 800; ++round) {
      // Aligned addresses three times in four; else any dword, or any byte.
      const std::uint64_t natural = power_of_two ? table.access.bytes : 16;
      const std::uint64_t align = round % 4 != 3 ? natural : (round % 8 == 3 ? 4 : 1);
      const Addresses addresses = draw(random, align);
      const std::uint64_t exec = round % 3 == 0 ? ~0ull : random() & (round % 3 == 1 ? ~0ull : random());
      std::uint32_t cycles = 0;
      for (const std::vector<unsigned>& phase : table.phases) {
        const std::vector<unsigned> active = active_of(phase, exec);
        const std::uint32_t passes = greedy_passes(table, active, addresses);
        if (power_of_two && align == natural)
          wrong += passes != most_dwords_in_a_bank(table, active, addresses);
        cycles += passes;
      }
      const Result result = count(table.access, addresses, exec);
      wrong += result.cycles != cycles;
      wrong += result.conflict_cycles != cycles - table.phases.size();
      wrong += align == natural && result.unaligned_lanes != 0;
      conflicts += result.conflict_cycles;
    }
    CHECK(wrong == 0);
    CHECK(conflicts > 0);
  }
}

TEST_CASE("sub_dword_accesses_share_the_dword") {
  Addresses addresses{};
  for (std::size_t lane = 0; lane < 64; ++lane) addresses[lane] = lane;
  CHECK(count({isa::Target::kGfx942, Direction::kRead, 1}, addresses, ~0ull).conflict_cycles == 0);
  for (std::size_t lane = 0; lane < 64; ++lane) addresses[lane] = 2 * lane;
  CHECK(count({isa::Target::kGfx950, Direction::kWrite, 2}, addresses, ~0ull).conflict_cycles == 0);
  for (std::size_t lane = 0; lane < 64; ++lane) addresses[lane] = 128 * lane + 2;
  CHECK(count({isa::Target::kGfx942, Direction::kRead, 2}, addresses, ~0ull).conflict_cycles == 62);
}

TEST_CASE("unaligned_lanes_are_reported") {
  Addresses addresses{};
  addresses[5] = 4;
  addresses[6] = 8;
  CHECK(count({isa::Target::kGfx950, Direction::kRead, 16}, addresses, ~0ull).unaligned_lanes == 2);
  CHECK(count({isa::Target::kGfx950, Direction::kRead, 12}, addresses, ~0ull).unaligned_lanes == 2);
  CHECK(count({isa::Target::kGfx950, Direction::kRead, 8}, addresses, ~0ull).unaligned_lanes == 1);
  CHECK(count({isa::Target::kGfx950, Direction::kRead, 4}, addresses, ~0ull).unaligned_lanes == 0);
  CHECK(count({isa::Target::kGfx950, Direction::kRead, 16}, addresses, ~(3ull << 5)).unaligned_lanes == 0);
}

// 96-bit windows may meet in a part of their banks. Lanes 0 and 1 share the first pass; lane 2 meets
// lane 0, lane 3 meets lanes 1 and 2: three passes by the rule, although no bank holds more than two
// dwords and {0, 3}, {1, 2} would do with two.
TEST_CASE("a_96_bit_lane_is_served_whole_from_the_lowest_lane") {
  const Access access{isa::Target::kGfx950, Direction::kRead, 12};
  Addresses addresses{};
  addresses[0] = 4 * 0;         // banks 0 1 2
  addresses[1] = 4 * 6;         // banks 6 7 8
  addresses[2] = 4 * (32 + 2);  // banks 2 3 4
  addresses[3] = 4 * (64 + 4);  // banks 4 5 6
  CHECK(count(access, addresses, 0xf).conflict_cycles == 2);
  CHECK(count(access, addresses, 0x7).conflict_cycles == 1);
  CHECK(count(access, addresses, 0x3).conflict_cycles == 0);
}

TEST_CASE("analyse_lists_each_dword_once_and_agrees_with_count") {
  std::mt19937_64 random(7);
  for (const golden::Phases& table : golden::read_phases()) {
    for (int round = 0; round < 50; ++round) {
      const Addresses addresses = draw(random, 4);
      const std::uint64_t exec = random() | random();
      const Result counted = count(table.access, addresses, exec);
      const Result analysed = analyse(table.access, addresses, exec);
      CHECK(analysed.cycles == counted.cycles);
      CHECK(analysed.conflict_cycles == counted.conflict_cycles);
      CHECK(counted.phases.empty());
      REQUIRE(analysed.phases.size() == table.phases.size());
      std::set<std::pair<unsigned, std::uint64_t>> listed, expected;
      std::size_t hits = 0;
      for (std::size_t i = 0; i < table.phases.size(); ++i) {
        for (const BankHit& hit : analysed.phases[i].hits) {
          CHECK(hit.bank == hit.dword % table.banks);
          CHECK(hit.pass < analysed.phases[i].cycles);
          listed.insert({hit.lane, hit.dword});
          ++hits;
        }
        for (unsigned lane : active_of(table.phases[i], exec)) {
          for (std::uint64_t dword : dwords_of(addresses[lane], table.access.bytes))
            expected.insert({lane, dword});
        }
      }
      CHECK(listed == expected);
      CHECK(hits == expected.size());
    }
  }
}

/// The pattern language of hand_counted.txt, see there.
Addresses pattern_of(const std::vector<std::string>& words) {
  Addresses addresses{};
  const auto number = [&](std::size_t i) { return std::stoull(words.at(i)); };
  for (std::uint64_t lane = 0; lane < 64; ++lane) {
    if (words[0] == "row") {
      addresses[lane] = lane * number(2);
    } else if (words[0] == "tile") {
      addresses[lane] = (lane % number(1)) * number(2) + (lane / number(1)) * number(3);
    } else if (words[0] == "xor") {
      const std::uint64_t row = lane % number(1);
      addresses[lane] = row * number(2) + ((lane / number(1)) ^ (row & number(4))) * number(3);
    } else {
      REQUIRE(words[0] == "one");
    }
  }
  return addresses;
}

TEST_CASE("patterns_counted_by_hand") {
  const auto rows = golden::read_rows("hand_counted.txt");
  REQUIRE(rows.size() > 30);
  for (const auto& row : rows) {
    const Result result = count(golden::access_of(row.at(0)), pattern_of(row.at(1)), ~0ull);
    const std::string what =
        row[0][0] + " " + row[0][1] + " " + row[0][2] + " " + row[1][0] + " " + row[1].back();
    CAPTURE(what);
    CHECK(result.cycles == std::stoul(row.at(2).at(0)));
    CHECK(result.conflict_cycles == std::stoul(row.at(2).at(1)));
  }
}

// HipKittens' register and shared tiles (bf16): lane l holds row l % rows, columns from
// stride * (l / rows). Expected ways (largest passes of a phase) are the published claims: 16x32 without
// swizzle is 2-way for 128-bit reads and free with it, 16x16 writes are free only with the xor-8
// swizzle; the rest follow from the measured tables.
struct TileCase {
  const char* name;
  unsigned rows, stride, row_bytes;              // register tile, bytes per row of the shared subtile
  std::uint64_t (*swizzle)(std::uint64_t offset);
  unsigned read_bits, read_ways, write64_ways;
};

constexpr TileCase kTileCases[] = {
    {"rt_16x32, st_16x32 unswizzled", 16, 8, 64, [](std::uint64_t o) { return o; }, 128, 2, 8},
    {"rt_16x32, st_16x32", 16, 8, 64, [](std::uint64_t o) { return o ^ ((o % 1024) >> 9) << 5; }, 128, 1, 4},
    {"rt_16x32, st_32x32", 16, 8, 64,
     [](std::uint64_t o) { return o ^ ((o % 1024) >> 9) << 5 ^ ((o % 2048) >> 10) << 4; }, 128, 1, 4},
    {"rt_32x16, st_32x32", 32, 8, 64,
     [](std::uint64_t o) { return o ^ ((o % 1024) >> 9) << 5 ^ ((o % 2048) >> 10) << 4; }, 128, 1, 4},
    {"rt_16x16, st_16x16", 16, 4, 32, [](std::uint64_t o) { return o; }, 64, 2, 4},
    {"rt_16x16, st_16x16_swizzled", 16, 4, 32, [](std::uint64_t o) { return o ^ ((o % 512) >> 7) << 3; }, 64,
     1, 1},
    {"rt_16x16, st_16x32", 16, 4, 64, [](std::uint64_t o) { return o ^ ((o % 1024) >> 9) << 5; }, 64, 2, 4},
};

TEST_CASE("hipkittens_tiles_have_the_published_conflicts_on_gfx950") {
  for (const TileCase& tile : kTileCases) {
    CAPTURE(tile.name);
    Addresses addresses{};
    for (std::uint64_t lane = 0; lane < 64; ++lane) {
      addresses[lane] =
          tile.swizzle((lane % tile.rows) * tile.row_bytes + (lane / tile.rows) * tile.stride * 2);
    }
    const auto ways = [&](Direction direction, unsigned bits) {
      std::uint32_t most = 0;
      const Access access{isa::Target::kGfx950, direction, static_cast<std::uint8_t>(bits / 8)};
      for (const PhaseResult& phase : analyse(access, addresses, ~0ull).phases)
        most = std::max(most, phase.cycles);
      return most;
    };
    CHECK(ways(Direction::kRead, tile.read_bits) == tile.read_ways);
    CHECK(ways(Direction::kWrite, 64) == tile.write64_ways);
  }
}

// Time of an LDS read loop on MI300 by stride, in microseconds (pyhip's bank test). Conflict-free reads
// are bounded by issue, so only strides from 4 on are proportional: 112.5 us per array cycle.
TEST_CASE("stride_sweep_follows_the_times_measured_on_mi300") {
  struct Row {
    std::uint64_t stride_dwords;
    double microseconds;
  };
  for (const Row& row : {Row{4, 907.2}, Row{8, 1805.6}, Row{16, 3600.6}, Row{32, 7196.0}}) {
    const Addresses addresses = pattern_of({"row", "-", std::to_string(4 * row.stride_dwords)});
    const Result result = count({isa::Target::kGfx942, Direction::kRead, 4}, addresses, ~0ull);
    CHECK(result.cycles == doctest::Approx(row.microseconds / 112.5).epsilon(0.01));
  }
}

}  // namespace
}  // namespace lanewise::lds
