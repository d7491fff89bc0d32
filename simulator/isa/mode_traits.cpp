// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See mode_traits.h. Additions, products, fused products and conversions to a narrower float round by MODE;
// v_rndne, v_cvt_pkrtz, the bf16 and fp8 conversions, dot products and MFMA have a rounding of their own.
// A conversion from f64, or to f16, takes the field of f16 and f64 (LLVM's SIModeRegister does the same).
// Denormals of the division steps and of v_cmp_class stay: they look at the very bits.

#include "simulator/isa/mode_traits.h"

#include <algorithm>
#include <iterator>
#include <string_view>

namespace lanewise::isa {

namespace {

constexpr std::string_view kRounding[] = {
    "v_add_f",     "v_sub_f",          "v_subrev_f",  "v_mul_f",       "v_mul_legacy_f32",
    "v_fma_f",     "v_fmac_f",         "v_fmaak_f",   "v_fmamk_f",     "v_fma_legacy_f16",
    "v_mac_f",     "v_mad_f",          "v_madak_f",   "v_madmk_f",     "v_mad_legacy_f16",
    "v_fma_mix",   "v_pk_add_f",       "v_pk_mul_f",  "v_pk_fma_f",    "v_pk_fmac_f16",
    "v_cvt_f16_f", "v_cvt_f16_u",      "v_cvt_f16_i", "v_cvt_f32_f64", "v_cvt_f32_i32",
    "v_cvt_f32_u", "v_cvt_pk_f16_f32", "v_ldexp_f",   "v_div_fmas_f",  "v_fract_f",
};
constexpr std::string_view kKeepsDenormals[] = {
    "v_div_scale_",  "v_div_fixup_", "v_dot",        "v_cvt_scalef32_", "v_cvt_pk_fp8_",
    "v_cvt_pk_bf8_", "v_cvt_sr_",    "v_cmp_class_", "v_cmpx_class_",
};
constexpr std::string_view kIntegerSources[] = {"v_cvt_f32_u", "v_cvt_f32_i", "v_cvt_f16_u", "v_cvt_f16_i"};

template <std::size_t N>
bool starts_with_any(std::string_view name, const std::string_view (&prefixes)[N]) {
  return std::any_of(std::begin(prefixes), std::end(prefixes),
                     [&](std::string_view prefix) { return name.starts_with(prefix); });
}

bool is_float(LaneKind kind) {
  return kind == LaneKind::kFloat32 || kind == LaneKind::kFloat16 || kind == LaneKind::kFloat64 ||
         kind == LaneKind::kPackedHalf || kind == LaneKind::kPackedFloat;
}

}  // namespace

std::uint32_t mode_traits(const Row& row) {
  if (row.lanes == nullptr) return 0;
  const std::string_view name = row.mnemonic;
  std::uint32_t traits = 0;
  const bool any_float =
      is_float(row.result) || std::any_of(std::begin(row.sources), std::end(row.sources), is_float);
  if (any_float && !starts_with_any(name, kKeepsDenormals)) traits |= kFlushes;
  if (starts_with_any(name, kIntegerSources)) traits |= kFromInteger;
  if (!starts_with_any(name, kRounding)) return traits;
  const bool wide = row.result == LaneKind::kFloat16 || row.result == LaneKind::kFloat64 ||
                    row.result == LaneKind::kPackedHalf || name == "v_cvt_f32_f64" ||
                    name == "v_cvt_pk_f16_f32";
  return traits | (wide ? kRoundsDouble : kRoundsSingle);
}

}  // namespace lanewise::isa
