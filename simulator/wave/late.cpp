// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See late.h. Vector memory operations complete in order among themselves, LDS operations too; a flat
// operation counts in both counters and needs both. Scalar loads complete only at lgkmcnt(0), here in
// reverse order, since the chip promises none.

#include "simulator/wave/late.h"

#include <cstring>

namespace lanewise::wave {

namespace {
constexpr std::uint32_t kVmCapacity = 63, kLgkmCapacity = 15;
constexpr std::uint32_t kAddressSlot = 0, kDataSlot = 2, kSecondDataSlot = 6;

void copy_registers(std::uint32_t* to, const Wave& wave, std::uint32_t source, std::uint32_t count) {
  if ((source & kConstantPool) != 0) return;
  std::memcpy(to, wave.v + source, count * kLanes * sizeof(std::uint32_t));
}
}  // namespace

void wait_late(Wave& wave, std::uint32_t vm, std::uint32_t lgkm) { wave.late->wait(wave, vm, lgkm); }
void finish_late(Wave& wave) { wave.late->finish(wave); }

const Op* LateQueue::defer(Wave& wave, const Op* op) {
  LateQueue& queue = *wave.late;
  Operation operation;
  operation.op = op;
  std::memcpy(operation.scalars, wave.s, sizeof(operation.scalars));
  if ((op->reserved & kLateScalar) != 0) {
    queue.scalar_.push_back(operation);
    return op + 1;
  }
  copy_registers(operation.vectors + kAddressSlot * kLanes, wave, op->src[0], 2);
  copy_registers(operation.vectors + kDataSlot * kLanes, wave, op->src[1], 4);
  // LDS alone has a third vector source; elsewhere src[2] is a scalar.
  const bool lds_only = (op->reserved & (kLateVm | kLateLds)) == kLateLds;
  if (lds_only) copy_registers(operation.vectors + kSecondDataSlot * kLanes, wave, op->src[2], 2);
  if ((op->reserved & kLateVm) != 0) {
    operation.waits_vm = true;
    operation.vm_sequence = ++wave.vm_issued;
  }
  if ((op->reserved & kLateLds) != 0) {
    operation.waits_lds = true;
    operation.lds_sequence = ++wave.lds_issued;
  }
  queue.vector_.push_back(operation);
  queue.retire_by_capacity(wave);
  return op + 1;
}

void LateQueue::perform(Wave& wave, const Operation& operation) {
  const std::uint32_t tail = wave.late_slots;
  Op op = *operation.op;
  op.flags |= kDirectLoad;
  if ((op.src[0] & kConstantPool) == 0 && (op.reserved & kLateScalar) == 0) {
    std::memcpy(wave.v + tail, operation.vectors, sizeof(operation.vectors));
    op.src[0] = tail + kAddressSlot * kLanes;
    op.src[1] = tail + kDataSlot * kLanes;
    if ((op.reserved & (kLateVm | kLateLds)) == kLateLds) op.src[2] = tail + kSecondDataSlot * kLanes;
  }
  std::uint32_t now[128];
  std::memcpy(now, wave.s, sizeof(now));
  std::memcpy(wave.s, operation.scalars, sizeof(now));
  const std::uint64_t vm = wave.vm_issued, lds = wave.lds_issued;
  wave.prompt = true;  // LDS-DMA lands at once
  op.inner(wave, &op);
  wave.prompt = false;
  wave.vm_issued = vm;
  wave.lds_issued = lds;
  if ((op.reserved & kLateScalar) != 0) {  // only scalar loads write scalar registers
    for (std::uint32_t i = 0; i < op.dwords; ++i) now[op.dst + i] = wave.s[op.dst + i];
  }
  std::memcpy(wave.s, now, sizeof(now));
}

template <class Complete>
void LateQueue::retire_ordered(Wave& wave, Complete complete) {
  // An operation that still waits holds back younger ones of its own counters only.
  bool vm_blocked = false, lds_blocked = false;
  for (auto operation = vector_.begin(); operation != vector_.end();) {
    complete(*operation);
    const bool held = (operation->waits_vm || operation->waits_lds) ||
                      ((operation->op->reserved & kLateVm) != 0 && vm_blocked) ||
                      ((operation->op->reserved & kLateLds) != 0 && lds_blocked);
    if (held) {
      vm_blocked = vm_blocked || (operation->op->reserved & kLateVm) != 0;
      lds_blocked = lds_blocked || (operation->op->reserved & kLateLds) != 0;
      ++operation;
      continue;
    }
    perform(wave, *operation);
    operation = vector_.erase(operation);
  }
}

void LateQueue::retire_by_capacity(Wave& wave) {
  retire_ordered(wave, [&](Operation& operation) {
    if (wave.vm_issued - operation.vm_sequence >= kVmCapacity) operation.waits_vm = false;
    if (wave.lds_issued - operation.lds_sequence >= kLgkmCapacity) operation.waits_lds = false;
  });
}

void LateQueue::wait(Wave& wave, std::uint32_t vm, std::uint32_t lgkm) {
  retire_ordered(wave, [&](Operation& operation) {
    if (vm < kVmCapacity && wave.vm_issued - operation.vm_sequence >= vm) operation.waits_vm = false;
    if (lgkm < kLgkmCapacity && wave.lds_issued - operation.lds_sequence >= lgkm) operation.waits_lds = false;
  });
  if (lgkm != 0) return;
  while (!scalar_.empty()) {
    perform(wave, scalar_.back());
    scalar_.pop_back();
  }
}

void LateQueue::finish(Wave& wave) {
  for (const Operation& operation : vector_) {
    if ((operation.op->reserved & kLateStays) != 0) perform(wave, operation);
  }
  for (const Operation& operation : scalar_) {
    if ((operation.op->reserved & kLateStays) != 0) perform(wave, operation);
  }
  clear();
}

void LateQueue::clear() {
  vector_.clear();
  scalar_.clear();
}

}  // namespace lanewise::wave
