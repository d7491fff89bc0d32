// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Commands as changes of the state. Each command is a short function; none needs a window.

#include "visualizer/app/app_state.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>

#include "visualizer/views/lds_facts.h"
#include "visualizer/views/program_facts.h"

namespace lanewise::app {
namespace {

std::uint32_t count(const AppState& state) {
  return static_cast<std::uint32_t>(state.program().instructions.size());
}

void select(AppState& state, std::uint32_t instruction) {
  state.selection.instruction = instruction;
  state.selection.instance = 0;
  state.status =
      fmt::format("instruction {} at {}: {}", instruction, views::short_place(state.program(), instruction),
                  views::instruction_text(state.program(), instruction));
}

/// `times` may be negative: backwards.
void step_instruction(AppState& state, int times) {
  if (count(state) == 0) return;
  const long last = static_cast<long>(count(state)) - 1;
  const long from = state.selection.instruction ? static_cast<long>(*state.selection.instruction)
                    : times > 0                 ? -1
                                                : last + 1;
  select(state, static_cast<std::uint32_t>(std::clamp(from + times, 0l, last)));
}

/// Next or previous of ascending candidates, around the end.
void step_among(AppState& state, const std::vector<std::uint32_t>& candidates, bool forward,
                std::string_view nothing) {
  if (candidates.empty()) {
    state.status = std::string(nothing);
    return;
  }
  const std::uint32_t here = state.selection.instruction.value_or(forward ? 0xffffffffu : 0u);
  if (forward) {
    const auto next = std::upper_bound(candidates.begin(), candidates.end(), here);
    select(state, next == candidates.end() ? candidates.front() : *next);
  } else {
    const auto next = std::lower_bound(candidates.begin(), candidates.end(), here);
    select(state, next == candidates.begin() ? candidates.back() : *(next - 1));
  }
}

std::vector<std::uint32_t> conflicting(const AppState& state) {
  std::vector<std::uint32_t> found;
  for (const trace::LdsInstructionCount& row : state.traces[0]->lds) {
    if (row.conflict_cycles > 0 && row.instruction < count(state)) found.push_back(row.instruction);
  }
  std::sort(found.begin(), found.end());
  return found;
}

void step_execution(AppState& state, int times) {
  const views::LdsFacts facts = views::lds_facts(*state.traces[0], state.selection);
  if (!facts.instance) {
    state.status = "no recorded execution of an LDS instruction to step through";
    return;
  }
  const long last = static_cast<long>(facts.instance->recorded) - 1;
  const long next = std::clamp(static_cast<long>(facts.instance->number) + times, 0l, last);
  state.selection.instance = static_cast<std::uint32_t>(next);
  state.status = fmt::format("execution {} of {} recorded", next + 1, last + 1);
}

void change_zoom(AppState& state, float factor) {
  const float middle_x = state.pan_x + 0.5f / state.zoom, middle_y = state.pan_y + 0.5f / state.zoom;
  state.zoom = std::clamp(state.zoom * factor, 1.0f, 8.0f);
  const float room = 1 - 1 / state.zoom;
  state.pan_x = std::clamp(middle_x - 0.5f / state.zoom, 0.0f, room);
  state.pan_y = std::clamp(middle_y - 0.5f / state.zoom, 0.0f, room);
}

void pan(AppState& state, float x, float y) {
  const float room = 1 - 1 / state.zoom, part = 0.05f / state.zoom;
  state.pan_x = std::clamp(state.pan_x + x * part, 0.0f, room);
  state.pan_y = std::clamp(state.pan_y + y * part, 0.0f, room);
}

void next_operand(AppState& state) {
  const char now = state.selection.operand.value_or('A');
  state.selection.operand = now == 'A' ? 'B' : now == 'B' ? 'D' : 'A';
}

void set_bookmark(AppState& state, int number) {
  state.bookmarks[static_cast<std::size_t>(number - 1)] = Bookmark{state.view, state.selection};
  state.status = fmt::format("bookmark {} set", number);
}

void recall_bookmark(AppState& state, int number) {
  const std::optional<Bookmark>& bookmark = state.bookmarks[static_cast<std::size_t>(number - 1)];
  if (!bookmark) {
    state.status = fmt::format("bookmark {} is not set; Ctrl+{} sets it", number, number);
    return;
  }
  state.view = bookmark->view;
  state.selection = bookmark->selection;
  state.status = fmt::format("bookmark {}", number);
}

void swap_traces(AppState& state) {
  if (state.traces.size() < 2) {
    state.status = "there is only one trace; open two to compare";
    return;
  }
  std::swap(state.traces[0], state.traces[1]);
  state.selection.instruction.reset();
}

void clear(AppState& state) {
  if (state.help)
    state.help = false;
  else if (state.prompt != Prompt::kNone)
    state.prompt = Prompt::kNone;
  else if (!state.search.empty())
    state.search.clear();
  else
    state.selection = {};
}

std::string lower(std::string text) {
  for (char& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return text;
}

}  // namespace

void apply(AppState& state, const Action& action) {
  const std::size_t views = views::all_views().size(), themes = theme::all_themes().size();
  const float many = static_cast<float>(action.times);
  switch (action.command) {
    case Command::kNextView: state.view = (state.view + 1) % views; break;
    case Command::kPreviousView: state.view = (state.view + views - 1) % views; break;
    case Command::kNextTheme: state.theme = (state.theme + 1) % themes; break;
    case Command::kSwapTraces: swap_traces(state); break;
    case Command::kZoomIn: change_zoom(state, 1.25f); break;
    case Command::kZoomOut: change_zoom(state, 0.8f); break;
    case Command::kPanLeft: pan(state, -many, 0); break;
    case Command::kPanRight: pan(state, many, 0); break;
    case Command::kPanUp: pan(state, 0, -many); break;
    case Command::kPanDown: pan(state, 0, many); break;
    case Command::kFit: state.zoom = 1, state.pan_x = state.pan_y = 0; break;
    case Command::kNextInstruction: step_instruction(state, action.times); break;
    case Command::kPreviousInstruction: step_instruction(state, -action.times); break;
    case Command::kNextConflict:
      step_among(state, conflicting(state), true, "no instruction has LDS conflicts");
      break;
    case Command::kPreviousConflict:
      step_among(state, conflicting(state), false, "no instruction has LDS conflicts");
      break;
    case Command::kNextExecution: step_execution(state, action.times); break;
    case Command::kPreviousExecution: step_execution(state, -action.times); break;
    case Command::kNextOperand: next_operand(state); break;
    case Command::kSearch: state.prompt = Prompt::kSearch; break;
    case Command::kNextMatch: step_among(state, matches(state), true, "nothing matches the search"); break;
    case Command::kPreviousMatch:
      step_among(state, matches(state), false, "nothing matches the search");
      break;
    case Command::kGoTo: state.prompt = Prompt::kGoTo; break;
    case Command::kSetBookmark: set_bookmark(state, action.number); break;
    case Command::kRecallBookmark: recall_bookmark(state, action.number); break;
    case Command::kExport: state.export_path = fmt::format("lanewise-{}.svg", state.current_view().id); break;
    case Command::kCopyFacts:
      state.clipboard = state.current_view().facts(
          {state.traces, state.selection, state.current_theme(), views::kSmallest});
      state.status = "facts copied as text";
      break;
    case Command::kHelp: state.help = !state.help; break;
    case Command::kClear: clear(state); break;
    case Command::kQuit: state.quit = true; break;
  }
}

std::vector<std::uint32_t> matches(const AppState& state) {
  std::vector<std::uint32_t> found;
  const std::string wanted = lower(state.search);
  for (std::uint32_t i = 0; i < count(state); ++i) {
    const std::string line = fmt::format("{} {} {}", i, views::short_place(state.program(), i),
                                         views::instruction_text(state.program(), i));
    if (wanted.empty() || lower(line).find(wanted) != std::string::npos) found.push_back(i);
  }
  return found;
}

void go_to(AppState& state, std::string_view text) {
  std::uint32_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const bool whole = error == std::errc() && end == text.data() + text.size();
  if (whole && number < count(state)) return select(state, number);
  for (std::uint32_t i = 0; i < count(state); ++i) {
    const std::string place = views::short_place(state.program(), i);
    if (!text.empty() && (place == text || place.ends_with(":" + std::string(text)))) return select(state, i);
  }
  state.status = fmt::format("there is no instruction or source line \"{}\"", text);
}

void follow_link(AppState& state, std::string_view action) {
  state.selection = views::parse_selection(action, state.selection);
  const std::optional<std::uint32_t> chosen = state.selection.instruction;
  if (!action.starts_with("instruction=") || !chosen || *chosen >= count(state)) return;
  state.selection.mnemonic.clear();
  select(state, *chosen);
}

}  // namespace lanewise::app
