// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// LDS bank conflicts of one wave instruction, as a pure function of its lane addresses. Used by the
// counting observer, by the bank view and by its what-if; depends on nothing else of ours.
//
// What surprises: the lanes that are served together (a *phase*) are neither all 64 nor always
// consecutive, and the number of banks depends on chip, access width and direction. Sources per table
// in banks.cpp.

#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "simulator/isa/instruction.h"

namespace lanewise::lds {

enum class Direction : std::uint8_t { kRead, kWrite };

/// Shape of one DS access: what decides phases and banks.
struct Access {
  isa::Target target = isa::Target::kGfx942;
  Direction direction = Direction::kRead;
  std::uint8_t bytes = 4;  ///< per lane and address: 1, 2, 4, 8, 12 or 16
};

/// Lanes served together, in the order in which the phases are served.
struct PhaseTable {
  std::uint8_t banks = 32;
  std::vector<std::vector<std::uint8_t>> phases;
  bool measured = true;  ///< false: inferred (mark I in the fact sheet), shown as such
};

/// The phase table of an access. Never empty.
[[nodiscard]] const PhaseTable& phase_table(const Access& access);

/// Which lanes of one phase meet in one bank, at which dword address.
struct BankHit {
  std::uint8_t lane = 0;
  std::uint8_t bank = 0;
  std::uint32_t dword = 0;  ///< byte address / 4
};

struct PhaseResult {
  std::uint32_t cycles = 1;  ///< array cycles: 1 + extra passes, also when no lane is active
  std::vector<BankHit> hits;  ///< only filled by `analyse`
};

struct Result {
  std::uint32_t cycles = 0;           ///< SQ_LDS_IDX_ACTIVE of this instruction
  std::uint32_t conflict_cycles = 0;  ///< SQ_LDS_BANK_CONFLICT: cycles beyond one per phase
  std::vector<PhaseResult> phases;    ///< only filled by `analyse`
};

/// Cycles and conflicts only. `addresses` are LDS byte addresses by lane; only lanes in `exec` count.
[[nodiscard]] Result count(const Access& access, std::span<const std::uint64_t, 64> addresses,
                           std::uint64_t exec);
/// The same with every hit listed, for pictures.
[[nodiscard]] Result analyse(const Access& access, std::span<const std::uint64_t, 64> addresses,
                             std::uint64_t exec);

}  // namespace lanewise::lds
