// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The table of views, in the order of the window's tabs.

#include "visualizer/views/view.h"

#include <array>

#include "simulator/diagnostics/error.h"

namespace lanewise::views {
namespace {

constexpr std::array<View, 3> kViews = {{
    {"lds", "Which lane hit which bank?", "LDS banks", draw_lds, lds_facts_text},
    {"registers", "Where did the registers go?", "Registers", draw_registers, registers_facts_text},
    {"layout", "Where is element (i, k)?", "Layout", draw_layout, layout_facts_text},
}};

}  // namespace

std::span<const View> all_views() { return kViews; }

const View& find_view(std::string_view id) {
  std::string known;
  for (const View& view : kViews) {
    if (view.id == id) return view;
    known += (known.empty() ? "" : ", ") + std::string(view.id);
  }
  throw Error(ErrorKind::kRequest, "unknown-view", "There is no view \"" + std::string(id) + "\".",
              "Use one of: " + known + ".");
}

}  // namespace lanewise::views
