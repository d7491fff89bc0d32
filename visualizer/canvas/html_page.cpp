// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Assembles the page. Ids inside the pictures are prefixed with the section's id, since several
// pictures share one document. The script turns the pictures' <title> tooltips into a label that
// follows the pointer at once; without scripts the browser's own tooltips remain.

#include "visualizer/canvas/html_page.h"

#include <fmt/format.h>

#include "visualizer/canvas/svg_canvas.h"

namespace lanewise::canvas {
namespace {

std::string hex(Color color) { return fmt::format("#{:02x}{:02x}{:02x}", color.r, color.g, color.b); }

constexpr std::string_view kScript = R"js(
(() => {
  const label = document.createElement('div');
  label.id = 'tip';
  label.hidden = true;
  document.body.append(label);
  for (const region of document.querySelectorAll('svg .tip')) {
    const title = region.querySelector('title');
    if (!title) continue;
    region.dataset.tip = title.textContent;
    region.setAttribute('aria-label', title.textContent);
    title.remove();
  }
  for (const title of document.querySelectorAll('svg g > title')) {
    title.parentNode.setAttribute('aria-label', title.textContent);
    title.remove();
  }
  document.addEventListener('pointermove', (event) => {
    const region = event.target.closest && event.target.closest('[data-tip]');
    label.hidden = !region;
    if (!region) return;
    label.textContent = region.dataset.tip;
    const x = Math.min(event.clientX + 14, innerWidth - label.offsetWidth - 8);
    const y = event.clientY + label.offsetHeight + 24 < innerHeight
        ? event.clientY + 16 : event.clientY - label.offsetHeight - 10;
    label.style.transform = `translate(${Math.max(4, x)}px, ${Math.max(4, y)}px)`;
  });
})();
)js";

/// Puts `prefix` before the picture's own ids and before the references to them.
std::string with_prefixed_ids(const std::string& svg, const std::string& prefix) {
  std::string out;
  std::size_t at = 0;
  while (at < svg.size()) {
    const std::size_t id = svg.find(" id=\"", at), url = svg.find("url(#", at);
    const std::size_t next = std::min(id, url);
    if (next == std::string::npos) break;
    const std::size_t end = next + 5;  // both marks have five characters
    out.append(svg, at, end - at);
    out += prefix + "-";
    at = end;
  }
  return out.append(svg, at);
}

std::string style(const HtmlPage& page) {
  return fmt::format(
      "body {{ margin: 0 auto; max-width: 1320px; padding: 24px; background: {0}; color: {1}; "
      "font: 15px/1.45 'DejaVu Sans', Verdana, sans-serif }}\n"
      "h1 {{ font-size: 24px; margin: 0 0 4px }} h2 {{ font-size: 17px; margin: 32px 0 8px }}\n"
      "p {{ color: {2}; margin: 0 0 16px }} svg {{ display: block; width: 100%; height: auto; border-radius: "
      "8px }}\n"
      "table {{ border-collapse: collapse; margin: 12px 0 }} th, td {{ padding: 4px 14px 4px 0; text-align: "
      "left }}\n"
      "th {{ color: {2}; font-weight: normal }} tr + tr td {{ border-top: 1px solid {3} }}\n"
      "details {{ margin: 8px 0; color: {2} }} pre {{ color: {1}; background: {3}; padding: 12px; "
      "overflow-x: auto; "
      "border-radius: 8px; font: 12px/1.4 'DejaVu Sans Mono', monospace }}\n"
      "svg .tip:hover {{ stroke: {4}; stroke-width: 1.5 }}\n"
      "#tip {{ position: fixed; left: 0; top: 0; z-index: 9; max-width: 480px; white-space: pre-line; "
      "pointer-events: none; padding: 6px 9px; border-radius: 5px; background: {1}; color: {0}; font-size: "
      "13px }}\n"
      "#tip[hidden] {{ display: none }}\n",
      hex(page.background), hex(page.text), hex(page.muted), hex(page.surface), hex(page.accent));
}

std::string table(const std::vector<std::vector<std::string>>& rows) {
  if (rows.empty()) return {};
  std::string out = "<table>\n";
  for (std::size_t r = 0; r < rows.size(); ++r) {
    out += "<tr>";
    for (const std::string& cell : rows[r])
      out += fmt::format("<{0}>{1}</{0}>", r == 0 ? "th" : "td", escape_xml(cell));
    out += "</tr>\n";
  }
  return out + "</table>\n";
}

}  // namespace

std::string html_page(const HtmlPage& page) {
  std::string out = fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>{0}</title>\n"
      "<style>\n{1}</style>\n</head>\n<body>\n",
      escape_xml(page.title), style(page));
  const bool report = page.sections.size() != 1;  // a single picture carries its own title
  if (report) out += "<h1>" + escape_xml(page.title) + "</h1>\n";
  if (report && !page.introduction.empty()) out += "<p>" + escape_xml(page.introduction) + "</p>\n";
  out += table(page.table);
  for (const HtmlSection& section : page.sections) {
    out += fmt::format("<section id=\"{}\">\n", escape_xml(section.id));
    if (report) out += "<h2>" + escape_xml(section.title) + "</h2>\n";
    out += with_prefixed_ids(section.svg, section.id);
    if (!section.facts.empty()) {
      out += "<details><summary>The same as text</summary>\n<pre>" + escape_xml(section.facts) +
             "</pre></details>\n";
    }
    out += "</section>\n";
  }
  return out + "<script>" + std::string(kScript) + "</script>\n</body>\n</html>\n";
}

}  // namespace lanewise::canvas
