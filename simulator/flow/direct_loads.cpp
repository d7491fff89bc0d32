// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loads that may write their registers at issue. From each load a forward search follows every path
// and carries how many younger operations of the same counter were issued since:
//
//   load ──▶ ... ──▶ s_waitcnt that covers it: path is good
//             ├────▶ something reads or writes the destination: not direct
//             ├────▶ computed jump: cannot follow, not direct
//             └────▶ s_endpgm: good, the result is dropped anyway
//
// A wait for N covers a load with at least N younger operations, because each counter retires in issue
// order; when the counter's capacity is reached the load has retired too. Of two paths that meet, the
// one with fewer younger operations is the worse, so each instruction is visited again only with fewer.
//
// What surprises: a load that overwrites the destination of an older, still pending load is not direct
// either, for the older one is then delivered at its wait and must not land on top of the younger.

#include <algorithm>
#include <array>

#include "simulator/flow/flow.h"
#include "simulator/flow/mnemonic_traits.h"

namespace lanewise::flow {
namespace {

/// Which counter retires a load, and how.
enum class Retirement : std::uint8_t { kNone, kVectorMemory, kLds, kScalar, kFlat };

constexpr std::uint8_t kVectorMemoryCapacity = 63, kLdsCapacity = 15;

/// One instruction as the search sees it.
struct Step {
  RegisterSet writes, touches;
  Successors next;
  WaitCount wait;
  bool waits = false;
  bool loads = false;
  Retirement retirement = Retirement::kNone;  // of the queue it surely occupies until it retires
};

Retirement retirement_of(const Counters& counters) {
  if (counters.vm && counters.lgkm) return Retirement::kFlat;
  if (counters.vm) return Retirement::kVectorMemory;
  if (counters.scalar) return Retirement::kScalar;
  return counters.lgkm ? Retirement::kLds : Retirement::kNone;
}

std::vector<Step> make_steps(const isa::Program& program) {
  const std::vector<Successors> graph = successors(program);
  std::vector<Step> steps(graph.size());
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const isa::Instruction& instruction = program.instructions[i];
    const std::uint32_t traits = mnemonic_traits(instruction.mnemonic);
    const ReadsWrites registers = registers_of(instruction);
    const Counters counters = counters_of(instruction);
    Step& step = steps[i];
    step.writes = registers.writes;
    step.touches = registers.writes;
    for (std::size_t w = 0; w < std::size(step.touches.words); ++w)
      step.touches.words[w] |= registers.reads.words[w];
    step.next = graph[i];
    step.waits = (traits & kWait) != 0;
    if (step.waits) step.wait = decode_waitcnt(static_cast<std::uint32_t>(instruction.immediate));
    step.loads = counters.load;
    // Messages and cache invalidates are not counted as younger operations: LLVM leaves the latter out
    // of vmcnt, and counting less is the safe side.
    const bool surely_counts = (traits & (kMessage | kCacheInvalidate)) == 0;
    step.retirement = surely_counts ? retirement_of(counters) : Retirement::kNone;
  }
  return steps;
}

/// The search from one load after the other. `State` is the number of younger operations, for flat
/// loads the set of counters already seen at zero (1 vmcnt, 2 lgkmcnt).
class DirectLoadSearch {
 public:
  explicit DirectLoadSearch(std::vector<Step> steps)
      : steps_(std::move(steps)), direct_(steps_.size(), false), visit_(steps_.size()) {}

  std::vector<bool> run() {
    for (std::uint32_t i = 0; i < steps_.size(); ++i) direct_[i] = steps_[i].loads;
    for (std::uint32_t i = 0; i < steps_.size(); ++i) {
      if (steps_[i].loads) search(i);
    }
    for (std::uint32_t i = 0; i < steps_.size(); ++i) {
      if (steps_[i].loads && steps_[i].writes.intersects(escaped_)) direct_[i] = false;
    }
    return direct_;
  }

 private:
  using State = std::uint8_t;

  struct Visit {
    std::uint32_t load = 0;    // the search, by load index + 1, that wrote `states`
    State fewest = 0;          // fewest younger operations seen
    std::uint8_t flat_states = 0;  // flat: bit per state seen
  };
  struct Pending {
    std::uint32_t index;
    State state;
  };

