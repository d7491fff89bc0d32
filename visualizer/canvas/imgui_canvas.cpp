// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Drawing calls on ImDrawList. Only functions that exist in every Dear ImGui from 1.86 on are used.
// Strokes of rectangles lie inside half a pixel as in SVG: centred on the edge.

#include "visualizer/canvas/imgui_canvas.h"

#include <imgui.h>

#include <algorithm>
#include <cmath>

#include "visualizer/canvas/text_metrics.h"

namespace lanewise::canvas {
namespace {

ImU32 packed(Color color) { return IM_COL32(color.r, color.g, color.b, color.a); }

/// View pixels to list coordinates.
struct Frame {
  Point origin;
  float scale;
  ImVec2 operator()(Point p) const { return {origin.x + p.x * scale, origin.y + p.y * scale}; }
};

// Dear ImGui takes zero-terminated or begin/end text; one code point as UTF-8.
std::string_view slice(std::string_view content, std::size_t from, std::size_t to) {
  return content.substr(from, to - from);
}

}  // namespace

void ImGuiCanvas::rect(const Box& box, const Paint& paint) {
  const Frame placed{origin_, scale_};
  const ImVec2 low = placed({box.x, box.y});
  const ImVec2 high(low.x + box.width * scale_, low.y + box.height * scale_);
  if (paint.fill && paint.fill->a != 0)
    list_.AddRectFilled(low, high, packed(*paint.fill), paint.radius * scale_);
  if (!paint.stroke) return;
  if (paint.stroke->dashed) {
    const Point corners[] = {{box.x, box.y},
                             {box.right(), box.y},
                             {box.right(), box.bottom()},
                             {box.x, box.bottom()},
                             {box.x, box.y}};
    polyline(corners, *paint.stroke);
    return;
  }
  // AddRect strokes half a pixel inside the box; shift it back onto the edge.
  list_.AddRect(ImVec2(low.x - 0.5f, low.y - 0.5f), ImVec2(high.x + 0.5f, high.y + 0.5f),
                packed(paint.stroke->color), paint.radius * scale_, 0, paint.stroke->width * scale_);
}

void ImGuiCanvas::circle(Point center, float radius, const Paint& paint) {
  const Frame placed{origin_, scale_};
  if (paint.fill) list_.AddCircleFilled(placed(center), radius * scale_, packed(*paint.fill));
  if (paint.stroke) {
    list_.AddCircle(placed(center), radius * scale_, packed(paint.stroke->color), 0,
                    paint.stroke->width * scale_);
  }
}

void ImGuiCanvas::line(Point from, Point to, const Stroke& stroke) {
  const Point ends[] = {from, to};
  polyline(ends, stroke);
}

void ImGuiCanvas::polyline(std::span<const Point> points, const Stroke& stroke) {
  const Frame placed{origin_, scale_};
  const float width = stroke.width * scale_;
  if (!stroke.dashed) {
    std::vector<ImVec2> corners;
    corners.reserve(points.size());
    // AddPolyline itself draws where it is told; AddLine would move by half a pixel.
    for (const Point& p : points) corners.push_back(placed(p));
    list_.AddPolyline(corners.data(), static_cast<int>(corners.size()), packed(stroke.color), 0, width);
    return;
  }
  const float dash = 5 * width, period = 9 * width;
  for (std::size_t i = 1; i < points.size(); ++i) {
    const ImVec2 a = placed(points[i - 1]), b = placed(points[i]);
    const float length = std::hypot(b.x - a.x, b.y - a.y);
    const int dashes = static_cast<int>(std::ceil(length / period));
    for (int d = 0; d < dashes; ++d) {
      const float at = period * static_cast<float>(d);
      const float end = std::min(at + dash, length);
      const ImVec2 piece[] = {{a.x + (b.x - a.x) * at / length, a.y + (b.y - a.y) * at / length},
                              {a.x + (b.x - a.x) * end / length, a.y + (b.y - a.y) * end / length}};
      list_.AddPolyline(piece, 2, packed(stroke.color), 0, width);
    }
  }
}

void ImGuiCanvas::polygon(std::span<const Point> points, const Paint& paint) {
  const Frame placed{origin_, scale_};
  std::vector<ImVec2> corners;
  for (const Point& p : points) corners.push_back(placed(p));
  const int count = static_cast<int>(corners.size());
  if (paint.fill) list_.AddConvexPolyFilled(corners.data(), count, packed(*paint.fill));
  if (paint.stroke) {
    list_.AddPolyline(corners.data(), count, packed(paint.stroke->color), ImDrawFlags_Closed,
                      paint.stroke->width * scale_);
  }
}

void ImGuiCanvas::area(std::span<const Point> curve, float base, Color fill) {
  const Frame placed{origin_, scale_};
  // Trapezoids without the anti-aliased fringe, which would show as seams between them.
  const ImDrawListFlags flags = list_.Flags;
  list_.Flags &= ~ImDrawListFlags_AntiAliasedFill;
  for (std::size_t i = 1; i < curve.size(); ++i) {
    const Point a = curve[i - 1], b = curve[i];
    if (b.x <= a.x) continue;
    list_.AddQuadFilled(placed(a), placed(b), placed({b.x, base}), placed({a.x, base}), packed(fill));
  }
  list_.Flags = flags;
}

void ImGuiCanvas::text(Point at, std::string_view content, const TextStyle& style) {
  const Frame placed{origin_, scale_};
  const BakedFont baked = fonts_.find({style.face, style.bold, style.size});
  if (baked.font == nullptr || content.empty()) return;
  const float pixels = line_height(style.size) * scale_;
  const Point top_left{left_edge(at.x, content, style), baseline(at.y, style) - kAscent * style.size};
  const ImVec2 start = placed(top_left);
  if (!baked.own_advances) {
    list_.AddText(baked.font, pixels, start, packed(style.color), content.data(),
                  content.data() + content.size());
    return;
  }
  float x = start.x;
  for (std::size_t i = 0; i < content.size();) {
    const std::size_t from = i;
    (void)next_code_point(content, i);
    const std::string_view one = slice(content, from, i);
    list_.AddText(baked.font, pixels, ImVec2(x, start.y), packed(style.color), one.data(),
                  one.data() + one.size());
    x += text_width(one, style) * scale_;
  }
}

void ImGuiCanvas::push_clip(const Box& box) {
  const Frame placed{origin_, scale_};
  const ImVec2 low = placed({box.x, box.y});
  list_.PushClipRect(low, ImVec2(low.x + box.width * scale_, low.y + box.height * scale_), true);
}

void ImGuiCanvas::pop_clip() { list_.PopClipRect(); }

void ImGuiCanvas::tooltip(const Box& box, std::string_view content) {
  tooltips_.push_back({box, std::string(content)});
}

void ImGuiCanvas::link(const Box& box, std::string_view action) {
  links_.push_back({box, std::string(action)});
}

void ImGuiCanvas::begin_group(std::string_view, std::string_view, std::string_view) {}
void ImGuiCanvas::end_group() {}

std::optional<std::string> ImGuiCanvas::region_at(const std::vector<Region>& regions, Point pointer) const {
  const Point p{(pointer.x - origin_.x) / scale_, (pointer.y - origin_.y) / scale_};
  const auto last = std::find_if(regions.rbegin(), regions.rend(),
                                 [&](const Region& region) { return region.box.contains(p); });
  if (last == regions.rend()) return std::nullopt;
  return last->content;
}

std::optional<std::string> ImGuiCanvas::tooltip_at(Point pointer) const {
  return region_at(tooltips_, pointer);
}
std::optional<std::string> ImGuiCanvas::link_at(Point pointer) const { return region_at(links_, pointer); }

}  // namespace lanewise::canvas
