// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A forward data flow with one bit per instruction: EXEC is not zero, or may be. It starts with "not
// zero" everywhere that is reached and only ever weakens, and follows just the edges that are possible
// so far; edges never followed are dropped at the end.

#include "simulator/flow/exec_branches.h"

#include <array>

#include "simulator/flow/mnemonic_traits.h"

namespace lanewise::flow {
namespace {

constexpr std::uint32_t kNone = isa::Program::kNoInstruction;
constexpr std::uint32_t kExecLow = kFirstScalar + 126;

enum class Exec : std::uint8_t { kUnreached, kNonzero, kMaybeZero };

class ExecFlow {
 public:
  ExecFlow(const isa::Program& program, std::vector<Successors>& graph)
      : program_(program), graph_(graph), before_(graph.size(), Exec::kUnreached), used_(graph.size()) {}

  void run() {
    for (std::uint32_t entry : entries()) reach(entry, Exec::kNonzero);
    while (!work_.empty()) {
      const std::uint32_t at = work_.back();
      work_.pop_back();
      leave(at);
    }
    for (std::size_t i = 0; i < graph_.size(); ++i) {
      const std::uint32_t traits = mnemonic_traits(program_.instructions[i].mnemonic);
      if ((traits & (kBranchesOnExecZero | kBranchesOnExecNonzero)) == 0 || before_[i] == Exec::kUnreached)
        continue;
      for (std::size_t edge = 0; edge < 2; ++edge) {
        if (!used_[i][edge]) graph_[i].next[edge] = kNone;
      }
    }
  }

 private:
  /// The kernel's entry and whatever no direct edge reaches: functions.
  std::vector<std::uint32_t> entries() const {
    std::vector<bool> has_predecessor(graph_.size(), false);
    for (const Successors& out : graph_) {
      for (std::uint32_t next : out.next) {
        if (next != kNone) has_predecessor[next] = true;
      }
    }
    std::vector<std::uint32_t> found;
    for (std::uint32_t i = 0; i < graph_.size(); ++i) {
      if (!has_predecessor[i] || program_.instructions[i].address == program_.entry) found.push_back(i);
    }
    return found;
  }

  void reach(std::uint32_t at, Exec state) {
    const bool weaker = state == Exec::kMaybeZero && before_[at] != Exec::kMaybeZero;
    if (before_[at] != Exec::kUnreached && !weaker) return;
    before_[at] = state;
    work_.push_back(at);
  }

  void leave(std::uint32_t at) {
    const isa::Instruction& instruction = program_.instructions[at];
    const std::uint32_t traits = mnemonic_traits(instruction.mnemonic);
    const bool maybe_zero = before_[at] == Exec::kMaybeZero;
    // Edge 0 falls through, edge 1 jumps.
    if (traits & kBranchesOnExecZero) {
      follow(at, 0, Exec::kNonzero);
      if (maybe_zero) follow(at, 1, Exec::kMaybeZero);
    } else if (traits & kBranchesOnExecNonzero) {
      follow(at, 1, Exec::kNonzero);
      if (maybe_zero) follow(at, 0, Exec::kMaybeZero);
    } else {
      const Exec after = after_write(instruction, traits, before_[at]);
      follow(at, 0, after);
      follow(at, 1, after);
    }
  }

  static Exec after_write(const isa::Instruction& instruction, std::uint32_t traits, Exec before) {
    const ReadsWrites registers = registers_of(instruction);
    if (!registers.writes.test(kExecLow)) return before;
    const isa::Operand* source = instruction.find(isa::Role::kSrc0);
    const bool moves_zero =
        source != nullptr && source->kind == isa::OperandKind::kConstant && source->value == 0;
    return (traits & kGivesLanesBack) != 0 && !moves_zero ? Exec::kNonzero : Exec::kMaybeZero;
  }

  void follow(std::uint32_t at, std::size_t edge, Exec state) {
    const std::uint32_t next = graph_[at].next[edge];
    if (next == kNone) return;
    used_[at][edge] = true;
    reach(next, state);
  }

  const isa::Program& program_;
  std::vector<Successors>& graph_;
  std::vector<Exec> before_;
  std::vector<std::array<bool, 2>> used_;
  std::vector<std::uint32_t> work_;
};

}  // namespace

void drop_edges_of_nonzero_exec(const isa::Program& program, std::vector<Successors>& graph) {
  ExecFlow(program, graph).run();
}

}  // namespace lanewise::flow
