// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Lane functions under another MODE than the default: rounding up, down or toward zero, and denormals that
// become zero. Slow on purpose: the row's own lane function runs with the host's rounding direction changed,
// between two passes that flush denormals, so that the default MODE needs no second version of anything.
//
//   MODE[1:0] round f32   [3:2] round f16, f64       0 even, 1 up, 2 down, 3 toward zero
//   MODE[5:4] denormals f32   [7:6] f16, f64         bit 0 keeps inputs, bit 1 keeps results
//
// What surprises: a lane function that narrows twice (f32, then f16) stays right, since rounding twice in the
// same direction is rounding once, and to nearest the default path has its own remedy.

#include <cfenv>

#include "simulator/isa/arithmetic.h"
#include "simulator/isa/mode_traits.h"
#include "simulator/isa/modes.h"
#include "simulator/isa/row_files.h"

namespace lanewise::isa::LANEWISE_ISA_BUILD {

namespace {

constexpr int kDirections[] = {FE_TONEAREST, FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO};

bool is_single(LaneKind kind) { return kind == LaneKind::kFloat32 || kind == LaneKind::kPackedFloat; }

u32 flushed_half(u32 bits) { return (bits & 0x7c00) == 0 ? bits & 0x8000 : bits; }
u32 flushed_single(u32 bits) { return (bits & 0x7f800000) == 0 ? bits & 0x80000000 : bits; }

/// Denormals in the 64 values at `values` become zeros of their sign.
void flush(u32* values, LaneKind kind) {
  for (u32 lane = 0; lane < kLanes; ++lane) {
    u32& low = values[lane];
    switch (kind) {
      case LaneKind::kPackedFloat:
        values[kLanes + lane] = flushed_single(values[kLanes + lane]);
        [[fallthrough]];
      case LaneKind::kFloat32: low = flushed_single(low); break;
      case LaneKind::kFloat16: low = (low & 0xffff0000) | flushed_half(low & 0xffff); break;
      case LaneKind::kPackedHalf: low = flushed_half(low & 0xffff) | (flushed_half(low >> 16) << 16); break;
      case LaneKind::kFloat64:
        if ((values[kLanes + lane] & 0x7ff00000) != 0) break;
        low = 0;
        values[kLanes + lane] &= 0x80000000;
        break;
      default: break;
    }
  }
}

/// -0 becomes +0. (Hosts make -0 of an integer 0 where they round down.)
void drop_zero_signs(u32* values, LaneKind kind) {
  const u32 minus_zero = kind == LaneKind::kFloat16 ? 0x8000 : 0x80000000;
  for (u32 lane = 0; lane < kLanes; ++lane) {
    u32& sign = values[kind == LaneKind::kFloat64 ? kLanes + lane : lane];
    if (sign == minus_zero && (kind != LaneKind::kFloat64 || values[lane] == 0)) sign = 0;
  }
}

/// MODE's rounding field for results of this kind.
u32 direction_of(const Wave& w, LaneKind kind) { return is_single(kind) ? w.mode & 3 : (w.mode >> 2) & 3; }

/// In the rounding direction that the host has now.
[[gnu::noinline]] void multiply(u32* values, LaneKind kind, f32 factor) {
  for (u32 lane = 0; lane < kLanes; ++lane) {
    switch (kind) {
      case LaneKind::kFloat32: values[lane] = bits_as<u32>(bits_as<f32>(values[lane]) * factor); break;
      case LaneKind::kFloat16:
        values[lane] = to_f16(to_f32(f16{static_cast<u16>(values[lane])}) * factor).bits;
        break;
      case LaneKind::kFloat64: Lane<f64>::store(values, lane, Lane<f64>::load(values, lane) * factor); break;
      default: break;
    }
  }
}

bool keeps(const Wave& w, LaneKind kind, u32 bit) { return (w.mode >> (is_single(kind) ? 4 : 6) >> bit) & 1; }

}  // namespace

void lanes_in_mode(const Wave& w, const Row& row, LaneArguments& x, u32* const* sources) {
  const u32 traits = w.mode_traits;
  if (traits & kFlushes) {
    for (u32 i = 0; i < 3 && row.sources[i] != LaneKind::kNone; ++i) {
      if (!keeps(w, row.sources[i], 0)) flush(sources[i], row.sources[i]);
    }
  }
  const u32 direction = traits & kRoundsSingle ? w.mode & 3 : traits & kRoundsDouble ? (w.mode >> 2) & 3 : 0;
  if (direction != 0) std::fesetround(kDirections[direction]);
  row.lanes(x);
  if (direction != 0) std::fesetround(FE_TONEAREST);
  if (traits & kFromInteger) drop_zero_signs(x.dst, row.result);
  if ((traits & kFlushes) && !keeps(w, row.result, 1)) flush(x.dst, row.result);
}

// Manual: output modifiers are ignored in IEEE mode and where result denormals are kept; else denormal
// results and -0 become +0.
void scale_result(const Wave& w, const Row& row, u32 omod, u32* result) {
  constexpr f32 kFactors[] = {1.0f, 2.0f, 4.0f, 0.5f};
  if ((w.mode & kIeee) || keeps(w, row.result, 1)) return;
  std::fesetround(kDirections[direction_of(w, row.result)]);
  multiply(result, row.result, kFactors[omod]);
  std::fesetround(FE_TONEAREST);
  flush(result, row.result);
  drop_zero_signs(result, row.result);
}

const Op* execute_in_mode(Wave& w, const Op* op) {
  const Row& row = *w.rows[op->reserved];
  wave::GeneralOperands plain;
  plain.row = &row;
  plain.modifiers.op_sel_hi = 7;
  while (plain.source_count < 3 && row.sources[plain.source_count] != LaneKind::kNone) ++plain.source_count;
  return execute_operands(w, op, plain);
}

}  // namespace lanewise::isa::LANEWISE_ISA_BUILD
