// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Two passes over the lines: the first gives labels their addresses, the second makes the records.

#include "tests/simulator/flow/program_text.h"

#include <map>
#include <sstream>
#include <stdexcept>
#include <vector>

namespace lanewise::flow::test {
namespace {

using isa::Encoding;
using isa::OperandKind;
using isa::Role;

constexpr std::uint64_t kFirstAddress = 0x1000;

Encoding encoding_of(std::string_view name) {
  struct Prefix {
    std::string_view text;
    Encoding encoding;
  };
  static constexpr Prefix kPrefixes[] = {
      {"global_", Encoding::kGlobal}, {"flat_", Encoding::kFlat},     {"scratch_", Encoding::kScratch},
      {"buffer_", Encoding::kMubuf},  {"tbuffer_", Encoding::kMtbuf}, {"ds_", Encoding::kDs},
      {"s_load_", Encoding::kSmem},   {"s_buffer_", Encoding::kSmem}, {"s_store_", Encoding::kSmem},
      {"s_mem", Encoding::kSmem},     {"s_dcache_", Encoding::kSmem}, {"s_atomic_", Encoding::kSmem},
      {"v_mfma", Encoding::kMai},     {"v_smfmac", Encoding::kMai},   {"v_accvgpr", Encoding::kMai},
      {"v_pk_", Encoding::kVop3p},    {"v_cmp", Encoding::kVopc},     {"v_", Encoding::kVop2},
      {"s_branch", Encoding::kSopp},  {"s_cbranch", Encoding::kSopp}, {"s_endpgm", Encoding::kSopp},
      {"s_waitcnt", Encoding::kSopp}, {"s_barrier", Encoding::kSopp}, {"s_nop", Encoding::kSopp},
      {"s_sendmsg", Encoding::kSopp}, {"s_cmpk", Encoding::kSopk},    {"s_cmp", Encoding::kSopc},
      {"s_mov", Encoding::kSop1},     {"s_", Encoding::kSop2},
  };
  for (const Prefix& prefix : kPrefixes) {
    if (name.starts_with(prefix.text)) return prefix.encoding;
  }
  throw std::invalid_argument("no encoding for " + std::string(name));
}

bool is_memory(Encoding encoding) {
  return encoding == Encoding::kGlobal || encoding == Encoding::kFlat || encoding == Encoding::kScratch ||
         encoding == Encoding::kMubuf || encoding == Encoding::kMtbuf || encoding == Encoding::kDs;
}

/// "v3", "s[4:7]", "vcc", "m0" as an operand without its role.
isa::Operand register_from(const std::string& word) {
  isa::Operand operand;
  operand.dwords = 1;
  if (word == "vcc" || word == "exec") {
    operand.kind = OperandKind::kSgpr;
    operand.index = word == "vcc" ? 106 : 126;
    operand.dwords = 2;
    return operand;
  }
  if (word == "m0") {
    operand.kind = OperandKind::kSgpr;
    operand.index = 124;
    return operand;
  }
  switch (word[0]) {
    case 'v': operand.kind = OperandKind::kVgpr; break;
    case 'a': operand.kind = OperandKind::kAgpr; break;
    case 's': operand.kind = OperandKind::kSgpr; break;
    default: throw std::invalid_argument("no register: " + word);
  }
  const bool range = word.at(1) == '[';
  operand.index = static_cast<std::uint16_t>(std::stoul(word.substr(range ? 2 : 1)));
  if (range) {
    const unsigned long last = std::stoul(word.substr(word.find(':') + 1));
    operand.dwords = static_cast<std::uint16_t>(last - operand.index + 1);
  }
  return operand;
}

Role written_role(const isa::Instruction& instruction, const isa::Operand& operand) {
  if (operand.kind == OperandKind::kSgpr) return Role::kSdst;
  return instruction.find(Role::kVdst) == nullptr ? Role::kVdst : Role::kVdst2;
}

Role read_role(const isa::Instruction& instruction, const isa::Operand& operand) {
  if (instruction.encoding == Encoding::kSmem) {
    return instruction.find(Role::kScalarBase) == nullptr ? Role::kScalarBase : Role::kScalarData;
  }
  if (is_memory(instruction.encoding)) {
    if (operand.kind == OperandKind::kSgpr)
      return operand.dwords == 4 ? Role::kResource : Role::kScalarAddress;
    if (instruction.find(Role::kAddress) == nullptr) return Role::kAddress;
    return instruction.find(Role::kData0) == nullptr ? Role::kData0 : Role::kData1;
  }
  if (instruction.find(Role::kSrc0) == nullptr) return Role::kSrc0;
  return instruction.find(Role::kSrc1) == nullptr ? Role::kSrc1 : Role::kSrc2;
}

void add_wait(isa::Instruction& instruction, const std::string& word) {
  const int count = std::stoi(word.substr(word.find('(') + 1));
  if (word.starts_with("vmcnt")) {
    instruction.immediate = (instruction.immediate & ~0xc00f) | (count & 15) | ((count & 0x30) << 10);
  } else if (word.starts_with("lgkmcnt")) {
    instruction.immediate = (instruction.immediate & ~0xf00) | count << 8;
  } else {
    throw std::invalid_argument("no counter: " + word);
  }
}

isa::Instruction parse(const std::string& line, std::uint64_t address,
                       const std::map<std::string, std::uint64_t>& labels) {
  std::istringstream stream(line);
  std::string name;
  stream >> name;
  isa::Instruction instruction;
  instruction.address = address;
  instruction.size = 4;
  instruction.mnemonic = isa::find_mnemonic(name);
  if (instruction.mnemonic == isa::kUnknownMnemonic)
    throw std::invalid_argument("no such instruction: " + name);
  instruction.encoding = encoding_of(name);
  if (name == "s_waitcnt") instruction.immediate = 0xcf7f;
  bool writing = line.find("<-") != std::string::npos;
  for (std::string word; stream >> word;) {
    if (word == "<-") {
      writing = false;
    } else if (name == "s_waitcnt") {
      add_wait(instruction, word);
    } else if (labels.contains(word)) {
      instruction.branch_target = labels.at(word);
    } else if (word == "scc") {
      (writing ? instruction.writes_scc : instruction.reads_scc) = true;
    } else {
      isa::Operand operand = register_from(word);
      operand.role = writing ? written_role(instruction, operand) : read_role(instruction, operand);
      instruction.operands.at(instruction.operand_count++) = operand;
    }
  }
  return instruction;
}

}  // namespace

isa::Program program_from(std::string_view text) {
  std::map<std::string, std::uint64_t> labels;
  std::vector<std::string> lines;
  std::istringstream stream{std::string(text)};
  for (std::string line; std::getline(stream, line);) {
    line.erase(0, line.find_first_not_of(' '));
    if (line.empty()) continue;
    if (line.ends_with(':')) {
      labels[line.substr(0, line.size() - 1)] = kFirstAddress + 4 * lines.size();
    } else {
      lines.push_back(line);
    }
  }
  isa::Program program;
  program.entry = kFirstAddress;
  for (const std::string& line : lines) {
    program.instructions.push_back(parse(line, kFirstAddress + 4 * program.instructions.size(), labels));
    program.text.push_back(line);
  }
  program.lines.resize(lines.size());
  return program;
}

isa::Instruction instruction_from(std::string_view line) { return program_from(line).instructions.at(0); }

std::string names_of(const RegisterSet& set) {
  std::string names;
  const auto add = [&](const std::string& name) { names += (names.empty() ? "" : " ") + name; };
  for (std::uint32_t i = 0; i < 256; ++i) {
    if (set.test(i)) add("v" + std::to_string(i));
  }
  for (std::uint32_t i = 0; i < 256; ++i) {
    if (set.test(kFirstAgpr + i)) add("a" + std::to_string(i));
  }
  for (std::uint32_t i = 0; i < 128; ++i) {
    if (!set.test(kFirstScalar + i)) continue;
    const bool pair = (i == 106 || i == 126) && set.test(kFirstScalar + i + 1);
    add(i == 106   ? (pair ? "vcc" : "vcc_lo")
        : i == 126 ? (pair ? "exec" : "exec_lo")
        : i == 124 ? "m0"
                   : "s" + std::to_string(i));
    if (pair) ++i;
  }
  if (set.test(kScc)) add("scc");
  return names;
}

}  // namespace lanewise::flow::test
