// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Places a code object: copies its segments into one allocation at the offsets they have to each other,
// applies relocations, decodes the kernel and analyses it.

#include "simulator/engine/loaded_kernel.h"

#include <algorithm>
#include <cstring>

#include "simulator/diagnostics/error.h"
#include "simulator/flow/flow.h"
#include "simulator/wave/late.h"

namespace lanewise::engine {

namespace {

/// Atomics on memory, accesses at agent or system scope, and cache control: signs that workgroups may
/// communicate.
bool may_communicate(const isa::Program& program) {
  return std::any_of(
      program.instructions.begin(), program.instructions.end(), [](const isa::Instruction& instruction) {
        const std::string_view name = isa::mnemonic_name(instruction.mnemonic);
        using isa::Encoding;
        const Encoding e = instruction.encoding;
        const bool memory =
            e == Encoding::kFlat || e == Encoding::kGlobal || e == Encoding::kMubuf || e == Encoding::kMtbuf;
        const bool scalar_write = e == Encoding::kSmem && (name.find("_store") != std::string_view::npos ||
                                                           name.find("_atomic") != std::string_view::npos);
        if (!memory) return scalar_write;
        return name.find("_atomic") != std::string_view::npos ||
               (instruction.memory.cache & isa::kSc1) != 0 || name == "buffer_inv" || name == "buffer_wbl2";
      });
}

#if defined(LANEWISE_HAS_AVX2_BUILD)
/// The AVX2 handlers, with MFMA by AVX-512 where the host has it.
const isa::HandlerTable& vector_table() {
  static const isa::HandlerTable table = [] {
    isa::HandlerTable chosen = isa::avx2::handler_table();
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
        __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl"))
      chosen.faster = isa::avx512::mfma_rows();
    return chosen;
  }();
  return table;
}
#endif

/// Puts memory operations behind LateQueue::defer and tells it what they are.
void defer_memory_operations(isa::BoundProgram& bound) {
  for (std::size_t i = 0; i < bound.ops.size(); ++i) {
    const isa::Row* row = bound.rows[i];
    if (row == nullptr) continue;
    wave::Op& op = bound.ops[i];
    std::uint32_t traits = 0;
    const bool flat = std::string_view(row->mnemonic).starts_with("flat_");
    switch (row->shape) {
      case isa::Shape::kLds: traits = wave::kLateLds; break;
      case isa::Shape::kFlat: traits = wave::kLateVm | (flat ? wave::kLateLds : 0); break;
      case isa::Shape::kBuffer: traits = row->bytes != 0 ? wave::kLateVm : 0; break;
      case isa::Shape::kScalarLoad: traits = row->bytes != 0 ? wave::kLateScalar : 0; break;
      default: break;
    }
    if (traits == 0 || op.inner != nullptr) continue;
    if ((row->flags & (isa::kStore | isa::kAtomic)) != 0 || (op.flags & wave::kLdsDma) != 0)
      traits |= wave::kLateStays;
    op.reserved = traits;
    const bool writes = (row->flags & isa::kAtomic) == 0 || (op.flags & wave::kReturnsOld) != 0;
    op.dwords = writes ? row->dwords : 0;
    op.inner = op.execute;
    op.execute = wave::LateQueue::defer;
  }
}

/// Does the kernel start with rounding to nearest even and denormals kept, as compilers ask by default?
bool starts_in_default_mode(const code_object::Kernel& kernel) {
  constexpr std::uint32_t kRoundAndDenormals = 0xff, kDefault = 0xf0;
  return (kernel.descriptor.initial_mode() & kRoundAndDenormals) == kDefault;
}

}  // namespace

LoadedKernel::LoadedKernel(memory::Arena& arena, const code_object::CodeObject& object,
                           std::string_view kernel_name)
    : kernel(object.kernel(kernel_name)), arena_(arena) {
  std::uint64_t low = ~std::uint64_t{0}, high = 0;
  for (const code_object::Segment& segment : object.segments) {
    low = std::min(low, segment.address);
    high = std::max(high, segment.address + segment.memory_size);
  }
  if (low >= high) {
    throw Error(ErrorKind::kRequest, "malformed-code-object", object.name + " has no loadable segment",
                "compile it again");
  }
  low = low / 4096 * 4096;
  image_ = arena.allocate(high - low, "code object " + object.name, 4096);
  load_base = image_ - low;
  const std::span<std::byte> image = arena.host_view(image_, high - low);
  std::fill(image.begin(), image.end(), std::byte{0});
  bool writable = false;
  for (const code_object::Segment& segment : object.segments) {
    std::copy(segment.bytes.begin(), segment.bytes.end(),
              image.begin() + static_cast<std::ptrdiff_t>(segment.address - low));
    // RELRO data is mapped writable only for the loader; device globals live in .data and .bss.
    writable = writable || segment.writable;
  }
  for (const code_object::Relocation& relocation : object.relocations) {
    const std::uint64_t value = load_base + relocation.value;
    if (relocation.address < low || relocation.address + 8 > high) continue;
    std::memcpy(image.data() + (relocation.address - low), &value, 8);
  }
  arena.set_writable(image_, writable);
  program = code_object::decode(object, kernel);
  starts_in_special_mode = !starts_in_default_mode(kernel);
  switches_modes_ = isa::switches_modes(program);
  direct_ = switches_modes_ ? std::vector<bool>(program.instructions.size()) : flow::direct_loads(program);
  communicating = may_communicate(program);
  vector_registers = std::max(kernel.descriptor.allocated_vgprs(), kernel.descriptor.accum_offset());
}

LoadedKernel::~LoadedKernel() { arena_.free(image_); }

const isa::BoundProgram& LoadedKernel::bound(bool scalar_build, bool late) const {
  const std::lock_guard lock(mutex_);
  std::unique_ptr<isa::BoundProgram>& build = builds_[(scalar_build ? 1 : 0) + (late ? 2 : 0)];
  if (build == nullptr) {
#if defined(LANEWISE_HAS_AVX2_BUILD)
    const isa::HandlerTable& table = scalar_build ? isa::scalar::handler_table() : vector_table();
#else
    const isa::HandlerTable& table = isa::scalar::handler_table();
#endif
    build = std::make_unique<isa::BoundProgram>(
        isa::bind(program, table, {kernel.descriptor.accum_offset(), vector_registers}, direct_));
    if (late) defer_memory_operations(*build);
    if (switches_modes_ || starts_in_special_mode) isa::add_modal_ops(*build);
  }
  return *build;
}

std::shared_ptr<const LoadedKernel> load_kernel(memory::Arena& arena, const code_object::CodeObject& object,
                                                std::string_view kernel) {
  return std::make_shared<const LoadedKernel>(arena, object, kernel);
}

const isa::Program& program(const LoadedKernel& kernel) { return kernel.program; }
const code_object::Kernel& kernel_metadata(const LoadedKernel& kernel) { return kernel.kernel; }

std::vector<std::uint32_t> instructions_without_semantics(const LoadedKernel& kernel) {
  std::vector<std::uint32_t> indices;
  for (const isa::Unsupported& entry : kernel.bound(true).unsupported) indices.push_back(entry.instruction);
  return indices;
}

}  // namespace lanewise::engine
