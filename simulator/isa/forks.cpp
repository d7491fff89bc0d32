// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Forks of the wave on a mask, the debugger's branches, and the program-control and bit instructions that
// compilers do not emit. A fork that splits EXEC runs the smaller side first and pushes the larger one's
// mask and address into the SGPRs at 4 * MODE[31:29]; s_cbranch_join, reached by both sides, pops it, or
// goes on when the depth is that at which the fork began. Source: ISA manual, "Branching".

#include "simulator/isa/modes.h"
#include "simulator/isa/program_jumps.h"
#include "simulator/isa/row_files.h"

namespace lanewise::isa::LANEWISE_ISA_BUILD {

namespace {

using wave::Stop;

constexpr u32 kForkEntry = 4;  ///< SGPRs of one entry: mask, address

u32 fork_depth(const Wave& w) { return w.mode >> kForkDepthShift; }
void set_fork_depth(Wave& w, u32 depth) {
  w.mode = (w.mode & ((u32{1} << kForkDepthShift) - 1)) | (depth << kForkDepthShift);
}

/// Forks on `mask`: lanes in it go to `taken`, the others to the next instruction.
const Op* fork(Wave& w, const Op* op, u64 mask, u64 taken) {
  const u64 exec = exec_of(w), pass = mask & exec, fail = ~mask & exec;
  if (pass == exec) return jump(w, op, op_at(w, op, taken));
  if (fail == exec) return op + 1;
  const bool fail_first = __builtin_popcountll(fail) < __builtin_popcountll(pass);
  const u32 entry = kForkEntry * fork_depth(w);
  set_scalar64(w, entry, fail_first ? pass : fail);
  set_scalar64(w, entry + 2, fail_first ? taken : next_address(w, op));
  set_fork_depth(w, fork_depth(w) + 1);
  set_scalar64(w, wave::kExec, fail_first ? fail : pass);
  return fail_first ? op + 1 : jump(w, op, op_at(w, op, taken));
}
const Op* s_cbranch_g_fork(Wave& w, const Op* op) {
  return fork(w, op, read_scalar64(w, op->src[0]), read_scalar64(w, op->src[1]));
}
/// `dst2` is the target's distance from the next instruction, in bytes.
const Op* s_cbranch_i_fork(Wave& w, const Op* op) {
  const i64 distance = static_cast<i32>(op->dst2);
  return fork(w, op, read_scalar64(w, op->src[0]), next_address(w, op) + static_cast<u64>(distance));
}
const Op* s_cbranch_join(Wave& w, const Op* op) {
  const u32 depth = fork_depth(w);
  if (depth == (read_scalar32(w, op->src[0]) & 7)) return op + 1;
  set_fork_depth(w, (depth - 1) & 7);
  const u32 entry = kForkEntry * fork_depth(w);
  set_scalar64(w, wave::kExec, scalar64(w, entry));
  return jump(w, op, op_at(w, op, scalar64(w, entry + 2)));
}

/// No debugger sets the conditions of s_cbranch_cdbg*; messages, priorities, thread traces and performance
/// counters reach nobody.
const Op* no_effect(Wave&, const Op* op) { return op + 1; }

const Op* s_rfe(Wave& w, const Op* op) { return jump(w, op, op_at(w, op, read_scalar64(w, op->src[0]))); }

const Op* end_program(Wave& w, const Op* op) {
  if (w.late != nullptr) wave::finish_late(w);
  return stop_after(w, op, op, Stop::kEnd);
}
const Op* s_setkill(Wave& w, const Op* op) { return op->immediate & 1 ? end_program(w, op) : op + 1; }
/// A halted wave waits for a debugger, which does not come.
const Op* s_sendmsghalt(Wave&, const Op* op) {
  wave::raise_fault({wave::Fault::Kind::kTrap, op->index, 0, 0, 0, false, "s_sendmsghalt"});
}

/// One bit per quad of the source: is any of its four bits set?
template <class T>
T quad_mask(T source) {
  T result = 0;
  for (u32 quad = 0; quad < sizeof(T) * 2; ++quad) {
    if ((source >> (4 * quad)) & 15) result |= T{1} << quad;
  }
  return result;
}
const Op* s_quadmask_b32(Wave& w, const Op* op) {
  w.s[op->dst] = quad_mask<u32>(read_scalar32(w, op->src[0]));
  w.scc = w.s[op->dst] != 0;
  return op + 1;
}
const Op* s_quadmask_b64(Wave& w, const Op* op) {
  const u64 result = quad_mask<u64>(read_scalar64(w, op->src[0]));
  set_scalar64(w, op->dst, result);
  w.scc = result != 0;
  return op + 1;
}
/// Every bit twice.
const Op* s_bitreplicate(Wave& w, const Op* op) {
  const u32 source = read_scalar32(w, op->src[0]);
  u64 result = 0;
  for (u32 bit = 0; bit < 32; ++bit) result |= static_cast<u64>((source >> bit) & 1) * 3 << (2 * bit);
  set_scalar64(w, op->dst, result);
  return op + 1;
}

constexpr Row control(const char* name, wave::Handler execute, CostClass cost = CostClass::kInternal) {
  return {name, Shape::kControl, execute, nullptr, LaneKind::kNone, {}, cost, 0, 0, 0};
}

constexpr Row kRows[] = {
    control("s_cbranch_g_fork", s_cbranch_g_fork, CostClass::kBranch),
    control("s_cbranch_i_fork", s_cbranch_i_fork, CostClass::kBranch),
    control("s_cbranch_join", s_cbranch_join, CostClass::kBranch),
    control("s_cbranch_cdbgsys", no_effect, CostClass::kBranch),
    control("s_cbranch_cdbguser", no_effect, CostClass::kBranch),
    control("s_cbranch_cdbgsys_or_user", no_effect, CostClass::kBranch),
    control("s_cbranch_cdbgsys_and_user", no_effect, CostClass::kBranch),
    control("s_rfe_b64", s_rfe, CostClass::kBranch),
    control("s_rfe_restore_b64", s_rfe, CostClass::kBranch),
    control("s_endpgm_saved", end_program),
    control("s_endpgm_ordered_ps_done", end_program),
    control("s_setkill", s_setkill),
    control("s_sendmsg", no_effect),
    control("s_sendmsghalt", s_sendmsghalt),
    control("s_wakeup", no_effect),
    control("s_incperflevel", no_effect),
    control("s_decperflevel", no_effect),
    control("s_ttracedata", no_effect),
    salu_row("s_quadmask_b32", s_quadmask_b32),
    salu_row("s_quadmask_b64", s_quadmask_b64),
    salu_row("s_bitreplicate_b64_b32", s_bitreplicate),
};

}  // namespace

std::span<const Row> fork_rows() { return kRows; }

}  // namespace lanewise::isa::LANEWISE_ISA_BUILD
