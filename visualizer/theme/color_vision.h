// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How far apart two colours look, also to eyes that lack a cone. Used by the tests of the themes and by
// Theme::ink_on. Simulation: G. Machado, M. Oliveira, L. Fernandes, "A Physiologically-based Model for
// Simulation of Color Vision Deficiency", IEEE TVCG 15(6), 2009, severity 1.0. Difference: CIEDE2000.
// Contrast: WCAG 2.1, relative luminance.

#pragma once

#include <cstdint>

#include "visualizer/canvas/canvas.h"

namespace lanewise::theme {

enum class Vision : std::uint8_t { kNormal, kProtanopia, kDeuteranopia, kTritanopia };

/// The colour as the given eye sees it.
[[nodiscard]] canvas::Color seen_by(Vision vision, canvas::Color color);
/// CIE L*a*b* under D65.
struct Lab {
  double l = 0, a = 0, b = 0;
};
[[nodiscard]] Lab lab(canvas::Color color);
/// CIEDE2000.
[[nodiscard]] double difference(const Lab& first, const Lab& second);
/// CIEDE2000 difference; about 2 is just noticeable side by side.
[[nodiscard]] double difference(canvas::Color a, canvas::Color b);
/// WCAG contrast ratio, 1..21.
[[nodiscard]] double contrast(canvas::Color a, canvas::Color b);

}  // namespace lanewise::theme
