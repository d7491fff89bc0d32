// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Moves between lanes: DPP controls (through the general executor) and ds_swizzle offsets against
// tests/data/isa/lanes/lanes.txt, with EXEC full and with holes; ds_permute and ds_bpermute, row masks, SDWA
// and op_sel by cases worked out by hand from AMD's pseudocode.

#include <doctest/doctest.h>

#include <array>
#include <cstring>
#include <fstream>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "simulator/wave/wave.h"
#include "tests/simulator/isa/lane_run.h"

namespace {

using namespace lanewise::isa;
using lanewise::wave::GeneralOperands;
using lanewise::wave::kExec;
using lanewise::wave::Op;
using lanewise::wave::Wave;

constexpr std::uint64_t kAll = ~std::uint64_t{0};
constexpr std::uint64_t kHoles = 0xfffe7ffe0ff0fff7;
constexpr std::uint32_t kOld = 0x01d00000;  ///< in lane l of the destination: kOld + l
constexpr std::uint32_t kNew = 0x0da7a000;  ///< in lane l of the source: kNew + l

/// A wave with four registers: 0 destination, 1 and 2 sources.
struct Bench {
  Bench(std::uint64_t exec, const Row& row) {
    wave.v = registers.data();
    wave.vector_base[0] = registers.data();
    wave.scalar_base[0] = wave.s;
    wave.prompt = true;
    wave.s[kExec] = static_cast<std::uint32_t>(exec);
    wave.s[kExec + 1] = static_cast<std::uint32_t>(exec >> 32);
    for (std::uint32_t lane = 0; lane < 64; ++lane)
      registers[lane] = kOld + lane, registers[64 + lane] = kNew + lane;
    general.row = &row;
    op.src[0] = 64;
    op.src[1] = 128;
    op.src[2] = 192;
  }
  void run_general(const HandlerTable& table, std::uint8_t sources) {
    general.source_count = sources;
    wave.general = &general;
    CHECK(table.general(wave, &op) == &op + 1);
  }
  [[nodiscard]] std::uint32_t result(std::uint32_t lane) const { return registers[lane]; }
  void fill(int source, std::uint32_t value) {
    for (std::uint32_t lane = 0; lane < 64; ++lane)
      registers[static_cast<std::size_t>(64 + 64 * source) + lane] = value;
  }

  alignas(64) std::array<std::uint32_t, 4 * 64> registers{};
  Wave wave;
  Op op;
  GeneralOperands general;
};

struct Move {
  std::string instruction, modifier;
  std::uint32_t control = 0;
  std::vector<int> from;  ///< -1: none
};

std::vector<Move> read_moves() {
  std::ifstream in(std::string(LANEWISE_TEST_DATA) + "/isa/lanes/lanes.txt");
  REQUIRE(in.good());
  std::vector<Move> moves;
  for (std::string line; std::getline(in, line);) {
    if (line.empty() || line.front() == '#') continue;
    std::istringstream fields(line);
    std::string instruction, control, modifier, lanes;
    std::getline(fields, instruction, '|');
    std::getline(fields, control, '|');
    std::getline(fields, modifier, '|');
    std::getline(fields, lanes);
    Move move{instruction.substr(0, instruction.find(' ')),
              modifier,
              static_cast<std::uint32_t>(std::stoul(control, nullptr, 16)),
              {}};
    std::istringstream words(lanes);
    for (std::string word; words >> word;) move.from.push_back(word == "." ? -1 : std::stoi(word));
    REQUIRE(move.from.size() == 64);
    moves.push_back(move);
  }
  return moves;
}

bool active(std::uint64_t exec, int lane) { return lane >= 0 && ((exec >> lane) & 1) != 0; }

}  // namespace

