// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// gfx950's f8f6f4 products, plain and with block scales. Each lane holds 32 elements of its row; cbsz and
// blgp choose the formats of A and B: 0 fp8 E4M3, 1 bf8 E5M2, 2 fp6 E2M3, 3 bf6 E3M2, 4 fp4 E2M1.
//
//   group g = L / M of G = 64 / M      8 bit: k = 16 g + e % 16 + 16 G (e / 16)
//                                      6, 4 bit: k = 32 g + e, elements packed from bit 0 upwards
//
// One E8M0 scale (2^(byte - 127), 255 = NaN) for 32 consecutive k of each row of A and column of B; the
// scale of block b of row i is in lane i + M b, in the byte that op_sel and op_sel_hi name. Scaled: each
// block is summed by itself (fp32 chain from 0), multiplied by both scales, and added. Unscaled: one chain
// from C. The chip's own rounding of these sums is not public.
// Sources: AMD's blog on CDNA4 matrix cores, Triton's scale layout, LLVM (byte selection); packing of the
// 6-bit formats is inferred.

#include "simulator/isa/matrix_elements.h"
#include "simulator/isa/row_files.h"

namespace lanewise::isa::LANEWISE_ISA_BUILD {

namespace {

struct NarrowFormat {
  u32 bits, exponent_bits, fraction_bits;
  i32 bias;
  SmallFloatKind kind;
};
constexpr NarrowFormat kFormats[] = {
    {8, 4, 3, 7, SmallFloatKind::kOcpE4m3}, {8, 5, 2, 15, SmallFloatKind::kIeeeLike},
    {6, 2, 3, 1, SmallFloatKind::kFinite},  {6, 3, 2, 3, SmallFloatKind::kFinite},
    {4, 2, 1, 1, SmallFloatKind::kFinite},
};

/// [k][M] from a lane's packed elements.
template <u32 M, u32 K>
void widen_narrow(const u32* registers, u32 format_number, f32* out) {
  const NarrowFormat& format = kFormats[format_number > 4 ? 0 : format_number];
  for (u32 lane = 0; lane < kLanes; ++lane) {
    const u32 group = lane / M, row = lane % M;
    for (u32 e = 0; e < 32; ++e) {
      const u32 first_bit = format.bits * e;
      u64 words = registers[(first_bit / 32) * kLanes + lane];
      if (first_bit % 32 + format.bits > 32)
        words |= static_cast<u64>(registers[(first_bit / 32 + 1) * kLanes + lane]) << 32;
      const u32 code = static_cast<u32>(words >> (first_bit % 32)) & ((1u << format.bits) - 1);
      const u32 k = format.bits == 8 ? 16 * group + e % 16 + 16 * (kLanes / M) * (e / 16) : 32 * group + e;
      out[k * M + row] = bits_as<f32>(
          small_float_bits(code, format.exponent_bits, format.fraction_bits, format.bias, format.kind));
    }
  }
}

f32 scale_value(u32 word, u32 byte) {
  const u32 code = (word >> (8 * byte)) & 0xff;
  if (code == 255) return created_nan(0.0f);
  return code == 0 ? 0x1p-127f : bits_as<f32>(code << 23);
}

template <u32 M>
constexpr u32 row_register(u32 i) {
  return M == 32 ? 4 * (i / 8) + i % 4 : i % 4;
}
template <u32 M>
constexpr u32 row_lane(u32 i) {
  return M == 32 ? 32 * ((i / 4) % 2) : 16 * (i / 4);
}

template <u32 M, bool Scaled>
const Op* mfma_f8f6f4(Wave& w, const Op* op) {
  constexpr u32 K = M == 16 ? 128 : 64, registers = M * M / kLanes;
  alignas(64) f32 a[K * M];
  alignas(64) f32 b[K * M];
  widen_narrow<M, K>(lanes_of(w, op->src[0]), static_cast<u32>(op->immediate) & 15, a);
  widen_narrow<M, K>(lanes_of(w, op->src[1]), (static_cast<u32>(op->immediate) >> 8) & 7, b);
  const bool constant = op->flags & wave::kConstantSrc2;
  alignas(64) u32 c[registers * kLanes];
  for (u32 r = 0; r < registers; ++r)
    std::memcpy(c + r * kLanes, lanes_of(w, op->src[2]) + (constant ? 0 : r * kLanes), kLanes * 4);
  const u32* scale_a = lanes_of(w, op->src[3]);
  const u32* scale_b = lanes_of(w, op->dst2);
  const u32 byte_a = static_cast<u32>(op->offset) & 3, byte_b = (static_cast<u32>(op->offset) >> 2) & 3;
  for (u32 i = 0; i < M; ++i) {
    f32 sum[M];
    const u32 at = row_register<M>(i) * kLanes + row_lane<M>(i);
    std::memcpy(sum, c + at, sizeof(sum));
    for (u32 block = 0; block < K / 32; ++block) {
      f32 part[M];
      for (u32 j = 0; j < M; ++j) part[j] = Scaled ? 0.0f : sum[j];
      for (u32 k = 32 * block; k < 32 * block + 32; ++k) {
        const f32 left = a[k * M + i];
        for (u32 j = 0; j < M; ++j) part[j] = fma_f32(left, b[k * M + j], part[j]);
      }
      for (u32 j = 0; j < M; ++j) {
        if constexpr (Scaled) {
          const f64 scale = static_cast<f64>(scale_value(scale_a[i + M * block], byte_a)) *
                            scale_value(scale_b[j + M * block], byte_b);
          sum[j] = static_cast<f32>(static_cast<f64>(part[j]) * scale) + sum[j];
        } else {
          sum[j] = part[j];
        }
      }
    }
    for (u32 j = 0; j < M; ++j)
      w.v[op->dst + at + j] = bits_as<u32>(is_nan(sum[j]) ? created_nan(sum[j]) : sum[j]);
  }
  return op + 1;
}

constexpr Row row(const char* name, wave::Handler execute, u8 registers) {
  return {name, Shape::kMfma,     execute,     nullptr,   LaneKind::kNone,
          {},   CostClass::kMfma, kGfx950Only, registers, 0};
}

constexpr Row kRows[] = {
    row("v_mfma_f32_16x16x128_f8f6f4", mfma_f8f6f4<16, false>, 4),
    row("v_mfma_f32_32x32x64_f8f6f4", mfma_f8f6f4<32, false>, 16),
    row("v_mfma_scale_f32_16x16x128_f8f6f4", mfma_f8f6f4<16, true>, 4),
    row("v_mfma_scale_f32_32x32x64_f8f6f4", mfma_f8f6f4<32, true>, 16),
};

}  // namespace

std::span<const Row> mfma_f8f6f4_rows() { return kRows; }

}  // namespace lanewise::isa::LANEWISE_ISA_BUILD
