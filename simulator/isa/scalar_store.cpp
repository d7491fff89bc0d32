// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// SMEM instructions that write memory or that the compiler never emits: scalar stores and atomics, scalar
// scratch, cache-line discard and translation probes. An atomic returns the old value in its data registers
// if glc is set (the record's sc0). Compilers do not use them on these chips; assemblers accept them.

#include "simulator/isa/access_addresses.h"
#include "simulator/isa/device_memory.h"
#include "simulator/isa/row_files.h"

namespace lanewise::isa::LANEWISE_ISA_BUILD {

namespace {

enum class Segment { kGlobal, kBuffer, kScratch };

/// Host pointer of `bytes` at the instruction's address; nullptr beyond a buffer resource's range.
template <Segment S>
u8* scalar_pointer(Wave& w, const Op* op, u32 bytes, bool write) {
  if constexpr (S == Segment::kScratch)
    return lane_pointer(w, op, 0, scalar_scratch_address(w, op), bytes, write);
  if constexpr (S == Segment::kGlobal)
    return lane_pointer(w, op, 0, scalar_load_address(w, op), bytes, write);
  const u32* v = &w.s[op->src[0]];
  const u64 base = (static_cast<u64>(v[0]) | (static_cast<u64>(v[1]) << 32)) & 0xffffffffffff;
  const u32 stride = (v[1] >> 16) & 0x3fff;
  const u64 limit = stride == 0 ? v[2] : static_cast<u64>(v[2]) * stride;
  u64 offset = static_cast<u64>(static_cast<i64>(op->offset));
  if (op->flags & wave::kOffsetEnable)
    offset += w.scalar_base[op->src[1] >> 31][op->src[1] & ~wave::kConstantPool];
  offset &= ~u64{3};
  if (offset + bytes > limit) return nullptr;
  return lane_pointer(w, op, 0, base + offset, bytes, write);
}

/// Where data for scalar registers goes: the file, or the queue until lgkmcnt(0).
u32* scalar_target(Wave& w, const Op* op, u32 registers) {
  if ((op->flags & wave::kDirectLoad) || w.prompt) return &w.s[op->dst];
  wave::PendingLoad& load = wave::push_load(w.scalar);
  load.dst = op->dst;
  load.registers = registers;
  load.scalar = true;
  return load.data;
}

template <Segment S, u32 D>
const Op* s_store(Wave& w, const Op* op) {
  u8* at = scalar_pointer<S>(w, op, 4 * D, true);
  if (at != nullptr) std::memcpy(at, &w.s[op->dst], 4 * D);
  return op + 1;
}
template <u32 D>
const Op* s_scratch_load(Wave& w, const Op* op) {
  const u8* at = scalar_pointer<Segment::kScratch>(w, op, 4 * D, false);
  std::memcpy(scalar_target(w, op, D), at, 4 * D);
  return op + 1;
}

template <Segment S, class T, T (*F)(T, T)>
const Op* s_atomic(Wave& w, const Op* op) {
  T operand, old = 0;
  std::memcpy(&operand, &w.s[op->dst], sizeof(T));
  if (u8* at = scalar_pointer<S>(w, op, sizeof(T), true)) {
    std::memcpy(&old, at, sizeof(T));
    const T next = F(old, operand);
    std::memcpy(at, &next, sizeof(T));
  }
  if (op->flags & wave::kReturnsOld) std::memcpy(scalar_target(w, op, sizeof(T) / 4), &old, sizeof(T));
  return op + 1;
}
/// Data registers: new value, then compare value.
template <Segment S, class T>
const Op* s_compare_swap(Wave& w, const Op* op) {
  T operands[2], old = 0;
  std::memcpy(operands, &w.s[op->dst], sizeof(operands));
  if (u8* at = scalar_pointer<S>(w, op, sizeof(T), true)) {
    std::memcpy(&old, at, sizeof(T));
    if (old == operands[1]) std::memcpy(at, &operands[0], sizeof(T));
  }
  if (op->flags & wave::kReturnsOld) std::memcpy(scalar_target(w, op, sizeof(T) / 4), &old, sizeof(T));
  return op + 1;
}

/// Discards and probes touch caches and translations only, which are not modelled here.
const Op* no_effect(Wave&, const Op* op) { return op + 1; }

constexpr Row smem_row(const char* name, wave::Handler execute, u8 flags, u8 dwords, u8 bytes) {
  return {name, Shape::kScalarLoad, execute, nullptr, LaneKind::kNone,
          {},   CostClass::kSmem,   flags,   dwords,  bytes};
}

#define LANEWISE_S_STORES(P, S)                                  \
  smem_row(P "_store_dword", s_store<S, 1>, kStore, 0, 4),       \
      smem_row(P "_store_dwordx2", s_store<S, 2>, kStore, 0, 8), \
      smem_row(P "_store_dwordx4", s_store<S, 4>, kStore, 0, 16)
#define LANEWISE_S_ATOMIC(P, S, NAME, T32, T64, F)                       \
  smem_row(P "_atomic_" NAME, s_atomic<S, T32, &F<T32>>, kAtomic, 1, 4), \
      smem_row(P "_atomic_" NAME "_x2", s_atomic<S, T64, &F<T64>>, kAtomic, 2, 8)
#define LANEWISE_S_ATOMICS(P, S)                                            \
  LANEWISE_S_ATOMIC(P, S, "swap", u32, u64, atomic_swap),                   \
      LANEWISE_S_ATOMIC(P, S, "add", u32, u64, atomic_add),                 \
      LANEWISE_S_ATOMIC(P, S, "sub", u32, u64, atomic_sub),                 \
      LANEWISE_S_ATOMIC(P, S, "smin", i32, i64, atomic_min),                \
      LANEWISE_S_ATOMIC(P, S, "smax", i32, i64, atomic_max),                \
      LANEWISE_S_ATOMIC(P, S, "umin", u32, u64, atomic_min),                \
      LANEWISE_S_ATOMIC(P, S, "umax", u32, u64, atomic_max),                \
      LANEWISE_S_ATOMIC(P, S, "and", u32, u64, atomic_and),                 \
      LANEWISE_S_ATOMIC(P, S, "or", u32, u64, atomic_or),                   \
      LANEWISE_S_ATOMIC(P, S, "xor", u32, u64, atomic_xor),                 \
      LANEWISE_S_ATOMIC(P, S, "inc", u32, u64, atomic_inc),                 \
      LANEWISE_S_ATOMIC(P, S, "dec", u32, u64, atomic_dec),                 \
      smem_row(P "_atomic_cmpswap", s_compare_swap<S, u32>, kAtomic, 1, 4), \
      smem_row(P "_atomic_cmpswap_x2", s_compare_swap<S, u64>, kAtomic, 2, 8)

constexpr Row kRows[] = {
    LANEWISE_S_STORES("s", Segment::kGlobal),
    LANEWISE_S_STORES("s_buffer", Segment::kBuffer),
    LANEWISE_S_STORES("s_scratch", Segment::kScratch),
    smem_row("s_scratch_load_dword", s_scratch_load<1>, kLoad, 1, 4),
    smem_row("s_scratch_load_dwordx2", s_scratch_load<2>, kLoad, 2, 8),
    smem_row("s_scratch_load_dwordx4", s_scratch_load<4>, kLoad, 4, 16),
    LANEWISE_S_ATOMICS("s", Segment::kGlobal),
    LANEWISE_S_ATOMICS("s_buffer", Segment::kBuffer),
    smem_row("s_dcache_discard", no_effect, 0, 0, 0),
    smem_row("s_dcache_discard_x2", no_effect, 0, 0, 0),
    smem_row("s_atc_probe", no_effect, 0, 0, 0),
    smem_row("s_atc_probe_buffer", no_effect, 0, 0, 0),
};

}  // namespace

std::span<const Row> scalar_store_rows() { return kRows; }

}  // namespace lanewise::isa::LANEWISE_ISA_BUILD
