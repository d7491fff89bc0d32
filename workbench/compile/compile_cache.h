// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Compiled code objects by content, in $XDG_CACHE_HOME/lanewise (or ~/.cache/lanewise). An entry is two
// files: KEY.manifest lists every file that the compile read, with its hash, and names the object file.
// A hit needs all of them unchanged. Entries are only ever added whole (temporary file and rename), so
// any number of runs may share the folder; a cache that cannot be written is no error, only slower.

#pragma once

#include <optional>
#include <string>
#include <vector>

namespace lanewise::workbench {

struct CacheEntry {
  std::string code_object;
  std::string compiler;
  std::vector<std::string> dependencies;  ///< paths, the source first
};

class CompileCache {
 public:
  CompileCache();
  explicit CompileCache(std::string folder) : folder_(std::move(folder)) {}
  [[nodiscard]] std::optional<CacheEntry> find(const std::string& key) const;
  void store(const std::string& key, const CacheEntry& entry) const;

 private:
  std::string folder_;  ///< empty: no cache
};

/// Hash of a file's content, or "" if it cannot be read.
[[nodiscard]] std::string file_hash(const std::string& path);

}  // namespace lanewise::workbench
