// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The thin <hip/hip_runtime.h> against Debian's HIP 5.2 headers: the same kernels (tests/data/header_kernels)
// compiled with both must ask the hardware for the same. Then properties of our own compiles: launch
// bounds that reach the metadata, objects that do not depend on the folder, and clear errors for what the
// header leaves out.

#include <array>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "simulator/code_object/code_object.h"
#include "workbench/compile/child_process.h"

using namespace lanewise;
using workbench::ChildResult;
using workbench::TemporaryFolder;
namespace fs = std::filesystem;

namespace {

std::string content(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  REQUIRE_MESSAGE(file.is_open(), path.string());
  return {std::istreambuf_iterator<char>(file), {}};
}

code_object::CodeObject load(const fs::path& path) {
  std::string bytes = content(path);
  return code_object::load_code_object(std::as_bytes(std::span(bytes)), path.filename().string());
}

std::vector<fs::path> objects_in(const char* folder) {
  std::vector<fs::path> paths;
  for (const auto& entry : fs::directory_iterator(folder)) {
    if (entry.path().extension() == ".co") paths.push_back(entry.path());
  }
  return paths;
}

/// Bytes of the arguments that the kernel's author wrote; the hidden ones follow.
std::uint32_t explicit_bytes(const code_object::Kernel& kernel) {
  std::uint32_t end = 0;
  for (const code_object::KernelArgument& argument : kernel.arguments) {
    if (!argument.hidden()) end = std::max(end, argument.offset + argument.size);
  }
  return end;
}

/// Compiles FOLDER/kernel.hip to FOLDER/kernel.co.
ChildResult compile(const fs::path& folder, std::vector<std::string> further = {}) {
  std::vector<std::string> command = {HIP_CLANG,
                                      "-x",
                                      "hip",
                                      "--cuda-device-only",
                                      "--no-gpu-bundle-output",
                                      "--offload-arch=gfx950",
                                      "-std=c++20",
                                      "-O3",
                                      "-gline-tables-only",
                                      "-nogpuinc",
                                      "-nogpulib",
                                      "-nohipwrapperinc",
                                      "-mcode-object-version=5",
                                      "-fuse-cuid=none",
                                      std::string("-I") + PRIMITIVES,
                                      "-Wall",
                                      "-Wextra",
                                      "-Werror"};
  command.insert(command.end(), further.begin(), further.end());
  command.insert(command.end(), {(folder / "kernel.hip").string(), "-o", (folder / "kernel.co").string()});
  return lanewise::workbench::run_child(command);
}

/// The same for a source given as text.
ChildResult compile_text(const std::string& text) {
  TemporaryFolder folder;
  std::ofstream(fs::path(folder.path()) / "kernel.hip") << text;
  return compile(folder.path());
}

/// What the compiler says about `text`, which must not compile.
std::string complaint_about(const std::string& text) {
  ChildResult result = compile_text(text);
  CHECK(result.status != 0);
  return result.output;
}

}  // namespace

TEST_CASE("kernels ask for the same with our header and with Debian's" * doctest::skip(!HAVE_HIP5)) {
  int compared = 0;
  for (const fs::path& path : objects_in(THIN_OBJECTS)) {
    code_object::CodeObject ours = load(path);
    code_object::CodeObject theirs = load(fs::path(HIP5_OBJECTS) / path.filename());
    REQUIRE(ours.kernels.size() == theirs.kernels.size());
    for (const code_object::Kernel& kernel : ours.kernels) {
      CAPTURE(path.filename().string());
      CAPTURE(kernel.name);
      const code_object::Kernel& other = theirs.kernel(kernel.name);
      CHECK(kernel.max_flat_workgroup_size == other.max_flat_workgroup_size);
      CHECK(kernel.vgpr_count == other.vgpr_count);
      CHECK(kernel.agpr_count == other.agpr_count);
      CHECK(kernel.sgpr_count == other.sgpr_count);
      CHECK(kernel.vgpr_spill_count == other.vgpr_spill_count);
      CHECK(kernel.descriptor.group_segment_fixed_size == other.descriptor.group_segment_fixed_size);
      CHECK(kernel.descriptor.private_segment_fixed_size == other.descriptor.private_segment_fixed_size);
      CHECK(kernel.descriptor.work_item_id_mode() == other.descriptor.work_item_id_mode());
      CHECK(explicit_bytes(kernel) == explicit_bytes(other));
      ++compared;
    }
  }
  CHECK(compared >= 2 * 20);
}

