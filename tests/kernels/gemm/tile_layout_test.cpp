// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The LDS addresses of the bf16 GEMM, from the very functions that the kernel calls, against the bank
// tables of both chips: no conflict with the swizzle, and without it exactly those that a count by hand
// gives. Plain reads: a phase's lanes touch many rows but few chunks, and rows that differ by 128 bytes
// (gfx942) or 256 bytes (gfx950) share their banks.

#include <array>
#include <cstdint>
#include <set>

#include <doctest/doctest.h>

#include "kernels/gemm/bf16_lds_tile/tile_layout.h"
#include "simulator/lds/banks.h"

namespace {

using lanewise::isa::Target;
using lanewise::lds::Access;
using lanewise::lds::Direction;

constexpr unsigned kChunkBytes = 16;
constexpr std::array kTargets = {Target::kGfx942, Target::kGfx950};

template <typename AddressOfLane>
std::uint32_t conflicts(Target target, Direction direction, AddressOfLane address_of_lane) {
  std::array<std::uint64_t, 64> addresses{};
  for (unsigned lane = 0; lane < 64; ++lane) addresses[lane] = address_of_lane(lane);
  Access access{.target = target, .direction = direction, .bytes = kChunkBytes};
  return lanewise::lds::count(access, addresses, ~0ull).conflict_cycles;
}

std::uint32_t read_conflicts(Target target, unsigned first_row, unsigned slab, bool swizzled) {
  return conflicts(target, Direction::kRead, [&](unsigned lane) {
    gemm::RowChunk mine = gemm::read_by(lane, first_row, slab);
    return std::uint64_t{gemm::place(mine.row, mine.chunk, swizzled)} * kChunkBytes;
  });
}

std::uint32_t write_conflicts(Target target, unsigned wave, unsigned turn, bool swizzled) {
  return conflicts(target, Direction::kWrite, [&](unsigned lane) {
    gemm::RowChunk mine = gemm::copied_by(wave * 64 + lane, turn);
    return std::uint64_t{gemm::place(mine.row, mine.chunk, swizzled)} * kChunkBytes;
  });
}

constexpr unsigned kSlabs = gemm::kTileK / 32;

}  // namespace

TEST_CASE("swizzled reads meet no bank twice") {
  for (Target target : kTargets) {
    for (unsigned row = 0; row < gemm::kTileRows; row += 16) {
      for (unsigned slab = 0; slab < kSlabs; ++slab) CHECK(read_conflicts(target, row, slab, true) == 0);
    }
  }
}

TEST_CASE("writes of whole rows meet no bank twice, in either layout") {
  for (Target target : kTargets) {
    for (unsigned wave = 0; wave < gemm::kWorkItems / 64; ++wave) {
      for (unsigned turn = 0; turn < gemm::kChunksPerWorkItem; ++turn) {
        for (bool swizzled : {false, true}) CHECK(write_conflicts(target, wave, turn, swizzled) == 0);
      }
    }
  }
}

TEST_CASE("plain reads are four-way conflicts in every phase") {
  // gfx942: 8 phases of 8 lanes, each two chunks of four rows: 4 passes, 3 too many, 8 * 3 = 24.
  // gfx950: 4 phases of 16 lanes, each two chunks of eight rows, four of either parity: 4 * 3 = 12.
  for (unsigned row = 0; row < gemm::kTileRows; row += 16) {
    for (unsigned slab = 0; slab < kSlabs; ++slab) {
      CHECK(read_conflicts(Target::kGfx942, row, slab, false) == 24);
      CHECK(read_conflicts(Target::kGfx950, row, slab, false) == 12);
    }
  }
}

TEST_CASE("the swizzle only permutes: every chunk of a tile has its own place inside the tile") {
  for (bool swizzled : {false, true}) {
    std::set<unsigned> places;
    for (unsigned row = 0; row < gemm::kTileRows; ++row) {
      for (unsigned chunk = 0; chunk < gemm::kChunksPerRow; ++chunk) {
        unsigned place = gemm::place(row, chunk, swizzled);
        CHECK(place / gemm::kChunksPerRow == row);
        places.insert(place);
      }
    }
    CHECK(places.size() == gemm::kTileRows * gemm::kChunksPerRow);
  }
}

TEST_CASE("the work-items of a workgroup copy every chunk of a tile once") {
  std::set<unsigned> copied;
  for (unsigned turn = 0; turn < gemm::kChunksPerWorkItem; ++turn) {
    for (unsigned item = 0; item < gemm::kWorkItems; ++item) {
      gemm::RowChunk mine = gemm::copied_by(item, turn);
      CHECK(mine.row < gemm::kTileRows);
      copied.insert(gemm::place(mine.row, mine.chunk, false));
    }
  }
  CHECK(copied.size() == gemm::kTileRows * gemm::kChunksPerRow);
}
