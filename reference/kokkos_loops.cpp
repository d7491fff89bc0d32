// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kokkos wants one initialize and one finalize a process. A program that handles both itself is left
// alone; otherwise the first evaluation initialises, and finalising is left to exit.

#include "reference/kokkos_loops.h"

#include <cstdlib>
#include <mutex>

namespace lanewise::reference::detail {

void require_kokkos() {
  static std::once_flag once;
  std::call_once(once, [] {
    if (Kokkos::is_initialized()) {
      return;
    }
    Kokkos::initialize();
    std::atexit([] {
      if (Kokkos::is_initialized()) {
        Kokkos::finalize();
      }
    });
  });
}

}  // namespace lanewise::reference::detail
