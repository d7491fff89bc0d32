// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Source lines of a compiled kernel, against the markers in its source.

#include <doctest/doctest.h>

#include <algorithm>

#include "record_text.h"
#include "simulator/code_object/code_object.h"

using namespace lanewise;

namespace {

std::uint32_t line_with(const std::string& marker) {
  const std::vector<std::string> lines = test::file_lines(LANEWISE_TEST_DATA "/code_object/kernels.hip");
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (lines[i].find(marker) != std::string::npos) return static_cast<std::uint32_t>(i + 1);
  }
  return 0;
}

std::size_t index_with(const isa::Program& program, const std::string& mnemonic) {
  for (std::size_t i = 0; i < program.text.size(); ++i) {
    if (program.text[i].starts_with(mnemonic)) return i;
  }
  return program.text.size();
}

}  // namespace

TEST_CASE("instructions carry the line of the statement that they come from") {
  for (const char* arch : {"gfx942", "gfx950"}) {
    const std::string path = std::string(LANEWISE_BUILT "/code_object_kernels/kernels.") + arch + ".co";
    const code_object::CodeObject object = code_object::load_code_object(test::file_bytes(path), path);
    const isa::Program scale = code_object::decode(object, object.kernel("scale"));
    REQUIRE(scale.lines.size() == scale.instructions.size());
    const std::size_t multiply = index_with(scale, "v_mul_f32");
    REQUIRE(multiply < scale.lines.size());
    CHECK(scale.lines[multiply].line == line_with("source line test: multiply"));
    REQUIRE(scale.lines[multiply].file < scale.files.size());
    CHECK(scale.files[scale.lines[multiply].file].ends_with("tests/data/code_object/kernels.hip"));
    CHECK(scale.place(static_cast<std::uint32_t>(multiply))
              .starts_with("kernels.hip:" + std::to_string(line_with("source line test: multiply")) + ":"));

    const isa::Program lds = code_object::decode(object, object.kernel("uses_lds"));
    const std::size_t barrier = index_with(lds, "s_barrier");
    REQUIRE(barrier < lds.lines.size());
    CHECK(lds.lines[barrier].line == line_with("source line test: barrier precedes") - 1);
  }
}

TEST_CASE("lines agree with llvm-objdump's") {
  const std::string path = LANEWISE_BUILT "/inputs/dwarf5.co";
  const code_object::CodeObject object = code_object::load_code_object(test::file_bytes(path), path);
  const isa::Program program = code_object::decode(object, object.kernel("uses_lds"));
  // "; FILE:LINE" stands before the instructions "\t... // ADDRESS: WORDS" that it holds for. For line 0
  // objdump prints nothing and the last line seems to go on.
  std::string place;
  std::size_t compared = 0, differences = 0;
  for (const std::string& line : test::file_lines(LANEWISE_BUILT "/inputs/dwarf5.objdump")) {
    if (line.starts_with("; ")) place = line;
    const std::size_t mark = line.find("// ");
    if (mark == std::string::npos || line[0] != '\t') continue;
    const std::uint32_t index = program.index_of(std::stoull(line.substr(mark + 3), nullptr, 16));
    if (index == isa::Program::kNoInstruction || program.lines[index].line == 0) continue;
    ++compared;
    if (!place.ends_with("kernels.hip:" + std::to_string(program.lines[index].line))) ++differences;
  }
  CHECK(compared > 10);
  CHECK(differences == 0);
}

TEST_CASE("every version of DWARF gives the same lines") {
  std::vector<std::vector<std::uint32_t>> lines;
  for (int version = 2; version <= 5; ++version) {
    const std::string path = LANEWISE_BUILT "/inputs/dwarf" + std::to_string(version) + ".co";
    const code_object::CodeObject object = code_object::load_code_object(test::file_bytes(path), path);
    const isa::Program program = code_object::decode(object, object.kernel("scale"));
    std::vector<std::uint32_t>& list = lines.emplace_back();
    for (const isa::SourceLine& line : program.lines) list.push_back(line.line);
    INFO(version);
    REQUIRE(program.files.size() == 1);
    CHECK(program.files[0].ends_with("kernels.hip"));
  }
  CHECK(*std::ranges::max_element(lines[0]) >= line_with("source line test: multiply"));
  for (const std::vector<std::uint32_t>& list : lines) CHECK(list == lines.back());
}

TEST_CASE("an object without debug information has no lines") {
  const std::string path = LANEWISE_TEST_DATA "/triton/softmax_gfx942.hsaco";
  const code_object::CodeObject object = code_object::load_code_object(test::file_bytes(path), path);
  const isa::Program program = code_object::decode(object, object.kernel(""));
  REQUIRE(program.lines.size() == program.instructions.size());
  for (const isa::SourceLine& line : program.lines) CHECK(line.line == 0);
  CHECK(program.files.empty());
  CHECK(program.place(0).empty());
}

TEST_CASE("place strips folders and tolerates every index") {
  isa::Program program;
  program.files = {"some/folder/gemm.hip", "plain.hip"};
  program.lines = {{0, 41, 7}, {1, 3, 0}, {0, 0, 0}, {9, 1, 1}};
  CHECK(program.place(0) == "gemm.hip:41:7");
  CHECK(program.place(1) == "plain.hip:3");
  CHECK(program.place(2).empty());
  CHECK(program.place(3).empty());
  CHECK(program.place(100).empty());
}
