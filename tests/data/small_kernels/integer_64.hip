// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// 64-bit integers: add and multiply with carries, shifts by variables, comparison, division by a variable.
// make_expected.py says the same in Python.

#include <hip/hip_runtime.h>

extern "C" __global__ void __launch_bounds__(128) integer_64(const long long* in, long long* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  unsigned long long x =
      static_cast<unsigned long long>(in[i]) * 6364136223846793005ull + 1442695040888963407ull;
  unsigned long long y = (x >> 23) | 1ull;
  long long s = static_cast<long long>(x) >> (i & 31);
  unsigned long long r = x / y + (x << (i & 63));
  r += s < 0 ? static_cast<unsigned long long>(-s) : y;
  r ^= static_cast<unsigned long long>(s % 1000003);
  out[i] = static_cast<long long>(r);
}
