// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A view as a file, without a display: SVG, PNG, self-contained HTML, or the view's facts as text.
// The same input gives the same bytes.

#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "visualizer/views/view.h"

namespace lanewise::views {

enum class Format : std::uint8_t { kSvg, kPng, kHtml, kText };

/// By the end of a file name: .svg, .png, .html, .txt. Throws Error{kRequest, "unknown-format"}.
[[nodiscard]] Format format_of(std::string_view path);

struct ExportOptions {
  std::string view = "lds";
  std::string theme = "light";
  canvas::Size size{1280, 800};
  float scale = 1;  ///< PNG only: picture pixels per view pixel
  Format format = Format::kSvg;
  Selection selection{};
};

/// Bytes of the file. Throws Error{kRequest} with "unknown-view", "unknown-theme", "bad-size" or
/// "no-trace" (no trace, or more than two).
[[nodiscard]] std::string export_view(std::span<const trace::Trace* const> traces,
                                      const ExportOptions& options);

struct ReportOptions {
  std::string title = "Lanewise report";
  std::string introduction;
  std::vector<std::vector<std::string>> table;  ///< first row = heading; may be empty
  std::string theme = "light";
  canvas::Size size{1280, 800};
  /// One picture each, in this order.
  struct Picture {
    std::string view;
    std::vector<const trace::Trace*> traces;
    std::string heading;  ///< empty: the view's question
    Selection selection{};
  };
  std::vector<Picture> pictures;
};

/// One HTML page with several views, self-contained.
[[nodiscard]] std::string export_report(const ReportOptions& options);

}  // namespace lanewise::views
