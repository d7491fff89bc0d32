// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Triton's causal flash attention (bf16, head dimension 128, grouped key/value heads) on the engine, against
// double under the bound derived at expected_row().

#include <algorithm>
#include <cmath>

#include "tests/simulator/triton/bf16.h"
#include "tests/simulator/triton/triton_kernel.h"

namespace {

using namespace lanewise;
using triton::Bf16;
using triton::Kernel;
using triton::kSetups;
using triton::Setup;
using triton::value_of;

constexpr std::size_t kDimension = 128, kMargin = 128;
constexpr double kUnit = 0x1p-24, kBf16Unit = 0x1p-8, kLn2 = 0.69314718055994530942;

struct Shape {
  std::uint32_t batch, heads, key_heads, length;
};

struct Inputs {
  std::vector<Bf16> q, k, v;
  float scale = 0;  ///< log2(e) / sqrt(128)
};

struct Outputs {
  std::vector<Bf16> o;
  std::vector<float> lse;
};

Outputs attend(const std::string& target, const Shape& s, const Inputs& in, const Setup& setup) {
  Kernel kernel("flash_attn", "flash_attn_fwd_kernel", target);
  const std::size_t rows = std::size_t{s.batch} * s.heads * s.length;
  const auto o = kernel.poisoned((rows + kMargin) * kDimension * 2, "o");
  const auto lse = kernel.poisoned((rows + kMargin) * 4, "lse");
  kernel.argument(kernel.buffer(in.q, "q"))
      .argument(kernel.buffer(in.k, "k"))
      .argument(kernel.buffer(in.v, "v"));
  kernel.argument(o)
      .argument(lse)
      .argument(s.length)
      .argument(s.heads)
      .argument(s.key_heads)
      .argument(in.scale);
  kernel.run({(s.length + 127) / 128, s.batch * s.heads, 1}, 32768, setup);
  return {kernel.read<Bf16>(o, (rows + kMargin) * kDimension), kernel.read<float>(lse, rows + kMargin)};
}

double gamma(double n) { return n * kUnit / (1 - n * kUnit); }

struct Row {
  std::array<double, kDimension> value{}, bound{};
  double lse = 0, lse_bound = 0;
};

/// Row i of one head. With w = scale * (q . k), A = sum |q k|, W = max |w|, u = 2^-24 and B blocks of 64
/// keys:
///   * q . k is off by gamma_128 A, scaling rounds: w is off by scale gamma_130 A + u W;
///   * w - m rounds (2 u W); each new block rescales by 2^(m_old - m_new), whose arguments round by u |m_old
///   - m_new|
///     and sum up to 2 u W since m only grows; each 2^x is off by 1.02 u and each product by u.
///     So every term p is off relatively by d = ln 2 (scale gamma_130 max A + 5 u W) + 3 u (B + 1);
///   * the sum l of n terms is off by d + gamma_n; P is rounded to bf16 (2^-8) and P V sums n products
///   (gamma_n);
///     dividing takes a reciprocal and a product (4 u): relative to V = sum p |v| / l the quotient is off by
///     E = 2^-8 + 2 d + 2 gamma_n + 4 u, to first order; 1 + 2^-6 covers the rest. Rounding to bf16 adds
///     2^-8;
///   * lse = ln 2 (m + log2 l) takes over d + gamma_n, and its own operations round: 6 u (|m| + log2 n).
Row expected_row(const Inputs& in, const Bf16* q, const Bf16* k, const Bf16* v, std::size_t keys) {
  std::vector<double> w(keys);
  double largest_sum = 0, largest = 0, top = -INFINITY;
  for (std::size_t j = 0; j < keys; ++j) {
    double sum = 0, magnitude = 0;
    for (std::size_t d = 0; d < kDimension; ++d) {
      const double product = value_of(q[d]) * value_of(k[j * kDimension + d]);
      sum += product;
      magnitude += std::fabs(product);
    }
    w[j] = sum * in.scale;
    largest_sum = std::max(largest_sum, magnitude);
    largest = std::max(largest, std::fabs(w[j]));
    top = std::max(top, w[j]);
  }
  const double n = static_cast<double>(keys), blocks = std::ceil(n / 64);
  const double term =
      kLn2 * (in.scale * gamma(130) * largest_sum + 5 * kUnit * largest) + 3 * kUnit * (blocks + 1);
  const double relative = (kBf16Unit + 2 * term + 2 * gamma(n) + 4 * kUnit) * (1 + 0x1p-6);
  Row row;
  double total = 0;
  std::array<double, kDimension> magnitude{};
  for (std::size_t j = 0; j < keys; ++j) {
    const double p = std::exp2(w[j] - top);
    total += p;
    for (std::size_t d = 0; d < kDimension; ++d) {
      const double product = p * value_of(v[j * kDimension + d]);
      row.value[d] += product;
      magnitude[d] += std::fabs(product);
    }
  }
  for (std::size_t d = 0; d < kDimension; ++d) {
    row.value[d] /= total;
    const double error = relative * magnitude[d] / total;
    row.bound[d] = error + kBf16Unit * (std::fabs(row.value[d]) + error);
  }
  row.lse = kLn2 * (top + std::log2(total));
  row.lse_bound = term + gamma(n) + 6 * kUnit * (std::fabs(top) + std::log2(n) + 1);
  return row;
}

struct Worst {
  double value = 0, lse = 0;  ///< error over bound
};

Worst compare(const Shape& s, const Inputs& in, const Outputs& out) {
  Worst worst;
  const auto note = [](double& so_far, double error, double bound) {
    if (!(error <= so_far * bound)) so_far = error / bound;  // a NaN stays visible
  };
  for (std::size_t head = 0; head < std::size_t{s.batch} * s.heads; ++head) {
    const std::size_t key_head = head / s.heads * s.key_heads + head % s.heads / (s.heads / s.key_heads);
    const std::size_t keys_at = key_head * s.length * kDimension;
    for (std::size_t i = 0; i < s.length; ++i) {
      const std::size_t at = head * s.length + i;
      const Row row = expected_row(in, in.q.data() + at * kDimension, in.k.data() + keys_at,
                                   in.v.data() + keys_at, i + 1);
      for (std::size_t d = 0; d < kDimension; ++d)
        note(worst.value, std::fabs(value_of(out.o[at * kDimension + d]) - row.value[d]), row.bound[d]);
      note(worst.lse, std::fabs(out.lse[at] - row.lse), row.lse_bound);
    }
  }
  return worst;
}

}  // namespace

