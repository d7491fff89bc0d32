// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Advance widths and line measures. See the header for their source.

#include "visualizer/canvas/text_metrics.h"

#include <array>

namespace lanewise::canvas {
namespace {

// Advance widths of U+0020..U+007E in font units.
constexpr std::array<short, 95> kSans = {
    651,  821,  942,  1716, 1303, 1946, 1597, 563,  799,  799,  1024, 1716, 651,  739,  651,  690,
    1303, 1303, 1303, 1303, 1303, 1303, 1303, 1303, 1303, 1303, 690,  690,  1716, 1716, 1716, 1087,
    2048, 1401, 1405, 1430, 1577, 1294, 1178, 1587, 1540, 604,  604,  1343, 1141, 1767, 1532, 1612,
    1235, 1612, 1423, 1300, 1251, 1499, 1401, 2025, 1403, 1251, 1403, 799,  690,  799,  1716, 1024,
    1024, 1255, 1300, 1126, 1300, 1260, 721,  1300, 1298, 569,  569,  1186, 569,  1995, 1298, 1253,
    1300, 1300, 842,  1067, 803,  1298, 1212, 1675, 1212, 1212, 1075, 1303, 690,  1303, 1716};
constexpr std::array<short, 95> kSansBold = {
    713,  934,  1067, 1716, 1425, 2052, 1786, 627,  936,  936,  1071, 1716, 778,  850,  778,  748,
    1425, 1425, 1425, 1425, 1425, 1425, 1425, 1425, 1425, 1425, 819,  819,  1716, 1716, 1716, 1188,
    2048, 1585, 1561, 1503, 1700, 1399, 1399, 1681, 1714, 762,  762,  1587, 1305, 2038, 1714, 1741,
    1501, 1741, 1577, 1475, 1397, 1663, 1585, 2259, 1579, 1483, 1485, 936,  748,  936,  1716, 1024,
    1024, 1382, 1466, 1214, 1466, 1389, 891,  1466, 1458, 702,  702,  1362, 702,  2134, 1458, 1407,
    1466, 1466, 1010, 1219, 979,  1458, 1335, 1892, 1321, 1335, 1192, 1458, 748,  1458, 1716};

struct Wide {
  char32_t code;
  short sans, bold;
};
// Characters outside ASCII that views write themselves.
constexpr std::array<Wide, 8> kWide = {{{0x00b7, 651, 778},
                                        {0x00d7, 1716, 1716},
                                        {0x2013, 1024, 1024},
                                        {0x2026, 2048, 2048},
                                        {0x2192, 1716, 1716},
                                        {0x2212, 1716, 1716},
                                        {0x2264, 1716, 1716},
                                        {0x2265, 1716, 1716}}};

float advance(char32_t code, const TextStyle& style) {
  if (style.face == Face::kMono)
    return code >= 0x2e80 && code != 0xfffd ? 2 * kMonoAdvance : kMonoAdvance;  // East Asian: two cells
  if (code >= 0x20 && code < 0x7f) {
    return static_cast<float>((style.bold ? kSansBold : kSans)[code - 0x20]) / 2048.0f;
  }
  for (const Wide& wide : kWide) {
    if (wide.code == code) return static_cast<float>(style.bold ? wide.bold : wide.sans) / 2048.0f;
  }
  return 1.0f;  // letters of other alphabets are at most one em wide
}

}  // namespace

char32_t next_code_point(std::string_view content, std::size_t& at) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(content[i]); };
  const unsigned char lead = byte(at);
  const std::size_t start = at++;
  if (lead < 0x80) return lead;
  const std::size_t more = lead >= 0xf5 ? 0 : lead >= 0xf0 ? 3 : lead >= 0xe0 ? 2 : lead >= 0xc2 ? 1 : 0;
  if (more == 0 || start + more >= content.size()) return 0xfffd;
  char32_t code = static_cast<char32_t>(lead & (0x3f >> more));
  for (std::size_t i = 1; i <= more; ++i) {
    const unsigned char next = byte(start + i);
    if ((next & 0xc0) != 0x80) return 0xfffd;
    code = (code << 6) | static_cast<char32_t>(next & 0x3f);
  }
  at = start + more + 1;
  return code;
}

float text_width(std::string_view content, const TextStyle& style) {
  float width = 0;
  for (std::size_t at = 0; at < content.size();) width += advance(next_code_point(content, at), style);
  return width * style.size;
}

float baseline(float y, const TextStyle& style) {
  switch (style.vertical) {
    case Vertical::kTop: return y + kAscent * style.size;
    case Vertical::kMiddle: return y + kCapital / 2 * style.size;
    case Vertical::kBaseline: break;
  }
  return y;
}

float left_edge(float x, std::string_view content, const TextStyle& style) {
  if (style.align == Align::kLeft) return x;
  const float width = text_width(content, style);
  return style.align == Align::kCenter ? x - width / 2 : x - width;
}

std::string fit_text(std::string_view content, const TextStyle& style, float width) {
  if (text_width(content, style) <= width) return std::string(content);
  constexpr std::string_view kEllipsis = "\u2026";
  float used = text_width(kEllipsis, style);
  if (used > width) return {};
  std::size_t end = 0;
  for (std::size_t at = 0; at < content.size();) {
    used += advance(next_code_point(content, at), style) * style.size;
    if (used > width) break;
    end = at;
  }
  while (end > 0 && content[end - 1] == ' ') --end;
  return std::string(content.substr(0, end)) + std::string(kEllipsis);
}

}  // namespace lanewise::canvas
