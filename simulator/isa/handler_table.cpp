// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The table of one build, and the addresses of memory instructions for observers.

#include "simulator/isa/access_addresses.h"
#include "simulator/isa/row_files.h"

namespace lanewise::isa::LANEWISE_ISA_BUILD {

namespace {

void describe_lds(const Wave& w, const Op* op, const Row& row, AccessAddresses& out) {
  const u32* address = lanes_of(w, op->src[0]);
  if (row.bytes == 0) {
    out.lanes = 0;
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
  const BufferResource resource = buffer_resource(w, op);
  u32 offsets[kLanes];
  buffer_offsets(w, op, resource, offsets);
  const u64 scalar_offset = buffer_scalar_offset(w, op);
  const bool indexed = (op->flags & wave::kIndexEnable) || resource.add_thread_id;
  const u64 limit = resource.stride != 0 && indexed ? static_cast<u64>(resource.records) * resource.stride
                                                    : resource.records;
  for (u32 lane = 0; lane < kLanes; ++lane) {
    out.first[lane] = resource.base + scalar_offset + offsets[lane];
    if (offsets[lane] + scalar_offset + row.bytes > limit) out.lanes &= ~(u64{1} << lane);
  }
  out.lds_dma_base = lds_dma_base(w, op);
}

}  // namespace

void describe_access(const Wave& w, const Op* op, const Row& row, AccessAddresses& out) {
  out.lanes = exec_of(w);
  switch (row.shape) {
    case Shape::kLds: describe_lds(w, op, row, out); break;
    case Shape::kFlat:
      flat_addresses(w, op, row.mnemonic[0] == 's', out.first);
      out.lds_dma_base = lds_dma_base(w, op);
      break;
    case Shape::kBuffer: describe_buffer(w, op, row, out); break;
    case Shape::kScalarLoad:
      out.lanes = row.bytes != 0 ? 1 : 0;
      if (row.bytes != 0) out.first[0] = scalar_load_address(w, op);
      break;
    default: out.lanes = 0; break;
  }
}

#define LANEWISE_STRINGISE_AGAIN(X) #X
#define LANEWISE_STRINGISE(X) LANEWISE_STRINGISE_AGAIN(X)

const HandlerTable& handler_table() {
  static const std::span<const Row> files[] = {
      vop1_rows(),          vop2_rows(),       vop3_rows(),   vop3p_rows(),
      vopc_rows(),          cross_lane_rows(), mfma_rows(),   mfma_f64_rows(),
      mfma_f8f6f4_rows(),   smfmac_rows(),     scalar_rows(), control_rows(),
      scalar_memory_rows(), lds_rows(),        flat_rows(),   buffer_rows(),
  };
  static const HandlerTable table{LANEWISE_STRINGISE(LANEWISE_ISA_BUILD),
                                  files,
                                  execute_general,
                                  broadcast_scalars,
                                  load_special_scalars,
                                  describe_access};
  return table;
}

}  // namespace lanewise::isa::LANEWISE_ISA_BUILD
