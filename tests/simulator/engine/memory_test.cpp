// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Memory instructions that compilers seldom emit (tests/data/assembly/memory_instructions.s), on both
// targets, handler builds and every delivery. Expected values are worked out by hand from the kernels and the
// ISA manual.

#include <doctest/doctest.h>

#include <bit>

#include "tests/simulator/engine/kernel_bench.h"

using namespace lanewise;
using tests::KernelBench;

namespace {

constexpr std::uint32_t kPoison = 0xffffffff;
const std::vector<std::string> kBoth = {"gfx942", "gfx950"};

using Body = std::function<void(KernelBench&, engine::DispatchOptions)>;
void each(const Body& body) { tests::on_every_build("memory_instructions", kBoth, body); }

std::uint32_t bits(float value) { return std::bit_cast<std::uint32_t>(value); }

}  // namespace

TEST_CASE("ds_append and ds_consume count the active lanes and return the value before") {
  each([](KernelBench& bench, engine::DispatchOptions options) {
    bench.run("append_consume", options);
    const auto before_append = bench.dwords(0), before_consume = bench.dwords(1), at_last = bench.dwords(2);
    for (std::uint32_t lane = 0; lane < 64; ++lane) {
      CAPTURE(lane);
      CHECK(before_append[lane] == (lane < 8 ? 100 : kPoison));
      CHECK(before_consume[lane] == (lane < 3 ? 108 : kPoison));
      CHECK(at_last[lane] == 105);
    }
  });
}

TEST_CASE("the add-thread-id forms address LDS by M0, offset and lane") {
  each([](KernelBench& bench, engine::DispatchOptions options) {
    bench.run("addtid", options);
    for (std::uint32_t lane = 0; lane < 63; ++lane) {
      CHECK(bench.dwords(0)[lane] == 7 + lane);
      CHECK(bench.dwords(1)[lane] == 8 + lane);
    }
  });
}

TEST_CASE("ds_wrap subtracts or wraps around; ds_mskor replaces the masked bits") {
  each([](KernelBench& bench, engine::DispatchOptions options) {
    bench.run("wrap_and_mask", options);
    const auto wrapped = bench.dwords(0), masked = bench.dwords(1), returned = bench.dwords(2);
    for (std::uint32_t lane = 0; lane < 64; ++lane) {
      CAPTURE(lane);
      CHECK(wrapped[lane] == (lane >= 30 ? lane - 30 : lane + 1010));
      CHECK(masked[lane] == ((lane + 10) / 16 * 16 + 256));
      CHECK(returned[lane] == 10 * 256 + 10);
    }
  });
}

TEST_CASE("ds_wrxchg2st64 exchanges two dwords 256 bytes apart") {
  each([](KernelBench& bench, engine::DispatchOptions options) {
    bench.run("exchange_two", options);
    for (std::uint32_t lane = 0; lane < 64; ++lane) {
      CHECK(bench.dwords(0)[lane] == (500 + lane) * 65536 + lane);
      CHECK(bench.dwords(1)[lane] == 2 * 65536 + 1);
    }
  });
}

TEST_CASE("ds_condxchg32 stores a dword only if its bit 31 is set, without that bit") {
  each([](KernelBench& bench, engine::DispatchOptions options) {
    bench.run("conditional_exchange", options);
    for (std::uint32_t lane = 0; lane < 64; ++lane) {
      CHECK(bench.dwords(0)[lane] == 0x605);
      CHECK(bench.dwords(1)[lane] == 0x607);
    }
  });
}

TEST_CASE("floating-point LDS atomics") {
  each([](KernelBench& bench, engine::DispatchOptions options) {
    bench.run("lds_floats", options);
    const auto smaller = bench.dwords(0), larger = bench.dwords(1);
    for (std::uint32_t lane = 0; lane < 64; ++lane) {
      CAPTURE(lane);
      const float number = static_cast<float>(lane);
      // Lane 0 held +0, which equals the compare value -0, and became 42.
      CHECK(smaller[lane] == (lane == 0 ? bits(42.0f) : lane < 3 ? bits(number) : bits(2.5f)));
      CHECK(larger[lane] == (lane < 3 ? bits(2.5f) : bits(number)));
      CHECK(bench.dwords(2)[lane] == 0x42004000);  // f16 {1, 2} + {1, 1}
      CHECK(bench.dwords(3)[lane] == 0x40404000);  // bf16 the same
    }
  });
}

