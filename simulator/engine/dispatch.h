// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Running a dispatch: all workgroups of a grid over worker threads, each wave until it must stop
// (barrier, end, spin, budget). This is the only entry into the engine.

#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "simulator/code_object/code_object.h"
#include "simulator/engine/observer.h"
#include "simulator/isa/program.h"
#include "simulator/memory/arena.h"

namespace lanewise::engine {

/// When a load's result reaches its registers.
enum class Delivery : std::uint8_t {
  kIssue,   ///< memory at issue, registers at the wait that covers the load (default)
  kPrompt,  ///< both at issue
  kLate,    ///< both at the wait that covers the operation, waves visited in reverse order
};

/// "issue", "prompt" or "late".
[[nodiscard]] constexpr std::string_view delivery_name(Delivery delivery) {
  return delivery == Delivery::kIssue ? "issue" : delivery == Delivery::kPrompt ? "prompt" : "late";
}

/// How MFMA sums (see docs/reference/error-bounds.md).
enum class MfmaArithmetic : std::uint8_t {
  kFused,  ///< fp32 fused multiply-add chain, k ascending
  kCdna3,  ///< bit-accurate rule measured on an MI300X (f16, bf16, xf32, 8-bit floats)
};

struct DispatchOptions {
  std::uint32_t threads = 0;  ///< 0 = all hardware threads
  Delivery delivery = Delivery::kIssue;
  MfmaArithmetic mfma = MfmaArithmetic::kFused;
  /// A wave that executes more than this is reported as never ending. 0 = no limit.
  std::uint64_t instruction_budget_per_wave = 200'000'000;
  bool scalar_build = false;  ///< use the plain build of the instruction handlers even if the CPU has AVX2
  std::span<Observer* const> observers{};
  /// Set by another thread to stop early (Ctrl-C); checked every few thousand instructions.
  const volatile bool* cancelled = nullptr;
};

struct Launch {
  std::array<std::uint32_t, 3> grid{1, 1, 1};   ///< in workgroups
  std::array<std::uint32_t, 3> block{64, 1, 1}; ///< work-items per workgroup
  std::uint32_t dynamic_lds = 0;                ///< bytes beyond the static LDS
  std::span<const std::byte> kernarg;           ///< the whole kernarg segment, hidden arguments filled in
};

struct DispatchResult {
  std::uint64_t wave_instructions = 0;
  std::uint64_t workgroups = 0;
  std::uint64_t waves = 0;
  double seconds = 0;           ///< wall time of the execution alone
  std::uint32_t threads = 1;
  bool cancelled = false;
  std::string handler_build;    ///< "avx2" or "scalar"
};

/// A code object placed in device memory and one of its kernels, decoded and bound to handlers.
/// Immutable after construction; shared by any number of dispatches.
class LoadedKernel;

/// Copies the segments into the arena, applies relocations, decodes `kernel` and analyses it.
[[nodiscard]] std::shared_ptr<const LoadedKernel> load_kernel(memory::Arena& arena,
                                                              const code_object::CodeObject& object,
                                                              std::string_view kernel);
[[nodiscard]] const isa::Program& program(const LoadedKernel& kernel);
[[nodiscard]] const code_object::Kernel& kernel_metadata(const LoadedKernel& kernel);
/// Instructions that the decoder reached and that have no semantics yet (indices in the program).
[[nodiscard]] std::vector<std::uint32_t> instructions_without_semantics(const LoadedKernel& kernel);

/// Runs the dispatch to its end. Throws Error: kernel faults (out-of-bounds with buffer, lane,
/// instruction and source line; endless loop; stuck barrier) are kKernel, impossible launches (more
/// LDS than the chip has, block above the kernel's limit) are kRequest, instructions without
/// semantics are kLanewise.
DispatchResult run(memory::Arena& arena, const LoadedKernel& kernel, const Launch& launch,
                   const DispatchOptions& options);

}  // namespace lanewise::engine
