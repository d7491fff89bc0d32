// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Who am I: threadIdx, blockIdx, blockDim, gridDim as properties, as in ROCm's header. Ids live in
// registers that the hardware fills at wave start; sizes are read from the hidden kernel arguments of
// code object version 5 (LLVM AMDGPUUsage, "Code Object V5 Implicit Arguments"), whose first three
// dwords are the numbers of workgroups.

#pragma once

struct dim3 {
  unsigned x, y, z;
  constexpr __host__ __device__ dim3(unsigned x_ = 1, unsigned y_ = 1, unsigned z_ = 1)
      : x(x_), y(y_), z(z_) {}
};

namespace lanewise::hip_header {

/// HIP's workgroups are never partial, so the count of full ones is the size of the grid.
__device__ __forceinline__ unsigned workgroup_count(int axis) {
  using Words = const __attribute__((address_space(4))) unsigned*;
  return ((Words)__builtin_amdgcn_implicitarg_ptr())[axis];
}

// One struct per quantity: `x` is a property, so reading it calls the builtin; there is no object.
#define LANEWISE_COORDINATES(Name, X, Y, Z)                          \
  struct Name {                                                      \
    __declspec(property(get = get_x)) unsigned x;                    \
    __declspec(property(get = get_y)) unsigned y;                    \
    __declspec(property(get = get_z)) unsigned z;                    \
    static __device__ __forceinline__ unsigned get_x() { return X; } \
    static __device__ __forceinline__ unsigned get_y() { return Y; } \
    static __device__ __forceinline__ unsigned get_z() { return Z; } \
    __device__ operator dim3() const { return dim3(X, Y, Z); }       \
  }

LANEWISE_COORDINATES(ThreadIndex, __builtin_amdgcn_workitem_id_x(), __builtin_amdgcn_workitem_id_y(),
                     __builtin_amdgcn_workitem_id_z());
LANEWISE_COORDINATES(BlockIndex, __builtin_amdgcn_workgroup_id_x(), __builtin_amdgcn_workgroup_id_y(),
                     __builtin_amdgcn_workgroup_id_z());
LANEWISE_COORDINATES(BlockSize, __builtin_amdgcn_workgroup_size_x(), __builtin_amdgcn_workgroup_size_y(),
                     __builtin_amdgcn_workgroup_size_z());
LANEWISE_COORDINATES(GridSize, workgroup_count(0), workgroup_count(1), workgroup_count(2));

#undef LANEWISE_COORDINATES

}  // namespace lanewise::hip_header

static constexpr __device__ lanewise::hip_header::ThreadIndex threadIdx{};
static constexpr __device__ lanewise::hip_header::BlockIndex blockIdx{};
static constexpr __device__ lanewise::hip_header::BlockSize blockDim{};
static constexpr __device__ lanewise::hip_header::GridSize gridDim{};
