// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// MessagePack is parsed by nlohmann::json. What surprises: its parser recurses per nesting level, so a
// first pass counts the depth and stops at a bound, lest a hostile note exhaust the stack.

#include "simulator/code_object/metadata.h"

#include <cstdint>
#include <limits>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "simulator/code_object/elf_file.h"

namespace lanewise::code_object {
namespace {

using nlohmann::json;

constexpr int kMaximumDepth = 16;  // real metadata has 5 levels

/// Accepts everything down to kMaximumDepth.
class DepthGuard : public nlohmann::json_sax<json> {
 public:
  bool null() override { return true; }
  bool boolean(bool) override { return true; }
  bool number_integer(number_integer_t) override { return true; }
  bool number_unsigned(number_unsigned_t) override { return true; }
  bool number_float(number_float_t, const string_t&) override { return true; }
  bool string(string_t&) override { return true; }
  bool binary(binary_t&) override { return true; }
  bool key(string_t&) override { return true; }
  bool start_object(std::size_t) override { return ++depth_ <= kMaximumDepth; }
  bool end_object() override { return --depth_ >= 0; }
  bool start_array(std::size_t) override { return ++depth_ <= kMaximumDepth; }
  bool end_array() override { return --depth_ >= 0; }
  bool parse_error(std::size_t, const std::string&, const nlohmann::detail::exception&) override {
    return false;
  }

 private:
  int depth_ = 0;
};

class MapReader {
 public:
  MapReader(const json& map, std::string where, std::string_view object)
      : map_(map), where_(std::move(where)), object_(object) {
    if (!map_.is_object()) malformed(object_, "metadata: " + where_ + " is not a map");
  }

  [[nodiscard]] std::string text(const char* key) const {
    const auto found = map_.find(key);
    if (found == map_.end()) return "";
    if (!found->is_string()) complain(key, "text");
    return found->get<std::string>();
  }
  [[nodiscard]] std::string required_text(const char* key) const {
    std::string value = text(key);
    if (value.empty()) malformed(object_, fmt::format("metadata: {} has no {}", where_, key));
    return value;
  }
  [[nodiscard]] std::uint32_t number(const char* key) const {
    const auto found = map_.find(key);
    if (found == map_.end()) return 0;
    if (!found->is_number_unsigned() ||
        found->get<std::uint64_t>() > std::numeric_limits<std::uint32_t>::max()) {
      complain(key, "a number below 2^32");
    }
    return found->get<std::uint32_t>();
  }
  [[nodiscard]] bool flag(const char* key) const {
    const auto found = map_.find(key);
    if (found == map_.end()) return false;
    if (!found->is_boolean()) complain(key, "true or false");
    return found->get<bool>();
  }
  /// Elements of an array; empty if the key is absent.
  [[nodiscard]] const json& array(const char* key) const {
    static const json kEmpty = json::array();
    const auto found = map_.find(key);
    if (found == map_.end()) return kEmpty;
    if (!found->is_array()) complain(key, "an array");
    return *found;
  }

 private:
  [[noreturn]] void complain(const char* key, const char* wanted) const {
    malformed(object_, fmt::format("metadata: {} of {} is not {}", key, where_, wanted));
  }
  const json& map_;
  std::string where_;
  std::string_view object_;
};

KernelArgument read_argument(const json& entry, const std::string& where, std::string_view object) {
  const MapReader map(entry, where, object);
  KernelArgument argument;
  argument.name = map.text(".name");
  argument.type_name = map.text(".type_name");
  argument.value_kind = map.required_text(".value_kind");
  argument.address_space = map.text(".address_space");
  argument.offset = map.number(".offset");
  argument.size = map.number(".size");
  return argument;
}

Kernel read_kernel(const json& entry, std::string_view object) {
  const MapReader map(entry, "a kernel", object);
  Kernel kernel;
  kernel.name = map.required_text(".name");
  kernel.symbol = map.required_text(".symbol");
  kernel.kernarg_segment_size = map.number(".kernarg_segment_size");
  kernel.vgpr_count = map.number(".vgpr_count");
  kernel.agpr_count = map.number(".agpr_count");
  kernel.sgpr_count = map.number(".sgpr_count");
  kernel.vgpr_spill_count = map.number(".vgpr_spill_count");
  kernel.sgpr_spill_count = map.number(".sgpr_spill_count");
  kernel.max_flat_workgroup_size = map.number(".max_flat_workgroup_size");
  kernel.uses_dynamic_stack = map.flag(".uses_dynamic_stack");
  const json& required = map.array(".reqd_workgroup_size");
  if (!required.empty()) {
    if (required.size() != 3)
      malformed(object, "metadata: .reqd_workgroup_size of " + kernel.name + " has not three elements");
    for (std::size_t i = 0; i < 3; ++i) {
      if (!required[i].is_number_unsigned())
        malformed(object, "metadata: .reqd_workgroup_size of " + kernel.name + " is not made of numbers");
      kernel.required_workgroup_size[i] = required[i].get<std::uint32_t>();
    }
  }
  for (const json& argument : map.array(".args")) {
    KernelArgument read = read_argument(argument, "an argument of " + kernel.name, object);
    if (std::uint64_t{read.offset} + read.size > kernel.kernarg_segment_size) {
      malformed(object, fmt::format("metadata: argument {} of {} lies outside the kernarg segment",
                                    kernel.arguments.size(), kernel.name));
    }
    kernel.arguments.push_back(std::move(read));
  }
  return kernel;
}

}  // namespace

Metadata read_metadata(std::span<const std::byte> note, std::string_view name) {
  const auto* begin = reinterpret_cast<const std::uint8_t*>(note.data());
  DepthGuard guard;
  if (!json::sax_parse(begin, begin + note.size(), &guard, json::input_format_t::msgpack, false)) {
    malformed(name, "its metadata is not MessagePack, or is nested too deeply");
  }
  const json root = json::from_msgpack(begin, begin + note.size(), false, false);
  const MapReader map(root, "the metadata", name);
  Metadata metadata;
  for (const json& kernel : map.array("amdhsa.kernels"))
    metadata.kernels.push_back(read_kernel(kernel, name));
  for (const json& format : map.array("amdhsa.printf")) {
    if (!format.is_string()) malformed(name, "metadata: amdhsa.printf is not made of text");
    metadata.printf_formats.push_back(format.get<std::string>());
  }
  return metadata;
}

}  // namespace lanewise::code_object
