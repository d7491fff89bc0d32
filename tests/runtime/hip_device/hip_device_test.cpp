// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// hip_device against a fake HIP runtime (fake_hip.cpp), which records what it is asked, and against the
// machine's own libamdhip64 where it has no GPU. No GPU has ever run these tests.

#include "runtime/hip_device.h"

#include <dlfcn.h>

#include <array>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <vector>

#include <doctest/doctest.h>

#include "runtime/hip_library.h"
#include "simulator/diagnostics/error.h"
#include "tests/runtime/hip_device/fake_hip.h"

using namespace lanewise;

namespace {

/// Sets environment variables for one test case.
class Settings {
 public:
  explicit Settings(std::initializer_list<std::pair<const char*, const char*>> values) {
    for (const auto& [name, value] : values) {
      setenv(name, value, 1);
      names_.push_back(name);
    }
  }
  Settings(const Settings&) = delete;
  Settings& operator=(const Settings&) = delete;
  ~Settings() {
    for (const char* name : names_) unsetenv(name);
  }

 private:
  std::vector<const char*> names_;
};

/// The error with which `action` must end.
Error error_of(auto&& action) {
  try {
    action();
  } catch (const Error& error) {
    return error;
  }
  FAIL("no error was thrown");
  return {ErrorKind::kLanewise, "", "", ""};
}

code_object::CodeObject vector_add(isa::Target target = isa::Target::kGfx942) {
  std::string path =
      std::string(CODE_OBJECT_FOLDER) + "/vector_add." + std::string(isa::target_name(target)) + ".co";
  std::ifstream file(path, std::ios::binary);
  std::vector<char> bytes((std::istreambuf_iterator<char>(file)), {});
  return code_object::load_code_object(std::as_bytes(std::span(bytes)), "vector_add.co");
}

template <typename Function>
Function of_the_fake(const char* name) {
  void* fake = dlopen(FAKE_HIP, RTLD_NOW | RTLD_NOLOAD);
  REQUIRE(fake != nullptr);
  return reinterpret_cast<Function>(dlsym(fake, name));
}

struct Arguments {
  runtime::DevicePointer a, b, c;
  int n;
};

}  // namespace

TEST_CASE("a run goes to the HIP runtime call by call") {
  Settings settings{{"LANEWISE_HIP_RUNTIME", FAKE_HIP}};
  std::array<float, 1000> a, b, c;
  for (int i = 0; i < 1000; ++i) a[i] = static_cast<float>(i), b[i] = 0.5f, c[i] = -1;
  {
    auto device = runtime::make_hip_device();
    CHECK(device->description() == "Fake Instinct (gfx942, HIP runtime 70051831)");
    auto module = device->load(vector_add());
    Arguments arguments{device->allocate(sizeof(a), "a"), device->allocate(sizeof(b), "b"),
                        device->allocate(sizeof(c), "c"), 1000};
    device->copy_to_device(arguments.a, std::as_bytes(std::span(a)));
    device->copy_to_device(arguments.b, std::as_bytes(std::span(b)));
    runtime::LaunchRequest request{.grid = {4, 1, 1},
                                   .block = {256, 1, 1},
                                   .dynamic_lds = 64,
                                   .explicit_arguments = std::as_bytes(std::span(&arguments, 1)).first(28)};
    runtime::LaunchReport report = device->launch(*module, "vector_add", request);
    device->copy_to_host(std::as_writable_bytes(std::span(c)), arguments.c);
    device->free(arguments.a);

    CHECK_FALSE(report.simulated);
    CHECK(report.engine.seconds == doctest::Approx(0.0025));
    CHECK(report.engine.wave_instructions == 0);
    for (int i = 0; i < 1000; ++i) CHECK(c[i] == static_cast<float>(i) + 0.5f);
    const FakeHipLaunch& launch = *of_the_fake<FakeHipLastLaunch>("fake_hip_last_launch")();
    CHECK(std::string(launch.kernel) == "vector_add");
    CHECK(launch.argument_bytes == 28);
    std::array<unsigned, 7> expected = {4, 1, 1, 256, 1, 1, 64};
    CHECK(std::memcmp(launch.numbers, expected.data(), sizeof(expected)) == 0);
  }
  CHECK(of_the_fake<FakeHipLiveObjects>("fake_hip_live_objects")() == 0);
}

TEST_CASE("a GPU of another architecture is refused with both names") {
  Settings settings{{"LANEWISE_HIP_RUNTIME", FAKE_HIP}, {"FAKE_HIP_ARCH", "gfx90a:sramecc+:xnack-"}};
  auto device = runtime::make_hip_device();
  auto error = error_of([&] { (void)device->load(vector_add()); });
  CHECK(error.kind == ErrorKind::kRequest);
  CHECK(error.id == "wrong-gpu");
  CHECK(error.message == "vector_add.co is built for gfx942, but the GPU Fake Instinct is gfx90a");
}

