// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// GLFW and OpenGL around the panels.
//
//   key ──▶ GLFW callback ──▶ queue ──▶ action_of ──▶ apply(state)      (unless a text input is active)
//   loop: wait for events ──▶ two frames, so that Dear ImGui settles ──▶ wait
//
// GLFW's X11 back end cannot start without a display, so that is checked first and said plainly.

#include "visualizer/app/window.h"

#include <imgui.h>
#if __has_include(<backends/imgui_impl_glfw.h>)
#include <backends/imgui_impl_glfw.h>
#include <backends/imgui_impl_opengl3.h>
#else
#include <imgui_impl_glfw.h>
#include <imgui_impl_opengl3.h>
#endif
#include <GLFW/glfw3.h>

#include <algorithm>
#include <cstdlib>
#include <deque>
#include <fstream>
#include <memory>

#include "simulator/diagnostics/error.h"
#include "visualizer/app/app_state.h"
#include "visualizer/app/panels.h"
#include "visualizer/canvas/rasterizer.h"
#include "visualizer/views/export.h"

namespace lanewise::app {
namespace {

static_assert(kKeyEscape == GLFW_KEY_ESCAPE && kKeyTab == GLFW_KEY_TAB && kKeyRight == GLFW_KEY_RIGHT &&
              kKeyLeft == GLFW_KEY_LEFT && kKeyDown == GLFW_KEY_DOWN && kKeyUp == GLFW_KEY_UP &&
              kKeyF1 == GLFW_KEY_F1 && kKeyF3 == GLFW_KEY_F3 && kShift == GLFW_MOD_SHIFT &&
              kControl == GLFW_MOD_CONTROL && 'E' == GLFW_KEY_E && '/' == GLFW_KEY_SLASH);

constexpr std::string_view kWithoutDisplay =
    "Write pictures without a display instead: lanewise export TRACE --view lds -o lds.svg (or .png, .html).";

std::string& last_glfw_error() {
  static std::string text;
  return text;
}

bool has_display() {
  const auto set = [](const char* name) {
    const char* value = std::getenv(name);
    return value != nullptr && *value != '\0';
  };
  return set("DISPLAY") || set("WAYLAND_DISPLAY");
}

/// GLFW and its window, closed in reverse order.
class Window {
 public:
  Window(int width, int height) {
    if (!has_display()) {
      throw Error(ErrorKind::kRequest, "no-display",
                  "There is no display: neither DISPLAY nor WAYLAND_DISPLAY is set.",
                  std::string(kWithoutDisplay));
    }
    glfwSetErrorCallback([](int, const char* text) { last_glfw_error() = text; });
    if (glfwInit() == GLFW_FALSE) {
      throw Error(
          ErrorKind::kRequest, "no-display",
          "The display named by DISPLAY or WAYLAND_DISPLAY cannot be opened: " + last_glfw_error() + ".",
          std::string(kWithoutDisplay));
    }
    glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 3);
    glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 0);
    handle_ = glfwCreateWindow(width, height, "Lanewise", nullptr, nullptr);
    if (handle_ == nullptr) {
      glfwTerminate();
      throw Error(ErrorKind::kRequest, "no-opengl",
                  "The display offers no OpenGL 3.0 window: " + last_glfw_error() + ".",
                  "Install a Mesa driver (libgl1-mesa-dri). " + std::string(kWithoutDisplay));
    }
    glfwMakeContextCurrent(handle_);
    glfwSwapInterval(1);
  }
  ~Window() {
    glfwDestroyWindow(handle_);
    glfwTerminate();
  }
  Window(const Window&) = delete;
  Window& operator=(const Window&) = delete;
  [[nodiscard]] GLFWwindow* handle() const { return handle_; }

 private:
  GLFWwindow* handle_ = nullptr;
};

/// Dear ImGui with its two back ends.
class Gui {
 public:
  Gui(GLFWwindow* window, float scale) {
    ImGui::CreateContext();
    ImGui::GetIO().IniFilename = nullptr;
    const ImGuiIO& io = ImGui::GetIO();
    // The first font is the one of Dear ImGui's own parts.
    const std::string file = canvas::font_file(canvas::Face::kSans, false);
    if (!file.empty())
      io.Fonts->AddFontFromFileTTF(file.c_str(), 15 * scale);
    else
      io.Fonts->AddFontDefault();
    fonts = std::make_unique<canvas::FontSet>(*io.Fonts, all_fonts(), scale);
    ImGui_ImplGlfw_InitForOpenGL(window, true);
    ImGui_ImplOpenGL3_Init("#version 130");
  }
  ~Gui() {
    ImGui_ImplOpenGL3_Shutdown();
    ImGui_ImplGlfw_Shutdown();
    ImGui::DestroyContext();
  }
  Gui(const Gui&) = delete;
  Gui& operator=(const Gui&) = delete;

  std::unique_ptr<canvas::FontSet> fonts;
};

void write_file(const std::string& path, const std::string& bytes) {
  std::ofstream file(path, std::ios::binary);
  file << bytes;
  file.close();
  if (!file)
    throw Error(ErrorKind::kRequest, "unwritable-path", "The file " + path + " cannot be written.",
                "Choose another folder.");
}

