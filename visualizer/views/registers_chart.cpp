// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Drawing the chart. Kernels may have thousands of instructions: each horizontal step shows the largest
// count of the instructions that fall on it, so that a peak is never lost.

#include "visualizer/views/registers_chart.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "simulator/chips/occupancy.h"
#include "visualizer/canvas/text_metrics.h"
#include "visualizer/views/frame.h"
#include "visualizer/views/program_facts.h"

namespace lanewise::views {
namespace {

using canvas::Align;
using canvas::Box;
using canvas::Canvas;
using canvas::Point;
using canvas::TextStyle;

/// The plot's box and its two scales.
struct Plot {
  Box box;
  float top;
  std::size_t instructions;
  [[nodiscard]] float x(float instruction) const {
    return box.x + instruction / static_cast<float>(std::max<std::size_t>(1, instructions)) * box.width;
  }
  [[nodiscard]] float y(float registers) const { return box.bottom() - registers / top * box.height; }
};

/// Instructions first..last-1 that share one horizontal step.
struct Step {
  std::uint32_t first, last;
  std::uint32_t vgprs = 0, agprs = 0, sgprs = 0, total = 0;
};

std::vector<Step> steps_of(const Plot& plot, const trace::Trace& trace) {
  const std::size_t count = plot.instructions;
  const std::size_t columns = std::min<std::size_t>(count, static_cast<std::size_t>(plot.box.width / 1.5f));
  std::vector<Step> steps;
  for (std::size_t c = 0; c < columns; ++c) {
    Step step{static_cast<std::uint32_t>(c * count / columns),
              static_cast<std::uint32_t>((c + 1) * count / columns)};
    for (std::uint32_t i = step.first; i < step.last; ++i) {
      const auto& live = trace.registers.live[i];
      step.sgprs = std::max<std::uint32_t>(step.sgprs, live[2]);
      if (live[0] + live[1] >= static_cast<int>(step.total)) {
        step.vgprs = live[0], step.agprs = live[1], step.total = step.vgprs + step.agprs;
      }
    }
    steps.push_back(step);
  }
  return steps;
}

/// The staircase of a count over the steps.
template <typename Count>
std::vector<Point> staircase(const Plot& plot, const std::vector<Step>& steps, Count count) {
  std::vector<Point> points;
  for (const Step& step : steps) {
    const float y = plot.y(static_cast<float>(count(step)));
    if (points.empty() || points.back().y != y) {
      points.push_back({plot.x(static_cast<float>(step.first)), y});
      points.push_back({plot.x(static_cast<float>(step.last)), y});
    } else {
      points.back().x = plot.x(static_cast<float>(step.last));
    }
  }
  return points;
}

void draw_register_axis(Canvas& canvas, const theme::Theme& theme, const Plot& plot) {
  const TextStyle style = aligned(Ink{theme}.tiny(), Align::kRight);
  const float smallest = theme.type.tiny * 3 / plot.box.height * plot.top;
  float pitch = 8;
  while (pitch < smallest) pitch *= 2;
  const int lines = static_cast<int>(plot.top / pitch);
  for (int i = 0; i <= lines; ++i) {
    const float value = pitch * static_cast<float>(i);
    canvas.line({plot.box.x, plot.y(value)}, {plot.box.right(), plot.y(value)}, {theme.grid, theme.line});
    canvas.text({plot.box.x - 5, plot.y(value)}, fmt::format("{:.0f}", value), style);
  }
}

std::string allocated_text(std::uint32_t allocated) {
  const std::uint32_t waves = chips::waves_for_vgprs(allocated);
  return fmt::format("{} allocated: {} wave{}", allocated, waves, waves == 1 ? "" : "s");
}

void draw_occupancy_lines(Canvas& canvas, const theme::Theme& theme, const Plot& plot, const Box& margin,
                          std::uint32_t allocated) {
  const Ink ink{theme};
  TextStyle style = aligned(ink.muted(), Align::kLeft);
  const float pitch = theme.type.small * 1.25f;
  // The allocation's own label first, then the steps that do not touch it or each other.
  std::vector<float> taken;
  const auto label = [&](float y, const std::string& content, const TextStyle& text) {
    for (const float other : taken)
      if (std::fabs(other - y) < pitch) return;
    taken.push_back(y);
    canvas.text({margin.x + 6, y}, canvas::fit_text(content, text, margin.width - 6), text);
  };
  TextStyle strong = style;
  strong.color = theme.text;
  strong.bold = true;
  if (allocated > 0) label(plot.y(static_cast<float>(allocated)), allocated_text(allocated), strong);
  for (const OccupancyStep& step : occupancy_steps()) {
    const float registers = static_cast<float>(step.registers);
    if (registers > plot.top) break;
    const float y = plot.y(registers);
    canvas.line({plot.box.x, y}, {plot.box.right(), y}, {theme.muted.with_alpha(150), theme.line, true});
    label(y, fmt::format("up to {}: {} wave{}", step.registers, step.waves, step.waves == 1 ? "" : "s"),
          style);
  }
  if (allocated > 0) {
    const float y = plot.y(static_cast<float>(allocated));
    canvas.line({plot.box.x, y}, {plot.box.right(), y}, {theme.text, 2 * theme.line});
  }
}

void draw_stack(Canvas& canvas, const theme::Theme& theme, const Plot& plot, const std::vector<Step>& steps) {
  const auto total = staircase(plot, steps, [](const Step& s) { return s.total; });
  const auto vgprs = staircase(plot, steps, [](const Step& s) { return s.vgprs; });
  canvas.area(total, plot.box.bottom(), theme.category(theme::Category::kMfma));
  canvas.area(vgprs, plot.box.bottom(), theme.category(theme::Category::kValu));
  canvas.polyline(total, {theme.category_edge(theme::Category::kMfma), 1.2f * theme.line});
}

/// A mark on the curve; its text stands in the panel's heading.
void draw_peak(Canvas& canvas, const theme::Theme& theme, const Plot& plot, const RegisterCurve& curve) {
  const Point at{plot.x(static_cast<float>(curve.peak) + 0.5f),
                 plot.y(static_cast<float>(curve.peak_vgprs + curve.peak_agprs))};
  canvas.line(at, {at.x, plot.box.bottom()}, {theme.selection, 1.3f * theme.line, true});
  canvas.circle(at, 4 * theme.line,
                {.fill = theme.selection, .stroke = canvas::Stroke{theme.surface, theme.line}});
}

void draw_pipe_strip(Canvas& canvas, const theme::Theme& theme, const Plot& plot, const Box& strip,
                     const isa::Program& program) {
  for (std::uint32_t i = 0; i < program.instructions.size();) {
    const theme::Category category = category_of(program.instructions[i]);
    std::uint32_t end = i + 1;
    while (end < program.instructions.size() && category_of(program.instructions[end]) == category) ++end;
    const Box piece{plot.x(static_cast<float>(i)), strip.y,
                    plot.x(static_cast<float>(end)) - plot.x(static_cast<float>(i)), strip.height};
    canvas.rect(piece, {.fill = theme.category(category)});
    if (category == theme::Category::kWait)
      canvas.hatch(piece, {theme.surface.with_alpha(140), theme.line}, 4);
    i = end;
  }
}

struct PlacedLoop {
  Loop loop;
  std::size_t level;  ///< 0 = lowest
};

/// Innermost loops lowest; at most three levels.
std::vector<PlacedLoop> placed_loops(const isa::Program& program) {
  std::vector<PlacedLoop> placed;
  for (const Loop& loop : loops(program)) {
    std::size_t level = 0;
    for (const PlacedLoop& inner : placed) {
      if (inner.loop.first <= loop.last && loop.first <= inner.loop.last)
        level = std::max(level, inner.level + 1);
    }
    if (level < 3) placed.push_back({loop, level});
  }
  return placed;
}

std::size_t loop_levels(const isa::Program& program) {
  std::size_t levels = 0;
  for (const PlacedLoop& placed : placed_loops(program)) levels = std::max(levels, placed.level + 1);
  return levels;
}

/// Brackets over loop bodies.
void draw_loops(Canvas& canvas, const theme::Theme& theme, const Plot& plot, const Box& strip,
                const isa::Program& program) {
  const TextStyle style = aligned(Ink{theme}.muted(), Align::kCenter);
  const float level_height =
      strip.height / static_cast<float>(std::max<std::size_t>(1, loop_levels(program)));
  for (const auto& [loop, level] : placed_loops(program)) {
    const float left = plot.x(static_cast<float>(loop.first)),
                right = plot.x(static_cast<float>(loop.last + 1));
    const float y = strip.bottom() - level_height * (static_cast<float>(level) + 0.5f);
    const canvas::Stroke stroke{theme.muted, 1.3f * theme.line};
    const Point bracket[] = {{left, y + 4}, {left, y}, {right, y}, {right, y + 4}};
    canvas.polyline(bracket, stroke);
    const std::string label = fmt::format("loop {}", short_place(program, loop.first));
    const float width = canvas::text_width(label, style);
    if (level_height >= theme.type.small && width + 8 < right - left) {
      const Point middle{(left + right) / 2, y};
      canvas.rect({middle.x - width / 2 - 4, y - theme.type.small * 0.6f, width + 8, theme.type.small * 1.2f},
                  {.fill = theme.surface});
      canvas.text(middle, label, style);
    }
    canvas.tooltip({left, y - level_height / 2, right - left, level_height},
                   fmt::format("loop body: instructions {} to {}, from {}", loop.first, loop.last,
                               short_place(program, loop.first)));
  }
}

void draw_scalar_curve(Canvas& canvas, const theme::Theme& theme, const Plot& plot,
                       const std::vector<Step>& steps) {
  const TextStyle style = aligned(Ink{theme}.tiny(), Align::kRight);
  for (const float value : {0.0f, plot.top}) {
    canvas.line({plot.box.x, plot.y(value)}, {plot.box.right(), plot.y(value)}, {theme.grid, theme.line});
    canvas.text({plot.box.x - 5, plot.y(value)}, fmt::format("{:.0f}", value), style);
  }
  const auto curve = staircase(plot, steps, [](const Step& s) { return s.sgprs; });
  canvas.area(curve, plot.box.bottom(), theme.category(theme::Category::kSalu).with_alpha(110));
  canvas.polyline(curve, {theme.category_edge(theme::Category::kSalu), 1.2f * theme.line});
}

void draw_instruction_axis(Canvas& canvas, const theme::Theme& theme, const Plot& plot, const Box& axis) {
  const Ink ink{theme};
  const TextStyle center = aligned(ink.tiny(), Align::kCenter);
  const std::string widest = fmt::format("{}", plot.instructions);
  const float needed = canvas::text_width(widest, center) + theme.type.small;
  std::uint32_t pitch = 1;
  for (std::uint32_t scale = 1; plot.x(static_cast<float>(pitch)) - plot.x(0) < needed; scale *= 10) {
    for (const std::uint32_t factor : {1u, 2u, 5u, 10u}) {
      pitch = scale * factor;
      if (plot.x(static_cast<float>(pitch)) - plot.x(0) >= needed) break;
    }
  }
  for (std::uint32_t i = 0; i < plot.instructions; i += pitch) {
    const float x = plot.x(static_cast<float>(i) + 0.5f);
    if (x + canvas::text_width(fmt::format("{}", i), center) / 2 > axis.right()) break;
    canvas.text({x, axis.center().y}, fmt::format("{}", i), center);
  }
}

void add_step_regions(Canvas& canvas, const Plot& plot, const Box& whole, const std::vector<Step>& steps,
                      const trace::Trace& trace) {
  for (const Step& step : steps) {
    const float left = plot.x(static_cast<float>(step.first)), right = plot.x(static_cast<float>(step.last));
    const Box column{left, whole.y, right - left, whole.height};
    std::uint32_t most = step.first;
    for (std::uint32_t i = step.first; i < step.last; ++i) {
      const auto& live = trace.registers.live[i];
      if (live[0] + live[1] == static_cast<int>(step.total)) most = i;
    }
    canvas.tooltip(column,
                   fmt::format("instruction {} at {}\n{}\nlive before it: {} VGPRs, {} AGPRs, {} SGPRs", most,
                               short_place(trace.program, most), instruction_text(trace.program, most),
                               trace.registers.live[most][0], trace.registers.live[most][1],
                               trace.registers.live[most][2]));
    canvas.link(column, fmt::format("instruction={}", most));
  }
}

}  // namespace

float chart_top(const std::vector<RegisterCurve>& curves) {
  float top = 16;
  for (const RegisterCurve& curve : curves) {
    const std::uint32_t allocated = curve.trace->registers.occupancy.vgprs_allocated;
    const std::uint32_t most = std::max(allocated, curve.peak_vgprs + curve.peak_agprs);
    float next = static_cast<float>(most);  // the step that would cost the next wave stays in sight
    for (const OccupancyStep& step : occupancy_steps()) {
      if (step.registers >= most) {
        next = static_cast<float>(step.registers);
        break;
      }
    }
    // Not if that leaves the curve in the lower half.
    if (next > 1.8f * static_cast<float>(most)) next = static_cast<float>(most);
    top = std::max({top, next * 1.06f, static_cast<float>(most) * 1.15f});
  }
  return std::min(top, 512.0f * 1.04f);
}

void draw_register_chart(Canvas& canvas, const theme::Theme& theme, Box box, const ChartInput& input) {
  const trace::Trace& trace = *input.curve.trace;
  const Ink ink{theme};
  canvas.begin_group("registers-" + input.id, trace_label(trace), "live registers before each instruction");
  box.take_left(canvas::text_width("512", ink.tiny()) + 8);
  Box margin =
      box.take_right(canvas::text_width(allocated_text(512), {.size = theme.type.small, .bold = true}) + 14);
  const Box axis = box.take_bottom(theme.type.small * 1.6f);
  const float top_sgprs = std::max(8.0f, std::ceil(static_cast<float>(input.curve.peak_sgprs) / 8) * 8);
  const std::size_t count = trace.program.instructions.size();
  const Plot scalar{box.take_bottom(std::max(theme.type.small * 2.4f, box.height * 0.13f)), top_sgprs, count};
  box.take_bottom(theme.type.small * 0.8f);
  const Box pipes = box.take_bottom(theme.type.small * 1.1f);
  box.take_bottom(theme.type.small * 0.5f);
  const Box brackets =
      box.take_top(theme.type.small * 1.25f * static_cast<float>(loop_levels(trace.program)));
  const Plot plot{box, input.top, count};
  const std::vector<Step> steps = steps_of(plot, trace);

  draw_register_axis(canvas, theme, plot);
  draw_stack(canvas, theme, plot, steps);
  draw_occupancy_lines(canvas, theme, plot, {margin.x, plot.box.y, margin.width, plot.box.height},
                       trace.registers.occupancy.vgprs_allocated);
  draw_loops(canvas, theme, plot, brackets, trace.program);
  draw_pipe_strip(canvas, theme, plot, pipes, trace.program);
  draw_scalar_curve(canvas, theme, scalar, steps);
  canvas.text({margin.x + 6, pipes.center().y}, "pipe", aligned(ink.muted(), Align::kLeft));
  canvas.text({margin.x + 6, scalar.box.center().y}, "live SGPRs", aligned(ink.muted(), Align::kLeft));
  canvas.text({margin.x + 6, axis.center().y}, "instruction", aligned(ink.muted(), Align::kLeft));
  draw_instruction_axis(canvas, theme, plot, axis);
  if (input.selected && *input.selected < count) {
    const float x = plot.x(static_cast<float>(*input.selected) + 0.5f);
    canvas.line({x, plot.box.y}, {x, scalar.box.bottom()}, {theme.selection, 1.5f * theme.line, true});
  }
  add_step_regions(canvas, plot, {plot.box.x, plot.box.y, plot.box.width, scalar.box.bottom() - plot.box.y},
                   steps, trace);
  draw_peak(canvas, theme, plot, input.curve);
  canvas.end_group();
}

void draw_register_legend(Canvas& canvas, const theme::Theme& theme, const Box& box) {
  const TextStyle style = aligned(Ink{theme}.muted(), Align::kLeft);
  const float side = theme.type.small, y = box.center().y;
  float x = box.x;
  const auto entry = [&](theme::Category category, const std::string& name) {
    const float width = side * 1.4f + canvas::text_width(name, style) + theme.type.small * 1.1f;
    if (x + width > box.right()) return;
    const Box square{x, y - side / 2, side, side};
    canvas.rect(square, {.fill = theme.category(category)});
    if (category == theme::Category::kWait)
      canvas.hatch(square, {theme.surface.with_alpha(140), theme.line}, 4);
    canvas.text({x + side * 1.4f, y}, name, style);
    x += width;
  };
  entry(theme::Category::kValu, "VGPR, VALU");
  entry(theme::Category::kMfma, "AGPR, MFMA");
  for (const theme::Category category :
       {theme::Category::kSalu, theme::Category::kLds, theme::Category::kVmem, theme::Category::kWait,
        theme::Category::kBarrier, theme::Category::kOther}) {
    entry(category,
          category == theme::Category::kSalu ? "SGPR, SALU" : std::string(theme::category_name(category)));
  }
}

}  // namespace lanewise::views
