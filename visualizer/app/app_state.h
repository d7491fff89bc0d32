// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the window shows, apart from any window: selection, view, theme, zoom, bookmarks. Commands change
// it by pure code, so that every hotkey is tested without a display.

#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "visualizer/app/hotkeys.h"
#include "visualizer/views/view.h"

namespace lanewise::app {

struct Bookmark {
  std::size_t view = 0;
  views::Selection selection;
};

enum class Prompt : std::uint8_t { kNone, kSearch, kGoTo };

struct AppState {
  std::vector<const trace::Trace*> traces;  ///< one or two
  views::Selection selection;
  std::size_t view = 0;   ///< index in views::all_views()
  std::size_t theme = 0;  ///< index in theme::all_themes()
  float zoom = 1, pan_x = 0, pan_y = 0;  ///< pan in parts of the view's size, 0..1 - 1/zoom
  std::string search;
  std::array<std::optional<Bookmark>, 9> bookmarks;
  bool help = false;
  bool quit = false;
  Prompt prompt = Prompt::kNone;   ///< which input wants the keyboard
  std::string status;              ///< last message of the status line
  std::string clipboard;           ///< text to be put there by the window; emptied by it
  std::string export_path;         ///< file to be written by the window; emptied by it

  [[nodiscard]] const views::View& current_view() const { return views::all_views()[view]; }
  [[nodiscard]] const theme::Theme& current_theme() const { return *theme::all_themes()[theme]; }
  [[nodiscard]] const isa::Program& program() const { return traces[0]->program; }
};

void apply(AppState& state, const Action& action);

/// Instructions whose text, source place or number holds `state.search`, ascending. All if it is empty.
[[nodiscard]] std::vector<std::uint32_t> matches(const AppState& state);

/// "37" or "gemm.hip:41" or "41": selects; says in the status line what was not found.
void go_to(AppState& state, std::string_view text);

/// Selection from a link of a view.
void follow_link(AppState& state, std::string_view action);

}  // namespace lanewise::app