TEST_CASE("the same source loads on the other target") {
  Settings settings{{"LANEWISE_HIP_RUNTIME", FAKE_HIP}, {"FAKE_HIP_ARCH", "gfx950:sramecc+:xnack-"}};
  CHECK(runtime::make_hip_device()->load(vector_add(isa::Target::kGfx950)) != nullptr);
}

TEST_CASE("a HIP error names the call, the code and HIP's words") {
  Settings settings{{"LANEWISE_HIP_RUNTIME", FAKE_HIP}, {"FAKE_HIP_FAIL", "hipMalloc=2"}};
  auto device = runtime::make_hip_device();
  auto error = error_of([&] { (void)device->allocate(4096, "weights"); });
  CHECK(error.kind == ErrorKind::kRequest);
  CHECK(error.message ==
        "hipMalloc of 4096 bytes for weights failed with hipErrorOutOfMemory (2): out of memory");
}

TEST_CASE("a fault during the kernel is the kernel's") {
  Settings settings{{"LANEWISE_HIP_RUNTIME", FAKE_HIP}, {"FAKE_HIP_FAIL", "hipEventSynchronize=700"}};
  auto device = runtime::make_hip_device();
  auto module = device->load(vector_add());
  Arguments arguments{0, 0, 0, 0};
  runtime::LaunchRequest request;
  request.explicit_arguments = std::as_bytes(std::span(&arguments, 1)).first(28);
  auto error = error_of([&] { device->launch(*module, "vector_add", request); });
  CHECK(error.kind == ErrorKind::kKernel);
  CHECK(error.message.starts_with("hipEventSynchronize after the launch failed with"));
}

TEST_CASE("copies stay inside allocations") {
  Settings settings{{"LANEWISE_HIP_RUNTIME", FAKE_HIP}};
  auto device = runtime::make_hip_device();
  runtime::DevicePointer buffer = device->allocate(16, "sixteen");
  std::array<std::byte, 17> bytes{};
  device->copy_to_device(buffer + 8, std::span(bytes).first(8));  // up to the last byte
  CHECK(error_of([&] { device->copy_to_device(buffer, bytes); }).kind == ErrorKind::kLanewise);
  CHECK(error_of([&] { device->copy_to_host(std::span(bytes).first(9), buffer + 8); }).kind ==
        ErrorKind::kLanewise);
  CHECK(error_of([&] { device->copy_to_host(bytes, 4096); }).kind == ErrorKind::kLanewise);
  CHECK(error_of([&] { device->free(buffer + 1); }).kind == ErrorKind::kLanewise);
}

TEST_CASE("no GPU: says which runtime was opened and what it found") {
  Settings settings{{"LANEWISE_HIP_RUNTIME", FAKE_HIP}, {"FAKE_HIP_DEVICES", "0"}};
  auto error = error_of([] { (void)runtime::make_hip_device(); });
  CHECK(error.kind == ErrorKind::kRequest);
  CHECK(error.id == "no-hip-device");
  CHECK(error.message == std::string(FAKE_HIP) +
                             " finds 0 GPUs, and number 0 (counted from 0) is not among them (" + FAKE_HIP +
                             ": opened)");
  CHECK_FALSE(error.remedy.empty());
}

TEST_CASE("a file that is missing, and one that is no HIP runtime") {
  SUBCASE("missing") {
    Settings settings{{"LANEWISE_HIP_RUNTIME", "/nonexistent/libamdhip64.so"}};
    auto error = error_of([] { (void)runtime::make_hip_device(); });
    CHECK(error.id == "no-hip-device");
    CHECK(error.message.find("/nonexistent/libamdhip64.so: ") != std::string::npos);
  }
  SUBCASE("another library") {
    Settings settings{{"LANEWISE_HIP_RUNTIME", "libm.so.6"}};
    auto error = error_of([] { (void)runtime::make_hip_device(); });
    CHECK(error.message == "libm.so.6 has no function hipInit");
  }
}

// Debian's libamdhip64 finds no device on a machine without /dev/kfd; without the package nothing is
// found at all. Either way: one error that lists what was tried. Not run where a GPU may be.
TEST_CASE("the machine's own runtime without a GPU ends in one clear error" *
          doctest::skip(std::ifstream("/dev/kfd").is_open())) {
  auto error = error_of([] { (void)runtime::make_hip_device(); });
  CHECK(error.kind == ErrorKind::kRequest);
  CHECK(error.id == "no-hip-device");
  CHECK(error.message.find("libamdhip64.so") != std::string::npos);
  MESSAGE(error.message);
}
