// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The one error value of Lanewise. Libraries throw it and never print nor exit; the command line
// tool turns it into one diagnostic line and an exit status. An error names the thing (`what`), the
// place (`where`: source line, instruction, file) and the way out (`remedy`).

#pragma once

#include <cstdint>
#include <exception>
#include <string>
#include <utility>

namespace lanewise {

/// Whose fault it is; decides the exit status of the command line tool.
enum class ErrorKind : std::uint8_t {
  kKernel,    ///< the kernel failed: wrong result, fault, endless loop, missed bar (status 1)
  kRequest,   ///< the request cannot be carried out: bad input, missing tool (status 2)
  kLanewise,  ///< a fault or a gap of Lanewise: no semantics for an instruction (status 3)
};

/// A place in a file. `line` and `column` are 1-based; 0 = unknown.
struct SourcePlace {
  std::string file;
  std::uint32_t line = 0;
  std::uint32_t column = 0;
};

class Error : public std::exception {
 public:
  /// `id` is a short kebab-case name shown in brackets, e.g. "malformed-code-object".
  Error(ErrorKind error_kind, std::string error_id, std::string what_happened, std::string way_out,
        SourcePlace place = {})
      : kind(error_kind),
        id(std::move(error_id)),
        message(std::move(what_happened)),
        remedy(std::move(way_out)),
        where(std::move(place)) {}

  [[nodiscard]] const char* what() const noexcept override { return message.c_str(); }

  ErrorKind kind;
  std::string id;
  std::string message;  ///< names the thing, in one sentence without a final newline
  std::string remedy;   ///< what to do about it; may be empty
  SourcePlace where;    ///< file empty = no place is known
};

}  // namespace lanewise
