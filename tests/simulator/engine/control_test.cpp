// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Program control and registers chosen at run time (tests/data/assembly/control_instructions.s), on both
// targets, handler builds and every delivery. Expected values are worked out by hand from the ISA manual.

#include <doctest/doctest.h>

#include "simulator/diagnostics/error.h"
#include "tests/simulator/engine/kernel_bench.h"

using namespace lanewise;
using tests::KernelBench;

namespace {

constexpr std::uint32_t kPoison = 0xffffffff;

using Body = std::function<void(KernelBench&, engine::DispatchOptions)>;
void each(const Body& body) { tests::on_every_build("control_instructions", {"gfx942", "gfx950"}, body); }

}  // namespace

TEST_CASE("forks run both sides and join") {
  each([](KernelBench& bench, engine::DispatchOptions options) {
    bench.run("forked_lanes", options);
    for (std::uint32_t lane = 0; lane < 64; ++lane)
      CHECK(bench.dwords(0)[lane] == (lane < 8 ? 1100u : lane < 24 ? 1010u : 1u));
  });
}

TEST_CASE("hardware registers") {
  each([](KernelBench& bench, engine::DispatchOptions options) {
    bench.run("hardware_values", options, {9, 1, 1});
    for (std::uint32_t workgroup = 0; workgroup < 9; ++workgroup) {
      CAPTURE(workgroup);
      const auto all = bench.dwords(0);
      const std::uint32_t* values = all.data() + 8 * workgroup;
      CHECK(values[0] == 0x3f0);       // denormals kept, DX10_CLAMP, IEEE
      CHECK(values[1] == workgroup % 8);
      CHECK(values[2] == 1);           // SCC
      CHECK(values[3] == 3);           // 1300 bytes of LDS in units of 512
      CHECK(values[4] == 0x00010002);  // apertures: LDS 1 << 48, scratch 2 << 48
      CHECK(values[5] == 0x53f0);
      CHECK(values[6] == 7);
      CHECK(values[7] == 15);          // 128 registers in units of 8, minus one
    }
  });
}

TEST_CASE("s_movrel adds M0 to the register number") {
  each([](KernelBench& bench, engine::DispatchOptions options) {
    bench.run("relative_sgprs", options);
    CHECK(bench.dwords(0)[0] == 54);
    CHECK(bench.dwords(1)[0] == 54);
    CHECK(bench.dwords(2)[0] == 55);
    CHECK(bench.dwords(3)[0] == 7 * 65536 + 55);
  });
}

TEST_CASE("s_set_gpr_idx moves enabled VGPR operands, and no others") {
  each([](KernelBench& bench, engine::DispatchOptions options) {
    const engine::DispatchResult result = bench.run("indexed_vgprs", options);
    for (std::uint32_t lane = 0; lane < 64; ++lane) {
      CAPTURE(lane);
      CHECK(bench.dwords(0)[lane] == 13 + lane);
      CHECK(bench.dwords(1)[lane] == 10 + lane);
      CHECK(bench.dwords(2)[lane] == 25 + 2 * lane);
      CHECK(bench.dwords(3)[lane] == 10 + lane);
    }
    // 3 + 2 + 5, four rounds of 10, then 4 + 4 and s_endpgm.
    CHECK(result.wave_instructions == 10 + 40 + 8 + 1);
  });
}

TEST_CASE("s_setvskip lets vector instructions pass without effect") {
  each([](KernelBench& bench, engine::DispatchOptions options) {
    bench.run("skipped_vectors", options);
    CHECK(bench.dwords(0)[5] == 7);
    CHECK(bench.dwords(1)[5] == kPoison);
  });
}

TEST_CASE("quad masks and doubled bits") {
  each([](KernelBench& bench, engine::DispatchOptions options) {
    bench.run("bit_masks", options);
    const auto values = bench.dwords(0);
    CHECK(values[0] == 0xa1);
    CHECK(values[1] == 1);
    CHECK(values[3] == 0x8001);
    CHECK(values[4] == 0);
    CHECK(values[7] == 0x33);
    CHECK(values[8] == 0xc0000000);
  });
}

TEST_CASE("messages and counters have no effect; s_setkill ends the wave") {
  each([](KernelBench& bench, engine::DispatchOptions options) {
    bench.run("quiet_instructions", options);
    CHECK(bench.dwords(0)[9] == 9);
    CHECK(bench.dwords(1)[9] == kPoison);
  });
}

TEST_CASE("observers see every instruction once, whatever the mode") {
  each([](KernelBench& bench, engine::DispatchOptions options) {
    tests::EventList list;
    engine::Observer* const observers[] = {&list};
    options.observers = observers;
    bench.run("indexed_vgprs", options);
    REQUIRE(list.events.size() == 59);
    int stores = 0;
    for (std::size_t i = 0; i < list.events.size(); ++i) {
      const engine::InstructionEvent& event = list.events[i].event;
      CHECK(event.sequence == i);
      if (event.memory == engine::MemoryKind::kGlobal) ++stores;
    }
    CHECK(stores == 4);
  });
}

TEST_CASE("an operand beyond the last SGPR ends the run with its reason") {
  each([&](KernelBench& bench, engine::DispatchOptions options) {
    std::string message;
    try {
      bench.run("far_sgpr", options);
    } catch (const Error& error) {
      CHECK(error.id == "no-semantics");
      message = error.message;
    }
    INFO(message);
    CHECK(message.find("s_movrels_b32 s20, s10") != std::string::npos);
    CHECK(message.find("M0 moves the operand beyond the last SGPR") != std::string::npos);
  });
}
