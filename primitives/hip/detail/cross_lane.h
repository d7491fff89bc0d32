// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Moving values between the 64 lanes of a wave. The shuffles are ds_bpermute_b32: lane i pulls from the
// lane whose number, times 4, it gives as an address. `width` (a power of two) cuts the wave into
// groups; a source outside one's group means one's own value, as in ROCm's header, whose selects are
// kept so that the instruction count is the same. Eight-byte values move as two dwords.

#pragma once

__device__ __forceinline__ unsigned __lane_id() {
  return __builtin_amdgcn_mbcnt_hi(~0u, __builtin_amdgcn_mbcnt_lo(~0u, 0u));
}

namespace lanewise::hip_header {

/// Value of `lane` for 4- and 8-byte types; lanes count modulo 64.
template <typename T>
__device__ __forceinline__ T pull(T value, int lane) {
  static_assert(sizeof(T) == 4 || sizeof(T) == 8, "shuffles move 4- or 8-byte values");
  int words[sizeof(T) / 4];
  __builtin_memcpy(words, &value, sizeof(T));
  for (int& word : words) word = __builtin_amdgcn_ds_bpermute(lane << 2, word);
  __builtin_memcpy(&value, words, sizeof(T));
  return value;
}

}  // namespace lanewise::hip_header

template <typename T>
__device__ __forceinline__ T __shfl(T value, int source_lane, int width = warpSize) {
  int self = static_cast<int>(__lane_id());
  return lanewise::hip_header::pull(value, source_lane + (self & ~(width - 1)));
}

template <typename T>
__device__ __forceinline__ T __shfl_up(T value, unsigned delta, int width = warpSize) {
  int self = static_cast<int>(__lane_id());
  int lane = self - static_cast<int>(delta);
  return lanewise::hip_header::pull(value, lane < (self & ~(width - 1)) ? self : lane);
}

template <typename T>
__device__ __forceinline__ T __shfl_down(T value, unsigned delta, int width = warpSize) {
  int self = static_cast<int>(__lane_id());
  int lane = self + static_cast<int>(delta);
  bool outside = static_cast<int>((self & (width - 1)) + delta) >= width;
  return lanewise::hip_header::pull(value, outside ? self : lane);
}

template <typename T>
__device__ __forceinline__ T __shfl_xor(T value, int mask, int width = warpSize) {
  int self = static_cast<int>(__lane_id());
  int lane = self ^ mask;
  return lanewise::hip_header::pull(value, lane >= ((self + width) & ~(width - 1)) ? self : lane);
}

/// One bit per lane: set where the lane is active and its predicate is not zero.
__device__ __forceinline__ unsigned long long __ballot(int predicate) {
  return __builtin_amdgcn_ballot_w64(predicate != 0);
}
__device__ __forceinline__ unsigned long long __ballot64(int predicate) { return __ballot(predicate); }
__device__ __forceinline__ unsigned long long __activemask() { return __ballot(1); }
__device__ __forceinline__ int __any(int predicate) { return __ballot(predicate) != 0; }
__device__ __forceinline__ int __all(int predicate) { return __ballot(predicate) == __activemask(); }
