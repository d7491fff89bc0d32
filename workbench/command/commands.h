// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The commands. Each returns its exit status: 0 pass, 1 the kernel failed; errors are thrown. Text goes to
// the given console, so that tests can read it.

#pragma once

#include <ostream>
#include <string>

#include "workbench/command/command_line.h"

namespace lanewise::workbench {

struct Console {
  std::ostream& out;
  std::ostream& err;
  bool colours = false;  ///< on `out`
};

int run_command(const RunRequest& request, Console& console);
int case_command(const CaseRequest& request, Console& console);
int export_command(const ExportRequest& request, Console& console);
int report_command(const ReportRequest& request, Console& console);
int demo_command(const DemoRequest& request, Console& console);
int references_command(Console& console);

/// Parses, runs and turns every error into a diagnostic and an exit status (see
/// docs/reference/command-line.md). `view` opens the window; nullptr: this build has none.
using ViewFunction = int (*)(const ViewRequest& request);
int lanewise_main(int argc, const char* const* argv, Console& console, ViewFunction view);

}  // namespace lanewise::workbench
