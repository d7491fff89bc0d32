// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The saturating twins of integer instructions against tests/data/isa/clamped/clamped.txt, in each build; and
// that each twin has the same operands as its row.

#include <doctest/doctest.h>

#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "tests/simulator/isa/lane_run.h"

namespace {

using namespace lanewise::isa;

struct Case {
  std::string mnemonic, expected;
  std::vector<std::uint64_t> inputs;
  int line = 0;
};

std::vector<Case> read_cases() {
  std::ifstream in(std::string(LANEWISE_TEST_DATA) + "/isa/clamped/clamped.txt");
  REQUIRE(in.good());
  std::vector<Case> cases;
  int number = 0;
  for (std::string line; std::getline(in, line);) {
    ++number;
    if (line.empty() || line.front() == '#') continue;
    std::istringstream words(line);
    Case test;
    test.line = number;
    std::string word;
    words >> test.mnemonic >> word;
    while (words >> word && word != "|") test.inputs.push_back(std::stoull(word, nullptr, 16));
    words >> test.expected;
    cases.push_back(test);
  }
  return cases;
}

LaneKernel clamped_lanes(const HandlerTable& table, const std::string& mnemonic) {
  for (const ClampedLanes& entry : table.clamped) {
    if (mnemonic == entry.mnemonic) return entry.lanes;
  }
  return nullptr;
}

std::string hex(std::uint64_t value, std::size_t digits) {
  std::string text(digits, '0');
  for (std::size_t i = digits; i-- > 0; value >>= 4) text[i] = "0123456789abcdef"[value & 15];
  return text;
}

}  // namespace

TEST_CASE("the clamp bit saturates integers") {
  std::map<std::string, int> count;
  for (const Case& test : read_cases()) {
    ++count[test.mnemonic];
    for (const HandlerTable* table : builds()) {
      INFO("clamped.txt:", test.line, " ", test.mnemonic, " (", std::string(table->build), ")");
      const Row* row = row_named(*table, test.mnemonic);
      const LaneKernel lanes = clamped_lanes(*table, test.mnemonic);
      REQUIRE(row != nullptr);
      REQUIRE(static_cast<bool>(lanes));
      LaneRun run;
      std::size_t next = 0;
      if (reads_mask(row->shape)) run.arguments.mask_in = test.inputs.at(next++) ? ~0ull : 0;
      for (int i = 0; i < 3 && row->sources[i] != LaneKind::kNone; ++i, ++next) {
        const std::uint64_t above = is_half(row->sources[i]) ? 0x5eed0000u : 0;
        for (int lane = 0; lane < 64; ++lane) run.set(i, lane, test.inputs.at(next) | above);
      }
      CHECK(next == test.inputs.size());
      lanes(run.arguments);
      const bool carry = writes_carry(row->shape);
      for (const int lane : {0, 7, 63}) {
        std::string got = hex(run.value(*row, lane), test.expected.size() - (carry ? 1 : 0));
        if (carry) got.insert(0, run.carry(lane) ? "1" : "0");
        CHECK(got == test.expected);
      }
    }
  }
  for (const ClampedLanes& entry : scalar::handler_table().clamped) {
    INFO(std::string(entry.mnemonic));
    CHECK(count[entry.mnemonic] >= 10);
  }
}
