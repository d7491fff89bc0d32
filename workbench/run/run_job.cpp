// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See run_job.h for the order of steps. A kernel fault (Error{kKernel}) becomes a finding of the
// outcome; every other error leaves through the caller.

#include "workbench/run/run_job.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstring>
#include <stdexcept>

#include "reference/npy.h"
#include "runtime/hip_device.h"
#include "runtime/simulated_device.h"
#include "simulator/lds/observer/conflict_observer.h"
#include "simulator/trace/instruction_counter.h"
#include "simulator/trace/last_writer.h"
#include "simulator/trace/recorder.h"
#include "workbench/compile/content_hash.h"
#include "workbench/compile/files.h"
#include "workbench/run/buffers.h"
#include "workbench/run/interruption.h"
#include "workbench/run/judge.h"
#include "workbench/run/packed_arguments.h"
#include "workbench/run/record_spec.h"
#include "workbench/run/static_facts.h"

namespace lanewise::workbench {
namespace {

std::string fingerprint(std::span<const std::byte> bytes) {
  ContentHash hash;
  hash.add(bytes);
  return hash.hex();
}

class JobRun {
 public:
  JobRun(const Case& given, Job& job, const RunOptions& options)
      : case_(given), job_(job), options_(options) {}

  Outcome run() {
    object_ = obtain_object(case_, job_);
    kernel_ = &object_.object.kernel(case_.symbol);
    complete_from_files(case_, job_);
    describe();
    for (const JobArgument& argument : job_.arguments) {
      if (argument.kind == ArgumentKind::kBuffer) buffers_.push_back(make_buffer(case_, argument));
    }
    // Early, so that a reference that does not fit is said before a long run.
    if (case_.reference) (void)compared_output(case_, job_);
    for (const auto& [name, path] : options_.saves) (void)saved_buffer(name);
    open_device();
    allocate();
    upload();
    launch_observed();
    if (finished_) {
      download();
      check_inputs();
      judge();
      save();
    }
    apply_bars_and_verdict();
    finish_trace();
    return std::move(outcome_);
  }

 private:
  void describe() {
    outcome_.title = job_.title;
    outcome_.variant = job_.variant;
    outcome_.sizes = job_.sizes;
    outcome_.target = object_.object.target;
    outcome_.kernel = kernel_->name;
    outcome_.code_object = object_.object.name;
    outcome_.code_object_hash = fingerprint(object_.object.elf);
    outcome_.compiler = object_.compiler;
    outcome_.simulated = !options_.hip;
    outcome_.grid = job_.grid;
    outcome_.block = job_.block;
    outcome_.seed = job_.seed;
    outcome_.delivery = std::string(engine::delivery_name(options_.dispatch.delivery));
    outcome_.mfma = options_.dispatch.mfma == engine::MfmaArithmetic::kCdna3 ? "cdna3" : "fused";
    outcome_.registers = register_facts(object_.object, *kernel_, job_);
    outcome_.compiler_warnings = object_.warnings;
    if (!case_.source.empty()) outcome_.source = case_.resolve_path(case_.source);
    outcome_.source_paths = shown_paths(outcome_.source, object_.source_paths);
  }

  void open_device() {
    if (options_.hip) {
      device_ = runtime::make_hip_device();
    } else {
      auto simulated = std::make_unique<runtime::SimulatedDevice>(job_.seed, options_.dispatch);
      simulated_ = simulated.get();
      device_ = std::move(simulated);
    }
    module_ = device_->load(object_.object);
  }

  void allocate() {
    for (const JobArgument& argument : job_.arguments) {
      const bool is_buffer = argument.kind == ArgumentKind::kBuffer;
      pointers_.push_back(is_buffer ? device_->allocate(argument.bytes(), argument.name) : 0);
      if (is_buffer) addresses_.push_back(pointers_.back());
    }
    PackedArguments packed = pack_arguments(*kernel_, job_.arguments, pointers_);
    explicit_ = std::move(packed.bytes);
    outcome_.notes.insert(outcome_.notes.end(), packed.notes.begin(), packed.notes.end());
  }

  void upload() {
    for (std::size_t i = 0; i < buffers_.size(); ++i)
      device_->copy_to_device(addresses_[i], buffers_[i].device_bytes);
  }