TEST_CASE("DPP lanes read the lanes of the golden table") {
  int count = 0;
  for (const Move& move : read_moves()) {
    if (move.instruction != "dpp") continue;
    ++count;
    for (const HandlerTable* table : builds()) {
      for (const std::uint64_t exec : {kAll, kHoles}) {
        for (const bool bound_ctrl : {false, true}) {
          INFO(move.modifier, " bound_ctrl ", bound_ctrl);
          Bench bench(exec, *row_named(*table, "v_mov_b32"));
          bench.general.dpp = true;
          bench.general.modifiers.dpp_ctrl = static_cast<std::uint16_t>(move.control);
          bench.general.modifiers.bound_ctrl = bound_ctrl;
          bench.run_general(*table, 1);
          for (int lane = 0; lane < 64; ++lane) {
            const int from = move.from[static_cast<std::size_t>(lane)];
            // No source lane, or a disabled one: zero with bound_ctrl, else the destination stays.
            std::uint32_t expected = active(exec, from) ? kNew + static_cast<std::uint32_t>(from) : 0;
            if (!active(exec, lane) || (!active(exec, from) && !bound_ctrl))
              expected = kOld + static_cast<std::uint32_t>(lane);
            CAPTURE(lane);
            CHECK(bench.result(static_cast<std::uint32_t>(lane)) == expected);
          }
        }
      }
    }
  }
  CHECK(count >= 25);
}

TEST_CASE("ds_swizzle lanes read the lanes of the golden table") {
  int count = 0;
  for (const Move& move : read_moves()) {
    if (move.instruction != "ds_swizzle_b32") continue;
    ++count;
    for (const HandlerTable* table : builds()) {
      for (const std::uint64_t exec : {kAll, kHoles}) {
        INFO(move.modifier, " ", move.control);
        const Row* row = row_named(*table, "ds_swizzle_b32");
        Bench bench(exec, *row);
        bench.op.offset = static_cast<std::int32_t>(move.control);
        row->execute(bench.wave, &bench.op);
        for (int lane = 0; lane < 64; ++lane) {
          const int from = move.from[static_cast<std::size_t>(lane)];
          std::uint32_t expected = active(exec, from) ? kNew + static_cast<std::uint32_t>(from) : 0;
          if (!active(exec, lane)) expected = kOld + static_cast<std::uint32_t>(lane);
          CAPTURE(lane);
          CHECK(bench.result(static_cast<std::uint32_t>(lane)) == expected);
        }
      }
    }
  }
  CHECK(count >= 15);
}

TEST_CASE("ds_permute pushes and ds_bpermute pulls by byte addresses") {
  for (const HandlerTable* table : builds()) {
    for (const bool push : {false, true}) {
      const Row* row = row_named(*table, push ? "ds_permute_b32" : "ds_bpermute_b32");
      Bench bench(~0ull & ~(1ull << 5), *row);  // lane 5 is off
      // Address: lane l names lane l + 3, offset 4 adds one more; bits above the 64 lanes and below 4 are
      // ignored.
      for (std::uint32_t lane = 0; lane < 64; ++lane) {
        bench.registers[64 + lane] = 0xffff0000u + 4 * (lane + 3) + 2;
        bench.registers[128 + lane] = kNew + lane;
      }
      bench.op.offset = 4;
      row->execute(bench.wave, &bench.op);
      for (std::uint32_t lane = 0; lane < 64; ++lane) {
        const std::uint32_t from = (push ? lane + 60 : lane + 4) & 63;
        const std::uint32_t expected = lane == 5 ? kOld + 5 : (from == 5 ? 0 : kNew + from);
        CAPTURE(lane);
        CHECK(bench.result(lane) == expected);
      }
    }
    // Two senders for one lane: the higher one wins; lanes that nobody sends to get zero.
    const Row* row = row_named(*table, "ds_permute_b32");
    Bench bench(~0ull, *row);
    for (std::uint32_t lane = 0; lane < 64; ++lane)
      bench.registers[64 + lane] = 4 * (lane / 2), bench.registers[128 + lane] = kNew + lane;
    row->execute(bench.wave, &bench.op);
    for (std::uint32_t lane = 0; lane < 64; ++lane)
      CHECK(bench.result(lane) == (lane < 32 ? kNew + 2 * lane + 1 : 0));
  }
}

