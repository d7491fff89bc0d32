// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Address arithmetic of the memory instructions: used by their handlers, and by describe_access() for
// observers, so that what is shown is what was accessed.

#pragma once

#include "simulator/isa/lane_loop.h"

namespace lanewise::isa::LANEWISE_ISA_BUILD {

/// FLAT, GLOBAL: 64-bit device addresses. SCRATCH: byte offsets in the lane's private memory.
inline void flat_addresses(const Wave& w, const Op* op, bool scratch, u64* address) {
  const u32* low = lanes_of(w, op->src[0]);
  const i64 offset = op->offset;
  if (scratch) {
    const u32 base = op->flags & wave::kHasScalarAddress ? w.s[op->src[2]] : 0;
    const bool has_vector = (op->flags & wave::kNoVectorAddress) == 0;
    for (u32 lane = 0; lane < kLanes; ++lane) {
      address[lane] = static_cast<u32>((has_vector ? low[lane] : 0) + base + static_cast<u32>(offset));
    }
    return;
  }
  if (op->flags & wave::kHasScalarAddress) {
    const u64 base = scalar64(w, op->src[2]) + static_cast<u64>(offset);
    for (u32 lane = 0; lane < kLanes; ++lane) address[lane] = base + low[lane];
    return;
  }
  const u32* high = low + kLanes;
  for (u32 lane = 0; lane < kLanes; ++lane) {
    address[lane] =
        (static_cast<u64>(low[lane]) | (static_cast<u64>(high[lane]) << 32)) + static_cast<u64>(offset);
  }
}

/// Where lane 0 of an LDS-DMA load writes: M0 plus the immediate, which applies to both addresses.
inline u32 lds_dma_base(const Wave& w, const Op* op) {
  return (w.s[wave::kM0] & 0x3ffff) + static_cast<u32>(op->offset);
}

/// LDS address of ds_append and ds_consume. M0 holds it: the compiler puts an LDS pointer there.
inline u32 lds_counter_address(const Wave& w, const Op* op) {
  return (w.s[wave::kM0] & 0x3ffff) + static_cast<u32>(op->offset);
}
/// LDS address of lane 0 of ds_read_addtid and ds_write_addtid; lane l has four bytes at 4 * l behind it.
inline u32 lds_thread_base(const Wave& w, const Op* op) {
  return (w.s[wave::kM0] & 0xffff) + static_cast<u32>(op->offset);
}

/// The buffer resource of a MUBUF instruction (four SGPRs from src[2]).
struct BufferResource {
  u64 base;
  u32 stride;
  u32 records;
  u32 index_stride;  ///< records that the swizzled layout interleaves: 8, 16, 32 or 64
  bool swizzled;
  bool add_thread_id;
};
inline BufferResource buffer_resource(const Wave& w, const Op* op) {
  const u32* v = &w.s[op->src[2]];
  BufferResource r;
  r.base = (static_cast<u64>(v[0]) | (static_cast<u64>(v[1]) << 32)) & 0xffffffffffff;
  r.stride = (v[1] >> 16) & 0x3fff;
  r.swizzled = (v[1] >> 31) != 0;
  r.records = v[2];
  r.index_stride = 8u << ((v[3] >> 21) & 3);
  r.add_thread_id = ((v[3] >> 23) & 1) != 0;
  if (r.add_thread_id) r.stride |= ((v[3] >> 15) & 15) << 14;  // the data format field extends the stride
  return r;
}

/// Record number and offset in the record of each lane, for the swizzled layout.
inline void buffer_record_offsets(const Wave& w, const Op* op, const BufferResource& resource, u32* indices,
                                  u32* offsets) {
  const u32* vector = lanes_of(w, op->src[0]);
  const bool indexed = op->flags & wave::kIndexEnable, has_offset = op->flags & wave::kOffsetEnable;
  for (u32 lane = 0; lane < kLanes; ++lane) {
    indices[lane] = (indexed ? vector[lane] : 0) + (resource.add_thread_id ? lane : 0);
    offsets[lane] =
        static_cast<u32>(op->offset) + (has_offset ? (indexed ? vector + kLanes : vector)[lane] : 0);
  }
}

/// Byte offsets that the range check sees; memory is at base + scalar offset + this.
inline void buffer_offsets(const Wave& w, const Op* op, const BufferResource& resource, u32* offsets) {
  const u32* vector = lanes_of(w, op->src[0]);
  const bool indexed = op->flags & wave::kIndexEnable, has_offset = op->flags & wave::kOffsetEnable;
  const u32* index = indexed ? vector : nullptr;
  const u32* offset = has_offset ? (indexed ? vector + kLanes : vector) : nullptr;
  for (u32 lane = 0; lane < kLanes; ++lane) {
    u32 value = static_cast<u32>(op->offset);
    if (offset != nullptr) value += offset[lane];
    if (index != nullptr) value += resource.stride * index[lane];
    if (resource.add_thread_id) value += resource.stride * lane;
    offsets[lane] = value;
  }
}
inline u32 buffer_scalar_offset(const Wave& w, const Op* op) {
  return w.scalar_base[op->src[3] >> 31][op->src[3] & ~wave::kConstantPool];
}

/// Byte address of a scalar load: base + immediate + scalar offset, dword aligned.
inline u64 scalar_load_address(const Wave& w, const Op* op) {
  u64 address = scalar64(w, op->src[0]) + static_cast<u64>(static_cast<i64>(op->offset));
  if (op->flags & wave::kOffsetEnable)
    address += w.scalar_base[op->src[1] >> 31][op->src[1] & ~wave::kConstantPool];
  return address & ~u64{3};
}

/// The same for s_scratch_*: an SGPR offset counts units of 64 bytes (assumed from the Vega manual's
/// description of scalar scratch).
inline u64 scalar_scratch_address(const Wave& w, const Op* op) {
  u64 address = scalar64(w, op->src[0]) + static_cast<u64>(static_cast<i64>(op->offset));
  if (op->flags & wave::kOffsetEnable)
    address += 64 * static_cast<u64>(w.scalar_base[op->src[1] >> 31][op->src[1] & ~wave::kConstantPool]);
  return address & ~u64{3};
}

void describe_access(const Wave& w, const Op* op, const Row& row, AccessAddresses& out);

}  // namespace lanewise::isa::LANEWISE_ISA_BUILD
