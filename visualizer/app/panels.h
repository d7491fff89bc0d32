// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The parts of the window as Dear ImGui calls on the state: tabs, instruction list, view, status line,
// help. Nothing here knows GLFW or OpenGL.

#pragma once

#include "visualizer/app/app_state.h"
#include "visualizer/canvas/font_set.h"

namespace lanewise::app {

/// Every font that views of any theme use.
[[nodiscard]] std::set<canvas::FontKey> all_fonts();

/// Colours and spacing of Dear ImGui's own parts after the theme.
void apply_style(const theme::Theme& theme);

/// The whole window's content. `scale` is screen pixels per view pixel.
void draw_panels(AppState& state, const canvas::FontSet& fonts, float scale);

}  // namespace lanewise::app
