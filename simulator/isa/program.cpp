// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Lookups in a decoded program, and the names behind mnemonic ids. The list of names is generated from
// LLVM together with the decoder's role table; ids are positions in that sorted list and therefore
// change when the list does: they never leave the process other than with their names.

#include "simulator/isa/program.h"

#include <algorithm>
#include <array>

namespace lanewise::isa {
namespace {

constexpr std::string_view kMnemonics[] = {
#include "simulator/isa/mnemonics.inc"
};
static_assert(std::size(kMnemonics) < kUnknownMnemonic);

}  // namespace

std::string_view mnemonic_name(MnemonicId id) { return id < std::size(kMnemonics) ? kMnemonics[id] : "?"; }

MnemonicId find_mnemonic(std::string_view name) {
  const auto found = std::ranges::lower_bound(kMnemonics, name);
  if (found == std::end(kMnemonics) || *found != name) return kUnknownMnemonic;
  return static_cast<MnemonicId>(found - std::begin(kMnemonics));
}

MnemonicId mnemonic_count() { return static_cast<MnemonicId>(std::size(kMnemonics)); }

std::uint32_t Program::index_of(std::uint64_t address) const {
  const auto found = std::ranges::lower_bound(instructions, address, {}, &Instruction::address);
  if (found == instructions.end() || found->address != address) return kNoInstruction;
  return static_cast<std::uint32_t>(found - instructions.begin());
}

std::string Program::place(std::uint32_t index) const {
  if (index >= lines.size() || lines[index].line == 0 || lines[index].file >= files.size()) return "";
  const SourceLine& line = lines[index];
  std::string_view name = files[line.file];
  if (const std::size_t slash = name.rfind('/'); slash != std::string_view::npos)
    name.remove_prefix(slash + 1);
  std::string out(name);
  out += ':' + std::to_string(line.line);
  if (line.column != 0) out += ':' + std::to_string(line.column);
  return out;
}

}  // namespace lanewise::isa
