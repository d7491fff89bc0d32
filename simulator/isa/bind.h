// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Binding: from decoded instructions to Ops with handlers. Done once per kernel and build.

#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "simulator/isa/program.h"
#include "simulator/isa/rows.h"
#include "simulator/wave/op.h"

namespace lanewise::isa {

/// An instruction that cannot be executed, and why.
struct Unsupported {
  std::uint32_t instruction = 0;
  std::string reason;
};

struct BoundProgram {
  const HandlerTable* table = nullptr;
  /// In address order; where the decoded program has a hole, an Op that faults stands after it.
  std::vector<wave::Op> ops;
  std::vector<std::uint32_t> op_of_instruction;
  std::vector<wave::Op> modal_ops;  ///< add_modal_ops(): the same Ops for a wave in a special mode
  std::vector<const Row*> rows;  ///< per Op; nullptr for holes and unsupported instructions
  std::vector<std::uint32_t> vector_constants;  ///< 64 (or 128) copies each
  std::vector<std::uint32_t> scalar_constants;
  std::vector<wave::GeneralOperands> general;
  std::vector<Unsupported> unsupported;
  std::vector<std::uint32_t> op_of_dword;  ///< from text_begin, in the code object's address space
  std::uint64_t text_begin = 0;
  std::uint32_t entry = 0;                 ///< Op of the kernel's first instruction
  std::uint32_t memory_slots = 0;
};

struct BindOptions {
  std::uint32_t accum_offset = 256;       ///< physical register of AGPR 0
  std::uint32_t vector_registers = 512;   ///< registers of the wave; the broadcast slots follow
};

/// `direct` comes from flow::direct_loads.
[[nodiscard]] BoundProgram bind(const Program& program, const HandlerTable& table, const BindOptions& options,
                                const std::vector<bool>& direct);

/// Does an instruction of the program choose registers, jumps or modes at run time (M0, MODE, forks), so that
/// an analysis of its registers and control flow does not hold?
[[nodiscard]] bool switches_modes(const Program& program);

/// Makes the Ops for a wave in a special mode, after everything else about the Ops is settled.
void add_modal_ops(BoundProgram& bound);

}  // namespace lanewise::isa
