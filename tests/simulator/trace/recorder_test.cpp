// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the recorder keeps of hand-made events, and that neither shards nor threads change it.

#include <doctest/doctest.h>

#include <algorithm>

#include "simulator/trace/recorder.h"
#include "simulator/trace/trace_bytes.h"
#include "tests/simulator/trace/fake_wave.h"

namespace lanewise::trace {
namespace {

using engine::MemoryKind;
using isa::Encoding;
using isa::Role;
using test::instruction;

constexpr std::uint64_t kBase = 0x200000000000;
constexpr std::uint32_t kNone = 0xffffffff;

enum Index : std::uint32_t { kAdd, kGlobalLoad, kDsRead, kWaitVm, kWaitAll, kScalarAdd, kStore, kScalarLoad };

isa::Instruction wait(int immediate) {
  isa::Instruction made = instruction("s_waitcnt", Encoding::kSopp);
  made.immediate = immediate;
  return made;
}

isa::Instruction scalar_add() {
  isa::Instruction made =
      instruction("s_add_u32", Encoding::kSop2,
                  {test::sgpr(Role::kSdst, 10), test::sgpr(Role::kSrc0, 1), test::sgpr(Role::kSrc1, 2)});
  made.writes_scc = true;
  return made;
}

isa::Program sample() {
  return test::program({
      instruction("v_add_f32", Encoding::kVop2,
                  {test::vgpr(Role::kVdst, 1), test::vgpr(Role::kSrc0, 2), test::vgpr(Role::kSrc1, 3)}),
      instruction("global_load_dwordx2", Encoding::kGlobal,
                  {test::vgpr(Role::kVdst, 4, 2), test::vgpr(Role::kAddress, 8, 2)}),
      instruction("ds_read_b32", Encoding::kDs, {test::vgpr(Role::kVdst, 6), test::vgpr(Role::kAddress, 9)}),
      wait(0x0f70),  // vmcnt(0), lgkmcnt(15)
      wait(0x0000),  // vmcnt(0) lgkmcnt(0)
      scalar_add(),
      instruction("global_store_dword", Encoding::kGlobal,
                  {test::vgpr(Role::kAddress, 8, 2), test::vgpr(Role::kData0, 1)}),
      instruction("s_load_dwordx2", Encoding::kSmem,
                  {test::sgpr(Role::kSdst, 20, 2), test::sgpr(Role::kScalarBase, 0, 2)}),
  });
}

RecordOptions options(std::vector<std::uint32_t> workgroups) {
  RecordOptions made;
  made.workgroups = std::move(workgroups);
  made.arena_base = kBase;
  return made;
}

engine::InstructionEvent plain(std::uint32_t index, std::uint32_t wave = 0,
                               std::uint64_t exec = test::kAllLanes) {
  return {.instruction = index, .wave = wave, .exec = exec};
}

engine::InstructionEvent memory(std::uint32_t index, MemoryKind kind, const test::Addresses& addresses,
                                std::uint8_t bytes, std::uint64_t exec = test::kAllLanes) {
  engine::InstructionEvent event = plain(index, 0, exec);
  event.access_lanes = kind == MemoryKind::kScalar ? 1 : exec;
  event.memory = kind;
  event.addresses = addresses.data();
  event.bytes_per_lane = bytes;
  return event;
}

TEST_CASE("first, middle and last workgroup of a grid") {
  using Ids = std::vector<std::uint32_t>;
  CHECK(first_middle_last({16, 4, 1}) == Ids{0, 32, 63});
  CHECK(first_middle_last({3, 1, 1}) == Ids{0, 1, 2});
  CHECK(first_middle_last({2, 1, 1}) == Ids{0, 1});
  CHECK(first_middle_last({1, 1, 1}) == Ids{0});
  CHECK(first_middle_last({0, 1, 1}).empty());
}

TEST_CASE("events keep EXEC, and addresses relative to the arena or to the LDS") {
  Recorder recorder(sample(), options({5}));
  test::FakeWave wave;
  const test::Addresses global = test::strided(kBase + 0x1000, 8), lds = test::strided(64, 4);
  recorder.on_workgroup_begin({5, {1, 2, 0}}, 2);
  recorder.on_instruction(wave, plain(kAdd, 1, 0xff));
  recorder.on_instruction(wave, memory(kGlobalLoad, MemoryKind::kGlobal, global, 8, 0b101));
  recorder.on_instruction(wave, memory(kDsRead, MemoryKind::kLds, lds, 4));
  recorder.on_workgroup_end({5, {1, 2, 0}});
  Trace trace;
  recorder.fill(trace);

  REQUIRE(trace.workgroups.size() == 1);
  const WorkgroupRecord& workgroup = trace.workgroups[0];
  CHECK(workgroup.linear == 5);
  CHECK(workgroup.xyz == std::array<std::uint32_t, 3>{1, 2, 0});
  REQUIRE(workgroup.waves.size() == 2);
  CHECK(workgroup.waves[1].wave == 1);
  REQUIRE(workgroup.waves[1].events.size() == 1);
  CHECK(workgroup.waves[1].events[0].exec == 0xff);
  CHECK(workgroup.waves[1].events[0].access == kNone);

  const WaveRecord& first = workgroup.waves[0];
  REQUIRE(first.events.size() == 2);
  REQUIRE(first.accesses.size() == 2);
  CHECK(first.events[0].instruction == kGlobalLoad);
  CHECK(first.events[0].access == 0);
  CHECK(first.accesses[0].kind == static_cast<std::uint8_t>(MemoryKind::kGlobal));
  CHECK(first.accesses[0].bytes_per_lane == 8);
  CHECK(first.accesses[0].addresses[0] == 0x1000);
  CHECK(first.accesses[0].addresses[1] == 0);  // inactive
  CHECK(first.accesses[0].lanes == 0b101);
  CHECK(first.accesses[0].addresses[2] == 0x1010);
  CHECK(first.accesses[1].addresses[63] == 64 + 63 * 4);
  CHECK_FALSE(trace.truncated);
}

TEST_CASE("a load into LDS keeps both sides, ds_read2 both addresses") {
  Recorder recorder(sample(), options({0}));
  test::FakeWave wave;
  const test::Addresses global = test::strided(kBase + 0x2000, 4), first = test::strided(0, 8),
                        second = test::strided(4, 8);
  recorder.on_workgroup_begin({0, {}}, 1);
  engine::InstructionEvent dma = memory(kGlobalLoad, MemoryKind::kLdsDma, global, 4);
  dma.writes_memory = true;
  dma.lds_dma_base = 512;
  recorder.on_instruction(wave, dma);
  engine::InstructionEvent two = memory(kDsRead, MemoryKind::kLds, first, 4);
  two.second_addresses = second.data();
  recorder.on_instruction(wave, two);
  Trace trace;
  recorder.fill(trace);
  const auto& accesses = trace.workgroups[0].waves[0].accesses;
  REQUIRE(accesses.size() == 2);
  CHECK(accesses[0].writes);
  CHECK(accesses[0].addresses[3] == 0x200c);
  CHECK(accesses[0].has_second);
  CHECK(accesses[0].second[3] == 512 + 12);
  CHECK(accesses[1].has_second);
  CHECK(accesses[1].second[2] == 20);
}

TEST_CASE("results of the chosen wave: ALU at once, loads at the wait that covers them") {
  RecordOptions chosen = options({0, 3});
  chosen.results_of = ChosenWave{3, 0};
  Recorder recorder(sample(), chosen);
  test::FakeWave wave;
  wave.vectors[1].fill(11);
  wave.vectors[4].fill(44), wave.vectors[5].fill(55), wave.vectors[6].fill(66);
  wave.scalars[10] = 1010, wave.scalars[20] = 2020, wave.scalars[21] = 2121;
  wave.scc_bit = true;
  const test::Addresses global = test::strided(kBase + 0x1000, 8), lds = test::strided(0, 4);
  for (const std::uint32_t linear : {0u, 3u}) {
    recorder.on_workgroup_begin({linear, {linear, 0, 0}}, 2);
    recorder.on_instruction(wave, plain(kAdd, 1));  // not the chosen wave
    recorder.on_instruction(wave, plain(kAdd));
    recorder.on_instruction(wave, memory(kScalarLoad, MemoryKind::kScalar, global, 8));
    recorder.on_instruction(wave, memory(kGlobalLoad, MemoryKind::kGlobal, global, 8));
    recorder.on_instruction(wave, memory(kDsRead, MemoryKind::kLds, lds, 4));
    recorder.on_instruction(wave, plain(kWaitVm));
    recorder.on_instruction(wave, plain(kWaitAll));
    recorder.on_instruction(wave, plain(kScalarAdd));
    recorder.on_workgroup_end({linear, {linear, 0, 0}});
  }
  Trace trace;
  recorder.fill(trace);
  REQUIRE(trace.workgroups.size() == 2);
  CHECK(trace.workgroups[0].waves[0].results.empty());
  CHECK(trace.workgroups[1].waves[1].results.empty());
  const WaveRecord& record = trace.workgroups[1].waves[0];
  REQUIRE(record.events.size() == 7);

  const auto add = results_of(record, 0);
  REQUIRE(add.size() == 1);
  CHECK(add[0].first_register == 1);
  CHECK(add[0].values == std::vector<std::uint32_t>(64, 11));
  for (std::size_t load = 1; load <= 3; ++load) CHECK(results_of(record, load).empty());

  const auto vm = results_of(record, 4);  // vmcnt(0): the global load only
  REQUIRE(vm.size() == 1);
  CHECK(vm[0].first_register == 4);
  REQUIRE(vm[0].values.size() == 128);
  CHECK(vm[0].values[63] == 44);
  CHECK(vm[0].values[64] == 55);

  const auto all = results_of(record, 5);  // lgkmcnt(0): the LDS read, then the scalar load
  REQUIRE(all.size() == 2);
  CHECK(all[0].first_register == 6);
  CHECK(all[0].values[0] == 66);
  CHECK(all[1].scalar);
  CHECK(all[1].first_register == 20);
  CHECK(all[1].values == std::vector<std::uint32_t>{2020, 2121});

  const auto scalar = results_of(record, 6);  // s10 and SCC (operand code 253)
  REQUIRE(scalar.size() == 2);
  CHECK(scalar[0].first_register == 10);
  CHECK(scalar[0].values == std::vector<std::uint32_t>{1010});
  CHECK(scalar[1].first_register == 253);
  CHECK(scalar[1].values == std::vector<std::uint32_t>{1});
}

/// Three recorded workgroups of two waves, with loads and stores over two allocations.
void run_workgroup(engine::Observer& observer, std::uint32_t workgroup, int iterations) {
  test::FakeWave wave;
  for (const std::uint32_t number : {1u, 4u, 5u, 6u}) wave.vectors[number].fill(workgroup * 100 + number);
  for (int i = 0; i < iterations; ++i) {
    for (std::uint32_t w = 0; w < 2; ++w) {
      const test::Addresses input = test::strided(kBase + 0x10800 + workgroup * 0x1000 + w * 512, 8);
      const test::Addresses output = test::strided(kBase + 0x40000 + workgroup * 256, 4);
      engine::InstructionEvent load = memory(kGlobalLoad, MemoryKind::kGlobal, input, 8);
      engine::InstructionEvent store = memory(kStore, MemoryKind::kGlobal, output, 4);
      load.wave = store.wave = w;
      store.writes_memory = true;
      observer.on_instruction(wave, load);
      observer.on_instruction(wave, plain(kAdd, w));
      observer.on_instruction(wave, plain(kWaitAll, w));
      observer.on_instruction(wave, store);
    }
  }
}

RecordOptions with_pages(std::uint64_t limit) {
  RecordOptions made = options({3, 0, 2, 2});
  made.byte_limit = limit;
  made.allocations = {{"out", 0x40000, 4096}, {"in", 0x10800, 0x5000}};
  made.read = [](std::uint64_t address, std::span<std::uint8_t> bytes) {
    std::fill(bytes.begin(), bytes.end(), static_cast<std::uint8_t>((address - kBase) >> 12));
  };
  return made;
}

/// A complete trace, so that it can be compared by its bytes.
Trace record(const RecordOptions& recording, std::size_t shards,
             const std::function<std::size_t(std::uint32_t)>& shard_of) {
  Trace trace;
  trace.program = sample();
  Recorder recorder(trace.program, recording);
  test::dispatch(recorder, 4, 2, shards, shard_of, [](engine::Observer& worker, std::uint32_t workgroup) {
    run_workgroup(worker, workgroup, 5);
  });
  recorder.fill(trace);
  return trace;
}

TEST_CASE("pages that recorded waves read and nobody wrote are kept, clipped to their allocation") {
  // Reads: workgroups 0, 2, 3 at 0x10800.., 0x12800.., 0x13800.., 1024 bytes each, so one page each.
  const Trace trace = record(with_pages(64 << 20), 1, [](std::uint32_t) { return 0; });
  REQUIRE(trace.allocations.size() == 2);
  CHECK(trace.allocations[0].label == "in");  // ascending by address
  REQUIRE(trace.pages.size() == 3);
  CHECK(trace.pages[0].relative_address == 0x10800);  // the allocation begins inside the page
  CHECK(trace.pages[0].bytes.size() == 0x800);
  CHECK(trace.pages[1].relative_address == 0x12000);
  CHECK(trace.pages[1].bytes.size() == 0x1000);
  CHECK(trace.pages[2].relative_address == 0x13000);
  CHECK(trace.pages[2].bytes[0] == 0x13);
}

TEST_CASE("a page that a wave outside the recording writes is left out") {
  RecordOptions recording = with_pages(64 << 20);
  const auto pages_after_write = [&](bool initial) {
    recording.reads_initial_contents = initial;
    Recorder recorder(sample(), recording);
    test::FakeWave wave;
    recorder.on_workgroup_begin({0, {}}, 2);
    run_workgroup(recorder, 0, 1);
    recorder.on_workgroup_end({0, {}});
    recorder.on_workgroup_begin({1, {}}, 2);  // not recorded
    const test::Addresses target = test::strided(kBase + 0x10ffc, 0);
    engine::InstructionEvent store = memory(kStore, MemoryKind::kGlobal, target, 4, 1);
    store.writes_memory = true;
    recorder.on_instruction(wave, store);
    recorder.on_workgroup_end({1, {}});
    Trace trace;
    recorder.fill(trace);
    return trace.pages.size();
  };
  CHECK(pages_after_write(false) == 0);
  CHECK(pages_after_write(true) == 1);
}

TEST_CASE("the recording is the same however workgroups are spread over shards, cut or not") {
  // The small limit leaves 64 KiB / 2 / 3 workgroups / 2 waves = 5461 bytes a wave: 5 accesses at most.
  for (const std::uint64_t limit : {std::uint64_t{64} << 20, std::uint64_t{64} << 10}) {
    const Trace expected = record(with_pages(limit), 1, [](std::uint32_t) { return 0; });
    REQUIRE(expected.workgroups.size() == 3);
    CHECK(expected.workgroups[0].linear == 0);
    CHECK(expected.workgroups[1].linear == 2);
    CHECK(expected.workgroups[2].linear == 3);
    const bool cut = limit < (1u << 20);
    CHECK(expected.truncated == cut);
    for (const WorkgroupRecord& workgroup : expected.workgroups) {
      for (const WaveRecord& wave : workgroup.waves) {
        CHECK((wave.events.size() < 20) == cut);
        CHECK(wave.events.size() >= 4);
      }
    }
    const std::vector<std::uint8_t> bytes = encode_trace(expected);
    test::for_each_split(4, [&](std::size_t shards, const auto& shard_of) {
      REQUIRE(encode_trace(record(with_pages(limit), shards, shard_of)) == bytes);
    });
  }
}

TEST_CASE("a cut wave keeps a prefix, and the limit holds") {
  const std::uint64_t limit = 64 << 10;
  const Trace whole = record(with_pages(64 << 20), 1, [](std::uint32_t) { return 0; });
  const Trace cut = record(with_pages(limit), 1, [](std::uint32_t) { return 0; });
  std::uint64_t bytes = 0;
  for (std::size_t g = 0; g < cut.workgroups.size(); ++g) {
    for (std::size_t w = 0; w < 2; ++w) {
      const WaveRecord& wave = cut.workgroups[g].waves[w];
      const WaveRecord& full = whole.workgroups[g].waves[w];
      for (std::size_t i = 0; i < wave.events.size(); ++i) {
        CHECK(wave.events[i].instruction == full.events[i].instruction);
        CHECK(wave.events[i].access == full.events[i].access);
      }
      bytes += wave.events.size() * sizeof(Event) + wave.accesses.size() * sizeof(AccessRecord);
      for (const ResultRecord& result : wave.results)
        bytes += sizeof(ResultRecord) + 4 * result.values.size();
    }
  }
  for (const Page& page : cut.pages) bytes += sizeof(Page) + page.bytes.size();
  CHECK(bytes <= limit);
  CHECK(bytes > limit / 4);
}

}  // namespace
}  // namespace lanewise::trace