TEST_CASE("Triton's flash attention lies within the bound and writes its rows alone") {
  for (const char* target : {"gfx942", "gfx950"}) {
    for (const Shape& s : {Shape{1, 1, 1, 1}, {1, 2, 1, 128}, {2, 2, 2, 65}, {1, 4, 2, 200}}) {
      INFO(target, ": batch ", s.batch, ", heads ", s.heads, "/", s.key_heads, ", length ", s.length);
      const std::size_t rows = std::size_t{s.batch} * s.heads * s.length,
                        keys = std::size_t{s.batch} * s.key_heads * s.length;
      const Inputs in{triton::random_bf16(rows * kDimension, 1, 2),
                      triton::random_bf16(keys * kDimension, 2, 2), triton::random_bf16(keys * kDimension, 3),
                      static_cast<float>(1 / (kLn2 * std::sqrt(128.0)))};
      const Outputs out = attend(target, s, in, kSetups[0]);
      const Worst worst = compare(s, in, out);
      CHECK(worst.value <= 1);
      CHECK(worst.lse <= 1);
      std::size_t written = 0;
      for (std::size_t i = rows * kDimension; i < out.o.size(); ++i)
        written += out.o[i] != triton::kPoisonBf16 ? 1 : 0;
      for (std::size_t i = rows; i < out.lse.size(); ++i) {
        std::uint32_t bits;
        std::memcpy(&bits, &out.lse[i], sizeof bits);
        written += bits != triton::kPoisonWord ? 1 : 0;
      }
      CHECK(written == 0);
      for (const Setup& setup : kSetups) {
        const Outputs again = attend(target, s, in, setup);
        CHECK(again.o == out.o);
        CHECK(std::memcmp(again.lse.data(), out.lse.data(), out.lse.size() * sizeof(float)) == 0);
      }
    }
  }
}
