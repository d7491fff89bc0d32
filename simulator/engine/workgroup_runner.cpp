// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See workgroup_runner.h. Initial wave state: LLVM AMDGPUUsage, "Initial Kernel Execution State".
// Registers and LDS start poisoned, as they are undefined on the chip.

#include "simulator/engine/workgroup_runner.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "simulator/diagnostics/error.h"

namespace lanewise::engine {

namespace {

using wave::kLanes;
using wave::Op;
using wave::Stop;
using wave::Wave;

/// Instructions a wave may run before another gets its turn, when it neither ends nor waits.
constexpr std::uint64_t kSlice = 20'000;
constexpr std::uint32_t kDynamicStackBytes = 16 * 1024;
/// LDS reads of up to 16 bytes may start at the last byte of the allocation.
constexpr std::uint32_t kLdsSlack = 64;

class EngineWaveView final : public WaveView {
 public:
  EngineWaveView(const Wave& wave, std::uint32_t accum_offset) : wave_(wave), accum_offset_(accum_offset) {}
  [[nodiscard]] std::span<const std::uint32_t, 64> vector_register(std::uint32_t index) const override {
    const std::uint32_t physical = index < 256 ? index : accum_offset_ + (index - 256);
    return std::span<const std::uint32_t, 64>(wave_.v + physical * kLanes, 64);
  }
  [[nodiscard]] std::uint32_t scalar_register(std::uint32_t index) const override { return wave_.s[index]; }
  [[nodiscard]] bool scc() const override { return wave_.scc != 0; }

