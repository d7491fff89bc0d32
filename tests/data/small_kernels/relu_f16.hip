// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// max(x, 0) on half precision, two elements a work-item: packed f16 arithmetic.

#include <hip/hip_runtime.h>

using Pair = _Float16 __attribute__((ext_vector_type(2)));

extern "C" __global__ void __launch_bounds__(256) relu_f16(const Pair* in, Pair* out, int pairs) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < pairs) out[i] = __builtin_elementwise_max(in[i], Pair{0, 0});
}
