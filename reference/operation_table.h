// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One row per operation: its description and the two functions that carry it out. A new operation is a
// row in one of the tables below and a test; operations.cpp checks names, types and shapes before a
// row's function runs. Private to this folder.

#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "reference/error_bounds.h"
#include "reference/operations.h"

namespace lanewise::reference::detail {

/// A request whose names are checked and whose defaults are filled in.
class CheckedRequest {
 public:
  CheckedRequest(const OperationRequest& asked, const OperationDescription& described);

  const OperationRequest& request;
  const OperationDescription& description;

  /// A required input; inputs that are optional and absent are nullptr from find_input().
  [[nodiscard]] const Tensor& input(std::string_view name) const;
  [[nodiscard]] const Tensor* find_input(std::string_view name) const;
  [[nodiscard]] double parameter(std::string_view name) const;
  /// The parameter as the kernel's arithmetic sees it: rounded to the accumulation type.
  [[nodiscard]] double rounded_parameter(std::string_view name) const;
  [[nodiscard]] std::int64_t integer_parameter(std::string_view name) const;
  [[nodiscard]] const Arithmetic& arithmetic() const { return arithmetic_; }  ///< of floating-point outputs
  [[nodiscard]] bool integer_output() const { return !is_float(request.output_type); }
  /// Types that the kernel rounds to at `place`, in the order of the request.
  [[nodiscard]] std::vector<DType> roundings_at(std::string_view place) const;
  /// Applies "result" roundings and the conversion to the output type.
  [[nodiscard]] Bounded finished(Bounded x) const;

  /// All elements; refuses i64 elements beyond 2^53, which double cannot hold.
  [[nodiscard]] std::vector<double> reals(const Tensor& tensor) const;

  [[noreturn]] void refuse(const std::string& reason) const;  ///< "Operation gemm: <reason>"
  void require_rank(std::string_view input_name, std::size_t rank) const;

 private:
  void check_inputs() const;
  void check_parameters_and_roundings() const;
  std::vector<DType> result_roundings_;
  Arithmetic arithmetic_;
};

struct OperationRow {
  OperationDescription description;
  std::vector<std::int64_t> (*shape)(const CheckedRequest&);
  /// `result` has its shape, and room for value and bound (or integers, for integer outputs).
  void (*run)(const CheckedRequest&, Evaluation& result);
};

std::span<const OperationRow> elementwise_rows();  // elementwise.cpp
std::span<const OperationRow> rowwise_rows();  // rowwise.cpp
std::span<const OperationRow> gemm_rows();  // gemm.cpp

inline constexpr PlaceDescription kResultPlace = {"result",
                                                  "the result, before it is converted to the output type"};

}  // namespace lanewise::reference::detail
