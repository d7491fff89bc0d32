// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Structs and vectors as arguments (their sizes and alignments are the kernarg layout) and in memory.

#include <hip/hip_runtime.h>

struct Settings {
  char kind;
  double scale;
  float3 shift;
  short4 small;
  uchar2 tiny;
};

extern "C" __global__ void __launch_bounds__(64)
    struct_by_value(float* out, Settings settings, dim3 extent, int3 step) {
  int i = threadIdx.x;
  out[i] = settings.kind + static_cast<float>(settings.scale) + settings.shift.y + settings.small.w +
           settings.tiny.x + extent.y + step.z;
}

extern "C" __global__ void __launch_bounds__(64)
    vectors(char c, float4* f, double2 d, uchar4 u, const float2* g, ulonglong2 l, short s) {
  float4 x = f[threadIdx.x];
  float2 y = g[threadIdx.x];
  x = x * x + make_float4(y.x, y.y, static_cast<float>(d.y), u.w);
  x.z += c + s + static_cast<float>(l.x);
  f[threadIdx.x + 64] = x;
}

extern "C" __global__ void __launch_bounds__(64)
    halves(const _Float16* h, const __bf16* b, _Float16* out, __bf16* sum) {
  _Float16 x = h[threadIdx.x];
  float y = static_cast<float>(b[threadIdx.x]) + static_cast<float>(x);
  out[threadIdx.x] = x * x + static_cast<_Float16>(y);
  sum[threadIdx.x] = static_cast<__bf16>(y);
}
