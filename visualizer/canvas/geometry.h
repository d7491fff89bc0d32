// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Points and boxes in pixels, y downwards. Layout code cuts boxes into smaller boxes with the take_*
// functions, so that no two parts of a view can overlap.

#pragma once

#include <algorithm>

namespace lanewise::canvas {

struct Point {
  float x = 0, y = 0;
};

struct Size {
  float width = 1280, height = 800;
};

struct Box {
  float x = 0, y = 0, width = 0, height = 0;

  [[nodiscard]] constexpr float right() const { return x + width; }
  [[nodiscard]] constexpr float bottom() const { return y + height; }
  [[nodiscard]] constexpr Point center() const { return {x + width / 2, y + height / 2}; }
  [[nodiscard]] constexpr bool contains(Point p) const {
    return p.x >= x && p.x < right() && p.y >= y && p.y < bottom();
  }
  [[nodiscard]] constexpr Box inset(float dx, float dy) const {
    return {x + dx, y + dy, std::max(0.0f, width - 2 * dx), std::max(0.0f, height - 2 * dy)};
  }
  [[nodiscard]] constexpr Box inset(float d) const { return inset(d, d); }

  /// Cuts `amount` (at most all) off one side and returns the piece.
  constexpr Box take_top(float amount) {
    amount = std::clamp(amount, 0.0f, height);
    const Box piece{x, y, width, amount};
    y += amount;
    height -= amount;
    return piece;
  }
  constexpr Box take_bottom(float amount) {
    amount = std::clamp(amount, 0.0f, height);
    height -= amount;
    return {x, y + height, width, amount};
  }
  constexpr Box take_left(float amount) {
    amount = std::clamp(amount, 0.0f, width);
    const Box piece{x, y, amount, height};
    x += amount;
    width -= amount;
    return piece;
  }
  constexpr Box take_right(float amount) {
    amount = std::clamp(amount, 0.0f, width);
    width -= amount;
    return {x + width, y, amount, height};
  }
};

}  // namespace lanewise::canvas
