// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A loaded AMDGPU code object: the ELF's loadable segments, its kernels (descriptor + metadata) and
// its symbols. Sources: LLVM AMDGPUUsage (code object v4-v6), AMDHSAKernelDescriptor.h.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "simulator/isa/instruction.h"
#include "simulator/isa/program.h"

namespace lanewise::code_object {

/// One kernel argument as the metadata lists it (`.args`).
struct KernelArgument {
  std::string name;        ///< may be empty (Triton)
  std::string type_name;   ///< may be empty
  std::string value_kind;  ///< "by_value", "global_buffer", "hidden_block_count_x", ...
  std::string address_space;
  std::uint32_t offset = 0;  ///< bytes from the start of the kernarg segment
  std::uint32_t size = 0;
  [[nodiscard]] bool hidden() const { return value_kind.starts_with("hidden_"); }
};

/// The 64-byte kernel descriptor, decoded (AMDGPUUsage, "Kernel Descriptor").
struct KernelDescriptor {
  std::uint32_t group_segment_fixed_size = 0;    ///< static LDS bytes
  std::uint32_t private_segment_fixed_size = 0;  ///< scratch bytes per work-item
  std::uint32_t kernarg_size = 0;
  std::int64_t entry_byte_offset = 0;            ///< from the descriptor's address
  std::uint32_t rsrc1 = 0, rsrc2 = 0, rsrc3 = 0;
  std::uint16_t code_properties = 0;
  std::uint16_t kernarg_preload = 0;

  [[nodiscard]] std::uint32_t allocated_vgprs() const { return ((rsrc1 & 0x3f) + 1) * 8; }  ///< arch + acc
  [[nodiscard]] std::uint32_t accum_offset() const { return ((rsrc3 & 0x3f) + 1) * 4; }
  [[nodiscard]] std::uint32_t user_sgpr_count() const { return (rsrc2 >> 1) & 0x1f; }
  [[nodiscard]] std::uint32_t preload_length() const { return kernarg_preload & 0x7f; }   ///< dwords
  [[nodiscard]] std::uint32_t preload_offset() const { return kernarg_preload >> 7; }     ///< dwords
  [[nodiscard]] std::uint32_t work_item_id_mode() const { return (rsrc2 >> 11) & 3; }
  /// MODE register at wave start: bits 7:0 round and denorm, 8 DX10_CLAMP, 9 IEEE, 23 FP16_OVFL.
  [[nodiscard]] std::uint32_t initial_mode() const {
    return ((rsrc1 >> 12) & 0xff) | (((rsrc1 >> 21) & 1) << 8) | (((rsrc1 >> 23) & 1) << 9) |
           (((rsrc1 >> 26) & 1) << 23);
  }
};

struct Kernel {
  std::string name;
  std::string symbol;  ///< "NAME.kd"
  std::uint64_t descriptor_address = 0;
  std::uint64_t entry_address = 0;  ///< first instruction
  KernelDescriptor descriptor;
  std::vector<KernelArgument> arguments;
  std::uint32_t kernarg_segment_size = 0;
  std::uint32_t vgpr_count = 0;  ///< metadata: arch + acc
  std::uint32_t agpr_count = 0;
  std::uint32_t sgpr_count = 0;
  std::uint32_t vgpr_spill_count = 0;
  std::uint32_t sgpr_spill_count = 0;
  std::uint32_t max_flat_workgroup_size = 0;
  std::array<std::uint32_t, 3> required_workgroup_size{};  ///< zeros = not given
  bool uses_dynamic_stack = false;
};

/// A loadable segment: file bytes, zero-filled up to `memory_size`.
struct Segment {
  std::uint64_t address = 0;
  std::uint64_t memory_size = 0;
  std::vector<std::byte> bytes;
  bool writable = false;
  bool executable = false;
};

struct Symbol {
  std::string name;
  std::uint64_t address = 0;
  std::uint64_t size = 0;
  bool function = false;
  bool object = false;
};

/// A relocation to apply when the object is placed: *(address) = load_base + addend (R_AMDGPU_RELATIVE64),
/// or the value of a symbol (R_AMDGPU_ABS64).
struct Relocation {
  std::uint64_t address = 0;
  std::uint64_t value = 0;  ///< in the code object's own address space
};

struct CodeObject {
  std::string name;  ///< for messages: file name without folder
  isa::Target target = isa::Target::kGfx942;
  std::uint32_t abi_version = 0;  ///< code object version: 4, 5 or 6
  std::vector<std::byte> elf;     ///< the linked ELF, as it goes to hipModuleLoadData
  std::vector<Segment> segments;
  std::vector<Symbol> symbols;
  std::vector<Relocation> relocations;
  std::vector<Kernel> kernels;
  std::vector<std::string> printf_formats;  ///< amdhsa.printf

  /// The kernel of that name. With an empty name: the only kernel. Throws Error{kRequest} that lists
  /// the kernels otherwise.
  [[nodiscard]] const Kernel& kernel(std::string_view kernel_name) const;
};

/// Reads an ELF code object (linked; a relocatable one is linked first with ld.lld) or picks the entry
/// for `wanted` out of a __CLANG_OFFLOAD_BUNDLE__. Checks every offset and size: a malformed object is
/// Error{kRequest, "malformed-code-object"} that says which part is wrong, never a crash.
[[nodiscard]] CodeObject load_code_object(std::span<const std::byte> bytes, std::string name,
                                          const isa::Target* wanted = nullptr);

/// Decodes what control flow can reach from the kernel's entry and from every function symbol.
/// Throws Error if LLVM lacks the target or its tables differ from ours.
[[nodiscard]] isa::Program decode(const CodeObject& object, const Kernel& kernel);

}  // namespace lanewise::code_object
