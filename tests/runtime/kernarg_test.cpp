// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernarg segments for metadata written down by hand, after the table in LLVM's AMDGPUUsage ("Code object
// v5 implicit arguments"), and the launch rules.

#include "runtime/kernarg.h"

#include <doctest/doctest.h>

#include <cstring>

#include "simulator/diagnostics/error.h"

using namespace lanewise;
using namespace lanewise::runtime;

namespace {

code_object::KernelArgument argument(const char* kind, std::uint32_t offset, std::uint32_t size) {
  code_object::KernelArgument result;
  result.value_kind = kind;
  result.offset = offset;
  result.size = size;
  return result;
}

std::uint64_t read(const std::vector<std::byte>& bytes, std::size_t offset, std::size_t size) {
  std::uint64_t value = 0;
  std::memcpy(&value, bytes.data() + offset, size);
  return value;
}

}  // namespace

TEST_CASE("hidden_arguments_stand_where_the_metadata_says") {
  code_object::Kernel kernel;
  kernel.kernarg_segment_size = 16 + 256;
  kernel.arguments = {argument("global_buffer", 0, 8), argument("by_value", 8, 4)};
  struct Row {
    const char* kind;
    std::uint32_t offset, size;  // in the implicit block
    std::uint64_t value;
  };
  const Row rows[] = {
      {"hidden_block_count_x", 0, 4, 7},       {"hidden_block_count_y", 4, 4, 5},
      {"hidden_block_count_z", 8, 4, 3},       {"hidden_group_size_x", 12, 2, 64},
      {"hidden_group_size_y", 14, 2, 2},       {"hidden_group_size_z", 16, 2, 1},
      {"hidden_remainder_x", 18, 2, 0},        {"hidden_global_offset_x", 40, 8, 0},
      {"hidden_grid_dims", 64, 2, 3},          {"hidden_hostcall_buffer", 80, 8, 0},
      {"hidden_dynamic_lds_size", 120, 4, 96}, {"hidden_queue_ptr", 200, 8, 0},
  };
  for (const Row& row : rows) kernel.arguments.push_back(argument(row.kind, 16 + row.offset, row.size));
  const std::vector<std::byte> given(12, std::byte{0xab});
  const std::vector<std::byte> segment = build_kernarg(kernel, {{7, 5, 3}, {64, 2, 1}, 96, given});
  CHECK(segment.size() == 272);
  CHECK(read(segment, 0, 8) == 0xabababababababab);
  CHECK(read(segment, 8, 4) == 0xabababab);
  CHECK(read(segment, 12, 4) == 0);
  for (const Row& row : rows) {
    CAPTURE(row.kind);
    CHECK(read(segment, 16 + row.offset, row.size) == row.value);
  }
}

TEST_CASE("grid_dimensions_count_axes_with_work") {
  code_object::Kernel kernel;
  kernel.kernarg_segment_size = 2;
  kernel.arguments = {argument("hidden_grid_dims", 0, 2)};
  struct Row {
    std::array<std::uint32_t, 3> grid, block;
    std::uint64_t dimensions;
  };
  const Row rows[] = {{{1, 1, 1}, {1, 1, 1}, 1}, {{9, 1, 1}, {64, 1, 1}, 1}, {{1, 2, 1}, {64, 1, 1}, 2},
                      {{1, 1, 1}, {8, 8, 1}, 2}, {{1, 1, 4}, {64, 1, 1}, 3}, {{1, 1, 1}, {1, 1, 2}, 3}};
  for (const Row& row : rows)
    CHECK(read(build_kernarg(kernel, {row.grid, row.block, 0, {}}), 0, 2) == row.dimensions);
}

TEST_CASE("a_kernel_without_hidden_arguments_has_no_implicit_block") {
  code_object::Kernel kernel;
  kernel.kernarg_segment_size = 20;
  kernel.arguments = {argument("global_buffer", 0, 8), argument("global_buffer", 8, 8),
                      argument("by_value", 16, 4)};
  CHECK(explicit_argument_bytes(kernel) == 20);
  CHECK(build_kernarg(kernel, {{1, 1, 1}, {64, 1, 1}, 0, std::vector<std::byte>(20)}).size() == 20);
  CHECK_THROWS_AS((void)build_kernarg(kernel, {{1, 1, 1}, {64, 1, 1}, 0, std::vector<std::byte>(16)}), Error);
}

TEST_CASE("metadata_that_contradicts_itself_is_an_error") {
  code_object::Kernel kernel;
  kernel.kernarg_segment_size = 8;
  kernel.arguments = {argument("hidden_block_count_x", 6, 4)};
  CHECK_THROWS_AS((void)build_kernarg(kernel, {}), Error);
}

TEST_CASE("impossible_launches_are_refused_by_rule") {
  code_object::Kernel kernel;
  kernel.name = "k";
  kernel.max_flat_workgroup_size = 256;
  kernel.descriptor.group_segment_fixed_size = 60000;
  code_object::Kernel exact = kernel;
  exact.required_workgroup_size = {128, 1, 1};
  struct Row {
    const code_object::Kernel& kernel;
    LaunchRequest request;
    isa::Target target;
    bool possible;
  };
  const isa::Target mi300 = isa::Target::kGfx942, mi355 = isa::Target::kGfx950;
  const Row rows[] = {
      {kernel, {{1, 1, 1}, {256, 1, 1}, 0, {}}, mi300, true},
      {kernel, {{1, 1, 1}, {16, 17, 1}, 0, {}}, mi300, false},
      {kernel, {{0, 1, 1}, {64, 1, 1}, 0, {}}, mi300, false},
      {kernel, {{1, 1, 1}, {64, 1, 0}, 0, {}}, mi300, false},
      {kernel, {{1, 1, 1}, {64, 1, 1}, 5536, {}}, mi300, true},  // 65536 in all
      {kernel, {{1, 1, 1}, {64, 1, 1}, 5537, {}}, mi300, false},
      {kernel, {{1, 1, 1}, {64, 1, 1}, 5537, {}}, mi355, true},
      {kernel, {{1, 1, 1}, {64, 1, 1}, 103841, {}}, mi355, false},  // 163841
      {exact, {{1, 1, 1}, {128, 1, 1}, 0, {}}, mi300, true},
      {exact, {{1, 1, 1}, {64, 1, 1}, 0, {}}, mi300, false},
  };
  for (const Row& row : rows) {
    CAPTURE(&row - rows);
    if (row.possible) {
      CHECK_NOTHROW(check_launch(row.kernel, row.target, row.request));
    } else {
      CHECK_THROWS_AS(check_launch(row.kernel, row.target, row.request), Error);
    }
  }
}
