// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Opens the window on the sample traces, presses every hotkey except quit, and writes a screenshot.
// Started by window_smoke.sh under xvfb-run:  window_smoke SCREENSHOT THEME VIEW keys|quiet

#include <cstdio>
#include <string>

#include "simulator/diagnostics/error.h"
#include "tests/visualizer/sample_traces.h"
#include "visualizer/app/window.h"

int main(int argc, char** argv) {
  using namespace lanewise;
  if (argc != 5) return 2;
  const trace::Trace plain = tests::gemm_trace(isa::Target::kGfx942, tests::Tile::kPlain);
  const trace::Trace swizzled = tests::gemm_trace(isa::Target::kGfx942, tests::Tile::kSwizzled);
  app::WindowOptions options;
  options.screenshot = argv[1];
  options.theme = argv[2];
  options.view = argv[3];
  options.frames = 5;
  if (std::string(argv[4]) == "keys") {
    for (const app::Hotkey& hotkey : app::hotkeys()) {
      if (hotkey.command == app::Command::kQuit || hotkey.command == app::Command::kExport) continue;
      options.key_presses.push_back(hotkey.first);
      if (hotkey.command == app::Command::kSearch || hotkey.command == app::Command::kGoTo)
        options.key_presses.push_back({app::kKeyEscape, 0});
      if (hotkey.second.key != 0) options.key_presses.push_back(hotkey.second);
    }
    options.frames = static_cast<int>(options.key_presses.size()) + 4;
  }
  try {
    return app::run_window({&plain, &swizzled}, options);
  } catch (const Error& error) {
    std::fprintf(stderr, "%s [%s] %s\n", error.message.c_str(), error.id.c_str(), error.remedy.c_str());
    return 1;
  }
}
