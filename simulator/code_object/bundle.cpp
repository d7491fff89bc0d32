// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads the table of a clang offload bundle. Compressed bundles ("CCOB") are recognised and refused with
// the option that avoids them.

#include "simulator/code_object/bundle.h"

#include <cstring>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "simulator/code_object/elf_file.h"
#include "simulator/diagnostics/error.h"

namespace lanewise::code_object {
namespace {

constexpr std::string_view kMagic = "__CLANG_OFFLOAD_BUNDLE__";
constexpr std::string_view kCompressedMagic = "CCOB";

bool starts_with(std::span<const std::byte> bytes, std::string_view magic) {
  return bytes.size() >= magic.size() && std::memcmp(bytes.data(), magic.data(), magic.size()) == 0;
}

struct Entry {
  std::string id;
  std::span<const std::byte> bytes;
};

std::vector<Entry> entries_of(const CheckedBytes& file) {
  constexpr std::uint64_t kMaximumEntries = 4096;
  std::uint64_t at = kMagic.size();
  const auto count = file.read<std::uint64_t>(at, "the bundle's entry count");
  if (count > kMaximumEntries) malformed(file.name(), fmt::format("the bundle claims {} entries", count));
  at += 8;
  std::vector<Entry> entries;
  for (std::uint64_t i = 0; i < count; ++i) {
    const auto offset = file.read<std::uint64_t>(at, "a bundle entry");
    const auto size = file.read<std::uint64_t>(at + 8, "a bundle entry");
    const auto length = file.read<std::uint64_t>(at + 16, "a bundle entry");
    const auto id = file.slice(at + 24, length, "a bundle entry's target");
    entries.push_back({std::string(reinterpret_cast<const char*>(id.data()), id.size()),
                       file.slice(offset, size, "a bundled code object")});
    at += 24 + length;
  }
  return entries;
}

/// Is this id a device entry of that processor? Features may follow: "...--gfx942:xnack-".
bool is_for(const Entry& entry, isa::Target target) {
  const std::size_t at = entry.id.rfind("--");
  if (at == std::string::npos || entry.id.starts_with("host-")) return false;
  const std::string_view processor = std::string_view(entry.id).substr(at + 2);
  return processor.substr(0, processor.find(':')) == isa::target_name(target);
}

}  // namespace

bool is_bundle(std::span<const std::byte> bytes) {
  return starts_with(bytes, kMagic) || starts_with(bytes, kCompressedMagic);
}

std::span<const std::byte> unbundle(std::span<const std::byte> bytes, std::string_view name,
                                    const isa::Target* wanted) {
  if (starts_with(bytes, kCompressedMagic)) {
    throw Error(ErrorKind::kRequest, "compressed-bundle",
                fmt::format("{} is a compressed offload bundle", name),
                "compile with --no-gpu-bundle-output, or with --no-offload-compress");
  }
  const CheckedBytes file(bytes, name);
  const std::vector<Entry> entries = entries_of(file);
  std::vector<const Entry*> fitting;
  std::vector<std::string> ids;
  for (const Entry& entry : entries) {
    ids.push_back(entry.id);
    for (isa::Target target : {isa::Target::kGfx942, isa::Target::kGfx950}) {
      if ((wanted == nullptr || *wanted == target) && is_for(entry, target)) fitting.push_back(&entry);
    }
  }
  if (fitting.size() == 1) return fitting.front()->bytes;
  const std::string holds = ids.empty() ? "nothing" : fmt::format("{}", fmt::join(ids, ", "));
  if (fitting.empty()) {
    throw Error(ErrorKind::kRequest, "wrong-target",
                fmt::format("{} is an offload bundle without code for {}; it holds {}", name,
                            wanted ? isa::target_name(*wanted) : std::string_view("gfx942 or gfx950"), holds),
                "compile with --offload-arch=gfx942 or --offload-arch=gfx950");
  }
  throw Error(
      ErrorKind::kRequest, "ambiguous-bundle",
      fmt::format("{} is an offload bundle with several fitting code objects; it holds {}", name, holds),
      "choose one with --target");
}

}  // namespace lanewise::code_object
