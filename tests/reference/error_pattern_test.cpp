// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sets of wrong elements and the words for them.

#include "reference/error_pattern.h"

#include <doctest/doctest.h>

#include <functional>

namespace lanewise::reference {
namespace {

using Rule = std::function<bool(std::int64_t row, std::int64_t column)>;

/// A rows x columns output whose elements are wrong where `rule` says; wrong values get `got(row, column)`.
std::string described(std::int64_t rows, std::int64_t columns, const Rule& rule,
                      const std::function<double(std::int64_t, std::int64_t)>& got) {
  const std::vector<std::int64_t> shape = {rows, columns};
  std::vector<std::uint8_t> wrong;
  std::vector<double> expected;
  std::vector<double> values;
  for (std::int64_t i = 0; i < rows; ++i) {
    for (std::int64_t j = 0; j < columns; ++j) {
      expected.push_back(static_cast<double>(100 * i + j + 1));
      wrong.push_back(rule(i, j) ? 1 : 0);
      values.push_back(rule(i, j) ? got(i, j) : expected.back());
    }
  }
  return describe_errors({shape, wrong, expected, values});
}

/// Values that fit neither a factor nor the transpose.
double odd_value(std::int64_t i, std::int64_t j) {
  return static_cast<double>((i * 7919 + j * 104729) % 1009) - 500;
}

}  // namespace

TEST_CASE("places in words") {
  struct Row {
    const char* words;
    Rule rule;
  };
  const Row rows[] = {
      {"", [](auto, auto) { return false; }},
      {"every element", [](auto, auto) { return true; }},
      {"rows 64..95", [](auto i, auto) { return i >= 64 && i < 96; }},
      {"rows 96..127 (the last 32)", [](auto i, auto) { return i >= 96; }},
      {"row 127 (the last)", [](auto i, auto) { return i == 127; }},
      {"row 5", [](auto i, auto) { return i == 5; }},
      {"every second column from 1", [](auto, auto j) { return j % 2 == 1; }},
      {"every 4th row from 2", [](auto i, auto) { return i % 4 == 2; }},
      {"columns 16..31 of every 32", [](auto, auto j) { return j % 32 >= 16; }},
      {"rows 0..63, columns 32..63 (the last 32)", [](auto i, auto j) { return i < 64 && j >= 32; }},
      {"columns 3, 7, 40", [](auto, auto j) { return j == 3 || j == 7 || j == 40; }},
      {"row 9, column 17", [](auto i, auto j) { return i == 9 && j == 17; }},
      {"64 of 8192 elements within rows 0..63, columns 0..63", [](auto i, auto j) { return i == j; }},
  };
  for (const Row& row : rows) {
    CHECK(described(128, 64, row.rule, odd_value) == row.words);
  }
}

TEST_CASE("vectors are spoken of as elements") {
  const std::vector<std::int64_t> shape = {100};
  std::vector<std::uint8_t> wrong(100, 0);
  const std::vector<double> expected(100, 1.0);
  std::vector<double> got = expected;
  for (std::size_t i = 64; i < 100; ++i) {
    wrong[i] = 1;
    got[i] = static_cast<double>(i);
  }
  CHECK(describe_errors({shape, wrong, expected, got}) == "elements 64..99 (the last 36)");
}

TEST_CASE("values that name the fault") {
  const auto first_rows = [](std::int64_t i, std::int64_t) { return i < 2; };
  const auto expected = [](std::int64_t i, std::int64_t j) { return static_cast<double>(100 * i + j + 1); };
  CHECK(described(8, 8, first_rows, [&](auto i, auto j) { return 4 * expected(i, j); }) ==
        "rows 0..1; each holds 4 times the expected value");
  CHECK(described(8, 8, first_rows, [&](auto, auto) { return 0.0; }) == "rows 0..1; each holds 0");
  CHECK(described(8, 8, first_rows, [&](auto i, auto j) { return -expected(i, j); }) ==
        "rows 0..1; each holds -1 times the expected value");
  CHECK(described(
            8, 8, [](auto i, auto j) { return i != j; }, [&](auto i, auto j) { return expected(j, i); }) ==
        "56 of 64 elements within rows 0..7, columns 0..7; each holds the value of its transposed position");
}

}  // namespace lanewise::reference
