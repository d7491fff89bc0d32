// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Who wrote an element last, with hand-made stores.

#include <doctest/doctest.h>

#include "simulator/diagnostics/error.h"
#include "simulator/trace/last_writer.h"
#include "tests/simulator/trace/fake_wave.h"

namespace lanewise::trace {
namespace {

constexpr std::uint64_t kOutput = 0x200000001000;

engine::InstructionEvent store(std::uint32_t instruction, std::uint32_t wave,
                               const test::Addresses& addresses, std::uint8_t bytes,
                               std::uint64_t exec = test::kAllLanes) {
  return {.instruction = instruction,
          .wave = wave,
          .exec = exec,
          .access_lanes = exec,
          .memory = engine::MemoryKind::kGlobal,
          .writes_memory = true,
          .bytes_per_lane = bytes,
          .addresses = addresses.data()};
}

TEST_CASE("the last store of an element is named by lane and instruction") {
  LastWriter writer({{kOutput, 256, 4}});
  const test::FakeWave wave;
  const test::Addresses first = test::strided(kOutput, 4), second = test::strided(kOutput + 8, 4);
  writer.on_workgroup_begin({7, {7, 0, 0}}, 2);
  writer.on_instruction(wave, store(11, 0, first, 4));
  writer.on_instruction(wave, store(12, 1, second, 4, 0b1));  // lane 0 of wave 1 overwrites element 2
  CHECK(writer.find(kOutput) == Writer{7, 0, 0, 11});
  CHECK(writer.find(kOutput + 4 * 63) == Writer{7, 0, 63, 11});
  CHECK(writer.find(kOutput + 8) == Writer{7, 1, 0, 12});
  CHECK(writer.find(kOutput + 11) == Writer{7, 1, 0, 12});  // any byte of the element
  CHECK(writer.find(kOutput + 12) == Writer{7, 0, 3, 11});
  CHECK(writer.find(kOutput + 256) == std::nullopt);
  CHECK(writer.find(kOutput - 1) == std::nullopt);
}

TEST_CASE("lanes that EXEC switches off and elements outside are not written") {
  LastWriter writer({{kOutput, 64, 1}});
  const test::FakeWave wave;
  const test::Addresses addresses = test::strided(kOutput - 16, 1);
  writer.on_workgroup_begin({0, {}}, 1);
  writer.on_instruction(wave, store(3, 0, addresses, 1, 0xffff0000));  // lanes 16..31 are bytes 0..15
  CHECK(writer.find(kOutput) == Writer{0, 0, 16, 3});
  CHECK(writer.find(kOutput + 15) == Writer{0, 0, 31, 3});
  CHECK(writer.find(kOutput + 16) == std::nullopt);
}

TEST_CASE("a wide store covers all its elements and is clipped to the range") {
  LastWriter writer({{kOutput, 8, 2}});
  const test::FakeWave wave;
  const test::Addresses addresses = test::strided(kOutput - 4, 16);
  writer.on_workgroup_begin({0, {}}, 1);
  writer.on_instruction(wave, store(5, 0, addresses, 8, 0b1));  // 4 bytes before, 4 inside
  CHECK(writer.find(kOutput) == Writer{0, 0, 0, 5});
  CHECK(writer.find(kOutput + 2) == Writer{0, 0, 0, 5});
  CHECK(writer.find(kOutput + 4) == std::nullopt);
}

TEST_CASE("loads, LDS stores and loads into LDS are no writers") {
  LastWriter writer({{kOutput, 256, 4}});
  const test::FakeWave wave;
  const test::Addresses addresses = test::strided(kOutput, 4);
  engine::InstructionEvent load = store(1, 0, addresses, 4);
  load.writes_memory = false;
  engine::InstructionEvent lds = store(2, 0, addresses, 4);
  lds.memory = engine::MemoryKind::kLds;
  engine::InstructionEvent dma = store(3, 0, addresses, 4);
  dma.memory = engine::MemoryKind::kLdsDma;
  writer.on_workgroup_begin({0, {}}, 1);
  for (const auto& event : {load, lds, dma}) writer.on_instruction(wave, event);
  CHECK(writer.find(kOutput) == std::nullopt);
}

TEST_CASE("between workgroups the highest id wins, however they are spread over shards") {
  // Workgroup w writes elements w..w+63 of 4 bytes: element e is written by workgroups e-63..e.
  const test::FakeWave wave;
  test::for_each_split(4, [&](std::size_t shards, const auto& shard_of) {
    LastWriter writer({{kOutput, 4096 * 4, 4}});
    test::dispatch(writer, 4, 1, shards, shard_of, [&](engine::Observer& observer, std::uint32_t workgroup) {
      const test::Addresses addresses = test::strided(kOutput + 4 * workgroup, 4);
      observer.on_instruction(wave, store(20 + workgroup, 0, addresses, 4));
    });
    REQUIRE(writer.find(kOutput) == Writer{0, 0, 0, 20});
    REQUIRE(writer.find(kOutput + 4 * 2) == Writer{2, 0, 0, 22});
    REQUIRE(writer.find(kOutput + 4 * 3) == Writer{3, 0, 0, 23});
    REQUIRE(writer.find(kOutput + 4 * 66) == Writer{3, 0, 63, 23});
    REQUIRE(writer.find(kOutput + 4 * 67) == std::nullopt);
  });
}

TEST_CASE("overlapping ranges and empty elements are refused") {
  CHECK_THROWS_AS(LastWriter({{kOutput, 16, 4}, {kOutput + 8, 16, 4}}), Error);
  CHECK_THROWS_AS(LastWriter({{kOutput, 16, 0}}), Error);
}

}  // namespace
}  // namespace lanewise::trace
