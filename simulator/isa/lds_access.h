// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Lane accesses to the workgroup's LDS, shared by the DS rows: dwords in both directions, and
// read-modify-write. Beyond the allocation a read gives 0 and a write is dropped.

#pragma once

#include "simulator/isa/lane_memory.h"

namespace lanewise::isa::LANEWISE_ISA_BUILD {

/// True if `bytes` at every lane's address plus `offset` lie inside the LDS allocation.
inline bool all_inside(const Wave& w, const u32* address, u32 offset, u32 bytes) {
  const u32 size = w.workgroup->lds_bytes;
  if (offset + bytes > size) return false;
  u32 largest = 0;
  for (u32 lane = 0; lane < kLanes; ++lane) largest = address[lane] > largest ? address[lane] : largest;
  return largest <= size - offset - bytes;
}
inline bool lane_inside(const Wave& w, u32 address, u32 offset, u32 bytes) {
  return static_cast<u64>(address) + offset + bytes <= w.workgroup->lds_bytes;
}

/// Reads D dwords per lane from address + offset into `out`.
template <u32 D>
void read_dwords(const Wave& w, u64 exec, const u32* address, u32 offset, u32* out) {
  const u8* lds = w.workgroup->lds + offset;
  if (exec == kAllLanes && all_inside(w, address, offset, 4 * D)) [[likely]] {
    gather<D>(out, [&](u32 lane) { return lds + address[lane]; });
    return;
  }
  for (u32 lane = 0; lane < kLanes; ++lane) {
    if (((exec >> lane) & 1) == 0) continue;
    const u32 at = address[lane];
    for (u32 i = 0; i < D; ++i)
      out[i * kLanes + lane] = lane_inside(w, at, offset + 4 * i, 4) ? load32(lds + at + 4 * i) : 0;
  }
}

template <u32 D>
void write_dwords(Wave& w, u64 exec, const u32* address, u32 offset, const u32* in) {
  u8* lds = w.workgroup->lds + offset;
  if (exec == kAllLanes && all_inside(w, address, offset, 4 * D)) [[likely]] {
    scatter<D>(in, [&](u32 lane) { return lds + address[lane]; });
    return;
  }
  for (u32 lane = 0; lane < kLanes; ++lane) {
    if (((exec >> lane) & 1) == 0) continue;
    for (u32 i = 0; i < D; ++i) {
      if (lane_inside(w, address[lane], offset + 4 * i, 4))
        std::memcpy(lds + address[lane] + 4 * i, &in[i * kLanes + lane], 4);
    }
  }
}

/// Atomics, lane by lane in ascending order. Data in src[1].
template <class T, T (*F)(T, T), bool Returns>
const Op* ds_atomic(Wave& w, const Op* op) {
  constexpr u32 registers = sizeof(T) / 4;
  alignas(64) u32 address[kLanes];
  std::memcpy(address, lanes_of(w, op->src[0]), sizeof(address));
  const u32* data = lanes_of(w, op->src[1]);
  const u32 offset = static_cast<u32>(op->offset);
  alignas(64) u32 old[registers * kLanes] = {};
  const u64 exec = exec_of(w);
  ++w.lds_issued;
  for (u32 lane = 0; lane < kLanes; ++lane) {
    if (((exec >> lane) & 1) == 0 || !lane_inside(w, address[lane], offset, sizeof(T))) continue;
    u8* at = w.workgroup->lds + address[lane] + offset;
    T value;
    std::memcpy(&value, at, sizeof(T));
    Lane<T>::store(old, lane, value);
    const T next = F(value, Lane<T>::load(data, lane));
    std::memcpy(at, &next, sizeof(T));
  }
  if constexpr (Returns) {
    LoadTarget target(w, op, registers, w.lds, w.lds_issued);
    std::memcpy(target.data(), old, sizeof(old));
    target.finish();
  }
  return op + 1;
}

/// ds_cmpst: data0 is the compare value, data1 the new one.
template <class T, bool Returns>
const Op* ds_compare_store(Wave& w, const Op* op) {
  constexpr u32 registers = sizeof(T) / 4;
  alignas(64) u32 old[registers * kLanes] = {};
  const u32* address = lanes_of(w, op->src[0]);
  const u64 exec = exec_of(w);
  const u32 offset = static_cast<u32>(op->offset);
  ++w.lds_issued;
  for (u32 lane = 0; lane < kLanes; ++lane) {
    if (((exec >> lane) & 1) == 0 || !lane_inside(w, address[lane], offset, sizeof(T))) continue;
    u8* at = w.workgroup->lds + address[lane] + offset;
    T value;
    std::memcpy(&value, at, sizeof(T));
    Lane<T>::store(old, lane, value);
    if (value == Lane<T>::load(lanes_of(w, op->src[1]), lane)) {
      const T next = Lane<T>::load(lanes_of(w, op->src[2]), lane);
      std::memcpy(at, &next, sizeof(T));
    }
  }
  if constexpr (Returns) {
    LoadTarget target(w, op, registers, w.lds, w.lds_issued);
    std::memcpy(target.data(), old, sizeof(old));
    target.finish();
  }
  return op + 1;
}

constexpr Row lds_row(const char* name, wave::Handler execute, u8 flags, u8 dwords, u8 bytes) {
  return {name, Shape::kLds, execute, nullptr, LaneKind::kNone, {}, CostClass::kLds, flags, dwords, bytes};
}

}  // namespace lanewise::isa::LANEWISE_ISA_BUILD
