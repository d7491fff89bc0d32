// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The table, and what is generated from it.

#include "visualizer/app/hotkeys.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace lanewise::app {
namespace {

constexpr std::array kTable = {
    Hotkey{"Views", "next view", Command::kNextView, {kKeyTab, 0}},
    Hotkey{"Views", "previous view", Command::kPreviousView, {kKeyTab, kShift}},
    Hotkey{"Views", "next theme", Command::kNextTheme, {'T', 0}},
    Hotkey{"Views", "swap the two traces", Command::kSwapTraces, {'X', 0}},
    Hotkey{"Zoom", "zoom in", Command::kZoomIn, {'W', 0}, {'=', 0}},
    Hotkey{"Zoom", "zoom out", Command::kZoomOut, {'S', 0}, {'-', 0}},
    Hotkey{"Zoom", "pan left", Command::kPanLeft, {'A', 0}, {kKeyLeft, 0}},
    Hotkey{"Zoom", "pan right", Command::kPanRight, {'D', 0}, {kKeyRight, 0}},
    Hotkey{"Zoom", "pan up", Command::kPanUp, {kKeyUp, kControl}},
    Hotkey{"Zoom", "pan down", Command::kPanDown, {kKeyDown, kControl}},
    Hotkey{"Zoom", "fit", Command::kFit, {'F', 0}},
    Hotkey{"Selection", "next instruction", Command::kNextInstruction, {kKeyDown, 0}},
    Hotkey{"Selection", "previous instruction", Command::kPreviousInstruction, {kKeyUp, 0}},
    Hotkey{"Selection", "next instruction with LDS conflicts", Command::kNextConflict, {']', 0}},
    Hotkey{"Selection", "previous instruction with LDS conflicts", Command::kPreviousConflict, {'[', 0}},
    Hotkey{"Selection", "next recorded execution", Command::kNextExecution, {'.', 0}},
    Hotkey{"Selection", "previous recorded execution", Command::kPreviousExecution, {',', 0}},
    Hotkey{"Selection", "next operand of the layout", Command::kNextOperand, {'O', 0}},
    Hotkey{"Search", "search the instructions", Command::kSearch, {'/', 0}},
    Hotkey{"Search", "next match", Command::kNextMatch, {kKeyF3, 0}},
    Hotkey{"Search", "previous match", Command::kPreviousMatch, {kKeyF3, kShift}},
    Hotkey{"Search", "go to an instruction number or file:line", Command::kGoTo, {'G', 0}},
    Hotkey{"Bookmarks", "set bookmark", Command::kSetBookmark, {'1', kControl}},
    Hotkey{"Bookmarks", "recall bookmark", Command::kRecallBookmark, {'1', 0}},
    Hotkey{"Files", "export the view as SVG", Command::kExport, {'E', kControl}},
    Hotkey{"Files", "copy the view's facts as text", Command::kCopyFacts, {'C', kControl}},
    Hotkey{"Window", "help", Command::kHelp, {'/', kShift}, {kKeyF1, 0}},
    Hotkey{"Window", "close what is open, clear the selection", Command::kClear, {kKeyEscape, 0}},
    Hotkey{"Window", "quit", Command::kQuit, {'Q', kControl}},
};

bool is_bookmark(Command command) {
  return command == Command::kSetBookmark || command == Command::kRecallBookmark;
}

/// Steps that Shift makes ten times as long.
bool is_step(Command command) {
  switch (command) {
    case Command::kNextInstruction:
    case Command::kPreviousInstruction:
    case Command::kNextExecution:
    case Command::kPreviousExecution:
    case Command::kPanLeft:
    case Command::kPanRight: return true;
    default: return false;
  }
}

bool same(KeyPress bound, KeyPress pressed) {
  return bound.key != 0 && bound.key == pressed.key && bound.modifiers == pressed.modifiers;
}

}  // namespace

std::span<const Hotkey> hotkeys() { return kTable; }

std::optional<Action> action_of(KeyPress press) {
  for (const Hotkey& hotkey : kTable) {
    if (is_bookmark(hotkey.command)) {
      if (press.key >= '1' && press.key <= '9' && press.modifiers == hotkey.first.modifiers) {
        return Action{hotkey.command, 1, press.key - '0'};
      }
      continue;
    }
    if (same(hotkey.first, press) || same(hotkey.second, press)) return Action{hotkey.command};
  }
  if ((press.modifiers & kShift) == 0) return std::nullopt;
  const KeyPress plain{press.key, press.modifiers & ~kShift};
  for (const Hotkey& hotkey : kTable) {
    if (is_step(hotkey.command) && (same(hotkey.first, plain) || same(hotkey.second, plain)))
      return Action{hotkey.command, 10};
  }
  return std::nullopt;
}

std::string key_name(KeyPress press) {
  std::string out;
  if ((press.modifiers & kControl) != 0) out += "Ctrl+";
  if (press.key == '/' && press.modifiers == kShift) return "?";
  if ((press.modifiers & kShift) != 0) out += "Shift+";
  switch (press.key) {
    case kKeyEscape: return out + "Esc";
    case kKeyTab: return out + "Tab";
    case kKeyRight: return out + "Right";
    case kKeyLeft: return out + "Left";
    case kKeyDown: return out + "Down";
    case kKeyUp: return out + "Up";
    case kKeyF1: return out + "F1";
    case kKeyF3: return out + "F3";
    default: return out + static_cast<char>(press.key);
  }
}

std::string help_text() {
  std::string out, group;
  for (const Hotkey& hotkey : kTable) {
    if (hotkey.group != group) {
      group = hotkey.group;
      out += fmt::format("{}{}\n", out.empty() ? "" : "\n", group);
    }
    std::string keys = key_name(hotkey.first) + (is_bookmark(hotkey.command) ? "..9" : "");
    if (hotkey.second.key != 0) keys += ", " + key_name(hotkey.second);
    out += fmt::format("  {:<14} {}{}\n", keys, hotkey.label, is_step(hotkey.command) ? " (Shift: ten)" : "");
  }
  return out;
}

}  // namespace lanewise::app
