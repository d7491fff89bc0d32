// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Shared parts of views. All measures follow from the theme's type sizes, so that the projector theme
// grows as a whole.

#include "visualizer/views/frame.h"

#include <fmt/format.h>

#include <algorithm>

#include "visualizer/canvas/text_metrics.h"

namespace lanewise::views {

using canvas::Align;
using canvas::Box;
using canvas::Canvas;
using canvas::TextStyle;
using canvas::Vertical;

TextStyle aligned(TextStyle style, Align align, Vertical vertical) {
  style.align = align;
  style.vertical = vertical;
  return style;
}

Box draw_title_bar(Canvas& canvas, const ViewInput& input, const TitleBar& bar) {
  const theme::Theme& theme = input.theme;
  const Ink ink{theme};
  Box page = Box{0, 0, input.size.width, input.size.height}.inset(theme.type.title * 0.9f, theme.type.small);
  const Box strip = page.take_top(theme.type.title * 1.7f);
  const float middle = strip.y + strip.height * 0.42f;

  const TextStyle title = aligned(ink.title(), Align::kLeft);
  canvas.text({strip.x, middle}, bar.question, title);
  const float after = strip.x + canvas::text_width(bar.question, title) + theme.type.body;

  float right = strip.right();
  if (!bar.badge.empty()) {
    const TextStyle style = aligned({.size = theme.type.small, .color = theme.muted}, Align::kCenter);
    const float width = canvas::text_width(bar.badge, style) + theme.type.body;
    const Box badge{right - width, middle - theme.type.small, width, theme.type.small * 2};
    canvas.rect(badge, {.fill = theme.surface,
                        .stroke = canvas::Stroke{theme.outline, theme.line},
                        .radius = theme.type.small});
    canvas.text({badge.center().x, middle}, bar.badge, style);
    canvas.tooltip(badge, bar.badge_tooltip);
    right = badge.x - theme.type.body;
  }
  const TextStyle subject = aligned({.size = theme.type.body, .color = theme.muted}, Align::kRight);
  canvas.text({right, middle}, canvas::fit_text(bar.subject, subject, right - after), subject);
  return page;
}

Box draw_panel(Canvas& canvas, const theme::Theme& theme, const Box& box) {
  canvas.rect(box, {.fill = theme.surface, .stroke = canvas::Stroke{theme.outline, theme.line}, .radius = 6});
  return box.inset(theme.type.small, theme.type.small * 0.8f);
}

void draw_empty_state(Canvas& canvas, const theme::Theme& theme, const Box& box, std::string_view what,
                      std::string_view remedy) {
  const Ink ink{theme};
  const canvas::Point middle = box.center();
  const TextStyle large = aligned(ink.heading(), Align::kCenter);
  canvas.text({middle.x, middle.y - theme.type.heading}, canvas::fit_text(what, large, box.width), large);
  TextStyle small = aligned(ink.body(), Align::kCenter);
  small.color = theme.muted;
  canvas.text({middle.x, middle.y + theme.type.heading}, canvas::fit_text(remedy, small, box.width), small);
}

float column_width(const theme::Theme& theme, std::string_view heading, std::string_view widest, bool code) {
  const Ink ink{theme};
  return std::max(canvas::text_width(heading, ink.muted()),
                  canvas::text_width(widest, code ? ink.code() : ink.small())) +
         theme.type.body * 1.4f;
}

namespace {

struct TableLayout {
  std::vector<Box> columns;  ///< x and width only
  float row_height;
};

TableLayout lay_out(const theme::Theme& theme, const Box& box, const Table& table) {
  float fixed = 0;
  for (const Column& column : table.columns) fixed += column.width;
  TableLayout layout{{}, theme.type.small * 1.75f};
  float x = box.x;
  for (const Column& column : table.columns) {
    const float width = column.width > 0 ? column.width : std::max(0.0f, box.width - fixed);
    layout.columns.push_back({x, 0, width, 0});
    x += width;
  }
  return layout;
}

void draw_cell(Canvas& canvas, const Box& cell, std::string_view content, const TextStyle& style) {
  const float gap = style.size * 0.6f;
  const std::string shown = canvas::fit_text(content, style, cell.width - gap);
  const float x = style.align == Align::kRight ? cell.right() - gap : cell.x + gap * 0.5f;
  canvas.text({x, cell.center().y}, shown, style);
  if (shown != content) canvas.tooltip(cell, content);
}

}  // namespace

void draw_table(Canvas& canvas, const theme::Theme& theme, Box box, const Table& table) {
  const Ink ink{theme};
  const TableLayout layout = lay_out(theme, box, table);
  const Box head = box.take_top(layout.row_height);
  for (std::size_t c = 0; c < table.columns.size(); ++c) {
    const Box cell{layout.columns[c].x, head.y, layout.columns[c].width, head.height};
    draw_cell(canvas, cell, table.columns[c].heading, aligned(ink.muted(), table.columns[c].align));
    if (!table.columns[c].tooltip.empty()) canvas.tooltip(cell, table.columns[c].tooltip);
  }
  canvas.line({head.x, head.bottom()}, {head.right(), head.bottom()}, {theme.outline, theme.line});

  const std::size_t room = static_cast<std::size_t>(std::max(0.0f, box.height / layout.row_height));
  const std::size_t shown = table.rows.size() <= room ? table.rows.size() : room > 0 ? room - 1 : 0;
  for (std::size_t r = 0; r < shown; ++r) {
    const Row& row = table.rows[r];
    const Box strip = box.take_top(layout.row_height);
    if (row.selected) {
      canvas.rect(strip, {.fill = theme.selection.with_alpha(36)});
      canvas.rect({strip.x, strip.y, 3 * theme.line, strip.height}, {.fill = theme.selection});
    } else if (r % 2 == 1) {
      canvas.rect(strip, {.fill = theme.surface_alt});
    }
    for (std::size_t c = 0; c < row.cells.size(); ++c) {
      TextStyle style = aligned(table.columns[c].code ? ink.code() : ink.small(), table.columns[c].align);
      if (row.alarm && c == table.alarm_column) style.color = theme.alarm, style.bold = true;
      draw_cell(canvas, {layout.columns[c].x, strip.y, layout.columns[c].width, strip.height}, row.cells[c],
                style);
    }
    if (!row.action.empty()) canvas.link(strip, row.action);
  }
  if (shown < table.rows.size() && box.height >= layout.row_height) {
    const Box strip = box.take_top(layout.row_height);
    canvas.text({strip.x + theme.type.small * 0.3f, strip.center().y},
                fmt::format("and {} more", table.rows.size() - shown), aligned(ink.muted(), Align::kLeft));
  }
}

std::string first_that_fits(const std::vector<std::string>& alternatives, const TextStyle& style,
                            float width) {
  for (const std::string& alternative : alternatives) {
    if (canvas::text_width(alternative, style) <= width) return alternative;
  }
  return canvas::fit_text(alternatives.back(), style, width);
}

std::string grouped(std::uint64_t value) {
  std::string digits = fmt::format("{}", value);
  for (int at = static_cast<int>(digits.size()) - 3; at > 0; at -= 3)
    digits.insert(static_cast<std::size_t>(at), " ");
  return digits;
}

std::string trace_label(const trace::Trace& trace) {
  std::string out = trace.variant.empty() ? trace.program.kernel : trace.variant;
  return out + " \u00b7 " + std::string(isa::target_name(trace.program.target));
}

}  // namespace lanewise::views
