// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The formulas of the header, both ways. Both directions are written out so that a slip in one shows
// in the test that composes them.

#include "visualizer/views/fragment_layout.h"

#include <fmt/format.h>

#include <array>
#include <charconv>

namespace lanewise::views {
namespace {

struct InputType {
  std::string_view name;
  std::uint32_t bits;
};
constexpr std::array<InputType, 10> kInputs = {{{"f32", 32},
                                                {"xf32", 32},
                                                {"f16", 16},
                                                {"bf16", 16},
                                                {"i8", 8},
                                                {"f64", 64},
                                                {"fp8_fp8", 8},
                                                {"fp8_bf8", 8},
                                                {"bf8_fp8", 8},
                                                {"bf8_bf8", 8}}};

bool take(std::string_view& text, std::string_view prefix) {
  if (!text.starts_with(prefix)) return false;
  text.remove_prefix(prefix.size());
  return true;
}

bool take_number(std::string_view& text, std::uint32_t& value) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc()) return false;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return true;
}

bool known_shape(const MatrixForm& f) {
  const bool square = f.m == f.n && (f.m == 32 || f.m == 16 || f.m == 4);
  const std::uint32_t elements = f.m * f.k * f.blocks;
  return square && f.blocks >= 1 && f.blocks <= 16 && f.k >= 1 && f.k <= 64 && elements % 64 == 0 &&
         f.m * f.blocks <= 64;
}

bool is_double(const MatrixForm& form) { return form.output_bits == 64; }
std::uint32_t lane_groups(const MatrixForm& form) { return 64 / form.n; }

}  // namespace

std::optional<MatrixForm> matrix_form(std::string_view mnemonic) {
  MatrixForm form;
  form.mnemonic = std::string(mnemonic);
  std::string_view rest = mnemonic;
  if (!take(rest, "v_mfma_")) return std::nullopt;
  form.output_bits = rest.starts_with("f64_") ? 64 : 32;
  if (!take(rest, "f32_") && !take(rest, "i32_") && !take(rest, "f64_")) return std::nullopt;
  const bool shape = take_number(rest, form.m) && take(rest, "x") && take_number(rest, form.n) &&
                     take(rest, "x") && take_number(rest, form.k) && take(rest, "_");
  if (!shape) return std::nullopt;
  std::string_view blocks = rest;
  std::uint32_t count = 0;
  if (take_number(blocks, count) && take(blocks, "b_")) form.blocks = count, rest = blocks;
  for (const InputType& input : kInputs) {
    if (rest != input.name) continue;
    form.input_bits = input.bits;
    // What gfx942 has at most: 8 bytes of A per lane.
    form.only_gfx950 = form.m * form.k * form.blocks / 64 * form.input_bits > 64;
    return known_shape(form) ? std::optional(form) : std::nullopt;
  }
  return std::nullopt;
}

Extent extent(const MatrixForm& form, Matrix matrix) {
  switch (matrix) {
    case Matrix::kA: return {form.m, form.k};
    case Matrix::kB: return {form.k, form.n};
    case Matrix::kD: break;
  }
  return {form.m, form.n};
}

std::uint32_t elements_per_lane(const MatrixForm& form, Matrix matrix) {
  const Extent size = extent(form, matrix);
  return size.rows * size.columns * form.blocks / 64;
}

std::uint32_t registers_per_lane(const MatrixForm& form, Matrix matrix) {
  const std::uint32_t bits = matrix == Matrix::kD ? form.output_bits : form.input_bits;
  return elements_per_lane(form, matrix) * bits / 32;
}

