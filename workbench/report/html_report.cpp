// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Pictures come from the visualizer's exporter as SVG; this file only chooses them and adds the text
// sections. Traces are put side by side by target: the one with more LDS conflicts is "before".

#include "workbench/report/html_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "visualizer/canvas/html_page.h"
#include "visualizer/canvas/svg_canvas.h"
#include "visualizer/views/export.h"
#include "workbench/report/terminal.h"

namespace lanewise::workbench {
namespace {

using Traces = std::vector<const trace::Trace*>;

std::uint64_t conflicts_of(const trace::Trace& trace) {
  std::uint64_t sum = 0;
  for (const trace::LdsInstructionCount& count : trace.lds) sum += count.conflict_cycles;
  return sum;
}

std::string name_of(const trace::Trace& trace) {
  std::string name(isa::target_name(trace.program.target));
  return trace.variant.empty() ? name : name + " " + trace.variant;
}

std::string names_of(const Traces& traces) {
  std::string names;
  for (const trace::Trace* trace : traces) names += (names.empty() ? "" : " beside ") + name_of(*trace);
  return names;
}

canvas::HtmlSection picture(const std::string& view, const Traces& traces, const std::string& heading) {
  views::ExportOptions options;
  options.view = view;
  options.format = views::Format::kSvg;
  canvas::HtmlSection section;
  section.id = view + "-" + heading;
  std::replace_if(
      section.id.begin(), section.id.end(),
      [](char c) { return std::isalnum(static_cast<unsigned char>(c)) == 0; }, '-');
  section.title = fmt::format("{} ({})", views::find_view(view).question, heading);
  section.svg = views::export_view(traces, options);
  options.format = views::Format::kText;
  section.facts = views::export_view(traces, options);
  return section;
}

/// Conflict cycles by line of one source file.
std::map<std::uint32_t, std::uint64_t> conflicts_by_line(const trace::Trace& trace, const std::string& file) {
  std::map<std::uint32_t, std::uint64_t> lines;
  for (const trace::LdsInstructionCount& count : trace.lds) {
    const isa::SourceLine& line = trace.program.lines[count.instruction];
    if (line.line == 0 || line.file >= trace.program.files.size() ||
        bare_file_name(trace.program.files[line.file]) != file)
      continue;
    lines[line.line] += count.conflict_cycles;
  }
  return lines;
}

/// The file with one column of conflict cycles per trace. Empty if no LDS instruction comes from it.
std::string annotated_source(const trace::SourceFile& source, const Traces& traces) {
  std::vector<std::map<std::uint32_t, std::uint64_t>> columns;
  bool any = false;
  for (const trace::Trace* trace : traces) {
    columns.push_back(conflicts_by_line(*trace, source.name));
    any = any || !columns.back().empty();
  }
  if (!any) return {};
  std::string text = "<pre>";
  for (const trace::Trace* trace : traces)
    text += fmt::format("{:>16} ", canvas::escape_xml(name_of(*trace)));
  text += " LDS conflict cycles, counted\n";
  std::uint32_t line = 0;
  std::size_t begin = 0;
  while (begin < source.text.size()) {
    const std::size_t end = std::min(source.text.find('\n', begin), source.text.size());
    ++line;
    for (const auto& column : columns) {
      const auto found = column.find(line);
      text += found == column.end() ? fmt::format("{:>16} ", "") : fmt::format("{:>16} ", found->second);
    }
    text += fmt::format("{:>5}  {}\n", line, canvas::escape_xml(source.text.substr(begin, end - begin)));
    begin = end + 1;
  }
  return text + "</pre>\n";
}

void add_pictures(const Traces& traces, canvas::HtmlPage& page) {
  std::map<isa::Target, Traces> by_target;
  for (const trace::Trace* trace : traces) by_target[trace->program.target].push_back(trace);
  const auto fewer = [](const trace::Trace* a, const trace::Trace* b) {
    return conflicts_of(*a) < conflicts_of(*b);
  };
  for (const auto& [target, group] : by_target) {
    Traces pair{*std::max_element(group.begin(), group.end(), fewer)};
    if (group.size() > 1) pair.push_back(*std::min_element(group.begin(), group.end(), fewer));
    page.sections.push_back(picture("lds", pair, names_of(pair)));
    page.sections.push_back(picture("registers", pair, names_of(pair)));
  }
  for (const trace::SourceFile& source : traces.front()->sources) {
    std::string text = annotated_source(source, traces);
    if (!text.empty())
      page.sections.push_back(
          {"source-" + source.name, "Where do the conflicts come from? " + source.name, std::move(text), ""});
  }
}

canvas::HtmlPage page_for(const std::string& title) {
  canvas::HtmlPage page;
  page.title = title;
  return page;
}

}  // namespace

std::string html_report(const std::vector<Outcome>& outcomes) {
  canvas::HtmlPage page = page_for(outcomes.front().title);
  const auto failed =
      std::count_if(outcomes.begin(), outcomes.end(), [](const Outcome& outcome) { return !outcome.passed; });
  page.introduction = failed == 0 ? fmt::format("PASS: all {} runs.", outcomes.size())
                                  : fmt::format("FAIL: {} of {} runs.", failed, outcomes.size());
  page.introduction +=
      fmt::format(" Kernel {}, {}. Conflict cycles and instructions are counted, occupancy is modelled.",
                  outcomes.front().kernel, outcomes.front().device);
  page.table = summary_rows(outcomes);
  std::string verdicts;
  for (const Outcome& outcome : outcomes) verdicts += verdict_line(outcome, {}) + failure_text(outcome);
  page.sections.push_back(
      {"verdicts", "Is the result right?", "<pre>" + canvas::escape_xml(verdicts) + "</pre>\n", ""});
  Traces traces;
  for (const Outcome& outcome : outcomes) {
    if (outcome.trace) traces.push_back(&*outcome.trace);
  }
  if (!traces.empty()) add_pictures(traces, page);
  return canvas::html_page(page);
}

std::string html_report(const std::vector<const trace::Trace*>& traces) {
  canvas::HtmlPage page = page_for(traces.front()->title);
  page.table.push_back(
      {"variant", "target", "verdict", "LDS conflict cycles", "VGPR", "AGPR", "waves/SIMD", "limiter"});
  for (const trace::Trace* trace : traces) {
    const trace::RegisterFacts& facts = trace->registers;
    page.table.push_back({trace->variant.empty() ? "-" : trace->variant,
                          std::string(isa::target_name(trace->program.target)), trace->verdict,
                          fmt::format("{}", conflicts_of(*trace)), fmt::format("{}", facts.vgprs),
                          fmt::format("{}", facts.agprs), fmt::format("{}", facts.occupancy.waves_per_simd),
                          std::string(chips::limiter_name(facts.occupancy.limiter))});
  }
  add_pictures(traces, page);
  return canvas::html_page(page);
}

}  // namespace lanewise::workbench
