// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A recorded run as the views see it. The file form (.lwt) carries everything: code object, source
// text, decoded instructions, static register facts, counters, and the recorded waves' instruction
// streams. No absolute path, user or host name stands in it.

#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "simulator/chips/occupancy.h"
#include "simulator/isa/program.h"

namespace lanewise::trace {

inline constexpr std::uint32_t kTraceVersion = 1;

/// One executed instruction of a recorded wave.
struct Event {
  std::uint32_t instruction = 0;     ///< index in Program::instructions
  std::uint64_t exec = 0;
  std::uint32_t access = 0xffffffff; ///< index in WaveRecord::accesses, or none
  std::uint32_t result = 0xffffffff; ///< index in WaveRecord::results (chosen wave only), or none
};

/// Lane addresses of one memory instruction instance. LDS: byte offsets in the workgroup's LDS.
/// Global and LDS-DMA: offsets relative to the arena's base; of LDS-DMA `second` holds the LDS side.
/// Scalar: element 0 only, relative like global. Scratch: per-lane offsets.
struct AccessRecord {
  std::uint8_t kind = 0;           ///< engine::MemoryKind
  bool writes = false;
  std::uint8_t bytes_per_lane = 0;
  std::array<std::uint64_t, 64> addresses{};
  bool has_second = false;
  std::array<std::uint64_t, 64> second{};
  /// Active lanes whose access took place (buffer lanes out of range do not); the others hold address 0.
  std::uint64_t lanes = 0;
};

/// Register values after an instruction of the chosen wave.
struct ResultRecord {
  bool scalar = false;
  std::uint16_t first_register = 0;  ///< unified: 0..255 VGPR, 256..511 AGPR; scalar: operand code
  std::vector<std::uint32_t> values; ///< scalar: one per register; vector: 64 per register
};

struct WaveRecord {
  std::uint32_t wave = 0;  ///< index in the workgroup
  std::vector<Event> events;
  std::vector<AccessRecord> accesses;
  std::vector<ResultRecord> results;
};

/// The result records of one event: an instruction may write several groups of registers, and a load's
/// registers stand at the s_waitcnt that covers it. Event::result is the first of them; they end where
/// the next event's begin. Empty if nothing was recorded.
[[nodiscard]] inline std::span<const ResultRecord> results_of(const WaveRecord& wave, std::size_t event) {
  const std::size_t first = wave.events[event].result;
  if (first >= wave.results.size()) return {};
  std::size_t end = wave.results.size();
  for (std::size_t next = event + 1; next < wave.events.size(); ++next) {
    if (wave.events[next].result == 0xffffffff) continue;
    end = wave.events[next].result;
    break;
  }
  return std::span(wave.results).subspan(first, end < first ? 0 : end - first);
}

struct WorkgroupRecord {
  std::uint32_t linear = 0;
  std::array<std::uint32_t, 3> xyz{};
  std::vector<WaveRecord> waves;
};

/// LDS totals of one instruction over the whole dispatch (counted).
struct LdsInstructionCount {
  std::uint32_t instruction = 0;
  std::uint64_t executions = 0;        ///< wave instructions
  std::uint64_t active_cycles = 0;     ///< SQ_LDS_IDX_ACTIVE
  std::uint64_t conflict_cycles = 0;   ///< SQ_LDS_BANK_CONFLICT
};

struct RegisterFacts {
  std::uint32_t vgprs = 0, agprs = 0, sgprs = 0, scratch_bytes = 0, vgpr_spills = 0, sgpr_spills = 0,
                lds_bytes = 0;
  chips::Occupancy occupancy;
  std::vector<std::array<std::uint16_t, 3>> live;  ///< per instruction: live VGPR, AGPR, SGPR before it
};

struct Allocation {
  std::string label;
  std::uint64_t relative_address = 0;
  std::uint64_t size = 0;
};

/// Page of an input that the recorded waves read, contents before the run: 4 KiB, less at the ends of its
/// allocation.
struct Page {
  std::uint64_t relative_address = 0;
  std::vector<std::uint8_t> bytes;
};

struct SourceFile {
  std::string name;  ///< as in Program::files, folder stripped
  std::string text;
};

struct Trace {
  std::string title;     ///< case title, e.g. "gemm, XOR-swizzled LDS tile"
  std::string variant;   ///< "" or the variant's name, e.g. "swizzled"
  std::string verdict;   ///< "pass", "fail", ...
  std::string compiler;  ///< e.g. "clang 22.1.8"
  isa::Program program;
  std::vector<std::uint8_t> code_object;
  std::vector<SourceFile> sources;
  std::array<std::uint32_t, 3> grid{}, block{};
  RegisterFacts registers;
  std::vector<LdsInstructionCount> lds;
  std::vector<std::pair<std::string, std::uint64_t>> counters;  ///< rocprof names, all counted
  std::vector<WorkgroupRecord> workgroups;  ///< recorded ones, ascending
  bool truncated = false;      ///< the size limit cut the recording
  std::vector<Allocation> allocations;
  std::vector<Page> pages;
};

/// Writes the trace through a temporary file and a rename. Throws Error{kRequest, "unwritable-path"}.
void write_trace(const Trace& trace, const std::string& path);
/// Throws Error{kRequest} with id "missing-file", "malformed-trace" or "newer-trace".
[[nodiscard]] Trace read_trace(const std::string& path);

}  // namespace lanewise::trace
