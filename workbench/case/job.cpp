// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Turns the text of a case into numbers. An error in an expression is given the place where the
// expression stands and the key that it was for.

#include "workbench/case/job.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <charconv>
#include <limits>

namespace lanewise::workbench {
namespace {

constexpr std::uint64_t kLargestBuffer = 1ull << 36;  // 64 GiB: beyond it a shape is a mistake

[[noreturn]] void fail(const std::string& id, const std::string& what, const SourcePlace& place) {
  throw Error(ErrorKind::kRequest, id, what, "docs/reference/case-file.md describes the keys of a case.",
              place);
}

std::int64_t evaluate_at(const PlacedText& text, const std::string& purpose, const Names& names) {
  try {
    return evaluate(text.text, names);
  } catch (const Error& error) {
    throw Error(error.kind, error.id, fmt::format("{}: {}", purpose, error.message), error.remedy,
                text.place);
  }
}

std::uint32_t evaluate_extent(const PlacedText& text, const std::string& purpose, const Names& names) {
  const std::int64_t value = evaluate_at(text, purpose, names);
  if (value < 1 || value > std::numeric_limits<std::uint32_t>::max()) {
    fail("bad-value", fmt::format("{}: '{}' is {}, not 1 or more", purpose, text.text, value), text.place);
  }
  return static_cast<std::uint32_t>(value);
}

std::optional<double> as_real(std::string_view text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size() || text.empty()) return std::nullopt;
  return value;
}

bool fits(DType dtype, std::int64_t value) {
  const int bits = static_cast<int>(reference::size_in_bytes(dtype)) * 8;
  if (bits == 64) return true;
  const bool is_signed = reference::is_signed(dtype);
  const std::int64_t range = std::int64_t{1} << (is_signed ? bits - 1 : bits);
  return value < range && value >= (is_signed ? -range : 0);
}

std::uint64_t scalar_bits(const Argument& argument, const Names& names) {
  const std::string purpose = fmt::format("value of '{}'", argument.name);
  if (reference::is_float(argument.dtype)) {
    const std::optional<double> real = as_real(argument.value.text);
    const double value = real ? *real : static_cast<double>(evaluate_at(argument.value, purpose, names));
    return reference::encode(argument.dtype, value);
  }
  const std::int64_t value = evaluate_at(argument.value, purpose, names);
  if (!fits(argument.dtype, value)) {
    fail("bad-value", fmt::format("{}: {} does not fit {}", purpose, value, reference::name(argument.dtype)),
         argument.value.place);
  }
  return reference::encode_integer_wrapping(argument.dtype, value);
}

JobArgument make_argument(const Argument& argument, const Case& given, const Names& names) {
  JobArgument result;
  result.name = argument.name;
  result.kind = argument.kind;
  result.dtype = argument.dtype;
  result.dtype_from_file = argument.dtype_from_file;
  result.column_major = argument.column_major;
  result.place = argument.place;
  result.direction = argument.direction;
  if (argument.kind == ArgumentKind::kScalar) result.bits = scalar_bits(argument, names);
  if (argument.kind != ArgumentKind::kBuffer) return result;
  double bytes = static_cast<double>(reference::size_in_bytes(argument.dtype));
  for (const PlacedText& extent : argument.shape) {
    result.shape.push_back(evaluate_extent(extent, fmt::format("shape of '{}'", argument.name), names));
    bytes *= static_cast<double>(result.shape.back());
  }
  if (bytes > static_cast<double>(kLargestBuffer)) {
    fail("bad-value", fmt::format("argument '{}' would take {:.0f} bytes", argument.name, bytes),
         argument.place);
  }
  const Init zeros{InitKind::kDistribution, {}, {}};
  result.init = argument.init.value_or(argument.direction == Direction::kOut ? Init{} : zeros);
  result.seed = argument.seed.value_or(given.seed);
  return result;
}

void fill_launch(const LaunchExpressions& launch, const Names& names, Job& job) {
  constexpr char kAxes[] = "xyz";
  for (std::size_t i = 0; i < launch.grid.size(); ++i) {
    job.grid[i] = evaluate_extent(launch.grid[i], fmt::format("grid {}", kAxes[i]), names);
  }
  for (std::size_t i = 0; i < launch.block.size(); ++i) {
    job.block[i] = evaluate_extent(launch.block[i], fmt::format("block {}", kAxes[i]), names);
  }
  const std::int64_t lds = evaluate_at(launch.dynamic_lds, "dynamic_lds", names);
  if (lds < 0 || lds > std::numeric_limits<std::uint32_t>::max()) {
    fail("bad-value", fmt::format("dynamic_lds is {}", lds), launch.dynamic_lds.place);
  }
  job.dynamic_lds = static_cast<std::uint32_t>(lds);
}

Names collect_names(const Case& given, const JobChoice& choice, Job& job) {
  Names names(given.sizes.begin(), given.sizes.end());
  if (choice.sizes != nullptr) {
    for (const auto& [name, value] : *choice.sizes) names[name] = value;
  }
  for (const auto& [name, value] : names)
    job.sizes += fmt::format("{}{}={}", job.sizes.empty() ? "" : " ", name, value);
  for (const auto& [name, constant] : job.constants) {
    if (given.sizes.count(name) != 0) {
      fail("bad-value", fmt::format("'{}' is both a size and a constant", name), {given.file, 0, 0});
    }
    if (constant.number) names[name] = *constant.number;
  }
  return names;
}

}  // namespace

