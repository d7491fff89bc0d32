// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs another program without a shell: argument vectors go to posix_spawn as they are, so no file name
// needs quoting. Also the private folder that a compile works in.

#pragma once

#include <string>
#include <vector>

namespace lanewise::workbench {

/// A folder of our own below the system's temporary folder; removed with everything in it.
class TemporaryFolder {
 public:
  TemporaryFolder();
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  std::string path_;
};

struct ChildResult {
  int status = 0;      ///< exit status, or 128 + signal
  std::string output;  ///< standard output and standard error, in the order of writing
};

/// Runs `arguments[0]` (a path) and waits for it; standard input is empty. Throws
/// Error{kRequest, "cannot-run"} if the program cannot be started.
[[nodiscard]] ChildResult run_child(const std::vector<std::string>& arguments);

}  // namespace lanewise::workbench
