// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which wait counters an instruction increments on gfx942 and gfx950: vmcnt for vector memory, lgkmcnt
// for LDS, scalar memory and messages, both for flat. Stores and atomics count in vmcnt like loads
// (there is no vscnt here). Source: LLVM SIInsertWaitcnts and its output on small kernels.

#include "simulator/flow/flow.h"
#include "simulator/flow/mnemonic_traits.h"

namespace lanewise::flow {

Counters counters_of(const isa::Instruction& instruction) {
  Counters counters;
  const std::uint32_t traits = mnemonic_traits(instruction.mnemonic);
  switch (instruction.encoding) {
    case isa::Encoding::kFlat: counters.vm = counters.lgkm = true; break;
    case isa::Encoding::kGlobal:
    case isa::Encoding::kScratch:
    case isa::Encoding::kMubuf:
    case isa::Encoding::kMtbuf: counters.vm = true; break;
    case isa::Encoding::kDs: counters.lgkm = true; break;
    case isa::Encoding::kSmem:
      counters.lgkm = counters.scalar = (traits & kCountsNothing) == 0;
      counters.load = counters.scalar && instruction.find(isa::Role::kSdst) != nullptr;
      return counters;
    default: counters.lgkm = (traits & kMessage) != 0; return counters;
  }
  counters.load = instruction.find(isa::Role::kVdst) != nullptr;
  return counters;
}

}  // namespace lanewise::flow
