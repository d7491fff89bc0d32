// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Canvas back end that draws nothing and remembers what was asked for: the fonts that a picture needs
// (the PNG exporter bakes exactly these) and the box of every text (tests check that none overlap or
// leave the picture), the tooltips and the links (the window asks what is under the pointer).

#pragma once

#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "visualizer/canvas/canvas.h"

namespace lanewise::canvas {

/// A face at a size; ordered, so that font atlases come out the same each time.
struct FontKey {
  Face face = Face::kSans;
  bool bold = false;
  float size = 13;
  friend bool operator<(const FontKey& a, const FontKey& b) {
    return std::tie(a.face, a.bold, a.size) < std::tie(b.face, b.bold, b.size);
  }
};

class RecordingCanvas final : public Canvas {
 public:
  struct Labelled {
    Box box;
    std::string content;
  };

  std::set<FontKey> fonts;
  std::vector<Labelled> texts;     ///< ink box: capitals and descenders of the line
  std::vector<Labelled> tooltips;
  std::vector<Labelled> links;
  std::vector<std::string> groups;
  std::vector<Box> shapes;         ///< bounding boxes of everything that is not text
  int clip_depth = 0, group_depth = 0;

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
  void bounds(std::span<const Point> points);
};

}  // namespace lanewise::canvas
