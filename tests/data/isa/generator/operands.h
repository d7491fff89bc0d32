// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The operands that the tables try: for floats the same list in every format (normal, +-0, denormal, ties,
// overflow, NaNs with payload), for integers wrap-around, sign changes and shift amounts beyond the width.

#pragma once

#include "number.h"
#include "table.h"

namespace tables {

/// Named numbers of a format.
struct Numbers {
  explicit Numbers(const Format& f)
      : format(f),
        smallest(1),
        largest_denormal((Bits{1} << (f.precision - 1)) - 1),
        smallest_normal(Bits{1} << (f.precision - 1)),
        largest(f.infinity() - 1),
        infinity(f.infinity()),
        quiet(f.infinity() | f.quiet_bit() | (0x5a & (f.quiet_bit() - 1))),
        signalling(f.infinity() | (0x15 & (f.quiet_bit() - 1))) {}
  [[nodiscard]] Bits of(double value) const { return pattern(format, value); }
  [[nodiscard]] Bits minus(Bits x) const { return x | format.sign(); }

  Format format;
  Bits smallest, largest_denormal, smallest_normal, largest, infinity, quiet, signalling;
};

[[nodiscard]] std::vector<Tuple> float_singles(const Format& format);
[[nodiscard]] std::vector<Tuple> float_pairs(const Format& format);
[[nodiscard]] std::vector<Tuple> float_triples(const Format& format);

/// Pairs and triples of integers of `bits` bits.
[[nodiscard]] std::vector<Tuple> integer_singles(int bits);
[[nodiscard]] std::vector<Tuple> integer_pairs(int bits);
[[nodiscard]] std::vector<Tuple> integer_triples(int bits);

/// All of `lists` in turn.
[[nodiscard]] std::vector<Tuple> joined(std::initializer_list<std::vector<Tuple>> lists);
/// `tuple` with its operands put through every order given, e.g. {1, 0} swaps a pair.
[[nodiscard]] std::vector<Tuple> reordered(const std::vector<Tuple>& tuples,
                                           const std::vector<std::size_t>& order);

}  // namespace tables
