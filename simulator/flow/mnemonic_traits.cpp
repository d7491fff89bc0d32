// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The list behind mnemonic_traits(). An entry that ends in '*' is a prefix; several entries may apply
// to one name. Sources: AMDGPU operand ties in LLVM 22 (vdst_in, sdst_in, src2 = vdst), CDNA3 ISA
// manual for the scalar rows.

#include "simulator/flow/mnemonic_traits.h"

#include <string_view>
#include <vector>

namespace lanewise::flow {
namespace {

struct Entry {
  std::string_view name;
  std::uint32_t traits;
};

constexpr Entry kEntries[] = {
    // Program control
    {"s_branch", kJump},
    {"s_cbranch_scc*", kConditionalJump},
    {"s_cbranch_vcc*", kConditionalJump},
    {"s_cbranch_exec*", kConditionalJump},
    {"s_cbranch_execz", kBranchesOnExecZero},
    {"s_cbranch_execnz", kBranchesOnExecNonzero},
    {"s_cbranch_cdbg*", kConditionalJump},
    {"s_mov_b64", kGivesLanesBack},
    {"s_or_b64", kGivesLanesBack},
    {"s_cbranch_g_fork", kComputedJump},
    {"s_cbranch_i_fork", kComputedJump | kDestinationIsSource},
    {"s_cbranch_join", kComputedJump},
    {"s_call_b64", kDirectCall},
    {"s_swappc_b64", kComputedCall},
    {"s_setpc_b64", kComputedJump},
    {"s_rfe_*", kComputedJump},
    {"s_endpgm*", kEnd},
    {"s_waitcnt", kWait},
    {"s_sendmsg*", kMessage},
    {"s_movrel*", kIndexesRegisters},
    {"s_set_gpr_idx_*", kIndexMode},
    // Scalar results that need the old value
    {"s_cmov_*", kKeepsDestination},
    {"s_cmovk_i32", kKeepsDestination},
    {"s_bitset*", kKeepsDestination},
    {"s_addk_i32", kReadsDestination},
    {"s_mulk_i32", kReadsDestination},
    {"s_cmpk_*", kDestinationIsSource},
    {"s_setreg_b32", kDestinationIsSource},
    {"s_atomic_*", kReadsDestination},
    {"s_buffer_atomic_*", kReadsDestination},
    {"s_dcache_*", kCountsNothing},
    // Vector results that need the old value
    {"v_fmac_*", kReadsDestination},
    {"v_mac_*", kReadsDestination},
    {"v_pk_fmac_*", kReadsDestination},
    {"v_dot2c_*", kReadsDestination},
    {"v_dot4c_*", kReadsDestination},
    {"v_dot8c_*", kReadsDestination},
    {"v_smfmac_*", kReadsDestination},
    {"v_swap_b32", kSwaps},
    {"v_permlane16_swap_b32", kSwaps},
    {"v_permlane32_swap_b32", kSwaps},
    {"v_writelane_b32", kKeepsDestination},
    {"v_fma_mixlo_*", kKeepsDestination},
    {"v_fma_mixhi_*", kKeepsDestination},
    {"v_mad_mixlo_*", kKeepsDestination},
    {"v_mad_mixhi_*", kKeepsDestination},
    {"v_cvt_pk_fp8_f32", kKeepsDestination},
    {"v_cvt_pk_bf8_f32", kKeepsDestination},
    {"v_cvt_sr_*", kKeepsDestination},
    {"v_cvt_scalef32_pk_fp8_*", kKeepsDestination},
    {"v_cvt_scalef32_pk_bf8_*", kKeepsDestination},
    {"v_cvt_scalef32_pk_fp4_*", kKeepsDestination},
    {"v_cvt_scalef32_sr_fp8_*", kKeepsDestination},
    {"v_cvt_scalef32_sr_bf8_*", kKeepsDestination},
    {"v_cvt_scalef32_sr_pk_fp4_*", kKeepsDestination},
    {"v_cvt_scalef32_f16_fp8", kKeepsDestination},
    {"v_cvt_scalef32_f16_bf8", kKeepsDestination},
    // Memory
    {"ds_read_addtid_b32", kLdsReadsM0},
    {"ds_write_addtid_b32", kLdsReadsM0},
    {"ds_gws_*", kLdsReadsM0},
    {"buffer_atomic_*", kReadsDestination},
    {"buffer_inv*", kCacheInvalidate},
    {"buffer_wbl2", kCacheInvalidate},
};

bool applies(std::string_view entry, std::string_view name) {
  return entry.ends_with('*') ? name.starts_with(entry.substr(0, entry.size() - 1)) : name == entry;
}

std::uint32_t find_traits(std::string_view name) {
  std::uint32_t traits = 0;
  for (const Entry& entry : kEntries) {
    if (applies(entry.name, name)) traits |= entry.traits;
  }
  // 16-bit loads into one half; stores have such names too, but no destination.
  if (name.find("_d16") != std::string_view::npos) traits |= kKeepsDestination;
  return traits;
}

}  // namespace

std::uint32_t mnemonic_traits(isa::MnemonicId mnemonic) {
  static const std::vector<std::uint32_t> kTraits = [] {
    std::vector<std::uint32_t> traits(isa::mnemonic_count());
    for (std::size_t id = 0; id < traits.size(); ++id) {
      traits[id] = find_traits(isa::mnemonic_name(static_cast<isa::MnemonicId>(id)));
    }
    return traits;
  }();
  return mnemonic < kTraits.size() ? kTraits[mnemonic] : 0;
}

}  // namespace lanewise::flow
