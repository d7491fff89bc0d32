// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Developer tool: writes simulator/code_object/role_table.inc and simulator/isa/mnemonics.inc.
//
//   sweep ──▶ opcodes that LLVM decodes for gfx942, gfx950 ──▶ getNamedOperandIdx ──▶ rows
//
// The sweep feeds every upper half-word with many operand patterns to the disassembler. It must be
// linked to LLVM's static archives: llvm::AMDGPU::getNamedOperandIdx is hidden in the shared library.
// Its enumerators are in no installed header and change between LLVM versions, so their numbers are
// derived here from exemplars, instructions whose operand order we know from the ISA manual's syntax.

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <map>
#include <optional>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include <llvm/Support/raw_ostream.h>

#include "simulator/code_object/llvm_machine.h"
#include "simulator/code_object/role_table/exemplars.h"
#include "simulator/code_object/word_check.h"

namespace llvm::AMDGPU {
enum class OpName : std::uint8_t;
std::int16_t getNamedOperandIdx(std::uint16_t opcode, OpName name);
}  // namespace llvm::AMDGPU

namespace lanewise::code_object {
namespace {

/// LLVM 22 has 138 operand names; asking for a higher number reads past its table.
constexpr int kNameCount = 138;

struct SweptOpcode {
  WordKind kind;
  std::uint8_t targets = 0;
};

class Random {
 public:
  std::uint32_t next() {
    state_ ^= state_ << 13;
    state_ ^= state_ >> 7;
    state_ ^= state_ << 17;
    return static_cast<std::uint32_t>(state_ >> 16);
  }

