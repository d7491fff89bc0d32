// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The mathematics that needs no device library: each name is a compiler builtin, the same one that
// clang's own HIP wrapper uses, so results and instructions agree with ROCm. Functions that live in
// AMD's device library (ocml) are declared at the end with a message that says so.

#pragma once

#define LANEWISE_MATH_1(name, Type, expression) \
  __device__ __forceinline__ Type name(Type x) { return expression; }
#define LANEWISE_MATH_2(name, Type, expression) \
  __device__ __forceinline__ Type name(Type x, Type y) { return expression; }

// --- float ---------------------------------------------------------------------------------------
LANEWISE_MATH_1(ceilf, float, __builtin_ceilf(x))
LANEWISE_MATH_1(exp2f, float, __builtin_exp2f(x))
LANEWISE_MATH_1(exp10f, float, __builtin_exp10f(x))
LANEWISE_MATH_1(expf, float, __builtin_expf(x))
LANEWISE_MATH_1(fabsf, float, __builtin_fabsf(x))
LANEWISE_MATH_1(floorf, float, __builtin_floorf(x))
LANEWISE_MATH_1(log10f, float, __builtin_log10f(x))
LANEWISE_MATH_1(log2f, float, __builtin_log2f(x))
LANEWISE_MATH_1(logf, float, __builtin_logf(x))
LANEWISE_MATH_1(nearbyintf, float, __builtin_nearbyintf(x))
LANEWISE_MATH_1(rintf, float, __builtin_rintf(x))
LANEWISE_MATH_1(roundf, float, __builtin_roundf(x))
LANEWISE_MATH_1(sqrtf, float, __builtin_sqrtf(x))
LANEWISE_MATH_1(truncf, float, __builtin_truncf(x))
LANEWISE_MATH_2(copysignf, float, __builtin_copysignf(x, y))
LANEWISE_MATH_2(fmaxf, float, __builtin_fmaxf(x, y))
LANEWISE_MATH_2(fminf, float, __builtin_fminf(x, y))
__device__ __forceinline__ float fmaf(float x, float y, float z) { return __builtin_fmaf(x, y, z); }
/// v_rsq_f32 takes denormals for zero, so small numbers are scaled up by 2^100 and the root by 2^50.
__device__ __forceinline__ float rsqrtf(float x) {
  bool small = x < 0x1p-100f;
  float root = __builtin_amdgcn_rsqf(__builtin_amdgcn_ldexpf(x, small ? 100 : 0));
  return root * (small ? 0x1p50f : 1.0f);
}
__device__ __forceinline__ float ldexpf(float x, int exponent) {
  return __builtin_amdgcn_ldexpf(x, exponent);
}

// Fast forms: one hardware instruction, about 1 ulp, denormals flushed.
LANEWISE_MATH_1(__expf, float, __builtin_amdgcn_exp2f(0x1.715476p+0f * x))
LANEWISE_MATH_1(__exp10f, float, __builtin_amdgcn_exp2f(0x1.a934f0p+1f * x))
LANEWISE_MATH_1(__log2f, float, __builtin_amdgcn_logf(x))
LANEWISE_MATH_1(__logf, float, __builtin_logf(x))
LANEWISE_MATH_1(__frsqrt_rn, float, __builtin_amdgcn_rsqf(x))
LANEWISE_MATH_1(__frcp_rn, float, 1.0f / x)
LANEWISE_MATH_2(__fadd_rn, float, x + y)
LANEWISE_MATH_2(__fmul_rn, float, x* y)
LANEWISE_MATH_2(__fdividef, float, x / y)

// --- double --------------------------------------------------------------------------------------
LANEWISE_MATH_1(ceil, double, __builtin_ceil(x))
LANEWISE_MATH_1(fabs, double, __builtin_fabs(x))
LANEWISE_MATH_1(floor, double, __builtin_floor(x))
LANEWISE_MATH_1(rint, double, __builtin_rint(x))
LANEWISE_MATH_1(round, double, __builtin_round(x))
LANEWISE_MATH_1(sqrt, double, __builtin_sqrt(x))
LANEWISE_MATH_1(trunc, double, __builtin_trunc(x))
LANEWISE_MATH_2(copysign, double, __builtin_copysign(x, y))
LANEWISE_MATH_2(fmax, double, __builtin_fmax(x, y))
LANEWISE_MATH_2(fmin, double, __builtin_fmin(x, y))
__device__ __forceinline__ double fma(double x, double y, double z) { return __builtin_fma(x, y, z); }

