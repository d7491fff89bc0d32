// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// bf16 as raw bits, for the tests of Triton's kernels.

#pragma once

#include <cstdint>
#include <cstring>
#include <random>
#include <vector>

namespace lanewise::triton {

using Bf16 = std::uint16_t;
inline constexpr Bf16 kPoisonBf16 = 0xffff;

inline double value_of(Bf16 bits) {
  const std::uint32_t word = static_cast<std::uint32_t>(bits) << 16;
  float x;
  std::memcpy(&x, &word, sizeof x);
  return x;
}

/// Multiples of scale / 128 between -scale and scale (a power of two): exact in bf16.
inline std::vector<Bf16> random_bf16(std::size_t count, std::uint32_t seed, float scale = 1) {
  std::mt19937 random(seed);
  std::vector<Bf16> values(count);
  for (Bf16& x : values) {
    const float number = static_cast<float>(static_cast<int>(random() % 255) - 127) * scale / 128;
    std::uint32_t word;
    std::memcpy(&word, &number, sizeof word);
    x = static_cast<Bf16>(word >> 16);
  }
  return values;
}

}  // namespace lanewise::triton
