// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Writes one golden table: an opening comment, then `mnemonic | inputs | expected` with aligned columns.

#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace tables {

using Bits = std::uint64_t;
using Tuple = std::vector<Bits>;

/// A row's result; `carry` is written as one more hexadecimal digit in front when it is 0 or 1.
struct Result {
  Bits value = 0;
  int carry = -1;
  Result(Bits v) : value(v) {}
  Result(Bits v, bool c) : value(v), carry(c ? 1 : 0) {}
};
using Rule = std::function<Result(const Tuple&)>;

/// Hexadecimal digits of each input and of the result.
struct Digits {
  std::vector<int> inputs;
  int result = 8;
};

class Table {
 public:
  /// `source`: lines of the opening comment, without `#`.
  Table(std::string path, std::vector<std::string> source)
      : path_(std::move(path)), source_(std::move(source)) {}

  /// One row per tuple.
  void add(const std::string& mnemonic, const Digits& digits, const std::vector<Tuple>& tuples,
           const Rule& rule);
  /// A row of columns that are already text.
  void add_text(std::vector<std::string> columns) { rows_.push_back(std::move(columns)); }
  /// Throws std::runtime_error if the file cannot be written. Returns the number of rows.
  std::size_t write() const;

 private:
  std::string path_;
  std::vector<std::string> source_;
  std::vector<std::vector<std::string>> rows_;
};

[[nodiscard]] std::string hex(Bits value, int digits);

}  // namespace tables
