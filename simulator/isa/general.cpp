// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The general executor: VALU instructions with modified operands. It prepares each source in a buffer
// (DPP lanes, SDWA and op_sel parts, neg, abs), calls the row's lane function on the buffers, and writes
// the result back (clamp, SDWA and op_sel parts, EXEC and DPP masks). Rows know nothing of all this.
//
//   register file ─▶ DPP lanes ─▶ part ─▶ |x|, -x ─▶ row.lanes ─▶ clamp ─▶ part ─▶ register file
//
// Sources: ISA manual, "SDWA", "DPP", "VOP3P"; facts on row_bcast and bound_ctrl from the Vega manual.

#include "simulator/isa/arithmetic.h"
#include "simulator/isa/row_files.h"

namespace lanewise::isa::LANEWISE_ISA_BUILD {

namespace {

using wave::GeneralOperands;

constexpr u32 kNoLane = 0xff;

/// Lane that DPP reads for `lane`, or kNoLane.
u32 dpp_source_lane(u32 control, u32 lane) {
  const u32 row = lane & ~15u, in_row = lane & 15u;
  if (control <= 0xff) return (lane & ~3u) | ((control >> (2 * (lane & 3))) & 3);
  const u32 n = control & 15;
  switch (control & 0x1f0) {
    case 0x100: return in_row + n < 16 ? row + in_row + n : kNoLane;  // row_shl
    case 0x110: return in_row >= n ? row + in_row - n : kNoLane;      // row_shr
    case 0x120: return row + ((in_row - n) & 15);                     // row_ror
    case 0x150: return row + n;                                       // row_newbcast
    default: break;
  }
  switch (control) {
    case 0x130: return lane + 1 < 64 ? lane + 1 : kNoLane;  // wave_shl
    case 0x134: return (lane + 1) & 63;                     // wave_rol
    case 0x138: return lane >= 1 ? lane - 1 : kNoLane;      // wave_shr
    case 0x13c: return (lane - 1) & 63;                     // wave_ror
    case 0x140: return row + (15 - in_row);                 // row_mirror
    case 0x141: return row + ((in_row & 8) | (7 - (in_row & 7)));  // row_half_mirror
    case 0x142: return row >= 16 ? row - 1 : kNoLane;       // row_bcast15: lane 15 of the row before
    case 0x143: return lane >= 32 ? 31 : kNoLane;           // row_bcast31
    default: return kNoLane;
  }
}

/// Replaces source 0 by its DPP view; returns the lanes that may be written.
u64 apply_dpp(const VectorModifiers& m, u64 exec, u32* source, const u32* raw, u32 registers) {
  u64 writable = 0;
  for (u32 lane = 0; lane < kLanes; ++lane) {
    const bool enabled = ((m.row_mask >> (lane / 16)) & 1) && ((m.bank_mask >> ((lane / 4) & 3)) & 1);
    const u32 from = dpp_source_lane(m.dpp_ctrl, lane);
    const bool valid = from != kNoLane && (((exec >> from) & 1) || m.fetch_inactive);
    for (u32 r = 0; r < registers; ++r) source[r * kLanes + lane] = valid ? raw[r * kLanes + from] : 0;
    if (enabled && (valid || m.bound_ctrl)) writable |= u64{1} << lane;
  }
  return writable;
}

/// SDWA part of a register, sign- or zero-extended.
u32 select_part(u32 value, u32 selector, bool sign_extended) {
  if (selector < 4) {
    value >>= 8 * selector;
    return sign_extended ? static_cast<u32>(static_cast<i32>(static_cast<std::int8_t>(value))) : value & 0xff;
  }
  if (selector < 6) {
    value >>= 16 * (selector - 4);
    return sign_extended ? static_cast<u32>(static_cast<i32>(static_cast<i16>(value))) : value & 0xffff;
  }
  return value;
}

bool is_half_kind(LaneKind kind) { return kind == LaneKind::kBits16 || kind == LaneKind::kFloat16; }
bool is_packed16(LaneKind kind) { return kind == LaneKind::kPacked16 || kind == LaneKind::kPackedHalf; }
u32 registers_of_kind(LaneKind kind) {
  return kind == LaneKind::kBits64 || kind == LaneKind::kFloat64 || kind == LaneKind::kPackedFloat ? 2 : 1;
}

/// |x| and -x on one lane's registers; `bit` is the sign bit of the register that holds it.
void apply_signs(u32* registers, u32 sign_bit, bool absolute, bool negative) {
  for (u32 lane = 0; lane < kLanes; ++lane) {
    if (absolute) registers[lane] &= ~sign_bit;
    if (negative) registers[lane] ^= sign_bit;
  }
}

void select_packed(u32* source, LaneKind kind, bool low_from_high, bool high_from_high) {
  for (u32 lane = 0; lane < kLanes; ++lane) {
    if (kind == LaneKind::kPackedFloat) {
      const u32 low = source[lane], high = source[kLanes + lane];
      source[lane] = low_from_high ? high : low;
      source[kLanes + lane] = high_from_high ? high : low;
    } else {
      const u32 value = source[lane];
      const u32 low = low_from_high ? value >> 16 : value & 0xffff;
      const u32 high = high_from_high ? value >> 16 : value & 0xffff;
      source[lane] = low | (high << 16);
    }
  }
}

void prepare_source(const GeneralOperands& g, u32 i, u32* source) {
  const VectorModifiers& m = g.modifiers;
  const LaneKind kind = g.row->sources[i];
  const bool neg = (m.neg >> i) & 1, abs = (m.abs >> i) & 1;
  if (g.sdwa && i < 2) {
    const u32 selector = i == 0 ? m.src0_sel : m.src1_sel;
    const bool sign_extended = (m.sext >> i) & 1;
    for (u32 lane = 0; lane < kLanes; ++lane)
      source[lane] = select_part(source[lane], selector, sign_extended);
  }
  if (g.row->flags & kMixedPrecision) {
    if ((m.op_sel_hi >> i) & 1) {
      const u32 shift = (m.op_sel >> i) & 1 ? 16 : 0;
      for (u32 lane = 0; lane < kLanes; ++lane) {
        source[lane] = bits_as<u32>(to_f32(f16{static_cast<u16>(source[lane] >> shift)}));
      }
    }
    apply_signs(source, 0x80000000, abs, neg);
    return;
  }
  if (is_packed16(kind) || kind == LaneKind::kPackedFloat) {
    select_packed(source, kind, (m.op_sel >> i) & 1, (m.op_sel_hi >> i) & 1);
    // neg holds neg_lo and abs holds neg_hi for packed forms
    if (kind == LaneKind::kPackedHalf) {
      apply_signs(source, 0x8000, false, neg);
      apply_signs(source, 0x80000000, false, abs);
    } else if (kind == LaneKind::kPackedFloat) {
      apply_signs(source, 0x80000000, false, neg);
      apply_signs(source + kLanes, 0x80000000, false, abs);
    }
    return;
  }
  if (is_half_kind(kind) && !g.sdwa && ((m.op_sel >> i) & 1)) {
    for (u32 lane = 0; lane < kLanes; ++lane) source[lane] >>= 16;
  }
  if (kind == LaneKind::kFloat16) apply_signs(source, 0x8000, abs, neg);
  if (kind == LaneKind::kFloat32 || kind == LaneKind::kBits32) apply_signs(source, 0x80000000, abs, neg);
  if (kind == LaneKind::kFloat64) apply_signs(source + kLanes, 0x80000000, abs, neg);
}

/// Clamps to [0, 1]; NaN becomes 0 (DX10_CLAMP).
void clamp_floats(LaneKind kind, u32* result) {
  const auto clamped = [](auto x) { return x > 0 ? (x < 1 ? x : decltype(x)(1)) : decltype(x)(0); };
  for (u32 lane = 0; lane < kLanes; ++lane) {
    switch (kind) {
      case LaneKind::kFloat32: result[lane] = bits_as<u32>(clamped(bits_as<f32>(result[lane]))); break;
      case LaneKind::kFloat16:
        result[lane] = to_f16(clamped(to_f32(f16{static_cast<u16>(result[lane])}))).bits;
        break;
      case LaneKind::kFloat64: Lane<f64>::store(result, lane, clamped(Lane<f64>::load(result, lane))); break;
      case LaneKind::kPackedHalf: {
        const f16 low = to_f16(clamped(to_f32(f16{static_cast<u16>(result[lane])})));
        const f16 high = to_f16(clamped(to_f32(f16{static_cast<u16>(result[lane] >> 16)})));
        result[lane] = pack_halves(low, high);
        break;
      }
      case LaneKind::kPackedFloat:
        for (u32 r = 0; r < 2; ++r) {
          u32& word = result[r * kLanes + lane];
          word = bits_as<u32>(clamped(bits_as<f32>(word)));
        }
        break;
      default: break;
    }
  }
}

/// Puts the result into the part of the destination that SDWA or op_sel name.
void place_result(const GeneralOperands& g, u32* result, const u32* old) {
  const VectorModifiers& m = g.modifiers;
  if (g.sdwa && m.dst_sel < 6) {
    const u32 bits = m.dst_sel < 4 ? 8 : 16;
    const u32 shift = m.dst_sel < 4 ? 8 * m.dst_sel : 16 * (m.dst_sel - 4);
    const u32 field = ((1u << bits) - 1) << shift;
    for (u32 lane = 0; lane < kLanes; ++lane) {
      const u32 placed = (result[lane] << shift) & field;
      u32 rest = 0;
      if (m.dst_unused == 2) rest = old[lane] & ~field;
      if (m.dst_unused == 1 && ((placed >> (shift + bits - 1)) & 1) && shift + bits < 32)
        rest = ~0u << (shift + bits);
      result[lane] = placed | rest;
    }
    return;
  }
  const bool high = (g.row->flags & kWritesHighHalf) || (is_half_kind(g.row->result) && (m.op_sel & 8));
  if (high) {
    for (u32 lane = 0; lane < kLanes; ++lane) result[lane] = (old[lane] & 0xffff) | (result[lane] << 16);
  } else if (g.row->flags & kKeepsHighHalf) {
    for (u32 lane = 0; lane < kLanes; ++lane)
      result[lane] = (old[lane] & 0xffff0000) | (result[lane] & 0xffff);
  }
}

}  // namespace

const Op* execute_general(Wave& w, const Op* op) { return execute_operands(w, op, w.general[op->extra]); }

const Op* execute_operands(Wave& w, const Op* op, const GeneralOperands& g) {
  const u64 exec = exec_of(w);
  u64 writable = exec;
  alignas(64) u32 sources[3][2 * kLanes];
  alignas(64) u32 result[2 * kLanes];
  LaneArguments x;
  for (u32 i = 0; i < g.source_count; ++i) {
    const u32* raw = lanes_of(w, op->src[i]);
    const u32 registers = registers_of_kind(g.row->sources[i]);
    if (i == 0 && g.dpp) {
      writable &= apply_dpp(g.modifiers, exec, sources[0], raw, registers);
    } else {
      std::memcpy(sources[i], raw, registers * kLanes * sizeof(u32));
    }
    prepare_source(g, i, sources[i]);
    x.src[i] = sources[i];
  }
  const Shape shape = g.row->shape;
  if (shape == Shape::kSelect || shape == Shape::kCarryInOut || shape == Shape::kMaskIn)
    x.mask_in = scalar64(w, op->src[3]);
  x.dst = result;
  if (w.mode_traits != 0) [[unlikely]] {
    u32* const buffers[] = {sources[0], sources[1], sources[2]};
    lanes_in_mode(w, *g.row, x, buffers);
  } else {
    (g.clamped != nullptr ? g.clamped : g.row->lanes)(x);
  }
  if (shape == Shape::kCompare || shape == Shape::kCompareExec) {
    set_scalar64(w, op->dst2, x.mask_out & writable);
    if (shape == Shape::kCompareExec) set_scalar64(w, wave::kExec, x.mask_out & writable);
    return op + 1;
  }
  u32* dst = w.v + op->dst;
  if (g.modifiers.omod != 0) scale_result(w, *g.row, g.modifiers.omod, result);
  if (g.modifiers.clamp) clamp_floats(g.row->result, result);
  place_result(g, result, dst);
  blend(w, writable, dst, result, registers_of_kind(g.row->result));
  if (shape == Shape::kCarryOut || shape == Shape::kCarryInOut)
    set_scalar64(w, op->dst2, x.mask_out & writable);
  return op + 1;
}

const Op* broadcast_scalars(Wave& w, const Op* op) {
  // The binder pointed src[i] at broadcast slot 2i of the file and left the operand code in `immediate`
  // (8 bits for each source; bit 7 of `dwords` ranges as in op.h).
  for (u32 i = 0; i < 4; ++i) {
    if (((op->dwords >> i) & 1) == 0) continue;
    const u32 code = (static_cast<u32>(op->immediate) >> (8 * i)) & 0xff;
    u32* slot = w.v + op->src[i];
    const u32 low = w.s[code];
    for (u32 lane = 0; lane < kLanes; ++lane) slot[lane] = low;
    if ((op->dwords >> (4 + i)) & 1) {
      const u32 high = w.s[code + 1];
      for (u32 lane = 0; lane < kLanes; ++lane) slot[kLanes + lane] = high;
    }
  }
  return op->inner(w, op);
}

const Op* load_special_scalars(Wave& w, const Op* op) {
  // Codes 251-253 stand behind the scalar file's constants: the binder mapped them to ttmp 12-14.
  w.s[120] = (w.s[wave::kVcc] | w.s[wave::kVcc + 1]) == 0 ? 1 : 0;
  w.s[121] = exec_of(w) == 0 ? 1 : 0;
  w.s[122] = w.scc;
  return op->inner(w, op);
}

}  // namespace lanewise::isa::LANEWISE_ISA_BUILD
