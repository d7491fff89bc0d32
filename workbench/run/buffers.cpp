// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each buffer draws its own stream, named after seed and argument, so that adding an argument leaves
// the others as they were.

#include "workbench/run/buffers.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <stdexcept>

#include "reference/distribution.h"
#include "reference/npy.h"
#include "simulator/diagnostics/error.h"
#include "simulator/memory/arena.h"

namespace lanewise::workbench {
namespace {

std::vector<std::int64_t> tensor_shape(const JobArgument& argument) {
  return {argument.shape.begin(), argument.shape.end()};
}

reference::Tensor read_tensor(const Case& given, const JobArgument& argument) {
  try {
    const std::string path = given.resolve_path(argument.init.file);
    return argument.dtype_from_file ? reference::read_npy(path) : reference::read_npy(path, argument.dtype);
  } catch (const std::invalid_argument& error) {
    throw Error(
        ErrorKind::kRequest, "bad-npy", fmt::format("argument '{}': {}", argument.name, error.what()),
        "Write the file with numpy.save; bf16 as uint16 and fp8 as uint8, with the dtype named in the case.");
  }
}

/// Copies elements so that destination index (i0, i1, ..., in) reversed is the source's.
std::vector<std::byte> reversed_axes(const std::vector<std::byte>& source,
                                     const std::vector<std::uint64_t>& shape, std::size_t element) {
  std::vector<std::byte> result(source.size());
  std::vector<std::uint64_t> index(shape.size(), 0);
  const std::size_t count = element == 0 ? 0 : source.size() / element;
  for (std::size_t linear = 0; linear < count; ++linear) {
    std::size_t other = 0;  // linear index with the first axis fastest
    for (std::size_t axis = shape.size(); axis-- > 0;) other = other * shape[axis] + index[axis];
    std::memcpy(result.data() + other * element, source.data() + linear * element, element);
    for (std::size_t axis = shape.size(); axis-- > 0;) {
      if (++index[axis] < shape[axis]) break;
      index[axis] = 0;
    }
  }
  return result;
}

}  // namespace

void complete_from_files(const Case& given, Job& job) {
  for (JobArgument& argument : job.arguments) {
    if (argument.kind != ArgumentKind::kBuffer || argument.init.kind != InitKind::kFile) continue;
    const reference::Tensor tensor = read_tensor(given, argument);
    const std::vector<std::uint64_t> shape(tensor.shape().begin(), tensor.shape().end());
    if (argument.shape.empty()) argument.shape = shape;
    if (argument.dtype_from_file) argument.dtype = tensor.type();
    if (shape != argument.shape) {
      throw Error(ErrorKind::kRequest, "bad-npy",
                  fmt::format("argument '{}': expected shape {}, '{}' has {}", argument.name,
                              reference::shape_text(tensor_shape(argument)), argument.init.file,
                              reference::shape_text(tensor.shape())),
                  "Give a file of that shape, or change the shape.");
    }
  }
}

Buffer make_buffer(const Case& given, const JobArgument& argument) {
  Buffer buffer;
  buffer.argument = &argument;
  switch (argument.init.kind) {
    case InitKind::kFile: buffer.initial = read_tensor(given, argument); break;
    case InitKind::kDistribution:
      buffer.initial = reference::Tensor(argument.dtype, tensor_shape(argument));
      try {
        reference::fill(buffer.initial, argument.init.distribution,
                        fmt::format("{}/{}", argument.seed, argument.name));
      } catch (const std::invalid_argument& error) {
        throw Error(ErrorKind::kRequest, "bad-initial-values",
                    fmt::format("argument '{}': {}", argument.name, error.what()),
                    "Choose initial values that the dtype can hold.");
      }
      break;
    case InitKind::kPoison:
      buffer.initial = reference::Tensor(argument.dtype, tensor_shape(argument));
      std::fill(buffer.initial.bytes().begin(), buffer.initial.bytes().end(), memory::kPoison);
      break;
  }
  buffer.device_bytes = to_device_layout(argument, buffer.initial.bytes());
  return buffer;
}

std::vector<std::byte> to_device_layout(const JobArgument& argument,
                                        const std::vector<std::byte>& row_major) {
  if (!argument.column_major) return row_major;
  return reversed_axes(row_major, argument.shape, reference::size_in_bytes(argument.dtype));
}

reference::Tensor from_device_layout(const JobArgument& argument, const std::vector<std::byte>& device) {
  if (!argument.column_major) return {argument.dtype, tensor_shape(argument), device};
  // Axis reversal is its own inverse when the shape is reversed too.
  std::vector<std::uint64_t> reversed(argument.shape.rbegin(), argument.shape.rend());
  return {argument.dtype, tensor_shape(argument),
          reversed_axes(device, reversed, reference::size_in_bytes(argument.dtype))};
}

}  // namespace lanewise::workbench
