// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Lane offsets of a buffer instruction, checked by the resource's range rule. Two layouts:
//
//   linear    address = base + soffset + stride * index + offset
//   swizzled  (swizzle bit and an index) records are interleaved dword by dword over `index stride`
//             neighbouring records, so that lanes which read the same field of their records coalesce:
//             address = base + soffset + (index / s * stride + offset / 4 * 4) * s + index % s * 4 + offset %
//             4
//
// Range rule (ISA manual; checked against field kernels): linear takes num_records in bytes (in records with
// a stride and an index), per dword, with the scalar offset subtracted from the limit; swizzled compares the
// index with num_records and the offset with the stride.

#pragma once

#include "simulator/isa/access_addresses.h"
#include "simulator/isa/device_memory.h"

namespace lanewise::isa::LANEWISE_ISA_BUILD {

struct BufferAccess {
  u64 base;  ///< resource base + scalar offset
  u32 limit;  ///< linear: bytes that the lane offset may reach; swizzled: records
  u32 stride;  ///< swizzled: bytes of a record
  u32 index_stride;  ///< swizzled: records that are interleaved
  bool swizzled;
  u32 offsets[kLanes];  ///< swizzled: offset in the record
  u32 indices[kLanes];  ///< swizzled only

  [[nodiscard]] bool inside(u32 lane, u32 part, u32 bytes) const {
    const u64 end = static_cast<u64>(offsets[lane]) + part + bytes;
    return swizzled ? indices[lane] < limit && end <= stride : end <= limit;
  }
  /// Address of the dword `part` bytes (a multiple of 4) behind the lane's offset.
  [[nodiscard]] u64 address(u32 lane, u32 part) const {
    const u64 offset = static_cast<u64>(offsets[lane]) + part;
    if (!swizzled) return base + offset;
    const u64 group = indices[lane] / index_stride, in_group = indices[lane] % index_stride;
    return base + (group * stride + (offset & ~u64{3})) * index_stride + in_group * 4 + (offset & 3);
  }
};

inline void locate(const Wave& w, const Op* op, BufferAccess& access) {
  const BufferResource resource = buffer_resource(w, op);
  const bool indexed = (op->flags & wave::kIndexEnable) || resource.add_thread_id;
  const u32 scalar_offset = buffer_scalar_offset(w, op);
  access.base = resource.base + scalar_offset;
  access.swizzled = resource.swizzled && indexed;
  if (access.swizzled) {
    access.limit = resource.records;
    access.stride = resource.stride;
    access.index_stride = resource.index_stride;
    buffer_record_offsets(w, op, resource, access.indices, access.offsets);
    return;
  }
  const u64 bytes = resource.stride != 0 && indexed ? static_cast<u64>(resource.records) * resource.stride
                                                    : resource.records;
  const u64 capped = bytes > 0xffffffff ? 0xffffffff : bytes;
  access.limit = capped < scalar_offset ? 0 : static_cast<u32>(capped - scalar_offset);
  buffer_offsets(w, op, resource, access.offsets);
}

}  // namespace lanewise::isa::LANEWISE_ISA_BUILD
