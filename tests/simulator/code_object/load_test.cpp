// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loading: metadata, descriptors, symbols and relocations of compiled kernels, bundles, relocatable
// objects, and the messages for what cannot be loaded.

#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>

#include "record_text.h"
#include "simulator/code_object/code_object.h"
#include "simulator/diagnostics/error.h"

using namespace lanewise;
using code_object::CodeObject;
using code_object::Kernel;

namespace {

constexpr const char* kKernels942 = LANEWISE_BUILT "/code_object_kernels/kernels.gfx942.co";

CodeObject load(const std::string& path, const isa::Target* wanted = nullptr) {
  return code_object::load_code_object(test::file_bytes(path), path, wanted);
}

/// The error that loading gives; fails if it gives none.
Error error_of(const std::string& path, const isa::Target* wanted = nullptr) {
  try {
    (void)load(path, wanted);
  } catch (const Error& error) {
    return error;
  }
  FAIL("loading succeeded: ", path);
  return Error(ErrorKind::kLanewise, "", "", "");
}

bool mentions(const Error& error, const std::string& text) {
  return error.message.find(text) != std::string::npos;
}

}  // namespace

TEST_CASE("a compiled object is read whole") {
  const CodeObject object = load(kKernels942);
  CHECK(object.name == "kernels.gfx942.co");
  CHECK(object.target == isa::Target::kGfx942);
  CHECK(object.abi_version == 5);
  CHECK(object.kernels.size() == 3);
  CHECK(load(LANEWISE_BUILT "/code_object_kernels/kernels.gfx950.co").target == isa::Target::kGfx950);
  for (const code_object::Segment& segment : object.segments)
    CHECK(segment.bytes.size() <= segment.memory_size);
  CHECK(std::ranges::count_if(object.segments, &code_object::Segment::executable) == 1);
}

TEST_CASE("metadata gives arguments in kernarg order") {
  const CodeObject object = load(kKernels942);
  const Kernel& scale = object.kernel("scale");
  CHECK(scale.symbol == "scale.kd");
  CHECK(scale.max_flat_workgroup_size == 256);
  REQUIRE(scale.arguments.size() >= 3);
  CHECK(scale.arguments[0].value_kind == "global_buffer");
  CHECK(scale.arguments[0].offset == 0);
  CHECK(scale.arguments[1].offset == 8);
  CHECK(scale.arguments[2].value_kind == "by_value");
  CHECK(scale.arguments[2].offset == 16);
  CHECK(scale.arguments[2].size == 4);
  CHECK_FALSE(scale.arguments[2].hidden());
  const Kernel& lds = object.kernel("uses_lds");
  CHECK(lds.arguments[1].size == 24);   // struct { int; double; short; }
  CHECK(lds.arguments[2].offset == 32);
  CHECK(lds.arguments[2].size == 2);
}

TEST_CASE("the kernel descriptor holds what the compiler was told") {
  const CodeObject object = load(kKernels942);
  const Kernel& lds = object.kernel("uses_lds");
  CHECK(lds.descriptor.group_segment_fixed_size == 800);
  CHECK(lds.descriptor.kernarg_size == lds.kernarg_segment_size);
  CHECK(lds.max_flat_workgroup_size == 128);
  CHECK(lds.entry_address % 256 == 0);
  CHECK(lds.descriptor.allocated_vgprs() >= lds.vgpr_count);
  CHECK(lds.descriptor.allocated_vgprs() % 8 == 0);
  // HIP's default MODE: round to nearest, denormals kept, DX10_CLAMP and IEEE on (facts: AMDHSA ABI).
  CHECK(lds.descriptor.initial_mode() == 0x3f0);
  CHECK(lds.descriptor.user_sgpr_count() >= 2);
  CHECK(object.kernel("calls").uses_dynamic_stack);  // its callee is unknown to the compiler
  CHECK_FALSE(lds.uses_dynamic_stack);
}

