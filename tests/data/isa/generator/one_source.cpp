// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// VOP1 without conversions and transcendentals. Rounding by MPFR's integer functions; fract after LLVM's
// reading of it (x - floor(x), kept below one: AMDGPUCodeGenPrepare matches min(x - floor(x), 1 - ulp));
// frexp after the constant folder of llvm.amdgcn.frexp.* (denormals are normalised, 0 has exponent 0).

#include <cstdint>

#include "chapters.h"
#include "operands.h"

namespace tables {

namespace {

Bits leading_zeros(Bits x, int bits, bool skip_sign) {
  const Bits sign = (x >> (bits - 1)) & 1;
  const Bits wanted = skip_sign ? 1 - sign : 1;
  for (int i = 0; i < bits; ++i) {
    if (((x >> (bits - 1 - i)) & 1) == wanted) return static_cast<Bits>(i);
  }
  return 0xffffffff;
}
Bits trailing_zeros(Bits x, int bits) {
  for (int i = 0; i < bits; ++i) {
    if ((x >> i) & 1) return static_cast<Bits>(i);
  }
  return 0xffffffff;
}
Bits reversed(Bits x, int bits) {
  Bits r = 0;
  for (int i = 0; i < bits; ++i) r |= ((x >> i) & 1) << (bits - 1 - i);
  return r;
}
Bits saturated_byte(Bits half) {
  const int value = static_cast<std::int16_t>(half);
  return static_cast<Bits>(value <= 0 ? 0 : (value >= 255 ? 255 : value));
}

void bit_rows(Table& t) {
  const auto words = integer_singles(32);
  const Digits one{{8}, 8};
  for (const char* name : {"v_mov_b32", "v_accvgpr_mov_b32", "v_accvgpr_read_b32", "v_accvgpr_write_b32"}) {
    t.add(name, one, words, [](const Tuple& x) { return x[0]; });
  }
  t.add("v_mov_b64", {{16}, 16}, integer_singles(64), [](const Tuple& x) { return x[0]; });
  t.add("v_not_b32", one, words, [](const Tuple& x) { return ~x[0] & 0xffffffff; });
  t.add("v_bfrev_b32", one, words, [](const Tuple& x) { return reversed(x[0], 32); });
  t.add("v_ffbh_u32", one, words, [](const Tuple& x) { return leading_zeros(x[0], 32, false); });
  t.add("v_ffbl_b32", one, words, [](const Tuple& x) { return trailing_zeros(x[0], 32); });
  t.add("v_ffbh_i32", one, words, [](const Tuple& x) { return leading_zeros(x[0], 32, true); });
  const std::vector<Tuple> halves = {{0x00000000}, {0x00ff0100}, {0x01007fff},
                                     {0x8000ffff}, {0x0001007f}, {0x00fe0080}};
  t.add("v_sat_pk_u8_i16", one, halves,
        [](const Tuple& x) { return saturated_byte(x[0] & 0xffff) | (saturated_byte(x[0] >> 16) << 8); });
  t.add("v_prng_b32", one, words,
        [](const Tuple& x) { return ((x[0] << 1) ^ ((x[0] >> 31) ? 197 : 0)) & 0xffffffff; });
}

using Rounding = int (*)(mpfr_ptr, mpfr_srcptr);

void rounding_row(Table& t, const std::string& name, const Format& f, Rounding rounding) {
  t.add(name, {{f.bits / 4}, f.bits / 4}, float_singles(f), [&](const Tuple& x) -> Result {
    if (const auto nan = nan_operand(f, {x[0]})) return *nan;
    const Real value(f, x[0]);
    return rounded(f, [&](mpfr_ptr r, mpfr_rnd_t) { return rounding(r, value) * 0; });
  });
}

Result fraction(const Format& f, Bits x) {
  if (const auto nan = nan_operand(f, {x})) return *nan;
  if (f.is_infinite(x)) return f.created_nan();
  const Real value(f, x);
  Real floor(f.precision);
  mpfr_floor(floor, value);
  const Bits r = rounded(f, [&](mpfr_ptr out, mpfr_rnd_t d) { return mpfr_sub(out, value, floor, d); });
  const Bits one = pattern(f, 1.0);
  return r == one ? one - 1 : r;
}

/// {mantissa in [0.5, 1), exponent} of a number.
std::pair<Bits, long> split(const Format& f, Bits x) {
  if (const auto nan = nan_operand(f, {x})) return {*nan, 0};
  if (f.is_infinite(x) || f.is_zero(x)) return {x, 0};
  const Real value(f, x);
  const long exponent = mpfr_get_exp(value);
  return {rounded(f, [&](mpfr_ptr r, mpfr_rnd_t d) { return mpfr_mul_2si(r, value, -exponent, d); }),
          exponent};
}

void float_rows(Table& t, const Format& f, const std::string& type) {
  rounding_row(t, "v_trunc_" + type, f, [](mpfr_ptr r, mpfr_srcptr x) { return mpfr_trunc(r, x); });
  rounding_row(t, "v_ceil_" + type, f, [](mpfr_ptr r, mpfr_srcptr x) { return mpfr_ceil(r, x); });
  rounding_row(t, "v_floor_" + type, f, [](mpfr_ptr r, mpfr_srcptr x) { return mpfr_floor(r, x); });
  rounding_row(t, "v_rndne_" + type, f, [](mpfr_ptr r, mpfr_srcptr x) { return mpfr_roundeven(r, x); });
  const Numbers n(f);
  const auto singles = joined({float_singles(f), {{n.minus(n.smallest)}, {n.of(-2.25)}, {n.of(511.75)}}});
  t.add("v_fract_" + type, {{f.bits / 4}, f.bits / 4}, singles,
        [&](const Tuple& x) { return fraction(f, x[0]); });
  t.add("v_frexp_mant_" + type, {{f.bits / 4}, f.bits / 4}, singles,
        [&](const Tuple& x) { return split(f, x[0]).first; });
  const bool half = f.bits == 16;
  t.add(half ? "v_frexp_exp_i16_f16" : "v_frexp_exp_i32_" + type, {{f.bits / 4}, half ? 4 : 8}, singles,
        [&](const Tuple& x) { return static_cast<Bits>(split(f, x[0]).second); });
}

}  // namespace

void one_source_rows(Table& t) {
  bit_rows(t);
  float_rows(t, kF16, "f16");
  float_rows(t, kF32, "f32");
  float_rows(t, kF64, "f64");
}

}  // namespace tables
