// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Counts LDS array cycles and bank conflicts of a whole dispatch, per DS instruction and in total, under
// rocprof's names SQ_LDS_IDX_ACTIVE and SQ_LDS_BANK_CONFLICT. The rule is lds::count; this file only feeds
// it with executed accesses.
//
// What is counted: DS instructions with a shape (ds_access.h), once per wave instruction; the two-address
// forms as two accesses. Phases are spent whatever lanes are active. Not counted, since no rule is known:
// what LDS-DMA writes into LDS, flat instructions that land in LDS, ds_append and ds_consume.

#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "simulator/engine/observer.h"
#include "simulator/isa/program.h"
#include "simulator/lds/count_memo.h"
#include "simulator/lds/ds_access.h"
#include "simulator/trace/trace.h"

namespace lanewise::lds {

class ConflictObserver final : public engine::Observer {
 public:
  explicit ConflictObserver(const isa::Program& program);

  [[nodiscard]] std::unique_ptr<engine::Observer> shard() const override;
  void merge(engine::Observer& shard) override;
  void on_instruction(const engine::WaveView& wave, const engine::InstructionEvent& event) override;

  [[nodiscard]] std::uint64_t active_cycles() const;    ///< SQ_LDS_IDX_ACTIVE
  [[nodiscard]] std::uint64_t conflict_cycles() const;  ///< SQ_LDS_BANK_CONFLICT
  /// The instructions that executed at least once, ascending.
  [[nodiscard]] std::vector<trace::LdsInstructionCount> per_instruction() const;
  /// Puts per_instruction() into trace.lds and adds the two totals to trace.counters.
  void fill(trace::Trace& trace) const;

 private:
  struct Site {  // one DS instruction of the program
    Access access;
    std::uint32_t instruction = 0;
  };
  struct Sum {
    std::uint64_t executions = 0;
    std::uint64_t active_cycles = 0;
    std::uint64_t conflict_cycles = 0;
  };
  struct Layout {
    std::vector<Site> sites;
    std::vector<std::uint32_t> site_of;  // instruction index → index in `sites`, or kNoSite
  };
  static constexpr std::uint32_t kNoSite = 0xffffffff;

  explicit ConflictObserver(std::shared_ptr<const Layout> layout);
  void add(std::uint32_t memo, const std::uint64_t* addresses, std::uint64_t exec);

  std::shared_ptr<const Layout> layout_;
  std::vector<Sum> sums_;         // one per site
  std::vector<CountMemo> memos_;  // two per site: first and second address
};

}  // namespace lanewise::lds
