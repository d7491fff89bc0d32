// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See record_spec.h for the grammar.

#include "workbench/run/record_spec.h"

#include <fmt/format.h>

#include <charconv>
#include <optional>

#include "simulator/diagnostics/error.h"

namespace lanewise::workbench {
namespace {

constexpr std::uint64_t kMostWorkgroups = 1u << 20;

class RecordReader {
 public:
  RecordReader(std::string_view text, const std::array<std::uint32_t, 3>& grid)
      : text_(text), grid_(grid), count_(std::uint64_t{grid[0]} * grid[1] * grid[2]) {}

  trace::RecordOptions read() {
    std::string_view rest = text_;
    while (!rest.empty()) {
      const std::size_t comma = rest.find(',');
      read_item(rest.substr(0, comma));
      rest.remove_prefix(comma == std::string_view::npos ? rest.size() : comma + 1);
    }
    if (options_.workgroups.empty()) options_.workgroups = trace::first_middle_last(grid_);
    if (options_.results_of) options_.workgroups.push_back(options_.results_of->workgroup);
    return std::move(options_);
  }

 private:
  [[noreturn]] void fail(std::string_view item, const std::string& what) const {
    throw Error(ErrorKind::kRequest, "bad-record", fmt::format("--record '{}': '{}' {}", text_, item, what),
                "Write e.g. first,last,12-15,limit=256,results=12.3.");
  }

  std::uint64_t number(std::string_view item, std::string_view text) const {
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (text.empty() || error != std::errc{} || end != text.data() + text.size())
      fail(item, "is not understood");
    return value;
  }

  std::uint32_t workgroup(std::string_view item, std::string_view text) const {
    const std::uint64_t value = number(item, text);
    if (value >= count_) fail(item, fmt::format("is beyond the {} workgroups of the grid", count_));
    return static_cast<std::uint32_t>(value);
  }

  void add_range(std::string_view item, std::uint64_t first, std::uint64_t last) {
    if (first > last) fail(item, "runs backwards");
    if (last - first >= kMostWorkgroups) fail(item, "is more than a trace can hold");
    for (std::uint64_t i = first; i <= last; ++i)
      options_.workgroups.push_back(static_cast<std::uint32_t>(i));
  }

  void read_item(std::string_view item) {
    const std::vector<std::uint32_t> three = trace::first_middle_last(grid_);
    if (item == "first") {
      options_.workgroups.push_back(three.front());
    } else if (item == "middle") {
      options_.workgroups.push_back(three[three.size() / 2]);
    } else if (item == "last") {
      options_.workgroups.push_back(three.back());
    } else if (item == "all") {
      add_range(item, 0, count_ - 1);
    } else if (item.starts_with("limit=")) {
      const std::uint64_t mib = number(item, item.substr(6));
      if (mib == 0 || mib > (1u << 20)) fail(item, "is no sensible number of MiB");
      options_.byte_limit = mib << 20;
    } else if (item.starts_with("results=")) {
      const std::size_t dot = item.find('.');
      if (dot == std::string_view::npos) fail(item, "is not WORKGROUP.WAVE");
      const std::uint32_t group = workgroup(item, item.substr(8, dot - 8));
      options_.results_of =
          trace::ChosenWave{group, static_cast<std::uint32_t>(number(item, item.substr(dot + 1)))};
    } else if (const std::size_t dash = item.find('-'); dash != std::string_view::npos) {
      add_range(item, workgroup(item, item.substr(0, dash)), workgroup(item, item.substr(dash + 1)));
    } else {
      options_.workgroups.push_back(workgroup(item, item));
    }
  }

  std::string_view text_;
  const std::array<std::uint32_t, 3>& grid_;
  std::uint64_t count_;
  trace::RecordOptions options_;
};

}  // namespace

trace::RecordOptions parse_record(std::string_view text, const std::array<std::uint32_t, 3>& grid) {
  return RecordReader(text, grid).read();
}

}  // namespace lanewise::workbench
