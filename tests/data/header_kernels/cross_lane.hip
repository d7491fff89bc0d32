// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Shuffles of every kind, type and width, and votes.

#include <hip/hip_runtime.h>

extern "C" __global__ void __launch_bounds__(64) shuffles(const float* in, float* out, int lane, int width) {
  float x = in[threadIdx.x];
  x += __shfl(x, lane);
  x += __shfl_up(x, 3u);
  x += __shfl_down(x, 5u, 16);
  x += __shfl_xor(x, 9);
  x += __shfl(x, lane, width) + __shfl_up(x, 1u, width) + __shfl_down(x, 2u, width) +
       __shfl_xor(x, lane, width);
  out[threadIdx.x] = x;
}

extern "C" __global__ void __launch_bounds__(64)
    wide_shuffles(const double* in, double* out, long long* integers) {
  out[threadIdx.x] = __shfl_xor(in[threadIdx.x], 32) + __shfl_down(in[threadIdx.x], 1u);
  integers[threadIdx.x] = __shfl(integers[threadIdx.x], 5);
}

extern "C" __global__ void __launch_bounds__(64) votes(const int* in, unsigned long long* out) {
  int x = in[threadIdx.x];
  out[threadIdx.x] = __ballot(x > 3) + __popcll(__ballot(x & 1)) + __lane_id();
}
