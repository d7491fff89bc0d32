// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The host side of a job's buffers: initial values, and the values after a run. A tensor is always
// row-major over the case's shape; the bytes on the device may be transposed (layout = "column").

#pragma once

#include <string>
#include <vector>

#include "reference/tensor.h"
#include "workbench/case/job.h"

namespace lanewise::workbench {

struct Buffer {
  const JobArgument* argument = nullptr;
  reference::Tensor initial;             ///< row-major
  std::vector<std::byte> device_bytes;   ///< as uploaded
};

/// Shape and dtype that come from a file are put into the job's arguments. Throws Error{kRequest,
/// "bad-npy"} if a file cannot be read or does not agree.
void complete_from_files(const Case& given, Job& job);

/// Initial values of one buffer. `argument.shape` must be complete.
[[nodiscard]] Buffer make_buffer(const Case& given, const JobArgument& argument);

/// Bytes as they lie on the device, from and to row-major order.
[[nodiscard]] std::vector<std::byte> to_device_layout(const JobArgument& argument,
                                                      const std::vector<std::byte>& row_major);
[[nodiscard]] reference::Tensor from_device_layout(const JobArgument& argument,
                                                   const std::vector<std::byte>& device);

}  // namespace lanewise::workbench
