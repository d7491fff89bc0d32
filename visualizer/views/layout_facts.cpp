// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Gathering the facts of the layout view, and their plain text form.

#include "visualizer/views/layout_facts.h"

#include <fmt/format.h>

#include <algorithm>

#include "visualizer/views/program_facts.h"

namespace lanewise::views {
namespace {

bool is_matrix_instruction(const isa::Program& program, std::uint32_t index) {
  const std::string_view name = mnemonic_of(program, index);
  return name.starts_with("v_mfma_") || name.starts_with("v_smfmac_");
}

/// First instruction of the name; with an empty name the first matrix instruction.
std::optional<std::uint32_t> first_use(const isa::Program& program, std::string_view mnemonic) {
  for (std::uint32_t i = 0; i < program.instructions.size(); ++i) {
    if (mnemonic.empty() ? is_matrix_instruction(program, i) : mnemonic_of(program, i) == mnemonic) return i;
  }
  return std::nullopt;
}

LayoutSelection choose(const MatrixForm& form, const Selection& selection) {
  LayoutSelection chosen{form, Matrix::kA, {}};
  if (selection.operand == 'B') chosen.matrix = Matrix::kB;
  if (selection.operand == 'D') chosen.matrix = Matrix::kD;
  const Extent size = extent(form, chosen.matrix);
  // Unless told otherwise an element off the diagonal, so that rows and columns are not mistaken.
  chosen.element = {std::min(selection.block.value_or(0), form.blocks - 1),
                    std::min(selection.row.value_or(5), size.rows - 1),
                    std::min(selection.column.value_or(6), size.columns - 1)};
  return chosen;
}

std::string operand_registers(const isa::Instruction& instruction, Matrix matrix) {
  const isa::Role role = matrix == Matrix::kA   ? isa::Role::kSrc0
                         : matrix == Matrix::kB ? isa::Role::kSrc1
                                                : isa::Role::kVdst;
  const isa::Operand* operand = instruction.find(role);
  if (operand == nullptr) return "-";
  const char letter = operand->kind == isa::OperandKind::kAgpr ? 'a' : 'v';
  if (operand->dwords <= 1) return fmt::format("{}{}", letter, operand->index);
  return fmt::format("{}[{}:{}]", letter, operand->index, operand->index + operand->dwords - 1);
}

std::string held_per_lane(const MatrixForm& form, Matrix matrix) {
  const std::uint32_t registers = registers_per_lane(form, matrix);
  return fmt::format("{} in {} register{}", elements_per_lane(form, matrix), registers,
                     registers == 1 ? "" : "s");
}

}  // namespace

LayoutFacts layout_facts(const ViewInput& input) {
  LayoutFacts facts;
  const Selection& selection = input.selection;
  facts.trace = input.traces[0];
  const isa::Program& program = facts.trace->program;
  if (selection.mnemonic.empty() && selection.instruction &&
      *selection.instruction < program.instructions.size() &&
      is_matrix_instruction(program, *selection.instruction)) {
    facts.instruction = selection.instruction;
  }
  for (std::size_t t = 0; t < input.traces.size() && !facts.instruction; ++t) {
    facts.instruction = first_use(input.traces[t]->program, selection.mnemonic);
    if (facts.instruction) facts.trace = input.traces[t];
  }
  facts.mnemonic = selection.mnemonic;
  if (facts.instruction) facts.mnemonic = std::string(mnemonic_of(facts.trace->program, *facts.instruction));
  for (std::uint32_t i = 0; i < facts.trace->program.instructions.size(); ++i) {
    facts.uses += !facts.mnemonic.empty() && mnemonic_of(facts.trace->program, i) == facts.mnemonic;
  }
  if (const std::optional<MatrixForm> form = matrix_form(facts.mnemonic))
    facts.selected = choose(*form, selection);
  return facts;
}

std::vector<FactLine> fact_lines(const LayoutFacts& facts) {
  if (!facts.selected) return {};
  const MatrixForm& form = facts.selected->form;
  std::vector<FactLine> lines = {
      {"M \u00d7 N \u00d7 K", fmt::format("{} \u00d7 {} \u00d7 {}", form.m, form.n, form.k)}};
  if (form.blocks > 1)
    lines.push_back({"block", fmt::format("{} of {}", facts.selected->element.block, form.blocks)});
  lines.push_back({"A per lane", held_per_lane(form, Matrix::kA)});
  lines.push_back({"B per lane", held_per_lane(form, Matrix::kB)});
  lines.push_back({"D per lane", held_per_lane(form, Matrix::kD)});
  if (!facts.instruction) return lines;
  const isa::Instruction& instruction = facts.trace->program.instructions[*facts.instruction];
  lines.push_back({"A in this kernel", operand_registers(instruction, Matrix::kA)});
  lines.push_back({"B in this kernel", operand_registers(instruction, Matrix::kB)});
  lines.push_back({"D in this kernel", operand_registers(instruction, Matrix::kD)});
  lines.push_back({"source", short_place(facts.trace->program, *facts.instruction)});
  lines.push_back({"uses in the kernel", fmt::format("{}", facts.uses)});
  return lines;
}

std::string path_text(const LayoutSelection& s) {
  const Place place = place_of(s.form, s.matrix, s.element);
  return fmt::format("{}[{}][{}] \u2192 lane {}, {}", matrix_letter(s.matrix), s.element.row,
                     s.element.column, place.lane, register_name(place));
}

std::string layout_facts_text(const ViewInput& input) {
  const LayoutFacts facts = layout_facts(input);
  std::string out = "Where is element (i, k)?\n\n";
  if (facts.mnemonic.empty()) return out + "no MFMA instruction in this kernel\n";
  out += facts.mnemonic + "\n";
  if (!facts.selected) return out + "the layout of this instruction is not known to this view\n";
  const LayoutSelection& s = *facts.selected;
  for (const FactLine& fact : fact_lines(facts)) out += fmt::format("{}: {}\n", fact.name, fact.value);
  out += fmt::format("layout: {}\n",
                     s.form.only_gfx950 ? "derived from the rule of the gfx942 forms" : "documented");
  for (const Matrix matrix : {Matrix::kA, Matrix::kB, Matrix::kD}) {
    out += fmt::format("rule of {}: {}\n", matrix_letter(matrix), rule_text(s.form, matrix));
  }
  out +=
      fmt::format("selected: {}\n\n{}, row by row, lane:register\n", path_text(s), matrix_letter(s.matrix));
  const Extent size = extent(s.form, s.matrix);
  for (std::uint32_t r = 0; r < size.rows; ++r) {
    for (std::uint32_t c = 0; c < size.columns; ++c) {
      const Place place = place_of(s.form, s.matrix, {s.element.block, r, c});
      out += fmt::format("{}{}:{}", c == 0 ? "" : " ", place.lane, register_name(place));
    }
    out += '\n';
  }
  return out;
}

}  // namespace lanewise::views
