// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Finding and baking fonts. ImGui's font size is the height of the line box (ascent + descent), CSS's
// and ours is the em; DejaVu's line box is 2384/2048 of its em.

#include "visualizer/canvas/font_set.h"

#include <imgui.h>

#include <array>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <vector>

#include "visualizer/canvas/text_metrics.h"

namespace lanewise::canvas {
namespace {

// Latin, Greek, and the punctuation, arrows and signs that views write.
constexpr std::array<ImWchar, 17> kRanges = {0x0020, 0x00ff, 0x0370, 0x03ff, 0x2010, 0x2027,
                                             0x2190, 0x2195, 0x2212, 0x2212, 0x2264, 0x2265,
                                             0x25a0, 0x25cf, 0xfffd, 0xfffd, 0};

std::vector<std::filesystem::path> folders() {
  if (const char* only = std::getenv("LANEWISE_FONT_FOLDER")) return {only};
  return {"/usr/share/fonts/truetype/dejavu", "/usr/share/fonts/dejavu", "/usr/share/fonts/TTF",
          "/usr/share/fonts/dejavu-sans-fonts", "/usr/share/fonts/dejavu-sans-mono-fonts"};
}

}  // namespace

std::string font_file(Face face, bool bold) {
  const std::string name =
      std::string(face == Face::kMono ? "DejaVuSansMono" : "DejaVuSans") + (bold ? "-Bold.ttf" : ".ttf");
  for (const std::filesystem::path& folder : folders()) {
    std::error_code ignored;
    if (std::filesystem::is_regular_file(folder / name, ignored)) return (folder / name).string();
  }
  return {};
}

FontSet::FontSet(ImFontAtlas& atlas, const std::set<FontKey>& keys, float scale) {
  ImFont* built_in = nullptr;
  for (const FontKey& key : keys) {
    const std::string file = font_file(key.face, key.bold);
    const float pixels = line_height(key.size) * scale;
    ImFontConfig config;
    config.OversampleH = 2;
    config.OversampleV = 1;
    ImFont* font =
        file.empty() ? nullptr : atlas.AddFontFromFileTTF(file.c_str(), pixels, &config, kRanges.data());
    if (font != nullptr) {
      fonts_[key] = {font, pixels, false};
      continue;
    }
    system_fonts_ = false;
    if (built_in == nullptr) built_in = atlas.AddFontDefault();
    fonts_[key] = {built_in, pixels, true};
  }
}

BakedFont FontSet::find(const FontKey& key) const {
  if (const auto exact = fonts_.find(key); exact != fonts_.end()) return exact->second;
  BakedFont best;
  float distance = INFINITY;
  for (const auto& [candidate, font] : fonts_) {
    const float d = std::fabs(candidate.size - key.size) + (candidate.face == key.face ? 0.0f : 1000.0f) +
                    (candidate.bold == key.bold ? 0.0f : 100.0f);
    if (d < distance) distance = d, best = font;
  }
  return best;
}

}  // namespace lanewise::canvas
