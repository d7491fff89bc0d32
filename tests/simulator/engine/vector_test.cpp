// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Vector instructions with the clamp bit, with parts of registers and with operands of up to 32 registers,
// from their words to memory (tests/data/assembly/vector_instructions.s and vector_gfx950.s), in every build
// and delivery. Expected values are worked out by hand from AMD's pseudocode.

#include <doctest/doctest.h>

#include <array>

#include "tests/simulator/engine/kernel_bench.h"

using namespace lanewise;
using tests::KernelBench;

namespace {

using Body = std::function<void(KernelBench&, engine::DispatchOptions)>;
void each(const Body& body) { tests::on_every_build("vector_instructions", {"gfx942", "gfx950"}, body); }
void each_gfx950(const Body& body) { tests::on_every_build("vector_gfx950", {"gfx950"}, body); }

void check_results(KernelBench& bench, int buffer, const std::array<std::uint32_t, 4>& expected) {
  const std::vector<std::uint32_t> stored = bench.dwords(buffer);
  for (std::size_t i = 0; i < 4; ++i) {
    CAPTURE(buffer);
    CAPTURE(i);
    for (const std::size_t lane : {0, 31, 63}) CHECK(stored[64 * i + lane] == expected[i]);
  }
}

}  // namespace

TEST_CASE("integer_clamp") {
  each([](KernelBench& bench, engine::DispatchOptions options) {
    bench.run("integer_clamp", options, {64, 1, 1});
    check_results(bench, 0, {0xffffffff, 0, 0x7fffffff, 0xffff001e});
    // The carry out of the saturated addition is still set, so v_cndmask keeps v12.
    check_results(bench, 1, {0xffffffff, 0xffffffd5, 0xffffffff, 0xffffffff});
  });
}

TEST_CASE("v_mqsad_u32_u8 sums four windows into four registers") {
  // Bytes 3, 2, 1 of S1 against windows (1 2 3), (2 3 4), (3 4 5), (4 5 6): 4, 5, 6, 9.
  each([](KernelBench& bench, engine::DispatchOptions options) {
    bench.run("four_windows", options, {64, 1, 1});
    check_results(bench, 0, {1 + 4, 2 + 5, 3 + 6, 0xffffffff});
    check_results(bench, 1, {1 + 4, 2 + 5, 3 + 6, 8});
  });
}

TEST_CASE("multiplications and additions of halves") {
  each([](KernelBench& bench, engine::DispatchOptions options) {
    bench.run("half_multiply_add", options, {64, 1, 1});
    check_results(bench, 0, {0x47002222, 0x00004400, 0x47004400, 0x00004500});
    // 1 x 2 + 3; -1 x 3 + 1; 2.0 and 1.0 both normalise to 1; -1 in sixteenths
    check_results(bench, 1, {0x00004500, 0x0000c000, 0x7fff7fff, 0xbd800000});
  });
}

TEST_CASE("fp8 and bf8 mean other numbers on each chip") {
  for (const std::string target : {"gfx942", "gfx950"}) {
    CAPTURE(target);
    const bool ocp = target == "gfx950";
    tests::on_every_build(
        "vector_instructions", {target}, [&](KernelBench& bench, engine::DispatchOptions options) {
          bench.run("small_floats", options, {64, 1, 1});
          check_results(bench, 0, {ocp ? 0xc038beef : 0xc840beef, 0xc0000000, 0x3f800000, 0xc0000000});
      // -1.0 into byte 1; 254.6 rounds to 255; |-2.0| into byte 1; 2.0 in byte 1
          check_results(bench, 1,
                        {ocp ? 0x0102bc04u : 0x0102c004u, 0x11ff3344, 0x11ff0244, ocp ? 0x4000u : 0x4400u});
        });
  }
}

TEST_CASE("32 codes of six bits survive widening and narrowing") {
  each_gfx950([](KernelBench& bench, engine::DispatchOptions options) {
    const auto codes = [](std::uint32_t i) { return 0x9e3779b9u * (i + 1); };
    bench.fill(0, codes);
    bench.run("six_bits_there_and_back", options, {64, 1, 1});
    for (const int buffer : {1, 2, 3}) {
      CAPTURE(buffer);
      for (std::uint32_t i = 0; i < 192; ++i) CHECK(bench.dwords(buffer)[i] == codes(i));
    }
  });
}

TEST_CASE("2xpk16 interleaves its sources") {
  each_gfx950([](KernelBench& bench, engine::DispatchOptions options) {
    bench.run("interleaved_sources", options, {64, 1, 1});
    // 1.0 is 001000, -2.0 is 110000: 110000001000 over and over
    const std::uint32_t period[] = {0x08c08c08, 0x8c08c08c, 0xc08c08c0};
    for (std::uint32_t i = 0; i < 36; ++i) CHECK(bench.dwords(0)[i] == period[i % 3]);
  });
}

TEST_CASE("op_sel names bytes and halves") {
  each_gfx950([](KernelBench& bench, engine::DispatchOptions options) {
    bench.run("parts_of_registers", options, {64, 1, 1});
    // 8 / 8 = 1.0 is code 2, -48 / 8 = -6.0 is code 15; 7 and 255 into the high half
    check_results(bench, 0, {0xf2abcdef, 0xff07bbbb, 0x41000000, 0xc2400000});
    // 0x00ff | 0xff00; 1 + 1 x 4 + 2 x 3; the same; 8.0
    check_results(bench, 1, {0x7777ffff, 0x41300000, 0x41300000, 0x99994100});
  });
}
