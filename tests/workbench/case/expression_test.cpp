// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Expressions of case files, as two tables: texts with their values, texts with their complaint.

#include "workbench/case/expression.h"

#include <doctest/doctest.h>

#include <cstdint>
#include <string>

#include "simulator/diagnostics/error.h"

using lanewise::Error;
using lanewise::workbench::evaluate;
using lanewise::workbench::Names;

namespace {
Names example_names() { return {{"M", 512}, {"TILE", 128}, {"n", 1000}, {"zero", 0}}; }
}  // namespace

TEST_CASE("expressions_have_the_values_of_integer_arithmetic") {
  struct Row {
    const char* text;
    std::int64_t value;
  };
  const Row rows[] = {
      {"7", 7},
      {"M / TILE", 4},
      {" 2 + 3 * 4 ", 14},
      {"(2 + 3) * 4", 20},
      {"10 - 3 - 2", 5},
      {"64 / 4 / 2", 8},
      {"-M + 1", -511},
      {"- -3", 3},
      {"n % 7", 6},
      {"-7 % 3", -1},  // as in C++
      {"ceil_div(n, 256)", 4},
      {"ceil_div(1024, 256)", 4},
      {"ceil_div(0, 256)", 0},
      {"round_up(n, 64)", 1024},
      {"min(M, n)", 512},
      {"max(M, ceil_div(n, 1))", 1000},
      {"9223372036854775807", INT64_MAX},
  };
  for (const Row& row : rows) {
    CAPTURE(row.text);
    CHECK(evaluate(row.text, example_names()) == row.value);
  }
}

TEST_CASE("bad_expressions_say_what_is_wrong") {
  struct Row {
    const char* text;
    const char* complaint;
  };
  const Row rows[] = {
      {"", "ends too early"},
      {"M /", "ends too early"},
      {"M / 96", "512 / 96 leaves a remainder; use ceil_div"},
      {"M / zero", "divides by zero"},
      {"M % zero", "divides by zero"},
      {"Q + 1", "no size or constant is named 'Q'"},
      {"round(M, 2)", "no function 'round'"},
      {"min(M)", "',' expected before ')'"},
      {"min(M, n", "')' is missing"},
      {"(M", "')' is missing"},
      {"M n", "unexpected 'n'"},
      {"2 $ 3", "unexpected '$'"},
      {"1.5", "not an integer"},
      {"12ab", "not an integer"},
      {"9223372036854775808", "does not fit 64 bits"},
      {"9223372036854775807 + 1", "overflows 64 bits"},
      {"9223372036854775807 * 2", "overflows 64 bits"},
      {"(-9223372036854775807 - 1) / -1", "overflows 64 bits"},
      {"ceil_div(-1, 4)", "needs a >= 0"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.text);
    try {
      (void)evaluate(row.text, example_names());
      FAIL("no complaint");
    } catch (const Error& error) {
      CHECK(error.id == "bad-expression");
      CHECK_MESSAGE(error.message.find(row.complaint) != std::string::npos, error.message);
    }
  }
}

TEST_CASE("deep_nesting_is_an_error_and_no_crash") {
  CHECK_THROWS_AS((void)evaluate(std::string(1'000'000, '('), example_names()), Error);
  CHECK_THROWS_AS((void)evaluate(std::string(1'000'000, '-'), example_names()), Error);
  CHECK(evaluate(std::string(20, '(') + "1" + std::string(20, ')'), example_names()) == 1);
}
