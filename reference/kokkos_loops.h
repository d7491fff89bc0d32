// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How the reference uses Kokkos: initialised on first use, and one loop form. Private to the .cpp files
// of this folder, so that no user of the reference compiles Kokkos headers.
//
// What surprises: with Kokkos' Serial space (all that Debian's package has) parallel loops run on one
// core, so host threads are put around RangePolicy tiles. TeamPolicy and parallel_reduce would race
// then: Kokkos 3.4's Serial space keeps one scratch buffer for the process. Only parallel_for is used.

#pragma once

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <thread>
#include <type_traits>
#include <vector>

namespace lanewise::reference::detail {

using HostSpace = Kokkos::DefaultHostExecutionSpace;
/// Arrays of std::vector seen as matrices; the vector stays the owner.
using Matrix =
    Kokkos::View<double**, Kokkos::LayoutRight, Kokkos::HostSpace, Kokkos::MemoryTraits<Kokkos::Unmanaged>>;
using ConstMatrix = Kokkos::View<const double**, Kokkos::LayoutRight, Kokkos::HostSpace,
                                 Kokkos::MemoryTraits<Kokkos::Unmanaged>>;

/// Initialises Kokkos once and finalises it at exit, unless the program did so itself.
void require_kokkos();

inline unsigned thread_count(unsigned requested, std::size_t tasks) {
  const unsigned wanted = requested != 0 ? requested : std::max(1u, std::thread::hardware_concurrency());
  return static_cast<unsigned>(std::min<std::size_t>(wanted, std::max<std::size_t>(tasks, 1)));
}

/// Calls body(i) for i in 0..tasks-1, each exactly once, in no particular order. `threads` (0 = one a
/// core) counts only where Kokkos itself is serial. `body` must not throw.
template <class Body>
void for_each_task(std::size_t tasks, unsigned threads, const Body& body) {
  require_kokkos();
  using Policy = Kokkos::RangePolicy<HostSpace, Kokkos::IndexType<std::size_t>>;
#ifdef KOKKOS_ENABLE_SERIAL
  const unsigned workers = std::is_same_v<HostSpace, Kokkos::Serial> ? thread_count(threads, tasks) : 1;
#else
  const unsigned workers = 1;
  static_cast<void>(threads);
#endif
  if (workers <= 1) {
    Kokkos::parallel_for("lanewise::reference", Policy(0, tasks), body);
    HostSpace().fence();
    return;
  }
  std::atomic<std::size_t> next{0};
  std::vector<std::jthread> pool;
  pool.reserve(workers);
  for (unsigned w = 0; w < workers; ++w) {
    pool.emplace_back([&] {
      for (std::size_t i = next++; i < tasks; i = next++) {
        Kokkos::parallel_for("lanewise::reference", Policy(i, i + 1), body);
      }
    });
  }
}

}  // namespace lanewise::reference::detail
