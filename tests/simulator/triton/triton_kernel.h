// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One of Triton's kernels in tests/data/triton, its buffers and its kernarg segment. Buffers start poisoned
// (every byte 0xff), so a test sees which elements the kernel wrote.

#pragma once

#include <doctest/doctest.h>

#include <array>
#include <cstring>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>
#include <vector>

#include "simulator/code_object/code_object.h"
#include "simulator/engine/dispatch.h"

namespace lanewise::triton {

inline constexpr std::uint32_t kPoisonWord = 0xffffffff;

inline std::vector<std::byte> read_object(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  REQUIRE_MESSAGE(in.good(), path);
  const std::vector<char> bytes{std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
  std::vector<std::byte> result(bytes.size());
  std::memcpy(result.data(), bytes.data(), bytes.size());
  return result;
}

/// How a run is carried out: all of these must give the same bits.
struct Setup {
  std::uint32_t threads = 1;
  bool scalar_build = false;
};
inline constexpr std::array<Setup, 3> kSetups{{{1, false}, {2, false}, {2, true}}};

class Kernel {
 public:
  /// `name` as in tests/data/triton, e.g. "softmax"; its symbol is `symbol`.
  Kernel(const std::string& name, const std::string& symbol, const std::string& target)
      : object_(code_object::load_code_object(
            read_object(std::string(LANEWISE_TEST_DATA) + "/triton/" + name + "_" + target + ".hsaco"),
            name)),
        kernel_(engine::load_kernel(arena_, object_, symbol)) {}

  [[nodiscard]] const engine::LoadedKernel& loaded() const { return *kernel_; }

  template <class T>
  memory::DeviceAddress buffer(const std::vector<T>& values, const std::string& label) {
    const memory::DeviceAddress address = arena_.allocate(values.size() * sizeof(T), label);
    std::memcpy(arena_.host_view(address, values.size() * sizeof(T)).data(), values.data(),
                values.size() * sizeof(T));
    return address;
  }
  memory::DeviceAddress poisoned(std::uint64_t bytes, const std::string& label) {
    return arena_.allocate(bytes, label);
  }
  template <class T>
  [[nodiscard]] std::vector<T> read(memory::DeviceAddress address, std::size_t count) {
    std::vector<T> values(count);
    std::memcpy(values.data(), arena_.host_view(address, count * sizeof(T)).data(), count * sizeof(T));
    return values;
  }

  /// Appends an argument at its natural alignment. Triton's own trailing pointers stay null.
  template <class T>
  Kernel& argument(T value) {
    used_ = (used_ + sizeof(T) - 1) / sizeof(T) * sizeof(T);
    std::memcpy(kernarg_.data() + used_, &value, sizeof(T));
    used_ += sizeof(T);
    return *this;
  }

  void run(std::array<std::uint32_t, 3> grid, std::uint32_t lds, const Setup& setup) {
    engine::DispatchOptions options;
    options.threads = setup.threads;
    options.scalar_build = setup.scalar_build;
    const std::size_t size = engine::kernel_metadata(*kernel_).kernarg_segment_size;
    REQUIRE(size <= kernarg_.size());
    engine::run(arena_, *kernel_, {grid, {256, 1, 1}, lds, std::span(kernarg_).first(size)}, options);
  }

 private:
  memory::Arena arena_{7};
  code_object::CodeObject object_;
  std::shared_ptr<const engine::LoadedKernel> kernel_;
  std::array<std::byte, 128> kernarg_{};
  std::size_t used_ = 0;
};

}  // namespace lanewise::triton
