// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Triton's vector_add and softmax on the engine, for both targets, at one and two threads and in both builds
// of the handlers. Expected values are computed here: vector_add is one IEEE addition, so its bits are known;
// softmax is compared with double under a bound that is derived at softmax_bound().

#include <cmath>
#include <random>

#include "tests/simulator/triton/triton_kernel.h"

namespace {

using namespace lanewise;
using triton::Kernel;
using triton::kPoisonWord;
using triton::kSetups;
using triton::Setup;

constexpr double kUnit = 0x1p-24;  ///< unit roundoff of f32
constexpr std::uint32_t kBlock = 1024;

std::uint32_t bits_of(float x) {
  std::uint32_t bits;
  std::memcpy(&bits, &x, sizeof bits);
  return bits;
}

std::vector<float> uniform(std::size_t count, float low, float high, std::uint32_t seed) {
  std::mt19937 random(seed);
  std::vector<float> values(count);
  for (float& x : values) x = low + (high - low) * std::ldexp(static_cast<float>(random() >> 8), -24);
  return values;
}

std::vector<std::uint32_t> vector_add(const std::string& target, const std::vector<float>& x,
                                      const std::vector<float>& y, const Setup& setup) {
  Kernel kernel("vector_add", "vector_add_kernel", target);
  const auto n = static_cast<std::uint32_t>(x.size());
  const auto out = kernel.poisoned((n + kBlock) * 4, "out");
  kernel.argument(kernel.buffer(x, "x")).argument(kernel.buffer(y, "y")).argument(out).argument(n);
  kernel.run({(n + kBlock - 1) / kBlock, 1, 1}, 0, setup);
  return kernel.read<std::uint32_t>(out, n + kBlock);
}

struct Rows {
  std::uint32_t rows, columns, stride;
};

std::vector<float> softmax(const std::string& target, const std::vector<float>& x, const Rows& shape,
                           const Setup& setup) {
  Kernel kernel("softmax", "softmax_kernel", target);
  const std::size_t elements = std::size_t{shape.rows} * shape.stride;
  const auto y = kernel.poisoned(elements * 4, "y");
  kernel.argument(kernel.buffer(x, "x")).argument(y).argument(shape.stride).argument(shape.columns);
  kernel.run({shape.rows, 1, 1}, 16, setup);
  return kernel.read<float>(y, elements);
}

struct Softmax {
  std::vector<double> value, bound;
};

/// One row in double, and how far f32 may be from it. With u = 2^-24 and z = x - max, w = z log2(e):
///   * z is rounded (u), the constant log2(e) is rounded (u), the product is rounded (u): w is off by at most
///     |w| 3.01 u, so 2^w relatively by ln 2 |w| 3.01 u;
///   * exp2 is off by 0.51 ulp (1.02 u); below 2^-126 it is rescaled and rounded again: 2^-149 more.
///     So term j is off by d_j = ln 2 |w_j| 3.01 u + 1.02 u, relatively;
///   * the sum of n positive terms, in any order, adds gamma_n = n u / (1 - n u), and takes over the mean of
///   d_j
///     weighted by the terms themselves, D = sum p_j d_j;
///   * the division is rounded (u).
/// Quotients of these factors are bounded to first order; 1 + 2^-10 covers the products of the small terms.
Softmax softmax_bound(const float* x, std::size_t n) {
  double largest = x[0];
  for (std::size_t i = 1; i < n; ++i) largest = std::fmax(largest, x[i]);
  Softmax row{std::vector<double>(n), std::vector<double>(n)};
  std::vector<double> term_error(n);
  double sum = 0, mean_error = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const double z = x[i] - largest;
    row.value[i] = std::exp(z);
    term_error[i] = std::fabs(z) * 3.01 * kUnit + 1.02 * kUnit;
    sum += row.value[i];
  }
  for (std::size_t i = 0; i < n; ++i) {
    row.value[i] /= sum;
    mean_error += row.value[i] * term_error[i];
  }
  const double count = static_cast<double>(n);
  const double gamma = count * kUnit / (1 - count * kUnit);
  for (std::size_t i = 0; i < n; ++i) {
    row.bound[i] = row.value[i] * (term_error[i] + mean_error + gamma + kUnit) * (1 + 0x1p-10) + 0x1p-148;
  }
  return row;
}

}  // namespace

TEST_CASE("Triton's vector_add adds exactly n elements") {
  for (const char* target : {"gfx942", "gfx950"}) {
    for (const std::uint32_t n : {1u, 63u, 64u, 1000u, 1023u, 1024u, 1025u, 5000u}) {
      const auto x = uniform(n, -100, 100, 1), y = uniform(n, -0.1f, 0.1f, 2);
      for (const Setup& setup : kSetups) {
        INFO(target, ", n = ", n, ", threads ", setup.threads, ", scalar build ", setup.scalar_build);
        const auto out = vector_add(target, x, y, setup);
        std::size_t wrong = 0, written = 0;
        for (std::size_t i = 0; i < n; ++i) wrong += out[i] != bits_of(x[i] + y[i]) ? 1 : 0;
        for (std::size_t i = n; i < out.size(); ++i) written += out[i] != kPoisonWord ? 1 : 0;
        CHECK(wrong == 0);
        CHECK(written == 0);
      }
    }
  }
}

TEST_CASE("Triton's softmax lies within the derived bound and writes its rows alone") {
  for (const char* target : {"gfx942", "gfx950"}) {
    for (const Rows& shape : {Rows{1, 1, 16},
                              {3, 63, 64},
                              {3, 64, 64},
                              {2, 257, 512},
                              {4, 1000, 1008},
                              {5, 1024, 1024},
                              {2, 1024, 1536}}) {
      for (const float range : {1.0f, 80.0f}) {
        INFO(target, ": ", shape.rows, " x ", shape.columns, ", stride ", shape.stride, ", range ", range);
        const auto x = uniform(std::size_t{shape.rows} * shape.stride, -range, range, shape.columns);
        const auto y = softmax(target, x, shape, kSetups[0]);
        double worst = 0;
        std::size_t written = 0;
        for (std::uint32_t r = 0; r < shape.rows; ++r) {
          const std::size_t first = std::size_t{r} * shape.stride;
          const Softmax expected = softmax_bound(x.data() + first, shape.columns);
          for (std::uint32_t c = 0; c < shape.columns; ++c) {
            const double ratio = std::fabs(y[first + c] - expected.value[c]) / expected.bound[c];
            if (!(ratio <= worst)) worst = ratio;  // a NaN counts
          }
          for (std::uint32_t c = shape.columns; c < shape.stride; ++c)
            written += bits_of(y[first + c]) != kPoisonWord ? 1 : 0;
        }
        CHECK(worst <= 1);
        CHECK(written == 0);
        for (const Setup& setup : kSetups) {
          const auto again = softmax(target, x, shape, setup);
          CHECK(std::memcmp(again.data(), y.data(), y.size() * sizeof(float)) == 0);
        }
      }
    }
  }
}
