// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Every mnemonic that LLVM knows for our targets has a row, or stands in the list of unsupported ones with
// its reason, or, for the time being, in tests/data/isa/coverage/rows_still_missing.txt. That file may only
// shrink.

#include <doctest/doctest.h>

#include <fstream>
#include <set>
#include <string>

#include "simulator/isa/rows.h"
#include "simulator/isa/unsupported.h"

using namespace lanewise;

namespace {

bool has_row(const isa::HandlerTable& table, isa::MnemonicId mnemonic) {
  return isa::find_row(table, mnemonic, isa::Target::kGfx942) != nullptr ||
         isa::find_row(table, mnemonic, isa::Target::kGfx950) != nullptr;
}

std::set<std::string> still_missing() {
  std::ifstream in(std::string(LANEWISE_TEST_DATA) + "/isa/coverage/rows_still_missing.txt");
  REQUIRE(in.good());
  std::set<std::string> names;
  for (std::string line; std::getline(in, line);) {
    if (!line.empty() && line[0] != '#') names.insert(line);
  }
  return names;
}

}  // namespace

TEST_CASE("every mnemonic has a row or a stated reason") {
  const std::set<std::string> missing = still_missing();
  const isa::HandlerTable& table = isa::scalar::handler_table();
  REQUIRE(isa::mnemonic_count() > 1000);
  for (isa::MnemonicId id = 0; id < isa::mnemonic_count(); ++id) {
    const std::string name(isa::mnemonic_name(id));
    CAPTURE(name);
    CHECK((has_row(table, id) || !isa::unsupported_reason(name).empty() || missing.count(name) == 1));
  }
}

TEST_CASE("what has a row is not listed as missing or unsupported") {
  const isa::HandlerTable& table = isa::scalar::handler_table();
  std::set<std::string> listed = still_missing();
  for (const isa::UnsupportedMnemonic& entry : isa::unsupported_mnemonics()) {
    CHECK(entry.reason.size() > 10);
    CHECK(listed.insert(std::string(entry.mnemonic)).second);
  }
  for (const std::string& name : listed) {
    CAPTURE(name);
    const isa::MnemonicId id = isa::find_mnemonic(name);
    REQUIRE(id != isa::kUnknownMnemonic);
    CHECK_FALSE(has_row(table, id));
  }
}

TEST_CASE("every row names a mnemonic that LLVM knows, once per target") {
  const isa::HandlerTable& table = isa::scalar::handler_table();
  for (const isa::Target target : {isa::Target::kGfx942, isa::Target::kGfx950}) {
    std::set<std::string> names;
    for (const std::span<const isa::Row>& file : table.files) {
      for (const isa::Row& row : file) {
        CAPTURE(row.mnemonic);
        CHECK(isa::find_mnemonic(row.mnemonic) != isa::kUnknownMnemonic);
        const bool other = (row.flags & isa::kGfx950Only && target != isa::Target::kGfx950) ||
                           (row.flags & isa::kGfx942Only && target != isa::Target::kGfx942);
        if (!other) CHECK(names.insert(row.mnemonic).second);
      }
    }
  }
}