 private:
  std::uint64_t state_ = 88172645463325252u;
};

// Operand patterns. LLVM refuses words whose unused fields are not zero and tuples that start at an odd
// register, so besides random words there are templates that fill some of the fields.
constexpr std::uint32_t kLowMasks[] = {0xffff, 0xffc4, 0x00c4, 0x80c4, 0x8704, 0x78c4, 0};
constexpr std::uint32_t kSecondWords[] = {
    0x04022108, 0x00022108, 0x00000108,              // VOP3 with three, two, one VGPR sources
    0x00021008, 0x00000008, 0x000208f2,              // SGPR sources, a constant
    0x00000004, 0x00000404, 0x00040404, 0x04040404,  // memory: address, data0, data1, vdst
    0x04000004, 0x04000404, 0x04000000, 0x00000400,
    0x007f0004, 0x007f0404, 0x047f0004, 0x047f0404,  // ... with saddr "off"
    0x007f0000, 0x007f0400, 0x047f0000, 0,
};
constexpr std::uint32_t kSecondRandom[] = {0, 0xf0000000, 0x18000000, 0xe0000000, 0x00800000, 0x001fffff};

constexpr std::uint32_t kSdwaMasks[] = {0xffffffff, 0x00ffffff, 0x0f0fffff, 0x0007ffff};
constexpr std::uint32_t kDppMasks[] = {0xffffffff, 0xff3bffff, 0xff0bffff, 0xfffbffff};

Words pattern(std::uint32_t high, int number, Random& random) {
  Words words = {high << 16 | (random.next() & 0xffff), random.next(), random.next(), random.next()};
  if (number == 1) {
    words[0] = high << 16;
    words[1] = 0;
  } else if (number % 4 != 0) {
    words[0] &= 0xffff0000u | kLowMasks[random.next() % std::size(kLowMasks)];
    words[1] &= kSecondRandom[random.next() % std::size(kSecondRandom)];
    words[1] |= kSecondWords[random.next() % std::size(kSecondWords)];
  }
  if (high < 0x8000 && number % 4 < 2) {  // SDWA and DPP forms of VOP1, VOP2, VOPC
    const bool sdwa = number % 2 == 0;
    words[0] = (words[0] & ~0x1ffu) | (sdwa ? 0xf9 : 0xfa);
    words[1] = random.next() & (sdwa ? kSdwaMasks : kDppMasks)[number / 4 % 4];
    if (sdwa && number / 16 % 2) words[1] = (words[1] & ~0xff00u) | 0x0600;  // whole register, no modifiers
  }
  if (high >= 0xd3ac && high <= 0xd3ae) {  // f8f6f4: an opcode per pair of formats (cbsz, blgp)
    const std::uint32_t formats0 = random.next() & 0x8700, formats1 = random.next() & 0xf8000000;
    if (high != 0xd3ac) return {high << 16 | formats0, formats1 | 0x04022108, words[2], words[3]};
    return {0xd3ac0000 | (words[0] & 0x1800), 0x00020904 | (words[1] & 0x18000000),
            (number % 2 ? 0xd3ad0800 : 0xd3ae0800) | formats0, formats1 | 0x04022108};
  }
  return words;
}

/// How many patterns a half-word gets: few where the half-word holds operand bits as well.
int pattern_count(std::uint32_t high) {
  if (!word_kind(high << 16)) return 0;
  return high < 0x7c00 ? 48 : high < 0x8000 ? 768 : high < 0xc000 ? 64 : 1024;
}

void sweep(isa::Target target, std::map<std::string, SweptOpcode>& opcodes, const LlvmMachine& machine) {
  Random random;
  for (std::uint32_t high = 0; high < 0x10000; ++high) {
    const int count = pattern_count(high);
    for (int number = 0; number < count; ++number) {
      const Words words = pattern(high, number, random);
      const std::optional<WordKind> kind = word_kind(high == 0xd3ac ? words[2] : words[0]);
      if (!kind || !reject_words(words).empty()) continue;
      llvm::MCInst inst;
      std::uint64_t size = 0;
      const llvm::ArrayRef<std::uint8_t> bytes(reinterpret_cast<const std::uint8_t*>(words.data()),
                                               sizeof(words));
      if (machine.disassembler->getInstruction(inst, size, bytes, 0, llvm::nulls()) ==
          llvm::MCDisassembler::Fail) {
        continue;
      }
      SweptOpcode& swept = opcodes[machine.instructions->getName(inst.getOpcode()).str()];
      swept.kind = *kind;
      swept.targets |= target == isa::Target::kGfx942 ? kOnGfx942 : kOnGfx950;
    }
  }
}

unsigned opcode_number(const LlvmMachine& machine, std::string_view name) {
  static const std::map<std::string, unsigned> numbers = [&] {
    std::map<std::string, unsigned> map;
    for (unsigned i = 0; i < machine.instructions->getNumOpcodes(); ++i)
      map[machine.instructions->getName(i).str()] = i;
    return map;
  }();
  const auto found = numbers.find(std::string(name));
  return found == numbers.end() ? 0xffffffffu : found->second;
}

/// OpName number -> Field, from the exemplars. Complains on standard error about contradictions.
std::optional<std::map<int, Field>> derive_names(const LlvmMachine& machine) {
  std::map<int, Field> names;
  bool good = true;
  for (const Exemplar& exemplar : kExemplars) {
    const unsigned opcode = opcode_number(machine, exemplar.opcode);
    if (opcode == 0xffffffffu ||
        machine.instructions->get(opcode).getNumOperands() < exemplar.fields.size()) {
      std::fprintf(stderr, "exemplar %s does not exist, or has fewer operands\n",
                   std::string(exemplar.opcode).c_str());
      return std::nullopt;
    }
    int position = 0;
    for (Field field : exemplar.fields) {
      for (int name = 0; name < kNameCount; ++name) {
        const auto op_name = static_cast<llvm::AMDGPU::OpName>(name);
        if (llvm::AMDGPU::getNamedOperandIdx(static_cast<std::uint16_t>(opcode), op_name) != position)
          continue;
        const auto [entry, added] = names.emplace(name, field);
        if (!added && entry->second != field) {
          std::fprintf(stderr, "operand %d of %s contradicts another exemplar\n", position,
                       std::string(exemplar.opcode).c_str());
          good = false;
        }
      }
      ++position;
    }
  }
  if (!good) return std::nullopt;
  return names;
}

/// Field names of an opcode in operand order, "?" fields included; empty if a name is unknown.
std::vector<Field> fields_of(const LlvmMachine& machine, unsigned opcode, const std::map<int, Field>& names) {
  std::vector<Field> fields(machine.instructions->get(opcode).getNumOperands(), Field::kUnnamed);
  for (int name = 0; name < kNameCount; ++name) {
    const int index = llvm::AMDGPU::getNamedOperandIdx(static_cast<std::uint16_t>(opcode),
                                                       static_cast<llvm::AMDGPU::OpName>(name));
    if (index < 0 || index >= static_cast<int>(fields.size())) continue;
    const auto known = names.find(name);
    if (known == names.end()) {
      std::fprintf(stderr, "%s: operand %d has a name (%d) that no exemplar shows\n",
                   machine.instructions->getName(opcode).str().c_str(), index, name);
      return {};
    }
    fields[static_cast<std::size_t>(index)] = known->second;
  }
  return fields;
}

std::string base_mnemonic(const LlvmMachine& machine, unsigned opcode) {
  llvm::MCInst inst;
  inst.setOpcode(opcode);
  std::string mnemonic = machine.printer->getMnemonic(inst).first;
  mnemonic.resize(std::min(mnemonic.find(' '), mnemonic.size()));  // LLVM appends a fixed "off"
  for (std::string_view suffix : {"_e32", "_e64", "_sdwa", "_dpp"}) {
    if (mnemonic.size() > suffix.size() && mnemonic.ends_with(suffix)) {
      mnemonic.resize(mnemonic.size() - suffix.size());
      break;
    }
  }
  return mnemonic;
}

bool is_matrix(std::string_view mnemonic) {
  return mnemonic.starts_with("v_mfma_") || mnemonic.starts_with("v_smfmac_") ||
         mnemonic.starts_with("v_accvgpr_");
}

constexpr const char* kEncodingNames[] = {"kSop1", "kSop2", "kSopk",   "kSopc",    "kSopp",  "kSmem",
                                          "kVop1", "kVop2", "kVopc",   "kVop3",    "kVop3p", "kMai",
                                          "kDs",   "kFlat", "kGlobal", "kScratch", "kMubuf", "kMtbuf"};
constexpr const char* kFormNames[] = {"kPlain", "kE32", "kE64", "kSdwa", "kDpp"};
constexpr const char* kNotice =
    "// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception\n"
    "// Generated by simulator/code_object/role_table/generate.cpp from LLVM %s. Do not edit.\n";

std::string notice() {
  char text[400];
  std::snprintf(text, sizeof text, kNotice, LLVM_VERSION_STRING);
  return text;
}

int generate(const char* table_path, const char* mnemonics_path) {
  std::map<std::string, SweptOpcode> opcodes;
  const LlvmMachine gfx942 = make_llvm_machine(isa::Target::kGfx942);
  const LlvmMachine gfx950 = make_llvm_machine(isa::Target::kGfx950);
  const std::optional<std::map<int, Field>> names = derive_names(gfx950);
  if (!names) return 1;
  sweep(isa::Target::kGfx942, opcodes, gfx942);
  sweep(isa::Target::kGfx950, opcodes, gfx950);

  std::map<std::vector<Field>, std::size_t> lists;
  std::vector<std::vector<Field>> ordered;
  std::set<std::string> mnemonics;
  std::ostringstream rows;
  for (const auto& [name, swept] : opcodes) {
    const unsigned opcode = opcode_number(gfx950, name);
    const llvm::MCInstrDesc& desc = gfx950.instructions->get(opcode);
    const std::vector<Field> fields = fields_of(gfx950, opcode, *names);
    if (fields.size() != desc.getNumOperands() || fields.size() > kMaximumFields) return 1;
    const auto [list, added] = lists.emplace(fields, lists.size());
    if (added) ordered.push_back(fields);
    const std::string mnemonic = base_mnemonic(gfx950, opcode);
    mnemonics.insert(mnemonic);
    const bool matrix = swept.kind.encoding == isa::Encoding::kVop3p && is_matrix(mnemonic);
    const isa::Encoding encoding = matrix ? isa::Encoding::kMai : swept.kind.encoding;
    char hash[16];
    const LlvmMachine& machine = swept.targets & kOnGfx950 ? gfx950 : gfx942;
    std::snprintf(hash, sizeof hash, "0x%08x", signature_of(machine, desc));
    rows << "    {\"" << name << "\", \"" << mnemonic
         << "\", Encoding::" << kEncodingNames[static_cast<int>(encoding)]
         << ", Form::" << kFormNames[static_cast<int>(swept.kind.form)] << ", " << list->second << ", "
         << int(swept.targets) << ", " << hash << "},\n";
  }

  std::ofstream table(table_path);
  table << notice() << "\nconstexpr FieldList kFieldLists[] = {\n";
  for (const std::vector<Field>& fields : ordered) {
    table << "    {" << fields.size() << ", {";
    for (std::size_t i = 0; i < fields.size(); ++i)
      table << (i ? ", " : "") << kFieldNames[static_cast<int>(fields[i])];
    table << "}},\n";
  }
  table << "};\n\n// opcode, mnemonic, encoding, form, field list, targets (1 gfx942, 2 gfx950), signature\n"
        << "constexpr OpcodeRow kOpcodeRows[] = {\n"
        << rows.str() << "};\n";
  std::ofstream list(mnemonics_path);
  list << notice();
  for (const std::string& mnemonic : mnemonics) list << '"' << mnemonic << "\",\n";
  std::fprintf(stderr, "%zu opcodes, %zu field lists, %zu mnemonics\n", opcodes.size(), ordered.size(),
               mnemonics.size());
  return table.good() && list.good() ? 0 : 1;
}

}  // namespace
}  // namespace lanewise::code_object

int main(int argc, char** argv) {
  if (argc != 3) {
    std::fprintf(stderr, "usage: lanewise_role_table ROLE_TABLE.inc MNEMONICS.inc\n");
    return 2;
  }
  return lanewise::code_object::generate(argv[1], argv[2]);
}
