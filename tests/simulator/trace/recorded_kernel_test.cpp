// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Recorder, counters, LDS conflicts and last writers on a kernel that the engine really runs
// (tests/data/assembly/trace.s), 5 workgroups of 2 waves. Expected values are worked out by hand:
// each wave executes 17 instructions; its ds_write_b32 and both halves of its ds_read2_b32 have a stride
// of two dwords, so that two lanes of a phase meet in every second bank.

#include <doctest/doctest.h>

#include <array>
#include <cstring>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "simulator/code_object/code_object.h"
#include "simulator/engine/dispatch.h"
#include "simulator/lds/observer/conflict_observer.h"
#include "simulator/memory/arena.h"
#include "simulator/trace/instruction_counter.h"
#include "simulator/trace/last_writer.h"
#include "simulator/trace/recorder.h"
#include "simulator/trace/trace_bytes.h"

namespace lanewise::trace {
namespace {

constexpr std::uint32_t kWorkgroups = 5;
constexpr std::uint64_t kBufferBytes = kWorkgroups * 128 * 4;

std::vector<std::byte> read_file(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  REQUIRE_MESSAGE(in.good(), path);
  const std::vector<char> bytes{std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
  std::vector<std::byte> result(bytes.size());
  std::memcpy(result.data(), bytes.data(), bytes.size());
  return result;
}

/// One run with every observer; element i of the input is 7000 + i.
struct Run {
  Run(const std::string& target, std::uint32_t threads)
      : object(code_object::load_code_object(
            read_file(std::string(LANEWISE_CODE_OBJECTS) + "/trace." + target + ".co"), "trace.co")),
        input(arena.allocate(kBufferBytes, "input")),
        output(arena.allocate(kBufferBytes, "output")),
        kernel(engine::load_kernel(arena, object, "recorded")),
        program(engine::program(*kernel)),
        counter(program),
        conflicts(program),
        writer({{output, kBufferBytes, 4}}),
        recorder(program, options()) {
    std::vector<std::uint32_t> values(kBufferBytes / 4);
    for (std::uint32_t i = 0; i < values.size(); ++i) values[i] = 7000 + i;
    std::memcpy(arena.host_view(input, kBufferBytes).data(), values.data(), kBufferBytes);
    std::array<std::byte, 32> kernarg{};
    std::memcpy(kernarg.data(), &input, 8);
    std::memcpy(kernarg.data() + 8, &output, 8);
    const std::array<engine::Observer*, 4> observers{&counter, &conflicts, &writer, &recorder};
    engine::DispatchOptions dispatch;
    dispatch.threads = threads;
    dispatch.observers = observers;
    result = engine::run(arena, *kernel, {{kWorkgroups, 1, 1}, {128, 1, 1}, 0, kernarg}, dispatch);
    trace.program = program;
    recorder.fill(trace);
    counter.fill(trace);
    conflicts.fill(trace);
  }

  RecordOptions options() {
    RecordOptions made;
    made.workgroups = first_middle_last({kWorkgroups, 1, 1});
    made.arena_base = arena.base();
    made.allocations = {{"input", arena.relative(input), kBufferBytes},
                        {"output", arena.relative(output), kBufferBytes}};
    made.read = [this](std::uint64_t address, std::span<std::uint8_t> bytes) {
      std::memcpy(bytes.data(), arena.host_view(address, bytes.size()).data(), bytes.size());
    };
    return made;
  }

  std::uint64_t count(std::string_view name) const {
    for (const auto& [each, value] : trace.counters) {
      if (each == name) return value;
    }
    FAIL("no counter ", name);
    return 0;
  }
  std::uint32_t index_of(std::string_view text) const {
    for (std::uint32_t i = 0; i < program.text.size(); ++i) {
      if (program.text[i].starts_with(text)) return i;
    }
    FAIL("no instruction ", text);
    return 0;
  }
  /// Position of the instruction's only event in a wave.
  std::size_t event_of(const WaveRecord& wave, std::uint32_t instruction) const {
    for (std::size_t i = 0; i < wave.events.size(); ++i) {
      if (wave.events[i].instruction == instruction) return i;
    }
    FAIL("no event of ", program.text[instruction]);
    return 0;
  }

  memory::Arena arena{11};
  code_object::CodeObject object;
  memory::DeviceAddress input, output;
  std::shared_ptr<const engine::LoadedKernel> kernel;
  const isa::Program& program;
  InstructionCounter counter;
  lds::ConflictObserver conflicts;
  LastWriter writer;
  Recorder recorder;
  engine::DispatchResult result;
  Trace trace;
};

TEST_CASE("a run is counted by class") {
  for (const std::string target : {"gfx942", "gfx950"}) {
    CAPTURE(target);
    const Run run(target, 2);
    CHECK(run.result.wave_instructions == 10 * 17);
    CHECK(run.counter.wave_instructions() == 10 * 17);
    CHECK(run.count("SQ_WAVES") == 10);
    CHECK(run.count("SQ_INSTS_VALU") == 10 * 5);
    CHECK(run.count("SQ_INSTS_MFMA") == 0);
    CHECK(run.count("SQ_INSTS_SALU") == 10);
    CHECK(run.count("SQ_INSTS_SMEM") == 20);
    CHECK(run.count("SQ_INSTS_LDS") == 20);
    CHECK(run.count("SQ_INSTS_VMEM_RD") == 10);
    CHECK(run.count("SQ_INSTS_VMEM_WR") == 10);
    CHECK(run.count("SQ_INSTS_FLAT") == 0);
    CHECK(run.count("SQ_INSTS_BRANCH") == 0);
    CHECK(run.count("SQ_INSTS_SENDMSG") == 10);
  }
}

TEST_CASE("bank conflicts of a run add up by instruction") {
  struct Row {
    const char* target;
    std::uint64_t write_active, write_conflict, read_active, read_conflict;  // per wave
  };
  // gfx942: 2 phases of 2 cycles a write, and as many for each of the two reads.
  // gfx950: the same write; a read is one phase of 64 lanes over 64 banks, 2 cycles.
  constexpr Row kRows[] = {{"gfx942", 4, 2, 8, 4}, {"gfx950", 4, 2, 4, 2}};
  for (const Row& row : kRows) {
    CAPTURE(row.target);
    const Run run(row.target, 2);
    REQUIRE(run.trace.lds.size() == 2);
    const LdsInstructionCount &write = run.trace.lds[0], &read = run.trace.lds[1];
    CHECK(write.instruction == run.index_of("ds_write_b32"));
    CHECK(write.executions == 10);
    CHECK(write.active_cycles == 10 * row.write_active);
    CHECK(write.conflict_cycles == 10 * row.write_conflict);
    CHECK(read.instruction == run.index_of("ds_read2_b32"));
    CHECK(read.executions == 10);
    CHECK(read.active_cycles == 10 * row.read_active);
    CHECK(read.conflict_cycles == 10 * row.read_conflict);
    CHECK(run.count("SQ_LDS_IDX_ACTIVE") == 10 * (row.write_active + row.read_active));
    CHECK(run.count("SQ_LDS_BANK_CONFLICT") == 10 * (row.write_conflict + row.read_conflict));
  }
}

TEST_CASE("first, middle and last workgroup are recorded with their addresses") {
  const Run run("gfx942", 2);
  REQUIRE(run.trace.workgroups.size() == 3);
  const std::array<std::uint32_t, 3> expected{0, 2, 4};
  for (std::size_t i = 0; i < 3; ++i) {
    const WorkgroupRecord& workgroup = run.trace.workgroups[i];
    CHECK(workgroup.linear == expected[i]);
    REQUIRE(workgroup.waves.size() == 2);
    for (std::uint32_t w = 0; w < 2; ++w) {
      const WaveRecord& wave = workgroup.waves[w];
      REQUIRE(wave.events.size() == 17);
      REQUIRE(wave.accesses.size() == 6);  // two scalar loads, load, write, read, store
      for (const Event& event : wave.events) CHECK(event.exec == ~0ull);
      const AccessRecord& load =
          wave.accesses[wave.events[run.event_of(wave, run.index_of("global_load"))].access];
      CHECK(load.lanes == ~0ull);
      CHECK(load.bytes_per_lane == 4);
      CHECK(load.addresses[0] == run.arena.relative(run.input) + expected[i] * 512 + w * 256);
      CHECK(load.addresses[63] == load.addresses[0] + 63 * 4);
      const AccessRecord& read =
          wave.accesses[wave.events[run.event_of(wave, run.index_of("ds_read2"))].access];
      CHECK(read.addresses[5] == (w * 64 + 5) * 8);
      REQUIRE(read.has_second);
      CHECK(read.second[5] == (w * 64 + 5) * 8 + 4);
    }
  }
}

TEST_CASE("the chosen wave's registers are seen where they are valid") {
  const Run run("gfx950", 2);
  const WaveRecord& wave = run.trace.workgroups[0].waves[0];
  CHECK(run.trace.workgroups[0].waves[1].results.empty());
  CHECK(results_of(wave, run.event_of(wave, run.index_of("global_load"))).empty());
  const auto loaded = results_of(wave, run.event_of(wave, run.index_of("s_barrier")) - 1);
  REQUIRE(loaded.size() == 1);
  CHECK(loaded[0].first_register == 4);
  CHECK(loaded[0].values[63] == 7063);
  const std::size_t store = run.event_of(wave, run.index_of("global_store"));
  const auto sum = results_of(wave, store - 1), read = results_of(wave, store - 2);
  REQUIRE(read.size() == 1);
  CHECK(read[0].first_register == 6);
  CHECK(read[0].values[9] == 9);                   // v6: what the lane wrote
  CHECK(read[0].values[64 + 9] == 0xffffffff);     // v7: LDS that nobody wrote is poisoned
  REQUIRE(sum.size() == 1);
  CHECK(sum[0].values[9] == 7009 + 9);
}

TEST_CASE("the input's pages are kept, the output's are not, and writers are known") {
  const Run run("gfx942", 2);
  std::uint64_t bytes = 0;
  for (const Page& page : run.trace.pages) {
    CHECK(page.relative_address >= run.arena.relative(run.input));
    CHECK(page.relative_address + page.bytes.size() <= run.arena.relative(run.input) + kBufferBytes);
    bytes += page.bytes.size();
  }
  CHECK(bytes >= 128 * 4 * 3);
  std::uint32_t first = 0;
  REQUIRE_FALSE(run.trace.pages.empty());
  std::memcpy(&first, run.trace.pages[0].bytes.data(), 4);
  CHECK(first == 7000);
  const std::uint32_t store = run.index_of("global_store");
  for (const std::uint32_t element : {0u, 63u, 64u, 127u, 128u, 639u}) {
    CAPTURE(element);
    CHECK(run.writer.find(run.output + 4 * element) ==
          Writer{element / 128, element / 64 % 2, element % 64, store});
  }
  CHECK(run.writer.find(run.input) == std::nullopt);
}

TEST_CASE("a trace is the same at any number of threads, and after reading it again") {
  const std::vector<std::uint8_t> one = encode_trace(Run("gfx942", 1).trace);
  for (const std::uint32_t threads : {2u, 3u, 5u}) CHECK(encode_trace(Run("gfx942", threads).trace) == one);
  CHECK(encode_trace(decode_trace(one, "one.lwt")) == one);
}

}  // namespace
}  // namespace lanewise::trace
