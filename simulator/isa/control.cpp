// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Program control: branches, waits, barrier, end, and the SOPP instructions that only matter to timing.
// Instructions are counted here: a straight run of Ops ends at a taken branch or a stop, and its length
// is added then, so that no other handler has to count.

#include "simulator/isa/arithmetic.h"
#include "simulator/isa/program_jumps.h"
#include "simulator/isa/row_files.h"

namespace lanewise::isa::LANEWISE_ISA_BUILD {

namespace {

using wave::Stop;

const Op* s_branch(Wave& w, const Op* op) { return jump(w, op, op + op->offset); }

enum class Condition { kScc0, kScc1, kVccZero, kVccNonZero, kExecZero, kExecNonZero };
template <Condition C>
const Op* s_cbranch(Wave& w, const Op* op) {
  bool taken = false;
  if constexpr (C == Condition::kScc0) taken = w.scc == 0;
  if constexpr (C == Condition::kScc1) taken = w.scc != 0;
  if constexpr (C == Condition::kVccZero) taken = scalar64(w, wave::kVcc) == 0;
  if constexpr (C == Condition::kVccNonZero) taken = scalar64(w, wave::kVcc) != 0;
  if constexpr (C == Condition::kExecZero) taken = exec_of(w) == 0;
  if constexpr (C == Condition::kExecNonZero) taken = exec_of(w) != 0;
  return taken ? jump(w, op, op + op->offset) : op + 1;
}

const Op* s_endpgm(Wave& w, const Op* op) {
  if (w.late != nullptr) [[unlikely]]
    wave::finish_late(w);
  return stop_after(w, op, op, Stop::kEnd);
}
const Op* s_barrier(Wave& w, const Op* op) { return stop_after(w, op, op + 1, Stop::kBarrier); }

const Op* s_waitcnt(Wave& w, const Op* op) {
  if (w.late != nullptr) [[unlikely]] {
    const u32 field = static_cast<u32>(op->immediate);
    wave::wait_late(w, (field & 15) | ((field >> 10) & 0x30), (field >> 8) & 15);
    return op + 1;
  }
  if ((w.vm.count | w.lds.count | w.scalar.count) != 0) [[unlikely]] {
    const u32 field = static_cast<u32>(op->immediate);
    wave::retire_loads(w, (field & 15) | ((field >> 10) & 0x30), (field >> 8) & 15);
  }
  return op + 1;
}

const Op* no_effect(Wave&, const Op* op) { return op + 1; }

/// Yields, so that a wave that spins on a flag lets the others run.
const Op* s_sleep(Wave& w, const Op* op) { return stop_after(w, op, op + 1, Stop::kSlice); }

const Op* s_trap(Wave&, const Op* op) {
  wave::raise_fault({wave::Fault::Kind::kTrap, op->index, 0, 0, 0, false, "s_trap"});
}

/// Device address of the next instruction: immediate + offset hold its code object address.
const Op* s_getpc_b64(Wave& w, const Op* op) {
  set_scalar64(w, op->dst, next_address(w, op));
  return op + 1;
}

u64 read_pair(const Wave& w, u32 source) {
  const u32* p = w.scalar_base[source >> 31] + (source & ~wave::kConstantPool);
  return static_cast<u64>(p[0]) | (static_cast<u64>(p[1]) << 32);
}

const Op* s_setpc_b64(Wave& w, const Op* op) { return jump(w, op, op_at(w, op, read_pair(w, op->src[0]))); }

/// sdst = address of the next instruction; `immediate` and `offset` hold it as for s_getpc_b64.
const Op* s_swappc_b64(Wave& w, const Op* op) {
  const Op* target = op_at(w, op, read_pair(w, op->src[0]));
  s_getpc_b64(w, op);
  return jump(w, op, target);
}
/// Like s_swappc_b64 with a target known when binding: src[1] is the distance in Ops.
const Op* s_call_b64(Wave& w, const Op* op) {
  s_getpc_b64(w, op);
  return jump(w, op, op + static_cast<i32>(op->src[1]));
}

constexpr Row control(const char* name, wave::Handler execute, CostClass cost = CostClass::kInternal) {
  return {name, Shape::kControl, execute, nullptr, LaneKind::kNone, {}, cost, 0, 0, 0};
}

constexpr Row kRows[] = {
    control("s_branch", s_branch, CostClass::kBranch),
    control("s_cbranch_scc0", s_cbranch<Condition::kScc0>, CostClass::kBranch),
    control("s_cbranch_scc1", s_cbranch<Condition::kScc1>, CostClass::kBranch),
    control("s_cbranch_vccz", s_cbranch<Condition::kVccZero>, CostClass::kBranch),
    control("s_cbranch_vccnz", s_cbranch<Condition::kVccNonZero>, CostClass::kBranch),
    control("s_cbranch_execz", s_cbranch<Condition::kExecZero>, CostClass::kBranch),
    control("s_cbranch_execnz", s_cbranch<Condition::kExecNonZero>, CostClass::kBranch),
    control("s_endpgm", s_endpgm),
    control("s_barrier", s_barrier),
    control("s_waitcnt", s_waitcnt),
    control("s_nop", no_effect),
    control("s_sleep", s_sleep),
    control("s_setprio", no_effect),
    control("s_sethalt", no_effect),
    control("s_icache_inv", no_effect),
    control("s_trap", s_trap),
    control("s_getpc_b64", s_getpc_b64, CostClass::kSalu),
    control("s_setpc_b64", s_setpc_b64, CostClass::kBranch),
    control("s_swappc_b64", s_swappc_b64, CostClass::kBranch),
    control("s_call_b64", s_call_b64, CostClass::kBranch),
};

}  // namespace

std::span<const Row> control_rows() { return kRows; }

}  // namespace lanewise::isa::LANEWISE_ISA_BUILD
