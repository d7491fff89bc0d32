// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What MODE's rounding and denormal fields mean to an instruction.

#pragma once

#include <cstdint>

#include "simulator/isa/rows.h"

namespace lanewise::isa {

enum ModeTrait : std::uint32_t {
  kRoundsSingle = 1,  ///< rounds by MODE[1:0]
  kRoundsDouble = 2,  ///< rounds by MODE[3:2] (f16 and f64)
  kFlushes = 4,       ///< denormal inputs and results by MODE[7:4]
  kFromInteger = 8,   ///< converts an integer: 0 has no sign
};

/// ModeTrait bits of a row; 0 if MODE does not matter to it.
[[nodiscard]] std::uint32_t mode_traits(const Row& row);

}  // namespace lanewise::isa
