// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The only link from the command line to the window, so that everything else builds without it.

#pragma once

#include "workbench/command/commands.h"

namespace lanewise::workbench {

/// Opens the window; nullptr in a build without it (-DLANEWISE_UI=OFF).
[[nodiscard]] ViewFunction window_function();

}  // namespace lanewise::workbench
