// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The case's arguments laid into kernarg bytes at the metadata's offsets, each checked against what the
// metadata says about it: kind, size, number. Trailing pointers that nobody gave are null, with a note
// (Triton appends two of its own).

#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "simulator/code_object/code_object.h"
#include "workbench/case/job.h"

namespace lanewise::workbench {

struct PackedArguments {
  std::vector<std::byte> bytes;
  std::vector<std::string> notes;
};

/// `pointers` holds one device address per argument of the job (0 for scalars and nulls). Throws
/// Error{kRequest, "argument-mismatch"} that names the argument, what is expected and what is given.
[[nodiscard]] PackedArguments pack_arguments(const code_object::Kernel& kernel,
                                             const std::vector<JobArgument>& arguments,
                                             const std::vector<std::uint64_t>& pointers);

}  // namespace lanewise::workbench
