// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What an instruction's name alone says about control flow and registers: the facts that neither its
// operands nor its encoding carry. Looked up once per mnemonic, then by number.

#pragma once

#include <cstdint>

#include "simulator/isa/instruction.h"

namespace lanewise::flow {

enum MnemonicTrait : std::uint32_t {
  kJump = 1 << 0,               ///< s_branch
  kConditionalJump = 1 << 1,    ///< s_cbranch_*
  kDirectCall = 1 << 2,         ///< s_call_b64
  kComputedCall = 1 << 3,       ///< s_swappc_b64
  kComputedJump = 1 << 4,       ///< s_setpc_b64, s_rfe_*, fork and join
  kEnd = 1 << 5,                ///< s_endpgm*
  kWait = 1 << 6,               ///< s_waitcnt
  kIndexesRegisters = 1 << 7,   ///< s_movrel*: SGPR numbers depend on M0
  kIndexMode = 1 << 8,          ///< s_set_gpr_idx_*: VGPR numbers of other instructions depend on M0
  kReadsDestination = 1 << 9,   ///< accumulates into its destination
  kKeepsDestination = 1 << 10,  ///< part of the destination's old value survives
  kSwaps = 1 << 11,             ///< both VGPR operands are read and written
  kDestinationIsSource = 1 << 12,  ///< the operand that LLVM calls sdst is only read (s_cmpk_*, s_setreg_b32)
  kCountsNothing = 1 << 13,  ///< SMEM word without a counter (s_dcache_*)
  kCacheInvalidate = 1 << 14,  ///< buffer_inv, buffer_wbl2
  kMessage = 1 << 15,  ///< s_sendmsg
  kLdsReadsM0 = 1 << 16,  ///< the few ds_* that use M0
  kBranchesOnExecZero = 1 << 17,
  kBranchesOnExecNonzero = 1 << 18,
  kGivesLanesBack = 1 << 19,  ///< with EXEC as destination: how compilers end a masked region
};

/// Traits of a mnemonic as a bit set of MnemonicTrait; 0 for an unknown id.
[[nodiscard]] std::uint32_t mnemonic_traits(isa::MnemonicId mnemonic);

}  // namespace lanewise::flow
