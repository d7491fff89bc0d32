// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Source lines of a decoded program, from the DWARF line table of its code object.

#pragma once

#include "simulator/code_object/code_object.h"

namespace lanewise::code_object {

/// Fills program.lines and program.files. An object without debug information gives line 0 everywhere;
/// damaged debug information does the same.
void attach_source_lines(const CodeObject& object, isa::Program& program);

}  // namespace lanewise::code_object
