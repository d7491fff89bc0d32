// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The live window: GLFW, OpenGL 3, Dear ImGui (1.86 and newer). Redraws only when something happens.

#pragma once

#include <string>
#include <vector>

#include "simulator/trace/trace.h"
#include "visualizer/app/hotkeys.h"
#include "visualizer/views/selection.h"

namespace lanewise::app {

struct WindowOptions {
  std::string view = "lds";
  std::string theme = "light";
  views::Selection selection{};
  int width = 1640, height = 940;
  /// For tests: close after this many frames; 0 = when the user closes the window.
  int frames = 0;
  std::string screenshot{};           ///< PNG of the last frame, written before the window closes
  std::vector<KeyPress> key_presses{};  ///< pressed one per frame, as if typed
};

/// Shows one or two traces until the window is closed; returns 0. Throws Error{kRequest} with
/// "no-display", "no-opengl", "no-trace", "unknown-view", "unknown-theme" or "unwritable-path".
int run_window(const std::vector<const trace::Trace*>& traces, const WindowOptions& options);

}  // namespace lanewise::app
