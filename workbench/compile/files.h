// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Whole files in and out. Written files appear at once or not at all: the text goes to a temporary
// neighbour first, which is then renamed.

#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace lanewise::workbench {

/// Nothing if the file cannot be read or is a folder.
[[nodiscard]] std::optional<std::string> try_read_file(const std::string& path);
/// Throws Error{kRequest, "missing-file"}; `what` names the file's part, e.g. "code object".
[[nodiscard]] std::string read_file(const std::string& path, std::string_view what);

/// Throws Error{kRequest, "unwritable-path"}.
void write_file(const std::string& path, std::string_view content);
/// The same without an error: false if it did not work.
[[nodiscard]] bool try_write_file(const std::string& path, std::string_view content);

}  // namespace lanewise::workbench
