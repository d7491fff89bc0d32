// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The back ends of the canvas: SVG by its exact text, PNG by its pixels, and that both agree with the
// text measures.

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <string>

#include "visualizer/canvas/font_set.h"
#include "visualizer/canvas/html_page.h"
#include "visualizer/canvas/rasterizer.h"
#include "visualizer/canvas/recording_canvas.h"
#include "visualizer/canvas/svg_canvas.h"
#include "visualizer/canvas/text_metrics.h"

using namespace lanewise::canvas;

namespace {

constexpr Color kWhite{255, 255, 255}, kBlack{0, 0, 0}, kRed{255, 0, 0};

Color pixel(const Image& image, int x, int y) {
  const std::size_t at = 4 * static_cast<std::size_t>(y * image.width + x);
  return {image.rgba[at], image.rgba[at + 1], image.rgba[at + 2], image.rgba[at + 3]};
}

RasterOptions small_picture(int supersample = 1) {
  return {.size = {64, 48}, .scale = 1, .supersample = supersample, .background = kWhite};
}

/// Bounding box of everything that is not background.
Box ink(const Image& image) {
  int left = image.width, top = image.height, right = -1, bottom = -1;
  for (int y = 0; y < image.height; ++y) {
    for (int x = 0; x < image.width; ++x) {
      if (pixel(image, x, y) == kWhite) continue;
      left = std::min(left, x), right = std::max(right, x), top = std::min(top, y),
      bottom = std::max(bottom, y);
    }
  }
  return {static_cast<float>(left), static_cast<float>(top), static_cast<float>(right + 1 - left),
          static_cast<float>(bottom + 1 - top)};
}

void check_ink_stays_inside_measure(Face face, bool bold) {
  const TextStyle style = {.size = 20, .color = kBlack, .face = face, .bold = bold};
  const std::string text = "MWgjy 0123 \u2192\u00d7";
  RecordingCanvas measured;
  measured.text({20, 20}, text, style);
  const Image image = render_image({.size = {400, 80}}, [&](Canvas& c) { c.text({20, 20}, text, style); });
  const Box drawn = ink(image), box = measured.texts[0].box;
  CAPTURE(drawn.x);
  CAPTURE(drawn.right());
  CAPTURE(box.right());
  CHECK(drawn.width > 0.8f * box.width);
  // One pixel for anti-aliasing and for Dear ImGui's rounding of the start; letters may overhang a little.
  CHECK(drawn.x >= box.x - 2);
  CHECK(drawn.right() <= box.right() + 2);
  CHECK(drawn.y >= box.y - 2);
  CHECK(drawn.bottom() <= box.bottom() + 2);
}

}  // namespace

TEST_CASE("boxes_are_cut_without_overlap") {
  Box box{10, 20, 100, 50};
  const Box top = box.take_top(15), left = box.take_left(30), right = box.take_right(20),
            bottom = box.take_bottom(1000);
  CHECK(top.bottom() == left.y);
  CHECK(left.right() == bottom.x);
  CHECK(bottom.right() == right.x);
  CHECK(bottom.height == 35);
  CHECK(box.height == 0);
}

TEST_CASE("text_widths_follow_the_font") {
  const TextStyle mono = {.size = 20.48f, .face = Face::kMono}, sans = {.size = 20.48f};
  CHECK(text_width("abc", mono) == doctest::Approx(3 * 12.33));
  CHECK(text_width("iW", sans) == doctest::Approx(5.69 + 20.25));
  CHECK(text_width("\u00d7", sans) == doctest::Approx(17.16));
  CHECK(text_width("", sans) == 0);
  CHECK(text_width("a\xff", mono) == doctest::Approx(2 * 12.33));      // a broken byte is one character
  CHECK(text_width("\u6f22", mono) == doctest::Approx(2 * 12.33));     // East Asian: two cells
}

TEST_CASE("text_is_shortened_to_its_room") {
  const TextStyle mono = {.size = 10, .face = Face::kMono};
  CHECK(fit_text("abcdef", mono, 6 * 6.03f) == "abcdef");
  CHECK(fit_text("abcdef", mono, 4 * 6.03f) == "abc\u2026");
  CHECK(fit_text("a bcdef", mono, 3 * 6.03f) == "a\u2026");
  CHECK(fit_text("abcdef", mono, 1) == "");
}

