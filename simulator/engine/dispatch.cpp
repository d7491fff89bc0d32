// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A dispatch: checks the launch, places kernarg and packet, and hands workgroups to worker threads in
// ascending order. When a workgroup faults, the fault of the lowest one is reported, whatever the threads
// did, since all lower workgroups were handed out before it.

#include "simulator/engine/dispatch.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstring>
#include <exception>
#include <mutex>
#include <thread>

#include "simulator/chips/chips.h"
#include "simulator/chips/occupancy.h"
#include "simulator/diagnostics/error.h"
#include "simulator/engine/workgroup_runner.h"

namespace lanewise::engine {

namespace {

bool host_has_avx2() {
#if defined(LANEWISE_HAS_AVX2_BUILD)
  return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") && __builtin_cpu_supports("f16c") &&
         __builtin_cpu_supports("bmi2");
#else
  return false;
#endif
}

void check_launch(const LoadedKernel& kernel, const Launch& launch) {
  const code_object::Kernel& metadata = kernel.kernel;
  std::uint64_t work_items = 1, workgroups = 1;
  for (int axis = 0; axis < 3; ++axis) {
    if (launch.grid[axis] == 0 || launch.block[axis] == 0) {
      throw Error(ErrorKind::kRequest, "invalid-launch",
                  "grid and block must be at least 1 in each dimension",
                  "check --grid and --block, or the case's [launch]");
    }
    work_items *= std::min<std::uint64_t>(launch.block[axis], 1u << 20);
    workgroups *= launch.grid[axis];
    if (workgroups > 0xffffffff) {
      throw Error(ErrorKind::kRequest, "invalid-launch", "the grid has more than 2^32 workgroups",
                  "make the grid smaller");
    }
  }
  const std::uint32_t limit = metadata.max_flat_workgroup_size == 0 ? 1024 : metadata.max_flat_workgroup_size;
  if (work_items > limit) {
    throw Error(ErrorKind::kRequest, "invalid-launch",
                fmt::format("a workgroup of {} work-items exceeds the {} that kernel '{}' was compiled for",
                            work_items, limit, metadata.name),
                "make the block smaller or raise __launch_bounds__");
  }
  for (int axis = 0; axis < 3; ++axis) {
    const std::uint32_t required = metadata.required_workgroup_size[axis];
    if (required != 0 && required != launch.block[axis]) {
      throw Error(ErrorKind::kRequest, "invalid-launch",
                  fmt::format("kernel '{}' requires a block of ({},{},{})", metadata.name,
                              metadata.required_workgroup_size[0], metadata.required_workgroup_size[1],
                              metadata.required_workgroup_size[2]),
                  "launch it with that block");
    }
  }
  const std::uint64_t lds = std::uint64_t{metadata.descriptor.group_segment_fixed_size} + launch.dynamic_lds;
  const std::uint32_t lds_limit = chips::lds_limit(kernel.program.target);
  if (lds > lds_limit) {
    throw Error(
        ErrorKind::kRequest, "too-much-lds",
        fmt::format("a workgroup of kernel '{}' needs {} bytes of LDS ({} static, {} dynamic); {} has {}",
                    metadata.name, lds, metadata.descriptor.group_segment_fixed_size, launch.dynamic_lds,
                    isa::target_name(kernel.program.target), lds_limit),
        "use smaller tiles or fewer stages");
  }
  if (launch.kernarg.size() < metadata.kernarg_segment_size) {
    throw Error(ErrorKind::kRequest, "wrong-kernarg-size",
                fmt::format("kernel '{}' needs {} bytes of arguments, {} were given", metadata.name,
                            metadata.kernarg_segment_size, launch.kernarg.size()),
                "give every argument that the kernel declares");
  }
}

/// Device memory that lives as long as the dispatch.
class DispatchMemory {
 public:
  DispatchMemory(memory::Arena& arena, const LoadedKernel& kernel, const Launch& launch) : arena_(arena) {
    addresses.kernarg = place(launch.kernarg, "kernel arguments");
    std::byte packet[64] = {};
    const std::uint16_t header = 2, dimensions = 3;
    std::memcpy(packet, &header, 2);
    std::memcpy(packet + 2, &dimensions, 2);
    for (int axis = 0; axis < 3; ++axis) {
      const auto block = static_cast<std::uint16_t>(launch.block[axis]);
      const std::uint32_t work_items = launch.grid[axis] * launch.block[axis];
      std::memcpy(packet + 4 + 2 * axis, &block, 2);
      std::memcpy(packet + 12 + 4 * axis, &work_items, 4);
    }
    const std::uint32_t scratch = kernel.kernel.descriptor.private_segment_fixed_size;
    const std::uint32_t lds = kernel.kernel.descriptor.group_segment_fixed_size + launch.dynamic_lds;
    const std::uint64_t object = kernel.load_base + kernel.kernel.descriptor_address;
    std::memcpy(packet + 24, &scratch, 4);
    std::memcpy(packet + 28, &lds, 4);
    std::memcpy(packet + 32, &object, 8);
    std::memcpy(packet + 40, &addresses.kernarg, 8);
    addresses.packet = place(packet, "dispatch packet");
    std::byte queue[256] = {};
    const std::uint32_t shared = wave::kSharedAperture, private_base = wave::kPrivateAperture;
    std::memcpy(queue + 64, &shared, 4);
    std::memcpy(queue + 68, &private_base, 4);
    addresses.queue = place(queue, "queue descriptor");
  }
  ~DispatchMemory() {
    arena_.free(addresses.queue);
    arena_.free(addresses.packet);
    arena_.free(addresses.kernarg);
  }
  DispatchMemory(const DispatchMemory&) = delete;
  DispatchMemory& operator=(const DispatchMemory&) = delete;

