// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The arena: 1 TiB of address space (less under the thread sanitizer), reserved without memory behind it;
// pages become readable when an allocation takes them. Allocations never reuse addresses within a run, so a
// stale pointer is found.

#include "simulator/memory/arena.h"

#include <sys/mman.h>

#include <cerrno>
#include <cstring>

#include "simulator/diagnostics/error.h"

namespace lanewise::memory {

namespace {

// An address range that is the program's own under every sanitizer: the thread sanitizer leaves less than
// 1.5 TiB at the bottom, the address sanitizer everything above its shadow.
#if defined(__SANITIZE_THREAD__)
#define LANEWISE_THREAD_SANITIZER 1
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define LANEWISE_THREAD_SANITIZER 1
#endif
#endif
#if defined(LANEWISE_THREAD_SANITIZER)
constexpr std::uint64_t kBase = 0x010000000000;
constexpr std::uint64_t kReserved = std::uint64_t{1} << 38;
#else
constexpr std::uint64_t kBase = 0x200000000000;
constexpr std::uint64_t kReserved = std::uint64_t{1} << 40;
#endif
constexpr std::uint64_t kPage = 4096;
constexpr std::uint64_t kGuard = 64 * 1024;

std::uint64_t round_up(std::uint64_t value, std::uint64_t to) { return (value + to - 1) / to * to; }

}  // namespace

Arena::Arena(std::uint64_t seed) : reserved_(kReserved), random_(seed) {
  constexpr int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE;
  void* place =
      mmap(reinterpret_cast<void*>(kBase), kReserved, PROT_NONE, flags | MAP_FIXED_NOREPLACE, -1, 0);
  if (place == MAP_FAILED) place = mmap(nullptr, kReserved, PROT_NONE, flags, -1, 0);
  if (place == MAP_FAILED) {
    throw Error(ErrorKind::kRequest, "no-address-space",
                std::string("the host refused the address space for device memory: ") + std::strerror(errno),
                "raise the limit on virtual memory (ulimit -v unlimited)");
  }
  base_ = reinterpret_cast<DeviceAddress>(place);
  next_ = base_ + kGuard;
}

Arena::~Arena() { munmap(reinterpret_cast<void*>(base_), reserved_); }

DeviceAddress Arena::allocate(std::uint64_t size, std::string label, std::uint64_t alignment) {
  // A random distance in whole alignments, so that nothing can rely on where buffers lie to each other.
  const std::uint64_t shift =
      (random_() % 64) * (alignment > kPage ? alignment : kPage) + (random_() % 16) * 256;
  const DeviceAddress address = round_up(next_ + kGuard + shift, alignment);
  const std::uint64_t taken = size == 0 ? 1 : size;
  if (size > reserved_ || address + taken + kGuard > base_ + reserved_) {
    throw Error(ErrorKind::kRequest, "out-of-memory",
                "device memory cannot hold '" + label + "' of " + std::to_string(size) + " bytes",
                "make the problem smaller");
  }
  const DeviceAddress first_page = address / kPage * kPage;
  const std::uint64_t length = round_up(address + taken, kPage) - first_page;
  if (mprotect(reinterpret_cast<void*>(first_page), length, PROT_READ | PROT_WRITE) != 0) {
    throw Error(ErrorKind::kRequest, "out-of-memory",
                "the host has no memory for '" + label + "' of " + std::to_string(size) +
                    " bytes: " + std::strerror(errno),
                "make the problem smaller");
  }
  std::memset(reinterpret_cast<void*>(address), static_cast<int>(kPoison), size);
  next_ = address + taken;
  allocations_.emplace(address, Allocation{address, size, std::move(label), true});
  return address;
}

void Arena::free(DeviceAddress address) {
  const auto found = allocations_.find(address);
  if (found == allocations_.end()) {
    throw Error(ErrorKind::kRequest, "invalid-pointer", "free of an address that is no allocation's start",
                "free each pointer that the allocation gave, once");
  }
  // Whole pages go back to the host; neighbours never share a page thanks to the guard zones.
  const DeviceAddress first_page = address / kPage * kPage;
  const std::uint64_t length = round_up(found->second.end() + 1, kPage) - first_page;
  madvise(reinterpret_cast<void*>(first_page), length, MADV_DONTNEED);
  mprotect(reinterpret_cast<void*>(first_page), length, PROT_NONE);
  allocations_.erase(found);
}

const Allocation* Arena::find(DeviceAddress address) const {
  auto after = allocations_.upper_bound(address);
  if (after == allocations_.begin()) return nullptr;
  const Allocation& candidate = std::prev(after)->second;
  return address < candidate.end() ? &candidate : nullptr;
}

const Allocation* Arena::nearest(DeviceAddress address) const {
  const auto after = allocations_.upper_bound(address);
  const Allocation* above = after == allocations_.end() ? nullptr : &after->second;
  const Allocation* below = after == allocations_.begin() ? nullptr : &std::prev(after)->second;
  if (above == nullptr || below == nullptr) return above != nullptr ? above : below;
  return address - below->end() <= above->address - address ? below : above;
}

void Arena::set_writable(DeviceAddress address, bool writable) {
  allocations_.at(address).writable = writable;
}

std::span<std::byte> Arena::host_view(DeviceAddress address, std::uint64_t size) {
  const Allocation* allocation = find(address);
  if (size == 0) return {};
  if (allocation == nullptr || size > allocation->end() - address) {
    throw Error(ErrorKind::kRequest, "invalid-pointer",
                "a copy of " + std::to_string(size) + " bytes is not inside one allocation",
                "check pointer and size of the copy");
  }
  return {reinterpret_cast<std::byte*>(address), size};
}

}  // namespace lanewise::memory
