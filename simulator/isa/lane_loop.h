// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The lane loop, written once. `LaneOp<F>` turns a lane function F(a, b, ...) -> r into
//   lanes():   64 results from prepared operands (used by the general executor), and
//   execute(): the fast handler, which reads and writes the register file in place when EXEC is full
//              and blends under the lane mask otherwise.
// Everything here lives in the namespace of the build (avx2 or scalar): a function compiled for AVX2
// must never be merged by the linker with its portable twin.

#pragma once

#include <bit>
#include <cstdint>
#include <cstring>
#include <type_traits>
#include <utility>

#include "simulator/isa/rows.h"
#include "simulator/wave/wave.h"

#if defined(__clang__)
#define LANEWISE_LANE_LOOP _Pragma("clang loop vectorize(assume_safety)")
#else
#define LANEWISE_LANE_LOOP _Pragma("GCC ivdep")
#endif

namespace lanewise::isa::LANEWISE_ISA_BUILD {

using wave::kAllLanes;
using wave::kLanes;
using wave::Op;
using wave::Wave;

using u8 = std::uint8_t;
using u16 = std::uint16_t;
using i16 = std::int16_t;
using u32 = std::uint32_t;
using i32 = std::int32_t;
using u64 = std::uint64_t;
using i64 = std::int64_t;
using f32 = float;
using f64 = double;

/// f16 value as its bits; arithmetic converts explicitly.
struct f16 {
  u16 bits;
};
/// Two 16-bit values in one register.
struct pair16 {
  u32 bits;
};
struct pair_half {
  u32 bits;
};
/// Two f32 in a register pair (v_pk_*_f32).
struct pair_f32 {
  f32 lo, hi;
};

template <class To, class From>
[[gnu::always_inline]] inline To bits_as(const From& from) {
  return __builtin_bit_cast(To, from);
}

/// Reads and writes one lane value of type T; `registers` it occupies; LaneKind for modifiers.
template <class T>
struct Lane;

template <class T, LaneKind Kind>
struct Lane32 {
  static constexpr LaneKind kind = Kind;
  static constexpr u32 registers = 1;
  [[gnu::always_inline]] static T load(const u32* p, u32 lane) { return bits_as<T>(p[lane]); }
  [[gnu::always_inline]] static void store(u32* p, u32 lane, T value) { p[lane] = bits_as<u32>(value); }
};
template <>
struct Lane<u32> : Lane32<u32, LaneKind::kBits32> {};
template <>
struct Lane<i32> : Lane32<i32, LaneKind::kBits32> {};
template <>
struct Lane<f32> : Lane32<f32, LaneKind::kFloat32> {};
template <>
struct Lane<pair16> : Lane32<pair16, LaneKind::kPacked16> {};
template <>
struct Lane<pair_half> : Lane32<pair_half, LaneKind::kPackedHalf> {};

template <class T, LaneKind Kind>
struct Lane16 {
  static constexpr LaneKind kind = Kind;
  static constexpr u32 registers = 1;
  [[gnu::always_inline]] static T load(const u32* p, u32 lane) {
    return bits_as<T>(static_cast<u16>(p[lane]));
  }
  [[gnu::always_inline]] static void store(u32* p, u32 lane, T value) { p[lane] = bits_as<u16>(value); }
};
template <>
struct Lane<u16> : Lane16<u16, LaneKind::kBits16> {};
template <>
struct Lane<i16> : Lane16<i16, LaneKind::kBits16> {};
template <>
struct Lane<f16> : Lane16<f16, LaneKind::kFloat16> {};

template <class T, LaneKind Kind>
struct Lane64 {
  static constexpr LaneKind kind = Kind;
  static constexpr u32 registers = 2;
  [[gnu::always_inline]] static T load(const u32* p, u32 lane) {
    return bits_as<T>(static_cast<u64>(p[lane]) | (static_cast<u64>(p[kLanes + lane]) << 32));
  }
  [[gnu::always_inline]] static void store(u32* p, u32 lane, T value) {
    const u64 bits = bits_as<u64>(value);
    p[lane] = static_cast<u32>(bits);
    p[kLanes + lane] = static_cast<u32>(bits >> 32);
  }
};
template <>
struct Lane<u64> : Lane64<u64, LaneKind::kBits64> {};
template <>
struct Lane<i64> : Lane64<i64, LaneKind::kBits64> {};
template <>
struct Lane<f64> : Lane64<f64, LaneKind::kFloat64> {};
template <>
struct Lane<pair_f32> : Lane64<pair_f32, LaneKind::kPackedFloat> {};

[[gnu::always_inline]] inline const u32* lanes_of(const Wave& w, u32 source) {
  return w.vector_base[source >> 31] + (source & ~wave::kConstantPool);
}
[[gnu::always_inline]] inline u64 exec_of(const Wave& w) {
  u64 value;
  std::memcpy(&value, &w.s[wave::kExec], 8);
  return value;
}
[[gnu::always_inline]] inline u64 scalar64(const Wave& w, u32 code) {
  return static_cast<u64>(w.s[code]) | (static_cast<u64>(w.s[code + 1]) << 32);
}
[[gnu::always_inline]] inline void set_scalar64(Wave& w, u32 code, u64 value) {
  w.s[code] = static_cast<u32>(value);
  w.s[code + 1] = static_cast<u32>(value >> 32);
}

/// Brings w.lane_mask up to date with `exec`.
inline void expand_mask(Wave& w, u64 exec) {
  if (w.mask_exec == exec) return;
  w.mask_exec = exec;
  for (u32 lane = 0; lane < kLanes; ++lane) w.lane_mask[lane] = (exec >> lane) & 1 ? ~0u : 0u;
}

/// dst = src where the lane is active.
inline void blend(Wave& w, u64 exec, u32* dst, const u32* src, u32 registers) {
  expand_mask(w, exec);
  for (u32 r = 0; r < registers; ++r) {
    u32* d = dst + r * kLanes;
    const u32* s = src + r * kLanes;
    LANEWISE_LANE_LOOP
    for (u32 lane = 0; lane < kLanes; ++lane)
      d[lane] = (d[lane] & ~w.lane_mask[lane]) | (s[lane] & w.lane_mask[lane]);
  }
}

/// One bit per lane from 0 / non-zero words.
inline u64 pack_mask(const u32* words) {
  u64 mask = 0;
  for (u32 lane = 0; lane < kLanes; ++lane) mask |= static_cast<u64>(words[lane] & 1) << lane;
  return mask;
}

/// The lanes of an Op's first `Count` sources.
template <u32 Count>
struct SourceLanes {
  const u32* lanes[Count];
  [[gnu::always_inline]] SourceLanes(const Wave& w, const Op* op) {
    for (u32 i = 0; i < Count; ++i) lanes[i] = lanes_of(w, op->src[i]);
  }
};

/// Lets `loop(destination)` write `Registers` registers: in place when EXEC is full, else into a buffer that
/// is blended.
template <u32 Registers, class Loop>
[[gnu::always_inline]] inline const Op* write_lanes(Wave& w, const Op* op, Loop loop) {
  const u64 exec = exec_of(w);
  if (exec == kAllLanes) [[likely]] {
    loop(w.v + op->dst);
  } else {
    alignas(64) u32 result[Registers * kLanes];
    loop(result);
    blend(w, exec, w.v + op->dst, result, Registers);
  }
  return op + 1;
}

/// Row of a vector instruction with result kind `result` and sources of types A.
template <class... A>
constexpr Row vector_row(Row row, LaneKind result) {
  row.result = result;
  const LaneKind kinds[] = {Lane<A>::kind..., LaneKind::kNone};
  for (u32 i = 0; i < sizeof...(A) && i < 3; ++i) row.sources[i] = kinds[i];
  return row;
}

template <auto F>
struct LaneOp;

template <class R, class... A, R (*F)(A...)>
struct LaneOp<F> {
  static constexpr u32 count = sizeof...(A);

