// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The chart of the registers view: live VGPRs and AGPRs stacked over the instructions in address order,
// occupancy steps as lines, the allocation, the peak, loops as brackets, the pipes as a coloured strip,
// and a smaller SGPR curve underneath.

#pragma once

#include "visualizer/canvas/canvas.h"
#include "visualizer/theme/theme.h"
#include "visualizer/views/registers_facts.h"
#include "visualizer/views/selection.h"

namespace lanewise::views {

struct ChartInput {
  const RegisterCurve& curve;
  std::string id;                          ///< starts the group ids
  float top = 64;                          ///< registers at the upper edge; the same for compared kernels
  std::optional<std::uint32_t> selected;   ///< instruction
};

/// Registers that the chart of these curves must reach.
[[nodiscard]] float chart_top(const std::vector<RegisterCurve>& curves);

void draw_register_chart(canvas::Canvas& canvas, const theme::Theme& theme, canvas::Box box,
                         const ChartInput& input);

/// What the colours and lines mean, in one line.
void draw_register_legend(canvas::Canvas& canvas, const theme::Theme& theme, const canvas::Box& box);

}  // namespace lanewise::views
