// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Occupancy against a table with its reasons, and against what LLVM prints for compiled kernels.

#include <doctest/doctest.h>

#include <algorithm>
#include <cctype>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "simulator/chips/occupancy.h"

namespace lanewise::chips {
namespace {

constexpr auto kGfx942 = isa::Target::kGfx942;
constexpr auto kGfx950 = isa::Target::kGfx950;

// Both sides of each step (llc "; Occupancy:", the same on gfx942 and gfx950).
TEST_CASE("waves_step_down_with_total_vgprs") {
  struct Row {
    std::uint32_t vgprs, waves;
  };
  for (const Row& row : {Row{0, 8}, Row{1, 8}, Row{64, 8}, Row{65, 7}, Row{72, 7}, Row{73, 6}, Row{80, 6},
                         Row{81, 5}, Row{96, 5}, Row{97, 4}, Row{128, 4}, Row{129, 3}, Row{168, 3},
                         Row{169, 2}, Row{256, 2}, Row{257, 1}, Row{512, 1}, Row{513, 0}}) {
    CAPTURE(row.vgprs);
    CHECK(waves_for_vgprs(row.vgprs) == row.waves);
    CHECK(occupancy({.target = kGfx950, .arch_vgprs = row.vgprs}).waves_per_simd == row.waves);
  }
}

struct Row {
  const char* why;
  OccupancyRequest request;
  std::uint32_t waves, workgroups;
  Limiter limiter;
};

const Row kRows[] = {
    {"nothing limits: 32 single waves", {kGfx942, 32, 0, 16, 0, 64}, 8, 32, Limiter::kWaveSlots},
    {"two workgroups of 16 waves fill 32 slots", {kGfx942, 32, 0, 16, 0, 1024}, 8, 2, Limiter::kWaveSlots},
    {"65 work-items are two waves", {kGfx942, 32, 0, 16, 0, 65}, 8, 16, Limiter::kWaveSlots},
    {"12 waves: two workgroups, 8 slots idle", {kGfx942, 32, 0, 16, 0, 768}, 6, 2, Limiter::kWorkgroupSize},
    {"9 waves: three workgroups, 27 of 32 slots",
     {kGfx950, 32, 0, 16, 0, 576},
     7,
     3,
     Limiter::kWorkgroupSize},
    {"larger than any workgroup may be", {kGfx950, 32, 0, 16, 0, 1025}, 0, 0, Limiter::kWorkgroupSize},
    {"5 arch rounded to 8, 128 acc: 136, three waves",
     {kGfx942, 5, 128, 16, 0, 256},
     3,
     3,
     Limiter::kVectorRegisters},
    {"arch rounded to 4 first: 4 + 60 = 64", {kGfx942, 3, 60, 16, 0, 64}, 8, 32, Limiter::kWaveSlots},
    {"8 + 60 = 68, rounded to 72", {kGfx942, 5, 60, 16, 0, 64}, 7, 28, Limiter::kVectorRegisters},
    {"the whole register file", {kGfx950, 256, 256, 16, 0, 256}, 1, 1, Limiter::kVectorRegisters},
    {"7 waves a SIMD hold one workgroup of 16",
     {kGfx950, 72, 0, 16, 0, 1024},
     4,
     1,
     Limiter::kVectorRegisters},
    {"3 waves a SIMD are too few for 16 waves",
     {kGfx950, 136, 0, 16, 0, 1024},
     0,
     0,
     Limiter::kVectorRegisters},
    {"100 SGPRs still allow 8", {kGfx942, 32, 0, 100, 0, 64}, 8, 32, Limiter::kWaveSlots},
    {"101 SGPRs allow 7", {kGfx942, 32, 0, 101, 0, 64}, 7, 28, Limiter::kScalarRegisters},
    {"96 KiB of LDS: not on gfx942", {kGfx942, 64, 0, 16, 98304, 256}, 0, 0, Limiter::kLds},
    {"96 KiB of LDS: one workgroup on gfx950", {kGfx950, 64, 0, 16, 98304, 256}, 1, 1, Limiter::kLds},
    {"all of the LDS", {kGfx942, 64, 0, 16, 65536, 256}, 1, 1, Limiter::kLds},
    {"one byte more", {kGfx942, 64, 0, 16, 65537, 256}, 0, 0, Limiter::kLds},
    {"all of the LDS", {kGfx950, 64, 0, 16, 163840, 256}, 1, 1, Limiter::kLds},
    {"one byte more", {kGfx950, 64, 0, 16, 163841, 256}, 0, 0, Limiter::kLds},
    {"32 KiB: two workgroups", {kGfx942, 64, 0, 16, 32768, 256}, 2, 2, Limiter::kLds},
    {"one byte over 32 KiB takes 512 more", {kGfx942, 64, 0, 16, 32769, 256}, 1, 1, Limiter::kLds},
    {"32 KiB: granule 1280, 33280 allocated, four", {kGfx950, 64, 0, 16, 32768, 256}, 4, 4, Limiter::kLds},
    {"one wave with 8 KiB: 8 on the CU, 2 a SIMD", {kGfx942, 64, 0, 16, 8192, 64}, 2, 8, Limiter::kLds},
};

TEST_CASE("occupancy_and_its_limiter") {
  for (const Row& row : kRows) {
    CAPTURE(row.why);
    const Occupancy result = occupancy(row.request);
    CHECK(result.waves_per_simd == row.waves);
    CHECK(result.workgroups_per_cu == row.workgroups);
    CHECK(limiter_name(result.limiter) == limiter_name(row.limiter));
    const std::uint32_t least = std::min({result.by_vector_registers, result.by_scalar_registers,
                                          result.by_lds, result.by_workgroup_size, result.by_barriers});
    CHECK(least == result.waves_per_simd);
  }
}

TEST_CASE("allocations_are_rounded_to_their_granules") {
  CHECK(occupancy({.arch_vgprs = 5, .agprs = 128}).vgprs_allocated == 136);
  CHECK(occupancy({.arch_vgprs = 33}).vgprs_allocated == 40);
  CHECK(occupancy({.arch_vgprs = 0}).vgprs_allocated == 8);
  CHECK(occupancy({.target = kGfx942, .lds_bytes = 1}).lds_allocated == 512);
  CHECK(occupancy({.target = kGfx950, .lds_bytes = 1281}).lds_allocated == 2560);
  CHECK(lds_limit(kGfx942) == 65536);
  CHECK(lds_limit(kGfx950) == 163840);
}

/// What LLVM says about one kernel of pressure.hip.
struct LlvmKernel {
  std::string name;
  OccupancyRequest request;
  std::uint32_t occupancy = 0;
};

std::vector<LlvmKernel> read_assembly(const std::string& path, isa::Target target) {
  std::ifstream file(path);
  REQUIRE_MESSAGE(file, path);
  std::vector<LlvmKernel> kernels;
  LlvmKernel kernel;
  for (std::string line; std::getline(file, line);) {
    const std::size_t marker = line.find(": ");
    if (marker == std::string::npos) continue;
    const auto value = [&] { return static_cast<std::uint32_t>(std::stoul(line.substr(marker + 2))); };
    if (std::isalpha(static_cast<unsigned char>(line[0])) != 0 && line.find("; @") != std::string::npos) {
      kernel = {line.substr(0, marker), {.target = target}, 0};
      kernel.request.workgroup_size =
          static_cast<std::uint32_t>(std::stoul(kernel.name.substr(kernel.name.rfind('_') + 1)));
    } else if (line.starts_with("; NumVgprs: ")) {
      kernel.request.arch_vgprs = value();
    } else if (line.starts_with("; NumAgprs: ")) {
      kernel.request.agprs = value();
    } else if (line.starts_with("; TotalNumSgprs: ")) {
      kernel.request.sgprs = value();
    } else if (line.starts_with("; LDSByteSize: ")) {
      kernel.request.lds_bytes = value();
    } else if (line.starts_with("; Occupancy: ")) {
      kernel.occupancy = value();
      kernels.push_back(kernel);
    }
  }
  return kernels;
}

TEST_CASE("occupancy_equals_what_llvm_prints") {
  for (isa::Target target : {kGfx942, kGfx950}) {
    const std::string folder = LANEWISE_PRESSURE_FOLDER;
    const auto kernels =
        read_assembly(folder + "/pressure." + std::string(isa::target_name(target)) + ".s", target);
    CHECK(kernels.size() == 38);
    for (const LlvmKernel& kernel : kernels) {
      CAPTURE(isa::target_name(target));
      CAPTURE(kernel.name);
      CHECK(occupancy(kernel.request).waves_per_simd == kernel.occupancy);
    }
  }
}

}  // namespace
}  // namespace lanewise::chips
