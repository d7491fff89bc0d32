// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs one job from code object to outcome:
//
//   object bytes ──▶ load ──▶ check arguments ──▶ upload ──▶ launch (observed) ──▶ download
//                                                    │                               │
//             last writer ◀── second launch ◀── first wrong element ◀── compare ◀────┘
//                                                                         │
//                                                  findings, bars ──▶ Outcome

#pragma once

#include <memory>
#include <string>
#include <vector>

#include "runtime/device.h"
#include "simulator/engine/dispatch.h"
#include "workbench/case/job.h"
#include "workbench/run/outcome.h"

namespace lanewise::workbench {

struct RunOptions {
  bool hip = false;
  engine::DispatchOptions dispatch;  ///< observers are ours to set
  bool want_trace = false;
  std::string record;  ///< "" = the default recording
  std::vector<std::pair<std::string, std::string>> saves;  ///< argument name, .npy path
};

/// Code object of a job, compiled or read.
struct JobObject {
  code_object::CodeObject object;
  std::string compiler;
  std::string warnings;                    ///< the compiler's, untouched
  std::vector<std::string> source_paths;   ///< files that the compile read, the source first
};
[[nodiscard]] JobObject obtain_object(const Case& given, const Job& job);

/// Throws Error{kRequest} and Error{kLanewise}; a failing kernel is an outcome with passed = false.
[[nodiscard]] Outcome run_job(const Case& given, Job job, const RunOptions& options);

}  // namespace lanewise::workbench
