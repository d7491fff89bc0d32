// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Live registers by the usual backward data flow: blocks first, until nothing changes, then one walk
// through each block for the sets per instruction.
//
//   live before = reads  |  (live after  without  writes)        partial writes are reads too

#include <algorithm>
#include <bit>

#include "simulator/flow/exec_branches.h"
#include "simulator/flow/flow.h"
#include "simulator/flow/mnemonic_traits.h"

namespace lanewise::flow {
namespace {

constexpr int kWords = 11;

void step_back(RegisterSet& live, const ReadsWrites& registers) {
  for (int w = 0; w < kWords; ++w) {
    live.words[w] = (live.words[w] & ~registers.writes.words[w]) | registers.reads.words[w];
  }
}

/// Adds `from` to `to`; true if that changed it.
bool merge(RegisterSet& to, const RegisterSet& from) {
  bool changed = false;
  for (int w = 0; w < kWords; ++w) {
    const std::uint64_t joined = to.words[w] | from.words[w];
    changed = changed || joined != to.words[w];
    to.words[w] = joined;
  }
  return changed;
}

/// The graph as liveness wants it: a call returns to the instruction behind it, and branches on EXEC
/// that the compiler knows to be taken always are.
std::vector<Successors> likely_paths(const isa::Program& program, bool& lower_bound) {
  std::vector<Successors> graph = successors(program);
  for (std::uint32_t i = 0; i < graph.size(); ++i) {
    const std::uint32_t traits = mnemonic_traits(program.instructions[i].mnemonic);
    if (traits & (kDirectCall | kComputedCall)) {
      const isa::Instruction& call = program.instructions[i];
      graph[i].next[1] = program.index_of(call.address + call.size);
    }
    if (graph[i].unknown || (traits & (kIndexesRegisters | kIndexMode)) != 0) lower_bound = true;
  }
  drop_edges_of_nonzero_exec(program, graph);
  return graph;
}

/// Instructions [first, last] that run one after the other; only `last` has other successors.
struct Block {
  std::uint32_t first = 0, last = 0;
  RegisterSet live_in;
};

std::vector<Block> find_blocks(const std::vector<Successors>& graph) {
  std::vector<bool> leader(graph.size() + 1, false);
  leader[0] = true;
  for (std::uint32_t i = 0; i < graph.size(); ++i) {
    const Successors& out = graph[i];
    const bool falls_through =
        !out.unknown && out.next[0] == i + 1 && out.next[1] == isa::Program::kNoInstruction;
    if (falls_through) continue;
    leader[i + 1] = true;
    for (std::uint32_t next : out.next) {
      if (next != isa::Program::kNoInstruction) leader[next] = true;
    }
  }
  std::vector<Block> blocks;
  for (std::uint32_t i = 0; i < graph.size(); ++i) {
    if (leader[i]) blocks.push_back({i, i, {}});
    blocks.back().last = i;
  }
  return blocks;
}

class LivenessSolver {
 public:
  LivenessSolver(std::vector<Successors> graph, std::vector<ReadsWrites> registers)
      : graph_(std::move(graph)),
        registers_(std::move(registers)),
        blocks_(find_blocks(graph_)),
        block_of_(graph_.size()) {
    for (std::uint32_t b = 0; b < blocks_.size(); ++b) {
      for (std::uint32_t i = blocks_[b].first; i <= blocks_[b].last; ++i) block_of_[i] = b;
    }
  }

  /// Live sets before each instruction.
  std::vector<RegisterSet> solve() {
    iterate();
    std::vector<RegisterSet> live_in(graph_.size());
    for (const Block& block : blocks_) {
      RegisterSet live = live_out(block);
      for (std::uint32_t i = block.last + 1; i-- > block.first;) {
        step_back(live, registers_[i]);
        live_in[i] = live;
      }
    }
    return live_in;
  }

 private:
  RegisterSet live_out(const Block& block) const {
    RegisterSet live;
    for (std::uint32_t next : graph_[block.last].next) {
      if (next != isa::Program::kNoInstruction) merge(live, blocks_[block_of_[next]].live_in);
    }
    return live;
  }

  void iterate() {
    // Effect of a whole block: reads before any write, and writes.
    std::vector<ReadsWrites> effects(blocks_.size());
    std::vector<std::vector<std::uint32_t>> predecessors(blocks_.size());
    for (std::uint32_t b = 0; b < blocks_.size(); ++b) {
      for (std::uint32_t i = blocks_[b].last + 1; i-- > blocks_[b].first;) {
        step_back(effects[b].reads, registers_[i]);
        merge(effects[b].writes, registers_[i].writes);
      }
      for (std::uint32_t next : graph_[blocks_[b].last].next) {
        if (next != isa::Program::kNoInstruction) predecessors[block_of_[next]].push_back(b);
      }
    }
    std::vector<std::uint32_t> work(blocks_.size());
    for (std::uint32_t b = 0; b < blocks_.size(); ++b) work[b] = b;  // taken from the back: last block first
    std::vector<bool> queued(blocks_.size(), true);
    while (!work.empty()) {
      const std::uint32_t b = work.back();
      work.pop_back();
      queued[b] = false;
      RegisterSet live = live_out(blocks_[b]);
      step_back(live, effects[b]);
      if (!merge(blocks_[b].live_in, live)) continue;
      for (std::uint32_t before : predecessors[b]) {
        if (!queued[before]) work.push_back(before);
        queued[before] = true;
      }
    }
  }

  std::vector<Successors> graph_;
  std::vector<ReadsWrites> registers_;
  std::vector<Block> blocks_;
  std::vector<std::uint32_t> block_of_;
};

std::uint16_t count_words(const RegisterSet& set, std::uint32_t first_word, std::uint32_t words) {
  int count = 0;
  for (std::uint32_t w = first_word; w < first_word + words; ++w) count += std::popcount(set.words[w]);
  return static_cast<std::uint16_t>(count);
}

LiveCount count_live(const RegisterSet& live) {
  // SGPRs 64..101 and VCC (106, 107) in the second scalar word; not flat_scratch, xnack_mask, M0, EXEC.
  constexpr std::uint64_t kUpperSgprs = ((1ull << (102 - 64)) - 1) | (3ull << (106 - 64));
  const int sgprs = std::popcount(live.words[8]) + std::popcount(live.words[9] & kUpperSgprs);
  return {count_words(live, 0, 4), count_words(live, 4, 4), static_cast<std::uint16_t>(sgprs)};
}

}  // namespace

Liveness liveness(const isa::Program& program) {
  Liveness result;
  if (program.instructions.empty()) return result;
  std::vector<ReadsWrites> registers;
  registers.reserve(program.instructions.size());
  for (const isa::Instruction& instruction : program.instructions)
    registers.push_back(registers_of(instruction));

  LivenessSolver solver(likely_paths(program, result.lower_bound), std::move(registers));
  result.live_in = solver.solve();
  result.counts.reserve(result.live_in.size());
  std::uint32_t most = 0;
  for (std::uint32_t i = 0; i < result.live_in.size(); ++i) {
    result.counts.push_back(count_live(result.live_in[i]));
    const std::uint32_t total = std::uint32_t{result.counts[i].vgprs} + result.counts[i].agprs;
    if (total > most) {
      most = total;
      result.peak = i;
    }
  }
  return result;
}

}  // namespace lanewise::flow
