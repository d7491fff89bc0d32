// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tensors: layout of the bytes, bulk reading, refusals.

#include "reference/tensor.h"

#include <doctest/doctest.h>

#include <stdexcept>

namespace lanewise::reference {

TEST_CASE("elements lie row-major and little endian") {
  Tensor t(DType::f32, {2, 3});
  t.set_value(4, 1.0);  // [1][1]
  CHECK(t.bytes().size() == 24);
  CHECK(t.bytes()[16] == std::byte{0x00});
  CHECK(t.bytes()[18] == std::byte{0x80});
  CHECK(t.bytes()[19] == std::byte{0x3f});
  CHECK(unflatten(4, t.shape()) == std::vector<std::int64_t>{1, 1});
  CHECK(unflatten(23, {2, 3, 4}) == std::vector<std::int64_t>{1, 2, 3});
}

TEST_CASE("bulk reading agrees with element reading for every type") {
  for (const DType type : all_dtypes()) {
    CAPTURE(name(type));
    Tensor t(type, {3000});
    for (std::size_t i = 0; i < t.size(); ++i) {
      t.set_value(i, static_cast<double>(i % 100));
    }
    const std::vector<double> values = t.values();
    std::size_t different = 0;
    for (std::size_t i = 0; i < t.size(); ++i) {
      different +=
          values[i] == t.value(i) && values[i] == quantise(type, static_cast<double>(i % 100)) ? 0 : 1;
    }
    CHECK(different == 0);
  }
}

TEST_CASE("a tensor of no dimension is one element, one of an empty dimension none") {
  CHECK(Tensor(DType::f16, {}).size() == 1);
  CHECK(Tensor(DType::f16, {4, 0, 2}).size() == 0);
}

TEST_CASE("conversion rounds each element once") {
  Tensor t(DType::f32, {2});
  t.set_value(0, 1.00390625);  // 1 + 2^-8: a tie between 1 and 1 + 2^-7 in bf16
  t.set_value(1, 1.01171875);  // 1 + 3*2^-8: a tie, upper neighbour even
  const Tensor b = converted(t, DType::bf16);
  CHECK(b.value(0) == 1.0);
  CHECK(b.value(1) == 1.015625);
}

TEST_CASE("impossible tensors are refused") {
  CHECK_THROWS_WITH_AS(Tensor(DType::f32, {2, -1}), doctest::Contains("[2,-1] has a negative extent"),
                       std::invalid_argument);
  CHECK_THROWS_WITH_AS(Tensor(DType::f32, {1 << 30, 1 << 30}), doctest::Contains("more than 2^40"),
                       std::invalid_argument);
  CHECK_THROWS_WITH_AS(Tensor(DType::bf16, {2, 2}, std::vector<std::byte>(7)),
                       "A tensor bf16[2,2] takes 8 bytes, but 7 were given.", std::invalid_argument);
}

}  // namespace lanewise::reference
