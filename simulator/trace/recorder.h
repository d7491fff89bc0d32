// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Records some workgroups of a dispatch for the views: each wave's instructions, EXEC and lane addresses,
// the result registers of one chosen wave, and the input pages that these waves read.
//
// The byte limit is for the records as they lie in memory (the file is smaller). Half of it is shared
// evenly by the recorded waves, a quarter is for result registers, a quarter for pages. A wave that has
// used its share is cut there and the trace marked; shares are fixed, so that the cut does not depend on
// threads.
//
// Limits. Pages are read when the run is over, so only pages that no wave of the dispatch wrote are kept:
// they hold what they held before. Pages of an in-out buffer are missing, unless the caller's `read` gives
// the contents from before the run (`reads_initial_contents`).

#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "simulator/engine/observer.h"
#include "simulator/isa/program.h"
#include "simulator/trace/page_tracker.h"
#include "simulator/trace/result_schedule.h"
#include "simulator/trace/trace.h"

namespace lanewise::trace {

/// Linear ids of the first, middle and last workgroup of a grid (fewer if they are the same one).
[[nodiscard]] std::vector<std::uint32_t> first_middle_last(const std::array<std::uint32_t, 3>& grid);

struct ChosenWave {
  std::uint32_t workgroup = 0;  ///< linear id
  std::uint32_t wave = 0;
};

struct RecordOptions {
  std::vector<std::uint32_t> workgroups;  ///< linear ids; order and repetitions do not matter
  std::uint64_t byte_limit = 64ull << 20;
  /// Whose result registers are recorded. Default: wave 0 of the lowest recorded workgroup.
  std::optional<ChosenWave> results_of;
  std::uint64_t arena_base = 0;          ///< recorded global addresses are relative to it
  std::vector<Allocation> allocations;   ///< disjoint; goes into the trace
  /// Copies device memory at `address` into `bytes`; called by fill() only. Without it no pages.
  std::function<void(std::uint64_t address, std::span<std::uint8_t> bytes)> read;
  bool reads_initial_contents = false;   ///< `read` gives what stood there before the run
};

class Recorder final : public engine::Observer {
 public:
  Recorder(const isa::Program& program, RecordOptions options);

  [[nodiscard]] std::unique_ptr<engine::Observer> shard() const override;
  void merge(engine::Observer& shard) override;
  void on_workgroup_begin(const engine::WorkgroupId& workgroup, std::uint32_t waves) override;
  void on_instruction(const engine::WaveView& wave, const engine::InstructionEvent& event) override;
  void on_workgroup_end(const engine::WorkgroupId& workgroup) override;

  /// Moves the recording into `trace`: workgroups, pages, allocations; sets `truncated` if it was cut.
  void fill(Trace& trace);

 private:
  struct Setup {  // immutable, shared by the shards
    RecordOptions options;
    std::shared_ptr<const ResultFacts> results;
    ChosenWave chosen;
  };
  struct Share {  // bytes that are left
    std::uint64_t stream = 0;
    bool cut = false;
  };

  explicit Recorder(std::shared_ptr<const Setup> setup);
  void record_results(const engine::WaveView& wave, const engine::InstructionEvent& event,
                      WaveRecord& record);
  void fill_pages(Trace& trace);

  std::shared_ptr<const Setup> setup_;
  std::vector<WorkgroupRecord> workgroups_;
  PageTracker pages_;
  bool truncated_ = false;

  // The workgroup that runs now.
  std::uint32_t current_ = 0;
  bool recording_ = false;
  std::vector<Share> shares_;  // per wave
  std::uint64_t result_bytes_left_ = 0;
  std::optional<ResultSchedule> schedule_;
};

}  // namespace lanewise::trace
