// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The only file of the trace that includes the JSON library. Keys are sorted by the library, so that the
// bytes depend on the contents only. Text that is not UTF-8 is kept readable: bad bytes become U+FFFD.

#include "simulator/trace/case_form.h"

#include <limits>
#include <nlohmann/json.hpp>
#include <string>

#include "simulator/trace/byte_stream.h"

namespace lanewise::trace {
namespace {

using nlohmann::json;

json registers_to_json(const RegisterFacts& facts) {
  const chips::Occupancy& o = facts.occupancy;
  return {{"vgprs", facts.vgprs},
          {"agprs", facts.agprs},
          {"sgprs", facts.sgprs},
          {"scratch_bytes", facts.scratch_bytes},
          {"vgpr_spills", facts.vgpr_spills},
          {"sgpr_spills", facts.sgpr_spills},
          {"lds_bytes", facts.lds_bytes},
          {"occupancy",
           {{"waves_per_simd", o.waves_per_simd},
            {"workgroups_per_cu", o.workgroups_per_cu},
            {"limiter", static_cast<std::uint32_t>(o.limiter)},
            {"vgprs_allocated", o.vgprs_allocated},
            {"lds_allocated", o.lds_allocated},
            {"by_vector_registers", o.by_vector_registers},
            {"by_scalar_registers", o.by_scalar_registers},
            {"by_lds", o.by_lds},
            {"by_workgroup_size", o.by_workgroup_size},
            {"by_barriers", o.by_barriers}}}};
}

/// Reads members of one JSON object, checking that they are there and of the right kind and range.
class Members {
 public:
  explicit Members(const json& object) : object_(object) {
    if (!object.is_object()) throw MalformedBytes{"a JSON object is missing"};
  }

  [[nodiscard]] const json& at(const char* key) const {
    const auto found = object_.find(key);
    if (found == object_.end()) throw MalformedBytes{std::string("\"") + key + "\" is missing"};
    return *found;
  }
  [[nodiscard]] const json& list(const char* key) const {
    const json& value = at(key);
    if (!value.is_array()) throw MalformedBytes{std::string("\"") + key + "\" is no list"};
    return value;
  }
  void read(const char* key, std::string& text) const {
    if (!at(key).is_string()) throw MalformedBytes{std::string("\"") + key + "\" is no text"};
    text = at(key).get<std::string>();
  }
  void read(const char* key, bool& flag) const {
    if (!at(key).is_boolean()) throw MalformedBytes{std::string("\"") + key + "\" is neither true nor false"};
    flag = at(key).get<bool>();
  }
  void read(const char* key, std::uint64_t& number) const { number = unsigned_of(key, at(key)); }
  void read(const char* key, std::uint32_t& number) const { number = narrow(key, at(key)); }
  void read(const char* key, std::array<std::uint32_t, 3>& numbers) const {
    if (list(key).size() != 3) throw MalformedBytes{std::string("\"") + key + "\" has not three numbers"};
    for (std::size_t i = 0; i < 3; ++i) numbers[i] = narrow(key, at(key)[i]);
  }

 private:
  static std::uint64_t unsigned_of(const char* key, const json& value) {
    if (!value.is_number_unsigned())
      throw MalformedBytes{std::string("\"") + key + "\" is no unsigned number"};
    return value.get<std::uint64_t>();
  }
  static std::uint32_t narrow(const char* key, const json& value) {
    const std::uint64_t number = unsigned_of(key, value);
    if (number > std::numeric_limits<std::uint32_t>::max()) {
      throw MalformedBytes{std::string("\"") + key + "\" is out of range"};
    }
    return static_cast<std::uint32_t>(number);
  }