  template <std::size_t... I>
  [[gnu::always_inline]] static void loop(u32* __restrict d, const u32* const* s, std::index_sequence<I...>) {
    LANEWISE_LANE_LOOP
    for (u32 lane = 0; lane < kLanes; ++lane) {
      Lane<std::remove_cvref_t<R>>::store(d, lane, F(Lane<A>::load(s[I], lane)...));
    }
  }

  static void lanes(LaneArguments& x) { loop(x.dst, x.src, std::make_index_sequence<count>{}); }

  static const Op* execute(Wave& w, const Op* op) {
    const SourceLanes<count> s(w, op);
    return write_lanes<Lane<R>::registers>(
        w, op, [&](u32* d) { loop(d, s.lanes, std::make_index_sequence<count>{}); });
  }

  static constexpr Row row(const char* name, CostClass cost = CostClass::kValu, u8 flags = 0) {
    return vector_row<A...>({.mnemonic = name,
                             .shape = Shape::kLanes,
                             .execute = execute,
                             .lanes = lanes,
                             .cost = cost,
                             .flags = flags},
                            Lane<R>::kind);
  }
};

template <auto F>
struct CompareOp;

template <class... A, bool (*F)(A...)>
struct CompareOp<F> {
  static constexpr u32 count = sizeof...(A);

  template <std::size_t... I>
  [[gnu::always_inline]] static u64 loop(const u32* const* s, std::index_sequence<I...>) {
    alignas(64) u32 words[kLanes];
    LANEWISE_LANE_LOOP
    for (u32 lane = 0; lane < kLanes; ++lane) words[lane] = F(Lane<A>::load(s[I], lane)...) ? 1u : 0u;
    return pack_mask(words);
  }

