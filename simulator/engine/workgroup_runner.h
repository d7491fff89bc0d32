// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs workgroups one after another on one worker thread: sets up each wave as the hardware does, runs
// it until it stops, and releases barriers.
//
//   run(workgroup): init waves ─▶ [run wave 0 .. n-1 until barrier, slice or end]* ─▶ all ended
//   barrier: arrived + ended = waves ─▶ all go on

#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "simulator/engine/dispatch.h"
#include "simulator/engine/loaded_kernel.h"
#include "simulator/wave/late.h"
#include "simulator/wave/wave.h"

namespace lanewise::engine {

/// Addresses that wave set-up hands to the kernel.
struct DispatchAddresses {
  memory::DeviceAddress kernarg = 0;
  memory::DeviceAddress packet = 0;  ///< AQL dispatch packet
  memory::DeviceAddress queue = 0;   ///< amd_queue_t
};

class WorkgroupRunner {
 public:
  WorkgroupRunner(memory::Arena& arena, const LoadedKernel& kernel, const Launch& launch,
                  const DispatchOptions& options, const DispatchAddresses& addresses);
  ~WorkgroupRunner();
  WorkgroupRunner(const WorkgroupRunner&) = delete;
  WorkgroupRunner& operator=(const WorkgroupRunner&) = delete;

  /// Runs one workgroup to its end. Throws Error for faults. False if cancelled.
  bool run(std::uint32_t linear);

  /// The same in steps, for workgroups that wait for one another: begin, then advance until it ended.
  enum class State : std::uint8_t { kRunning, kEnded, kCancelled };
  void begin(std::uint32_t linear);
  /// One turn: each wave that can run does so until it waits, ends or used up its slice.
  State advance();

  /// This worker's observers (empty = plain engine).
  std::vector<std::unique_ptr<Observer>> observers;
  std::uint64_t wave_instructions = 0;

 private:
  void set_up_wave(std::uint32_t index, const WorkgroupId& workgroup);
  void set_up_scalars(wave::Wave& wave, const WorkgroupId& workgroup);
  void set_up_lanes(wave::Wave& wave, std::uint32_t index);
  template <bool Observed>
  void run_wave(wave::Wave& wave);
  void step_observed(wave::Wave& wave);
  bool release_barrier();
  [[noreturn]] void report_fault(const wave::Fault& fault, const wave::Wave& wave);
  [[noreturn]] void report_endless(const wave::Wave& wave);
  [[nodiscard]] std::string describe_wave(const wave::Wave& wave) const;

  memory::Arena& arena_;
  const LoadedKernel& kernel_;
  const isa::BoundProgram& bound_;
  const Launch& launch_;
  const DispatchOptions& options_;
  DispatchAddresses addresses_;
  WorkgroupId workgroup_id_;
  wave::Workgroup workgroup_;
  std::uint32_t wave_count_ = 0;
  std::uint32_t ended_ = 0;
  std::vector<wave::Wave> waves_;
  std::unique_ptr<std::uint32_t[]> registers_;
  std::uint64_t registers_per_wave_ = 0;
  std::unique_ptr<std::uint8_t[]> lds_;
  std::unique_ptr<std::uint8_t[]> scratch_;
  std::uint64_t scratch_per_wave_ = 0;
  std::vector<wave::Range> ranges_;
  std::vector<wave::LateQueue> late_;  ///< one per wave, late delivery only
  isa::AccessAddresses access_;
};

}  // namespace lanewise::engine