TEST_CASE("svg_is_text_with_short_numbers") {
  SvgCanvas svg({100, 50}, {"a < b", "two & three", kWhite});
  svg.begin_group("g1", "group", "");
  svg.rect({1.5f, 2, 10.125f, 4}, {.fill = kRed, .stroke = Stroke{kBlack, 2}});
  svg.text({50, 10}, "x > \"y\"",
           {.size = 10,
            .color = kBlack,
            .face = Face::kMono,
            .bold = true,
            .align = Align::kCenter,
            .vertical = Vertical::kBaseline});
  svg.tooltip({0, 0, 5, 5}, "tip");
  svg.link({0, 0, 5, 5}, "instruction=1");
  svg.end_group();
  const std::string text = svg.finish();
  CHECK(text.find("<title>a &lt; b</title>") != std::string::npos);
  CHECK(text.find("<desc>two &amp; three</desc>") != std::string::npos);
  CHECK(
      text.find("  <g id=\"g1\">\n    <title>group</title>\n"
                "    <rect x=\"1.5\" y=\"2\" width=\"10.13\" height=\"4\" fill=\"#ff0000\" "
                "stroke=\"#000000\" stroke-width=\"2\"/>\n"
                "    <text x=\"50\" y=\"10\" font-size=\"10\" fill=\"#000000\" text-anchor=\"middle\" "
                "class=\"m b\">x &gt; &quot;y&quot;</text>\n"
                "    <rect class=\"tip\" x=\"0\" y=\"0\" width=\"5\" height=\"5\"><title>tip</title></rect>\n"
                "  </g>\n</svg>\n") != std::string::npos);
}

TEST_CASE("rectangles_fill_exactly_their_pixels") {
  const Image image =
      render_image(small_picture(), [](Canvas& c) { c.rect({10, 12, 20, 8}, {.fill = kRed}); });
  for (int y = 0; y < image.height; ++y) {
    for (int x = 0; x < image.width; ++x) {
      const bool inside = x >= 10 && x < 30 && y >= 12 && y < 20;
      const bool right = pixel(image, x, y) == (inside ? kRed : kWhite);
      if (!right) FAIL_CHECK("pixel ", x, ",", y);
    }
  }
}

TEST_CASE("neighbouring_shapes_leave_neither_seam_nor_overlap") {
  // Half-transparent neighbours: a seam would be lighter, an overlap darker than the rest.
  const Image image = render_image(small_picture(), [](Canvas& c) {
    const Point curve[] = {{4, 10.3f}, {17.7f, 10.3f}, {30.2f, 10.3f}, {60, 10.3f}};
    c.area(curve, 40, kBlack.with_alpha(128));
  });
  const Color inside = pixel(image, 20, 20);
  CHECK(inside.r < 140);
  CHECK(inside.r > 115);
  for (int x = 5; x < 59; ++x) {
    CAPTURE(x);
    CHECK(pixel(image, x, 20) == inside);
  }
}

TEST_CASE("clipping_hides_what_is_outside") {
  const Image image = render_image(small_picture(), [](Canvas& c) {
    c.push_clip({10, 10, 10, 10});
    c.rect({0, 0, 64, 48}, {.fill = kRed});
    c.pop_clip();
    c.rect({40, 40, 2, 2}, {.fill = kBlack});
  });
  CHECK(pixel(image, 15, 15) == kRed);
  CHECK(pixel(image, 9, 15) == kWhite);
  CHECK(pixel(image, 20, 15) == kWhite);
  CHECK(pixel(image, 41, 41) == kBlack);
}

TEST_CASE("circles_are_round_and_smooth") {
  const Image image =
      render_image(small_picture(2), [](Canvas& c) { c.circle({32, 24}, 10, {.fill = kBlack}); });
  const Box drawn = ink(image);
  CHECK(drawn.x == doctest::Approx(22).epsilon(0.06));
  CHECK(drawn.width == doctest::Approx(20).epsilon(0.11));
  CHECK(drawn.height == doctest::Approx(20).epsilon(0.11));
  CHECK(pixel(image, 32, 24) == kBlack);
  bool grey = false;
  for (int x = 20; x < 45; ++x) grey |= pixel(image, x, 17).r > 20 && pixel(image, x, 17).r < 235;
  CHECK(grey);
}

