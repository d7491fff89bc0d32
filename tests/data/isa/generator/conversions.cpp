// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// v_cvt_*, v_pack: MPFR rounds. Floats become integers towards zero and saturate, NaN gives 0 (LLVM selects
// these instructions for fptosi.sat and fptoui.sat). v_cvt_rpi adds 0.5 in f32 and then takes the floor, as
// AMD's pseudocode and LLVM's pattern both say: 0.49999997 becomes 1.

#include <climits>

#include "chapters.h"
#include "operands.h"

namespace tables {

namespace {

/// Towards zero into [low, high].
Bits to_integer(const Format& f, Bits x, long long low, long long high) {
  if (f.is_nan(x)) return 0;
  const Real value(f, x);
  if (mpfr_cmp_si(value, low) < 0) return static_cast<Bits>(low);
  if (mpfr_cmp_si(value, high) > 0) return static_cast<Bits>(high);
  return static_cast<Bits>(mpfr_get_sj(value, MPFR_RNDZ));
}

std::vector<Tuple> near_limits(const Format& f) {
  const Numbers n(f);
  std::vector<Tuple> list = float_singles(f);
  for (const double x :
       {2147483647.0, 2147483648.0, -2147483648.0, -2147483904.0, 4294967295.0, 4294967296.0, 1e10, -1e10,
        255.99, -0.99, 65534.0, 65535.0, 65536.0, 32767.0, 32768.0, -32768.0, -32769.0}) {
    list.push_back({n.of(x)});
  }
  return list;
}

void to_integers(Table& t) {
  const Digits from32{{8}, 8}, from64{{16}, 8}, from16{{4}, 4};
  t.add("v_cvt_u32_f32", from32, near_limits(kF32),
        [](const Tuple& x) { return to_integer(kF32, x[0], 0, UINT_MAX); });
  t.add("v_cvt_i32_f32", from32, near_limits(kF32),
        [](const Tuple& x) { return to_integer(kF32, x[0], INT_MIN, INT_MAX); });
  t.add("v_cvt_u32_f64", from64, near_limits(kF64),
        [](const Tuple& x) { return to_integer(kF64, x[0], 0, UINT_MAX); });
  t.add("v_cvt_i32_f64", from64, near_limits(kF64),
        [](const Tuple& x) { return to_integer(kF64, x[0], INT_MIN, INT_MAX); });
  t.add("v_cvt_u16_f16", from16, near_limits(kF16),
        [](const Tuple& x) { return to_integer(kF16, x[0], 0, 65535); });
  t.add("v_cvt_i16_f16", from16, near_limits(kF16),
        [](const Tuple& x) { return to_integer(kF16, x[0], -32768, 32767); });
  const auto floor_of = [](Bits x) -> Bits {
    if (kF32.is_nan(x)) return 0;
    const Real value(kF32, x);
    return to_integer(kF32, rounded(kF32, [&](mpfr_ptr r, mpfr_rnd_t) { return mpfr_floor(r, value) * 0; }),
                      INT_MIN, INT_MAX);
  };
  t.add("v_cvt_flr_i32_f32", from32, near_limits(kF32), [&](const Tuple& x) { return floor_of(x[0]); });
  const Numbers n(kF32);
  const auto halves = joined(
      {near_limits(kF32), {{n.of(0.5) - 1}, {n.minus(n.of(0.5) - 1)}, {n.of(8388609.0)}, {n.of(-2.5)}}});
  t.add("v_cvt_rpi_i32_f32", from32, halves, [&](const Tuple& x) -> Result {
    if (kF32.is_nan(x[0])) return Bits{0};
    const Real value(kF32, x[0]);
    return floor_of(rounded(kF32, [&](mpfr_ptr r, mpfr_rnd_t d) { return mpfr_add_d(r, value, 0.5, d); }));
  });
}

void from_integers(Table& t) {
  const auto words =
      joined({integer_singles(32), {{0x01000001}, {0x01000003}, {0xfeffffff}, {0x7fffffbf}, {0x7fffffc0}}});
  const auto shorts = joined({integer_singles(16), {{0x0801}, {0x0803}, {0xffef}, {0xfff0}}});
  const auto add = [&](const char* name, int digits, const std::vector<Tuple>& list, const Format& to,
                       bool is_signed) {
    t.add(name, {{digits}, to.bits / 4}, list, [&to, digits, is_signed](const Tuple& x) -> Result {
      const long long value = !is_signed ? static_cast<long long>(x[0])
                                         : (digits == 4 ? static_cast<short>(x[0]) : static_cast<int>(x[0]));
      return rounded(to, [&](mpfr_ptr r, mpfr_rnd_t d) { return mpfr_set_sj(r, value, d); });
    });
  };
  add("v_cvt_f32_u32", 8, words, kF32, false);
  add("v_cvt_f32_i32", 8, words, kF32, true);
  add("v_cvt_f64_u32", 8, words, kF64, false);
  add("v_cvt_f64_i32", 8, words, kF64, true);
  add("v_cvt_f16_u16", 4, shorts, kF16, false);
  add("v_cvt_f16_i16", 4, shorts, kF16, true);
  for (int byte = 0; byte < 4; ++byte) {
    t.add("v_cvt_f32_ubyte" + std::to_string(byte), {{8}, 8},
          joined({integer_singles(32), {{0x80ff017f}, {0x017f80ff}}}),
          [byte](const Tuple& x) { return pattern(kF32, static_cast<double>((x[0] >> (8 * byte)) & 255)); });
  }
}

/// f32 values around the rounding points and limits of a 16-bit format.
std::vector<Tuple> around_halves(const Format& f) {
  std::vector<Tuple> list = float_singles(kF32);
  const Numbers n(kF32);
  const auto widened = [&](Bits x) { return converted(f, kF32, x); };
  const Bits largest = widened(f.infinity() - 1), step = Bits{1} << (kF32.precision - f.precision);
  for (const Bits x : {widened(pattern(f, 1.0)) + step / 2, widened(pattern(f, 1.0)) + 3 * (step / 2),
                       widened(pattern(f, 1.0)) + step / 2 + 1, largest + step / 2 - 1, largest + step / 2,
                       n.minus(largest + step - 1), widened(1), widened(1) - 1, widened(3),
                       n.minus(widened(1) >> 1), Bits{0x7fffffff}, Bits{0xff800001}}) {
    list.push_back({x});
  }
  if (f.bits == 16 && f.precision == 11) {
    for (const double x :
         {0x1p-25, -0x1p-25, 0x1.000002p-25, 0x1.8p-24, 0x1p-26, 65519.996, 65520.0, -65520.0, 1e-8})
      list.push_back({n.of(x)});
  }
  return list;
}

void between_floats(Table& t) {
  t.add("v_cvt_f16_f32", {{8}, 4}, around_halves(kF16),
        [](const Tuple& x) { return converted(kF32, kF16, x[0]); });
  t.add("v_cvt_f32_f16", {{4}, 8}, float_singles(kF16),
        [](const Tuple& x) { return converted(kF16, kF32, x[0]); });
  const Numbers d(kF64);
  const auto doubles = joined({float_singles(kF64),
                               {{d.of(1 + 0x1p-24)},
                                {d.of(1 + 0x3p-24)},
                                {d.of(0x1.fffffefffffffp127)},
                                {d.of(0x1.ffffffp127)},
                                {d.of(0x1p-150)},
                                {d.of(0x1.8p-150)},
                                {d.of(-0x1p-149)},
                                {d.of(0x1.fffffffp-127)},
                                {d.of(1e300)}}});
  t.add("v_cvt_f32_f64", {{16}, 8}, doubles, [](const Tuple& x) { return converted(kF64, kF32, x[0]); });
  t.add("v_cvt_f64_f32", {{8}, 16}, float_singles(kF32),
        [](const Tuple& x) { return converted(kF32, kF64, x[0]); });
  // bf16 is the upper half of an f32: nothing is computed, a signalling NaN stays one.
  t.add("v_cvt_f32_bf16", {{4}, 8}, float_singles(kBf16), [](const Tuple& x) { return x[0] << 16; });
  const auto packs = [&](const char* name, const Format& f, mpfr_rnd_t direction) {
    std::vector<Tuple> pairs;
    const auto list = around_halves(f);
    pairs.reserve(list.size());
    for (std::size_t i = 0; i < list.size(); ++i)
      pairs.push_back({list[i][0], list[(i + 5) % list.size()][0]});
    t.add(name, {{8, 8}, 8}, pairs, [&f, direction](const Tuple& x) {
      return converted(kF32, f, x[0], direction) | (converted(kF32, f, x[1], direction) << 16);
    });
  };
  packs("v_cvt_pkrtz_f16_f32", kF16, MPFR_RNDZ);
  packs("v_cvt_pk_f16_f32", kF16, MPFR_RNDN);
  packs("v_cvt_pk_bf16_f32", kBf16, MPFR_RNDN);
  t.add("v_pack_b32_f16", {{4, 4}, 8}, integer_pairs(16), [](const Tuple& x) { return x[0] | (x[1] << 16); });
}

}  // namespace

void conversion_rows(Table& t) {
  to_integers(t);
  from_integers(t);
  between_floats(t);
}

}  // namespace tables
