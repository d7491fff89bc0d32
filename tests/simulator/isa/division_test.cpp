// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// LLVM's whole division (SITargetLowering::LowerFDIV32 and LowerFDIV64, as clang emits it for gfx942) through
// the lane functions, against the host's IEEE division bit for bit. AMD's text of v_div_scale and v_div_fmas
// is loose; that the expansion rounds correctly is what LLVM promises, so it decides.

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <ios>
#include <random>
#include <sstream>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "tests/simulator/isa/lane_run.h"

namespace {

using namespace lanewise::isa;

template <class To, class From>
To bits_as(From from) {
  static_assert(sizeof(To) == sizeof(From));
  To to;
  std::memcpy(&to, &from, sizeof to);
  return to;
}

/// One lane function on 64 lanes of T.
template <class T>
struct Lanes {
  using Bits = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;
  std::vector<T> value = std::vector<T>(64);
  std::uint64_t mask = 0;

  Lanes() = default;
  explicit Lanes(T same) : value(64, same) {}
  [[nodiscard]] Lanes negated() const {
    Lanes r = *this;
    for (T& x : r.value)
      x = bits_as<T>(static_cast<Bits>(bits_as<Bits>(x) ^ (Bits{1} << (sizeof(T) * 8 - 1))));
    return r;
  }
};

template <class T>
class Expansion {
 public:
  using Vector = Lanes<T>;
  explicit Expansion(const HandlerTable& table) : table_(table) {}

  Vector divide(const Vector& x, const Vector& y) {
    if constexpr (sizeof(T) == 4)
      return divide32(x, y);
    else
      return divide64(x, y);
  }

 private:
  Vector call(const char* name, const std::vector<const Vector*>& sources, std::uint64_t mask = 0) {
    const Row* row = row_named(table_, std::string(name) + (sizeof(T) == 4 ? "_f32" : "_f64"));
    REQUIRE(row != nullptr);
    LaneRun run;
    for (std::size_t i = 0; i < sources.size(); ++i) {
      for (int lane = 0; lane < 64; ++lane) {
        run.set(static_cast<int>(i), lane,
                bits_as<typename Vector::Bits>(sources[i]->value[static_cast<std::size_t>(lane)]));
      }
    }
    run.arguments.mask_in = mask;
    row->lanes(run.arguments);
    Vector result;
    for (int lane = 0; lane < 64; ++lane) {
      result.value[static_cast<std::size_t>(lane)] =
          bits_as<T>(static_cast<typename Vector::Bits>(run.value(*row, lane)));
    }
    result.mask = run.arguments.mask_out;
    return result;
  }
  Vector fma(const Vector& a, const Vector& b, const Vector& c) { return call("v_fma", {&a, &b, &c}); }

  Vector divide32(const Vector& x, const Vector& y) {
    const Vector denominator = call("v_div_scale", {&y, &y, &x}),
                 numerator = call("v_div_scale", {&x, &y, &x});
    const Vector minus = denominator.negated(), one(1), rcp = call("v_rcp", {&denominator});
    const Vector refined = fma(fma(minus, rcp, one), rcp, rcp);
    const Vector quotient = call("v_mul", {&numerator, &refined});
    const Vector better = fma(fma(minus, quotient, numerator), refined, quotient);
    const Vector rest = fma(minus, better, numerator);
    const Vector scaled = call("v_div_fmas", {&rest, &refined, &better}, numerator.mask);
    return call("v_div_fixup", {&scaled, &y, &x});
  }
  Vector divide64(const Vector& x, const Vector& y) {
    const Vector denominator = call("v_div_scale", {&y, &y, &x}),
                 numerator = call("v_div_scale", {&x, &y, &x});
    const Vector minus = denominator.negated(), one(1), rcp = call("v_rcp", {&denominator});
    const Vector first = fma(rcp, fma(minus, rcp, one), rcp);
    const Vector second = fma(first, fma(minus, first, one), first);
    const Vector quotient = call("v_mul", {&numerator, &second});
    const Vector rest = fma(minus, quotient, numerator);
    const Vector scaled = call("v_div_fmas", {&rest, &second, &quotient}, numerator.mask);
    return call("v_div_fixup", {&scaled, &y, &x});
  }

