// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Integer instructions of VOP2 and VOP3, each rule after the instruction's pseudocode in AMD's ISA manual.
// Computed in 128 bits, so that nothing wraps before the rule says so.

#include "chapters.h"
#include "operands.h"

namespace tables {

namespace {

__extension__ using Wide = __int128;
__extension__ using UWide = unsigned __int128;

constexpr Bits kAll = 0xffffffff;

Wide signed_of(Bits x, int bits) {
  return static_cast<Wide>(static_cast<std::int64_t>(x << (64 - bits)) >> (64 - bits));
}
Bits low(UWide x, int bits = 32) {
  return static_cast<Bits>(x) & (bits == 64 ? ~Bits{0} : (Bits{1} << bits) - 1);
}

using Function = Result (*)(const Tuple&);

const std::vector<Tuple>& shift_pairs() {
  static const std::vector<Tuple> list = {
      {0, 0x80000001},  {1, 0x80000001},  {4, 0xf0f0f0f0},          {31, 0xffffffff},        {31, 1},
      {32, 0x80000001}, {33, 0x80000001}, {0xffffffff, 0x87654321}, {0xffffffe4, 0x87654321}};
  return list;
}

void additions(Table& t) {
  const Digits two{{8, 8}, 8};
  const auto pairs = integer_pairs(32);
  for (const char* name : {"v_add_u32", "v_add_i32"})
    t.add(name, two, pairs, [](const Tuple& x) { return low(x[0] + x[1]); });
  for (const char* name : {"v_sub_u32", "v_sub_i32"})
    t.add(name, two, pairs, [](const Tuple& x) { return low(x[0] - x[1]); });
  t.add("v_subrev_u32", two, pairs, [](const Tuple& x) { return low(x[1] - x[0]); });
  t.add("v_add_co_u32", two, pairs,
        [](const Tuple& x) { return Result(low(x[0] + x[1]), x[0] + x[1] > kAll); });
  t.add("v_sub_co_u32", two, pairs, [](const Tuple& x) { return Result(low(x[0] - x[1]), x[1] > x[0]); });
  t.add("v_subrev_co_u32", two, pairs, [](const Tuple& x) { return Result(low(x[1] - x[0]), x[0] > x[1]); });
  std::vector<Tuple> carried;
  for (const Bits carry : {Bits{0}, Bits{1}}) {
    for (const Tuple& x : pairs) carried.push_back({carry, x[0], x[1]});
  }
  const Digits three{{1, 8, 8}, 8};
  t.add("v_addc_co_u32", three, carried,
        [](const Tuple& x) { return Result(low(x[0] + x[1] + x[2]), x[0] + x[1] + x[2] > kAll); });
  t.add("v_subb_co_u32", three, carried,
        [](const Tuple& x) { return Result(low(x[1] - x[2] - x[0]), x[2] + x[0] > x[1]); });
  t.add("v_subbrev_co_u32", three, carried,
        [](const Tuple& x) { return Result(low(x[2] - x[1] - x[0]), x[1] + x[0] > x[2]); });
  t.add("v_cndmask_b32", three, carried, [](const Tuple& x) { return x[0] ? x[2] : x[1]; });
  t.add("v_add3_u32", {{8, 8, 8}, 8}, integer_triples(32),
        [](const Tuple& x) { return low(x[0] + x[1] + x[2]); });
}

void multiplications(Table& t) {
  const Digits two{{8, 8}, 8}, three{{8, 8, 8}, 8};
  const auto pairs = joined({integer_pairs(32),
                             {{0x00ffffff, 0x00ffffff},
                              {0x00800000, 0x00800000},
                              {0x007fffff, 0xff800000},
                              {0xabffffff, 0x01000001}}});
  const auto u24 = [](Bits x) -> UWide { return x & 0xffffff; };
  const auto i24 = [](Bits x) -> Wide { return signed_of(x & 0xffffff, 24); };
  t.add("v_mul_lo_u32", two, pairs, [](const Tuple& x) { return low(UWide{x[0]} * x[1]); });
  t.add("v_mul_hi_u32", two, pairs, [](const Tuple& x) { return low((UWide{x[0]} * x[1]) >> 32); });
  t.add("v_mul_hi_i32", two, pairs, [](const Tuple& x) {
    return low(static_cast<UWide>((signed_of(x[0], 32) * signed_of(x[1], 32)) >> 32));
  });
  t.add("v_mul_u32_u24", two, pairs, [=](const Tuple& x) { return low(u24(x[0]) * u24(x[1])); });
  t.add("v_mul_hi_u32_u24", two, pairs, [=](const Tuple& x) { return low((u24(x[0]) * u24(x[1])) >> 32); });
  t.add("v_mul_i32_i24", two, pairs,
        [=](const Tuple& x) { return low(static_cast<UWide>(i24(x[0]) * i24(x[1]))); });
  t.add("v_mul_hi_i32_i24", two, pairs,
        [=](const Tuple& x) { return low(static_cast<UWide>((i24(x[0]) * i24(x[1])) >> 32)); });
  std::vector<Tuple> triples = integer_triples(32);
  for (const Tuple& x : pairs) triples.push_back({x[0], x[1], 0x89abcdef});
  t.add("v_mad_u32_u24", three, triples, [=](const Tuple& x) { return low(u24(x[0]) * u24(x[1]) + x[2]); });
  t.add("v_mad_i32_i24", three, triples,
        [=](const Tuple& x) { return low(static_cast<UWide>(i24(x[0]) * i24(x[1])) + x[2]); });
  std::vector<Tuple> longs;
  for (const Tuple& x : pairs) {
    for (const Bits c : {Bits{0}, ~Bits{0}, Bits{1} << 63, (Bits{1} << 63) - 1})
      longs.push_back({x[0], x[1], c});
  }
  const Digits mad{{8, 8, 16}, 16};
  t.add("v_mad_u64_u32", mad, longs, [](const Tuple& x) {
    const UWide r = UWide{x[0]} * x[1] + x[2];
    return Result(low(r, 64), (r >> 64) != 0);
  });
  // The carry is bit 64 of the 65-bit signed sum.
  t.add("v_mad_i64_i32", mad, longs, [](const Tuple& x) {
    const Wide r = signed_of(x[0], 32) * signed_of(x[1], 32) + signed_of(x[2], 64);
    return Result(low(static_cast<UWide>(r), 64), ((r >> 64) & 1) != 0);
  });
  std::vector<Tuple> halves;
  for (const Tuple& x : integer_pairs(16)) halves.push_back({x[0], x[1], 0xfffffff0});
  t.add("v_mad_u32_u16", {{4, 4, 8}, 8}, halves, [](const Tuple& x) { return low(x[0] * x[1] + x[2]); });
  t.add("v_mad_i32_i16", {{4, 4, 8}, 8}, halves, [](const Tuple& x) {
    return low(static_cast<UWide>(signed_of(x[0], 16) * signed_of(x[1], 16)) + x[2]);
  });
}

template <class Order>
void extremes(Table& t, const std::string& suffix, int bits, Order less) {
  const int d = bits / 4;
  const auto pick = [less](Bits a, Bits b, bool largest) { return less(a, b) == largest ? b : a; };
  const auto pairs = integer_pairs(bits), triples = integer_triples(bits);
  t.add("v_min_" + suffix, {{d, d}, d}, pairs, [=](const Tuple& x) { return pick(x[0], x[1], false); });
  t.add("v_max_" + suffix, {{d, d}, d}, pairs, [=](const Tuple& x) { return pick(x[0], x[1], true); });
  const auto three = [=](const Tuple& x, bool largest) {
    return pick(pick(x[0], x[1], largest), x[2], largest);
  };
  t.add("v_min3_" + suffix, {{d, d, d}, d}, triples, [=](const Tuple& x) { return three(x, false); });
  t.add("v_max3_" + suffix, {{d, d, d}, d}, triples, [=](const Tuple& x) { return three(x, true); });
  t.add("v_med3_" + suffix, {{d, d, d}, d}, triples, [=](const Tuple& x) {
    const Bits top = three(x, true);
    if (top == x[0]) return pick(x[1], x[2], true);
    return top == x[1] ? pick(x[0], x[2], true) : pick(x[0], x[1], true);
  });
}

void logic(Table& t) {
  const Digits two{{8, 8}, 8}, three{{8, 8, 8}, 8};
  const auto pairs = integer_pairs(32), triples = integer_triples(32);
  t.add("v_and_b32", two, pairs, [](const Tuple& x) { return x[0] & x[1]; });
  t.add("v_or_b32", two, pairs, [](const Tuple& x) { return x[0] | x[1]; });
  t.add("v_xor_b32", two, pairs, [](const Tuple& x) { return x[0] ^ x[1]; });
  t.add("v_xnor_b32", two, pairs, [](const Tuple& x) { return low(~(x[0] ^ x[1])); });
  t.add("v_and_or_b32", three, triples, [](const Tuple& x) { return (x[0] & x[1]) | x[2]; });
  t.add("v_or3_b32", three, triples, [](const Tuple& x) { return x[0] | x[1] | x[2]; });
  t.add("v_xad_u32", three, triples, [](const Tuple& x) { return low((x[0] ^ x[1]) + x[2]); });
  t.add("v_bfi_b32", three, triples, [](const Tuple& x) { return (x[0] & x[1]) | (~x[0] & x[2]); });
  t.add("v_bcnt_u32_b32", two, pairs, [](const Tuple& x) {
    Bits count = x[1];
    for (int i = 0; i < 32; ++i) count += (x[0] >> i) & 1;
    return low(count);
  });
}

void shifts(Table& t) {
  const Digits two{{8, 8}, 8}, three{{8, 8, 8}, 8};
  t.add("v_lshlrev_b32", two, shift_pairs(), [](const Tuple& x) { return low(x[1] << (x[0] % 32)); });
  t.add("v_lshrrev_b32", two, shift_pairs(), [](const Tuple& x) { return x[1] >> (x[0] % 32); });
  t.add("v_ashrrev_i32", two, shift_pairs(),
        [](const Tuple& x) { return low(static_cast<UWide>(signed_of(x[1], 32) >> (x[0] % 32))); });
  t.add("v_bfm_b32", two, shift_pairs(),
        [](const Tuple& x) { return low(((Bits{1} << (x[0] % 32)) - 1) << (x[1] % 32)); });
  std::vector<Tuple> longs, added, inner;
  for (const Bits amount : {0u, 1u, 31u, 32u, 63u, 64u, 65u, 0xffffffffu})
    longs.push_back({amount, 0x8123456789abcdef});
  t.add("v_lshlrev_b64", {{8, 16}, 16}, longs, [](const Tuple& x) { return x[1] << (x[0] % 64); });
  t.add("v_lshrrev_b64", {{8, 16}, 16}, longs, [](const Tuple& x) { return x[1] >> (x[0] % 64); });
  t.add("v_ashrrev_i64", {{8, 16}, 16}, longs,
        [](const Tuple& x) { return low(static_cast<UWide>(signed_of(x[1], 64) >> (x[0] % 64)), 64); });
  for (const Bits amount : {0u, 1u, 2u, 3u, 4u, 12u}) longs.push_back({amount, 0});
  std::vector<Tuple> sums;
  for (const Bits amount : {0u, 1u, 2u, 3u, 4u, 8u, 12u}) {
    sums.push_back({0x8123456789abcdef, amount, 0x00000000ffffffff});
    sums.push_back({0x00000000ffffffff, amount, 0xffffffffffffffff});
  }
  t.add("v_lshl_add_u64", {{16, 8, 16}, 16}, sums,
        [](const Tuple& x) { return (x[0] << (x[1] % 8)) + x[2]; });
  for (const Tuple& x : shift_pairs())
    inner.push_back({x[1], x[0], 0x7fffffff}), added.push_back({x[1], 0x00010001, x[0]});
  t.add("v_lshl_add_u32", three, inner, [](const Tuple& x) { return low((x[0] << (x[1] % 32)) + x[2]); });
  t.add("v_lshl_or_b32", three, inner, [](const Tuple& x) { return low((x[0] << (x[1] % 32)) | x[2]); });
  t.add("v_add_lshl_u32", three, added, [](const Tuple& x) { return low(low(x[0] + x[1]) << (x[2] % 32)); });
  t.add("v_alignbit_b32", three, added,
        [](const Tuple& x) { return low(((x[0] << 32) | x[1]) >> (x[2] % 32)); });
  t.add("v_alignbyte_b32", three,
        joined(
            {added, {{0x11223344, 0x55667788, 2}, {0x11223344, 0x55667788, 3}, {0x11223344, 0x55667788, 5}}}),
        [](const Tuple& x) { return low(((x[0] << 32) | x[1]) >> (8 * (x[2] % 4))); });
  std::vector<Tuple> fields;
  for (const Bits offset : {0u, 4u, 16u, 31u, 36u}) {
    for (const Bits width : {0u, 1u, 8u, 31u, 32u, 40u}) fields.push_back({0x8765a321, offset, width});
  }
  t.add("v_bfe_u32", three, fields,
        [](const Tuple& x) { return (x[0] >> (x[1] % 32)) & ((Bits{1} << (x[2] % 32)) - 1); });
  t.add("v_bfe_i32", three, fields, [](const Tuple& x) -> Result {
    const int width = static_cast<int>(x[2] % 32);
    if (width == 0) return Bits{0};
    const Bits field = low(static_cast<UWide>(signed_of(x[0], 32) >> (x[1] % 32)), width);
    return low(static_cast<UWide>(signed_of(field, width)));
  });
}

void bytes(Table& t) {
  const Digits three{{8, 8, 8}, 8};
  std::vector<Tuple> selections;
  for (const Bits s : {0x03020100u, 0x07060504u, 0x0b0a0908u, 0x0c0d0e0fu, 0xff800c00u, 0x00040105u,
                       0x0a0b0809u, 0x10114020u}) {
    selections.push_back({0x80c1427f, 0x8035f604, s});
    selections.push_back({0x7f3ebd80, 0x7fca097f, s});
  }
  t.add("v_perm_b32", three, selections, [](const Tuple& x) {
    const Bits data = (x[0] << 32) | x[1];
    Bits r = 0;
    for (int i = 0; i < 4; ++i) {
      const Bits s = (x[2] >> (8 * i)) & 255;
      Bits byte = 0xff;
      if (s < 8)
        byte = (data >> (8 * s)) & 255;
      else if (s < 12)
        byte = ((data >> (16 * (s - 8) + 8)) & 0x80) ? 0xff : 0;  // sign of bytes 1, 3, 5, 7
      else if (s == 12)
        byte = 0;
      r |= byte << (8 * i);
    }
    return r;
  });
  const auto byte = [](Bits x, int i) { return static_cast<long>((x >> (8 * i)) & 255); };
  const auto triples = joined({integer_triples(32),
                               {{0x00ff00ff, 0xff00ff00, 0},
                                {0x01020304, 0x04030201, 0x01010101},
                                {0xfefefefe, 0xffffffff, 0x01000100}}});
  t.add("v_lerp_u8", three, triples, [=](const Tuple& x) {
    Bits r = 0;
    for (int i = 0; i < 4; ++i)
      r |= static_cast<Bits>((byte(x[0], i) + byte(x[1], i) + (byte(x[2], i) & 1)) / 2) << (8 * i);
    return r;
  });
  const auto distance = [](long a, long b) { return static_cast<Bits>(a > b ? a - b : b - a); };
  const auto sum_of_bytes = [=](const Tuple& x, bool masked) {
    Bits r = 0;
    for (int i = 0; i < 4; ++i)
      r += masked && byte(x[1], i) == 0 ? 0 : distance(byte(x[0], i), byte(x[1], i));
    return r;
  };
  t.add("v_sad_u8", three, triples, [=](const Tuple& x) { return low(sum_of_bytes(x, false) + x[2]); });
  t.add("v_sad_hi_u8", three, triples,
        [=](const Tuple& x) { return low((sum_of_bytes(x, false) << 16) + x[2]); });
  t.add("v_msad_u8", three, triples, [=](const Tuple& x) { return low(sum_of_bytes(x, true) + x[2]); });
  t.add("v_sad_u16", three, triples, [=](const Tuple& x) {
    return low(distance(static_cast<long>(x[0] & 0xffff), static_cast<long>(x[1] & 0xffff)) +
               distance(static_cast<long>(x[0] >> 16), static_cast<long>(x[1] >> 16)) + x[2]);
  });
  t.add("v_sad_u32", three, triples, [=](const Tuple& x) {
    return low(distance(static_cast<long>(x[0]), static_cast<long>(x[1])) + x[2]);
  });
}

void halves(Table& t) {
  const Digits two{{4, 4}, 4}, three{{4, 4, 4}, 4};
  const auto pairs = integer_pairs(16), triples = integer_triples(16);
  for (const char* name : {"v_add_u16", "v_add_i16"})
    t.add(name, two, pairs, [](const Tuple& x) { return low(x[0] + x[1], 16); });
  for (const char* name : {"v_sub_u16", "v_sub_i16"})
    t.add(name, two, pairs, [](const Tuple& x) { return low(x[0] - x[1], 16); });
  t.add("v_subrev_u16", two, pairs, [](const Tuple& x) { return low(x[1] - x[0], 16); });
  t.add("v_mul_lo_u16", two, pairs, [](const Tuple& x) { return low(x[0] * x[1], 16); });
  for (const char* name : {"v_mad_u16", "v_mad_i16", "v_mad_legacy_u16", "v_mad_legacy_i16"}) {
    t.add(name, three, triples, [](const Tuple& x) { return low(x[0] * x[1] + x[2], 16); });
  }
  const std::vector<Tuple> shift = {{0, 0x8001},  {1, 0x8001},  {4, 0xf0f0},     {15, 0xffff},
                                    {16, 0x8001}, {17, 0x8001}, {0xffff, 0x8765}};
  t.add("v_lshlrev_b16", two, shift, [](const Tuple& x) { return low(x[1] << (x[0] % 16), 16); });
  t.add("v_lshrrev_b16", two, shift, [](const Tuple& x) { return x[1] >> (x[0] % 16); });
  t.add("v_ashrrev_i16", two, shift,
        [](const Tuple& x) { return low(static_cast<UWide>(signed_of(x[1], 16) >> (x[0] % 16)), 16); });
}

}  // namespace

void integer_rows(Table& t) {
  additions(t);
  multiplications(t);
  extremes(t, "u32", 32, [](Bits a, Bits b) { return a < b; });
  extremes(t, "i32", 32, [](Bits a, Bits b) { return signed_of(a, 32) < signed_of(b, 32); });
  extremes(t, "u16", 16, [](Bits a, Bits b) { return a < b; });
  extremes(t, "i16", 16, [](Bits a, Bits b) { return signed_of(a, 16) < signed_of(b, 16); });
  logic(t);
  shifts(t);
  bytes(t);
  halves(t);
}

}  // namespace tables
