// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Matrix products in f64: fused multiply-add chains, k ascending, as the chip does them.
//
//   16x16x4       A row L % 16, k = L / 16 (B alike with column)     D: pair p holds row 4p + L / 16
//   4x4x4, 4 blocks   A row L % 4, block (L / 4) % 4, k = L / 16     D: row L / 16, column L % 4
//
// blgp is a negate mask here: bit 0 A, bit 1 B, bit 2 C. Source: AMD matrix instruction calculator.

#include "simulator/isa/matrix_operands.h"
#include "simulator/isa/row_files.h"

namespace lanewise::isa::LANEWISE_ISA_BUILD {

namespace {

/// f64 operands of up to `Pairs` register pairs of C and D, signs applied.
template <u32 Pairs>
struct DoubleOperands {
  f64 a[kLanes], b[kLanes], c[Pairs][kLanes];

  DoubleOperands(const Wave& w, const Op* op) {
    const u32 negate = (static_cast<u32>(op->immediate) >> 8) & 7;
    const bool constant = op->flags & wave::kConstantSrc2;
    const auto load = [](const u32* from, u32 lane, bool negative) {
      const f64 value = Lane<f64>::load(from, lane);
      return negative ? -value : value;
    };
    for (u32 lane = 0; lane < kLanes; ++lane) {
      a[lane] = load(lanes_of(w, op->src[0]), lane, negate & 1);
      b[lane] = load(lanes_of(w, op->src[1]), lane, negate & 2);
      for (u32 p = 0; p < Pairs; ++p)
        c[p][lane] = load(lanes_of(w, op->src[2]) + (constant ? 0 : 2 * p * kLanes), lane, negate & 4);
    }
  }
};

f64 chain(const f64* a, u32 first_a, const f64* b, u32 first_b, f64 c) {
  for (u32 k = 0; k < 4; ++k) {
    const f64 x = a[first_a + 16 * k], y = b[first_b + 16 * k];
    c = with_nan_rule(fma_f64(x, y, c), x, y, c);
  }
  return c;
}

const Op* mfma_16x16x4(Wave& w, const Op* op) {
  const DoubleOperands<4> x(w, op);
  for (u32 p = 0; p < 4; ++p) {
    for (u32 lane = 0; lane < kLanes; ++lane) {
      Lane<f64>::store(w.v + op->dst + 2 * p * kLanes, lane,
                       chain(x.a, 4 * p + lane / 16, x.b, lane % 16, x.c[p][lane]));
    }
  }
  return op + 1;
}

const Op* mfma_4x4x4(Wave& w, const Op* op) {
  const DoubleOperands<1> x(w, op);
  for (u32 lane = 0; lane < kLanes; ++lane) {
    const u32 block = 4 * ((lane / 4) % 4);
    Lane<f64>::store(w.v + op->dst, lane, chain(x.a, block + lane / 16, x.b, block + lane % 4, x.c[0][lane]));
  }
  return op + 1;
}

constexpr Row row(const char* name, wave::Handler execute, u8 registers) {
  return {name,
          Shape::kMfma,
          execute,
          nullptr,
          LaneKind::kFloat64,
          {LaneKind::kFloat64, LaneKind::kFloat64, LaneKind::kFloat64},
          CostClass::kMfma,
          0,
          registers,
          0};
}

constexpr Row kRows[] = {
    row("v_mfma_f64_16x16x4_f64", mfma_16x16x4, 8),
    row("v_mfma_f64_4x4x4_4b_f64", mfma_4x4x4, 2),
};

}  // namespace

std::span<const Row> mfma_f64_rows() { return kRows; }

}  // namespace lanewise::isa::LANEWISE_ISA_BUILD
