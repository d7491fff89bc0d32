// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Decoding by control flow: the Triton kernels line by line against llvm-objdump, and how functions, data
// and damaged code are treated.

#include <doctest/doctest.h>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <map>

#include "record_text.h"
#include "simulator/code_object/code_object.h"

using namespace lanewise;

namespace {

/// Address -> instruction text of an llvm-objdump listing: "\tTEXT  // 000000001700: WORDS ...".
std::map<std::uint64_t, std::string> objdump_listing(const std::string& path) {
  std::map<std::uint64_t, std::string> listing;
  for (const std::string& line : test::file_lines(path)) {
    const std::size_t mark = line.find("// ");
    if (mark == std::string::npos || line[0] != '\t') continue;
    std::string text = line.substr(1, mark - 1);
    text.erase(text.find_last_not_of(' ') + 1);
    listing[std::stoull(line.substr(mark + 3), nullptr, 16)] = text;
  }
  return listing;
}

code_object::CodeObject load(const std::string& path) {
  return code_object::load_code_object(test::file_bytes(path), path);
}

/// A code object whose .text is `words`, with one kernel at its start.
code_object::CodeObject object_of(const std::vector<std::uint32_t>& words,
                                  isa::Target target = isa::Target::kGfx942) {
  code_object::CodeObject object;
  object.name = "words";
  object.target = target;
  code_object::Segment segment;
  segment.address = 0x1000;
  segment.memory_size = words.size() * 4;
  segment.bytes.resize(words.size() * 4);
  std::memcpy(segment.bytes.data(), words.data(), segment.bytes.size());
  segment.executable = true;
  object.segments.push_back(segment);
  code_object::Kernel kernel;
  kernel.name = "k";
  kernel.entry_address = 0x1000;
  object.kernels.push_back(kernel);
  return object;
}

constexpr std::uint32_t kEnd = 0xbf810000;  // s_endpgm
constexpr std::uint32_t kNop = 0xbf800000;

}  // namespace

TEST_CASE("triton kernels decode as llvm-objdump lists them") {
  int objects = 0;
  for (const auto& entry : std::filesystem::directory_iterator(LANEWISE_TEST_DATA "/triton")) {
    if (entry.path().extension() != ".hsaco") continue;
    ++objects;
    INFO(entry.path().filename().string());
    const code_object::CodeObject object = load(entry.path().string());
    const isa::Program program = code_object::decode(object, object.kernel(""));
    const auto listing =
        objdump_listing(LANEWISE_BUILT "/inputs/" + entry.path().stem().string() + ".objdump");
    CHECK(program.undecodable.empty());
    REQUIRE(program.instructions.size() > 50);
    std::size_t differences = 0;
    for (std::size_t i = 0; i < program.instructions.size(); ++i) {
      const auto line = listing.find(program.instructions[i].address);
      if (line == listing.end() || line->second != program.text[i]) ++differences;
    }
    CHECK(differences == 0);
    // objdump lists every word. What control flow leaves out before the last instruction is the padding
    // between the prologue that loads kernel arguments and the body, which starts 256 bytes further on.
    for (const auto& [address, text] : listing) {
      if (address > program.instructions.back().address ||
          program.index_of(address) != isa::Program::kNoInstruction)
        continue;
      INFO(address);
      CHECK(text == "s_nop 0");
    }
    CHECK(program.text.back() == "s_endpgm");
    CHECK(program.index_of(program.entry) == 0);
    CHECK(program.index_of(program.entry + 2) == isa::Program::kNoInstruction);
  }
  CHECK(objects == 8);
}

TEST_CASE("functions that only a pointer reaches are decoded, other kernels are not") {
  const code_object::CodeObject object = load(LANEWISE_BUILT "/code_object_kernels/kernels.gfx942.co");
  const isa::Program program = code_object::decode(object, object.kernel("calls"));
  for (const code_object::Symbol& symbol : object.symbols) {
    if (!symbol.function) continue;
    INFO(symbol.name);
    const bool other_kernel = symbol.name == "scale" || symbol.name == "uses_lds";
    CHECK((program.index_of(symbol.address) == isa::Program::kNoInstruction) == other_kernel);
  }
}

