// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Bit patterns to MPFR numbers and back.

#include "number.h"

namespace tables {

namespace {

long bias(const Format& format) { return (1L << (format.bits - format.precision - 1)) - 1; }

Bits encode(const Format& format, const Real& value) {
  const Bits sign = mpfr_signbit(value) ? format.sign() : 0;
  if (mpfr_nan_p(value)) return format.created_nan();
  if (mpfr_inf_p(value)) return sign | format.infinity();
  if (mpfr_zero_p(value)) return sign;
  const long biased = mpfr_get_exp(value) - 1 + bias(format);
  // The significand as an integer: of `precision` bits for normal numbers, in denormal units below.
  const long lowest =
      biased >= 1 ? mpfr_get_exp(value) - format.precision : 2 - bias(format) - format.precision;
  Real scaled(format.precision);
  mpfr_abs(scaled, value, MPFR_RNDN);
  mpfr_mul_2si(scaled, scaled, -lowest, MPFR_RNDN);
  const Bits significand = mpfr_get_uj(scaled, MPFR_RNDN);
  if (biased < 1) return sign | significand;
  return sign | (static_cast<Bits>(biased) << (format.precision - 1)) |
         (significand & ((Bits{1} << (format.precision - 1)) - 1));
}

}  // namespace

Real::Real(const Format& format, Bits bits) {
  mpfr_init2(value_, format.precision);
  const int sign = format.is_negative(bits) ? -1 : 1;
  if (format.is_nan(bits) || format.is_infinite(bits) || format.is_zero(bits)) {
    if (format.is_nan(bits))
      mpfr_set_nan(value_);
    else if (format.is_infinite(bits))
      mpfr_set_inf(value_, sign);
    else
      mpfr_set_zero(value_, sign);
    return;
  }
  const long exponent = format.exponent(bits);
  Bits significand = bits & ((Bits{1} << (format.precision - 1)) - 1);
  if (exponent != 0) significand |= Bits{1} << (format.precision - 1);
  mpfr_set_uj_2exp(value_, significand,
                   (exponent == 0 ? 1 : exponent) - bias(format) - (format.precision - 1), MPFR_RNDN);
  if (sign < 0) mpfr_neg(value_, value_, MPFR_RNDN);
}

Bits rounded(const Format& format, const Operation& operation, mpfr_rnd_t direction) {
  Real result(format.precision);
  const int ternary = operation(result, direction);
  const mpfr_exp_t emin = mpfr_get_emin(), emax = mpfr_get_emax();
  mpfr_set_emin(format.emin);
  mpfr_set_emax(format.emax);
  mpfr_subnormalize(result, mpfr_check_range(result, ternary, direction), direction);
  mpfr_set_emin(emin);
  mpfr_set_emax(emax);
  return encode(format, result);
}

Bits pattern(const Format& format, double value) {
  return rounded(format, [&](mpfr_ptr r, mpfr_rnd_t direction) { return mpfr_set_d(r, value, direction); });
}

Bits converted(const Format& from, const Format& to, Bits bits, mpfr_rnd_t direction) {
  if (from.is_nan(bits)) {
    const Bits payload = bits & ((Bits{1} << (from.precision - 1)) - 1);
    const int shift = to.precision - from.precision;
    const Bits moved = shift >= 0 ? payload << shift : payload >> -shift;
    return (from.is_negative(bits) ? to.sign() : 0) | to.infinity() | to.quiet_bit() | moved;
  }
  const Real value(from, bits);
  return rounded(to, [&](mpfr_ptr r, mpfr_rnd_t d) { return mpfr_set(r, value, d); }, direction);
}

std::optional<Bits> nan_operand(const Format& format, std::initializer_list<Bits> operands) {
  for (const Bits operand : operands) {
    if (format.is_nan(operand)) return operand | format.quiet_bit();
  }
  return std::nullopt;
}

int compare(const Format& format, Bits a, Bits b) {
  const int order = mpfr_cmp(Real(format, a), Real(format, b));
  return order < 0 ? -1 : (order > 0 ? 1 : 0);
}

}  // namespace tables
