// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A real GPU as a Device: the same code object, the same arguments, the same launch, through
// libamdhip64. Nothing is counted there; a launch reports seconds between two events and nothing else.

#pragma once

#include <memory>

#include "runtime/device.h"

namespace lanewise::runtime {

/// The GPU number `ordinal` of the HIP runtime that is found (see hip_library.h). Throws
/// Error{kRequest, "no-hip-device"} that says what was looked for and what was found; a GPU that is
/// neither gfx942 nor gfx950 is refused when a code object is loaded, with both names.
[[nodiscard]] std::unique_ptr<Device> make_hip_device(int ordinal = 0);

}  // namespace lanewise::runtime
