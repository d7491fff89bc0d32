// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Lane accesses to device memory with bounds. A device address is a host pointer, so the fast path only
// proves that all 64 addresses lie in the range which this instruction used last; everything else (other
// allocation, inactive lanes, LDS and scratch apertures, faults) goes lane by lane.

#pragma once

#include "simulator/isa/lane_memory.h"

namespace lanewise::isa::LANEWISE_ISA_BUILD {

/// Are [address, address + bytes) of all lanes inside `range`?
[[gnu::always_inline]] inline bool all_in_range(const u64* address, const wave::Range& range, u32 bytes) {
  if (range.end - range.begin < bytes) return false;
  const u64 limit = range.end - range.begin - bytes;
  u64 outside = 0;
  for (u32 lane = 0; lane < kLanes; ++lane) {
    const u64 distance = address[lane] - range.begin;
    outside |= distance | (limit - distance);
  }
  return (outside >> 63) == 0;
}

/// Host pointer for one lane's access; faults when no allocation holds it, or when it may not be written.
/// Updates the instruction's range.
inline u8* lane_pointer(Wave& w, const Op* op, u32 lane, u64 address, u32 bytes, bool write) {
  wave::Range& range = w.ranges[op->slot];
  if (address < range.begin || address >= range.end || range.end - address < bytes ||
      (write && !range.writable)) {
    wave::Range found;
    using Kind = wave::Fault::Kind;
    if (!wave::find_range(*w.arena, address, found) || found.end - address < bytes) {
      wave::raise_fault({Kind::kOutOfBounds, op->index, lane, address, bytes, write, "access"});
    }
    if (write && !found.writable)
      wave::raise_fault({Kind::kReadOnly, op->index, lane, address, bytes, true, "store"});
    range = found;
  }
  return reinterpret_cast<u8*>(address);
}

// --- scratch: dword-interleaved over the lanes ------------------------------------------------------------

/// Copies bytes between a lane's scratch and `data`, byte by byte across dword borders.
inline void scratch_copy(Wave& w, const Op* op, u32 lane, u64 offset, u8* data, u32 bytes, bool write) {
  if (offset + bytes > w.scratch_bytes) {
    wave::raise_fault(
        {wave::Fault::Kind::kScratchOverflow, op->index, lane, offset, bytes, write, "scratch"});
  }
  for (u32 i = 0; i < bytes; ++i) {
    const u64 at = offset + i;
    u8* byte = w.scratch + (at / 4) * (4 * kLanes) + 4 * lane + at % 4;
    if (write)
      *byte = data[i];
    else
      data[i] = *byte;
  }
}

/// One lane's flat access: LDS and scratch apertures by the address's high dword, device memory otherwise.
inline void flat_copy(Wave& w, const Op* op, u32 lane, u64 address, u8* data, u32 bytes, bool write) {
  const u32 high = static_cast<u32>(address >> 32), low = static_cast<u32>(address);
  if (high == wave::kSharedAperture) {
    const bool inside = static_cast<u64>(low) + bytes <= w.workgroup->lds_bytes;
    if (write) {
      if (inside) std::memcpy(w.workgroup->lds + low, data, bytes);
    } else if (inside) {
      std::memcpy(data, w.workgroup->lds + low, bytes);
    } else {
      std::memset(data, 0, bytes);
    }
    return;
  }
  if (high == wave::kPrivateAperture) return scratch_copy(w, op, lane, low, data, bytes, write);
  u8* at = lane_pointer(w, op, lane, address, bytes, write);
  if (write)
    std::memcpy(at, data, bytes);
  else
    std::memcpy(data, at, bytes);
}

}  // namespace lanewise::isa::LANEWISE_ISA_BUILD