// --- the double names for float ---------------------------------------------------------------------
LANEWISE_MATH_1(ceil, float, __builtin_ceilf(x))
LANEWISE_MATH_1(exp, float, __builtin_expf(x))
LANEWISE_MATH_1(exp2, float, __builtin_exp2f(x))
LANEWISE_MATH_1(fabs, float, __builtin_fabsf(x))
LANEWISE_MATH_1(floor, float, __builtin_floorf(x))
LANEWISE_MATH_1(log, float, __builtin_logf(x))
LANEWISE_MATH_1(log2, float, __builtin_log2f(x))
LANEWISE_MATH_1(rint, float, __builtin_rintf(x))
LANEWISE_MATH_1(round, float, __builtin_roundf(x))
LANEWISE_MATH_1(sqrt, float, __builtin_sqrtf(x))
LANEWISE_MATH_1(trunc, float, __builtin_truncf(x))
LANEWISE_MATH_2(fmax, float, __builtin_fmaxf(x, y))
LANEWISE_MATH_2(fmin, float, __builtin_fminf(x, y))
__device__ __forceinline__ float fma(float x, float y, float z) { return __builtin_fmaf(x, y, z); }

// --- conversions and one rounding each ---------------------------------------------------------------
__device__ __forceinline__ int __float2int_rn(float x) { return static_cast<int>(__builtin_rintf(x)); }
__device__ __forceinline__ int __float2int_rz(float x) { return static_cast<int>(x); }
__device__ __forceinline__ int __float2int_rd(float x) { return static_cast<int>(__builtin_floorf(x)); }
__device__ __forceinline__ int __float2int_ru(float x) { return static_cast<int>(__builtin_ceilf(x)); }
__device__ __forceinline__ unsigned __float2uint_rz(float x) { return static_cast<unsigned>(x); }
__device__ __forceinline__ float __int2float_rn(int x) { return static_cast<float>(x); }
__device__ __forceinline__ float __uint2float_rn(unsigned x) { return static_cast<float>(x); }
__device__ __forceinline__ float __fmaf_rn(float x, float y, float z) { return __builtin_fmaf(x, y, z); }

/// A load that says that nobody writes there; here a load like any other.
template <typename T>
__device__ __forceinline__ T __ldg(const T* address) {
  return *address;
}

// --- min and max ---------------------------------------------------------------------------------
#define LANEWISE_MIN_MAX(Type)              \
  LANEWISE_MATH_2(min, Type, x < y ? x : y) \
  LANEWISE_MATH_2(max, Type, x > y ? x : y)
LANEWISE_MIN_MAX(int)
LANEWISE_MIN_MAX(unsigned)
LANEWISE_MIN_MAX(long)
LANEWISE_MIN_MAX(unsigned long)
LANEWISE_MIN_MAX(long long)
LANEWISE_MIN_MAX(unsigned long long)
#undef LANEWISE_MIN_MAX
LANEWISE_MATH_2(min, float, __builtin_fminf(x, y))
LANEWISE_MATH_2(max, float, __builtin_fmaxf(x, y))
LANEWISE_MATH_2(min, double, __builtin_fmin(x, y))
LANEWISE_MATH_2(max, double, __builtin_fmax(x, y))
// Mixed signedness compares as unsigned, as in ROCm's header.
__device__ __forceinline__ unsigned min(int x, unsigned y) { return min(static_cast<unsigned>(x), y); }
__device__ __forceinline__ unsigned min(unsigned x, int y) { return min(x, static_cast<unsigned>(y)); }
__device__ __forceinline__ unsigned max(int x, unsigned y) { return max(static_cast<unsigned>(x), y); }
__device__ __forceinline__ unsigned max(unsigned x, int y) { return max(x, static_cast<unsigned>(y)); }

