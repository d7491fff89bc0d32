// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How many waves fit on a SIMD, and what limits them. Sources: facts by row in chips.cpp (VGPR granule 8
// of 512, LDS granule 512 B / 1280 B, 8 wave slots per SIMD, 16 workgroup barriers per CU).

#pragma once

#include <cstdint>
#include <string_view>

#include "simulator/isa/instruction.h"

namespace lanewise::chips {

struct OccupancyRequest {
  isa::Target target = isa::Target::kGfx942;
  std::uint32_t arch_vgprs = 0;  ///< used by the kernel
  std::uint32_t agprs = 0;
  std::uint32_t sgprs = 0;
  std::uint32_t lds_bytes = 0;   ///< static + dynamic, per workgroup
  std::uint32_t workgroup_size = 64;  ///< work-items
};

enum class Limiter : std::uint8_t {
  kWaveSlots,
  kVectorRegisters,
  kScalarRegisters,
  kLds,
  kWorkgroupSize,
  kBarriers
};
[[nodiscard]] std::string_view limiter_name(Limiter limiter);

struct Occupancy {
  std::uint32_t waves_per_simd = 0;  ///< resident waves of whole workgroups on the fullest SIMD
  std::uint32_t workgroups_per_cu = 0;
  Limiter limiter = Limiter::kWaveSlots;
  std::uint32_t vgprs_allocated = 0;  ///< arch rounded to 4, + acc, rounded to 8
  std::uint32_t lds_allocated = 0;    ///< rounded to the chip's granule
  // What each resource alone would allow, in waves per SIMD of whole workgroups; the smallest is
  // waves_per_simd:
  std::uint32_t by_vector_registers = 0, by_scalar_registers = 0, by_lds = 0, by_workgroup_size = 0,
                by_barriers = 0;
};

/// workgroups_per_cu = 0 if one workgroup does not fit.
[[nodiscard]] Occupancy occupancy(const OccupancyRequest& request);

/// Waves per SIMD that `total_vgprs` allocated registers allow (512 / rounded, at most 8).
[[nodiscard]] std::uint32_t waves_for_vgprs(std::uint32_t total_vgprs);

/// LDS bytes that one workgroup may have: 65536 (gfx942), 163840 (gfx950).
[[nodiscard]] std::uint32_t lds_limit(isa::Target target);

}  // namespace lanewise::chips
