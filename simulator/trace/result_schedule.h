// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which registers of the chosen wave to record after each instruction. An ALU instruction's results are
// there at once. A load's registers are recorded at the s_waitcnt that covers it (or where the counter's
// capacity forces it to complete), not at the load: before that, no correct program may look at them, and
// the simulator may still hold their values back.
//
//   global_load v[0:3] ─▶ vector queue ──────────┐
//   ds_read v4         ─▶ LDS queue ─────────┐   │
//   s_load s[0:7]      ─▶ scalar list ────┐  │   │
//   s_waitcnt vmcnt(n) lgkmcnt(m)  ◀── record all but the youngest n / m; scalars only at lgkmcnt(0)

#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <vector>

#include "simulator/isa/program.h"

namespace lanewise::trace {

/// Consecutive registers that one instruction writes.
struct RegisterRun {
  bool scalar = false;
  std::uint16_t first = 0;  ///< unified vector index, or scalar operand code (253 = SCC)
  std::uint16_t count = 0;
};

/// Static facts per instruction, shared by all shards.
class ResultFacts {
 public:
  explicit ResultFacts(const isa::Program& program);

  struct Instruction {
    std::vector<RegisterRun> runs;
    bool vm = false, lds = false, scalar_memory = false;  ///< queues it enters
    bool wait = false;                                    ///< s_waitcnt
    std::uint8_t wait_vm = 0, wait_lgkm = 0;
  };
  [[nodiscard]] const Instruction& operator[](std::uint32_t index) const { return instructions_[index]; }

 private:
  std::vector<Instruction> instructions_;
};

class ResultSchedule {
 public:
  explicit ResultSchedule(std::shared_ptr<const ResultFacts> facts) : facts_(std::move(facts)) {}

  /// Registers to record after this instruction, in the order in which they became valid.
  [[nodiscard]] std::vector<RegisterRun> after(std::uint32_t instruction);

 private:
  void retire(std::deque<std::uint32_t>& queue, std::size_t keep, std::vector<RegisterRun>& runs);

  std::shared_ptr<const ResultFacts> facts_;
  std::deque<std::uint32_t> vm_, lds_, scalar_;  // instructions under way, oldest first
};

}  // namespace lanewise::trace
