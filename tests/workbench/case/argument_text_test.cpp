// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The --arg grammar: what each text means, and what is said of texts that mean nothing.

#include "workbench/case/argument_text.h"

#include <doctest/doctest.h>

#include <string>

#include "simulator/diagnostics/error.h"

using namespace lanewise;
using namespace lanewise::workbench;

namespace {

/// An argument in one line: kind direction layout dtype shape init/value.
std::string described(const Argument& argument) {
  std::string text = argument.name + " ";
  if (argument.kind == ArgumentKind::kNull) return text + "null";
  const std::string dtype =
      argument.dtype_from_file ? "file's" : std::string(reference::name(argument.dtype));
  if (argument.kind == ArgumentKind::kScalar) return text + "scalar " + dtype + " " + argument.value.text;
  text += std::string(direction_name(argument.direction)) + (argument.column_major ? " column " : " row ") +
          dtype + " ";
  for (const PlacedText& extent : argument.shape) text += "[" + extent.text + "]";
  return text + " " + (argument.init ? init_text(*argument.init) : "-");
}

}  // namespace

TEST_CASE("argument_texts_mean_what_the_manual_says") {
  struct Row {
    const char* text;
    const char* meaning;
  };
  const Row rows[] = {
      {"A=bf16[512,512]:uniform(-1,1)", "A in row bf16 [512][512] uniform(-1,1)"},
      {"C=f32[512]", "C out row f32 [512] -"},
      {"C=inout:f32[512]:zeros", "C inout row f32 [512] zeros"},
      {"C=inout:f32[512]", "C inout row f32 [512] -"},
      {"C=out:f32[4]:constant(2)", "C out row f32 [4] constant(2)"},
      {"B=column:f16[8,16]:iota", "B in column f16 [8][16] iota(0,1)"},
      {"B=in:column:f16[8,16]:poison", "B in column f16 [8][16] poison"},
      {"S=fp8_e4m3[M,K/2]:normal(0,1)", "S in row fp8_e4m3 [M][K/2] normal(0,1)"},
      {"n=i32:1000", "n scalar i32 1000"},
      {"n=u32:M*2", "n scalar u32 M*2"},
      {"alpha=f32:-0.5", "alpha scalar f32 -0.5"},
      {"B=@b.npy", "B in row file's  @b.npy"},
      {"B=bf16@dir/b.npy", "B in row bf16  @dir/b.npy"},
      {"B=inout:@b.npy", "B inout row file's  @b.npy"},
      {"B=bf16[4,4]:@b.npy", "B in row bf16 [4][4] @b.npy"},
      {"p=null", "p null"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.text);
    CHECK(described(parse_argument(row.text)) == row.meaning);
  }
}

TEST_CASE("bad_argument_texts_are_refused_with_a_reason") {
  struct Row {
    const char* text;
    const char* complaint;
  };
  const Row rows[] = {
      {"", "has no '='"},
      {"A", "has no '='"},
      {"=f32[4]", "'' is not a name"},
      {"2A=f32[4]", "'2A' is not a name"},
      {"A=", "no"},
      {"A=f33[4]", "f33"},
      {"A=f32", "a shape as in f32[8,8] or a value as in i32:5 is missing"},
      {"A=f32[4", "']' is missing"},
      {"A=f32[]", "an extent is empty"},
      {"A=f32[4,]", "an extent is empty"},
      {"A=f32[4]uniform(0,1)", "unexpected 'uniform(0,1)' after the shape"},
      {"A=f32[4]:", "empty"},
      {"A=f32[4]:gaussian(0,1)", "gaussian"},
      {"A=f32[4]:@", "no file name"},
      {"n=i32:", "the value is missing"},
      {"n=out:i32:5", "a scalar has neither direction nor layout"},
      {"p=null5", "null5"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.text);
    try {
      (void)parse_argument(row.text);
      FAIL("no complaint");
    } catch (const Error& error) {
      CHECK(error.kind == ErrorKind::kRequest);
      CHECK_MESSAGE(error.message.find(row.complaint) != std::string::npos, error.message);
      CHECK(!error.remedy.empty());
    }
  }
}