  const json& object_;
};

RegisterFacts registers_from_json(const json& value) {
  RegisterFacts facts;
  const Members in(value);
  in.read("vgprs", facts.vgprs);
  in.read("agprs", facts.agprs);
  in.read("sgprs", facts.sgprs);
  in.read("scratch_bytes", facts.scratch_bytes);
  in.read("vgpr_spills", facts.vgpr_spills);
  in.read("sgpr_spills", facts.sgpr_spills);
  in.read("lds_bytes", facts.lds_bytes);
  const Members occupancy(in.at("occupancy"));
  chips::Occupancy& o = facts.occupancy;
  occupancy.read("waves_per_simd", o.waves_per_simd);
  occupancy.read("workgroups_per_cu", o.workgroups_per_cu);
  occupancy.read("vgprs_allocated", o.vgprs_allocated);
  occupancy.read("lds_allocated", o.lds_allocated);
  occupancy.read("by_vector_registers", o.by_vector_registers);
  occupancy.read("by_scalar_registers", o.by_scalar_registers);
  occupancy.read("by_lds", o.by_lds);
  occupancy.read("by_workgroup_size", o.by_workgroup_size);
  occupancy.read("by_barriers", o.by_barriers);
  std::uint32_t limiter = 0;
  occupancy.read("limiter", limiter);
  if (limiter > static_cast<std::uint32_t>(chips::Limiter::kBarriers))
    throw MalformedBytes{"\"limiter\" is unknown"};
  o.limiter = static_cast<chips::Limiter>(limiter);
  return facts;
}

void read_lists(const Members& in, Trace& trace) {
  for (const json& item : in.list("lds")) {
    const Members count(item);
    LdsInstructionCount& lds = trace.lds.emplace_back();
    count.read("instruction", lds.instruction);
    count.read("executions", lds.executions);
    count.read("active_cycles", lds.active_cycles);
    count.read("conflict_cycles", lds.conflict_cycles);
  }
  for (const json& item : in.list("counters")) {
    const Members counter(item);
    auto& [name, value] = trace.counters.emplace_back();
    counter.read("name", name);
    counter.read("value", value);
  }
  for (const json& item : in.list("allocations")) {
    const Members member(item);
    Allocation& allocation = trace.allocations.emplace_back();
    member.read("label", allocation.label);
    member.read("relative_address", allocation.relative_address);
    member.read("size", allocation.size);
  }
}

}  // namespace

std::vector<std::uint8_t> write_case(const Trace& trace) {
  json lds = json::array(), counters = json::array(), allocations = json::array();
  for (const LdsInstructionCount& count : trace.lds) {
    lds.push_back({{"instruction", count.instruction},
                   {"executions", count.executions},
                   {"active_cycles", count.active_cycles},
                   {"conflict_cycles", count.conflict_cycles}});
  }
  for (const auto& [name, value] : trace.counters) counters.push_back({{"name", name}, {"value", value}});
  for (const Allocation& allocation : trace.allocations) {
    allocations.push_back({{"label", allocation.label},
                           {"relative_address", allocation.relative_address},
                           {"size", allocation.size}});
  }
  const json object = {{"title", trace.title},
                       {"variant", trace.variant},
                       {"verdict", trace.verdict},
                       {"compiler", trace.compiler},
                       {"grid", trace.grid},
                       {"block", trace.block},
                       {"truncated", trace.truncated},
                       {"registers", registers_to_json(trace.registers)},
                       {"lds", lds},
                       {"counters", counters},
                       {"allocations", allocations}};
  const std::string text = object.dump(1, ' ', false, json::error_handler_t::replace);
  return {text.begin(), text.end()};
}

void read_case(std::span<const std::uint8_t> text, Trace& trace) {
  const json object = json::parse(text.begin(), text.end(), nullptr, /*allow_exceptions=*/false);
  if (object.is_discarded()) throw MalformedBytes{"it is not JSON"};
  const Members in(object);
  in.read("title", trace.title);
  in.read("variant", trace.variant);
  in.read("verdict", trace.verdict);
  in.read("compiler", trace.compiler);
  in.read("grid", trace.grid);
  in.read("block", trace.block);
  in.read("truncated", trace.truncated);
  trace.registers = registers_from_json(in.at("registers"));
  read_lists(in, trace);
}

}  // namespace lanewise::trace
