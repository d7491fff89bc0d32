// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Instructions that LLVM assembles for gfx942 or gfx950 and that the simulator does not execute, with the
// reason. Every other mnemonic has a row (tests/simulator/isa/coverage_test.cpp).

#pragma once

#include <span>
#include <string_view>

namespace lanewise::isa {

struct UnsupportedMnemonic {
  std::string_view mnemonic;
  std::string_view reason;
};

[[nodiscard]] std::span<const UnsupportedMnemonic> unsupported_mnemonics();

/// Why `mnemonic` is not executed; empty if it is not in the list.
[[nodiscard]] std::string_view unsupported_reason(std::string_view mnemonic);

}  // namespace lanewise::isa
