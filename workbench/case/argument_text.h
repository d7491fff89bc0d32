// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernel arguments as they are given on the command line:
//
//   NAME=[in:|out:|inout:][column:]DTYPE[EXTENT,...][:INIT]   a buffer   A=bf16[512,512]:uniform(-1,1)
//   NAME=[inout:][DTYPE]@FILE.npy                             a buffer from a file, e.g. B=bf16@b.npy
//   NAME=DTYPE:VALUE                                          a scalar   n=i32:1000
//   NAME=null                                                 a null pointer
//
// A buffer with initial values is an input, one without is an output, unless the prefix says otherwise.

#pragma once

#include <string_view>

#include "workbench/case/case_file.h"

namespace lanewise::workbench {

/// Throws Error{kRequest, "bad-argument"}. `B=@b.npy` (no dtype) yields dtype_from_file.
[[nodiscard]] Argument parse_argument(std::string_view text);

}  // namespace lanewise::workbench
