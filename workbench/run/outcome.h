// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What one run of one job showed: everything that the report, the terminal and the page say. Numbers of
// an execution are *counted*; occupancy is *modelled* from the chip's tables.

#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "reference/comparison.h"
#include "simulator/diagnostics/error.h"
#include "simulator/engine/dispatch.h"
#include "simulator/trace/trace.h"
#include "workbench/case/job.h"

namespace lanewise::workbench {

/// Who wrote an element last.
struct LastWriter {
  std::uint32_t workgroup = 0, wave = 0, lane = 0;
  std::string instruction;  ///< LLVM's text
  std::string source;       ///< "kernel.hip:41:7", or ""
};

struct OutputOutcome {
  std::string name;
  std::vector<std::int64_t> shape;
  std::string dtype;
  std::uint64_t elements = 0;
  bool checked = false;                         ///< compared with a reference
  reference::Comparison comparison;             ///< when checked
  std::uint64_t never_written = 0;              ///< elements of an out buffer that no store touched
  std::string fingerprint;                      ///< hash of the bytes after the run
  std::optional<LastWriter> first_wrong_writer;
};

struct Finding {
  std::string id;       ///< "input-written", "out-of-bounds", "bar", ...
  std::string message;
  SourcePlace place;
  std::string remedy;
};

struct LdsInstruction {
  std::string text, place;
  trace::LdsInstructionCount count;
};

struct Outcome {
  std::string title, variant, sizes, kernel, code_object, code_object_hash, compiler, device;
  isa::Target target = isa::Target::kGfx942;
  bool simulated = true;
  bool passed = true;
  bool checked = false;  ///< a reference was there
  std::array<std::uint32_t, 3> grid{}, block{};
  std::uint64_t seed = 1;
  std::vector<OutputOutcome> outputs;
  std::vector<std::pair<std::string, std::uint64_t>> counters;
  trace::RegisterFacts registers;
  std::uint32_t live_vgpr_peak = 0, live_agpr_peak = 0;
  std::vector<LdsInstruction> lds;  ///< most conflict cycles first
  std::vector<Finding> findings;
  std::vector<std::string> notes;
  std::string compiler_warnings;  ///< untouched
  /// Files of the debug information without folder, and where they are on this machine. For the terminal
  /// only, so that editors can jump; reports name files without folders.
  std::map<std::string, std::string> source_paths;
  engine::DispatchResult engine;
  std::string delivery, mfma;
  std::optional<trace::Trace> trace;  ///< when it was asked for

  [[nodiscard]] std::uint64_t conflict_cycles() const;
  std::string source;  ///< the kernel's source as the case names it, or empty
  /// `place` with the file's path on this machine; an empty place is the kernel's source.
  [[nodiscard]] SourcePlace on_this_machine(SourcePlace place) const;
};

/// "./dir/kernel.hip" -> "kernel.hip".
[[nodiscard]] std::string bare_file_name(const std::string& path);
/// "kernel.hip:41:7" to its parts; a text without line and column is a file.
[[nodiscard]] SourcePlace parse_place(const std::string& text);

/// Value of a bar's metric: "lds.conflict_cycles", "registers.vgpr", "counters.SQ_INSTS_LDS", ... Throws
/// Error{kRequest, "unknown-metric"} that lists the metrics.
[[nodiscard]] double metric(const Outcome& outcome, const Bar& bar);

/// Adds a finding for every bar that does not hold.
void apply_bars(const std::vector<Bar>& bars, Outcome& outcome);

}  // namespace lanewise::workbench
