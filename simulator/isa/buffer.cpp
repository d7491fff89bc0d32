// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// MUBUF instructions: device memory through a buffer resource. A dword beyond num_records reads 0 and is
// not written; that is the hardware's rule, not an error. What is inside the resource must still lie in
// an allocation.
// Addressing and range rule: buffer_access.h.

#include "simulator/isa/atomic_floats.h"
#include "simulator/isa/buffer_access.h"
#include "simulator/isa/row_files.h"

namespace lanewise::isa::LANEWISE_ISA_BUILD {

namespace {

/// All lanes linear, inside the resource and inside one allocation?
bool plain(const Wave& w, const Op* op, const BufferAccess& access, u64* address, u32 bytes) {
  if (access.swizzled || access.limit < bytes) return false;
  u32 largest = 0;
  for (u32 lane = 0; lane < kLanes; ++lane) {
    largest = access.offsets[lane] > largest ? access.offsets[lane] : largest;
    address[lane] = access.base + access.offsets[lane];
  }
  return largest <= access.limit - bytes && all_in_range(address, w.ranges[op->slot], bytes);
}

template <u32 D>
const Op* buffer_load(Wave& w, const Op* op) {
  BufferAccess access;
  locate(w, op, access);
  alignas(64) u64 address[kLanes];
  LoadTarget target(w, op, D, w.vm, ++w.vm_issued);
  u32* out = target.data();
  if (target.exec() == kAllLanes && plain(w, op, access, address, 4 * D)) [[likely]] {
    gather<D>(out, [&](u32 lane) { return reinterpret_cast<const u8*>(address[lane]); });
  } else {
    for (u32 lane = 0; lane < kLanes; ++lane) {
      if (((target.exec() >> lane) & 1) == 0) continue;
      for (u32 i = 0; i < D; ++i) {
        u32 word = 0;
        if (access.inside(lane, 4 * i, 4)) {
          word = load32(lane_pointer(w, op, lane, access.address(lane, 4 * i), 4, false));
        }
        out[i * kLanes + lane] = word;
      }
    }
  }
  target.finish();
  return op + 1;
}

template <u32 D>
const Op* buffer_store(Wave& w, const Op* op) {
  BufferAccess access;
  locate(w, op, access);
  alignas(64) u64 address[kLanes];
  ++w.vm_issued;
  const u32* in = lanes_of(w, op->src[1]);
  const u64 exec = exec_of(w);
  if (exec == kAllLanes && w.ranges[op->slot].writable && plain(w, op, access, address, 4 * D)) [[likely]] {
    scatter<D>(in, [&](u32 lane) { return reinterpret_cast<u8*>(address[lane]); });
    return op + 1;
  }
  for (u32 lane = 0; lane < kLanes; ++lane) {
    if (((exec >> lane) & 1) == 0) continue;
    for (u32 i = 0; i < D; ++i) {
      if (!access.inside(lane, 4 * i, 4)) continue;
      std::memcpy(lane_pointer(w, op, lane, access.address(lane, 4 * i), 4, true), &in[i * kLanes + lane], 4);
    }
  }
  return op + 1;
}

template <class T, u32 KeepMask = 0, u32 Shift = 0>
const Op* buffer_load_part(Wave& w, const Op* op) {
  BufferAccess access;
  locate(w, op, access);
  LoadTarget target(w, op, 1, w.vm, ++w.vm_issued, KeepMask);
  for (u32 lane = 0; lane < kLanes; ++lane) {
    if (((target.exec() >> lane) & 1) == 0) continue;
    T value = 0;
    if (access.inside(lane, 0, sizeof(T))) {
      std::memcpy(&value, lane_pointer(w, op, lane, access.address(lane, 0), sizeof(T), false), sizeof(T));
    }
    target.data()[lane] = static_cast<u32>(static_cast<i32>(value)) << Shift;
  }
  target.finish();
  return op + 1;
}

template <class T, u32 Shift = 0>
const Op* buffer_store_part(Wave& w, const Op* op) {
  BufferAccess access;
  locate(w, op, access);
  ++w.vm_issued;
  const u32* in = lanes_of(w, op->src[1]);
  const u64 exec = exec_of(w);
  for (u32 lane = 0; lane < kLanes; ++lane) {
    if (((exec >> lane) & 1) == 0 || !access.inside(lane, 0, sizeof(T))) continue;
    const T value = static_cast<T>(in[lane] >> Shift);
    std::memcpy(lane_pointer(w, op, lane, access.address(lane, 0), sizeof(T), true), &value, sizeof(T));
  }
  return op + 1;
}

template <class T, T (*F)(T, T)>
const Op* buffer_atomic(Wave& w, const Op* op) {
  constexpr u32 registers = sizeof(T) / 4;
  BufferAccess access;
  locate(w, op, access);
  const u64 sequence = ++w.vm_issued;
  alignas(64) u32 old[registers * kLanes] = {};
  const u32* in = lanes_of(w, op->src[1]);
  const u64 exec = exec_of(w);
  for (u32 lane = 0; lane < kLanes; ++lane) {
    if (((exec >> lane) & 1) == 0 || !access.inside(lane, 0, sizeof(T))) continue;
    u8* at = lane_pointer(w, op, lane, access.address(lane, 0), sizeof(T), true);
    T value;
    std::memcpy(&value, at, sizeof(T));
    Lane<T>::store(old, lane, value);
    const T next = F(value, Lane<T>::load(in, lane));
    std::memcpy(at, &next, sizeof(T));
  }
  if (op->flags & wave::kReturnsOld) {
    LoadTarget target(w, op, registers, w.vm, sequence);
    std::memcpy(target.data(), old, sizeof(old));
    target.finish();
  }
  return op + 1;
}

/// Data registers: new value, then compare value.
template <class T>
const Op* buffer_compare_swap(Wave& w, const Op* op) {
  constexpr u32 registers = sizeof(T) / 4;
  BufferAccess access;
  locate(w, op, access);
  const u64 sequence = ++w.vm_issued;
  alignas(64) u32 old[registers * kLanes] = {};
  const u32* in = lanes_of(w, op->src[1]);
  const u64 exec = exec_of(w);
  for (u32 lane = 0; lane < kLanes; ++lane) {
    if (((exec >> lane) & 1) == 0 || !access.inside(lane, 0, sizeof(T))) continue;
    u8* at = lane_pointer(w, op, lane, access.address(lane, 0), sizeof(T), true);
    T value;
    std::memcpy(&value, at, sizeof(T));
    Lane<T>::store(old, lane, value);
    if (value != Lane<T>::load(in + registers * kLanes, lane)) continue;
    const T next = Lane<T>::load(in, lane);
    std::memcpy(at, &next, sizeof(T));
  }
  if (op->flags & wave::kReturnsOld) {
    LoadTarget target(w, op, registers, w.vm, sequence);
    std::memcpy(target.data(), old, sizeof(old));
    target.finish();
  }
  return op + 1;
}

/// buffer_load_* ... lds, D dwords or one value of type T that is extended to a dword. As global_load_lds;
/// a lane out of range writes 0.
template <u32 D, class T = u32>
const Op* buffer_load_to_lds(Wave& w, const Op* op) {
  BufferAccess access;
  locate(w, op, access);
  wave::PendingLoad& load = wave::push_load(w.vm);
  load.sequence = ++w.vm_issued;
  load.exec = exec_of(w);
  load.registers = D;
  load.lds_dma = true;
  const u32 base = lds_dma_base(w, op);
  for (u32 lane = 0; lane < kLanes; ++lane) {
    load.lds_address[lane] = base + lane * 4 * D;
    if (((load.exec >> lane) & 1) == 0) continue;
    for (u32 i = 0; i < D; ++i) {
      T value = 0;
      if (access.inside(lane, 4 * i, sizeof(T))) {
        const u8* at = lane_pointer(w, op, lane, access.address(lane, 4 * i), sizeof(T), false);
        std::memcpy(&value, at, sizeof(T));
      }
      load.data[i * kLanes + lane] = static_cast<u32>(static_cast<i32>(value));
    }
  }
  if (w.prompt) wave::retire_loads(w, 0, 15);
  return op + 1;
}
template <u32 D>
const Op* buffer_load_either(Wave& w, const Op* op) {
  return op->flags & wave::kLdsDma ? buffer_load_to_lds<D>(w, op) : buffer_load<D>(w, op);
}
template <class T>
const Op* buffer_load_part_either(Wave& w, const Op* op) {
  return op->flags & wave::kLdsDma ? buffer_load_to_lds<1, T>(w, op) : buffer_load_part<T>(w, op);
}

/// buffer_wbl2, buffer_inv: caches are coherent here, but the operation counts in vmcnt.
const Op* cache_control(Wave& w, const Op* op) {
  ++w.vm_issued;
  return op + 1;
}

constexpr Row buffer_row(const char* name, wave::Handler execute, u8 flags, u8 dwords, u8 bytes) {
  return {name, Shape::kBuffer,           execute, nullptr, LaneKind::kNone,
          {},   CostClass::kVectorMemory, flags,   dwords,  bytes};
}
#define LANEWISE_BUFFER_ATOMIC(NAME, T32, T64, F)                                \
  buffer_row("buffer_atomic_" NAME, buffer_atomic<T32, &F<T32>>, kAtomic, 1, 4), \
      buffer_row("buffer_atomic_" NAME "_x2", buffer_atomic<T64, &F<T64>>, kAtomic, 2, 8)

constexpr Row kRows[] = {
    buffer_row("buffer_load_dword", buffer_load_either<1>, kLoad, 1, 4),
    buffer_row("buffer_load_dwordx2", buffer_load<2>, kLoad, 2, 8),
    buffer_row("buffer_load_dwordx3", buffer_load_either<3>, kLoad, 3, 12),
    buffer_row("buffer_load_dwordx4", buffer_load_either<4>, kLoad, 4, 16),
    buffer_row("buffer_load_ubyte", buffer_load_part_either<u8>, kLoad, 1, 1),
    buffer_row("buffer_load_sbyte", buffer_load_part_either<std::int8_t>, kLoad, 1, 1),
    buffer_row("buffer_load_ushort", buffer_load_part_either<u16>, kLoad, 1, 2),
    buffer_row("buffer_load_sshort", buffer_load_part_either<i16>, kLoad, 1, 2),
    buffer_row("buffer_load_short_d16", buffer_load_part<u16, 0xffff0000>, kLoad, 1, 2),
    buffer_row("buffer_load_short_d16_hi", buffer_load_part<u16, 0xffff, 16>, kLoad, 1, 2),
    buffer_row("buffer_load_ubyte_d16", buffer_load_part<u8, 0xffff0000>, kLoad, 1, 1),
    buffer_row("buffer_load_ubyte_d16_hi", buffer_load_part<u8, 0xffff, 16>, kLoad, 1, 1),
    buffer_row("buffer_load_sbyte_d16", buffer_load_part<std::int8_t, 0xffff0000>, kLoad, 1, 1),
    buffer_row("buffer_load_sbyte_d16_hi", buffer_load_part<std::int8_t, 0xffff, 16>, kLoad, 1, 1),
    buffer_row("buffer_store_dword", buffer_store<1>, kStore, 0, 4),
    buffer_row("buffer_store_dwordx2", buffer_store<2>, kStore, 0, 8),
    buffer_row("buffer_store_dwordx3", buffer_store<3>, kStore, 0, 12),
    buffer_row("buffer_store_dwordx4", buffer_store<4>, kStore, 0, 16),
    buffer_row("buffer_store_byte", buffer_store_part<u8>, kStore, 0, 1),
    buffer_row("buffer_store_short", buffer_store_part<u16>, kStore, 0, 2),
    buffer_row("buffer_store_byte_d16_hi", buffer_store_part<u8, 16>, kStore, 0, 1),
    buffer_row("buffer_store_short_d16_hi", buffer_store_part<u16, 16>, kStore, 0, 2),
    LANEWISE_BUFFER_ATOMIC("swap", u32, u64, atomic_swap),
    LANEWISE_BUFFER_ATOMIC("add", u32, u64, atomic_add),
    LANEWISE_BUFFER_ATOMIC("sub", u32, u64, atomic_sub),
    LANEWISE_BUFFER_ATOMIC("smin", i32, i64, atomic_min),
    LANEWISE_BUFFER_ATOMIC("smax", i32, i64, atomic_max),
    LANEWISE_BUFFER_ATOMIC("umin", u32, u64, atomic_min),
    LANEWISE_BUFFER_ATOMIC("umax", u32, u64, atomic_max),
    LANEWISE_BUFFER_ATOMIC("and", u32, u64, atomic_and),
    LANEWISE_BUFFER_ATOMIC("or", u32, u64, atomic_or),
    LANEWISE_BUFFER_ATOMIC("xor", u32, u64, atomic_xor),
    buffer_row("buffer_atomic_add_f32", buffer_atomic<f32, &add<f32>>, kAtomic, 1, 4),
    buffer_row("buffer_atomic_add_f64", buffer_atomic<f64, &add<f64>>, kAtomic, 2, 8),
    LANEWISE_BUFFER_ATOMIC("inc", u32, u64, atomic_inc),
    LANEWISE_BUFFER_ATOMIC("dec", u32, u64, atomic_dec),
    buffer_row("buffer_atomic_cmpswap", buffer_compare_swap<u32>, kAtomic, 1, 4),
    buffer_row("buffer_atomic_cmpswap_x2", buffer_compare_swap<u64>, kAtomic, 2, 8),
    buffer_row("buffer_atomic_min_f64", buffer_atomic<f64, &minimum_number<f64>>, kAtomic, 2, 8),
    buffer_row("buffer_atomic_max_f64", buffer_atomic<f64, &maximum_number<f64>>, kAtomic, 2, 8),
    buffer_row("buffer_atomic_pk_add_f16", buffer_atomic<pair_half, &add_halves>, kAtomic, 1, 4),
    buffer_row("buffer_atomic_pk_add_bf16", buffer_atomic<pair16, &add_bf16>, kAtomic | kGfx950Only, 1, 4),
    buffer_row("buffer_wbl2", cache_control, 0, 0, 0),
    buffer_row("buffer_inv", cache_control, 0, 0, 0),
};

}  // namespace

std::span<const Row> buffer_rows() { return kRows; }

}  // namespace lanewise::isa::LANEWISE_ISA_BUILD
