// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A self-contained HTML page around SVG pictures: inline style and a small inline script for tooltips
// and hover marks, nothing loaded from anywhere. It opens offline and can be mailed.

#pragma once

#include <string>
#include <utility>
#include <vector>

#include "visualizer/canvas/canvas.h"

namespace lanewise::canvas {

struct HtmlSection {
  std::string id;     ///< unique in the page, e.g. "lds"
  std::string title;
  std::string svg;    ///< a document of SvgCanvas
  std::string facts;  ///< the same facts as plain text, for screen readers and for copying
};

struct HtmlPage {
  std::string title;
  std::string introduction;  ///< plain text under the title; may be empty
  /// Rows of a small table under the introduction; the first row is the heading. May be empty.
  std::vector<std::vector<std::string>> table;
  std::vector<HtmlSection> sections;
  Color background{255, 255, 255}, surface{245, 245, 245}, text{0, 0, 0}, muted{90, 90, 90},
      accent{0, 114, 178};
};

[[nodiscard]] std::string html_page(const HtmlPage& page);

}  // namespace lanewise::canvas
