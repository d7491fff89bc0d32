// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Device memory: poison, guard zones, seeded placement, bounds, and errors that name the mistake.

#include "simulator/memory/arena.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>

#include "simulator/diagnostics/error.h"

namespace {

using namespace lanewise;

template <class Action>
std::string error_id(Action action) {
  try {
    action();
  } catch (const Error& error) {
    return error.id;
  }
  return "";
}

}  // namespace

TEST_CASE("fresh memory is poisoned and aligned") {
  memory::Arena arena(1);
  const memory::DeviceAddress address = arena.allocate(1000, "a");
  CHECK(address % 256 == 0);
  const auto bytes = arena.host_view(address, 1000);
  CHECK(std::all_of(bytes.begin(), bytes.end(), [](std::byte b) { return b == memory::kPoison; }));
  CHECK(arena.allocate(64, "b", 4096) % 4096 == 0);
}

TEST_CASE("guard zones of 64 KiB stand between allocations") {
  memory::Arena arena(1);
  memory::DeviceAddress last_end = arena.base();
  for (int i = 0; i < 50; ++i) {
    const memory::DeviceAddress address = arena.allocate(100, std::to_string(i));
    CHECK(address >= last_end + 64 * 1024);
    last_end = address + 100;
  }
}

TEST_CASE("an address belongs to the allocation that holds it, else to none") {
  memory::Arena arena(1);
  const memory::DeviceAddress a = arena.allocate(100, "a"), b = arena.allocate(200, "b");
  REQUIRE(arena.find(a) != nullptr);
  CHECK(arena.find(a)->label == "a");
  CHECK(arena.find(a + 99)->label == "a");
  CHECK(arena.find(a + 100) == nullptr);
  CHECK(arena.find(a - 1) == nullptr);
  CHECK(arena.find(b + 199)->label == "b");
  CHECK(arena.nearest(a + 101)->label == "a");
  CHECK(arena.nearest(b - 1)->label == "b");
  CHECK(arena.nearest(b + 10'000)->label == "b");
}

TEST_CASE("the same seed gives the same places, another seed others") {
  memory::DeviceAddress places[3];
  const std::uint64_t seeds[] = {5, 5, 6};
  for (int i = 0; i < 3; ++i) {
    memory::Arena arena(seeds[i]);
    (void)arena.allocate(10, "first");
    places[i] = arena.relative(arena.allocate(10, "second"));
  }
  CHECK(places[0] == places[1]);
  CHECK(places[0] != places[2]);
}

TEST_CASE("wrong pointers and sizes are named") {
  memory::Arena arena(1);
  const memory::DeviceAddress a = arena.allocate(100, "a");
  CHECK(error_id([&] { (void)arena.host_view(a, 101); }) == "invalid-pointer");
  CHECK(error_id([&] { (void)arena.host_view(a + 50, ~0ull); }) == "invalid-pointer");
  CHECK(error_id([&] { arena.free(a + 1); }) == "invalid-pointer");
  CHECK(error_id([&] { (void)arena.allocate(1ull << 50, "huge"); }) == "out-of-memory");
  CHECK(error_id([&] { (void)arena.allocate(~0ull, "all"); }) == "out-of-memory");
  arena.free(a);
  CHECK(error_id([&] { arena.free(a); }) == "invalid-pointer");
  CHECK(arena.find(a) == nullptr);
}
