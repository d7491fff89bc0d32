// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See kernel_bench.h. Blocks have 64 work-items; a kernel's four pointers stand in its first 32 bytes of
// arguments.

#include "tests/simulator/engine/kernel_bench.h"

#include <doctest/doctest.h>

#include <bit>
#include <cstring>
#include <fstream>
#include <iterator>

namespace lanewise::tests {

namespace {

std::vector<std::byte> read_file(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  REQUIRE_MESSAGE(in.good(), path);
  const std::vector<char> bytes{std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
  std::vector<std::byte> result(bytes.size());
  std::memcpy(result.data(), bytes.data(), bytes.size());
  return result;
}

std::string folder_of(const std::string& file) {
  return file.ends_with("_gfx950") ? LANEWISE_GFX950_CODE_OBJECTS : LANEWISE_CODE_OBJECTS;
}

}  // namespace

KernelBench::KernelBench(const std::string& file, const std::string& target)
    : object_(code_object::load_code_object(read_file(folder_of(file) + "/" + file + "." + target + ".co"),
                                            file + ".co")) {
  for (int i = 0; i < 4; ++i) buffers_.push_back(arena_.allocate(kBufferBytes, "buffer" + std::to_string(i)));
}

std::vector<std::uint32_t> KernelBench::dwords(int buffer) {
  std::vector<std::uint32_t> values(kBufferBytes / 4);
  std::memcpy(values.data(), arena_.host_view(buffers_[buffer], kBufferBytes).data(), kBufferBytes);
  return values;
}

void KernelBench::fill(int buffer, const std::function<std::uint32_t(std::uint32_t)>& value) {
  std::vector<std::uint32_t> values(kBufferBytes / 4);
  for (std::uint32_t i = 0; i < values.size(); ++i) values[i] = value(i);
  std::memcpy(arena_.host_view(buffers_[buffer], kBufferBytes).data(), values.data(), kBufferBytes);
}

engine::DispatchResult KernelBench::run(const std::string& kernel, engine::DispatchOptions options,
                                        std::array<std::uint32_t, 3> grid) {
  std::array<std::byte, 32> kernarg;
  std::memcpy(kernarg.data(), buffers_.data(), 32);
  const auto loaded = engine::load_kernel(arena_, object_, kernel);
  return engine::run(arena_, *loaded, {grid, {64, 1, 1}, 0, kernarg}, options);
}

std::unique_ptr<engine::Observer> EventList::shard() const { return std::make_unique<EventList>(); }

void EventList::merge(engine::Observer& shard) {
  const auto& others = dynamic_cast<EventList&>(shard).events;
  events.insert(events.end(), others.begin(), others.end());
}

void EventList::on_instruction(const engine::WaveView&, const engine::InstructionEvent& event) {
  Event kept{event};
  if (event.access_lanes != 0) kept.address = event.addresses[std::countr_zero(event.access_lanes)];
  kept.event.addresses = kept.event.second_addresses = nullptr;  // valid during the call only
  events.push_back(kept);
}

void on_every_build(const std::string& file, const std::vector<std::string>& targets,
                    const std::function<void(KernelBench&, engine::DispatchOptions)>& test) {
  using engine::Delivery;
  for (const std::string& target : targets) {
    for (const bool scalar : {false, true}) {
      for (const Delivery delivery : {Delivery::kIssue, Delivery::kPrompt, Delivery::kLate}) {
        CAPTURE(target);
        CAPTURE(scalar);
        CAPTURE(static_cast<int>(delivery));
        KernelBench bench(file, target);
        engine::DispatchOptions options;
        options.scalar_build = scalar;
        options.delivery = delivery;
        test(bench, options);
      }
    }
  }
}

}  // namespace lanewise::tests
