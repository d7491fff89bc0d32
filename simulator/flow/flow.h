// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Data-flow facts about a decoded kernel, found without running it: its control-flow graph, the
// registers that are live at each instruction, and which loads may write their registers at once.

#pragma once

#include <cstdint>
#include <vector>

#include "simulator/isa/program.h"

namespace lanewise::flow {

/// Successors of an instruction by index. `unknown` = leaves through a computed address (s_setpc_b64,
/// s_swappc_b64): any function may follow. s_call_b64 goes to its target; its return is the callee's
/// s_setpc_b64. s_endpgm and instructions before undecodable words have no successor.
struct Successors {
  std::uint32_t next[2] = {isa::Program::kNoInstruction, isa::Program::kNoInstruction};
  bool unknown = false;
};
[[nodiscard]] std::vector<Successors> successors(const isa::Program& program);

/// Registers read and written by one instruction as bit sets over the unified numbering
/// 0..255 VGPR, 256..511 AGPR, 512..639 scalar operand codes 0..127, 640 SCC.
struct RegisterSet {
  std::uint64_t words[11] = {};
  void add(std::uint32_t bit) { words[bit >> 6] |= 1ull << (bit & 63); }
  void add_range(std::uint32_t first, std::uint32_t count) {
    for (std::uint32_t i = 0; i < count; ++i) add(first + i);
  }
  [[nodiscard]] bool test(std::uint32_t bit) const { return (words[bit >> 6] >> (bit & 63)) & 1; }
  [[nodiscard]] bool intersects(const RegisterSet& other) const {
    for (int i = 0; i < 11; ++i)
      if (words[i] & other.words[i]) return true;
    return false;
  }
};
inline constexpr std::uint32_t kFirstAgpr = 256;
inline constexpr std::uint32_t kFirstScalar = 512;
inline constexpr std::uint32_t kScc = 640;

struct ReadsWrites {
  RegisterSet reads, writes;
  /// The old value survives in part by form (d16 load, op_sel half, SDWA preserve, DPP with lanes left
  /// out, v_writelane, s_cmov); then `reads` holds the destination too. EXEC is not considered.
  bool partial_write = false;
};
[[nodiscard]] ReadsWrites registers_of(const isa::Instruction& instruction);

/// Live registers *before* each instruction. VALU writes are masked by EXEC: a write ends a live range
/// only as the compiler's own allocation treats it, i.e. VGPR writes are taken as full writes unless
/// they are partial by form.
struct LiveCount {
  std::uint16_t vgprs = 0, agprs = 0, sgprs = 0;
};
struct Liveness {
  std::vector<LiveCount> counts;       ///< one per instruction
  std::vector<RegisterSet> live_in;    ///< one per instruction
  std::uint32_t peak = 0;              ///< instruction with most live VGPRs + AGPRs
  /// The program has computed jumps or indexed registers: what their targets read is not known, so the
  /// counts are lower bounds. A call is taken to return to the next instruction.
  bool lower_bound = false;
};
/// `sgprs` counts SGPRs 0..101 and VCC.
[[nodiscard]] Liveness liveness(const isa::Program& program);

/// For each instruction: true if it is a load (vector or scalar memory, LDS) whose destination no path
/// touches before the s_waitcnt that covers it. Such a load may write its registers at issue without
/// any program being able to tell. Conservative: false when a path cannot be followed.
[[nodiscard]] std::vector<bool> direct_loads(const isa::Program& program);

/// Which counters a memory instruction increments.
struct Counters {
  bool vm = false;    ///< vmcnt
  bool lgkm = false;  ///< lgkmcnt
  bool scalar = false;  ///< SMEM: lgkmcnt, returns out of order
  bool load = false;    ///< writes registers
};
[[nodiscard]] Counters counters_of(const isa::Instruction& instruction);

/// Fields of s_waitcnt's SIMM16 (gfx9 layout: [3:0]+[15:14] vmcnt, [6:4] expcnt, [11:8] lgkmcnt).
struct WaitCount {
  std::uint8_t vm = 63, exp = 7, lgkm = 15;
};
[[nodiscard]] constexpr WaitCount decode_waitcnt(std::uint32_t simm16) {
  return {static_cast<std::uint8_t>((simm16 & 15) | ((simm16 >> 10) & 0x30)),
          static_cast<std::uint8_t>((simm16 >> 4) & 7), static_cast<std::uint8_t>((simm16 >> 8) & 15)};
}

}  // namespace lanewise::flow