TEST_CASE("LDS-DMA of bytes and halves extends to a dword") {
  each([](KernelBench& bench, engine::DispatchOptions options) {
    bench.fill(0, [](std::uint32_t i) { return i * 0x05812347u + 0x80; });
    const auto memory = bench.dwords(0);
    bench.run("lds_dma_parts", options);
    for (std::uint32_t lane = 0; lane < 64; ++lane) {
      CAPTURE(lane);
      const std::uint32_t byte = (memory[lane / 4] >> (8 * (lane % 4))) & 0xff;
      const std::uint32_t half = (memory[lane / 2] >> (16 * (lane % 2))) & 0xffff;
      CHECK(bench.dwords(1)[lane] == (byte >= 0x80 ? 0xffffff00 : 0));  // zero- and sign-extended differ
      CHECK(bench.dwords(2)[lane] == half);
      CHECK(bench.dwords(3)[lane] == (half >= 0x8000 ? 0xffff0000 + half : half));
    }
  });
}

TEST_CASE("scratch goes to LDS") {
  each([](KernelBench& bench, engine::DispatchOptions options) {
    bench.run("scratch_to_lds", options);
    for (std::uint32_t lane = 0; lane < 64; ++lane) CHECK(bench.dwords(0)[lane] == 0xffffff80 + lane);
  });
}

TEST_CASE("typed loads convert every channel") {
  each([](KernelBench& bench, engine::DispatchOptions options) {
    const std::uint32_t rows[16] = {0x00000000, 0xffff7bff, 0x80008001, 0x7fff3c00, 0x0180fe02, 0x12345678,
                                    0xc0000001, 0x40100401, 0x80ff00ff, 0x00010203, 0xdeadb00f, 0x3fffbc00,
                                    0x8000c000, 0x55550001, 0xaaaa03ff, 0x01000400};
    bench.fill(0, [&](std::uint32_t i) { return rows[i % 16]; });
    bench.run("typed_loads", options);
    const auto results = bench.dwords(1);
    for (std::uint32_t lane = 0; lane < 16; ++lane) {
      CAPTURE(lane);
      const std::uint32_t row = rows[lane];
      for (std::uint32_t i = 0; i < 4; ++i) {
        const float byte = static_cast<float>((row >> (8 * i)) & 0xff);
        CHECK(results[4 * lane + i] == bits(byte / 255.0f));
      }
      CHECK(results[64 + 4 * lane] == row % 1024);
      CHECK(results[64 + 4 * lane + 1] == row / 1024 % 1024);
      CHECK(results[64 + 4 * lane + 2] == row / 1048576 % 1024);
      CHECK(results[64 + 4 * lane + 3] == row / 1073741824);
      for (std::uint32_t i = 0; i < 2; ++i) {
        const float half = static_cast<float>(static_cast<std::int16_t>(row >> (16 * i)));
        CHECK(results[128 + 4 * lane + i] == bits(half == -32768.0f ? -1.0f : half / 32767.0f));
      }
      CHECK(results[128 + 4 * lane + 2] == 0);
      CHECK(results[128 + 4 * lane + 3] == bits(1.0f));
      CHECK(bench.dwords(2)[lane] == (0xffff0000 | (row & 0xffff)));
    }
  });
}

TEST_CASE("buffer_load_format takes format and destination selects from the resource") {
  each([](KernelBench& bench, engine::DispatchOptions options) {
    bench.fill(0, [](std::uint32_t i) { return i << 24 | (255 - i) << 16 | 0x1234; });
    bench.run("resource_format", options);
    const auto results = bench.dwords(1);
    for (std::uint32_t lane = 0; lane < 64; ++lane) {
      CAPTURE(lane);
      CHECK(results[4 * lane] == bits(static_cast<float>(lane) / 255.0f));  // W
      CHECK(results[4 * lane + 1] == bits(static_cast<float>(255 - lane) / 255.0f));  // Z
      CHECK(results[4 * lane + 2] == bits(1.0f));
      CHECK(results[4 * lane + 3] == 0);
    }
  });
}

TEST_CASE("typed stores round, saturate and pack") {
  each([](KernelBench& bench, engine::DispatchOptions options) {
    bench.run("typed_stores", options);
    for (std::uint32_t lane = 0; lane < 64; ++lane) {
      CHECK(bench.dwords(0)[lane] == 0xff00ff80);  // 0.5 = 127.5/255 to even, 2 and -1 clamped, 1
      CHECK(bench.dwords(1)[lane] == 0x00200380);  // 0.5: exponent 14; 2: exponent 16; -1: no sign, 0
      CHECK(bench.dwords(2)[lane] == 0xfffb7fff);
    }
  });
}

TEST_CASE("swizzled buffers interleave records and check index and offset") {
  each([](KernelBench& bench, engine::DispatchOptions options) {
    bench.run("swizzled_buffer", options);
    const auto memory = bench.dwords(1);
    for (std::uint32_t record = 0; record < 64; ++record) {
      CAPTURE(record);
      const bool inside = record < 60;
      const std::uint32_t first = record / 8 * 16 + record % 8;  // dwords: 8 first fields, 8 second ones
      CHECK(memory[first] == (inside ? 100 + record : kPoison));
      CHECK(memory[first + 8] == (inside ? 200 + record : kPoison));
      CHECK(bench.dwords(2)[record] == (inside ? 200 + record : 0));
      CHECK(bench.dwords(3)[record] == 0);  // an offset of 8 lies beyond the stride
    }
  });
}

