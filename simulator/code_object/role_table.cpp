// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The generated role table and its lookup. Regenerate role_table.inc with the CMake target
// lanewise_role_table_update after a change of LLVM.

#include "simulator/code_object/role_table.h"

#include <algorithm>

namespace lanewise::code_object {
namespace {

using enum Field;
using isa::Encoding;
using isa::Form;

#include "simulator/code_object/role_table.inc"

}  // namespace

std::span<const OpcodeRow> opcode_rows() { return kOpcodeRows; }
std::span<const FieldList> field_lists() { return kFieldLists; }

const OpcodeRow* find_opcode_row(std::string_view opcode) {
  const std::span<const OpcodeRow> rows = opcode_rows();
  const auto row = std::ranges::lower_bound(rows, opcode, {}, &OpcodeRow::opcode);
  return row != rows.end() && row->opcode == opcode ? &*row : nullptr;
}

}  // namespace lanewise::code_object
