// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A dense tensor as a kernel sees it: an element type, a shape, and contiguous row-major bytes (last
// index fastest, little endian). Values are read as double, which is exact for every type but i64.

#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "reference/number_formats.h"

namespace lanewise::reference {

class Tensor {
 public:
  Tensor() = default;
  /// All bytes zero. An empty shape is a single element. Throws std::invalid_argument for a negative
  /// extent or a size beyond 2^40 bytes.
  Tensor(DType type, std::vector<std::int64_t> shape);
  /// Takes over `bytes`; throws std::invalid_argument unless their number fits type and shape.
  Tensor(DType type, std::vector<std::int64_t> shape, std::vector<std::byte> bytes);

  [[nodiscard]] DType type() const { return type_; }
  [[nodiscard]] const std::vector<std::int64_t>& shape() const { return shape_; }
  [[nodiscard]] std::size_t size() const { return elements_; }  ///< number of elements
  [[nodiscard]] const std::vector<std::byte>& bytes() const { return bytes_; }
  [[nodiscard]] std::vector<std::byte>& bytes() { return bytes_; }

  /// Element by flat index. No bounds check beyond the vector's own: index < size().
  [[nodiscard]] std::uint64_t bits(std::size_t index) const;
  void set_bits(std::size_t index, std::uint64_t bits);
  [[nodiscard]] double value(std::size_t index) const { return decode(type_, bits(index)); }
  void set_value(std::size_t index, double value) { set_bits(index, encode(type_, value)); }

  /// All elements as double / as 64-bit integers (the latter for integer types only), in order.
  [[nodiscard]] std::vector<double> values() const;
  [[nodiscard]] std::vector<std::int64_t> integers() const;

 private:
  DType type_ = DType::f32;
  std::vector<std::int64_t> shape_;
  std::size_t elements_ = 0;
  std::vector<std::byte> bytes_;
};

/// Product of the extents; 1 for an empty shape. Throws like the constructor of Tensor.
std::size_t element_count(const std::vector<std::int64_t>& shape);
/// "[512,512]", for messages.
std::string shape_text(const std::vector<std::int64_t>& shape);
/// Flat index -> one index per dimension (row-major).
std::vector<std::int64_t> unflatten(std::size_t index, const std::vector<std::int64_t>& shape);

/// The same values in another type, each rounded once (to nearest even).
Tensor converted(const Tensor& tensor, DType type, Overflow overflow = Overflow::kFormat);

}  // namespace lanewise::reference
