// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Clang offload bundles: several code objects, one per target, in one file.
//
//   "__CLANG_OFFLOAD_BUNDLE__" | u64 count | count x { u64 offset, u64 size, u64 id length, id }
//
// An id reads "hipv4-amdgcn-amd-amdhsa--gfx942" or "host-x86_64-unknown-linux-gnu-". Source: LLVM,
// ClangOffloadBundler.

#pragma once

#include <cstddef>
#include <span>
#include <string_view>

#include "simulator/isa/instruction.h"

namespace lanewise::code_object {

[[nodiscard]] bool is_bundle(std::span<const std::byte> bytes);

/// The code object for `wanted`, or the only one for a target of ours. Throws Error{kRequest} that lists what
/// the bundle holds otherwise.
[[nodiscard]] std::span<const std::byte> unbundle(std::span<const std::byte> bytes, std::string_view name,
                                                  const isa::Target* wanted);

}  // namespace lanewise::code_object
