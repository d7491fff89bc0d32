// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The command line's grammar, without running anything.

#include "workbench/command/command_line.h"

#include <doctest/doctest.h>

#include "simulator/diagnostics/error.h"
#include "workbench/case/job.h"
#include "workbench/command/flag_case.h"

using namespace lanewise;
using namespace lanewise::workbench;

namespace {

Command parse(std::vector<const char*> words) {
  words.insert(words.begin(), "lanewise");
  return parse_command_line(static_cast<int>(words.size()), words.data());
}

}  // namespace

TEST_CASE("usage_errors_are_status_2_and_help_is_status_0") {
  const std::vector<std::vector<const char*>> bad = {{},
                                                     {"runn"},
                                                     {"run"},
                                                     {"run", "a.toml", "--colour"},
                                                     {"run", "a.toml", "--device", "cuda"},
                                                     {"run", "a.toml", "--threads", "many"},
                                                     {"run", "a.toml", "--json"},
                                                     {"export", "a.lwt"},
                                                     {"export", "a", "b", "c", "-o", "x.svg"},
                                                     {"run", "a.toml", "b.toml"}};
  for (const auto& words : bad) {
    CAPTURE(words.size());
    const Command command = parse(words);
    REQUIRE(std::holds_alternative<Message>(command));
    CHECK(std::get<Message>(command).status == 2);
    CHECK(!std::get<Message>(command).text.empty());
  }
  for (const std::vector<const char*>& words :
       {std::vector<const char*>{"--help"}, {"run", "--help"}, {"export", "-h"}}) {
    const Command command = parse(words);
    REQUIRE(std::holds_alternative<Message>(command));
    CHECK(std::get<Message>(command).status == 0);
  }
}

TEST_CASE("repeated_flags_keep_their_order_and_swallow_nothing") {
  const Command command = parse({"run", "--arg", "A=f32[4]", "k.co", "--arg", "n=i32:-4", "--grid", "1,2",
                                 "--block", "64", "-D", "X=1"});
  REQUIRE(std::holds_alternative<RunRequest>(command));
  const RunRequest& run = std::get<RunRequest>(command);
  CHECK(run.file == "k.co");
  CHECK(run.arguments == std::vector<std::string>{"A=f32[4]", "n=i32:-4"});
  CHECK(run.defines == std::vector<std::string>{"X=1"});
}

TEST_CASE("flags_make_a_case") {
  RunRequest request;
  request.file = "dir/k.hip";
  request.kernel = "k";
  request.grid = "ceil_div(N, 64),2";
  request.block = "64";
  request.defines = {"N=100", "FAST"};
  request.arguments = {"A=f32[N]:iota", "B=f32[N]"};
  request.reference = "copy";
  request.reference_parameters = {"alpha=2"};
  const Case given = case_of(request);
  CHECK(given.source == "dir/k.hip");
  CHECK(given.constants.at("FAST").text == "1");
  const Job job = make_job(given, {});
  CHECK(job.grid == std::array<std::uint32_t, 3>{2, 2, 1});
  CHECK(job.arguments[1].direction == Direction::kOut);
  CHECK(given.reference.value_or(ReferenceRequest{}).parameters.at("alpha").text == "2");
  CHECK(case_text(parse_case(case_text(given), "case.toml")) == case_text(given));
}

TEST_CASE("flags_that_do_not_go_together_are_refused") {
  RunRequest base;
  base.file = "k.co";
  base.grid = "1";
  base.block = "64";
  (void)case_of(base);
  struct Row {
    void (*change)(RunRequest&);
    const char* id;
  };
  const Row rows[] = {
      {[](RunRequest& r) { r.grid = ""; }, "missing-flag"},
      {[](RunRequest& r) { r.block = "1,2,3,4"; }, "missing-flag"},
      {[](RunRequest& r) { r.arguments = {"A=f32[4]", "A=f32[4]"}; }, "bad-argument"},
      {[](RunRequest& r) { r.defines = {"=1"}; }, "bad-define"},
      {[](RunRequest& r) { r.targets = {"gfx90a"}; }, "unknown-target"},
      {[](RunRequest& r) { r.reference = "a", r.expected = "b"; }, "bad-flag"},
      {[](RunRequest& r) { r.reference = "a", r.reference_parameters = {"b"}; }, "bad-flag"},
      {[](RunRequest& r) { r.file = "case.toml"; }, "flag-with-case"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.id);
    RunRequest request = base;
    row.change(request);
    try {
      (void)case_of(request);
      FAIL("no complaint");
    } catch (const Error& error) {
      CHECK(error.id == row.id);
    }
  }
}
