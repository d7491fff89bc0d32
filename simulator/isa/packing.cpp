// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Instructions that pack small integers: normalised and saturated conversions, and v_bitop3_b16. The rows
// with a handler of their own write a byte or a half of the destination and keep the rest.
//
// What surprises: v_cvt_pk_u8_f32 rounds to nearest even and saturates, which the manual does not say; so do
// shadPS4's opcode tests for the older GCN instruction. Source of the rest: AMD's CDNA4 pseudocode.

#include "simulator/isa/arithmetic.h"
#include "simulator/isa/row_files.h"

namespace lanewise::isa::LANEWISE_ISA_BUILD {

namespace {

/// x between `lowest` and 1, times `units`, to nearest even; NaN becomes 0. The product is exact in f64.
inline u32 normalised(f32 x, f32 lowest, f64 units) {
  if (is_nan(x)) return 0;
  const f32 clamped = x < lowest ? lowest : (x > 1.0f ? 1.0f : x);
  return static_cast<u32>(static_cast<i32>(round_to_even64(static_cast<f64>(clamped) * units))) & 0xffff;
}
inline u32 signed_normalised(f32 x) { return normalised(x, -1.0f, 32767.0); }
inline u32 unsigned_normalised(f32 x) { return normalised(x, 0.0f, 65535.0); }
inline u16 normalise_i16(f16 a) { return static_cast<u16>(signed_normalised(to_f32(a))); }
inline u16 normalise_u16(f16 a) { return static_cast<u16>(unsigned_normalised(to_f32(a))); }
inline u32 pack_normalised_i16(f32 a, f32 b) { return signed_normalised(a) | (signed_normalised(b) << 16); }
inline u32 pack_normalised_u16(f32 a, f32 b) {
  return unsigned_normalised(a) | (unsigned_normalised(b) << 16);
}
inline u32 pack_normalised_i16_f16(f16 a, f16 b) { return pack_normalised_i16(to_f32(a), to_f32(b)); }
inline u32 pack_normalised_u16_f16(f16 a, f16 b) { return pack_normalised_u16(to_f32(a), to_f32(b)); }

inline u32 saturated_bits(i32 x, i32 lowest, i32 highest) {
  return static_cast<u32>(x < lowest ? lowest : (x > highest ? highest : x));
}
inline u32 pack_saturated_i16(i32 a, i32 b) {
  return (saturated_bits(a, -32768, 32767) & 0xffff) | (saturated_bits(b, -32768, 32767) << 16);
}
inline u32 pack_saturated_u16(u32 a, u32 b) {
  return (a > 0xffff ? 0xffff : a) | ((b > 0xffff ? 0xffff : b) << 16);
}
inline u16 shift_pack_i8(i32 a, i32 b, u32 shift) {
  const u32 low = saturated_bits(a >> (shift & 31), -128, 127) & 0xff;
  return static_cast<u16>(low | (saturated_bits(b >> (shift & 31), -128, 127) << 8));
}
inline u16 shift_pack_u8(i32 a, i32 b, u32 shift) {
  const u32 low = saturated_bits(a >> (shift & 31), 0, 255);
  return static_cast<u16>(low | (saturated_bits(b >> (shift & 31), 0, 255) << 8));
}
/// Four bits, two's complement, in sixteenths.
inline f32 offset_from_i4(u32 a) { return static_cast<f32>(static_cast<i32>(a << 28) >> 28) / 16.0f; }

inline u32 rounded_u8(f32 x) {
  if (is_nan(x) || x <= 0.0f) return 0;
  return x >= 255.0f ? 255 : static_cast<u32>(round_to_even(x));
}
inline u32 insert_u8(f32 a, u32 byte, u32 rest) {
  const u32 shift = 8 * (byte & 3);
  return (rest & ~(0xffu << shift)) | (rounded_u8(a) << shift);
}

/// v_cvt_pkaccum_u8_f32: as v_cvt_pk_u8_f32, into the destination as it was.
const Op* accumulate_u8(Wave& w, const Op* op) {
  const VectorModifiers& m = w.general[op->extra].modifiers;
  const u32* a = lanes_of(w, op->src[0]);
  const u32* byte = lanes_of(w, op->src[1]);
  u32* dst = w.v + op->dst;
  alignas(64) u32 result[kLanes];
  for (u32 lane = 0; lane < kLanes; ++lane) {
    u32 value = a[lane];
    if (m.abs & 1) value &= 0x7fffffff;
    if (m.neg & 1) value ^= 0x80000000;
    result[lane] = insert_u8(bits_as<f32>(value), byte[lane], dst[lane]);
  }
  blend(w, exec_of(w), dst, result, 1);
  return op + 1;
}

/// v_bitop3_b16: bit 4a + 2b + c of the table in `offset` answers for bits a, b, c; op_sel names the halves.
const Op* bit_operation3_16(Wave& w, const Op* op) {
  const u32 halves = w.general[op->extra].modifiers.op_sel;
  const auto shift = [&](u32 i) { return (halves >> i) & 1 ? 16u : 0u; };
  u32* dst = w.v + op->dst;
  alignas(64) u32 result[kLanes];
  for (u32 lane = 0; lane < kLanes; ++lane) {
    const u32 a = lanes_of(w, op->src[0])[lane] >> shift(0), b = lanes_of(w, op->src[1])[lane] >> shift(1),
              c = lanes_of(w, op->src[2])[lane] >> shift(2);
    u32 value = 0;
    for (u32 entry = 0; entry < 8; ++entry) {
      if (((op->offset >> entry) & 1) == 0) continue;
      value |= (entry & 4 ? a : ~a) & (entry & 2 ? b : ~b) & (entry & 1 ? c : ~c);
    }
    result[lane] = (dst[lane] & (0xffff0000u >> shift(3))) | ((value & 0xffff) << shift(3));
  }
  blend(w, exec_of(w), dst, result, 1);
  return op + 1;
}

constexpr CostClass kFull = CostClass::kValu;

template <u32 Sources>
constexpr Row own_row(const char* name, wave::Handler execute, u16 flags) {
  Row r{.mnemonic = name,
        .shape = Shape::kLanes,
        .execute = execute,
        .result = LaneKind::kBits32,
        .flags = static_cast<u16>(kOwnModifiers | flags)};
  for (u32 i = 0; i < Sources; ++i) r.sources[i] = LaneKind::kBits32;
  return r;
}

constexpr Row kRows[] = {
    LaneOp<&normalise_i16>::row("v_cvt_norm_i16_f16"),
    LaneOp<&normalise_u16>::row("v_cvt_norm_u16_f16"),
    LaneOp<&pack_normalised_i16>::row("v_cvt_pknorm_i16_f32"),
    LaneOp<&pack_normalised_u16>::row("v_cvt_pknorm_u16_f32"),
    LaneOp<&pack_normalised_i16_f16>::row("v_cvt_pknorm_i16_f16"),
    LaneOp<&pack_normalised_u16_f16>::row("v_cvt_pknorm_u16_f16"),
    LaneOp<&pack_saturated_i16>::row("v_cvt_pk_i16_i32"),
    LaneOp<&pack_saturated_u16>::row("v_cvt_pk_u16_u32"),
    LaneOp<&offset_from_i4>::row("v_cvt_off_f32_i4"),
    LaneOp<&insert_u8>::row("v_cvt_pk_u8_f32"),
    LaneOp<&shift_pack_i8>::row("v_ashr_pk_i8_i32", kFull, kGfx950Only | kKeepsHighHalf),
    LaneOp<&shift_pack_u8>::row("v_ashr_pk_u8_i32", kFull, kGfx950Only | kKeepsHighHalf),
    own_row<2>("v_cvt_pkaccum_u8_f32", accumulate_u8, 0),
    own_row<3>("v_bitop3_b16", bit_operation3_16, kGfx950Only),
};

}  // namespace

std::span<const Row> packing_rows() { return kRows; }

}  // namespace lanewise::isa::LANEWISE_ISA_BUILD