  void search(std::uint32_t load) {
    load_ = load;
    note_destination(steps_[load].writes);
    pending_.clear();
    push_successors(load, 0);
    while (!pending_.empty()) {
      const Pending at = pending_.back();
      pending_.pop_back();
      if (first_visit(at)) follow(at);
    }
  }

  /// The words of the destination that are not empty: two at most for a load.
  void note_destination(const RegisterSet& destination) {
    destination_words_ = 0;
    for (std::size_t w = 0; w < std::size(destination.words); ++w) {
      if (destination.words[w] == 0) continue;
      destination_[destination_words_++] = {w, destination.words[w]};
    }
  }

  bool meets_destination(const RegisterSet& set) const {
    for (std::size_t i = 0; i < destination_words_; ++i) {
      if (set.words[destination_[i].word] & destination_[i].mask) return true;
    }
    return false;
  }

  bool first_visit(const Pending& at) {
    Visit& visit = visit_[at.index];
    const bool flat = steps_[load_].retirement == Retirement::kFlat;
    if (visit.load != load_ + 1) {
      visit = {load_ + 1, at.state, static_cast<std::uint8_t>(flat ? 1u << at.state : 0u)};
      return true;
    }
    if (!flat) {
      if (visit.fewest <= at.state) return false;
      visit.fewest = at.state;
      return true;
    }
    for (State seen = 0; seen < 4; ++seen) {  // having seen fewer zero waits is worse
      if (((visit.flat_states >> seen) & 1) != 0 && (seen & at.state) == seen) return false;
    }
    visit.flat_states = static_cast<std::uint8_t>(visit.flat_states | 1u << at.state);
    return true;
  }

  void follow(const Pending& at) {
    const Step& step = steps_[at.index];
    if (meets_destination(step.touches)) {
      direct_[load_] = false;
      if (step.loads && meets_destination(step.writes)) direct_[at.index] = false;
    }
    if (step.next.unknown) {
      direct_[load_] = false;
      for (std::size_t i = 0; i < destination_words_; ++i)
        escaped_.words[destination_[i].word] |= destination_[i].mask;
      return;
    }
    State state = at.state;
    if (retired_by(step, state)) return;
    push_successors(at.index, state);
  }

  /// True if the load has retired once `step` has been issued; else updates the state.
  bool retired_by(const Step& step, State& state) const {
    switch (steps_[load_].retirement) {
      case Retirement::kVectorMemory:
        if (step.waits) return step.wait.vm <= state;
        return step.retirement == Retirement::kVectorMemory && ++state >= kVectorMemoryCapacity;
      case Retirement::kLds:
        if (step.waits) return step.wait.lgkm <= state;
        return step.retirement == Retirement::kLds && ++state >= kLdsCapacity;
      case Retirement::kScalar: return step.waits && step.wait.lgkm == 0;
      case Retirement::kFlat:
        if (step.waits && step.wait.vm == 0) state |= 1;
        if (step.waits && step.wait.lgkm == 0) state |= 2;
        return state == 3;
      case Retirement::kNone: break;
    }
    return false;
  }

  void push_successors(std::uint32_t index, State state) {
    for (std::uint32_t next : steps_[index].next.next) {
      if (next != isa::Program::kNoInstruction) pending_.push_back({next, state});
    }
  }

  struct DestinationWord {
    std::size_t word = 0;
    std::uint64_t mask = 0;
  };

  std::vector<Step> steps_;
  std::vector<bool> direct_;
  std::vector<Visit> visit_;
  std::vector<Pending> pending_;
  std::array<DestinationWord, 11> destination_{};
  std::size_t destination_words_ = 0;
  RegisterSet escaped_;  // destinations of loads that a computed jump carries out of sight
  std::uint32_t load_ = 0;
};

}  // namespace

std::vector<bool> direct_loads(const isa::Program& program) {
  const auto indexes_vgprs = [](const isa::Instruction& instruction) {
    return (mnemonic_traits(instruction.mnemonic) & kIndexMode) != 0;
  };
  // In index mode any VALU operand may be any VGPR.
  if (std::any_of(program.instructions.begin(), program.instructions.end(), indexes_vgprs)) {
    return std::vector<bool>(program.instructions.size(), false);
  }
  return DirectLoadSearch(make_steps(program)).run();
}

}  // namespace lanewise::flow
