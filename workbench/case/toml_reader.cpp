// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Case files through toml++, in this file only (it is a slow header). Each table is read by a
// TableReader that remembers which keys were asked for; whatever is left over is an unknown key. Every
// error carries file, line and column.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <toml++/toml.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>
#include <stdexcept>

#include "workbench/case/case_file.h"
#include "workbench/case/expression.h"

namespace lanewise::workbench {
namespace {

constexpr std::string_view kSchemaPage = "docs/reference/case-file.md lists the keys and their values.";

class TableReader {
 public:
  TableReader(const toml::table& table, std::string title, const std::string& file)
      : table_(table), title_(std::move(title)), file_(file) {}

  [[nodiscard]] SourcePlace place(const toml::source_region& region) const {
    return {file_, region.begin.line, region.begin.column};
  }
  [[nodiscard]] SourcePlace place() const { return place(table_.source()); }
  [[nodiscard]] SourcePlace place_of(std::string_view key) const {
    const toml::node* node = table_.get(key);
    return node != nullptr ? place(node->source()) : place();
  }

  [[noreturn]] void fail(const std::string& id, const std::string& what, const SourcePlace& where) const {
    throw Error(ErrorKind::kRequest, id, what, std::string(kSchemaPage), where);
  }
  [[noreturn]] void fail_value(const toml::node& node, std::string_view key,
                               std::string_view expected) const {
    fail("bad-value", fmt::format("{}: {} expected", full(key), expected), place(node.source()));
  }

  const toml::node* take(std::string_view key) {
    taken_.emplace(key);
    return table_.get(key);
  }

  const toml::node& require(std::string_view key) {
    const toml::node* node = take(key);
    if (node == nullptr) fail("missing-key", fmt::format("{} is missing", full(key)), place());
    return *node;
  }

  std::string string(std::string_view key, std::string fallback = {}) {
    const toml::node* node = take(key);
    return node != nullptr ? as_string(*node, key) : std::move(fallback);
  }

  std::string as_string(const toml::node& node, std::string_view key) const {
    const auto* text = node.as_string();
    if (text == nullptr) fail_value(node, key, "a string");
    return text->get();
  }

  double real(std::string_view key) {
    const toml::node* node = take(key);
    if (node == nullptr) return 0;
    const auto value = node->value<double>();
    if (!value || !node->is_number()) fail_value(*node, key, "a number");
    return *value;
  }

  std::optional<std::int64_t> integer(std::string_view key) {
    const toml::node* node = take(key);
    if (node == nullptr) return std::nullopt;
    if (!node->is_integer()) fail_value(*node, key, "an integer");
    return node->as_integer()->get();
  }

  std::optional<std::uint64_t> seed(std::string_view key) {
    const std::optional<std::int64_t> value = integer(key);
    if (value && *value < 0) fail_value(*table_.get(key), key, "an integer, 0 or more,");
    return value;
  }

  /// A number or a string: text of an expression.
  PlacedText as_expression(const toml::node& node, std::string_view key) const {
    if (const auto* number = node.as_integer())
      return {fmt::format("{}", number->get()), place(node.source())};
    if (const auto* number = node.as_floating_point())
      return {fmt::format("{}", number->get()), place(node.source())};
    if (const auto* truth = node.as_boolean()) return {truth->get() ? "1" : "0", place(node.source())};
    if (const auto* text = node.as_string()) return {text->get(), place(node.source())};
    fail_value(node, key, "a number or an expression");
  }

  DType as_dtype(const toml::node& node, std::string_view key) const {
    try {
      return reference::dtype_from_name(as_string(node, key));
    } catch (const std::invalid_argument& error) {
      fail("bad-value", fmt::format("{}: {}", full(key), error.what()), place(node.source()));
    }
  }

  bool boolean(std::string_view key) {
    const toml::node* node = take(key);
    if (node == nullptr) return false;
    if (!node->is_boolean()) fail_value(*node, key, "true or false");
    return node->as_boolean()->get();
  }

  const toml::array& as_array(const toml::node& node, std::string_view key) const {
    if (node.as_array() == nullptr) fail_value(node, key, "an array");
    return *node.as_array();
  }

  const toml::table& as_table(const toml::node& node, std::string_view key) const {
    if (node.as_table() == nullptr) fail_value(node, key, "a table");
    return *node.as_table();
  }

  std::vector<PlacedText> expressions(std::string_view key) {
    std::vector<PlacedText> result;
    if (const toml::node* node = take(key)) {
      for (const toml::node& item : as_array(*node, key)) result.push_back(as_expression(item, key));
    }
    return result;
  }

