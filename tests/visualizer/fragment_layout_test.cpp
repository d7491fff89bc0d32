// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Layouts of all dense MFMA forms of gfx942, element by element, against AMD's matrix instruction
// calculator (tests/data/mfma-layouts, which says how it was made). The forms that only gfx950 has are
// checked for being one-to-one and for the two element lists that AMD and Triton publish.

#include <doctest/doctest.h>

#include <array>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>
#include <tuple>
#include <vector>

#include "visualizer/views/fragment_layout.h"

using namespace lanewise::views;

namespace {

std::vector<std::string> cells_of(const std::string& line) {
  std::vector<std::string> cells;
  std::istringstream stream(line);
  for (std::string cell; std::getline(stream, cell, ',');) cells.push_back(cell);
  return cells;
}

/// "v1{37}.[31:16]", "v0{3}", "v[1:0]{16}": register, lane, lowest bit, width.
Place parse_place(const std::string& text) {
  Place place;
  const std::size_t brace = text.find('{');
  place.lane = static_cast<std::uint32_t>(std::stoul(text.substr(brace + 1)));
  if (text[1] == '[') {
    place.reg = static_cast<std::uint32_t>(std::stoul(text.substr(text.find(':') + 1)));
    place.bits = 64;
  } else {
    place.reg = static_cast<std::uint32_t>(std::stoul(text.substr(1)));
  }
  if (const std::size_t bits = text.find(".["); bits != std::string::npos) {
    const std::uint32_t high = static_cast<std::uint32_t>(std::stoul(text.substr(bits + 2)));
    place.low_bit = static_cast<std::uint32_t>(std::stoul(text.substr(text.find(':', bits) + 1)));
    place.bits = high - place.low_bit + 1;
  }
  return place;
}

Matrix matrix_of(const std::string& letter) {
  return letter == "A" ? Matrix::kA : letter == "B" ? Matrix::kB : Matrix::kD;
}

MatrixForm form_of(std::string_view name) {
  const std::optional<MatrixForm> form = matrix_form(name);
  CAPTURE(name);
  REQUIRE(form.has_value());
  return form.value_or(MatrixForm{});
}

constexpr Matrix kMatrices[] = {Matrix::kA, Matrix::kB, Matrix::kD};

constexpr std::array kOnlyGfx950 = {"v_mfma_f32_16x16x32_f16", "v_mfma_f32_16x16x32_bf16",
                                    "v_mfma_f32_32x32x16_f16", "v_mfma_f32_32x32x16_bf16",
                                    "v_mfma_i32_16x16x64_i8",  "v_mfma_i32_32x32x32_i8"};

}  // namespace

TEST_CASE("every_element_lies_where_the_calculator_says") {
  std::size_t forms = 0, elements = 0;
  std::ifstream list(LANEWISE_TEST_DATA "/mfma-layouts/instructions.csv");
  REQUIRE(list);
  std::string line;
  std::getline(list, line);
  while (std::getline(list, line)) {
    const std::vector<std::string> facts = cells_of(line);
    if (!facts[0].starts_with("v_mfma_")) continue;
    CAPTURE(facts[0]);
    const MatrixForm form = form_of(facts[0]);
    CHECK(!form.only_gfx950);
    CHECK(std::to_string(form.m) == facts[1]);
    CHECK(std::to_string(form.n) == facts[2]);
    CHECK(std::to_string(form.k) == facts[3]);
    CHECK(std::to_string(form.blocks) == facts[4]);
    CHECK(std::to_string(registers_per_lane(form, Matrix::kA)) == facts[9]);
    CHECK(std::to_string(registers_per_lane(form, Matrix::kB)) == facts[10]);
    CHECK(std::to_string(registers_per_lane(form, Matrix::kD)) == facts[12]);
    std::ifstream places(LANEWISE_TEST_DATA "/mfma-layouts/" + facts[0] + ".csv");
    REQUIRE(places);
    std::getline(places, line);
    std::size_t wrong = 0;
    while (std::getline(places, line)) {
      const std::vector<std::string> cells = cells_of(line);
      const Element element{static_cast<std::uint32_t>(std::stoul(cells[1])),
                            static_cast<std::uint32_t>(std::stoul(cells[2])),
                            static_cast<std::uint32_t>(std::stoul(cells[3]))};
      const Place expected = parse_place(cells[4]);
      const Place got = place_of(form, matrix_of(cells[0]), element);
      const bool same = got.lane == expected.lane && got.reg == expected.reg &&
                        got.low_bit == expected.low_bit && got.bits == expected.bits;
      if (!same && wrong++ == 0) {
        FAIL_CHECK(line, ": got lane ", got.lane, " register ", got.reg, " bit ", got.low_bit, " width ",
                   got.bits);
      }
      ++elements;
    }
    CHECK(wrong == 0);
    ++forms;
  }
  CHECK(forms == 32);
  CHECK(elements > 40000);
}

