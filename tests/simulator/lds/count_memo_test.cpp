// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The memo must be invisible except in time: same results as count() for shifted, repeated, evicted
// and masked patterns.

#include <doctest/doctest.h>

#include <random>

#include "simulator/lds/count_memo.h"

namespace lanewise::lds {
namespace {

using Addresses = std::array<std::uint64_t, 64>;

bool same(const Result& a, const Result& b) {
  return a.cycles == b.cycles && a.conflict_cycles == b.conflict_cycles &&
         a.unaligned_lanes == b.unaligned_lanes && a.phases.empty() && b.phases.empty();
}

Addresses strided(std::uint64_t base, std::uint64_t stride) {
  Addresses addresses{};
  for (std::size_t lane = 0; lane < 64; ++lane) addresses[lane] = base + lane * stride;
  return addresses;
}

TEST_CASE("memo_equals_count") {
  std::mt19937_64 random(99);
  for (isa::Target target : {isa::Target::kGfx942, isa::Target::kGfx950}) {
    for (Direction direction : {Direction::kRead, Direction::kWrite}) {
      for (std::uint8_t bytes : {1, 2, 4, 8, 12, 16}) {
        const Access access{target, direction, bytes};
        CountMemo memo;
        std::vector<Addresses> patterns;
        for (int i = 0; i < 6; ++i) {
          patterns.push_back(strided(0, 4 * (random() % 70)));
          for (std::uint64_t& address : patterns.back()) address += i % 2 == 0 ? 0 : random() % 4096;
        }
        unsigned wrong = 0;
        for (int round = 0; round < 3000; ++round) {
          Addresses addresses = patterns[random() % (round < 1500 ? 3 : 6)];
          const std::uint64_t shift = (random() % 200) * (random() % 4 == 0 ? 1 : 16);
          const std::uint64_t exec = random() % 3 == 0 ? 0xffff0000ffffull << (random() % 3) : ~0ull;
          for (std::size_t lane = 0; lane < 64; ++lane) {
            addresses[lane] = (exec >> lane) & 1 ? addresses[lane] + shift : random();
          }
          wrong += !same(memo.count(access, addresses, exec), count(access, addresses, exec));
        }
        CHECK(wrong == 0);
        CHECK(memo.hits() > 0);
        CHECK(memo.misses() > 0);
      }
    }
  }
}

TEST_CASE("a_pattern_shifted_by_16_bytes_is_a_hit") {
  CountMemo memo;
  const Access access{isa::Target::kGfx950, Direction::kRead, 16};
  (void)memo.count(access, strided(0, 128), ~0ull);
  for (std::uint64_t base = 16; base < 4096; base += 16) (void)memo.count(access, strided(base, 128), ~0ull);
  CHECK(memo.misses() == 1);
  CHECK(memo.hits() == 255);
}

TEST_CASE("four_alternating_patterns_stay_remembered") {
  CountMemo memo;
  const Access access{isa::Target::kGfx942, Direction::kWrite, 4};
  for (std::uint64_t round = 0; round < 10; ++round) {
    for (std::uint64_t stride : {4, 8, 16, 32}) (void)memo.count(access, strided(round * 16, stride), ~0ull);
  }
  CHECK(memo.misses() == 4);
}

TEST_CASE("access_exec_and_low_address_bits_belong_to_the_key") {
  CountMemo memo;
  const Addresses addresses = strided(0, 64);
  for (const Access& access : {Access{isa::Target::kGfx942, Direction::kRead, 16},
                               Access{isa::Target::kGfx950, Direction::kRead, 16}}) {
    CHECK(same(memo.count(access, addresses, ~0ull), count(access, addresses, ~0ull)));
    CHECK(same(memo.count(access, addresses, 0xff), count(access, addresses, 0xff)));
    CHECK(same(memo.count(access, strided(4, 64), ~0ull), count(access, strided(4, 64), ~0ull)));
    CHECK(same(memo.count(access, addresses, 0), count(access, addresses, 0)));
  }
  CHECK(memo.hits() == 0);
}

}  // namespace
}  // namespace lanewise::lds
