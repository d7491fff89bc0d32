// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A recursive-descent evaluator; it computes while it reads, there is no tree. Recursion is bounded, so
// that a text of a million parentheses is an error and not a stack overflow.

#include "workbench/case/expression.h"

#include <fmt/format.h>

#include <cctype>
#include <charconv>

#include "simulator/diagnostics/error.h"

namespace lanewise::workbench {
namespace {

constexpr int kDeepest = 64;

bool starts_name(char c) { return std::isalpha(static_cast<unsigned char>(c)) || c == '_'; }
bool continues_name(char c) { return starts_name(c) || std::isdigit(static_cast<unsigned char>(c)); }

class Reader {
 public:
  Reader(std::string_view text, const Names& names) : text_(text), names_(names) {}

  std::int64_t read_all() {
    const std::int64_t value = sum();
    skip_blanks();
    if (at_ < text_.size()) fail(fmt::format("unexpected '{}'", text_[at_]));
    return value;
  }

 private:
  [[noreturn]] void fail(const std::string& what) const {
    throw Error(
        ErrorKind::kRequest, "bad-expression", fmt::format("expression '{}': {}", text_, what),
        "Write integers, sizes and constants with + - * / % ( ), ceil_div(a, b), round_up(a, b), min, max.");
  }

  void skip_blanks() {
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\t')) ++at_;
  }

  bool take(char c) {
    skip_blanks();
    if (at_ >= text_.size() || text_[at_] != c) return false;
    ++at_;
    return true;
  }

  void expect(char c) {
    if (take(c)) return;
    fail(at_ < text_.size() ? fmt::format("'{}' expected before '{}'", c, text_[at_])
                            : fmt::format("'{}' is missing", c));
  }

  std::int64_t add(std::int64_t a, std::int64_t b) const {
    std::int64_t result = 0;
    if (__builtin_add_overflow(a, b, &result)) fail("overflows 64 bits");
    return result;
  }

  std::int64_t subtract(std::int64_t a, std::int64_t b) const {
    std::int64_t result = 0;
    if (__builtin_sub_overflow(a, b, &result)) fail("overflows 64 bits");
    return result;
  }

  std::int64_t multiply(std::int64_t a, std::int64_t b) const {
    std::int64_t result = 0;
    if (__builtin_mul_overflow(a, b, &result)) fail("overflows 64 bits");
    return result;
  }

  void check_divisor(std::int64_t a, std::int64_t b) const {
    if (b == 0) fail("divides by zero");
    if (b == -1 && a == INT64_MIN) fail("overflows 64 bits");
  }

  std::int64_t divide(std::int64_t a, std::int64_t b) const {
    check_divisor(a, b);
    if (a % b != 0)
      fail(fmt::format("{} / {} leaves a remainder; use ceil_div if a partial tile is meant", a, b));
    return a / b;
  }

  std::int64_t ceil_div(std::int64_t a, std::int64_t b) const {
    if (b <= 0 || a < 0) fail(fmt::format("ceil_div({}, {}) needs a >= 0 and b > 0", a, b));
    return a / b + (a % b != 0 ? 1 : 0);
  }

  std::int64_t call(std::string_view function) {
    const std::int64_t a = sum();
    expect(',');
    const std::int64_t b = sum();
    expect(')');
    if (function == "ceil_div") return ceil_div(a, b);
    if (function == "round_up") return multiply(ceil_div(a, b), b);
    if (function == "min") return a < b ? a : b;
    if (function == "max") return a > b ? a : b;
    fail(fmt::format("no function '{}'", function));
  }

  std::int64_t number() {
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(text_.data() + at_, text_.data() + text_.size(), value);
    if (error != std::errc{}) fail("a number does not fit 64 bits");
    at_ = static_cast<std::size_t>(end - text_.data());
    if (at_ < text_.size() && (continues_name(text_[at_]) || text_[at_] == '.')) fail("not an integer");
    return value;
  }

  std::int64_t factor() {
    if (++depth_ > kDeepest) fail("is nested too deeply");
    const std::int64_t value = undepthed_factor();
    --depth_;
    return value;
  }

  std::int64_t undepthed_factor() {
    if (take('-')) return subtract(0, factor());
    if (take('(')) {
      const std::int64_t value = sum();
      expect(')');
      return value;
    }
    skip_blanks();
    if (at_ >= text_.size()) fail("ends too early");
    if (std::isdigit(static_cast<unsigned char>(text_[at_]))) return number();
    if (!starts_name(text_[at_])) fail(fmt::format("unexpected '{}'", text_[at_]));
    const std::size_t begin = at_;
    while (at_ < text_.size() && continues_name(text_[at_])) ++at_;
    const std::string_view name = text_.substr(begin, at_ - begin);
    if (take('(')) return call(name);
    const auto found = names_.find(name);
    if (found == names_.end()) fail(fmt::format("no size or constant is named '{}'", name));
    return found->second;
  }

  std::int64_t product() {
    std::int64_t value = factor();
    while (true) {
      if (take('*')) {
        value = multiply(value, factor());
      } else if (take('/')) {
        value = divide(value, factor());
      } else if (take('%')) {
        const std::int64_t divisor = factor();
        check_divisor(value, divisor);
        value %= divisor;
      } else {
        return value;
      }
    }
  }

  std::int64_t sum() {
    std::int64_t value = product();
    while (true) {
      if (take('+')) {
        value = add(value, product());
      } else if (take('-')) {
        value = subtract(value, product());
      } else {
        return value;
      }
    }
  }

  std::string_view text_;
  const Names& names_;
  std::size_t at_ = 0;
  int depth_ = 0;
};

}  // namespace

std::int64_t evaluate(std::string_view text, const Names& names) { return Reader(text, names).read_all(); }

bool is_name(std::string_view text) {
  if (text.empty() || !starts_name(text.front())) return false;
  for (const char c : text) {
    if (!continues_name(c)) return false;
  }
  return true;
}

}  // namespace lanewise::workbench