std::uint64_t JobArgument::elements() const {
  std::uint64_t count = 1;
  for (const std::uint64_t extent : shape) count *= extent;
  return count;
}

const JobArgument* Job::find(std::string_view name) const {
  for (const JobArgument& argument : arguments) {
    if (argument.name == name) return &argument;
  }
  return nullptr;
}

Bar parse_bar(const PlacedText& text) {
  struct Row {
    std::string_view sign;
    Comparison comparison;
  };
  // Longer signs first: "<=" starts with "<".
  constexpr Row kRows[] = {{"!=", Comparison::kNotEqual},     {"<=", Comparison::kLessEqual},
                           {">=", Comparison::kGreaterEqual}, {"==", Comparison::kEqual},
                           {"=", Comparison::kEqual},         {"<", Comparison::kLess},
                           {">", Comparison::kGreater}};
  const auto trim = [](std::string_view part) {
    while (!part.empty() && part.front() == ' ') part.remove_prefix(1);
    while (!part.empty() && part.back() == ' ') part.remove_suffix(1);
    return part;
  };
  for (const Row& row : kRows) {
    const std::size_t at = text.text.find(row.sign);
    if (at == std::string::npos) continue;
    const std::string_view metric = trim(std::string_view(text.text).substr(0, at));
    const std::optional<double> limit =
        as_real(trim(std::string_view(text.text).substr(at + row.sign.size())));
    if (metric.empty() || !limit) break;
    return {std::string(metric), row.comparison, *limit, text.text, text.place};
  }
  fail("bad-bar",
       fmt::format("bar '{}' is not METRIC OP NUMBER, e.g. \"lds.conflict_cycles = 0\"", text.text),
       text.place);
}

bool holds(const Bar& bar, double value) {
  switch (bar.comparison) {
    case Comparison::kEqual: return value == bar.limit;
    case Comparison::kNotEqual: return value != bar.limit;
    case Comparison::kLess: return value < bar.limit;
    case Comparison::kLessEqual: return value <= bar.limit;
    case Comparison::kGreater: return value > bar.limit;
    case Comparison::kGreaterEqual: return value >= bar.limit;
  }
  return false;
}

Job make_job(const Case& given, const JobChoice& choice) {
  Job job;
  job.title = given.title;
  job.target = choice.target;
  job.seed = given.seed;
  job.constants = given.constants;
  if (choice.variant != nullptr) {
    job.variant = choice.variant->name;
    for (const auto& [name, constant] : choice.variant->constants)
      job.constants.insert_or_assign(name, constant);
  }
  const Names names = collect_names(given, choice, job);
  for (const Argument& argument : given.arguments)
    job.arguments.push_back(make_argument(argument, given, names));
  fill_launch(given.launch, names, job);
  if (given.reference) {
    for (const auto& [name, value] : given.reference->parameters) {
      const std::optional<double> real = as_real(value.text);
      job.reference_parameters.emplace_back(
          name,
          real ? *real : static_cast<double>(evaluate_at(value, fmt::format("parameter '{}'", name), names)));
    }
  }
  for (const PlacedText& bar : given.bars) job.bars.push_back(parse_bar(bar));
  if (choice.variant != nullptr) {
    for (const PlacedText& bar : choice.variant->bars) job.bars.push_back(parse_bar(bar));
  }
  return job;
}

}  // namespace lanewise::workbench
