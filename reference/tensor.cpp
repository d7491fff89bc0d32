// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Element access goes through memcpy of the element's own width: no aliasing, no alignment demand.
// The bulk reader decodes 8- and 16-bit formats through a table made once per call, because ldexp per
// element would take longer than the product that follows.

#include "reference/tensor.h"

#include <bit>
#include <cstring>
#include <stdexcept>
#include <utility>

static_assert(std::endian::native == std::endian::little,
              "Tensor bytes are little endian, as on the device.");

namespace lanewise::reference {

std::size_t element_count(const std::vector<std::int64_t>& shape) {
  constexpr std::size_t kLimit = std::size_t{1} << 40;
  std::size_t count = 1;
  for (const std::int64_t extent : shape) {
    if (extent < 0) {
      throw std::invalid_argument("The shape " + shape_text(shape) + " has a negative extent.");
    }
    const auto factor = static_cast<std::size_t>(extent);
    if (factor != 0 && count > kLimit / factor) {
      throw std::invalid_argument("The shape " + shape_text(shape) + " has more than 2^40 elements.");
    }
    count *= factor;
  }
  return count;
}

std::string shape_text(const std::vector<std::int64_t>& shape) {
  std::string text = "[";
  for (std::size_t i = 0; i < shape.size(); ++i) {
    text += (i > 0 ? "," : "") + std::to_string(shape[i]);
  }
  return text + "]";
}

std::vector<std::int64_t> unflatten(std::size_t index, const std::vector<std::int64_t>& shape) {
  std::vector<std::int64_t> result(shape.size(), 0);
  for (std::size_t d = shape.size(); d-- > 0;) {
    const auto extent = static_cast<std::size_t>(shape[d]);
    result[d] = static_cast<std::int64_t>(index % extent);
    index /= extent;
  }
  return result;
}

Tensor::Tensor(DType type, std::vector<std::int64_t> shape)
    : type_(type), shape_(std::move(shape)), elements_(element_count(shape_)) {
  bytes_.resize(elements_ * size_in_bytes(type_));
}

Tensor::Tensor(DType type, std::vector<std::int64_t> shape, std::vector<std::byte> bytes)
    : type_(type), shape_(std::move(shape)), elements_(element_count(shape_)), bytes_(std::move(bytes)) {
  if (bytes_.size() != elements_ * size_in_bytes(type_)) {
    throw std::invalid_argument("A tensor " + std::string(name(type_)) + shape_text(shape_) + " takes " +
                                std::to_string(elements_ * size_in_bytes(type_)) + " bytes, but " +
                                std::to_string(bytes_.size()) + " were given.");
  }
}

std::uint64_t Tensor::bits(std::size_t index) const {
  const std::size_t width = size_in_bytes(type_);
  std::uint64_t result = 0;
  std::memcpy(&result, bytes_.data() + index * width, width);
  return result;
}

void Tensor::set_bits(std::size_t index, std::uint64_t bits) {
  const std::size_t width = size_in_bytes(type_);
  std::memcpy(bytes_.data() + index * width, &bits, width);
}

std::vector<double> Tensor::values() const {
  std::vector<double> result(elements_);
  const std::size_t width = size_in_bytes(type_);
  if (width <= 2 && elements_ > 1024) {
    std::vector<double> table(std::size_t{1} << (8 * width));
    for (std::size_t pattern = 0; pattern < table.size(); ++pattern) {
      table[pattern] = decode(type_, pattern);
    }
    for (std::size_t i = 0; i < elements_; ++i) {
      result[i] = table[bits(i)];
    }
    return result;
  }
  if (type_ == DType::f32) {
    for (std::size_t i = 0; i < elements_; ++i) {
      float element = 0;
      std::memcpy(&element, bytes_.data() + 4 * i, 4);
      result[i] = static_cast<double>(element);
    }
    return result;
  }
  for (std::size_t i = 0; i < elements_; ++i) {
    result[i] = value(i);
  }
  return result;
}

std::vector<std::int64_t> Tensor::integers() const {
  std::vector<std::int64_t> result(elements_);
  for (std::size_t i = 0; i < elements_; ++i) {
    result[i] = decode_integer(type_, bits(i));
  }
  return result;
}

Tensor converted(const Tensor& tensor, DType type, Overflow overflow) {
  Tensor result(type, tensor.shape());
  for (std::size_t i = 0; i < tensor.size(); ++i) {
    result.set_bits(i, encode(type, tensor.value(i), overflow));
  }
  return result;
}

}  // namespace lanewise::reference
