// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is known of a kernel without running it: registers and LDS from the metadata, occupancy, live
// registers by data flow, and the source text behind the debug information.

#pragma once

#include <map>
#include <string>
#include <vector>

#include "simulator/code_object/code_object.h"
#include "simulator/isa/program.h"
#include "simulator/trace/trace.h"
#include "workbench/case/job.h"

namespace lanewise::workbench {

/// Without the live counts, which need the decoded program.
[[nodiscard]] trace::RegisterFacts register_facts(const code_object::CodeObject& object,
                                                  const code_object::Kernel& kernel, const Job& job);
/// One (VGPR, AGPR, SGPR) per instruction.
[[nodiscard]] std::vector<std::array<std::uint16_t, 3>> live_counts(const isa::Program& program);

/// The files of the debug information whose text is at hand among `paths`.
[[nodiscard]] std::vector<trace::SourceFile> source_files(const isa::Program& program,
                                                          const std::vector<std::string>& paths);

/// File name -> path to show for `paths`: `source` as the case names it, the others below the working
/// folder relative to it, else as they are.
[[nodiscard]] std::map<std::string, std::string> shown_paths(const std::string& source,
                                                             const std::vector<std::string>& paths);

}  // namespace lanewise::workbench
