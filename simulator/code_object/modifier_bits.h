// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Modifier fields of vector and memory instructions, read from the instruction words:
//
//   VOP3    word 0: [8:10] abs, [11:14] op_sel, [15] clamp      word 1: [27:28] omod, [29:31] neg
//   VOP3P   word 0: [8:10] neg_hi, [11:13] op_sel, [14] op_sel_hi of src2, [15] clamp
//           word 1: [27:28] op_sel_hi, [29:31] neg_lo
//   MAI     word 0: [8:10] cbsz, [11:14] abid                   word 1: [29:31] blgp
//
// Which of them an instruction has is said by its field list: a field that is absent there stays at
// its default. Source: CDNA3/CDNA4 ISA manuals, "Microcode formats".

#pragma once

#include "simulator/code_object/role_table.h"
#include "simulator/code_object/word_check.h"
#include "simulator/isa/instruction.h"

namespace lanewise::code_object {

[[nodiscard]] isa::VectorModifiers vector_modifiers(const Words& words, const OpcodeRow& row,
                                                    const FieldList& fields);

/// Offsets, enables and format; the cache policy comes as LLVM's operand (CPol bits).
[[nodiscard]] isa::MemoryFields memory_fields(const Words& words, const OpcodeRow& row,
                                              const FieldList& fields);

}  // namespace lanewise::code_object