TEST_CASE("place_and_element_are_inverse_and_one_to_one") {
  std::vector<std::string> names(kOnlyGfx950.begin(), kOnlyGfx950.end());
  std::ifstream list(LANEWISE_TEST_DATA "/mfma-layouts/instructions.csv");
  for (std::string line; std::getline(list, line);) {
    if (line.starts_with("v_mfma_")) names.push_back(cells_of(line)[0]);
  }
  for (const std::string& name : names) {
    const MatrixForm form = form_of(name);
    for (const Matrix matrix : kMatrices) {
      std::set<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>> seen;
      std::size_t wrong = 0;
      for (std::uint32_t lane = 0; lane < 64; ++lane) {
        for (std::uint32_t e = 0; e < elements_per_lane(form, matrix); ++e) {
          const Element at = element_at(form, matrix, lane, e);
          const Place place = place_of(form, matrix, at);
          wrong += place.lane != lane || place.element != e;
          seen.insert({at.block, at.row, at.column});
        }
      }
      CAPTURE(name);
      CHECK(wrong == 0);
      const Extent size = extent(form, matrix);
      CHECK(seen.size() == size.rows * size.columns * form.blocks);
    }
  }
}

TEST_CASE("gfx950_forms_hold_eight_consecutive_k_per_lane") {
  // AMD's CDNA4 blog and Triton (kWidth 8): lane 16g + i of 16x16x32 holds row i, k = 8g .. 8g+7.
  const MatrixForm form = form_of("v_mfma_f32_16x16x32_bf16");
  CHECK(form.only_gfx950);
  CHECK(registers_per_lane(form, Matrix::kA) == 4);
  CHECK(element_at(form, Matrix::kA, 16 * 3 + 5, 0) == Element{0, 5, 24});
  CHECK(element_at(form, Matrix::kA, 16 * 3 + 5, 7) == Element{0, 5, 31});
  const MatrixForm wide = form_of("v_mfma_f32_32x32x16_f16");
  CHECK(element_at(wide, Matrix::kB, 32 + 9, 2) == Element{0, 10, 9});
}

TEST_CASE("other_names_have_no_form") {
  for (const char* name :
       {"", "v_add_f32", "v_mfma_", "v_mfma_f32_16x16x128_f8f6f4", "v_smfmac_f32_16x16x32_bf16",
        "v_mfma_f32_16x16x16_bf16x", "v_mfma_f32_16x32x16_bf16", "v_mfma_f32_16x16x99999999999_bf16",
        "v_mfma_scale_f32_16x16x128_f8f6f4", "v_mfma_f32_0x0x0_f32"}) {
    CAPTURE(name);
    CHECK(!matrix_form(name));
  }
}

TEST_CASE("registers_are_named_with_their_part") {
  CHECK(register_name({.reg = 3, .bits = 32}) == "r3");
  CHECK(register_name({.reg = 1, .low_bit = 16, .bits = 16}) == "r1.h");
  CHECK(register_name({.reg = 1, .low_bit = 0, .bits = 16}) == "r1.l");
  CHECK(register_name({.reg = 0, .low_bit = 24, .bits = 8}) == "r0.b3");
  CHECK(register_name({.reg = 4, .bits = 64}) == "r4:5");
}

TEST_CASE("rules_are_written_with_the_forms_numbers") {
  CHECK(rule_text(form_of("v_mfma_f32_16x16x16_bf16"), Matrix::kA) == "i = L mod 16, k = 4*(L / 16) + e");
  CHECK(rule_text(form_of("v_mfma_f32_16x16x4_f32"), Matrix::kB) == "j = L mod 16, k = L / 16");
  CHECK(rule_text(form_of("v_mfma_f32_32x32x8_bf16"), Matrix::kD) ==
        "i = 8*(e / 4) + 4*(L / 32) + e mod 4, j = L mod 32");
  CHECK(rule_text(form_of("v_mfma_f32_4x4x4_16b_f16"), Matrix::kA) == "i = L mod 4, block = L / 4, k = e");
}
