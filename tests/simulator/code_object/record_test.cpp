// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Decoded records against the hand-written expectations that stand beside each instruction in
// tests/data/code_object/records*.s.

#include <doctest/doctest.h>

#include <fmt/format.h>

#include "record_text.h"
#include "simulator/code_object/code_object.h"

using namespace lanewise;

namespace {

struct Expectation {
  int line;
  std::string source;
  std::string record;
};

std::string trimmed(const std::string& text) {
  const std::size_t first = text.find_first_not_of(' '), last = text.find_last_not_of(' ');
  return first == std::string::npos ? "" : text.substr(first, last - first + 1);
}

std::vector<Expectation> expectations(const std::string& file) {
  std::vector<Expectation> list;
  int number = 0;
  for (const std::string& line : test::file_lines(std::string(LANEWISE_TEST_DATA "/code_object/") + file)) {
    ++number;
    const std::size_t mark = line.find("//=");
    if (mark == std::string::npos || line.starts_with("//")) continue;
    list.push_back({number, trimmed(line.substr(0, mark)), trimmed(line.substr(mark + 3))});
  }
  return list;
}

/// A target that the source names by symbol is written as distance, like the others.
std::string with_distance(std::string record, const isa::Instruction& instruction,
                          const code_object::CodeObject& object) {
  const std::size_t at = record.find("to=callee");
  if (at == std::string::npos) return record;
  for (const code_object::Symbol& symbol : object.symbols) {
    if (symbol.name == "callee")
      record.replace(
          at, 9, fmt::format("to={:+d}", static_cast<std::int64_t>(symbol.address - instruction.address)));
  }
  return record;
}

void check_records(const std::string& file, const std::string& object_path) {
  const std::vector<std::byte> bytes = test::file_bytes(LANEWISE_BUILT "/" + object_path);
  const code_object::CodeObject object = code_object::load_code_object(bytes, object_path);
  const isa::Program program = code_object::decode(object, object.kernel("records"));
  const std::vector<Expectation> expected = expectations(file);
  REQUIRE(expected.size() > 2);
  CHECK(program.undecodable.empty());
  REQUIRE(program.instructions.size() == expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) {
    INFO(file, ":", expected[i].line, ": ", expected[i].source, "  decoded as ", program.text[i]);
    CHECK(test::record_text(program.instructions[i]) ==
          with_distance(expected[i].record, program.instructions[i], object));
    // The mnemonic of the record is the one that was written, without its form.
    const std::string written = expected[i].source.substr(0, expected[i].source.find(' '));
    CHECK(written.starts_with(isa::mnemonic_name(program.instructions[i].mnemonic)));
  }
}

}  // namespace

TEST_CASE("records of both targets are as the table says") {
  check_records("records.s", "code_object_records/records.gfx942.co");
  check_records("records.s", "code_object_records/records.gfx950.co");
}

TEST_CASE("records of one target are as the table says") {
  check_records("records_gfx942.s", "code_object_records_gfx942/records_gfx942.gfx942.co");
  check_records("records_gfx950.s", "code_object_records_gfx950/records_gfx950.gfx950.co");
}

TEST_CASE("mnemonic ids and names belong together") {
  for (isa::MnemonicId id = 0; id < isa::mnemonic_count(); ++id)
    CHECK(isa::find_mnemonic(isa::mnemonic_name(id)) == id);
  CHECK(isa::find_mnemonic("v_add_f32") != isa::kUnknownMnemonic);
  CHECK(isa::find_mnemonic("v_add_f32_e32") == isa::kUnknownMnemonic);
  CHECK(isa::find_mnemonic("") == isa::kUnknownMnemonic);
  CHECK(isa::mnemonic_name(isa::mnemonic_count()) == "?");
}
