// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Compiled into the program, not into the library: with LANEWISE_WINDOW it opens the Dear ImGui window,
// without it there is none.

#include "workbench/command/window.h"

#ifdef LANEWISE_WINDOW
#include "visualizer/app/run_window.h"
#endif

namespace lanewise::workbench {

ViewFunction window_function() {
#ifdef LANEWISE_WINDOW
  return [](const ViewRequest& request) { return app::run_window(request.traces, request.view); };
#else
  return nullptr;
#endif
}

}  // namespace lanewise::workbench
