// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// HIP source to code object, by the clang that was found at configure time (environment variable
// LANEWISE_HIP_CLANG overrides it). No path of the machine goes into the object: the same source gives
// the same bytes in every folder. Results are cached by content.

#pragma once

#include <string>
#include <utility>
#include <vector>

#include "simulator/diagnostics/error.h"
#include "simulator/isa/instruction.h"

namespace lanewise::workbench {

struct CompileRequest {
  std::string source;  ///< path, shown in the compiler's diagnostics as given
  isa::Target target = isa::Target::kGfx942;
  std::vector<std::pair<std::string, std::string>> defines;
  std::vector<std::string> includes;  ///< folders
  std::vector<std::string> options;
};

struct CompileResult {
  std::string code_object;
  std::string compiler;     ///< e.g. "clang 22.1.8"
  std::string diagnostics;  ///< warnings, untouched
  /// Source and headers as (name in the debug information, path), for showing the text.
  std::vector<std::string> dependencies;
  bool cached = false;
};

/// The compiler refused the source. `diagnostics` is its output, untouched.
class CompileError : public Error {
 public:
  CompileError(Error error, std::string output) : Error(std::move(error)), diagnostics(std::move(output)) {}
  std::string diagnostics;
};

/// Throws CompileError, or Error{kRequest} "missing-file", "missing-compiler", "missing-primitives".
[[nodiscard]] CompileResult compile_hip(const CompileRequest& request);

/// Path of the compiler that compile_hip would run. Throws Error{kRequest, "missing-compiler"}.
[[nodiscard]] std::string find_hip_compiler();
/// The folder of the device headers. Throws Error{kRequest, "missing-primitives"}.
[[nodiscard]] std::string find_primitives();
/// The command line of a compile, for tests and for --verbose.
[[nodiscard]] std::vector<std::string> compile_command(const CompileRequest& request,
                                                       const std::string& compiler,
                                                       const std::string& output);

}  // namespace lanewise::workbench
