// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One function judges one element; the rest counts. The reference value is fp64 and unrounded, the bound
// already contains the rounding to the output type, so |got - expected| <= bound is the whole test.

#include "reference/comparison.h"

#include <cmath>
#include <limits>
#include <stdexcept>

#include "reference/error_pattern.h"

namespace lanewise::reference {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

struct Judgement {
  Mismatch mismatch = Mismatch::kNone;
  double error_over_bound = 0;
};

/// Infinity where the reference is finite but so near the end of the range that rounding may overflow,
/// or the reverse, is right in both forms; so is NaN in formats without infinity.
bool may_overflow(DType type, double expected, double bound) {
  return std::isfinite(expected) && overflows(type, std::abs(expected) + bound);
}

Judgement judge(DType type, double got, double expected, double bound) {
  if (std::isinf(bound)) {
    return {Mismatch::kUndecided, kInfinity};
  }
  if (std::isnan(expected) || std::isnan(got)) {
    const bool both = std::isnan(expected) && std::isnan(got);
    const bool overflowed = !has_infinity(type) && std::isnan(got) && may_overflow(type, expected, bound);
    return both || overflowed ? Judgement{} : Judgement{Mismatch::kNotANumber, kInfinity};
  }
  if (std::isinf(expected) || std::isinf(got)) {
    const bool equal = expected == got;
    const bool overflowed =
        std::signbit(expected) == std::signbit(got) && may_overflow(type, expected, bound);
    return equal || overflowed ? Judgement{} : Judgement{Mismatch::kInfinity, kInfinity};
  }
  const double error = std::abs(got - expected);
  if (bound == 0) {
    return error == 0 ? Judgement{} : Judgement{Mismatch::kValue, kInfinity};
  }
  return {error <= bound ? Mismatch::kNone : Mismatch::kValue, error / bound};
}

class Comparer {
 public:
  Comparer(const Tensor& actual, const Evaluation& expected, const ComparisonOptions& options)
      : actual_(actual),
        expected_(expected),
        options_(options),
        got_(actual.values()),
        wrong_(actual.size(), 0) {
    if (!is_float(actual.type())) {
      integers_ = actual.integers();
    }
  }

  Comparison run() {
    result_.elements = actual_.size();
    result_.map.reserve(options_.keep_map ? actual_.size() : 0);
    for (std::size_t i = 0; i < actual_.size(); ++i) {
      Judgement judgement = values(i);
      if (never_written(i, judgement.mismatch)) {
        judgement = {Mismatch::kNeverWritten, kInfinity};
      }
      count(i, judgement);
      if (options_.keep_map) {
        result_.map.push_back(static_cast<float>(judgement.error_over_bound));
      }
    }
    if (measured_ > 0) {
      result_.mean_error_over_bound = sum_ / static_cast<double>(measured_);
      result_.rms_error_over_bound = std::sqrt(squares_ / static_cast<double>(measured_));
    }
    result_.pass = result_.wrong_count == 0;
    result_.pattern = describe_errors({actual_.shape(), wrong_, expected_.value, got_});
    return std::move(result_);
  }

 private:
  [[nodiscard]] Judgement values(std::size_t i) const {
    if (!integers_.empty()) {
      return integers_[i] == expected_.integers[i] ? Judgement{} : Judgement{Mismatch::kValue, kInfinity};
    }
    const double expected = expected_.value[i];
    const double bound = expected_.bound[i];
    Judgement judgement = judge(actual_.type(), got_[i], expected, bound);
    const bool zero = judgement.mismatch == Mismatch::kNone && bound == 0 && expected == 0 && got_[i] == 0;
    if (zero && expected_.signed_zeros && has_negative_zero() &&
        std::signbit(expected) != std::signbit(got_[i])) {
      judgement = {Mismatch::kZeroSign, kInfinity};
    }
    return judgement;
  }

  [[nodiscard]] bool has_negative_zero() const { return std::signbit(quantise(actual_.type(), -0.0)); }

  /// By the mask if there is one. By the poison pattern only if that is not also the right number.
  [[nodiscard]] bool never_written(std::size_t i, Mismatch mismatch) const {
    if (!options_.written.empty()) {
      return options_.written[i] == 0;
    }
    const bool right_number = mismatch == Mismatch::kNone && !std::isnan(got_[i]);
    return options_.poison && !right_number && actual_.bits(i) == *options_.poison;
  }

  void count(std::size_t i, const Judgement& judgement) {
    const double expected = expected_.value[i];
    const double bound = expected_.bound[i];
    if (bound > 0 && std::isfinite(bound) && std::isfinite(got_[i]) && std::isfinite(expected) &&
        judgement.mismatch != Mismatch::kNeverWritten) {
      const double error = (got_[i] - expected) / bound;
      sum_ += error;
      squares_ += error * error;
      ++measured_;
    }
    const auto element = [&] {
      return WrongElement{
          unflatten(i, actual_.shape()), i, expected, got_[i], bound, actual_.bits(i), judgement.mismatch};
    };
    if (judgement.error_over_bound > result_.max_error_over_bound) {
      result_.max_error_over_bound = judgement.error_over_bound;
      worst_ = i;
      result_.worst = element();
    }
    if (judgement.mismatch == Mismatch::kNone) {
      return;
    }
    wrong_[i] = 1;
    ++result_.wrong_count;
    result_.nan_mismatches += judgement.mismatch == Mismatch::kNotANumber ? 1 : 0;
    result_.infinity_mismatches += judgement.mismatch == Mismatch::kInfinity ? 1 : 0;
    result_.never_written += judgement.mismatch == Mismatch::kNeverWritten ? 1 : 0;
    result_.undecided += judgement.mismatch == Mismatch::kUndecided ? 1 : 0;
    if (!result_.first_wrong) {
      result_.first_wrong = element();
    }
  }

  const Tensor& actual_;
  const Evaluation& expected_;
  const ComparisonOptions& options_;
  std::vector<double> got_;
  std::vector<std::int64_t> integers_;
  std::vector<std::uint8_t> wrong_;
  Comparison result_;
  std::size_t worst_ = 0;
  std::size_t measured_ = 0;
  double sum_ = 0;
  double squares_ = 0;
};

}  // namespace

std::string_view name(Mismatch mismatch) {
  switch (mismatch) {
    case Mismatch::kNone: return "none";
    case Mismatch::kValue: return "value";
    case Mismatch::kNotANumber: return "nan";
    case Mismatch::kInfinity: return "infinity";
    case Mismatch::kZeroSign: return "zero-sign";
    case Mismatch::kNeverWritten: return "never-written";
    case Mismatch::kUndecided: return "undecided";
  }
  return "none";
}

Comparison compare(const Tensor& actual, const Evaluation& expected, const ComparisonOptions& options) {
  if (actual.type() != expected.output_type || actual.shape() != expected.shape) {
    throw std::invalid_argument("The result is " + std::string(name(actual.type())) +
                                shape_text(actual.shape()) + " but the reference was evaluated for " +
                                std::string(name(expected.output_type)) + shape_text(expected.shape) + ".");
  }
  if (!options.written.empty() && options.written.size() != actual.size()) {
    throw std::invalid_argument("The mask of written elements has " + std::to_string(options.written.size()) +
                                " entries but the result has " + std::to_string(actual.size()) +
                                " elements.");
  }
  return Comparer(actual, expected, options).run();
}

}  // namespace lanewise::reference
