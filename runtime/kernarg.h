// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The kernarg segment: explicit arguments where the caller put them, hidden ones filled in by the
// metadata's offsets only (a kernel that uses none has no implicit block at all). Also the launch rules
// that hold on every device. Source: LLVM AMDGPUUsage, "Kernel argument metadata" and "Code object v5
// implicit arguments".

#pragma once

#include <cstddef>
#include <vector>

#include "runtime/device.h"

namespace lanewise::runtime {

/// Bytes of the explicit arguments: up to the end of the last one, 0 if there is none.
[[nodiscard]] std::uint32_t explicit_argument_bytes(const code_object::Kernel& kernel);

/// The whole segment. Throws Error{kRequest, "argument-size"} if `request.explicit_arguments` is
/// shorter than the kernel's explicit arguments.
[[nodiscard]] std::vector<std::byte> build_kernarg(const code_object::Kernel& kernel,
                                                   const LaunchRequest& request);

/// Throws Error{kRequest, "impossible-launch"}: an empty grid or block, a block above the kernel's limit
/// or unlike its required one, more LDS than a workgroup may have.
void check_launch(const code_object::Kernel& kernel, isa::Target target, const LaunchRequest& request);

}  // namespace lanewise::runtime
