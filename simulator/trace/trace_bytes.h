// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A trace as the bytes of a .lwt file, without the file. The bytes depend on the trace's contents only.

#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "simulator/trace/trace.h"

namespace lanewise::trace {

/// Throws Error{kLanewise, "inconsistent-trace"} if the trace's parts do not fit together, and
/// Error{kRequest, "trace-too-large"} if its records take more than 512 MiB.
[[nodiscard]] std::vector<std::uint8_t> encode_trace(const Trace& trace);

/// `name` stands in messages. Throws Error{kRequest} with id "malformed-trace" or "newer-trace".
[[nodiscard]] Trace decode_trace(std::span<const std::uint8_t> bytes, std::string_view name);

}  // namespace lanewise::trace
