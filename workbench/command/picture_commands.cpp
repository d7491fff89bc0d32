// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Commands that make pictures of traces: export and report, and the demo that runs first.

#include <fmt/format.h>

#include <charconv>
#include <filesystem>

#include "visualizer/views/export.h"
#include "workbench/command/commands.h"
#include "workbench/compile/files.h"
#include "workbench/compile/hip_compiler.h"
#include "workbench/report/html_report.h"

namespace lanewise::workbench {
namespace fs = std::filesystem;
namespace {

std::vector<trace::Trace> read_traces(const std::vector<std::string>& paths) {
  std::vector<trace::Trace> traces;
  traces.reserve(paths.size());
  for (const std::string& path : paths) traces.push_back(trace::read_trace(path));
  return traces;
}

std::vector<const trace::Trace*> pointers(const std::vector<trace::Trace>& traces) {
  std::vector<const trace::Trace*> result;
  result.reserve(traces.size());
  for (const trace::Trace& trace : traces) result.push_back(&trace);
  return result;
}

canvas::Size parse_size(const std::string& text) {
  const std::size_t times = text.find('x');
  int width = 0, height = 0;
  const char* end = text.data() + text.size();
  if (times != std::string::npos &&
      std::from_chars(text.data(), text.data() + times, width).ptr == text.data() + times &&
      std::from_chars(text.data() + times + 1, end, height).ptr == end && width > 0 && height > 0) {
    return {static_cast<float>(width), static_cast<float>(height)};
  }
  throw Error(ErrorKind::kRequest, "bad-size", fmt::format("--size '{}' is not WIDTHxHEIGHT", text),
              "Write e.g. --size 1600x1000.");
}

/// The demo's case: beside the device headers, in the source tree.
std::string demo_case() {
  const fs::path file =
      fs::path(find_primitives()).parent_path() / "kernels" / "gemm" / "bf16_lds_tile" / "case.toml";
  std::error_code ignored;
  if (fs::exists(file, ignored)) return file.string();
  throw Error(ErrorKind::kRequest, "missing-demo",
              "the demo's kernel (kernels/gemm/bf16_lds_tile) is not there",
              "Run the demo from the source tree.");
}

}  // namespace

int export_command(const ExportRequest& request, Console& console) {
  views::ExportOptions options;
  options.view = request.view;
  options.theme = request.theme;
  options.format = views::format_of(request.output);
  options.scale = static_cast<float>(request.scale);
  if (!request.size.empty()) options.size = parse_size(request.size);
  if (!request.select.empty()) options.selection = views::parse_selection(request.select);
  const std::vector<trace::Trace> traces = read_traces(request.traces);
  write_file(request.output, views::export_view(pointers(traces), options));
  console.out << fmt::format("{}: {}\n", request.view, request.output);
  return 0;
}

int report_command(const ReportRequest& request, Console& console) {
  const std::vector<trace::Trace> traces = read_traces(request.traces);
  write_file(request.output, html_report(pointers(traces)));
  console.out << fmt::format("report: {}\n", request.output);
  return 0;
}

int demo_command(const DemoRequest& request, Console& console) {
  std::error_code code;
  fs::create_directories(request.folder, code);
  if (code) {
    throw Error(ErrorKind::kRequest, "unwritable-path",
                fmt::format("folder '{}' cannot be made: {}", request.folder, code.message()),
                "Name a folder that you may write to.");
  }
  const fs::path folder(request.folder);
  RunRequest run;
  run.file = demo_case();
  run.json = (folder / "report.json").string();
  run.report = (folder / "report.html").string();
  run.trace = (folder / "gemm.lwt").string();
  const int status = run_command(run, console);
  ExportRequest picture;
  picture.traces = {(folder / "gemm-plain-gfx942.lwt").string(),
                    (folder / "gemm-swizzled-gfx942.lwt").string()};
  picture.output = (folder / "lds.png").string();
  console.out << "\n";
  (void)export_command(picture, console);
  console.out << fmt::format("report: {}\njson: {}\n{}\n", run.report, run.json,
                             status == 0 ? "verdict: PASS" : "verdict: FAIL");
  return status;
}

}  // namespace lanewise::workbench
