// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Case files: what is read, that what is written reads back, and a table of mistakes with the line and
// column at which each must be reported.

#include "workbench/case/case_file.h"

#include <doctest/doctest.h>

#include <string>

#include "simulator/diagnostics/error.h"
#include "workbench/case/job.h"

using namespace lanewise;
using namespace lanewise::workbench;

namespace {

constexpr const char* kWhole = R"toml(title = "GEMM"
seed = 7
bars = ["registers.vgpr_spills = 0"]
[kernel]
source = "kernel.hip"
symbol = "gemm"
targets = ["gfx950"]
options = ["-O1"]
includes = ["inc"]
[constants]
TILE = 16
SWIZZLE = false
SCALE = 0.5
[sizes]
M = 64
K = 32
further = [{ M = 128 }]
[[arguments]]
name = "a"
dtype = "bf16"
shape = ["M", "K"]
init = "uniform(-1, 1)"
seed = 3
[[arguments]]
name = "c"
dtype = "f32"
shape = ["M", 8]
layout = "column"
direction = "out"
[[arguments]]
name = "m"
dtype = "i32"
value = "M * 2"
[[arguments]]
name = "alpha"
dtype = "f32"
value = 0.25
[[arguments]]
name = "workspace"
dtype = "null"
[launch]
grid = ["M / TILE", 2]
block = [256]
dynamic_lds = "K * 4"
[reference]
op = "gemm"
inputs = { A = "a", B = "a" }
output = "c"
parameters = { transpose_b = true, alpha = "M" }
[bound]
accumulate = "f64"
roundings = [{ place = "result", type = "bf16" }]
[[variants]]
name = "plain"
bars = ["lds.conflict_cycles > 0"]
[[variants]]
name = "swizzled"
constants = { SWIZZLE = true, TILE = 32 }
)toml";

constexpr const char* kSmall = "[kernel]\nsource = \"k.hip\"\n[launch]\ngrid = [1]\nblock = [64]\n";

}  // namespace

TEST_CASE("a_case_becomes_a_job_of_numbers") {
  const Case given = parse_case(kWhole, "dir/case.toml");
  CHECK(given.title == "GEMM");
  CHECK(given.resolve_path("kernel.hip") == "dir/kernel.hip");
  const Job job = make_job(given, {&given.variants[1], isa::Target::kGfx950, nullptr});
  CHECK(job.variant == "swizzled");
  CHECK(job.grid == std::array<std::uint32_t, 3>{2, 2, 1});  // TILE is the variant's
  CHECK(job.block == std::array<std::uint32_t, 3>{256, 1, 1});
  CHECK(job.dynamic_lds == 128);
  CHECK(job.constants.at("SWIZZLE").text == "1");
  CHECK(job.constants.at("SCALE").text == "0.5");
  REQUIRE(job.arguments.size() == 5);
  CHECK(job.arguments[0].shape == std::vector<std::uint64_t>{64, 32});
  CHECK(job.arguments[0].seed == 3);
  CHECK(job.arguments[0].bytes() == 64 * 32 * 2);
  CHECK(job.arguments[1].column_major);
  CHECK(job.arguments[1].direction == Direction::kOut);
  CHECK(job.arguments[1].init.kind == InitKind::kPoison);
  CHECK(job.arguments[1].seed == 7);
  CHECK(job.arguments[2].bits == 128);
  CHECK(job.arguments[3].bits == 0x3e800000);  // 0.25f
  CHECK(job.arguments[4].kind == ArgumentKind::kNull);
  CHECK(job.reference_parameters ==
        std::vector<std::pair<std::string, double>>{{"alpha", 64}, {"transpose_b", 1}});
  CHECK(job.bars.size() == 1);
  CHECK(job.bars[0].metric == "registers.vgpr_spills");

  const Job plain = make_job(given, {&given.variants[0], isa::Target::kGfx950, &given.further_sizes[0]});
  CHECK(plain.grid[0] == 8);
  CHECK(plain.sizes == "K=32 M=128");
  CHECK(plain.bars.size() == 2);
}

TEST_CASE("a_written_case_reads_back_the_same") {
  const Case given = parse_case(kWhole, "dir/case.toml");
  const std::string text = case_text(given);
  const Case again = parse_case(text, "dir/case.toml");
  CHECK(case_text(again) == text);
  CHECK(again.variants.size() == 2);
  CHECK(again.reference.value_or(ReferenceRequest{}).roundings.size() == 1);
  CHECK(make_job(again, {&again.variants[1], isa::Target::kGfx950, nullptr}).grid[0] == 2);
}

TEST_CASE("settings_replace_sizes_constants_and_the_launch") {
  Case given = parse_case(kWhole, "case.toml");
  apply_setting(given, "M=128");
  apply_setting(given, "TILE = 64");  // also in the variant that sets it
  apply_setting(given, "seed=9");
  const Job job = make_job(given, {&given.variants[1], isa::Target::kGfx942, nullptr});
  CHECK(job.grid[0] == 2);
  CHECK(job.seed == 9);
  apply_setting(given, "grid=ceil_div(M, 100),3,1");
  CHECK(make_job(given, {&given.variants[0], isa::Target::kGfx942, nullptr}).grid ==
        std::array<std::uint32_t, 3>{2, 3, 1});
  for (const char* bad : {"M", "Q=1", "M=big", "seed=-1", "grid=1,2,3,4"}) {
    CAPTURE(bad);
    CHECK_THROWS_AS(apply_setting(given, bad), Error);
  }
}

