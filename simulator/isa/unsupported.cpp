// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See unsupported.h. Global wave sync counts in hardware that is shared by all workgroups of a device and
// that the driver hands out; HIP reaches it only for cooperative launches of other chips.

#include "simulator/isa/unsupported.h"

namespace lanewise::isa {

namespace {

constexpr std::string_view kGlobalWaveSync =
    "global wave sync needs counters that the driver allocates, which the simulator does not model";

constexpr UnsupportedMnemonic kUnsupported[] = {
    {"ds_gws_barrier", kGlobalWaveSync},          {"ds_gws_init", kGlobalWaveSync},
    {"ds_gws_sema_br", kGlobalWaveSync},          {"ds_gws_sema_p", kGlobalWaveSync},
    {"ds_gws_sema_release_all", kGlobalWaveSync}, {"ds_gws_sema_v", kGlobalWaveSync},
};

}  // namespace

std::span<const UnsupportedMnemonic> unsupported_mnemonics() { return kUnsupported; }

std::string_view unsupported_reason(std::string_view mnemonic) {
  for (const UnsupportedMnemonic& entry : kUnsupported) {
    if (entry.mnemonic == mnemonic) return entry.reason;
  }
  return {};
}

}  // namespace lanewise::isa
