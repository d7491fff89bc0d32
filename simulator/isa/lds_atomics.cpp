// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The rarer DS instructions: floating-point minimum, maximum and compare-and-store, packed adds, masked or,
// wrapping and conditional exchanges, exchanges at two addresses, and the wave-wide ones whose address
// comes from M0 instead of a VGPR (append, consume, add-thread-id).

#include "simulator/isa/access_addresses.h"
#include "simulator/isa/atomic_floats.h"
#include "simulator/isa/lds_access.h"
#include "simulator/isa/row_files.h"

namespace lanewise::isa::LANEWISE_ISA_BUILD {

namespace {

/// Read-modify-write with two data operands: F(old, data0, data1).
template <class T, T (*F)(T, T, T), bool Returns>
const Op* ds_atomic2(Wave& w, const Op* op) {
  constexpr u32 registers = sizeof(T) / 4;
  alignas(64) u32 old[registers * kLanes] = {};
  const u32* address = lanes_of(w, op->src[0]);
  const u32 *first = lanes_of(w, op->src[1]), *second = lanes_of(w, op->src[2]);
  const u64 exec = exec_of(w);
  const u32 offset = static_cast<u32>(op->offset);
  ++w.lds_issued;
  for (u32 lane = 0; lane < kLanes; ++lane) {
    if (((exec >> lane) & 1) == 0 || !lane_inside(w, address[lane], offset, sizeof(T))) continue;
    u8* at = w.workgroup->lds + address[lane] + offset;
    T value;
    std::memcpy(&value, at, sizeof(T));
    Lane<T>::store(old, lane, value);
    const T next = F(value, Lane<T>::load(first, lane), Lane<T>::load(second, lane));
    std::memcpy(at, &next, sizeof(T));
  }
  if constexpr (Returns) {
    LoadTarget target(w, op, registers, w.lds, w.lds_issued);
    std::memcpy(target.data(), old, sizeof(old));
    target.finish();
  }
  return op + 1;
}

template <class T>
T masked_or(T old, T mask, T bits) {
  return (old & ~mask) | bits;
}
/// Subtracts, or wraps around by an addition.
u32 wrap(u32 old, u32 less, u32 more) { return old >= less ? old - less : old + more; }

/// Two exchanges per lane: data0 at the first address, data1 at the second. Both are read before either is
/// written.
template <class T>
const Op* ds_exchange2(Wave& w, const Op* op) {
  constexpr u32 registers = sizeof(T) / 4;
  alignas(64) u32 old[2 * registers * kLanes] = {};
  const u32* address = lanes_of(w, op->src[0]);
  const u32 offsets[2] = {static_cast<u32>(op->offset), static_cast<u32>(op->immediate)};
  const u64 exec = exec_of(w);
  ++w.lds_issued;
  for (u32 lane = 0; lane < kLanes; ++lane) {
    if (((exec >> lane) & 1) == 0) continue;
    for (u32 i = 0; i < 2; ++i) {
      if (!lane_inside(w, address[lane], offsets[i], sizeof(T))) continue;
      T value;
      std::memcpy(&value, w.workgroup->lds + address[lane] + offsets[i], sizeof(T));
      Lane<T>::store(old + i * registers * kLanes, lane, value);
    }
    for (u32 i = 0; i < 2; ++i) {
      if (!lane_inside(w, address[lane], offsets[i], sizeof(T))) continue;
      const T next = Lane<T>::load(lanes_of(w, op->src[1 + i]), lane);
      std::memcpy(w.workgroup->lds + address[lane] + offsets[i], &next, sizeof(T));
    }
  }
  LoadTarget target(w, op, 2 * registers, w.lds, w.lds_issued);
  std::memcpy(target.data(), old, sizeof(old));
  target.finish();
  return op + 1;
}

/// Two dwords of an 8-byte-aligned pair; each is replaced by its data without bit 31, if that bit is set.
const Op* ds_conditional_exchange(Wave& w, const Op* op) {
  alignas(64) u32 old[2 * kLanes] = {};
  const u32* address = lanes_of(w, op->src[0]);
  const u32* data = lanes_of(w, op->src[1]);
  const u64 exec = exec_of(w);
  ++w.lds_issued;
  for (u32 lane = 0; lane < kLanes; ++lane) {
    if (((exec >> lane) & 1) == 0) continue;
    const u32 at = (address[lane] + static_cast<u32>(op->offset)) & ~7u;
    for (u32 i = 0; i < 2; ++i) {
      if (!lane_inside(w, at, 4 * i, 4)) continue;
      u8* place = w.workgroup->lds + at + 4 * i;
      old[i * kLanes + lane] = load32(place);
      const u32 value = data[i * kLanes + lane];
      if ((value >> 31) == 0) continue;
      const u32 stored = value & 0x7fffffff;
      std::memcpy(place, &stored, 4);
    }
  }
  LoadTarget target(w, op, 2, w.lds, w.lds_issued);
  std::memcpy(target.data(), old, sizeof(old));
  target.finish();
  return op + 1;
}

/// ds_append, ds_consume: one counter at M0 + offset goes up or down by the number of active lanes; every
/// active lane receives what it was before.
template <bool Append>
const Op* ds_append(Wave& w, const Op* op) {
  const u32 at = lds_counter_address(w, op);
  const u64 exec = exec_of(w);
  const u32 lanes = static_cast<u32>(__builtin_popcountll(exec));
  u32 old = 0;
  if (lane_inside(w, at, 0, 4)) {
    old = load32(w.workgroup->lds + at);
    const u32 next = Append ? old + lanes : old - lanes;
    std::memcpy(w.workgroup->lds + at, &next, 4);
  }
  LoadTarget target(w, op, 1, w.lds, ++w.lds_issued);
  for (u32 lane = 0; lane < kLanes; ++lane) target.data()[lane] = old;
  target.finish();
  return op + 1;
}

const Op* ds_read_addtid(Wave& w, const Op* op) {
  LoadTarget target(w, op, 1, w.lds, ++w.lds_issued);
  const u32 base = lds_thread_base(w, op);
  for (u32 lane = 0; lane < kLanes; ++lane) {
    target.data()[lane] = lane_inside(w, base, 4 * lane, 4) ? load32(w.workgroup->lds + base + 4 * lane) : 0;
  }
  target.finish();
  return op + 1;
}
const Op* ds_write_addtid(Wave& w, const Op* op) {
  ++w.lds_issued;
  const u32 base = lds_thread_base(w, op);
  const u32* data = lanes_of(w, op->src[1]);
  const u64 exec = exec_of(w);
  for (u32 lane = 0; lane < kLanes; ++lane) {
    if (((exec >> lane) & 1) != 0 && lane_inside(w, base, 4 * lane, 4))
      std::memcpy(w.workgroup->lds + base + 4 * lane, &data[lane], 4);
  }
  return op + 1;
}

/// gfx950: 16 lanes fetch 16 elements of 6 bits each; lane l receives element l of every one of them.
const Op* ds_read_b96_transposed(Wave& w, const Op* op) {
  constexpr u32 block = 16, bits = 6;
  alignas(64) u32 fetched[3 * kLanes];
  read_dwords<3>(w, exec_of(w), lanes_of(w, op->src[0]), static_cast<u32>(op->offset), fetched);
  LoadTarget target(w, op, 3, w.lds, ++w.lds_issued);
  for (u32 lane = 0; lane < kLanes; ++lane) {
    const u32 first = lane & ~(block - 1), position = bits * (lane % block);
    u32 words[4] = {};
    for (u32 e = 0; e < block; ++e) {
      const u32 from = first + e, word = position / 32;
      const u64 low = fetched[word * kLanes + from];
      const u64 high = word < 2 ? fetched[(word + 1) * kLanes + from] : 0;
      const u64 element = ((low | (high << 32)) >> (position % 32)) & 63;
      const u64 placed = element << (bits * e % 32);
      words[bits * e / 32] |= static_cast<u32>(placed);
      words[bits * e / 32 + 1] |= static_cast<u32>(placed >> 32);
    }
    for (u32 i = 0; i < 3; ++i) target.data()[i * kLanes + lane] = words[i];
  }
  target.finish();
  return op + 1;
}

const Op* ds_nop(Wave&, const Op* op) { return op + 1; }

#define LANEWISE_DS_BOTH(OP, TYPE, T, F, BYTES)                          \
  lds_row("ds_" OP "_" TYPE, ds_atomic<T, F, false>, kAtomic, 0, BYTES), \
      lds_row("ds_" OP "_rtn_" TYPE, ds_atomic<T, F, true>, kAtomic | kLoad, BYTES / 4, BYTES)

constexpr Row kRows[] = {
    LANEWISE_DS_BOTH("min", "f32", f32, &atomic_min_float<f32>, 4),
    LANEWISE_DS_BOTH("max", "f32", f32, &atomic_max_float<f32>, 4),
    LANEWISE_DS_BOTH("min", "f64", f64, &atomic_min_float<f64>, 8),
    LANEWISE_DS_BOTH("max", "f64", f64, &atomic_max_float<f64>, 8),
    LANEWISE_DS_BOTH("pk_add", "f16", pair_half, &add_halves, 4),
    LANEWISE_DS_BOTH("pk_add", "bf16", pair16, &add_bf16, 4),
    lds_row("ds_cmpst_f32", ds_compare_store<f32, false>, kAtomic, 0, 4),
    lds_row("ds_cmpst_f64", ds_compare_store<f64, false>, kAtomic, 0, 8),
    lds_row("ds_cmpst_rtn_f32", ds_compare_store<f32, true>, kAtomic | kLoad, 1, 4),
    lds_row("ds_cmpst_rtn_f64", ds_compare_store<f64, true>, kAtomic | kLoad, 2, 8),
    lds_row("ds_mskor_b32", ds_atomic2<u32, &masked_or<u32>, false>, kAtomic, 0, 4),
    lds_row("ds_mskor_b64", ds_atomic2<u64, &masked_or<u64>, false>, kAtomic, 0, 8),
    lds_row("ds_mskor_rtn_b32", ds_atomic2<u32, &masked_or<u32>, true>, kAtomic | kLoad, 1, 4),
    lds_row("ds_mskor_rtn_b64", ds_atomic2<u64, &masked_or<u64>, true>, kAtomic | kLoad, 2, 8),
    lds_row("ds_wrap_rtn_b32", ds_atomic2<u32, &wrap, true>, kAtomic | kLoad, 1, 4),
    lds_row("ds_wrxchg2_rtn_b32", ds_exchange2<u32>, kAtomic | kLoad, 2, 4),
    lds_row("ds_wrxchg2_rtn_b64", ds_exchange2<u64>, kAtomic | kLoad, 4, 8),
    lds_row("ds_wrxchg2st64_rtn_b32", ds_exchange2<u32>, kAtomic | kLoad, 2, 4),
    lds_row("ds_wrxchg2st64_rtn_b64", ds_exchange2<u64>, kAtomic | kLoad, 4, 8),
    lds_row("ds_condxchg32_rtn_b64", ds_conditional_exchange, kAtomic | kLoad, 2, 8),
    lds_row("ds_append", ds_append<true>, kAtomic | kLoad, 1, 4),
    lds_row("ds_consume", ds_append<false>, kAtomic | kLoad, 1, 4),
    lds_row("ds_read_addtid_b32", ds_read_addtid, kLoad, 1, 4),
    lds_row("ds_write_addtid_b32", ds_write_addtid, kStore, 0, 4),
    lds_row("ds_read_b96_tr_b6", ds_read_b96_transposed, kLoad | kGfx950Only, 3, 12),
    lds_row("ds_nop", ds_nop, 0, 0, 0),
};

}  // namespace

std::span<const Row> lds_atomic_rows() { return kRows; }

}  // namespace lanewise::isa::LANEWISE_ISA_BUILD
