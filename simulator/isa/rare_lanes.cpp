// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Instructions of graphics, video and large-argument trigonometry, and the two without operands. Compilers
// emit v_trig_preop_f64 for sines of large doubles, and the sums of absolute differences through builtins;
// the rest is here because the chips have it. v_cvt_f32_fp8 and v_cvt_f32_bf8 take their byte through SDWA.
// Source: AMD's CDNA4 pseudocode; the table of v_screen_partition_4se_b32 from the Vega ISA manual.

#include "simulator/isa/narrow_formats.h"
#include "simulator/isa/row_files.h"
#include "simulator/isa/sad.h"

namespace lanewise::isa::LANEWISE_ISA_BUILD {

namespace {

// --- cube maps: the face is the axis of largest magnitude, ties go to z, then y -----------------------

inline bool z_is_major(f32 x, f32 y, f32 z) {
  return std::fabs(z) >= std::fabs(x) && std::fabs(z) >= std::fabs(y);
}
inline bool y_is_major(f32 x, f32 y) { return std::fabs(y) >= std::fabs(x); }
inline f32 negated(f32 x) { return bits_as<f32>(bits_as<u32>(x) ^ 0x80000000); }
inline f32 cube_face(f32 x, f32 y, f32 z) {
  if (z_is_major(x, y, z)) return z < 0.0f ? 5.0f : 4.0f;
  if (y_is_major(x, y)) return y < 0.0f ? 3.0f : 2.0f;
  return x < 0.0f ? 1.0f : 0.0f;
}
inline f32 cube_s(f32 x, f32 y, f32 z) {
  if (z_is_major(x, y, z)) return z < 0.0f ? negated(x) : x;
  if (y_is_major(x, y)) return x;
  return x < 0.0f ? z : negated(z);
}
inline f32 cube_t(f32 x, f32 y, f32 z) {
  if (z_is_major(x, y, z)) return negated(y);
  if (y_is_major(x, y)) return y < 0.0f ? negated(z) : z;
  return negated(y);
}
inline f32 cube_major(f32 x, f32 y, f32 z) {
  const f32 axis = z_is_major(x, y, z) ? z : (y_is_major(x, y) ? y : x);
  return with_nan_rule(axis * 2.0f, axis);
}

// --- sums of absolute differences of four windows into S0 ---------------------------------------------

/// v_mqsad_u32_u8: four sums of 32 bits.
const Op* masked_window_sums(Wave& w, const Op* op) {
  const bool clamp = w.general[op->extra].modifiers.clamp;
  const u32* a = lanes_of(w, op->src[0]);
  const u32* b = lanes_of(w, op->src[1]);
  const u32* c = lanes_of(w, op->src[2]);
  alignas(64) u32 result[4 * kLanes];
  for (u32 lane = 0; lane < kLanes; ++lane) {
    const u64 window = Lane<u64>::load(a, lane);
    for (u32 i = 0; i < 4; ++i) {
      const u32 before = c[i * kLanes + lane];
      const u32 sum = before + masked_difference(static_cast<u32>(window >> (8 * i)), b[lane]);
      result[i * kLanes + lane] = clamp && sum < before ? ~0u : sum;
    }
  }
  blend(w, exec_of(w), w.v + op->dst, result, 4);
  return op + 1;
}

// --- 2/pi in segments of 53 bits ----------------------------------------------------------------------

/// The first 1201 bits after the point of 2/pi, then zeros.
constexpr u64 kTwoOverPi[] = {
    0xa2f9836e4e441529, 0xfc2757d1f534ddc0, 0xdb6295993c439041, 0xfe5163abdebbc561, 0xb7246e3a424dd2e0,
    0x06492eea09d1921c, 0xfe1deb1cb129a73e, 0xe88235f52ebb4484, 0xe99c7026b45f7e41, 0x3991d639835339f4,
    0x9c845f8bbdf9283b, 0x1ff897ffde05980f, 0xef2f118b5a0a6d1f, 0x6d367ecf27cb09b7, 0x4f463f669e5fea2d,
    0x7527bac7ebe5f17b, 0x3d0739f78a5292ea, 0x6bfb5fb11f8d5d08, 0x56033046fc7b0000,
};
inline u64 two_over_pi_word(u32 i) { return i < std::size(kTwoOverPi) ? kTwoOverPi[i] : 0; }

/// The segment S1 of 2/pi for a reduction of a, at its place; cut where it is denormal.
inline f64 trigonometric_segment(f64 a, u32 segment) {
  const i32 exponent = biased_exponent(a);
  i32 first = static_cast<i32>(segment & 31) * 53;
  if (exponent > 1077) first += exponent - 1077;
  const u32 word = static_cast<u32>(first) / 64, bit = static_cast<u32>(first) % 64;
  u64 bits = two_over_pi_word(word) << bit;
  if (bit != 0) bits |= two_over_pi_word(word + 1) >> (64 - bit);
  bits >>= 11;
  i32 scale = -53 - first;
  if (exponent >= 1968) scale += 128;
  if (scale < -1074) {
    const i32 lost = -1074 - scale;
    if (lost >= 53) return 0.0;
    bits &= ~((u64{1} << lost) - 1);
  }
  return std::ldexp(static_cast<f64>(bits), scale);
}

// --- fp8 through SDWA, the screen partition, nothing ---------------------------------------------------

template <NarrowFormat F>
f32 decode_byte(u32 a) {
  return decode_narrow(a & 0xff, F);
}
template <NarrowFormat F>
pair_f32 decode_two_bytes(u32 a) {
  return {decode_narrow(a & 0xff, F), decode_narrow((a >> 8) & 0xff, F)};
}

/// Four bits for each value of S0[7:0], from bit 0 upwards.
constexpr u64 kScreenPartition[16] = {
    0xfffffff7fff5f731, 0xffffffbfffafe62f, 0xfffffdfff5ffc4fd, 0xffffefffafff8fb9,
    0xfffefff6fdc4ffff, 0xffdff99fb98fffff, 0xfbfff9ff31f7ffff, 0x7fff6ff62fe6ffff,
    0xfffafb32fffffffb, 0xff5fd91fffffff7f, 0xfaffc8fefffffeff, 0x5fff4f76ffffdfff,
    0xfec8fffffffdfff9, 0x764fffffffeff66f, 0x32fbfffff7fff6ff, 0x1fd9ffffbfff9ff9,
};
inline u32 screen_partition(u32 a) {
  return static_cast<u32>(kScreenPartition[(a >> 4) & 15] >> (4 * (a & 15))) & 15;
}

const Op* no_operation(Wave&, const Op* op) { return op + 1; }

constexpr CostClass kFull = CostClass::kValu;

constexpr Row operandless_row(const char* name) {
  return {.mnemonic = name, .shape = Shape::kLanes, .execute = no_operation, .flags = kOwnModifiers};
}

constexpr Row kRows[] = {
    operandless_row("v_nop"),
    operandless_row("v_clrexcp"),  // exceptions are not modelled
    LaneOp<&cube_face>::row("v_cubeid_f32"),
    LaneOp<&cube_s>::row("v_cubesc_f32"),
    LaneOp<&cube_t>::row("v_cubetc_f32"),
    LaneOp<&cube_major>::row("v_cubema_f32"),
    LaneOp<&window_sums>::row("v_qsad_pk_u16_u8"),
    LaneOp<&masked_window_sums16>::row("v_mqsad_pk_u16_u8"),
    Row{.mnemonic = "v_mqsad_u32_u8",
        .shape = Shape::kLanes,
        .execute = masked_window_sums,
        .result = LaneKind::kBits32,
        .sources = {LaneKind::kBits64, LaneKind::kBits32, LaneKind::kBits32},
        .flags = kOwnModifiers},
    LaneOp<&trigonometric_segment>::row("v_trig_preop_f64"),
    LaneOp<&screen_partition>::row("v_screen_partition_4se_b32"),
    LaneOp<&decode_byte<kFp8Fnuz>>::row("v_cvt_f32_fp8", kFull, kGfx942Only),
    LaneOp<&decode_byte<kBf8Fnuz>>::row("v_cvt_f32_bf8", kFull, kGfx942Only),
    LaneOp<&decode_two_bytes<kFp8Fnuz>>::row("v_cvt_pk_f32_fp8", kFull, kGfx942Only),
    LaneOp<&decode_two_bytes<kBf8Fnuz>>::row("v_cvt_pk_f32_bf8", kFull, kGfx942Only),
    LaneOp<&decode_byte<kFp8>>::row("v_cvt_f32_fp8", kFull, kGfx950Only),
    LaneOp<&decode_byte<kBf8>>::row("v_cvt_f32_bf8", kFull, kGfx950Only),
    LaneOp<&decode_two_bytes<kFp8>>::row("v_cvt_pk_f32_fp8", kFull, kGfx950Only),
    LaneOp<&decode_two_bytes<kBf8>>::row("v_cvt_pk_f32_bf8", kFull, kGfx950Only),
};

}  // namespace

std::span<const Row> rare_lane_rows() { return kRows; }

}  // namespace lanewise::isa::LANEWISE_ISA_BUILD
