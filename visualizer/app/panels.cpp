// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Layout of the window:
//
//   tabs ................................. theme  export  help
//   ┌ search ─────┐ ┌ view ───────────────────────────────────┐
//   │ instruction │ │ drawn on an ImGuiCanvas, scaled so that │
//   │ list        │ │ at least kSmallest fits                 │
//   └─────────────┘ └─────────────────────────────────────────┘
//   status

#include "visualizer/app/panels.h"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <cstring>

#include "visualizer/canvas/imgui_canvas.h"
#include "visualizer/views/program_facts.h"

namespace lanewise::app {
namespace {

ImVec4 color(canvas::Color c) {
  return {static_cast<float>(c.r) / 255, static_cast<float>(c.g) / 255, static_cast<float>(c.b) / 255,
          static_cast<float>(c.a) / 255};
}

void draw_top_bar(AppState& state) {
  if (ImGui::BeginTabBar("views")) {
    static std::size_t shown = ~std::size_t{0};
    for (std::size_t i = 0; i < views::all_views().size(); ++i) {
      const views::View& view = views::all_views()[i];
      // A hotkey or a bookmark moves the tab; a click moves the state.
      const bool move = state.view == i && shown != i;
      const std::string label(view.tab);
      if (ImGui::BeginTabItem(label.c_str(), nullptr, move ? ImGuiTabItemFlags_SetSelected : 0)) {
        if (shown == state.view) state.view = i;
        ImGui::EndTabItem();
      }
    }
    shown = state.view;
    const std::string theme = "theme: " + std::string(state.current_theme().name);
    if (ImGui::TabItemButton(theme.c_str(), ImGuiTabItemFlags_Trailing)) apply(state, {Command::kNextTheme});
    if (ImGui::TabItemButton("export", ImGuiTabItemFlags_Trailing)) apply(state, {Command::kExport});
    if (ImGui::TabItemButton("?", ImGuiTabItemFlags_Trailing)) apply(state, {Command::kHelp});
    ImGui::EndTabBar();
  }
}

/// One line of input that takes the keyboard when its hotkey asked for it.
bool draw_input(AppState& state, Prompt mine, const char* hint, std::string& text) {
  char buffer[256] = {};
  std::strncpy(buffer, text.c_str(), sizeof buffer - 1);
  if (state.prompt == mine) ImGui::SetKeyboardFocusHere();
  ImGui::SetNextItemWidth(-1);
  const bool entered =
      ImGui::InputTextWithHint(hint, hint, buffer, sizeof buffer, ImGuiInputTextFlags_EnterReturnsTrue);
  if (state.prompt == mine && ImGui::IsItemActive()) state.prompt = Prompt::kNone;
  text = buffer;
  return entered;
}

void draw_row(AppState& state, std::uint32_t i) {
  const isa::Program& program = state.program();
  const canvas::Color pipe = state.current_theme().category(views::category_of(program.instructions[i]));
  const ImVec2 at = ImGui::GetCursorScreenPos();
  ImGui::GetWindowDrawList()->AddRectFilled({at.x, at.y}, {at.x + 4, at.y + ImGui::GetTextLineHeight()},
                                            IM_COL32(pipe.r, pipe.g, pipe.b, 255));
  ImGui::SetCursorPosX(ImGui::GetCursorPosX() + 9);
  const std::string label = fmt::format("{:>4}  {}##{}", i, views::instruction_text(program, i), i);
  if (ImGui::Selectable(label.c_str(), state.selection.instruction == i))
    follow_link(state, fmt::format("instruction={}", i));
  if (ImGui::IsItemHovered())
    ImGui::SetTooltip("%s\n%s", views::short_place(program, i).c_str(),
                      views::instruction_text(program, i).c_str());
}

void draw_instructions(AppState& state) {
  static std::string go_to_text;
  draw_input(state, Prompt::kSearch, "search  /", state.search);
  if (draw_input(state, Prompt::kGoTo, "go to number or file:line  G", go_to_text)) go_to(state, go_to_text);
  const std::vector<std::uint32_t> rows = matches(state);
  ImGui::TextDisabled("%zu of %zu instructions", rows.size(), state.program().instructions.size());
  ImGui::BeginChild("rows");
  static std::optional<std::uint32_t> followed;
  if (state.selection.instruction != followed) {
    followed = state.selection.instruction;
    const std::uint32_t wanted = followed.value_or(isa::Program::kNoInstruction);
    const auto row = std::lower_bound(rows.begin(), rows.end(), wanted);
    if (row != rows.end() && *row == wanted) {
      const float y = static_cast<float>(row - rows.begin()) * ImGui::GetTextLineHeightWithSpacing();
      const bool hidden = y < ImGui::GetScrollY() || y > ImGui::GetScrollY() + ImGui::GetWindowHeight() -
                                                             2 * ImGui::GetTextLineHeightWithSpacing();
      if (hidden) ImGui::SetScrollY(std::max(0.0f, y - ImGui::GetWindowHeight() / 3));
    }
  }
  ImGuiListClipper clipper;
  clipper.Begin(static_cast<int>(rows.size()));
  while (clipper.Step()) {
    for (int r = clipper.DisplayStart; r < clipper.DisplayEnd; ++r)
      draw_row(state, rows[static_cast<std::size_t>(r)]);
  }
  ImGui::EndChild();
}

/// Mouse wheel with Ctrl zooms; dragging pans.
void take_mouse(AppState& state, const canvas::Size& region) {
  const ImGuiIO& io = ImGui::GetIO();
  if (io.KeyCtrl && io.MouseWheel != 0)
    apply(state, {io.MouseWheel > 0 ? Command::kZoomIn : Command::kZoomOut});
  if (ImGui::IsMouseDragging(ImGuiMouseButton_Left) && state.zoom > 1) {
    const float room = 1 - 1 / state.zoom;
    state.pan_x = std::clamp(state.pan_x - io.MouseDelta.x / region.width / state.zoom, 0.0f, room);
    state.pan_y = std::clamp(state.pan_y - io.MouseDelta.y / region.height / state.zoom, 0.0f, room);
  }
}

void draw_view(AppState& state, const canvas::FontSet& fonts, float screen_scale) {
  const ImVec2 corner = ImGui::GetCursorScreenPos(), available = ImGui::GetContentRegionAvail();
  if (available.x < 50 || available.y < 50) return;
  // Not smaller than the smallest legible size: the picture is scaled down instead.
  const float fit = std::min(available.x / views::kSmallest.width, available.y / views::kSmallest.height);
  const float base = std::min(screen_scale, fit);
  const canvas::Size size{available.x / base, available.y / base};
  const float scale = base * state.zoom;
  const canvas::Point origin{corner.x - state.pan_x * size.width * scale,
                             corner.y - state.pan_y * size.height * scale};

  ImDrawList& list = *ImGui::GetWindowDrawList();
  ImGui::InvisibleButton("view", available);
  const bool hovered = ImGui::IsItemHovered();
  list.PushClipRect(corner, {corner.x + available.x, corner.y + available.y}, true);
  const canvas::Color ground = state.current_theme().background;
  list.AddRectFilled(corner, {corner.x + available.x, corner.y + available.y},
                     IM_COL32(ground.r, ground.g, ground.b, 255));
  canvas::ImGuiCanvas canvas(list, fonts, {origin, scale});
  state.current_view().draw(canvas, {state.traces, state.selection, state.current_theme(), size});
  list.PopClipRect();
  if (!hovered) return;

  const ImVec2 mouse = ImGui::GetMousePos();
  take_mouse(state, {available.x, available.y});
  if (const auto tip = canvas.tooltip_at({mouse.x, mouse.y})) ImGui::SetTooltip("%s", tip->c_str());
  const auto link = canvas.link_at({mouse.x, mouse.y});
  if (link) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
  const ImVec2 drag = ImGui::GetMouseDragDelta(ImGuiMouseButton_Left);
  const bool dragged = drag.x != 0 || drag.y != 0;
  if (link && !dragged && ImGui::IsMouseReleased(ImGuiMouseButton_Left)) follow_link(state, *link);
}

void draw_help(AppState& state) {
  if (!state.help) return;
  const ImVec2 display = ImGui::GetIO().DisplaySize;
  ImGui::SetNextWindowPos({display.x / 2, display.y / 2}, ImGuiCond_Always, {0.5f, 0.5f});
  if (ImGui::Begin("Hotkeys", &state.help, ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoCollapse)) {
    ImGui::TextUnformatted(help_text().c_str());
  }
  ImGui::End();
}

}  // namespace

std::set<canvas::FontKey> all_fonts() {
  std::set<canvas::FontKey> keys;
  for (const theme::Theme* theme : theme::all_themes()) {
    for (const float size :
         {theme->type.tiny, theme->type.small, theme->type.body, theme->type.heading, theme->type.title}) {
      for (const canvas::Face face : {canvas::Face::kSans, canvas::Face::kMono}) {
        for (const bool bold : {false, true}) keys.insert({face, bold, size});
      }
    }
  }
  return keys;
}

void apply_style(const theme::Theme& theme) {
  ImGuiStyle& style = ImGui::GetStyle();
  style.WindowRounding = style.ChildRounding = 0;
  style.FrameRounding = style.TabRounding = 4;
  style.WindowPadding = {8, 8};
  style.ItemSpacing = {6, 5};
  const ImVec4 text = color(theme.text), ground = color(theme.background), surface = color(theme.surface);
  const ImVec4 line = color(theme.outline), pale = color(theme.surface_alt),
               mark = color(theme.selection.with_alpha(60));
  const ImVec4 tab = color(theme.tint(theme.neutral, 0.55f));
  const std::pair<ImGuiCol, ImVec4> colors[] = {
      {ImGuiCol_Text, text},
      {ImGuiCol_TextDisabled, color(theme.muted)},
      {ImGuiCol_WindowBg, ground},
      {ImGuiCol_ChildBg, ground},
      {ImGuiCol_PopupBg, surface},
      {ImGuiCol_Border, line},
      {ImGuiCol_FrameBg, surface},
      {ImGuiCol_FrameBgHovered, pale},
      {ImGuiCol_FrameBgActive, pale},
      {ImGuiCol_TitleBg, pale},
      {ImGuiCol_TitleBgActive, tab},
      {ImGuiCol_Header, mark},
      {ImGuiCol_HeaderHovered, color(theme.selection.with_alpha(35))},
      {ImGuiCol_HeaderActive, mark},
      {ImGuiCol_Tab, pale},
      {ImGuiCol_TabHovered, tab},
      {ImGuiCol_Button, pale},
      {ImGuiCol_ButtonHovered, tab},
      {ImGuiCol_ButtonActive, tab},
      {ImGuiCol_ScrollbarBg, ground},
      {ImGuiCol_ScrollbarGrab, line},
      {ImGuiCol_ScrollbarGrabHovered, color(theme.muted)},
      {ImGuiCol_ScrollbarGrabActive, color(theme.muted)},
      {ImGuiCol_Separator, line}};
  for (const auto& [slot, value] : colors) style.Colors[slot] = value;
  // Renamed in later versions of Dear ImGui: found by name.
  for (int slot = 0; slot < ImGuiCol_COUNT; ++slot) {
    const std::string_view name = ImGui::GetStyleColorName(slot);
    if (name == "TabActive" || name == "TabSelected") style.Colors[slot] = tab;
  }
}

void draw_panels(AppState& state, const canvas::FontSet& fonts, float scale) {
  ImGui::SetNextWindowPos({0, 0});
  ImGui::SetNextWindowSize(ImGui::GetIO().DisplaySize);
  constexpr ImGuiWindowFlags kWhole = ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                                      ImGuiWindowFlags_NoSavedSettings |
                                      ImGuiWindowFlags_NoBringToFrontOnFocus;
  ImGui::Begin("lanewise", nullptr, kWhole);
  draw_top_bar(state);
  const float status = ImGui::GetTextLineHeightWithSpacing();
  const float height = ImGui::GetContentRegionAvail().y - status;
  ImGui::BeginChild("instructions", {330 * scale, height});
  draw_instructions(state);
  ImGui::EndChild();
  ImGui::SameLine();
  ImGui::BeginChild("picture", {0, height}, false,
                    ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse);
  draw_view(state, fonts, scale);
  ImGui::EndChild();
  const std::string line = state.status.empty() ? std::string("? shows the hotkeys") : state.status;
  ImGui::TextUnformatted(line.c_str());
  ImGui::End();
  draw_help(state);
}

}  // namespace lanewise::app
