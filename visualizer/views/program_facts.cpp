// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See the header. Categories follow encodings; within the scalar program instructions waits and
// barriers are told apart by name, since they have their own colours.

#include "visualizer/views/program_facts.h"

#include <algorithm>

#include "simulator/lds/ds_access.h"

namespace lanewise::views {

theme::Category category_of(const isa::Instruction& instruction) {
  using isa::Encoding;
  using theme::Category;
  const std::string_view name = isa::mnemonic_name(instruction.mnemonic);
  switch (instruction.encoding) {
    case Encoding::kSop1:
    case Encoding::kSop2:
    case Encoding::kSopk:
    case Encoding::kSopc:
    case Encoding::kSmem: return Category::kSalu;
    case Encoding::kSopp:
      if (name == "s_barrier") return Category::kBarrier;
      return name == "s_waitcnt" || name == "s_sleep" || name == "s_nop" ? Category::kWait : Category::kOther;
    case Encoding::kMai: return name.starts_with("v_accvgpr") ? Category::kValu : Category::kMfma;
    case Encoding::kVop1:
    case Encoding::kVop2:
    case Encoding::kVopc:
    case Encoding::kVop3:
    case Encoding::kVop3p: return Category::kValu;
    case Encoding::kDs: return Category::kLds;
    case Encoding::kFlat:
    case Encoding::kGlobal:
    case Encoding::kScratch:
    case Encoding::kMubuf:
    case Encoding::kMtbuf: return Category::kVmem;
  }
  return Category::kOther;
}

std::string_view mnemonic_of(const isa::Program& program, std::uint32_t index) {
  return isa::mnemonic_name(program.instructions[index].mnemonic);
}

bool touches_lds(const isa::Program& program, std::uint32_t index) {
  return program.instructions[index].encoding == isa::Encoding::kDs &&
         lds::ds_shape(mnemonic_of(program, index)).has_value();
}

namespace {

/// True if control that passes `from` can come to `to`.
bool leads_to(const isa::Program& program, std::uint32_t from, std::uint32_t to) {
  std::vector<bool> seen(program.instructions.size(), false);
  std::vector<std::uint32_t> open = {from};
  while (!open.empty()) {
    const std::uint32_t at = open.back();
    open.pop_back();
    if (at == to) return true;
    if (at >= seen.size() || seen[at]) continue;
    seen[at] = true;
    const isa::Instruction& here = program.instructions[at];
    const std::string_view name = isa::mnemonic_name(here.mnemonic);
    if (here.branch_target != 0) open.push_back(program.index_of(here.branch_target));
    const bool ends = name == "s_branch" || name.starts_with("s_endpgm") || name == "s_setpc_b64";
    if (!ends) open.push_back(at + 1);
  }
  return false;
}

}  // namespace

std::vector<Loop> loops(const isa::Program& program) {
  std::vector<Loop> found;
  for (std::uint32_t i = 0; i < program.instructions.size(); ++i) {
    const isa::Instruction& branch = program.instructions[i];
    if (branch.branch_target == 0 || branch.branch_target > branch.address) continue;
    const std::uint32_t first = program.index_of(branch.branch_target);
    if (first == isa::Program::kNoInstruction || !leads_to(program, first, i)) continue;
    const auto same =
        std::find_if(found.begin(), found.end(), [&](const Loop& loop) { return loop.first == first; });
    if (same != found.end())
      same->last = std::max(same->last, i);
    else
      found.push_back({first, i});
  }
  std::sort(found.begin(), found.end(), [](const Loop& a, const Loop& b) {
    return std::pair(a.last - a.first, a.first) < std::pair(b.last - b.first, b.first);
  });
  return found;
}

std::string short_place(const isa::Program& program, std::uint32_t index) {
  const std::string place = program.place(index);
  if (place.empty()) return "-";
  const std::size_t column = place.rfind(':');
  return place.find(':') == column ? place : place.substr(0, column);
}

std::string instruction_text(const isa::Program& program, std::uint32_t index) {
  std::string out;
  if (index >= program.text.size()) return out;
  for (const char c : program.text[index]) {
    const bool space = c == ' ' || c == '\t' || c == '\n';
    if (!space)
      out += c;
    else if (!out.empty() && out.back() != ' ')
      out += ' ';
  }
  if (!out.empty() && out.back() == ' ') out.pop_back();
  return out;
}

}  // namespace lanewise::views
