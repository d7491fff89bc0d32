// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The chip data: complete, with a source for every figure, and consistent with published totals.

#include <doctest/doctest.h>

#include <cstddef>
#include <set>
#include <string>

#include "simulator/chips/chips.h"
#include "simulator/diagnostics/error.h"

namespace lanewise::chips {
namespace {

TEST_CASE("every_figure_of_every_chip_has_a_value_and_a_source") {
  CHECK(chips().size() == 4);
  // Figures are all that a Chip holds besides name and target, so the listing is complete if it covers
  // the rest of the struct.
  CHECK(sizeof(Chip) - offsetof(Chip, xcds) == figure_rows().size() * sizeof(Figure));
  std::set<std::string_view> names;
  for (const FigureRow& row : figure_rows()) {
    CHECK(names.insert(row.name).second);
    for (const Chip& chip : chips()) {
      CAPTURE(chip.name);
      CAPTURE(row.name);
      const Figure& figure = chip.*row.figure;
      CHECK(figure.value > 0);
      CHECK_FALSE(figure.source.empty());
      CHECK((figure.confidence == Confidence::kUnknown) == figure.source.starts_with("guess"));
    }
  }
}

// Totals as published: compute units, and the VGPR file, LDS and L2 sizes per CU or chip.
TEST_CASE("totals_agree_with_published_ones") {
  struct Row {
    const char* chip;
    isa::Target target;
    std::uint32_t compute_units, lds_kib;
    double teraflops_f32;
  };
  for (const Row& row : {Row{"MI300X", isa::Target::kGfx942, 304, 64, 163.4},
                         Row{"MI325X", isa::Target::kGfx942, 304, 64, 163.4},
                         Row{"MI350X", isa::Target::kGfx950, 256, 160, 144.2},
                         Row{"MI355X", isa::Target::kGfx950, 256, 160, 157.3}}) {
    CAPTURE(row.chip);
    const Chip& chip = find_chip(row.chip);
    CHECK(chip.target == row.target);
    CHECK(chip.compute_units() == row.compute_units);
    CHECK(chip.lds_bytes.value == row.lds_kib * 1024);
    CHECK(chip.simds_per_cu.value * chip.vgprs_per_simd.value * chip.wave_size.value * 4 == 512 * 1024);
    // Packed f32: 16 lanes x 4 SIMDs x 2 values x 2 operations a clock. Published to one decimal.
    const double flops = 256.0 * chip.compute_units() * chip.engine_clock.value * 1e6;
    CHECK(flops / 1e12 == doctest::Approx(row.teraflops_f32).epsilon(0.05 / 144));
    CHECK(chip.lds_read_rate.value == chip.lds_read_banks.value * 4);
  }
}

TEST_CASE("chips_are_found_by_name_in_any_case") {
  CHECK(find_chip("mi355x").name == "MI355X");
  CHECK(default_chip(isa::Target::kGfx942).name == "MI300X");
  CHECK(default_chip(isa::Target::kGfx950).name == "MI355X");
  try {
    (void)find_chip("MI200");
    FAIL("MI200 was found");
  } catch (const Error& error) {
    CHECK(error.kind == ErrorKind::kRequest);
    CHECK(error.id == "unknown-chip");
    CHECK(error.message.find("MI200") != std::string::npos);
    CHECK(error.remedy.find("MI300X, MI325X, MI350X, MI355X") != std::string::npos);
  }
}

TEST_CASE("confidences_have_distinct_names") {
  std::set<std::string_view> names;
  for (int i = 0; i <= static_cast<int>(Confidence::kUnknown); ++i) {
    names.insert(confidence_name(static_cast<Confidence>(i)));
  }
  CHECK(names.size() == 6);
}

}  // namespace
}  // namespace lanewise::chips
