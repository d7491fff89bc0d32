// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The chip data. CDNA3 (gfx942) and CDNA4 (gfx950) each have one base description; the four chips
// differ from it in clock and memory.
//
// Sources: gpu-specs = ROCm documentation "AMD GPU specifications"; RC = ROCm Compute Profiler
// documentation and configuration; KOG = AMDGPU Kernel Optimization Guide (AMD, nod-ai/shark-ai,
// 2025-08); HK = HipKittens paper and stored results (MI355X); UB = gcnasm ubench (MI308X);
// AMDGPUUsage = LLVM's user guide; llc = Debian's llc 22 run on small kernels.

#include "simulator/chips/chips.h"

#include <algorithm>
#include <cctype>
#include <string>

#include "simulator/diagnostics/error.h"

namespace lanewise::chips {
namespace {

constexpr double kKib = 1024;
constexpr double kMib = 1024 * kKib;
constexpr double kGb = 1e9;

constexpr Figure documented(double value, std::string_view unit, std::string_view source) {
  return {value, unit, Confidence::kDocumented, source};
}
constexpr Figure published(double value, std::string_view unit, std::string_view source) {
  return {value, unit, Confidence::kPublished, source};
}
constexpr Figure from_llvm(double value, std::string_view unit, std::string_view source) {
  return {value, unit, Confidence::kLlvm, source};
}
constexpr Figure measured(double value, std::string_view unit, std::string_view source) {
  return {value, unit, Confidence::kMeasured, source};
}
constexpr Figure inferred(double value, std::string_view unit, std::string_view source) {
  return {value, unit, Confidence::kInferred, source};
}
constexpr Figure guessed(double value, std::string_view unit, std::string_view source) {
  return {value, unit, Confidence::kUnknown, source};
}

/// What CDNA3 and CDNA4 have in common.
constexpr Chip common_base() {
  Chip chip;
  chip.xcds = documented(8, "", "gpu-specs; RC mi_gpu_spec.yaml");
  chip.shader_engines_per_xcd = documented(4, "", "KOG");
  chip.simds_per_cu = documented(4, "", "KOG; RC");
  chip.lanes_per_simd = documented(16, "", "KOG; RC");
  chip.wave_size = documented(64, "lanes", "AMDGPUUsage: gfx9 has 64 only");

  chip.vgprs_per_simd =
      documented(512, "registers", "gpu-specs (512 KiB per CU); RC: arch and acc VGPRs in one file");
  chip.vgpr_granule = from_llvm(8, "registers", "llc: VGPRBlocks");
  chip.arch_vgpr_granule = from_llvm(4, "registers", "llc: AccumOffset is a multiple of 4");
  chip.sgprs_per_simd =
      documented(800, "registers", "gpu-specs (12.5 KiB per CU); RC; llc: 100 -> 8 waves, 101 -> 7");
  chip.wave_slots_per_simd = documented(8, "waves", "RC; HK agent dump: Max_Waves_Per_Simd 8");
  chip.max_workgroup_size = documented(1024, "work-items", "AMDGPUUsage");
  chip.barriers_per_cu =
      published(16, "workgroups", "LLVM's occupancy computation for GCN; groups of one wave need none");

  chip.l1_bytes = documented(32 * kKib, "B", "gpu-specs, per CU");
  chip.l1_line = documented(128, "B", "KOG");
  chip.l1_ways = documented(64, "", "KOG");
  chip.scalar_cache_bytes = documented(16 * kKib, "B", "gpu-specs, per 2 CUs");
  chip.instruction_cache_bytes = documented(64 * kKib, "B", "gpu-specs, per 2 CUs");
  chip.l2_bytes = documented(4 * kMib, "B", "gpu-specs, per XCD");
  chip.l2_channels = documented(16, "", "gpu-specs; RC; per XCD");
  chip.l2_line = documented(128, "B", "KOG");
  chip.l2_ways = documented(16, "", "KOG");
  chip.l2_interleave = guessed(256, "B", "guess: as on CDNA2 (RC), without the unknown hash");
  chip.mall_bytes = documented(256 * kMib, "B", "gpu-specs");
  return chip;
}

constexpr Chip cdna3_base() {
  Chip chip = common_base();
  chip.target = isa::Target::kGfx942;
  chip.cus_per_xcd = documented(38, "", "gpu-specs; KOG");
  chip.physical_cus_per_xcd = published(40, "", "CDNA3 white paper");
  chip.io_dies = documented(4, "", "KOG");
  chip.engine_clock = published(2100, "MHz", "data sheet; sustained clocks are lower");
  chip.realtime_clock = measured(100, "MHz", "UB (MI308X)");
  chip.lds_bytes = documented(64 * kKib, "B", "gpu-specs, per CU and per workgroup");
  chip.lds_granule = documented(512, "B", "AMDGPUUsage");
  chip.lds_read_banks = documented(32, "", "KOG");
  chip.lds_write_banks = documented(32, "", "KOG");
  chip.lds_read_rate = documented(128, "B/clk", "RC: two ports of 64 B per CU");
  chip.lds_write_rate = documented(128, "B/clk", "RC: two ports of 64 B per CU");
  chip.l1_sets = documented(4, "", "Wave documentation: address bits 7 and 8");
  chip.mall_line = documented(64, "B", "KOG");
  return chip;
}

constexpr Chip cdna4_base() {
  Chip chip = common_base();
  chip.target = isa::Target::kGfx950;
  chip.cus_per_xcd = documented(32, "", "gpu-specs; KOG");
  chip.physical_cus_per_xcd = published(36, "", "CDNA4 white paper");
  chip.io_dies = documented(2, "", "KOG; ISSCC 2026 report");
  chip.realtime_clock = inferred(100, "MHz", "as on gfx942");
  chip.lds_bytes = documented(160 * kKib, "B", "gpu-specs, per CU and per workgroup");
  chip.lds_granule = documented(1280, "B", "AMDGPUUsage");
  chip.lds_read_banks = documented(64, "", "KOG; 32 for 96-bit reads (HK)");
  chip.lds_write_banks = measured(32, "", "HK: ds_write_b64");
  chip.lds_read_rate = documented(256, "B/clk", "KOG");
  chip.lds_write_rate = inferred(128, "B/clk", "32 banks of 4 B when writing");
  chip.l1_sets = guessed(4, "", "guess: as on gfx942, KOG calls the cache mostly unchanged");
  chip.mall_line = guessed(64, "B", "guess: as on gfx942");
  return chip;
}

constexpr Chip mi300x() {
  Chip chip = cdna3_base();
  chip.name = "MI300X";
  chip.hbm_bytes = documented(192 * kGb, "B", "gpu-specs: HBM3");
  chip.hbm_rate = published(5.3e12, "B/s", "data sheet: 8192 bit x 5.2 Gb/s; KOG");
  return chip;
}

constexpr Chip mi325x() {
  Chip chip = cdna3_base();
  chip.name = "MI325X";
  chip.hbm_bytes = documented(256 * kGb, "B", "gpu-specs: HBM3E");
  chip.hbm_rate = published(6.0e12, "B/s", "data sheet");
  return chip;
}

constexpr Chip mi350x() {
  Chip chip = cdna4_base();
  chip.name = "MI350X";
  chip.engine_clock = published(2200, "MHz", "data sheet; sustained clocks are lower");
  chip.hbm_bytes = documented(288 * kGb, "B", "gpu-specs: HBM3E");
  chip.hbm_rate = published(8.0e12, "B/s", "data sheet");
  return chip;
}

constexpr Chip mi355x() {
  Chip chip = mi350x();
  chip.name = "MI355X";
  chip.engine_clock = measured(2400, "MHz", "HK agent dump: Max_Engine_Clk; data sheet agrees");
  chip.hbm_rate = documented(8.0e12, "B/s", "KOG");
  return chip;
}

constexpr Chip kChips[] = {mi300x(), mi325x(), mi350x(), mi355x()};

constexpr FigureRow kRows[] = {
    {"topology", "XCDs", &Chip::xcds},
    {"topology", "CUs per XCD", &Chip::cus_per_xcd},
    {"topology", "physical CUs per XCD", &Chip::physical_cus_per_xcd},
    {"topology", "IO dies", &Chip::io_dies},
    {"topology", "shader engines per XCD", &Chip::shader_engines_per_xcd},
    {"topology", "SIMDs per CU", &Chip::simds_per_cu},
    {"topology", "lanes per SIMD", &Chip::lanes_per_simd},
    {"topology", "wave size", &Chip::wave_size},
    {"clocks", "engine clock, highest", &Chip::engine_clock},
    {"clocks", "s_memrealtime", &Chip::realtime_clock},
    {"registers", "VGPRs per SIMD lane", &Chip::vgprs_per_simd},
    {"registers", "VGPR granule", &Chip::vgpr_granule},
    {"registers", "arch VGPR granule before AGPRs", &Chip::arch_vgpr_granule},
    {"registers", "SGPRs per SIMD", &Chip::sgprs_per_simd},
    {"occupancy", "wave slots per SIMD", &Chip::wave_slots_per_simd},
    {"occupancy", "largest workgroup", &Chip::max_workgroup_size},
    {"occupancy", "barriers per CU", &Chip::barriers_per_cu},
    {"LDS", "size per CU", &Chip::lds_bytes},
    {"LDS", "granule", &Chip::lds_granule},
    {"LDS", "banks, reading", &Chip::lds_read_banks},
    {"LDS", "banks, writing", &Chip::lds_write_banks},
    {"LDS", "peak read", &Chip::lds_read_rate},
    {"LDS", "peak write", &Chip::lds_write_rate},
    {"caches", "vector L1", &Chip::l1_bytes},
    {"caches", "vector L1 line", &Chip::l1_line},
    {"caches", "vector L1 ways", &Chip::l1_ways},
    {"caches", "vector L1 sets", &Chip::l1_sets},
    {"caches", "scalar cache", &Chip::scalar_cache_bytes},
    {"caches", "instruction cache", &Chip::instruction_cache_bytes},
    {"caches", "L2", &Chip::l2_bytes},
    {"caches", "L2 channels", &Chip::l2_channels},
    {"caches", "L2 line", &Chip::l2_line},
    {"caches", "L2 ways", &Chip::l2_ways},
    {"caches", "L2 channel interleave", &Chip::l2_interleave},
    {"memory", "Infinity Cache", &Chip::mall_bytes},
    {"memory", "Infinity Cache line", &Chip::mall_line},
    {"memory", "HBM", &Chip::hbm_bytes},
    {"memory", "HBM peak", &Chip::hbm_rate},
};

bool equal_ignoring_case(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](unsigned char x, unsigned char y) { return std::toupper(x) == std::toupper(y); });
}

}  // namespace

std::string_view confidence_name(Confidence confidence) {
  switch (confidence) {
    case Confidence::kDocumented: return "documented";
    case Confidence::kPublished: return "published figure";
    case Confidence::kLlvm: return "LLVM";
    case Confidence::kMeasured: return "measured";
    case Confidence::kInferred: return "inferred";
    case Confidence::kUnknown: break;
  }
  return "unknown, guess";
}

std::span<const Chip> chips() { return kChips; }

const Chip& find_chip(std::string_view name) {
  std::string names;
  for (const Chip& chip : kChips) {
    if (equal_ignoring_case(chip.name, name)) return chip;
    names += (names.empty() ? "" : ", ") + std::string(chip.name);
  }
  throw Error(ErrorKind::kRequest, "unknown-chip", "there is no chip named '" + std::string(name) + "'",
              "choose one of " + names);
}

const Chip& default_chip(isa::Target target) { return kChips[target == isa::Target::kGfx942 ? 0 : 3]; }

std::span<const FigureRow> figure_rows() { return kRows; }

}  // namespace lanewise::chips