  /// Runs the dispatch; a kernel fault is a finding and false.
  bool launch(std::span<engine::Observer* const> observers) {
    if (simulated_ != nullptr) simulated_->set_observers(observers);
    const runtime::LaunchRequest request{job_.grid, job_.block, job_.dynamic_lds, explicit_};
    try {
      outcome_.engine = device_->launch(*module_, kernel_->name, request).engine;
    } catch (const Error& error) {
      throw_if_interrupted();
      if (error.kind != ErrorKind::kKernel) {
        throw Error(error.kind, error.id, error.message, error.remedy, outcome_.on_this_machine(error.where));
      }
      outcome_.findings.push_back({error.id, error.message, error.where, error.remedy});
      return false;
    }
    if (outcome_.engine.cancelled) throw Interrupted{};
    throw_if_interrupted();
    return true;
  }

  void launch_observed() {
    if (simulated_ == nullptr) {
      finished_ = launch({});
      outcome_.device = device_->description();
      return;
    }
    program_ = &engine::program(simulated_->loaded(*module_, kernel_->name));
    conflicts_ = std::make_unique<lds::ConflictObserver>(*program_);
    counter_ = std::make_unique<trace::InstructionCounter>(*program_);
    std::vector<engine::Observer*> observers{&*conflicts_, &*counter_};
    if (options_.want_trace) {
      recorder_ = std::make_unique<trace::Recorder>(*program_, record_options());
      observers.push_back(&*recorder_);
    }
    finished_ = launch(observers);
    outcome_.device = device_->description();
    collect_counts();
  }

  trace::RecordOptions record_options() {
    trace::RecordOptions record = parse_record(options_.record, job_.grid);
    record.arena_base = simulated_->arena().base();
    for (std::size_t i = 0; i < buffers_.size(); ++i) {
      record.allocations.push_back({buffers_[i].argument->name, simulated_->arena().relative(addresses_[i]),
                                    buffers_[i].device_bytes.size()});
    }
    std::sort(record.allocations.begin(), record.allocations.end(),
              [](const auto& a, const auto& b) { return a.relative_address < b.relative_address; });
    record.reads_initial_contents = true;
    record.read = [this](std::uint64_t address, std::span<std::uint8_t> bytes) {
      read_initial(address, bytes);
    };
    return record;
  }

  /// Contents of a buffer before the run, by device address.
  void read_initial(std::uint64_t address, std::span<std::uint8_t> bytes) const {
    for (std::size_t i = 0; i < buffers_.size(); ++i) {
      const std::vector<std::byte>& initial = buffers_[i].device_bytes;
      if (address < addresses_[i] || address - addresses_[i] + bytes.size() > initial.size()) continue;
      std::memcpy(bytes.data(), initial.data() + (address - addresses_[i]), bytes.size());
      return;
    }
  }

  void collect_counts() {
    outcome_.registers.live = live_counts(*program_);
    for (const auto& live : outcome_.registers.live) {
      outcome_.live_vgpr_peak = std::max<std::uint32_t>(outcome_.live_vgpr_peak, live[0]);
      outcome_.live_agpr_peak = std::max<std::uint32_t>(outcome_.live_agpr_peak, live[1]);
    }
    trace::Trace counted;
    counter_->fill(counted);
    conflicts_->fill(counted);
    outcome_.counters = std::move(counted.counters);
    for (const trace::LdsInstructionCount& count : counted.lds) {
      outcome_.lds.push_back({program_->text[count.instruction], program_->place(count.instruction), count});
    }
    std::sort(outcome_.lds.begin(), outcome_.lds.end(), [](const LdsInstruction& a, const LdsInstruction& b) {
      if (a.count.conflict_cycles != b.count.conflict_cycles)
        return a.count.conflict_cycles > b.count.conflict_cycles;
      return a.count.instruction < b.count.instruction;
    });
  }

  void download() {
    for (std::size_t i = 0; i < buffers_.size(); ++i) {
      std::vector<std::byte> bytes(buffers_[i].device_bytes.size());
      device_->copy_to_host(bytes, addresses_[i]);
      results_.push_back(std::move(bytes));
    }
  }

  void check_inputs() {
    for (std::size_t i = 0; i < buffers_.size(); ++i) {
      const JobArgument& argument = *buffers_[i].argument;
      if (argument.direction != Direction::kIn) continue;
      const auto [before, after] = std::mismatch(buffers_[i].device_bytes.begin(),
                                                 buffers_[i].device_bytes.end(), results_[i].begin());
      if (before == buffers_[i].device_bytes.end()) continue;
      report_written_input(i, static_cast<std::uint64_t>(before - buffers_[i].device_bytes.begin()));
    }
  }

