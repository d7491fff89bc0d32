// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A unit of .debug_line is a header (directories, files) and a program for a small machine, whose
// registers are address, file, line and column; some of its opcodes emit a row:
//
//   special opcode:  advance address and line at once, emit      copy: emit
//   advance_pc, advance_line, set_file, set_column, ...: change  extended: end_sequence, set_address
//
// What surprises: files count from 0 in version 5 and from 1 before, and directory 0 is the folder of
// the compilation, which is left out of the names here. Source: DWARF 5 standard, section 6.2.

#include "simulator/code_object/line_table.h"

#include <algorithm>
#include <tuple>

#include "simulator/code_object/elf_file.h"

namespace lanewise::code_object {
namespace {

// DW_FORM_*, DW_LNCT_* and DW_LNS_*/DW_LNE_* numbers.
enum Form : std::uint64_t {
  kData2 = 5,
  kData4 = 6,
  kData8 = 7,
  kString = 8,
  kBlock = 9,
  kData1 = 11,
  kStrp = 14,
  kUdata = 15,
  kData16 = 30,
  kLineStrp = 31,
};
enum Content : std::uint64_t { kPath = 1, kDirectoryIndex = 2 };
enum Opcode : std::uint8_t {
  kExtended = 0,
  kCopy,
  kAdvancePc,
  kAdvanceLine,
  kSetFile,
  kSetColumn,
  kNegateStatement,
  kSetBasicBlock,
  kConstAddPc,
  kFixedAdvancePc,
};
enum ExtendedOpcode : std::uint8_t { kEndSequence = 1, kSetAddress = 2 };

/// A position in bytes that moves forward with each read.
class Cursor {
 public:
  Cursor(std::span<const std::byte> bytes, std::string_view name) : bytes_(bytes, name) {}
  [[nodiscard]] bool done() const { return at_ >= bytes_.size(); }
  [[nodiscard]] std::uint64_t position() const { return at_; }
  template <class T>
  T take() {
    const T value = bytes_.read<T>(at_, "the line table");
    at_ += sizeof(T);
    return value;
  }
  std::span<const std::byte> take_bytes(std::uint64_t size) {
    const auto bytes = bytes_.slice(at_, size, "the line table");
    at_ += size;
    return bytes;
  }
  std::string take_text() {
    std::string text = bytes_.text(at_, "the line table");
    at_ += text.size() + 1;
    return text;
  }
  std::uint64_t take_uleb() {
    std::uint64_t value = 0;
    for (unsigned shift = 0;; shift += 7) {
      const auto byte = take<std::uint8_t>();
      if (shift < 64) value |= std::uint64_t{byte & 0x7fu} << shift;
      if ((byte & 0x80) == 0) return value;
    }
  }
  std::int64_t take_sleb() {
    std::uint64_t value = 0;
    for (unsigned shift = 0;; shift += 7) {
      const auto byte = take<std::uint8_t>();
      if (shift < 64) value |= std::uint64_t{byte & 0x7fu} << shift;
      if ((byte & 0x80) != 0) continue;
      if ((byte & 0x40) != 0 && shift + 7 < 64) value |= ~std::uint64_t{0} << (shift + 7);
      return static_cast<std::int64_t>(value);
    }
  }
  std::uint64_t take_offset(bool wide) { return wide ? take<std::uint64_t>() : take<std::uint32_t>(); }

 private:
  CheckedBytes bytes_;
  std::uint64_t at_ = 0;
};

struct FileEntry {
  std::string path;
  std::uint64_t directory = 0;
};

/// What the header of a unit says about its program.
struct UnitHeader {
  bool wide = false;  ///< 64-bit DWARF
  std::uint16_t version = 0;
  std::uint8_t instruction_length = 1;
  std::int8_t line_base = 0;
  std::uint8_t line_range = 1;
  std::vector<std::uint8_t> operand_counts;  ///< of standard opcodes 1, 2, ...
  std::vector<std::string> directories;
  std::vector<FileEntry> files;
};

class UnitReader {
 public:
  UnitReader(const LineSections& sections, std::string_view name, LineTable& table)
      : sections_(sections), name_(name), table_(table) {}

