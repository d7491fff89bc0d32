// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// FLAT, GLOBAL and SCRATCH instructions. GLOBAL adds a 64-bit VGPR pair, or an SGPR base and a 32-bit
// unsigned VGPR offset, to its signed immediate; SCRATCH addresses the lane's private memory.

#include "simulator/isa/access_addresses.h"
#include "simulator/isa/arithmetic.h"
#include "simulator/isa/atomic_floats.h"
#include "simulator/isa/device_memory.h"
#include "simulator/isa/row_files.h"

namespace lanewise::isa::LANEWISE_ISA_BUILD {

namespace {

enum class Segment { kFlat, kGlobal, kScratch };

/// Counts the operation; FLAT counts in both counters.
template <Segment S>
u64 count_operation(Wave& w) {
  if constexpr (S == Segment::kFlat) ++w.lds_issued;
  return ++w.vm_issued;
}

template <Segment S, u32 D>
const Op* load_dwords(Wave& w, const Op* op) {
  alignas(64) u64 address[kLanes];
  const u64 sequence = count_operation<S>(w);
  flat_addresses(w, op, S == Segment::kScratch, address);
  LoadTarget target(w, op, D, w.vm, sequence);
  u32* out = target.data();
  if (S != Segment::kScratch && target.exec() == kAllLanes &&
      all_in_range(address, w.ranges[op->slot], 4 * D)) [[likely]] {
    gather<D>(out, [&](u32 lane) { return reinterpret_cast<const u8*>(address[lane]); });
  } else {
    for (u32 lane = 0; lane < kLanes; ++lane) {
      if (((target.exec() >> lane) & 1) == 0) continue;
      u32 words[D];
      u8* data = reinterpret_cast<u8*>(words);
      if (S == Segment::kScratch)
        scratch_copy(w, op, lane, address[lane], data, 4 * D, false);
      else
        flat_copy(w, op, lane, address[lane], data, 4 * D, false);
      for (u32 i = 0; i < D; ++i) out[i * kLanes + lane] = words[i];
    }
  }
  target.finish();
  return op + 1;
}

template <Segment S, u32 D>
const Op* store_dwords(Wave& w, const Op* op) {
  alignas(64) u64 address[kLanes];
  count_operation<S>(w);
  flat_addresses(w, op, S == Segment::kScratch, address);
  const u32* in = lanes_of(w, op->src[1]);
  const u64 exec = exec_of(w);
  const wave::Range& range = w.ranges[op->slot];
  if (S != Segment::kScratch && exec == kAllLanes && range.writable && all_in_range(address, range, 4 * D))
      [[likely]] {
    scatter<D>(in, [&](u32 lane) { return reinterpret_cast<u8*>(address[lane]); });
    return op + 1;
  }
  for (u32 lane = 0; lane < kLanes; ++lane) {
    if (((exec >> lane) & 1) == 0) continue;
    u32 words[D];
    for (u32 i = 0; i < D; ++i) words[i] = in[i * kLanes + lane];
    u8* data = reinterpret_cast<u8*>(words);
    if (S == Segment::kScratch)
      scratch_copy(w, op, lane, address[lane], data, 4 * D, true);
    else
      flat_copy(w, op, lane, address[lane], data, 4 * D, true);
  }
  return op + 1;
}

/// Sub-dword loads: memory type T, surviving destination bits, place in the register.
template <Segment S, class T, u32 KeepMask = 0, u32 Shift = 0>
const Op* load_part(Wave& w, const Op* op) {
  alignas(64) u64 address[kLanes];
  const u64 sequence = count_operation<S>(w);
  flat_addresses(w, op, S == Segment::kScratch, address);
  LoadTarget target(w, op, 1, w.vm, sequence, KeepMask);
  for (u32 lane = 0; lane < kLanes; ++lane) {
    if (((target.exec() >> lane) & 1) == 0) continue;
    T value;
    u8* data = reinterpret_cast<u8*>(&value);
    if (S == Segment::kScratch)
      scratch_copy(w, op, lane, address[lane], data, sizeof(T), false);
    else
      flat_copy(w, op, lane, address[lane], data, sizeof(T), false);
    target.data()[lane] = static_cast<u32>(static_cast<i32>(value)) << Shift;
  }
  target.finish();
  return op + 1;
}

template <Segment S, class T, u32 Shift = 0>
const Op* store_part(Wave& w, const Op* op) {
  alignas(64) u64 address[kLanes];
  count_operation<S>(w);
  flat_addresses(w, op, S == Segment::kScratch, address);
  const u32* in = lanes_of(w, op->src[1]);
  const u64 exec = exec_of(w);
  for (u32 lane = 0; lane < kLanes; ++lane) {
    if (((exec >> lane) & 1) == 0) continue;
    T value = static_cast<T>(in[lane] >> Shift);
    u8* data = reinterpret_cast<u8*>(&value);
    if (S == Segment::kScratch)
      scratch_copy(w, op, lane, address[lane], data, sizeof(T), true);
    else
      flat_copy(w, op, lane, address[lane], data, sizeof(T), true);
  }
  return op + 1;
}

/// Atomics execute lane by lane in ascending order; sc0 asks for the old value.
template <Segment S, class T, T (*F)(T, T)>
const Op* atomic(Wave& w, const Op* op) {
  constexpr u32 registers = sizeof(T) / 4;
  alignas(64) u64 address[kLanes];
  const u64 sequence = count_operation<S>(w);
  flat_addresses(w, op, false, address);
  alignas(64) u32 old[registers * kLanes] = {};
  const u32* in = lanes_of(w, op->src[1]);
  const u64 exec = exec_of(w);
  for (u32 lane = 0; lane < kLanes; ++lane) {
    if (((exec >> lane) & 1) == 0) continue;
    T value;
    flat_copy(w, op, lane, address[lane], reinterpret_cast<u8*>(&value), sizeof(T), false);
    Lane<T>::store(old, lane, value);
    T next = F(value, Lane<T>::load(in, lane));
    flat_copy(w, op, lane, address[lane], reinterpret_cast<u8*>(&next), sizeof(T), true);
  }
  if (op->flags & wave::kReturnsOld) {
    LoadTarget target(w, op, registers, w.vm, sequence);
    std::memcpy(target.data(), old, sizeof(old));
    target.finish();
  }
  return op + 1;
}

/// Data registers: new value, then compare value.
template <Segment S, class T>
const Op* compare_swap(Wave& w, const Op* op) {
  constexpr u32 registers = sizeof(T) / 4;
  alignas(64) u64 address[kLanes];
  const u64 sequence = count_operation<S>(w);
  flat_addresses(w, op, false, address);
  alignas(64) u32 old[registers * kLanes] = {};
  const u32* in = lanes_of(w, op->src[1]);
  const u64 exec = exec_of(w);
  for (u32 lane = 0; lane < kLanes; ++lane) {
    if (((exec >> lane) & 1) == 0) continue;
    T value;
    flat_copy(w, op, lane, address[lane], reinterpret_cast<u8*>(&value), sizeof(T), false);
    Lane<T>::store(old, lane, value);
    if (value != Lane<T>::load(in + registers * kLanes, lane)) continue;
    T next = Lane<T>::load(in, lane);
    flat_copy(w, op, lane, address[lane], reinterpret_cast<u8*>(&next), sizeof(T), true);
  }
  if (op->flags & wave::kReturnsOld) {
    LoadTarget target(w, op, registers, w.vm, sequence);
    std::memcpy(target.data(), old, sizeof(old));
    target.finish();
  }
  return op + 1;
}

/// *_load_lds_*: lane data goes to LDS at M0 + offset + lane * size, when the vmcnt wait retires it: D
/// dwords, or one value of type T that is extended to a dword.
template <Segment S, u32 D, class T = u32>
const Op* load_to_lds(Wave& w, const Op* op) {
  alignas(64) u64 address[kLanes];
  const u64 sequence = count_operation<S>(w);
  flat_addresses(w, op, S == Segment::kScratch, address);
  wave::PendingLoad& load = wave::push_load(w.vm);
  load.sequence = sequence;
  load.exec = exec_of(w);
  load.registers = D;
  load.lds_dma = true;
  const u32 base = lds_dma_base(w, op);
  for (u32 lane = 0; lane < kLanes; ++lane) {
    load.lds_address[lane] = base + lane * 4 * D;
    if (((load.exec >> lane) & 1) == 0) continue;
    T values[D];
    u8* data = reinterpret_cast<u8*>(values);
    if (S == Segment::kScratch)
      scratch_copy(w, op, lane, address[lane], data, sizeof(values), false);
    else
      flat_copy(w, op, lane, address[lane], data, sizeof(values), false);
    for (u32 i = 0; i < D; ++i) load.data[i * kLanes + lane] = static_cast<u32>(static_cast<i32>(values[i]));
  }
  if (w.prompt) wave::retire_loads(w, 0, 15);
  return op + 1;
}

constexpr Row memory_row(const char* name, wave::Handler execute, u8 flags, u8 dwords, u8 bytes) {
  return {name,  Shape::kFlat, execute, nullptr, LaneKind::kNone, {}, CostClass::kVectorMemory,
          flags, dwords,       bytes};
}

// The three segments have the same loads and stores, FLAT and GLOBAL the same atomics.
#define LANEWISE_SEGMENT(P, S)                                                                \
  memory_row(P "_load_dword", load_dwords<S, 1>, kLoad, 1, 4),                                \
      memory_row(P "_load_dwordx2", load_dwords<S, 2>, kLoad, 2, 8),                          \
      memory_row(P "_load_dwordx3", load_dwords<S, 3>, kLoad, 3, 12),                         \
      memory_row(P "_load_dwordx4", load_dwords<S, 4>, kLoad, 4, 16),                         \
      memory_row(P "_load_ubyte", load_part<S, u8>, kLoad, 1, 1),                             \
      memory_row(P "_load_sbyte", load_part<S, std::int8_t>, kLoad, 1, 1),                    \
      memory_row(P "_load_ushort", load_part<S, u16>, kLoad, 1, 2),                           \
      memory_row(P "_load_sshort", load_part<S, i16>, kLoad, 1, 2),                           \
      memory_row(P "_load_ubyte_d16", load_part<S, u8, 0xffff0000>, kLoad, 1, 1),             \
      memory_row(P "_load_ubyte_d16_hi", load_part<S, u8, 0xffff, 16>, kLoad, 1, 1),          \
      memory_row(P "_load_sbyte_d16", load_part<S, std::int8_t, 0xffff0000>, kLoad, 1, 1),    \
      memory_row(P "_load_sbyte_d16_hi", load_part<S, std::int8_t, 0xffff, 16>, kLoad, 1, 1), \
      memory_row(P "_load_short_d16", load_part<S, u16, 0xffff0000>, kLoad, 1, 2),            \
      memory_row(P "_load_short_d16_hi", load_part<S, u16, 0xffff, 16>, kLoad, 1, 2),         \
      memory_row(P "_store_dword", store_dwords<S, 1>, kStore, 0, 4),                         \
      memory_row(P "_store_dwordx2", store_dwords<S, 2>, kStore, 0, 8),                       \
      memory_row(P "_store_dwordx3", store_dwords<S, 3>, kStore, 0, 12),                      \
      memory_row(P "_store_dwordx4", store_dwords<S, 4>, kStore, 0, 16),                      \
      memory_row(P "_store_byte", store_part<S, u8>, kStore, 0, 1),                           \
      memory_row(P "_store_short", store_part<S, u16>, kStore, 0, 2),                         \
      memory_row(P "_store_byte_d16_hi", store_part<S, u8, 16>, kStore, 0, 1),                \
      memory_row(P "_store_short_d16_hi", store_part<S, u16, 16>, kStore, 0, 2)

#define LANEWISE_ATOMIC(P, S, NAME, T32, T64, F)                         \
  memory_row(P "_atomic_" NAME, atomic<S, T32, &F<T32>>, kAtomic, 1, 4), \
      memory_row(P "_atomic_" NAME "_x2", atomic<S, T64, &F<T64>>, kAtomic, 2, 8)
#define LANEWISE_ATOMICS(P, S)                                                                              \
  LANEWISE_ATOMIC(P, S, "swap", u32, u64, atomic_swap), LANEWISE_ATOMIC(P, S, "add", u32, u64, atomic_add), \
      LANEWISE_ATOMIC(P, S, "sub", u32, u64, atomic_sub),                                                   \
      LANEWISE_ATOMIC(P, S, "smin", i32, i64, atomic_min),                                                  \
      LANEWISE_ATOMIC(P, S, "smax", i32, i64, atomic_max),                                                  \
      LANEWISE_ATOMIC(P, S, "umin", u32, u64, atomic_min),                                                  \
      LANEWISE_ATOMIC(P, S, "umax", u32, u64, atomic_max),                                                  \
      LANEWISE_ATOMIC(P, S, "and", u32, u64, atomic_and), LANEWISE_ATOMIC(P, S, "or", u32, u64, atomic_or), \
      LANEWISE_ATOMIC(P, S, "xor", u32, u64, atomic_xor),                                                   \
      LANEWISE_ATOMIC(P, S, "inc", u32, u64, atomic_inc),                                                   \
      LANEWISE_ATOMIC(P, S, "dec", u32, u64, atomic_dec),                                                   \
      memory_row(P "_atomic_cmpswap", compare_swap<S, u32>, kAtomic, 1, 4),                                 \
      memory_row(P "_atomic_cmpswap_x2", compare_swap<S, u64>, kAtomic, 2, 8),                              \
      memory_row(P "_atomic_add_f32", atomic<S, f32, &add<f32>>, kAtomic, 1, 4),                            \
      memory_row(P "_atomic_add_f64", atomic<S, f64, &add<f64>>, kAtomic, 2, 8),                            \
      memory_row(P "_atomic_min_f64", atomic<S, f64, &minimum_number<f64>>, kAtomic, 2, 8),                 \
      memory_row(P "_atomic_max_f64", atomic<S, f64, &maximum_number<f64>>, kAtomic, 2, 8),                 \
      memory_row(P "_atomic_pk_add_f16", atomic<S, pair_half, &add_halves>, kAtomic, 1, 4),                 \
      memory_row(P "_atomic_pk_add_bf16", atomic<S, pair16, &add_bf16>, kAtomic, 1, 4)

#define LANEWISE_TO_LDS(P, S)                                                        \
  memory_row(P "_load_lds_dword", load_to_lds<S, 1>, kStore, 1, 4),                  \
      memory_row(P "_load_lds_ubyte", load_to_lds<S, 1, u8>, kStore, 1, 1),          \
      memory_row(P "_load_lds_sbyte", load_to_lds<S, 1, std::int8_t>, kStore, 1, 1), \
      memory_row(P "_load_lds_ushort", load_to_lds<S, 1, u16>, kStore, 1, 2),        \
      memory_row(P "_load_lds_sshort", load_to_lds<S, 1, i16>, kStore, 1, 2)

constexpr Row kRows[] = {
    LANEWISE_SEGMENT("global", Segment::kGlobal),
    LANEWISE_SEGMENT("flat", Segment::kFlat),
    LANEWISE_SEGMENT("scratch", Segment::kScratch),
    LANEWISE_ATOMICS("global", Segment::kGlobal),
    LANEWISE_ATOMICS("flat", Segment::kFlat),
    LANEWISE_TO_LDS("global", Segment::kGlobal),
    LANEWISE_TO_LDS("scratch", Segment::kScratch),
    memory_row("global_load_lds_dwordx3", load_to_lds<Segment::kGlobal, 3>, kStore | kGfx950Only, 3, 12),
    memory_row("global_load_lds_dwordx4", load_to_lds<Segment::kGlobal, 4>, kStore | kGfx950Only, 4, 16),
};

}  // namespace

std::span<const Row> flat_rows() { return kRows; }

}  // namespace lanewise::isa::LANEWISE_ISA_BUILD
