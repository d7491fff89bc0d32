// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// "Where is element (i, k)?" The operands of one MFMA: a column of facts with the three matrices as a
// picture to choose from, the chosen matrix, and its lanes; one element is followed through all three.

#include <fmt/format.h>

#include <algorithm>

#include "visualizer/canvas/text_metrics.h"
#include "visualizer/views/frame.h"
#include "visualizer/views/layout_facts.h"
#include "visualizer/views/view.h"

namespace lanewise::views {
namespace {

using canvas::Align;
using canvas::Box;
using canvas::Canvas;
using canvas::TextStyle;

void draw_thumbnail(Canvas& canvas, const theme::Theme& theme, const Box& box, const LayoutSelection& s,
                    Matrix matrix) {
  const bool chosen = s.matrix == matrix;
  const canvas::Color fill = chosen ? theme.category(theme::Category::kMfma) : theme.surface_alt;
  canvas.rect(
      box, {.fill = fill, .stroke = canvas::Stroke{theme.category_edge(theme::Category::kMfma), theme.line}});
  TextStyle style = aligned(Ink{theme}.heading(), Align::kCenter);
  style.color = chosen ? theme::Theme::ink_on(fill) : theme.text;
  canvas.text(box.center(), std::string(1, matrix_letter(matrix)), style);
  const Extent size = extent(s.form, matrix);
  canvas.tooltip(box, fmt::format("{}: {} \u00d7 {}", matrix_letter(matrix), size.rows, size.columns));
  canvas.link(box, fmt::format("operand={}", matrix_letter(matrix)));
}

/// A to the left of D, B above it: the way a product is drawn on a board.
void draw_product(Canvas& canvas, const theme::Theme& theme, const Box& box, const LayoutSelection& s) {
  const float gap = theme.type.small * 0.7f;
  const float k = std::clamp(static_cast<float>(s.form.k) / static_cast<float>(s.form.n), 0.4f, 1.2f);
  const float side = (std::min(box.width, box.height) - gap) / (1 + k);
  const float inner = side * k;
  const float left = box.x + (box.width - inner - gap - side) / 2;
  draw_thumbnail(canvas, theme, {left, box.y + inner + gap, inner, side}, s, Matrix::kA);
  draw_thumbnail(canvas, theme, {left + inner + gap, box.y, side, inner}, s, Matrix::kB);
  draw_thumbnail(canvas, theme, {left + inner + gap, box.y + inner + gap, side, side}, s, Matrix::kD);
}

/// Breaks at spaces so that each line fits.
std::vector<std::string> wrapped(std::string_view content, const TextStyle& style, float width) {
  std::vector<std::string> lines;
  while (!content.empty()) {
    const std::size_t space = content.find(' ');
    const std::string piece(content.substr(0, space));
    content = space == std::string_view::npos ? std::string_view() : content.substr(space + 1);
    const std::string joined = lines.empty() ? piece : lines.back() + " " + piece;
    if (!lines.empty() && canvas::text_width(joined, style) <= width)
      lines.back() = joined;
    else
      lines.push_back(piece);
  }
  return lines;
}

void draw_lines(Canvas& canvas, Box& rest, float height, std::string_view content, const TextStyle& style) {
  for (const std::string& part : wrapped(content, style, rest.width)) {
    const Box row = rest.take_top(height);
    canvas.text({row.x, row.center().y}, canvas::fit_text(part, style, row.width), style);
  }
}

/// What the shades mean: a swatch per element of a lane, with its register.
void draw_shades(Canvas& canvas, const theme::Theme& theme, Box rest, const LayoutSelection& s) {
  const Ink ink{theme};
  const std::uint32_t count = elements_per_lane(s.form, s.matrix);
  const auto name = [&](std::uint32_t e) {
    return register_name(place_of(s.form, s.matrix, element_at(s.form, s.matrix, 0, e)));
  };
  const TextStyle tiny = aligned(ink.tiny(), Align::kCenter);
  const float width = canvas::text_width(name(count - 1), tiny) + theme.type.tiny,
              height = theme.type.tiny * 1.7f;
  const std::uint32_t columns = std::max(1u, static_cast<std::uint32_t>(rest.width / width));
  const std::uint32_t rows = (count + columns - 1) / columns;
  const float head = theme.type.small * 1.65f;
  if (rest.height < head + height * static_cast<float>(rows)) return;
  const Box line = rest.take_top(head);
  const TextStyle muted = aligned(ink.muted(), Align::kLeft);
  canvas.text({line.x, line.center().y},
              canvas::fit_text("shade: register within the lane", muted, line.width), muted);
  for (std::uint32_t e = 0; e < count; ++e) {
    const std::uint32_t row = e / columns, column = e % columns;
    const Box cell{rest.x + static_cast<float>(column) * width, rest.y + static_cast<float>(row) * height,
                   width, height};
    const canvas::Color shade = element_shade(theme, s, e);
    canvas.rect(cell.inset(0.5f), {.fill = shade});
    TextStyle style = tiny;
    style.color = theme::Theme::ink_on(shade);
    canvas.text(cell.center(), name(e), style);
  }
}

void draw_facts(Canvas& canvas, const theme::Theme& theme, const Box& box, const LayoutFacts& facts,
                const LayoutSelection& s) {
  const Ink ink{theme};
  Box rest = draw_panel(canvas, theme, box);
  canvas.begin_group("facts", "facts of the instruction", "");
  const float line = theme.type.small * 1.65f;
  draw_product(canvas, theme, rest.take_top(std::min(rest.width, rest.height * 0.32f)), s);
  rest.take_top(theme.type.small);

  TextStyle strong = aligned(ink.body(), Align::kLeft);
  strong.bold = true;
  draw_lines(canvas, rest, line * 1.1f, path_text(s), strong);
  draw_lines(canvas, rest, line * 0.9f, rule_text(s.form, s.matrix), aligned(ink.tiny(), Align::kLeft));
  rest.take_top(theme.type.small * 0.8f);
  const TextStyle name = aligned(ink.muted(), Align::kLeft), value = aligned(ink.small(), Align::kRight);
  for (const FactLine& fact : fact_lines(facts)) {
    if (rest.height < line) break;
    const Box row = rest.take_top(line);
    canvas.text({row.x, row.center().y}, fact.name, name);
    const float room = row.width - canvas::text_width(fact.name, name) - theme.type.small;
    canvas.text({row.right(), row.center().y}, canvas::fit_text(fact.value, value, room), value);
  }
  rest.take_top(theme.type.small);
  draw_shades(canvas, theme, rest, s);
  canvas.end_group();
}

void draw_unknown(Canvas& canvas, const ViewInput& input, const Box& page, const LayoutFacts& facts) {
  const Box panel = draw_panel(canvas, input.theme, page);
  constexpr std::string_view kRemedy =
      "select a dense form by name: --select mnemonic=v_mfma_f32_16x16x16_bf16";
  if (facts.mnemonic.empty()) {
    draw_empty_state(canvas, input.theme, panel, "no MFMA instruction in this kernel", kRemedy);
  } else {
    draw_empty_state(canvas, input.theme, panel,
                     "the layout of " + facts.mnemonic + " is not known to this view", kRemedy);
  }
}

}  // namespace

void draw_layout(Canvas& canvas, const ViewInput& input) {
  const theme::Theme& theme = input.theme;
  const LayoutFacts facts = layout_facts(input);
  std::string subject = facts.mnemonic;
  if (facts.instruction) subject += " \u00b7 " + trace_label(*facts.trace);
  const bool derived = facts.selected && facts.selected->form.only_gfx950;
  Box page = draw_title_bar(
      canvas, input,
      {"Where is element (i, k)?", subject,
       !facts.selected ? ""
       : derived       ? "derived"
                       : "documented",
       derived
           ? "The rule of the gfx942 forms with more elements per lane; no public element table confirms it"
           : "Agrees element by element with AMD's matrix instruction calculator"});
  if (!facts.selected) {
    draw_unknown(canvas, input, page, facts);
    return;
  }
  const float gap = theme.type.body;
  draw_facts(canvas, theme, page.take_left(theme.type.small * 19), facts, *facts.selected);
  page.take_left(gap);
  const Box matrix = page.take_left((page.width - gap) * 0.5f);
  page.take_left(gap);
  const Box from = draw_matrix_grid(canvas, theme, draw_panel(canvas, theme, matrix), *facts.selected);
  const Box to = draw_lane_grid(canvas, theme, draw_panel(canvas, theme, page), *facts.selected);
  // Along the cells' lower edges, so that no text is crossed; up or down in the gap between the panels.
  const canvas::Point path[] = {{from.right(), from.bottom()},
                                {matrix.right(), from.bottom()},
                                {page.x, to.bottom()},
                                {to.x, to.bottom()}};
  canvas.polyline(path, {theme.selection, 1.6f * theme.line});
}

}  // namespace lanewise::views
