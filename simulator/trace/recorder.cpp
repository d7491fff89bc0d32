// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What happens per event: pages are marked for every wave (stores of unrecorded waves tell which pages
// changed); a recorded wave gets an event, an access if it touched memory, and, if it is the chosen one,
// the registers that became valid.

#include "simulator/trace/recorder.h"

#include <algorithm>
#include <bit>
#include <utility>

namespace lanewise::trace {
namespace {

using engine::MemoryKind;

constexpr std::uint32_t kSccCode = 253;
constexpr std::uint32_t kLanes = 64;

RecordOptions normalised(RecordOptions options) {
  auto& ids = options.workgroups;
  std::sort(ids.begin(), ids.end());
  ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
  std::sort(options.allocations.begin(), options.allocations.end(),
            [](const Allocation& a, const Allocation& b) { return a.relative_address < b.relative_address; });
  return options;
}

AccessRecord access_of(const engine::InstructionEvent& event, std::uint64_t arena_base) {
  AccessRecord access;
  access.kind = static_cast<std::uint8_t>(event.memory);
  access.writes = event.writes_memory;
  access.bytes_per_lane = event.bytes_per_lane;
  access.lanes = event.access_lanes;
  const bool in_arena = event.memory == MemoryKind::kGlobal || event.memory == MemoryKind::kScalar ||
                        event.memory == MemoryKind::kLdsDma;
  const bool dma = event.memory == MemoryKind::kLdsDma;
  access.has_second = dma || event.second_addresses != nullptr;
  for (std::uint64_t lanes = event.memory == MemoryKind::kScalar ? 1 : event.exec; lanes != 0;
       lanes &= lanes - 1) {
    const auto lane = static_cast<std::size_t>(std::countr_zero(lanes));
    access.addresses[lane] = event.addresses[lane] - (in_arena ? arena_base : 0);
    if (dma) {
      access.second[lane] = event.lds_dma_base + lane * event.bytes_per_lane;
    } else if (event.second_addresses != nullptr) {
      access.second[lane] = event.second_addresses[lane];
    }
  }
  return access;
}

ResultRecord result_of(const engine::WaveView& wave, const RegisterRun& run) {
  ResultRecord result{.scalar = run.scalar, .first_register = run.first, .values = {}};
  for (std::uint32_t i = 0; i < run.count; ++i) {
    const std::uint32_t number = run.first + i;
    if (!run.scalar) {
      const auto lanes = wave.vector_register(number);
      result.values.insert(result.values.end(), lanes.begin(), lanes.end());
    } else {
      result.values.push_back(number == kSccCode ? wave.scc() : wave.scalar_register(number));
    }
  }
  return result;
}

std::uint64_t result_bytes(const RegisterRun& run) {
  return sizeof(ResultRecord) + std::uint64_t{run.count} * (run.scalar ? 1 : kLanes) * sizeof(std::uint32_t);
}

}  // namespace

std::vector<std::uint32_t> first_middle_last(const std::array<std::uint32_t, 3>& grid) {
  const std::uint64_t count = std::uint64_t{grid[0]} * grid[1] * grid[2];
  if (count == 0) return {};
  std::vector<std::uint32_t> ids{0, static_cast<std::uint32_t>(count / 2),
                                 static_cast<std::uint32_t>(count - 1)};
  ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
  return ids;
}

Recorder::Recorder(const isa::Program& program, RecordOptions options) {
  auto setup = std::make_shared<Setup>();
  setup->options = normalised(std::move(options));
  setup->results = std::make_shared<ResultFacts>(program);
  const auto& ids = setup->options.workgroups;
  setup->chosen = setup->options.results_of.value_or(ChosenWave{ids.empty() ? 0 : ids.front(), 0});
  pages_ = PageTracker(setup->options.allocations, setup->options.arena_base);
  setup_ = std::move(setup);
}

Recorder::Recorder(std::shared_ptr<const Setup> setup)
    : setup_(std::move(setup)), pages_(setup_->options.allocations, setup_->options.arena_base) {}

std::unique_ptr<engine::Observer> Recorder::shard() const {
  return std::unique_ptr<engine::Observer>(new Recorder(setup_));
}

void Recorder::merge(engine::Observer& shard) {
  auto& other = static_cast<Recorder&>(shard);
  std::move(other.workgroups_.begin(), other.workgroups_.end(), std::back_inserter(workgroups_));
  other.workgroups_.clear();
  pages_.merge(other.pages_);
  truncated_ = truncated_ || other.truncated_;
}

void Recorder::on_workgroup_begin(const engine::WorkgroupId& workgroup, std::uint32_t waves) {
  const auto& ids = setup_->options.workgroups;
  current_ = workgroup.linear;
  recording_ = std::binary_search(ids.begin(), ids.end(), current_);
  if (!recording_) return;
  WorkgroupRecord& record = workgroups_.emplace_back();
  record.linear = workgroup.linear;
  record.xyz = workgroup.xyz;
  for (std::uint32_t wave = 0; wave < waves; ++wave) record.waves.emplace_back().wave = wave;
  const std::uint64_t limit = setup_->options.byte_limit;
  shares_.assign(waves, {limit / 2 / ids.size() / std::max(waves, 1u), false});
  result_bytes_left_ = limit / 4;
  schedule_.emplace(setup_->results);
}

void Recorder::on_workgroup_end(const engine::WorkgroupId&) { recording_ = false; }

void Recorder::on_instruction(const engine::WaveView& wave, const engine::InstructionEvent& event) {
  pages_.add(event, recording_);
  if (!recording_ || event.wave >= shares_.size()) return;
  Share& share = shares_[event.wave];
  const bool touches = event.memory != MemoryKind::kNone && event.addresses != nullptr;
  const std::uint64_t bytes = sizeof(Event) + (touches ? sizeof(AccessRecord) : 0);
  if (share.cut || bytes > share.stream) {
    share.cut = truncated_ = true;
    return;
  }
  share.stream -= bytes;
  WaveRecord& record = workgroups_.back().waves[event.wave];
  Event& recorded = record.events.emplace_back();
  recorded.instruction = event.instruction;
  recorded.exec = event.exec;
  if (touches) {
    recorded.access = static_cast<std::uint32_t>(record.accesses.size());
    record.accesses.push_back(access_of(event, setup_->options.arena_base));
  }
  if (current_ == setup_->chosen.workgroup && event.wave == setup_->chosen.wave)
    record_results(wave, event, record);
}

void Recorder::record_results(const engine::WaveView& wave, const engine::InstructionEvent& event,
                              WaveRecord& record) {
  const auto first = static_cast<std::uint32_t>(record.results.size());
  if (!schedule_) return;
  for (const RegisterRun& run : schedule_->after(event.instruction)) {
    const std::uint64_t bytes = result_bytes(run);
    if (bytes > result_bytes_left_) {
      result_bytes_left_ = 0;  // the results end here: none of a later, smaller instruction
      truncated_ = true;
      break;
    }
    result_bytes_left_ -= bytes;
    record.results.push_back(result_of(wave, run));
  }
  if (record.results.size() > first) record.events.back().result = first;
}

void Recorder::fill(Trace& trace) {
  std::sort(workgroups_.begin(), workgroups_.end(),
            [](const WorkgroupRecord& a, const WorkgroupRecord& b) { return a.linear < b.linear; });
  trace.workgroups = std::move(workgroups_);
  workgroups_.clear();
  trace.allocations = setup_->options.allocations;
  fill_pages(trace);
  trace.truncated = trace.truncated || truncated_;
}

void Recorder::fill_pages(Trace& trace) {
  const RecordOptions& options = setup_->options;
  trace.pages.clear();
  if (!options.read) return;
  std::uint64_t bytes_left = options.byte_limit / 4;
  for (const PageTracker::Touched& page : pages_.pages_read()) {
    if (page.written && !options.reads_initial_contents) continue;
    if (page.size + sizeof(Page) > bytes_left) {
      truncated_ = true;
      return;
    }
    bytes_left -= page.size + sizeof(Page);
    Page& copy = trace.pages.emplace_back();
    copy.relative_address = page.relative_address;
    copy.bytes.resize(page.size);
    options.read(options.arena_base + page.relative_address, copy.bytes);
  }
}

}  // namespace lanewise::trace
