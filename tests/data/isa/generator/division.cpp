// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// v_div_scale, v_div_fmas, v_div_fixup after AMD's pseudocode, read as follows where it is loose:
//   "1.0 / S1 is denormal" is judged in the instruction's own format, as v_div_scale_f64 spells it;
//   "S2 / S1 is denormal" holds also where the quotient rounds to 0;
//   "S0 == S1" compares the operand values;
//   where 1/denominator and the quotient are denormal, the denominator is scaled *down*: up, as the text has
//   it, would make it infinite;
//   v_div_fixup overflows where "exponent(S1) = 255", which its earlier cases exclude: read as S0's, the
//   quotient's; v_div_fmas multiplies by a constant (2^32, 2^64) there; a constant cannot undo v_div_scale's
//   2^64 (2^128) in both directions. Its masked rows here scale by 2^64 (2^128) upwards when the quotient of
//   the scaled operands is at least 1, downwards below, rounded once. The whole LLVM expansion is compared
//   with IEEE division elsewhere, which is what decides.

#include "chapters.h"
#include "float_rules.h"
#include "operands.h"

namespace tables {

namespace {

struct Steps {
  long step, gap, tiny, underflow;
};
constexpr Steps kSteps32{64, 96, 23, -150}, kSteps64{128, 768, 53, -1075};

Bits quotient(const Format& f, Bits a, Bits b) {
  const Real x(f, a), y(f, b);
  return rounded(f, [&](mpfr_ptr r, mpfr_rnd_t d) { return mpfr_div(r, x, y, d); });
}

Result scale(const Format& f, const Steps& s, const Tuple& x) {
  const Bits value = x[0], denominator = x[1], numerator = x[2];
  if (f.is_zero(numerator) || f.is_zero(denominator)) return {f.created_nan(), false};
  const bool scales_denominator = value == denominator, scales_numerator = value == numerator;
  if (f.exponent(numerator) - f.exponent(denominator) >= s.gap)
    return {scales_denominator ? scaled(f, value, s.step) : value, true};
  if (f.is_denormal(denominator)) return {scaled(f, value, s.step), false};
  const bool small_reciprocal = f.is_denormal(quotient(f, pattern(f, 1.0), denominator));
  const bool small_quotient = f.exponent(quotient(f, numerator, denominator)) == 0;
  if (small_reciprocal && small_quotient)
    return {scales_denominator ? scaled(f, value, -s.step) : value, true};
  if (small_reciprocal) return {scaled(f, value, -s.step), false};
  if (small_quotient) return {scales_numerator ? scaled(f, value, s.step) : value, true};
  if (f.exponent(numerator) <= s.tiny) return {scaled(f, value, s.step), false};
  return {value, false};
}

Bits fixup(const Format& f, long underflow, const Tuple& x) {
  const Bits value = x[0], denominator = x[1], numerator = x[2];
  const Bits sign = (denominator ^ numerator) & f.sign();
  if (const auto nan = nan_operand(f, {numerator, denominator})) return *nan;
  const bool zero_by_zero = f.is_zero(denominator) && f.is_zero(numerator);
  if (zero_by_zero || (f.is_infinite(denominator) && f.is_infinite(numerator)))
    return f.sign() | f.created_nan();
  if (f.is_zero(denominator) || f.is_infinite(numerator)) return sign | f.infinity();
  if (f.is_infinite(denominator) || f.is_zero(numerator)) return sign;
  if (f.bits > 16 && f.exponent(numerator) - f.exponent(denominator) < underflow) return sign;
  if (f.bits > 16 && f.exponent(value) == f.exponent(f.infinity())) return sign | f.infinity();
  return sign | (value & ~f.sign());
}

void rows_of(Table& t, const Format& f, const Steps& s, const std::string& type) {
  const Numbers n(f);
  const int d = f.bits / 4;
  const std::vector<Tuple> quotients = {// {denominator, numerator}
                                        {n.of(3.0), n.of(1.0)},
                                        {n.of(0.0), n.of(1.0)},
                                        {n.of(-7.0), n.of(0.0)},
                                        {n.smallest_normal, n.largest},
                                        {n.largest, n.smallest_normal},
                                        {n.smallest, n.of(1.0)},
                                        {n.largest_denormal, n.smallest},
                                        {n.largest, n.largest},
                                        {n.minus(n.largest), n.of(1.0)},
                                        {n.of(1.5), n.smallest},
                                        {n.of(1.0), n.smallest_normal},
                                        {n.of(3.0), n.smallest_normal},
                                        {n.of(2.0), n.largest}};
  std::vector<Tuple> scales;
  for (const Tuple& q : quotients) scales.push_back({q[0], q[0], q[1]}), scales.push_back({q[1], q[0], q[1]});
  t.add("v_div_scale_" + type, {{d, d, d}, d}, scales, [&](const Tuple& x) { return scale(f, s, x); });

  std::vector<Tuple> sums;
  for (const Tuple& x : float_triples(f)) sums.push_back({0, x[0], x[1], x[2]});
  const double up = f.bits == 32 ? 0x1.8p40 : 0x1.8p400, down = f.bits == 32 ? 0x1.8p-70 : 0x1.8p-940;
  const double tie = f.bits == 32 ? 0x1.4p-84 : 0x1.4p-945;  // 2.5 smallest denormals once scaled down
  for (const double c : {up, -up, down, -down, tie, -tie}) {
    sums.push_back({1, n.of(0.0), n.of(1.0), n.of(c)});
    sums.push_back({1, n.of(c * 0x1p-60), n.of(0.5), n.of(c)});
    sums.push_back({1, n.of(-c * 0x1p-60), n.of(0.5), n.of(c)});
  }
  t.add("v_div_fmas_" + type, {{1, d, d, d}, d}, sums, [&](const Tuple& x) -> Result {
    if (x[0] == 0) return fused(f, x[1], x[2], x[3]);
    const Real a(f, x[1]), b(f, x[2]), c(f, x[3]);
    const long step = mpfr_cmpabs_ui(c, 1) >= 0 ? s.step : -s.step;
    // Exact, then scaled and rounded once.
    Real wide(4096);
    mpfr_fma(wide, a, b, c, MPFR_RNDN);
    return rounded(f,
                   [&](mpfr_ptr r, mpfr_rnd_t direction) { return mpfr_mul_2si(r, wide, step, direction); });
  });
}

void fixups(Table& t, const Format& f, long underflow, const std::string& type) {
  const Numbers n(f);
  const int d = f.bits / 4;
  std::vector<Tuple> list;
  for (const Tuple& q : float_pairs(f)) list.push_back({n.of(1.25), q[0], q[1]});
  for (const Tuple& q : {Tuple{n.of(0.0), n.of(-0.0)},
                         {n.infinity, n.minus(n.infinity)},
                         {n.of(-0.0), n.of(5.0)},
                         {n.of(5.0), n.infinity},
                         {n.minus(n.infinity), n.of(5.0)},
                         {n.of(-5.0), n.of(0.0)},
                         {n.largest, n.smallest},
                         {n.minus(n.largest), n.smallest_normal},
                         {n.smallest, n.largest}}) {
    list.push_back({n.minus(n.of(3.0)), q[0], q[1]});
  }
  list.push_back({n.quiet, n.of(1.0), n.of(1.0)});
  t.add("v_div_fixup_" + type, {{d, d, d}, d}, list, [&](const Tuple& x) { return fixup(f, underflow, x); });
}

}  // namespace

void division_rows(Table& t) {
  rows_of(t, kF32, kSteps32, "f32");
  rows_of(t, kF64, kSteps64, "f64");
  fixups(t, kF16, 0, "f16");
  fixups(t, kF32, kSteps32.underflow, "f32");
  fixups(t, kF64, kSteps64.underflow, "f64");
}

}  // namespace tables
