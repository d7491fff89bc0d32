// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The files that hold rows, one per chapter of the ISA manual. A new file is added here and in
// handler_table.cpp.

#pragma once

#include <span>

#include "simulator/isa/rows.h"

namespace lanewise::isa::LANEWISE_ISA_BUILD {

std::span<const Row> vop1_rows();
std::span<const Row> vop2_rows();
std::span<const Row> vop3_rows();
std::span<const Row> vop3p_rows();
std::span<const Row> vopc_rows();
std::span<const Row> cross_lane_rows();
std::span<const Row> mfma_rows();
std::span<const Row> mfma_f64_rows();
std::span<const Row> mfma_f8f6f4_rows();
std::span<const Row> smfmac_rows();
std::span<const Row> scalar_rows();
std::span<const Row> control_rows();
std::span<const Row> scalar_memory_rows();
std::span<const Row> lds_rows();
std::span<const Row> flat_rows();
std::span<const Row> buffer_rows();
std::span<const Row> lds_atomic_rows();
std::span<const Row> typed_buffer_rows();
std::span<const Row> scalar_store_rows();
std::span<const Row> hardware_register_rows();
std::span<const Row> register_index_rows();
std::span<const Row> fork_rows();
std::span<const Row> narrow_conversion_rows();
std::span<const Row> packing_rows();
std::span<const Row> unfused_rows();
std::span<const Row> rare_lane_rows();
std::span<const ClampedLanes> clamped_lanes();

const wave::Op* execute_general(wave::Wave& wave, const wave::Op* op);
/// The same with operands that are not in the kernel's table.
const wave::Op* execute_operands(wave::Wave& wave, const wave::Op* op, const wave::GeneralOperands& operands);
/// A row without modifiers under another MODE than the default; Op::reserved is the number of its Op.
const wave::Op* execute_in_mode(wave::Wave& wave, const wave::Op* op);
/// row.lanes(x) under the wave's MODE; `sources` are the buffers that x.src points to.
void lanes_in_mode(const wave::Wave& wave, const Row& row, LaneArguments& x, std::uint32_t* const* sources);
/// Output modifier: 1 = times 2, 2 = times 4, 3 = half.
void scale_result(const wave::Wave& wave, const Row& row, std::uint32_t omod, std::uint32_t* result);
const wave::Op* broadcast_scalars(wave::Wave& wave, const wave::Op* op);
const wave::Op* execute_modal(wave::Wave& wave, const wave::Op* op);
const wave::Op* load_special_scalars(wave::Wave& wave, const wave::Op* op);

}  // namespace lanewise::isa::LANEWISE_ISA_BUILD
