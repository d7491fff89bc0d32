// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The small value types of a case: initial values, constants, settings. Each is read
// from the same text in a case file and on the command line.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <charconv>
#include <filesystem>
#include <stdexcept>

#include "workbench/case/case_file.h"
#include "workbench/case/expression.h"

namespace lanewise::workbench {
namespace {

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
  return text;
}

[[noreturn]] void fail_init(const PlacedText& text, const std::string& what) {
  throw Error(ErrorKind::kRequest, "bad-initial-values",
              fmt::format("initial values '{}': {}", text.text, what),
              "Write zeros, constant(x), uniform(low,high), normal(mean,deviation), integers(low,high), "
              "iota(start,step), unique, poison or @file.npy.",
              text.place);
}

}  // namespace

std::string_view direction_name(Direction direction) {
  constexpr std::string_view kNames[] = {"in", "out", "inout"};
  return kNames[static_cast<std::size_t>(direction)];
}

Init parse_init(const PlacedText& whole) {
  const std::string_view text = trimmed(whole.text);
  if (text.empty()) fail_init(whole, "empty");
  if (text == "poison") return {};
  if (text.front() == '@') {
    if (text.size() == 1) fail_init(whole, "no file name after '@'");
    return {InitKind::kFile, {}, std::string(text.substr(1))};
  }
  try {
    return {InitKind::kDistribution, reference::parse_distribution(text), {}};
  } catch (const std::invalid_argument& error) {
    fail_init(whole, error.what());
  }
}

std::string init_text(const Init& init) {
  switch (init.kind) {
    case InitKind::kDistribution: return reference::to_text(init.distribution);
    case InitKind::kFile: return "@" + init.file;
    case InitKind::kPoison: break;
  }
  return "poison";
}

Constant constant_from_text(std::string_view text) {
  if (text == "true" || text == "false") return {text == "true" ? "1" : "0", text == "true" ? 1 : 0};
  Constant constant{std::string(text), std::nullopt};
  std::int64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (!text.empty() && error == std::errc{} && end == text.data() + text.size()) constant.number = number;
  return constant;
}

std::string Case::resolve_path(std::string_view path) const {
  const std::filesystem::path given(path);
  if (given.is_absolute() || folder.empty()) return given.string();
  return (std::filesystem::path(folder) / given).lexically_normal().string();
}

isa::Target parse_target(std::string_view name, const SourcePlace& place) {
  if (name == "gfx942") return isa::Target::kGfx942;
  if (name == "gfx950") return isa::Target::kGfx950;
  throw Error(ErrorKind::kRequest, "unknown-target", fmt::format("no target is named '{}'", name),
              "Lanewise simulates gfx942 (MI300X) and gfx950 (MI355X).", place);
}

namespace {

[[noreturn]] void fail_setting(const Case& given, std::string_view setting, const std::string& what) {
  std::vector<std::string> keys;
  keys.reserve(given.sizes.size() + given.constants.size() + 4);
  for (const auto& [name, value] : given.sizes) keys.push_back(name);
  for (const auto& [name, value] : given.constants) keys.push_back(name);
  for (const char* name : {"seed", "grid", "block", "dynamic_lds"}) keys.emplace_back(name);
  throw Error(ErrorKind::kRequest, "unknown-setting", fmt::format("--set '{}': {}", setting, what),
              fmt::format("Write KEY=VALUE with one of: {}.", fmt::join(keys, ", ")));
}

}  // namespace

std::vector<PlacedText> split_extents(std::string_view text) {
  std::vector<PlacedText> pieces;
  int depth = 0;
  std::size_t begin = 0;
  for (std::size_t i = 0; i <= text.size(); ++i) {
    if (i < text.size() && text[i] == '(') ++depth;
    if (i < text.size() && text[i] == ')') --depth;
    if (i == text.size() || (text[i] == ',' && depth == 0)) {
      pieces.push_back({std::string(trimmed(text.substr(begin, i - begin))), {}});
      begin = i + 1;
    }
  }
  return pieces;
}

void apply_setting(Case& given, std::string_view setting) {
  const std::size_t equals = setting.find('=');
  if (equals == std::string_view::npos) fail_setting(given, setting, "has no '='");
  const std::string_view key = trimmed(setting.substr(0, equals));
  const std::string_view value = trimmed(setting.substr(equals + 1));
  const Constant constant = constant_from_text(value);
  if (const auto size = given.sizes.find(key); size != given.sizes.end()) {
    if (!constant.number) fail_setting(given, setting, "a size is an integer");
    size->second = *constant.number;
    return;
  }
  if (given.constants.count(key) != 0) {
    given.constants.find(key)->second = constant;
    for (Variant& variant : given.variants) {
      if (const auto found = variant.constants.find(key); found != variant.constants.end())
        found->second = constant;
    }
    return;
  }
  if (key == "seed") {
    if (!constant.number || *constant.number < 0)
      fail_setting(given, setting, "a seed is an integer, 0 or more");
    given.seed = static_cast<std::uint64_t>(*constant.number);
  } else if (key == "grid" || key == "block") {
    std::vector<PlacedText> pieces = split_extents(value);
    if (pieces.size() > 3) fail_setting(given, setting, "has more than three extents");
    (key == "grid" ? given.launch.grid : given.launch.block) = std::move(pieces);
  } else if (key == "dynamic_lds") {
    given.launch.dynamic_lds = {std::string(value), {}};
  } else {
    fail_setting(given, setting, fmt::format("the case has no '{}'", key));
  }
}

}  // namespace lanewise::workbench
