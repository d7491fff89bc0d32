// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The --record grammar on a grid of 4 x 3 workgroups.

#include "workbench/run/record_spec.h"

#include <doctest/doctest.h>

#include <string>

#include "simulator/diagnostics/error.h"

using namespace lanewise;
using lanewise::workbench::parse_record;

namespace {
constexpr std::array<std::uint32_t, 3> kGrid{4, 3, 1};
using Numbers = std::vector<std::uint32_t>;
}  // namespace

TEST_CASE("record_items_name_workgroups") {
  struct Row {
    const char* text;
    Numbers workgroups;
  };
  const Row rows[] = {
      {"first", {0}},
      {"last", {11}},
      {"first,last", {0, 11}},
      {"3", {3}},
      {"2-4", {2, 3, 4}},
      {"5,2-3", {5, 2, 3}},
      {"all", {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}},
  };
  for (const Row& row : rows) {
    CAPTURE(row.text);
    CHECK(parse_record(row.text, kGrid).workgroups == row.workgroups);
  }
  CHECK(parse_record("", kGrid).workgroups == trace::first_middle_last(kGrid));
  CHECK(parse_record("limit=8", kGrid).workgroups == trace::first_middle_last(kGrid));
  CHECK(parse_record("limit=8", kGrid).byte_limit == 8u << 20);
  const trace::RecordOptions chosen = parse_record("first,results=7.2", kGrid);
  CHECK(chosen.workgroups == Numbers{0, 7});
  CHECK(chosen.results_of.value_or(trace::ChosenWave{}).wave == 2);
}

TEST_CASE("bad_record_items_are_refused") {
  for (const char* text : {"frist", "12", "0-12", "4-2", "limit=0", "limit=x", "results=3", "results=12.0",
                           "first,,last", "-1", "1.5"}) {
    CAPTURE(text);
    try {
      (void)parse_record(text, kGrid);
      FAIL("no complaint");
    } catch (const Error& error) {
      CHECK(error.id == "bad-record");
    }
  }
}
