// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Speed of the simulator, written to docs/performance.md. Loops of one kind of instruction on one thread
// (rates in wave-instructions per second of wall time, loop overhead included), and the bf16 GEMM at
// 1024^3 on one and two threads. Repetitions: the median is written.
//
//   simulator_speed --table docs/performance.md [Google Benchmark's own options]

#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstring>
#include <fstream>
#include <iostream>
#include <iterator>
#include <map>
#include <string>
#include <vector>

#include "simulator/code_object/code_object.h"
#include "simulator/engine/dispatch.h"

namespace {

using namespace lanewise;

std::vector<std::byte> read_file(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  if (!in) throw std::runtime_error("cannot read " + path);
  const std::vector<char> bytes{std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
  std::vector<std::byte> result(bytes.size());
  std::memcpy(result.data(), bytes.data(), bytes.size());
  return result;
}

/// One workgroup of one wave runs a loop kernel of tests/data/assembly/speed.s.
void run_loop(benchmark::State& state, const std::string& kernel, bool scalar_build) {
  memory::Arena arena(1);
  const auto object = code_object::load_code_object(read_file(LANEWISE_SPEED_OBJECT), "speed.co");
  std::vector<memory::DeviceAddress> buffers;
  for (int i = 0; i < 4; ++i) buffers.push_back(arena.allocate(1 << 16, "buffer"));
  std::array<std::byte, 32> kernarg;
  std::memcpy(kernarg.data(), buffers.data(), 32);
  const auto loaded = engine::load_kernel(arena, object, kernel);
  engine::DispatchOptions options;
  options.threads = 1;
  options.scalar_build = scalar_build;
  // 64 workgroups: work that dwarfs the dispatch's own cost.
  const engine::Launch launch{{64, 1, 1}, {64, 1, 1}, 0, kernarg};
  std::uint64_t instructions = 0;
  for (auto _ : state) instructions += engine::run(arena, *loaded, launch, options).wave_instructions;
  state.counters["wave_instructions"] =
      benchmark::Counter(static_cast<double>(instructions), benchmark::Counter::kIsRate);
}

void run_gemm(benchmark::State& state, const std::string& target, std::uint32_t threads) {
  constexpr std::uint32_t size = 1024, tile = 128;
  memory::Arena arena(1);
  const auto object = code_object::load_code_object(
      read_file(std::string(LANEWISE_GEMM_OBJECTS) + "/kernel." + target + ".co"), "gemm.co");
  const auto a = arena.allocate(2ull * size * size, "a"), b = arena.allocate(2ull * size * size, "b");
  const auto c = arena.allocate(4ull * size * size, "c");
  for (const auto address : {a, b}) {
    const auto bytes = arena.host_view(address, 2ull * size * size);
    for (std::size_t i = 0; i < bytes.size(); i += 2) {  // bf16 values in [0.5, 1)
      bytes[i] = static_cast<std::byte>(i * 2654435761u >> 16 & 0x7f);
      bytes[i + 1] = std::byte{0x3f};
    }
  }
  std::array<std::byte, 32> kernarg{};
  std::memcpy(kernarg.data(), &a, 8);
  std::memcpy(kernarg.data() + 8, &b, 8);
  std::memcpy(kernarg.data() + 16, &c, 8);
  std::memcpy(kernarg.data() + 24, &size, 4);
  std::memcpy(kernarg.data() + 28, &size, 4);
  const auto loaded = engine::load_kernel(arena, object, "gemm_bf16_lds_tile");
  engine::DispatchOptions options;
  options.threads = threads;
  std::uint64_t instructions = 0;
  for (auto _ : state) {
    instructions +=
        engine::run(arena, *loaded, {{size / tile, size / tile, 1}, {256, 1, 1}, 0, kernarg}, options)
            .wave_instructions;
  }
  state.counters["wave_instructions"] =
      benchmark::Counter(static_cast<double>(instructions), benchmark::Counter::kIsRate);
  state.counters["flops"] = benchmark::Counter(
      2.0 * size * size * size * static_cast<double>(state.iterations()), benchmark::Counter::kIsRate);
}

/// Keeps the median of each benchmark's repetitions for the table.
class TableReporter : public benchmark::ConsoleReporter {
 public:
  struct Row {
    double seconds = 0, instructions = 0, flops = 0;
  };
  void ReportRuns(const std::vector<Run>& runs) override {
    ConsoleReporter::ReportRuns(runs);
    for (const Run& run : runs) {
      if (run.run_type != Run::RT_Aggregate || run.aggregate_name != "median") continue;
      Row row;
      row.seconds = run.GetAdjustedRealTime() / benchmark::GetTimeUnitMultiplier(run.time_unit);
      if (const auto found = run.counters.find("wave_instructions"); found != run.counters.end())
        row.instructions = found->second;
      if (const auto found = run.counters.find("flops"); found != run.counters.end())
        row.flops = found->second;
      rows.emplace_back(run.run_name.function_name, row);
    }
  }
  std::vector<std::pair<std::string, Row>> rows;
};

std::string fixed(double value, int digits) {
  char text[32];
  std::snprintf(text, sizeof(text), "%.*f", digits, value);
  return text;
}

void write_table(const std::string& path,
                 const std::vector<std::pair<std::string, TableReporter::Row>>& rows) {
  std::ofstream out(path);
  out << "# How fast the simulator runs\n\n"
         "Written by the benchmark target `simulator_speed` (`ninja -C build/release performance_table`); "
         "the median\n"
         "of the repetitions of one run on one machine. Wall time of the dispatch; loops run on one thread "
         "and\n"
         "include their branch. Nothing here is about the speed of a GPU.\n\n"
         "| loop | wave-instructions/s, millions |\n|---|---|\n";
  for (const auto& [name, row] : rows) {
    if (row.flops == 0) out << "| " << name << " | " << fixed(row.instructions / 1e6, 1) << " |\n";
  }
  out << "\n| kernel | seconds | wave-instructions/s, millions | GFLOP/s simulated |\n|---|---|---|---|\n";
  for (const auto& [name, row] : rows) {
    if (row.flops == 0) continue;
    out << "| " << name << " | " << fixed(row.seconds, 3) << " | " << fixed(row.instructions / 1e6, 1)
        << " | " << fixed(row.flops / 1e9, 1) << " |\n";
  }
  const auto seconds_of = [&](const std::string& wanted) {
    const auto found =
        std::find_if(rows.begin(), rows.end(), [&](const auto& entry) { return entry.first == wanted; });
    return found == rows.end() ? 0.0 : found->second.seconds;
  };
  for (const std::string target : {"gfx942", "gfx950"}) {
    const double one = seconds_of("GEMM 1024^3 " + target + " 1 thread"),
                 two = seconds_of("GEMM 1024^3 " + target + " 2 threads");
    if (one > 0 && two > 0)
      out << "\nTwo threads against one on " << target << ": " << fixed(one / two, 2) << "x.\n";
  }
}

}  // namespace

int main(int argc, char** argv) {
  std::string table;
  for (int i = 1; i + 1 < argc; ++i) {
    if (std::string(argv[i]) != "--table") continue;
    table = argv[i + 1];
    for (int j = i; j + 2 < argc; ++j) argv[j] = argv[j + 2];
    argc -= 2;
    break;
  }
  const std::pair<const char*, const char*> loops[] = {
      {"VALU, 24 mixed f32 and integer", "valu_loop"},
      {"ds_read_b128", "lds_read_loop"},
      {"ds_write_b128", "lds_write_loop"},
      {"global_load_dwordx4, contiguous", "global_load_loop"},
      {"v_mfma_f32_16x16x16_bf16", "mfma_16x16x16_loop"},
      {"v_mfma_f32_32x32x8_bf16", "mfma_32x32x8_loop"},
      {"v_mfma_f32_16x16x32_bf16", "mfma_16x16x32_loop"},
  };
  const auto add = [](const std::string& name, auto function) {
    benchmark::RegisterBenchmark(name.c_str(), function)
        ->Unit(benchmark::kMillisecond)
        ->UseRealTime()
        ->Repetitions(5)
        ->ReportAggregatesOnly();
  };
  for (const auto& [name, kernel] : loops) {
    add(name, [kernel = std::string(kernel)](benchmark::State& state) { run_loop(state, kernel, false); });
  }
  add("VALU, portable build of the handlers",
      [](benchmark::State& state) { run_loop(state, "valu_loop", true); });
  for (const std::string target : {"gfx942", "gfx950"}) {
    add("GEMM 1024^3 " + target + " 1 thread",
        [target](benchmark::State& state) { run_gemm(state, target, 1); });
    add("GEMM 1024^3 " + target + " 2 threads",
        [target](benchmark::State& state) { run_gemm(state, target, 2); });
  }
  benchmark::Initialize(&argc, argv);
  TableReporter reporter;
  benchmark::RunSpecifiedBenchmarks(&reporter);
  if (!table.empty()) write_table(table, reporter.rows);
  return 0;
}
