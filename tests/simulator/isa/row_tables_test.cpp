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
#include "tests/simulator/isa/lane_run.h"

namespace {

using namespace lanewise::isa;

struct Case {
  std::string mnemonic;
  std::vector<std::uint64_t> inputs;
  std::string expected;
  std::string place;
};

std::string trimmed(const std::string& text) {
  const auto first = text.find_first_not_of(" \t"), last = text.find_last_not_of(" \t\r");
  return first == std::string::npos ? "" : text.substr(first, last - first + 1);
}

std::string hex(std::uint64_t value, std::size_t digits) {
  std::string text(digits, '0');
  for (std::size_t i = digits; i-- > 0; value >>= 4) text[i] = "0123456789abcdef"[value & 15];
  return text;
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
    entry.expected = trimmed(expected);
    cases.push_back(entry);
  }
  return cases;
}

}  // namespace

TEST_CASE("lane functions give the golden values") {
  std::map<std::string, int> count;
  for (const auto& entry : std::filesystem::directory_iterator(std::string(LANEWISE_TEST_DATA) + "/isa")) {
    if (entry.path().extension() != ".txt") continue;
    for (const Case& test : read_table(entry.path())) {
      ++count[test.mnemonic];
      for (const HandlerTable* table : builds()) {
        INFO(test.place, " ", test.mnemonic, " (", std::string(table->build), ")");
        const Row* row = row_named(*table, test.mnemonic);
        REQUIRE(row != nullptr);
        REQUIRE(static_cast<bool>(row->lanes));
        LaneRun run;
        std::size_t next = 0;
        if (reads_mask(row->shape)) run.arguments.mask_in = test.inputs.at(next++) ? ~0ull : 0;
        for (int i = 0; i < 3 && row->sources[i] != LaneKind::kNone; ++i, ++next) {
          // What stands above a 16-bit operand must not matter.
          const std::uint64_t above = is_half(row->sources[i]) ? 0x5eed0000u : 0;
          for (int lane = 0; lane < 64; ++lane) run.set(i, lane, test.inputs.at(next) | above);
        }
        CHECK(next == test.inputs.size());
        row->lanes(run.arguments);
        const std::size_t digits = writes_carry(row->shape) ? test.expected.size() - 1 : test.expected.size();
        for (const int lane : {0, 7, 63}) {
          std::string got = hex(run.value(*row, lane), digits);
          if (writes_carry(row->shape)) got.insert(0, run.carry(lane) ? "1" : "0");
          CHECK(got == test.expected);
          CHECK((digits == 16 || run.value(*row, lane) >> (4 * digits) == 0));
        }
      }
    }
  }
  for (const auto& file : scalar::handler_table().files) {
    for (const Row& row : file) {
      if (row.lanes == nullptr) continue;
      INFO(std::string(row.mnemonic));
      CHECK(count[row.mnemonic] >= 6);
    }
  }
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
  for (std::size_t f = 0; f < tables[0]->files.size(); ++f) {
    for (std::size_t r = 0; r < tables[0]->files[f].size(); ++r) {
      const Row& row = tables[0]->files[f][r];
      const Row* twin = &tables[1]->files[f][r];  // by place: two chips may share a mnemonic
      REQUIRE(std::string(twin->mnemonic) == row.mnemonic);
      if (row.lanes == nullptr) continue;
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
        row.lanes(one.arguments);
        twin->lanes(two.arguments);
        for (int lane = 0; lane < 64; ++lane) {
          if (one.value(row, lane) == two.value(row, lane)) continue;
          INFO(std::string(row.mnemonic), std::hex, " inputs ", one.sources[0][lane], " ",
               one.sources[0][64 + lane], ", ", one.sources[1][lane], " ", one.sources[1][64 + lane], ", ",
               one.sources[2][lane], " ", one.sources[2][64 + lane]);
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
      INFO(std::string(row.mnemonic));
      CHECK(find_mnemonic(row.mnemonic) != kUnknownMnemonic);
      // A mnemonic may have one row for each chip, where it means different arithmetic.
      if ((row.flags & kGfx950Only) == 0) CHECK(seen.insert(std::string("gfx942 ") + row.mnemonic).second);
      if ((row.flags & kGfx942Only) == 0) CHECK(seen.insert(std::string("gfx950 ") + row.mnemonic).second);
    }
  }
}
