// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Manifest, one item a line:   lanewise-cache 1
//                              compiler clang 22.1.8
//                              object <hash of the object>
//                              file <hash> <path>
// The object's own hash is checked too: a file cut short by a full disk is a miss.

#include "workbench/compile/compile_cache.h"

#include <fmt/format.h>

#include <cstdlib>
#include <filesystem>
#include <sstream>

#include "workbench/compile/content_hash.h"
#include "workbench/compile/files.h"

namespace lanewise::workbench {
namespace {

constexpr std::string_view kFirstLine = "lanewise-cache 1";

std::string text_hash(const std::string& text) {
  ContentHash hash;
  hash.add_text(text);
  return hash.hex();
}

bool take(std::string& line, std::string_view word) {
  if (!line.starts_with(word)) return false;
  line.erase(0, word.size());
  return true;
}

}  // namespace

std::string file_hash(const std::string& path) {
  const std::optional<std::string> content = try_read_file(path);
  return content ? text_hash(*content) : std::string();
}

CompileCache::CompileCache() {
  const char* cache_home = std::getenv("XDG_CACHE_HOME");
  const char* home = std::getenv("HOME");
  if (cache_home != nullptr && cache_home[0] == '/') {
    folder_ = fmt::format("{}/lanewise", cache_home);
  } else if (home != nullptr && home[0] == '/') {
    folder_ = fmt::format("{}/.cache/lanewise", home);
  }
}

std::optional<CacheEntry> CompileCache::find(const std::string& key) const {
  if (folder_.empty()) return std::nullopt;
  const std::optional<std::string> manifest = try_read_file(fmt::format("{}/{}.manifest", folder_, key));
  if (!manifest) return std::nullopt;
  std::istringstream lines(*manifest);
  std::string line;
  if (!std::getline(lines, line) || line != kFirstLine) return std::nullopt;
  CacheEntry entry;
  std::string object_hash;
  while (std::getline(lines, line)) {
    if (take(line, "compiler ")) {
      entry.compiler = line;
    } else if (take(line, "object ")) {
      object_hash = line;
    } else if (take(line, "file ")) {
      const std::size_t blank = line.find(' ');
      if (blank == std::string::npos) return std::nullopt;
      entry.dependencies.push_back(line.substr(blank + 1));
      if (file_hash(entry.dependencies.back()) != line.substr(0, blank)) return std::nullopt;
    }
  }
  std::optional<std::string> object = try_read_file(fmt::format("{}/{}.co", folder_, object_hash));
  if (!object || text_hash(*object) != object_hash) return std::nullopt;
  entry.code_object = std::move(*object);
  return entry;
}

void CompileCache::store(const std::string& key, const CacheEntry& entry) const {
  std::error_code code;
  if (folder_.empty() || (std::filesystem::create_directories(folder_, code), code)) return;
  const std::string object_hash = text_hash(entry.code_object);
  std::string manifest = fmt::format("{}\ncompiler {}\nobject {}\n", kFirstLine, entry.compiler, object_hash);
  for (const std::string& path : entry.dependencies) {
    const std::string hash = file_hash(path);
    if (hash.empty() || path.find('\n') != std::string::npos) return;
    manifest += fmt::format("file {} {}\n", hash, path);
  }
  if (!try_write_file(fmt::format("{}/{}.co", folder_, object_hash), entry.code_object)) return;
  (void)try_write_file(fmt::format("{}/{}.manifest", folder_, key), manifest);
}

}  // namespace lanewise::workbench
