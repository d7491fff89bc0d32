// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Compiled into the program, not into the library: with LANEWISE_WINDOW it opens the Dear ImGui window,
// without it there is none.

#include "workbench/command/window.h"

#ifdef LANEWISE_WINDOW
#include "simulator/trace/trace.h"
#include "visualizer/app/window.h"
#endif

namespace lanewise::workbench {

ViewFunction window_function() {
#ifdef LANEWISE_WINDOW
  return [](const ViewRequest& request) {
    std::vector<trace::Trace> traces;
    traces.reserve(request.traces.size());
    for (const std::string& path : request.traces) traces.push_back(trace::read_trace(path));
    std::vector<const trace::Trace*> shown;
    shown.reserve(traces.size());
    for (const trace::Trace& trace : traces) shown.push_back(&trace);
    app::WindowOptions options;
    options.view = request.view;
    options.theme = request.theme;
    options.frames = request.frames;
    options.screenshot = request.screenshot;
    return app::run_window(shown, options);
  };
#else
  return nullptr;
#endif
}

}  // namespace lanewise::workbench
