// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sums of absolute differences of bytes, over four windows that start at the bytes 0 to 3 of a register pair.
// Each window's sum is added to 16 bits of the third source, modulo 2^16 or saturating (the clamp bit).
// Source: AMD's CDNA4 pseudocode of V_SAD_U8, V_MSAD_U8, V_QSAD_PK_U16_U8, V_MQSAD_PK_U16_U8.

#pragma once

#include "simulator/isa/lane_loop.h"

namespace lanewise::isa::LANEWISE_ISA_BUILD {

/// At most 4 x 255. `Masked`: bytes of b that are 0 do not count.
template <bool Masked>
inline u32 byte_differences(u32 a, u32 b) {
  u32 sum = 0;
  for (u32 shift = 0; shift < 32; shift += 8) {
    const u32 x = (a >> shift) & 0xff, y = (b >> shift) & 0xff;
    sum += Masked && y == 0 ? 0 : (x > y ? x - y : y - x);
  }
  return sum;
}
inline u32 masked_difference(u32 a, u32 b) { return byte_differences<true>(a, b); }

template <bool Masked, bool Saturates>
inline u64 four_window_sums(u64 a, u32 b, u64 c) {
  u64 result = 0;
  for (u32 i = 0; i < 4; ++i) {
    const u32 sum = (static_cast<u32>(c >> (16 * i)) & 0xffff) +
                    byte_differences<Masked>(static_cast<u32>(a >> (8 * i)), b);
    result |= static_cast<u64>(Saturates && sum > 0xffff ? 0xffff : sum & 0xffff) << (16 * i);
  }
  return result;
}
inline u64 window_sums(u64 a, u32 b, u64 c) { return four_window_sums<false, false>(a, b, c); }
inline u64 masked_window_sums16(u64 a, u32 b, u64 c) { return four_window_sums<true, false>(a, b, c); }

}  // namespace lanewise::isa::LANEWISE_ISA_BUILD