  const HandlerTable& table_;
};

template <class T>
bool same(T got, T expected) {
  if (expected != expected) return got != got;  // a NaN's payload is this project's rule, not the host's
  return bits_as<typename Lanes<T>::Bits>(got) == bits_as<typename Lanes<T>::Bits>(expected);
}

/// Patterns spread over all exponents, with few and many significant bits.
template <class T>
T any_number(std::mt19937_64& random) {
  using Bits = typename Lanes<T>::Bits;
  Bits bits = static_cast<Bits>(random());
  constexpr int fraction = sizeof(T) == 4 ? 23 : 52;
  switch (random() % 4) {
    case 0: bits &= ~((Bits{1} << (random() % fraction)) - 1); break;  // short significand
    case 1: bits |= (Bits{1} << (random() % fraction)) - 1; break;  // long run of ones
    case 2: bits &= ~(((Bits{1} << (sizeof(T) * 8 - 1 - fraction)) - 1) << fraction); break;  // denormal
    default: break;
  }
  return bits_as<T>(bits);
}

/// A denominator such that x / y lies among the denormals or near the largest number.
template <class T>
T denominator_for_extreme(T x, std::mt19937_64& random) {
  const int range = sizeof(T) == 4 ? 149 : 1074;
  const int wanted = random() % 4 == 0 ? range - 22 - static_cast<int>(random() % 6)
                                       : -range - 2 + static_cast<int>(random() % 60);
  const T significand = static_cast<T>(1) + std::ldexp(static_cast<T>(random() % (1ull << 52)), -52);
  const T magnitude = std::ldexp(significand, std::ilogb(x) - wanted);
  return random() % 2 ? magnitude : -magnitude;
}

template <class T>
std::vector<T> specials() {
  using Bits = typename Lanes<T>::Bits;
  constexpr int fraction = sizeof(T) == 4 ? 23 : 52;
  const Bits infinity = ((Bits{1} << (sizeof(T) * 8 - 1 - fraction)) - 1) << fraction;
  std::vector<T> list;
  for (const Bits bits : {Bits{0}, Bits{1}, Bits{3}, (Bits{1} << fraction) - 1, Bits{1} << fraction,
                          (Bits{1} << fraction) + 1, infinity - 1, infinity - (Bits{1} << fraction), infinity,
                          infinity + 1, infinity | (Bits{1} << (fraction - 1)), bits_as<Bits>(T(1)),
                          bits_as<Bits>(T(3)), bits_as<Bits>(T(1)) - 1}) {
    list.push_back(bits_as<T>(bits));
    list.push_back(bits_as<T>(bits | (Bits{1} << (sizeof(T) * 8 - 1))));
  }
  return list;
}

/// Quotients of 1/2, 1, 3/2 and 5/2 smallest denormals, exactly, and with the neighbouring numerators.
template <class T>
std::vector<std::pair<T, T>> denormal_ties() {
  const int half = sizeof(T) == 4 ? -150 : -1075, highest = sizeof(T) == 4 ? 60 : 900;
  std::vector<std::pair<T, T>> cases;
  std::mt19937_64 random(7);
  for (int exponent = 0; exponent < highest; ++exponent) {
    const T y = std::ldexp(static_cast<T>(1 + random() % 4095), exponent);
    for (const int times : {1, 2, 3, 5}) {
      const T x = std::ldexp(static_cast<T>(times) * y, half);
      cases.emplace_back(x, y);
      cases.emplace_back(std::nextafter(x, T(0)), -y);
      cases.emplace_back(std::nextafter(x, T(1)), y);
    }
  }
  cases.resize(cases.size() / 64 * 64);
  return cases;
}

template <class T>
void check_divisions(int blocks) {
  std::vector<std::pair<T, T>> cases;
  for (const T x : specials<T>()) {
    for (const T y : specials<T>()) cases.emplace_back(x, y);
  }
  std::mt19937_64 random(19850101);
  while (cases.size() < static_cast<std::size_t>(blocks) * 64) {
    const T x = any_number<T>(random);
    cases.emplace_back(x, any_number<T>(random));
    if (std::isfinite(x) && x != 0) cases.emplace_back(x, denominator_for_extreme(x, random));
  }
  cases.resize(cases.size() / 64 * 64);
  for (const HandlerTable* table : builds()) {
    Expansion<T> expansion(*table);
    std::size_t wrong = 0, denormal = 0;
    for (std::size_t first = 0; first < cases.size(); first += 64) {
      Lanes<T> x, y;
      for (std::size_t i = 0; i < 64; ++i)
        x.value[i] = cases[first + i].first, y.value[i] = cases[first + i].second;
      const Lanes<T> got = expansion.divide(x, y);
      for (std::size_t i = 0; i < 64; ++i) {
        const T expected = x.value[i] / y.value[i];
        denormal += std::fpclassify(expected) == FP_SUBNORMAL ? 1 : 0;
        if (same(got.value[i], expected)) continue;
        if (++wrong > 5) continue;
        using Bits = typename Lanes<T>::Bits;
        std::ostringstream text;
        text << std::hex << bits_as<Bits>(x.value[i]) << " / " << bits_as<Bits>(y.value[i]) << " = "
             << bits_as<Bits>(expected) << ", got " << bits_as<Bits>(got.value[i]);
        FAIL_CHECK(std::string(table->build), ": ", text.str());
      }
    }
    INFO(std::string(table->build), ": ", cases.size(), " divisions, ", denormal, " denormal quotients");
    CHECK(wrong == 0);
    CHECK(denormal > cases.size() / 20);
  }
}

}  // namespace

TEST_CASE("LLVM's f32 division is IEEE division") { check_divisions<float>(6000); }
TEST_CASE("LLVM's f64 division is IEEE division") { check_divisions<double>(6000); }

TEST_CASE("quotients at the middle of two denormals: f32 rounds to even, f64 to a neighbour") {
  for (const HandlerTable* table : builds()) {
    const auto each = [&]<class T>(const std::vector<std::pair<T, T>>& cases, std::int64_t allowed) {
      using Bits = typename Lanes<T>::Bits;
      Expansion<T> expansion(*table);
      std::int64_t worst = 0;
      for (std::size_t first = 0; first < cases.size(); first += 64) {
        Lanes<T> x, y;
        for (std::size_t i = 0; i < 64; ++i)
          x.value[i] = cases[first + i].first, y.value[i] = cases[first + i].second;
        const Lanes<T> got = expansion.divide(x, y);
        for (std::size_t i = 0; i < 64; ++i) {
          const Bits expected = bits_as<Bits>(static_cast<T>(x.value[i] / y.value[i]));
          worst =
              std::max(worst, std::abs(static_cast<std::int64_t>(bits_as<Bits>(got.value[i]) - expected)));
        }
      }
      INFO(std::string(table->build));
      CHECK(worst <= allowed);
    };
    each(denormal_ties<float>(), 0);
    each(denormal_ties<double>(), 1);
  }
}
