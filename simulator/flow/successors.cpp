// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The control-flow graph. Instructions lie in address order, but the next index follows only if it
// starts where this instruction ends: between functions, and before undecodable words, it does not.

#include "simulator/flow/flow.h"
#include "simulator/flow/mnemonic_traits.h"

namespace lanewise::flow {
namespace {

std::uint32_t following(const isa::Program& program, std::uint32_t index) {
  const isa::Instruction& instruction = program.instructions[index];
  const std::size_t next = std::size_t{index} + 1;
  if (next >= program.instructions.size()) return isa::Program::kNoInstruction;
  if (program.instructions[next].address != instruction.address + instruction.size)
    return isa::Program::kNoInstruction;
  return static_cast<std::uint32_t>(next);
}

}  // namespace

std::vector<Successors> successors(const isa::Program& program) {
  std::vector<Successors> graph(program.instructions.size());
  for (std::uint32_t i = 0; i < graph.size(); ++i) {
    const isa::Instruction& instruction = program.instructions[i];
    const std::uint32_t traits = mnemonic_traits(instruction.mnemonic);
    Successors& out = graph[i];
    if (traits & kEnd) continue;
    if (traits & (kComputedJump | kComputedCall)) {
      out.unknown = true;
    } else if (traits & (kJump | kDirectCall)) {
      out.next[0] = program.index_of(instruction.branch_target);
    } else if (traits & kConditionalJump) {
      out.next[0] = following(program, i);
      out.next[1] = program.index_of(instruction.branch_target);
    } else {
      out.next[0] = following(program, i);
    }
  }
  return graph;
}

}  // namespace lanewise::flow
