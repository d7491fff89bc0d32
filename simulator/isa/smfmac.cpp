// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// SMFMAC: A is 4:2 sparse. Of every four consecutive k a lane keeps two values; the index register says
// which: pair p of a lane (elements 2p and 2p + 1) covers k = n * (L / M) + 4p .. + 3, n = K * M / 64, and
// bits 4p+1:4p and 4p+3:4p+2 of the lane's index segment are the two positions. cbsz = 0: abid numbers the
// segment in the index register. D accumulates in place. Products that the index leaves out do not exist:
// an infinity there is not seen.
// Arithmetic: fused multiply-add chain over the kept products in index order; no measured rule is public
// for sparse forms, so `cdna3` uses the same chain. Source: AMD matrix instruction calculator; gfx950's
// doubled forms follow the same pattern (inferred).

#include "simulator/isa/matrix_elements.h"
#include "simulator/isa/row_files.h"

namespace lanewise::isa::LANEWISE_ISA_BUILD {

namespace {

template <u32 M>
constexpr u32 row_register(u32 i) {
  return M == 32 ? 4 * (i / 8) + i % 4 : i % 4;
}
template <u32 M>
constexpr u32 row_lane(u32 i) {
  return M == 32 ? 32 * ((i / 4) % 2) : 16 * (i / 4);
}

template <u32 M, u32 K, Element A, Element B = A>
const Op* smfmac(Wave& w, const Op* op) {
  using T = std::conditional_t<A == Element::kI8, u32, f32>;
  constexpr u32 n = K * M / kLanes;          // elements of B per lane
  constexpr u32 kept = n / 2;                // elements of A per lane
  constexpr u32 per_register = 32 / element_bits(A);
  constexpr u32 groups = kLanes / M;
  const u32 cbsz = static_cast<u32>(op->immediate) & 15, abid = (static_cast<u32>(op->immediate) >> 4) & 15;
  const u32 shift = cbsz == 0 ? (2 * kept * abid) & 31 : 0;
  const u32* a = lanes_of(w, op->src[0]);
  const u32* b = lanes_of(w, op->src[1]);
  const u32* index = lanes_of(w, op->src[2]);
  alignas(64) T right[K * M];
  for (u32 group = 0; group < groups; ++group) {
    for (u32 e = 0; e < n; ++e) {
      for (u32 j = 0; j < M; ++j) {
        right[(n * group + e) * M + j] =
            widen<B>(b[(e / per_register) * kLanes + group * M + j], e % per_register);
      }
    }
  }
  alignas(64) u32 result[M * M];
  for (u32 i = 0; i < M; ++i) {
    T sum[M];
    const u32 at = row_register<M>(i) * kLanes + row_lane<M>(i);
    std::memcpy(sum, w.v + op->dst + at, sizeof(sum));
    for (u32 group = 0; group < groups; ++group) {
      const u32 lane = group * M + i;
      const u32 positions = index[lane] >> shift;
      for (u32 e = 0; e < kept; ++e) {
        const T left = widen<A>(a[(e / per_register) * kLanes + lane], e % per_register);
        const u32 k = n * group + 4 * (e / 2) + ((positions >> (2 * e)) & 3);
        for (u32 j = 0; j < M; ++j) {
          if constexpr (A == Element::kI8)
            sum[j] += left * right[k * M + j];
          else
            sum[j] = fma_f32(left, right[k * M + j], sum[j]);
        }
      }
    }
    for (u32 j = 0; j < M; ++j) {
      if constexpr (A != Element::kI8) sum[j] = is_nan(sum[j]) ? created_nan(sum[j]) : sum[j];
      result[i * M + j] = bits_as<u32>(sum[j]);
    }
  }
  for (u32 i = 0; i < M; ++i) {
    std::memcpy(w.v + op->dst + row_register<M>(i) * kLanes + row_lane<M>(i), result + i * M,
                M * sizeof(u32));
  }
  return op + 1;
}

constexpr Row row(const char* name, wave::Handler execute, u8 registers, u8 flags = 0) {
  return {name, Shape::kMfma, execute, nullptr, LaneKind::kNone, {}, CostClass::kMfma, flags, registers, 0};
}
constexpr Element kF16 = Element::kF16, kBf16 = Element::kBf16, kI8 = Element::kI8;

#define LANEWISE_SPARSE_FORMS(A_NAME, B_NAME, A942, B942, A950, B950)                                    \
  row("v_smfmac_f32_16x16x64_" A_NAME "_" B_NAME, smfmac<16, 64, Element::A942, Element::B942>, 4,       \
      kGfx942Only),                                                                                      \
      row("v_smfmac_f32_32x32x32_" A_NAME "_" B_NAME, smfmac<32, 32, Element::A942, Element::B942>, 16,  \
          kGfx942Only),                                                                                  \
      row("v_smfmac_f32_16x16x64_" A_NAME "_" B_NAME, smfmac<16, 64, Element::A950, Element::B950>, 4,   \
          kGfx950Only),                                                                                  \
      row("v_smfmac_f32_32x32x32_" A_NAME "_" B_NAME, smfmac<32, 32, Element::A950, Element::B950>, 16,  \
          kGfx950Only),                                                                                  \
      row("v_smfmac_f32_16x16x128_" A_NAME "_" B_NAME, smfmac<16, 128, Element::A950, Element::B950>, 4, \
          kGfx950Only),                                                                                  \
      row("v_smfmac_f32_32x32x64_" A_NAME "_" B_NAME, smfmac<32, 64, Element::A950, Element::B950>, 16,  \
          kGfx950Only)

constexpr Row kRows[] = {
    row("v_smfmac_f32_16x16x32_f16", smfmac<16, 32, kF16>, 4),
    row("v_smfmac_f32_32x32x16_f16", smfmac<32, 16, kF16>, 16),
    row("v_smfmac_f32_16x16x32_bf16", smfmac<16, 32, kBf16>, 4),
    row("v_smfmac_f32_32x32x16_bf16", smfmac<32, 16, kBf16>, 16),
    row("v_smfmac_i32_16x16x64_i8", smfmac<16, 64, kI8>, 4),
    row("v_smfmac_i32_32x32x32_i8", smfmac<32, 32, kI8>, 16),
    row("v_smfmac_f32_16x16x64_f16", smfmac<16, 64, kF16>, 4, kGfx950Only),
    row("v_smfmac_f32_32x32x32_f16", smfmac<32, 32, kF16>, 16, kGfx950Only),
    row("v_smfmac_f32_16x16x64_bf16", smfmac<16, 64, kBf16>, 4, kGfx950Only),
    row("v_smfmac_f32_32x32x32_bf16", smfmac<32, 32, kBf16>, 16, kGfx950Only),
    row("v_smfmac_i32_16x16x128_i8", smfmac<16, 128, kI8>, 4, kGfx950Only),
    row("v_smfmac_i32_32x32x64_i8", smfmac<32, 64, kI8>, 16, kGfx950Only),
    LANEWISE_SPARSE_FORMS("fp8", "fp8", kFp8Fnuz, kFp8Fnuz, kFp8, kFp8),
    LANEWISE_SPARSE_FORMS("fp8", "bf8", kFp8Fnuz, kBf8Fnuz, kFp8, kBf8),
    LANEWISE_SPARSE_FORMS("bf8", "fp8", kBf8Fnuz, kFp8Fnuz, kBf8, kFp8),
    LANEWISE_SPARSE_FORMS("bf8", "bf8", kBf8Fnuz, kBf8Fnuz, kBf8, kBf8),
};

}  // namespace

std::span<const Row> smfmac_rows() { return kRows; }

}  // namespace lanewise::isa::LANEWISE_ISA_BUILD
