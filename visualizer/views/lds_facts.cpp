// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Gathering the facts of the bank view, and their plain text form.

#include "visualizer/views/lds_facts.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <set>
#include <utility>

#include "visualizer/views/frame.h"
#include "visualizer/views/program_facts.h"
#include "visualizer/views/view.h"

namespace lanewise::views {
namespace {

bool more_conflicts(const trace::LdsInstructionCount& a, const trace::LdsInstructionCount& b) {
  if (a.conflict_cycles != b.conflict_cycles) return a.conflict_cycles > b.conflict_cycles;
  if (a.active_cycles != b.active_cycles) return a.active_cycles > b.active_cycles;
  return a.instruction < b.instruction;
}

std::optional<std::uint32_t> default_instruction(const LdsFacts& facts) {
  if (!facts.ranking.empty() && facts.ranking.front().conflict_cycles > 0)
    return facts.ranking.front().instruction;
  const isa::Program& program = facts.trace->program;
  for (std::uint32_t i = 0; i < program.instructions.size(); ++i) {
    if (touches_lds(program, i)) return i;
  }
  return std::nullopt;
}

/// The recorded executions of an instruction by one wave, as indices into its accesses.
std::vector<const trace::Event*> executions(const trace::WaveRecord& wave, std::uint32_t instruction) {
  std::vector<const trace::Event*> found;
  for (const trace::Event& event : wave.events) {
    if (event.instruction == instruction && event.access < wave.accesses.size()) found.push_back(&event);
  }
  return found;
}

LdsInstance make_instance(const LdsFacts& facts, const trace::WaveRecord& wave, const trace::Event& event) {
  const trace::AccessRecord& record = wave.accesses[event.access];
  const lds::Access access{facts.trace->program.target,
                           record.writes ? lds::Direction::kWrite : lds::Direction::kRead,
                           record.bytes_per_lane};
  LdsInstance instance;
  instance.exec = event.exec;
  const auto add = [&](const std::array<std::uint64_t, 64>& addresses) {
    instance.accesses.push_back({&lds::phase_table(access), lds::analyse(access, addresses, event.exec)});
  };
  add(record.addresses);
  if (record.has_second) add(record.second);
  return instance;
}

std::optional<LdsInstance> find_instance(const LdsFacts& facts, std::uint32_t instruction,
                                         const Selection& selection) {
  for (const trace::WorkgroupRecord& workgroup : facts.trace->workgroups) {
    if (selection.workgroup && workgroup.linear != *selection.workgroup) continue;
    for (const trace::WaveRecord& wave : workgroup.waves) {
      if (selection.wave && wave.wave != *selection.wave) continue;
      const std::vector<const trace::Event*> found = executions(wave, instruction);
      if (found.empty()) continue;
      const std::size_t number = std::min<std::size_t>(selection.instance, found.size() - 1);
      LdsInstance instance = make_instance(facts, wave, *found[number]);
      instance.workgroup = workgroup.linear;
      instance.wave = wave.wave;
      instance.number = static_cast<std::uint32_t>(number);
      instance.recorded = static_cast<std::uint32_t>(found.size());
      return instance;
    }
  }
  return std::nullopt;
}

LdsFacts counted_facts(const trace::Trace& trace) {
  LdsFacts facts;
  facts.trace = &trace;
  std::copy_if(trace.lds.begin(), trace.lds.end(), std::back_inserter(facts.ranking),
               [&](const auto& row) { return row.instruction < trace.program.instructions.size(); });
  std::sort(facts.ranking.begin(), facts.ranking.end(), more_conflicts);
  for (const trace::LdsInstructionCount& row : trace.lds) {
    facts.totals.executions += row.executions;
    facts.totals.active_cycles += row.active_cycles;
    facts.totals.conflict_cycles += row.conflict_cycles;
  }
  for (std::uint32_t i = 0; i < trace.program.instructions.size() && !facts.has_lds_instructions; ++i) {
    facts.has_lds_instructions = touches_lds(trace.program, i);
  }
  return facts;
}

void picture(LdsFacts& facts, std::optional<std::uint32_t> wanted, const Selection& selection) {
  const isa::Program& program = facts.trace->program;
  const bool usable = wanted && *wanted < program.instructions.size() && touches_lds(program, *wanted);
  facts.instruction = usable ? wanted : default_instruction(facts);
  if (facts.instruction) facts.instance = find_instance(facts, *facts.instruction, selection);
}

std::uint32_t ordinal(const isa::Program& program, std::uint32_t index) {
  std::uint32_t before = 0;
  for (std::uint32_t i = 0; i < index; ++i) before += mnemonic_of(program, i) == mnemonic_of(program, index);
  return before;
}

}  // namespace

LdsFacts lds_facts(const trace::Trace& trace, const Selection& selection) {
  LdsFacts facts = counted_facts(trace);
  picture(facts, selection.instruction, selection);
  return facts;
}

LdsFacts matching_lds_facts(const trace::Trace& trace, const LdsFacts& left, const Selection& selection) {
  LdsFacts facts = counted_facts(trace);
  std::optional<std::uint32_t> same_line, same_order;
  if (left.instruction) {
    const isa::Program& other = left.trace->program;
    const std::string_view mnemonic = mnemonic_of(other, *left.instruction);
    const std::string place = short_place(other, *left.instruction);
    const std::uint32_t order = ordinal(other, *left.instruction);
    std::uint32_t seen = 0;
    for (std::uint32_t i = 0; i < trace.program.instructions.size(); ++i) {
      if (mnemonic_of(trace.program, i) != mnemonic) continue;
      if (!same_line && place != "-" && short_place(trace.program, i) == place) same_line = i;
      if (seen++ <= order) same_order = i;
    }
  }
  picture(facts, same_line ? same_line : same_order, selection);
  return facts;
}

std::vector<std::uint32_t> bank_degrees(const lds::PhaseResult& phase, std::uint32_t banks) {
  std::set<std::pair<std::uint8_t, std::uint32_t>> distinct;
  for (const lds::BankHit& hit : phase.hits) distinct.insert({hit.bank, hit.dword});
  std::vector<std::uint32_t> degrees(banks, 0);
  for (const auto& [bank, dword] : distinct) ++degrees[bank];
  return degrees;
}

std::string lane_ranges(const std::vector<std::uint8_t>& lanes) {
  std::string out;
  for (std::size_t i = 0; i < lanes.size();) {
    std::size_t end = i + 1;
    while (end < lanes.size() && lanes[end] == lanes[end - 1] + 1) ++end;
    out += fmt::format("{}{}", out.empty() ? "" : ", ", lanes[i]);
    if (end - i > 1) out += fmt::format("-{}", lanes[end - 1]);
    i = end;
  }
  return out;
}

std::string conflict_share(const LdsTotals& totals) {
  if (totals.active_cycles == 0) return "-";
  const double share =
      100.0 * static_cast<double>(totals.conflict_cycles) / static_cast<double>(totals.active_cycles);
  return share > 0 && share < 1 ? "< 1 %" : fmt::format("{:.0f} %", share);
}

namespace {

std::string instance_text(const LdsInstance& instance) {
  std::string out = fmt::format("pictured: workgroup {}, wave {}, execution {} of {} recorded\n",
                                instance.workgroup, instance.wave, instance.number + 1, instance.recorded);
  for (std::size_t a = 0; a < instance.accesses.size(); ++a) {
    const LdsAccessFacts& access = instance.accesses[a];
    out += fmt::format("address {}: {} banks, {} cycles, {} conflict cycles; phases {} ({})\n", a + 1,
                       access.table->banks, access.result.cycles, access.result.conflict_cycles,
                       access.table->measured ? "documented or measured" : "inferred", access.table->source);
    for (std::size_t p = 0; p < access.result.phases.size(); ++p) {
      const lds::PhaseResult& phase = access.result.phases[p];
      const std::vector<std::uint32_t> degrees = bank_degrees(phase, access.table->banks);
      std::string list;
      for (std::size_t bank = 0; bank < degrees.size(); ++bank) {
        if (degrees[bank] > 1) list += fmt::format(" {}:{}", bank, degrees[bank]);
      }
      out += fmt::format("  phase {} | lanes {} | cycles {} | dwords per bank above one:{}\n", p + 1,
                         lane_ranges(access.table->phases[p]), phase.cycles, list.empty() ? " none" : list);
    }
  }
  return out;
}

std::string side_text(const LdsFacts& facts) {
  const isa::Program& program = facts.trace->program;
  std::string out = fmt::format("{} | kernel {}\n", trace_label(*facts.trace), program.kernel);
  if (!facts.has_lds_instructions) return out + "no LDS instruction in this kernel\n";
  out += fmt::format("counted: {} LDS instructions, {} active cycles, {} conflict cycles ({})\n",
                     facts.totals.executions, facts.totals.active_cycles, facts.totals.conflict_cycles,
                     conflict_share(facts.totals));
  out += "instruction | executions | active cycles | conflict cycles | source | text\n";
  for (const trace::LdsInstructionCount& row : facts.ranking) {
    out += fmt::format("{} | {} | {} | {} | {} | {}\n", row.instruction, row.executions, row.active_cycles,
                       row.conflict_cycles, short_place(program, row.instruction),
                       instruction_text(program, row.instruction));
  }
  if (!facts.instruction) return out;
  out += fmt::format("selected: instruction {} at {}: {}\n", *facts.instruction,
                     short_place(program, *facts.instruction), instruction_text(program, *facts.instruction));
  return out + (facts.instance ? instance_text(*facts.instance) : "no execution of it was recorded\n");
}

}  // namespace

std::string lds_facts_text(const ViewInput& input) {
  std::string out = "Which lane hit which bank?\n\n";
  const LdsFacts left = lds_facts(*input.traces[0], input.selection);
  out += side_text(left);
  if (input.traces.size() > 1)
    out += "\n" + side_text(matching_lds_facts(*input.traces[1], left, input.selection));
  return out;
}

}  // namespace lanewise::views
