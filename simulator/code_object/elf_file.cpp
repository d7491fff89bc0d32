// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads ELF structures at their documented offsets:
//
//   file header (64)   0 ident  16 type  18 machine  32 phoff  40 shoff  48 flags  54 phentsize .. shnum 60
//   program header(56) 0 type 4 flags 8 offset 16 vaddr 32 filesz 40 memsz
//   section header(64) 4 type 8 flags 24 offset 32 size 40 link
//   symbol (24)        0 name 4 type 6 section 8 value 16 size      rela (24)  0 offset 8 info 16 addend
//
// What surprises: symbols come from .symtab, or from .dynsym where the object was stripped. Source:
// ELF-64 Object File Format, version 1.5.

#include "simulator/code_object/elf_file.h"

#include <algorithm>

#include <fmt/format.h>

#include "simulator/diagnostics/error.h"

namespace lanewise::code_object {
namespace {

constexpr std::uint32_t kLoad = 1, kNote = 4;                          // program header types
constexpr std::uint32_t kSymtab = 2, kRela = 4, kNoteSection = 7, kDynsym = 11;  // section types
constexpr std::uint64_t kHeaderSize = 64, kProgramHeaderSize = 56, kSectionSize = 64, kSymbolSize = 24,
                        kRelaSize = 24;
constexpr std::uint16_t kMachineAmdgpu = 224;
constexpr std::uint8_t kOsAmdHsa = 64;
constexpr std::uint64_t kMaximumImage = 1ull << 30;

std::string type_name(std::uint16_t type) {
  return type == 2 ? "an executable" : type == 4 ? "a core file" : fmt::format("of ELF type {}", type);
}

}  // namespace

void malformed(std::string_view name, const std::string& what) {
  throw Error(ErrorKind::kRequest, "malformed-code-object", fmt::format("{}: {}", name, what),
              "compile the kernel again: clang++ -x hip --cuda-device-only --no-gpu-bundle-output "
              "--offload-arch=gfx942");
}

std::span<const std::byte> CheckedBytes::slice(std::uint64_t offset, std::uint64_t size,
                                               std::string_view part) const {
  if (offset > bytes_.size() || size > bytes_.size() - offset) {
    malformed(name_, fmt::format("{} ({} bytes at offset {}) lies outside the file of {} bytes", part, size,
                                 offset, bytes_.size()));
  }
  return bytes_.subspan(offset, size);
}

std::string CheckedBytes::text(std::uint64_t offset, std::string_view part) const {
  if (offset >= bytes_.size())
    malformed(name_, fmt::format("{} at offset {} lies outside the file", part, offset));
  const char* begin = reinterpret_cast<const char*>(bytes_.data()) + offset;
  const void* end = std::memchr(begin, 0, bytes_.size() - offset);
  if (end == nullptr) malformed(name_, fmt::format("{} at offset {} does not end", part, offset));
  return std::string(begin, static_cast<const char*>(end));
}

ElfFile::ElfFile(std::span<const std::byte> bytes, std::string_view name) : bytes_(bytes, name) {
  if (bytes.empty()) malformed(name, "the file is empty");
  static constexpr unsigned char kMagic[4] = {0x7f, 'E', 'L', 'F'};
  if (bytes.size() < 4 || std::memcmp(bytes.data(), kMagic, 4) != 0) {
    malformed(name, "it is neither an ELF file nor a clang offload bundle");
  }
  const auto ident = bytes_.slice(0, kHeaderSize, "the ELF header");
  if (ident[4] != std::byte{2} || ident[5] != std::byte{1})
    malformed(name, "it is not a 64-bit little-endian ELF file");
  const auto machine = bytes_.read<std::uint16_t>(18, "the ELF header");
  if (machine != kMachineAmdgpu) {
    malformed(name, fmt::format("it holds code for ELF machine {}{}, not for an AMD GPU (224)", machine,
                                machine == 62    ? " (x86-64)"
                                : machine == 183 ? " (AArch64)"
                                                 : ""));
  }
  if (std::to_integer<std::uint8_t>(ident[7]) != kOsAmdHsa) {
    malformed(name, fmt::format("its OS/ABI is {}, not AMDGPU_HSA (64)", std::to_integer<int>(ident[7])));
  }
  header_.type = bytes_.read<std::uint16_t>(16, "the ELF header");
  header_.flags = bytes_.read<std::uint32_t>(48, "the ELF header");
  header_.abi_version = std::to_integer<std::uint8_t>(ident[8]);
  if (header_.type != kRelocatable && header_.type != kSharedObject) {
    malformed(name, "it is " + type_name(header_.type) + ", not a code object");
  }
  read_program_headers();
  read_sections();
}

void ElfFile::read_program_headers() {
  const auto offset = bytes_.read<std::uint64_t>(32, "the ELF header");
  const auto entry = bytes_.read<std::uint16_t>(54, "the ELF header");
  const auto count = bytes_.read<std::uint16_t>(56, "the ELF header");
  if (count == 0) return;
  if (entry != kProgramHeaderSize)
    malformed(bytes_.name(), fmt::format("program headers of {} bytes instead of 56", entry));
  CheckedBytes table(bytes_.slice(offset, std::uint64_t{entry} * count, "the program header table"),
                     bytes_.name());
  for (std::uint64_t i = 0; i < count; ++i) {
    const std::uint64_t at = i * entry;
    program_headers_.push_back({table.read<std::uint32_t>(at, "a program header"),
                                table.read<std::uint32_t>(at + 4, "a program header"),
                                table.read<std::uint64_t>(at + 8, "a program header"),
                                table.read<std::uint64_t>(at + 16, "a program header"),
                                table.read<std::uint64_t>(at + 32, "a program header"),
                                table.read<std::uint64_t>(at + 40, "a program header")});
  }
}

void ElfFile::read_sections() {
  const auto offset = bytes_.read<std::uint64_t>(40, "the ELF header");
  const auto entry = bytes_.read<std::uint16_t>(58, "the ELF header");
  const auto count = bytes_.read<std::uint16_t>(60, "the ELF header");
  if (count == 0) return;
  if (entry != kSectionSize)
    malformed(bytes_.name(), fmt::format("section headers of {} bytes instead of 64", entry));
  names_section_ = bytes_.read<std::uint16_t>(62, "the ELF header");
  CheckedBytes table(bytes_.slice(offset, std::uint64_t{entry} * count, "the section header table"),
                     bytes_.name());
  for (std::uint64_t i = 0; i < count; ++i) {
    const std::uint64_t at = i * entry;
    sections_.push_back({table.read<std::uint32_t>(at, "a section header"),
                         table.read<std::uint32_t>(at + 4, "a section header"),
                         table.read<std::uint64_t>(at + 8, "a section header"),
                         table.read<std::uint64_t>(at + 24, "a section header"),
                         table.read<std::uint64_t>(at + 32, "a section header"),
                         table.read<std::uint32_t>(at + 40, "a section header")});
  }
}

std::vector<Segment> ElfFile::load_segments() const {
  std::vector<Segment> segments;
  std::uint64_t end = 0;
  for (const ProgramHeader& header : program_headers_) {
    if (header.type != kLoad || header.memory_size == 0) continue;
    if (header.file_size > header.memory_size) {
      malformed(bytes_.name(), fmt::format("the segment at {:#x} has more bytes in the file than in memory",
                                           header.address));
    }
    if (header.address < end || header.memory_size > kMaximumImage || header.address > kMaximumImage) {
      malformed(bytes_.name(),
                fmt::format("the segment at {:#x} ({} bytes) overlaps another or is beyond 1 GiB",
                            header.address, header.memory_size));
    }
    end = header.address + header.memory_size;
    Segment segment;
    segment.address = header.address;
    segment.memory_size = header.memory_size;
    const auto bytes =
        bytes_.slice(header.offset, header.file_size, fmt::format("the segment at {:#x}", header.address));
    segment.bytes.assign(bytes.begin(), bytes.end());
    segment.executable = (header.flags & 1) != 0;
    segment.writable = (header.flags & 2) != 0;
    segments.push_back(std::move(segment));
  }
  if (segments.empty()) malformed(bytes_.name(), "it has no loadable segment");
  return segments;
}

const ElfFile::Section* ElfFile::symbol_table() const {
  for (std::uint32_t type : {kSymtab, kDynsym}) {
    const auto found = std::ranges::find(sections_, type, &Section::type);
    if (found != sections_.end()) return &*found;
  }
  return nullptr;
}

ElfFile::SymbolEntry ElfFile::symbol_at(const Section& table, std::uint64_t index) const {
  if (index >= table.size / kSymbolSize)
    malformed(bytes_.name(), fmt::format("there is no symbol number {}", index));
  const std::uint64_t at = table.offset + index * kSymbolSize;
  constexpr std::string_view kPart = "a symbol";
  return {bytes_.read<std::uint32_t>(at, kPart), bytes_.read<std::uint8_t>(at + 4, kPart),
          bytes_.read<std::uint16_t>(at + 6, kPart), bytes_.read<std::uint64_t>(at + 8, kPart),
          bytes_.read<std::uint64_t>(at + 16, kPart)};
}

std::vector<Symbol> ElfFile::symbols() const {
  std::vector<Symbol> symbols;
  const Section* table = symbol_table();
  if (table == nullptr) malformed(bytes_.name(), "it has no symbol table");
  if (table->link >= sections_.size()) malformed(bytes_.name(), "the symbol table names no string table");
  const Section& names = sections_[table->link];
  (void)bytes_.slice(table->offset, table->size, "the symbol table");
  const CheckedBytes strings(bytes_.slice(names.offset, names.size, "the symbols' string table"),
                             bytes_.name());
  for (std::uint64_t i = 1; i < table->size / kSymbolSize; ++i) {
    const SymbolEntry entry = symbol_at(*table, i);
    const unsigned type = entry.binding_type & 15;
    if (entry.section == 0 || type > 2) continue;  // undefined, section and file symbols
    symbols.push_back(
        {strings.text(entry.name, "a symbol's name"), entry.value, entry.size, type == 2, type == 1});
  }
  return symbols;
}

std::vector<Relocation> ElfFile::relocations() const {
  constexpr std::uint32_t kNone = 0, kAbs64 = 3, kRelative64 = 13;
  constexpr std::uint64_t kAllocated = 2;
  std::vector<Relocation> relocations;
  for (const Section& section : sections_) {
    if (section.type != kRela || (section.flags & kAllocated) == 0) continue;
    const CheckedBytes table(bytes_.slice(section.offset, section.size, "a relocation table"), bytes_.name());
    for (std::uint64_t at = 0; at + kRelaSize <= section.size; at += kRelaSize) {
      const auto address = table.read<std::uint64_t>(at, "a relocation");
      const auto addend = table.read<std::uint64_t>(at + 16, "a relocation");
      const auto kind = table.read<std::uint32_t>(at + 8, "a relocation");
      const auto symbol = table.read<std::uint32_t>(at + 12, "a relocation");
      if (kind == kNone) continue;
      if (kind == kRelative64) {
        relocations.push_back({address, addend});
      } else if (kind == kAbs64 && section.link < sections_.size()) {
        const SymbolEntry entry = symbol_at(sections_[section.link], symbol);
        if (entry.section == 0)
          malformed(bytes_.name(), fmt::format("a relocation at {:#x} needs an undefined symbol", address));
        relocations.push_back({address, entry.value + addend});
      } else {
        malformed(bytes_.name(),
                  fmt::format("the relocation at {:#x} is of type {}, which a loader does not apply", address,
                              kind));
      }
    }
  }
  return relocations;
}

std::span<const std::byte> ElfFile::find_note(std::uint64_t offset, std::uint64_t size) const {
  constexpr std::uint32_t kMetadataType = 32;
  const CheckedBytes notes(bytes_.slice(offset, size, "the note segment"), bytes_.name());
  for (std::uint64_t at = 0; at + 12 <= size;) {
    const auto name_size = notes.read<std::uint32_t>(at, "a note");
    const auto content_size = notes.read<std::uint32_t>(at + 4, "a note");
    const auto type = notes.read<std::uint32_t>(at + 8, "a note");
    const std::uint64_t content = at + 12 + (std::uint64_t{name_size} + 3) / 4 * 4;
    const auto owner = notes.slice(at + 12, name_size, "a note's owner");
    const auto bytes = notes.slice(content, content_size, "a note's contents");
    if (type == kMetadataType && name_size == 7 && std::memcmp(owner.data(), "AMDGPU", 7) == 0) return bytes;
    at = content + (std::uint64_t{content_size} + 3) / 4 * 4;
  }
  return {};
}

std::span<const std::byte> ElfFile::metadata_note() const {
  for (const ProgramHeader& header : program_headers_) {
    if (header.type != kNote) continue;
    if (const auto found = find_note(header.offset, header.file_size); !found.empty()) return found;
  }
  for (const Section& section : sections_) {
    if (section.type != kNoteSection) continue;
    if (const auto found = find_note(section.offset, section.size); !found.empty()) return found;
  }
  malformed(bytes_.name(), "it has no AMDGPU metadata note, so its kernels are unknown");
}

std::span<const std::byte> ElfFile::section(std::string_view name) const {
  constexpr std::uint64_t kCompressed = 0x800;
  if (names_section_ >= sections_.size()) return {};
  const Section& table = sections_[names_section_];
  const CheckedBytes names(bytes_.slice(table.offset, table.size, "the section name table"), bytes_.name());
  for (const Section& section : sections_) {
    if (section.type == 0 || names.text(section.name, "a section name") != name) continue;
    if (section.flags & kCompressed) return {};
    return bytes_.slice(section.offset, section.size, name);
  }
  return {};
}

}  // namespace lanewise::code_object