TEST_CASE("launch bounds reach the metadata and limit the registers") {
  struct Row {
    const char* kernel;
    std::uint32_t workgroup_size, most_vgprs;  // 512 registers a SIMD lane, shared by the waves that must fit
  };
  constexpr std::array kRows = {Row{"bounds_none", 1024, 128}, Row{"bounds_64", 64, 512},
                                Row{"bounds_1024", 1024, 128}, Row{"bounds_256_8", 256, 64},
                                Row{"_Z15bounds_computedILi64EEvPKfPfi", 192, 512}};
  for (const char* arch : {"gfx942", "gfx950"}) {
    code_object::CodeObject object =
        load(fs::path(THIN_OBJECTS) / (std::string("launch_bounds.") + arch + ".co"));
    for (const Row& row : kRows) {
      CAPTURE(row.kernel);
      const code_object::Kernel& kernel = object.kernel(row.kernel);
      CHECK(kernel.max_flat_workgroup_size == row.workgroup_size);
      CHECK(kernel.vgpr_count <= row.most_vgprs);
    }
    CHECK(object.kernel("bounds_64").vgpr_count > 192);  // the values that are live at once
    CHECK(object.kernel("bounds_256_8").descriptor.private_segment_fixed_size > 0);
  }
}

TEST_CASE("an object does not depend on the folder in which it is compiled") {
  std::array<std::string, 2> objects;
  for (int i = 0; i < 2; ++i) {
    TemporaryFolder temporary;
    fs::path folder = fs::path(temporary.path()) / (i == 0 ? "first" : "another folder");
    fs::create_directory(folder);
    for (const char* file : {"kernel.hip", "tile_layout.h"}) {
      fs::copy_file(fs::path(KERNELS) / "gemm/bf16_lds_tile" / file, folder / file);
    }
    REQUIRE(compile(folder, {"-ffile-prefix-map=" + folder.string() + "=."}).status == 0);
    objects[i] = content(folder / "kernel.co");
  }
  CHECK(objects[0].size() > 1000);
  CHECK((objects[0] == objects[1]));
}

TEST_CASE("what the header leaves out is a compile error that says so") {
  std::string start = "#include <hip/hip_runtime.h>\n__global__ void k(float* p) { p[0] = ";
  CHECK(complaint_about(start + "sinf(p[1]); }\n").find("sinf needs AMD's device library") !=
        std::string::npos);
  CHECK(complaint_about(start + "exp(2.0); }\n").find("exp needs AMD's device library") != std::string::npos);
  for (const char* header :
       {"hip_fp16.h", "hip_bf16.h", "hip_fp8.h", "hip_cooperative_groups.h", "hip_complex.h"}) {
    std::string text = complaint_about(std::string("#include <hip/") + header + ">\n");
    CHECK(text.find("is not part of Lanewise's device headers") != std::string::npos);
  }
}

TEST_CASE("standard headers may stand before and after ours") {
  std::string kernel =
      "__global__ void k(float* p) { p[0] = sqrtf(p[1]) + fmaxf(p[2], 1.0f) + exp(p[3]); }\n";
  std::string ours = "#include <hip/hip_runtime.h>\n";
  for (const char* header :
       {"cmath", "math.h", "cstdint", "cassert", "algorithm", "type_traits", "complex"}) {
    CAPTURE(header);
    std::string theirs = fmt::format("#include <{}>\n", header);
    CHECK(compile_text(fmt::format("{}{}{}", theirs, ours, kernel)).status == 0);
    CHECK(compile_text(fmt::format("{}{}{}", ours, theirs, kernel)).status == 0);
  }
}

TEST_CASE("a program with its own main compiles for the device as it is") {
  CHECK(compile_text(R"(
#include <hip/hip_runtime.h>
#include <cstdio>
#include <vector>
__constant__ float factor[2];
__global__ void scale(float* x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] *= factor[i & 1];
}
int main() {
  std::vector<float> host(100, 1.0f), factors(2, 3.0f);
  float* x;
  if (hipMalloc(&x, 400) != hipSuccess) return 1;
  hipMemcpyToSymbol(HIP_SYMBOL(factor), factors.data(), 8);
  hipMemcpy(x, host.data(), 400, hipMemcpyHostToDevice);
  scale<<<dim3(1), 128>>>(x, 100);
  hipLaunchKernelGGL(scale, dim3(1), dim3(128), 0, nullptr, x, 100);
  std::printf("%s\n", hipGetErrorString(hipDeviceSynchronize()));
  return hipFree(x);
})")
            .status == 0);
}
