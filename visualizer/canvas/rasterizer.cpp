// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Triangles of ImDrawData with the rules of a GPU: pixel centres, top-left edges belong to the triangle,
// bilinear lookup in the alpha-only font atlas, source-over blending on an opaque background. Vertices
// are snapped to 1/256 pixel and edges are evaluated in integers, so neighbouring triangles neither
// overlap nor leave gaps.

#include "visualizer/canvas/rasterizer.h"

#include <imgui.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "visualizer/canvas/imgui_canvas.h"
#include "visualizer/canvas/recording_canvas.h"

namespace lanewise::canvas {
namespace {

struct Atlas {
  const unsigned char* alpha = nullptr;
  int width = 0, height = 0;

  [[nodiscard]] float sample(float u, float v) const {
    const float x = u * static_cast<float>(width) - 0.5f, y = v * static_cast<float>(height) - 0.5f;
    const float fx = std::floor(x), fy = std::floor(y);
    const int x0 = std::clamp(static_cast<int>(fx), 0, width - 1), x1 = std::min(x0 + 1, width - 1);
    const int y0 = std::clamp(static_cast<int>(fy), 0, height - 1), y1 = std::min(y0 + 1, height - 1);
    const auto at = [&](int column, int row) { return static_cast<float>(alpha[row * width + column]); };
    const float tx = x - fx, ty = y - fy;
    const float top = at(x0, y0) * (1 - tx) + at(x1, y0) * tx;
    const float bottom = at(x0, y1) * (1 - tx) + at(x1, y1) * tx;
    return (top * (1 - ty) + bottom * ty) / 255.0f;
  }
};

struct ClipBox {
  int left, top, right, bottom;
};

constexpr std::int64_t kSubpixel = 256;

struct Corner {
  std::int64_t x, y;
  const ImDrawVert* vertex;
};

std::int64_t edge(const Corner& a, const Corner& b, std::int64_t x, std::int64_t y) {
  return (b.x - a.x) * (y - a.y) - (b.y - a.y) * (x - a.x);
}

// For a triangle that turns clockwise on the screen: left edges go up, top edges go right.
bool is_top_left(const Corner& a, const Corner& b) { return b.y < a.y || (b.y == a.y && b.x > a.x); }

void blend(std::uint8_t* pixel, const std::array<float, 4>& color) {
  const float alpha = color[3];
  for (int c = 0; c < 3; ++c) {
    const float mixed =
        color[static_cast<std::size_t>(c)] * alpha + static_cast<float>(pixel[c]) * (1 - alpha);
    pixel[c] = static_cast<std::uint8_t>(std::clamp(mixed + 0.5f, 0.0f, 255.0f));
  }
}

std::array<float, 4> unpack(ImU32 color) {
  return {static_cast<float>((color >> IM_COL32_R_SHIFT) & 255),
          static_cast<float>((color >> IM_COL32_G_SHIFT) & 255),
          static_cast<float>((color >> IM_COL32_B_SHIFT) & 255),
          static_cast<float>((color >> IM_COL32_A_SHIFT) & 255) / 255.0f};
}

class Rasterizer {
 public:
  Rasterizer(Image& image, const Atlas& atlas) : image_(image), atlas_(atlas) {}

  void draw(const ImDrawData& data) {
    for (int n = 0; n < data.CmdListsCount; ++n) {
      const ImDrawList& list = *data.CmdLists[n];
      for (const ImDrawCmd& command : list.CmdBuffer) {
        if (command.UserCallback == nullptr) draw(list, command);
      }
    }
  }

 private:
  void draw(const ImDrawList& list, const ImDrawCmd& command) {
    const ClipBox clip{std::max(0, static_cast<int>(std::floor(command.ClipRect.x))),
                       std::max(0, static_cast<int>(std::floor(command.ClipRect.y))),
                       std::min(image_.width, static_cast<int>(std::ceil(command.ClipRect.z))),
                       std::min(image_.height, static_cast<int>(std::ceil(command.ClipRect.w)))};
    const ImDrawIdx* index = list.IdxBuffer.Data + command.IdxOffset;
    const ImDrawVert* vertex = list.VtxBuffer.Data + command.VtxOffset;
    for (unsigned i = 0; i + 2 < command.ElemCount; i += 3) {
      triangle({vertex + index[i], vertex + index[i + 1], vertex + index[i + 2]}, clip);
    }
  }

  static Corner corner(const ImDrawVert* v) {
    return {std::llround(static_cast<double>(v->pos.x) * kSubpixel),
            std::llround(static_cast<double>(v->pos.y) * kSubpixel), v};
  }

