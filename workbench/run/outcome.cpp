// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Bars: numbers of an outcome by their path in the report.

#include "workbench/run/outcome.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstdlib>

namespace lanewise::workbench {
namespace {

struct Metric {
  std::string name;
  double value;
};

std::vector<Metric> metrics(const Outcome& outcome) {
  const trace::RegisterFacts& registers = outcome.registers;
  std::vector<Metric> rows{
      {"lds.bytes", static_cast<double>(registers.lds_bytes)},
      {"registers.vgpr", static_cast<double>(registers.vgprs)},
      {"registers.agpr", static_cast<double>(registers.agprs)},
      {"registers.sgpr", static_cast<double>(registers.sgprs)},
      {"registers.scratch_bytes", static_cast<double>(registers.scratch_bytes)},
      {"registers.vgpr_spills", static_cast<double>(registers.vgpr_spills)},
      {"registers.sgpr_spills", static_cast<double>(registers.sgpr_spills)},
      {"registers.occupancy_waves_per_simd", static_cast<double>(registers.occupancy.waves_per_simd)},
      {"findings", static_cast<double>(outcome.findings.size())}};
  if (!outcome.simulated) return rows;
  rows.push_back({"lds.conflict_cycles", static_cast<double>(outcome.conflict_cycles())});
  rows.push_back({"engine.wave_instructions", static_cast<double>(outcome.engine.wave_instructions)});
  for (const auto& [name, value] : outcome.counters)
    rows.push_back({"counters." + name, static_cast<double>(value)});
  return rows;
}

}  // namespace

std::uint64_t Outcome::conflict_cycles() const {
  std::uint64_t sum = 0;
  for (const LdsInstruction& instruction : lds) sum += instruction.count.conflict_cycles;
  return sum;
}

std::string bare_file_name(const std::string& path) { return path.substr(path.rfind('/') + 1); }

SourcePlace Outcome::on_this_machine(SourcePlace place) const {
  if (place.file.empty()) return {source, 0, 0};
  if (const auto found = source_paths.find(bare_file_name(place.file)); found != source_paths.end())
    place.file = found->second;
  return place;
}

SourcePlace parse_place(const std::string& text) {
  SourcePlace place{text, 0, 0};
  const std::size_t second = text.rfind(':');
  const std::size_t first =
      second == std::string::npos || second == 0 ? std::string::npos : text.rfind(':', second - 1);
  if (first == std::string::npos) return place;
  return {text.substr(0, first),
          static_cast<std::uint32_t>(std::strtoul(text.c_str() + first + 1, nullptr, 10)),
          static_cast<std::uint32_t>(std::strtoul(text.c_str() + second + 1, nullptr, 10))};
}

double metric(const Outcome& outcome, const Bar& bar) {
  std::vector<std::string> names;
  for (const Metric& row : metrics(outcome)) {
    if (row.name == bar.metric) return row.value;
    names.push_back(row.name);
  }
  throw Error(ErrorKind::kRequest, "unknown-metric",
              fmt::format("bar '{}': {} knows no metric '{}'", bar.text,
                          outcome.simulated ? "the report" : "a run on a GPU", bar.metric),
              fmt::format("Metrics: {}.", fmt::join(names, ", ")), bar.place);
}

void apply_bars(const std::vector<Bar>& bars, Outcome& outcome) {
  std::vector<Finding> missed;  // apart, so that the metric `findings` is the same for every bar
  for (const Bar& bar : bars) {
    const bool counted = bar.metric.starts_with("counters.") || bar.metric.starts_with("lds.conflict") ||
                         bar.metric.starts_with("engine.");
    if (!outcome.simulated && counted) {
      outcome.notes.push_back(fmt::format("bar '{}' is not judged: a GPU run counts nothing", bar.text));
      continue;
    }
    const double value = metric(outcome, bar);
    if (holds(bar, value)) continue;
    missed.push_back({"bar", fmt::format("bar missed: {} is wanted, {} is {}", bar.text, bar.metric, value),
                      bar.place, ""});
  }
  outcome.findings.insert(outcome.findings.end(), missed.begin(), missed.end());
}

}  // namespace lanewise::workbench
