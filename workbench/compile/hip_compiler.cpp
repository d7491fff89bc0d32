// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The compile command is that of cmake/HipCodeObjects.cmake. What surprises: clang drops -MD for HIP
// device-only compiles, so dependencies are asked for in cc1's own spelling; and besides the prefix
// maps, -fuse-cuid=none is needed or a hash of the path stands in a symbol name.

#include "workbench/compile/hip_compiler.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>

#include "workbench/compile/child_process.h"
#include "workbench/compile/compile_cache.h"
#include "workbench/compile/content_hash.h"
#include "workbench/compile/files.h"

namespace lanewise::workbench {
namespace fs = std::filesystem;
namespace {

bool is_executable(const std::string& path) {
  std::error_code ignored;
  return fs::is_regular_file(path, ignored) && access(path.c_str(), X_OK) == 0;
}

std::string find_on_path(const std::string& name) {
  const char* path = std::getenv("PATH");
  std::string_view rest = path != nullptr ? path : "";
  while (!rest.empty()) {
    const std::size_t colon = rest.find(':');
    const std::string candidate = fmt::format("{}/{}", rest.substr(0, colon), name);
    if (is_executable(candidate)) return candidate;
    rest.remove_prefix(colon == std::string_view::npos ? rest.size() : colon + 1);
  }
  return {};
}

/// The source as we hand it to clang: always with a folder, so that its prefix can be mapped away.
std::string with_folder(const std::string& source) {
  return source.find('/') == std::string::npos ? "./" + source : source;
}

std::string compiler_version(const std::string& compiler) {
  const std::string text = run_child({compiler, "--version"}).output;
  const std::string_view marker = "version ";
  const std::size_t at = text.find(marker);
  if (at == std::string::npos) return "clang";
  const std::size_t begin = at + marker.size();
  return "clang " + text.substr(begin, text.find_first_of(" \n(", begin) - begin);
}

/// Everything that decides the object but the content of headers.
std::string cache_key(const CompileRequest& request, const std::string& compiler, const std::string& source) {
  ContentHash hash;
  std::error_code ignored;
  const fs::path real = fs::canonical(compiler, ignored);
  hash.add_text(real.string());
  hash.add_text(fmt::format("{} {}", fs::file_size(real, ignored),
                            fs::last_write_time(real, ignored).time_since_epoch().count()));
  hash.add_text(fs::absolute(request.source, ignored).lexically_normal().string());
  hash.add_text(source);
  for (const std::string& part : compile_command(request, compiler, "")) hash.add_text(part);
  return hash.hex();
}

/// Paths in a Makefile rule, `\ ` and `$$` unescaped; the target before the colon is skipped.
std::vector<std::string> parse_dependencies(const std::string& rule) {
  std::vector<std::string> paths;
  std::string current;
  std::size_t at = rule.find(": ");
  at = at == std::string::npos ? rule.size() : at + 1;
  for (; at < rule.size(); ++at) {
    const char c = rule[at];
    if (c == '\\' && at + 1 < rule.size()) {
      const char next = rule[++at];
      if (next != '\n') current += next;
    } else if (c == '$' && at + 1 < rule.size() && rule[at + 1] == '$') {
      current += rule[++at];
    } else if (c == ' ' || c == '\n') {
      if (!current.empty()) paths.push_back(std::move(current));
      current.clear();
    } else {
      current += c;
    }
  }
  if (!current.empty()) paths.push_back(std::move(current));
  return paths;
}

CompileResult compile_now(const CompileRequest& request, const std::string& compiler) {
  const TemporaryFolder folder;
  const std::string output = folder.path() + "/kernel.co";
  ChildResult child = run_child(compile_command(request, compiler, output));
  std::optional<std::string> object = try_read_file(output);
  if (child.status != 0 || !object) {
    throw CompileError(
        Error(ErrorKind::kRequest, "compile-error",
              fmt::format("the compiler refused {} for {} (status {})", request.source,
                          isa::target_name(request.target), child.status),
              "Mend the source; the compiler's own messages stand above.", {request.source, 0, 0}),
        std::move(child.output));
  }
  CompileResult result;
  result.code_object = std::move(*object);
  result.compiler = compiler_version(compiler);
  result.diagnostics = std::move(child.output);
  std::error_code ignored;
  for (const std::string& path : parse_dependencies(try_read_file(output + ".d").value_or(""))) {
    result.dependencies.push_back(fs::absolute(path, ignored).lexically_normal().string());
  }
  return result;
}

}  // namespace

std::string find_hip_compiler() {
  const char* forced = std::getenv("LANEWISE_HIP_CLANG");
  std::string wanted = forced != nullptr && forced[0] != '\0' ? forced : LANEWISE_HIP_CLANG;
  if (is_executable(wanted)) return wanted;
  std::string found;
  if (wanted.find('/') == std::string::npos) found = find_on_path(wanted);
  if (forced == nullptr || forced[0] == '\0') {
    for (const char* name : {"clang++-22", "clang++-21", "clang++-20", "clang++"}) {
      if (found.empty()) found = find_on_path(name);
    }
  }
  if (!found.empty()) return found;
  throw Error(ErrorKind::kRequest, "missing-compiler",
              fmt::format("no HIP compiler: '{}' is no program", wanted),
              "Install clang-22 and lld-22, or set LANEWISE_HIP_CLANG to a clang++ of version 20 or newer.");
}

std::string find_primitives() {
  std::error_code ignored;
  fs::path folder = fs::read_symlink("/proc/self/exe", ignored).parent_path();
  for (int levels = 0; levels < 6 && !folder.empty(); ++levels, folder = folder.parent_path()) {
    for (const char* place : {"primitives", "share/lanewise/primitives"}) {
      if (fs::exists(folder / place / "hip" / "hip_runtime.h", ignored)) return (folder / place).string();
    }
  }
  const fs::path source_tree = LANEWISE_PRIMITIVES;
  if (fs::exists(source_tree / "hip" / "hip_runtime.h", ignored)) return source_tree.string();
  throw Error(ErrorKind::kRequest, "missing-primitives",
              "the device headers (primitives/hip/hip_runtime.h) are not there",
              "Run lanewise from its source tree or from an installation with share/lanewise/primitives.");
}

std::vector<std::string> compile_command(const CompileRequest& request, const std::string& compiler,
                                         const std::string& output) {
  const std::string source = with_folder(request.source);
  const std::string primitives = find_primitives();
  std::error_code ignored;
  const std::string given_folder = fs::path(source).parent_path().string();
  const std::string absolute_folder = fs::absolute(source, ignored).lexically_normal().parent_path().string();
  std::vector<std::string> command{compiler,
                                   "-x",
                                   "hip",
                                   "--cuda-device-only",
                                   "--no-gpu-bundle-output",
                                   fmt::format("--offload-arch={}", isa::target_name(request.target)),
                                   "-nogpulib",
                                   "-nogpuinc",
                                   "-nohipwrapperinc",
                                   "-std=c++20",
                                   "-O3",
                                   "-gline-tables-only",
                                   "-mcode-object-version=5",
                                   "-fuse-cuid=none",
                                   "-fdebug-compilation-dir=.",
                                   fmt::format("-ffile-prefix-map={}=primitives", primitives),
                                   fmt::format("-ffile-prefix-map={}=.", absolute_folder),
                                   fmt::format("-ffile-prefix-map={}=.", given_folder),
                                   "-I" + primitives};
  for (const std::string& folder : request.includes) command.push_back("-I" + folder);
  for (const auto& [name, value] : request.defines) command.push_back(fmt::format("-D{}={}", name, value));
  command.insert(command.end(), request.options.begin(), request.options.end());
  for (const char* part : {"-Xclang", "-dependency-file", "-Xclang"}) command.emplace_back(part);
  command.push_back(output + ".d");
  for (const char* part : {"-Xclang", "-MT", "-Xclang", "object", "-Xclang", "-sys-header-deps"})
    command.emplace_back(part);
  command.insert(command.end(), {source, "-o", output});
  return command;
}

CompileResult compile_hip(const CompileRequest& request) {
  const std::string source = read_file(request.source, "HIP source");
  const std::string compiler = find_hip_compiler();
  const CompileCache cache;
  const std::string key = cache_key(request, compiler, source);
  if (std::optional<CacheEntry> entry = cache.find(key)) {
    return {
        std::move(entry->code_object), std::move(entry->compiler), {}, std::move(entry->dependencies), true};
  }
  CompileResult result = compile_now(request, compiler);
  // A compile with warnings is not cached, so that they are shown every time.
  if (result.diagnostics.empty())
    cache.store(key, {result.code_object, result.compiler, result.dependencies});
  return result;
}

}  // namespace lanewise::workbench
