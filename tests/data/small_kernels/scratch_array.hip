// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An array in scratch memory: its index is known at run time only, and eight waves a SIMD leave too few
// registers to keep it there. Each work-item permutes 24 numbers. make_expected.py says the same in Python.

#include <hip/hip_runtime.h>

extern "C" __global__ void __launch_bounds__(64, 8) scratch_array(const int* in, int* out, unsigned turn) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  int kept[24];
  for (unsigned e = 0; e < 24; ++e) kept[(e * turn + i) % 24] = in[i * 24 + e];
  for (unsigned e = 0; e < 24; ++e) out[i * 24 + e] = kept[(7 * e + 5 * i) % 24] + static_cast<int>(e);
}