TEST_CASE("DPP row and bank masks leave lanes alone") {
  for (const HandlerTable* table : builds()) {
    Bench bench(~0ull, *row_named(*table, "v_mov_b32"));
    bench.general.dpp = true;
    bench.general.modifiers.dpp_ctrl = 0x140;  // row_mirror
    bench.general.modifiers.row_mask = 0x5;
    bench.general.modifiers.bank_mask = 0x9;
    bench.run_general(*table, 1);
    for (std::uint32_t lane = 0; lane < 64; ++lane) {
      const bool written = lane / 16 % 2 == 0 && (lane / 4 % 4 == 0 || lane / 4 % 4 == 3);
      CHECK(bench.result(lane) == (written ? kNew + lane / 16 * 16 + 15 - lane % 16 : kOld + lane));
    }
  }
}

TEST_CASE("SDWA parts are selected, extended and placed") {
  struct Part {
    std::uint8_t selector;
    bool sign;
    std::uint8_t dst, unused;
    std::uint32_t expected;
  };
  // Source 0x89abcdef; destination 0x76543210 before. dst_unused: 0 pad, 1 sign-extend, 2 preserve.
  const Part parts[] = {
      {0, false, 6, 0, 0x000000ef}, {1, false, 6, 0, 0x000000cd}, {2, true, 6, 0, 0xffffffab},
      {3, true, 6, 0, 0xffffff89},  {4, false, 6, 0, 0x0000cdef}, {5, true, 6, 0, 0xffff89ab},
      {6, false, 6, 0, 0x89abcdef}, {6, false, 0, 0, 0x000000ef}, {6, false, 1, 2, 0x7654ef10},
      {6, false, 3, 2, 0xef543210}, {6, false, 5, 2, 0xcdef3210}, {6, false, 4, 1, 0xffffcdef},
      {6, false, 2, 1, 0xffef0000}, {3, false, 5, 0, 0x00890000}, {4, false, 5, 2, 0xcdef3210}};
  for (const HandlerTable* table : builds()) {
    for (const Part& part : parts) {
      CAPTURE(part.expected);
      Bench bench(~0ull, *row_named(*table, "v_mov_b32"));
      bench.fill(-1, 0x76543210);
      bench.fill(0, 0x89abcdef);
      bench.general.sdwa = true;
      bench.general.modifiers.src0_sel = part.selector;
      bench.general.modifiers.sext = part.sign ? 1 : 0;
      bench.general.modifiers.dst_sel = part.dst;
      bench.general.modifiers.dst_unused = part.unused;
      bench.run_general(*table, 1);
      CHECK(bench.result(17) == part.expected);
    }
  }
}

