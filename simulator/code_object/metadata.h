// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The AMDGPU metadata note: a MessagePack map with one entry per kernel. Source: LLVM AMDGPUUsage,
// "Code Object V5 Metadata".

#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "simulator/code_object/code_object.h"

namespace lanewise::code_object {

struct Metadata {
  std::vector<Kernel> kernels;  ///< without descriptor and addresses
  std::vector<std::string> printf_formats;
};

/// Throws Error{kRequest, "malformed-code-object"} naming the key that is wrong. `name` is the object's.
[[nodiscard]] Metadata read_metadata(std::span<const std::byte> note, std::string_view name);

}  // namespace lanewise::code_object
