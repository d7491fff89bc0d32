// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The four chips as data: every number carries its unit, where it comes from and how far it can be
// trusted. Whatever is derived from these numbers is *modelled*, never *counted*.
//
// What surprises: a number that nobody has published is here too, with confidence kUnknown and a
// stated guess, so that it is a named parameter and not a silent constant.

#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "simulator/isa/instruction.h"

namespace lanewise::chips {

enum class Confidence : std::uint8_t {
  kDocumented,  ///< read in the vendor's or LLVM's own text or tool
  kPublished,   ///< vendor's published figure, cross-checked but without a text at hand
  kLlvm,        ///< read out of LLVM 22 by running it
  kMeasured,    ///< measured by a third party
  kInferred,    ///< follows from other figures; the source says how
  kUnknown,     ///< not published: the value is a guess, the source says which
};
[[nodiscard]] std::string_view confidence_name(Confidence confidence);

struct Figure {
  double value = 0;
  std::string_view unit;  ///< "" for a plain count
  Confidence confidence = Confidence::kUnknown;
  std::string_view source;

  /// The value as a whole number.
  [[nodiscard]] constexpr std::uint32_t count() const { return static_cast<std::uint32_t>(value); }
};

struct Chip {
  std::string_view name;
  isa::Target target = isa::Target::kGfx942;
  // Topology and clocks
  Figure xcds, cus_per_xcd, physical_cus_per_xcd, io_dies, shader_engines_per_xcd, simds_per_cu,
      lanes_per_simd;
  Figure wave_size, engine_clock, realtime_clock;
  // Registers and occupancy
  Figure vgprs_per_simd, vgpr_granule, arch_vgpr_granule, sgprs_per_simd, wave_slots_per_simd;
  Figure max_workgroup_size, barriers_per_cu;
  // LDS
  Figure lds_bytes, lds_granule, lds_read_banks, lds_write_banks, lds_read_rate, lds_write_rate;
  // Caches and memory
  Figure l1_bytes, l1_line, l1_ways, l1_sets, scalar_cache_bytes, instruction_cache_bytes;
  Figure l2_bytes, l2_channels, l2_line, l2_ways, l2_interleave, mall_bytes, mall_line, hbm_bytes, hbm_rate;

  [[nodiscard]] constexpr std::uint32_t compute_units() const { return xcds.count() * cus_per_xcd.count(); }
};

/// MI300X, MI325X, MI350X, MI355X.
[[nodiscard]] std::span<const Chip> chips();
/// By name, upper or lower case. Throws Error{kRequest, "unknown-chip"} that lists the names.
[[nodiscard]] const Chip& find_chip(std::string_view name);
/// The chip that stands for a target where none was named: MI300X, MI355X.
[[nodiscard]] const Chip& default_chip(isa::Target target);

/// One line of a listing: group, name and the member of Chip that holds the figure.
struct FigureRow {
  std::string_view group;
  std::string_view name;
  Figure Chip::* figure = nullptr;
};
/// Every figure of a chip, in reading order.
[[nodiscard]] std::span<const FigureRow> figure_rows();

}  // namespace lanewise::chips
