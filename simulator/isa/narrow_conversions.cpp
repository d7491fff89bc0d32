// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Conversions between f32, f16, bf16 and the formats of 4, 6 and 8 bits, also with a scale: one handler over
// a description (Conversion), a row for each instruction.
//
//   pk_fp8_f32       S0, S1 [, scale]   two codes into the half of D that op_sel[3] names
//   sr_fp8_f32       S0, random [, scale]   one code into the byte of D that op_sel[3:2] names
//   pk_f32_fp8       S0 [, scale]       two codes from the half of S0 that op_sel[0] names
//   pk32, 2xpk16     S0 [, S1], scale   32 codes of six bits, packed from bit 0 of six registers upwards
//
// What surprises: fp8 and bf8 mean different numbers on the two chips (FNUZ on gfx942, OCP on gfx950), of a
// scale only the exponent field counts, and 2xpk16 interleaves its sources. Parts of D that are not named
// keep their bits. Source: AMD's CDNA4 pseudocode, V_CVT_SCALEF32_* and V_CVT_{PK,SR}_*; see
// narrow_formats.h.

#include "simulator/isa/narrow_formats.h"
#include "simulator/isa/row_files.h"

namespace lanewise::isa::LANEWISE_ISA_BUILD {

namespace {

constexpr u32 kFp16Overflow = 1u << 23;  ///< MODE.FP16_OVFL

enum class Wide : u8 { kF32, kF16, kBf16 };

struct Conversion {
  NarrowFormat narrow;
  Wide wide;
  bool encodes;       ///< wide to narrow
  u32 elements;       ///< 1, 2 or 32
  bool two_sources;   ///< even elements come from S0, odd ones from S1
  bool stochastic;    ///< S1 holds random bits, advanced as v_prng_b32 does for each element
  bool scaled;        ///< the last source is the scale

