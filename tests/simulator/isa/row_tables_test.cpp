// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Lane functions against golden tables (tests/data/isa/*.txt), and the two builds of all rows against
// each other bit for bit. The tables hold bit patterns that a reader can check by eye; each names where
// its expected values come from.

#include <doctest/doctest.h>

#include <cstring>
#include <filesystem>
#include <fstream>
#include <map>
#include <random>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "simulator/isa/rows.h"

namespace {

using namespace lanewise::isa;

struct Case {
  std::string mnemonic;
  std::vector<std::uint64_t> inputs;
  std::uint64_t expected = 0;
  std::string place;
};

std::string trimmed(const std::string& text) {
  const auto first = text.find_first_not_of(" \t"), last = text.find_last_not_of(" \t\r");
  return first == std::string::npos ? "" : text.substr(first, last - first + 1);
}

/// `mnemonic | inputs, hex | expected, hex` per line; `#` starts a comment.
std::vector<Case> read_table(const std::filesystem::path& path) {
  std::vector<Case> cases;
  std::ifstream in(path);
  std::string line;
  for (int number = 1; std::getline(in, line); ++number) {
    line = trimmed(line.substr(0, line.find('#')));
    if (line.empty()) continue;
    std::istringstream fields(line);
    std::string mnemonic, inputs, expected;
    std::getline(fields, mnemonic, '|');
    std::getline(fields, inputs, '|');
    std::getline(fields, expected, '|');
    Case entry;
    entry.mnemonic = trimmed(mnemonic);
    entry.place = path.filename().string() + ":" + std::to_string(number);
    std::istringstream values(inputs);
    for (std::string value; values >> value;) entry.inputs.push_back(std::stoull(value, nullptr, 16));
    entry.expected = std::stoull(trimmed(expected), nullptr, 16);
    cases.push_back(entry);
  }
  return cases;
}

const Row* row_named(const HandlerTable& table, const std::string& mnemonic) {
  for (const auto& file : table.files) {
    for (const Row& row : file) {
      if (mnemonic == row.mnemonic) return &row;
    }
  }
  return nullptr;
}

bool is_pair(LaneKind kind) {
  return kind == LaneKind::kBits64 || kind == LaneKind::kFloat64 || kind == LaneKind::kPackedFloat;
}
bool reads_mask(Shape shape) {
  return shape == Shape::kSelect || shape == Shape::kCarryInOut || shape == Shape::kMaskIn;
}

/// Runs a row's lane function with each lane's own inputs.
struct LaneRun {
  alignas(64) std::uint32_t sources[3][128] = {};
  alignas(64) std::uint32_t result[128] = {};
  LaneArguments arguments;

  LaneRun() {
    for (int i = 0; i < 3; ++i) arguments.src[i] = sources[i];
    arguments.dst = result;
  }
  void set(int source, int lane, std::uint64_t value) {
    sources[source][lane] = static_cast<std::uint32_t>(value);
    sources[source][64 + lane] = static_cast<std::uint32_t>(value >> 32);
  }
  [[nodiscard]] std::uint64_t value(const Row& row, int lane) const {
    if (row.result == LaneKind::kMask) return (arguments.mask_out >> lane) & 1;
    return result[lane] | (is_pair(row.result) ? static_cast<std::uint64_t>(result[64 + lane]) << 32 : 0);
  }
};

std::vector<const HandlerTable*> builds() {
  std::vector<const HandlerTable*> tables{&scalar::handler_table()};
#if defined(LANEWISE_HAS_AVX2_BUILD)
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") && __builtin_cpu_supports("f16c")) {
    tables.push_back(&avx2::handler_table());
  }
#endif
  return tables;
}

}  // namespace

