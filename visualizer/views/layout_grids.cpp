// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Drawing the grids. A cell says as much as fits: lane and register on two lines, on one line, the lane
// alone (the register then stands in the margin, where it is constant along a row or column), nothing.

#include "visualizer/views/layout_grids.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "visualizer/canvas/text_metrics.h"
#include "visualizer/views/frame.h"

namespace lanewise::views {
namespace {

using canvas::Align;
using canvas::Box;
using canvas::Canvas;
using canvas::TextStyle;
using canvas::Vertical;

}  // namespace

canvas::Color element_shade(const theme::Theme& theme, const LayoutSelection& s, std::uint32_t e) {
  const std::uint32_t n = elements_per_lane(s.form, s.matrix);
  return theme.shade(n <= 1 ? 0.0f : static_cast<float>(e) / static_cast<float>(n - 1));
}

namespace {

std::string cell_tooltip(const LayoutSelection& s, const Element& at, const Place& place) {
  std::string out = fmt::format("{}[{}][{}]", matrix_letter(s.matrix), at.row, at.column);
  if (s.form.blocks > 1) out += fmt::format(" of block {}", at.block);
  return out + fmt::format("\nlane {}, {}, element {} of the lane", place.lane, register_name(place),
                           place.element);
}

std::string cell_action(const LayoutSelection& s, const Element& at) {
  return fmt::format("operand={},block={},row={},column={}", matrix_letter(s.matrix), at.block, at.row,
                     at.column);
}

/// A shaded cell with one or two short texts.
struct Cell {
  Box box;
  canvas::Color shade;
  std::string first, second;
};

/// How much text the cells of a grid take; decided for the whole grid by its widest texts.
enum class CellText { kNone, kFirst, kOneLine, kTwoLines };

struct CellStyle {
  CellText text = CellText::kNone;
  float size = 9;
};

CellStyle choose_cell_style(const theme::Theme& theme, canvas::Size cell, std::string_view first,
                            std::string_view second) {
  const float inside = cell.width - 1.5f;
  for (const float size : {theme.type.small, theme.type.tiny}) {
    const TextStyle style = {.size = size, .face = canvas::Face::kMono};
    const float a = canvas::text_width(first, style), b = canvas::text_width(second, style);
    if (!second.empty() && cell.height >= size * 2.4f && std::max(a, b) <= inside - 3)
      return {CellText::kTwoLines, size};
    if (!second.empty() && cell.height >= size && a + b + canvas::text_width(" ", style) <= inside)
      return {CellText::kOneLine, size};
  }
  for (const float size : {theme.type.small, theme.type.tiny}) {
    const TextStyle style = {.size = size, .face = canvas::Face::kMono};
    const float air = size > theme.type.tiny ? 4.5f : 0;
    if (cell.height >= size * 1.1f && canvas::text_width(first, style) <= inside - air)
      return {CellText::kFirst, size};
  }
  return {};
}

void draw_cell(Canvas& canvas, const Cell& cell, const CellStyle& how) {
  canvas.rect(cell.box.inset(0.5f), {.fill = cell.shade});
  const TextStyle style = {.size = how.size,
                           .color = theme::Theme::ink_on(cell.shade),
                           .face = canvas::Face::kMono,
                           .align = Align::kCenter,
                           .vertical = Vertical::kMiddle};
  TextStyle strong = style;
  strong.bold = true;
  const canvas::Point middle = cell.box.center();
  switch (how.text) {
    case CellText::kNone: break;
    case CellText::kFirst: canvas.text(middle, cell.first, style); break;
    case CellText::kOneLine: canvas.text(middle, cell.first + " " + cell.second, style); break;
    case CellText::kTwoLines:
      canvas.text({middle.x, middle.y - how.size * 0.6f}, cell.first, strong);
      canvas.text({middle.x, middle.y + how.size * 0.6f}, cell.second, style);
      break;
  }
}

/// Outline of the selected element, or of what belongs to it.
void mark(Canvas& canvas, const theme::Theme& theme, const Box& box, bool selected) {
  const float width =
      std::min((selected ? 3.0f : 1.4f) * theme.line, std::min(box.width, box.height) * 0.25f);
  canvas.rect(box.inset(selected ? 0.0f : 1.0f), {.stroke = canvas::Stroke{theme.selection, width}});
}

/// Every how many indices a label fits.
std::uint32_t label_step(float pitch, float needed) {
  std::uint32_t step = 1;
  while (pitch * static_cast<float>(step) < needed && step < 64) step *= 2;
  return step;
}

/// The grid's title with a note behind it.
void draw_head(Canvas& canvas, const theme::Theme& theme, const Box& head, std::string_view title,
               const std::vector<std::string>& notes) {
  const Ink ink{theme};
  const TextStyle heading = aligned(ink.heading(), Align::kLeft), muted = aligned(ink.muted(), Align::kLeft);
  canvas.text({head.x, head.center().y}, title, heading);
  const float x = head.x + canvas::text_width(title, heading) + theme.type.body;
  const std::string shown = first_that_fits(notes, muted, head.right() - x);
  canvas.text({x, head.center().y}, shown, muted);
  if (shown != notes.front()) canvas.tooltip(head, notes.front());
}

struct MatrixFrame {
  Box field;
  float cell_width, cell_height;
  [[nodiscard]] Box cell(std::uint32_t row, std::uint32_t column) const {
    return {field.x + static_cast<float>(column) * cell_width,
            field.y + static_cast<float>(row) * cell_height, cell_width, cell_height};
  }
};

/// True if the register is the same along a row of the matrix; for A it is along a column.
bool constant_along_row(Matrix matrix) { return matrix != Matrix::kA; }

MatrixFrame matrix_frame(const theme::Theme& theme, Box box, const LayoutSelection& s) {
  const TextStyle tiny = Ink{theme}.tiny();
  const Extent size = extent(s.form, s.matrix);
  box.take_left(canvas::text_width("00", tiny) + 6);
  box.take_top(theme.type.tiny * 1.6f);
  if (constant_along_row(s.matrix)) box.take_right(canvas::text_width("r0.b3", tiny) + 6);
  box.take_bottom(theme.type.tiny * 1.8f);
  MatrixFrame frame{box, box.width / static_cast<float>(size.columns),
                    box.height / static_cast<float>(size.rows)};
  frame.cell_width = std::min(frame.cell_width, theme.type.small * 8);
  frame.cell_height = std::min(frame.cell_height, theme.type.small * 4.5f);
  frame.field.width = frame.cell_width * static_cast<float>(size.columns);
  frame.field.height = frame.cell_height * static_cast<float>(size.rows);
  return frame;
}

void draw_matrix_margins(Canvas& canvas, const theme::Theme& theme, const MatrixFrame& frame,
                         const LayoutSelection& s) {
  const Ink ink{theme};
  const Extent size = extent(s.form, s.matrix);
  const TextStyle right = aligned(ink.tiny(), Align::kRight), center = aligned(ink.tiny(), Align::kCenter);
  const TextStyle left = aligned(ink.tiny(), Align::kLeft);
  const auto name = [&](std::uint32_t row, std::uint32_t column) {
    return register_name(place_of(s.form, s.matrix, {s.element.block, row, column}));
  };
  const std::uint32_t row_step = label_step(frame.cell_height, theme.type.tiny * 1.1f);
  for (std::uint32_t r = 0; r < size.rows; r += row_step) {
    const float y = frame.cell(r, 0).center().y;
    canvas.text({frame.field.x - 4, y}, fmt::format("{}", r), right);
    if (constant_along_row(s.matrix)) canvas.text({frame.field.right() + 5, y}, name(r, 0), left);
  }
  const std::uint32_t column_step = label_step(frame.cell_width, canvas::text_width("00", center) + 3);
  for (std::uint32_t c = 0; c < size.columns; c += column_step) {
    canvas.text({frame.cell(0, c).center().x, frame.field.y - theme.type.tiny * 0.8f}, fmt::format("{}", c),
                center);
  }
  if (constant_along_row(s.matrix)) return;
  const std::uint32_t step =
      label_step(frame.cell_width, canvas::text_width(name(0, size.columns - 1), center) + 2);
  for (std::uint32_t c = 0; c < size.columns; c += step) {
    canvas.text({frame.cell(0, c).center().x, frame.field.bottom() + theme.type.tiny * 0.9f}, name(0, c),
                center);
  }
}

/// Lines where the group of lanes changes between neighbours in the matrix.
void draw_group_lines(Canvas& canvas, const theme::Theme& theme, const MatrixFrame& frame,
                      const LayoutSelection& s) {
  const Extent size = extent(s.form, s.matrix);
  const auto group = [&](std::uint32_t row, std::uint32_t column) {
    return place_of(s.form, s.matrix, {s.element.block, row, column}).lane / s.form.n;
  };
  const canvas::Stroke stroke{theme.text, 1.2f * theme.line};
  for (std::uint32_t c = 1; c < size.columns; ++c) {
    const float x = frame.cell(0, c).x;
    if (group(0, c) != group(0, c - 1)) canvas.line({x, frame.field.y}, {x, frame.field.bottom()}, stroke);
  }
  for (std::uint32_t r = 1; r < size.rows; ++r) {
    const float y = frame.cell(r, 0).y;
    if (group(r, 0) != group(r - 1, 0)) canvas.line({frame.field.x, y}, {frame.field.right(), y}, stroke);
  }
}

}  // namespace

IndexNames index_names(Matrix matrix) {
  if (matrix == Matrix::kA) return {"i", "k"};
  return matrix == Matrix::kB ? IndexNames{"k", "j"} : IndexNames{"i", "j"};
}

char matrix_letter(Matrix matrix) { return matrix == Matrix::kA ? 'A' : matrix == Matrix::kB ? 'B' : 'D'; }

Box draw_matrix_grid(Canvas& canvas, const theme::Theme& theme, Box box, const LayoutSelection& s) {
  const Extent size = extent(s.form, s.matrix);
  const IndexNames names = index_names(s.matrix);
  draw_head(canvas, theme, box.take_top(theme.type.heading * 1.5f),
            fmt::format("Matrix {}", matrix_letter(s.matrix)),
            {fmt::format("row {}, column {}; in each cell lane and register", names.row, names.column),
             fmt::format("row {}, column {}; cell: lane", names.row, names.column),
             fmt::format("row {}, column {}", names.row, names.column)});
  const MatrixFrame frame = matrix_frame(theme, box, s);

  canvas.begin_group("matrix", fmt::format("matrix {}", matrix_letter(s.matrix)),
                     rule_text(s.form, s.matrix));
  const Place chosen = place_of(s.form, s.matrix, s.element);
  const Place last =
      place_of(s.form, s.matrix, element_at(s.form, s.matrix, 63, elements_per_lane(s.form, s.matrix) - 1));
  const CellStyle how =
      choose_cell_style(theme, {frame.cell_width, frame.cell_height}, "63", register_name(last));
  std::vector<Box> related;
  for (std::uint32_t r = 0; r < size.rows; ++r) {
    for (std::uint32_t c = 0; c < size.columns; ++c) {
      const Element at{s.element.block, r, c};
      const Place place = place_of(s.form, s.matrix, at);
      const Box cell = frame.cell(r, c);
      draw_cell(
          canvas,
          {cell, element_shade(theme, s, place.element), fmt::format("{}", place.lane), register_name(place)},
          how);
      canvas.tooltip(cell, cell_tooltip(s, at, place));
      canvas.link(cell, cell_action(s, at));
      if (place.lane == chosen.lane && at != s.element) related.push_back(cell);
    }
  }
  draw_matrix_margins(canvas, theme, frame, s);
  draw_group_lines(canvas, theme, frame, s);
  for (const Box& cell : related) mark(canvas, theme, cell, false);
  const Box chosen_box = frame.cell(s.element.row, s.element.column);
  mark(canvas, theme, chosen_box, true);
  canvas.end_group();
  return chosen_box;
}

namespace {

/// Lanes stand in `folds` columns of 64 / folds rows.
struct LaneFrame {
  Box field;
  std::uint32_t folds, rows, elements;
  float margin, gap, cell_width, cell_height;
  [[nodiscard]] Box cell(std::uint32_t lane, std::uint32_t e) const {
    const float fold_width = margin + cell_width * static_cast<float>(elements) + gap;
    const std::uint32_t fold = lane / rows, row = lane % rows;
    return {field.x + static_cast<float>(fold) * fold_width + margin + cell_width * static_cast<float>(e),
            field.y + static_cast<float>(row) * cell_height, cell_width, cell_height};
  }
};

LaneFrame lane_frame(const theme::Theme& theme, Box box, const LayoutSelection& s) {
  box.take_top(theme.type.tiny * 1.6f);
  box.take_bottom(theme.type.tiny * 1.8f);
  LaneFrame frame{};
  frame.field = box;
  frame.folds = s.form.m == 32 ? 2 : 4;
  frame.rows = 64 / frame.folds;
  frame.elements = elements_per_lane(s.form, s.matrix);
  frame.margin = canvas::text_width("00", Ink{theme}.tiny()) + 6;
  frame.gap = theme.type.tiny * 0.6f;
  const float folds = static_cast<float>(frame.folds);
  const float free = box.width - folds * frame.margin - (folds - 1) * frame.gap;
  frame.cell_width = std::min(free / folds / static_cast<float>(frame.elements), theme.type.small * 8);
  frame.cell_height = std::min(box.height / static_cast<float>(frame.rows), theme.type.small * 4.5f);
  return frame;
}

/// The index that does not follow from the lane: the row for B and D, the column for A.
std::string varying_index(const LayoutSelection& s, const Element& at) {
  return fmt::format("{}", s.matrix == Matrix::kA ? at.column : at.row);
}

void draw_lane_margins(Canvas& canvas, const theme::Theme& theme, const LaneFrame& frame,
                       const LayoutSelection& s) {
  const Ink ink{theme};
  const TextStyle center = aligned(ink.tiny(), Align::kCenter), right = aligned(ink.tiny(), Align::kRight);
  const auto name = [&](std::uint32_t e) {
    return register_name(place_of(s.form, s.matrix, element_at(s.form, s.matrix, 0, e)));
  };
  const float y = frame.field.y - theme.type.tiny * 0.8f;
  const std::uint32_t step =
      label_step(frame.cell_width, canvas::text_width(name(frame.elements - 1), center) + 2);
  for (std::uint32_t fold = 0; fold < frame.folds; ++fold) {
    for (std::uint32_t e = 0; e < frame.elements; e += step) {
      canvas.text({frame.cell(fold * frame.rows, e).center().x, y}, name(e), center);
    }
  }
  const std::uint32_t row_step = label_step(frame.cell_height, theme.type.tiny * 1.1f);
  for (std::uint32_t lane = 0; lane < 64; ++lane) {
    if (lane % frame.rows % row_step != 0) continue;
    const Box first = frame.cell(lane, 0);
    canvas.text({first.x - 4, first.center().y}, fmt::format("{}", lane), right);
  }
}

}  // namespace

Box draw_lane_grid(Canvas& canvas, const theme::Theme& theme, Box box, const LayoutSelection& s) {
  const IndexNames names = index_names(s.matrix);
  const std::string_view varying = s.matrix == Matrix::kA ? names.column : names.row;
  const std::string_view fixed = s.matrix == Matrix::kA ? names.row : names.column;
  draw_head(canvas, theme, box.take_top(theme.type.heading * 1.5f), "Lanes",
            {fmt::format("a row per lane L, its registers; in each cell {}, with {} = L mod {}", varying,
                         fixed, s.form.n),
             fmt::format("row: lane L; cell: {}; {} = L mod {}", varying, fixed, s.form.n),
             fmt::format("cell: {}", varying)});
  const LaneFrame frame = lane_frame(theme, box, s);

  canvas.begin_group("lanes", "lanes", "element of the matrix in each lane and register");
  const Place chosen = place_of(s.form, s.matrix, s.element);
  const Extent size = extent(s.form, s.matrix);
  const std::string widest = fmt::format("{}", (s.matrix == Matrix::kA ? size.columns : size.rows) - 1);
  const CellStyle how = choose_cell_style(theme, {frame.cell_width, frame.cell_height}, widest, "");
  for (std::uint32_t lane = 0; lane < 64; ++lane) {
    for (std::uint32_t e = 0; e < frame.elements; ++e) {
      const Element at = element_at(s.form, s.matrix, lane, e);
      const Box cell = frame.cell(lane, e);
      draw_cell(canvas, {cell, element_shade(theme, s, e), varying_index(s, at), ""}, how);
      canvas.tooltip(cell, cell_tooltip(s, at, place_of(s.form, s.matrix, at)));
      canvas.link(cell, cell_action(s, at));
    }
  }
  draw_lane_margins(canvas, theme, frame, s);
  const Box first = frame.cell(chosen.lane, 0);
  mark(canvas, theme,
       {first.x, first.y, frame.cell_width * static_cast<float>(frame.elements), frame.cell_height}, false);
  const Box chosen_box = frame.cell(chosen.lane, chosen.element);
  mark(canvas, theme, chosen_box, true);
  canvas.end_group();
  return chosen_box;
}

}  // namespace lanewise::views
