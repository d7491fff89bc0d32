// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The flow analyses on really decoded code: an assembly file whose comments state each instruction's
// registers, and compiled kernels, whose live registers must fit into what the compiler allocated and
// whose loads must be direct, since the compiler waits before the first use.

#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string>
#include <vector>

#include "simulator/code_object/code_object.h"
#include "simulator/diagnostics/error.h"
#include "simulator/flow/flow.h"
#include "tests/simulator/flow/program_text.h"

namespace lanewise::flow {
namespace {

code_object::CodeObject read_object(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  REQUIRE_MESSAGE(file, path.string());
  const std::string bytes{std::istreambuf_iterator<char>(file), {}};
  return code_object::load_code_object(std::as_bytes(std::span(bytes)), path.filename().string());
}

std::vector<std::filesystem::path> objects_in(const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> paths;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    const std::string extension = entry.path().extension().string();
    if (extension == ".co" || extension == ".hsaco") paths.push_back(entry.path());
  }
  std::sort(paths.begin(), paths.end());
  return paths;
}

/// One instruction line of registers.s.
struct Expected {
  std::string text;
  std::string writes, reads;
  bool keeps = false;
};

std::vector<std::string> words_of(const std::string& text) {
  std::istringstream stream(text);
  return {std::istream_iterator<std::string>(stream), {}};
}

std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : " ") + word;
  return text;
}

std::vector<Expected> read_expected() {
  std::ifstream file(std::string(LANEWISE_TEST_DATA) + "/flow/registers.s");
  REQUIRE(file);
  std::vector<Expected> rows;
  for (std::string line; std::getline(file, line);) {
    const std::size_t mark = line.find("// |");
    if (mark == std::string::npos) continue;
    const std::string comment = line.substr(mark + 4);
    const std::size_t arrow = comment.find("<-");
    REQUIRE_MESSAGE(arrow != std::string::npos, line);
    std::vector<std::string> reads = words_of(comment.substr(arrow + 2));
    const bool keeps = !reads.empty() && reads.back() == "keeps";
    if (keeps) reads.pop_back();
    rows.push_back({joined(words_of(line.substr(0, mark))), joined(words_of(comment.substr(0, arrow))),
                    joined(reads), keeps});
  }
  return rows;
}

TEST_CASE("decoded_instructions_have_the_registers_that_their_comments_state") {
  const std::vector<Expected> expected = read_expected();
  REQUIRE(expected.size() > 80);
  for (const char* target : {"gfx942", "gfx950"}) {
    CAPTURE(target);
    const code_object::CodeObject object =
        read_object(std::string(LANEWISE_FLOW_REGISTERS) + "/registers." + target + ".o");
    const isa::Program program = code_object::decode(object, object.kernel("registers"));
    REQUIRE(program.instructions.size() == expected.size());
    for (std::size_t i = 0; i < expected.size(); ++i) {
      CAPTURE(expected[i].text);
      CAPTURE(program.text[i]);
      const ReadsWrites registers = registers_of(program.instructions[i]);
      CHECK(test::names_of(registers.writes) == expected[i].writes);
      CHECK(test::names_of(registers.reads) == expected[i].reads);
      CHECK(registers.partial_write == expected[i].keeps);
    }
  }
}

/// Registers that hold something when a wave starts: v0 (packed work-item ids), the user and system
/// SGPRs, EXEC and the like.
RegisterSet initial_registers(const code_object::Kernel& kernel) {
  constexpr std::uint32_t kSystemSgprs = 4;  // workgroup ids x, y, z and workgroup info
  RegisterSet set;
  set.add(0);
  set.add_range(kFirstScalar, kernel.descriptor.user_sgpr_count() + kSystemSgprs);
  set.add_range(kFirstScalar + 102, 2);  // flat_scratch
  set.add_range(kFirstScalar + 126, 2);
  return set;
}

void check_live_registers(const isa::Program& program, const code_object::Kernel& kernel) {
  const Liveness live = liveness(program);
  REQUIRE(live.counts.size() == program.instructions.size());
  CHECK_FALSE(live.lower_bound);
  const std::uint32_t arch = kernel.vgpr_count - kernel.agpr_count;
  for (std::size_t i = 0; i < live.counts.size(); ++i) {
    CAPTURE(program.text[i]);
    REQUIRE(live.counts[i].vgprs <= arch);
    REQUIRE(live.counts[i].agprs <= kernel.agpr_count);
    REQUIRE(live.counts[i].sgprs <= kernel.sgpr_count);
  }
  // What else is live at the entry would be read without ever having been written. The compiler allows
  // that in one place: a value that lanes define in a masked region and the same lanes use behind it is
  // undefined on the path around the region. In these kernels that is one value of up to 64 bits.
  RegisterSet unwritten = live.live_in[program.index_of(program.entry)];
  const RegisterSet initial = initial_registers(kernel);
  for (std::size_t w = 0; w < std::size(unwritten.words); ++w) unwritten.words[w] &= ~initial.words[w];
  CAPTURE(test::names_of(unwritten));
  std::size_t vgprs = 0, others = 0;
  for (std::uint32_t bit = 0; bit <= kScc; ++bit) (bit < kFirstAgpr ? vgprs : others) += unwritten.test(bit);
  CHECK(vgprs <= 2);
  CHECK(others == 0);
}

void check_direct_loads(const isa::Program& program) {
  const std::vector<bool> direct = direct_loads(program);
  std::size_t loads = 0;
  for (std::size_t i = 0; i < direct.size(); ++i) {
    if (!counters_of(program.instructions[i]).load) continue;
    ++loads;
    CAPTURE(program.text[i]);
    // Two 16-bit loads may fill one register before one wait; all else waits before the next touch.
    CHECK((direct[i] || registers_of(program.instructions[i]).partial_write));
  }
  CHECK(loads > 0);
}

TEST_CASE("live_registers_of_compiled_kernels_fit_and_loads_are_direct") {
  std::size_t kernels = 0;
  for (const char* folder : {LANEWISE_FLOW_KERNELS, LANEWISE_TEST_DATA "/triton"}) {
    for (const std::filesystem::path& path : objects_in(folder)) {
      const code_object::CodeObject object = read_object(path);
      for (const code_object::Kernel& kernel : object.kernels) {
        CAPTURE(object.name);
        CAPTURE(kernel.name);
        const isa::Program program = code_object::decode(object, kernel);
        check_live_registers(program, kernel);
        check_direct_loads(program);
        ++kernels;
      }
    }
  }
  CHECK(kernels >= LANEWISE_FLOW_KERNEL_COUNT + 8);
}

}  // namespace
}  // namespace lanewise::flow
