// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// "Which lane hit which bank?" One kernel over the whole width, or two side by side (before and after a
// swizzle) with their totals on one scale.
//
//   title bar
//   totals: number, bar of active cycles with the conflict part hatched
//   selected instruction; phase panels; legend
//   ranking of all LDS instructions

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "visualizer/canvas/text_metrics.h"
#include "visualizer/views/frame.h"
#include "visualizer/views/lds_facts.h"
#include "visualizer/views/lds_panels.h"
#include "visualizer/views/program_facts.h"
#include "visualizer/views/view.h"

namespace lanewise::views {
namespace {

using canvas::Align;
using canvas::Box;
using canvas::Canvas;
using canvas::TextStyle;

struct Side {
  const LdsFacts& facts;
  std::string id;               ///< "a" or "b"
  std::uint64_t scale_cycles;   ///< active cycles that fill the bar, shared by both sides
};

void draw_totals(Canvas& canvas, const theme::Theme& theme, const Box& box, const Side& side) {
  const Ink ink{theme};
  const LdsTotals& totals = side.facts.totals;
  const bool clean = totals.conflict_cycles == 0;
  Box rest = draw_panel(canvas, theme, box);
  const Box line = rest.take_top(rest.height * 0.62f);

  TextStyle number = aligned(ink.title(), Align::kLeft);
  number.color = clean ? theme.calm : theme.alarm;
  const std::string value = grouped(totals.conflict_cycles);
  float x = line.x;
  canvas.text({x, line.center().y}, value, number);
  x += canvas::text_width(value, number) + theme.type.body * 0.6f;
  const TextStyle body = aligned(ink.body(), Align::kLeft);
  const std::string share = conflict_share(totals);
  const std::vector<std::string> tails = {
      fmt::format("conflict cycles of {} active ({})", grouped(totals.active_cycles), share),
      fmt::format("conflict cycles ({})", share), "conflicts"};
  TextStyle name = aligned(ink.heading(), Align::kRight);
  const float beside = line.right() - x - theme.type.body;
  const std::string label =
      canvas::fit_text(trace_label(*side.facts.trace), name, std::min(line.width * 0.4f, beside));
  const float room = line.right() - canvas::text_width(label, name) - theme.type.body - x;
  canvas.text({x, line.center().y}, first_that_fits(tails, body, room), body);
  canvas.text({line.right(), line.center().y}, label, name);
  canvas.tooltip(
      line, fmt::format("SQ_LDS_BANK_CONFLICT = {} cycles, SQ_LDS_IDX_ACTIVE = {} cycles, SQ_INSTS_LDS = {} "
                        "wave instructions; counted over the whole dispatch",
                        totals.conflict_cycles, totals.active_cycles, totals.executions));

  const float scale = side.scale_cycles == 0 ? 0 : rest.width / static_cast<float>(side.scale_cycles);
  const Box track{rest.x, rest.y + 2, rest.width, std::max(4.0f, rest.height - 4)};
  canvas.rect(track, {.fill = theme.surface_alt});
  // A damaged trace may claim more conflict cycles than active ones: the bar stays on its track.
  const float active = std::min(track.width, scale * static_cast<float>(totals.active_cycles));
  const float conflict = std::min(active, scale * static_cast<float>(totals.conflict_cycles));
  canvas.rect({track.x, track.y, active - conflict, track.height},
              {.fill = theme.category(theme::Category::kLds)});
  if (conflict > 0) {
    const Box part{track.x + active - conflict, track.y, conflict, track.height};
    canvas.rect(part, {.fill = theme.category(theme::Category::kWait)});
    canvas.hatch(part, {theme.surface.with_alpha(120), theme.line}, 6);
  }
}

/// Where the pictured execution stands, longest form first.
std::vector<std::string> instance_lines(const LdsFacts& facts, std::uint32_t instruction) {
  const std::string place = short_place(facts.trace->program, instruction);
  if (!facts.instance) return {place + " \u00b7 no recorded execution", place};
  const LdsInstance& instance = *facts.instance;
  const bool inferred = !instance.accesses.front().table->measured;
  const std::string mark = inferred ? " \u00b7 phases inferred" : "";
  const std::string wave =
      fmt::format("{} \u00b7 workgroup {}, wave {}", place, instance.workgroup, instance.wave);
  return {fmt::format("{}, execution {} of {}{}", wave, instance.number + 1, instance.recorded, mark),
          wave + mark, place + mark, inferred ? "inferred" : place};
}

void draw_instruction_line(Canvas& canvas, const theme::Theme& theme, const Box& line,
                           const LdsFacts& facts) {
  if (!facts.instruction) return;
  const Ink ink{theme};
  const isa::Program& program = facts.trace->program;
  const std::uint32_t index = *facts.instruction;
  TextStyle code = aligned(ink.code(), Align::kLeft);
  code.bold = true;
  const TextStyle muted = aligned(ink.muted(), Align::kRight);
  const std::string text = instruction_text(program, index);
  const std::vector<std::string> places = instance_lines(facts, index);
  const float wanted = std::min(canvas::text_width(text, code), line.width * 0.62f) + theme.type.body;
  const std::string right = first_that_fits(places, muted, line.width - wanted);
  const float room = line.width - canvas::text_width(right, muted) - theme.type.body;
  canvas.text({line.x, line.center().y}, canvas::fit_text(text, code, room), code);
  canvas.text({line.right(), line.center().y}, right, muted);
  std::string tip = text + "\n" + places.front();
  if (facts.instance) {
    const lds::PhaseTable& table = *facts.instance->accesses.front().table;
    tip += fmt::format("\nphase table: {}", table.source);
  }
  canvas.tooltip(line, tip);
}

void draw_picture(Canvas& canvas, const theme::Theme& theme, const Box& box, const Side& side) {
  Box rest = draw_panel(canvas, theme, box);
  const LdsFacts& facts = side.facts;
  draw_instruction_line(canvas, theme, rest.take_top(theme.type.small * 1.7f), facts);
  if (!facts.instance) {
    draw_empty_state(canvas, theme, rest, "No execution of this instruction was recorded",
                     "Record its workgroup and wave with --record, or select another row");
    return;
  }
  draw_phase_panels(canvas, theme, rest, *facts.instance, side.id);
}

/// One column of the ranking and how its cells are written.
struct RankingColumn {
  Column column;
  std::string (*cell)(const isa::Program& program, const trace::LdsInstructionCount& count);
};

std::vector<RankingColumn> ranking_columns(const theme::Theme& theme, const Side& side, float width) {
  using Count = trace::LdsInstructionCount;
  const isa::Program& program = side.facts.trace->program;
  std::string place = "source";
  for (const Count& row : side.facts.ranking) {
    const std::string other = short_place(program, row.instruction);
    if (other.size() > place.size()) place = other;
  }
  const auto numeric = [&](const char* name, const char* widest, const char* tooltip) {
    return Column{name, column_width(theme, name, widest, false), Align::kRight, false, tooltip};
  };
  std::vector<RankingColumn> columns = {
      {numeric("conflicts", "99 999 999", "SQ_LDS_BANK_CONFLICT: cycles beyond one per phase (counted)"),
       [](const isa::Program&, const Count& c) { return grouped(c.conflict_cycles); }},
      {numeric("active", "99 999 999",
               "SQ_LDS_IDX_ACTIVE: cycles in which the LDS array served it (counted)"),
       [](const isa::Program&, const Count& c) { return grouped(c.active_cycles); }},
      {numeric("executions", "9 999 999", "wave instructions executed over the whole dispatch (counted)"),
       [](const isa::Program&, const Count& c) { return grouped(c.executions); }},
      {numeric("per execution", "99.9", "conflict cycles per execution"),
       [](const isa::Program&, const Count& c) {
         return c.executions == 0 ? "-"
                                  : fmt::format("{:.1f}", static_cast<double>(c.conflict_cycles) /
                                                              static_cast<double>(c.executions));
       }}};
  const float place_width = std::min(column_width(theme, "source", place, true), theme.type.small * 17);
  // The instruction keeps room for its name; columns give way from the right.
  float least = 0;
  for (const Count& row : side.facts.ranking) {
    least =
        std::max(least, canvas::text_width(instruction_text(program, row.instruction), Ink{theme}.code()) +
                            theme.type.small);
  }
  least =
      std::min(least, canvas::text_width("ds_write_b128 v100, v[100:103] offset:65535", Ink{theme}.code()));
  const auto fixed = [&] {
    float sum = place_width;
    for (const RankingColumn& c : columns) sum += c.column.width;
    return sum;
  };
  while (columns.size() > 1 && width - fixed() < least) columns.pop_back();
  columns.push_back({{"source", place_width, Align::kLeft, true, ""},
                     [](const isa::Program& p, const Count& c) { return short_place(p, c.instruction); }});
  columns.push_back({{"instruction", 0, Align::kLeft, true, ""}, [](const isa::Program& p, const Count& c) {
                       return instruction_text(p, c.instruction);
                     }});
  return columns;
}

Table ranking_table(const theme::Theme& theme, const Side& side, float width) {
  Table table;
  const std::vector<RankingColumn> columns = ranking_columns(theme, side, width);
  for (const RankingColumn& column : columns) table.columns.push_back(column.column);
  for (const trace::LdsInstructionCount& count : side.facts.ranking) {
    Row row;
    for (const RankingColumn& column : columns)
      row.cells.push_back(column.cell(side.facts.trace->program, count));
    row.selected = side.facts.instruction == count.instruction;
    row.alarm = count.conflict_cycles > 0;
    if (side.id == "a") row.action = fmt::format("instruction={}", count.instruction);
    table.rows.push_back(std::move(row));
  }
  return table;
}

void draw_side(Canvas& canvas, const theme::Theme& theme, Box box, const Side& side) {
  canvas.begin_group("lds-" + side.id, trace_label(*side.facts.trace), "");
  if (!side.facts.has_lds_instructions) {
    draw_empty_state(
        canvas, theme, draw_panel(canvas, theme, box), "no LDS instruction in this kernel",
        trace_label(*side.facts.trace) + " reads and writes no LDS: there is nothing to conflict");
    canvas.end_group();
    return;
  }
  const float gap = theme.type.small * 0.8f;
  draw_totals(canvas, theme, box.take_top(theme.type.title * 2.6f), side);
  box.take_top(gap);
  // Whole rows only: the rest of the height serves the panels.
  const float row = theme.type.small * 1.75f, padding = theme.type.small * 1.7f;
  const float room = std::floor((box.height * 0.34f - padding) / row);
  const float rows = std::min(room, static_cast<float>(side.facts.ranking.size() + 1));
  const Box ranking = box.take_bottom(row * std::max(rows, 3.0f) + padding);
  box.take_bottom(gap);
  draw_picture(canvas, theme, box, side);
  if (side.facts.ranking.empty()) {
    draw_empty_state(canvas, theme, draw_panel(canvas, theme, ranking), "no LDS instruction was executed",
                     "");
  } else {
    const Box inside = draw_panel(canvas, theme, ranking);
    draw_table(canvas, theme, inside, ranking_table(theme, side, inside.width));
  }
  canvas.end_group();
}

}  // namespace

void draw_lds(Canvas& canvas, const ViewInput& input) {
  const LdsFacts left = lds_facts(*input.traces[0], input.selection);
  std::string subject = left.trace->title.empty() ? left.trace->program.kernel : left.trace->title;
  Box page = draw_title_bar(
      canvas, input,
      {"Which lane hit which bank?", subject, "counted",
       "Counted by executing every wave instruction; bank and phase rules per chip, not a timing model"});
  const Box legend = page.take_bottom(input.theme.type.small * 1.6f);
  page.take_bottom(input.theme.type.small * 0.4f);
  draw_degree_legend(canvas, input.theme, legend);
  if (input.traces.size() == 1) {
    draw_side(canvas, input.theme, page, {left, "a", left.totals.active_cycles});
    return;
  }
  const LdsFacts right = matching_lds_facts(*input.traces[1], left, input.selection);
  const std::uint64_t scale = std::max(left.totals.active_cycles, right.totals.active_cycles);
  const float gap = input.theme.type.body;
  const Box half = page.take_left((page.width - gap) / 2);
  page.take_left(gap);
  draw_side(canvas, input.theme, half, {left, "a", scale});
  draw_side(canvas, input.theme, page, {right, "b", scale});
}

}  // namespace lanewise::views
