// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A 64-bit little-endian AMDGPU ELF file, read with every offset and size checked. Own code and not a
// library's, because the file may come from anywhere and each complaint must name the part that is
// wrong. Sources: ELF-64 Object File Format; LLVM AMDGPUUsage, "Code Object".

#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "simulator/code_object/code_object.h"

namespace lanewise::code_object {

/// Throws Error{kRequest, "malformed-code-object"}: "NAME: WHAT".
[[noreturn]] void malformed(std::string_view name, const std::string& what);

/// Bytes of a file that complain with the file's name and the part's.
class CheckedBytes {
 public:
  CheckedBytes(std::span<const std::byte> bytes, std::string_view name) : bytes_(bytes), name_(name) {}
  [[nodiscard]] std::uint64_t size() const { return bytes_.size(); }
  [[nodiscard]] std::string_view name() const { return name_; }
  [[nodiscard]] std::span<const std::byte> slice(std::uint64_t offset, std::uint64_t size,
                                                 std::string_view part) const;
  template <class T>
  [[nodiscard]] T read(std::uint64_t offset, std::string_view part) const {
    T value;
    std::memcpy(&value, slice(offset, sizeof(T), part).data(), sizeof(T));
    return value;
  }
  /// Zero-terminated text at `offset`.
  [[nodiscard]] std::string text(std::uint64_t offset, std::string_view part) const;

 private:
  std::span<const std::byte> bytes_;
  std::string_view name_;
};

struct ElfHeader {
  std::uint16_t type = 0;
  std::uint32_t flags = 0;
  std::uint8_t abi_version = 0;
};
inline constexpr std::uint16_t kRelocatable = 1;
inline constexpr std::uint16_t kSharedObject = 3;

class ElfFile {
 public:
  /// Checks the header and reads the program and section tables.
  ElfFile(std::span<const std::byte> bytes, std::string_view name);

  [[nodiscard]] const ElfHeader& header() const { return header_; }
  [[nodiscard]] std::vector<Segment> load_segments() const;
  [[nodiscard]] std::vector<Symbol> symbols() const;
  /// RELATIVE64 and ABS64 relocations of the dynamic table; others are malformed.
  [[nodiscard]] std::vector<Relocation> relocations() const;
  /// Contents of the AMDGPU metadata note; malformed if there is none.
  [[nodiscard]] std::span<const std::byte> metadata_note() const;
  /// Contents of the section of that name; empty if there is none, or if it is compressed.
  [[nodiscard]] std::span<const std::byte> section(std::string_view name) const;

 private:
  struct Section {
    std::uint32_t name, type;
    std::uint64_t flags, offset, size;
    std::uint32_t link;
  };
  struct ProgramHeader {
    std::uint32_t type, flags;
    std::uint64_t offset, address, file_size, memory_size;
  };
  struct SymbolEntry {
    std::uint32_t name;
    std::uint8_t binding_type;
    std::uint16_t section;
    std::uint64_t value, size;
  };

  void read_program_headers();
  void read_sections();
  [[nodiscard]] const Section* symbol_table() const;
  [[nodiscard]] SymbolEntry symbol_at(const Section& table, std::uint64_t index) const;
  [[nodiscard]] std::span<const std::byte> find_note(std::uint64_t offset, std::uint64_t size) const;

  CheckedBytes bytes_;
  ElfHeader header_;
  std::vector<Section> sections_;
  std::uint16_t names_section_ = 0;
  std::vector<ProgramHeader> program_headers_;
};

}  // namespace lanewise::code_object
