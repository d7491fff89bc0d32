// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See argument_text.h for the grammar. Each production takes its piece from the front of the text.

#include "workbench/case/argument_text.h"

#include <fmt/format.h>

#include <stdexcept>

#include "workbench/case/expression.h"

namespace lanewise::workbench {
namespace {

class ArgumentReader {
 public:
  explicit ArgumentReader(std::string_view text) : whole_(text), rest_(text) {}

  Argument read() {
    Argument argument;
    const std::size_t equals = rest_.find('=');
    if (equals == std::string_view::npos) fail("has no '='");
    argument.name = std::string(rest_.substr(0, equals));
    if (!is_name(argument.name)) fail(fmt::format("'{}' is not a name", argument.name));
    rest_.remove_prefix(equals + 1);
    if (rest_ == "null") {
      argument.kind = ArgumentKind::kNull;
      return argument;
    }
    const std::optional<Direction> direction = take_direction();
    argument.column_major = take("column:");
    take_dtype(argument);
    take_body(argument, direction.has_value());
    if (direction) {
      argument.direction = *direction;
    } else if (argument.kind == ArgumentKind::kBuffer && !argument.init) {
      argument.direction = Direction::kOut;
    }
    return argument;
  }

 private:
  [[noreturn]] void fail(const std::string& what) const {
    throw Error(
        ErrorKind::kRequest, "bad-argument", fmt::format("--arg '{}': {}", whole_, what),
        "Write e.g. 'A=bf16[512,512]:uniform(-1,1)', 'C=f32[512]' (an output), 'n=i32:1000', 'B=@b.npy' or "
        "'p=null'.");
  }

  bool take(std::string_view prefix) {
    if (!rest_.starts_with(prefix)) return false;
    rest_.remove_prefix(prefix.size());
    return true;
  }

  std::optional<Direction> take_direction() {
    if (take("in:")) return Direction::kIn;
    if (take("out:")) return Direction::kOut;
    if (take("inout:")) return Direction::kInOut;
    return std::nullopt;
  }

  void take_dtype(Argument& argument) {
    const std::size_t end = rest_.find_first_of("[:@");
    const std::string_view name = rest_.substr(0, end);
    argument.dtype_from_file = name.empty() && rest_.starts_with('@');
    if (argument.dtype_from_file) return;
    try {
      argument.dtype = reference::dtype_from_name(name);
    } catch (const std::invalid_argument& error) {
      fail(error.what());
    }
    rest_.remove_prefix(name.size());
  }

  void take_body(Argument& argument, bool directed) {
    if (rest_.starts_with('@')) {
      argument.init = parse_init({std::string(rest_), {}});
    } else if (take("[")) {
      take_shape(argument);
      if (rest_.empty()) return;
      if (!take(":")) fail(fmt::format("unexpected '{}' after the shape", rest_));
      argument.init = parse_init({std::string(rest_), {}});
    } else if (take(":")) {
      if (directed || argument.column_major) fail("a scalar has neither direction nor layout");
      if (rest_.empty()) fail("the value is missing");
      argument.kind = ArgumentKind::kScalar;
      argument.value = {std::string(rest_), {}};
    } else {
      fail("a shape as in f32[8,8] or a value as in i32:5 is missing");
    }
  }

  void take_shape(Argument& argument) {
    const std::size_t close = rest_.find(']');
    if (close == std::string_view::npos) fail("']' is missing");
    std::string_view inside = rest_.substr(0, close);
    rest_.remove_prefix(close + 1);
    while (true) {
      const std::size_t comma = inside.find(',');
      const std::string_view extent = inside.substr(0, comma);
      if (extent.find_first_not_of(' ') == std::string_view::npos) fail("an extent is empty");
      argument.shape.push_back({std::string(extent), {}});
      if (comma == std::string_view::npos) return;
      inside.remove_prefix(comma + 1);
    }
  }

  std::string_view whole_;
  std::string_view rest_;
};

}  // namespace

Argument parse_argument(std::string_view text) { return ArgumentReader(text).read(); }

}  // namespace lanewise::workbench
