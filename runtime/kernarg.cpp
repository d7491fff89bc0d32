// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Hidden arguments are a table of (value_kind, value); kinds that are not in it stay zero, which is
// right for the offsets (always 0 in HIP) and a null pointer for the services of a host runtime (printf
// and hostcall buffers, device heap, queues): a kernel that uses one is reported at the access.

#include "runtime/kernarg.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <string_view>

#include "simulator/chips/occupancy.h"
#include "simulator/diagnostics/error.h"

namespace lanewise::runtime {
namespace {

[[noreturn]] void fail(const std::string& what, const std::string& remedy) {
  throw Error(ErrorKind::kRequest, "impossible-launch", what, remedy);
}

std::uint64_t grid_dimensions(const LaunchRequest& request) {
  for (std::size_t axis = 3; axis > 1; --axis) {
    if (request.grid[axis - 1] * std::uint64_t{request.block[axis - 1]} > 1) return axis;
  }
  return 1;
}

std::uint64_t hidden_value(std::string_view kind, const LaunchRequest& request) {
  struct Row {
    std::string_view kind;
    std::uint64_t value;
  };
  // hidden_remainder_* are 0: the grid is given in whole workgroups.
  const Row rows[] = {
      {"hidden_block_count_x", request.grid[0]},      {"hidden_block_count_y", request.grid[1]},
      {"hidden_block_count_z", request.grid[2]},      {"hidden_group_size_x", request.block[0]},
      {"hidden_group_size_y", request.block[1]},      {"hidden_group_size_z", request.block[2]},
      {"hidden_grid_dims", grid_dimensions(request)}, {"hidden_dynamic_lds_size", request.dynamic_lds}};
  for (const Row& row : rows) {
    if (row.kind == kind) return row.value;
  }
  return 0;
}

}  // namespace

std::uint32_t explicit_argument_bytes(const code_object::Kernel& kernel) {
  std::uint32_t bytes = 0;
  for (const code_object::KernelArgument& argument : kernel.arguments) {
    if (!argument.hidden()) bytes = std::max(bytes, argument.offset + argument.size);
  }
  return bytes;
}

std::vector<std::byte> build_kernarg(const code_object::Kernel& kernel, const LaunchRequest& request) {
  const std::uint32_t needed = explicit_argument_bytes(kernel);
  if (request.explicit_arguments.size() < needed) {
    throw Error(ErrorKind::kRequest, "argument-size",
                fmt::format("kernel '{}' takes {} bytes of arguments, {} were given", kernel.name, needed,
                            request.explicit_arguments.size()),
                "Give every argument that the kernel's metadata lists.");
  }
  std::vector<std::byte> segment(std::max(kernel.kernarg_segment_size, needed));
  if (needed != 0) std::memcpy(segment.data(), request.explicit_arguments.data(), needed);
  for (const code_object::KernelArgument& argument : kernel.arguments) {
    if (!argument.hidden()) continue;
    const std::uint64_t value = hidden_value(argument.value_kind, request);
    const std::size_t size = std::min<std::size_t>(argument.size, sizeof value);
    if (std::size_t{argument.offset} + size > segment.size()) {
      throw Error(ErrorKind::kRequest, "malformed-code-object",
                  fmt::format("hidden argument {} of kernel '{}' lies beyond the kernarg segment of {} bytes",
                              argument.value_kind, kernel.name, segment.size()),
                  "Compile the kernel again; its metadata contradicts itself.");
    }
    std::memcpy(segment.data() + argument.offset, &value, size);
  }
  return segment;
}

void check_launch(const code_object::Kernel& kernel, isa::Target target, const LaunchRequest& request) {
  const std::string name = kernel.name;
  constexpr char kAxes[] = "xyz";
  std::uint64_t work_items = 1;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    if (request.grid[axis] == 0 || request.block[axis] == 0) {
      fail(fmt::format("kernel '{}': grid or block is 0 along {}", name, kAxes[axis]),
           "Use 1 or more along every axis.");
    }
    work_items *= request.block[axis];
    const std::uint32_t required = kernel.required_workgroup_size[axis];
    if (required != 0 && required != request.block[axis]) {
      fail(fmt::format("kernel '{}' requires a block of {} along {}, {} was given", name, required,
                       kAxes[axis], request.block[axis]),
           "Use the workgroup size that the kernel was compiled for.");
    }
  }
  const std::uint32_t limit = kernel.max_flat_workgroup_size != 0 ? kernel.max_flat_workgroup_size : 1024;
  if (work_items > limit) {
    fail(fmt::format("kernel '{}' was compiled for at most {} work-items in a workgroup, the block has {}",
                     name, limit, work_items),
         "Make the block smaller, or raise __launch_bounds__ in the source.");
  }
  const std::uint64_t lds = std::uint64_t{kernel.descriptor.group_segment_fixed_size} + request.dynamic_lds;
  if (lds > chips::lds_limit(target)) {
    fail(fmt::format(
             "kernel '{}' needs {} bytes of LDS ({} static, {} dynamic), a workgroup on {} may have {}", name,
             lds, kernel.descriptor.group_segment_fixed_size, request.dynamic_lds, isa::target_name(target),
             chips::lds_limit(target)),
         "Use smaller tiles.");
  }
}

}  // namespace lanewise::runtime
