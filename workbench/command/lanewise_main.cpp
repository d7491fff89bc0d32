// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One place turns errors into text and status:
//
//   0 pass   1 the kernel failed   2 the request cannot be carried out   3 a fault or gap of Lanewise
//   130 Ctrl-C

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <new>

#include "reference/operations.h"
#include "workbench/command/commands.h"
#include "workbench/command/flag_case.h"
#include "workbench/compile/hip_compiler.h"
#include "workbench/report/json_report.h"
#include "workbench/report/terminal.h"
#include "workbench/run/interruption.h"

namespace lanewise::workbench {
namespace {

int status_of(ErrorKind kind) {
  switch (kind) {
    case ErrorKind::kKernel: return 1;
    case ErrorKind::kRequest: return 2;
    case ErrorKind::kLanewise: return 3;
  }
  return 3;
}

int interrupted(Console& console) {
  console.err << diagnostic({}, "note", "stopped by Ctrl-C", "interrupted", "");
  return 130;
}

int version_command(const VersionRequest& request, Console& console) {
  console.out << (request.json ? json_version() : fmt::format("lanewise {}\n", kVersion));
  return 0;
}

struct Dispatch {
  Console& console;
  ViewFunction view;

  int operator()(const Message& message) const {
    (message.status == 0 ? console.out : console.err) << message.text;
    return message.status;
  }
  int operator()(const RunRequest& request) const { return run_command(request, console); }
  int operator()(const CaseRequest& request) const { return case_command(request, console); }
  int operator()(const ExportRequest& request) const { return export_command(request, console); }
  int operator()(const ReportRequest& request) const { return report_command(request, console); }
  int operator()(const DemoRequest& request) const { return demo_command(request, console); }
  int operator()(const VersionRequest& request) const { return version_command(request, console); }
  int operator()(const ReferencesRequest&) const { return references_command(console); }
  int operator()(const ViewRequest& request) const {
    if (view != nullptr) return view(request);
    throw Error(ErrorKind::kRequest, "no-window", "this build has no window",
                "Build with -DLANEWISE_UI=ON, or use `lanewise export`, which needs no display.");
  }
};

}  // namespace

int references_command(Console& console) {
  for (const reference::OperationDescription& operation : reference::list_operations()) {
    console.out << fmt::format("{}: {}\n  {}\n", operation.name, operation.summary, operation.formula);
    for (const auto& input : operation.inputs) {
      console.out << fmt::format("  operand {}{}: {}\n", input.name, input.required ? "" : " (optional)",
                                 input.doc);
    }
    for (const auto& parameter : operation.parameters) {
      console.out << fmt::format("  parameter {} (default {}): {}\n", parameter.name, parameter.default_value,
                                 parameter.doc);
    }
    for (const auto& place : operation.places)
      console.out << fmt::format("  rounding {}: {}\n", place.name, place.doc);
    console.out << fmt::format("  bound: {}\n", operation.bound);
  }
  return 0;
}

int lanewise_main(int argc, const char* const* argv, Console& console, ViewFunction view) {
  try {
    return std::visit(Dispatch{console, view}, parse_command_line(argc, argv));
  } catch (const CompileError& error) {
    if (*interruption_flag()) return interrupted(console);  // the terminal stopped the compiler, too
    console.err << error.diagnostics << diagnostic(error);
    return status_of(error.kind);
  } catch (const Error& error) {
    console.err << diagnostic(error);
    return status_of(error.kind);
  } catch (const Interrupted&) {
    return interrupted(console);
  } catch (const std::bad_alloc&) {
    console.err << diagnostic({}, "error", "the host's memory is not enough", "out-of-memory",
                              "Choose smaller sizes, or record less.");
    return 2;
  } catch (const std::exception& error) {
    console.err << diagnostic({}, "error", fmt::format("fault of Lanewise: {}", error.what()), "internal",
                              "Please report it with the command line and the case.");
    return 3;
  }
}

}  // namespace lanewise::workbench
