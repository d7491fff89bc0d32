// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The registry: finds the row of an operation, checks a request against its description, and runs it.
// All messages about wrong requests that do not depend on the operation's mathematics are made here.

#include "reference/operations.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "reference/operation_table.h"

namespace lanewise::reference {
namespace detail {
namespace {

std::vector<const OperationRow*> all_rows() {
  std::vector<const OperationRow*> rows;
  for (const std::span<const OperationRow> table : {elementwise_rows(), rowwise_rows(), gemm_rows()}) {
    for (const OperationRow& row : table) {
      rows.push_back(&row);
    }
  }
  std::sort(rows.begin(), rows.end(), [](const OperationRow* a, const OperationRow* b) {
    return a->description.name < b->description.name;
  });
  return rows;
}

const OperationRow& find_row(const std::string& operation) {
  std::string names;
  for (const OperationRow* row : all_rows()) {
    if (row->description.name == operation) {
      return *row;
    }
    names += (names.empty() ? "" : ", ") + std::string(row->description.name);
  }
  throw std::invalid_argument("'" + operation + "' is no reference operation; use one of " + names + ".");
}

/// "A, B", or "none", for messages.
template <class Items>
std::string name_list(const Items& items) {
  std::string text;
  for (const auto& item : items) {
    text += (text.empty() ? "" : ", ") + std::string(item.name);
  }
  return text.empty() ? "none" : text;
}

template <class Items>
bool contains(const Items& items, std::string_view name) {
  return std::any_of(items.begin(), items.end(), [&](const auto& item) { return item.name == name; });
}

std::int64_t wrapped(DType type, std::int64_t value) {
  return decode_integer(type, encode_integer_wrapping(type, value));
}

void check_shape(const CheckedRequest& checked, const std::vector<std::int64_t>& shape) {
  const std::optional<std::vector<std::int64_t>>& given = checked.request.output_shape;
  if (given && *given != shape) {
    checked.refuse("the output has shape " + shape_text(*given) + " but the inputs make it " +
                   shape_text(shape) + ".");
  }
}

/// The format of a floating-point computation: as asked, or f32, or f64 where f64 takes part.
Arithmetic arithmetic_of(const OperationRequest& request) {
  bool wide = request.output_type == DType::f64;
  for (const auto& [name, tensor] : request.inputs) {
    wide = wide || (tensor != nullptr && tensor->type() == DType::f64);
  }
  const DType natural = wide ? DType::f64 : DType::f32;
  const bool asked = request.accumulation && is_float(*request.accumulation);
  return {asked ? *request.accumulation : natural, request.flush_subnormals};
}

}  // namespace

CheckedRequest::CheckedRequest(const OperationRequest& asked, const OperationDescription& described)
    : request(asked), description(described), arithmetic_(arithmetic_of(asked)) {
  check_inputs();
  check_parameters_and_roundings();
  result_roundings_ = roundings_at(kResultPlace.name);
  if (request.accumulation && is_float(*request.accumulation) == integer_output()) {
    refuse("the output is " + std::string(reference::name(request.output_type)) +
           " but the accumulation is " + std::string(reference::name(*request.accumulation)) +
           "; integer outputs accumulate in integers, others in floating point.");
  }
}

void CheckedRequest::check_inputs() const {
  for (const InputDescription& wanted : description.inputs) {
    if (wanted.required && find_input(wanted.name) == nullptr) {
      refuse("the input " + std::string(wanted.name) + " (" + std::string(wanted.doc) + ") is missing.");
    }
  }
  for (const auto& [name, tensor] : request.inputs) {
    if (!contains(description.inputs, name)) {
      refuse("there is no input '" + name + "'; inputs: " + name_list(description.inputs) + ".");
    }
    if (tensor != nullptr && integer_output() && is_float(tensor->type())) {
      refuse("the output is " + std::string(reference::name(request.output_type)) + " but input " + name +
             " is " + std::string(reference::name(tensor->type())) +
             "; integer outputs need integer inputs.");
    }
  }
}

void CheckedRequest::check_parameters_and_roundings() const {
  for (const auto& [name, value] : request.parameters) {
    if (!contains(description.parameters, name)) {
      refuse("there is no parameter '" + name + "'; parameters: " + name_list(description.parameters) + ".");
    }
  }
  for (const IntermediateRounding& rounding : request.roundings) {
    if (!contains(description.places, rounding.place)) {
      refuse("there is no rounding place '" + rounding.place + "'; places: " + name_list(description.places) +
             ".");
    }
    if (!is_float(rounding.type)) {
      refuse("the rounding at '" + rounding.place + "' is to " + std::string(reference::name(rounding.type)) +
             ", which is no floating-point type.");
    }
  }
}

const Tensor* CheckedRequest::find_input(std::string_view name) const {
  const auto found = request.inputs.find(std::string(name));
  return found == request.inputs.end() ? nullptr : found->second;
}

const Tensor& CheckedRequest::input(std::string_view name) const { return *find_input(name); }

double CheckedRequest::parameter(std::string_view name) const {
  const auto found = request.parameters.find(std::string(name));
  if (found != request.parameters.end()) {
    return found->second;
  }
  for (const ParameterDescription& parameter : description.parameters) {
    if (parameter.name == name) {
      return parameter.default_value;
    }
  }
  refuse("there is no parameter '" + std::string(name) + "'.");
}

double CheckedRequest::rounded_parameter(std::string_view name) const {
  return quantise(arithmetic_.type, parameter(name));
}

std::vector<double> CheckedRequest::reals(const Tensor& tensor) const {
  std::vector<double> values = tensor.values();
  if (tensor.type() == DType::i64) {
    for (const double value : values) {
      if (std::abs(value) > 0x1p53) {
        refuse("an i64 input holds values beyond 2^53; the output must be an integer type then.");
      }
    }
  }
  return values;
}

std::int64_t CheckedRequest::integer_parameter(std::string_view name) const {
  const double value = parameter(name);
  if (std::floor(value) != value || std::abs(value) > 0x1p53) {
    refuse("the parameter " + std::string(name) + " must be a whole number for an integer output.");
  }
  return static_cast<std::int64_t>(value);
}

std::vector<DType> CheckedRequest::roundings_at(std::string_view place) const {
  std::vector<DType> types;
  for (const IntermediateRounding& rounding : request.roundings) {
    if (rounding.place == place) {
      types.push_back(rounding.type);
    }
  }
  return types;
}

Bounded CheckedRequest::finished(Bounded x) const {
  DType type = arithmetic_.type;
  for (const DType to : result_roundings_) {
    x = converted(x, type, to);
    type = to;
  }
  return converted(x, type, request.output_type, request.overflow);
}

void CheckedRequest::refuse(const std::string& reason) const {
  throw std::invalid_argument("Operation " + std::string(description.name) + ": " + reason);
}

void CheckedRequest::require_rank(std::string_view input_name, std::size_t rank) const {
  const std::vector<std::int64_t>& shape = input(input_name).shape();
  if (shape.size() != rank) {
    refuse("the input " + std::string(input_name) + " has shape " + shape_text(shape) + " but " +
           std::to_string(rank) + " dimensions are needed.");
  }
}

}  // namespace detail

using detail::wrapped;

Evaluation evaluate(const OperationRequest& request) {
  const detail::OperationRow& row = detail::find_row(request.operation);
  const detail::CheckedRequest checked(request, row.description);
  Evaluation result;
  result.output_type = request.output_type;
  result.shape = row.shape(checked);
  detail::check_shape(checked, result.shape);
  const std::size_t count = element_count(result.shape);
  result.value.resize(count);
  result.bound.resize(count);
  if (checked.integer_output()) {
    result.integers.resize(count);
  }
  row.run(checked, result);
  if (checked.integer_output()) {
    for (std::size_t i = 0; i < count; ++i) {
      if (request.accumulation) {
        result.integers[i] = wrapped(*request.accumulation, result.integers[i]);
      }
      result.integers[i] = wrapped(request.output_type, result.integers[i]);
      result.value[i] = static_cast<double>(result.integers[i]);
    }
  }
  return result;
}

std::vector<std::int64_t> infer_output_shape(const OperationRequest& request) {
  const detail::OperationRow& row = detail::find_row(request.operation);
  return row.shape(detail::CheckedRequest(request, row.description));
}

std::vector<OperationDescription> list_operations() {
  std::vector<OperationDescription> result;
  for (const detail::OperationRow* row : detail::all_rows()) {
    result.push_back(row->description);
  }
  return result;
}

}  // namespace lanewise::reference
