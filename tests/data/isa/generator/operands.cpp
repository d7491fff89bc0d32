// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Lists of operands.

#include "operands.h"

#include <cmath>

namespace tables {

std::vector<Tuple> float_singles(const Format& f) {
  const Numbers n(f);
  std::vector<Tuple> list;
  for (const double x : {0.0, -0.0, 1.0, -1.5, 2.5, 3.5, 0.5, -0.5, -0.75, 0.4375}) list.push_back({n.of(x)});
  for (const Bits x : {n.smallest, n.minus(n.largest_denormal), n.smallest_normal, n.largest,
                       n.minus(n.largest), n.infinity, n.minus(n.infinity), n.quiet, n.minus(n.quiet),
                       n.signalling, n.of(1.0) - 1, n.minus(n.of(1.0) - 1)}) {
    list.push_back({x});
  }
  return list;
}

std::vector<Tuple> float_pairs(const Format& f) {
  const Numbers n(f);
  const double half_ulp = std::ldexp(1.0, -f.precision);
  return {
      {n.of(1.5), n.of(-2.25)},
      {n.of(3.0), n.of(3.0)},
      {n.of(1.0), n.of(half_ulp)},                     // sum: tie, to even
      {n.of(1.0) + 1, n.of(half_ulp)},                 // sum: tie, up to even
      {n.of(1.0) + 1, n.of(1.0) + 1},                  // product: inexact
      {n.smallest_normal + 1, n.of(0.5)},              // product: denormal, tie
      {n.smallest_normal, n.minus(n.smallest)},        // difference: denormal
      {n.smallest, n.largest_denormal},
      {n.smallest, n.of(0.5)},                         // product: half the smallest, to even (zero)
      {n.largest, n.largest},
      {n.minus(n.largest), n.of(2.0)},
      {n.infinity, n.minus(n.infinity)},
      {n.infinity, n.of(0.0)},
      {n.of(0.0), n.of(-0.0)},
      {n.of(-0.0), n.of(0.0)},
      {n.of(-0.0), n.of(-0.0)},
      {n.quiet, n.of(1.0)},
      {n.of(-2.0), n.quiet},
      {n.signalling, n.of(1.0)},
      {n.of(1.0), n.minus(n.signalling)},
      {n.quiet, n.signalling},
      {n.signalling, n.quiet},
      {n.minus(n.quiet), n.quiet},
  };
}

std::vector<Tuple> float_triples(const Format& f) {
  const Numbers n(f);
  const Bits one = n.of(1.0);
  return {
      {n.of(1.5), n.of(2.0), n.of(3.0)},
      {one + 1, one + 1, n.minus(one + 2)},                   // only the product's tail remains
      {one + 1, n.of(std::ldexp(1.0, -f.precision)), one},    // just above a tie
      {one, n.of(std::ldexp(1.0, -f.precision)), one},        // the tie itself
      {n.largest, n.of(2.0), n.minus(n.largest)},             // the product alone would overflow
      {n.largest, n.of(2.0), n.of(0.0)},
      {n.smallest, n.of(0.5), n.smallest},                    // tie between denormals
      {n.smallest_normal, n.of(0.5), n.minus(n.smallest)},
      {n.of(0.0), n.of(-1.0), n.of(0.0)},
      {n.of(0.0), n.of(-1.0), n.of(-0.0)},
      {n.of(3.0), n.of(2.0), n.of(-6.0)},
      {n.infinity, n.of(0.0), one},
      {n.infinity, one, n.minus(n.infinity)},
      {n.of(-1.0), n.of(4.0), n.infinity},
      {n.quiet, one, one},
      {one, n.minus(n.quiet), one},
      {one, one, n.signalling},
      {one, n.signalling, n.quiet},
      {n.of(-4.0), n.of(7.0), n.of(2.5)},
      {n.of(0.0), n.of(-0.0), n.of(-0.0)},
  };
}

namespace {

Bits ones(int bits) { return bits == 64 ? ~Bits{0} : (Bits{1} << bits) - 1; }

}  // namespace

std::vector<Tuple> integer_singles(int bits) {
  const Bits all = ones(bits), top = Bits{1} << (bits - 1);
  return {{0},
          {1},
          {all},
          {top},
          {top - 1},
          {all - 1},
          {0x1234567890abcdef & all},
          {(top >> 3) + 5},
          {Bits{1} << (bits / 2)}};
}

std::vector<Tuple> integer_pairs(int bits) {
  const Bits all = ones(bits), top = Bits{1} << (bits - 1);
  return {{0, 0},
          {1, 2},
          {2, 1},
          {all, 1},
          {1, all},
          {top, top},
          {top - 1, 1},
          {top, top - 1},
          {all, all},
          {0x1234567890abcdef & all, 0xfedcba0987654321 & all},
          {0x5a5a5a5a5a5a5a5a & all, 0x3c3c3c3c3c3c3c3c & all}};
}

std::vector<Tuple> integer_triples(int bits) {
  const Bits all = ones(bits), top = Bits{1} << (bits - 1);
  const Bits a = 0x1234567890abcdef & all, b = 0xfedcba0987654321 & all, c = 0x0f1e2d3c4b5a6978 & all;
  return {{0, 0, 0},           {1, 2, 3},           {3, 1, 2}, {2, 3, 1}, {all, all, all}, {all, 1, 1},
          {top, top - 1, all}, {top - 1, all, top}, {a, b, c}, {c, a, b}, {a, a, b}};
}

std::vector<Tuple> joined(std::initializer_list<std::vector<Tuple>> lists) {
  std::vector<Tuple> all;
  for (const auto& list : lists) all.insert(all.end(), list.begin(), list.end());
  return all;
}

std::vector<Tuple> reordered(const std::vector<Tuple>& tuples, const std::vector<std::size_t>& order) {
  std::vector<Tuple> result;
  for (const Tuple& tuple : tuples) {
    Tuple moved;
    for (const std::size_t from : order) moved.push_back(tuple.at(from));
    result.push_back(moved);
  }
  return result;
}

}  // namespace tables
