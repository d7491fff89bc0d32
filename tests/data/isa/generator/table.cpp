// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Text of the golden tables.

#include "table.h"

#include <algorithm>
#include <fstream>
#include <stdexcept>

namespace tables {

std::string hex(Bits value, int digits) {
  std::string text(static_cast<std::size_t>(digits), '0');
  for (int i = digits - 1; i >= 0; --i, value >>= 4)
    text[static_cast<std::size_t>(i)] = "0123456789abcdef"[value & 15];
  return text;
}

void Table::add(const std::string& mnemonic, const Digits& digits, const std::vector<Tuple>& tuples,
                const Rule& rule) {
  for (const Tuple& tuple : tuples) {
    if (tuple.size() != digits.inputs.size())
      throw std::runtime_error(mnemonic + ": tuple of the wrong length");
    std::string inputs;
    for (std::size_t i = 0; i < tuple.size(); ++i) inputs += (i ? " " : "") + hex(tuple[i], digits.inputs[i]);
    const Result result = rule(tuple);
    std::string expected = hex(result.value, digits.result);
    if (result.carry >= 0) expected.insert(0, result.carry ? "1" : "0");
    add_text({mnemonic, inputs, expected});
  }
}

std::size_t Table::write() const {
  std::vector<std::size_t> widths;
  for (const auto& row : rows_) {
    widths.resize(std::max(widths.size(), row.size()));
    for (std::size_t i = 0; i + 1 < row.size(); ++i) widths[i] = std::max(widths[i], row[i].size());
  }
  std::ofstream out(path_);
  out << "# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception\n";
  for (const std::string& line : source_) out << "# " << line << "\n";
  std::string before;
  for (const auto& row : rows_) {
    if (row[0] != before) out << "\n";
    before = row[0];
    for (std::size_t i = 0; i < row.size(); ++i) {
      out << (i ? " | " : "") << row[i];
      if (i + 1 < row.size()) out << std::string(widths[i] - row[i].size(), ' ');
    }
    out << "\n";
  }
  if (!out.flush()) throw std::runtime_error("cannot write " + path_);
  return rows_.size();
}

}  // namespace tables
