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
#include <string_view>
#include <vector>

#include "simulator/isa/instruction.h"

namespace lanewise::lds {

enum class Direction : std::uint8_t { kRead, kWrite };

/// Shape of one DS access: what decides phases and banks. Two-address forms (ds_read2, ds_write2) are
/// two accesses of one element each, one after the other. Transposing reads (ds_read_b64_tr_*) have no
/// published table and are taken as plain reads of their width.
struct Access {
  isa::Target target = isa::Target::kGfx942;
  Direction direction = Direction::kRead;
  std::uint8_t bytes = 4;  ///< per lane and address: 1, 2, 4, 8, 12 or 16; 1 and 2 behave as 4
  bool operator==(const Access&) const = default;
};

/// Lanes served together, in the order in which the phases are served.
struct PhaseTable {
  std::uint8_t banks = 32;
  std::vector<std::vector<std::uint8_t>> phases;
  bool measured = true;  ///< false: inferred, shown as such; true: measured or documented by the vendor
  std::string_view source;  ///< who says so, e.g. "documented: AMDGPU Kernel Optimization Guide"
};

/// The phase table of an access. Never empty.
[[nodiscard]] const PhaseTable& phase_table(const Access& access);

/// Which lanes of one phase meet in one bank, at which dword address.
struct BankHit {
  std::uint8_t lane = 0;
  std::uint8_t bank = 0;
  std::uint32_t dword = 0;  ///< byte address / 4
  std::uint8_t pass = 0;    ///< array cycle of the phase, from 0, in which this lane is served
};

struct PhaseResult {
  std::uint32_t cycles = 1;  ///< array cycles: 1 + extra passes, also when no lane is active
  std::vector<BankHit> hits;  ///< only filled by `analyse`
};

struct Result {
  std::uint32_t cycles = 0;           ///< SQ_LDS_IDX_ACTIVE of this instruction
  std::uint32_t conflict_cycles = 0;  ///< SQ_LDS_BANK_CONFLICT: cycles beyond one per phase
  std::vector<PhaseResult> phases;    ///< only filled by `analyse`
  /// Active lanes whose address is not a multiple of the access width (16 for 12-byte accesses). The
  /// measurements behind the tables hold for aligned addresses; with such lanes the count is modelled.
  std::uint32_t unaligned_lanes = 0;
};

/// Cycles and conflicts only. `addresses` are LDS byte addresses by lane; only lanes in `exec` count.
[[nodiscard]] Result count(const Access& access, std::span<const std::uint64_t, 64> addresses,
                           std::uint64_t exec);
/// The same with every hit listed, for pictures.
[[nodiscard]] Result analyse(const Access& access, std::span<const std::uint64_t, 64> addresses,
                             std::uint64_t exec);

}  // namespace lanewise::lds
