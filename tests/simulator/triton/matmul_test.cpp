// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Triton's bf16 matmul on the engine, against double. Bound, with S = sum |a b| and u = 2^-24: products of
// bf16 are exact in f32; K additions in any order are off by gamma_K S, gamma_K = K u / (1 - K u) (Higham,
// lemma 3.1); rounding to bf16 adds 2^-8 of the rounded value.

#include <cmath>

#include "tests/simulator/triton/bf16.h"
#include "tests/simulator/triton/triton_kernel.h"

namespace {

using namespace lanewise;
using triton::Bf16;
using triton::Kernel;
using triton::kSetups;
using triton::random_bf16;
using triton::Setup;
using triton::value_of;

struct Shape {
  std::uint32_t m, n, k, stride_a, stride_b, stride_c;
};

std::vector<Bf16> multiply(const std::string& target, const Shape& s, const std::vector<Bf16>& a,
                           const std::vector<Bf16>& b, const Setup& setup) {
  Kernel kernel("matmul", "matmul_kernel", target);
  const std::size_t elements = std::size_t{s.m} * s.stride_c;
  const auto c = kernel.poisoned(elements * 2, "c");
  kernel.argument(kernel.buffer(a, "a")).argument(kernel.buffer(b, "b")).argument(c);
  for (const std::uint32_t value : {s.m, s.n, s.k, s.stride_a, s.stride_b, s.stride_c})
    kernel.argument(value);
  kernel.run({(s.m + 127) / 128 * ((s.n + 127) / 128), 1, 1}, 32768, setup);
  return kernel.read<Bf16>(c, elements);
}

}  // namespace

TEST_CASE("Triton's matmul lies within the bound and writes its rows alone") {
  for (const char* target : {"gfx942", "gfx950"}) {
    for (const Shape& s : {Shape{128, 128, 64, 64, 128, 128},
                           {128, 128, 192, 192, 128, 128},
                           {144, 272, 80, 96, 288, 304},
                           {16, 16, 16, 16, 16, 32}}) {
      INFO(target, ": ", s.m, " x ", s.n, " x ", s.k);
      const auto a = random_bf16(std::size_t{s.m} * s.stride_a, 1),
                 b = random_bf16(std::size_t{s.k} * s.stride_b, 2);
      const auto c = multiply(target, s, a, b, kSetups[0]);
      const double gamma = s.k * 0x1p-24 / (1 - s.k * 0x1p-24);
      double worst = 0;
      std::size_t written = 0;
      for (std::uint32_t i = 0; i < s.m; ++i) {
        for (std::uint32_t j = 0; j < s.n; ++j) {
          double sum = 0, magnitude = 0;
          for (std::uint32_t k = 0; k < s.k; ++k) {
            const double product =
                value_of(a[std::size_t{i} * s.stride_a + k]) * value_of(b[std::size_t{k} * s.stride_b + j]);
            sum += product;
            magnitude += std::fabs(product);
          }
          const double bound = gamma * magnitude + 0x1p-8 * (std::fabs(sum) + gamma * magnitude);
          const double error = std::fabs(value_of(c[std::size_t{i} * s.stride_c + j]) - sum);
          if (!(error <= worst * bound)) worst = error / bound;
        }
        for (std::uint32_t j = s.n; j < s.stride_c; ++j)
          written += c[std::size_t{i} * s.stride_c + j] != triton::kPoisonBf16 ? 1 : 0;
      }
      CHECK(worst <= 1);
      CHECK(written == 0);
      for (const Setup& setup : kSetups) CHECK(multiply(target, s, a, b, setup) == c);
    }
  }
}
