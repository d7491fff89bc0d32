// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The small drawing surface that every view draws on. A view never knows whether its calls end in an
// SVG file, in a PNG or in the live window; it sees coordinates in pixels from the top left corner and
// the text measures of text_metrics.h, which are the same everywhere.
//
//   view ──▶ Canvas ──┬─▶ SvgCanvas     text, deterministic, readable in a diff
//                     ├─▶ ImGuiCanvas   draw list ──▶ live window, or rasterizer.h ──▶ PNG
//                     └─▶ RecordingCanvas   what was drawn where, for tests and font collection

#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "visualizer/canvas/geometry.h"

namespace lanewise::canvas {

struct Color {
  std::uint8_t r = 0, g = 0, b = 0, a = 255;
  [[nodiscard]] constexpr Color with_alpha(std::uint8_t alpha) const { return {r, g, b, alpha}; }
  friend constexpr bool operator==(const Color&, const Color&) = default;
};

enum class Face : std::uint8_t { kSans, kMono };
enum class Align : std::uint8_t { kLeft, kCenter, kRight };
enum class Vertical : std::uint8_t {
  kTop,       ///< the point is the top of the line box
  kMiddle,    ///< the point is halfway up a capital letter
  kBaseline,
};

struct TextStyle {
  float size = 13;  ///< em size in pixels
  Color color{};
  Face face = Face::kSans;
  bool bold = false;
  Align align = Align::kLeft;
  Vertical vertical = Vertical::kTop;
};

struct Stroke {
  Color color{};
  float width = 1;
  bool dashed = false;
};

struct Paint {
  std::optional<Color> fill{};
  std::optional<Stroke> stroke{};
  float radius = 0;  ///< corner radius of rectangles
};

/// Drawing calls. Later calls cover earlier ones.
class Canvas {
 public:
  virtual ~Canvas() = default;

  virtual void rect(const Box& box, const Paint& paint) = 0;
  virtual void circle(Point center, float radius, const Paint& paint) = 0;
  virtual void line(Point from, Point to, const Stroke& stroke) = 0;
  virtual void polyline(std::span<const Point> points, const Stroke& stroke) = 0;
  /// A convex polygon, points in clockwise order as seen on the screen.
  virtual void polygon(std::span<const Point> points, const Paint& paint) = 0;
  /// The surface between a curve of ascending x and the horizontal line y = `base`.
  virtual void area(std::span<const Point> curve, float base, Color fill) = 0;
  /// One line of UTF-8 text, never wrapped nor shortened.
  virtual void text(Point at, std::string_view content, const TextStyle& style) = 0;

  virtual void push_clip(const Box& box) = 0;
  virtual void pop_clip() = 0;

  /// Text that appears while the pointer is over `box`.
  virtual void tooltip(const Box& box, std::string_view content) = 0;
  /// A click in `box` asks the surroundings for `action`, e.g. "select instruction=12".
  virtual void link(const Box& box, std::string_view action) = 0;

  /// Names what follows until end_group for screen readers and diffs. `id` is unique in the picture.
  virtual void begin_group(std::string_view id, std::string_view title, std::string_view description) = 0;
  virtual void end_group() = 0;

  /// Diagonal lines over a box, the second channel for "waits". Drawn from line().
  void hatch(const Box& box, const Stroke& stroke, float spacing);
};

}  // namespace lanewise::canvas