TEST_CASE("a table of function pointers is relocated") {
  const CodeObject object = load(kKernels942);
  const auto table = std::ranges::find(object.symbols, "operations", &code_object::Symbol::name);
  REQUIRE(table != object.symbols.end());
  CHECK(table->object);
  CHECK(table->size == 16);
  for (const char* function : {"_Z3sumii", "_Z10differenceii"}) {
    const auto symbol = std::ranges::find(object.symbols, function, &code_object::Symbol::name);
    REQUIRE(symbol != object.symbols.end());
    CHECK(symbol->function);
    CHECK(std::ranges::any_of(object.relocations, [&](const code_object::Relocation& relocation) {
      return relocation.value == symbol->address && relocation.address >= table->address &&
             relocation.address < table->address + 16;
    }));
  }
}

TEST_CASE("kernels are found by name, and listed otherwise") {
  const CodeObject object = load(kKernels942);
  try {
    (void)object.kernel("scal");
    FAIL("found");
  } catch (const Error& error) {
    CHECK(error.kind == ErrorKind::kRequest);
    CHECK(error.id == "unknown-kernel");
    CHECK(mentions(error, "scale"));
    CHECK(mentions(error, "uses_lds"));
  }
  CHECK_THROWS_AS((void)object.kernel(""), Error);
  CHECK(load(LANEWISE_TEST_DATA "/triton/softmax_gfx942.hsaco").kernel("").name == "softmax_kernel");
}

TEST_CASE("triton's objects load with the facts of their json") {
  const CodeObject object = load(LANEWISE_TEST_DATA "/triton/matmul_gfx950.hsaco");
  CHECK(object.target == isa::Target::kGfx950);
  const Kernel& kernel = object.kernel("matmul_kernel");
  CHECK(kernel.max_flat_workgroup_size == 256);
  CHECK(std::ranges::count_if(kernel.arguments,
                              [](const auto& a) { return a.value_kind == "global_buffer"; }) >= 3);
}

TEST_CASE("a bundle gives the wanted target, and lists what it holds otherwise") {
  const std::string path = LANEWISE_BUILT "/inputs/bundle.hipfb";
  for (isa::Target target : {isa::Target::kGfx942, isa::Target::kGfx950}) {
    const CodeObject object = load(path, &target);
    CHECK(object.target == target);
    CHECK(object.kernels.size() == 3);
  }
  const Error error = error_of(path);
  CHECK(error.kind == ErrorKind::kRequest);
  CHECK(error.id == "ambiguous-bundle");
  CHECK(mentions(error, "gfx942"));
  CHECK(mentions(error, "gfx950"));
}

TEST_CASE("a relocatable object is linked first, and nothing is left behind") {
  const auto leftovers = [] {
    const auto folder = std::filesystem::temp_directory_path();
    return std::count_if(
        std::filesystem::directory_iterator(folder), std::filesystem::directory_iterator(),
        [](const auto& entry) { return entry.path().filename().string().starts_with("lanewise-link-"); });
  };
  const auto before = leftovers();
  const CodeObject object = load(LANEWISE_BUILT "/inputs/relocatable.o");
  CHECK(object.kernels.size() == 1);
  CHECK(code_object::decode(object, object.kernel("records")).instructions.size() == 3);
  CHECK(object.elf.size() > 0);
  const Error error = error_of(LANEWISE_BUILT "/inputs/undefined.o");
  CHECK(error.id == "link-failed");
  CHECK(mentions(error, "undefined.o"));
  CHECK(mentions(error, "nobody"));
  CHECK_FALSE(mentions(error, "lanewise-link-"));
  CHECK(leftovers() == before);
}

TEST_CASE("another target is refused by its name") {
  const Error other = error_of(LANEWISE_BUILT "/inputs/gfx90a.co");
  CHECK(other.id == "wrong-target");
  CHECK(mentions(other, "gfx90a"));
  const isa::Target wanted = isa::Target::kGfx950;
  const Error mismatch = error_of(kKernels942, &wanted);
  CHECK(mismatch.id == "wrong-target");
  CHECK(mentions(mismatch, "gfx942"));
  CHECK(mentions(mismatch, "gfx950"));
}
