// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Outcome to JSON through nlohmann-json (a slow header). Keys keep the order in which they are written
// here. JSON has no NaN and no infinity: such numbers are the strings "nan", "inf" and "-inf".

#include "workbench/report/json_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include <nlohmann/json.hpp>

#include "simulator/chips/occupancy.h"

namespace lanewise::workbench {
namespace {

using Json = nlohmann::ordered_json;

Json number(double value) {
  if (std::isnan(value)) return "nan";
  if (std::isinf(value)) return value > 0 ? "inf" : "-inf";
  return value;
}

/// Without folders, so that a report is the same on every machine.
Json place_json(const SourcePlace& place) {
  if (place.file.empty()) return nullptr;
  const std::string file = bare_file_name(place.file);
  return place.line == 0 ? file : fmt::format("{}:{}:{}", file, place.line, place.column);
}

Json writer_json(const LastWriter& writer) {
  Json json;
  json["workgroup"] = writer.workgroup;
  json["wave"] = writer.wave;
  json["lane"] = writer.lane;
  json["instruction"] = writer.instruction;
  json["source"] = writer.source;
  return json;
}

Json wrong_json(const OutputOutcome& output) {
  if (!output.comparison.first_wrong) return nullptr;
  const reference::WrongElement& wrong = *output.comparison.first_wrong;
  Json json;
  json["index"] = wrong.index;
  json["linear"] = wrong.flat;
  json["expected"] = number(wrong.expected);
  json["got"] = number(wrong.got);
  json["got_bits"] = fmt::format("{:#x}", wrong.got_bits);
  json["bound"] = number(wrong.bound);
  json["mismatch"] = reference::name(wrong.mismatch);
  json["last_writer"] = output.first_wrong_writer ? writer_json(*output.first_wrong_writer) : Json(nullptr);
  return json;
}

Json output_json(const OutputOutcome& output) {
  const reference::Comparison& comparison = output.comparison;
  Json json;
  json["name"] = output.name;
  json["dtype"] = output.dtype;
  json["shape"] = output.shape;
  json["elements"] = output.elements;
  json["checked"] = output.checked;
  json["wrong"] = comparison.wrong_count;
  json["never_written"] = output.never_written;
  json["max_error_over_bound"] = output.checked ? number(comparison.max_error_over_bound) : Json(nullptr);
  json["mean_error_over_bound"] = output.checked ? number(comparison.mean_error_over_bound) : Json(nullptr);
  json["rms_error_over_bound"] = output.checked ? number(comparison.rms_error_over_bound) : Json(nullptr);
  json["pattern"] = comparison.pattern;
  json["fingerprint"] = output.fingerprint;
  json["first_wrong"] = wrong_json(output);
  return json;
}

Json registers_json(const Outcome& outcome) {
  const trace::RegisterFacts& facts = outcome.registers;
  Json json;
  json["vgpr"] = facts.vgprs;
  json["agpr"] = facts.agprs;
  json["sgpr"] = facts.sgprs;
  json["scratch_bytes"] = facts.scratch_bytes;
  json["vgpr_spills"] = facts.vgpr_spills;
  json["sgpr_spills"] = facts.sgpr_spills;
  json["live_vgpr_peak"] = outcome.live_vgpr_peak;
  json["live_agpr_peak"] = outcome.live_agpr_peak;
  json["occupancy_waves_per_simd"] = facts.occupancy.waves_per_simd;
  json["occupancy_workgroups_per_cu"] = facts.occupancy.workgroups_per_cu;
  json["limiter"] = chips::limiter_name(facts.occupancy.limiter);
  json["basis"] = "modelled";
  return json;
}

Json lds_json(const Outcome& outcome) {
  Json json;
  json["bytes"] = outcome.registers.lds_bytes;
  json["conflict_cycles"] = outcome.simulated ? Json(outcome.conflict_cycles()) : Json(nullptr);
  json["basis"] = "counted";
  json["per_instruction"] = Json::array();
  for (const LdsInstruction& instruction : outcome.lds) {
    Json row;
    row["instruction"] = instruction.text;
    row["source"] = instruction.place;
    row["executions"] = instruction.count.executions;
    row["active_cycles"] = instruction.count.active_cycles;
    row["conflict_cycles"] = instruction.count.conflict_cycles;
    json["per_instruction"].push_back(std::move(row));
  }
  return json;
}

Json engine_json(const Outcome& outcome) {
  const engine::DispatchResult& engine = outcome.engine;
  Json json;
  json["device"] = outcome.device;
  json["delivery"] = outcome.delivery;
  json["mfma"] = outcome.mfma;
  json["workgroups"] = engine.workgroups;
  json["waves"] = engine.waves;
  json["wave_instructions"] = engine.wave_instructions;
  json["seconds"] = engine.seconds;
  json["wave_instructions_per_second"] =
      engine.seconds > 0 ? static_cast<double>(engine.wave_instructions) / engine.seconds : 0.0;
  return json;
}

Json outcome_json(const Outcome& outcome) {
  Json json;
  json["schema_version"] = kReportSchemaVersion;
  json["lanewise"] = kVersion;
  json["verdict"] = outcome.passed ? "pass" : "fail";
  json["checked"] = outcome.checked;
  json["title"] = outcome.title;
  json["target"] = isa::target_name(outcome.target);
  json["variant"] = outcome.variant;
  json["sizes"] = outcome.sizes;
  json["kernel"] = outcome.kernel;
  json["code_object"] = {{"name", outcome.code_object},
                         {"fingerprint", outcome.code_object_hash},
                         {"compiler", outcome.compiler}};
  json["launch"] = {{"grid", outcome.grid}, {"block", outcome.block}};
  json["seed"] = outcome.seed;
  json["outputs"] = Json::array();
  for (const OutputOutcome& output : outcome.outputs) json["outputs"].push_back(output_json(output));
  json["counters"] = Json::object();
  for (const auto& [name, value] : outcome.counters) json["counters"][name] = value;
  json["registers"] = registers_json(outcome);
  json["lds"] = lds_json(outcome);
  json["findings"] = Json::array();
  for (const Finding& finding : outcome.findings) {
    json["findings"].push_back({{"id", finding.id},
                                {"message", finding.message},
                                {"source", place_json(finding.place)},
                                {"remedy", finding.remedy}});
  }
  json["notes"] = outcome.notes;
  json["engine"] = engine_json(outcome);
  return json;
}

std::string text_of(const Json& json) {
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace

std::string json_report(const std::vector<Outcome>& outcomes) {
  if (outcomes.size() == 1) return text_of(outcome_json(outcomes.front()));
  const bool passed =
      std::all_of(outcomes.begin(), outcomes.end(), [](const Outcome& outcome) { return outcome.passed; });
  Json json;
  json["schema_version"] = kReportSchemaVersion;
  json["verdict"] = passed ? "pass" : "fail";
  json["runs"] = Json::array();
  for (const Outcome& outcome : outcomes) json["runs"].push_back(outcome_json(outcome));
  return text_of(json);
}

std::string json_version() {
  Json json;
  json["name"] = "lanewise";
  json["version"] = kVersion;
  json["targets"] = {"gfx942", "gfx950"};
  json["report_schema_version"] = kReportSchemaVersion;
  json["trace_version"] = trace::kTraceVersion;
  return text_of(json);
}

}  // namespace lanewise::workbench