TEST_CASE("op_sel, neg, abs and clamp reach packed and mixed operands") {
  struct Modified {
    const char* mnemonic;
    std::uint8_t op_sel, op_sel_hi, neg, abs;
    bool clamp;
    std::uint32_t a, b, c, expected;
  };
  // Halves: 3c00 = 1, 4000 = 2, 4200 = 3, 4400 = 4, bc00 = -1. Packed forms: neg = neg_lo, abs = neg_hi.
  const Modified cases[] = {
      {"v_pk_add_f16", 0b00, 0b11, 0, 0, false, 0x40003c00, 0x44004200, 0, 0x46004400},  // {1+3, 2+4}
      {"v_pk_add_f16", 0b01, 0b10, 0, 0, false, 0x40003c00, 0x44004200, 0, 0x45004500},  // {2+3, 1+4}
      {"v_pk_add_f16", 0b11, 0b00, 0, 0, false, 0x40003c00, 0x44004200, 0, 0x44004600},  // {2+4, 1+3}
      {"v_pk_add_f16", 0b00, 0b11, 0b10, 0b01, false, 0x40003c00, 0x44004200, 0, 0x4000c000},  // {1-3, -2+4}
      {"v_pk_mul_f16", 0b00, 0b11, 0b01, 0, true, 0x3c003c00, 0x38003800, 0,
       0x38000000},  // {-0.5, 0.5} clamped
      {"v_pk_add_u16", 0b10, 0b01, 0, 0, false, 0x00020001, 0x00400030, 0, 0x00320041},  // {1+40, 2+30}
      {"v_pk_lshlrev_b16", 0b00, 0b10, 0, 0, false, 0x00000004, 0x00030001, 0, 0x00300010},
      {"v_add_f16", 0b001, 0, 0, 0, false, 0x40003c00, 0x44004200, 0, 0x00004500},  // 2 + 3
      {"v_add_f16", 0b010, 0, 0b001, 0b010, false, 0x40003c00, 0xc4004200, 0, 0x00004200},  // -1 + |-4|
      {"v_fma_mix_f32", 0b000, 0b000, 0, 0, false, 0x40000000, 0x40400000, 0x3f800000,
       0x40e00000},  // 2 * 3 + 1
      {"v_fma_mix_f32", 0b001, 0b001, 0, 0, false, 0x40003c00, 0x40400000, 0x3f800000,
       0x40e00000},  // high half 2
      {"v_fma_mix_f32", 0b000, 0b101, 0, 0, false, 0x40003c00, 0x40400000, 0xbc004400,
       0x40e00000},  // 1 * 3 + 4
      {"v_fma_mix_f32", 0b100, 0b101, 0b001, 0b100, false, 0x40003c00, 0x40400000, 0xbc004400,
       0xc0000000},  // -1 * 3 + |-1|
      {"v_fma_mixlo_f16", 0b000, 0b000, 0, 0, false, 0x40000000, 0x40400000, 0x3f800000,
       0x76544700},  // 7 below
      {"v_fma_mixhi_f16", 0b000, 0b000, 0, 0, false, 0x40000000, 0x40400000, 0x3f800000,
       0x47003210},  // 7 above
      {"v_fma_f16", 0b0000, 0, 0, 0, false, 0x00004000, 0x00004200, 0x00003c00, 0x76544700},
      {"v_fma_f16", 0b1111, 0, 0, 0, false, 0x40000000, 0x42000000, 0x3c000000, 0x47003210},
      {"v_add_f32", 0, 0, 0b01, 0b10, false, 0x40000000, 0xc0400000, 0, 0x3f800000},  // -2 + |-3|
      {"v_add_f32", 0, 0, 0, 0, true, 0x40000000, 0x3f800000, 0, 0x3f800000},  // 3 clamped
      {"v_add_f32", 0, 0, 0, 0, true, 0x7fc00000, 0x3f800000, 0, 0x00000000},  // NaN clamped
      {"v_dot2_u32_u16", 0b01, 0b11, 0, 0, false, 0x00030002, 0x00070005, 100,
       0x00000088},  // 3*5 + 3*7 + 100
  };
  for (const HandlerTable* table : builds()) {
    for (const Modified& m : cases) {
      INFO(std::string(m.mnemonic), " ", m.expected);
      const Row* row = row_named(*table, m.mnemonic);
      REQUIRE(row != nullptr);
      Bench bench(~0ull, *row);
      bench.fill(-1, 0x76543210);
      bench.fill(0, m.a);
      bench.fill(1, m.b);
      bench.fill(2, m.c);
      bench.general.modifiers.op_sel = m.op_sel;
      bench.general.modifiers.op_sel_hi = m.op_sel_hi;
      bench.general.modifiers.neg = m.neg;
      bench.general.modifiers.abs = m.abs;
      bench.general.modifiers.clamp = m.clamp;
      bench.run_general(*table, row->sources[2] == LaneKind::kNone ? 2 : 3);
      CHECK(bench.result(40) == m.expected);
    }
  }
}

