// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Only integer arithmetic and the correctly rounded operations + - * / sqrt of IEEE 754 are used, so
// the values are the same on every host; std::log and std::normal_distribution are not.
// SplitMix64: Steele, Lea, Flood, "Fast splittable pseudorandom number generators" (2014), constants of
// Stafford's mix 13. FNV-1a: Fowler, Noll, Vo, 64-bit parameters. Polar method: Marsaglia and Bray 1964.

#include "reference/distribution.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <locale>
#include <numeric>
#include <sstream>
#include <stdexcept>
#include <vector>

namespace lanewise::reference {
namespace {

constexpr std::uint64_t kGolden = 0x9e3779b97f4a7c15ull;

/// 53 random digits as a number in [0, 1).
double unit_interval(std::uint64_t bits) { return static_cast<double>(bits >> 11) * 0x1p-53; }

/// Natural logarithm of x in (0, 1] by 2*atanh((m-1)/(m+1)); relative error about 1e-15.
double natural_logarithm(double x) {
  int exponent = 0;
  double m = std::frexp(x, &exponent);  // [0.5, 1)
  if (m < 0.70710678118654752) {
    m *= 2;
    exponent -= 1;
  }
  const double z = (m - 1) / (m + 1);
  const double square = z * z;
  double sum = 0;
  for (int k = 21; k >= 1; k -= 2) {
    sum = sum * square + 1.0 / k;
  }
  return 2 * z * sum + exponent * 0.69314718055994531;
}

double standard_normal(std::uint64_t seed, std::uint64_t index) {
  const std::uint64_t stream = random_bits(seed, index);
  for (std::uint64_t attempt = 0;; attempt += 2) {
    const double x = 2 * unit_interval(random_bits(stream, attempt)) - 1;
    const double y = 2 * unit_interval(random_bits(stream, attempt + 1)) - 1;
    const double s = x * x + y * y;
    if (s > 0 && s < 1) {
      return x * std::sqrt(-2 * natural_logarithm(s) / s);
    }
  }
}

/// Evenly in 0..count-1, by the high half of a 128-bit product (bias below count * 2^-64).
std::uint64_t below(std::uint64_t count, std::uint64_t bits) {
  const std::uint64_t high = (bits >> 32) * (count >> 32);
  const std::uint64_t middle_a = (bits >> 32) * (count & 0xffffffffu);
  const std::uint64_t middle_b = (bits & 0xffffffffu) * (count >> 32);
  const std::uint64_t low = (bits & 0xffffffffu) * (count & 0xffffffffu);
  const std::uint64_t carry = (low >> 32) + (middle_a & 0xffffffffu) + (middle_b & 0xffffffffu);
  return high + (middle_a >> 32) + (middle_b >> 32) + (carry >> 32);
}

bool is_prime(std::uint64_t n) {
  if (n < 4) {
    return n >= 2;
  }
  if (n % 2 == 0) {
    return false;
  }
  for (std::uint64_t d = 3; d * d <= n; d += 2) {
    if (n % d == 0) {
      return false;
    }
  }
  return true;
}

constexpr int kMaxBinades = 16;

/// Binades [2^-k, 2^(1-k)), k = 0, 1, ... that hold only normal values of the type; at most 16.
int usable_binades(DType type) {
  int count = 0;
  while (count < kMaxBinades && std::ldexp(1.0, -count) >= min_normal(type)) {
    ++count;
  }
  return count;
}

/// How many different values kUnique may take.
std::uint64_t unique_capacity(DType type) {
  if (is_float(type)) {
    const int fraction_bits = std::min(significand_bits(type) - 1, 40);
    return static_cast<std::uint64_t>(usable_binades(type)) << (fraction_bits + 1);
  }
  const auto bits = static_cast<int>(8 * size_in_bytes(type));
  return bits >= 40 ? std::uint64_t{1} << 40 : std::uint64_t{1} << bits;
}

/// The rank-th value: sign, then fraction, then binade, so that few elements stay in [1, 2).
double unique_value(DType type, std::uint64_t rank, std::uint64_t period) {
  if (!is_float(type)) {
    const double offset = is_signed(type) ? std::floor(static_cast<double>(period) / 2) : 0;
    return static_cast<double>(rank) - offset;
  }
  const int fraction_bits = std::min(significand_bits(type) - 1, 40);
  const std::uint64_t fraction = (rank >> 1) & ((std::uint64_t{1} << fraction_bits) - 1);
  const int binade = static_cast<int>(rank >> (fraction_bits + 1));
  const double magnitude =
      std::ldexp(1.0 + std::ldexp(static_cast<double>(fraction), -fraction_bits), -binade);
  return (rank & 1) != 0 ? -magnitude : magnitude;
}

void fill_unique(Tensor& tensor, std::uint64_t seed) {
  const std::uint64_t capacity = unique_capacity(tensor.type());
  const std::uint64_t wanted = std::max<std::uint64_t>(tensor.size(), 2);
  std::uint64_t period = std::min(wanted, capacity);
  while (!is_prime(period) && period < capacity) {
    ++period;
  }
  while (wanted > capacity && !is_prime(period)) {
    --period;
  }
  // rank = start + i * step (mod period) visits every rank once if step and period share no factor.
  std::uint64_t step = 1 + below(period - 1, random_bits(seed, 0));
  while (std::gcd(step, period) != 1) {
    step = step % period + 1;
  }
  std::uint64_t rank = below(period, random_bits(seed, 1));
  for (std::size_t i = 0; i < tensor.size(); ++i) {
    tensor.set_value(i, unique_value(tensor.type(), rank, period));
    rank = (rank + step) % period;
  }
}

void fill_integers(Tensor& tensor, const Distribution& d, std::uint64_t seed) {
  const bool whole = std::floor(d.first) == d.first && std::floor(d.second) == d.second;
  if (!whole || d.second < d.first || std::abs(d.first) > 0x1p52 || std::abs(d.second) > 0x1p52) {
    throw std::invalid_argument("The distribution " + to_text(d) +
                                " needs whole bounds of magnitude at most 2^52, the lower one first.");
  }
  const auto count = static_cast<std::uint64_t>(d.second - d.first) + 1;
  for (std::size_t i = 0; i < tensor.size(); ++i) {
    tensor.set_value(i, d.first + static_cast<double>(below(count, random_bits(seed, i))));
  }
}

struct Form {
  std::string_view name;
  Shape shape;
  int min_arguments;
  int max_arguments;
};

constexpr Form kForms[] = {
    {"zeros", Shape::kZeros, 0, 0},       {"constant", Shape::kConstant, 1, 1},
    {"uniform", Shape::kUniform, 2, 2},   {"normal", Shape::kNormal, 2, 2},
    {"integers", Shape::kIntegers, 2, 2}, {"iota", Shape::kIota, 0, 2},
    {"unique", Shape::kUnique, 0, 0},
};

[[noreturn]] void refuse_distribution(std::string_view text) {
  throw std::invalid_argument(
      "'" + std::string(text) +
      "' is no distribution; use zeros, constant(VALUE), uniform(LOW,HIGH), "
      "normal(MEAN,DEVIATION), integers(LOW,HIGH), iota, iota(START,STEP) or unique.");
}

/// Numbers between the parentheses of `text`, which begins at '('.
std::vector<double> parse_arguments(std::string_view inside, std::string_view whole) {
  std::vector<double> result;
  std::size_t begin = 0;
  while (begin <= inside.size()) {
    const std::size_t comma = std::min(inside.find(',', begin), inside.size());
    std::istringstream stream{std::string(inside.substr(begin, comma - begin))};
    stream.imbue(std::locale::classic());
    double value = 0;
    if (!(stream >> value) || !(stream >> std::ws).eof()) {
      refuse_distribution(whole);
    }
    result.push_back(value);
    begin = comma + 1;
  }
  return result;
}

std::string number_text(double value) {
  std::ostringstream stream;
  stream.imbue(std::locale::classic());
  stream.precision(std::numeric_limits<double>::max_digits10);
  stream << value;
  std::ostringstream brief;
  brief.imbue(std::locale::classic());
  brief << value;
  std::istringstream reread(brief.str());
  reread.imbue(std::locale::classic());
  double again = 0;
  reread >> again;
  return again == value ? brief.str() : stream.str();
}

}  // namespace

std::uint64_t seed_from_name(std::string_view name) {
  std::uint64_t hash = 0xcbf29ce484222325ull;
  for (const char c : name) {
    hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3ull;
  }
  return hash;
}

std::uint64_t random_bits(std::uint64_t seed, std::uint64_t counter) {
  std::uint64_t z = seed + (counter + 1) * kGolden;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
  return z ^ (z >> 31);
}

Distribution parse_distribution(std::string_view text) {
  const std::size_t open = std::min(text.find('('), text.size());
  std::vector<double> arguments;
  if (open < text.size()) {
    if (text.back() != ')') {
      refuse_distribution(text);
    }
    arguments = parse_arguments(text.substr(open + 1, text.size() - open - 2), text);
  }
  for (const Form& form : kForms) {
    const auto count = static_cast<int>(arguments.size());
    if (form.name != text.substr(0, open)) {
      continue;
    }
    if (count < form.min_arguments || count > form.max_arguments ||
        (form.shape == Shape::kIota && count == 1)) {
      refuse_distribution(text);
    }
    Distribution result{form.shape, 0, form.shape == Shape::kIota ? 1.0 : 0.0};
    result.first = count > 0 ? arguments[0] : result.first;
    result.second = count > 1 ? arguments[1] : result.second;
    return result;
  }
  refuse_distribution(text);
}

std::string to_text(const Distribution& distribution) {
  for (const Form& form : kForms) {
    if (form.shape != distribution.shape) {
      continue;
    }
    std::string text(form.name);
    if (form.max_arguments >= 1) {
      text += "(" + number_text(distribution.first);
      text += form.max_arguments == 2 ? "," + number_text(distribution.second) : "";
      text += ")";
    }
    return text;
  }
  return "zeros";
}

void fill(Tensor& tensor, const Distribution& distribution, std::string_view seed_name) {
  const std::uint64_t seed = seed_from_name(seed_name);
  const double first = distribution.first;
  const double second = distribution.second;
  switch (distribution.shape) {
    case Shape::kZeros: std::fill(tensor.bytes().begin(), tensor.bytes().end(), std::byte{0}); return;
    case Shape::kConstant:
      for (std::size_t i = 0; i < tensor.size(); ++i) {
        tensor.set_value(i, first);
      }
      return;
    case Shape::kUniform:
      for (std::size_t i = 0; i < tensor.size(); ++i) {
        tensor.set_value(i, first + unit_interval(random_bits(seed, i)) * (second - first));
      }
      return;
    case Shape::kNormal:
      for (std::size_t i = 0; i < tensor.size(); ++i) {
        tensor.set_value(i, first + second * standard_normal(seed, i));
      }
      return;
    case Shape::kIota:
      for (std::size_t i = 0; i < tensor.size(); ++i) {
        tensor.set_value(i, first + second * static_cast<double>(i));
      }
      return;
    case Shape::kIntegers: return fill_integers(tensor, distribution, seed);
    case Shape::kUnique: return fill_unique(tensor, seed);
  }
}

}  // namespace lanewise::reference