  DispatchAddresses addresses;

 private:
  memory::DeviceAddress place(std::span<const std::byte> bytes, const char* label) {
    const memory::DeviceAddress address = arena_.allocate(bytes.size(), label);
    std::copy(bytes.begin(), bytes.end(), arena_.host_view(address, bytes.size()).begin());
    arena_.set_writable(address, false);
    return address;
  }
  memory::Arena& arena_;
};

/// What the workers share.
struct Progress {
  std::atomic<std::uint64_t> next{0};
  std::uint64_t workgroups = 0;
  std::atomic<std::uint64_t> first_fault{~std::uint64_t{0}};
  std::atomic<bool> cancelled{false};
  std::mutex mutex;
  std::exception_ptr fault;
};

void work(WorkgroupRunner& runner, Progress& progress) {
  while (true) {
    const std::uint64_t workgroup = progress.next.fetch_add(1);
    if (workgroup >= progress.workgroups || workgroup > progress.first_fault || progress.cancelled) return;
    try {
      if (!runner.run(static_cast<std::uint32_t>(workgroup))) {
        progress.cancelled = true;
        return;
      }
    } catch (...) {
      const std::lock_guard lock(progress.mutex);
      if (workgroup < progress.first_fault) {
        progress.first_fault = workgroup;
        progress.fault = std::current_exception();
      }
      return;
    }
  }
}

/// Workgroups that the chip holds at once: the most that may wait for one another.
std::uint64_t resident_workgroups(const LoadedKernel& kernel, const Launch& launch) {
  const code_object::Kernel& metadata = kernel.kernel;
  chips::OccupancyRequest request;
  request.target = kernel.program.target;
  request.agprs = metadata.agpr_count;
  request.arch_vgprs =
      metadata.vgpr_count > metadata.agpr_count ? metadata.vgpr_count - metadata.agpr_count : 1;
  request.sgprs = metadata.sgpr_count;
  request.lds_bytes = metadata.descriptor.group_segment_fixed_size + launch.dynamic_lds;
  request.workgroup_size = launch.block[0] * launch.block[1] * launch.block[2];
  const std::uint64_t per_cu = std::max(1u, chips::occupancy(request).workgroups_per_cu);
  return per_cu * chips::default_chip(request.target).compute_units();
}

/// Runs workgroups that may wait for one another through memory, on one thread in one fixed order. A
/// workgroup that does not end in its turn stays resident, and the next one starts beside it, up to what
/// the chip holds; each turn gives every wave of every resident workgroup one slice.
template <class MakeRunner>
void run_communicating(std::vector<std::unique_ptr<WorkgroupRunner>>& runners, std::uint64_t residency,
                       Progress& progress, MakeRunner make_runner) {
  std::vector<WorkgroupRunner*> resident, idle;
  for (const std::unique_ptr<WorkgroupRunner>& runner : runners) idle.push_back(runner.get());
  std::uint64_t next = 0;
  while (next < progress.workgroups || !resident.empty()) {
    if (next < progress.workgroups && resident.size() < residency) {
      if (idle.empty()) {
        runners.push_back(make_runner());
        idle.push_back(runners.back().get());
      }
      resident.push_back(idle.back());
      idle.pop_back();
      resident.back()->begin(static_cast<std::uint32_t>(next++));
    }
    for (std::size_t i = 0; i < resident.size();) {
      const WorkgroupRunner::State state = resident[i]->advance();
      if (state == WorkgroupRunner::State::kCancelled) {
        progress.cancelled = true;
        return;
      }
      if (state == WorkgroupRunner::State::kRunning) {
        ++i;
        continue;
      }
      idle.push_back(resident[i]);
      resident.erase(resident.begin() + static_cast<std::ptrdiff_t>(i));
    }
  }
}

}  // namespace

DispatchResult run(memory::Arena& arena, const LoadedKernel& kernel, const Launch& launch,
                   const DispatchOptions& options) {
  check_launch(kernel, launch);
  DispatchOptions chosen = options;
  chosen.scalar_build = options.scalar_build || !host_has_avx2();
  const DispatchMemory memory(arena, kernel, launch);
  Progress progress;
  progress.workgroups = std::uint64_t{launch.grid[0]} * launch.grid[1] * launch.grid[2];
  std::uint64_t threads =
      options.threads == 0 ? std::max(1u, std::thread::hardware_concurrency()) : options.threads;
  if (kernel.communicating) threads = 1;
  threads = std::min(threads, progress.workgroups);

  const auto make_runner = [&] {
    auto runner = std::make_unique<WorkgroupRunner>(arena, kernel, launch, chosen, memory.addresses);
    for (const Observer* observer : options.observers) runner->observers.push_back(observer->shard());
    return runner;
  };
  std::vector<std::unique_ptr<WorkgroupRunner>> runners;
  runners.reserve(threads);
  for (std::uint64_t i = 0; i < threads; ++i) runners.push_back(make_runner());
  const auto start = std::chrono::steady_clock::now();
  if (kernel.communicating) {
    try {
      run_communicating(runners, resident_workgroups(kernel, launch), progress, make_runner);
    } catch (...) {
      progress.fault = std::current_exception();
    }
  } else {
    std::vector<std::thread> pool;
    for (std::uint64_t i = 1; i < threads; ++i) pool.emplace_back([&, i] { work(*runners[i], progress); });
    work(*runners[0], progress);
    for (std::thread& thread : pool) thread.join();
  }
  const auto end = std::chrono::steady_clock::now();

  DispatchResult result;
  for (const std::unique_ptr<WorkgroupRunner>& runner : runners) {
    result.wave_instructions += runner->wave_instructions;
    for (std::size_t i = 0; i < options.observers.size(); ++i)
      options.observers[i]->merge(*runner->observers[i]);
  }
  if (progress.fault != nullptr) std::rethrow_exception(progress.fault);
  result.workgroups = progress.workgroups;
  result.waves = progress.workgroups * ((launch.block[0] * launch.block[1] * launch.block[2] + 63) / 64);
  result.seconds = std::chrono::duration<double>(end - start).count();
  result.threads = static_cast<std::uint32_t>(threads);
  result.cancelled = progress.cancelled;
  result.handler_build = chosen.scalar_build ? "scalar" : "avx2";
  return result;
}

}  // namespace lanewise::engine
