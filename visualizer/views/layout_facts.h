// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the layout view shows, as data: the MFMA, its operands' registers in this kernel, and the
// element that is followed.

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "visualizer/views/layout_grids.h"
#include "visualizer/views/view.h"

namespace lanewise::views {

struct LayoutFacts {
  const trace::Trace* trace = nullptr;
  std::string mnemonic;                      ///< empty: the kernel has no MFMA and none was named
  std::optional<std::uint32_t> instruction;  ///< unset: named, but not one of this kernel's
  std::uint32_t uses = 0;                    ///< instructions of this name in the program
  std::optional<LayoutSelection> selected;   ///< unset: the layout of this name is not known here
};

[[nodiscard]] LayoutFacts layout_facts(const ViewInput& input);

struct FactLine {
  std::string name, value;
};
/// Shape, registers and place; none without `selected`.
[[nodiscard]] std::vector<FactLine> fact_lines(const LayoutFacts& facts);

/// "A[5][6] → lane 21, r1.l"
[[nodiscard]] std::string path_text(const LayoutSelection& selected);

}  // namespace lanewise::views
