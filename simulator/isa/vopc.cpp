// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// VOPC: comparisons, one bit per lane. v_cmpx writes EXEC besides its mask. All names follow from eight
// integer and sixteen float predicates, so the rows are generated from those two lists.

#include <array>

#include "simulator/isa/arithmetic.h"
#include "simulator/isa/row_files.h"

namespace lanewise::isa::LANEWISE_ISA_BUILD {

namespace {

template <class T>
bool never(T, T) {
  return false;
}
template <class T>
bool always(T, T) {
  return true;
}
template <class T>
bool less(T a, T b) {
  return a < b;
}
template <class T>
bool equal(T a, T b) {
  return a == b;
}
template <class T>
bool less_equal(T a, T b) {
  return a <= b;
}
template <class T>
bool greater(T a, T b) {
  return a > b;
}
template <class T>
bool not_equal(T a, T b) {
  return a != b;
}
template <class T>
bool greater_equal(T a, T b) {
  return a >= b;
}
// Floats: lg = less or greater (false on NaN), o / u = ordered / unordered, n.. = the negated predicate.
template <class T>
bool less_or_greater(T a, T b) {
  return a < b || a > b;
}
template <class T>
bool ordered(T a, T b) {
  return a == a && b == b;
}
template <class T>
bool unordered(T a, T b) {
  return a != a || b != b;
}
template <class T>
bool not_greater_equal(T a, T b) {
  return !(a >= b);
}
template <class T>
bool not_less_or_greater(T a, T b) {
  return !(a < b || a > b);
}
template <class T>
bool not_greater(T a, T b) {
  return !(a > b);
}
template <class T>
bool not_less_equal(T a, T b) {
  return !(a <= b);
}
template <class T>
bool not_less(T a, T b) {
  return !(a < b);
}
template <bool (*F)(f32, f32)>
bool on_halves(f16 a, f16 b) {
  return F(to_f32(a), to_f32(b));
}
bool class_f16(f16 a, u32 classes) {
  const u16 magnitude = a.bits & 0x7fff;
  u32 bit;
  const bool negative = a.bits >> 15;
  if (magnitude > 0x7c00)
    bit = (a.bits & 0x200) == 0 ? 0 : 1;
  else if (magnitude == 0x7c00)
    bit = negative ? 2 : 9;
  else if (magnitude == 0)
    bit = negative ? 5 : 6;
  else if (magnitude < 0x400)
    bit = negative ? 4 : 7;
  else
    bit = negative ? 3 : 8;
  return (classes >> bit) & 1;
}

// Stringising is all that the macros do: each line stands for a v_cmp and a v_cmpx row.
#define LANEWISE_COMPARE(NAME, F) \
  CompareOp<F>::row<false>("v_cmp_" NAME), CompareOp<F>::row<true>("v_cmpx_" NAME)
#define LANEWISE_INTEGER_COMPARES(TYPE, T)                                                    \
  LANEWISE_COMPARE("f_" TYPE, &never<T>), LANEWISE_COMPARE("lt_" TYPE, &less<T>),             \
      LANEWISE_COMPARE("eq_" TYPE, &equal<T>), LANEWISE_COMPARE("le_" TYPE, &less_equal<T>),  \
      LANEWISE_COMPARE("gt_" TYPE, &greater<T>), LANEWISE_COMPARE("ne_" TYPE, &not_equal<T>), \
      LANEWISE_COMPARE("ge_" TYPE, &greater_equal<T>), LANEWISE_COMPARE("t_" TYPE, &always<T>)
#define LANEWISE_FLOAT_COMPARES(TYPE, WRAP, T)                                                             \
  LANEWISE_COMPARE("f_" TYPE, WRAP(never<T>)), LANEWISE_COMPARE("lt_" TYPE, WRAP(less<T>)),                \
      LANEWISE_COMPARE("eq_" TYPE, WRAP(equal<T>)), LANEWISE_COMPARE("le_" TYPE, WRAP(less_equal<T>)),     \
      LANEWISE_COMPARE("gt_" TYPE, WRAP(greater<T>)),                                                      \
      LANEWISE_COMPARE("lg_" TYPE, WRAP(less_or_greater<T>)),                                              \
      LANEWISE_COMPARE("ge_" TYPE, WRAP(greater_equal<T>)), LANEWISE_COMPARE("o_" TYPE, WRAP(ordered<T>)), \
      LANEWISE_COMPARE("u_" TYPE, WRAP(unordered<T>)),                                                     \
      LANEWISE_COMPARE("nge_" TYPE, WRAP(not_greater_equal<T>)),                                           \
      LANEWISE_COMPARE("nlg_" TYPE, WRAP(not_less_or_greater<T>)),                                         \
      LANEWISE_COMPARE("ngt_" TYPE, WRAP(not_greater<T>)),                                                 \
      LANEWISE_COMPARE("nle_" TYPE, WRAP(not_less_equal<T>)),                                              \
      LANEWISE_COMPARE("neq_" TYPE, WRAP(not_equal<T>)), LANEWISE_COMPARE("nlt_" TYPE, WRAP(not_less<T>)), \
      LANEWISE_COMPARE("tru_" TYPE, WRAP(always<T>))
#define LANEWISE_AS_IS(F) &F
#define LANEWISE_ON_HALVES(F) &on_halves<&F>

constexpr Row kRows[] = {
    LANEWISE_INTEGER_COMPARES("i16", i16),
    LANEWISE_INTEGER_COMPARES("u16", u16),
    LANEWISE_INTEGER_COMPARES("i32", i32),
    LANEWISE_INTEGER_COMPARES("u32", u32),
    LANEWISE_INTEGER_COMPARES("i64", i64),
    LANEWISE_INTEGER_COMPARES("u64", u64),
    LANEWISE_FLOAT_COMPARES("f16", LANEWISE_ON_HALVES, f32),
    LANEWISE_FLOAT_COMPARES("f32", LANEWISE_AS_IS, f32),
    LANEWISE_FLOAT_COMPARES("f64", LANEWISE_AS_IS, f64),
    LANEWISE_COMPARE("class_f16", &class_f16),
    LANEWISE_COMPARE("class_f32", &in_class<f32>),
    LANEWISE_COMPARE("class_f64", &in_class<f64>),
};

}  // namespace

std::span<const Row> vopc_rows() { return kRows; }

}  // namespace lanewise::isa::LANEWISE_ISA_BUILD