Element element_at(const MatrixForm& form, Matrix matrix, std::uint32_t lane, std::uint32_t e) {
  if (matrix != Matrix::kD) {
    const std::uint32_t per_slice = form.m * form.blocks;  // M = N in every form
    const std::uint32_t k = elements_per_lane(form, matrix) * (lane / per_slice) + e;
    const std::uint32_t outer = lane % form.m, block = (lane / form.m) % form.blocks;
    return matrix == Matrix::kA ? Element{block, outer, k} : Element{block, k, outer};
  }
  const std::uint32_t column = lane % form.n;
  if (is_double(form)) {
    if (form.m == 4) return {(lane / 4) % 4, lane / 16, column};
    return {0, 4 * e + lane / 16, column};
  }
  if (form.m == 4) return {lane / 4, e, column};
  const std::uint32_t per_block = form.m * form.n / 64, in_block = e % per_block;
  return {e / per_block, 4 * lane_groups(form) * (in_block / 4) + 4 * (lane / form.n) + in_block % 4, column};
}

namespace {

/// Lane and element index; register and bits follow from the element index alone.
Place lane_and_element(const MatrixForm& form, Matrix matrix, const Element& at) {
  if (matrix != Matrix::kD) {
    const std::uint32_t k = matrix == Matrix::kA ? at.column : at.row;
    const std::uint32_t outer = matrix == Matrix::kA ? at.row : at.column;
    const std::uint32_t n = elements_per_lane(form, matrix);
    return {.lane = (k / n) * form.m * form.blocks + at.block * form.m + outer, .element = k % n};
  }
  if (is_double(form)) {
    if (form.m == 4) return {.lane = 16 * at.row + 4 * at.block + at.column, .element = 0};
    return {.lane = 16 * (at.row % 4) + at.column, .element = at.row / 4};
  }
  if (form.m == 4) return {.lane = 4 * at.block + at.column, .element = at.row};
  const std::uint32_t groups = lane_groups(form), per_block = form.m * form.n / 64;
  return {.lane = form.n * ((at.row / 4) % groups) + at.column,
          .element = at.block * per_block + 4 * (at.row / (4 * groups)) + at.row % 4};
}

}  // namespace

Place place_of(const MatrixForm& form, Matrix matrix, const Element& element) {
  Place place = lane_and_element(form, matrix, element);
  place.bits = matrix == Matrix::kD ? form.output_bits : form.input_bits;
  place.reg = place.element * place.bits / 32;
  place.low_bit = place.element * place.bits % 32;
  return place;
}

std::string register_name(const Place& place) {
  if (place.bits == 64) return fmt::format("r{}:{}", place.reg, place.reg + 1);
  if (place.bits == 16) return fmt::format("r{}.{}", place.reg, place.low_bit == 0 ? "l" : "h");
  if (place.bits == 8) return fmt::format("r{}.b{}", place.reg, place.low_bit / 8);
  return fmt::format("r{}", place.reg);
}

std::string rule_text(const MatrixForm& form, Matrix matrix) {
  const std::uint32_t n = elements_per_lane(form, matrix);
  if (matrix != Matrix::kD) {
    std::string out = fmt::format("{} = L mod {}", matrix == Matrix::kA ? "i" : "j", form.m);
    if (form.blocks > 1)
      out += fmt::format(", block = L / {}", form.m) + (form.m * form.blocks < 64 ? " mod 4" : "");
    const std::uint32_t per_slice = form.m * form.blocks;
    if (per_slice == 64) return out + ", k = e";
    return out + (n == 1 ? fmt::format(", k = L / {}", per_slice)
                         : fmt::format(", k = {}*(L / {}) + e", n, per_slice));
  }
  if (is_double(form)) {
    return form.m == 4 ? "i = L / 16, j = L mod 4, block = L / 4 mod 4" : "i = 4*e + L / 16, j = L mod 16";
  }
  if (form.m == 4) return "i = e, j = L mod 4, block = L / 4";
  const std::uint32_t per_block = form.m * form.n / 64;
  std::string out = form.m == 32 ? "i = 8*(e / 4) + 4*(L / 32) + e mod 4, j = L mod 32"
                                 : "i = 4*(L / 16) + e mod 4, j = L mod 16";
  if (form.blocks > 1) out += fmt::format(", block = e / {}", per_block);
  return out;
}

}  // namespace lanewise::views
