// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The temporary neighbour's name carries the process number, so that two runs that write the same file
// do not meet; the later rename wins, with a complete file.

#include "workbench/compile/files.h"

#include <fmt/format.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "simulator/diagnostics/error.h"

namespace lanewise::workbench {

std::optional<std::string> try_read_file(const std::string& path) {
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored)) return std::nullopt;
  std::ifstream file(path, std::ios::binary);
  if (!file) return std::nullopt;
  std::ostringstream content;
  content << file.rdbuf();
  if (file.bad()) return std::nullopt;
  return std::move(content).str();
}

std::string read_file(const std::string& path, std::string_view what) {
  std::optional<std::string> content = try_read_file(path);
  if (!content) {
    throw Error(ErrorKind::kRequest, "missing-file", fmt::format("{} '{}' cannot be read", what, path),
                "Name an existing file.");
  }
  return std::move(*content);
}

bool try_write_file(const std::string& path, std::string_view content) {
  static std::atomic<unsigned> counter{0};
  const std::string temporary = fmt::format("{}.{}-{}.part", path, getpid(), counter++);
  std::FILE* file = std::fopen(temporary.c_str(), "wb");
  if (file == nullptr) return false;
  bool good = std::fwrite(content.data(), 1, content.size(), file) == content.size();
  good = std::fclose(file) == 0 && good;
  if (good && std::rename(temporary.c_str(), path.c_str()) == 0) return true;
  const int code = errno;
  std::remove(temporary.c_str());
  errno = code;
  return false;
}

void write_file(const std::string& path, std::string_view content) {
  if (try_write_file(path, content)) return;
  throw Error(ErrorKind::kRequest, "unwritable-path",
              fmt::format("'{}' cannot be written: {}", path, std::strerror(errno)),
              "Name a file in an existing folder that you may write to.");
}

}  // namespace lanewise::workbench
