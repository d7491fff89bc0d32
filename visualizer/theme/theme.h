// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Colours, sizes and line widths of the views: light, dark and projector. Categories are the eight
// colours of Okabe and Ito (M. Okabe, K. Ito, "Color Universal Design", 2008) with one meaning each
// everywhere; ordered values use cividis (J. Nunez, C. Anderton, R. Renslow, PLoS ONE 13(7), 2018).
// Colour is never the only channel: degrees carry numbers, waits are hatched, marks differ in shape.

#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

#include "visualizer/canvas/canvas.h"

namespace lanewise::theme {

enum class Category : std::uint8_t { kMfma, kValu, kSalu, kLds, kVmem, kWait, kBarrier, kOther };
inline constexpr std::size_t kCategoryCount = 8;

/// "MFMA", "VALU", ...
[[nodiscard]] std::string_view category_name(Category category);

/// Em sizes in pixels.
struct TypeScale {
  float tiny = 9, small = 11, body = 12.5f, heading = 15, title = 21;
};

struct Theme {
  std::string_view name;
  canvas::Color background, surface, surface_alt;  ///< page, panel, every second table row
  canvas::Color outline, grid;                     ///< panel borders; lines inside a chart
  canvas::Color text, muted;
  canvas::Color selection;                         ///< marks what is selected, never a category
  canvas::Color alarm;                             ///< text about conflicts, spills, misses
  canvas::Color calm;                              ///< text about their absence
  canvas::Color neutral;                           ///< fill of what is counted but costs nothing extra
  std::array<canvas::Color, kCategoryCount> categories;
  std::array<canvas::Color, kCategoryCount> category_edges;  ///< outlines, >= 3:1 against `surface`
  bool ramp_darkens = true;  ///< true: larger values are darker (on light ground)
  TypeScale type;
  float line = 1;            ///< width of a normal line

  [[nodiscard]] canvas::Color category(Category c) const { return categories[static_cast<std::size_t>(c)]; }
  [[nodiscard]] canvas::Color category_edge(Category c) const {
    return category_edges[static_cast<std::size_t>(c)];
  }
  /// Colour of an ordered value, 0 = smallest and already clearly not the background, 1 = largest.
  [[nodiscard]] canvas::Color ramp(float value) const;
  /// The same order in quiet shades that carry text: pale on light ground, deep on dark.
  [[nodiscard]] canvas::Color shade(float value) const;
  /// A colour thinned towards the panel ground, for large fields with text on them.
  [[nodiscard]] canvas::Color tint(canvas::Color color, float strength) const;
  /// Black or white, whichever reads better on `ground`.
  [[nodiscard]] static canvas::Color ink_on(canvas::Color ground);
};

[[nodiscard]] const Theme& light();
[[nodiscard]] const Theme& dark();
[[nodiscard]] const Theme& projector();
[[nodiscard]] std::span<const Theme* const> all_themes();
/// By name; throws Error{kRequest, "unknown-theme"}.
[[nodiscard]] const Theme& find_theme(std::string_view name);

}  // namespace lanewise::theme
