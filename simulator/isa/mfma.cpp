// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Dense MFMA with f32 or i32 accumulation. A wave holds A (M x K), B (K x N) and C = D (M x N) of one or
// several blocks, M = N = 4, 16 or 32:
//
//   1 block:  A row i, B column j : lane L % M;  k = n * (L / M) + e, e = element in the lane's registers
//   2, 4 blocks:                    lane L % M, block L / M;  k = e
//   D row i of column j : 32x32: 8*((r%16)/4) + 4*(L/32) + r%4     16x16: 4*(L/16) + r%4     (register r)
//
// so that one k of A (or B) is M consecutive lanes of one register, and one row i of D is M consecutive
// lanes of one register: operands widen to [k][M] floats, and rows of D accumulate in place. 4x4 forms
// have sixteen blocks of four lanes; row r of D is register r.
// EXEC and MODE are ignored. `fused`: an fp32 fused multiply-add chain, k ascending; `cdna3`: cdna3_sum.h.
// Sources: AMD matrix instruction calculator (layouts, cbsz, abid, blgp).

#include "simulator/isa/cdna3_sum.h"
#include "simulator/isa/matrix_operands.h"
#include "simulator/isa/row_files.h"

namespace lanewise::isa::LANEWISE_ISA_BUILD {

namespace {

#if defined(__clang__)
#define LANEWISE_PLAIN_LOOP _Pragma("clang loop vectorize(disable) unroll(disable)")
#define LANEWISE_VECTOR_LOOP _Pragma("clang loop vectorize(assume_safety) unroll(disable)")
#else
#define LANEWISE_PLAIN_LOOP
#define LANEWISE_VECTOR_LOOP _Pragma("GCC ivdep")
#endif

/// One k of an operand: M consecutive lanes of a register.
template <u32 M, Element E, class T>
[[gnu::always_inline]] inline void widen_row(const u32* source, u32 part, T* row) {
  LANEWISE_VECTOR_LOOP
  for (u32 i = 0; i < M; ++i) row[i] = widen<E>(source[i], part);
}

/// [k][M] from registers, for the block whose first lane is `first_lane`.
template <u32 M, u32 K, u32 Blocks, Element E, class T>
void widen_operand(const u32* registers, u32 first_lane, T* out) {
  constexpr u32 n = Blocks == 1 ? K * M / kLanes : K;
  constexpr u32 per_register = 32 / element_bits(E);
  for (u32 group = 0; group < K / n; ++group) {
    LANEWISE_PLAIN_LOOP  // vectorised over i, not over e: that would gather
        for (u32 e = 0; e < n; ++e) {
      const u32* source = registers + (e / per_register) * kLanes + first_lane + group * M;
      T* row = out + (n * group + e) * M;
      widen_row<M, E>(source, e % per_register, row);
    }
  }
}

/// Register and first lane of row i of D.
template <u32 M>
constexpr u32 row_register(u32 i) {
  return M == 32 ? 4 * (i / 8) + i % 4 : i % 4;
}
template <u32 M>
constexpr u32 row_lane(u32 i) {
  return M == 32 ? 32 * ((i / 4) % 2) : 16 * (i / 4);
}

#if defined(__AVX512F__)
constexpr u32 kVectorBytes = 64;
#else
constexpr u32 kVectorBytes = 32;
#endif

/// D block = A * B + C by multiply-add chains, k ascending; c has stride 0 when C is a constant.
template <u32 M, u32 K, class T>
void multiply_block(const T* a, const T* b, const u32* c, bool constant, u32* d) {
  using Vector __attribute__((vector_size(kVectorBytes))) = T;
  // Eight accumulators hide the latency of the host's fused multiply-add.
  constexpr u32 width = kVectorBytes / 4, columns = M / width, rows = 8 / columns;
  for (u32 i = 0; i < M; i += rows) {
    Vector sum[rows][columns];
    for (u32 r = 0; r < rows; ++r) {
      const u32* from = constant ? c : c + row_register<M>(i + r) * kLanes + row_lane<M>(i + r);
      for (u32 j = 0; j < columns; ++j)
        std::memcpy(&sum[r][j], from + (constant ? 0 : j * width), sizeof(Vector));
    }
    for (u32 k = 0; k < K; ++k) {
      Vector right[columns];
      std::memcpy(right, b + k * M, sizeof(right));
      for (u32 r = 0; r < rows; ++r) {
        const T left = a[k * M + i + r];
        for (u32 j = 0; j < columns; ++j) {
          if constexpr (std::is_same_v<T, u32>) {
            sum[r][j] += left * right[j];
          } else {
#if defined(__clang__)
            sum[r][j] = __builtin_elementwise_fma(left - Vector{}, right[j], sum[r][j]);
#else
            for (u32 x = 0; x < width; ++x) sum[r][j][x] = fma_f32(left, right[j][x], sum[r][j][x]);
#endif
          }
        }
      }
    }
    for (u32 r = 0; r < rows; ++r) {
      if constexpr (std::is_same_v<T, f32>) {  // one NaN for all, whatever order the host's fma prefers
        for (u32 j = 0; j < columns; ++j)
          sum[r][j] = sum[r][j] == sum[r][j] ? sum[r][j] : Vector{} + created_nan(0.0f);
      }
      std::memcpy(d + row_register<M>(i + r) * kLanes + row_lane<M>(i + r), sum[r], sizeof(sum[r]));
    }
  }
}

/// One element of D by the CDNA3 rule; a and b are columns of [k][M] arrays.
template <u32 M, u32 K, Element A, Element B>
f32 cdna3_element(const f32* a, const f32* b, f32 c) {
  constexpr u32 group = cdna3_group(A, K);
  for (u32 k = 0; k < K; k += group) {
    f32 left[group], right[group];
    for (u32 x = 0; x < group; ++x) {
      left[x] = a[(k + x) * M];
      right[x] = b[(k + x) * M];
    }
    c = cdna3_dot<A, B>(left, right, group, c);
  }
  return c;
}

template <u32 M, u32 K, Element A, Element B>
void multiply_block_cdna3(const f32* a, const f32* b, const u32* c, bool constant, u32* d) {
  for (u32 i = 0; i < M; ++i) {
    const u32 at = row_register<M>(i) * kLanes + row_lane<M>(i);
    for (u32 j = 0; j < M; ++j) {
      const f32 addend = bits_as<f32>(constant ? c[0] : c[at + j]);
      d[at + j] = bits_as<u32>(cdna3_element<M, K, A, B>(a + i, b + j, addend));
    }
  }
}

/// f32 forms are fused multiply-add chains on the chip, too.
constexpr bool has_cdna3_rule(Element e) { return e != Element::kF32 && e != Element::kI8; }

template <u32 M, u32 K, Element A, Element B = A, u32 Blocks = 1>
const Op* mfma(Wave& w, const Op* op) {
  using T = std::conditional_t<A == Element::kI8, u32, f32>;
  constexpr u32 operand_registers = K * M * Blocks * element_bits(A) / (32 * kLanes);
  constexpr u32 block_registers = M * M / kLanes;
  MatrixOperands<operand_registers, block_registers * Blocks> operands(w, op);
  alignas(64) T a[K * M];
  alignas(64) T b[K * M];
  for (u32 block = 0; block < Blocks; ++block) {
    widen_operand<M, K, Blocks, A>(operands.a, M * operands.block_of_a(block), a);
    widen_operand<M, K, Blocks, B>(operands.b, M * block, b);
    const u32* c = operands.constant ? operands.c : operands.c + block * block_registers * kLanes;
    u32* d = operands.d + block * block_registers * kLanes;
    if constexpr (has_cdna3_rule(A)) {
      if (w.cdna3_sums) {
        multiply_block_cdna3<M, K, A, B>(a, b, c, operands.constant, d);
        continue;
      }
    }
    multiply_block<M, K>(a, b, c, operands.constant, d);
  }
  return op + 1;
}

/// 4x4 forms: block = L / 4; A row and B column L % 4; D row r is register r.
template <u32 K, Element E>
const Op* mfma_4x4(Wave& w, const Op* op) {
  using T = std::conditional_t<E == Element::kI8, u32, f32>;
  constexpr u32 per_register = 32 / element_bits(E);
  MatrixOperands<(K + per_register - 1) / per_register, 4> operands(w, op);
  for (u32 row = 0; row < 4; ++row) {
    alignas(64) u32 result[kLanes];
    for (u32 lane = 0; lane < kLanes; ++lane) {
      const u32 lane_of_a = 4 * operands.block_of_a(lane / 4) + row;
      T a[K], b[K];
      for (u32 k = 0; k < K; ++k) {
        a[k] = widen<E>(operands.a[(k / per_register) * kLanes + lane_of_a], k % per_register);
        b[k] = widen<E>(operands.b[(k / per_register) * kLanes + lane], k % per_register);
      }
      T sum = bits_as<T>(operands.constant ? operands.c[0] : operands.c[row * kLanes + lane]);
      if constexpr (E == Element::kI8) {
        for (u32 k = 0; k < K; ++k) sum += a[k] * b[k];
      } else {
        if (has_cdna3_rule(E) && w.cdna3_sums)
          sum = cdna3_element<1, K, E, E>(a, b, sum);
        else
          for (u32 k = 0; k < K; ++k) sum = fma_f32(a[k], b[k], sum);
        sum = is_nan(sum) ? created_nan(sum) : sum;
      }
      result[lane] = bits_as<u32>(sum);
    }
    std::memcpy(operands.d + row * kLanes, result, sizeof(result));
  }
  return op + 1;
}

constexpr Element kF32 = Element::kF32, kXf32 = Element::kXf32, kF16 = Element::kF16, kBf16 = Element::kBf16,
                  kI8 = Element::kI8;

/// `registers` are those of D.
constexpr Row row(const char* name, wave::Handler execute, u8 registers, u8 flags = 0) {
  return {name, Shape::kMfma, execute, nullptr, LaneKind::kNone, {}, CostClass::kMfma, flags, registers, 0};
}

#define LANEWISE_EIGHT_BIT_FORMS(A_NAME, B_NAME, A, B, FLAG)                                    \
  row("v_mfma_f32_16x16x32_" A_NAME "_" B_NAME, mfma<16, 32, Element::A, Element::B>, 4, FLAG), \
      row("v_mfma_f32_32x32x16_" A_NAME "_" B_NAME, mfma<32, 16, Element::A, Element::B>, 16, FLAG)

constexpr Row kRows[] = {
    row("v_mfma_f32_16x16x16_bf16", mfma<16, 16, kBf16>, 4),
    row("v_mfma_f32_32x32x8_bf16", mfma<32, 8, kBf16>, 16),
    row("v_mfma_f32_16x16x16_f16", mfma<16, 16, kF16>, 4),
    row("v_mfma_f32_32x32x8_f16", mfma<32, 8, kF16>, 16),
    row("v_mfma_f32_16x16x32_bf16", mfma<16, 32, kBf16>, 4, kGfx950Only),
    row("v_mfma_f32_32x32x16_bf16", mfma<32, 16, kBf16>, 16, kGfx950Only),
    row("v_mfma_f32_16x16x32_f16", mfma<16, 32, kF16>, 4, kGfx950Only),
    row("v_mfma_f32_32x32x16_f16", mfma<32, 16, kF16>, 16, kGfx950Only),
    row("v_mfma_f32_16x16x4_f32", mfma<16, 4, kF32>, 4),
    row("v_mfma_f32_32x32x2_f32", mfma<32, 2, kF32>, 16),
    row("v_mfma_f32_16x16x8_xf32", mfma<16, 8, kXf32>, 4, kGfx942Only),
    row("v_mfma_f32_32x32x4_xf32", mfma<32, 4, kXf32>, 16, kGfx942Only),
    row("v_mfma_i32_16x16x32_i8", mfma<16, 32, kI8>, 4),
    row("v_mfma_i32_32x32x16_i8", mfma<32, 16, kI8>, 16),
    row("v_mfma_i32_16x16x64_i8", mfma<16, 64, kI8>, 4, kGfx950Only),
    row("v_mfma_i32_32x32x32_i8", mfma<32, 32, kI8>, 16, kGfx950Only),
    // several blocks
    row("v_mfma_f32_32x32x1_2b_f32", mfma<32, 1, kF32, kF32, 2>, 32),
    row("v_mfma_f32_16x16x1_4b_f32", mfma<16, 1, kF32, kF32, 4>, 16),
    row("v_mfma_f32_32x32x4_2b_f16", mfma<32, 4, kF16, kF16, 2>, 32),
    row("v_mfma_f32_16x16x4_4b_f16", mfma<16, 4, kF16, kF16, 4>, 16),
    row("v_mfma_f32_32x32x4_2b_bf16", mfma<32, 4, kBf16, kBf16, 2>, 32),
    row("v_mfma_f32_16x16x4_4b_bf16", mfma<16, 4, kBf16, kBf16, 4>, 16),
    row("v_mfma_i32_32x32x4_2b_i8", mfma<32, 4, kI8, kI8, 2>, 32),
    row("v_mfma_i32_16x16x4_4b_i8", mfma<16, 4, kI8, kI8, 4>, 16),
    row("v_mfma_f32_4x4x1_16b_f32", mfma_4x4<1, kF32>, 4),
    row("v_mfma_f32_4x4x4_16b_f16", mfma_4x4<4, kF16>, 4),
    row("v_mfma_f32_4x4x4_16b_bf16", mfma_4x4<4, kBf16>, 4),
    row("v_mfma_i32_4x4x4_16b_i8", mfma_4x4<4, kI8>, 4),
    // 8-bit floats: the same names, other numbers
    LANEWISE_EIGHT_BIT_FORMS("fp8", "fp8", kFp8Fnuz, kFp8Fnuz, kGfx942Only),
    LANEWISE_EIGHT_BIT_FORMS("fp8", "bf8", kFp8Fnuz, kBf8Fnuz, kGfx942Only),
    LANEWISE_EIGHT_BIT_FORMS("bf8", "fp8", kBf8Fnuz, kFp8Fnuz, kGfx942Only),
    LANEWISE_EIGHT_BIT_FORMS("bf8", "bf8", kBf8Fnuz, kBf8Fnuz, kGfx942Only),
    LANEWISE_EIGHT_BIT_FORMS("fp8", "fp8", kFp8, kFp8, kGfx950Only),
    LANEWISE_EIGHT_BIT_FORMS("fp8", "bf8", kFp8, kBf8, kGfx950Only),
    LANEWISE_EIGHT_BIT_FORMS("bf8", "fp8", kBf8, kFp8, kGfx950Only),
    LANEWISE_EIGHT_BIT_FORMS("bf8", "bf8", kBf8, kBf8, kGfx950Only),
};

}  // namespace

std::span<const Row> mfma_rows() { return kRows; }

}  // namespace lanewise::isa::LANEWISE_ISA_BUILD
