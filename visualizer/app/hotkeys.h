// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The one table of hotkeys. The help page is generated from it, so nothing can be bound that help does
// not show. Key codes are GLFW's (printable keys are their ASCII capitals), since Dear ImGui 1.86 has no
// names for most letters; window.cpp checks the numbers against GLFW's header.

#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace lanewise::app {

enum class Command : std::uint8_t {
  kNextView,
  kPreviousView,
  kNextTheme,
  kSwapTraces,
  kZoomIn,
  kZoomOut,
  kPanLeft,
  kPanRight,
  kPanUp,
  kPanDown,
  kFit,
  kNextInstruction,
  kPreviousInstruction,
  kNextConflict,
  kPreviousConflict,
  kNextExecution,
  kPreviousExecution,
  kNextOperand,
  kSearch,
  kNextMatch,
  kPreviousMatch,
  kGoTo,
  kSetBookmark,
  kRecallBookmark,
  kExport,
  kCopyFacts,
  kHelp,
  kClear,
  kQuit,
};

// Key codes outside ASCII, as in GLFW.
inline constexpr int kKeyEscape = 256, kKeyTab = 258, kKeyRight = 262, kKeyLeft = 263, kKeyDown = 264,
                     kKeyUp = 265, kKeyF1 = 290, kKeyF3 = 292;
inline constexpr int kShift = 1, kControl = 2;  ///< modifier bits, as in GLFW

struct KeyPress {
  int key = 0;
  int modifiers = 0;
};

struct Hotkey {
  std::string_view group;
  std::string_view label;  ///< what it does
  Command command;
  KeyPress first;
  KeyPress second{};       ///< key 0: none
};

[[nodiscard]] std::span<const Hotkey> hotkeys();

/// A command, ten times with Shift where that makes sense, or for a numbered bookmark.
struct Action {
  Command command;
  int times = 1;
  int number = 0;  ///< bookmark 1..9
};
[[nodiscard]] std::optional<Action> action_of(KeyPress press);

/// "Ctrl+E", "[", "Shift+F3", "1..9".
[[nodiscard]] std::string key_name(KeyPress press);
/// The help page as plain text, generated from the table.
[[nodiscard]] std::string help_text();

}  // namespace lanewise::app
