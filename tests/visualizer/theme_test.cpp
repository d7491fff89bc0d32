// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Colours are judged by numbers: difference by CIEDE2000 (about 2 is just noticeable side by side) for
// normal vision and three simulated deficiencies, contrast by WCAG 2.1 (4.5 for text, 3 for graphics).

#include <doctest/doctest.h>

#include <array>

#include "simulator/diagnostics/error.h"
#include "visualizer/theme/color_vision.h"
#include "visualizer/theme/theme.h"

using namespace lanewise;
using theme::Vision;

namespace {

constexpr std::array<Vision, 4> kVisions = {Vision::kNormal, Vision::kProtanopia, Vision::kDeuteranopia,
                                            Vision::kTritanopia};

// G. Sharma, W. Wu, E. Dalal 2005, table 1: pairs that find slips in implementations.
struct SharmaPair {
  theme::Lab first, second;
  double difference;
};
constexpr SharmaPair kSharma[] = {
    {{50.0000, 2.6772, -79.7751}, {50.0000, 0.0000, -82.7485}, 2.0425},
    {{50.0000, 3.1571, -77.2803}, {50.0000, 0.0000, -82.7485}, 2.8615},
    {{50.0000, 2.8361, -74.0200}, {50.0000, 0.0000, -82.7485}, 3.4412},
    {{50.0000, -1.0000, 2.0000}, {50.0000, 0.0000, 0.0000}, 2.3669},
    {{50.0000, 2.4900, -0.0010}, {50.0000, -2.4900, 0.0009}, 7.1792},
    {{50.0000, 2.5000, 0.0000}, {73.0000, 25.0000, -18.0000}, 27.1492},
    {{60.2574, -34.0099, 36.2677}, {60.4626, -34.1751, 39.4387}, 1.2644},
    {{22.7233, 20.0904, -46.6940}, {23.0331, 14.9730, -42.5619}, 2.0373},
    {{90.9257, -0.5406, -0.9208}, {88.6381, -0.8985, -0.7239}, 1.5381},
    {{2.0776, 0.0795, -1.1350}, {0.9033, -0.0636, -0.5514}, 0.9082},
};

double seen_difference(Vision vision, canvas::Color a, canvas::Color b) {
  return theme::difference(theme::seen_by(vision, a), theme::seen_by(vision, b));
}

}  // namespace

TEST_CASE("ciede2000_agrees_with_published_pairs") {
  for (const SharmaPair& pair : kSharma) {
    CAPTURE(pair.difference);
    // The paper prints four decimals.
    CHECK(theme::difference(pair.first, pair.second) == doctest::Approx(pair.difference).epsilon(1e-4));
    CHECK(theme::difference(pair.second, pair.first) == doctest::Approx(pair.difference).epsilon(1e-4));
  }
}

TEST_CASE("contrast_of_black_and_white_is_21") {
  CHECK(theme::contrast({0, 0, 0}, {255, 255, 255}) == doctest::Approx(21.0));
  CHECK(theme::contrast({119, 119, 119}, {255, 255, 255}) ==
        doctest::Approx(4.48).epsilon(0.001));  // #777, known to miss 4.5
}

TEST_CASE("colour_deficiencies_leave_greys_alone") {
  for (const Vision vision : kVisions) {
    const canvas::Color seen = theme::seen_by(vision, {130, 130, 130});
    CHECK(std::abs(seen.r - 130) <= 1);
    CHECK(std::abs(seen.g - 130) <= 1);
    CHECK(std::abs(seen.b - 130) <= 1);
  }
}

TEST_CASE("protanopia_confuses_red_with_dark") {
  const canvas::Color red{220, 0, 0};
  CHECK(theme::seen_by(Vision::kProtanopia, red).r < 120);
}

TEST_CASE("any_two_categories_differ_for_every_eye") {
  // Five times what is just noticeable. The closest pair of the Okabe-Ito eight is LDS and SALU for
  // tritanopia with 11.1.
  for (const theme::Theme* theme : theme::all_themes()) {
    for (const Vision vision : kVisions) {
      for (std::size_t i = 0; i < theme::kCategoryCount; ++i) {
        for (std::size_t j = 0; j < i; ++j) {
          CAPTURE(theme->name);
          CAPTURE(theme::category_name(static_cast<theme::Category>(i)));
          CAPTURE(theme::category_name(static_cast<theme::Category>(j)));
          CHECK(seen_difference(vision, theme->categories[i], theme->categories[j]) >= 10);
        }
      }
    }
  }
}

