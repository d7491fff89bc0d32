// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Text form of the selection: key=value pairs with commas between.

#include "visualizer/views/selection.h"

#include <fmt/format.h>

#include <charconv>

#include "simulator/diagnostics/error.h"

namespace lanewise::views {
namespace {

constexpr std::string_view kKeys =
    "instruction, instance, workgroup, wave, mnemonic, operand, block, row, column";

[[noreturn]] void reject(std::string what) {
  throw Error(ErrorKind::kRequest, "bad-selection", std::move(what),
              fmt::format("A selection is key=value pairs with commas between; keys: {}.", kKeys));
}

std::uint32_t number(std::string_view key, std::string_view value) {
  std::uint32_t out = 0;
  const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), out);
  if (error != std::errc() || end != value.data() + value.size()) {
    reject(fmt::format("Selection key \"{}\" needs a whole number, not \"{}\".", key, value));
  }
  return out;
}

void apply(Selection& selection, std::string_view key, std::string_view value) {
  if (key == "instruction")
    selection.instruction = number(key, value);
  else if (key == "instance")
    selection.instance = number(key, value);
  else if (key == "workgroup")
    selection.workgroup = number(key, value);
  else if (key == "wave")
    selection.wave = number(key, value);
  else if (key == "block")
    selection.block = number(key, value);
  else if (key == "row")
    selection.row = number(key, value);
  else if (key == "column")
    selection.column = number(key, value);
  else if (key == "mnemonic")
    selection.mnemonic = std::string(value);
  else if (key == "operand") {
    const char letter = value.size() == 1 ? static_cast<char>(value[0] & ~0x20) : '?';
    if (letter != 'A' && letter != 'B' && letter != 'D') {
      reject(fmt::format("Selection key \"operand\" is A, B or D, not \"{}\".", value));
    }
    selection.operand = letter;
  } else {
    reject(fmt::format("A selection has no key \"{}\".", key));
  }
}

}  // namespace

Selection parse_selection(std::string_view text, Selection start) {
  while (!text.empty()) {
    const std::size_t comma = text.find(',');
    const std::string_view pair = text.substr(0, comma);
    text = comma == std::string_view::npos ? std::string_view() : text.substr(comma + 1);
    const std::size_t equals = pair.find('=');
    if (equals == std::string_view::npos) reject(fmt::format("\"{}\" is not of the form key=value.", pair));
    apply(start, pair.substr(0, equals), pair.substr(equals + 1));
  }
  return start;
}

std::string selection_text(const Selection& selection) {
  std::string out;
  const auto add = [&](std::string_view key, const auto& value) {
    out += fmt::format("{}{}={}", out.empty() ? "" : ",", key, value);
  };
  if (selection.instruction) add("instruction", *selection.instruction);
  if (selection.instance != 0) add("instance", selection.instance);
  if (selection.workgroup) add("workgroup", *selection.workgroup);
  if (selection.wave) add("wave", *selection.wave);
  if (!selection.mnemonic.empty()) add("mnemonic", selection.mnemonic);
  if (selection.operand) add("operand", *selection.operand);
  if (selection.block) add("block", *selection.block);
  if (selection.row) add("row", *selection.row);
  if (selection.column) add("column", *selection.column);
  return out;
}

}  // namespace lanewise::views
