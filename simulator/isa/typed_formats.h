// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Data and number formats of typed buffer instructions: how many channels an element has, how wide they are,
// and how a channel becomes a register value and back. MTBUF carries its format, buffer_*_format_* takes it
// from the resource. AMD names packed formats from the high bits down: 2_10_10_10 has X in its low ten bits.
// Source: ISA manual, "Buffer resource" and the tables of data and number formats. Integers that do not fit
// the channel saturate (assumed: the manual is silent).

#pragma once

#include <string_view>

#include "simulator/isa/access_addresses.h"
#include "simulator/isa/arithmetic.h"

namespace lanewise::isa::LANEWISE_ISA_BUILD {

enum class Number : u8 { kUnorm, kSnorm, kUscaled, kSscaled, kUint, kSint, kSnormOgl, kFloat };

struct Channels {
  u8 count;
  u8 bits[4];  ///< X, Y, Z, W; X stands lowest
};
inline constexpr Channels kChannels[16] = {
    {0, {}},                // invalid
    {1, {8}},               // 8
    {1, {16}},              // 16
    {2, {8, 8}},            // 8_8
    {1, {32}},              // 32
    {2, {16, 16}},          // 16_16
    {3, {11, 11, 10}},      // 10_11_11
    {3, {10, 11, 11}},      // 11_11_10
    {4, {2, 10, 10, 10}},   // 10_10_10_2
    {4, {10, 10, 10, 2}},   // 2_10_10_10
    {4, {8, 8, 8, 8}},      // 8_8_8_8
    {2, {32, 32}},          // 32_32
    {4, {16, 16, 16, 16}},  // 16_16_16_16
    {3, {32, 32, 32}},      // 32_32_32
    {4, {32, 32, 32, 32}},  // 32_32_32_32
    {0, {}},                // reserved
};

struct TypedFormat {
  const Channels* channels;
  Number number;
  [[nodiscard]] u32 bytes() const {
    u32 bits = 0;
    for (u32 i = 0; i < channels->count; ++i) bits += channels->bits[i];
    return bits / 8;
  }
  [[nodiscard]] bool integer() const { return number == Number::kUint || number == Number::kSint; }
};

inline bool is_typed(std::string_view mnemonic) {
  return mnemonic.find("_format_") != std::string_view::npos;
}

/// Op::immediate of an MTBUF instruction: this bit and dfmt | nfmt << 4. 0: the resource has the format.
inline constexpr i32 kOwnFormat = 0x100;

inline TypedFormat typed_format(const Wave& w, const Op* op) {
  const u32 word = w.s[op->src[2] + 3];
  const bool own = (op->immediate & kOwnFormat) != 0;
  const u32 field = own ? static_cast<u32>(op->immediate) : ((word >> 15) & 15) | (((word >> 12) & 7) << 4);
  return {&kChannels[field & 15], static_cast<Number>((field >> 4) & 7)};
}
inline u32 typed_bytes(const Wave& w, const Op* op) { return typed_format(w, op).bytes(); }

/// Unsigned float of 5 exponent bits and `mantissa` mantissa bits (channels of 10 and 11 bits).
inline f32 small_float(u32 raw, u32 mantissa) {
  const u32 exponent = raw >> mantissa, fraction = raw & ((1u << mantissa) - 1);
  const f32 scale = static_cast<f32>(1u << mantissa);
  if (exponent == 31) return bits_as<f32>(0x7f800000u | (fraction << (23 - mantissa)));
  if (exponent == 0) return static_cast<f32>(fraction) / scale * 0x1p-14f;
  return bits_as<f32>(((exponent + 112) << 23) | (fraction << (23 - mantissa)));
}
/// The same back: round to nearest even, negative numbers become 0.
inline u32 to_small_float(f32 value, u32 mantissa) {
  if (is_nan(value)) return (31u << mantissa) | 1u;
  if (value <= 0) return 0;
  const u32 bits = to_f16(value).bits, drop = 10 - mantissa;
  if (bits >= 0x7c00) return 31u << mantissa;
  const u32 half = 1u << (drop - 1), odd = (bits >> drop) & 1;
  return (bits + half - 1 + odd) >> drop;
}

inline i32 sign_extended(u32 raw, u32 bits) {
  return bits == 32 ? static_cast<i32>(raw) : static_cast<i32>(raw << (32 - bits)) >> (32 - bits);
}
inline f64 largest_of(u32 bits) { return static_cast<f64>((u64{1} << bits) - 1); }

/// A channel's bits as a register value: f32, or an integer for the two integer formats.
inline u32 decode_channel(u32 raw, u32 bits, Number number) {
  const i32 extended = sign_extended(raw, bits);
  const f64 positive = largest_of(bits - 1);
  f64 value = 0;
  switch (number) {
    case Number::kUint: return raw;
    case Number::kSint: return static_cast<u32>(extended);
    case Number::kUnorm: value = raw / largest_of(bits); break;
    case Number::kSnorm: value = extended / positive < -1 ? -1 : extended / positive; break;
    case Number::kUscaled: value = raw; break;
    case Number::kSscaled: value = extended; break;
    case Number::kSnormOgl: value = (2.0 * extended + 1) / largest_of(bits); break;
    case Number::kFloat:
      if (bits == 32) return raw;
      if (bits == 16) return bits_as<u32>(to_f32(f16{static_cast<u16>(raw)}));
      if (bits == 10 || bits == 11) return bits_as<u32>(small_float(raw, bits - 5));
      return 0;
  }
  return bits_as<u32>(static_cast<f32>(value));
}

/// A register value as a channel's bits: floats round to nearest even (scaled formats: toward zero) and
/// saturate.
inline u32 encode_channel(u32 value, u32 bits, Number number) {
  const u32 mask = bits == 32 ? ~0u : (1u << bits) - 1;
  const f64 unsigned_largest = largest_of(bits), positive = largest_of(bits - 1);
  const f32 number_value = bits_as<f32>(value);
  const f64 x = is_nan(number_value) ? 0 : static_cast<f64>(number_value);
  const auto clamped = [](f64 v, f64 low, f64 high) { return v < low ? low : v > high ? high : v; };
  switch (number) {
    case Number::kUint: return value > mask ? mask : value;
    case Number::kSint:
      return static_cast<u32>(static_cast<i64>(clamped(static_cast<i32>(value), -positive - 1, positive))) &
             mask;
    case Number::kUnorm: return static_cast<u32>(std::nearbyint(clamped(x, 0, 1) * unsigned_largest));
    case Number::kSnorm:
      return static_cast<u32>(static_cast<i64>(std::nearbyint(clamped(x, -1, 1) * positive))) & mask;
    case Number::kUscaled: return static_cast<u32>(clamped(x, 0, unsigned_largest));
    case Number::kSscaled:
      return static_cast<u32>(static_cast<i64>(clamped(x, -positive - 1, positive))) & mask;
    case Number::kSnormOgl:
      return static_cast<u32>(static_cast<i64>(
                 std::nearbyint(clamped((x * unsigned_largest - 1) / 2, -positive - 1, positive)))) &
             mask;
    case Number::kFloat:
      if (bits == 32) return value;
      if (bits == 16) return to_f16(number_value).bits;
      return bits == 10 || bits == 11 ? to_small_float(number_value, bits - 5) : 0;
  }
  return 0;
}

}  // namespace lanewise::isa::LANEWISE_ISA_BUILD