TEST_CASE("mistakes_in_a_case_are_reported_at_their_place") {
  struct Row {
    const char* addition;  // below the five lines of kSmall
    const char* id;
    unsigned line, column;
    const char* complaint;
  };
  const Row rows[] = {
      {"tile = 4\n", "unknown-key", 6, 1, "unknown key 'tile' in [launch]"},
      {"[sizess]\nM = 4\n", "unknown-key", 6, 2, "unknown key 'sizess'"},
      {"[sizes]\nM = 4.5\n", "bad-value", 7, 5, "an integer expected"},
      {"[sizes]\nfurther = [{ M = 4 }]\n", "bad-value", 7, 12, "further sizes name 'M'"},
      {"[constants]\n\"a-b\" = 4\n", "bad-value", 7, 1, "'a-b' is not a name"},
      {"[[arguments]]\ndtype = \"f32\"\n", "missing-key", 6, 1, "'name' in [[arguments]] is missing"},
      {"[[arguments]]\nname = \"a\"\ndtype = \"f33\"\nshape = [4]\n", "bad-value", 8, 9, "f33"},
      {"[[arguments]]\nname = \"a\"\ndtype = \"f32\"\n", "missing-key", 6, 1, "needs a shape"},
      {"[[arguments]]\nname = \"a\"\ndtype = \"f32\"\nshape = 4\n", "bad-value", 9, 9, "an array expected"},
      {"[[arguments]]\nname = \"a\"\ndtype = \"f32\"\nshape = [4]\ndirection = \"up\"\n", "bad-value", 10, 13,
       "direction 'up'"},
      {"[[arguments]]\nname = \"a\"\ndtype = \"f32\"\nshape = [4]\ninit = \"gauss\"\n", "bad-initial-values",
       10, 8, "gauss"},
      {"[[arguments]]\nname = \"a\"\ndtype = \"f32\"\nshape = [4]\nvalue = 1\n", "unknown-key", 9, 1,
       "unknown key 'shape'"},
      {"[[arguments]]\nname = \"a\"\ndtype = \"i32\"\nvalue = 1\n[[arguments]]\nname = \"a\"\ndtype = "
       "\"i32\"\nvalue = 1\n",
       "bad-value", 11, 8, "two arguments are named 'a'"},
      {"[reference]\ninputs = [\"a\"]\n", "missing-key", 6, 1, "either 'op' or 'expected'"},
      {"[bound]\nabsolute = 1e-3\n", "bad-value", 6, 1, "[bound] without [reference]"},
      {"[reference]\nop = \"gemm\"\n[bound]\nabsolute = 1e-3\n", "bad-value", 9, 12,
       "an op has its derived bound"},
      {"[reference]\nexpected = \"c.npy\"\n[bound]\nrelative = -1\n", "bad-value", 9, 12,
       "'relative' is negative"},
      {"[[variants]]\nname = \"a\"\n[[variants]]\nname = \"a\"\n", "bad-value", 9, 8,
       "two variants are named 'a'"},
      {"[[variants]]\nname = \"a/b\"\n", "bad-value", 7, 8, "goes into file names"},
      {"[kernel]\n", "malformed-toml", 6, 1, ""},
      {"grid == 3\n", "malformed-toml", 6, 7, ""},
  };
  for (const Row& row : rows) {
    CAPTURE(row.addition);
    try {
      (void)parse_case(std::string(kSmall) + row.addition, "case.toml");
      FAIL("no complaint");
    } catch (const Error& error) {
      CHECK(error.kind == ErrorKind::kRequest);
      CHECK(error.id == row.id);
      CHECK(error.where.file == "case.toml");
      CHECK(error.where.line == row.line);
      CHECK(error.where.column == row.column);
      CHECK_MESSAGE(error.message.find(row.complaint) != std::string::npos, error.message);
    }
  }
}

TEST_CASE("mistakes_in_expressions_are_reported_where_they_stand") {
  struct Row {
    const char* text;
    unsigned line, column;
    const char* complaint;
  };
  const Row rows[] = {
      {"[kernel]\nsource = \"k.hip\"\n[launch]\ngrid = [2, \"M / 3\"]\nblock = [64]\n[sizes]\nM = 8\n", 4, 12,
       "grid y: expression 'M / 3'"},
      {"[kernel]\nsource = \"k.hip\"\n[launch]\ngrid = [0]\nblock = [64]\n", 4, 9, "grid x: '0' is 0"},
      {"[kernel]\nsource = \"k.hip\"\n[launch]\ngrid = [1]\nblock = "
       "[64]\n[[arguments]]\nname=\"n\"\ndtype=\"u8\"\nvalue = 300\n",
       9, 9, "300 does not fit u8"},
      {"bars = [\"registers.vgpr 3\"]\n[kernel]\nsource = \"k.hip\"\n[launch]\ngrid = [1]\nblock = [64]\n", 1,
       9, "METRIC OP NUMBER"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.text);
    const Case given = parse_case(row.text, "case.toml");
    try {
      (void)make_job(given, {});
      FAIL("no complaint");
    } catch (const Error& error) {
      CHECK(error.where.line == row.line);
      CHECK(error.where.column == row.column);
      CHECK_MESSAGE(error.message.find(row.complaint) != std::string::npos, error.message);
    }
  }
}

TEST_CASE("bars_compare_as_they_are_written") {
  struct Row {
    const char* text;
    double value;
    bool holds;
  };
  const Row rows[] = {{"x = 0", 0, true},       {"x = 0", 1, false},   {"x == 2", 2, true},
                      {"x != 2", 2, false},     {"x<=128", 128, true}, {"x <= 128", 129, false},
                      {"x < 3", 3, false},      {"x > 0", 1, true},    {"x > 0", 0, false},
                      {"x >= -1.5", -1.5, true}};
  for (const Row& row : rows) {
    CAPTURE(row.text);
    CHECK(holds(parse_bar({row.text, {}}), row.value) == row.holds);
  }
}
