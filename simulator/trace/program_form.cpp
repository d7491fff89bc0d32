// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One list of fields serves both directions: `fields(stream, record)` visits each field once, and the
// stream is a writer or a reader. A field that is added to the instruction record must be added here, and
// kInstructionRecordVersion raised.

#include "simulator/trace/program_form.h"

#include <limits>
#include <map>
#include <string>
#include <type_traits>

#include "simulator/trace/container.h"

namespace lanewise::trace {
namespace {

/// Enumerators end here; a larger number is malformed.
template <typename Enum>
constexpr std::uint64_t kLast = 0;
template <>
constexpr std::uint64_t kLast<isa::Encoding> = static_cast<std::uint64_t>(isa::Encoding::kMtbuf);
template <>
constexpr std::uint64_t kLast<isa::Form> = static_cast<std::uint64_t>(isa::Form::kDpp);
template <>
constexpr std::uint64_t kLast<isa::OperandKind> = static_cast<std::uint64_t>(isa::OperandKind::kSpecial);
template <>
constexpr std::uint64_t kLast<isa::Role> = static_cast<std::uint64_t>(isa::Role::kScalarData);
template <>
constexpr std::uint64_t kLast<isa::Target> = static_cast<std::uint64_t>(isa::Target::kGfx950);

struct FieldWriter {
  ByteWriter& out;
  template <typename Field>
  void operator()(const Field& field) {
    if constexpr (std::is_same_v<Field, std::int32_t>) {
      out.varint(zigzag(field));
    } else {
      out.varint(static_cast<std::uint64_t>(field));
    }
  }
};

struct FieldReader {
  ByteReader& in;
  template <typename Field>
  void operator()(Field& field) {
    const std::uint64_t value = in.varint();
    if constexpr (std::is_same_v<Field, std::int32_t>) {
      const std::int64_t number = unzigzag(value);
      if (number != static_cast<std::int32_t>(number))
        throw MalformedBytes{"an instruction field is out of range"};
      field = static_cast<std::int32_t>(number);
    } else {
      std::uint64_t last = 1;  // bool
      if constexpr (std::is_enum_v<Field>) {
        last = kLast<Field>;
      } else if constexpr (!std::is_same_v<Field, bool>) {
        last = std::numeric_limits<Field>::max();
      }
      if (value > last) throw MalformedBytes{"an instruction field is out of range"};
      field = static_cast<Field>(value);
    }
  }
};

template <typename Stream>
void fields(Stream stream, auto& operand)
  requires requires { operand.role; }
{
  stream(operand.kind), stream(operand.role), stream(operand.index), stream(operand.dwords),
      stream(operand.value);
}

template <typename Stream>
void fields(Stream stream, auto& vector)
  requires requires { vector.bitop3; }
{
  stream(vector.neg), stream(vector.abs), stream(vector.op_sel), stream(vector.op_sel_hi),
      stream(vector.omod);
  stream(vector.clamp), stream(vector.bitop3);
  stream(vector.dpp_ctrl), stream(vector.row_mask), stream(vector.bank_mask), stream(vector.bound_ctrl);
  stream(vector.fetch_inactive);
  stream(vector.dst_sel), stream(vector.dst_unused), stream(vector.src0_sel), stream(vector.src1_sel);
  stream(vector.sext);
  stream(vector.cbsz), stream(vector.abid), stream(vector.blgp);
}

template <typename Stream>
void fields(Stream stream, auto& memory)
  requires requires { memory.offset1; }
{
  stream(memory.offset), stream(memory.offset1), stream(memory.cache), stream(memory.offset_enable);
  stream(memory.index_enable), stream(memory.lds), stream(memory.gds), stream(memory.format);
}

template <typename Stream>
void fields(Stream stream, auto& instruction)
  requires requires { instruction.branch_target; }
{
  stream(instruction.encoding), stream(instruction.form), stream(instruction.size);
  stream(instruction.operand_count), stream(instruction.immediate), stream(instruction.literal);
  stream(instruction.branch_target);
  stream(instruction.reads_vcc), stream(instruction.writes_vcc), stream(instruction.reads_scc);
  stream(instruction.writes_scc), stream(instruction.reads_exec), stream(instruction.writes_exec);
  stream(instruction.reads_m0);
}

/// A part that mostly has its default value: one byte 0 then, else 1 and its fields.
template <typename Part>
void write_unless_default(ByteWriter& out, const Part& part) {
  ByteWriter fields_of_part, fields_of_default;
  const Part standard{};
  fields(FieldWriter{fields_of_part}, part);
  fields(FieldWriter{fields_of_default}, standard);
  const bool differs = fields_of_part.bytes() != fields_of_default.bytes();
  out.byte(differs);
  if (differs) out.raw(fields_of_part.bytes());
}

template <typename Part>
void read_unless_default(ByteReader& in, Part& part) {
  if (in.byte() != 0) fields(FieldReader{in}, part);
}

std::string without_folder(const std::string& path) {
  const bool absolute =
      !path.empty() && (path.front() == '/' || path.front() == '\\' || path.find(":\\") == 1);
  return absolute ? path.substr(path.find_last_of("/\\") + 1) : path;
}

void write_mnemonics(ByteWriter& out, const isa::Program& program,
                     std::map<isa::MnemonicId, std::uint32_t>& index) {
  for (const isa::Instruction& instruction : program.instructions) index.emplace(instruction.mnemonic, 0);
  out.varint(index.size());
  std::uint32_t next = 0;
  for (auto& [id, position] : index) {
    position = next++;
    out.string(id < isa::mnemonic_count() ? isa::mnemonic_name(id) : std::string_view());
  }
}

std::vector<isa::MnemonicId> read_mnemonics(ByteReader& in) {
  std::vector<isa::MnemonicId> ids;
  for (std::uint64_t count = in.varint(); count > 0; --count) {
    const std::string name = in.string();
    in.reserve(sizeof(isa::MnemonicId));
    ids.push_back(name.empty() ? isa::kUnknownMnemonic : isa::find_mnemonic(name));
    if (!name.empty() && ids.back() == isa::kUnknownMnemonic) {
      throw NewerForm{"it holds the instruction \"" + name + "\", which this Lanewise does not know"};
    }
  }
  return ids;
}

isa::Instruction read_instruction(ByteReader& in, const std::vector<isa::MnemonicId>& mnemonics,
                                  std::uint64_t expected_address) {
  isa::Instruction instruction;
  instruction.address = in.delta(expected_address);
  const std::uint64_t mnemonic = in.varint();
  if (mnemonic >= mnemonics.size()) throw MalformedBytes{"an instruction has no mnemonic"};
  instruction.mnemonic = mnemonics[mnemonic];
  fields(FieldReader{in}, instruction);
  if (instruction.operand_count > instruction.operands.size()) {
    throw MalformedBytes{"an instruction has more than 8 operands"};
  }
  for (std::uint8_t i = 0; i < instruction.operand_count; ++i)
    fields(FieldReader{in}, instruction.operands[i]);
  read_unless_default(in, instruction.vector);
  read_unless_default(in, instruction.memory);
  return instruction;
}

template <typename Write>
void write_list(ByteWriter& out, const auto& list, Write write) {
  out.varint(list.size());
  for (const auto& item : list) write(item);
}

template <typename Item, typename Read>
std::vector<Item> read_list(ByteReader& in, Read read) {
  std::vector<Item> list;
  for (std::uint64_t count = in.varint(); count > 0; --count) {
    in.reserve(sizeof(Item));
    list.push_back(read());
  }
  return list;
}

}  // namespace

void write_program(ByteWriter& out, const isa::Program& program) {
  out.varint(isa::kInstructionRecordVersion);
  out.varint(static_cast<std::uint64_t>(program.target));
  out.string(program.kernel);
  out.string(without_folder(program.code_object));
  out.varint(program.entry);

  std::map<isa::MnemonicId, std::uint32_t> mnemonic_index;
  write_mnemonics(out, program, mnemonic_index);
  std::uint64_t expected_address = 0;
  write_list(out, program.instructions, [&](const isa::Instruction& instruction) {
    out.delta(instruction.address, expected_address);
    out.varint(mnemonic_index.at(instruction.mnemonic));
    fields(FieldWriter{out}, instruction);
    for (std::uint8_t i = 0; i < instruction.operand_count; ++i)
      fields(FieldWriter{out}, instruction.operands[i]);
    write_unless_default(out, instruction.vector);
    write_unless_default(out, instruction.memory);
    expected_address = instruction.address + instruction.size;
  });
  write_list(out, program.text, [&](const std::string& text) { out.string(text); });
  write_list(out, program.files, [&](const std::string& file) { out.string(without_folder(file)); });
  isa::SourceLine earlier;
  write_list(out, program.lines, [&](const isa::SourceLine& line) {
    out.varint(line.file), out.delta(line.line, earlier.line), out.varint(line.column);
    earlier = line;
  });
  write_list(out, program.undecodable, [&](const isa::Program::Undecodable& place) {
    out.varint(place.address), out.string(place.reason);
  });
}

isa::Program read_program(ByteReader& in) {
  if (const std::uint64_t version = in.varint(); version != isa::kInstructionRecordVersion) {
    if (version > isa::kInstructionRecordVersion) {
      throw NewerForm{"its instruction records are of version " + std::to_string(version)};
    }
    throw MalformedBytes{"its instruction records are of an unknown version"};
  }
  isa::Program program;
  FieldReader{in}(program.target);
  program.kernel = in.string();
  program.code_object = in.string();
  program.entry = in.varint();

  const std::vector<isa::MnemonicId> mnemonics = read_mnemonics(in);
  std::uint64_t expected_address = 0;
  program.instructions = read_list<isa::Instruction>(in, [&] {
    const isa::Instruction instruction = read_instruction(in, mnemonics, expected_address);
    expected_address = instruction.address + instruction.size;
    return instruction;
  });
  program.text = read_list<std::string>(in, [&] { return in.string(); });
  program.files = read_list<std::string>(in, [&] { return in.string(); });
  std::uint32_t earlier_line = 0;
  program.lines = read_list<isa::SourceLine>(in, [&] {
    isa::SourceLine line;
    line.file = in.number<std::uint32_t>();
    line.line = static_cast<std::uint32_t>(in.delta(earlier_line));
    line.column = in.number<std::uint32_t>();
    earlier_line = line.line;
    return line;
  });
  program.undecodable = read_list<isa::Program::Undecodable>(in, [&] {
    isa::Program::Undecodable place;
    place.address = in.varint();
    place.reason = in.string();
    return place;
  });
  return program;
}

}  // namespace lanewise::trace
