// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A job's code object: compiled from its source, or read from its file.

#include <fmt/format.h>

#include <filesystem>

#include "workbench/compile/files.h"
#include "workbench/compile/hip_compiler.h"
#include "workbench/run/run_job.h"

namespace lanewise::workbench {
namespace {

JobObject compile_object(const Case& given, const Job& job) {
  CompileRequest request;
  request.source = given.resolve_path(given.source);
  request.target = job.target;
  for (const auto& [name, constant] : job.constants) request.defines.emplace_back(name, constant.text);
  for (const std::string& folder : given.includes) request.includes.push_back(given.resolve_path(folder));
  request.options = given.options;
  CompileResult compiled = compile_hip(request);
  JobObject result;
  const std::string name = std::filesystem::path(given.source).stem().string() + "." +
                           std::string(isa::target_name(job.target)) + ".co";
  result.object =
      code_object::load_code_object(std::as_bytes(std::span(compiled.code_object)), name, &job.target);
  result.compiler = std::move(compiled.compiler);
  result.warnings = std::move(compiled.diagnostics);
  result.source_paths = std::move(compiled.dependencies);
  return result;
}

}  // namespace

JobObject obtain_object(const Case& given, const Job& job) {
  if (!given.source.empty()) return compile_object(given, job);
  auto found = given.code_objects.find(isa::target_name(job.target));
  if (found == given.code_objects.end()) found = given.code_objects.find("");
  if (found == given.code_objects.end()) {
    throw Error(ErrorKind::kRequest, "missing-code-object",
                fmt::format("the case has no code object for {}", isa::target_name(job.target)),
                "Add it to code_object, or choose another --target.", {given.file, 0, 0});
  }
  const std::string path = given.resolve_path(found->second);
  const std::string bytes = read_file(path, "code object");
  JobObject result;
  result.object = code_object::load_code_object(std::as_bytes(std::span(bytes)),
                                                std::filesystem::path(path).filename().string(), &job.target);
  return result;
}

}  // namespace lanewise::workbench
