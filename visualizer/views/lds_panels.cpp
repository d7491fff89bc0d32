// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Drawing phase panels.
//
//   phase 1 · lanes 0-3, 20-23          4 cycles      title
//    0 ▇▇▇▇                                           a row per lane; a lane's neighbouring dwords
//    1     ▇▇▇▇                                       are one box with the degree of their banks in it
//   20 ▇▇▇▇
//        4       1                                    degrees per bank, when they do not fit in the boxes
//      0       8       16      24                     bank axis

#include "visualizer/views/lds_panels.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include "visualizer/canvas/text_metrics.h"
#include "visualizer/views/frame.h"

namespace lanewise::views {
namespace {

using canvas::Align;
using canvas::Box;
using canvas::Canvas;
using canvas::TextStyle;
using canvas::Vertical;

struct Panel {
  const LdsAccessFacts* access;
  std::size_t address, phase;
  [[nodiscard]] const std::vector<std::uint8_t>& lanes() const { return access->table->phases[phase]; }
  [[nodiscard]] const lds::PhaseResult& result() const { return access->result.phases[phase]; }
  [[nodiscard]] std::uint32_t banks() const { return access->table->banks; }
};

/// Neighbouring banks that one lane hit, all of the same degree.
struct Run {
  std::uint8_t lane;
  std::uint32_t first_bank, last_bank, first_dword, degree, pass;
  bool broadcast;
};

struct Measures {
  float title, strip, pause, axis, labels, gap;
  explicit Measures(const theme::Theme& theme)
      : title(theme.type.small * 1.5f),
        strip(theme.type.tiny * 1.25f),
        pause(theme.type.tiny * 0.5f),
        axis(theme.type.tiny * 1.5f),
        labels(canvas::text_width("00", TextStyle{.size = theme.type.tiny, .face = canvas::Face::kMono}) + 5),
        gap(theme.type.body) {}
};

struct Grid {
  std::size_t columns = 1, rows = 1;
  float cell_width = 0, cell_height = 0;
  bool numbers_in_cells = false;  ///< else they stand in a strip under the lanes
};

/// Banks that the access of one lane covers.
float lane_banks(const Panel& panel) {
  std::size_t hits = 0;
  std::array<bool, 64> lanes{};
  for (const lds::BankHit& hit : panel.result().hits) ++hits, lanes[hit.lane] = true;
  const auto active = std::count(lanes.begin(), lanes.end(), true);
  return active == 0 ? 1.0f : static_cast<float>(hits) / static_cast<float>(active);
}

Grid choose_grid(const theme::Theme& theme, const Box& box, const std::vector<Panel>& panels) {
  const Measures m(theme);
  const float banks = static_cast<float>(panels.front().banks());
  const float lanes = static_cast<float>(panels.front().lanes().size());
  const TextStyle bold = {.size = theme.type.small, .bold = true};
  const float narrowest =
      canvas::text_width(
          panels.back().access->result.phases.size() < panels.size() ? "address 2, phase 8" : "phase 8",
          bold) +
      canvas::text_width("16 cycles", bold) + theme.type.small;
  Grid best;
  float best_size = -1;
  for (std::size_t columns = 1; columns <= std::min<std::size_t>(4, panels.size()); columns *= 2) {
    const std::size_t rows = (panels.size() + columns - 1) / columns;
    const float width = (box.width + m.gap) / static_cast<float>(columns) - m.gap - m.labels;
    if (width < narrowest && columns > 1) break;
    const float height = (box.height - m.axis) / static_cast<float>(rows) - m.title;
    const float w = width / banks, without_strip = (height - m.pause) / lanes;
    const bool inside =
        without_strip >= theme.type.tiny && w * lane_banks(panels.front()) >= theme.type.tiny * 1.4f;
    const float h = inside ? without_strip : (height - m.strip) / lanes;
    const float size = std::min(w, h);
    if (size > best_size) best_size = size, best = {columns, rows, w, std::min(h, 2.6f * w), inside};
  }
  best.cell_height = std::max(best.cell_height, 1.0f);
  return best;
}

std::vector<Run> runs_of(const Panel& panel) {
  std::map<std::pair<std::uint32_t, std::uint32_t>, int> askers;  // (bank, dword) -> lanes
  for (const lds::BankHit& hit : panel.result().hits) ++askers[{hit.bank, hit.dword}];
  const std::vector<std::uint32_t> degrees = bank_degrees(panel.result(), panel.banks());
  std::vector<Run> runs;
  for (const lds::BankHit& hit : panel.result().hits) {
    const bool shared = askers[{hit.bank, hit.dword}] > 1;
    const std::uint32_t degree = degrees[hit.bank];
    if (!runs.empty()) {
      Run& last = runs.back();
      if (last.lane == hit.lane && last.last_bank + 1u == hit.bank && last.degree == degree &&
          last.broadcast == shared) {
        last.last_bank = hit.bank;
        continue;
      }
    }
    runs.push_back({hit.lane, hit.bank, hit.bank, hit.dword, degree, hit.pass, shared});
  }
  return runs;
}

std::string run_tooltip(const Run& run) {
  std::string banks = run.first_bank == run.last_bank
                          ? fmt::format("bank {}", run.first_bank)
                          : fmt::format("banks {}-{}", run.first_bank, run.last_bank);
  return fmt::format(
      "lane {}, {}: byte address {}\n{} distinct dword{} asked of {}, served in cycle {} of the phase{}",
      run.lane, banks, run.first_dword * 4u, run.degree, run.degree == 1 ? "" : "s",
      run.first_bank == run.last_bank ? "this bank" : "each of these banks", run.pass + 1,
      run.broadcast ? "\nbroadcast: another lane asks for the same dword" : "");
}

void draw_runs(Canvas& canvas, const theme::Theme& theme, const Panel& panel, const Box& field,
               const Grid& grid) {
  const TextStyle number = {.size = theme.type.tiny,
                            .face = canvas::Face::kMono,
                            .align = Align::kCenter,
                            .vertical = Vertical::kMiddle};
  const float space = grid.cell_height > 5 ? 1.0f : 0.4f;
  for (const Run& run : runs_of(panel)) {
    const auto row = std::find(panel.lanes().begin(), panel.lanes().end(), run.lane) - panel.lanes().begin();
    const Box cell{field.x + static_cast<float>(run.first_bank) * grid.cell_width,
                   field.y + static_cast<float>(row) * grid.cell_height,
                   static_cast<float>(run.last_bank - run.first_bank + 1) * grid.cell_width,
                   grid.cell_height};
    const canvas::Color shade = degree_color(theme, run.degree);
    canvas.rect(cell.inset(0.5f, space / 2), {.fill = shade});
    const std::string label = fmt::format("{}", run.degree);
    const float width = canvas::text_width(label, number);
    const bool numbered = run.degree > 1 && grid.numbers_in_cells && cell.width >= width;
    if (numbered) {
      TextStyle style = number;
      style.color = theme::Theme::ink_on(shade);
      canvas.text(cell.center(), label, style);
    }
    const float radius = std::clamp(grid.cell_height * 0.22f, 0.8f, 3.0f);
    if (run.broadcast && !(numbered && cell.width < width + 8 * radius)) {
      canvas.circle({numbered ? cell.x + radius * 2 : cell.center().x, cell.center().y}, radius,
                    {.fill = theme::Theme::ink_on(shade)});
    }
    canvas.tooltip(cell, run_tooltip(run));
  }
}

void draw_lane_labels(Canvas& canvas, const theme::Theme& theme, const Panel& panel, const Box& field,
                      const Grid& grid) {
  const Ink ink{theme};
  const TextStyle style = aligned(ink.tiny(), Align::kRight);
  float free_from = field.y - theme.type.tiny;
  const std::vector<std::uint8_t>& lanes = panel.lanes();
  for (std::size_t i = 0; i < lanes.size(); ++i) {
    const bool starts_run = i == 0 || lanes[i] != lanes[i - 1] + 1;
    const bool round = lanes[i] % 8 == 0;
    const bool every = grid.cell_height >= theme.type.tiny;
    const float y = field.y + (static_cast<float>(i) + 0.5f) * grid.cell_height;
    if ((starts_run || round || every) && y - theme.type.tiny * 0.5f >= free_from) {
      canvas.text({field.x - 4, y}, fmt::format("{}", lanes[i]), style);
      free_from = y + theme.type.tiny * 0.5f;
    }
  }
}

void draw_degree_strip(Canvas& canvas, const theme::Theme& theme, const Panel& panel, const Box& strip,
                       const Grid& grid) {
  const std::vector<std::uint32_t> degrees = bank_degrees(panel.result(), panel.banks());
  TextStyle style = {.size = theme.type.tiny,
                     .color = theme.text,
                     .face = canvas::Face::kMono,
                     .bold = true,
                     .align = Align::kCenter,
                     .vertical = Vertical::kMiddle};
  float free_from = strip.x - 4;
  for (std::size_t bank = 0; bank < degrees.size();) {
    std::size_t end = bank + 1;
    while (end < degrees.size() && degrees[end] == degrees[bank]) ++end;
    const std::string label = fmt::format("{}", degrees[bank]);
    const float middle = strip.x + static_cast<float>(bank + end) / 2 * grid.cell_width;
    const float width = canvas::text_width(label, style);
    if (degrees[bank] > 1 && middle - width / 2 >= free_from && middle + width / 2 <= strip.right() + 4) {
      canvas.text({middle, strip.center().y}, label, style);
      free_from = middle + width / 2 + 2;
    }
    bank = end;
  }
}

void draw_bank_axis(Canvas& canvas, const theme::Theme& theme, const Panel& panel, const Box& axis,
                    const Grid& grid) {
  const Ink ink{theme};
  const std::string first = "bank 0";
  const TextStyle style = aligned(ink.tiny(), Align::kLeft);
  canvas.text({axis.x, axis.center().y}, first, style);
  float free_from = axis.x + canvas::text_width(first, style) + 4;
  for (std::uint32_t bank = 8; bank < panel.banks(); bank += 8) {
    const std::string label = fmt::format("{}", bank);
    const float x = axis.x + static_cast<float>(bank) * grid.cell_width;
    if (x < free_from || x + canvas::text_width(label, style) > axis.right()) continue;
    canvas.text({x, axis.center().y}, label, style);
    free_from = x + canvas::text_width(label, style) + 4;
  }
}

void draw_field(Canvas& canvas, const theme::Theme& theme, const Panel& panel, const Box& field,
                const Grid& grid) {
  canvas.rect(field, {.fill = theme.surface_alt, .stroke = canvas::Stroke{theme.outline, theme.line}});
  for (std::uint32_t bank = 4; bank < panel.banks(); bank += 4) {
    const float x = field.x + static_cast<float>(bank) * grid.cell_width;
    canvas.line({x, field.y}, {x, field.bottom()},
                {bank % 8 == 0 ? theme.outline : theme.grid, 0.7f * theme.line});
  }
  const std::vector<std::uint8_t>& lanes = panel.lanes();
  for (std::size_t i = 1; i < lanes.size(); ++i) {
    const bool gap = lanes[i] != lanes[i - 1] + 1;
    if (!gap && lanes[i] % 8 != 0) continue;
    const float y = field.y + static_cast<float>(i) * grid.cell_height;
    canvas.line({field.x, y}, {field.right(), y}, {gap ? theme.outline : theme.grid, theme.line});
  }
}

void draw_panel_title(Canvas& canvas, const theme::Theme& theme, const Panel& panel, const Box& title,
                      bool two_addresses) {
  const Ink ink{theme};
  const std::uint32_t cycles = panel.result().cycles;
  TextStyle right = aligned(ink.small(), Align::kRight);
  right.color = cycles > 1 ? theme.alarm : theme.calm;
  right.bold = cycles > 1;
  const std::string cost = fmt::format("{} cycle{}", cycles, cycles == 1 ? "" : "s");
  canvas.text({title.right(), title.center().y}, cost, right);
  const std::string name = two_addresses
                               ? fmt::format("address {}, phase {}", panel.address + 1, panel.phase + 1)
                               : fmt::format("phase {}", panel.phase + 1);
  TextStyle left = aligned(ink.small(), Align::kLeft);
  left.bold = true;
  canvas.text({title.x, title.center().y}, name, left);
  const float x = title.x + canvas::text_width(name, left) + theme.type.small * 0.7f;
  const std::string lanes = fmt::format("lanes {}", lane_ranges(panel.lanes()));
  const TextStyle muted = aligned(ink.muted(), Align::kLeft);
  const float room = title.right() - canvas::text_width(cost, right) - theme.type.small * 0.7f - x;
  if (canvas::text_width(lanes, muted) <= room) canvas.text({x, title.center().y}, lanes, muted);
  canvas.tooltip(title, lanes);
}

}  // namespace

canvas::Color degree_color(const theme::Theme& theme, std::uint32_t degree) {
  if (degree <= 1) return theme.neutral;
  return theme.ramp((std::log2(static_cast<float>(degree)) - 1) / 4);
}

void draw_phase_panels(Canvas& canvas, const theme::Theme& theme, Box box, const LdsInstance& instance,
                       std::string_view id) {
  std::vector<Panel> panels;
  for (std::size_t a = 0; a < instance.accesses.size(); ++a) {
    for (std::size_t p = 0; p < instance.accesses[a].table->phases.size(); ++p) {
      panels.push_back({&instance.accesses[a], a, p});
    }
  }
  const std::size_t all = panels.size();
  Box note{};
  Grid grid = choose_grid(theme, box, panels);
  while (panels.size() > 1 && std::min(grid.cell_width, grid.cell_height) < 1.5f) {
    // A part that can be read rather than all that cannot.
    if (panels.size() == all) note = box.take_bottom(theme.type.small * 1.5f);
    panels.resize((panels.size() + 1) / 2);
    grid = choose_grid(theme, box, panels);
  }
  const Measures m(theme);
  const float pitch_x = (box.width + m.gap) / static_cast<float>(grid.columns);
  const float under = grid.numbers_in_cells ? m.pause : m.strip;
  const float pitch_y =
      m.title + under + grid.cell_height * static_cast<float>(panels.front().lanes().size());
  for (std::size_t n = 0; n < panels.size(); ++n) {
    const Panel& panel = panels[n];
    const std::size_t column = n % grid.columns, row = n / grid.columns;
    const float x = box.x + pitch_x * static_cast<float>(column),
                y = box.y + pitch_y * static_cast<float>(row);
    const float width = grid.cell_width * static_cast<float>(panel.banks());
    const Box field{x + m.labels, y + m.title, width,
                    grid.cell_height * static_cast<float>(panel.lanes().size())};
    canvas.begin_group(fmt::format("{}-phase-{}", id, n + 1), fmt::format("phase {}", n + 1),
                       fmt::format("lanes {}: {} cycles", lane_ranges(panel.lanes()), panel.result().cycles));
    draw_panel_title(canvas, theme, panel, {field.x, y, width, m.title}, instance.accesses.size() > 1);
    draw_field(canvas, theme, panel, field, grid);
    draw_lane_labels(canvas, theme, panel, field, grid);
    draw_runs(canvas, theme, panel, field, grid);
    if (!grid.numbers_in_cells)
      draw_degree_strip(canvas, theme, panel, {field.x, field.bottom(), width, m.strip}, grid);
    if (row + 1 == grid.rows || n + grid.columns >= panels.size()) {
      draw_bank_axis(canvas, theme, panel,
                     {field.x, field.bottom() + (grid.numbers_in_cells ? 0 : m.strip), width, m.axis}, grid);
    }
    canvas.end_group();
  }
  if (panels.size() < all) {
    const TextStyle style = aligned(Ink{theme}.muted(), Align::kLeft);
    const std::string text = fmt::format("{} of {} phases; the text form lists all", panels.size(), all);
    canvas.text({note.x, note.center().y}, canvas::fit_text(text, style, note.width), style);
  }
}

void draw_degree_legend(Canvas& canvas, const theme::Theme& theme, const Box& box) {
  const Ink ink{theme};
  const TextStyle text = aligned(ink.muted(), Align::kLeft);
  const float side = theme.type.small * 1.3f, y = box.center().y;
  float x = box.x;
  const std::string lead = "dwords asked of a bank in one phase:";
  canvas.text({x, y}, lead, text);
  x += canvas::text_width(lead, text) + theme.type.small * 0.6f;
  for (std::uint32_t degree = 1; degree <= 32; degree *= 2) {
    const canvas::Color shade = degree_color(theme, degree);
    const Box cell{x, y - side / 2, side * 1.5f, side};
    canvas.rect(cell, {.fill = shade});
    TextStyle number = aligned(ink.tiny(), Align::kCenter);
    number.color = theme::Theme::ink_on(shade);
    canvas.text(cell.center(), fmt::format("{}", degree), number);
    x += side * 1.5f + 2;
    if (degree > 1) continue;
    canvas.text({x + theme.type.small * 0.3f, y}, "no conflict", text);
    x += canvas::text_width("no conflict", text) + theme.type.small;
  }
  x += theme.type.small;
  const Box cell{x, y - side / 2, side * 1.5f, side};
  const canvas::Color shade = degree_color(theme, 1);
  canvas.rect(cell, {.fill = shade});
  canvas.circle(cell.center(), side * 0.17f, {.fill = theme::Theme::ink_on(shade)});
  canvas.text({cell.right() + theme.type.small * 0.5f, y}, "broadcast: lanes share a dword", text);
}

}  // namespace lanewise::views
