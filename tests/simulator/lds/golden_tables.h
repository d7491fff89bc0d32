// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads the text tables under tests/data/lds: rows of cells split at '|', '#' starts a comment.

#pragma once

#include <cstdint>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "simulator/lds/banks.h"

namespace lanewise::lds::golden {

/// Rows of words: the cells of one line, each split at blanks.
inline std::vector<std::vector<std::vector<std::string>>> read_rows(const std::string& name) {
  std::ifstream file(std::string(LANEWISE_TEST_DATA) + "/lds/" + name);
  if (!file) throw std::runtime_error("cannot read tests/data/lds/" + name);
  std::vector<std::vector<std::vector<std::string>>> rows;
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line[0] == '#') continue;
    std::vector<std::vector<std::string>> cells;
    std::istringstream cell_stream(line);
    for (std::string cell; std::getline(cell_stream, cell, '|');) {
      std::istringstream word_stream(cell);
      std::vector<std::string>& words = cells.emplace_back();
      for (std::string word; word_stream >> word;) words.push_back(word);
    }
    rows.push_back(cells);
  }
  return rows;
}

/// "gfx950 read 128" as an access.
inline Access access_of(const std::vector<std::string>& words) {
  return {words.at(0) == "gfx950" ? isa::Target::kGfx950 : isa::Target::kGfx942,
          words.at(1) == "write" ? Direction::kWrite : Direction::kRead,
          static_cast<std::uint8_t>(std::stoi(words.at(2)) / 8)};
}

struct Phases {
  Access access;
  std::uint32_t banks = 0;
  char mark = '?';
  std::vector<std::vector<unsigned>> phases;
};

/// "0-3,20-23" as lanes.
inline std::vector<unsigned> lanes_of(const std::string& text) {
  std::vector<unsigned> lanes;
  std::istringstream stream(text);
  for (std::string range; std::getline(stream, range, ',');) {
    const unsigned first = static_cast<unsigned>(std::stoul(range));
    const unsigned last = static_cast<unsigned>(std::stoul(range.substr(range.find('-') + 1)));
    for (unsigned lane = first; lane <= last; ++lane) lanes.push_back(lane);
  }
  return lanes;
}

inline std::vector<Phases> read_phases() {
  std::vector<Phases> tables;
  for (const auto& row : read_rows("phases.txt")) {
    Phases table{
        access_of(row.at(0)), static_cast<std::uint32_t>(std::stoul(row[0].at(3))), row[0].at(4)[0], {}};
    for (const std::string& word : row.at(1)) {
      if (word != ";") table.phases.push_back(lanes_of(word));
    }
    tables.push_back(table);
  }
  return tables;
}

}  // namespace lanewise::lds::golden
