// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Canvas back end on an ImDrawList. A view's pixel (0, 0) lies at `origin` of the list's coordinates
// and one view pixel is `scale` of the list's. Tooltips and links are collected, so that the window can
// ask after drawing what lies under the pointer.

#pragma once

#include <optional>
#include <string>
#include <vector>

#include "visualizer/canvas/canvas.h"
#include "visualizer/canvas/font_set.h"

struct ImDrawList;

namespace lanewise::canvas {

struct Placement {
  Point origin{};
  float scale = 1;
};

class ImGuiCanvas final : public Canvas {
 public:
  ImGuiCanvas(ImDrawList& list, const FontSet& fonts, Placement placement)
      : list_(list), fonts_(fonts), origin_(placement.origin), scale_(placement.scale) {}

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

  /// Of the regions that hold `pointer` (list coordinates) the one declared last.
  [[nodiscard]] std::optional<std::string> tooltip_at(Point pointer) const;
  [[nodiscard]] std::optional<std::string> link_at(Point pointer) const;

 private:
  struct Region {
    Box box;
    std::string content;
  };
  [[nodiscard]] std::optional<std::string> region_at(const std::vector<Region>& regions, Point pointer) const;

  ImDrawList& list_;
  const FontSet& fonts_;
  Point origin_;
  float scale_;
  std::vector<Region> tooltips_, links_;
};

}  // namespace lanewise::canvas
