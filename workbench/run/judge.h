// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The reference side of a run: operands found by name or position, the Kokkos operation evaluated in
// fp64, or an expected file read. Which elements were written is asked for only when it matters.

#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "reference/comparison.h"
#include "reference/operations.h"
#include "workbench/run/buffers.h"

namespace lanewise::workbench {

/// The buffer that the reference is compared with. Throws Error{kRequest, "bad-reference"}.
[[nodiscard]] const JobArgument& compared_output(const Case& given, const Job& job);

/// Expected values and bounds for the job's compared output, from the initial values of its inputs.
/// Throws Error{kRequest, "bad-reference"}.
[[nodiscard]] reference::Evaluation expected_result(const Case& given, const Job& job,
                                                    const std::vector<Buffer>& buffers);

/// True if some element still has the bits that the buffer was poisoned with.
[[nodiscard]] bool looks_unwritten(const JobArgument& argument, const reference::Tensor& actual);

}  // namespace lanewise::workbench
