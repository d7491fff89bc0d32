// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Occupancy in whole workgroups. A CU holds as many workgroups as its scarcest resource allows; their
// waves spread evenly over the four SIMDs. Each resource is asked alone, in workgroups per CU, and the
// smallest answer wins:
//
//   wave slots         floor(4 * 8 / waves)
//   vector registers   floor(4 * floor(512 / allocated) / waves)
//   scalar registers   floor(4 * floor(800 / used) / waves)
//   LDS                floor(LDS of the CU / allocated)
//   barriers           16, for groups of more than one wave
//
// llc's "; Occupancy:" is the same number except that it lets vector registers admit part of a
// workgroup: with 7 waves per SIMD and 16 waves per workgroup it says 7, here it is one workgroup, 4.

#include "simulator/chips/occupancy.h"

#include <algorithm>

#include "simulator/chips/chips.h"

namespace lanewise::chips {
namespace {

constexpr std::uint32_t kUnlimited = 0xffffffff;

std::uint32_t round_up(std::uint32_t value, std::uint32_t granule) {
  return value / granule * granule + (value % granule == 0 ? 0 : granule);
}

std::uint32_t vgprs_allocated(const OccupancyRequest& request, const Chip& chip) {
  // AGPRs start behind the arch VGPRs; without AGPRs the first rounding changes nothing.
  const std::uint32_t arch = round_up(std::max(request.arch_vgprs, 1u), chip.arch_vgpr_granule.count());
  return round_up(arch + request.agprs, chip.vgpr_granule.count());
}

/// Waves of `groups` workgroups on the fullest SIMD.
std::uint32_t waves_on_fullest_simd(std::uint32_t groups, std::uint32_t waves_per_group, const Chip& chip) {
  const std::uint32_t slots = chip.simds_per_cu.count() * chip.wave_slots_per_simd.count();
  if (groups > slots / waves_per_group) groups = slots / waves_per_group;
  return (groups * waves_per_group + chip.simds_per_cu.count() - 1) / chip.simds_per_cu.count();
}

}  // namespace

std::string_view limiter_name(Limiter limiter) {
  switch (limiter) {
    case Limiter::kWaveSlots: return "wave slots";
    case Limiter::kVectorRegisters: return "vector registers";
    case Limiter::kScalarRegisters: return "scalar registers";
    case Limiter::kLds: return "LDS";
    case Limiter::kWorkgroupSize: return "workgroup size";
    case Limiter::kBarriers: break;
  }
  return "barriers";
}

std::uint32_t waves_for_vgprs(std::uint32_t total_vgprs) {
  const Chip& chip = default_chip(isa::Target::kGfx942);  // the same on gfx950
  const std::uint32_t allocated = round_up(std::max(total_vgprs, 1u), chip.vgpr_granule.count());
  return std::min(chip.vgprs_per_simd.count() / allocated, chip.wave_slots_per_simd.count());
}

std::uint32_t lds_limit(isa::Target target) { return default_chip(target).lds_bytes.count(); }

Occupancy occupancy(const OccupancyRequest& request) {
  const Chip& chip = default_chip(request.target);
  const std::uint32_t simds = chip.simds_per_cu.count();
  const std::uint32_t wave_size = chip.wave_size.count();
  const std::uint32_t slots = chip.wave_slots_per_simd.count();
  const std::uint32_t waves = std::max(round_up(request.workgroup_size, wave_size) / wave_size, 1u);

  Occupancy result;
  result.vgprs_allocated = vgprs_allocated(request, chip);
  result.lds_allocated = round_up(request.lds_bytes, chip.lds_granule.count());

  const std::uint32_t scalar_waves =
      request.sgprs == 0 ? slots : std::min(chip.sgprs_per_simd.count() / request.sgprs, slots);
  const std::uint32_t by_slots =
      request.workgroup_size > chip.max_workgroup_size.count() ? 0 : simds * slots / waves;
  const std::uint32_t by_vector = simds * waves_for_vgprs(result.vgprs_allocated) / waves;
  const std::uint32_t by_scalar = simds * scalar_waves / waves;
  const std::uint32_t by_lds = request.lds_bytes > chip.lds_bytes.count() ? 0
                               : request.lds_bytes == 0 ? kUnlimited
                                                        : chip.lds_bytes.count() / result.lds_allocated;
  const std::uint32_t by_barriers = waves == 1 ? kUnlimited : chip.barriers_per_cu.count();

  result.workgroups_per_cu = std::min({by_slots, by_vector, by_scalar, by_lds, by_barriers});
  result.waves_per_simd = waves_on_fullest_simd(result.workgroups_per_cu, waves, chip);
  result.by_workgroup_size = waves_on_fullest_simd(by_slots, waves, chip);
  result.by_vector_registers = waves_on_fullest_simd(by_vector, waves, chip);
  result.by_scalar_registers = waves_on_fullest_simd(by_scalar, waves, chip);
  result.by_lds = waves_on_fullest_simd(by_lds, waves, chip);
  result.by_barriers = waves_on_fullest_simd(by_barriers, waves, chip);

  // Ties go to what cannot be helped: slots first, then the order in which one would look.
  if (result.workgroups_per_cu == by_slots) {
    result.limiter = result.by_workgroup_size == slots ? Limiter::kWaveSlots : Limiter::kWorkgroupSize;
  } else if (result.workgroups_per_cu == by_vector) {
    result.limiter = Limiter::kVectorRegisters;
  } else if (result.workgroups_per_cu == by_lds) {
    result.limiter = Limiter::kLds;
  } else if (result.workgroups_per_cu == by_scalar) {
    result.limiter = Limiter::kScalarRegisters;
  } else {
    result.limiter = Limiter::kBarriers;
  }
  return result;
}

}  // namespace lanewise::chips
