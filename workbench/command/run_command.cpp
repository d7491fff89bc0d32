// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `lanewise run`: every chosen size, variant and target of a case, one after the other; the simulator
// itself is parallel. Trace files are written as soon as their run is over.

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "runtime/hip_device.h"
#include "workbench/case/text_list.h"
#include "workbench/command/commands.h"
#include "workbench/command/flag_case.h"
#include "workbench/compile/files.h"
#include "workbench/report/html_report.h"
#include "workbench/report/json_report.h"
#include "workbench/report/terminal.h"
#include "workbench/run/interruption.h"
#include "workbench/run/run_job.h"

namespace lanewise::workbench {
namespace {

std::vector<const Variant*> chosen_variants(const RunRequest& request, const Case& given) {
  std::vector<const Variant*> chosen;
  for (const Variant& variant : given.variants) {
    const auto named = std::find(request.variants.begin(), request.variants.end(), variant.name);
    if (request.variants.empty() || named != request.variants.end()) chosen.push_back(&variant);
  }
  for (const std::string& name : request.variants) {
    const auto found = std::find_if(given.variants.begin(), given.variants.end(),
                                    [&](const Variant& v) { return v.name == name; });
    if (found != given.variants.end()) continue;
    const std::string names = joined(given.variants, [](const Variant& variant) { return variant.name; });
    throw Error(ErrorKind::kRequest, "unknown-variant", fmt::format("the case has no variant '{}'", name),
                names.empty() ? "It has no variants." : fmt::format("Variants: {}.", names));
  }
  if (chosen.empty()) chosen.push_back(nullptr);
  return chosen;
}

/// The target of a code object that stands alone.
isa::Target target_of_object(const Case& given) {
  const std::string path = given.resolve_path(given.code_objects.begin()->second);
  const std::string bytes = read_file(path, "code object");
  return code_object::load_code_object(std::as_bytes(std::span(bytes)),
                                       std::filesystem::path(path).filename().string())
      .target;
}

std::vector<isa::Target> chosen_targets(const RunRequest& request, const Case& given) {
  std::vector<isa::Target> targets;
  targets.reserve(request.targets.size());
  for (const std::string& name : request.targets) targets.push_back(parse_target(name, {}));
  if (targets.empty()) targets = given.targets;
  if (targets.empty() && !given.source.empty()) targets = {isa::Target::kGfx942, isa::Target::kGfx950};
  if (targets.empty()) targets = {target_of_object(given)};
  if (request.device != "hip") return targets;
  // Opening the GPU first says early that there is none; it can only run its own target.
  const std::string description = runtime::make_hip_device()->description();
  std::erase_if(targets, [&](isa::Target target) {
    return description.find(isa::target_name(target)) == std::string::npos;
  });
  if (targets.empty()) {
    throw Error(ErrorKind::kRequest, "wrong-target",
                fmt::format("the GPU is {}, which none of the case's targets is", description),
                "Choose a --target that the GPU is.");
  }
  return targets;
}

std::vector<std::pair<std::string, std::string>> parse_saves(const std::vector<std::string>& texts) {
  std::vector<std::pair<std::string, std::string>> saves;
  for (const std::string& text : texts) {
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos || equals == 0 || equals + 1 == text.size()) {
      throw Error(ErrorKind::kRequest, "bad-save", fmt::format("--save '{}' is not NAME=FILE.npy", text),
                  "Write e.g. --save C=c.npy.");
    }
    saves.emplace_back(text.substr(0, equals), text.substr(equals + 1));
  }
  return saves;
}

RunOptions run_options(const RunRequest& request) {
  RunOptions options;
  options.hip = request.device == "hip";
  options.dispatch.threads = request.threads;
  options.dispatch.delivery = request.delivery == "prompt" ? engine::Delivery::kPrompt
                              : request.delivery == "late" ? engine::Delivery::kLate
                                                           : engine::Delivery::kIssue;
  if (request.mfma == "cdna3") options.dispatch.mfma = engine::MfmaArithmetic::kCdna3;
  if (request.budget) options.dispatch.instruction_budget_per_wave = *request.budget;
  options.dispatch.scalar_build = request.scalar;
  options.dispatch.cancelled = interruption_flag();
  options.want_trace = !request.trace.empty() || !request.report.empty();
  options.record = request.record;
  options.saves = parse_saves(request.saves);
  if (options.hip && options.want_trace) {
    throw Error(ErrorKind::kRequest, "no-trace-on-hip", "a GPU run leaves no trace",
                "Use --device sim for --trace and --report.");
  }
  return options;
}

/// FILE itself for one run; FILE-VARIANT-TARGET.EXT for several (and -SIZES where they differ).
std::string suffixed(const std::string& file, const Outcome& outcome, bool several, bool several_sizes) {
  if (!several) return file;
  const std::filesystem::path path(file);
  std::string stem = path.stem().string();
  if (!outcome.variant.empty()) stem += "-" + outcome.variant;
  stem += "-" + std::string(isa::target_name(outcome.target));
  if (several_sizes) {
    std::string sizes = outcome.sizes;
    std::replace(sizes.begin(), sizes.end(), ' ', '-');
    std::erase(sizes, '=');
    stem += "-" + sizes;
  }
  return (path.parent_path() / (stem + path.extension().string())).string();
}

class CaseRun {
 public:
  CaseRun(const RunRequest& request, Console& console)
      : request_(request), console_(console), given_(case_of(request)) {}

