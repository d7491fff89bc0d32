// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// SMEM: loads into SGPRs, the clocks, and cache control. Scalar loads may return out of order, so their
// registers are safe only after lgkmcnt(0).

#include "simulator/isa/access_addresses.h"
#include "simulator/isa/device_memory.h"
#include "simulator/isa/row_files.h"

namespace lanewise::isa::LANEWISE_ISA_BUILD {

namespace {

/// Destination of a scalar load: the scalar file, or the queue until lgkmcnt(0).
u32* scalar_target(Wave& w, const Op* op, u32 registers) {
  if ((op->flags & wave::kDirectLoad) || w.prompt) return &w.s[op->dst];
  wave::PendingLoad& load = wave::push_load(w.scalar);
  load.dst = op->dst;
  load.registers = registers;
  load.scalar = true;
  return load.data;
}

template <u32 D>
const Op* s_load(Wave& w, const Op* op) {
  const u64 address = scalar_load_address(w, op);
  const u8* at = lane_pointer(w, op, 0, address, 4 * D, false);
  u32 words[D];
  std::memcpy(words, at, sizeof(words));
  std::memcpy(scalar_target(w, op, D), words, sizeof(words));
  return op + 1;
}

/// sbase is a buffer resource: offsets at or beyond num_records read 0.
template <u32 D>
const Op* s_buffer_load(Wave& w, const Op* op) {
  const u32* v = &w.s[op->src[0]];
  const u64 base = (static_cast<u64>(v[0]) | (static_cast<u64>(v[1]) << 32)) & 0xffffffffffff;
  const u32 stride = (v[1] >> 16) & 0x3fff;
  const u64 limit = stride == 0 ? v[2] : static_cast<u64>(v[2]) * stride;
  u64 offset = static_cast<u64>(static_cast<i64>(op->offset));
  if (op->flags & wave::kOffsetEnable)
    offset += w.scalar_base[op->src[1] >> 31][op->src[1] & ~wave::kConstantPool];
  offset &= ~u64{3};
  u32 words[D];
  for (u32 i = 0; i < D; ++i) {
    words[i] =
        offset + 4 * i + 4 <= limit ? load32(lane_pointer(w, op, 0, base + offset + 4 * i, 4, false)) : 0;
  }
  std::memcpy(scalar_target(w, op, D), words, sizeof(words));
  return op + 1;
}

/// Without a timing model: four clocks per executed instruction of this wave.
u64 clock_of(const Wave& w, const Op* op) { return 4 * (w.executed + static_cast<u64>(op - w.run_start)); }

const Op* s_memtime(Wave& w, const Op* op) {
  const u64 value = clock_of(w, op);
  std::memcpy(scalar_target(w, op, 2), &value, 8);
  return op + 1;
}
/// 100 MHz ticks at a nominal 2100 MHz clock.
const Op* s_memrealtime(Wave& w, const Op* op) {
  const u64 value = clock_of(w, op) / 21;
  std::memcpy(scalar_target(w, op, 2), &value, 8);
  return op + 1;
}
const Op* no_effect(Wave&, const Op* op) { return op + 1; }

constexpr Row load_row(const char* name, wave::Handler execute, u8 dwords) {
  return {name, Shape::kScalarLoad, execute, nullptr, LaneKind::kNone,
          {},   CostClass::kSmem,   kLoad,   dwords,  static_cast<u8>(4 * dwords)};
}
constexpr Row plain_row(const char* name, wave::Handler execute, u8 flags, u8 dwords) {
  return {name, Shape::kScalarLoad, execute, nullptr, LaneKind::kNone,
          {},   CostClass::kSmem,   flags,   dwords,  0};
}

constexpr Row kRows[] = {
    load_row("s_load_dword", s_load<1>, 1),
    load_row("s_load_dwordx2", s_load<2>, 2),
    load_row("s_load_dwordx4", s_load<4>, 4),
    load_row("s_load_dwordx8", s_load<8>, 8),
    load_row("s_load_dwordx16", s_load<16>, 16),
    load_row("s_buffer_load_dword", s_buffer_load<1>, 1),
    load_row("s_buffer_load_dwordx2", s_buffer_load<2>, 2),
    load_row("s_buffer_load_dwordx4", s_buffer_load<4>, 4),
    load_row("s_buffer_load_dwordx8", s_buffer_load<8>, 8),
    load_row("s_buffer_load_dwordx16", s_buffer_load<16>, 16),
    plain_row("s_memtime", s_memtime, kLoad, 2),
    plain_row("s_memrealtime", s_memrealtime, kLoad, 2),
    plain_row("s_dcache_inv", no_effect, 0, 0),
    plain_row("s_dcache_wb", no_effect, 0, 0),
    plain_row("s_dcache_inv_vol", no_effect, 0, 0),
    plain_row("s_dcache_wb_vol", no_effect, 0, 0),
};

}  // namespace

std::span<const Row> scalar_memory_rows() { return kRows; }

}  // namespace lanewise::isa::LANEWISE_ISA_BUILD
