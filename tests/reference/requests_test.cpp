// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Requests that cannot be carried out, each with its sentence, and the list of operations.

#include <doctest/doctest.h>

#include <fstream>
#include <functional>
#include <sstream>
#include <stdexcept>
#include <string>

#include "reference/operations.h"

namespace lanewise::reference {

TEST_CASE("a wrong request is refused with a sentence that names operation and argument") {
  const Tensor a(DType::bf16, {4, 8});
  const Tensor b(DType::bf16, {16, 8});
  const Tensor i64(DType::i64, {4, 8}, [] {
    std::vector<std::byte> bytes(4 * 8 * 8);
    bytes[7] = std::byte{0x7f};
    return bytes;
  }());
  struct Row {
    const char* message;
    std::function<void(OperationRequest&)> change;
  };
  const Row rows[] = {
      {"'gem' is no reference operation; use one of add, axpy,", [](auto& r) { r.operation = "gem"; }},
      {"Operation gemm: the input B ([K,N], or [N,K] if transpose_b) is missing.",
       [](auto& r) { r.inputs.erase("B"); }},
      {"Operation gemm: there is no input 'D'; inputs: A, B, C.", [&](auto& r) { r.inputs["D"] = &a; }},
      {"Operation gemm: there is no parameter 'gamma'; parameters: alpha, beta,",
       [](auto& r) { r.parameters["gamma"] = 1; }},
      {"the parameter transpose_b must be 0 or 1.", [](auto& r) { r.parameters["transpose_b"] = 0.5; }},
      {"the summed dimensions differ: A [4,8] has 8, B [16,8] has 16.",
       [](auto& r) { r.parameters["transpose_b"] = 0; }},
      {"the output has shape [4,8] but the inputs make it [4,16].",
       [](auto& r) { r.output_shape = std::vector<std::int64_t>{4, 8}; }},
      {"beta is not 0, so the input C", [](auto& r) { r.parameters["beta"] = 1; }},
      {"the input C has shape [4,8] but the product has [4,16].", [&](auto& r) { r.inputs["C"] = &a; }},
      {"integer outputs need integer inputs.", [](auto& r) { r.output_type = DType::i32; }},
      {"the accumulation is i32; integer outputs accumulate in integers",
       [](auto& r) { r.accumulation = DType::i32; }},
      {"there is no rounding place 'sum'; places: inputs, products, accumulator, result.",
       [](auto& r) { r.roundings = {{"sum", DType::bf16}}; }},
      {"is to i8, which is no floating-point type.", [](auto& r) { r.roundings = {{"inputs", DType::i8}}; }},
      {"Operation softmax: the input x (one dimension or more; rows along the last) is missing.",
       [](auto& r) {
         r.operation = "softmax";
         r.inputs.clear();
         r.parameters.clear();
       }},
      {"the parameter scale must be positive and finite.",
       [&](auto& r) {
         r.operation = "softmax";
         r.inputs = {{"x", &a}};
         r.parameters = {{"scale", -1}};
       }},
      {"the inputs have different shapes: x [4,8], y [16,8].",
       [&](auto& r) {
         r.operation = "add";
         r.inputs = {{"x", &a}, {"y", &b}};
         r.parameters.clear();
       }},
      {"the shape of the output must be given",
       [](auto& r) {
         r.operation = "fill";
         r.inputs.clear();
         r.parameters.clear();
       }},
      {"an i64 input holds values beyond 2^53",
       [&](auto& r) {
         r.operation = "copy";
         r.inputs = {{"x", &i64}};
         r.parameters.clear();
       }},
  };
  for (const Row& row : rows) {
    CAPTURE(row.message);
    OperationRequest request;
    request.operation = "gemm";
    request.inputs = {{"A", &a}, {"B", &b}};
    request.parameters = {{"transpose_b", 1}};
    row.change(request);
    CHECK_THROWS_WITH_AS(evaluate(request), doctest::Contains(row.message), std::invalid_argument);
  }
}

TEST_CASE("the output's shape can be asked for beforehand") {
  const Tensor a(DType::bf16, {4, 8});
  const Tensor b(DType::bf16, {16, 8});
  OperationRequest request;
  request.operation = "gemm";
  request.inputs = {{"A", &a}, {"B", &b}};
  request.parameters = {{"transpose_b", 1}};
  CHECK(infer_output_shape(request) == std::vector<std::int64_t>{4, 16});
}

TEST_CASE("operations are listed in order, each with its documentation") {
  const std::vector<OperationDescription> list = list_operations();
  CHECK(list.size() == 12);
  for (std::size_t i = 0; i < list.size(); ++i) {
    CAPTURE(list[i].name);
    CHECK_FALSE(list[i].summary.empty());
    CHECK_FALSE(list[i].formula.empty());
    CHECK_FALSE(list[i].bound.empty());
    if (i > 0) {
      CHECK(list[i - 1].name < list[i].name);
    }
  }
}

TEST_CASE("docs/reference/operations.md names every operation, input, parameter and place") {
  std::ifstream stream(std::string(LANEWISE_TEST_DATA) + "/../../docs/reference/operations.md");
  std::stringstream text;
  text << stream.rdbuf();
  for (const OperationDescription& operation : list_operations()) {
    const std::size_t begin = text.str().find("\n### " + std::string(operation.name) + "\n");
    CAPTURE(operation.name);
    REQUIRE(begin != std::string::npos);
    const std::string section = text.str().substr(begin, text.str().find("\n### ", begin + 1) - begin);
    const auto named = [&](std::string_view word) {
      CAPTURE(word);
      CHECK(section.find("`" + std::string(word) + "`") != std::string::npos);
    };
    for (const InputDescription& input : operation.inputs) {
      named(input.name);
    }
    for (const ParameterDescription& parameter : operation.parameters) {
      named(parameter.name);
    }
    for (const PlaceDescription& place : operation.places) {
      named(place.name);
    }
  }
}

}  // namespace lanewise::reference
