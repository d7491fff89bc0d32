// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which lane each lane reads, for every kind of DPP control and ds_swizzle offset: `instruction | control |
// 64 source lanes`, a dot where there is none. DPP after the control values of LLVM's SIDefines.h and the
// row and wave moves of the Vega ISA manual ("Data Parallel Primitives"): row_shl:n reads n lanes further up.
// ds_swizzle after the manual's pseudocode.

#include "chapters.h"

namespace tables {

namespace {

constexpr int kNone = -1;

using Source = std::function<int(int)>;

void add(Table& t, const std::string& instruction, Bits control, const std::string& modifier,
         const Source& source) {
  std::string lanes;
  for (int lane = 0; lane < 64; ++lane) {
    const int from = source(lane);
    lanes += (lane ? " " : "") +
             (from == kNone ? std::string(" .") : (from < 10 ? " " : "") + std::to_string(from));
  }
  t.add_text({instruction, hex(control, 4), modifier, lanes});
}

void row_moves(Table& t) {
  for (const int n : {1, 2, 7, 15}) {
    const std::string count = ":" + std::to_string(n);
    add(t, "dpp", 0x100 + static_cast<Bits>(n), "row_shl" + count,
        [n](int l) { return l % 16 + n < 16 ? l + n : kNone; });
    add(t, "dpp", 0x110 + static_cast<Bits>(n), "row_shr" + count,
        [n](int l) { return l % 16 - n >= 0 ? l - n : kNone; });
    add(t, "dpp", 0x120 + static_cast<Bits>(n), "row_ror" + count,
        [n](int l) { return l / 16 * 16 + (l % 16 + 16 - n) % 16; });
    add(t, "dpp", 0x150 + static_cast<Bits>(n), "row_newbcast" + count,
        [n](int l) { return l / 16 * 16 + n; });
  }
  add(t, "dpp", 0x150, "row_newbcast:0", [](int l) { return l / 16 * 16; });
  add(t, "dpp", 0x140, "row_mirror", [](int l) { return l / 16 * 16 + 15 - l % 16; });
  add(t, "dpp", 0x141, "row_half_mirror", [](int l) { return l / 8 * 8 + 7 - l % 8; });
  add(t, "dpp", 0x142, "row_bcast:15", [](int l) { return l < 16 ? kNone : l / 16 * 16 - 1; });
  add(t, "dpp", 0x143, "row_bcast:31", [](int l) { return l < 32 ? kNone : 31; });
  add(t, "dpp", 0x130, "wave_shl:1", [](int l) { return l < 63 ? l + 1 : kNone; });
  add(t, "dpp", 0x134, "wave_rol:1", [](int l) { return (l + 1) % 64; });
  add(t, "dpp", 0x138, "wave_shr:1", [](int l) { return l > 0 ? l - 1 : kNone; });
  add(t, "dpp", 0x13c, "wave_ror:1", [](int l) { return (l + 63) % 64; });
  const int quads[][4] = {{0, 1, 2, 3}, {3, 2, 1, 0}, {1, 1, 3, 3}, {2, 0, 3, 1}};
  for (const auto& q : quads) {
    Bits control = 0;
    std::string text;
    for (int i = 0; i < 4; ++i)
      control |= static_cast<Bits>(q[i]) << (2 * i), text += (i ? "," : "") + std::to_string(q[i]);
    add(t, "dpp", control, "quad_perm:[" + text + "]", [&q](int l) { return l / 4 * 4 + q[l % 4]; });
  }
}

int reversed5(int x) {
  int r = 0;
  for (int i = 0; i < 5; ++i) r = 2 * r + ((x >> i) & 1);
  return r;
}

void swizzles(Table& t) {
  struct Mask {
    int and_mask, or_mask, xor_mask;
  };
  for (const Mask& m :
       {Mask{0x1f, 0, 0x01}, {0x1f, 0, 0x10}, {0x1e, 0, 0}, {0x00, 0x07, 0}, {0x18, 0x03, 0x1f}}) {
    const auto control = static_cast<Bits>(m.and_mask | (m.or_mask << 5) | (m.xor_mask << 10));
    add(t, "ds_swizzle_b32", control, "bits",
        [&m](int l) { return l / 32 * 32 + (((l % 32 & m.and_mask) | m.or_mask) ^ m.xor_mask); });
  }
  add(t, "ds_swizzle_b32", 0x8000 | 0x1b, "quad 3,2,1,0", [](int l) { return l / 4 * 4 + 3 - l % 4; });
  add(t, "ds_swizzle_b32", 0x8000 | 0xa0, "quad 0,0,2,2", [](int l) { return l / 2 * 2; });
  for (const int keep : {0x00, 0x10, 0x18, 0x1f}) {
    int shift = 0;
    for (int i = 0; i < 5; ++i) shift += (keep >> i) & 1;
    add(t, "ds_swizzle_b32", 0xe000 | static_cast<Bits>(keep), "fft",
        [=](int l) { return (reversed5(l % 32) >> shift) | (l & keep) | (l & 32); });
  }
  for (const int keep : {0x00, 0x18}) {
    for (const int rotate : {1, 5, -1, -6}) {
      const Bits control = 0xc000u | (rotate < 0 ? 0x400u : 0u) |
                           (static_cast<Bits>(rotate < 0 ? -rotate : rotate) << 5) | static_cast<Bits>(keep);
      add(t, "ds_swizzle_b32", control, "rotate",
          [=](int l) { return (l & keep) | ((l + rotate) & 31 & ~keep) | (l & 32); });
    }
  }
}

}  // namespace

void lane_move_rows(Table& t) {
  row_moves(t);
  swizzles(t);
}

}  // namespace tables
