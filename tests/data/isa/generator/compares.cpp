// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// v_cmp_* and v_cmpx_*: the predicate's result for one lane. Floats: any comparison with a NaN is false,
// and the n.. predicates negate that.

#include <array>

#include "chapters.h"
#include "operands.h"

namespace tables {

namespace {

enum Order { kLess, kEqual, kGreater, kUnordered };

/// Predicate as the set of orders for which it holds, one bit each.
struct Predicate {
  const char* name;
  unsigned holds;
};
constexpr unsigned kL = 1u << kLess, kE = 1u << kEqual, kG = 1u << kGreater, kU = 1u << kUnordered;
constexpr std::array<Predicate, 8> kIntegerPredicates{{{"f", 0},
                                                       {"lt", kL},
                                                       {"eq", kE},
                                                       {"le", kL | kE},
                                                       {"gt", kG},
                                                       {"ne", kL | kG},
                                                       {"ge", kG | kE},
                                                       {"t", kL | kE | kG}}};
constexpr std::array<Predicate, 16> kFloatPredicates{{{"f", 0},
                                                      {"lt", kL},
                                                      {"eq", kE},
                                                      {"le", kL | kE},
                                                      {"gt", kG},
                                                      {"lg", kL | kG},
                                                      {"ge", kG | kE},
                                                      {"o", kL | kE | kG},
                                                      {"u", kU},
                                                      {"nge", kL | kU},
                                                      {"nlg", kE | kU},
                                                      {"ngt", kL | kE | kU},
                                                      {"nle", kG | kU},
                                                      {"neq", kL | kG | kU},
                                                      {"nlt", kG | kE | kU},
                                                      {"tru", kL | kE | kG | kU}}};

template <class Predicates, class OrderOf>
void add_all(Table& t, const Predicates& predicates, const std::string& type, int digits,
             const std::vector<Tuple>& pairs, OrderOf order_of) {
  for (const Predicate& p : predicates) {
    for (const char* prefix : {"v_cmp_", "v_cmpx_"}) {
      t.add(std::string(prefix) + p.name + "_" + type, {{digits, digits}, 1}, pairs,
            [&](const Tuple& x) -> Result { return Bits{(p.holds >> order_of(x[0], x[1])) & 1}; });
    }
  }
}

template <class T>
Order order_of_integers(Bits a, Bits b) {
  const T x = static_cast<T>(a), y = static_cast<T>(b);
  return x < y ? kLess : (x > y ? kGreater : kEqual);
}

std::vector<Tuple> class_cases(const Format& f) {
  const Numbers n(f);
  std::vector<Tuple> list;
  const Bits values[] = {n.signalling,
                         n.quiet,
                         n.minus(n.infinity),
                         n.of(-1.0),
                         n.minus(n.smallest),
                         n.of(-0.0),
                         n.of(0.0),
                         n.largest_denormal,
                         n.smallest_normal,
                         n.infinity,
                         n.minus(n.signalling),
                         n.minus(n.quiet)};
  Bits own = 1;
  for (const Bits x : values) {
    list.push_back({x, own});           // its own class
    list.push_back({x, 0x3ff ^ own});   // all others
    list.push_back({x, 0xfffffc00});    // bits above the classes mean nothing
    own = own < 0x200 ? own << 1 : (x == n.infinity ? 1 : 2);
  }
  return list;
}

Bits in_class(const Format& f, Bits x, Bits classes) {
  const bool minus = f.is_negative(x);
  if (f.is_nan(x)) return (classes >> (f.is_signalling(x) ? 0 : 1)) & 1;
  if (f.is_infinite(x)) return (classes >> (minus ? 2 : 9)) & 1;
  if (f.exponent(x) > 0) return (classes >> (minus ? 3 : 8)) & 1;
  if (!f.is_zero(x)) return (classes >> (minus ? 4 : 7)) & 1;
  return (classes >> (minus ? 5 : 6)) & 1;
}

}  // namespace

void compare_rows(Table& t) {
  add_all(t, kIntegerPredicates, "i16", 4, integer_pairs(16), order_of_integers<std::int16_t>);
  add_all(t, kIntegerPredicates, "u16", 4, integer_pairs(16), order_of_integers<std::uint16_t>);
  add_all(t, kIntegerPredicates, "i32", 8, integer_pairs(32), order_of_integers<std::int32_t>);
  add_all(t, kIntegerPredicates, "u32", 8, integer_pairs(32), order_of_integers<std::uint32_t>);
  add_all(t, kIntegerPredicates, "i64", 16, integer_pairs(64), order_of_integers<std::int64_t>);
  add_all(t, kIntegerPredicates, "u64", 16, integer_pairs(64), order_of_integers<std::uint64_t>);
  for (const auto& [format, type] : {std::pair{kF16, std::string("f16")}, {kF32, "f32"}, {kF64, "f64"}}) {
    const Numbers n(format);
    const std::vector<Tuple> pairs = {{n.of(1.0), n.of(2.0)},
                                      {n.of(2.0), n.of(1.0)},
                                      {n.of(-1.5), n.of(-1.5)},
                                      {n.of(0.0), n.of(-0.0)},
                                      {n.minus(n.smallest), n.of(0.0)},
                                      {n.smallest, n.largest_denormal},
                                      {n.infinity, n.largest},
                                      {n.minus(n.infinity), n.infinity},
                                      {n.quiet, n.of(1.0)},
                                      {n.of(1.0), n.signalling},
                                      {n.quiet, n.quiet}};
    add_all(t, kFloatPredicates, type, format.bits / 4, pairs, [&f = format](Bits a, Bits b) {
      if (f.is_nan(a) || f.is_nan(b)) return kUnordered;
      const int order = compare(f, a, b);
      return order < 0 ? kLess : (order > 0 ? kGreater : kEqual);
    });
    for (const char* prefix : {"v_cmp_class_", "v_cmpx_class_"}) {
      t.add(prefix + type, {{format.bits / 4, 8}, 1}, class_cases(format),
            [&f = format](const Tuple& x) { return in_class(f, x[0], x[1]); });
    }
  }
}

}  // namespace tables
