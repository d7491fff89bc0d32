// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Small traces made by hand for the visualizer's tests: the shape of a tiled matrix product, with its
// tile stored plainly or swizzled, and a kernel without LDS and MFMA. The numbers are inputs of the
// views, written down here, not results of the simulator.

#pragma once

#include "simulator/trace/trace.h"

namespace lanewise::tests {

enum class Tile { kPlain, kSwizzled };

/// 66 instructions; ds_read_b128 conflicts in the plain tile only.
[[nodiscard]] trace::Trace gemm_trace(isa::Target target, Tile tile);

/// Five instructions: load, add, store. No LDS, no MFMA, no recorded live counts.
[[nodiscard]] trace::Trace vector_trace();

}  // namespace lanewise::tests
