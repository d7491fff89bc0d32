// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Links a relocatable AMDGPU object (clang -c, or -fgpu-rdc) into a code object, with LLVM's ld.lld.

#pragma once

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

namespace lanewise::code_object {

/// Runs ld.lld without a shell, in a private folder that is removed afterwards. Throws Error{kRequest} with
/// id "missing-linker" or "link-failed" (and the linker's first complaint).
[[nodiscard]] std::vector<std::byte> link_relocatable(std::span<const std::byte> object,
                                                      std::string_view name);

}  // namespace lanewise::code_object
