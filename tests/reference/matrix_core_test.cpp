// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Results of CDNA3's matrix cores, which cut aligned products off instead of rounding them, must lie
// within the bound. tests/data/mfma-numerics holds dot products of a public bit-accurate model (MMA-Sim,
// matched to an MI300X): ordinary, wide, cancelling, subnormal, large and special values.

#include <doctest/doctest.h>

#include <cmath>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "reference/comparison.h"
#include "reference/operations.h"

namespace lanewise::reference {
namespace {

std::vector<std::uint64_t> hex_words(const std::string& text) {
  std::istringstream stream(text);
  std::vector<std::uint64_t> words;
  for (std::uint64_t word = 0; stream >> std::hex >> word;) {
    words.push_back(word);
  }
  return words;
}

Tensor tensor_of(DType type, std::vector<std::int64_t> shape, const std::vector<std::uint64_t>& words) {
  Tensor t(type, std::move(shape));
  for (std::size_t i = 0; i < words.size(); ++i) {
    t.set_bits(i, words[i]);
  }
  return t;
}

struct Tally {
  int lines = 0;
  int passed = 0;
  int undecided = 0;
};

/// Compares every line of one table: a, b, c, d as hexadecimal bits.
Tally compare_table(const std::string& file, DType a_type, DType b_type, DType accumulator) {
  std::ifstream stream(std::string(LANEWISE_TEST_DATA) + "/mfma-numerics/" + file);
  std::string line;
  std::getline(stream, line);
  Tally tally;
  while (std::getline(stream, line)) {
    std::istringstream fields(line);
    std::vector<std::vector<std::uint64_t>> columns;
    for (std::string field; std::getline(fields, field, ',');) {
      columns.push_back(hex_words(field));
    }
    REQUIRE(columns.size() == 4);
    const auto k = static_cast<std::int64_t>(columns[0].size());
    const Tensor a = tensor_of(a_type, {1, k}, columns[0]);
    const Tensor b = tensor_of(b_type, {k, 1}, columns[1]);
    const Tensor c = tensor_of(accumulator, {1, 1}, columns[2]);
    const Tensor d = tensor_of(accumulator, {1, 1}, columns[3]);
    OperationRequest request;
    request.operation = "gemm";
    request.inputs = {{"A", &a}, {"B", &b}, {"C", &c}};
    request.parameters = {{"beta", 1}};
    request.output_type = accumulator;
    request.accumulation = accumulator;
    const Comparison comparison = compare(d, evaluate(request));
    ++tally.lines;
    tally.passed += comparison.pass ? 1 : 0;
    tally.undecided += comparison.undecided == 1 ? 1 : 0;
    if (!comparison.pass && comparison.undecided == 0) {
      const WrongElement wrong = comparison.first_wrong.value_or(WrongElement{});
      MESSAGE(file << ": " << line << " expected " << wrong.expected << " got " << wrong.got << " bound "
                   << wrong.bound);
    }
  }
  return tally;
}

}  // namespace

TEST_CASE("results of CDNA3 matrix cores lie within the bound") {
  struct Row {
    const char* file;
    DType a;
    DType b;
    DType accumulator;
    int lines;
  };
  const Row rows[] = {
      {"v_mfma_f32_16x16x16_bf16.csv", DType::bf16, DType::bf16, DType::f32, 128},
      {"v_mfma_f32_16x16x16_f16.csv", DType::f16, DType::f16, DType::f32, 128},
      {"v_mfma_f32_32x32x8_bf16.csv", DType::bf16, DType::bf16, DType::f32, 128},
      {"v_mfma_f32_32x32x8_f16.csv", DType::f16, DType::f16, DType::f32, 128},
      {"v_mfma_f32_4x4x4_16b_bf16.csv", DType::bf16, DType::bf16, DType::f32, 8},
      {"v_mfma_f32_4x4x4_16b_f16.csv", DType::f16, DType::f16, DType::f32, 8},
      {"v_mfma_f32_4x4x1_16b_f32.csv", DType::f32, DType::f32, DType::f32, 8},
      {"v_mfma_f32_16x16x4_f32.csv", DType::f32, DType::f32, DType::f32, 128},
      {"v_mfma_f32_16x16x32_fp8_fp8.csv", DType::fp8_e4m3_fnuz, DType::fp8_e4m3_fnuz, DType::f32, 128},
      {"v_mfma_f32_16x16x32_fp8_bf8.csv", DType::fp8_e4m3_fnuz, DType::fp8_e5m2_fnuz, DType::f32, 128},
      {"v_mfma_f32_16x16x32_bf8_fp8.csv", DType::fp8_e5m2_fnuz, DType::fp8_e4m3_fnuz, DType::f32, 128},
      {"v_mfma_f32_16x16x32_bf8_bf8.csv", DType::fp8_e5m2_fnuz, DType::fp8_e5m2_fnuz, DType::f32, 128},
      {"v_mfma_f32_32x32x16_fp8_fp8.csv", DType::fp8_e4m3_fnuz, DType::fp8_e4m3_fnuz, DType::f32, 128},
      {"v_mfma_f32_32x32x16_bf8_bf8.csv", DType::fp8_e5m2_fnuz, DType::fp8_e5m2_fnuz, DType::f32, 128},
      {"v_mfma_f64_16x16x4_f64.csv", DType::f64, DType::f64, DType::f64, 128},
      {"v_mfma_f64_4x4x4_4b_f64.csv", DType::f64, DType::f64, DType::f64, 8},
  };
  for (const Row& row : rows) {
    CAPTURE(row.file);
    const Tally tally = compare_table(row.file, row.a, row.b, row.accumulator);
    CHECK(tally.lines == row.lines);
    CHECK(tally.passed + tally.undecided == row.lines);
    CHECK(tally.undecided <= row.lines / 4);
  }
}

}  // namespace lanewise::reference
