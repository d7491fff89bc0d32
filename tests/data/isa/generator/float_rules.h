// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Rules of float instructions that several chapters share, after AMD's pseudocode (CDNA ISA, IEEE mode on).

#pragma once

#include "number.h"
#include "table.h"

namespace tables {

[[nodiscard]] Bits sum(const Format& format, Bits a, Bits b);
[[nodiscard]] Bits difference(const Format& format, Bits a, Bits b);
[[nodiscard]] Bits product(const Format& format, Bits a, Bits b);
[[nodiscard]] Bits fused(const Format& format, Bits a, Bits b, Bits c);
/// v_min and v_max: a signalling NaN is quieted, one quiet NaN gives the other operand, -0 < +0.
[[nodiscard]] Bits least(const Format& format, Bits a, Bits b);
[[nodiscard]] Bits greatest(const Format& format, Bits a, Bits b);
/// Scales by 2^exponent, rounded once.
[[nodiscard]] Bits scaled(const Format& format, Bits a, long exponent);

}  // namespace tables
