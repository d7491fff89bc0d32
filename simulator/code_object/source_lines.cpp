// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Joins the line table with a decoded program. Line tables only (-gline-tables-only) are enough. What
// surprises: line 0 means "compiler-made code", which is passed on as unknown.

#include "simulator/code_object/source_lines.h"

#include <map>
#include <string>

#include "simulator/code_object/elf_file.h"
#include "simulator/code_object/line_table.h"
#include "simulator/diagnostics/error.h"

namespace lanewise::code_object {
namespace {

LineTable line_table_of(const CodeObject& object) {
  try {
    const ElfFile file(object.elf, object.name);
    const LineSections sections{file.section(".debug_line"), file.section(".debug_line_str"),
                                file.section(".debug_str")};
    return read_line_table(sections, object.name);
  } catch (const Error&) {
    return {};  // a kernel runs without its source lines too
  }
}

}  // namespace

void attach_source_lines(const CodeObject& object, isa::Program& program) {
  program.lines.assign(program.instructions.size(), {});
  const LineTable table = line_table_of(object);
  std::map<std::string_view, std::uint32_t> used;  // only files that occur are listed
  for (std::size_t i = 0; i < program.instructions.size(); ++i) {
    const LineRange* range = table.find(program.instructions[i].address);
    if (range == nullptr || range->line == 0) continue;
    const std::string& name = table.files[range->file];
    const auto [entry, added] = used.emplace(name, static_cast<std::uint32_t>(program.files.size()));
    if (added) program.files.push_back(name);
    program.lines[i] = {entry->second, range->line, range->column};
  }
}

}  // namespace lanewise::code_object