  constexpr u32 wide_bits() const { return wide == Wide::kF32 ? 32 : 16; }
  constexpr u32 in_bits() const { return encodes ? wide_bits() : narrow.bits; }
  constexpr u32 out_bits() const { return encodes ? narrow.bits : wide_bits(); }
  constexpr u32 source_bits() const { return elements * in_bits() / (two_sources ? 2 : 1); }
  constexpr u32 result_bits() const { return elements * out_bits(); }
  constexpr u32 registers() const { return result_bits() > 32 ? result_bits() / 32 : 1; }
  constexpr u32 sources() const {
    return 1u + (two_sources ? 1 : 0) + (stochastic ? 1 : 0) + (scaled ? 1 : 0);
  }
};

/// First bit of the part of a register that two selector bits {low, high} name.
constexpr u32 place_of(u32 low, u32 high, u32 part_bits) {
  if (part_bits == 8) return 8 * (low + 2 * high);
  return part_bits == 16 ? 16 * high : 0;
}

inline u32 packed_bits(const u32* registers, u32 lane, u32 first, u32 bits) {
  const u32* word = registers + (first / 32) * kLanes + lane;
  u64 window = word[0];
  if (first % 32 + bits > 32) window |= static_cast<u64>(word[kLanes]) << 32;
  return static_cast<u32>((window >> (first % 32)) & ((u64{1} << bits) - 1));
}
inline void add_packed_bits(u32* registers, u32 lane, u32 first, u32 bits, u32 value) {
  u32* word = registers + (first / 32) * kLanes + lane;
  const u64 window = static_cast<u64>(value) << (first % 32);
  word[0] |= static_cast<u32>(window);
  if (first % 32 + bits > 32) word[kLanes] |= static_cast<u32>(window >> 32);
}

inline f32 widened_element(Wide wide, u32 bits) {
  if (wide == Wide::kF32) return bits_as<f32>(bits);
  return wide == Wide::kBf16 ? bits_as<f32>(bits << 16) : widened(f16{static_cast<u16>(bits)});
}
/// Bits of `code` x 2^(scale - 127), rounded to nearest even.
inline u32 decoded_element(const Conversion& c, u32 code, u32 scale) {
  const f32 plain = decode_narrow(code, c.narrow);
  if (is_nan(plain) || scale == kScaleNan) {
    const u32 nan = (bits_as<u32>(plain) & 0x80000000) | bits_as<u32>(created_nan(plain));
    if (c.wide == Wide::kF32) return nan;
    return c.wide == Wide::kBf16 ? nan >> 16 : ((nan >> 16) & 0x8000) | 0x7e00;
  }
  const f64 value = decode_scaled(code, scale, c.narrow);
  if (c.wide == Wide::kF16) return to_f16(value).bits;
  const f32 single = static_cast<f32>(value);  // bf16: exact, or below bf16's least denormal by far
  return c.wide == Wide::kF32 ? bits_as<u32>(single) : bf16_bits(single);
}

inline u32 advanced_random(u32 random) { return (random << 1) ^ ((random >> 31) != 0 ? 197u : 0u); }

template <Conversion C>
void convert_lane(const Wave& w, const u32* const* sources, const VectorModifiers& m, u32 lane, u32* result) {
  const u32 scale = C.scaled ? (sources[C.sources() - 1][lane] >> 23) & 0xff : kScaleOne;
  Rounding rounding{C.stochastic, (w.mode & kFp16Overflow) != 0, C.stochastic ? sources[1][lane] : 0};
  const u32 place =
      place_of(m.op_sel & 1, C.source_bits() == 16 ? m.op_sel & 1 : (m.op_sel >> 1) & 1, C.source_bits());
  for (u32 e = 0; e < C.elements; ++e) {
    const u32 source = C.two_sources ? e & 1 : 0, index = C.two_sources ? e / 2 : e;
    const u32 bits = packed_bits(sources[source], lane, place + index * C.in_bits(), C.in_bits());
    u32 out;
    if constexpr (C.encodes) {
      u32 value = bits_as<u32>(widened_element(C.wide, bits));
      if ((m.abs >> source) & 1) value &= 0x7fffffff;
      if ((m.neg >> source) & 1) value ^= 0x80000000;
      out = encode_narrow(bits_as<f32>(value), scale, C.narrow, rounding);
      rounding.random = advanced_random(rounding.random);
    } else {
      out = decoded_element(C, bits, scale);
    }
    add_packed_bits(result, lane, e * C.out_bits(), C.out_bits(), out);
  }
}

template <Conversion C>
const Op* convert_elements(Wave& w, const Op* op) {
  const VectorModifiers& m = w.general[op->extra].modifiers;
  const u32* sources[3] = {};
  for (u32 i = 0; i < C.sources(); ++i) sources[i] = lanes_of(w, op->src[i]);
  u32* dst = w.v + op->dst;
  alignas(64) u32 result[C.registers() * kLanes] = {};
  for (u32 lane = 0; lane < kLanes; ++lane) convert_lane<C>(w, sources, m, lane, result);
  if constexpr (C.result_bits() < 32) {
    const u32 place = place_of((m.op_sel >> 2) & 1, (m.op_sel >> 3) & 1, C.result_bits());
    const u32 field = ((1u << C.result_bits()) - 1) << place;
    for (u32 lane = 0; lane < kLanes; ++lane) result[lane] = (dst[lane] & ~field) | (result[lane] << place);
  }
  blend(w, exec_of(w), dst, result, C.registers());
  return op + 1;
}

template <Conversion C>
constexpr Row row(const char* name, u16 chip = kGfx950Only) {
  Row r{.mnemonic = name,
        .shape = Shape::kLanes,
        .execute = convert_elements<C>,
        .result = LaneKind::kBits32,
        .flags = static_cast<u16>(kOwnModifiers | chip)};
  for (u32 i = 0; i < C.sources(); ++i) r.sources[i] = LaneKind::kBits32;
  return r;
}

constexpr Wide kF32 = Wide::kF32, kF16 = Wide::kF16, kBf16 = Wide::kBf16;

/// f32 pairs from S0 and S1, to nearest; `scaled` unless it is one of gfx942's.
constexpr Conversion pack(const NarrowFormat& f, bool scaled = true) {
  return {f, kF32, true, 2, true, false, scaled};
}
constexpr Conversion stochastic(const NarrowFormat& f, Wide wide, u32 elements = 1, bool scaled = true) {
  return {f, wide, true, elements, false, true, scaled};
}
constexpr Conversion nearest(const NarrowFormat& f, Wide wide, u32 elements) {
  return {f, wide, true, elements, false, false, true};
}
constexpr Conversion interleaved(const NarrowFormat& f) { return {f, kF32, true, 32, true, false, true}; }
constexpr Conversion decoding(Wide wide, const NarrowFormat& f, u32 elements) {
  return {f, wide, false, elements, false, false, true};
}

constexpr Row kRows[] = {
    row<pack(kFp8Fnuz, false)>("v_cvt_pk_fp8_f32", kGfx942Only),
    row<pack(kBf8Fnuz, false)>("v_cvt_pk_bf8_f32", kGfx942Only),
    row<pack(kFp8, false)>("v_cvt_pk_fp8_f32"),
    row<pack(kBf8, false)>("v_cvt_pk_bf8_f32"),
    row<stochastic(kFp8Fnuz, kF32, 1, false)>("v_cvt_sr_fp8_f32", kGfx942Only),
    row<stochastic(kBf8Fnuz, kF32, 1, false)>("v_cvt_sr_bf8_f32", kGfx942Only),
    row<stochastic(kFp8, kF32, 1, false)>("v_cvt_sr_fp8_f32"),
    row<stochastic(kBf8, kF32, 1, false)>("v_cvt_sr_bf8_f32"),
    row<stochastic(kHalf, kF32, 1, false)>("v_cvt_sr_f16_f32"),
    row<stochastic(kBfloat, kF32, 1, false)>("v_cvt_sr_bf16_f32"),
    // 8 bits
    row<pack(kFp8)>("v_cvt_scalef32_pk_fp8_f32"),
    row<pack(kBf8)>("v_cvt_scalef32_pk_bf8_f32"),
    row<nearest(kFp8, kF16, 2)>("v_cvt_scalef32_pk_fp8_f16"),
    row<nearest(kBf8, kF16, 2)>("v_cvt_scalef32_pk_bf8_f16"),
    row<nearest(kFp8, kBf16, 2)>("v_cvt_scalef32_pk_fp8_bf16"),
    row<nearest(kBf8, kBf16, 2)>("v_cvt_scalef32_pk_bf8_bf16"),
    row<stochastic(kFp8, kF32)>("v_cvt_scalef32_sr_fp8_f32"),
    row<stochastic(kBf8, kF32)>("v_cvt_scalef32_sr_bf8_f32"),
    row<stochastic(kFp8, kF16)>("v_cvt_scalef32_sr_fp8_f16"),
    row<stochastic(kBf8, kF16)>("v_cvt_scalef32_sr_bf8_f16"),
    row<stochastic(kFp8, kBf16)>("v_cvt_scalef32_sr_fp8_bf16"),
    row<stochastic(kBf8, kBf16)>("v_cvt_scalef32_sr_bf8_bf16"),
    row<decoding(kF32, kFp8, 1)>("v_cvt_scalef32_f32_fp8"),
    row<decoding(kF32, kBf8, 1)>("v_cvt_scalef32_f32_bf8"),
    row<decoding(kF16, kFp8, 1)>("v_cvt_scalef32_f16_fp8"),
    row<decoding(kF16, kBf8, 1)>("v_cvt_scalef32_f16_bf8"),
    row<decoding(kF32, kFp8, 2)>("v_cvt_scalef32_pk_f32_fp8"),
    row<decoding(kF32, kBf8, 2)>("v_cvt_scalef32_pk_f32_bf8"),
    row<decoding(kF16, kFp8, 2)>("v_cvt_scalef32_pk_f16_fp8"),
    row<decoding(kF16, kBf8, 2)>("v_cvt_scalef32_pk_f16_bf8"),
    row<decoding(kBf16, kFp8, 2)>("v_cvt_scalef32_pk_bf16_fp8"),
    row<decoding(kBf16, kBf8, 2)>("v_cvt_scalef32_pk_bf16_bf8"),
    // 6 bits, 32 at a time
    row<interleaved(kFp6)>("v_cvt_scalef32_2xpk16_fp6_f32"),
    row<interleaved(kBf6)>("v_cvt_scalef32_2xpk16_bf6_f32"),
    row<nearest(kFp6, kF16, 32)>("v_cvt_scalef32_pk32_fp6_f16"),
    row<nearest(kBf6, kF16, 32)>("v_cvt_scalef32_pk32_bf6_f16"),
    row<nearest(kFp6, kBf16, 32)>("v_cvt_scalef32_pk32_fp6_bf16"),
    row<nearest(kBf6, kBf16, 32)>("v_cvt_scalef32_pk32_bf6_bf16"),
    row<stochastic(kFp6, kF32, 32)>("v_cvt_scalef32_sr_pk32_fp6_f32"),
    row<stochastic(kBf6, kF32, 32)>("v_cvt_scalef32_sr_pk32_bf6_f32"),
    row<stochastic(kFp6, kF16, 32)>("v_cvt_scalef32_sr_pk32_fp6_f16"),
    row<stochastic(kBf6, kF16, 32)>("v_cvt_scalef32_sr_pk32_bf6_f16"),
    row<stochastic(kFp6, kBf16, 32)>("v_cvt_scalef32_sr_pk32_fp6_bf16"),
    row<stochastic(kBf6, kBf16, 32)>("v_cvt_scalef32_sr_pk32_bf6_bf16"),
    row<decoding(kF32, kFp6, 32)>("v_cvt_scalef32_pk32_f32_fp6"),
    row<decoding(kF32, kBf6, 32)>("v_cvt_scalef32_pk32_f32_bf6"),
    row<decoding(kF16, kFp6, 32)>("v_cvt_scalef32_pk32_f16_fp6"),
    row<decoding(kF16, kBf6, 32)>("v_cvt_scalef32_pk32_f16_bf6"),
    row<decoding(kBf16, kFp6, 32)>("v_cvt_scalef32_pk32_bf16_fp6"),
    row<decoding(kBf16, kBf6, 32)>("v_cvt_scalef32_pk32_bf16_bf6"),
    // 4 bits
    row<pack(kFp4)>("v_cvt_scalef32_pk_fp4_f32"),
    row<nearest(kFp4, kF16, 2)>("v_cvt_scalef32_pk_fp4_f16"),
    row<nearest(kFp4, kBf16, 2)>("v_cvt_scalef32_pk_fp4_bf16"),
    row<stochastic(kFp4, kF32, 2)>("v_cvt_scalef32_sr_pk_fp4_f32"),
    row<stochastic(kFp4, kF16, 2)>("v_cvt_scalef32_sr_pk_fp4_f16"),
    row<stochastic(kFp4, kBf16, 2)>("v_cvt_scalef32_sr_pk_fp4_bf16"),
    row<decoding(kF32, kFp4, 2)>("v_cvt_scalef32_pk_f32_fp4"),
    row<decoding(kF16, kFp4, 2)>("v_cvt_scalef32_pk_f16_fp4"),
    row<decoding(kBf16, kFp4, 2)>("v_cvt_scalef32_pk_bf16_fp4"),
};

}  // namespace

std::span<const Row> narrow_conversion_rows() { return kRows; }

}  // namespace lanewise::isa::LANEWISE_ISA_BUILD
