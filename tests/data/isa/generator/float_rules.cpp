// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Float rules by MPFR; the order of the tests in least() and greatest() is that of V_MIN_F32 and V_MAX_F32.

#include "float_rules.h"

namespace tables {

Bits sum(const Format& f, Bits a, Bits b) {
  if (const auto nan = nan_operand(f, {a, b})) return *nan;
  const Real x(f, a), y(f, b);
  return rounded(f, [&](mpfr_ptr r, mpfr_rnd_t d) { return mpfr_add(r, x, y, d); });
}

Bits difference(const Format& f, Bits a, Bits b) {
  if (const auto nan = nan_operand(f, {a, b})) return *nan;
  const Real x(f, a), y(f, b);
  return rounded(f, [&](mpfr_ptr r, mpfr_rnd_t d) { return mpfr_sub(r, x, y, d); });
}

Bits product(const Format& f, Bits a, Bits b) {
  if (const auto nan = nan_operand(f, {a, b})) return *nan;
  const Real x(f, a), y(f, b);
  return rounded(f, [&](mpfr_ptr r, mpfr_rnd_t d) { return mpfr_mul(r, x, y, d); });
}

Bits fused(const Format& f, Bits a, Bits b, Bits c) {
  if (const auto nan = nan_operand(f, {a, b, c})) return *nan;
  const Real x(f, a), y(f, b), z(f, c);
  return rounded(f, [&](mpfr_ptr r, mpfr_rnd_t d) { return mpfr_fma(r, x, y, z, d); });
}

Bits least(const Format& f, Bits a, Bits b) {
  if (f.is_signalling(a)) return a | f.quiet_bit();
  if (f.is_signalling(b)) return b | f.quiet_bit();
  if (f.is_nan(a)) return b;
  if (f.is_nan(b)) return a;
  if (f.is_zero(a) && f.is_zero(b)) return f.is_negative(a) ? a : b;
  return compare(f, a, b) < 0 ? a : b;
}

Bits greatest(const Format& f, Bits a, Bits b) {
  if (f.is_signalling(a)) return a | f.quiet_bit();
  if (f.is_signalling(b)) return b | f.quiet_bit();
  if (f.is_nan(a)) return b;
  if (f.is_nan(b)) return a;
  if (f.is_zero(a) && f.is_zero(b)) return f.is_negative(a) ? b : a;
  return compare(f, a, b) >= 0 ? a : b;
}

Bits scaled(const Format& f, Bits a, long exponent) {
  if (const auto nan = nan_operand(f, {a})) return *nan;
  const Real x(f, a);
  return rounded(f, [&](mpfr_ptr r, mpfr_rnd_t d) { return mpfr_mul_2si(r, x, exponent, d); });
}

}  // namespace tables
