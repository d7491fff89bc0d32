// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the engine tells its observers. The engine is instantiated twice: plain (pays nothing) and
// observed (walks a list of observers after each instruction). Timing, checks, LDS counters and the
// trace are observers.
//
//   dispatch ──▶ observer.shard() once per worker thread
//     workgroup ──▶ on_workgroup_begin
//        wave instruction ──▶ on_instruction (after it executed)
//     workgroup ──▶ on_workgroup_end
//   dispatch end ──▶ observer.merge(shard) in worker order
//
// A workgroup runs wholly on one worker. Merging must not depend on which worker ran which workgroup,
// so that a report is the same at any thread count: sum counters, sort by workgroup.

#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>

#include "simulator/isa/program.h"

namespace lanewise::engine {

/// What a memory instruction touched.
enum class MemoryKind : std::uint8_t { kNone, kLds, kGlobal, kScratch, kScalar, kLdsDma };

struct WorkgroupId {
  std::uint32_t linear = 0;  ///< x fastest, then y, then z
  std::array<std::uint32_t, 3> xyz{};
};

/// Read access to a wave's registers for observers.
class WaveView {
 public:
  virtual ~WaveView() = default;
  /// Lane values of a register in the unified file: 0..255 VGPR, 256..511 AGPR (AGPR i = 256 + i).
  /// 64 values; valid until the wave's next instruction.
  [[nodiscard]] virtual std::span<const std::uint32_t, 64> vector_register(std::uint32_t index) const = 0;
  /// Scalar register by hardware operand code 0..127 (106/107 VCC, 124 M0, 126/127 EXEC).
  [[nodiscard]] virtual std::uint32_t scalar_register(std::uint32_t index) const = 0;
  [[nodiscard]] virtual bool scc() const = 0;
};

struct InstructionEvent {
  std::uint32_t instruction = 0;  ///< index in Program::instructions
  std::uint32_t wave = 0;         ///< index in the workgroup
  std::uint64_t sequence = 0;     ///< instructions this wave had executed before
  std::uint64_t exec = 0;         ///< EXEC when the instruction was issued
  /// Memory instructions: active lanes whose access takes place (buffer lanes out of range do not).
  std::uint64_t access_lanes = 0;
  MemoryKind memory = MemoryKind::kNone;
  bool writes_memory = false;     ///< store, atomic or LDS-DMA
  std::uint8_t bytes_per_lane = 0;  ///< per address; two-address DS forms have two addresses
  /// Byte addresses of the lanes (only those active in `exec` are meaningful): LDS byte offsets within
  /// the workgroup for kLds, device addresses for kGlobal, per-lane offsets for kScratch; for kScalar
  /// element 0 only; for kLdsDma the global addresses (the LDS side is lds_dma_base + lane * bytes).
  const std::uint64_t* addresses = nullptr;
  /// Second addresses of ds_read2/write2 forms, else nullptr.
  const std::uint64_t* second_addresses = nullptr;
  std::uint32_t lds_dma_base = 0;
};

class Observer {
 public:
  virtual ~Observer() = default;
  /// A fresh, empty observer of the same kind for one worker thread.
  [[nodiscard]] virtual std::unique_ptr<Observer> shard() const = 0;
  /// Adds what a shard saw. Called once per shard after the dispatch, on one thread.
  virtual void merge(Observer& shard) = 0;

  virtual void on_workgroup_begin(const WorkgroupId& workgroup, std::uint32_t waves) {
    (void)workgroup, (void)waves;
  }
  virtual void on_instruction(const WaveView& wave, const InstructionEvent& event) = 0;
  virtual void on_workgroup_end(const WorkgroupId& workgroup) { (void)workgroup; }
};

}  // namespace lanewise::engine
