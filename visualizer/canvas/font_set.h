// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The fonts of the ImGui back end. They come from the DejaVu files of the system (Debian's
// fonts-dejavu-core), each size baked on its own so that text is sharp. Without those files the font
// built into Dear ImGui is used, glyph by glyph at our own advance widths: not pretty, but every text
// keeps its measured width.

#pragma once

#include <map>
#include <set>
#include <string>

#include "visualizer/canvas/recording_canvas.h"

struct ImFont;
struct ImFontAtlas;

namespace lanewise::canvas {

struct BakedFont {
  ImFont* font = nullptr;
  float pixels = 0;           ///< ImGui's font size: the line box, not the em
  bool own_advances = false;  ///< true: draw glyph by glyph, the font's own widths differ from ours
};

class FontSet {
 public:
  /// Adds every font of `keys`, enlarged by `scale`, to `atlas`.
  FontSet(ImFontAtlas& atlas, const std::set<FontKey>& keys, float scale);

  /// The baked font for `key`, or the nearest size of the same face if that size was not asked for.
  [[nodiscard]] BakedFont find(const FontKey& key) const;
  [[nodiscard]] bool uses_system_fonts() const { return system_fonts_; }

 private:
  std::map<FontKey, BakedFont> fonts_;
  bool system_fonts_ = true;
};

/// Path of the DejaVu file for a face, or "" when it is not installed. The environment variable
/// LANEWISE_FONT_FOLDER names the only folder to look in.
[[nodiscard]] std::string font_file(Face face, bool bold);

}  // namespace lanewise::canvas
