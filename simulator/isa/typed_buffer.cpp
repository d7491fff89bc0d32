// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Typed buffer instructions: tbuffer_* (MTBUF) and buffer_*_format_*. A lane's element is read or written as
// a whole or not at all; its channels are converted (typed_formats.h). buffer_load_format_* also sends the
// channels through the resource's destination selects; tbuffer_* has the identity. A channel that the format
// lacks reads 0, W reads 1. D16 forms pack two channels of 16 bits per register and keep the half of a
// register that they do not fill.

#include "simulator/isa/buffer_access.h"
#include "simulator/isa/row_files.h"
#include "simulator/isa/typed_formats.h"

namespace lanewise::isa::LANEWISE_ISA_BUILD {

namespace {

enum class Half { kNo, kLow, kHigh };

/// `bits` bits of `data` from bit `position` (whole channels never cross more than five bytes).
u32 bits_at(const u8* data, u32 position, u32 bits) {
  u64 window = 0;
  std::memcpy(&window, data + position / 8, 8);
  return static_cast<u32>((window >> (position % 8)) & ((u64{1} << bits) - 1));
}
void set_bits_at(u8* data, u32 position, u32 bits, u32 value) {
  u64 window = 0;
  std::memcpy(&window, data + position / 8, 8);
  window |= (static_cast<u64>(value) & ((u64{1} << bits) - 1)) << (position % 8);
  std::memcpy(data + position / 8, &window, 8);
}

/// The four channels of an element.
void decode_element(const u8* data, const TypedFormat& format, u32* xyzw) {
  const u32 one = format.integer() ? 1u : 0x3f800000u;
  u32 position = 0;
  for (u32 i = 0; i < 4; ++i) {
    xyzw[i] = i == 3 ? one : 0;
    if (i >= format.channels->count) continue;
    const u32 bits = format.channels->bits[i];
    xyzw[i] = decode_channel(bits_at(data, position, bits), bits, format.number);
    position += bits;
  }
}

/// Destination selects of the resource: 0 and 1 are constants, 4 to 7 the channels.
void select_channels(u32 resource_word, const TypedFormat& format, u32* xyzw) {
  const u32 one = format.integer() ? 1u : 0x3f800000u;
  const u32 from[8] = {0, one, 0, 0, xyzw[0], xyzw[1], xyzw[2], xyzw[3]};
  for (u32 i = 0; i < 4; ++i) xyzw[i] = from[(resource_word >> (3 * i)) & 7];
}

u32 to_half(u32 value, const TypedFormat& format) {
  return format.integer() ? value & 0xffff : to_f16(bits_as<f32>(value)).bits;
}
u32 from_half(u32 half, const TypedFormat& format) {
  if (format.number == Number::kSint) return static_cast<u32>(static_cast<i32>(static_cast<i16>(half)));
  if (format.integer()) return half & 0xffff;
  return bits_as<u32>(to_f32(f16{static_cast<u16>(half)}));
}

/// One lane's channels, zeros if its element is out of range or the format is invalid.
void load_element(Wave& w, const Op* op, const BufferAccess& access, u32 lane, u32* xyzw) {
  const TypedFormat format = typed_format(w, op);
  const u32 bytes = format.bytes();
  for (u32 i = 0; i < 4; ++i) xyzw[i] = 0;
  if (bytes == 0 || !access.inside(lane, 0, bytes)) return;
  u8 data[24] = {};
  for (u32 at = 0; at < bytes; at += 4) {
    const u32 part = bytes - at < 4 ? bytes - at : 4;
    std::memcpy(data + at, lane_pointer(w, op, lane, access.address(lane, at), part, false), part);
  }
  decode_element(data, format, xyzw);
  if ((op->immediate & kOwnFormat) == 0) select_channels(w.s[op->src[2] + 3], format, xyzw);
}

template <u32 N, Half H>
const Op* typed_load(Wave& w, const Op* op) {
  constexpr u32 registers = H == Half::kNo ? N : (N + 1) / 2;
  constexpr bool odd_half = H != Half::kNo && N % 2 == 1;
  BufferAccess access;
  locate(w, op, access);
  const TypedFormat format = typed_format(w, op);
  alignas(64) u32 result[registers * kLanes] = {};
  // The half that an odd number of channels leaves alone.
  const u32* last = w.v + op->dst + (registers - 1) * kLanes;
  const u64 exec = exec_of(w);
  for (u32 lane = 0; lane < kLanes; ++lane) {
    if (((exec >> lane) & 1) == 0) continue;
    u32 xyzw[4];
    load_element(w, op, access, lane, xyzw);
    for (u32 i = 0; i < N; ++i) {
      if (H == Half::kNo)
        result[i * kLanes + lane] = xyzw[i];
      else
        result[i / 2 * kLanes + lane] |= to_half(xyzw[i], format)
                                         << ((H == Half::kHigh || i % 2 == 1) ? 16 : 0);
    }
    if (odd_half && registers > 1) result[(registers - 1) * kLanes + lane] |= last[lane] & 0xffff0000;
  }
  const u32 keep = odd_half && registers == 1 ? (H == Half::kHigh ? 0xffff : 0xffff0000) : 0;
  LoadTarget target(w, op, registers, w.vm, ++w.vm_issued, keep);
  std::memcpy(target.data(), result, sizeof(result));
  target.finish();
  return op + 1;
}

/// buffer_load_format_x ... lds
const Op* typed_load_to_lds(Wave& w, const Op* op) {
  BufferAccess access;
  locate(w, op, access);
  wave::PendingLoad& load = wave::push_load(w.vm);
  load.sequence = ++w.vm_issued;
  load.exec = exec_of(w);
  load.registers = 1;
  load.lds_dma = true;
  for (u32 lane = 0; lane < kLanes; ++lane) {
    load.lds_address[lane] = lds_dma_base(w, op) + 4 * lane;
    if (((load.exec >> lane) & 1) == 0) continue;
    u32 xyzw[4];
    load_element(w, op, access, lane, xyzw);
    load.data[lane] = xyzw[0];
  }
  if (w.prompt) wave::retire_loads(w, 0, 15);
  return op + 1;
}
const Op* typed_load_x(Wave& w, const Op* op) {
  return op->flags & wave::kLdsDma ? typed_load_to_lds(w, op) : typed_load<1, Half::kNo>(w, op);
}

template <u32 N, Half H>
const Op* typed_store(Wave& w, const Op* op) {
  BufferAccess access;
  locate(w, op, access);
  ++w.vm_issued;
  const TypedFormat format = typed_format(w, op);
  const u32 bytes = format.bytes();
  const u32* in = lanes_of(w, op->src[1]);
  const u64 exec = exec_of(w);
  for (u32 lane = 0; lane < kLanes; ++lane) {
    if (((exec >> lane) & 1) == 0 || bytes == 0 || !access.inside(lane, 0, bytes)) continue;
    u8 data[24] = {};
    u32 position = 0;
    for (u32 i = 0; i < format.channels->count; ++i) {
      u32 value = 0;  // a channel that the instruction does not name
      if (i < N && H == Half::kNo) value = in[i * kLanes + lane];
      if (i < N && H != Half::kNo)
        value = from_half(in[i / 2 * kLanes + lane] >> ((H == Half::kHigh || i % 2 == 1) ? 16 : 0), format);
      const u32 bits = format.channels->bits[i];
      set_bits_at(data, position, bits, encode_channel(value, bits, format.number));
      position += bits;
    }
    for (u32 at = 0; at < bytes; at += 4) {
      const u32 part = bytes - at < 4 ? bytes - at : 4;
      std::memcpy(lane_pointer(w, op, lane, access.address(lane, at), part, true), data + at, part);
    }
  }
  return op + 1;
}

constexpr Row typed_row(const char* name, wave::Handler execute, u8 flags, u8 dwords, u8 bytes) {
  return {name, Shape::kBuffer,           execute, nullptr, LaneKind::kNone,
          {},   CostClass::kVectorMemory, flags,   dwords,  bytes};
}

#define LANEWISE_TYPED(P)                                                              \
  typed_row(P "_load_format_xy", typed_load<2, Half::kNo>, kLoad, 2, 8),               \
      typed_row(P "_load_format_xyz", typed_load<3, Half::kNo>, kLoad, 3, 12),         \
      typed_row(P "_load_format_xyzw", typed_load<4, Half::kNo>, kLoad, 4, 16),        \
      typed_row(P "_load_format_d16_x", typed_load<1, Half::kLow>, kLoad, 1, 4),       \
      typed_row(P "_load_format_d16_xy", typed_load<2, Half::kLow>, kLoad, 1, 8),      \
      typed_row(P "_load_format_d16_xyz", typed_load<3, Half::kLow>, kLoad, 2, 12),    \
      typed_row(P "_load_format_d16_xyzw", typed_load<4, Half::kLow>, kLoad, 2, 16),   \
      typed_row(P "_store_format_x", typed_store<1, Half::kNo>, kStore, 0, 4),         \
      typed_row(P "_store_format_xy", typed_store<2, Half::kNo>, kStore, 0, 8),        \
      typed_row(P "_store_format_xyz", typed_store<3, Half::kNo>, kStore, 0, 12),      \
      typed_row(P "_store_format_xyzw", typed_store<4, Half::kNo>, kStore, 0, 16),     \
      typed_row(P "_store_format_d16_x", typed_store<1, Half::kLow>, kStore, 0, 4),    \
      typed_row(P "_store_format_d16_xy", typed_store<2, Half::kLow>, kStore, 0, 8),   \
      typed_row(P "_store_format_d16_xyz", typed_store<3, Half::kLow>, kStore, 0, 12), \
      typed_row(P "_store_format_d16_xyzw", typed_store<4, Half::kLow>, kStore, 0, 16)

constexpr Row kRows[] = {
    LANEWISE_TYPED("tbuffer"),
    LANEWISE_TYPED("buffer"),
    typed_row("tbuffer_load_format_x", typed_load<1, Half::kNo>, kLoad, 1, 4),
    typed_row("buffer_load_format_x", typed_load_x, kLoad, 1, 4),
    typed_row("buffer_load_format_d16_hi_x", typed_load<1, Half::kHigh>, kLoad, 1, 4),
    typed_row("buffer_store_format_d16_hi_x", typed_store<1, Half::kHigh>, kStore, 0, 4),
};

}  // namespace

std::span<const Row> typed_buffer_rows() { return kRows; }

}  // namespace lanewise::isa::LANEWISE_ISA_BUILD
