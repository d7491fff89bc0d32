// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A case: everything about a run of one kernel, as written in a case file or given by flags. Expressions
// are still text here, each with the place where it stands, so that an error in one points at it;
// case/job.h turns a case into numbers. Schema: docs/reference/case-file.md.

#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "reference/distribution.h"
#include "reference/number_formats.h"
#include "reference/operations.h"
#include "simulator/diagnostics/error.h"
#include "simulator/isa/instruction.h"

namespace lanewise::workbench {

/// A piece of text and where it stands.
struct PlacedText {
  std::string text;
  SourcePlace place;
};

using reference::DType;

enum class InitKind : std::uint8_t { kDistribution, kPoison, kFile };

/// Initial values of a buffer.
struct Init {
  InitKind kind = InitKind::kPoison;
  reference::Distribution distribution;  ///< kDistribution
  std::string file;                      ///< kFile: path relative to the case file
};

/// "uniform(-1, 1)", "zeros", "@a.npy", ... Throws Error{kRequest, "bad-initial-values"}.
[[nodiscard]] Init parse_init(const PlacedText& text);
/// The text that parse_init reads back.
[[nodiscard]] std::string init_text(const Init& init);

enum class Direction : std::uint8_t { kIn, kOut, kInOut };
[[nodiscard]] std::string_view direction_name(Direction direction);

enum class ArgumentKind : std::uint8_t { kBuffer, kScalar, kNull };

struct Argument {
  std::string name;
  ArgumentKind kind = ArgumentKind::kBuffer;
  DType dtype = DType::f32;       ///< meaningless for null pointers
  bool dtype_from_file = false;   ///< the init file's own dtype
  std::vector<PlacedText> shape;  ///< buffers: extents, row-major; empty with an init file: the file's shape
  bool column_major = false;  ///< buffers: first extent contiguous
  Direction direction = Direction::kIn;
  std::optional<Init> init;
  std::optional<std::uint64_t> seed;
  PlacedText value;  ///< scalars: expression or number
  SourcePlace place;
};

/// A -D constant: text for the compiler, and its number where it is an integer.
struct Constant {
  std::string text;
  std::optional<std::int64_t> number;
};
using Constants = std::map<std::string, Constant, std::less<>>;
/// "12", "true", "0.5" or any other text as --set and case files give it.
[[nodiscard]] Constant constant_from_text(std::string_view text);

struct Variant {
  std::string name;
  Constants constants;
  std::vector<PlacedText> bars;
};

struct ReferenceInput {
  std::string operand;  ///< the operation's name for it, or empty: by position
  std::string argument;
};

struct ReferenceRequest {
  std::string op;  ///< empty with `expected`
  std::string expected;  ///< .npy path, or empty
  std::vector<ReferenceInput> inputs;  ///< empty: all arguments that are in or inout, by position
  std::string output;  ///< empty: the only buffer that is out or inout
  std::map<std::string, PlacedText, std::less<>> parameters;
  double absolute = 0, relative = 0;  ///< with `expected` only
  std::optional<DType> accumulate;  ///< absent: the operation's default
  std::vector<reference::IntermediateRounding> roundings;
  bool flush_subnormals = false;
  bool saturate = false;
  SourcePlace place;
};

struct LaunchExpressions {
  std::vector<PlacedText> grid, block;
  PlacedText dynamic_lds{"0", {}};
  SourcePlace place;
};

struct Case {
  std::string title;
  std::string file;  ///< path as given, for messages; empty when made from flags
  std::string folder;  ///< what relative paths in the case stand against; empty = working folder
  std::uint64_t seed = 1;

  std::string source;  ///< HIP source, or empty
  std::map<std::string, std::string, std::less<>>
      code_objects;  ///< by target; key "" = one file for any target
  std::string symbol;
  std::vector<isa::Target> targets;  ///< empty: both for a source, the object's own for a code object
  std::vector<std::string> options, includes;

  Constants constants;
  std::map<std::string, std::int64_t, std::less<>> sizes;
  std::vector<std::map<std::string, std::int64_t, std::less<>>> further_sizes;
  std::vector<Argument> arguments;
  LaunchExpressions launch;
  std::optional<ReferenceRequest> reference;
  std::vector<PlacedText> bars;
  std::vector<Variant> variants;  ///< empty: one nameless variant

  /// `path` as the case means it: relative to its folder.
  [[nodiscard]] std::string resolve_path(std::string_view path) const;
};

/// Reads a case file. Throws Error{kRequest} with file, line and column: "missing-file", "malformed-toml",
/// "unknown-key", "missing-key", "bad-value".
[[nodiscard]] Case read_case_file(const std::string& path);
/// The same from text; `path` is for messages and relative paths.
[[nodiscard]] Case parse_case(std::string_view text, const std::string& path);

/// The case as a file that read_case_file reads back.
[[nodiscard]] std::string case_text(const Case& given);

/// "ceil_div(N, 64),2" -> its extents; commas inside parentheses do not divide.
[[nodiscard]] std::vector<PlacedText> split_extents(std::string_view text);

/// Applies `--set KEY=VALUE`: a size, a constant, seed, grid, block or dynamic_lds. Throws
/// Error{kRequest, "unknown-setting"} that lists the keys of the case.
void apply_setting(Case& given, std::string_view setting);

[[nodiscard]] isa::Target parse_target(std::string_view name, const SourcePlace& place);

}  // namespace lanewise::workbench