canvas::Image read_frame(int width, int height) {
  canvas::Image image{width, height, {}};
  std::vector<std::uint8_t> flipped(static_cast<std::size_t>(width) * static_cast<std::size_t>(height) * 4);
  glPixelStorei(GL_PACK_ALIGNMENT, 1);
  glReadPixels(0, 0, width, height, GL_RGBA, GL_UNSIGNED_BYTE, flipped.data());
  const std::size_t row = static_cast<std::size_t>(width) * 4;
  for (int y = height - 1; y >= 0; --y) {
    const auto start = flipped.begin() + static_cast<std::ptrdiff_t>(row * static_cast<std::size_t>(y));
    image.rgba.insert(image.rgba.end(), start, start + static_cast<std::ptrdiff_t>(row));
  }
  for (std::size_t i = 3; i < image.rgba.size(); i += 4) image.rgba[i] = 255;
  return image;
}

/// What the state asks of the world outside.
void serve_requests(AppState& state, GLFWwindow* window) {
  if (!state.clipboard.empty()) {
    glfwSetClipboardString(window, state.clipboard.c_str());
    state.clipboard.clear();
  }
  if (state.export_path.empty()) return;
  const std::string path = std::exchange(state.export_path, {});
  try {
    write_file(path, views::export_view(state.traces, {.view = std::string(state.current_view().id),
                                                       .theme = std::string(state.current_theme().name),
                                                       .format = views::format_of(path),
                                                       .selection = state.selection}));
    state.status = "written: " + path;
  } catch (const Error& error) {
    state.status = error.message + " " + error.remedy;
  }
}

void take_keys(AppState& state, std::deque<KeyPress>& keys) {
  const bool typing = ImGui::GetIO().WantTextInput;
  for (; !keys.empty(); keys.pop_front()) {
    const KeyPress press = keys.front();
    if (typing && press.key != kKeyEscape && press.key != kKeyF3) continue;
    if (const std::optional<Action> action = action_of(press)) apply(state, *action);
  }
}

void draw_frame(AppState& state, const Gui& gui, float scale) {
  ImGui_ImplOpenGL3_NewFrame();
  ImGui_ImplGlfw_NewFrame();
  ImGui::NewFrame();
  apply_style(state.current_theme());
  draw_panels(state, *gui.fonts, scale);
  ImGui::Render();
  const canvas::Color ground = state.current_theme().background;
  glClearColor(static_cast<float>(ground.r) / 255, static_cast<float>(ground.g) / 255,
               static_cast<float>(ground.b) / 255, 1);
  glClear(GL_COLOR_BUFFER_BIT);
  ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
}

AppState initial_state(const std::vector<const trace::Trace*>& traces, const WindowOptions& options) {
  if (traces.empty() || traces.size() > 2) {
    throw Error(ErrorKind::kRequest, "no-trace", "A window shows one or two traces.",
                "Give one trace, or two to compare them.");
  }
  AppState state;
  state.traces = traces;
  state.selection = options.selection;
  const views::View& view = views::find_view(options.view);
  state.view = static_cast<std::size_t>(&view - views::all_views().data());
  const theme::Theme* theme = &theme::find_theme(options.theme);
  state.theme = static_cast<std::size_t>(
      std::find(theme::all_themes().begin(), theme::all_themes().end(), theme) - theme::all_themes().begin());
  return state;
}

}  // namespace

int run_window(const std::vector<const trace::Trace*>& traces, const WindowOptions& options) {
  AppState state = initial_state(traces, options);
  const Window window(options.width, options.height);
  std::deque<KeyPress> keys;
  glfwSetWindowUserPointer(window.handle(), &keys);
  // Set before Dear ImGui's callback, which calls this one in turn.
  glfwSetKeyCallback(window.handle(), [](GLFWwindow* handle, int key, int, int action, int modifiers) {
    if (action == GLFW_RELEASE) return;
    static_cast<std::deque<KeyPress>*>(glfwGetWindowUserPointer(handle))
        ->push_back({key, modifiers & (kShift | kControl)});
  });
  float scale = 1, ignored = 1;
  glfwGetWindowContentScale(window.handle(), &scale, &ignored);
  const Gui gui(window.handle(), scale);

  int drawn = 0, due = 3;
  std::size_t typed = 0;
  while (glfwWindowShouldClose(window.handle()) == GLFW_FALSE && !state.quit) {
    const bool scripted = options.frames > 0;
    if (scripted || due > 0) {
      glfwPollEvents();
    } else {
      glfwWaitEvents();
      due = 3;
    }
    --due;
    if (typed < options.key_presses.size()) keys.push_back(options.key_presses[typed++]);
    take_keys(state, keys);
    serve_requests(state, window.handle());
    draw_frame(state, gui, scale);
    const bool last = scripted && ++drawn >= options.frames;
    if (last && !options.screenshot.empty()) {
      int width = 0, height = 0;
      glfwGetFramebufferSize(window.handle(), &width, &height);
      write_file(options.screenshot, canvas::encode_png(read_frame(width, height)));
    }
    glfwSwapBuffers(window.handle());
    if (last) break;
  }
  return 0;
}

}  // namespace lanewise::app
