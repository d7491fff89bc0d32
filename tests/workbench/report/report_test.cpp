// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An outcome written down by hand, and what report, terminal and bars make of it.

#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "workbench/report/json_report.h"
#include "workbench/report/terminal.h"

using namespace lanewise;
using namespace lanewise::workbench;
using nlohmann::json;

namespace {

Outcome failing() {
  Outcome outcome;
  outcome.title = "GEMM";
  outcome.variant = "plain";
  outcome.target = isa::Target::kGfx950;
  outcome.kernel = "gemm";
  outcome.device = "simulator (avx2)";
  outcome.delivery = "issue";
  outcome.mfma = "fused";
  outcome.checked = true;
  outcome.passed = false;
  outcome.registers.vgprs = 100;
  outcome.registers.agprs = 64;
  outcome.registers.lds_bytes = 32768;
  outcome.registers.occupancy.waves_per_simd = 3;
  outcome.registers.occupancy.limiter = chips::Limiter::kVectorRegisters;
  outcome.lds = {{"ds_read_b128 v[0:3], v4", "kernel.hip:40:7", {12, 8, 64, 32}},
                 {"ds_write_b64 v4, v[0:1]", "kernel.hip:30:3", {5, 4, 16, 0}}};
  outcome.counters = {{"SQ_INSTS_LDS", 12}};
  outcome.engine.wave_instructions = 1000;
  outcome.engine.seconds = 0.5;
  OutputOutcome output;
  output.name = "c";
  output.shape = {4, 8};
  output.dtype = "f32";
  output.elements = 32;
  output.checked = true;
  output.comparison.wrong_count = 2;
  output.comparison.elements = 32;
  output.comparison.max_error_over_bound = std::numeric_limits<double>::infinity();
  output.comparison.pattern = "row 1";
  reference::WrongElement wrong;
  wrong.index = {1, 3};
  wrong.flat = 11;
  wrong.expected = 2.5;
  wrong.got = 1;
  wrong.bound = 0.125;
  output.comparison.first_wrong = wrong;
  output.first_wrong_writer = LastWriter{0, 2, 17, "global_store_dword v0, v1, s[2:3]", "kernel.hip:41:7"};
  outcome.outputs.push_back(output);
  return outcome;
}

}  // namespace

TEST_CASE("the_report_has_the_documented_fields") {
  const json report = json::parse(json_report({failing()}));
  CHECK(report["schema_version"] == 1);
  CHECK(report["verdict"] == "fail");
  CHECK(report["target"] == "gfx950");
  CHECK(report["variant"] == "plain");
  const json& output = report["outputs"][0];
  CHECK(output["name"] == "c");
  CHECK(output["elements"] == 32);
  CHECK(output["max_error_over_bound"] == "inf");  // JSON has no infinity
  CHECK(output["pattern"] == "row 1");
  CHECK(output["first_wrong"]["index"] == json({1, 3}));
  CHECK(output["first_wrong"]["expected"] == 2.5);
  CHECK(output["first_wrong"]["got"] == 1.0);
  CHECK(output["first_wrong"]["last_writer"]["wave"] == 2);
  CHECK(output["first_wrong"]["last_writer"]["lane"] == 17);
  CHECK(output["first_wrong"]["last_writer"]["instruction"] == "global_store_dword v0, v1, s[2:3]");
  CHECK(output["first_wrong"]["last_writer"]["source"] == "kernel.hip:41:7");
  CHECK(report["counters"]["SQ_INSTS_LDS"] == 12);
  const json& registers = report["registers"];
  for (const char* key :
       {"vgpr", "agpr", "sgpr", "scratch_bytes", "vgpr_spills", "occupancy_waves_per_simd", "limiter"}) {
    CAPTURE(key);
    CHECK(registers.contains(key));
  }
  CHECK(registers["agpr"] == 64);
  CHECK(report["lds"]["bytes"] == 32768);
  CHECK(report["lds"]["conflict_cycles"] == 32);
  CHECK(report["lds"]["per_instruction"].size() == 2);
  CHECK(report["findings"].empty());
  CHECK(report["engine"]["wave_instructions"] == 1000);
  CHECK(report["engine"]["seconds"] == 0.5);
}

TEST_CASE("several_runs_stand_in_one_report") {
  Outcome good = failing();
  good.passed = true;
  const json both = json::parse(json_report({good, failing()}));
  CHECK(both["verdict"] == "fail");
  CHECK(both["runs"].size() == 2);
  CHECK(both["runs"][0]["verdict"] == "pass");
  CHECK(json::parse(json_report({good, good}))["verdict"] == "pass");
}

TEST_CASE("a_wrong_element_is_a_diagnostic_at_its_last_writer") {
  const std::string text = failure_text(failing());
  CHECK(text ==
        "kernel.hip:41:7: error: gfx950 plain: c[1,3] is 1, expected 2.5 within 0.125; 2 of 32 elements are "
        "wrong (row 1); "
        "last written by workgroup 0 wave 2 lane 17: global_store_dword v0, v1, s[2:3] [wrong-result]\n");
  CHECK(verdict_line(failing(), {}) == "FAIL gfx950 plain: GEMM: 2 wrong elements, 32 LDS conflict cycles\n");
  CHECK(verdict_line(failing(), {true}).starts_with("\033[1;31mFAIL\033[0m"));
}

TEST_CASE("bars_are_judged_on_the_reports_numbers") {
  struct Row {
    const char* bar;
    bool holds;
  };
  const Row rows[] = {{"lds.conflict_cycles = 32", true},
                      {"lds.conflict_cycles = 0", false},
                      {"registers.vgpr <= 100", true},
                      {"registers.agpr < 64", false},
                      {"counters.SQ_INSTS_LDS = 12", true},
                      {"lds.bytes <= 32768", true},
                      {"findings = 0", true},
                      {"registers.occupancy_waves_per_simd >= 4", false},
                      {"engine.wave_instructions < 2000", true}};
  for (const Row& row : rows) {
    CAPTURE(row.bar);
    Outcome outcome = failing();
    apply_bars({parse_bar({row.bar, {}})}, outcome);
    CHECK(outcome.findings.empty() == row.holds);
  }
  Outcome outcome = failing();
  CHECK_THROWS_AS(apply_bars({parse_bar({"registers.vpgr = 1", {}})}, outcome), Error);
  outcome.simulated = false;
  apply_bars({parse_bar({"lds.conflict_cycles = 0", {}})}, outcome);
  CHECK(outcome.findings.empty());
  CHECK(outcome.notes.size() == 1);
}

TEST_CASE("the_table_lists_one_row_a_run") {
  const auto rows = summary_rows({failing(), failing()});
  REQUIRE(rows.size() == 3);
  CHECK(rows[1][0] == "plain");
  CHECK(rows[1][4] == "32");
  CHECK(rows[1].size() == rows[0].size());
  CHECK(summary_table({failing()})
            .find("conflict cycles and instructions are counted; occupancy is modelled") !=
        std::string::npos);
}
