// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Dense MFMA with one block. A wave holds A (M x K), B (K x N) and C = D (M x N), M = N = 16 or 32:
//
//   A row i, B column j : lane L % M;  k = n * (L / M) + e, e = element in the lane's registers
//   D row i of column j : 32x32: 8*((r%16)/4) + 4*(L/32) + r%4     16x16: 4*(L/16) + r%4     (register r)
//
// so that one k of A (or B) is M consecutive lanes of one register, and one row i of D is M consecutive
// lanes of one register: operands widen to [k][M] floats, and rows of D accumulate in place.
// Arithmetic: an fp32 fused multiply-add chain, k ascending ("fused"); EXEC and MODE are ignored.
// Sources: AMD matrix instruction calculator (layouts); gfx950's doubled forms follow the same rule.

#include "simulator/isa/arithmetic.h"
#include "simulator/isa/row_files.h"

namespace lanewise::isa::LANEWISE_ISA_BUILD {

namespace {

enum class Element { kBf16, kF16, kF32, kI8 };

constexpr u32 elements_per_register(Element e) {
  return e == Element::kF32 ? 1 : (e == Element::kI8 ? 4 : 2);
}

template <Element E> [[gnu::always_inline]] inline auto widen(u32 word, u32 part) {
  if constexpr (E == Element::kBf16) return bits_as<f32>(part == 0 ? word << 16 : word & 0xffff0000);
  else if constexpr (E == Element::kF16) return to_f32(f16{static_cast<u16>(word >> (16 * part))});
  else if constexpr (E == Element::kF32) return bits_as<f32>(word);
  else return static_cast<u32>(static_cast<i32>(static_cast<std::int8_t>(word >> (8 * part))));  // sums wrap
}

/// [k][M] from registers: n elements per lane, K = n * 64 / M.
template <u32 M, u32 K, Element E, class T> void widen_operand(const u32* registers, T* out) {
  constexpr u32 n = K * M / kLanes;
  constexpr u32 per_register = elements_per_register(E);
  for (u32 group = 0; group < kLanes / M; ++group) {
    for (u32 e = 0; e < n; ++e) {
      const u32* source = registers + (e / per_register) * kLanes + group * M;
      T* row = out + (n * group + e) * M;
      LANEWISE_LANE_LOOP
      for (u32 i = 0; i < M; ++i) row[i] = widen<E>(source[i], e % per_register);
    }
  }
}

/// Register and first lane of row i of D.
template <u32 M> constexpr u32 row_register(u32 i) { return M == 32 ? 4 * (i / 8) + i % 4 : i % 4; }
template <u32 M> constexpr u32 row_lane(u32 i) { return M == 32 ? 32 * ((i / 4) % 2) : 16 * (i / 4); }

template <u32 M, u32 K, Element E> const Op* mfma(Wave& w, const Op* op) {
  using T = std::conditional_t<E == Element::kI8, u32, f32>;
  typedef T Vector __attribute__((vector_size(32)));
  constexpr u32 width = 8, columns = M / width, rows = M == 32 ? 2 : 4;
  alignas(64) T a[K * M];
  alignas(64) T b[K * M];
  widen_operand<M, K, E>(lanes_of(w, op->src[0]), a);
  widen_operand<M, K, E>(lanes_of(w, op->src[1]), b);
  const u32* c = lanes_of(w, op->src[2]);
  const bool constant = op->flags & wave::kConstantSrc2;
  u32* d = w.v + op->dst;
  alignas(64) u32 copy[M * M / kLanes * kLanes];
  if (!constant && c != d) {  // D may overlap C elsewhere than in place
    std::memcpy(copy, c, sizeof(copy));
    c = copy;
  }
  for (u32 i = 0; i < M; i += rows) {
    Vector sum[rows][columns];
    for (u32 r = 0; r < rows; ++r) {
      const u32* from = constant ? c : c + row_register<M>(i + r) * kLanes + row_lane<M>(i + r);
      for (u32 j = 0; j < columns; ++j) std::memcpy(&sum[r][j], from + (constant ? 0 : j * width), sizeof(Vector));
    }
    for (u32 k = 0; k < K; ++k) {
      Vector right[columns];
      std::memcpy(right, b + k * M, sizeof(right));
      for (u32 r = 0; r < rows; ++r) {
        const T left = a[k * M + i + r];
        for (u32 j = 0; j < columns; ++j) {
          if constexpr (E == Element::kI8) {
            sum[r][j] += left * right[j];
          } else {
#if defined(__clang__)
            sum[r][j] = __builtin_elementwise_fma(Vector{} + left, right[j], sum[r][j]);
#else
            for (u32 x = 0; x < width; ++x) sum[r][j][x] = fma_f32(left, right[j][x], sum[r][j][x]);
#endif
          }
        }
      }
    }
    for (u32 r = 0; r < rows; ++r) {
      if constexpr (E != Element::kI8) {  // one NaN for all, whatever order the host's fma prefers
        for (u32 j = 0; j < columns; ++j) sum[r][j] = sum[r][j] == sum[r][j] ? sum[r][j] : Vector{} + created_nan(0.0f);
      }
      std::memcpy(d + row_register<M>(i + r) * kLanes + row_lane<M>(i + r), sum[r], sizeof(sum[r]));
    }
  }
  return op + 1;
}

constexpr Row mfma_row(const char* name, wave::Handler execute, u8 registers, u8 flags = 0) {
  return {name, Shape::kMfma, execute, nullptr, LaneKind::kNone, {}, CostClass::kMfma, flags, registers, 0};
}

constexpr Row kRows[] = {
    mfma_row("v_mfma_f32_16x16x16_bf16", mfma<16, 16, Element::kBf16>, 4),
    mfma_row("v_mfma_f32_32x32x8_bf16", mfma<32, 8, Element::kBf16>, 16),
    mfma_row("v_mfma_f32_16x16x16_f16", mfma<16, 16, Element::kF16>, 4),
    mfma_row("v_mfma_f32_32x32x8_f16", mfma<32, 8, Element::kF16>, 16),
    mfma_row("v_mfma_f32_16x16x32_bf16", mfma<16, 32, Element::kBf16>, 4, kGfx950Only),
    mfma_row("v_mfma_f32_32x32x16_bf16", mfma<32, 16, Element::kBf16>, 16, kGfx950Only),
    mfma_row("v_mfma_f32_16x16x32_f16", mfma<16, 32, Element::kF16>, 4, kGfx950Only),
    mfma_row("v_mfma_f32_32x32x16_f16", mfma<32, 16, Element::kF16>, 16, kGfx950Only),
    mfma_row("v_mfma_f32_16x16x4_f32", mfma<16, 4, Element::kF32>, 4),
    mfma_row("v_mfma_f32_32x32x2_f32", mfma<32, 2, Element::kF32>, 16),
    mfma_row("v_mfma_i32_16x16x32_i8", mfma<16, 32, Element::kI8>, 4),
    mfma_row("v_mfma_i32_32x32x16_i8", mfma<32, 16, Element::kI8>, 16),
    mfma_row("v_mfma_i32_16x16x64_i8", mfma<16, 64, Element::kI8>, 4, kGfx950Only),
    mfma_row("v_mfma_i32_32x32x32_i8", mfma<32, 32, Element::kI8>, 16, kGfx950Only),
};

}  // namespace

std::span<const Row> mfma_rows() { return kRows; }

}  // namespace lanewise::isa::LANEWISE_ISA_BUILD
