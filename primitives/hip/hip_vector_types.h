// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// float4, int2, uchar3, ...: structs with HIP's names, sizes and alignments, so that a kernel argument or
// a 16-byte load looks the same as with ROCm's header. Two and four elements are aligned to their whole
// size (one dwordx4 access); three elements are an unaligned triple of 3 * sizeof(T) bytes.

#pragma once

template <typename T, unsigned kCount>
struct HIP_vector_type;

// The elements by name, and as a native vector `data` that the compiler moves in one piece.
template <typename T>
struct HIP_vector_type<T, 1> {
  using value_type = T;
  using Native = T __attribute__((ext_vector_type(1)));
  union {
    Native data;
    struct {
      T x;
    };
  };
  HIP_vector_type() = default;
  constexpr __host__ __device__ explicit HIP_vector_type(T value) : x(value) {}
};

template <typename T>
struct HIP_vector_type<T, 2> {
  using value_type = T;
  using Native = T __attribute__((ext_vector_type(2)));
  union {
    Native data;
    struct {
      T x, y;
    };
  };
  HIP_vector_type() = default;
  constexpr __host__ __device__ explicit HIP_vector_type(T all) : x(all), y(all) {}
  constexpr __host__ __device__ HIP_vector_type(T x_, T y_) : x(x_), y(y_) {}
};

template <typename T>
struct HIP_vector_type<T, 3> {
  using value_type = T;
  T x, y, z;
  HIP_vector_type() = default;
  constexpr __host__ __device__ explicit HIP_vector_type(T all) : x(all), y(all), z(all) {}
  constexpr __host__ __device__ HIP_vector_type(T x_, T y_, T z_) : x(x_), y(y_), z(z_) {}
};

template <typename T>
struct HIP_vector_type<T, 4> {
  using value_type = T;
  using Native = T __attribute__((ext_vector_type(4)));
  union {
    Native data;
    struct {
      T x, y, z, w;
    };
  };
  HIP_vector_type() = default;
  constexpr __host__ __device__ explicit HIP_vector_type(T all) : x(all), y(all), z(all), w(all) {}
  constexpr __host__ __device__ HIP_vector_type(T x_, T y_, T z_, T w_) : x(x_), y(y_), z(z_), w(w_) {}
};

// Element by element; a scalar on either side stands for a vector of it.
#define LANEWISE_VECTOR_OPERATOR(op)                                                                      \
  template <typename T, unsigned n>                                                                       \
  __host__ __device__ __forceinline__ HIP_vector_type<T, n>& operator op## =                              \
      (HIP_vector_type<T, n> & a, const HIP_vector_type<T, n>& b) {                                       \
    if constexpr (n == 3) {                                                                               \
      a = {static_cast<T>(a.x op b.x), static_cast<T>(a.y op b.y), static_cast<T>(a.z op b.z)};           \
    } else {                                                                                              \
      a.data = a.data op b.data;                                                                          \
    }                                                                                                     \
    return a;                                                                                             \
  }                                                                                                       \
  template <typename T, unsigned n>                                                                       \
  __host__ __device__ __forceinline__ HIP_vector_type<T, n> operator op(HIP_vector_type<T, n> a,          \
                                                                        const HIP_vector_type<T, n>& b) { \
    return a op## = b;                                                                                    \
  }                                                                                                       \
  template <typename T, unsigned n>                                                                       \
  __host__ __device__ __forceinline__ HIP_vector_type<T, n> operator op(                                  \
      HIP_vector_type<T, n> a, typename HIP_vector_type<T, n>::value_type b) {                            \
    return a op## = HIP_vector_type<T, n>(b);                                                             \
  }                                                                                                       \
  template <typename T, unsigned n>                                                                       \
  __host__ __device__ __forceinline__ HIP_vector_type<T, n> operator op(                                  \
      typename HIP_vector_type<T, n>::value_type a, const HIP_vector_type<T, n>& b) {                     \
    return HIP_vector_type<T, n>(a) op b;                                                                 \
  }
LANEWISE_VECTOR_OPERATOR(+)
LANEWISE_VECTOR_OPERATOR(-)
LANEWISE_VECTOR_OPERATOR(*)
LANEWISE_VECTOR_OPERATOR(/)
#undef LANEWISE_VECTOR_OPERATOR

#define LANEWISE_VECTOR_TYPES(name, T)                                                                   \
  using name##1 = HIP_vector_type<T, 1>;                                                                 \
  using name##2 = HIP_vector_type<T, 2>;                                                                 \
  using name##3 = HIP_vector_type<T, 3>;                                                                 \
  using name##4 = HIP_vector_type<T, 4>;                                                                 \
  __host__ __device__ __forceinline__ name##1 make_##name##1(T x) { return name##1(x); }                 \
  __host__ __device__ __forceinline__ name##2 make_##name##2(T x, T y) { return name##2(x, y); }         \
  __host__ __device__ __forceinline__ name##3 make_##name##3(T x, T y, T z) { return name##3(x, y, z); } \
  __host__ __device__ __forceinline__ name##4 make_##name##4(T x, T y, T z, T w) {                       \
    return name##4(x, y, z, w);                                                                          \
  }
LANEWISE_VECTOR_TYPES(char, char)
LANEWISE_VECTOR_TYPES(uchar, unsigned char)
LANEWISE_VECTOR_TYPES(short, short)
LANEWISE_VECTOR_TYPES(ushort, unsigned short)
LANEWISE_VECTOR_TYPES(int, int)
LANEWISE_VECTOR_TYPES(uint, unsigned)
LANEWISE_VECTOR_TYPES(long, long)
LANEWISE_VECTOR_TYPES(ulong, unsigned long)
LANEWISE_VECTOR_TYPES(longlong, long long)
LANEWISE_VECTOR_TYPES(ulonglong, unsigned long long)
LANEWISE_VECTOR_TYPES(float, float)
LANEWISE_VECTOR_TYPES(double, double)
#undef LANEWISE_VECTOR_TYPES
