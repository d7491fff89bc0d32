// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// "Where did the registers go?" One chart, or two below each other on one scale; on the right the
// figures of the code object and what each resource alone would allow.

#include <fmt/format.h>

#include <algorithm>

#include "visualizer/canvas/text_metrics.h"
#include "visualizer/views/frame.h"
#include "visualizer/views/registers_chart.h"
#include "visualizer/views/registers_facts.h"
#include "visualizer/views/view.h"

namespace lanewise::views {
namespace {

using canvas::Align;
using canvas::Box;
using canvas::Canvas;
using canvas::TextStyle;

void draw_chart_panel(Canvas& canvas, const ViewInput& input, const Box& box, const ChartInput& chart) {
  const theme::Theme& theme = input.theme;
  Box rest = draw_panel(canvas, theme, box);
  const Box head = rest.take_top(theme.type.heading * 1.3f);
  const TextStyle heading = aligned(Ink{theme}.heading(), Align::kLeft);
  canvas.text({head.x, head.center().y}, canvas::fit_text(trace_label(*chart.curve.trace), heading, head.width), heading);
  if (chart.curve.known) {
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
      canvas.text({head.x + name_width + value_width * static_cast<float>(c + 1), head.center().y},
                  canvas::fit_text(variant.empty() ? input.traces[c]->program.kernel : variant, style, value_width - 6), style);
    }
    canvas.line({head.x, head.bottom()}, {head.right(), head.bottom()}, {theme.outline, theme.line});
  }
  for (std::size_t r = 0; r < columns[0].size() && box.height >= line; ++r) {
    const Box row = box.take_top(line);
    if (r % 2 == 1) canvas.rect(row, {.fill = theme.surface_alt});
    canvas.text({row.x + 4, row.center().y}, columns[0][r].name, aligned(ink.muted(), Align::kLeft));
    canvas.tooltip(row, columns[0][r].tooltip);
    for (std::size_t c = 0; c < columns.size(); ++c) {
      const auto cell = std::find_if(columns[c].begin(), columns[c].end(),
                                     [&](const RegisterRow& other) { return other.name == columns[0][r].name; });
      if (cell == columns[c].end()) continue;
      TextStyle style = aligned(ink.small(), Align::kRight);
      if (cell->alarm) style.color = theme.alarm, style.bold = true;
      canvas.text({row.x + name_width + value_width * static_cast<float>(c + 1) - 4, row.center().y},
                  canvas::fit_text(cell->value, style, value_width - 6), style);
    }
  }
}

/// A bar per resource, eight waves long.
void draw_limits(Canvas& canvas, const ViewInput& input, Box box, const trace::Trace& trace) {
  const theme::Theme& theme = input.theme;
  const Ink ink{theme};
  const Box head = box.take_top(theme.type.heading * 1.5f);
  const TextStyle heading = aligned(ink.heading(), Align::kLeft);
  const std::string title = input.traces.size() > 1 ? "Waves: " + trace_label(trace) : "Waves per SIMD, by resource";
  canvas.text({head.x, head.center().y}, canvas::fit_text(title, heading, head.width), heading);

  const std::vector<OccupancyLimit> limits = occupancy_limits(trace);
  const float line = std::min(theme.type.small * 1.7f, box.height / static_cast<float>(limits.size()));
  const float name_width = canvas::text_width("vector registers", ink.muted()) + theme.type.small;
  const float count_width = theme.type.small * 1.6f;
  for (const OccupancyLimit& limit : limits) {
    const Box row = box.take_top(line);
    TextStyle name = aligned(ink.muted(), Align::kLeft), count = aligned(ink.small(), Align::kRight);
    if (limit.limits) name.color = count.color = theme.alarm, name.bold = count.bold = true;
    canvas.text({row.x, row.center().y}, canvas::fit_text(limit.name, name, name_width), name);
    const Box track{row.x + name_width, row.y + line * 0.22f, row.width - name_width - count_width, line * 0.56f};
    canvas.rect(track, {.fill = theme.surface_alt});
    const float unit = track.width / 8;
    for (std::uint32_t wave = 0; wave < std::min(limit.waves, 8u); ++wave) {
      canvas.rect({track.x + unit * static_cast<float>(wave) + 1, track.y, unit - 2, track.height},
                  {.fill = limit.limits ? theme.category(theme::Category::kWait) : theme.category(theme::Category::kOther)});
    }
    canvas.text({row.right(), row.center().y}, fmt::format("{}", std::min(limit.waves, 8u)), count);
    canvas.tooltip(row, fmt::format("{} alone would allow {} waves per SIMD{}", limit.name, std::min(limit.waves, 8u),
                                    limit.limits ? "; this is what limits the kernel" : ""));
  }
}

void draw_side_panel(Canvas& canvas, const ViewInput& input, const Box& box) {
  const theme::Theme& theme = input.theme;
  Box rest = draw_panel(canvas, theme, box);
  canvas.begin_group("figures", "register figures", "");
  const float traces = static_cast<float>(input.traces.size());
  const float limits = theme.type.heading * 1.5f + 6 * theme.type.small * 1.7f;
  const float each = std::min(limits + theme.type.small, rest.height * 0.5f / traces);
  std::vector<Box> parts;
  for (std::size_t t = 0; t < input.traces.size(); ++t) parts.push_back(rest.take_bottom(each));
  for (std::size_t t = 0; t < input.traces.size(); ++t) {
    draw_limits(canvas, input, parts[input.traces.size() - 1 - t], *input.traces[t]);
  }
  draw_figures(canvas, input, rest);
  canvas.end_group();
}

}  // namespace

void draw_registers(Canvas& canvas, const ViewInput& input) {
  const theme::Theme& theme = input.theme;
  std::vector<RegisterCurve> curves;
  for (const trace::Trace* trace : input.traces) curves.push_back(register_curve(*trace));
  const trace::Trace& first = *input.traces[0];
  Box page = draw_title_bar(canvas, input,
                            {"Where did the registers go?", first.title.empty() ? first.program.kernel : first.title,
                             "from the code object",
                             "Metadata of the code object and data flow over its instructions; nothing is executed or timed"});
  const Box legend = page.take_bottom(theme.type.small * 1.6f);
  page.take_bottom(theme.type.small * 0.4f);
  draw_register_legend(canvas, theme, legend);
  const float gap = theme.type.body;
  draw_side_panel(canvas, input, page.take_right(theme.type.small * (input.traces.size() > 1 ? 29.0f : 26.0f)));
  page.take_right(gap);
  const float top = chart_top(curves);
  const float height = (page.height - gap * static_cast<float>(curves.size() - 1)) / static_cast<float>(curves.size());
  for (std::size_t i = 0; i < curves.size(); ++i) {
    const std::optional<std::uint32_t> selected = i == 0 ? input.selection.instruction : std::nullopt;
    draw_chart_panel(canvas, input, page.take_top(height), {curves[i], i == 0 ? "a" : "b", top, selected});
    page.take_top(gap);
  }
}

}  // namespace lanewise::views
