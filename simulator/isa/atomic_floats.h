// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Floating-point read-modify-write functions of the memory and LDS atomics.

#pragma once

#include "simulator/isa/arithmetic.h"

namespace lanewise::isa::LANEWISE_ISA_BUILD {

inline pair_half add_halves(pair_half a, pair_half b) {
  return {pack_halves(add_f16(f16{static_cast<u16>(a.bits)}, f16{static_cast<u16>(b.bits)}),
                      add_f16(f16{static_cast<u16>(a.bits >> 16)}, f16{static_cast<u16>(b.bits >> 16)}))};
}
inline pair16 add_bf16(pair16 a, pair16 b) {
  const auto part = [](u32 bits) { return convert_bf16(static_cast<u16>(bits)); };
  return {bf16_bits(part(a.bits) + part(b.bits)) |
          (static_cast<u32>(bf16_bits(part(a.bits >> 16) + part(b.bits >> 16))) << 16)};
}

/// The manual's comparison: a NaN on either side leaves memory as it is.
template <class T>
inline T atomic_min_float(T old, T x) {
  return x < old ? x : old;
}
template <class T>
inline T atomic_max_float(T old, T x) {
  return x > old ? x : old;
}

}  // namespace lanewise::isa::LANEWISE_ISA_BUILD