TEST_CASE("a jump into an instruction is undecodable and named") {
  // s_mov_b32 s0, 0x12345678 (8 bytes); s_branch back into its literal.
  const code_object::CodeObject object = object_of({0xbe8000ff, 0x12345678, 0xbf82fffe, kEnd});
  const isa::Program program = code_object::decode(object, object.kernels[0]);
  CHECK(program.instructions.size() == 2);
  REQUIRE(program.undecodable.size() == 1);
  CHECK(program.undecodable[0].address == 0x1004);
  CHECK(program.undecodable[0].reason == "the address lies inside another instruction");
}

TEST_CASE("code that runs over its end is undecodable there") {
  const code_object::CodeObject object = object_of({kNop, kNop});
  const isa::Program program = code_object::decode(object, object.kernels[0]);
  CHECK(program.instructions.size() == 2);
  REQUIRE(program.undecodable.size() == 1);
  CHECK(program.undecodable[0].address == 0x1008);
}

TEST_CASE("an instruction that is cut by the end of the code is refused") {
  const code_object::CodeObject object = object_of({kNop, 0xbe8000ff});  // s_mov_b32 s0, <literal missing>
  const isa::Program program = code_object::decode(object, object.kernels[0]);
  CHECK(program.instructions.size() == 1);
  REQUIRE(program.undecodable.size() == 1);
  CHECK(program.undecodable[0].reason == "the code ends in the middle of the instruction");
}

TEST_CASE("words that LLVM takes but the hardware does not have are refused") {
  struct Row {
    const char* what;
    std::vector<std::uint32_t> words;
  };
  const Row rows[] = {
      {"v_add_f64 with an odd pair: v[1:2]", {0xd2800000, 0x00020501}},
      {"v_cmp e64 with a VGPR-coded destination 255", {0xd04100ff, 0x00020501}},
      {"global_load_dwordx4 into v[1:4]", {0xdc5c8000, 0x017f0004}},
      {"MFMA with an SGPR as A", {0xd3cc0000, 0x04020802}},
      {"DPP control 0x1f0", {0x020002fa, 0xff01f001}},
      {"SDWA selector 7", {0x020002f9, 0x06060701}},
      {"an image instruction", {0xf0000000, 0}},
      {"all ones", {0xffffffff, 0xffffffff}},
  };
  for (const Row& row : rows) {
    INFO(row.what);
    std::vector<std::uint32_t> words = row.words;
    words.push_back(kEnd);
    const code_object::CodeObject object = object_of(words);
    const isa::Program program = code_object::decode(object, object.kernels[0]);
    CHECK(program.instructions.empty());
    REQUIRE(program.undecodable.size() == 1);
    CHECK(program.undecodable[0].address == 0x1000);
    CHECK_FALSE(program.undecodable[0].reason.empty());
  }
}

TEST_CASE("an address that s_getpc_b64 forms is followed") {
  // s_getpc_b64 s[2:3]; s_add_u32 s2, s2, 24; s_addc_u32 s3, s3, 0; s_setpc_b64 s[2:3]; data; target:
  // s_endpgm
  const code_object::CodeObject object =
      object_of({0xbe821c00, 0x8002ff02, 24, 0x82038003, 0xbe801d02, 0xffffffff, 0xffffffff, kEnd});
  const isa::Program program = code_object::decode(object, object.kernels[0]);
  CHECK(program.undecodable.empty());
  REQUIRE(program.instructions.size() == 5);
  CHECK(program.instructions.back().address == 0x101c);
}

TEST_CASE("a matrix instruction of the other target is refused by name of the place") {
  const std::vector<std::uint32_t> scaled = {0xd3ac1000, 0x08023318, 0xd3ad0900, 0x24521904, kEnd};
  const code_object::CodeObject on_gfx950 = object_of(scaled, isa::Target::kGfx950);
  CHECK(code_object::decode(on_gfx950, on_gfx950.kernels[0]).instructions.size() == 2);
  const code_object::CodeObject on_gfx942 = object_of(scaled);
  const isa::Program program = code_object::decode(on_gfx942, on_gfx942.kernels[0]);
  CHECK(program.instructions.empty());
  CHECK(program.undecodable.size() == 1);
}
