// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The cold ends of the memory handlers: faults, and the look-up of an address in the allocation map.

#include "simulator/memory/arena.h"
#include "simulator/wave/wave.h"

namespace lanewise::wave {

void raise_fault(const Fault& fault) { throw fault; }

bool find_range(const memory::Arena& arena, std::uint64_t address, Range& range) {
  const memory::Allocation* allocation = arena.find(address);
  if (allocation == nullptr) return false;
  range = {allocation->address, allocation->end(), allocation->writable};
  return true;
}

}  // namespace lanewise::wave
