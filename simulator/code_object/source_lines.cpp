// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads .debug_line through LLVM's DWARF library. Line tables only (-gline-tables-only) are enough. What
// surprises: a table row with line 0 means "compiler-made code", which is passed on as unknown.

#include "simulator/code_object/source_lines.h"

#include <map>
#include <string>

#include <llvm/DebugInfo/DWARF/DWARFCompileUnit.h>
#include <llvm/DebugInfo/DWARF/DWARFContext.h>
#include <llvm/Object/ELFObjectFile.h>
#include <llvm/Object/ObjectFile.h>
#include <llvm/Support/MemoryBufferRef.h>

namespace lanewise::code_object {
namespace {

/// Index of a file name in program.files, added at its first use.
class FileIndex {
 public:
  explicit FileIndex(isa::Program& program) : program_(program) {}
  std::uint32_t of(const std::string& name) {
    const auto [entry, added] = known_.emplace(name, static_cast<std::uint32_t>(program_.files.size()));
    if (added) program_.files.push_back(name);
    return entry->second;
  }

 private:
  isa::Program& program_;
  std::map<std::string, std::uint32_t> known_;
};

bool has_line_table(const llvm::object::ObjectFile& file) {
  for (const llvm::object::SectionRef& section : file.sections()) {
    llvm::Expected<llvm::StringRef> name = section.getName();
    if (!name) {
      llvm::consumeError(name.takeError());
      continue;
    }
    if (*name == ".debug_line") return true;
  }
  return false;
}

void look_up(const llvm::DWARFDebugLine::LineTable& table, const char* folder, isa::Program& program, FileIndex& files) {
  for (std::size_t i = 0; i < program.instructions.size(); ++i) {
    if (program.lines[i].line != 0) continue;
    const llvm::object::SectionedAddress address{program.instructions[i].address, llvm::object::SectionedAddress::UndefSection};
    const std::uint32_t row_index = table.lookupAddress(address);
    if (row_index == table.UnknownRowIndex) continue;
    const llvm::DWARFDebugLine::Row& row = table.Rows[row_index];
    std::string name;
    if (row.Line == 0 || !table.getFileNameByIndex(row.File, folder ? folder : "", llvm::DILineInfoSpecifier::FileLineInfoKind::RelativeFilePath, name)) continue;
    program.lines[i] = {files.of(name), row.Line, row.Column};
  }
}

}  // namespace

void attach_source_lines(const CodeObject& object, isa::Program& program) {
  program.lines.assign(program.instructions.size(), {});
  const llvm::StringRef bytes(reinterpret_cast<const char*>(object.elf.data()), object.elf.size());
  llvm::Expected<std::unique_ptr<llvm::object::ObjectFile>> file =
      llvm::object::ObjectFile::createELFObjectFile(llvm::MemoryBufferRef(bytes, "object"));
  if (!file) {
    llvm::consumeError(file.takeError());
    return;
  }
  if (!has_line_table(**file)) return;
  const auto ignore = [](llvm::Error error) { llvm::consumeError(std::move(error)); };
  const std::unique_ptr<llvm::DWARFContext> dwarf = llvm::DWARFContext::create(
      **file, llvm::DWARFContext::ProcessDebugRelocations::Process, nullptr, "", ignore, ignore);
  FileIndex files(program);
  for (const std::unique_ptr<llvm::DWARFUnit>& unit : dwarf->compile_units()) {
    llvm::Expected<const llvm::DWARFDebugLine::LineTable*> table = dwarf->getLineTableForUnit(unit.get(), ignore);
    if (!table) {
      llvm::consumeError(table.takeError());
      continue;
    }
    if (*table != nullptr) look_up(**table, unit->getCompilationDir(), program, files);
  }
}

}  // namespace lanewise::code_object
