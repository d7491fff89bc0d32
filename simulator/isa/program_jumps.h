// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Leaving a straight run of Ops: taken branches, jumps to computed addresses, stops. The run's length is
// added to the wave's count here.

#pragma once

#include "simulator/isa/lane_loop.h"

namespace lanewise::isa::LANEWISE_ISA_BUILD {

/// Counts the run up to and including `op`; the next run starts at `next`.
inline void end_run(Wave& w, const Op* op, const Op* next) {
  w.executed += static_cast<u64>(op - w.run_start) + 1;
  w.run_start = next;
}

inline const Op* stop_after(Wave& w, const Op* op, const Op* next, wave::Stop why) {
  end_run(w, op, next);
  w.next = next;
  w.stop = why;
  return nullptr;
}

/// Goes to `target`; a wave that used up its slice or its budget stops there.
inline const Op* jump(Wave& w, const Op* op, const Op* target) {
  end_run(w, op, target);
  if (w.executed >= w.slice_end) [[unlikely]] {
    w.next = target;
    w.stop = w.executed >= w.budget ? wave::Stop::kBudget : wave::Stop::kSlice;
    return nullptr;
  }
  return target;
}

/// The Op at a device address; a fault if no decoded instruction starts there.
inline const Op* op_at(Wave& w, const Op* op, u64 address) {
  const u64 dword = (address - w.text_begin) / 4;
  if (address < w.text_begin || (address & 3) != 0 || dword >= w.text_dwords ||
      w.op_of_dword[dword] == wave::kNoOp) {
    wave::raise_fault({wave::Fault::Kind::kBadJump, op->index, 0, address, 4, false, "jump"});
  }
  return w.ops + w.op_of_dword[dword];
}

/// Device address of the next instruction: the binder left its code object address in `immediate` and
/// `offset`.
inline u64 next_address(const Wave& w, const Op* op) {
  return w.load_base +
         ((static_cast<u64>(static_cast<u32>(op->offset)) << 32) | static_cast<u32>(op->immediate));
}

}  // namespace lanewise::isa::LANEWISE_ISA_BUILD
