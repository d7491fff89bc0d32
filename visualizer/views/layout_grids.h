// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The two linked grids of the layout view: the matrix with lane and register in each cell, and the
// lanes with an element in each cell. The shade of a cell is the element's index inside its lane, the
// same in both grids.

#pragma once

#include "visualizer/canvas/canvas.h"
#include "visualizer/theme/theme.h"
#include "visualizer/views/fragment_layout.h"

namespace lanewise::views {

struct LayoutSelection {
  MatrixForm form;
  Matrix matrix = Matrix::kA;
  Element element;
};

/// Both return the box of the selected element, for the line between them.
canvas::Box draw_matrix_grid(canvas::Canvas& canvas, const theme::Theme& theme, canvas::Box box,
                             const LayoutSelection& selected);
canvas::Box draw_lane_grid(canvas::Canvas& canvas, const theme::Theme& theme, canvas::Box box,
                           const LayoutSelection& selected);

/// Shade of the e-th element of a lane, in both grids.
[[nodiscard]] canvas::Color element_shade(const theme::Theme& theme, const LayoutSelection& selected,
                                          std::uint32_t e);

/// "i" and "k" for A, "k" and "j" for B, "i" and "j" for D.
struct IndexNames {
  std::string_view row, column;
};
[[nodiscard]] IndexNames index_names(Matrix matrix);
[[nodiscard]] char matrix_letter(Matrix matrix);

}  // namespace lanewise::views