TEST_CASE("hatching_stays_in_its_box") {
  RecordingCanvas recorder;
  recorder.hatch({10, 20, 30, 7}, {kBlack, 1}, 4);
  CHECK(recorder.shapes.size() > 5);
  for (const Box& box : recorder.shapes) {
    CHECK(box.x >= 10);
    CHECK(box.right() <= 40.001f);
    CHECK(box.y >= 19.999f);
    CHECK(box.bottom() <= 27.001f);
  }
}

TEST_CASE("drawn_text_fills_its_measured_box") {
  if (font_file(Face::kSans, false).empty()) {
    MESSAGE("skipped: no DejaVu fonts on this system (package fonts-dejavu-core)");
    return;
  }
  check_ink_stays_inside_measure(Face::kSans, false);
  check_ink_stays_inside_measure(Face::kSans, true);
  check_ink_stays_inside_measure(Face::kMono, false);
  check_ink_stays_inside_measure(Face::kMono, true);
}

TEST_CASE("without_font_files_text_keeps_its_measure") {
  const char* before = std::getenv("LANEWISE_FONT_FOLDER");
  const std::string saved = before == nullptr ? "" : before;
  setenv("LANEWISE_FONT_FOLDER", "no-such-folder", 1);
  const TextStyle style = {.size = 20, .color = kBlack, .face = Face::kMono};
  const Image image =
      render_image({.size = {300, 60}}, [&](Canvas& c) { c.text({20, 20}, "lane 37", style); });
  before == nullptr ? unsetenv("LANEWISE_FONT_FOLDER") : setenv("LANEWISE_FONT_FOLDER", saved.c_str(), 1);
  const Box drawn = ink(image);
  const float width = text_width("lane 37", style);
  CHECK(drawn.width > 0.7f * width);
  CHECK(drawn.x >= 18);
  CHECK(drawn.right() <= 20 + width + 3);
}

TEST_CASE("png_bytes_are_the_same_each_time") {
  const auto draw = [](Canvas& c) {
    c.rect({5, 5, 30, 20}, {.fill = kRed, .stroke = Stroke{kBlack, 1}, .radius = 4});
    c.text({8, 8}, "bank", {.size = 11, .color = kBlack});
  };
  const std::string first = encode_png(render_image(small_picture(2), draw));
  CHECK(first == encode_png(render_image(small_picture(2), draw)));
  CHECK(first.substr(0, 8) == "\x89PNG\r\n\x1a\n");
}

TEST_CASE("html_is_one_file_with_unique_ids") {
  SvgCanvas a({10, 10}, {"a", "", kWhite}), b({10, 10}, {"b", "", kWhite});
  for (SvgCanvas* svg : {&a, &b}) {
    svg->push_clip({0, 0, 5, 5});
    svg->begin_group("part", "", "");
    svg->end_group();
    svg->pop_clip();
  }
  HtmlPage page;
  page.title = "R&D <report>";
  page.table = {{"case", "verdict"}, {"gemm", "pass"}};
  page.sections = {{"one", "One", a.finish(), "facts <1>"}, {"two", "Two", b.finish(), ""}};
  const std::string html = html_page(page);
  CHECK(html.find("<title>R&amp;D &lt;report&gt;</title>") != std::string::npos);
  CHECK(html.find("<g id=\"one-part\">") != std::string::npos);
  CHECK(html.find("<g id=\"two-part\">") != std::string::npos);
  CHECK(html.find("clip-path=\"url(#two-clip-1)\"") != std::string::npos);
  CHECK(html.find("<pre>facts &lt;1&gt;</pre>") != std::string::npos);
  CHECK(html.find("<td>pass</td>") != std::string::npos);
  for (const char* outside : {"src=", "href=", "@import", "https://"})
    CHECK(html.find(outside) == std::string::npos);
}
