// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// VOP3P with its default selectors: each half by itself. op_sel, neg and clamp belong to the executor and are
// tested there. A row's operands are two cases of the scalar list side by side.

#include "chapters.h"
#include "float_rules.h"
#include "operands.h"

namespace tables {

namespace {

/// Puts `tuples` of 16 bits (or 32, for pairs of f32) into low and high halves, shifted against each other.
std::vector<Tuple> side_by_side(const std::vector<Tuple>& tuples, int bits) {
  std::vector<Tuple> list;
  for (std::size_t i = 0; i < tuples.size(); ++i) {
    const Tuple &a = tuples[i], &b = tuples[(i + 3) % tuples.size()];
    Tuple both;
    for (std::size_t k = 0; k < a.size(); ++k) both.push_back(a[k] | (b[k] << bits));
    list.push_back(both);
  }
  return list;
}

using Half = std::function<Bits(const Tuple&)>;

void add(Table& t, const std::string& name, int bits, const std::vector<Tuple>& tuples, const Half& rule) {
  const Bits field = bits == 32 ? 0xffffffff : 0xffff;
  const int digits = bits / 2;
  t.add(name, {std::vector<int>(tuples[0].size(), digits), digits}, side_by_side(tuples, bits),
        [&](const Tuple& x) {
          Tuple low_half, high_half;
          for (const Bits v : x) low_half.push_back(v & field), high_half.push_back(v >> bits);
          return (rule(low_half) & field) | ((rule(high_half) & field) << bits);
        });
}

short signed16(Bits x) { return static_cast<short>(x); }

void integers(Table& t) {
  const auto pairs = integer_pairs(16), triples = integer_triples(16);
  for (const char* name : {"v_pk_add_u16", "v_pk_add_i16"})
    add(t, name, 16, pairs, [](const Tuple& x) { return x[0] + x[1]; });
  for (const char* name : {"v_pk_sub_u16", "v_pk_sub_i16"})
    add(t, name, 16, pairs, [](const Tuple& x) { return x[0] - x[1]; });
  add(t, "v_pk_mul_lo_u16", 16, pairs, [](const Tuple& x) { return x[0] * x[1]; });
  add(t, "v_pk_min_u16", 16, pairs, [](const Tuple& x) { return x[0] < x[1] ? x[0] : x[1]; });
  add(t, "v_pk_max_u16", 16, pairs, [](const Tuple& x) { return x[0] >= x[1] ? x[0] : x[1]; });
  add(t, "v_pk_min_i16", 16, pairs,
      [](const Tuple& x) { return signed16(x[0]) < signed16(x[1]) ? x[0] : x[1]; });
  add(t, "v_pk_max_i16", 16, pairs,
      [](const Tuple& x) { return signed16(x[0]) >= signed16(x[1]) ? x[0] : x[1]; });
  const std::vector<Tuple> shift = {{0, 0x8001},  {1, 0x8001},  {4, 0xf0f0},     {15, 0xffff},
                                    {16, 0x8001}, {17, 0x8001}, {0xffff, 0x8765}};
  add(t, "v_pk_lshlrev_b16", 16, shift, [](const Tuple& x) { return x[1] << (x[0] % 16); });
  add(t, "v_pk_lshrrev_b16", 16, shift, [](const Tuple& x) { return x[1] >> (x[0] % 16); });
  add(t, "v_pk_ashrrev_i16", 16, shift,
      [](const Tuple& x) { return static_cast<Bits>(signed16(x[1]) >> (x[0] % 16)); });
  for (const char* name : {"v_pk_mad_u16", "v_pk_mad_i16"})
    add(t, name, 16, triples, [](const Tuple& x) { return x[0] * x[1] + x[2]; });
}

void floats(Table& t) {
  add(t, "v_pk_add_f16", 16, float_pairs(kF16), [](const Tuple& x) { return sum(kF16, x[0], x[1]); });
  add(t, "v_pk_mul_f16", 16, float_pairs(kF16), [](const Tuple& x) { return product(kF16, x[0], x[1]); });
  add(t, "v_pk_min_f16", 16, float_pairs(kF16), [](const Tuple& x) { return least(kF16, x[0], x[1]); });
  add(t, "v_pk_max_f16", 16, float_pairs(kF16), [](const Tuple& x) { return greatest(kF16, x[0], x[1]); });
  add(t, "v_pk_fma_f16", 16, float_triples(kF16),
      [](const Tuple& x) { return fused(kF16, x[0], x[1], x[2]); });
  add(t, "v_pk_add_f32", 32, float_pairs(kF32), [](const Tuple& x) { return sum(kF32, x[0], x[1]); });
  add(t, "v_pk_mul_f32", 32, float_pairs(kF32), [](const Tuple& x) { return product(kF32, x[0], x[1]); });
  add(t, "v_pk_fma_f32", 32, float_triples(kF32),
      [](const Tuple& x) { return fused(kF32, x[0], x[1], x[2]); });
  // op_sel 0: the low register of each source.
  t.add("v_pk_mov_b32", {{16, 16}, 16}, integer_pairs(64),
        [](const Tuple& x) { return (x[0] & 0xffffffff) | (x[1] << 32); });
  // v_fma_mix without half sources: an f32 fma; mixlo and mixhi round its result once more (LLVM's pattern
  // is a rounding of the f32 fma).
  const Digits three{{8, 8, 8}, 8};
  t.add("v_fma_mix_f32", three, float_triples(kF32),
        [](const Tuple& x) { return fused(kF32, x[0], x[1], x[2]); });
  auto triples = float_triples(kF32);
  triples.push_back({pattern(kF32, 1.0), pattern(kF32, 1 + 0x1p-11), pattern(kF32, 0x1p-30)});
  for (const char* name : {"v_fma_mixlo_f16", "v_fma_mixhi_f16"}) {
    t.add(name, {{8, 8, 8}, 4}, triples,
          [](const Tuple& x) { return converted(kF32, kF16, fused(kF32, x[0], x[1], x[2])); });
  }
}

/// Sum over parts of `bits` bits, each taken as unsigned or sign-extended, added to c modulo 2^32.
void add_dot(Table& t, const std::string& name, int bits, bool is_signed) {
  const auto part = [=](Bits x, int i) -> long {
    const Bits field = (x >> (bits * i)) & ((1u << bits) - 1);
    return is_signed && ((field >> (bits - 1)) & 1) ? static_cast<long>(field) - (1L << bits)
                                                    : static_cast<long>(field);
  };
  const auto triples = joined({integer_triples(32),
                               {{0x80808080, 0x80808080, 0x7fffffff},
                                {0x7f7f7f7f, 0x80808080, 0},
                                {0x80008000, 0x80008000, 0x80000000},
                                {0x77777777, 0x88888888, 1}}});
  t.add(name, {{8, 8, 8}, 8}, triples, [=](const Tuple& x) {
    Bits r = x[2];
    for (int i = 0; i < 32 / bits; ++i) r += static_cast<Bits>(part(x[0], i) * part(x[1], i));
    return r & 0xffffffff;
  });
}

}  // namespace

void packed_rows(Table& t) {
  integers(t);
  floats(t);
  add_dot(t, "v_dot2_u32_u16", 16, false);
  add_dot(t, "v_dot2_i32_i16", 16, true);
  add_dot(t, "v_dot4_u32_u8", 8, false);
  add_dot(t, "v_dot4_i32_i8", 8, true);
  add_dot(t, "v_dot8_u32_u4", 4, false);
  add_dot(t, "v_dot8_i32_i4", 4, true);
  add_dot(t, "v_dot2c_i32_i16", 16, true);
  add_dot(t, "v_dot4c_i32_i8", 8, true);
  add_dot(t, "v_dot8c_i32_i4", 4, true);
}

}  // namespace tables