TEST_CASE("readlane, writelane and readfirstlane copy one lane") {
  for (const HandlerTable* table : builds()) {
    Bench bench(0xffffffffffffff00, *row_named(*table, "v_readfirstlane_b32"));
    bench.op.dst = 10;
    row_named(*table, "v_readfirstlane_b32")->execute(bench.wave, &bench.op);
    CHECK(bench.wave.s[10] == kNew + 8);  // the lowest active lane
    bench.wave.s[kExec] = bench.wave.s[kExec + 1] = 0;
    row_named(*table, "v_readfirstlane_b32")->execute(bench.wave, &bench.op);
    CHECK(bench.wave.s[10] == kNew);  // none: lane 0
    bench.wave.s[20] = 64 + 37;  // only six bits count
    bench.op.src[1] = 20;
    row_named(*table, "v_readlane_b32")->execute(bench.wave, &bench.op);
    CHECK(bench.wave.s[10] == kNew + 37);  // EXEC does not matter
    bench.wave.s[21] = 4711;
    bench.op.src[0] = 21;
    bench.op.dst = 0;
    row_named(*table, "v_writelane_b32")->execute(bench.wave, &bench.op);
    for (std::uint32_t lane = 0; lane < 64; ++lane)
      CHECK(bench.result(lane) == (lane == 37 ? 4711 : kOld + lane));
  }
}

TEST_CASE("v_mbcnt counts the mask bits below the lane") {
  for (const HandlerTable* table : builds()) {
    for (const bool high : {false, true}) {
      const Row* row = row_named(*table, high ? "v_mbcnt_hi_u32_b32" : "v_mbcnt_lo_u32_b32");
      Bench bench(kAll, *row);
      bench.fill(0, 0xf0000003);
      bench.fill(1, 100);
      row->execute(bench.wave, &bench.op);
      const std::uint32_t first = high ? 32 : 0;
      for (std::uint32_t lane = 0; lane < 64; ++lane) {
        std::uint32_t expected = 100;
        for (const std::uint32_t bit : {0u, 1u, 28u, 29u, 30u, 31u}) expected += first + bit < lane ? 1 : 0;
        CHECK(bench.result(lane) == expected);
      }
    }
  }
}

TEST_CASE("swaps exchange registers and rows") {
  struct Swap {
    const char* mnemonic;
    std::uint32_t rows;  ///< 0: whole registers; else lanes l of the source and l + rows of the destination
  };
  for (const HandlerTable* table : builds()) {
    for (const Swap& swap :
         {Swap{"v_swap_b32", 0}, {"v_permlane16_swap_b32", 16}, {"v_permlane32_swap_b32", 32}}) {
      INFO(std::string(swap.mnemonic));
      const Row* row = row_named(*table, swap.mnemonic);
      REQUIRE(row != nullptr);
      Bench bench(kAll, *row);
      row->execute(bench.wave, &bench.op);
      for (std::uint32_t lane = 0; lane < 64; ++lane) {
        const bool low = swap.rows == 0 || (lane & swap.rows) == 0,
                   high = swap.rows == 0 || (lane & swap.rows) != 0;
        CHECK(bench.result(lane) == (high ? kNew + lane - swap.rows : kOld + lane));
        CHECK(bench.registers[64 + lane] == (low ? kOld + lane + swap.rows : kNew + lane));
      }
    }
  }
}

TEST_CASE("v_bitop3_b32 looks each bit up in its table") {
  for (const HandlerTable* table : builds()) {
    const Row* row = row_named(*table, "v_bitop3_b32");
    REQUIRE(row != nullptr);
    const std::uint32_t a = 0xff00ff00, b = 0xf0f0f0f0, c = 0xcccccccc;
    const std::pair<std::int32_t, std::uint32_t> cases[] = {
        {0x80, a & b & c},          {0xfe, a | b | c},
        {0x96, a ^ b ^ c},          {0xe8, (a & b) | (a & c) | (b & c)},
        {0xca, (a & b) | (~a & c)}, {0x0f, ~a},
        {0x01, ~(a | b | c)},       {0x00, 0}};
    for (const auto& [truth, expected] : cases) {
      Bench bench(kAll, *row);
      bench.fill(0, a);
      bench.fill(1, b);
      bench.fill(2, c);
      bench.op.offset = truth;
      row->execute(bench.wave, &bench.op);
      CAPTURE(truth);
      CHECK(bench.result(3) == expected);
    }
  }
}