  std::vector<Outcome> run() {
    const RunOptions options = run_options(request_);
    const std::vector<const Variant*> variants = chosen_variants(request_, given_);
    const std::vector<isa::Target> targets = chosen_targets(request_, given_);
    std::vector<const std::map<std::string, std::int64_t, std::less<>>*> sizes{nullptr};
    if (request_.all_sizes) {
      for (const auto& further : given_.further_sizes) sizes.push_back(&further);
    }
    const std::size_t runs = variants.size() * targets.size() * sizes.size();
    if (runs > 1 && !request_.saves.empty()) {
      throw Error(ErrorKind::kRequest, "bad-save", fmt::format("--save goes with one run, this is {}", runs),
                  "Choose one with --target and --variant.");
    }
    // Expressions first, so that a mistake in the last variant is said before the first run.
    std::vector<Job> jobs;
    for (const auto* set : sizes) {
      for (const isa::Target target : targets) {
        for (const Variant* variant : variants) jobs.push_back(make_job(given_, {variant, target, set}));
      }
    }
    for (const Job& job : jobs) outcomes_.push_back(run_one(job, options, jobs.size() > 1, sizes.size() > 1));
    return std::move(outcomes_);
  }

 private:
  Outcome run_one(const Job& job, const RunOptions& options, bool several, bool several_sizes) {
    throw_if_interrupted();
    Outcome outcome = run_job(given_, job, options);
    console_.err << outcome.compiler_warnings;
    console_.out << verdict_line(outcome, {console_.colours}) << std::flush;
    if (!request_.quiet) {
      for (const std::string& note : outcome.notes)
        console_.err << diagnostic({}, "note", note, "arguments", "");
    }
    console_.err << failure_text(outcome) << std::flush;
    if (!request_.trace.empty() && outcome.trace) {
      const std::string file = suffixed(request_.trace, outcome, several, several_sizes);
      trace::write_trace(*outcome.trace, file);
      if (!request_.quiet) console_.out << fmt::format("trace: {}\n", file);
    }
    if (request_.report.empty()) outcome.trace.reset();
    return outcome;
  }

  const RunRequest& request_;
  Console& console_;
  Case given_;
  std::vector<Outcome> outcomes_;
};

}  // namespace

int run_command(const RunRequest& request, Console& console) {
  const std::vector<Outcome> outcomes = CaseRun(request, console).run();
  if (!request.quiet) console.out << "\n" << summary_table(outcomes);
  if (!request.json.empty()) write_file(request.json, json_report(outcomes));
  if (!request.report.empty()) write_file(request.report, html_report(outcomes));
  const bool passed =
      std::all_of(outcomes.begin(), outcomes.end(), [](const Outcome& outcome) { return outcome.passed; });
  return passed ? 0 : 1;
}

int case_command(const CaseRequest& request, Console& console) {
  if (std::filesystem::path(request.run.file).extension() == ".toml") {
    throw Error(ErrorKind::kRequest, "bad-input",
                fmt::format("'{}' is a case file already", request.run.file),
                "Give a .hip source or a code object.");
  }
  (void)read_file(request.run.file, "kernel file");
  Case given = case_of(request.run);
  const std::string text = case_text(given);
  if (request.run.output.empty()) {
    console.out << text;
    return 0;
  }
  // Paths in a case stand against its folder.
  const std::filesystem::path folder = std::filesystem::absolute(request.run.output).parent_path();
  const auto rebased = [&](const std::string& path) {
    return std::filesystem::absolute(path).lexically_proximate(folder).generic_string();
  };
  if (!given.source.empty()) given.source = rebased(given.source);
  for (auto& [target, file] : given.code_objects) file = rebased(file);
  for (std::string& include : given.includes) include = rebased(include);
  for (Argument& argument : given.arguments) {
    if (argument.init && argument.init->kind == InitKind::kFile)
      argument.init->file = rebased(argument.init->file);
  }
  if (given.reference && !given.reference->expected.empty())
    given.reference->expected = rebased(given.reference->expected);
  write_file(request.run.output, case_text(given));
  console.out << fmt::format("case: {}\n", request.run.output);
  return 0;
}

}  // namespace lanewise::workbench
