// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The list of views. A view is a pure function from traces, selection, theme and size to Canvas calls,
// with a second one that tells the same facts as plain text. To add a view: write both functions, add
// one row to the table in view.cpp; window, export and tests take it from there.

#pragma once

#include <span>
#include <string>
#include <string_view>

#include "simulator/trace/trace.h"
#include "visualizer/canvas/canvas.h"
#include "visualizer/theme/theme.h"
#include "visualizer/views/selection.h"

namespace lanewise::views {

struct ViewInput {
  std::span<const trace::Trace* const> traces;  ///< one, or two for before and after
  const Selection& selection;
  const theme::Theme& theme;
  canvas::Size size;  ///< at least kSmallest
};

/// The smallest size at which no text of a view is cut or overlaps.
inline constexpr canvas::Size kSmallest{1280, 720};

struct View {
  std::string_view id;        ///< "lds"
  std::string_view question;  ///< what the view answers; its title
  std::string_view tab;       ///< short name for a tab
  void (*draw)(canvas::Canvas& canvas, const ViewInput& input);
  std::string (*facts)(const ViewInput& input);
};

[[nodiscard]] std::span<const View> all_views();
/// Throws Error{kRequest, "unknown-view"} that lists the views.
[[nodiscard]] const View& find_view(std::string_view id);

void draw_lds(canvas::Canvas& canvas, const ViewInput& input);
[[nodiscard]] std::string lds_facts_text(const ViewInput& input);
void draw_registers(canvas::Canvas& canvas, const ViewInput& input);
[[nodiscard]] std::string registers_facts_text(const ViewInput& input);
void draw_layout(canvas::Canvas& canvas, const ViewInput& input);
[[nodiscard]] std::string layout_facts_text(const ViewInput& input);

}  // namespace lanewise::views
