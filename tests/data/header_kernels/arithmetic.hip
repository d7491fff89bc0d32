// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The functions that need no device library, in single and double precision and on integers.

#include <hip/hip_runtime.h>

extern "C" __global__ void __launch_bounds__(256) functions(const float* in, float* out) {
  float x = in[threadIdx.x];
  float y = expf(x) + exp2f(x) + logf(x + 3) + log2f(x + 4) + sqrtf(fabsf(x)) + rsqrtf(x + 5);
  y += fmaf(x, y, 2.0f) + floorf(x) + ceilf(x) + truncf(x) + rintf(x) + copysignf(y, x);
  out[threadIdx.x] = fmaxf(x, fminf(y, 100.0f)) + max(x, 1.0f) + min(x, 2.0f) + x / y;
}

extern "C" __global__ void __launch_bounds__(256) doubles(const double* in, double* out) {
  double x = in[threadIdx.x], y = in[threadIdx.x + 256];
  out[threadIdx.x] = fma(x, y, sqrt(fabs(x))) / y + floor(x) + fmax(x, y) + rint(y);
}

extern "C" __global__ void __launch_bounds__(256) integers(const int* in, int* out, unsigned n) {
  int x = in[threadIdx.x];
  unsigned u = static_cast<unsigned>(x);
  out[threadIdx.x] = x / 7 + static_cast<int>(u % n) + __popc(u) + __clz(x) + static_cast<int>(__brev(u)) +
                     static_cast<int>(__umulhi(u, n)) + max(x, 3) - min(x, 4) +
                     __float_as_int(__int_as_float(x) * 2) + __ffs(x);
}