 private:
  const Wave& wave_;
  std::uint32_t accum_offset_;
};

MemoryKind memory_kind(const isa::Row& row, const Op& op) {
  switch (row.shape) {
    case isa::Shape::kLds: return row.bytes == 0 ? MemoryKind::kNone : MemoryKind::kLds;
    case isa::Shape::kFlat:
      if (row.mnemonic[0] == 's') return MemoryKind::kScratch;
      return std::string_view(row.mnemonic).find("_lds_") != std::string_view::npos ? MemoryKind::kLdsDma
                                                                                    : MemoryKind::kGlobal;
    case isa::Shape::kBuffer:
      if (row.bytes == 0) return MemoryKind::kNone;
      return op.flags & wave::kLdsDma ? MemoryKind::kLdsDma : MemoryKind::kGlobal;
    case isa::Shape::kScalarLoad: return row.bytes == 0 ? MemoryKind::kNone : MemoryKind::kScalar;
    default: return MemoryKind::kNone;
  }
}

bool has_second_address(const isa::Row& row) {
  const std::string_view name = row.mnemonic;
  return name.starts_with("ds_read2") || name.starts_with("ds_write2") || name.starts_with("ds_wrxchg2");
}

}  // namespace

WorkgroupRunner::WorkgroupRunner(memory::Arena& arena, const LoadedKernel& kernel, const Launch& launch,
                                 const DispatchOptions& options, const DispatchAddresses& addresses)
    : arena_(arena),
      kernel_(kernel),
      bound_(kernel.bound(options.scalar_build, options.delivery == Delivery::kLate)),
      launch_(launch),
      options_(options),
      addresses_(addresses) {
  const std::uint32_t work_items = launch.block[0] * launch.block[1] * launch.block[2];
  wave_count_ = (work_items + kLanes - 1) / kLanes;
  waves_.resize(wave_count_);
  registers_per_wave_ =
      std::uint64_t{kernel.vector_registers + wave::kBroadcastRegisters + wave::kLateRegisters} * kLanes;
  // Aligned by hand to a cache line: 16 dwords of room.
  registers_ = std::make_unique<std::uint32_t[]>(registers_per_wave_ * wave_count_ + 16);
  workgroup_.lds_bytes = kernel.kernel.descriptor.group_segment_fixed_size + launch.dynamic_lds;
  lds_ = std::make_unique<std::uint8_t[]>(workgroup_.lds_bytes + 2 * kLdsSlack);
  workgroup_.lds = lds_.get() + kLdsSlack - reinterpret_cast<std::uintptr_t>(lds_.get()) % kLdsSlack;
  std::uint32_t scratch = kernel.kernel.descriptor.private_segment_fixed_size;
  if (kernel.kernel.uses_dynamic_stack) scratch += kDynamicStackBytes;
  scratch_per_wave_ = std::uint64_t{(scratch + 3) / 4} * 4 * kLanes;
  if (scratch_per_wave_ != 0) scratch_ = std::make_unique<std::uint8_t[]>(scratch_per_wave_ * wave_count_);
  for (Wave& wave : waves_) wave.scratch_bytes = scratch;
  ranges_.resize(bound_.memory_slots);
  if (options.delivery == Delivery::kLate) late_.resize(wave_count_);
}

WorkgroupRunner::~WorkgroupRunner() {
  for (Wave& wave : waves_) {
    delete[] wave.vm.loads;
    delete[] wave.lds.loads;
    delete[] wave.scalar.loads;
  }
}

void WorkgroupRunner::set_up_scalars(Wave& wave, const WorkgroupId& workgroup) {
  const code_object::KernelDescriptor& descriptor = kernel_.kernel.descriptor;
  std::fill(std::begin(wave.s), std::end(wave.s), 0xffffffffu);
  std::uint32_t next = 0;
  const auto push64 = [&](std::uint64_t value) {
    wave.s[next++] = static_cast<std::uint32_t>(value);
    wave.s[next++] = static_cast<std::uint32_t>(value >> 32);
  };
  const std::uint16_t properties = descriptor.code_properties;
  if (properties & 1) push64(0), push64(0);  // private segment buffer: scratch is architected
  if (properties & 2) push64(addresses_.packet);
  if (properties & 4) push64(addresses_.queue);
  if (properties & 8) push64(addresses_.kernarg);
  if (properties & 16) push64(0);  // dispatch id
  if (properties & 32) push64(0);  // flat scratch init
  if (properties & 64) wave.s[next++] = wave.scratch_bytes;
  const std::uint32_t preload = descriptor.preload_length();
  for (std::uint32_t i = 0; i < preload && next < 16; ++i) {
    const std::uint64_t at = 4 * (descriptor.preload_offset() + i);
    std::uint32_t value = 0;
    if (at + 4 <= launch_.kernarg.size()) std::memcpy(&value, launch_.kernarg.data() + at, 4);
    wave.s[next++] = value;
  }
  next = descriptor.user_sgpr_count();
  for (std::uint32_t axis = 0; axis < 3; ++axis) {
    if ((descriptor.rsrc2 >> (7 + axis)) & 1) wave.s[next++] = workgroup.xyz[axis];
  }
}

void WorkgroupRunner::set_up_lanes(Wave& wave, std::uint32_t index) {
  const std::uint32_t mode = kernel_.kernel.descriptor.work_item_id_mode();
  const std::uint32_t x = launch_.block[0], y = launch_.block[1], work_items = x * y * launch_.block[2];
  std::uint64_t exec = 0;
  for (std::uint32_t lane = 0; lane < kLanes; ++lane) {
    const std::uint32_t item = index * kLanes + lane;
    if (item < work_items) exec |= std::uint64_t{1} << lane;
    std::uint32_t ids = item % x;
    if (mode >= 1) ids |= ((item / x) % y) << 10;
    if (mode >= 2) ids |= (item / (x * y)) << 20;
    wave.v[lane] = ids;
  }
  std::memcpy(&wave.s[wave::kExec], &exec, 8);
}

void WorkgroupRunner::set_up_wave(std::uint32_t index, const WorkgroupId& workgroup) {
  Wave& wave = waves_[index];
  auto* registers = registers_.get();
  registers += (64 - reinterpret_cast<std::uintptr_t>(registers) % 64) / 4 % 16;
  wave.v = registers + registers_per_wave_ * index;
  std::fill_n(wave.v, registers_per_wave_, 0xffffffffu);
  wave.vector_base[0] = wave.v;
  wave.vector_base[1] = bound_.vector_constants.data();
  wave.scalar_base[0] = wave.s;
  wave.scalar_base[1] = bound_.scalar_constants.data();
  wave.general = bound_.general.data();
  wave.workgroup = &workgroup_;
  wave.arena = &arena_;
  wave.ranges = ranges_.data();
  wave.scratch = scratch_.get() + scratch_per_wave_ * index;
  wave.scc = 0;
  wave.mode = kernel_.kernel.descriptor.initial_mode();
  wave.cdna3_sums = options_.mfma == MfmaArithmetic::kCdna3;
  wave.load_base = kernel_.load_base;
  wave.ops = wave.plain_ops = bound_.ops.data();
  wave.modal_ops = bound_.modal_ops.empty() ? nullptr : bound_.modal_ops.data();
  if (kernel_.starts_in_special_mode) wave.ops = wave.modal_ops;
  wave.mode_traits = 0;
  wave.rows = bound_.rows.data();
  wave.vector_registers = kernel_.vector_registers;
  wave.architectural_registers = kernel_.kernel.descriptor.accum_offset();
  wave.op_of_dword = bound_.op_of_dword.data();
  wave.text_begin = kernel_.load_base + bound_.text_begin;
  wave.text_dwords = bound_.op_of_dword.size();
  wave.vm_issued = wave.lds_issued = 0;
  wave.vm.count = wave.lds.count = wave.scalar.count = 0;
  wave.prompt = options_.delivery == Delivery::kPrompt;
  if (options_.delivery == Delivery::kLate) {
    late_[index].clear();
    wave.late = &late_[index];
    wave.late_slots = (kernel_.vector_registers + wave::kBroadcastRegisters) * kLanes;
  }
  wave.executed = 0;
  wave.budget =
      options_.instruction_budget_per_wave == 0 ? ~std::uint64_t{0} : options_.instruction_budget_per_wave;
  wave.stop = Stop::kRunning;
  wave.index = index;
  set_up_scalars(wave, workgroup);
  set_up_lanes(wave, index);
  wave.next = wave.ops + bound_.entry;
  // Preloaded kernel arguments: the hardware enters behind the compatibility prologue that would load them.
  if (kernel_.kernel.descriptor.preload_length() != 0) {
    const std::uint32_t main_body = kernel_.program.index_of(kernel_.program.entry + 256);
    if (main_body != isa::Program::kNoInstruction) wave.next = wave.ops + bound_.op_of_instruction[main_body];
  }
  wave.run_start = wave.next;
}

void WorkgroupRunner::step_observed(Wave& wave) {
  const Op* op = wave.next;
  InstructionEvent event;
  event.wave = wave.index;
  const EngineWaveView view(wave, kernel_.kernel.descriptor.accum_offset());
  while (op != nullptr) {
    const isa::Row* row = bound_.rows[static_cast<std::size_t>(op - wave.ops)];
    event.instruction = op->index;
    event.sequence = wave.executed + static_cast<std::uint64_t>(op - wave.run_start);
    std::memcpy(&event.exec, &wave.s[wave::kExec], 8);
    event.memory = row == nullptr ? MemoryKind::kNone : memory_kind(*row, *op);
    if (event.memory != MemoryKind::kNone) {
      bound_.table->describe_access(wave, op, *row, access_);
      event.access_lanes = access_.lanes;
      event.writes_memory = (row->flags & (isa::kStore | isa::kAtomic)) != 0;
      event.bytes_per_lane = access_.bytes;
      event.addresses = access_.first;
      event.second_addresses = has_second_address(*row) ? access_.second : nullptr;
      event.lds_dma_base = access_.lds_dma_base;
    } else {
      event.access_lanes = 0;
      event.writes_memory = false;
      event.bytes_per_lane = 0;
      event.addresses = event.second_addresses = nullptr;
    }
    op = op->execute(wave, op);
    for (const std::unique_ptr<Observer>& observer : observers) observer->on_instruction(view, event);
  }
}

template <bool Observed>
void WorkgroupRunner::run_wave(Wave& wave) {
  wave.stop = Stop::kRunning;
  wave.slice_end = std::min(wave.executed + kSlice, wave.budget);
  if constexpr (Observed) {
    step_observed(wave);
  } else {
    const Op* op = wave.next;
    while (op != nullptr) op = op->execute(wave, op);
  }
}

/// Lets all waiting waves go on if every wave that has not ended waits. False if some still run.
bool WorkgroupRunner::release_barrier() {
  for (const Wave& wave : waves_) {
    if (wave.stop == Stop::kSlice) return false;
  }
  for (Wave& wave : waves_) {
    if (wave.stop == Stop::kBarrier) wave.stop = Stop::kSlice;
  }
  return true;
}

void WorkgroupRunner::begin(std::uint32_t linear) {
  workgroup_id_.linear = linear;
  workgroup_id_.xyz = {linear % launch_.grid[0], linear / launch_.grid[0] % launch_.grid[1],
                       linear / launch_.grid[0] / launch_.grid[1]};
  workgroup_.linear = linear;
  std::memset(workgroup_.lds, 0xff, workgroup_.lds_bytes);
  if (scratch_ != nullptr) std::memset(scratch_.get(), 0xff, scratch_per_wave_ * wave_count_);
  for (std::uint32_t i = 0; i < wave_count_; ++i) {
    set_up_wave(i, workgroup_id_);
    waves_[i].stop = Stop::kSlice;  // runnable
  }
  ended_ = 0;
  for (const std::unique_ptr<Observer>& observer : observers)
    observer->on_workgroup_begin(workgroup_id_, wave_count_);
}

WorkgroupRunner::State WorkgroupRunner::advance() {
  const bool reverse = options_.delivery == Delivery::kLate;
  for (std::uint32_t i = 0; i < wave_count_; ++i) {
    Wave& wave = waves_[reverse ? wave_count_ - 1 - i : i];
    if (wave.stop != Stop::kSlice) continue;
    if (options_.cancelled != nullptr && *options_.cancelled) return State::kCancelled;
    try {
      if (observers.empty())
        run_wave<false>(wave);
      else
        run_wave<true>(wave);
    } catch (const wave::Fault& fault) {
      report_fault(fault, wave);
    }
    if (wave.stop == Stop::kBudget) report_endless(wave);
    if (wave.stop == Stop::kSlice && wave.executed >= wave.budget) report_endless(wave);
    if (wave.stop == Stop::kEnd) {
      ++ended_;
      wave_instructions += wave.executed;
    }
  }
  release_barrier();
  if (ended_ < wave_count_) return State::kRunning;
  for (const std::unique_ptr<Observer>& observer : observers) observer->on_workgroup_end(workgroup_id_);
  return State::kEnded;
}

bool WorkgroupRunner::run(std::uint32_t linear) {
  begin(linear);
  State state = State::kRunning;
  while (state == State::kRunning) state = advance();
  return state == State::kEnded;
}

std::string WorkgroupRunner::describe_wave(const Wave& wave) const {
  return fmt::format("wave {} of workgroup ({},{},{})", wave.index, workgroup_id_.xyz[0],
                     workgroup_id_.xyz[1], workgroup_id_.xyz[2]);
}

namespace {

SourcePlace source_place(const isa::Program& program, std::uint32_t instruction) {
  if (instruction >= program.lines.size() || program.lines[instruction].line == 0)
    return {program.code_object, 0, 0};
  const isa::SourceLine& line = program.lines[instruction];
  return {program.files[line.file], line.line, line.column};
}

std::string describe_instruction(const isa::Program& program, std::uint32_t instruction) {
  return fmt::format("'{}' at address {:#x}", program.text[instruction],
                     program.instructions[instruction].address);
}

/// Why the bytes behind an instruction do not decode: " (reason)", or "".
std::string reason_after(const isa::Program& program, std::uint32_t instruction) {
  const std::uint64_t next =
      program.instructions[instruction].address + program.instructions[instruction].size;
  for (const isa::Program::Undecodable& entry : program.undecodable) {
    if (entry.address == next) return " (" + entry.reason + ")";
  }
  return "";
}

/// "8 bytes past the end of 'C' (1024 bytes)".
std::string describe_distance(const memory::Arena& arena, std::uint64_t address) {
  const memory::Allocation* nearest = arena.nearest(address);
  if (nearest == nullptr) return "no buffer is allocated";
  if (address >= nearest->end()) {
    return fmt::format("{} bytes past the end of '{}' ({} bytes)", address - nearest->end(), nearest->label,
                       nearest->size);
  }
  if (address < nearest->address) {
    return fmt::format("{} bytes before the start of '{}' ({} bytes)", nearest->address - address,
                       nearest->label, nearest->size);
  }
  return fmt::format("across the end of '{}' ({} bytes) from its byte {}", nearest->label, nearest->size,
                     address - nearest->address);
}

}  // namespace

void WorkgroupRunner::report_fault(const wave::Fault& fault, const Wave& wave) {
  const isa::Program& program = kernel_.program;
  const std::string instruction = describe_instruction(program, fault.instruction);
  const std::string lane = fmt::format("lane {} of {}", fault.lane, describe_wave(wave));
  const SourcePlace where = source_place(program, fault.instruction);
  using Kind = wave::Fault::Kind;
  const char* verb = fault.write ? "writes" : "reads";
  switch (fault.kind) {
    case Kind::kOutOfBounds:
      throw Error(ErrorKind::kKernel, "out-of-bounds",
                  fmt::format("{}: {} {} {} bytes {}", instruction, lane, verb, fault.bytes,
                              describe_distance(arena_, fault.address)),
                  "guard the access, or give the kernel the size that its buffers have", where);
    case Kind::kReadOnly: {
      const memory::Allocation* allocation = arena_.find(fault.address);
      throw Error(ErrorKind::kKernel, "read-only-write",
                  fmt::format("{}: {} writes into '{}', which is read-only", instruction, lane,
                              allocation == nullptr ? "?" : allocation->label),
                  "write to an output buffer", where);
    }
    case Kind::kScratchOverflow:
      throw Error(ErrorKind::kKernel, "scratch-overflow",
                  fmt::format("{}: {} {} scratch byte {} of {}", instruction, lane, verb, fault.address,
                              wave.scratch_bytes),
                  "recursion or dynamic indexing needs more stack than the code object declares", where);
    case Kind::kBadJump:
      throw Error(ErrorKind::kKernel, "bad-jump",
                  std::string_view(fault.text) == "hole"
                      ? fmt::format("after {}: {} runs into bytes that do not decode{}", instruction,
                                    describe_wave(wave), reason_after(program, fault.instruction))
                      : fmt::format("{}: {} jumps to {:#x}, where no instruction starts", instruction,
                                    describe_wave(wave), fault.address - kernel_.load_base),
                  "check the function pointer or the code's end", where);
    case Kind::kTrap:
      throw Error(ErrorKind::kKernel, "trap",
                  fmt::format("{}: {} stopped at a trap", instruction, describe_wave(wave)),
                  "an assert or __builtin_trap() was reached", where);
    case Kind::kMisaligned:
    case Kind::kEmulation: break;
  }
  std::string reason = fault.text;
  for (const isa::Unsupported& entry : bound_.unsupported) {
    if (entry.instruction == fault.instruction) reason = entry.reason;
  }
  throw Error(ErrorKind::kLanewise, "no-semantics",
              fmt::format("{} of {} for {}: the simulator cannot execute it ({})", instruction,
                          program.code_object, isa::target_name(program.target), reason),
              "please report it with the code object; docs/reference lists what is executed", where);
}

void WorkgroupRunner::report_endless(const Wave& wave) {
  const std::uint32_t at = wave.next->index;
  throw Error(ErrorKind::kKernel, "never-ends",
              fmt::format("{} did not end within {} instructions; it was last in a loop at {}",
                          describe_wave(wave), wave.budget, describe_instruction(kernel_.program, at)),
              "check the loop's exit condition, or raise --budget", source_place(kernel_.program, at));
}

}  // namespace lanewise::engine
