// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Fillings: published vectors of the generator, moments of the distributions, uniqueness, and text forms.

#include "reference/distribution.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <stdexcept>
#include <vector>

namespace lanewise::reference {
namespace {

Tensor filled(DType type, std::vector<std::int64_t> shape, const char* text, const char* seed = "test") {
  Tensor t(type, std::move(shape));
  fill(t, parse_distribution(text), seed);
  return t;
}

double mean(const std::vector<double>& v) {
  double sum = 0;
  for (const double x : v) {
    sum += x;
  }
  return sum / static_cast<double>(v.size());
}

}  // namespace

TEST_CASE("the generator gives SplitMix64's and FNV-1a's published values") {
  // SplitMix64 from seed 1234567: Rosetta Code, "Pseudo-random numbers/Splitmix64".
  CHECK(random_bits(1234567, 0) == 6457827717110365317ull);
  CHECK(random_bits(1234567, 1) == 3203168211198807973ull);
  CHECK(random_bits(1234567, 2) == 9817491932198370423ull);
  // FNV-1a 64: test vectors of the authors' reference code.
  CHECK(seed_from_name("") == 0xcbf29ce484222325ull);
  CHECK(seed_from_name("a") == 0xaf63dc4c8601ec8cull);
  CHECK(seed_from_name("foobar") == 0x85944171f73967e8ull);
}

TEST_CASE("equal names give equal bytes, other names others") {
  for (const char* text : {"uniform(-1,1)", "normal(0,1)", "integers(-8,8)", "unique"}) {
    CAPTURE(text);
    CHECK(filled(DType::f32, {1000}, text, "A").bytes() == filled(DType::f32, {1000}, text, "A").bytes());
    CHECK(filled(DType::f32, {1000}, text, "A").bytes() != filled(DType::f32, {1000}, text, "B").bytes());
  }
}

TEST_CASE("an element does not depend on the size of its tensor") {
  const Tensor small = filled(DType::f32, {10}, "normal(0,1)");
  const Tensor large = filled(DType::f32, {100}, "normal(0,1)");
  CHECK(std::equal(small.bytes().begin(), small.bytes().end(), large.bytes().begin()));
}

TEST_CASE("uniform stays in its range and has the right mean and variance") {
  const std::vector<double> v = filled(DType::f64, {200000}, "uniform(-1,3)").values();
  double variance = 0;
  for (const double x : v) {
    variance += (x - 1) * (x - 1) / static_cast<double>(v.size());
  }
  CHECK(*std::min_element(v.begin(), v.end()) >= -1);
  CHECK(*std::max_element(v.begin(), v.end()) < 3);
  // Five standard errors: sigma = 4/sqrt(12), sigma/sqrt(n) = 0.0026; of the variance 16/12*sqrt(0.8/n) =
  // 0.0027.
  CHECK(std::abs(mean(v) - 1) < 0.013);
  CHECK(std::abs(variance - 16.0 / 12) < 0.0134);
}

TEST_CASE("normal has the shares of the normal distribution within 1, 2 and 3 deviations") {
  const std::vector<double> v = filled(DType::f64, {200000}, "normal(2,3)").values();
  const double shares[] = {0.682689, 0.954500, 0.997300};
  for (int k = 1; k <= 3; ++k) {
    const auto inside =
        std::count_if(v.begin(), v.end(), [&](double x) { return std::abs(x - 2) < 3.0 * k; });
    const double p = shares[k - 1];
    const double standard_error = std::sqrt(p * (1 - p) / static_cast<double>(v.size()));
    CHECK(std::abs(static_cast<double>(inside) / static_cast<double>(v.size()) - p) < 5 * standard_error);
  }
  CHECK(std::abs(mean(v) - 2) < 5 * 3 / std::sqrt(200000.0));
}

TEST_CASE("integers are whole, reach both ends and are even over the range") {
  const std::vector<double> v = filled(DType::bf16, {70000}, "integers(-3,3)").values();
  for (int k = -3; k <= 3; ++k) {
    const auto count = std::count(v.begin(), v.end(), static_cast<double>(k));
    CHECK(std::abs(static_cast<double>(count) - 10000) < 5 * std::sqrt(10000.0 * 6 / 7));
  }
  CHECK(std::all_of(v.begin(), v.end(), [](double x) { return x == std::floor(x) && x >= -3 && x <= 3; }));
}

TEST_CASE("iota, constant and zeros") {
  CHECK(filled(DType::i32, {4}, "iota").values() == std::vector<double>{0, 1, 2, 3});
  CHECK(filled(DType::f16, {3}, "iota(5,0.5)").values() == std::vector<double>{5, 5.5, 6});
  CHECK(filled(DType::f32, {2}, "constant(2.5)").values() == std::vector<double>{2.5, 2.5});
  CHECK(filled(DType::f32, {2}, "zeros").values() == std::vector<double>{0, 0});
}

TEST_CASE("unique has no value twice as long as the format has enough") {
  struct Row {
    DType type;
    std::int64_t elements;
    std::size_t different;
  };
  const Row rows[] = {
      {DType::f32, 300000, 300000}, {DType::i32, 100000, 100000}, {DType::u16, 65536, 65536},
      {DType::bf16, 3000, 3000},    {DType::bf16, 4096, 4096},  // 16 binades * 128 * 2 values
      {DType::bf16, 100000, 4093},                              // the largest prime below 4096
      {DType::f16, 20000, 20000},   {DType::i8, 256, 256},        {DType::i8, 10000, 251},
      {DType::fp8_e4m3, 112, 112},  // 7 binades * 8 * 2
  };
  for (const Row& row : rows) {
    CAPTURE(name(row.type));
    CAPTURE(row.elements);
    const std::vector<double> v = filled(row.type, {row.elements}, "unique").values();
    CHECK(std::set<double>(v.begin(), v.end()).size() == row.different);
  }
}

TEST_CASE("repeating unique values still differ between rows of a power of two") {
  const std::vector<double> v = filled(DType::bf16, {512, 512}, "unique").values();
  std::size_t equal = 0;
  for (std::size_t i = 512; i < v.size(); ++i) {
    equal += v[i] == v[i - 512] ? 1 : 0;
  }
  CHECK(equal == 0);
}

TEST_CASE("text forms read back") {
  for (const char* text : {"zeros", "constant(2.5)", "uniform(-1,1)", "normal(0,0.1)", "integers(-4,4)",
                           "iota(0,1)", "iota(3,-0.5)", "unique"}) {
    CHECK(to_text(parse_distribution(text)) == text);
  }
  CHECK(parse_distribution("iota") == Distribution{Shape::kIota, 0, 1});
  CHECK(parse_distribution(to_text({Shape::kConstant, 1.0 / 3, 0})).first == 1.0 / 3);
}

TEST_CASE("what is no distribution is refused") {
  for (const char* text :
       {"", "gauss(0,1)", "uniform", "uniform(1)", "uniform(1,2,3)", "uniform(a,b)", "uniform(1,2",
        "constant()", "constant(1x)", "iota(1)", "zeros(0)", "uniform(1,)"}) {
    CAPTURE(text);
    CHECK_THROWS_WITH_AS(parse_distribution(text), doctest::Contains("is no distribution; use zeros"),
                         std::invalid_argument);
  }
  Tensor t(DType::f32, {4});
  CHECK_THROWS_WITH_AS(fill(t, parse_distribution("integers(3,-3)"), "s"),
                       doctest::Contains("lower one first"), std::invalid_argument);
}

}  // namespace lanewise::reference