  void report_written_input(std::size_t buffer, std::uint64_t offset) {
    const JobArgument& argument = *buffers_[buffer].argument;
    const std::uint64_t element = offset / reference::size_in_bytes(argument.dtype);
    Finding finding{"input-written",
                    fmt::format("'{}' is an input, but the kernel changed it, first its element {} in memory",
                                argument.name, element),
                    {},
                    "If it is meant to be written, give it the direction inout."};
    if (simulated_ != nullptr) {
      run_again(buffer);
      if (const std::optional<LastWriter> writer = writer_of(buffer, element)) {
        finding.message += fmt::format("; last written by workgroup {} wave {} lane {}: {}",
                                       writer->workgroup, writer->wave, writer->lane, writer->instruction);
        finding.place = parse_place(writer->source);
      }
    }
    outcome_.findings.push_back(std::move(finding));
  }

  void judge() {
    const JobArgument* compared = case_.reference ? &compared_output(case_, job_) : nullptr;
    for (std::size_t i = 0; i < buffers_.size(); ++i) {
      const JobArgument& argument = *buffers_[i].argument;
      if (!argument.is_output()) continue;
      const reference::Tensor actual = from_device_layout(argument, results_[i]);
      OutputOutcome output;
      output.name = argument.name;
      output.shape = actual.shape();
      output.dtype = std::string(reference::name(argument.dtype));
      output.elements = actual.size();
      output.fingerprint = fingerprint(results_[i]);
      judge_output(i, actual, &argument == compared, output);
      outcome_.outputs.push_back(std::move(output));
    }
    outcome_.checked = compared != nullptr;
  }

  void judge_output(std::size_t buffer, const reference::Tensor& actual, bool compared,
                    OutputOutcome& output) {
    const JobArgument& argument = *buffers_[buffer].argument;
    const bool suspicious = looks_unwritten(argument, actual);
    std::optional<reference::Evaluation> expected;
    if (compared) {
      expected = expected_result(case_, job_, buffers_);
      output.checked = true;
      output.comparison = reference::compare(actual, *expected);
    }
    if (!suspicious && (!compared || output.comparison.pass)) return;
    const std::vector<std::uint8_t> written = written_elements(buffer, argument, actual);
    output.never_written = static_cast<std::uint64_t>(std::count(written.begin(), written.end(), 0));
    if (!compared) return;
    if (argument.direction == Direction::kOut) {
      reference::ComparisonOptions options;
      options.written = written;
      output.comparison = reference::compare(actual, *expected, options);
    }
    if (writer_ && output.comparison.first_wrong) {
      output.first_wrong_writer =
          writer_of(buffer, device_index(argument, output.comparison.first_wrong->flat));
    }
  }

  /// Which elements the dispatch stored to, found by running it once more with an observer; on a GPU, by
  /// the poison that they still hold.
  std::vector<std::uint8_t> written_elements(std::size_t buffer, const JobArgument& argument,
                                             const reference::Tensor& actual) {
    std::vector<std::uint8_t> written(actual.size(), 1);
    const std::size_t element = reference::size_in_bytes(argument.dtype);
    if (simulated_ == nullptr) {
      const std::uint64_t poison = element == 8 ? ~0ull : (1ull << (element * 8)) - 1;
      const bool tells = argument.init.kind == InitKind::kPoison && reference::is_float(argument.dtype);
      for (std::size_t i = 0; tells && i < written.size(); ++i) written[i] = actual.bits(i) != poison;
      return written;
    }
    run_again(buffer);
    for (std::size_t i = 0; i < written.size(); ++i) {
      written[i] = writer_->find(addresses_[buffer] + device_index(argument, i) * element).has_value();
    }
    return written;
  }

  /// Where the row-major element `linear` lies on the device, in elements.
  static std::uint64_t device_index(const JobArgument& argument, std::uint64_t linear) {
    if (!argument.column_major) return linear;
    std::uint64_t index = 0, stride = argument.elements();
    for (std::size_t axis = argument.shape.size(); axis-- > 0;) {
      stride /= argument.shape[axis];
      index += linear % argument.shape[axis] * stride;
      linear /= argument.shape[axis];
    }
    return index;
  }