  static void lanes(LaneArguments& x) { x.mask_out = loop(x.src, std::make_index_sequence<count>{}); }

  template <bool WritesExec>
  static const Op* execute(Wave& w, const Op* op) {
    const SourceLanes<count> s(w, op);
    const u64 mask = loop(s.lanes, std::make_index_sequence<count>{}) & exec_of(w);
    set_scalar64(w, op->dst2, mask);
    if constexpr (WritesExec) set_scalar64(w, wave::kExec, mask);
    return op + 1;
  }

  template <bool WritesExec>
  static constexpr Row row(const char* name) {
    return vector_row<A...>({.mnemonic = name,
                             .shape = WritesExec ? Shape::kCompareExec : Shape::kCompare,
                             .execute = execute<WritesExec>,
                             .lanes = lanes},
                            LaneKind::kMask);
  }
};

/// F(bit, a, b, ...) -> r; the bit comes from the mask in op->src[3] (a scalar code).
template <auto F, Shape S = Shape::kSelect>
struct MaskedOp;

template <class R, class... A, R (*F)(bool, A...), Shape S>
struct MaskedOp<F, S> {
  static constexpr u32 count = sizeof...(A);

  template <std::size_t... I>
  [[gnu::always_inline]] static void loop(u32* __restrict d, const u32* const* s, u64 mask,
                                          std::index_sequence<I...>) {
    alignas(64) u32 bit[kLanes];
    for (u32 lane = 0; lane < kLanes; ++lane) bit[lane] = static_cast<u32>(mask >> lane) & 1;
    LANEWISE_LANE_LOOP
    for (u32 lane = 0; lane < kLanes; ++lane)
      Lane<R>::store(d, lane, F(bit[lane] != 0, Lane<A>::load(s[I], lane)...));
  }

  static void lanes(LaneArguments& x) { loop(x.dst, x.src, x.mask_in, std::make_index_sequence<count>{}); }

  static const Op* execute(Wave& w, const Op* op) {
    const SourceLanes<count> s(w, op);
    const u64 mask = scalar64(w, op->src[3]);
    return write_lanes<Lane<R>::registers>(
        w, op, [&](u32* d) { loop(d, s.lanes, mask, std::make_index_sequence<count>{}); });
  }

  static constexpr Row row(const char* name) {
    return vector_row<A...>({.mnemonic = name, .shape = S, .execute = execute, .lanes = lanes},
                            Lane<R>::kind);
  }
};

/// Result and mask bit of a lane: add and subtract with carry, v_div_scale, v_mad_u64_u32.
template <class R>
struct WithBit {
  R value;
  bool bit;
};

/// F(carry_in, a, b, ...) -> {r, carry_out}. Without carry-in the bit is false.
template <auto F, bool ReadsMask>
struct CarryOp;

template <class R, class... A, WithBit<R> (*F)(bool, A...), bool ReadsMask>
struct CarryOp<F, ReadsMask> {
  static constexpr u32 count = sizeof...(A);

  template <std::size_t... I>
  [[gnu::always_inline]] static u64 loop(u32* __restrict d, const u32* const* s, u64 mask,
                                         std::index_sequence<I...>) {
    alignas(64) u32 bit[kLanes];
    for (u32 lane = 0; lane < kLanes; ++lane) bit[lane] = static_cast<u32>(mask >> lane) & 1;
    LANEWISE_LANE_LOOP
    for (u32 lane = 0; lane < kLanes; ++lane) {
      const WithBit<R> result = F(bit[lane] != 0, Lane<A>::load(s[I], lane)...);
      Lane<R>::store(d, lane, result.value);
      bit[lane] = result.bit ? 1u : 0u;
    }
    return pack_mask(bit);
  }

  static void lanes(LaneArguments& x) {
    x.mask_out = loop(x.dst, x.src, ReadsMask ? x.mask_in : 0, std::make_index_sequence<count>{});
  }

  static const Op* execute(Wave& w, const Op* op) {
    const SourceLanes<count> s(w, op);
    const u64 mask = ReadsMask ? scalar64(w, op->src[3]) : 0;
    const u64 exec = exec_of(w);
    alignas(64) u32 result[Lane<R>::registers * kLanes];
    const u64 out = loop(result, s.lanes, mask, std::make_index_sequence<count>{});
    blend(w, exec, w.v + op->dst, result, Lane<R>::registers);
    set_scalar64(w, op->dst2, out & exec);
    return op + 1;
  }

  static constexpr Row row(const char* name, CostClass cost = CostClass::kValu) {
    return vector_row<A...>({.mnemonic = name,
                             .shape = ReadsMask ? Shape::kCarryInOut : Shape::kCarryOut,
                             .execute = execute,
                             .lanes = lanes,
                             .cost = cost},
                            Lane<R>::kind);
  }
};

}  // namespace lanewise::isa::LANEWISE_ISA_BUILD