  std::vector<PlacedText> placed_strings(std::string_view key) {
    std::vector<PlacedText> result;
    if (const toml::node* node = take(key)) {
      for (const toml::node& item : as_array(*node, key)) {
        result.push_back({as_string(item, key), place(item.source())});
      }
    }
    return result;
  }

  std::vector<std::string> strings(std::string_view key) {
    std::vector<std::string> result;
    for (PlacedText& text : placed_strings(key)) result.push_back(std::move(text.text));
    return result;
  }

  /// Call after the last take().
  void finish() const {
    for (auto&& [key, node] : table_) {
      if (taken_.count(std::string(key.str())) == 0) {
        fail("unknown-key",
             fmt::format("unknown key {}; known here: {}", full(key.str()), fmt::join(taken_, ", ")),
             place(key.source()));
      }
    }
  }

  [[nodiscard]] std::string full(std::string_view key) const {
    return title_.empty() ? fmt::format("'{}'", key) : fmt::format("'{}' in {}", key, title_);
  }
  [[nodiscard]] const toml::table& table() const { return table_; }
  [[nodiscard]] const std::string& file() const { return file_; }

 private:
  const toml::table& table_;
  std::string title_;
  const std::string& file_;
  std::set<std::string> taken_;
};

void check_name(const TableReader& reader, std::string_view name, const SourcePlace& where) {
  if (!is_name(name)) {
    reader.fail("bad-value", fmt::format("'{}' is not a name (letters, digits, underscores)", name), where);
  }
}

Constants read_constants(const TableReader& reader, const toml::table& table) {
  Constants constants;
  for (auto&& [key, node] : table) {
    check_name(reader, key.str(), reader.place(key.source()));
    Constant constant;
    if (const auto* number = node.as_integer()) {
      constant = {fmt::format("{}", number->get()), number->get()};
    } else if (const auto* truth = node.as_boolean()) {
      constant = constant_from_text(truth->get() ? "true" : "false");
    } else if (const auto* real = node.as_floating_point()) {
      constant = {fmt::format("{}", real->get()), std::nullopt};
    } else if (const auto* text = node.as_string()) {
      constant = {text->get(), std::nullopt};
    } else {
      reader.fail_value(node, key.str(), "an integer, boolean, float or string");
    }
    constants.emplace(std::string(key.str()), std::move(constant));
  }
  return constants;
}

std::map<std::string, std::int64_t, std::less<>> read_sizes(const TableReader& reader,
                                                            const toml::table& table) {
  std::map<std::string, std::int64_t, std::less<>> sizes;
  for (auto&& [key, node] : table) {
    if (key.str() == "further") continue;
    check_name(reader, key.str(), reader.place(key.source()));
    if (!node.is_integer()) reader.fail_value(node, key.str(), "an integer");
    sizes.emplace(std::string(key.str()), node.as_integer()->get());
  }
  return sizes;
}

void read_further_sizes(const TableReader& reader, const toml::node& node, Case& result) {
  for (const toml::node& item : reader.as_array(node, "further")) {
    auto sizes = read_sizes(reader, reader.as_table(item, "further"));
    for (const auto& [name, value] : sizes) {
      if (result.sizes.count(name) == 0) {
        reader.fail("bad-value", fmt::format("further sizes name '{}', which the default sizes do not", name),
                    reader.place(item.source()));
      }
    }
    result.further_sizes.push_back(std::move(sizes));
  }
}

void read_kernel(TableReader& reader, Case& result) {
  result.source = reader.string("source");
  if (const toml::node* node = reader.take("code_object")) {
    if (const toml::table* table = node->as_table()) {
      for (auto&& [key, file] : *table) {
        (void)parse_target(key.str(), reader.place(key.source()));
        result.code_objects.emplace(std::string(key.str()), reader.as_string(file, "code_object"));
      }
    } else {
      result.code_objects.emplace("", reader.as_string(*node, "code_object"));
    }
  }
  if (result.source.empty() == result.code_objects.empty()) {
    reader.fail("missing-key", "[kernel] needs either 'source' or 'code_object'", reader.place());
  }
  result.symbol = reader.string("symbol");
  for (const PlacedText& target : reader.placed_strings("targets")) {
    const isa::Target value = parse_target(target.text, target.place);
    if (std::count(result.targets.begin(), result.targets.end(), value) != 0) {
      reader.fail("bad-value", fmt::format("target '{}' is listed twice", target.text), target.place);
    }
    result.targets.push_back(value);
  }
  if (result.targets.empty()) {
    for (const auto& [name, file] : result.code_objects) {
      if (!name.empty()) result.targets.push_back(parse_target(name, reader.place()));
    }
  }
  result.options = reader.strings("options");
  result.includes = reader.strings("includes");
  reader.finish();
}

Direction read_direction(TableReader& reader) {
  const std::string text = reader.string("direction", "in");
  for (const Direction direction : {Direction::kIn, Direction::kOut, Direction::kInOut}) {
    if (direction_name(direction) == text) return direction;
  }
  reader.fail("bad-value", fmt::format("direction '{}' is none of in, out, inout", text),
              reader.place_of("direction"));
}

void read_buffer(TableReader& reader, Argument& argument) {
  argument.kind = ArgumentKind::kBuffer;
  argument.shape = reader.expressions("shape");
  argument.direction = read_direction(reader);
  const std::string layout = reader.string("layout", "row");
  if (layout != "row" && layout != "column") {
    reader.fail("bad-value", fmt::format("layout '{}' is neither row nor column", layout),
                reader.place_of("layout"));
  }
  argument.column_major = layout == "column";
  if (reader.table().get("init") != nullptr) {
    argument.init = parse_init({reader.string("init"), reader.place_of("init")});
  }
  argument.seed = reader.seed("seed");
  const bool from_file = argument.init && argument.init->kind == InitKind::kFile;
  if (argument.shape.empty() && !from_file) {
    reader.fail("missing-key",
                fmt::format("argument '{}' needs a shape, or a value if it is a scalar", argument.name),
                reader.place());
  }
}

Argument read_argument(TableReader& reader) {
  Argument argument;
  argument.place = reader.place();
  argument.name = reader.as_string(reader.require("name"), "name");
  const std::string dtype = reader.as_string(reader.require("dtype"), "dtype");
  if (dtype == "null") {
    argument.kind = ArgumentKind::kNull;
  } else if (const toml::node* value = reader.take("value")) {
    argument.kind = ArgumentKind::kScalar;
    argument.value = reader.as_expression(*value, "value");
  } else {
    read_buffer(reader, argument);
  }
  if (dtype != "null") argument.dtype = reader.as_dtype(reader.require("dtype"), "dtype");
  reader.finish();
  return argument;
}

void read_arguments(TableReader& reader, Case& result) {
  const toml::node* node = reader.take("arguments");
  if (node == nullptr) return;
  for (const toml::node& item : reader.as_array(*node, "arguments")) {
    TableReader entry(reader.as_table(item, "arguments"), "[[arguments]]", reader.file());
    Argument argument = read_argument(entry);
    for (const Argument& other : result.arguments) {
      if (other.name == argument.name) {
        entry.fail("bad-value", fmt::format("two arguments are named '{}'", argument.name),
                   entry.place_of("name"));
      }
    }
    result.arguments.push_back(std::move(argument));
  }
}

void read_launch(TableReader& reader, LaunchExpressions& launch) {
  launch.place = reader.place();
  for (const char* key : {"grid", "block"}) {
    const toml::node& node = reader.require(key);
    std::vector<PlacedText> extents = reader.expressions(key);
    if (extents.empty() || extents.size() > 3)
      reader.fail_value(node, key, "an array of one to three extents");
    (key[0] == 'g' ? launch.grid : launch.block) = std::move(extents);
  }
  if (const toml::node* node = reader.take("dynamic_lds")) {
    launch.dynamic_lds = reader.as_expression(*node, "dynamic_lds");
  }
  reader.finish();
}

void read_reference_inputs(TableReader& reader, ReferenceRequest& request) {
  const toml::node* node = reader.take("inputs");
  if (node == nullptr) return;
  if (const toml::table* table = node->as_table()) {
    for (auto&& [key, value] : *table) {
      request.inputs.push_back({std::string(key.str()), reader.as_string(value, "inputs")});
    }
    return;
  }
  for (const toml::node& item : reader.as_array(*node, "inputs")) {
    request.inputs.push_back({"", reader.as_string(item, "inputs")});
  }
}

ReferenceRequest read_reference(TableReader& reader) {
  ReferenceRequest request;
  request.place = reader.place();
  request.op = reader.string("op");
  request.expected = reader.string("expected");
  if (request.op.empty() == request.expected.empty()) {
    reader.fail("missing-key", "[reference] needs either 'op' or 'expected'", reader.place());
  }
  read_reference_inputs(reader, request);
  request.output = reader.string("output");
  if (const toml::node* node = reader.take("parameters")) {
    for (auto&& [key, value] : reader.as_table(*node, "parameters")) {
      request.parameters.emplace(std::string(key.str()), reader.as_expression(value, key.str()));
    }
  }
  reader.finish();
  return request;
}

void read_bound(TableReader& reader, std::optional<ReferenceRequest>& reference) {
  if (!reference) reader.fail("bad-value", "[bound] without [reference]", reader.place());
  for (const char* key : {"absolute", "relative"}) {
    const double value = reader.real(key);
    if (!(value >= 0)) reader.fail("bad-value", fmt::format("'{}' is negative", key), reader.place_of(key));
    if (value != 0 && reference->expected.empty()) {
      reader.fail("bad-value",
                  fmt::format("'{}' goes with [reference] expected; an op has its derived bound", key),
                  reader.place_of(key));
    }
    (key[0] == 'a' ? reference->absolute : reference->relative) = value;
  }
  if (const toml::node* node = reader.take("accumulate"))
    reference->accumulate = reader.as_dtype(*node, "accumulate");
  reference->flush_subnormals = reader.boolean("flush_subnormals");
  reference->saturate = reader.boolean("saturate");
  if (const toml::node* node = reader.take("roundings")) {
    for (const toml::node& item : reader.as_array(*node, "roundings")) {
      TableReader entry(reader.as_table(item, "roundings"), "'roundings'", reader.file());
      const std::string place = entry.as_string(entry.require("place"), "place");
      reference->roundings.push_back({place, entry.as_dtype(entry.require("type"), "type")});
      entry.finish();
    }
  }
  reader.finish();
}

void read_variants(TableReader& reader, Case& result) {
  const toml::node* node = reader.take("variants");
  if (node == nullptr) return;
  for (const toml::node& item : reader.as_array(*node, "variants")) {
    TableReader entry(reader.as_table(item, "variants"), "[[variants]]", reader.file());
    Variant variant;
    variant.name = entry.as_string(entry.require("name"), "name");
    if (variant.name.empty() || variant.name.find('/') != std::string::npos) {
      entry.fail("bad-value", "a variant's name goes into file names: not empty, no '/'",
                 entry.place_of("name"));
    }
    for (const Variant& other : result.variants) {
      if (other.name == variant.name) {
        entry.fail("bad-value", fmt::format("two variants are named '{}'", variant.name),
                   entry.place_of("name"));
      }
    }
    if (const toml::node* constants = entry.take("constants")) {
      variant.constants = read_constants(entry, entry.as_table(*constants, "constants"));
    }
    variant.bars = entry.placed_strings("bars");
    entry.finish();
    result.variants.push_back(std::move(variant));
  }
}

void read_tables(TableReader& top, const std::string& file, Case& result) {
  TableReader kernel(top.as_table(top.require("kernel"), "kernel"), "[kernel]", file);
  read_kernel(kernel, result);
  if (const toml::node* node = top.take("constants")) {
    result.constants = read_constants(top, top.as_table(*node, "constants"));
  }
  if (const toml::node* node = top.take("sizes")) {
    const toml::table& table = top.as_table(*node, "sizes");
    result.sizes = read_sizes(top, table);
    if (const toml::node* further = table.get("further")) read_further_sizes(top, *further, result);
  }
  read_arguments(top, result);
  TableReader launch(top.as_table(top.require("launch"), "launch"), "[launch]", file);
  read_launch(launch, result.launch);
  if (const toml::node* node = top.take("reference")) {
    TableReader reference(top.as_table(*node, "reference"), "[reference]", file);
    result.reference = read_reference(reference);
  }
  if (const toml::node* node = top.take("bound")) {
    TableReader bound(top.as_table(*node, "bound"), "[bound]", file);
    read_bound(bound, result.reference);
  }
  read_variants(top, result);
}

}  // namespace

Case parse_case(std::string_view text, const std::string& path) {
  toml::table table;
  try {
    table = toml::parse(text, path);
  } catch (const toml::parse_error& error) {
    throw Error(ErrorKind::kRequest, "malformed-toml", std::string(error.description()),
                std::string(kSchemaPage), {path, error.source().begin.line, error.source().begin.column});
  }
  Case result;
  result.file = path;
  result.folder = std::filesystem::path(path).parent_path().string();
  TableReader top(table, "", path);
  result.title = top.string("title", std::filesystem::path(path).stem().string());
  result.seed = top.seed("seed").value_or(1);
  result.bars = top.placed_strings("bars");
  read_tables(top, path, result);
  top.finish();
  return result;
}

Case read_case_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  if (!file || std::filesystem::is_directory(path) || !(text << file.rdbuf())) {
    throw Error(ErrorKind::kRequest, "missing-file", fmt::format("case file '{}' cannot be read", path),
                "Name an existing case file.");
  }
  return parse_case(text.str(), path);
}

}  // namespace lanewise::workbench
