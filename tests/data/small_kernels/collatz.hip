// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Steps of n -> n/2 or 3n+1 until 1, at most `limit`: a loop that every lane leaves at its own time, with a
// branch inside. make_expected.py says the same in Python.

#include <hip/hip_runtime.h>

extern "C" __global__ void __launch_bounds__(256)
    collatz(const unsigned* in, unsigned* steps, int n, int limit) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  unsigned long long x = in[i];
  int count = 0;
  while (x != 1 && count < limit) {
    if (x % 2 == 0) {
      x /= 2;
    } else {
      x = 3 * x + 1;
      if (x > 1000000ull) ++count;  // large numbers cost double
    }
    ++count;
  }
  steps[i] = count;
}
