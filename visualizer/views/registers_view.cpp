// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// "Where did the registers go?" One chart, or two below each other on one scale; on the right the
// figures of the code object and what each resource alone would allow.

#include <fmt/format.h>

#include <algorithm>

#include "visualizer/canvas/text_metrics.h"
#include "visualizer/views/frame.h"
#include "visualizer/views/program_facts.h"
#include "visualizer/views/registers_chart.h"
#include "visualizer/views/registers_facts.h"
#include "visualizer/views/view.h"

namespace lanewise::views {
namespace {

using canvas::Align;
using canvas::Box;
using canvas::Canvas;
using canvas::TextStyle;

/// "● peak 48 = 44 VGPRs + 4 AGPRs before gemm.hip:44" at the right end of the heading.
void draw_peak_text(Canvas& canvas, const theme::Theme& theme, const Box& head, float width,
                    const RegisterCurve& curve) {
  const TextStyle style = aligned(Ink{theme}.small(), Align::kRight);
  const std::uint32_t total = curve.peak_vgprs + curve.peak_agprs;
  const std::string place = short_place(curve.trace->program, curve.peak);
  const std::string instruction = instruction_text(curve.trace->program, curve.peak);
  const std::string sum = fmt::format("peak {} = {} VGPRs + {} AGPRs live before {}", total, curve.peak_vgprs,
                                      curve.peak_agprs, place);
  const float mark = 4 * theme.line;
  const std::string text =
      first_that_fits({sum + ": " + instruction, sum, fmt::format("peak {} live before {}", total, place),
                       fmt::format("peak {}", total)},
                      style, width - 4 * mark);
  canvas.text({head.right(), head.center().y}, text, style);
  canvas.circle({head.right() - canvas::text_width(text, style) - 2 * mark, head.center().y}, mark,
                {.fill = theme.selection});
  canvas.tooltip(head, sum + "\n" + instruction);
}

void draw_chart_panel(Canvas& canvas, const ViewInput& input, const Box& box, const ChartInput& chart) {
  const theme::Theme& theme = input.theme;
  Box rest = draw_panel(canvas, theme, box);
  const Box head = rest.take_top(theme.type.heading * 1.3f);
  const TextStyle heading = aligned(Ink{theme}.heading(), Align::kLeft);
  const std::string label = canvas::fit_text(trace_label(*chart.curve.trace), heading, head.width * 0.5f);
  canvas.text({head.x, head.center().y}, label, heading);
  if (chart.curve.known) {
    draw_peak_text(canvas, theme, head, head.width - canvas::text_width(label, heading) - theme.type.body,
                   chart.curve);
    draw_register_chart(canvas, theme, rest, chart);
  } else {
    draw_empty_state(canvas, theme, rest, "This trace holds no live register counts",
                     "Record the kernel again with this version of lanewise run --trace");
  }
}

/// Names on the left, one column of values per trace.
void draw_figures(Canvas& canvas, const ViewInput& input, Box box) {
  const theme::Theme& theme = input.theme;
  const Ink ink{theme};
  const float line = theme.type.small * 1.7f;
  std::vector<std::vector<RegisterRow>> columns;
  for (const trace::Trace* trace : input.traces) columns.push_back(register_rows(*trace));
  const float name_width = box.width * (columns.size() > 1 ? 0.36f : 0.45f);
  const float value_width = (box.width - name_width) / static_cast<float>(columns.size());

  if (columns.size() > 1) {
    const Box head = box.take_top(line);
    for (std::size_t c = 0; c < columns.size(); ++c) {
      const TextStyle style = aligned(ink.muted(), Align::kRight);
      const std::string& variant = input.traces[c]->variant;
      canvas.text({head.x + name_width + value_width * static_cast<float>(c + 1) - 4, head.center().y},
                  canvas::fit_text(variant.empty() ? input.traces[c]->program.kernel : variant, style,
                                   value_width - 6),
                  style);
    }
    canvas.line({head.x, head.bottom()}, {head.right(), head.bottom()}, {theme.outline, theme.line});
  }
  for (std::size_t r = 0; r < columns[0].size() && box.height >= line; ++r) {
    const Box row = box.take_top(line);
    if (r % 2 == 1) canvas.rect(row, {.fill = theme.surface_alt});
    canvas.text({row.x + 4, row.center().y}, columns[0][r].name, aligned(ink.muted(), Align::kLeft));
    canvas.tooltip(row, columns[0][r].tooltip);
    for (std::size_t c = 0; c < columns.size(); ++c) {
      const auto cell = std::find_if(columns[c].begin(), columns[c].end(), [&](const RegisterRow& other) {
        return other.name == columns[0][r].name;
      });
      if (cell == columns[c].end()) continue;
      TextStyle style = aligned(ink.small(), Align::kRight);
      if (cell->alarm) style.color = theme.alarm, style.bold = true;
      canvas.text({row.x + name_width + value_width * static_cast<float>(c + 1) - 4, row.center().y},
                  canvas::fit_text(cell->value, style, value_width - 6), style);
    }
  }
}

/// A bar per resource and trace, eight waves long.
void draw_limits(Canvas& canvas, const ViewInput& input, Box box) {
  const theme::Theme& theme = input.theme;
  const Ink ink{theme};
  const Box head = box.take_top(theme.type.heading * 1.6f);
  const TextStyle heading = aligned(ink.heading(), Align::kLeft);
  canvas.text({head.x, head.center().y}, canvas::fit_text("Waves per SIMD by resource", heading, head.width),
              heading);

  std::vector<std::vector<OccupancyLimit>> limits;
  for (const trace::Trace* trace : input.traces) limits.push_back(occupancy_limits(*trace));
  const float line = theme.type.small * 1.7f;
  const float name_width = canvas::text_width("vector registers", {.size = theme.type.small, .bold = true}) +
                           theme.type.small * 0.8f;
  const float count_width = theme.type.small * (limits.size() > 1 ? 3.2f : 1.6f);
  for (std::size_t r = 0; r < limits[0].size(); ++r) {
    const Box row = box.take_top(line);
    TextStyle name = aligned(ink.muted(), Align::kLeft), count = aligned(ink.small(), Align::kRight);
    std::string counts, tip;
    const float bar = line * (limits.size() > 1 ? 0.32f : 0.56f);
    float y = row.center().y - bar * static_cast<float>(limits.size()) / 2;
    for (const std::vector<OccupancyLimit>& side : limits) {
      const OccupancyLimit& limit = side[r];
      const std::uint32_t waves = std::min(limit.waves, 8u);
      if (limit.limits) name.color = theme.alarm, name.bold = count.bold = true;
      counts += (counts.empty() ? "" : " / ") + fmt::format("{}", waves);
      tip += fmt::format("{}{} alone would allow {} waves per SIMD{}", tip.empty() ? "" : "\n", limit.name,
                         waves, limit.limits ? "; this is what limits the kernel" : "");
      const Box track{row.x + name_width, y, row.width - name_width - count_width, bar};
      canvas.rect(track, {.fill = theme.surface_alt});
      const canvas::Color fill = limit.limits ? theme.category(theme::Category::kWait) : theme.neutral;
      for (std::uint32_t wave = 0; wave < waves; ++wave) {
        canvas.rect({track.x + track.width / 8 * static_cast<float>(wave) + 1, y + 0.5f, track.width / 8 - 2,
                     bar - 1},
                    {.fill = fill});
      }
      y += bar;
    }
    canvas.text({row.x, row.center().y}, limits[0][r].name, name);
    canvas.text({row.right(), row.center().y}, counts, count);
    canvas.tooltip(row, tip);
  }
}

void draw_side_panel(Canvas& canvas, const ViewInput& input, const Box& box) {
  const theme::Theme& theme = input.theme;
  Box rest = draw_panel(canvas, theme, box);
  canvas.begin_group("figures", "register figures", "");
  const std::size_t rows = register_rows(*input.traces[0]).size() + (input.traces.size() > 1 ? 1 : 0);
  draw_figures(canvas, input, rest.take_top(theme.type.small * 1.7f * static_cast<float>(rows) + 1));
  rest.take_top(theme.type.small);
  draw_limits(canvas, input, rest);
  canvas.end_group();
}

}  // namespace

void draw_registers(Canvas& canvas, const ViewInput& input) {
  const theme::Theme& theme = input.theme;
  std::vector<RegisterCurve> curves;
  for (const trace::Trace* trace : input.traces) curves.push_back(register_curve(*trace));
  const trace::Trace& first = *input.traces[0];
  Box page = draw_title_bar(
      canvas, input,
      {"Where did the registers go?", first.title.empty() ? first.program.kernel : first.title,
       "from the code object",
       "Metadata of the code object and data flow over its instructions; nothing is executed or timed"});
  const Box legend = page.take_bottom(theme.type.small * 1.6f);
  page.take_bottom(theme.type.small * 0.4f);
  draw_register_legend(canvas, theme, legend);
  const float gap = theme.type.body;
  draw_side_panel(canvas, input,
                  page.take_right(theme.type.small * (input.traces.size() > 1 ? 29.0f : 26.0f)));
  page.take_right(gap);
  const float top = chart_top(curves);
  const float height =
      (page.height - gap * static_cast<float>(curves.size() - 1)) / static_cast<float>(curves.size());
  for (std::size_t i = 0; i < curves.size(); ++i) {
    const std::optional<std::uint32_t> selected = i == 0 ? input.selection.instruction : std::nullopt;
    draw_chart_panel(canvas, input, page.take_top(height), {curves[i], i == 0 ? "a" : "b", top, selected});
    page.take_top(gap);
  }
}

}  // namespace lanewise::views