TEST_CASE("lane functions give the golden values") {
  std::size_t count = 0;
  for (const auto& entry : std::filesystem::directory_iterator(std::string(LANEWISE_TEST_DATA) + "/isa")) {
    if (entry.path().extension() != ".txt") continue;
    for (const Case& test : read_table(entry.path())) {
      ++count;
      for (const HandlerTable* table : builds()) {
        INFO(test.place, " ", test.mnemonic, " (", table->build, ")");
        const Row* row = row_named(*table, test.mnemonic);
        REQUIRE(row != nullptr);
        REQUIRE(static_cast<bool>(row->lanes));
        LaneRun run;
        std::size_t next = 0;
        if (reads_mask(row->shape)) run.arguments.mask_in = test.inputs.at(next++) ? ~0ull : 0;
        for (int i = 0; i < 3 && row->sources[i] != LaneKind::kNone; ++i, ++next) {
          for (int lane = 0; lane < 64; ++lane) run.set(i, lane, test.inputs.at(next));
        }
        CHECK(next == test.inputs.size());
        row->lanes(run.arguments);
        for (const int lane : {0, 7, 63}) {
          std::uint64_t got = run.value(*row, lane);
          // Carry forms: bit 32 (or 64, dropped) of the expected value is the carry.
          if (row->shape == Shape::kCarryOut || row->shape == Shape::kCarryInOut) {
            if (!is_pair(row->result)) got |= ((run.arguments.mask_out >> lane) & 1) << 32;
          }
          CHECK_MESSAGE(got == test.expected, std::hex, "got ", got, " expected ", test.expected);
        }
      }
    }
  }
  CHECK(count >= 150);
}

TEST_CASE("the AVX2 and the portable build agree bit for bit") {
  const auto tables = builds();
  if (tables.size() < 2) {
    MESSAGE("this host has no AVX2: nothing to compare");
    return;
  }
  const std::uint64_t special[] = {0,
                                   0x80000000,
                                   0x3f800000,
                                   0xbf800000,
                                   0x7f800000,
                                   0xff800000,
                                   0x7fc00000,
                                   0x7f800001,
                                   1,
                                   0x007fffff,
                                   0x00800000,
                                   0x7f7fffff,
                                   0xffffffff,
                                   0x3c00,
                                   0xbc00,
                                   0x7c00,
                                   0x7e00,
                                   0x0001,
                                   0x7ff0000000000000,
                                   0x3ff0000000000000,
                                   0x8000000000000000,
                                   0x7ff8000000000000,
                                   0x1};
  std::mt19937_64 random(20240601);
  std::size_t rows = 0;
  for (const auto& file : tables[0]->files) {
    for (const Row& row : file) {
      if (row.lanes == nullptr) continue;
      const Row* twin = row_named(*tables[1], row.mnemonic);
      REQUIRE(twin != nullptr);
      ++rows;
      for (int repeat = 0; repeat < 20; ++repeat) {
        LaneRun one;
        for (int i = 0; i < 3; ++i) {
          for (int lane = 0; lane < 64; ++lane) {
            const std::uint64_t bits = random();
            one.set(i, lane, random() % 3 == 0 ? special[bits % std::size(special)] : bits);
          }
        }
        one.arguments.mask_in = random();
        LaneRun two = one;
        for (int i = 0; i < 3; ++i) two.arguments.src[i] = two.sources[i];
        two.arguments.dst = two.result;
        row.lanes(one.arguments);
        twin->lanes(two.arguments);
        for (int lane = 0; lane < 64; ++lane) {
          if (one.value(row, lane) == two.value(row, lane)) continue;
          INFO(row.mnemonic, std::hex, " inputs ", one.sources[0][lane], " ", one.sources[0][64 + lane], ", ",
               one.sources[1][lane], " ", one.sources[1][64 + lane], ", ", one.sources[2][lane], " ",
               one.sources[2][64 + lane]);
          CHECK_MESSAGE(one.value(row, lane) == two.value(row, lane), std::hex, one.value(row, lane),
                        " scalar, ", two.value(row, lane), " avx2");
          break;
        }
        CHECK(one.arguments.mask_out == two.arguments.mask_out);
      }
    }
  }
  CHECK(rows > 250);
}

TEST_CASE("every row names an instruction that LLVM knows, once") {
  std::set<std::string> seen;
  for (const auto& file : scalar::handler_table().files) {
    for (const Row& row : file) {
      INFO(row.mnemonic);
      CHECK(find_mnemonic(row.mnemonic) != kUnknownMnemonic);
      // A mnemonic may have one row for each chip, where it means different arithmetic.
      if ((row.flags & kGfx950Only) == 0) CHECK(seen.insert(std::string("gfx942 ") + row.mnemonic).second);
      if ((row.flags & kGfx942Only) == 0) CHECK(seen.insert(std::string("gfx950 ") + row.mnemonic).second);
    }
  }
}
