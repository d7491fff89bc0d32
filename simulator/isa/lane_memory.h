// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What all memory instructions share: moving D dwords per lane between memory and the register file
// (lane l of register r stands at [r * 64 + l], so this is a transposition; done 4x4 in vector
// registers), and delivering loaded data now or at the wait that covers it.

#pragma once

#include <cstring>

#include "simulator/isa/lane_loop.h"

namespace lanewise::isa::LANEWISE_ISA_BUILD {

using Quad __attribute__((vector_size(16))) = u32;

[[gnu::always_inline]] inline u32 load32(const u8* p) {
  u32 value;
  std::memcpy(&value, p, 4);
  return value;
}

/// Rows become columns.
[[gnu::always_inline]] inline void transpose4(Quad& a, Quad& b, Quad& c, Quad& d) {
  const Quad ab_low = __builtin_shufflevector(a, b, 0, 4, 1, 5);
  const Quad ab_high = __builtin_shufflevector(a, b, 2, 6, 3, 7);
  const Quad cd_low = __builtin_shufflevector(c, d, 0, 4, 1, 5);
  const Quad cd_high = __builtin_shufflevector(c, d, 2, 6, 3, 7);
  a = __builtin_shufflevector(ab_low, cd_low, 0, 1, 4, 5);
  b = __builtin_shufflevector(ab_low, cd_low, 2, 3, 6, 7);
  c = __builtin_shufflevector(ab_high, cd_high, 0, 1, 4, 5);
  d = __builtin_shufflevector(ab_high, cd_high, 2, 3, 6, 7);
}

/// Loads D dwords for each of 64 lanes; pointer_of(lane) is valid for all of them.
template <u32 D, class PointerOf>
[[gnu::always_inline]] inline void gather(u32* out, PointerOf pointer_of) {
  if constexpr (D == 4) {
    for (u32 lane = 0; lane < kLanes; lane += 4) {
      Quad q[4];
      for (u32 i = 0; i < 4; ++i) std::memcpy(&q[i], pointer_of(lane + i), 16);
      transpose4(q[0], q[1], q[2], q[3]);
      for (u32 i = 0; i < 4; ++i) std::memcpy(out + i * kLanes + lane, &q[i], 16);
    }
  } else {
    for (u32 lane = 0; lane < kLanes; ++lane) {
      u32 words[D];
      std::memcpy(words, pointer_of(lane), sizeof(words));
      for (u32 i = 0; i < D; ++i) out[i * kLanes + lane] = words[i];
    }
  }
}

/// Stores D dwords for each of 64 lanes, lane 0 first: where lanes share an address the last one wins.
template <u32 D, class PointerOf>
[[gnu::always_inline]] inline void scatter(const u32* in, PointerOf pointer_of) {
  if constexpr (D == 4) {
    for (u32 lane = 0; lane < kLanes; lane += 4) {
      Quad q[4];
      for (u32 i = 0; i < 4; ++i) std::memcpy(&q[i], in + i * kLanes + lane, 16);
      transpose4(q[0], q[1], q[2], q[3]);
      for (u32 i = 0; i < 4; ++i) std::memcpy(pointer_of(lane + i), &q[i], 16);
    }
  } else {
    for (u32 lane = 0; lane < kLanes; ++lane) {
      u32 words[D];
      for (u32 i = 0; i < D; ++i) words[i] = in[i * kLanes + lane];
      std::memcpy(pointer_of(lane), words, sizeof(words));
    }
  }
}

/// Where a load's data goes: straight to the file, to a buffer that is blended under EXEC, or to the
/// queue of loads that wait for their s_waitcnt.
class LoadTarget {
 public:
  LoadTarget(Wave& w, const Op* op, u32 registers, wave::PendingQueue& queue, u64 sequence, u32 keep_mask = 0)
      : wave_(w), dst_(w.v + op->dst), exec_(exec_of(w)), registers_(registers), keep_mask_(keep_mask) {
    if ((w.vm.count | w.lds.count) != 0) [[unlikely]]
      wave::retire_by_capacity(w);
    direct_ = (op->flags & wave::kDirectLoad) || w.prompt;
    if (!direct_) {
      wave::PendingLoad& load = wave::push_load(queue);
      load.sequence = sequence;
      load.exec = exec_;
      load.dst = op->dst;
      load.registers = registers;
      load.keep_mask = keep_mask;
      data_ = load.data;
    } else {
      data_ = exec_ == kAllLanes && keep_mask == 0 ? dst_ : buffer_;
    }
  }
  [[nodiscard]] u32* data() { return data_; }
  [[nodiscard]] u64 exec() const { return exec_; }

  /// Call when data() is filled.
  void finish() {
    if (!direct_ || data_ == dst_) return;
    if (keep_mask_ != 0) {
      for (u32 lane = 0; lane < kLanes; ++lane)
        buffer_[lane] = (dst_[lane] & keep_mask_) | (buffer_[lane] & ~keep_mask_);
    }
    blend(wave_, exec_, dst_, buffer_, registers_);
  }

 private:
  Wave& wave_;
  u32* dst_;
  u32* data_;
  u64 exec_;
  u32 registers_;
  u32 keep_mask_;
  bool direct_;
  alignas(64) u32 buffer_[4 * kLanes];
};

// --- atomic read-modify-write functions: new value from old, operand (and compare value) ----------------

template <class T>
T atomic_add(T old, T x) {
  return static_cast<T>(old + x);
}
template <class T>
T atomic_sub(T old, T x) {
  return static_cast<T>(old - x);
}
template <class T>
T atomic_rsub(T old, T x) {
  return static_cast<T>(x - old);
}
template <class T>
T atomic_min(T old, T x) {
  return x < old ? x : old;
}
template <class T>
T atomic_max(T old, T x) {
  return x > old ? x : old;
}
template <class T>
T atomic_and(T old, T x) {
  return old & x;
}
template <class T>
T atomic_or(T old, T x) {
  return old | x;
}
template <class T>
T atomic_xor(T old, T x) {
  return old ^ x;
}
template <class T>
T atomic_swap(T, T x) {
  return x;
}
/// Wraps to 0 at the bound, counts up otherwise.
template <class T>
T atomic_inc(T old, T x) {
  return old >= x ? T(0) : static_cast<T>(old + 1);
}
template <class T>
T atomic_dec(T old, T x) {
  return old == 0 || old > x ? x : static_cast<T>(old - 1);
}

}  // namespace lanewise::isa::LANEWISE_ISA_BUILD
