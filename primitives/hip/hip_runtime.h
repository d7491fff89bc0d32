// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A thin <hip/hip_runtime.h> for device code, used where ROCm's own headers are not installed.
//
// Compile with `-nogpuinc -nogpulib -nohipwrapperinc -I primitives --cuda-device-only`. Every name is a
// few lines over a compiler builtin, so a kernel compiles in some hundredths of a second and links
// without AMD's device library. What needs that library (sinf, powf, printf, ...) is declared
// `unavailable` with a message, never silently wrong. Names, semantics and resource use follow ROCm's
// header; tests/primitives compiles the same kernels with both and compares the metadata.
//
// What surprises: clang's own `launch_bounds` attribute has no effect on AMDGPU. Without the two
// attributes below every kernel would be built for 1024 work-items, and every register and occupancy
// figure would be wrong.
//
//   hip_runtime.h
//    ├─ detail/work_items.h    threadIdx, blockIdx, blockDim, gridDim, dim3
//    ├─ hip_vector_types.h     float4, int2, ... and make_float4(...)
//    ├─ hip_runtime_api.h      host functions, declared only: a file with its own main() compiles too
//    ├─ detail/barriers.h      __syncthreads, __threadfence
//    ├─ detail/cross_lane.h    __shfl*, __ballot, __any, __all, __lane_id
//    ├─ detail/atomics.h       atomicAdd, atomicCAS, ...
//    └─ detail/arithmetic.h    expf, fmaxf, min, __float_as_int, __popc, ...

#pragma once

#if !defined(__clang__) || !defined(__HIP__)
#error "hip/hip_runtime.h holds device code: compile it with clang++ -x hip"
#endif
#if !defined(__HIP_DEVICE_COMPILE__)
#error \
    "Lanewise's hip/hip_runtime.h holds the device side only: add --cuda-device-only, or use ROCm's headers for host code"
#endif

#include <stddef.h>
#include <stdint.h>

#define __host__ __attribute__((host))
#define __device__ __attribute__((device))
#define __global__ __attribute__((global))
#define __shared__ __attribute__((shared))
#define __constant__ __attribute__((constant))
#define __managed__ __attribute__((managed))
#define __forceinline__ inline __attribute__((always_inline))
#define __align__(bytes) __attribute__((aligned(bytes)))

// __launch_bounds__(n) or __launch_bounds__(n, w): at most n work-items in a workgroup; at least w
// waves on each SIMD, which limits the registers. The last macro argument picks the form.
#define LANEWISE_BOUNDS_1(n) __attribute__((amdgpu_flat_work_group_size(1, n)))
#define LANEWISE_BOUNDS_2(n, w) __attribute__((amdgpu_flat_work_group_size(1, n), amdgpu_waves_per_eu(w)))
#define LANEWISE_BOUNDS_PICK(a, b, form, ...) form
#define __launch_bounds__(...) \
  LANEWISE_BOUNDS_PICK(__VA_ARGS__, LANEWISE_BOUNDS_2, LANEWISE_BOUNDS_1, )(__VA_ARGS__)

#define HIP_DYNAMIC_SHARED(type, name) extern __shared__ type name[];
#define HIP_KERNEL_NAME(...) __VA_ARGS__

/// Lanes in a wave. ROCm 7 made this a run-time value; where a constant is needed, write 64.
static constexpr int warpSize = 64;

#include <hip/detail/work_items.h>
#include <hip/hip_runtime_api.h>
#include <hip/hip_vector_types.h>

#include <hip/detail/arithmetic.h>
#include <hip/detail/atomics.h>
#include <hip/detail/barriers.h>
#include <hip/detail/cross_lane.h>
