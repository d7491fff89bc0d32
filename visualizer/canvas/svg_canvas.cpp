// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The SVG writer. Numbers are written without a locale and with trailing zeros removed; colours as
// #rrggbb with a separate opacity, which every SVG reader understands.

#include "visualizer/canvas/svg_canvas.h"

#include <fmt/format.h>

#include <cmath>
#include <iterator>

#include "visualizer/canvas/text_metrics.h"

namespace lanewise::canvas {
namespace {

std::string number(float value) {
  const long hundredths = std::lround(value * 100.0f);
  const long whole = std::labs(hundredths) / 100, rest = std::labs(hundredths) % 100;
  std::string text = hundredths < 0 ? "-" : "";
  text += fmt::format("{}", whole);
  if (rest != 0) text += rest % 10 == 0 ? fmt::format(".{}", rest / 10) : fmt::format(".{:02}", rest);
  return text;
}

std::string hex(Color color) { return fmt::format("#{:02x}{:02x}{:02x}", color.r, color.g, color.b); }

std::string opacity(const char* name, Color color) {
  if (color.a == 255) return {};
  return fmt::format(" {}=\"{}\"", name, number(static_cast<float>(color.a) / 255.0f));
}

std::string box_attributes(const Box& box) {
  return fmt::format("x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"", number(box.x), number(box.y),
                     number(box.width), number(box.height));
}

}  // namespace

std::string escape_xml(std::string_view content) {
  std::string out;
  out.reserve(content.size());
  for (const char c : content) {
    switch (c) {
      case '&': out += "&amp;"; break;
      case '<': out += "&lt;"; break;
      case '>': out += "&gt;"; break;
      case '"': out += "&quot;"; break;
      case '\'': out += "&#39;"; break;
      default:
        if (static_cast<unsigned char>(c) >= 0x20 || c == '\n' || c == '\t') out += c;
    }
  }
  return out;
}

SvgCanvas::SvgCanvas(Size size, const Description& description) {
  out_ = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {1}\" width=\"{0}\" height=\"{1}\" "
      "role=\"img\">\n"
      "  <title>{2}</title>\n"
      "  <desc>{3}</desc>\n"
      "  <style>text {{ font-family: 'DejaVu Sans', Verdana, sans-serif; white-space: pre }} "
      ".m {{ font-family: 'DejaVu Sans Mono', Menlo, 'Liberation Mono', monospace }} .b {{ font-weight: bold "
      "}} "
      ".tip {{ fill: none; pointer-events: all }}</style>\n"
      "  <rect width=\"{0}\" height=\"{1}\" fill=\"{4}\"/>\n",
      number(size.width), number(size.height), escape_xml(description.title),
      escape_xml(description.description), hex(description.background));
}

std::string SvgCanvas::finish() {
  out_ += "</svg>\n";
  return std::move(out_);
}

void SvgCanvas::indent() { out_.append(2 * static_cast<std::size_t>(depth_), ' '); }

void SvgCanvas::stroke_attributes(const Stroke& stroke) {
  out_ += fmt::format(" stroke=\"{}\"{}", hex(stroke.color), opacity("stroke-opacity", stroke.color));
  if (stroke.width != 1) out_ += fmt::format(" stroke-width=\"{}\"", number(stroke.width));
  if (stroke.dashed)
    out_ += fmt::format(" stroke-dasharray=\"{0} {1}\"", number(5 * stroke.width), number(4 * stroke.width));
}

void SvgCanvas::paint_attributes(const Paint& paint) {
  if (paint.fill) {
    out_ += fmt::format(" fill=\"{}\"{}", hex(*paint.fill), opacity("fill-opacity", *paint.fill));
  } else {
    out_ += " fill=\"none\"";
  }
  if (paint.stroke) stroke_attributes(*paint.stroke);
}

void SvgCanvas::points(std::span<const Point> list) {
  out_ += " points=\"";
  for (std::size_t i = 0; i < list.size(); ++i) {
    out_ += fmt::format("{}{},{}", i == 0 ? "" : " ", number(list[i].x), number(list[i].y));
  }
  out_ += '"';
}