  void read(std::span<const std::byte> unit, bool wide) {
    Cursor cursor(unit, name_);
    header_ = {};
    header_.wide = wide;
    header_.version = cursor.take<std::uint16_t>();
    if (header_.version < 2 || header_.version > 5) return;  // a later DWARF: its lines stay unknown
    if (header_.version == 5) (void)cursor.take<std::uint16_t>();  // address and segment selector sizes
    const std::uint64_t header_length = cursor.take_offset(wide);
    const std::uint64_t program = cursor.position() + header_length;
    read_parameters(cursor);
    if (header_.version == 5) {
      read_tables(cursor);
    } else {
      read_old_tables(cursor);
    }
    add_files();
    const CheckedBytes bytes(unit, name_);
    if (program > unit.size()) malformed(name_, "the line table's header is longer than its unit");
    run(Cursor(bytes.slice(program, unit.size() - program, "a line program"), name_));
  }

 private:
  void read_parameters(Cursor& cursor) {
    header_.instruction_length = cursor.take<std::uint8_t>();
    if (header_.version >= 4) (void)cursor.take<std::uint8_t>();  // operations per instruction: 1 here
    (void)cursor.take<std::uint8_t>();                            // default of is_stmt
    header_.line_base = cursor.take<std::int8_t>();
    header_.line_range = cursor.take<std::uint8_t>();
    if (header_.line_range == 0) malformed(name_, "the line table's line range is 0");
    const auto opcode_base = cursor.take<std::uint8_t>();
    for (int opcode = 1; opcode < opcode_base; ++opcode) {
      header_.operand_counts.push_back(cursor.take<std::uint8_t>());
    }
  }

  std::string text_at(std::span<const std::byte> strings, std::uint64_t offset) const {
    return CheckedBytes(strings, name_).text(offset, "a string of the line table");
  }

  /// Reads one attribute: text into `text`, numbers into `number`.
  void read_form(Cursor& cursor, std::uint64_t form, std::string& text, std::uint64_t& number) {
    switch (form) {
      case kString: text = cursor.take_text(); return;
      case kLineStrp: text = text_at(sections_.line_strings, cursor.take_offset(header_.wide)); return;
      case kStrp: text = text_at(sections_.strings, cursor.take_offset(header_.wide)); return;
      case kData1: number = cursor.take<std::uint8_t>(); return;
      case kData2: number = cursor.take<std::uint16_t>(); return;
      case kData4: number = cursor.take<std::uint32_t>(); return;
      case kData8: number = cursor.take<std::uint64_t>(); return;
      case kUdata: number = cursor.take_uleb(); return;
      case kData16: (void)cursor.take_bytes(16); return;
      case kBlock: (void)cursor.take_bytes(cursor.take_uleb()); return;
      default: malformed(name_, "the line table uses an unknown form, " + std::to_string(form));
    }
  }

  /// Version 5: a list of (content, form) pairs, then the entries.
  std::vector<FileEntry> read_entries(Cursor& cursor) {
    struct Attribute {
      std::uint64_t content, form;
    };
    std::vector<Attribute> attributes(cursor.take<std::uint8_t>());
    for (Attribute& attribute : attributes) {
      attribute.content = cursor.take_uleb();
      attribute.form = cursor.take_uleb();
    }
    const std::uint64_t count = cursor.take_uleb();
    if (attributes.empty() && count != 0) malformed(name_, "the line table's entries have no form");
    std::vector<FileEntry> entries;
    for (std::uint64_t i = 0; i < count; ++i) {
      FileEntry entry;
      for (const Attribute& attribute : attributes) {
        std::string text;
        std::uint64_t number = 0;
        read_form(cursor, attribute.form, text, number);
        if (attribute.content == kPath) entry.path = std::move(text);
        if (attribute.content == kDirectoryIndex) entry.directory = number;
      }
      entries.push_back(std::move(entry));
    }
    return entries;
  }

  void read_tables(Cursor& cursor) {
    for (FileEntry& directory : read_entries(cursor))
      header_.directories.push_back(std::move(directory.path));
    header_.files = read_entries(cursor);
  }

  void read_old_tables(Cursor& cursor) {
    header_.directories.emplace_back();  // 0: the folder of the compilation
    header_.files.emplace_back();        // files count from 1
    for (std::string text = cursor.take_text(); !text.empty(); text = cursor.take_text()) {
      header_.directories.push_back(text);
    }
    for (std::string text = cursor.take_text(); !text.empty(); text = cursor.take_text()) {
      header_.files.push_back({text, cursor.take_uleb()});
      (void)cursor.take_uleb();  // time
      (void)cursor.take_uleb();  // size
    }
  }

