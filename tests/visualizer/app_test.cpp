// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The window's state and hotkeys without a display, and the error where there is none. The window itself
// is opened by window_smoke.sh.

#include <doctest/doctest.h>

#include <cstdlib>
#include <map>
#include <string>

#include "simulator/diagnostics/error.h"
#include "tests/visualizer/sample_traces.h"
#include "visualizer/app/app_state.h"
#include "visualizer/app/window.h"
#include "visualizer/views/program_facts.h"

using namespace lanewise;

namespace {

const trace::Trace& plain() {
  static const trace::Trace trace = tests::gemm_trace(isa::Target::kGfx942, tests::Tile::kPlain);
  return trace;
}
const trace::Trace& swizzled() {
  static const trace::Trace trace = tests::gemm_trace(isa::Target::kGfx942, tests::Tile::kSwizzled);
  return trace;
}

app::AppState two_traces() {
  app::AppState state;
  state.traces = {&plain(), &swizzled()};
  return state;
}

void press(app::AppState& state, int key, int modifiers = 0) {
  const std::optional<app::Action> action = app::action_of({key, modifiers});
  REQUIRE(action.has_value());
  if (action) app::apply(state, *action);
}

std::uint32_t selected(const app::AppState& state) {
  REQUIRE(state.selection.instruction.has_value());
  return state.selection.instruction.value_or(0);
}

std::string selected_mnemonic(const app::AppState& state) {
  return std::string(views::mnemonic_of(state.program(), selected(state)));
}

}  // namespace

TEST_CASE("no_key_is_bound_twice") {
  std::map<std::pair<int, int>, std::string_view> bound;
  for (const app::Hotkey& hotkey : app::hotkeys()) {
    for (const app::KeyPress key : {hotkey.first, hotkey.second}) {
      if (key.key == 0) continue;
      CAPTURE(hotkey.label);
      CHECK(bound.emplace(std::pair{key.key, key.modifiers}, hotkey.label).second);
    }
  }
}

TEST_CASE("help_shows_every_hotkey") {
  const std::string help = app::help_text();
  for (const app::Hotkey& hotkey : app::hotkeys()) {
    CAPTURE(hotkey.label);
    CHECK(help.find(hotkey.label) != std::string::npos);
    CHECK(help.find(app::key_name(hotkey.first)) != std::string::npos);
  }
  CHECK(help.find("?, F1") != std::string::npos);
  CHECK(help.find("Ctrl+1..9") != std::string::npos);
}

TEST_CASE("tab_goes_round_the_views") {
  app::AppState state = two_traces();
  const std::size_t count = views::all_views().size();
  for (std::size_t i = 0; i < count; ++i) press(state, app::kKeyTab);
  CHECK(state.view == 0);
  press(state, app::kKeyTab, app::kShift);
  CHECK(state.view == count - 1);
  press(state, 'T');
  CHECK(state.current_theme().name == "dark");
}

TEST_CASE("arrows_step_through_instructions_and_stop_at_the_ends") {
  app::AppState state = two_traces();
  press(state, app::kKeyDown);
  CHECK(state.selection.instruction == 0);
  press(state, app::kKeyDown, app::kShift);
  CHECK(state.selection.instruction == 10);
  press(state, app::kKeyUp);
  CHECK(state.selection.instruction == 9);
  for (int i = 0; i < 20; ++i) press(state, app::kKeyDown, app::kShift);
  CHECK(state.selection.instruction == plain().program.instructions.size() - 1);
}

TEST_CASE("brackets_step_through_conflicts") {
  app::AppState state = two_traces();
  press(state, ']');
  CHECK(selected_mnemonic(state) == "ds_read_b128");
  const std::uint32_t first = selected(state);
  for (int i = 0; i < 4; ++i) press(state, ']');
  CHECK(state.selection.instruction == first);  // four conflicting reads, round again
  press(state, '[');
  CHECK(selected(state) == first + 3);
  press(state, 'X');  // the swizzled kernel first
  state.status.clear();
  press(state, ']');
  CHECK(state.status == "no instruction has LDS conflicts");
  CHECK(!state.selection.instruction);
}