void SvgCanvas::rect(const Box& box, const Paint& paint) {
  indent();
  out_ += "<rect " + box_attributes(box);
  if (paint.radius > 0) out_ += fmt::format(" rx=\"{}\"", number(paint.radius));
  paint_attributes(paint);
  out_ += "/>\n";
}

void SvgCanvas::circle(Point center, float radius, const Paint& paint) {
  indent();
  out_ +=
      fmt::format("<circle cx=\"{}\" cy=\"{}\" r=\"{}\"", number(center.x), number(center.y), number(radius));
  paint_attributes(paint);
  out_ += "/>\n";
}

void SvgCanvas::line(Point from, Point to, const Stroke& stroke) {
  indent();
  out_ += fmt::format("<line x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\"", number(from.x), number(from.y),
                      number(to.x), number(to.y));
  stroke_attributes(stroke);
  out_ += "/>\n";
}

void SvgCanvas::polyline(std::span<const Point> list, const Stroke& stroke) {
  indent();
  out_ += "<polyline";
  points(list);
  out_ += " fill=\"none\"";
  stroke_attributes(stroke);
  out_ += "/>\n";
}

void SvgCanvas::polygon(std::span<const Point> list, const Paint& paint) {
  indent();
  out_ += "<polygon";
  points(list);
  paint_attributes(paint);
  out_ += "/>\n";
}

void SvgCanvas::area(std::span<const Point> curve, float base, Color fill) {
  if (curve.empty()) return;
  indent();
  out_ += fmt::format("<path d=\"M{},{}", number(curve.front().x), number(base));
  for (const Point& p : curve) out_ += fmt::format(" L{},{}", number(p.x), number(p.y));
  out_ += fmt::format(" L{},{} Z\" fill=\"{}\"{}/>\n", number(curve.back().x), number(base), hex(fill),
                      opacity("fill-opacity", fill));
}

void SvgCanvas::text(Point at, std::string_view content, const TextStyle& style) {
  if (content.empty()) return;
  indent();
  out_ += fmt::format("<text x=\"{}\" y=\"{}\" font-size=\"{}\" fill=\"{}\"{}", number(at.x),
                      number(baseline(at.y, style)), number(style.size), hex(style.color),
                      opacity("fill-opacity", style.color));
  if (style.align != Align::kLeft) {
    out_ += style.align == Align::kCenter ? " text-anchor=\"middle\"" : " text-anchor=\"end\"";
  }
  const bool mono = style.face == Face::kMono;
  if (mono || style.bold) out_ += fmt::format(" class=\"{}\"", mono && style.bold ? "m b" : mono ? "m" : "b");
  out_ += ">" + escape_xml(content) + "</text>\n";
}

void SvgCanvas::push_clip(const Box& box) {
  const int id = ++clips_;
  indent();
  out_ += fmt::format("<clipPath id=\"clip-{}\"><rect {}/></clipPath>\n", id, box_attributes(box));
  indent();
  out_ += fmt::format("<g clip-path=\"url(#clip-{})\">\n", id);
  ++depth_;
}

void SvgCanvas::pop_clip() {
  --depth_;
  indent();
  out_ += "</g>\n";
}

void SvgCanvas::tooltip(const Box& box, std::string_view content) {
  indent();
  out_ +=
      "<rect class=\"tip\" " + box_attributes(box) + "><title>" + escape_xml(content) + "</title></rect>\n";
}

void SvgCanvas::link(const Box&, std::string_view) {}  // a file has no surroundings that could act

void SvgCanvas::begin_group(std::string_view id, std::string_view title, std::string_view description) {
  indent();
  out_ += fmt::format("<g id=\"{}\">\n", escape_xml(id));
  ++depth_;
  if (!title.empty()) {
    indent();
    out_ += "<title>" + escape_xml(title) + "</title>\n";
  }
  if (!description.empty()) {
    indent();
    out_ += "<desc>" + escape_xml(description) + "</desc>\n";
  }
}

void SvgCanvas::end_group() {
  --depth_;
  indent();
  out_ += "</g>\n";
}

}  // namespace lanewise::canvas
