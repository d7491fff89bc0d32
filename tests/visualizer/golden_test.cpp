// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Golden pictures and facts of each view, kept in tests/data/visualizer. After a wanted change run this
// program with LANEWISE_UPDATE_GOLDEN=1 in the environment, look at the pictures, and read the diff.

#include <doctest/doctest.h>

#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "tests/visualizer/sample_traces.h"
#include "visualizer/views/export.h"

using namespace lanewise;

namespace {

std::string read(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

void check_golden(const std::string& name, const std::vector<const trace::Trace*>& traces,
                  views::ExportOptions options) {
  for (const char* ending : {".svg", ".txt"}) {
    const std::string path = std::string(LANEWISE_TEST_DATA "/visualizer/") + name + ending;
    options.format = views::format_of(path);
    const std::string got = views::export_view(traces, options);
    if (const char* update = std::getenv("LANEWISE_UPDATE_GOLDEN"); update != nullptr && *update == '1') {
      std::ofstream(path, std::ios::binary) << got;
    }
    const std::string expected = read(path);
    const bool same = got == expected;
    CHECK(same);
    if (same) continue;
    std::istringstream got_lines(got), expected_lines(expected);
    std::string a, b;
    int line = 1;
    while (std::getline(got_lines, a) && std::getline(expected_lines, b) && a == b) ++line;
    FAIL_CHECK(path, " differs at line ", line, ":\n  expected ", b, "\n  got      ", a);
  }
}

}  // namespace

TEST_CASE("lds_banks_before_and_after_the_swizzle") {
  const trace::Trace plain = tests::gemm_trace(isa::Target::kGfx942, tests::Tile::kPlain);
  const trace::Trace swizzled = tests::gemm_trace(isa::Target::kGfx942, tests::Tile::kSwizzled);
  check_golden("lds-gfx942-compare", {&plain, &swizzled}, {.view = "lds"});
}

TEST_CASE("lds_banks_of_gfx950") {
  const trace::Trace plain = tests::gemm_trace(isa::Target::kGfx950, tests::Tile::kPlain);
  check_golden("lds-gfx950-dark", {&plain}, {.view = "lds", .theme = "dark"});
}

TEST_CASE("registers_of_one_kernel") {
  const trace::Trace plain = tests::gemm_trace(isa::Target::kGfx942, tests::Tile::kPlain);
  check_golden("registers-projector", {&plain},
               {.view = "registers", .theme = "projector", .size = {1280, 720}});
}

TEST_CASE("layout_of_a_result") {
  const trace::Trace plain = tests::gemm_trace(isa::Target::kGfx942, tests::Tile::kPlain);
  check_golden("layout-16x16-d", {&plain},
               {.view = "layout", .selection = views::parse_selection("operand=D")});
}

TEST_CASE("empty_state") {
  const trace::Trace vector = tests::vector_trace();
  check_golden("lds-none", {&vector}, {.view = "lds"});
}
