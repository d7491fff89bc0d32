// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Ctrl-C: the first one asks the engine to stop, so that files stay whole and status 130 is returned; a
// second one ends the process at once.

#pragma once

namespace lanewise::workbench {

/// Thrown to unwind after Ctrl-C. No Error: nothing is wrong.
struct Interrupted {};

void install_interruption();
/// For engine::DispatchOptions::cancelled.
[[nodiscard]] const volatile bool* interruption_flag();
/// Throws Interrupted if Ctrl-C was pressed.
void throw_if_interrupted();

}  // namespace lanewise::workbench