// --- bits ----------------------------------------------------------------------------------------
__device__ __forceinline__ int __float_as_int(float x) { return __builtin_bit_cast(int, x); }
__device__ __forceinline__ unsigned __float_as_uint(float x) { return __builtin_bit_cast(unsigned, x); }
__device__ __forceinline__ float __int_as_float(int x) { return __builtin_bit_cast(float, x); }
__device__ __forceinline__ float __uint_as_float(unsigned x) { return __builtin_bit_cast(float, x); }
__device__ __forceinline__ long long __double_as_longlong(double x) {
  return __builtin_bit_cast(long long, x);
}
__device__ __forceinline__ double __longlong_as_double(long long x) { return __builtin_bit_cast(double, x); }
__device__ __forceinline__ unsigned __popc(unsigned x) { return __builtin_popcount(x); }
__device__ __forceinline__ unsigned __popcll(unsigned long long x) { return __builtin_popcountll(x); }
__device__ __forceinline__ int __clz(int x) { return x == 0 ? 32 : __builtin_clz(static_cast<unsigned>(x)); }
__device__ __forceinline__ int __clzll(long long x) {
  return x == 0 ? 64 : __builtin_clzll(static_cast<unsigned long long>(x));
}
__device__ __forceinline__ unsigned __ffs(unsigned x) { return x == 0 ? 0 : __builtin_ctz(x) + 1; }
__device__ __forceinline__ unsigned __ffs(int x) { return __ffs(static_cast<unsigned>(x)); }
__device__ __forceinline__ unsigned __ffsll(unsigned long long x) {
  return x == 0 ? 0 : __builtin_ctzll(x) + 1;
}
__device__ __forceinline__ unsigned __brev(unsigned x) { return __builtin_bitreverse32(x); }
__device__ __forceinline__ unsigned long long __brevll(unsigned long long x) {
  return __builtin_bitreverse64(x);
}
__device__ __forceinline__ unsigned __umulhi(unsigned x, unsigned y) {
  return static_cast<unsigned>((static_cast<unsigned long long>(x) * y) >> 32);
}
__device__ __forceinline__ int __mulhi(int x, int y) {
  return static_cast<int>((static_cast<long long>(x) * y) >> 32);
}

// --- only in AMD's device library ----------------------------------------------------------------
#define LANEWISE_NEEDS_OCML(name) \
  __attribute__((unavailable(     \
      #name " needs AMD's device library, which this build does without; see primitives/README.md")))
#define LANEWISE_OCML_1(name, Type)    \
  __device__ LANEWISE_NEEDS_OCML(name) \
  Type name(Type);
#define LANEWISE_OCML_2(name, Type)    \
  __device__ LANEWISE_NEEDS_OCML(name) \
  Type name(Type, Type);
LANEWISE_OCML_1(sinf, float)
LANEWISE_OCML_1(cosf, float)
LANEWISE_OCML_1(tanf, float)
LANEWISE_OCML_1(tanhf, float)
LANEWISE_OCML_1(erff, float)
LANEWISE_OCML_1(expm1f, float)
LANEWISE_OCML_1(log1pf, float)
LANEWISE_OCML_1(cbrtf, float)
LANEWISE_OCML_1(__sinf, float)
LANEWISE_OCML_1(__cosf, float)
LANEWISE_OCML_2(powf, float)
LANEWISE_OCML_2(__powf, float)
LANEWISE_OCML_2(fmodf, float)
LANEWISE_OCML_2(atan2f, float)
LANEWISE_OCML_1(exp, double)
LANEWISE_OCML_1(log, double)
LANEWISE_OCML_1(sin, double)
LANEWISE_OCML_1(cos, double)
LANEWISE_OCML_2(pow, double)
#undef LANEWISE_OCML_2
#undef LANEWISE_OCML_1
#undef LANEWISE_NEEDS_OCML
#undef LANEWISE_MATH_2
#undef LANEWISE_MATH_1
