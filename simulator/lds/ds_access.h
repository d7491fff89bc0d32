// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Direction, width and number of addresses of a DS instruction, found by its base mnemonic. The counting
// observer and the bank view ask here, so that both see the same accesses.
//
// What surprises: DS instructions are not all LDS accesses. ds_permute, ds_bpermute and ds_swizzle move
// values between lanes without touching LDS storage (AMD ISA documents, pseudocode), ds_gws_* talk to
// another unit, and ds_append/ds_consume touch one dword for the whole wave by a rule that nobody has
// measured: `ds_shape` knows no shape for them, and no array cycles are counted.

#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "simulator/lds/banks.h"

namespace lanewise::lds {

struct DsShape {
  Direction direction = Direction::kRead;  ///< atomics: kWrite
  std::uint8_t bytes = 4;                  ///< per lane and address: 1, 2, 4, 8, 12 or 16
  std::uint8_t addresses = 1;              ///< 2 for the read2, write2 and wrxchg2 forms
  /// Bytes per unit of the offset fields: 1 with one address; 4 or 8 with two; 256 or 512 for st64.
  std::uint16_t offset_scale = 1;
  bool atomic = false;
  bool transposed = false;  ///< ds_read_*_tr_*: lanes receive what other lanes of their block fetched
};

/// The shape of a DS instruction that accesses LDS storage lane by lane; nullopt for every other name.
[[nodiscard]] std::optional<DsShape> ds_shape(std::string_view mnemonic);

/// DS instructions that have no shape on purpose, with the reason.
struct DsWithoutArrayAccess {
  std::string_view mnemonic;
  std::string_view reason;
};
[[nodiscard]] std::span<const DsWithoutArrayAccess> ds_without_array_access();

/// What `lds::count` needs to know about one address of such an instruction.
[[nodiscard]] constexpr Access access_of(const DsShape& shape, isa::Target target) {
  return {target, shape.direction, shape.bytes};
}

}  // namespace lanewise::lds
