// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The engine on small assembled kernels (tests/data/assembly/engine.s), for both targets and both handler
// builds. Expected values are worked out by hand from the kernels and the ISA manual.

#include <doctest/doctest.h>

#include <cstring>
#include <fstream>
#include <functional>
#include <iterator>
#include <string>
#include <vector>

#include "simulator/code_object/code_object.h"
#include "simulator/diagnostics/error.h"
#include "simulator/engine/dispatch.h"

namespace {

using namespace lanewise;

std::vector<std::byte> read_file(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  REQUIRE_MESSAGE(in.good(), path);
  const std::vector<char> bytes{std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
  std::vector<std::byte> result(bytes.size());
  std::memcpy(result.data(), bytes.data(), bytes.size());
  return result;
}

/// One arena with an input (4 * lane + 1000 ...) and three outputs of 256 dwords.
struct Bench {
  explicit Bench(const std::string& target)
      : object(code_object::load_code_object(
            read_file(std::string(LANEWISE_CODE_OBJECTS) + "/engine." + target + ".co"), "engine.co")) {
    for (int i = 0; i < 4; ++i) buffers.push_back(arena.allocate(buffer_bytes, "buffer" + std::to_string(i)));
  }
  std::vector<std::uint32_t> dwords(int buffer) {
    std::vector<std::uint32_t> values(buffer_bytes / 4);
    std::memcpy(values.data(), arena.host_view(buffers[buffer], buffer_bytes).data(), buffer_bytes);
    return values;
  }
  void fill(int buffer, const std::function<std::uint32_t(std::uint32_t)>& value) {
    std::vector<std::uint32_t> values(buffer_bytes / 4);
    for (std::uint32_t i = 0; i < values.size(); ++i) values[i] = value(i);
    std::memcpy(arena.host_view(buffers[buffer], buffer_bytes).data(), values.data(), buffer_bytes);
  }
  engine::DispatchResult run(const std::string& kernel, std::array<std::uint32_t, 3> block,
                             engine::DispatchOptions options = {},
                             std::array<std::uint32_t, 3> grid = {1, 1, 1}) {
    std::array<std::byte, 32> kernarg;
    std::memcpy(kernarg.data(), buffers.data(), 32);
    const auto loaded = engine::load_kernel(arena, object, kernel);
    return engine::run(arena, *loaded, {grid, block, 0, kernarg}, options);
  }

  static constexpr std::uint64_t buffer_bytes = 1024;
  memory::Arena arena{7};
  code_object::CodeObject object;
  std::vector<memory::DeviceAddress> buffers;
};

template <class Test>
void on_every_build(Test test) {
  for (const char* target : {"gfx942", "gfx950"}) {
    for (const bool scalar : {false, true}) {
      CAPTURE(target);
      CAPTURE(scalar);
      Bench bench(target);
      engine::DispatchOptions options;
      options.scalar_build = scalar;
      test(bench, options);
    }
  }
}

Error error_of(const std::function<void()>& action) {
  try {
    action();
  } catch (const Error& error) {
    return error;
  }
  FAIL("no error was thrown");
  return {ErrorKind::kLanewise, "", "", ""};
}

}  // namespace

TEST_CASE("a load reaches its register at the wait that covers it") {
  on_every_build([](Bench& bench, engine::DispatchOptions options) {
    bench.fill(0, [](std::uint32_t i) { return 1000 + i; });
    bench.run("load_without_wait", {64, 1, 1}, options);
    CHECK(bench.dwords(1)[0] == 7);
    CHECK(bench.dwords(1)[63] == 7);
    CHECK(bench.dwords(2)[0] == 1000);
    CHECK(bench.dwords(2)[63] == 1063);
    options.delivery = engine::Delivery::kPrompt;
    bench.run("load_without_wait", {64, 1, 1}, options);
    CHECK(bench.dwords(1)[63] == 1063);
  });
}

TEST_CASE("a load's destination may overlap the next load's address register") {
  on_every_build([](Bench& bench, engine::DispatchOptions options) {
    bench.run("read_overlaps_address", {64, 1, 1}, options);
    for (std::uint32_t lane = 0; lane < 64; ++lane) {
      CHECK(bench.dwords(0)[lane] == 100 + lane);
      CHECK(bench.dwords(1)[lane] == lane);
    }
  });
}

TEST_CASE("a load is complete once 63 younger operations fill vmcnt") {
  on_every_build([](Bench& bench, engine::DispatchOptions options) {
    bench.fill(0, [](std::uint32_t i) { return 1000 + i; });
    bench.run("counter_capacity", {64, 1, 1}, options);
    CHECK(bench.dwords(1)[5] == 1005);
    CHECK(bench.dwords(2)[5] == 7);
  });
}

TEST_CASE("barriers count arrivals, not addresses") {
  on_every_build([](Bench& bench, engine::DispatchOptions options) {
    bench.run("different_barriers", {128, 1, 1}, options);
    for (std::uint32_t item = 0; item < 128; ++item) CHECK(bench.dwords(0)[item] == 42);
  });
}

TEST_CASE("work-item ids and EXEC of a partial wave") {
  on_every_build([](Bench& bench, engine::DispatchOptions options) {
    bench.run("work_item_ids", {5, 3, 5}, options);
    const auto ids = bench.dwords(0), active = bench.dwords(1);
    for (std::uint32_t item = 0; item < 75; ++item) {
      CAPTURE(item);
      CHECK(ids[item] == item % 5 + 16 * (item / 5 % 3) + 256 * (item / 15));
      CHECK(active[item] == (item < 64 ? 64u : 11u));
    }
    CHECK(ids[75] == 0xffffffff);  // poison: nobody wrote it
  });
}

TEST_CASE("functions are called through computed addresses") {
  on_every_build([](Bench& bench, engine::DispatchOptions options) {
    bench.run("function_call", {64, 1, 1}, options);
    for (std::uint32_t lane = 0; lane < 64; ++lane) CHECK(bench.dwords(0)[lane] == 4 * (lane + 1));
  });
}

TEST_CASE("scratch is the same memory through the private aperture") {
  on_every_build([](Bench& bench, engine::DispatchOptions options) {
    bench.run("private_memory", {64, 1, 1}, options);
    for (std::uint32_t lane = 0; lane < 64; ++lane) CHECK(bench.dwords(0)[lane] == lane + 3);
  });
}

TEST_CASE("DPP keeps or zeroes lanes without a source; SDWA writes one byte") {
  on_every_build([](Bench& bench, engine::DispatchOptions options) {
    bench.run("dpp_and_sdwa", {64, 1, 1}, options);
    for (std::uint32_t lane = 0; lane < 64; ++lane) {
      CAPTURE(lane);
      CHECK(bench.dwords(0)[lane] == (lane % 16 == 0 ? 0x55 : lane - 1));
      CHECK(bench.dwords(1)[lane] == (lane % 16 == 0 ? 0 : lane - 1));
      CHECK(bench.dwords(2)[lane] == (0x00345678 | (((lane - 128) & 0xff) << 24)));
    }
  });
}

TEST_CASE("an endless wave ends at its budget") {
  on_every_build([](Bench& bench, engine::DispatchOptions options) {
    options.instruction_budget_per_wave = 100'000;
    const Error error = error_of([&] { bench.run("never_ends", {64, 1, 1}, options); });
    CHECK(error.kind == ErrorKind::kKernel);
    CHECK(error.id == "never-ends");
    CHECK(error.message.find("wave 0 of workgroup (0,0,0)") != std::string::npos);
    CHECK(error.where.line != 0);
  });
}

TEST_CASE("the lowest faulting workgroup is reported at any thread count") {
  on_every_build([](Bench& bench, engine::DispatchOptions options) {
    for (const std::uint32_t threads : {1u, 2u, 4u}) {
      options.threads = threads;
      // 1024 bytes hold four workgroups of 64 dwords.
      const Error error = error_of([&] { bench.run("out_of_bounds", {64, 1, 1}, options, {64, 1, 1}); });
      CHECK(error.id == "out-of-bounds");
      CHECK(error.message.find("lane 0 of wave 0 of workgroup (4,0,0) writes 4 bytes 0 bytes past the end of "
                               "'buffer0' (1024 bytes)") != std::string::npos);
    }
  });
}

TEST_CASE("impossible launches are refused") {
  Bench bench("gfx942");
  CHECK(error_of([&] { bench.run("never_ends", {2048, 1, 1}); }).id == "invalid-launch");
  CHECK(error_of([&] { bench.run("never_ends", {0, 1, 1}); }).id == "invalid-launch");
  CHECK(error_of([&] { bench.run("no_such_kernel", {64, 1, 1}); }).kind == ErrorKind::kRequest);
  std::array<std::byte, 32> kernarg{};
  const auto loaded = engine::load_kernel(bench.arena, bench.object, "different_barriers");
  const engine::Launch too_much_lds{{1, 1, 1}, {64, 1, 1}, 65536, kernarg};
  CHECK(error_of([&] { engine::run(bench.arena, *loaded, too_much_lds, {}); }).id == "too-much-lds");
  const engine::Launch short_kernarg{{1, 1, 1}, {64, 1, 1}, 0, std::span(kernarg).first(16)};
  CHECK(error_of([&] { engine::run(bench.arena, *loaded, short_kernarg, {}); }).id == "wrong-kernarg-size");
}

TEST_CASE("executed instructions are counted exactly") {
  on_every_build([](Bench& bench, engine::DispatchOptions options) {
    // 11 instructions before s_endpgm, which counts; load_pointers is three of them.
    const engine::DispatchResult result = bench.run("load_without_wait", {64, 1, 1}, options);
    CHECK(result.wave_instructions == 12);
    CHECK(result.waves == 1);
  });
}

TEST_CASE("workgroups that wait for later ones run side by side") {
  on_every_build([](Bench& bench, engine::DispatchOptions options) {
    bench.fill(0, [](std::uint32_t) { return 0; });
    options.threads = 2;
    const engine::DispatchResult result = bench.run("workgroups_in_reverse", {64, 1, 1}, options, {16, 1, 1});
    CHECK(bench.dwords(0)[0] == 16);
    CHECK(result.threads == 1);  // communicating: one fixed order
  });
}

TEST_CASE("workgroups that wait for one that never comes are reported") {
  on_every_build([](Bench& bench, engine::DispatchOptions options) {
    bench.fill(0, [](std::uint32_t) { return 0; });
    options.instruction_budget_per_wave = 50'000;
    // 15 workgroups: nobody is number 15, whose turn would be the first.
    const Error error =
        error_of([&] { bench.run("workgroups_in_reverse", {64, 1, 1}, options, {15, 1, 1}); });
    CHECK(error.id == "never-ends");
  });
}

TEST_CASE("late delivery gives correct code the same results") {
  on_every_build([](Bench& bench, engine::DispatchOptions options) {
    options.delivery = engine::Delivery::kLate;
    bench.fill(0, [](std::uint32_t i) { return 1000 + i; });
    bench.run("load_without_wait", {64, 1, 1}, options);
    CHECK(bench.dwords(1)[63] == 7);
    CHECK(bench.dwords(2)[63] == 1063);
    bench.run("counter_capacity", {64, 1, 1}, options);
    CHECK(bench.dwords(1)[5] == 1005);
    CHECK(bench.dwords(2)[5] == 7);
    bench.run("different_barriers", {128, 1, 1}, options);
    for (std::uint32_t item = 0; item < 128; ++item) CHECK(bench.dwords(0)[item] == 42);
    bench.run("read_overlaps_address", {64, 1, 1}, options);
    CHECK(bench.dwords(0)[9] == 109);
    CHECK(bench.dwords(1)[9] == 9);
    bench.run("private_memory", {64, 1, 1}, options);
    CHECK(bench.dwords(0)[9] == 12);
    bench.run("function_call", {64, 1, 1}, options);
    CHECK(bench.dwords(0)[9] == 40);
    bench.fill(0, [](std::uint32_t) { return 0; });
    bench.run("workgroups_in_reverse", {64, 1, 1}, options, {16, 1, 1});
    CHECK(bench.dwords(0)[0] == 16);
  });
}

TEST_CASE("late delivery shows a store that nobody waited for") {
  on_every_build([](Bench& bench, engine::DispatchOptions options) {
    bench.run("store_without_wait", {128, 1, 1}, options);
    CHECK(bench.dwords(0)[64] == 41);
    options.delivery = engine::Delivery::kLate;
    bench.run("store_without_wait", {128, 1, 1}, options);
    CHECK(bench.dwords(0)[64] == 0xffffffff);  // LDS as it was: poison
  });
}
