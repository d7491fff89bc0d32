// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Device memory: one reserved range of the host's address space, so that a device address *is* a host
// pointer. Bounds come from the allocation map, never from SIGSEGV. Every allocation has guard zones
// before and after it, stands at a seeded random place and starts poisoned (a NaN in every float
// format), so that code which reads what nobody wrote is seen.

#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <random>
#include <span>
#include <string>

namespace lanewise::memory {

using DeviceAddress = std::uint64_t;

struct Allocation {
  DeviceAddress address = 0;
  std::uint64_t size = 0;
  std::string label;  ///< argument name, for messages
  bool writable = true;
  [[nodiscard]] DeviceAddress end() const { return address + size; }
};

/// Fill byte of fresh memory: 0xff.. is a NaN as f16, bf16, f32, f64 and OCP fp8; -1 as an integer.
inline constexpr std::byte kPoison{0xff};

class Arena {
 public:
  /// Reserves the range. `seed` places the allocations. Throws Error{kLanewise} if the host refuses.
  explicit Arena(std::uint64_t seed);
  ~Arena();
  Arena(const Arena&) = delete;
  Arena& operator=(const Arena&) = delete;

  /// New poisoned allocation of `size` bytes (0 allowed). Alignment is a power of two, >= 256 by default
  /// as hipMalloc gives. Throws Error{kRequest, "out-of-memory"} when the arena is full.
  DeviceAddress allocate(std::uint64_t size, std::string label, std::uint64_t alignment = 256);
  /// Throws Error{kRequest, "invalid-pointer"} if `address` is no allocation's start.
  void free(DeviceAddress address);

  /// Stores into a read-only allocation (code, kernarg) are faults.
  void set_writable(DeviceAddress address, bool writable);

  /// The allocation that contains `address`, or nullptr.
  [[nodiscard]] const Allocation* find(DeviceAddress address) const;
  /// The allocation nearest to an address outside all of them (for messages), or nullptr.
  [[nodiscard]] const Allocation* nearest(DeviceAddress address) const;
  /// Bytes [address, address+size) as host memory; throws Error{kRequest, "invalid-pointer"} unless
  /// one allocation contains them all.
  [[nodiscard]] std::span<std::byte> host_view(DeviceAddress address, std::uint64_t size);

  /// Address relative to the arena's base: what reports and traces show, the same in every run.
  [[nodiscard]] std::uint64_t relative(DeviceAddress address) const { return address - base_; }
  [[nodiscard]] DeviceAddress base() const { return base_; }

 private:
  DeviceAddress base_ = 0;
  std::uint64_t reserved_ = 0;
  DeviceAddress next_ = 0;
  std::mt19937_64 random_;
  std::map<DeviceAddress, Allocation> allocations_;
};

}  // namespace lanewise::memory
