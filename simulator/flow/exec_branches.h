// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Branches on EXEC whose outcome is known. The compiler writes "always" as s_cbranch_execnz where it
// knows that some lane is active; the path that is never taken would otherwise keep registers alive
// that hold nothing (all accumulators of a GEMM, from the entry on).

#pragma once

#include <vector>

#include "simulator/flow/flow.h"

namespace lanewise::flow {

/// Removes edges of s_cbranch_execz and s_cbranch_execnz that cannot be taken because EXEC is not zero.
///
/// EXEC is taken as not zero at entries, behind a branch that tested it, and after s_mov_b64 exec and
/// s_or_b64 exec, by which the compiler gives lanes back; every other write may make it zero. The two
/// rules about writes hold for compiled code, not for every program: use this for pictures and counts,
/// not where a wrong answer changes results.
void drop_edges_of_nonzero_exec(const isa::Program& program, std::vector<Successors>& graph);

}  // namespace lanewise::flow
