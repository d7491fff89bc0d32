// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Packed bytes of a trace section: little-endian base-128 numbers ("varints"), signed ones zigzag-coded,
// strings with their length in front. The reader checks every step: whatever the bytes are, it throws
// MalformedBytes instead of reading past the end. Memory for decoded records is counted against one
// budget for the whole file, since a few packed bytes may stand for a large record.

#pragma once

#include <cstdint>
#include <cstring>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace lanewise::trace {

/// Thrown by readers; read_trace turns it into an Error that names the file.
struct MalformedBytes {
  std::string reason;
};

/// Bytes of memory that the decoded records of one trace may take in all.
inline constexpr std::uint64_t kMaximumDecodedBytes = 1ull << 30;

class DecodedBudget {
 public:
  explicit DecodedBudget(std::uint64_t limit = kMaximumDecodedBytes) : left_(limit) {}

  /// Throws MalformedBytes when the records would take more than the limit.
  void take(std::uint64_t bytes) {
    if (bytes > left_) throw MalformedBytes{"its records take too much memory"};
    left_ -= bytes;
  }

 private:
  std::uint64_t left_;
};

[[nodiscard]] constexpr std::uint64_t zigzag(std::int64_t value) {
  return (static_cast<std::uint64_t>(value) << 1) ^ static_cast<std::uint64_t>(value >> 63);
}
[[nodiscard]] constexpr std::int64_t unzigzag(std::uint64_t value) {
  return static_cast<std::int64_t>(value >> 1) ^ -static_cast<std::int64_t>(value & 1);
}

class ByteWriter {
 public:
  void byte(std::uint8_t value) { bytes_.push_back(value); }
  void varint(std::uint64_t value) {
    for (; value >= 0x80; value >>= 7) bytes_.push_back(static_cast<std::uint8_t>(value) | 0x80);
    bytes_.push_back(static_cast<std::uint8_t>(value));
  }
  /// Difference to an earlier value, modulo 2^64: exact for any two values.
  void delta(std::uint64_t value, std::uint64_t earlier) {
    varint(zigzag(static_cast<std::int64_t>(value - earlier)));
  }
  void word(std::uint32_t value) {
    for (int shift = 0; shift < 32; shift += 8) bytes_.push_back(static_cast<std::uint8_t>(value >> shift));
  }
  void raw(std::span<const std::uint8_t> bytes) { bytes_.insert(bytes_.end(), bytes.begin(), bytes.end()); }
  void string(std::string_view text) {
    varint(text.size());
    bytes_.insert(bytes_.end(), text.begin(), text.end());
  }

  [[nodiscard]] const std::vector<std::uint8_t>& bytes() const { return bytes_; }
  [[nodiscard]] std::vector<std::uint8_t> take() { return std::move(bytes_); }

 private:
  std::vector<std::uint8_t> bytes_;
};

class ByteReader {
 public:
  ByteReader(std::span<const std::uint8_t> bytes, DecodedBudget& budget) : bytes_(bytes), budget_(&budget) {}

  [[nodiscard]] std::uint8_t byte() {
    if (position_ >= bytes_.size()) throw MalformedBytes{"it ends too early"};
    return bytes_[position_++];
  }
  [[nodiscard]] std::uint64_t varint() {
    std::uint64_t value = 0;
    for (int shift = 0; shift < 64; shift += 7) {
      const std::uint8_t next = byte();
      if (shift == 63 && next > 1) break;
      value |= static_cast<std::uint64_t>(next & 0x7f) << shift;
      if (next < 0x80) return value;
    }
    throw MalformedBytes{"a number is longer than 64 bits"};
  }
  [[nodiscard]] std::uint64_t delta(std::uint64_t earlier) {
    return earlier + static_cast<std::uint64_t>(unzigzag(varint()));
  }
  /// A varint that must fit `Number`.
  template <typename Number>
  [[nodiscard]] Number number() {
    static_assert(std::is_unsigned_v<Number>);
    const std::uint64_t value = varint();
    if (value > std::numeric_limits<Number>::max()) throw MalformedBytes{"a number is out of range"};
    return static_cast<Number>(value);
  }
  [[nodiscard]] std::uint32_t word() {
    const std::span<const std::uint8_t> four = raw(4);
    return four[0] | (four[1] << 8) | (four[2] << 16) | (static_cast<std::uint32_t>(four[3]) << 24);
  }
  [[nodiscard]] std::span<const std::uint8_t> raw(std::uint64_t size) {
    if (size > bytes_.size() - position_) throw MalformedBytes{"it ends too early"};
    const std::span<const std::uint8_t> part = bytes_.subspan(position_, size);
    position_ += size;
    return part;
  }
  [[nodiscard]] std::string string() {
    const std::span<const std::uint8_t> text = raw(varint());
    budget_->take(text.size());
    return {text.begin(), text.end()};
  }
  /// Call before a record of `bytes` bytes is made.
  void reserve(std::uint64_t bytes) { budget_->take(bytes); }
  void expect_end() const {
    if (position_ != bytes_.size()) throw MalformedBytes{"it has bytes behind its end"};
  }

 private:
  std::span<const std::uint8_t> bytes_;
  std::size_t position_ = 0;
  DecodedBudget* budget_;
};

}  // namespace lanewise::trace
