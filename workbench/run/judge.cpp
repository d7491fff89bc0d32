// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// reference/ throws std::invalid_argument with a whole sentence; here it gets the place of the case's
// [reference] table.

#include "workbench/run/judge.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "reference/npy.h"
#include "simulator/diagnostics/error.h"

namespace lanewise::workbench {
namespace {

[[noreturn]] void fail(const ReferenceRequest& request, const std::string& what) {
  throw Error(ErrorKind::kRequest, "bad-reference", what,
              "`lanewise references` lists the operations with their operands and parameters.",
              request.place);
}

const ReferenceRequest& reference_of(const Case& given) {
  if (given.reference) return *given.reference;
  throw Error(ErrorKind::kRequest, "bad-reference", "the case has no reference", "Add a [reference] table.",
              {given.file, 0, 0});
}

const reference::OperationDescription& find_operation(const ReferenceRequest& request) {
  static const std::vector<reference::OperationDescription> kOperations = reference::list_operations();
  for (const reference::OperationDescription& operation : kOperations) {
    if (operation.name == request.op) return operation;
  }
  fail(request, fmt::format("no reference operation is named '{}'", request.op));
}

const reference::Tensor& initial_of(const ReferenceRequest& request, const std::string& name,
                                    const std::vector<Buffer>& buffers) {
  for (const Buffer& buffer : buffers) {
    if (buffer.argument->name == name) return buffer.initial;
  }
  fail(request, fmt::format("the reference names '{}', which is no buffer of the kernel", name));
}

std::vector<ReferenceInput> inputs_of(const ReferenceRequest& request, const Job& job) {
  if (!request.inputs.empty()) return request.inputs;
  std::vector<ReferenceInput> inputs;
  for (const JobArgument& argument : job.arguments) {
    if (argument.kind == ArgumentKind::kBuffer && argument.direction != Direction::kOut)
      inputs.push_back({"", argument.name});
  }
  return inputs;
}

reference::OperationRequest operation_request(const ReferenceRequest& request, const Job& job,
                                              const std::vector<Buffer>& buffers) {
  const reference::OperationDescription& operation = find_operation(request);
  reference::OperationRequest result;
  result.operation = request.op;
  std::size_t position = 0;
  for (const ReferenceInput& input : inputs_of(request, job)) {
    std::string operand = input.operand;
    if (operand.empty()) {
      if (position >= operation.inputs.size()) {
        fail(request, fmt::format("operation {} takes {} operands at most, '{}' is one too many",
                                  operation.name, operation.inputs.size(), input.argument));
      }
      operand = std::string(operation.inputs[position++].name);
    }
    result.inputs[operand] = &initial_of(request, input.argument, buffers);
  }
  for (const auto& [name, value] : job.reference_parameters) result.parameters[name] = value;
  result.accumulation = request.accumulate;
  result.roundings = request.roundings;
  result.flush_subnormals = request.flush_subnormals;
  result.overflow = request.saturate ? reference::Overflow::kSaturate : reference::Overflow::kFormat;
  result.threads = 0;
  return result;
}

reference::Evaluation from_file(const Case& given, const ReferenceRequest& request,
                                const JobArgument& output) {
  const reference::Tensor tensor = reference::read_npy(given.resolve_path(request.expected), output.dtype);
  reference::Evaluation evaluation;
  evaluation.output_type = output.dtype;
  evaluation.shape = {output.shape.begin(), output.shape.end()};
  if (tensor.shape() != evaluation.shape) {
    fail(request, fmt::format("output '{}' has shape {}, '{}' has {}", output.name,
                              reference::shape_text(evaluation.shape), request.expected,
                              reference::shape_text(tensor.shape())));
  }
  evaluation.value = tensor.values();
  for (const double value : evaluation.value) {
    evaluation.bound.push_back(std::isfinite(value) ? request.absolute + request.relative * std::abs(value)
                                                    : 0.0);
  }
  if (!reference::is_float(output.dtype)) evaluation.integers = tensor.integers();
  return evaluation;
}

}  // namespace

const JobArgument& compared_output(const Case& given, const Job& job) {
  const ReferenceRequest& request = reference_of(given);
  const JobArgument* found = nullptr;
  for (const JobArgument& argument : job.arguments) {
    if (!argument.is_output() || (!request.output.empty() && argument.name != request.output)) continue;
    if (found != nullptr)
      fail(request,
           "the kernel has several outputs; say which one the reference computes (output = \"...\")");
    found = &argument;
  }
  if (found == nullptr) {
    fail(request, request.output.empty()
                      ? "the kernel has no output that could be compared"
                      : fmt::format("'{}' is no buffer with direction out or inout", request.output));
  }
  return *found;
}

reference::Evaluation expected_result(const Case& given, const Job& job, const std::vector<Buffer>& buffers) {
  const ReferenceRequest& request = reference_of(given);
  const JobArgument& output = compared_output(given, job);
  try {
    if (!request.expected.empty()) return from_file(given, request, output);
    reference::OperationRequest operation = operation_request(request, job, buffers);
    operation.output_type = output.dtype;
    operation.output_shape = std::vector<std::int64_t>(output.shape.begin(), output.shape.end());
    return reference::evaluate(operation);
  } catch (const std::invalid_argument& error) {
    fail(request, error.what());
  }
}

bool looks_unwritten(const JobArgument& argument, const reference::Tensor& actual) {
  if (argument.init.kind != InitKind::kPoison) return false;
  const std::size_t element = reference::size_in_bytes(argument.dtype);
  const std::uint64_t poison = element == 8 ? ~0ull : (1ull << (element * 8)) - 1;
  for (std::size_t i = 0; i < actual.size(); ++i) {
    if (actual.bits(i) == poison) return true;
  }
  return false;
}

}  // namespace lanewise::workbench
