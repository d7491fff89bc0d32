// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A case out of command line flags, for a kernel that has no case file.

#pragma once

#include "workbench/case/case_file.h"
#include "workbench/command/command_line.h"

namespace lanewise::workbench {

/// The case that `request` means: read from a file that ends in .toml, else made from the flags. --set is
/// applied. Throws Error{kRequest}: "missing-flag" if a kernel lacks grid or block, "flag-with-case" if a
/// flag for kernels without a case is given beside a case file.
[[nodiscard]] Case case_of(const RunRequest& request);

}  // namespace lanewise::workbench