  void triangle(const std::array<const ImDrawVert*, 3>& vertices, const ClipBox& clip) {
    Corner a = corner(vertices[0]), b = corner(vertices[1]), c = corner(vertices[2]);
    std::int64_t area = edge(a, b, c.x, c.y);
    if (area == 0) return;
    if (area < 0) std::swap(b, c), area = -area;
    const auto pixel_of = [](std::int64_t v) {
      return static_cast<int>(v >= 0 ? v / kSubpixel : (v - kSubpixel + 1) / kSubpixel);
    };
    const int left = std::max(clip.left, pixel_of(std::min({a.x, b.x, c.x})));
    const int right = std::min(clip.right, pixel_of(std::max({a.x, b.x, c.x})) + 1);
    const int top = std::max(clip.top, pixel_of(std::min({a.y, b.y, c.y})));
    const int bottom = std::min(clip.bottom, pixel_of(std::max({a.y, b.y, c.y})) + 1);
    const std::array<std::int64_t, 3> bias = {is_top_left(b, c) ? 0 : -1, is_top_left(c, a) ? 0 : -1,
                                              is_top_left(a, b) ? 0 : -1};
    for (int y = top; y < bottom; ++y) {
      for (int x = left; x < right; ++x) {
        const std::int64_t px = x * kSubpixel + kSubpixel / 2, py = y * kSubpixel + kSubpixel / 2;
        const std::int64_t wa = edge(b, c, px, py), wb = edge(c, a, px, py), wc = edge(a, b, px, py);
        if (wa + bias[0] < 0 || wb + bias[1] < 0 || wc + bias[2] < 0) continue;
        shade({a.vertex, b.vertex, c.vertex},
              {static_cast<float>(wa) / static_cast<float>(area),
               static_cast<float>(wb) / static_cast<float>(area),
               static_cast<float>(wc) / static_cast<float>(area)},
              &image_.rgba[4 * (static_cast<std::size_t>(y) * static_cast<std::size_t>(image_.width) +
                                static_cast<std::size_t>(x))]);
      }
    }
  }

  void shade(const std::array<const ImDrawVert*, 3>& v, const std::array<float, 3>& weight,
             std::uint8_t* pixel) const {
    std::array<float, 4> color{};
    float u = 0, w = 0;
    for (std::size_t i = 0; i < 3; ++i) {
      const std::array<float, 4> corner_color = unpack(v[i]->col);
      for (std::size_t c = 0; c < 4; ++c) color[c] += corner_color[c] * weight[i];
      u += v[i]->uv.x * weight[i];
      w += v[i]->uv.y * weight[i];
    }
    color[3] *= atlas_.sample(u, w);
    if (color[3] > 0) blend(pixel, color);
  }

  Image& image_;
  const Atlas& atlas_;
};

/// A Dear ImGui context of its own for one picture; the caller's context is put back at the end.
class Context {
 public:
  Context() : outer_(ImGui::GetCurrentContext()), own_(ImGui::CreateContext()) {
    ImGui::SetCurrentContext(own_);
  }
  ~Context() {
    ImGui::DestroyContext(own_);
    ImGui::SetCurrentContext(outer_);
  }
  Context(const Context&) = delete;
  Context& operator=(const Context&) = delete;

 private:
  ImGuiContext* outer_;
  ImGuiContext* own_;
};

Image averaged(const Image& large, int factor) {
  Image small{large.width / factor, large.height / factor, {}};
  small.rgba.resize(static_cast<std::size_t>(small.width) * static_cast<std::size_t>(small.height) * 4);
  const unsigned samples = static_cast<unsigned>(factor * factor);
  for (int y = 0; y < small.height; ++y) {
    for (int x = 0; x < small.width; ++x) {
      for (std::size_t c = 0; c < 4; ++c) {
        unsigned sum = samples / 2;
        for (int sy = 0; sy < factor; ++sy) {
          for (int sx = 0; sx < factor; ++sx) {
            sum +=
                large.rgba[4 * static_cast<std::size_t>((y * factor + sy) * large.width + x * factor + sx) +
                           c];
          }
        }
        small.rgba[4 * static_cast<std::size_t>(y * small.width + x) + c] =
            static_cast<std::uint8_t>(sum / samples);
      }
    }
  }
  return small;
}

}  // namespace

Image render_image(const RasterOptions& options, const std::function<void(Canvas&)>& draw) {
  RecordingCanvas recorder;
  draw(recorder);
  const float scale = options.scale * static_cast<float>(options.supersample);

  const Context context;
  ImGuiIO& io = ImGui::GetIO();
  io.IniFilename = nullptr;
  io.LogFilename = nullptr;
  io.BackendFlags |= ImGuiBackendFlags_RendererHasVtxOffset;  // more than 65536 vertices in a picture
  const FontSet fonts(*io.Fonts, recorder.fonts, scale);
  Atlas atlas;
  unsigned char* pixels = nullptr;
  io.Fonts->GetTexDataAsAlpha8(&pixels, &atlas.width, &atlas.height);
  atlas.alpha = pixels;

  const auto extent = [&](float length) {
    return static_cast<int>(std::lround(length * options.scale)) * options.supersample;
  };
  Image large{extent(options.size.width), extent(options.size.height), {}};
  io.DisplaySize = ImVec2(static_cast<float>(large.width), static_cast<float>(large.height));
  large.rgba.resize(static_cast<std::size_t>(large.width) * static_cast<std::size_t>(large.height) * 4);
  const Color ground = options.background;
  for (std::size_t i = 0; i < large.rgba.size(); i += 4) {
    large.rgba[i] = ground.r, large.rgba[i + 1] = ground.g, large.rgba[i + 2] = ground.b,
    large.rgba[i + 3] = 255;
  }
  ImGui::NewFrame();
  ImGuiCanvas canvas(*ImGui::GetBackgroundDrawList(), fonts, {{0, 0}, scale});
  draw(canvas);
  ImGui::Render();
  Rasterizer(large, atlas).draw(*ImGui::GetDrawData());
  return options.supersample == 1 ? large : averaged(large, options.supersample);
}

}  // namespace lanewise::canvas
