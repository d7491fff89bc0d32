// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The scalar ALU against tests/data/isa/scalar/scalar.txt (`mnemonic | scc, inputs | scc, result`): a wave
// with nothing but scalar registers, and an Op made by hand. A 32-bit result must leave the register above
// alone.

#include <doctest/doctest.h>

#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "simulator/wave/wave.h"
#include "tests/simulator/isa/lane_run.h"

namespace {

using namespace lanewise::isa;
using lanewise::wave::kExec;
using lanewise::wave::Op;
using lanewise::wave::Wave;

constexpr std::uint32_t kDestination = 6, kFirst = 2, kSecond = 4;
constexpr std::uint32_t kAbove = 0x600df00d;  ///< in the register above a 32-bit destination

struct Case {
  std::string mnemonic;
  std::vector<std::string> inputs;  ///< SCC first
  std::vector<std::string> expected;
  int line = 0;
};

std::vector<std::string> words_of(const std::string& text) {
  std::istringstream in(text);
  std::vector<std::string> words;
  for (std::string word; in >> word;) words.push_back(word);
  return words;
}

std::vector<Case> read_cases(const std::string& path) {
  std::ifstream in(path);
  REQUIRE_MESSAGE(in.good(), path);
  std::vector<Case> cases;
  std::string line;
  for (int number = 1; std::getline(in, line); ++number) {
    line = line.substr(0, line.find('#'));
    const auto first = line.find('|'), second = line.rfind('|');
    if (first == std::string::npos) continue;
    cases.push_back({words_of(line).front(), words_of(line.substr(first + 1, second - first - 1)),
                     words_of(line.substr(second + 1)), number});
  }
  return cases;
}

std::uint64_t number(const std::string& hex) { return std::stoull(hex, nullptr, 16); }
void set_pair(Wave& wave, std::uint32_t code, std::uint64_t value) {
  wave.s[code] = static_cast<std::uint32_t>(value);
  wave.s[code + 1] = static_cast<std::uint32_t>(value >> 32);
}
std::uint64_t pair(const Wave& wave, std::uint32_t code) {
  return wave.s[code] | (static_cast<std::uint64_t>(wave.s[code + 1]) << 32);
}

bool starts_with_any(const std::string& name, std::initializer_list<const char*> prefixes) {
  for (const char* prefix : prefixes) {
    if (name.starts_with(prefix)) return true;
  }
  return false;
}
bool is_sopk(const std::string& name) {
  return starts_with_any(name, {"s_movk", "s_cmovk", "s_addk", "s_mulk", "s_cmpk"});
}
bool addresses_other_state(const std::string& name) {
  return starts_with_any(name, {"s_movrel", "s_getreg", "s_setreg", "s_set_gpr", "s_setvskip"});
}
bool writes_exec(const std::string& name) { return name.find("exec") != std::string::npos; }

/// Puts the inputs where the instruction looks for them.
void place_inputs(const Case& test, Wave& wave, Op& op) {
  op.dst = kDestination;
  op.src[0] = kFirst;
  op.src[1] = kSecond;
  set_pair(wave, kDestination, static_cast<std::uint64_t>(kAbove) << 32);
  wave.scc = test.inputs.at(0) == "1" ? 1 : 0;
  std::vector<std::uint64_t> values;
  for (std::size_t i = 1; i < test.inputs.size(); ++i) values.push_back(number(test.inputs[i]));
  if (is_sopk(test.mnemonic)) {
    wave.s[kDestination] = static_cast<std::uint32_t>(values.at(0));
    op.immediate = static_cast<std::int16_t>(values.at(1));
    return;
  }
  if (starts_with_any(test.mnemonic, {"s_cmov_", "s_bitset"})) {
    if (test.inputs.at(1).size() == 16)
      set_pair(wave, kDestination, values.at(0));
    else
      wave.s[kDestination] = static_cast<std::uint32_t>(values.at(0));
    set_pair(wave, kFirst, values.at(1));
    return;
  }
  set_pair(wave, kFirst, values.at(0));
  if (writes_exec(test.mnemonic))
    set_pair(wave, kExec, values.at(1));
  else if (values.size() > 1)
    set_pair(wave, kSecond, values.at(1));
}

}  // namespace

TEST_CASE("scalar instructions give the golden values") {
  std::map<std::string, int> count;
  for (const Case& test : read_cases(std::string(LANEWISE_TEST_DATA) + "/isa/scalar/scalar.txt")) {
    ++count[test.mnemonic];
    for (const HandlerTable* table : builds()) {
      INFO("scalar.txt:", test.line, " ", test.mnemonic, " (", std::string(table->build), ")");
      const Row* row = row_named(*table, test.mnemonic);
      REQUIRE(row != nullptr);
      Wave wave;
      wave.scalar_base[0] = wave.s;
      Op op;
      place_inputs(test, wave, op);
      CHECK(row->execute(wave, &op) == &op + 1);
      CHECK((wave.scc != 0) == (test.expected.at(0) == "1"));
      if (test.expected.size() < 2) continue;
      const bool wide = test.expected[1].size() == 16;
      const std::uint64_t expected =
          number(test.expected[1]) | (wide ? 0 : static_cast<std::uint64_t>(kAbove) << 32);
      CHECK_MESSAGE(pair(wave, kDestination) == expected, "got ", pair(wave, kDestination), " expected ",
                    expected);
      if (test.expected.size() > 2) CHECK(pair(wave, kExec) == number(test.expected[2]));
    }
  }
  for (const auto& file : scalar::handler_table().files) {
    for (const Row& row : file) {
      // M0, MODE and the register file decide what the rest does: tests/simulator/engine runs those.
      if (row.shape != Shape::kScalar || addresses_other_state(row.mnemonic)) continue;
      INFO(std::string(row.mnemonic));
      CHECK(count[row.mnemonic] >= 4);
    }
  }
}
