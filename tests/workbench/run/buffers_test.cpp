// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Host side of buffers: layouts, seeds, files.

#include "workbench/run/buffers.h"

#include <doctest/doctest.h>

#include "reference/npy.h"
#include "simulator/diagnostics/error.h"
#include "workbench/compile/child_process.h"

using namespace lanewise;
using namespace lanewise::workbench;

namespace {

JobArgument bytes_argument(std::vector<std::uint64_t> shape, bool column) {
  JobArgument argument;
  argument.name = "a";
  argument.dtype = reference::DType::u8;
  argument.shape = std::move(shape);
  argument.column_major = column;
  return argument;
}

std::vector<std::byte> bytes(std::initializer_list<int> values) {
  std::vector<std::byte> result;
  for (const int value : values) result.push_back(static_cast<std::byte>(value));
  return result;
}

}  // namespace

TEST_CASE("column_layout_stores_the_transposed_matrix") {
  const JobArgument matrix = bytes_argument({2, 3}, true);
  CHECK(to_device_layout(matrix, bytes({1, 2, 3, 4, 5, 6})) == bytes({1, 4, 2, 5, 3, 6}));
  CHECK(from_device_layout(matrix, bytes({1, 4, 2, 5, 3, 6})).bytes() == bytes({1, 2, 3, 4, 5, 6}));
  const JobArgument cube = bytes_argument({2, 1, 2}, true);
  CHECK(to_device_layout(cube, bytes({1, 2, 3, 4})) == bytes({1, 3, 2, 4}));
  const JobArgument row = bytes_argument({2, 3}, false);
  CHECK(to_device_layout(row, bytes({1, 2, 3, 4, 5, 6})) == bytes({1, 2, 3, 4, 5, 6}));
}

TEST_CASE("a_buffers_values_depend_on_seed_and_name_only") {
  Case given;
  JobArgument argument = bytes_argument({64}, false);
  argument.init = parse_init({"integers(0,255)", {}});
  const std::vector<std::byte> first = make_buffer(given, argument).device_bytes;
  CHECK(make_buffer(given, argument).device_bytes == first);
  argument.seed = 2;
  CHECK(make_buffer(given, argument).device_bytes != first);
  argument.seed = 1;
  argument.name = "b";
  CHECK(make_buffer(given, argument).device_bytes != first);
}

TEST_CASE("shape_and_dtype_come_from_a_file_or_must_agree_with_it") {
  const TemporaryFolder folder;
  reference::Tensor tensor(reference::DType::u16, {2, 3});
  for (std::size_t i = 0; i < 6; ++i) tensor.set_bits(i, 0x3f80 + i);
  reference::write_npy(folder.path() + "/a.npy", tensor);
  Case given;
  given.folder = folder.path();
  Job job;
  job.arguments.push_back(bytes_argument({}, false));
  job.arguments[0].init = parse_init({"@a.npy", {}});
  job.arguments[0].dtype_from_file = true;
  complete_from_files(given, job);
  CHECK(job.arguments[0].dtype == reference::DType::u16);
  CHECK(job.arguments[0].shape == std::vector<std::uint64_t>{2, 3});

  job.arguments[0].dtype_from_file = false;
  job.arguments[0].dtype = reference::DType::bf16;  // raw bits
  complete_from_files(given, job);
  CHECK(make_buffer(given, job.arguments[0]).initial.value(0) == 1.0);

  job.arguments[0].shape = {3, 2};
  CHECK_THROWS_AS(complete_from_files(given, job), Error);
  job.arguments[0].shape = {2, 3};
  job.arguments[0].dtype = reference::DType::f32;
  CHECK_THROWS_AS(complete_from_files(given, job), Error);
  job.arguments[0].init = parse_init({"@missing.npy", {}});
  CHECK_THROWS_AS(complete_from_files(given, job), Error);
}