TEST_CASE("search_filters_and_f3_jumps") {
  app::AppState state = two_traces();
  state.search = "DS_WRITE";
  CHECK(app::matches(state).size() == 4);
  press(state, app::kKeyF3);
  CHECK(selected_mnemonic(state) == "ds_write_b128");
  press(state, app::kKeyF3, app::kShift);
  CHECK(selected(state) == app::matches(state).back());
  state.search = "no such thing";
  press(state, app::kKeyF3);
  CHECK(state.status == "nothing matches the search");
  press(state, app::kKeyEscape);
  CHECK(state.search.empty());
}

TEST_CASE("go_to_takes_numbers_and_source_lines") {
  app::AppState state = two_traces();
  app::go_to(state, "22");
  CHECK(state.selection.instruction == 22);
  app::go_to(state, "gemm.hip:50");
  CHECK(selected_mnemonic(state) == "v_accvgpr_read_b32");
  app::go_to(state, "gemm.hip:999");
  CHECK(state.status == "there is no instruction or source line \"gemm.hip:999\"");
  app::go_to(state, "");
  CHECK(selected_mnemonic(state) == "v_accvgpr_read_b32");
}

TEST_CASE("bookmarks_keep_view_and_selection") {
  app::AppState state = two_traces();
  app::go_to(state, "12");
  press(state, app::kKeyTab);
  press(state, '3', app::kControl);
  press(state, app::kKeyTab);
  press(state, app::kKeyDown);
  press(state, '3');
  CHECK(state.view == 1);
  CHECK(state.selection.instruction == 12);
  press(state, '4');
  CHECK(state.status == "bookmark 4 is not set; Ctrl+4 sets it");
}

TEST_CASE("zoom_stays_inside_the_picture") {
  app::AppState state = two_traces();
  for (int i = 0; i < 30; ++i) press(state, 'W');
  CHECK(state.zoom == 8);
  for (int i = 0; i < 300; ++i) press(state, 'D');
  CHECK(state.pan_x == doctest::Approx(1 - 1.0 / 8));
  for (int i = 0; i < 30; ++i) press(state, 'S');
  CHECK(state.zoom == 1);
  CHECK(state.pan_x == 0);
  press(state, 'W');
  press(state, 'F');
  CHECK(state.zoom == 1);
}

TEST_CASE("links_and_keys_share_one_selection") {
  app::AppState state = two_traces();
  app::follow_link(state, "instruction=22");
  CHECK(state.status.starts_with("instruction 22 at gemm.hip:40"));
  app::follow_link(state, "operand=D,block=0,row=3,column=4");
  CHECK(state.selection.instruction == 22);
  CHECK(state.selection.operand == 'D');
  press(state, 'O');
  CHECK(state.selection.operand == 'A');
  press(state, app::kKeyEscape);
  CHECK(!state.selection.instruction);
}

TEST_CASE("files_and_clipboard_are_asked_of_the_window") {
  app::AppState state = two_traces();
  press(state, 'E', app::kControl);
  CHECK(state.export_path == "lanewise-lds.svg");
  press(state, 'C', app::kControl);
  CHECK(state.clipboard.starts_with("Which lane hit which bank?"));
  press(state, '/', app::kShift);
  CHECK(state.help);
  press(state, 'Q', app::kControl);
  CHECK(state.quit);
}

TEST_CASE("commands_survive_an_empty_trace") {
  const trace::Trace nothing;
  app::AppState state;
  state.traces = {&nothing};
  for (const app::Hotkey& hotkey : app::hotkeys()) {
    app::apply(state, {hotkey.command, 1, 1});
    CHECK(!state.selection.instruction);
  }
}

TEST_CASE("without_a_display_the_error_names_the_way_out") {
  std::map<std::string, std::string> saved;
  for (const char* name : {"DISPLAY", "WAYLAND_DISPLAY"}) {
    if (const char* value = std::getenv(name)) saved[name] = value;
    unsetenv(name);
  }
  try {
    app::run_window({&plain()}, {});
    FAIL_CHECK("a window without a display");
  } catch (const Error& error) {
    CHECK(error.kind == ErrorKind::kRequest);
    CHECK(error.id == "no-display");
    CHECK(error.message == "There is no display: neither DISPLAY nor WAYLAND_DISPLAY is set.");
    CHECK(error.remedy.find("lanewise export TRACE --view lds -o lds.svg") != std::string::npos);
  }
  for (const auto& [name, value] : saved) setenv(name.c_str(), value.c_str(), 1);
}
