// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Atomics at device scope, relaxed, as in ROCm's header: they order nothing but themselves. Whether an
// operation becomes one instruction or a compare-and-swap loop is the compiler's choice by type, address
// space and target; -munsafe-fp-atomics allows more of them.

#pragma once

#define LANEWISE_ATOMIC(Type, hip_name, operation)                                 \
  __device__ __forceinline__ Type hip_name(Type* address, Type value) {            \
    return operation(address, value, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT);  \
  }                                                                                \
  __device__ __forceinline__ Type hip_name##_system(Type* address, Type value) {   \
    return operation(address, value, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_SYSTEM); \
  }

#define LANEWISE_ATOMIC_CAS(Type)                                                                      \
  __device__ __forceinline__ Type atomicCAS(Type* address, Type compare, Type value) {                 \
    __hip_atomic_compare_exchange_strong(address, &compare, value, __ATOMIC_RELAXED, __ATOMIC_RELAXED, \
                                         __HIP_MEMORY_SCOPE_AGENT);                                    \
    return compare;                                                                                    \
  }

#define LANEWISE_ATOMICS_OF_NUMBER(Type)                   \
  LANEWISE_ATOMIC(Type, atomicAdd, __hip_atomic_fetch_add) \
  LANEWISE_ATOMIC(Type, atomicExch, __hip_atomic_exchange) \
  LANEWISE_ATOMIC_CAS(Type)                                \
  __device__ __forceinline__ Type atomicSub(Type* address, Type value) { return atomicAdd(address, -value); }

#define LANEWISE_ATOMICS_OF_INTEGER(Type)                  \
  LANEWISE_ATOMICS_OF_NUMBER(Type)                         \
  LANEWISE_ATOMIC(Type, atomicMin, __hip_atomic_fetch_min) \
  LANEWISE_ATOMIC(Type, atomicMax, __hip_atomic_fetch_max) \
  LANEWISE_ATOMIC(Type, atomicAnd, __hip_atomic_fetch_and) \
  LANEWISE_ATOMIC(Type, atomicOr, __hip_atomic_fetch_or)   \
  LANEWISE_ATOMIC(Type, atomicXor, __hip_atomic_fetch_xor)

LANEWISE_ATOMICS_OF_INTEGER(int)
LANEWISE_ATOMICS_OF_INTEGER(unsigned)
LANEWISE_ATOMICS_OF_INTEGER(unsigned long)
LANEWISE_ATOMICS_OF_INTEGER(unsigned long long)
LANEWISE_ATOMIC(long long, atomicMin, __hip_atomic_fetch_min)
LANEWISE_ATOMIC(long long, atomicMax, __hip_atomic_fetch_max)
LANEWISE_ATOMICS_OF_NUMBER(float)
LANEWISE_ATOMICS_OF_NUMBER(double)

#undef LANEWISE_ATOMICS_OF_INTEGER
#undef LANEWISE_ATOMICS_OF_NUMBER
#undef LANEWISE_ATOMIC_CAS
#undef LANEWISE_ATOMIC

/// Counts up and wraps to 0 after `limit`.
__device__ __forceinline__ unsigned atomicInc(unsigned* address, unsigned limit) {
  return __builtin_amdgcn_atomic_inc32(address, limit, __ATOMIC_RELAXED, "agent");
}
/// Counts down and wraps to `limit` after 0, or when above it.
__device__ __forceinline__ unsigned atomicDec(unsigned* address, unsigned limit) {
  return __builtin_amdgcn_atomic_dec32(address, limit, __ATOMIC_RELAXED, "agent");
}
