// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Walks the metadata's explicit arguments in kernarg order beside the given ones.

#include "workbench/run/packed_arguments.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "simulator/diagnostics/error.h"
#include "workbench/case/text_list.h"

namespace lanewise::workbench {
namespace {

using code_object::Kernel;
using code_object::KernelArgument;

bool is_pointer(const KernelArgument& argument) { return argument.value_kind == "global_buffer"; }

std::string expected_text(const KernelArgument& argument) {
  if (is_pointer(argument)) return "a pointer (8 bytes)";
  const std::string type = argument.type_name.empty() ? "" : fmt::format(" ({})", argument.type_name);
  if (argument.value_kind == "by_value") return fmt::format("{} bytes by value{}", argument.size, type);
  return fmt::format("{} of {} bytes{}", argument.value_kind, argument.size, type);
}

std::string given_text(const JobArgument& argument) {
  switch (argument.kind) {
    case ArgumentKind::kNull: return "a null pointer";
    case ArgumentKind::kBuffer:
      return fmt::format("a buffer of {} (a pointer)", reference::name(argument.dtype));
    case ArgumentKind::kScalar: break;
  }
  return fmt::format("{} ({} bytes)", reference::name(argument.dtype),
                     reference::size_in_bytes(argument.dtype));
}

std::string signature(const Kernel& kernel, const std::vector<const KernelArgument*>& explicit_ones) {
  const std::string items = joined(
      explicit_ones,
      [](const KernelArgument* argument) {
        return (argument->name.empty() ? "" : argument->name + ": ") + expected_text(*argument);
      },
      "; ");
  return fmt::format("Kernel '{}' takes, in this order: {}.", kernel.name, items.empty() ? "nothing" : items);
}

[[noreturn]] void fail(const std::string& what, const std::string& remedy, const SourcePlace& place = {}) {
  throw Error(ErrorKind::kRequest, "argument-mismatch", what, remedy, place);
}

std::vector<const KernelArgument*> explicit_arguments(const Kernel& kernel) {
  std::vector<const KernelArgument*> result;
  for (const KernelArgument& argument : kernel.arguments) {
    if (!argument.hidden()) result.push_back(&argument);
  }
  std::sort(result.begin(), result.end(),
            [](const KernelArgument* a, const KernelArgument* b) { return a->offset < b->offset; });
  return result;
}

void check_kind(const KernelArgument& wanted, const JobArgument& given, std::size_t number,
                const std::string& remedy) {
  const bool fits =
      given.kind == ArgumentKind::kScalar
          ? wanted.value_kind == "by_value" && wanted.size == reference::size_in_bytes(given.dtype)
          : is_pointer(wanted) && wanted.size == 8;
  if (fits) return;
  const std::string name = wanted.name.empty() || wanted.name == given.name
                               ? ""
                               : fmt::format(" ('{}' in the kernel)", wanted.name);
  fail(fmt::format("argument {} '{}'{}: expected {}, given {}", number + 1, given.name, name,
                   expected_text(wanted), given_text(given)),
       remedy, given.place);
}

}  // namespace

PackedArguments pack_arguments(const Kernel& kernel, const std::vector<JobArgument>& arguments,
                               const std::vector<std::uint64_t>& pointers) {
  const std::vector<const KernelArgument*> wanted = explicit_arguments(kernel);
  const std::string remedy = signature(kernel, wanted);
  PackedArguments packed;
  for (const KernelArgument* argument : wanted) {
    packed.bytes.resize(
        std::max<std::size_t>(packed.bytes.size(), std::size_t{argument->offset} + argument->size));
  }
  if (arguments.size() > wanted.size()) {
    fail(fmt::format("{} arguments are given, the kernel takes {}; '{}' is one too many", arguments.size(),
                     wanted.size(), arguments[wanted.size()].name),
         remedy, arguments[wanted.size()].place);
  }
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    const KernelArgument& slot = *wanted[i];
    if (i < arguments.size()) {
      check_kind(slot, arguments[i], i, remedy);
      const std::uint64_t value =
          arguments[i].kind == ArgumentKind::kScalar ? arguments[i].bits : pointers[i];
      std::memcpy(packed.bytes.data() + slot.offset, &value, std::min<std::size_t>(slot.size, sizeof value));
    } else if (is_pointer(slot)) {
      packed.notes.push_back(fmt::format("argument {}{} is a pointer that nobody gave: null", i + 1,
                                         slot.name.empty() ? "" : fmt::format(" '{}'", slot.name)));
    } else {
      fail(fmt::format("argument {}{} is missing: expected {}", i + 1,
                       slot.name.empty() ? "" : fmt::format(" '{}'", slot.name), expected_text(slot)),
           remedy);
    }
  }
  return packed;
}

}  // namespace lanewise::workbench