TEST_CASE("buffer atomics increment with wrap and compare") {
  each([](KernelBench& bench, engine::DispatchOptions options) {
    bench.fill(0, [](std::uint32_t i) { return i < 64 ? i : i % 5; });
    bench.run("buffer_atomics", options);
    for (std::uint32_t lane = 0; lane < 64; ++lane) {
      CAPTURE(lane);
      CHECK(bench.dwords(0)[lane] == (lane < 20 ? lane + 1 : 0));
      CHECK(bench.dwords(1)[lane] == lane);
      const std::uint32_t old = (64 + lane) % 5;
      CHECK(bench.dwords(0)[64 + lane] == (old == 3 ? 77 : old));
      CHECK(bench.dwords(2)[lane] == old);
    }
  });
}

TEST_CASE("scalar stores and atomics") {
  each([](KernelBench& bench, engine::DispatchOptions options) {
    bench.fill(0, [](std::uint32_t i) { return 1000 + i; });
    bench.run("scalar_writes", options);
    CHECK(bench.dwords(0)[0] == 1003);
    CHECK(bench.dwords(0)[1] == 42);
    CHECK(bench.dwords(0)[2] == 9);
    CHECK(bench.dwords(1)[0] == kPoison);
    CHECK(bench.dwords(1)[1] == 5);
    CHECK(bench.dwords(1)[4] == 5);
    CHECK(bench.dwords(1)[5] == 6);
    CHECK(bench.dwords(2)[0] == 1000);
    CHECK(bench.dwords(2)[1] == 1001);
    CHECK(bench.dwords(2)[2] == 9);  // without glc the data register keeps its value
    CHECK(bench.dwords(3)[1] == 5);
    CHECK(bench.dwords(3)[2] == kPoison);  // beyond the resource's eight bytes
  });
}

TEST_CASE("ds_read_b96_tr_b6 transposes 16 elements of six bits over 16 lanes") {
  tests::on_every_build("memory_gfx950", {"gfx950"}, [](KernelBench& bench, engine::DispatchOptions options) {
    bench.fill(0, [](std::uint32_t i) { return (i + 1) * 0x9e3779b9u; });
    const auto in = bench.dwords(0);
    bench.run("transpose_6_bits", options);
    const auto out = bench.dwords(1);
    const auto bit = [](const std::vector<std::uint32_t>& words, std::uint32_t lane, std::uint32_t position) {
      return (words[3 * lane + position / 32] >> (position % 32)) & 1;
    };
    for (std::uint32_t lane = 0; lane < 64; ++lane) {
      for (std::uint32_t position = 0; position < 96; ++position) {
        const std::uint32_t element = position / 6;
        CHECK(bit(out, lane, position) == bit(in, lane / 16 * 16 + element, 6 * (lane % 16) + position % 6));
      }
    }
  });
}

TEST_CASE("observers see what rare accesses touch") {
  each([](KernelBench& bench, engine::DispatchOptions options) {
    const auto accesses = [&](const std::string& kernel, engine::MemoryKind kind) {
      tests::EventList list;
      engine::Observer* const observers[] = {&list};
      options.observers = observers;
      bench.run(kernel, options);
      std::vector<tests::EventList::Event> found;
      for (const tests::EventList::Event& event : list.events) {
        if (event.event.memory == kind) found.push_back(event);
      }
      return found;
    };
    const auto counters = accesses("append_consume", engine::MemoryKind::kLds);
    REQUIRE(counters.size() == 4);  // write, append, consume, read
    for (const std::size_t i : {1, 2}) {
      CHECK(counters[i].address == 12);
      CHECK(counters[i].event.access_lanes == 1);  // one lane stands for the wave
      CHECK(counters[i].event.writes_memory);
    }
    const auto by_thread = accesses("addtid", engine::MemoryKind::kLds);
    REQUIRE(by_thread.size() == 3);
    CHECK(by_thread[0].address == 48);
    CHECK(by_thread[2].address == 52);
    const auto typed = accesses("typed_loads", engine::MemoryKind::kGlobal);
    REQUIRE(typed.size() == 8);
    for (std::size_t i = 0; i < 4; ++i) CHECK(typed[i].event.bytes_per_lane == 4);  // by format, not by row
    const auto swizzled = accesses("swizzled_buffer", engine::MemoryKind::kGlobal);
    REQUIRE(swizzled.size() == 5);
    CHECK(swizzled[0].event.access_lanes == (std::uint64_t{1} << 60) - 1);
    CHECK(swizzled[2].event.access_lanes == 0);
  });
}
