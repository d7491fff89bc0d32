// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where each element of A, B and D of a dense MFMA lies: lane, register, bits. Pure functions of the
// instruction's name. Tested element by element against AMD's matrix instruction calculator for the
// forms of gfx942; the doubled forms of gfx950 follow the same rule with twice the elements per lane
// (Triton's layouts and AMD's CDNA4 blog), which no public element table confirms.
//
// With L = lane, e = element of the lane's data in memory order, n = elements per lane, G = 64 / N:
//
//   A   i = L mod M   block = (L / M) mod blocks   k = n * (L / (M * blocks)) + e
//   B   j = L mod N   block = (L / N) mod blocks   k = n * (L / (N * blocks)) + e
//   D   j = L mod N   i = 4 * G * (e / 4) + 4 * (L / N) + e mod 4         (32x32 and 16x16; e per block)
//       4x4x16 blocks: i = e, block = L / 4
//       f64 16x16: i = 4 * e + L / 16             f64 4x4: i = L / 16, block = (L / 4) mod 4

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace lanewise::views {

struct MatrixForm {
  std::string mnemonic;
  std::uint32_t m = 0, n = 0, k = 0, blocks = 1;
  std::uint32_t input_bits = 0;   ///< of A and B: 8, 16, 32, 64
  std::uint32_t output_bits = 0;  ///< of C and D: 32, 64
  bool only_gfx950 = false;       ///< the layout is derived, not tabulated
};

enum class Matrix : std::uint8_t { kA, kB, kD };

struct Element {
  std::uint32_t block = 0, row = 0, column = 0;
  friend bool operator==(const Element&, const Element&) = default;
};

struct Place {
  std::uint32_t lane = 0;
  std::uint32_t element = 0;   ///< e, in memory order within the lane's registers of this operand
  std::uint32_t reg = 0;       ///< first 32-bit register, counted from the operand's first
  std::uint32_t low_bit = 0;   ///< within that register
  std::uint32_t bits = 32;
  friend bool operator==(const Place&, const Place&) = default;
};

struct Extent {
  std::uint32_t rows = 0, columns = 0;
};

/// Reads a dense MFMA's name; nullopt for others (smfmac, f8f6f4, whose layout depends on more).
[[nodiscard]] std::optional<MatrixForm> matrix_form(std::string_view mnemonic);

[[nodiscard]] Extent extent(const MatrixForm& form, Matrix matrix);
[[nodiscard]] std::uint32_t elements_per_lane(const MatrixForm& form, Matrix matrix);
/// 32-bit registers of the operand.
[[nodiscard]] std::uint32_t registers_per_lane(const MatrixForm& form, Matrix matrix);

/// What lies in a lane at element index e; inverse of place_of.
[[nodiscard]] Element element_at(const MatrixForm& form, Matrix matrix, std::uint32_t lane, std::uint32_t e);
[[nodiscard]] Place place_of(const MatrixForm& form, Matrix matrix, const Element& element);

/// "r1", "r1.h" (upper half, as LLVM writes it), "r0.b2" (byte 2), "r2:3" (f64).
[[nodiscard]] std::string register_name(const Place& place);
/// The rule in numbers, e.g. "i = L mod 16, k = 4*(L / 16) + e".
[[nodiscard]] std::string rule_text(const MatrixForm& form, Matrix matrix);

}  // namespace lanewise::views
