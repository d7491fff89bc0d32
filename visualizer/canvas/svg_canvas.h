// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Canvas back end that writes SVG: self-contained, one element a line, at most two decimals, so that a
// golden picture can be read in a diff. Tooltips become <title> elements, which browsers show by
// themselves and screen readers read. Links are for the live window and leave no trace here.

#pragma once

#include <string>

#include "visualizer/canvas/canvas.h"

namespace lanewise::canvas {

struct Description {
  std::string title;        ///< <title> of the picture
  std::string description;  ///< <desc> of the picture
  Color background{255, 255, 255};
};

class SvgCanvas final : public Canvas {
 public:
  SvgCanvas(Size size, const Description& description);

  /// The finished document; call once, after the last drawing call.
  [[nodiscard]] std::string finish();

  void rect(const Box& box, const Paint& paint) override;
  void circle(Point center, float radius, const Paint& paint) override;
  void line(Point from, Point to, const Stroke& stroke) override;
  void polyline(std::span<const Point> points, const Stroke& stroke) override;
  void polygon(std::span<const Point> points, const Paint& paint) override;
  void area(std::span<const Point> curve, float base, Color fill) override;
  void text(Point at, std::string_view content, const TextStyle& style) override;
  void push_clip(const Box& box) override;
  void pop_clip() override;
  void tooltip(const Box& box, std::string_view content) override;
  void link(const Box& box, std::string_view action) override;
  void begin_group(std::string_view id, std::string_view title, std::string_view description) override;
  void end_group() override;

 private:
  void points(std::span<const Point> list);
  void paint_attributes(const Paint& paint);
  void stroke_attributes(const Stroke& stroke);
  void indent();

  std::string out_;
  int depth_ = 1;
  int clips_ = 0;
};

/// Text with the five XML characters replaced and control characters dropped.
[[nodiscard]] std::string escape_xml(std::string_view content);

}  // namespace lanewise::canvas
