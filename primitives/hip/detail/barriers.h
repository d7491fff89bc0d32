// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Barriers and fences. __syncthreads is three things: a release fence, s_barrier, an acquire fence.
// Without the fences the compiler could move LDS accesses across the barrier, and no s_waitcnt would
// stand before it. A workgroup fence waits for LDS only: the waves of a workgroup share one L1.

#pragma once

__device__ __forceinline__ void __syncthreads() {
  __builtin_amdgcn_fence(__ATOMIC_RELEASE, "workgroup");
  __builtin_amdgcn_s_barrier();
  __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "workgroup");
}

__device__ __forceinline__ void __threadfence_block() {
  __builtin_amdgcn_fence(__ATOMIC_SEQ_CST, "workgroup");
}
__device__ __forceinline__ void __threadfence() { __builtin_amdgcn_fence(__ATOMIC_SEQ_CST, "agent"); }
__device__ __forceinline__ void __threadfence_system() { __builtin_amdgcn_fence(__ATOMIC_SEQ_CST, ""); }

__device__ __forceinline__ long long clock64() {
  return static_cast<long long>(__builtin_amdgcn_s_memtime());
}
__device__ __forceinline__ long long wall_clock64() {
  return static_cast<long long>(__builtin_amdgcn_s_memrealtime());
}
