// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Arguments against metadata. The metadata is written down here as a compiler would list it, with a gap,
// hidden arguments, and Triton's two trailing pointers.

#include "workbench/run/packed_arguments.h"

#include <doctest/doctest.h>

#include <cstring>
#include <string>

#include "simulator/diagnostics/error.h"

using namespace lanewise;
using namespace lanewise::workbench;

namespace {

code_object::KernelArgument metadata(const char* name, const char* kind, std::uint32_t offset,
                                     std::uint32_t size) {
  code_object::KernelArgument argument;
  argument.name = name;
  argument.value_kind = kind;
  argument.offset = offset;
  argument.size = size;
  return argument;
}

code_object::Kernel kernel() {
  code_object::Kernel result;
  result.name = "scale";
  result.arguments = {metadata("x", "global_buffer", 0, 8), metadata("n", "by_value", 8, 4),
                      metadata("alpha", "by_value", 16, 8), metadata("", "global_buffer", 24, 8),
                      metadata("", "global_buffer", 32, 8), metadata("", "hidden_block_count_x", 40, 4)};
  return result;
}

JobArgument buffer(const char* name) {
  JobArgument argument;
  argument.name = name;
  argument.shape = {4};
  return argument;
}

JobArgument scalar(const char* name, reference::DType dtype, std::uint64_t bits) {
  JobArgument argument;
  argument.name = name;
  argument.kind = ArgumentKind::kScalar;
  argument.dtype = dtype;
  argument.bits = bits;
  return argument;
}

std::uint64_t read(const std::vector<std::byte>& bytes, std::size_t offset, std::size_t size) {
  std::uint64_t value = 0;
  std::memcpy(&value, bytes.data() + offset, size);
  return value;
}

}  // namespace

TEST_CASE("arguments_lie_at_the_metadatas_offsets_and_trailing_pointers_are_null") {
  const PackedArguments packed = pack_arguments(kernel(),
                                                {buffer("x"), scalar("n", reference::DType::i32, 0xfffffffe),
                                                 scalar("a", reference::DType::f64, 0x3ff0000000000000)},
                                                {0x200000001000, 0, 0});
  CHECK(packed.bytes.size() == 40);
  CHECK(read(packed.bytes, 0, 8) == 0x200000001000);
  CHECK(read(packed.bytes, 8, 4) == 0xfffffffe);
  CHECK(read(packed.bytes, 12, 4) == 0);
  CHECK(read(packed.bytes, 16, 8) == 0x3ff0000000000000);
  CHECK(read(packed.bytes, 24, 8) == 0);
  CHECK(read(packed.bytes, 32, 8) == 0);
  REQUIRE(packed.notes.size() == 2);
  CHECK(packed.notes[0] == "argument 4 is a pointer that nobody gave: null");
}

TEST_CASE("arguments_that_do_not_fit_the_metadata_are_refused") {
  const JobArgument x = buffer("x"), n = scalar("n", reference::DType::i32, 1),
                    alpha = scalar("alpha", reference::DType::f64, 0);
  JobArgument null = buffer("p");
  null.kind = ArgumentKind::kNull;
  struct Row {
    std::vector<JobArgument> given;
    const char* complaint;
  };
  const Row rows[] = {
      {{x, scalar("n", reference::DType::i64, 1), alpha},
       "argument 2 'n': expected 4 bytes by value, given i64 (8 bytes)"},
      {{x, n, scalar("a", reference::DType::f32, 0)},
       "argument 3 'a' ('alpha' in the kernel): expected 8 bytes by value, given f32 (4 bytes)"},
      {{n, n, alpha},
       "argument 1 'n' ('x' in the kernel): expected a pointer (8 bytes), given i32 (4 bytes)"},
      {{x, buffer("b"), alpha},
       "argument 2 'b' ('n' in the kernel): expected 4 bytes by value, given a buffer of f32 (a pointer)"},
      {{x, n, null}, "given a null pointer"},
      {{x}, "argument 2 'n' is missing: expected 4 bytes by value"},
      {{x, n, alpha, null, null, buffer("extra")},
       "6 arguments are given, the kernel takes 5; 'extra' is one too many"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.complaint);
    try {
      (void)pack_arguments(kernel(), row.given, std::vector<std::uint64_t>(row.given.size(), 0));
      FAIL("no complaint");
    } catch (const Error& error) {
      CHECK(error.kind == ErrorKind::kRequest);
      CHECK(error.id == "argument-mismatch");
      CHECK_MESSAGE(error.message.find(row.complaint) != std::string::npos, error.message);
      CHECK(error.remedy.starts_with(
          "Kernel 'scale' takes, in this order: x: a pointer (8 bytes); n: 4 bytes by value"));
    }
  }
}