TEST_CASE("okabe_ito_colours_are_the_same_in_all_themes") {
  for (const theme::Theme* theme : theme::all_themes()) {
    CHECK(theme->category(theme::Category::kMfma) == canvas::Color{0x00, 0x72, 0xb2});
    CHECK(theme->category(theme::Category::kValu) == canvas::Color{0x56, 0xb4, 0xe9});
    CHECK(theme->category(theme::Category::kSalu) == canvas::Color{0xcc, 0x79, 0xa7});
    CHECK(theme->category(theme::Category::kLds) == canvas::Color{0xe6, 0x9f, 0x00});
    CHECK(theme->category(theme::Category::kVmem) == canvas::Color{0x00, 0x9e, 0x73});
    CHECK(theme->category(theme::Category::kWait) == canvas::Color{0xd5, 0x5e, 0x00});
  }
}

TEST_CASE("text_and_marks_have_contrast") {
  for (const theme::Theme* t : theme::all_themes()) {
    CAPTURE(t->name);
    for (const canvas::Color ground : {t->surface, t->surface_alt, t->background}) {
      CHECK(theme::contrast(t->text, ground) >= 7);
      CHECK(theme::contrast(t->muted, ground) >= 4.5);
      CHECK(theme::contrast(t->alarm, ground) >= 4.5);
      CHECK(theme::contrast(t->calm, ground) >= 4.5);
      CHECK(theme::contrast(t->selection, ground) >= 3);
    }
    for (const canvas::Color edge : t->category_edges) CHECK(theme::contrast(edge, t->surface) >= 3);
  }
}

TEST_CASE("ink_reads_on_every_fill") {
  for (const theme::Theme* t : theme::all_themes()) {
    CAPTURE(t->name);
    for (int step = 0; step <= 20; ++step) {
      const canvas::Color fill = t->ramp(static_cast<float>(step) / 20);
      CHECK(theme::contrast(theme::Theme::ink_on(fill), fill) >= 4.5);
      const canvas::Color quiet = t->shade(static_cast<float>(step) / 20);
      CHECK(theme::contrast(theme::Theme::ink_on(quiet), quiet) >= 4.5);
      // One ink for the whole row of shades, or neighbouring cells would flicker between two.
      CHECK(theme::Theme::ink_on(quiet) == theme::Theme::ink_on(t->shade(0)));
    }
    CHECK(theme::contrast(theme::Theme::ink_on(t->neutral), t->neutral) >= 4.5);
  }
}

TEST_CASE("the_first_step_of_the_ramp_is_not_the_background") {
  for (const theme::Theme* t : theme::all_themes()) {
    for (const Vision vision : kVisions) {
      CAPTURE(t->name);
      CHECK(seen_difference(vision, t->neutral, t->surface_alt) >= 10);
      CHECK(seen_difference(vision, t->ramp(0), t->surface_alt) >= 10);
      CHECK(seen_difference(vision, t->ramp(0), t->neutral) >= 10);
    }
  }
}

TEST_CASE("the_ramp_is_monotonic_in_lightness") {
  for (const theme::Theme* t : theme::all_themes()) {
    for (int step = 1; step <= 32; ++step) {
      const double before = theme::lab(t->ramp(static_cast<float>(step - 1) / 32)).l;
      const double here = theme::lab(t->ramp(static_cast<float>(step) / 32)).l;
      CAPTURE(t->name);
      CAPTURE(step);
      if (t->ramp_darkens)
        CHECK(here < before);
      else
        CHECK(here > before);
    }
  }
}

TEST_CASE("projector_type_is_at_least_1_4_times_larger") {
  const theme::TypeScale& small = theme::light().type;
  const theme::TypeScale& large = theme::projector().type;
  CHECK(large.tiny >= 1.4f * small.tiny);
  CHECK(large.small >= 1.4f * small.small);
  CHECK(large.body >= 1.4f * small.body);
  CHECK(large.heading >= 1.4f * small.heading);
  CHECK(theme::projector().line > theme::light().line);
}

TEST_CASE("an_unknown_theme_is_named_with_the_known_ones") {
  try {
    (void)theme::find_theme("sepia");
    FAIL("no error");
  } catch (const Error& error) {
    CHECK(error.kind == ErrorKind::kRequest);
    CHECK(error.id == "unknown-theme");
    CHECK(error.message == "There is no theme \"sepia\".");
    CHECK(error.remedy == "Use one of: light, dark, projector.");
  }
}
