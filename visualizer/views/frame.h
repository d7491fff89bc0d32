// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What all views share: the title bar with the question, panels, empty states, tables, and text styles
// of the theme.

#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "visualizer/canvas/canvas.h"
#include "visualizer/theme/theme.h"
#include "visualizer/views/view.h"

namespace lanewise::views {

/// Text of the theme in a given size and colour.
struct Ink {
  const theme::Theme& theme;
  [[nodiscard]] canvas::TextStyle title() const {
    return {.size = theme.type.title, .color = theme.text, .bold = true};
  }
  [[nodiscard]] canvas::TextStyle heading() const {
    return {.size = theme.type.heading, .color = theme.text, .bold = true};
  }
  [[nodiscard]] canvas::TextStyle body() const { return {.size = theme.type.body, .color = theme.text}; }
  [[nodiscard]] canvas::TextStyle small() const { return {.size = theme.type.small, .color = theme.text}; }
  [[nodiscard]] canvas::TextStyle muted() const { return {.size = theme.type.small, .color = theme.muted}; }
  [[nodiscard]] canvas::TextStyle code() const {
    return {.size = theme.type.small, .color = theme.text, .face = canvas::Face::kMono};
  }
  [[nodiscard]] canvas::TextStyle tiny() const {
    return {.size = theme.type.tiny, .color = theme.muted, .face = canvas::Face::kMono};
  }
};

/// The same style, differently aligned.
[[nodiscard]] canvas::TextStyle aligned(canvas::TextStyle style, canvas::Align align,
                                        canvas::Vertical vertical = canvas::Vertical::kMiddle);

/// Draws the question, the subject and a "counted"/"modelled" badge; returns what is left of the page.
struct TitleBar {
  std::string_view question;
  std::string subject;  ///< right of the question: kernel, target
  std::string badge;    ///< "counted", "from the code object", ...
  std::string badge_tooltip;
};
[[nodiscard]] canvas::Box draw_title_bar(canvas::Canvas& canvas, const ViewInput& input, const TitleBar& bar);

/// A panel's ground and outline; returns the inside without its padding.
canvas::Box draw_panel(canvas::Canvas& canvas, const theme::Theme& theme, const canvas::Box& box);

/// A text in the middle of a box that says what to do.
void draw_empty_state(canvas::Canvas& canvas, const theme::Theme& theme, const canvas::Box& box,
                      std::string_view what, std::string_view remedy);

struct Column {
  std::string heading;
  float width = 0;  ///< 0: takes what is left (one column at most)
  canvas::Align align = canvas::Align::kLeft;
  bool code = false;
  std::string tooltip;
};

struct Row {
  std::vector<std::string> cells;
  std::string action;        ///< link of the whole row; may be empty
  bool selected = false;
  bool alarm = false;        ///< draws the cells of `alarm_column` in the alarm colour
};

struct Table {
  std::vector<Column> columns;
  std::vector<Row> rows;
  std::size_t alarm_column = 0;
};

/// Draws as many rows as fit and says how many are left out. Cells that are too long are shortened
/// and shown whole in a tooltip.
void draw_table(canvas::Canvas& canvas, const theme::Theme& theme, canvas::Box box, const Table& table);

/// Column width for a heading and its widest cell.
[[nodiscard]] float column_width(const theme::Theme& theme, std::string_view heading, std::string_view widest,
                                 bool code);

/// The first of the alternatives, longest first, that fits; else the last one, shortened.
[[nodiscard]] std::string first_that_fits(const std::vector<std::string>& alternatives,
                                          const canvas::TextStyle& style, float width);

/// 12345678 -> "12 345 678".
[[nodiscard]] std::string grouped(std::uint64_t value);

/// "gemm_swizzled on gfx942", with the variant when the traces differ in nothing else.
[[nodiscard]] std::string trace_label(const trace::Trace& trace);

}  // namespace lanewise::views
