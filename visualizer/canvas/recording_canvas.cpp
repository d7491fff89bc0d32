// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See the header. The box of a text spans its advance width, and from the top of its capitals to the
// bottom of its descenders: what the eye sees as ink.

#include "visualizer/canvas/recording_canvas.h"

#include <algorithm>

#include "visualizer/canvas/text_metrics.h"

namespace lanewise::canvas {

void RecordingCanvas::bounds(std::span<const Point> points) {
  if (points.empty()) return;
  Point low = points.front(), high = points.front();
  for (const Point& p : points) {
    low = {std::min(low.x, p.x), std::min(low.y, p.y)};
    high = {std::max(high.x, p.x), std::max(high.y, p.y)};
  }
  shapes.push_back({low.x, low.y, high.x - low.x, high.y - low.y});
}

void RecordingCanvas::rect(const Box& box, const Paint&) { shapes.push_back(box); }

void RecordingCanvas::circle(Point center, float radius, const Paint&) {
  shapes.push_back({center.x - radius, center.y - radius, 2 * radius, 2 * radius});
}

void RecordingCanvas::line(Point from, Point to, const Stroke&) {
  const Point ends[] = {from, to};
  bounds(ends);
}

void RecordingCanvas::polyline(std::span<const Point> points, const Stroke&) { bounds(points); }

void RecordingCanvas::polygon(std::span<const Point> points, const Paint&) { bounds(points); }

void RecordingCanvas::area(std::span<const Point> curve, float, Color) { bounds(curve); }

void RecordingCanvas::text(Point at, std::string_view content, const TextStyle& style) {
  if (content.empty()) return;
  fonts.insert({style.face, style.bold, style.size});
  const float base = baseline(at.y, style);
  texts.push_back({{left_edge(at.x, content, style), base - kCapital * style.size, text_width(content, style),
                    (kCapital + kDescent * 0.9f) * style.size},
                   std::string(content)});
}

void RecordingCanvas::push_clip(const Box&) { ++clip_depth; }
void RecordingCanvas::pop_clip() { --clip_depth; }

void RecordingCanvas::tooltip(const Box& box, std::string_view content) {
  tooltips.push_back({box, std::string(content)});
}

void RecordingCanvas::link(const Box& box, std::string_view action) {
  links.push_back({box, std::string(action)});
}

void RecordingCanvas::begin_group(std::string_view id, std::string_view, std::string_view) {
  ++group_depth;
  groups.emplace_back(id);
}

void RecordingCanvas::end_group() { --group_depth; }

}  // namespace lanewise::canvas
