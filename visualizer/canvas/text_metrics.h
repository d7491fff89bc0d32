// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How wide and how high text is, on every back end. Widths are the advance widths of the DejaVu fonts
// (2048 units per em), read from the font files of Debian's fonts-dejavu-core 2.37; they are among the
// widest of the usual screen fonts, so text in another sans-serif font of a browser stays inside.

#pragma once

#include <string>
#include <string_view>

#include "visualizer/canvas/canvas.h"

namespace lanewise::canvas {

/// Parts of the em, from the same files: ascent 1901, descent 483, capitals 1493 of 2048 units.
inline constexpr float kAscent = 1901.0f / 2048.0f;
inline constexpr float kDescent = 483.0f / 2048.0f;
inline constexpr float kCapital = 1493.0f / 2048.0f;
inline constexpr float kMonoAdvance = 1233.0f / 2048.0f;

/// Width in pixels of one line of UTF-8 text.
[[nodiscard]] float text_width(std::string_view content, const TextStyle& style);
/// Height of a line box: ascent + descent.
[[nodiscard]] constexpr float line_height(float size) { return (kAscent + kDescent) * size; }

/// y of the baseline when text of `style` is drawn at height `y`.
[[nodiscard]] float baseline(float y, const TextStyle& style);
/// x of the left edge when text of `style` is drawn at `x`.
[[nodiscard]] float left_edge(float x, std::string_view content, const TextStyle& style);

/// `content`, shortened at its end with "…" until it is at most `width` pixels wide;
/// "" if not even that fits.
[[nodiscard]] std::string fit_text(std::string_view content, const TextStyle& style, float width);

/// Next code point of UTF-8 text; advances `at`. Broken bytes give U+FFFD, one byte each.
[[nodiscard]] char32_t next_code_point(std::string_view content, std::size_t& at);

}  // namespace lanewise::canvas
