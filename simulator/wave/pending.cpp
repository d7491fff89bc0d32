// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loads on their way to registers. Each counter has a queue in issue order; s_waitcnt, or a counter at
// its capacity, retires the oldest. LDS operations return in order among themselves, so an LDS load is
// complete once no more than N younger LDS operations may be outstanding; scalar loads return in any
// order and are complete only at lgkmcnt(0) (facts: LLVM AMDGPUUsage, "memory model gfx942").

#include <cstring>

#include "simulator/wave/wave.h"

namespace lanewise::wave {

namespace {

constexpr std::uint32_t kVmCapacity = 63;
constexpr std::uint32_t kLgkmCapacity = 15;

void write_registers(Wave& wave, const PendingLoad& load) {
  if (load.scalar) {
    for (std::uint32_t i = 0; i < load.registers; ++i) wave.s[load.dst + i] = load.data[i];
    return;
  }
  if (load.lds_dma) {
    const std::uint32_t bytes = load.registers * 4;
    for (std::uint32_t lane = 0; lane < kLanes; ++lane) {
      if (((load.exec >> lane) & 1) == 0) continue;
      if (load.lds_address[lane] + bytes > wave.workgroup->lds_bytes) continue;
      for (std::uint32_t r = 0; r < load.registers; ++r) {
        std::memcpy(wave.workgroup->lds + load.lds_address[lane] + 4 * r, &load.data[r * kLanes + lane], 4);
      }
    }
    return;
  }
  for (std::uint32_t r = 0; r < load.registers; ++r) {
    std::uint32_t* destination = wave.v + load.dst + r * kLanes;
    const std::uint32_t* source = load.data + r * kLanes;
    for (std::uint32_t lane = 0; lane < kLanes; ++lane) {
      if ((load.exec >> lane) & 1) {
        destination[lane] = (destination[lane] & load.keep_mask) | (source[lane] & ~load.keep_mask);
      }
    }
  }
}

void pop(PendingQueue& queue) {
  queue.first = (queue.first + 1) % queue.capacity;
  --queue.count;
}

void retire_ordered(Wave& wave, PendingQueue& queue, std::uint64_t issued, std::uint32_t outstanding) {
  while (queue.count != 0) {
    const PendingLoad& oldest = queue.loads[queue.first];
    if (issued - oldest.sequence < outstanding) break;
    write_registers(wave, oldest);
    pop(queue);
  }
}

}  // namespace

PendingLoad& push_load(PendingQueue& queue) {
  if (queue.count == queue.capacity) {
    const std::uint32_t capacity = queue.capacity == 0 ? 4 : queue.capacity * 2;
    auto* loads = new PendingLoad[capacity];
    for (std::uint32_t i = 0; i < queue.count; ++i)
      loads[i] = queue.loads[(queue.first + i) % queue.capacity];
    delete[] queue.loads;
    queue.loads = loads;
    queue.capacity = capacity;
    queue.first = 0;
  }
  PendingLoad& load = queue.loads[(queue.first + queue.count) % queue.capacity];
  ++queue.count;
  load.exec = 0;
  load.keep_mask = 0;
  load.scalar = load.flat = load.lds_dma = false;
  return load;
}

void retire_loads(Wave& wave, std::uint32_t vm, std::uint32_t lgkm) {
  if (vm < kVmCapacity) retire_ordered(wave, wave.vm, wave.vm_issued, vm);
  if (lgkm < kLgkmCapacity) retire_ordered(wave, wave.lds, wave.lds_issued, lgkm);
  if (lgkm == 0) {
    while (wave.scalar.count != 0) {
      write_registers(wave, wave.scalar.loads[wave.scalar.first]);
      pop(wave.scalar);
    }
  }
}

void retire_by_capacity(Wave& wave) {
  retire_ordered(wave, wave.vm, wave.vm_issued, kVmCapacity);
  retire_ordered(wave, wave.lds, wave.lds_issued, kLgkmCapacity);
}

}  // namespace lanewise::wave
