// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Named operations, evaluated in fp64 from the inputs as they are stored (already quantised), with an
// absolute error bound for every element of the output. What each operation computes, which
// arguments it takes and how its bound is derived: list_operations(), docs/reference/operations.md and
// docs/reference/error-bounds.md.
//
// What surprises: a bound is a promise about all correct kernels, in any order of summation, and not an
// estimate. If it is 0 the result must be that very value.

#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "reference/tensor.h"

namespace lanewise::reference {

/// An intermediate value that the kernel, by its statement, rounds to a type: {"accumulator", bf16}.
/// Each operation lists the places that it knows.
struct IntermediateRounding {
  std::string place;
  DType type = DType::f32;
};

struct OperationRequest {
  std::string operation;                        ///< "gemm"
  std::map<std::string, const Tensor*> inputs;  ///< "A", "B": not owned, must outlive the call
  std::map<std::string, double> parameters;     ///< "alpha"; those not given take their default
  DType output_type = DType::f32;
  std::optional<std::vector<std::int64_t>> output_shape;  ///< checked; inferred if absent
  std::optional<DType> accumulation;  ///< absent: f32, or f64 if an input or the output is; integer outputs
                                      ///< are exact and wrap to this type, then to the output type
  std::vector<IntermediateRounding> roundings;
  bool flush_subnormals = false;  ///< the kernel's f32 arithmetic flushes (denormal mode 0)
  Overflow overflow = Overflow::kFormat;  ///< how the kernel's last conversion treats large values
  unsigned threads = 1;  ///< host threads; 0 = one a core
};

struct Evaluation {
  DType output_type = DType::f32;
  std::vector<std::int64_t> shape;
  std::vector<double> value;  ///< before rounding to output_type, but infinite (or NaN) where that is certain
  std::vector<double> bound;  ///< >= 0; infinity where correct kernels may disagree altogether
  std::vector<std::int64_t> integers;  ///< integer outputs only: the exact results, wrapped to the type
  bool signed_zeros = false;  ///< where the bound is 0, the sign of a zero counts, too
};

/// Throws std::invalid_argument, in a sentence that names operation and argument, if the operation is
/// unknown or an argument is missing, unknown, of the wrong shape or of the wrong type.
Evaluation evaluate(const OperationRequest& request);
/// The shape of the output for these inputs; throws like evaluate().
std::vector<std::int64_t> infer_output_shape(const OperationRequest& request);

struct InputDescription {
  std::string_view name;
  bool required = true;
  std::string_view doc;
};
struct ParameterDescription {
  std::string_view name;
  double default_value = 0;
  std::string_view doc;
};
struct PlaceDescription {
  std::string_view name;
  std::string_view doc;
};
struct OperationDescription {
  std::string_view name;
  std::string_view summary;  ///< one line
  std::string_view formula;
  std::string_view bound;  ///< one line; symbols of docs/reference/error-bounds.md
  std::span<const InputDescription> inputs;
  std::span<const ParameterDescription> parameters;
  std::span<const PlaceDescription> places;  ///< of intermediate roundings
};
/// In alphabetical order.
std::vector<OperationDescription> list_operations();

}  // namespace lanewise::reference
