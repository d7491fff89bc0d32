// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See terminal.h. Columns are padded by what they hold; numbers stand right-aligned.

#include "workbench/report/terminal.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <map>

namespace lanewise::workbench {
namespace {

std::string label_of(const Outcome& outcome) {
  std::string label(isa::target_name(outcome.target));
  if (!outcome.variant.empty()) label += " " + outcome.variant;
  return label;
}

double worst_error(const Outcome& outcome) {
  double worst = 0;
  for (const OutputOutcome& output : outcome.outputs) {
    // Negated, so that a NaN counts as the worst.
    const double error = output.comparison.max_error_over_bound;
    if (output.checked && !(error <= worst)) worst = error;
  }
  return worst;
}

std::string rate(const Outcome& outcome) {
  if (!outcome.simulated) return "";
  const double seconds = outcome.engine.seconds;
  return seconds > 0 ? fmt::format("{:.1f} M/s",
                                   static_cast<double>(outcome.engine.wave_instructions) / seconds / 1e6)
                     : "";
}

/// The sign of a NaN says nothing.
std::string number_text(double value) { return std::isnan(value) ? "nan" : fmt::format("{}", value); }

std::string element_text(const OutputOutcome& output, const reference::WrongElement& wrong) {
  std::string text = fmt::format("{}[{}] ", output.name, fmt::join(wrong.index, ","));
  if (wrong.mismatch == reference::Mismatch::kNeverWritten) {
    text += fmt::format("was never written, expected {}", number_text(wrong.expected));
  } else if (wrong.mismatch == reference::Mismatch::kUndecided) {
    text += "cannot be judged: correct kernels may overflow here; choose smaller inputs";
  } else {
    text += fmt::format("is {}, expected {} within {:.3g}", number_text(wrong.got),
                        number_text(wrong.expected), wrong.bound);
  }
  text += fmt::format("; {} of {} elements are wrong", output.comparison.wrong_count, output.elements);
  if (!output.comparison.pattern.empty()) text += fmt::format(" ({})", output.comparison.pattern);
  if (output.first_wrong_writer) {
    const LastWriter& writer = *output.first_wrong_writer;
    text += fmt::format("; last written by workgroup {} wave {} lane {}: {}", writer.workgroup, writer.wave,
                        writer.lane, writer.instruction);
  }
  return text;
}

}  // namespace

std::string Paint::good(const std::string& text) const {
  return colours ? "\033[1;32m" + text + "\033[0m" : text;
}
std::string Paint::bad(const std::string& text) const {
  return colours ? "\033[1;31m" + text + "\033[0m" : text;
}
std::string Paint::faint(const std::string& text) const {
  return colours ? "\033[2m" + text + "\033[0m" : text;
}

std::string verdict_line(const Outcome& outcome, const Paint& paint) {
  std::vector<std::string> facts;
  std::uint64_t wrong = 0;
  for (const OutputOutcome& output : outcome.outputs) wrong += output.comparison.wrong_count;
  if (outcome.checked && wrong == 0 && outcome.passed)
    facts.push_back(fmt::format("largest error {:.3f} of its bound", worst_error(outcome)));
  if (!outcome.checked && outcome.passed) facts.emplace_back("ran to its end, result not checked");
  if (wrong != 0) facts.push_back(fmt::format("{} wrong elements", wrong));
  if (!outcome.findings.empty())
    facts.push_back(
        fmt::format("{} finding{}", outcome.findings.size(), outcome.findings.size() == 1 ? "" : "s"));
  if (outcome.simulated && outcome.engine.wave_instructions != 0)
    facts.push_back(fmt::format("{} LDS conflict cycles", outcome.conflict_cycles()));
  const std::string sizes = outcome.sizes.empty() ? "" : fmt::format(" ({})", outcome.sizes);
  return fmt::format("{} {}: {}{}: {}\n", outcome.passed ? paint.good("PASS") : paint.bad("FAIL"),
                     label_of(outcome), outcome.title, sizes, fmt::join(facts, ", "));
}

std::string diagnostic(const SourcePlace& place, const std::string& severity, const std::string& text,
                       const std::string& id, const std::string& remedy) {
  std::string where = place.file.empty() ? "lanewise" : place.file;
  if (!place.file.empty() && place.line != 0)
    where += fmt::format(":{}:{}", place.line, std::max(place.column, 1u));
  std::string result = fmt::format("{}: {}: {} [{}]\n", where, severity, text, id);
  if (!remedy.empty()) result += fmt::format("  {}\n", remedy);
  return result;
}

std::string diagnostic(const Error& error) {
  return diagnostic(error.where, "error", error.message, error.id, error.remedy);
}

std::string failure_text(const Outcome& outcome) {
  std::string text;
  for (const OutputOutcome& output : outcome.outputs) {
    if (!output.comparison.first_wrong) continue;
    const SourcePlace place =
        output.first_wrong_writer ? parse_place(output.first_wrong_writer->source) : SourcePlace{};
    text += diagnostic(
        outcome.on_this_machine(place), "error",
        fmt::format("{}: {}", label_of(outcome), element_text(output, *output.comparison.first_wrong)),
        "wrong-result", "");
  }
  for (const Finding& finding : outcome.findings) {
    text += diagnostic(outcome.on_this_machine(finding.place), "error",
                       fmt::format("{}: {}", label_of(outcome), finding.message), finding.id, finding.remedy);
  }
  return text;
}

std::vector<std::vector<std::string>> summary_rows(const std::vector<Outcome>& outcomes) {
  std::vector<std::vector<std::string>> rows{{"variant", "target", "sizes", "verdict", "LDS conflict cycles",
                                              "VGPR", "AGPR", "waves/SIMD", "limiter", "error/bound",
                                              "wave instructions", "speed"}};
  for (const Outcome& outcome : outcomes) {
    const trace::RegisterFacts& facts = outcome.registers;
    rows.push_back({outcome.variant.empty() ? "-" : outcome.variant,
                    std::string(isa::target_name(outcome.target)),
                    outcome.sizes.empty() ? "-" : outcome.sizes, outcome.passed ? "pass" : "FAIL",
                    outcome.simulated ? fmt::format("{}", outcome.conflict_cycles()) : "-",
                    fmt::format("{}", facts.vgprs), fmt::format("{}", facts.agprs),
                    fmt::format("{}", facts.occupancy.waves_per_simd),
                    std::string(chips::limiter_name(facts.occupancy.limiter)),
                    outcome.checked ? fmt::format("{:.3f}", worst_error(outcome)) : "-",
                    fmt::format("{}", outcome.engine.wave_instructions), rate(outcome)});
  }
  return rows;
}

std::string summary_table(const std::vector<Outcome>& outcomes) {
  const std::vector<std::vector<std::string>> rows = summary_rows(outcomes);
  std::vector<std::size_t> widths(rows.front().size(), 0);
  for (const auto& row : rows) {
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], row[i].size());
  }
  std::string text;
  for (const auto& row : rows) {
    std::string line;
    for (std::size_t i = 0; i < row.size(); ++i) {
      const bool words = i < 4 || i == 8;
      line += words ? fmt::format("{:<{}}  ", row[i], widths[i]) : fmt::format("{:>{}}  ", row[i], widths[i]);
    }
    line.erase(line.find_last_not_of(' ') + 1);
    text += line + "\n";
  }
  return text + "conflict cycles and instructions are counted; occupancy is modelled\n";
}

std::string conflict_lines(const Outcome& outcome) {
  std::map<std::string, std::pair<std::uint64_t, std::uint64_t>> by_place;
  for (const LdsInstruction& instruction : outcome.lds) {
    auto& sum = by_place[instruction.place.empty() ? "(no line)" : instruction.place];
    sum.first += instruction.count.conflict_cycles;
    sum.second += instruction.count.active_cycles;
  }
  std::vector<std::pair<std::string, std::pair<std::uint64_t, std::uint64_t>>> rows(by_place.begin(),
                                                                                    by_place.end());
  std::sort(rows.begin(), rows.end(), [](const auto& a, const auto& b) {
    return a.second.first != b.second.first ? a.second.first > b.second.first : a.first < b.first;
  });
  std::string text;
  for (const auto& [place, sum] : rows) {
    text += fmt::format("{:>12} conflict cycles of {:>12} LDS cycles  {}\n", sum.first, sum.second, place);
  }
  return text;
}

}  // namespace lanewise::workbench
