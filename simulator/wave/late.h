// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Late delivery: a memory operation takes effect, on memory and on registers, only at the s_waitcnt (or
// counter capacity) that proves it complete. Code that forgets a wait, or relies on a store that nobody
// waited for, then gives other results than with delivery at issue; correct code cannot tell.
//
//   issue:  defer() copies address, data, EXEC, M0 and scalars ─▶ queue of its counter
//   wait:   the oldest operations run through their ordinary handler on the copied operands
//   end:    stores, atomics and LDS-DMA still happen, register writes are dropped

#pragma once

#include <cstdint>
#include <deque>

#include "simulator/wave/wave.h"

namespace lanewise::wave {

/// What Op::reserved says about a memory operation in the late build of a program.
enum LateTrait : std::uint32_t { kLateVm = 1, kLateLds = 2, kLateScalar = 4, kLateStays = 8 };

/// Registers behind the broadcast slots in which a retired operation finds its operands.
inline constexpr std::uint32_t kLateRegisters = 8;

class LateQueue {
 public:
  /// Handler of memory operations in the late build: Op::inner is their ordinary one.
  static const Op* defer(Wave& wave, const Op* op);
  /// s_waitcnt: lets complete all but the youngest `vm` and `lgkm` operations.
  void wait(Wave& wave, std::uint32_t vm, std::uint32_t lgkm);
  /// End of the wave.
  void finish(Wave& wave);
  void clear();

 private:
  struct Operation {
    const Op* op = nullptr;
    std::uint64_t vm_sequence = 0, lds_sequence = 0;
    bool waits_vm = false, waits_lds = false;
    std::uint32_t scalars[128];
    std::uint32_t vectors[kLateRegisters * kLanes];
  };
  static void perform(Wave& wave, const Operation& operation);
  void retire_by_capacity(Wave& wave);
  template <class Complete>
  void retire_ordered(Wave& wave, Complete complete);

  std::deque<Operation> vector_;  ///< vector memory and LDS, in issue order
  std::deque<Operation> scalar_;
};

}  // namespace lanewise::wave
