// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Float instructions of VOP2 and VOP3 with two and three sources.

#include "chapters.h"
#include "float_rules.h"
#include "operands.h"

namespace tables {

namespace {

using Pair = Bits (*)(const Format&, Bits, Bits);

void add_pair(Table& t, const std::string& name, const Format& f, Pair rule) {
  t.add(name, {{f.bits / 4, f.bits / 4}, f.bits / 4}, float_pairs(f),
        [&](const Tuple& x) { return rule(f, x[0], x[1]); });
}
void add_fma(Table& t, const std::string& name, const Format& f) {
  t.add(name, {{f.bits / 4, f.bits / 4, f.bits / 4}, f.bits / 4}, float_triples(f),
        [&](const Tuple& x) { return fused(f, x[0], x[1], x[2]); });
}

/// V_DOT2*: the two exact products are added to c one after the other; any NaN gives the created NaN.
Bits dot_halves(Bits a, Bits b, Bits c) {
  Bits r = c;
  for (const int shift : {0, 16}) {
    const Bits x = converted(kF16, kF32, (a >> shift) & 0xffff),
               y = converted(kF16, kF32, (b >> shift) & 0xffff);
    r = sum(kF32, r, product(kF32, x, y));
  }
  return kF32.is_nan(r) ? kF32.created_nan() : r;
}

Bits least3(const Format& f, Bits a, Bits b, Bits c) { return least(f, least(f, a, b), c); }
Bits greatest3(const Format& f, Bits a, Bits b, Bits c) { return greatest(f, greatest(f, a, b), c); }
bool equal(const Format& f, Bits a, Bits b) { return compare(f, a, b) == 0; }
Bits median(const Format& f, Bits a, Bits b, Bits c) {
  if (f.is_nan(a) || f.is_nan(b) || f.is_nan(c)) return least3(f, a, b, c);
  const Bits top = greatest3(f, a, b, c);
  if (equal(f, top, a)) return greatest(f, b, c);
  if (equal(f, top, b)) return greatest(f, a, c);
  return greatest(f, a, b);
}
/// IEEE 754-2019 minimum and maximum: NaN wins.
Bits minimum(const Format& f, Bits a, Bits b) {
  if (const auto nan = nan_operand(f, {a, b})) return *nan;
  return least(f, a, b);
}
Bits maximum(const Format& f, Bits a, Bits b) {
  if (const auto nan = nan_operand(f, {a, b})) return *nan;
  return greatest(f, a, b);
}

std::vector<Tuple> ordered_triples(const Format& f) {
  const Numbers n(f);
  const std::vector<Tuple> seeds = {
      {n.of(1.0), n.of(2.0), n.of(3.0)},
      {n.of(-1.0), n.of(-0.0), n.of(0.0)},
      {n.infinity, n.minus(n.infinity), n.of(5.0)},
      {n.smallest, n.of(0.0), n.minus(n.smallest)},
      {n.quiet, n.of(1.0), n.of(-1.0)},
      {n.signalling, n.of(1.0), n.of(-1.0)},
      {n.quiet, n.minus(n.quiet), n.of(4.0)},
      {n.signalling, n.quiet, n.of(4.0)},
  };
  return joined({seeds,
                 reordered(seeds, {1, 2, 0}),
                 reordered(seeds, {2, 0, 1}),
                 {{n.of(2.0), n.of(2.0), n.of(1.0)}, {n.quiet, n.quiet, n.quiet}}});
}

using Triple = Bits (*)(const Format&, Bits, Bits, Bits);

void add_triple(Table& t, const std::string& name, const Format& f, Triple rule) {
  t.add(name, {{f.bits / 4, f.bits / 4, f.bits / 4}, f.bits / 4}, ordered_triples(f),
        [&](const Tuple& x) { return rule(f, x[0], x[1], x[2]); });
}

void add_ldexp(Table& t, const std::string& name, const Format& f, int exponent_bits) {
  const Numbers n(f);
  const long range = 1L << (f.bits - f.precision);  // crosses the whole exponent range
  std::vector<Tuple> list;
  for (const long e : {0L, 1L, -1L, range / 2, -range / 2, range, -range, 20000L, -20000L})
    list.push_back({n.of(1.5), static_cast<Bits>(e)});
  for (const Bits x : {n.of(-0.0), n.infinity, n.quiet, n.signalling, n.largest, n.smallest})
    list.push_back({x, 3});
  // One rounding from a normal number to a denormal: ties and both sides of a tie.
  const long tie = f.emin - 1;  // 2^tie is the smallest denormal
  for (const Bits x : {n.of(1.5), n.of(1.0), n.of(1.0) + 1, n.of(1.25), n.of(-1.75)}) {
    for (const long e : {tie, tie - 1, tie + 1}) list.push_back({x, static_cast<Bits>(e)});
  }
  list.push_back({n.smallest, static_cast<Bits>(range)});
  list.push_back({n.largest, static_cast<Bits>(-range)});
  list.push_back({n.largest, static_cast<Bits>(f.emin - f.emax + 1)});
  const Bits field = exponent_bits == 16 ? 0xffff : 0xffffffff;
  for (Tuple& x : list) x[1] &= field;
  t.add(name, {{f.bits / 4, exponent_bits / 4}, f.bits / 4}, list, [&, exponent_bits](const Tuple& x) {
    return scaled(f, x[0], exponent_bits == 16 ? static_cast<short>(x[1]) : static_cast<int>(x[1]));
  });
}

}  // namespace

void two_source_rows(Table& t) {
  for (const auto& [format, type] : {std::pair{kF16, std::string("f16")}, {kF32, "f32"}, {kF64, "f64"}}) {
    add_pair(t, "v_add_" + type, format, sum);
    add_pair(t, "v_mul_" + type, format, product);
    add_pair(t, "v_min_" + type, format, least);
    add_pair(t, "v_max_" + type, format, greatest);
    if (format.bits == 64) continue;
    add_pair(t, "v_sub_" + type, format, difference);
    add_pair(t, "v_subrev_" + type, format, [](const Format& f, Bits a, Bits b) {
      if (const auto nan = nan_operand(f, {a, b})) return *nan;  // the first source's NaN, here too
      return difference(f, b, a);
    });
  }
  add_pair(t, "v_mul_legacy_f32", kF32, [](const Format& f, Bits a, Bits b) {
    return f.is_zero(a) || f.is_zero(b) ? Bits{0} : product(f, a, b);
  });
  for (const char* name : {"v_fmac_f32", "v_fmamk_f32", "v_fmaak_f32"}) add_fma(t, name, kF32);
  add_fma(t, "v_fmac_f64", kF64);
  add_ldexp(t, "v_ldexp_f16", kF16, 16);
  const std::vector<Tuple> dots = {{0x40003c00, 0x44004200, 0x3f800000}, {0x00000000, 0x00000000, 0x80000000},
                                   {0x7bff7bff, 0x7bff7bff, 0x00000000}, {0x3c003c00, 0xbc003c00, 0x33800000},
                                   {0x3c003c00, 0x3c003c00, 0x4c000000}, {0x00013c00, 0x00013c00, 0x00000001},
                                   {0x7c003c00, 0x3c003c00, 0xff800000}, {0x3c007e00, 0x3c003c00, 0x3f800000},
                                   {0x3c00fc00, 0x3c003c00, 0x40000000}};
  t.add("v_dot2c_f32_f16", {{8, 8, 8}, 8}, dots, [](const Tuple& x) { return dot_halves(x[0], x[1], x[2]); });
  t.add("v_dot2_f32_f16", {{8, 8, 8}, 8}, dots, [](const Tuple& x) { return dot_halves(x[0], x[1], x[2]); });
}

void three_source_rows(Table& t) {
  add_fma(t, "v_fma_f16", kF16);
  add_fma(t, "v_fma_legacy_f16", kF16);
  add_fma(t, "v_fma_f32", kF32);
  add_fma(t, "v_fma_f64", kF64);
  add_ldexp(t, "v_ldexp_f32", kF32, 32);
  add_ldexp(t, "v_ldexp_f64", kF64, 32);
  for (const auto& [format, type] : {std::pair{kF16, std::string("f16")}, {kF32, "f32"}}) {
    add_triple(t, "v_min3_" + type, format, least3);
    add_triple(t, "v_max3_" + type, format, greatest3);
    add_triple(t, "v_med3_" + type, format, median);
  }
  add_triple(t, "v_minimum3_f32", kF32,
             [](const Format& f, Bits a, Bits b, Bits c) { return minimum(f, minimum(f, a, b), c); });
  add_triple(t, "v_maximum3_f32", kF32,
             [](const Format& f, Bits a, Bits b, Bits c) { return maximum(f, maximum(f, a, b), c); });
}

}  // namespace tables
