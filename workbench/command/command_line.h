// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the user asked for, as plain data. Reading it from argv is the one place that knows CLI11.

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace lanewise::workbench {

/// `lanewise run` and `lanewise case`: a case file, or a kernel with flags.
struct RunRequest {
  std::string file;  ///< case.toml, .hip source or code object
  std::vector<std::string> targets;
  std::string device = "sim";
  std::string json, trace, report;  ///< output files; empty: not asked for
  std::string record;
  std::vector<std::string> settings, variants;
  std::uint32_t threads = 0;
  std::string delivery = "issue";
  std::string mfma = "fused";
  std::optional<std::uint64_t> budget;
  bool scalar = false, all_sizes = false, quiet = false;
  // Without a case file:
  std::string kernel, grid, block, lds = "0";
  std::vector<std::string> arguments, defines, includes, options;
  std::string reference, expected;
  std::vector<std::string> reference_parameters;
  std::optional<std::uint64_t> seed;
  // With either:
  std::vector<std::string> saves;
  // `lanewise case` only:
  std::string output;
};

struct CaseRequest {
  RunRequest run;
};

struct ExportRequest {
  std::vector<std::string> traces;
  std::string view = "lds", output, theme = "light", select, size;
  double scale = 1;
};

struct ViewRequest {
  std::vector<std::string> traces;
  std::string view = "lds", theme = "light", screenshot;
  int frames = 0;  ///< close after so many; 0 = when the user does
};

struct ReportRequest {
  std::vector<std::string> traces;
  std::string output = "report.html";
};

struct DemoRequest {
  std::string folder;
};

struct VersionRequest {
  bool json = false;
};

struct ReferencesRequest {};

/// Text that was asked for (help) or a usage error; `status` is the exit status.
struct Message {
  std::string text;
  int status = 0;
};

using Command = std::variant<Message, RunRequest, CaseRequest, ExportRequest, ViewRequest, ReportRequest,
                             DemoRequest, VersionRequest, ReferencesRequest>;

[[nodiscard]] Command parse_command_line(int argc, const char* const* argv);

}  // namespace lanewise::workbench
