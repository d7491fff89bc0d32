// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Floating-point numbers as bit patterns, with MPFR as the judge: an operation is evaluated by MPFR at the
// format's precision and brought into its exponent range as MPFR's manual describes for IEEE 754 emulation
// (mpfr_check_range, then mpfr_subnormalize), so that every result is rounded exactly once. Nothing of the
// simulator is included here.

#pragma once

#include <cstdint>
#include <functional>
#include <initializer_list>
#include <optional>

#include <mpfr.h>

namespace tables {

using Bits = std::uint64_t;

/// A binary format. Exponents as MPFR counts them: a number is 0.1xxx * 2^e, emin is that of the smallest
/// denormal.
struct Format {
  int bits;
  int precision;
  long emin;
  long emax;

  [[nodiscard]] Bits sign() const { return Bits{1} << (bits - 1); }
  [[nodiscard]] Bits infinity() const { return sign() - (Bits{1} << (precision - 1)); }
  [[nodiscard]] Bits quiet_bit() const { return Bits{1} << (precision - 2); }
  /// The NaN that an operation makes from numbers: positive, quiet, no payload.
  [[nodiscard]] Bits created_nan() const { return infinity() | quiet_bit(); }
  [[nodiscard]] bool is_nan(Bits x) const { return (x & ~sign()) > infinity(); }
  [[nodiscard]] bool is_signalling(Bits x) const { return is_nan(x) && (x & quiet_bit()) == 0; }
  [[nodiscard]] bool is_infinite(Bits x) const { return (x & ~sign()) == infinity(); }
  [[nodiscard]] bool is_zero(Bits x) const { return (x & ~sign()) == 0; }
  [[nodiscard]] bool is_negative(Bits x) const { return (x & sign()) != 0; }
  /// The biased exponent field, `exponent()` of AMD's pseudocode.
  [[nodiscard]] long exponent(Bits x) const { return static_cast<long>((x & ~sign()) >> (precision - 1)); }
  [[nodiscard]] bool is_denormal(Bits x) const { return exponent(x) == 0 && !is_zero(x); }
};

inline constexpr Format kF16{16, 11, -23, 16};
inline constexpr Format kBf16{16, 8, -132, 128};
inline constexpr Format kF32{32, 24, -148, 128};
inline constexpr Format kF64{64, 53, -1073, 1024};

/// An MPFR number that frees itself.
class Real {
 public:
  explicit Real(long precision) { mpfr_init2(value_, precision); }
  /// The exact value of a bit pattern.
  Real(const Format& format, Bits bits);
  Real(const Real&) = delete;
  Real& operator=(const Real&) = delete;
  ~Real() { mpfr_clear(value_); }
  operator mpfr_ptr() { return value_; }
  operator mpfr_srcptr() const { return value_; }

 private:
  mpfr_t value_;
};

/// Sets its first argument to the result and returns MPFR's ternary value.
using Operation = std::function<int(mpfr_ptr, mpfr_rnd_t)>;

/// The operation's result in `format`, rounded once. A NaN result is created_nan().
[[nodiscard]] Bits rounded(const Format& format, const Operation& operation,
                           mpfr_rnd_t direction = MPFR_RNDN);

/// The nearest pattern of a literal.
[[nodiscard]] Bits pattern(const Format& format, double value);

/// The value of `bits` in another format; NaNs keep their payload's upper bits and become quiet.
[[nodiscard]] Bits converted(const Format& from, const Format& to, Bits bits,
                             mpfr_rnd_t direction = MPFR_RNDN);

/// The first NaN among the operands, made quiet.
[[nodiscard]] std::optional<Bits> nan_operand(const Format& format, std::initializer_list<Bits> operands);

/// -1, 0, 1; the operands are numbers.
[[nodiscard]] int compare(const Format& format, Bits a, Bits b);

}  // namespace tables
