// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Initial values of tensors, the same bytes on every host. Element i of a tensor is a function of the
// named seed and of i alone (a counter through SplitMix64's finaliser), so neither the order of
// filling nor a standard library's distribution can change it.

#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "reference/tensor.h"

namespace lanewise::reference {

enum class Shape : std::uint8_t {
  kZeros,     ///< all bits zero
  kConstant,  ///< `first` everywhere
  kUniform,   ///< real numbers in [first, second), then rounded to the type
  kNormal,    ///< mean `first`, standard deviation `second` (polar method, own logarithm)
  kIntegers,  ///< whole numbers first..second, both included, equally likely
  kIota,      ///< first + second * i
  kUnique,    ///< no value twice, as far as the type has enough values: see fill()
};

struct Distribution {
  Shape shape = Shape::kZeros;
  double first = 0;
  double second = 0;
  bool operator==(const Distribution&) const = default;
};

/// Reads "uniform(-1,1)", "normal(0,1)", "integers(-4,4)", "constant(2.5)", "iota", "iota(0,0.5)",
/// "unique", "zeros". Throws std::invalid_argument that lists these forms.
Distribution parse_distribution(std::string_view text);
/// The inverse: a text that parse_distribution reads back to the same distribution.
std::string to_text(const Distribution& distribution);

/// Fills `tensor`. `seed` is any name, e.g. "case:gemm/argument:A"; equal names give equal values.
///
/// kUnique: floats get values of magnitude below 2 from as few binades as suffice (16 at most, normal
/// values only), integers the whole numbers around zero (from zero if unsigned), in shuffled order. If
/// the tensor has more elements than there are such values they repeat with a prime period, so
/// that neighbours, rows and tiles differ all the same.
void fill(Tensor& tensor, const Distribution& distribution, std::string_view seed);

/// The generator, for tests and for other uses of a named seed: 64 evenly distributed bits.
std::uint64_t seed_from_name(std::string_view name);
std::uint64_t random_bits(std::uint64_t seed, std::uint64_t counter);

}  // namespace lanewise::reference
