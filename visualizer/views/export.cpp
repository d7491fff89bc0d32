// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Views into files. The only place where views meet the canvas back ends.

#include "visualizer/views/export.h"

#include <fmt/format.h>

#include "simulator/diagnostics/error.h"
#include "visualizer/canvas/html_page.h"
#include "visualizer/canvas/rasterizer.h"
#include "visualizer/canvas/svg_canvas.h"

namespace lanewise::views {
namespace {

void check(std::span<const trace::Trace* const> traces, canvas::Size size, float scale) {
  if (traces.empty() || traces.size() > 2) {
    throw Error(ErrorKind::kRequest, "no-trace",
                fmt::format("A view needs one or two traces, not {}.", traces.size()),
                "Give one trace, or two to compare them.");
  }
  const bool too_small = size.width < kSmallest.width || size.height < kSmallest.height;
  const bool too_large = size.width * scale > 16384 || size.height * scale > 16384;
  if (too_small || too_large || !(scale > 0)) {
    throw Error(
        ErrorKind::kRequest, "bad-size",
        fmt::format("A picture of {}x{} pixels at scale {} cannot be drawn.", size.width, size.height, scale),
        fmt::format("Use at least {}x{} and at most 16384x16384 pixels after scaling.", kSmallest.width,
                    kSmallest.height));
  }
}

/// "plain GEMM against swizzled GEMM", for titles.
std::string subject(std::span<const trace::Trace* const> traces) {
  std::string out;
  for (const trace::Trace* trace : traces) {
    const std::string name = trace->title.empty() ? trace->program.kernel : trace->title;
    if (out == name) continue;
    out += (out.empty() ? "" : " and ") + name;
  }
  return out;
}

std::string svg(const View& view, const ViewInput& input) {
  canvas::SvgCanvas canvas(input.size, {std::string(view.question) + " " + subject(input.traces),
                                        view.facts(input), input.theme.background});
  view.draw(canvas, input);
  return canvas.finish();
}

canvas::HtmlPage empty_page(const theme::Theme& theme) {
  canvas::HtmlPage page;
  page.background = theme.background;
  page.surface = theme.surface;
  page.text = theme.text;
  page.muted = theme.muted;
  page.accent = theme.selection;
  return page;
}

}  // namespace

Format format_of(std::string_view path) {
  if (path.ends_with(".svg")) return Format::kSvg;
  if (path.ends_with(".png")) return Format::kPng;
  if (path.ends_with(".html") || path.ends_with(".htm")) return Format::kHtml;
  if (path.ends_with(".txt")) return Format::kText;
  throw Error(ErrorKind::kRequest, "unknown-format",
              fmt::format("The name \"{}\" does not tell a picture format.", path),
              "End it with .svg, .png, .html or .txt.");
}

std::string export_view(std::span<const trace::Trace* const> traces, const ExportOptions& options) {
  const View& view = find_view(options.view);
  const theme::Theme& theme = theme::find_theme(options.theme);
  check(traces, options.size, options.format == Format::kPng ? options.scale : 1);
  const ViewInput input{traces, options.selection, theme, options.size};
  switch (options.format) {
    case Format::kSvg: return svg(view, input);
    case Format::kText: return view.facts(input);
    case Format::kPng:
      return canvas::encode_png(canvas::render_image(
          {.size = options.size, .scale = options.scale, .supersample = 2, .background = theme.background},
          [&](canvas::Canvas& canvas) { view.draw(canvas, input); }));
    case Format::kHtml: break;
  }
  canvas::HtmlPage page = empty_page(theme);
  page.title = std::string(view.question);
  page.introduction = subject(traces);
  page.sections.push_back(
      {std::string(view.id), std::string(view.question), svg(view, input), view.facts(input)});
  return canvas::html_page(page);
}

std::string export_report(const ReportOptions& options) {
  const theme::Theme& theme = theme::find_theme(options.theme);
  canvas::HtmlPage page = empty_page(theme);
  page.title = options.title;
  page.introduction = options.introduction;
  page.table = options.table;
  std::size_t number = 0;
  for (const ReportOptions::Picture& picture : options.pictures) {
    check(picture.traces, options.size, 1);
    const View& view = find_view(picture.view);
    const ViewInput input{picture.traces, picture.selection, theme, options.size};
    page.sections.push_back({fmt::format("{}-{}", view.id, ++number),
                             picture.heading.empty() ? std::string(view.question) : picture.heading,
                             svg(view, input), view.facts(input)});
  }
  return canvas::html_page(page);
}

}  // namespace lanewise::views
