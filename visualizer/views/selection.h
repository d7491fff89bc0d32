// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the user looks at: one selection, shared by all views. Everything may be unset; each view then
// takes its own most telling default. The text form is what links and `--select` carry:
//
//   instruction=12,instance=3,mnemonic=v_mfma_f32_16x16x16_bf16,operand=A,row=3,column=5

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace lanewise::views {

struct Selection {
  std::optional<std::uint32_t> instruction;  ///< index in the first trace's program
  std::optional<std::uint32_t> workgroup;    ///< linear number, if recorded
  std::optional<std::uint32_t> wave;         ///< index in its workgroup
  std::uint32_t instance = 0;                ///< n-th recorded execution of the instruction
  std::string mnemonic;                      ///< layout view: any MFMA, also one that no kernel uses
  std::optional<char> operand;               ///< layout view: 'A', 'B' or 'D'
  std::optional<std::uint32_t> block, row, column;  ///< layout view: an element of that operand
};

/// Reads the text form on top of `start`. Throws Error{kRequest, "bad-selection"}.
[[nodiscard]] Selection parse_selection(std::string_view text, Selection start = {});
/// The text form; only what is set.
[[nodiscard]] std::string selection_text(const Selection& selection);

}  // namespace lanewise::views
