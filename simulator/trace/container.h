// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The outer form of a .lwt file: named sections, each one zstd frame, behind a table of contents.
//
//   0   "LWTRACE1"
//   8   u32 version            little-endian, as all numbers
//   12  u32 stored size of the table of contents
//   16  u32 size of the table of contents
//   20  table of contents      zstd frame: count, then name, stored size and size of each section
//   ..  sections               zstd frames, in the table's order, without gaps, to the file's end
//
// Every frame carries zstd's checksum, so that damage is found before anything is decoded.

#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace lanewise::trace {

/// Largest file that is accepted, and the most that its sections may take together after unpacking.
inline constexpr std::uint64_t kMaximumFileBytes = 1ull << 30;
inline constexpr std::uint64_t kMaximumUnpackedBytes = 1ull << 30;

struct Section {
  std::string name;
  std::vector<std::uint8_t> bytes;
};

/// Thrown for a file of a later form; read_trace turns it into an Error.
struct NewerForm {
  std::string reason;
};

[[nodiscard]] std::vector<std::uint8_t> pack(const std::vector<Section>& sections, std::uint32_t version);

/// Throws MalformedBytes or NewerForm. Unknown section names are no error here.
[[nodiscard]] std::vector<Section> unpack(std::span<const std::uint8_t> file, std::uint32_t newest_version);

/// The section of that name; throws MalformedBytes if it is missing.
[[nodiscard]] const Section& find_section(const std::vector<Section>& sections, std::string_view name);

}  // namespace lanewise::trace
