// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The simulator behind the Device interface: memory, launches, and what a kernel sees of its launch.

#include "runtime/simulated_device.h"

#include <doctest/doctest.h>

#include <cstring>
#include <fstream>
#include <iterator>

#include "simulator/diagnostics/error.h"

using namespace lanewise;
using namespace lanewise::runtime;

namespace {

code_object::CodeObject object_for(const std::string& target) {
  std::ifstream file(CODE_OBJECT_FOLDER "/launch_facts." + target + ".co", std::ios::binary);
  const std::string bytes{std::istreambuf_iterator<char>(file), {}};
  REQUIRE(!bytes.empty());
  return code_object::load_code_object(std::as_bytes(std::span(bytes)), "launch_facts.co");
}

std::vector<std::byte> arguments(DevicePointer out, std::uint32_t n) {
  std::vector<std::byte> bytes(12);
  std::memcpy(bytes.data(), &out, 8);
  std::memcpy(bytes.data() + 8, &n, 4);
  return bytes;
}

}  // namespace

TEST_CASE("memory_starts_poisoned_and_holds_what_is_copied") {
  SimulatedDevice device(1);
  CHECK(device.description() == "simulator");
  const DevicePointer pointer = device.allocate(8, "buffer");
  std::array<std::byte, 8> bytes{};
  device.copy_to_host(bytes, pointer);
  for (const std::byte byte : bytes) CHECK(byte == std::byte{0xff});
  const std::array<std::byte, 4> four{std::byte{1}, std::byte{2}, std::byte{3}, std::byte{4}};
  device.copy_to_device(pointer + 2, four);
  device.copy_to_host(bytes, pointer);
  CHECK(bytes[1] == std::byte{0xff});
  CHECK(bytes[2] == std::byte{1});
  CHECK(bytes[5] == std::byte{4});
  CHECK_THROWS_AS(device.copy_to_device(pointer + 6, four), Error);
  device.free(pointer);
  CHECK_THROWS_AS(device.copy_to_host(bytes, pointer), Error);
  CHECK_THROWS_AS(device.free(pointer), Error);
}

TEST_CASE("a_kernel_sees_the_launch_that_was_asked_for") {
  for (const char* target : {"gfx942", "gfx950"}) {
    CAPTURE(target);
    SimulatedDevice device(1);
    const std::unique_ptr<Module> module = device.load(object_for(target));
    constexpr std::uint32_t kWords = 3 * 2 * 2 * 8;
    const DevicePointer out = device.allocate(kWords * 4, "out");
    const std::vector<std::byte> given = arguments(out, kWords);
    const LaunchReport report = device.launch(*module, "launch_facts", {{3, 2, 2}, {32, 4, 2}, 128, given});
    CHECK(report.simulated);
    CHECK(report.engine.workgroups == 12);
    CHECK(report.engine.waves == 48);
    CHECK(device.description().starts_with("simulator ("));
    std::array<std::uint32_t, kWords> words{};
    device.copy_to_host(std::as_writable_bytes(std::span(words)), out);
    for (std::uint32_t workgroup = 0; workgroup < 12; ++workgroup) {
      CAPTURE(workgroup);
      const std::array<std::uint32_t, 8> expected{3, 2, 2, 32, 4, 2, workgroup, 31};
      CHECK(std::equal(expected.begin(), expected.end(), words.begin() + workgroup * 8));
    }
  }
}

TEST_CASE("launches_that_cannot_be_are_refused_before_they_run") {
  SimulatedDevice device(1);
  const std::unique_ptr<Module> module = device.load(object_for("gfx942"));
  const std::vector<std::byte> given = arguments(0, 0);
  CHECK_THROWS_AS(device.launch(*module, "launch_facts", {{1, 1, 1}, {512, 1, 1}, 0, given}), Error);
  CHECK_THROWS_AS(device.launch(*module, "no_such_kernel", {{1, 1, 1}, {64, 1, 1}, 0, given}), Error);
  CHECK_THROWS_AS(device.launch(*module, "launch_facts", {{1, 1, 1}, {64, 1, 1}, 1 << 20, given}), Error);
  CHECK_THROWS_AS(
      device.launch(*module, "launch_facts", {{1, 1, 1}, {64, 1, 1}, 0, std::span(given).first(8)}), Error);
}
