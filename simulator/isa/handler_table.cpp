// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The table of one build, and the addresses of memory instructions for observers.

#include <string_view>

#include "simulator/isa/buffer_access.h"
#include "simulator/isa/row_files.h"
#include "simulator/isa/typed_formats.h"

namespace lanewise::isa::LANEWISE_ISA_BUILD {

namespace {

void describe_lds(const Wave& w, const Op* op, const Row& row, AccessAddresses& out) {
  const u32* address = lanes_of(w, op->src[0]);
  if (row.bytes == 0) {
    out.lanes = 0;
    return;
  }
  const std::string_view name = row.mnemonic;
  if (name == "ds_append" || name == "ds_consume") {  // one counter for the wave
    out.lanes &= u64{0} - out.lanes;                  // the lowest active lane stands for it
    for (u32 lane = 0; lane < kLanes; ++lane) out.first[lane] = lds_counter_address(w, op);
    return;
  }
  if (name.ends_with("_addtid_b32")) {
    for (u32 lane = 0; lane < kLanes; ++lane) out.first[lane] = lds_thread_base(w, op) + 4 * lane;
    return;
  }
  for (u32 lane = 0; lane < kLanes; ++lane) {
    out.first[lane] = static_cast<u64>(address[lane]) + static_cast<u32>(op->offset);
    out.second[lane] = static_cast<u64>(address[lane]) + static_cast<u32>(op->immediate);
  }
}

void describe_buffer(const Wave& w, const Op* op, const Row& row, AccessAddresses& out) {
  if (row.bytes == 0) {
    out.lanes = 0;
    return;
  }
  BufferAccess access;
  locate(w, op, access);
  const u32 bytes = is_typed(row.mnemonic) ? typed_bytes(w, op) : row.bytes;
  out.bytes = static_cast<u8>(bytes);
  for (u32 lane = 0; lane < kLanes; ++lane) {
    out.first[lane] = access.address(lane, 0);
    if (!access.inside(lane, 0, bytes)) out.lanes &= ~(u64{1} << lane);
  }
  out.lds_dma_base = lds_dma_base(w, op);
}

}  // namespace

void describe_access(const Wave& w, const Op* op, const Row& row, AccessAddresses& out) {
  out.lanes = exec_of(w);
  out.bytes = row.bytes;
  switch (row.shape) {
    case Shape::kLds: describe_lds(w, op, row, out); break;
    case Shape::kFlat:
      flat_addresses(w, op, row.mnemonic[0] == 's', out.first);
      out.lds_dma_base = lds_dma_base(w, op);
      break;
    case Shape::kBuffer: describe_buffer(w, op, row, out); break;
    case Shape::kScalarLoad:
      out.lanes = row.bytes != 0 ? 1 : 0;
      if (row.bytes != 0) {
        out.first[0] = std::string_view(row.mnemonic).starts_with("s_scratch_")
                           ? scalar_scratch_address(w, op)
                           : scalar_load_address(w, op);
      }
      break;
    default: out.lanes = 0; break;
  }
}

#define LANEWISE_STRINGISE_AGAIN(X) #X
#define LANEWISE_STRINGISE(X) LANEWISE_STRINGISE_AGAIN(X)

const HandlerTable& handler_table() {
  static const std::span<const Row> files[] = {
      vop1_rows(),
      vop2_rows(),
      vop3_rows(),
      vop3p_rows(),
      vopc_rows(),
      cross_lane_rows(),
      mfma_rows(),
      mfma_f64_rows(),
      mfma_f8f6f4_rows(),
      smfmac_rows(),
      scalar_rows(),
      control_rows(),
      scalar_memory_rows(),
      lds_rows(),
      flat_rows(),
      buffer_rows(),
      lds_atomic_rows(),
      typed_buffer_rows(),
      scalar_store_rows(),
      hardware_register_rows(),
      register_index_rows(),
      fork_rows(),
      narrow_conversion_rows(),
      packing_rows(),
      unfused_rows(),
      rare_lane_rows(),
  };
  static const HandlerTable table{LANEWISE_STRINGISE(LANEWISE_ISA_BUILD),
                                  files,
                                  execute_general,
                                  broadcast_scalars,
                                  load_special_scalars,
                                  execute_modal,
                                  describe_access,
                                  clamped_lanes()};
  return table;
}

}  // namespace lanewise::isa::LANEWISE_ISA_BUILD
