// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Paths given as flags stand against the working folder, so such a case has no folder of its own.

#include "workbench/command/flag_case.h"

#include <fmt/format.h>

#include <filesystem>

#include "workbench/case/argument_text.h"
#include "workbench/case/expression.h"

namespace lanewise::workbench {
namespace {

std::vector<PlacedText> extents(const std::string& text, const char* flag) {
  std::vector<PlacedText> result = split_extents(text);
  if (text.empty() || result.size() > 3) {
    throw Error(ErrorKind::kRequest, "missing-flag",
                fmt::format("{} needs one to three extents, given '{}'", flag, text),
                fmt::format("Write e.g. {} 4,4 or {} 256.", flag, flag));
  }
  return result;
}

void add_define(const std::string& text, Case& given) {
  const std::size_t equals = text.find('=');
  const std::string name = text.substr(0, equals);
  if (!is_name(name)) {
    throw Error(ErrorKind::kRequest, "bad-define", fmt::format("-D '{}': '{}' is not a name", text, name),
                "Write -D NAME=VALUE.");
  }
  given.constants.insert_or_assign(
      name, constant_from_text(equals == std::string::npos ? "1" : text.substr(equals + 1)));
}

void add_reference(const RunRequest& request, Case& given) {
  if (request.reference.empty() && request.expected.empty()) return;
  if (!request.reference.empty() && !request.expected.empty()) {
    throw Error(ErrorKind::kRequest, "bad-flag", "--reference and --expected exclude each other",
                "Give one of them.");
  }
  ReferenceRequest& reference = given.reference.emplace();
  reference.op = request.reference;
  reference.expected = request.expected;
  for (const std::string& text : request.reference_parameters) {
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos) {
      throw Error(ErrorKind::kRequest, "bad-flag", fmt::format("--reference-parameter '{}' has no '='", text),
                  "Write NAME=NUMBER.");
    }
    reference.parameters[text.substr(0, equals)] = {text.substr(equals + 1), {}};
  }
}

Case case_from_flags(const RunRequest& request) {
  Case given;
  given.title = std::filesystem::path(request.file).filename().string();
  const bool source = std::filesystem::path(request.file).extension() == ".hip";
  if (source) {
    given.source = request.file;
  } else {
    given.code_objects.emplace("", request.file);
  }
  given.symbol = request.kernel;
  if (request.seed) given.seed = *request.seed;
  for (const std::string& target : request.targets) given.targets.push_back(parse_target(target, {}));
  for (const std::string& define : request.defines) add_define(define, given);
  given.includes = request.includes;
  given.options = request.options;
  for (const std::string& text : request.arguments) {
    Argument argument = parse_argument(text);
    for (const Argument& other : given.arguments) {
      if (other.name == argument.name) {
        throw Error(ErrorKind::kRequest, "bad-argument",
                    fmt::format("two arguments are named '{}'", argument.name), "Name each once.");
      }
    }
    given.arguments.push_back(std::move(argument));
  }
  given.launch.grid = extents(request.grid, "--grid");
  given.launch.block = extents(request.block, "--block");
  given.launch.dynamic_lds = {request.lds, {}};
  add_reference(request, given);
  return given;
}

void refuse_flags_beside_case(const RunRequest& request) {
  const struct {
    const char* flag;
    bool used;
  } flags[] = {{"--kernel", !request.kernel.empty()},
               {"--grid", !request.grid.empty()},
               {"--block", !request.block.empty()},
               {"--arg", !request.arguments.empty()},
               {"--define", !request.defines.empty()},
               {"--include", !request.includes.empty()},
               {"--option", !request.options.empty()},
               {"--reference", !request.reference.empty()},
               {"--expected", !request.expected.empty()},
               {"--lds", request.lds != "0"},
               {"--seed", request.seed.has_value()},
               {"--reference-parameter", !request.reference_parameters.empty()}};
  for (const auto& [flag, used] : flags) {
    if (used) {
      throw Error(ErrorKind::kRequest, "flag-with-case",
                  fmt::format("{} is for kernels without a case file", flag),
                  "Change the case, or use --set KEY=VALUE.");
    }
  }
}

}  // namespace

Case case_of(const RunRequest& request) {
  const bool is_case = std::filesystem::path(request.file).extension() == ".toml";
  if (is_case) refuse_flags_beside_case(request);
  Case given = is_case ? read_case_file(request.file) : case_from_flags(request);
  for (const std::string& setting : request.settings) apply_setting(given, setting);
  return given;
}

}  // namespace lanewise::workbench