  void run_again(std::size_t buffer) {
    const JobArgument& argument = *buffers_[buffer].argument;
    const engine::DispatchResult first = outcome_.engine;
    writer_ = std::make_unique<trace::LastWriter>(std::vector<trace::WatchedRange>{
        {addresses_[buffer], buffers_[buffer].device_bytes.size(),
         static_cast<std::uint32_t>(reference::size_in_bytes(argument.dtype))}});
    upload();
    engine::Observer* const observer = &*writer_;
    (void)launch({&observer, 1});
    outcome_.engine = first;
  }

  /// After run_again: who wrote an element, by its index on the device.
  std::optional<LastWriter> writer_of(std::size_t buffer, std::uint64_t element) {
    const std::size_t size = reference::size_in_bytes(buffers_[buffer].argument->dtype);
    const std::optional<trace::Writer> writer = writer_->find(addresses_[buffer] + element * size);
    if (!writer) return std::nullopt;
    return LastWriter{writer->workgroup, writer->wave, writer->lane, program_->text[writer->instruction],
                      program_->place(writer->instruction)};
  }

  const Buffer& saved_buffer(const std::string& name) const {
    std::vector<std::string> names;
    for (const Buffer& buffer : buffers_) {
      if (buffer.argument->name == name) return buffer;
      names.push_back(buffer.argument->name);
    }
    throw Error(ErrorKind::kRequest, "bad-save", fmt::format("--save: no buffer is named '{}'", name),
                fmt::format("Buffers: {}.", fmt::join(names, ", ")));
  }

  void save() const {
    for (const auto& [name, path] : options_.saves) {
      const auto index = static_cast<std::size_t>(&saved_buffer(name) - buffers_.data());
      const std::vector<std::byte> bytes =
          reference::npy_bytes(from_device_layout(*buffers_[index].argument, results_[index]));
      write_file(path, {reinterpret_cast<const char*>(bytes.data()), bytes.size()});
    }
  }

  void apply_bars_and_verdict() {
    if (finished_) apply_bars(job_.bars, outcome_);
    const bool right =
        std::all_of(outcome_.outputs.begin(), outcome_.outputs.end(),
                    [](const OutputOutcome& output) { return !output.checked || output.comparison.pass; });
    outcome_.passed = finished_ && right && outcome_.findings.empty();
  }

  void finish_trace() {
    if (!recorder_) return;
    trace::Trace& trace = outcome_.trace.emplace();
    trace.title = outcome_.title;
    trace.variant = outcome_.variant;
    trace.verdict = outcome_.passed ? "pass" : "fail";
    trace.compiler = outcome_.compiler;
    trace.program = *program_;
    const auto* elf = reinterpret_cast<const std::uint8_t*>(object_.object.elf.data());
    trace.code_object.assign(elf, elf + object_.object.elf.size());
    trace.sources = source_files(*program_, object_.source_paths);
    trace.grid = job_.grid;
    trace.block = job_.block;
    trace.registers = outcome_.registers;
    counter_->fill(trace);
    conflicts_->fill(trace);
    recorder_->fill(trace);
  }

  const Case& case_;
  Job& job_;
  const RunOptions& options_;
  Outcome outcome_;
  JobObject object_;
  const code_object::Kernel* kernel_ = nullptr;
  std::vector<Buffer> buffers_;
  std::vector<std::vector<std::byte>> results_;  // after the run, as on the device
  std::unique_ptr<runtime::Device> device_;
  runtime::SimulatedDevice* simulated_ = nullptr;
  std::unique_ptr<runtime::Module> module_;
  std::vector<std::uint64_t> pointers_;   // per argument
  std::vector<std::uint64_t> addresses_;  // per buffer
  std::vector<std::byte> explicit_;
  const isa::Program* program_ = nullptr;
  std::unique_ptr<lds::ConflictObserver> conflicts_;
  std::unique_ptr<trace::InstructionCounter> counter_;
  std::unique_ptr<trace::Recorder> recorder_;
  std::unique_ptr<trace::LastWriter> writer_;
  bool finished_ = false;
};

}  // namespace

Outcome run_job(const Case& given, Job job, const RunOptions& options) {
  return JobRun(given, job, options).run();
}

}  // namespace lanewise::workbench
