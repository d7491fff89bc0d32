// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From bytes to a CodeObject:
//
//   bundle? ──unbundle──▶ ELF ──relocatable? ld.lld──▶ segments, symbols, relocations
//                                                  └─▶ metadata note ──▶ kernels ◀── NAME.kd descriptors
//
// Source: LLVM AMDGPUUsage, "Code Object" and "Kernel Descriptor".

#include "simulator/code_object/code_object.h"

#include <algorithm>
#include <cstring>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "simulator/code_object/bundle.h"
#include "simulator/code_object/elf_file.h"
#include "simulator/code_object/link_object.h"
#include "simulator/code_object/metadata.h"
#include "simulator/diagnostics/error.h"

namespace lanewise::code_object {
namespace {

struct Machine {
  std::uint32_t code;
  const char* name;
};
/// e_flags' low byte, for messages (LLVM BinaryFormat/ELF.h, EF_AMDGPU_MACH_*).
constexpr Machine kMachines[] = {{0x2f, "gfx906"},  {0x30, "gfx908"},  {0x3f, "gfx90a"},
                                 {0x33, "gfx1010"}, {0x36, "gfx1030"}, {0x41, "gfx1100"},
                                 {0x4c, "gfx942"},  {0x4f, "gfx950"},  {0x5f, "gfx9-4-generic"}};

isa::Target target_of(const ElfHeader& header, std::string_view name) {
  const std::uint32_t code = header.flags & 0xff;
  if (code == 0x4c) return isa::Target::kGfx942;
  if (code == 0x4f) return isa::Target::kGfx950;
  const auto known = std::ranges::find(kMachines, code, &Machine::code);
  const std::string processor = known != std::end(kMachines)
                                    ? known->name
                                    : fmt::format("the AMD GPU with ELF machine flag {:#x}", code);
  throw Error(ErrorKind::kRequest, "wrong-target",
              fmt::format("{} is compiled for {}; Lanewise runs gfx942 and gfx950", name, processor),
              "compile with --offload-arch=gfx942 or --offload-arch=gfx950");
}

std::uint32_t code_object_version(const ElfHeader& header, std::string_view name) {
  const std::uint32_t version = header.abi_version + 2u;
  if (version < 4 || version > 6) {
    throw Error(
        ErrorKind::kRequest, "unsupported-code-object-version",
        fmt::format("{} has ELF ABI version {}, that is code object version {}; versions 4 to 6 are known",
                    name, header.abi_version, version),
        "compile with -mcode-object-version=5");
  }
  return version;
}

/// Bytes [address, address + size) of the loaded image, or an empty span.
std::span<const std::byte> image_bytes(const CodeObject& object, std::uint64_t address, std::uint64_t size) {
  for (const Segment& segment : object.segments) {
    if (address >= segment.address && address - segment.address <= segment.bytes.size() &&
        size <= segment.bytes.size() - (address - segment.address)) {
      return std::span(segment.bytes).subspan(address - segment.address, size);
    }
  }
  return {};
}

template <class T>
T field(std::span<const std::byte> bytes, std::size_t offset) {
  T value;
  std::memcpy(&value, bytes.data() + offset, sizeof(T));
  return value;
}

KernelDescriptor read_descriptor(std::span<const std::byte> bytes) {
  KernelDescriptor descriptor;
  descriptor.group_segment_fixed_size = field<std::uint32_t>(bytes, 0);
  descriptor.private_segment_fixed_size = field<std::uint32_t>(bytes, 4);
  descriptor.kernarg_size = field<std::uint32_t>(bytes, 8);
  descriptor.entry_byte_offset = field<std::int64_t>(bytes, 16);
  descriptor.rsrc3 = field<std::uint32_t>(bytes, 44);
  descriptor.rsrc1 = field<std::uint32_t>(bytes, 48);
  descriptor.rsrc2 = field<std::uint32_t>(bytes, 52);
  descriptor.code_properties = field<std::uint16_t>(bytes, 56);
  descriptor.kernarg_preload = field<std::uint16_t>(bytes, 58);
  return descriptor;
}

/// Finds the kernel's descriptor and entry, and checks that both lie where they must.
void place_kernel(const CodeObject& object, Kernel& kernel) {
  constexpr std::uint64_t kDescriptorSize = 64;
  const auto symbol = std::ranges::find(object.symbols, kernel.symbol, &Symbol::name);
  if (symbol == object.symbols.end())
    malformed(object.name, "kernel " + kernel.name + " has no symbol " + kernel.symbol);
  const auto bytes = image_bytes(object, symbol->address, kDescriptorSize);
  if (bytes.empty())
    malformed(object.name, "the descriptor of kernel " + kernel.name + " lies outside the loaded segments");
  kernel.descriptor_address = symbol->address;
  kernel.descriptor = read_descriptor(bytes);
  kernel.entry_address = symbol->address + static_cast<std::uint64_t>(kernel.descriptor.entry_byte_offset);
  const auto code = std::ranges::find_if(object.segments, [&](const Segment& segment) {
    return segment.executable && kernel.entry_address >= segment.address &&
           kernel.entry_address < segment.address + segment.bytes.size();
  });
  if (code == object.segments.end() || kernel.entry_address % 4 != 0) {
    malformed(object.name, fmt::format("the entry {:#x} of kernel {} is not in executable code",
                                       kernel.entry_address, kernel.name));
  }
}

void check_relocations(const CodeObject& object) {
  for (const Relocation& relocation : object.relocations) {
    const bool inside = std::ranges::any_of(object.segments, [&](const Segment& segment) {
      return relocation.address >= segment.address &&
             relocation.address - segment.address <= segment.memory_size &&
             segment.memory_size - (relocation.address - segment.address) >= 8;
    });
    if (!inside)
      malformed(object.name,
                fmt::format("the relocation at {:#x} lies outside the loaded segments", relocation.address));
  }
}

}  // namespace

const Kernel& CodeObject::kernel(std::string_view kernel_name) const {
  if (kernel_name.empty() && kernels.size() == 1) return kernels.front();
  const auto found = std::ranges::find(kernels, kernel_name, &Kernel::name);
  if (found != kernels.end()) return *found;
  std::vector<std::string_view> names;
  names.reserve(kernels.size());
  for (const Kernel& kernel : kernels) names.push_back(kernel.name);
  const std::string list = names.empty() ? "none" : fmt::format("{}", fmt::join(names, ", "));
  if (kernel_name.empty() && !kernels.empty()) {
    throw Error(ErrorKind::kRequest, "ambiguous-kernel",
                fmt::format("{} has several kernels: {}", name, list), "name one with --kernel");
  }
  throw Error(ErrorKind::kRequest, "unknown-kernel",
              fmt::format("{} has no kernel{}; its kernels: {}", name,
                          kernel_name.empty() ? "" : fmt::format(" {}", kernel_name), list),
              "name one of them with --kernel (C++ names are mangled unless extern \"C\")");
}

CodeObject load_code_object(std::span<const std::byte> bytes, std::string name, const isa::Target* wanted) {
  CodeObject object;
  object.name = std::move(name);
  object.name.erase(0, object.name.rfind('/') + 1);
  if (is_bundle(bytes)) bytes = unbundle(bytes, object.name, wanted);
  object.elf.assign(bytes.begin(), bytes.end());
  {
    const ElfFile given(object.elf, object.name);
    object.target = target_of(given.header(), object.name);
    if (given.header().type == kRelocatable) object.elf = link_relocatable(object.elf, object.name);
  }
  if (wanted != nullptr && *wanted != object.target) {
    throw Error(ErrorKind::kRequest, "wrong-target",
                fmt::format("{} is compiled for {}, not for {}", object.name, isa::target_name(object.target),
                            isa::target_name(*wanted)),
                fmt::format("compile with --offload-arch={0}, or run with --target {1}",
                            isa::target_name(*wanted), isa::target_name(object.target)));
  }
  const ElfFile file(object.elf, object.name);
  object.abi_version = code_object_version(file.header(), object.name);
  object.segments = file.load_segments();
  object.symbols = file.symbols();
  object.relocations = file.relocations();
  check_relocations(object);
  Metadata metadata = read_metadata(file.metadata_note(), object.name);
  object.kernels = std::move(metadata.kernels);
  object.printf_formats = std::move(metadata.printf_formats);
  for (Kernel& kernel : object.kernels) place_kernel(object, kernel);
  return object;
}

}  // namespace lanewise::code_object
