// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// DS instructions on the workgroup's LDS. Beyond the allocation a read gives 0 and a write is dropped.
// ds_permute, ds_bpermute and ds_swizzle move data between lanes without touching LDS storage.

#include "simulator/isa/arithmetic.h"
#include "simulator/isa/lds_access.h"
#include "simulator/isa/row_files.h"

namespace lanewise::isa::LANEWISE_ISA_BUILD {

namespace {

template <u32 D>
const Op* ds_read(Wave& w, const Op* op) {
  const u32* address = lanes_of(w, op->src[0]);
  LoadTarget target(w, op, D, w.lds, ++w.lds_issued);
  read_dwords<D>(w, target.exec(), address, static_cast<u32>(op->offset), target.data());
  target.finish();
  return op + 1;
}

/// ds_read2: two addresses of D dwords; `immediate` is the second byte offset.
template <u32 D>
const Op* ds_read2(Wave& w, const Op* op) {
  alignas(64) u32 address[kLanes];  // the first half may overwrite the address register
  std::memcpy(address, lanes_of(w, op->src[0]), sizeof(address));
  LoadTarget target(w, op, 2 * D, w.lds, ++w.lds_issued);
  read_dwords<D>(w, target.exec(), address, static_cast<u32>(op->offset), target.data());
  read_dwords<D>(w, target.exec(), address, static_cast<u32>(op->immediate), target.data() + D * kLanes);
  target.finish();
  return op + 1;
}

template <u32 D>
const Op* ds_write(Wave& w, const Op* op) {
  ++w.lds_issued;
  write_dwords<D>(w, exec_of(w), lanes_of(w, op->src[0]), static_cast<u32>(op->offset),
                  lanes_of(w, op->src[1]));
  return op + 1;
}

template <u32 D>
const Op* ds_write2(Wave& w, const Op* op) {
  ++w.lds_issued;
  const u64 exec = exec_of(w);
  const u32* address = lanes_of(w, op->src[0]);
  write_dwords<D>(w, exec, address, static_cast<u32>(op->offset), lanes_of(w, op->src[1]));
  write_dwords<D>(w, exec, address, static_cast<u32>(op->immediate), lanes_of(w, op->src[2]));
  return op + 1;
}

/// Sub-dword loads: T is the memory type; KeepMask the destination bits that survive; Shift where it goes.
template <class T, u32 KeepMask = 0, u32 Shift = 0>
const Op* ds_read_part(Wave& w, const Op* op) {
  const u32* address = lanes_of(w, op->src[0]);
  const u32 offset = static_cast<u32>(op->offset);
  LoadTarget target(w, op, 1, w.lds, ++w.lds_issued, KeepMask);
  u32* out = target.data();
  for (u32 lane = 0; lane < kLanes; ++lane) {
    if (((target.exec() >> lane) & 1) == 0) continue;
    T value = 0;
    if (lane_inside(w, address[lane], offset, sizeof(T)))
      std::memcpy(&value, w.workgroup->lds + address[lane] + offset, sizeof(T));
    out[lane] = static_cast<u32>(static_cast<i32>(value)) << Shift;
  }
  target.finish();
  return op + 1;
}

template <class T, u32 Shift = 0>
const Op* ds_write_part(Wave& w, const Op* op) {
  ++w.lds_issued;
  const u32* address = lanes_of(w, op->src[0]);
  const u32* data = lanes_of(w, op->src[1]);
  const u32 offset = static_cast<u32>(op->offset);
  const u64 exec = exec_of(w);
  for (u32 lane = 0; lane < kLanes; ++lane) {
    if (((exec >> lane) & 1) == 0 || !lane_inside(w, address[lane], offset, sizeof(T))) continue;
    const T value = static_cast<T>(data[lane] >> Shift);
    std::memcpy(w.workgroup->lds + address[lane] + offset, &value, sizeof(T));
  }
  return op + 1;
}

f32 add_float(f32 old, f32 x) { return old + x; }
f64 add_double(f64 old, f64 x) { return old + x; }

// --- lane moves through the LDS crossbar ---------------------------------------------------------------

/// Push: active lane i sends its data to lane (address + offset) / 4; the highest sender wins.
const Op* ds_permute(Wave& w, const Op* op) {
  alignas(64) u32 moved[kLanes] = {};
  const u32* address = lanes_of(w, op->src[0]);
  const u32* data = lanes_of(w, op->src[1]);
  const u64 exec = exec_of(w);
  for (u32 lane = 0; lane < kLanes; ++lane) {
    if ((exec >> lane) & 1) moved[((address[lane] + static_cast<u32>(op->offset)) / 4) & 63] = data[lane];
  }
  LoadTarget target(w, op, 1, w.lds, ++w.lds_issued);
  std::memcpy(target.data(), moved, sizeof(moved));
  target.finish();
  return op + 1;
}

/// Pull: lane i receives from lane (address + offset) / 4, or 0 if that lane is inactive.
const Op* ds_bpermute(Wave& w, const Op* op) {
  alignas(64) u32 moved[kLanes];
  const u32* address = lanes_of(w, op->src[0]);
  const u32* data = lanes_of(w, op->src[1]);
  const u64 exec = exec_of(w);
  for (u32 lane = 0; lane < kLanes; ++lane) {
    const u32 from = ((address[lane] + static_cast<u32>(op->offset)) / 4) & 63;
    moved[lane] = (exec >> from) & 1 ? data[from] : 0;
  }
  LoadTarget target(w, op, 1, w.lds, ++w.lds_issued);
  std::memcpy(target.data(), moved, sizeof(moved));
  target.finish();
  return op + 1;
}

/// Lane that ds_swizzle_b32 reads (offset field: quad permute, FFT, rotate or bit-mask mode).
u32 swizzle_source(u32 offset, u32 lane) {
  if (offset >= 0xe000) {  // FFT: the lane number's five bits reversed, then shifted by the bits kept
    const u32 mask = offset & 31;
    u32 reversed = 0;
    for (u32 bit = 0; bit < 5; ++bit) reversed |= ((lane >> bit) & 1) << (4 - bit);
    return (lane & 32) | (reversed >> __builtin_popcount(mask)) | (lane & mask);
  }
  if (offset >= 0xc000) {  // rotate by bits 9:5, backwards with bit 10; lane bits in 4:0 stay
    const u32 mask = offset & 31;
    u32 rotate = (offset >> 5) & 31;
    if ((offset >> 10) & 1) rotate = 0u - rotate;
    return (lane & 32) | (lane & mask) | ((lane + rotate) & ~mask & 31);
  }
  if (offset & 0x8000) return (lane & ~3u) | ((offset >> (2 * (lane & 3))) & 3);
  const u32 and_mask = offset & 31, or_mask = (offset >> 5) & 31, xor_mask = (offset >> 10) & 31;
  return (lane & 32) | ((((lane & 31) & and_mask) | or_mask) ^ xor_mask);
}

const Op* ds_swizzle(Wave& w, const Op* op) {
  alignas(64) u32 moved[kLanes];
  const u32* data = lanes_of(w, op->src[0]);
  const u64 exec = exec_of(w);
  for (u32 lane = 0; lane < kLanes; ++lane) {
    const u32 from = swizzle_source(static_cast<u32>(op->offset), lane);
    moved[lane] = (exec >> from) & 1 ? data[from] : 0;
  }
  LoadTarget target(w, op, 1, w.lds, ++w.lds_issued);
  std::memcpy(target.data(), moved, sizeof(moved));
  target.finish();
  return op + 1;
}

/// gfx950 transposing reads: blocks of 16 lanes; lane l receives element e from lane
/// (16 / n-th part): d(l)[e] = s(stride * e + l / n)[l % n], n elements per lane.
template <u32 Bits>
const Op* ds_read_b64_transposed(Wave& w, const Op* op) {
  constexpr u32 n = 64 / Bits;
  constexpr u32 step = 16 / n;
  const u32* address = lanes_of(w, op->src[0]);
  alignas(64) u32 fetched[2 * kLanes];
  const u64 exec = exec_of(w);
  read_dwords<2>(w, exec, address, static_cast<u32>(op->offset), fetched);
  LoadTarget target(w, op, 2, w.lds, ++w.lds_issued);
  u32* out = target.data();
  for (u32 lane = 0; lane < kLanes; ++lane) {
    const u32 block = lane & ~15u, l = lane & 15u;
    u64 result = 0;
    for (u32 e = 0; e < n; ++e) {
      const u32 from = block + step * e + l / n;
      const u64 row = static_cast<u64>(fetched[from]) | (static_cast<u64>(fetched[kLanes + from]) << 32);
      result |= ((row >> (Bits * (l % n))) & ((u64{1} << Bits) - 1)) << (Bits * e);
    }
    out[lane] = static_cast<u32>(result);
    out[kLanes + lane] = static_cast<u32>(result >> 32);
  }
  target.finish();
  return op + 1;
}

#define LANEWISE_DS_ATOMIC(NAME, T, F, BYTES) lds_row("ds_" NAME, ds_atomic<T, F, false>, kAtomic, 0, BYTES)
#define LANEWISE_DS_ATOMIC_RTN(NAME, T, F, BYTES) \
  lds_row("ds_" NAME, ds_atomic<T, F, true>, kAtomic | kLoad, BYTES / 4, BYTES)
#define LANEWISE_DS_ATOMICS(OP, RTN, T32, T64, S32, S64, F)                                 \
  LANEWISE_DS_ATOMIC(OP S32, T32, &F<T32>, 4), LANEWISE_DS_ATOMIC(OP S64, T64, &F<T64>, 8), \
      LANEWISE_DS_ATOMIC_RTN(RTN S32, T32, &F<T32>, 4), LANEWISE_DS_ATOMIC_RTN(RTN S64, T64, &F<T64>, 8)

constexpr Row kRows[] = {
    lds_row("ds_read_b32", ds_read<1>, kLoad, 1, 4),
    lds_row("ds_read_b64", ds_read<2>, kLoad, 2, 8),
    lds_row("ds_read_b96", ds_read<3>, kLoad, 3, 12),
    lds_row("ds_read_b128", ds_read<4>, kLoad, 4, 16),
    lds_row("ds_read2_b32", ds_read2<1>, kLoad, 2, 4),
    lds_row("ds_read2st64_b32", ds_read2<1>, kLoad, 2, 4),
    lds_row("ds_read2_b64", ds_read2<2>, kLoad, 4, 8),
    lds_row("ds_read2st64_b64", ds_read2<2>, kLoad, 4, 8),
    lds_row("ds_read_u8", ds_read_part<u8>, kLoad, 1, 1),
    lds_row("ds_read_i8", ds_read_part<std::int8_t>, kLoad, 1, 1),
    lds_row("ds_read_u16", ds_read_part<u16>, kLoad, 1, 2),
    lds_row("ds_read_i16", ds_read_part<i16>, kLoad, 1, 2),
    lds_row("ds_read_u8_d16", ds_read_part<u8, 0xffff0000>, kLoad, 1, 1),
    lds_row("ds_read_i8_d16", ds_read_part<std::int8_t, 0xffff0000>, kLoad, 1, 1),
    lds_row("ds_read_u16_d16", ds_read_part<u16, 0xffff0000>, kLoad, 1, 2),
    lds_row("ds_read_u8_d16_hi", ds_read_part<u8, 0x0000ffff, 16>, kLoad, 1, 1),
    lds_row("ds_read_i8_d16_hi", ds_read_part<std::int8_t, 0x0000ffff, 16>, kLoad, 1, 1),
    lds_row("ds_read_u16_d16_hi", ds_read_part<u16, 0x0000ffff, 16>, kLoad, 1, 2),
    lds_row("ds_read_b64_tr_b16", ds_read_b64_transposed<16>, kLoad | kGfx950Only, 2, 8),
    lds_row("ds_read_b64_tr_b8", ds_read_b64_transposed<8>, kLoad | kGfx950Only, 2, 8),
    lds_row("ds_read_b64_tr_b4", ds_read_b64_transposed<4>, kLoad | kGfx950Only, 2, 8),
    lds_row("ds_write_b32", ds_write<1>, kStore, 0, 4),
    lds_row("ds_write_b64", ds_write<2>, kStore, 0, 8),
    lds_row("ds_write_b96", ds_write<3>, kStore, 0, 12),
    lds_row("ds_write_b128", ds_write<4>, kStore, 0, 16),
    lds_row("ds_write2_b32", ds_write2<1>, kStore, 0, 4),
    lds_row("ds_write2st64_b32", ds_write2<1>, kStore, 0, 4),
    lds_row("ds_write2_b64", ds_write2<2>, kStore, 0, 8),
    lds_row("ds_write2st64_b64", ds_write2<2>, kStore, 0, 8),
    lds_row("ds_write_b8", ds_write_part<u8>, kStore, 0, 1),
    lds_row("ds_write_b16", ds_write_part<u16>, kStore, 0, 2),
    lds_row("ds_write_b8_d16_hi", ds_write_part<u8, 16>, kStore, 0, 1),
    lds_row("ds_write_b16_d16_hi", ds_write_part<u16, 16>, kStore, 0, 2),
    LANEWISE_DS_ATOMICS("add_", "add_rtn_", u32, u64, "u32", "u64", atomic_add),
    LANEWISE_DS_ATOMICS("sub_", "sub_rtn_", u32, u64, "u32", "u64", atomic_sub),
    LANEWISE_DS_ATOMICS("rsub_", "rsub_rtn_", u32, u64, "u32", "u64", atomic_rsub),
    LANEWISE_DS_ATOMICS("inc_", "inc_rtn_", u32, u64, "u32", "u64", atomic_inc),
    LANEWISE_DS_ATOMICS("dec_", "dec_rtn_", u32, u64, "u32", "u64", atomic_dec),
    LANEWISE_DS_ATOMICS("min_", "min_rtn_", i32, i64, "i32", "i64", atomic_min),
    LANEWISE_DS_ATOMICS("max_", "max_rtn_", i32, i64, "i32", "i64", atomic_max),
    LANEWISE_DS_ATOMICS("min_", "min_rtn_", u32, u64, "u32", "u64", atomic_min),
    LANEWISE_DS_ATOMICS("max_", "max_rtn_", u32, u64, "u32", "u64", atomic_max),
    LANEWISE_DS_ATOMICS("and_", "and_rtn_", u32, u64, "b32", "b64", atomic_and),
    LANEWISE_DS_ATOMICS("or_", "or_rtn_", u32, u64, "b32", "b64", atomic_or),
    LANEWISE_DS_ATOMICS("xor_", "xor_rtn_", u32, u64, "b32", "b64", atomic_xor),
    LANEWISE_DS_ATOMIC_RTN("wrxchg_rtn_b32", u32, &atomic_swap<u32>, 4),
    LANEWISE_DS_ATOMIC_RTN("wrxchg_rtn_b64", u64, &atomic_swap<u64>, 8),
    LANEWISE_DS_ATOMIC("add_f32", f32, &add_float, 4),
    LANEWISE_DS_ATOMIC_RTN("add_rtn_f32", f32, &add_float, 4),
    LANEWISE_DS_ATOMIC("add_f64", f64, &add_double, 8),
    LANEWISE_DS_ATOMIC_RTN("add_rtn_f64", f64, &add_double, 8),
    lds_row("ds_cmpst_b32", ds_compare_store<u32, false>, kAtomic, 0, 4),
    lds_row("ds_cmpst_b64", ds_compare_store<u64, false>, kAtomic, 0, 8),
    lds_row("ds_cmpst_rtn_b32", ds_compare_store<u32, true>, kAtomic | kLoad, 1, 4),
    lds_row("ds_cmpst_rtn_b64", ds_compare_store<u64, true>, kAtomic | kLoad, 2, 8),
    // bytes = 0: no LDS storage is accessed
    lds_row("ds_permute_b32", ds_permute, kLoad, 1, 0),
    lds_row("ds_bpermute_b32", ds_bpermute, kLoad, 1, 0),
    lds_row("ds_swizzle_b32", ds_swizzle, kLoad, 1, 0),
};

}  // namespace

std::span<const Row> lds_rows() { return kRows; }

}  // namespace lanewise::isa::LANEWISE_ISA_BUILD