  void add_files() {
    first_file_ = static_cast<std::uint32_t>(table_.files.size());
    for (const FileEntry& file : header_.files) {
      const bool in_folder =
          file.directory != 0 && file.directory < header_.directories.size() && !file.path.starts_with('/');
      table_.files.push_back(in_folder ? header_.directories[file.directory] + "/" + file.path : file.path);
    }
  }

  /// The machine's registers; `started` once the sequence has emitted a row.
  struct Registers {
    std::uint64_t address = 0;
    std::uint64_t file = 1;
    std::int64_t line = 1;
    std::uint64_t column = 0;
  };

  /// Closes the range of the previous row and opens one at this row.
  void emit(const Registers& registers, bool ends) {
    if (open_ && registers.address > last_.low) {
      last_.high = registers.address;
      table_.ranges.push_back(last_);
    }
    open_ = !ends;
    const bool known = registers.file < header_.files.size();
    last_ = {registers.address, 0, first_file_ + static_cast<std::uint32_t>(known ? registers.file : 0),
             static_cast<std::uint32_t>(known ? registers.line : 0),
             static_cast<std::uint32_t>(registers.column)};
  }

  void run_extended(Cursor& cursor, Registers& registers) {
    const std::uint64_t size = cursor.take_uleb();
    const auto bytes = cursor.take_bytes(size);
    if (size == 0) return;
    const auto opcode = std::to_integer<std::uint8_t>(bytes[0]);
    if (opcode == kEndSequence) {
      emit(registers, true);
      registers = {};
    } else if (opcode == kSetAddress && size == 9) {
      registers.address = CheckedBytes(bytes, name_).read<std::uint64_t>(1, "the line table");
    }
  }

  void run_standard(std::uint8_t opcode, Cursor& cursor, Registers& registers) {
    switch (opcode) {
      case kCopy: return emit(registers, false);
      case kAdvancePc: registers.address += cursor.take_uleb() * header_.instruction_length; return;
      case kAdvanceLine: registers.line += cursor.take_sleb(); return;
      case kSetFile: registers.file = cursor.take_uleb(); return;
      case kSetColumn: registers.column = cursor.take_uleb(); return;
      case kConstAddPc: return advance_special(255, registers);
      case kFixedAdvancePc: registers.address += cursor.take<std::uint16_t>(); return;
      default:
        for (int i = 0; i < header_.operand_counts[opcode - 1u]; ++i) (void)cursor.take_uleb();
    }
  }

  /// The address step of a special opcode.
  void advance_special(unsigned opcode, Registers& registers) const {
    const unsigned adjusted = opcode - static_cast<unsigned>(header_.operand_counts.size() + 1);
    registers.address += std::uint64_t{adjusted / header_.line_range} * header_.instruction_length;
  }

  void run(Cursor cursor) {
    Registers registers;
    open_ = false;
    while (!cursor.done()) {
      const auto opcode = cursor.take<std::uint8_t>();
      if (opcode == kExtended) {
        run_extended(cursor, registers);
      } else if (opcode <= header_.operand_counts.size()) {
        run_standard(opcode, cursor, registers);
      } else {
        const unsigned adjusted = opcode - static_cast<unsigned>(header_.operand_counts.size() + 1);
        advance_special(opcode, registers);
        registers.line += header_.line_base + static_cast<int>(adjusted % header_.line_range);
        emit(registers, false);
      }
    }
  }

  const LineSections& sections_;
  std::string_view name_;
  LineTable& table_;
  UnitHeader header_;
  std::uint32_t first_file_ = 0;
  bool open_ = false;
  LineRange last_;
};

}  // namespace

const LineRange* LineTable::find(std::uint64_t address) const {
  auto range = std::ranges::upper_bound(ranges, address, {}, &LineRange::low);
  if (range == ranges.begin()) return nullptr;
  --range;
  return address < range->high ? &*range : nullptr;
}

LineTable read_line_table(const LineSections& sections, std::string_view name) {
  constexpr std::uint32_t kWide = 0xffffffff;
  LineTable table;
  Cursor cursor(sections.line, name);
  UnitReader reader(sections, name, table);
  while (!cursor.done()) {
    const auto length = cursor.take<std::uint32_t>();
    const bool wide = length == kWide;
    reader.read(cursor.take_bytes(wide ? cursor.take<std::uint64_t>() : length), wide);
  }
  std::ranges::sort(table.ranges, [](const LineRange& a, const LineRange& b) {
    return std::tie(a.low, a.high, a.file, a.line) < std::tie(b.low, b.high, b.file, b.line);
  });
  return table;
}

}  // namespace lanewise::code_object
