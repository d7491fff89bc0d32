// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Totals of the conflict observer. Expected cycles are worked out by hand in the comments from the
// documented phases: ds_read_b32 has 2 phases of 32 lanes over 32 banks on gfx942 and 1 of 64 lanes over
// 64 banks on gfx950; ds_write_b32 has 2 phases and ds_read_b128 4 phases on gfx950 (measured on an
// MI350-class GPU, also with one active lane).

#include <doctest/doctest.h>

#include <memory>

#include "simulator/lds/observer/conflict_observer.h"
#include "tests/simulator/trace/fake_wave.h"

namespace lanewise::lds {
namespace {

using isa::Encoding;
using isa::Target;
using test::instruction;

engine::InstructionEvent lds_event(std::uint32_t index, const test::Addresses& addresses, std::uint64_t exec,
                                   std::uint8_t bytes) {
  return {.instruction = index,
          .exec = exec,
          .access_lanes = exec,
          .memory = engine::MemoryKind::kLds,
          .bytes_per_lane = bytes,
          .addresses = addresses.data()};
}

TEST_CASE("strides conflict as the banks say") {
  struct Row {
    Target target;
    std::uint64_t stride;
    std::uint64_t active, conflict;
  };
  constexpr Row kRows[] = {
      {Target::kGfx942, 4, 2, 0},     // 32 lanes, 32 banks: one cycle a phase
      {Target::kGfx942, 0, 2, 0},     // one dword for all: broadcast
      {Target::kGfx942, 8, 4, 2},     // even banks only: two lanes in each
      {Target::kGfx942, 128, 64, 62}, // all 32 lanes in one bank
      {Target::kGfx942, 132, 2, 0},   // odd stride in dwords: free
      {Target::kGfx950, 4, 1, 0},     // 64 lanes, 64 banks
      {Target::kGfx950, 8, 2, 1},     // two lanes in each even bank
      {Target::kGfx950, 128, 32, 31}, // banks 0 and 32, 32 lanes in each
      {Target::kGfx950, 256, 64, 63}, // one bank
  };
  for (const Row& row : kRows) {
    CAPTURE(row.stride);
    ConflictObserver observer(test::program({instruction("ds_read_b32", Encoding::kDs)}, row.target));
    const test::FakeWave wave;
    observer.on_instruction(wave, lds_event(0, test::strided(0, row.stride), test::kAllLanes, 4));
    CHECK(observer.active_cycles() == row.active);
    CHECK(observer.conflict_cycles() == row.conflict);
  }
}

TEST_CASE("one lane of a write and four reads cost 2 + 4 x 4 cycles on gfx950") {
  ConflictObserver observer(
      test::program({instruction("ds_write_b32", Encoding::kDs), instruction("ds_read_b128", Encoding::kDs)},
                    Target::kGfx950));
  const test::FakeWave wave;
  const test::Addresses addresses = test::strided(0, 16);
  observer.on_instruction(wave, lds_event(0, addresses, 1, 4));
  for (int i = 0; i < 4; ++i) observer.on_instruction(wave, lds_event(1, addresses, 1, 16));
  CHECK(observer.active_cycles() == 18);
  CHECK(observer.conflict_cycles() == 0);
}

TEST_CASE("two-address forms count as two accesses") {
  ConflictObserver observer(test::program({instruction("ds_read2_b32", Encoding::kDs)}));
  const test::FakeWave wave;
  const test::Addresses first = test::strided(0, 4), second = test::strided(0, 8);
  engine::InstructionEvent event = lds_event(0, first, test::kAllLanes, 4);
  event.second_addresses = second.data();
  observer.on_instruction(wave, event);
  const auto counts = observer.per_instruction();
  REQUIRE(counts.size() == 1);
  CHECK(counts[0].executions == 1);
  CHECK(counts[0].active_cycles == 2 + 4);    // free, then two lanes a bank
  CHECK(counts[0].conflict_cycles == 0 + 2);
}

TEST_CASE("what is no indexed LDS access is not counted") {
  ConflictObserver observer(test::program(
      {instruction("ds_bpermute_b32", Encoding::kDs), instruction("global_load_lds_dword", Encoding::kGlobal),
       instruction("flat_load_dword", Encoding::kFlat), instruction("ds_read_b32", Encoding::kDs)}));
  const test::FakeWave wave;
  const test::Addresses addresses = test::strided(0, 128);
  observer.on_instruction(wave, lds_event(0, addresses, test::kAllLanes, 4));
  engine::InstructionEvent dma = lds_event(1, addresses, test::kAllLanes, 4);
  dma.memory = engine::MemoryKind::kLdsDma;
  observer.on_instruction(wave, dma);
  observer.on_instruction(wave, lds_event(2, addresses, test::kAllLanes, 4));
  observer.on_instruction(wave, {.instruction = 3, .exec = test::kAllLanes});  // no addresses
  CHECK(observer.active_cycles() == 0);
  CHECK(observer.per_instruction().empty());
}

TEST_CASE("totals do not depend on shards") {
  // Workgroup w reads with stride 4 (2 cycles, 0 conflicts) w + 1 times and writes with stride 128 (64, 62)
  // once.
  const isa::Program program =
      test::program({instruction("ds_read_b32", Encoding::kDs), instruction("ds_write_b32", Encoding::kDs)});
  const test::FakeWave wave;
  const test::Addresses free = test::strided(0, 4), one_bank = test::strided(64, 128);
  test::for_each_split(4, [&](std::size_t shards, const auto& shard_of) {
    ConflictObserver observer(program);
    test::dispatch(observer, 4, 1, shards, shard_of, [&](engine::Observer& worker, std::uint32_t workgroup) {
      for (std::uint32_t i = 0; i <= workgroup; ++i)
        worker.on_instruction(wave, lds_event(0, free, test::kAllLanes, 4));
      engine::InstructionEvent write = lds_event(1, one_bank, test::kAllLanes, 4);
      write.writes_memory = true;
      worker.on_instruction(wave, write);
    });
    REQUIRE(observer.active_cycles() == 10 * 2 + 4 * 64);
    REQUIRE(observer.conflict_cycles() == 4 * 62);
    const auto counts = observer.per_instruction();
    REQUIRE(counts.size() == 2);
    REQUIRE(counts[0].executions == 10);
    REQUIRE(counts[1].instruction == 1);
    REQUIRE(counts[1].conflict_cycles == 4 * 62);
  });
}

TEST_CASE("filling a trace sets the LDS list and adds the two counters") {
  ConflictObserver observer(test::program({instruction("ds_read_b32", Encoding::kDs)}));
  const test::FakeWave wave;
  observer.on_instruction(wave, lds_event(0, test::strided(0, 8), test::kAllLanes, 4));
  trace::Trace trace;
  observer.fill(trace);
  REQUIRE(trace.lds.size() == 1);
  REQUIRE(trace.counters.size() == 2);
  CHECK(trace.counters[0] == std::pair<std::string, std::uint64_t>("SQ_LDS_IDX_ACTIVE", 4));
  CHECK(trace.counters[1] == std::pair<std::string, std::uint64_t>("SQ_LDS_BANK_CONFLICT", 2));
}

}  // namespace
}  // namespace lanewise::lds
