// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The three palettes. Projector is the light one with deeper lines and 1.5 times the type, for a wall
// seen from the last row.

#include "visualizer/theme/theme.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "simulator/diagnostics/error.h"
#include "visualizer/theme/color_vision.h"

namespace lanewise::theme {
namespace {

using canvas::Color;

constexpr Color rgb(std::uint32_t hex) {
  return {static_cast<std::uint8_t>(hex >> 16), static_cast<std::uint8_t>(hex >> 8),
          static_cast<std::uint8_t>(hex)};
}

// MFMA, VALU, SALU, LDS, VMEM, wait, barrier, other. The barrier is ink: black on light, white on dark.
constexpr std::array<Color, kCategoryCount> categories(Color barrier) {
  return {rgb(0x0072b2), rgb(0x56b4e9), rgb(0xcc79a7), rgb(0xe69f00),
          rgb(0x009e73), rgb(0xd55e00), barrier,       rgb(0x707070)};
}
constexpr std::array<Color, kCategoryCount> kEdgesOnLight = {rgb(0x004f7c), rgb(0x1f78ad), rgb(0x9a4a78),
                                                             rgb(0x9a6a00), rgb(0x006b4e), rgb(0x9c4400),
                                                             rgb(0x000000), rgb(0x4a4a4a)};
constexpr std::array<Color, kCategoryCount> kEdgesOnDark = {rgb(0x4aa6dd), rgb(0x8fd0f7), rgb(0xe3a3c6),
                                                            rgb(0xffc04a), rgb(0x3cc79d), rgb(0xff8a3c),
                                                            rgb(0xffffff), rgb(0xb5b5b5)};

// Cividis at 0, 1/8, ..., 1, from the published table (nearest of its 256 entries).
constexpr std::array<Color, 9> kCividis = {rgb(0x00224e), rgb(0x1a386f), rgb(0x434e6c),
                                           rgb(0x61656f), rgb(0x7d7c78), rgb(0x9b9476),
                                           rgb(0xbcae6c), rgb(0xdec958), rgb(0xfee838)};

Color cividis(float value) {
  const float at = value * 8;
  const std::size_t low = std::min<std::size_t>(7, static_cast<std::size_t>(at));
  const float f = at - static_cast<float>(low);
  const auto mix = [&](std::uint8_t a, std::uint8_t b) {
    return static_cast<std::uint8_t>(
        std::lround(static_cast<float>(a) * (1 - f) + static_cast<float>(b) * f));
  };
  const Color a = kCividis[low], b = kCividis[low + 1];
  return {mix(a.r, b.r), mix(a.g, b.g), mix(a.b, b.b)};
}

Theme make_light() {
  return {.name = "light",
          .background = rgb(0xf3f4f7),
          .surface = rgb(0xffffff),
          .surface_alt = rgb(0xf5f7fa),
          .outline = rgb(0xd5dae2),
          .grid = rgb(0xe4e8ee),
          .text = rgb(0x1a2230),
          .muted = rgb(0x5a6577),
          .selection = rgb(0xc2185b),
          .alarm = rgb(0xa33c00),
          .calm = rgb(0x006b4e),
          .neutral = rgb(0xa9bdd6),
          .categories = categories(rgb(0x000000)),
          .category_edges = kEdgesOnLight,
          .ramp_darkens = true,
          .type = {},
          .line = 1};
}

Theme make_dark() {
  return {.name = "dark",
          .background = rgb(0x10141b),
          .surface = rgb(0x181e28),
          .surface_alt = rgb(0x1e2531),
          .outline = rgb(0x323c4c),
          .grid = rgb(0x2a3341),
          .text = rgb(0xe8ecf3),
          .muted = rgb(0xa0abbd),
          .selection = rgb(0xf0e442),
          .alarm = rgb(0xff9c5a),
          .calm = rgb(0x4fd3aa),
          .neutral = rgb(0x47618a),
          .categories = categories(rgb(0xffffff)),
          .category_edges = kEdgesOnDark,
          .ramp_darkens = false,
          .type = {},
          .line = 1};
}

Theme make_projector() {
  Theme theme = make_light();
  theme.name = "projector";
  theme.background = theme.surface = rgb(0xffffff);
  theme.surface_alt = rgb(0xeff2f6);
  theme.outline = rgb(0x8a94a3);
  theme.grid = rgb(0xc9d0da);
  theme.text = rgb(0x000000);
  theme.muted = rgb(0x3d4757);
  theme.type = {.tiny = 13, .small = 16, .body = 18, .heading = 21, .title = 29};
  theme.line = 2;
  return theme;
}

}  // namespace

std::string_view category_name(Category category) {
  constexpr std::array<std::string_view, kCategoryCount> kNames = {"MFMA", "VALU", "SALU",    "LDS",
                                                                   "VMEM", "wait", "barrier", "other"};
  return kNames[static_cast<std::size_t>(category)];
}

Color Theme::ramp(float value) const {
  // The end that is near the ground is left out: cividis' blues on dark ground.
  const float t = std::clamp(value, 0.0f, 1.0f);
  return cividis(ramp_darkens ? 1 - 0.94f * t : 0.62f + 0.38f * t);
}

Color Theme::shade(float value) const {
  const float t = std::clamp(value, 0.0f, 1.0f);
  return ramp_darkens ? tint(cividis(1 - 0.85f * t), 0.55f) : tint(cividis(0.05f + 0.65f * t), 0.52f);
}

Color Theme::tint(Color color, float strength) const {
  const auto mix = [&](std::uint8_t a, std::uint8_t b) {
    return static_cast<std::uint8_t>(
        std::lround(static_cast<float>(a) * strength + static_cast<float>(b) * (1 - strength)));
  };
  return {mix(color.r, surface.r), mix(color.g, surface.g), mix(color.b, surface.b)};
}

Color Theme::ink_on(Color ground) {
  constexpr Color kBlack = rgb(0x000000), kWhite = rgb(0xffffff);
  return contrast(kBlack, ground) >= contrast(kWhite, ground) ? kBlack : kWhite;
}

const Theme& light() {
  static const Theme theme = make_light();
  return theme;
}
const Theme& dark() {
  static const Theme theme = make_dark();
  return theme;
}
const Theme& projector() {
  static const Theme theme = make_projector();
  return theme;
}

std::span<const Theme* const> all_themes() {
  static const std::array<const Theme*, 3> themes = {&light(), &dark(), &projector()};
  return themes;
}

const Theme& find_theme(std::string_view name) {
  std::string known;
  for (const Theme* theme : all_themes()) {
    if (theme->name == name) return *theme;
    known += (known.empty() ? "" : ", ") + std::string(theme->name);
  }
  throw Error(ErrorKind::kRequest, "unknown-theme", "There is no theme \"" + std::string(name) + "\".",
              "Use one of: " + known + ".");
}

}  // namespace lanewise::theme
