// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Registers come from flow::registers_of, counters from flow::counters_of. Capacities: vmcnt counts to 63,
// lgkmcnt to 15; one more operation cannot issue before the oldest has completed.

#include "simulator/trace/result_schedule.h"

#include "simulator/flow/flow.h"

namespace lanewise::trace {
namespace {

constexpr std::uint16_t kSccCode = 253;
constexpr std::uint16_t kLongestRun = 64;
constexpr std::size_t kVmCapacity = 63;
constexpr std::size_t kLgkmCapacity = 15;

void add_runs(const flow::RegisterSet& set, std::uint32_t begin, std::uint32_t end,
              std::vector<RegisterRun>& runs) {
  const bool scalar = begin >= flow::kFirstScalar;
  for (std::uint32_t bit = begin; bit < end; ++bit) {
    if (!set.test(bit)) continue;
    const auto number = static_cast<std::uint16_t>(scalar ? bit - flow::kFirstScalar : bit);
    const bool continues = bit > begin && set.test(bit - 1) && runs.back().count < kLongestRun;
    if (continues) {
      ++runs.back().count;
    } else {
      runs.push_back({scalar, number, 1});
    }
  }
}

std::vector<RegisterRun> runs_of(const flow::RegisterSet& writes) {
  std::vector<RegisterRun> runs;
  add_runs(writes, 0, flow::kFirstAgpr, runs);
  add_runs(writes, flow::kFirstAgpr, flow::kFirstScalar, runs);
  add_runs(writes, flow::kFirstScalar, flow::kScc, runs);
  if (writes.test(flow::kScc)) runs.push_back({true, kSccCode, 1});
  return runs;
}

}  // namespace

ResultFacts::ResultFacts(const isa::Program& program) {
  const isa::MnemonicId waitcnt = isa::find_mnemonic("s_waitcnt");
  for (const isa::Instruction& instruction : program.instructions) {
    Instruction& facts = instructions_.emplace_back();
    facts.runs = runs_of(flow::registers_of(instruction).writes);
    const flow::Counters counters = flow::counters_of(instruction);
    facts.vm = counters.vm;
    facts.scalar_memory = counters.scalar;
    facts.lds = counters.lgkm && !counters.scalar;
    if (instruction.mnemonic == waitcnt && instruction.encoding == isa::Encoding::kSopp) {
      const flow::WaitCount wait =
          flow::decode_waitcnt(static_cast<std::uint32_t>(instruction.immediate) & 0xffff);
      facts.wait = true;
      facts.wait_vm = wait.vm;
      facts.wait_lgkm = wait.lgkm;
    }
  }
}

std::vector<RegisterRun> ResultSchedule::after(std::uint32_t instruction) {
  const ResultFacts::Instruction& facts = (*facts_)[instruction];
  if (!facts.vm && !facts.lds && !facts.scalar_memory && !facts.wait) return facts.runs;
  std::vector<RegisterRun> runs;
  if (facts.wait) {
    retire(vm_, facts.wait_vm, runs);
    retire(lds_, facts.wait_lgkm, runs);
    if (facts.wait_lgkm == 0) retire(scalar_, 0, runs);
    return runs;
  }
  if (facts.vm) vm_.push_back(instruction);
  if (facts.lds) lds_.push_back(instruction);
  if (facts.scalar_memory) scalar_.push_back(instruction);
  retire(vm_, kVmCapacity, runs);
  retire(lds_, kLgkmCapacity, runs);
  return runs;
}

void ResultSchedule::retire(std::deque<std::uint32_t>& queue, std::size_t keep,
                            std::vector<RegisterRun>& runs) {
  for (; queue.size() > keep; queue.pop_front()) {
    const auto& loaded = (*facts_)[queue.front()].runs;
    runs.insert(runs.end(), loaded.begin(), loaded.end());
  }
}

}  // namespace lanewise::trace
