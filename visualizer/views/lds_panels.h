// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The grid of phase panels of the bank view: one panel per phase, its lanes as rows, the banks as
// columns. Bank is position, conflict degree is shade plus number, broadcast is a dot.

#pragma once

#include "visualizer/canvas/canvas.h"
#include "visualizer/theme/theme.h"
#include "visualizer/views/lds_facts.h"

namespace lanewise::views {

/// Draws all phases of all addresses of the instance into `box`. `id` starts the group ids.
void draw_phase_panels(canvas::Canvas& canvas, const theme::Theme& theme, canvas::Box box,
                       const LdsInstance& instance, std::string_view id);

/// One line: what shades, numbers and dots mean.
void draw_degree_legend(canvas::Canvas& canvas, const theme::Theme& theme, const canvas::Box& box);

/// Shade of a bank that was asked for `degree` distinct dwords; the same scale in every picture.
[[nodiscard]] canvas::Color degree_color(const theme::Theme& theme, std::uint32_t degree);

}  // namespace lanewise::views
