// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Damaged input: real objects cut at every length, and with random bytes changed. Each must give one
// error of the request's kind, or load; nothing may end the process.

#include <doctest/doctest.h>

#include <algorithm>
#include <cstring>
#include <random>

#include "record_text.h"
#include "simulator/code_object/code_object.h"
#include "simulator/diagnostics/error.h"

using namespace lanewise;

namespace {

constexpr const char* kSmall = LANEWISE_TEST_DATA "/triton/vector_add_gfx942.hsaco";
constexpr const char* kWithLines = LANEWISE_BUILT "/code_object_kernels/kernels.gfx950.co";

enum class Outcome { kLoaded, kRefused };

/// Loads and decodes every kernel. Any exception other than an Error with a message escapes.
Outcome try_object(std::span<const std::byte> bytes) {
  try {
    const code_object::CodeObject object = code_object::load_code_object(bytes, "damaged");
    for (const code_object::Kernel& kernel : object.kernels) {
      const isa::Program program = code_object::decode(object, kernel);
      CHECK(program.lines.size() == program.instructions.size());
    }
    return Outcome::kLoaded;
  } catch (const Error& error) {
    CHECK_FALSE(error.message.empty());
    CHECK(error.message.find("damaged") != std::string::npos);
    CHECK(error.kind == ErrorKind::kRequest);
    return Outcome::kRefused;
  }
}

std::string message_of(std::span<const std::byte> bytes) {
  try {
    (void)code_object::load_code_object(bytes, "folder/object.co");
  } catch (const Error& error) {
    return error.message;
  }
  return "";
}

template <class T>
void patch(std::vector<std::byte>& bytes, std::size_t offset, T value) {
  REQUIRE(offset + sizeof(T) <= bytes.size());
  std::memcpy(bytes.data() + offset, &value, sizeof(T));
}

void flip_bytes(const char* path, int rounds, std::uint32_t seed) {
  const std::vector<std::byte> original = test::file_bytes(path);
  std::mt19937 random(seed);
  int refused = 0;
  for (int round = 0; round < rounds; ++round) {
    std::vector<std::byte> bytes = original;
    const int changes = 1 + static_cast<int>(random() % 4);
    for (int i = 0; i < changes; ++i) {
      // Half of the changes go to the headers, where they matter most.
      const std::size_t range = random() % 2 ? bytes.size() : std::min<std::size_t>(bytes.size(), 1024);
      bytes[random() % range] = static_cast<std::byte>(random());
    }
    if (try_object(bytes) == Outcome::kRefused) ++refused;
  }
  CHECK(refused > 0);
  CHECK(refused < rounds);
}

}  // namespace

TEST_CASE("an object cut at any length is refused") {
  const std::vector<std::byte> bytes = test::file_bytes(kSmall);
  REQUIRE(try_object(bytes) == Outcome::kLoaded);
  for (std::size_t length = 0; length < bytes.size(); ++length) {
    INFO(length);
    CHECK(try_object(std::span(bytes).first(length)) == Outcome::kRefused);
  }
}

TEST_CASE("an object with debug information cut at many lengths is refused") {
  const std::vector<std::byte> bytes = test::file_bytes(kWithLines);
  REQUIRE(try_object(bytes) == Outcome::kLoaded);
  for (std::size_t length = 0; length < bytes.size(); length += 17) {
    INFO(length);
    CHECK(try_object(std::span(bytes).first(length)) == Outcome::kRefused);
  }
}

TEST_CASE("a bundle cut at many lengths is refused") {
  const std::vector<std::byte> bytes = test::file_bytes(LANEWISE_BUILT "/inputs/bundle.hipfb");
  for (std::size_t length = 0; length < bytes.size(); length += 61) {
    INFO(length);
    CHECK(try_object(std::span(bytes).first(length)) == Outcome::kRefused);
  }
}

TEST_CASE("changed bytes never end the process") {
  flip_bytes(kSmall, 1500, 1);
  flip_bytes(kWithLines, 800, 2);
}

TEST_CASE("messages name the file and the part") {
  const std::vector<std::byte> good = test::file_bytes(kSmall);
  CHECK(message_of({}) == "object.co: the file is empty");
  const char text[] = "// not a code object\n";
  CHECK(message_of(std::as_bytes(std::span(text))) ==
        "object.co: it is neither an ELF file nor a clang offload bundle");
  CHECK(message_of(std::span(good).first(40)).starts_with("object.co: the ELF header"));

  struct Row {
    const char* part;
    std::size_t offset;
    std::uint64_t value;
    std::size_t bytes;
  };
  const Row rows[] = {
      {"ELF machine 62 (x86-64)", 18, 62, 2},
      {"OS/ABI is 3", 7, 3, 1},
      {"not a 64-bit little-endian ELF", 4, 1, 1},
      {"an executable, not a code object", 16, 2, 2},
      {"ELF ABI version 9", 8, 9, 1},
      {"the program header table", 32, 0xffffffffffffff00u, 8},
      {"the section header table", 40, 0x7fffffffffffffffu, 8},
      {"program headers of 1 bytes", 54, 1, 2},
  };
  for (const Row& row : rows) {
    std::vector<std::byte> bytes = good;
    std::memcpy(bytes.data() + row.offset, &row.value, row.bytes);
    const std::string message = message_of(bytes);
    INFO(message);
    CHECK(message.starts_with("object.co"));
    CHECK(message.find(row.part) != std::string::npos);
  }
}

TEST_CASE("hostile metadata is refused") {
  const std::vector<std::byte> good = test::file_bytes(kSmall);
  // The note: name size, contents size, type 32, "AMDGPU\0", contents.
  const char owner[] = "AMDGPU";
  const auto at = std::search(good.begin(), good.end(), std::as_bytes(std::span(owner)).begin(),
                              std::as_bytes(std::span(owner)).end());
  REQUIRE(at != good.end());
  const std::size_t contents = static_cast<std::size_t>(at - good.begin()) + 8;
  std::uint32_t size = 0;
  std::memcpy(&size, good.data() + contents - 16, 4);
  REQUIRE(contents + size <= good.size());

  SUBCASE("nested without end") {
    std::vector<std::byte> bytes = good;
    std::fill_n(bytes.begin() + static_cast<std::ptrdiff_t>(contents), size,
                std::byte{0x91});  // array of one array of ...
    CHECK(message_of(bytes).find("metadata") != std::string::npos);
  }
  SUBCASE("an array of four thousand million") {
    std::vector<std::byte> bytes = good;
    patch<std::uint8_t>(bytes, contents, 0xdd);
    patch<std::uint32_t>(bytes, contents + 1, 0xffffffff);
    CHECK(message_of(bytes).find("metadata") != std::string::npos);
  }
  SUBCASE("a number instead of a map") {
    std::vector<std::byte> bytes = good;
    patch<std::uint8_t>(bytes, contents, 7);
    patch<std::uint32_t>(bytes, contents - 16, 1);
    CHECK(message_of(bytes).find("metadata") != std::string::npos);
  }
}
