// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// 32-bit integer arithmetic of every kind on the numbers 0, 1, 2, ...: products, quotients by variables and
// by constants, shifts, bit counts, bit fields, comparisons. make_expected.py says the same in Python.

#include <hip/hip_runtime.h>

extern "C" __global__ void __launch_bounds__(256) integer_mix(const unsigned* in, unsigned* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  unsigned x = in[i] * 2654435761u + 12345u;
  unsigned y = (x >> 7) | 1u;
  int s = static_cast<int>(x) >> 3;
  unsigned r = x / y + x % 1000u + __umulhi(x, y);
  r ^= __popc(x) << 24;
  r += __clz(static_cast<int>(x >> 5)) * 3u + __brev(x) / 17u;
  r -= static_cast<unsigned>(s / 7) + static_cast<unsigned>(s % 13);
  r += (x << (y & 31u)) ^ (static_cast<unsigned>(s >> (i & 15)));
  r += min(x, y) ^ max(s, -1000);
  r += ((x >> 9) & 0x1fffu) * ((x & 0xffu) + 3u);
  out[i] = r;
}
