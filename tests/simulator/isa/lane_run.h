// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Running one row's lane function on 64 lanes of operands, in each build of the handlers that this host can
// run.

#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "simulator/isa/rows.h"

namespace lanewise::isa {

/// The builds of the rows that this host can run: portable first.
inline std::vector<const HandlerTable*> builds() {
  std::vector<const HandlerTable*> tables{&scalar::handler_table()};
#if defined(LANEWISE_HAS_AVX2_BUILD)
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") && __builtin_cpu_supports("f16c")) {
    tables.push_back(&avx2::handler_table());
  }
#endif
  return tables;
}

inline const Row* row_named(const HandlerTable& table, std::string_view mnemonic) {
  for (const auto& file : table.files) {
    for (const Row& row : file) {
      if (mnemonic == row.mnemonic) return &row;
    }
  }
  return nullptr;
}

inline bool is_pair(LaneKind kind) {
  return kind == LaneKind::kBits64 || kind == LaneKind::kFloat64 || kind == LaneKind::kPackedFloat;
}
inline bool is_half(LaneKind kind) { return kind == LaneKind::kBits16 || kind == LaneKind::kFloat16; }
inline bool reads_mask(Shape shape) {
  return shape == Shape::kSelect || shape == Shape::kCarryInOut || shape == Shape::kMaskIn;
}
inline bool writes_carry(Shape shape) { return shape == Shape::kCarryOut || shape == Shape::kCarryInOut; }

/// Operands and results of 64 lanes.
struct LaneRun {
  alignas(64) std::uint32_t sources[3][128] = {};
  alignas(64) std::uint32_t result[128] = {};
  LaneArguments arguments;

  LaneRun() { bind(); }
  LaneRun(const LaneRun& other) : arguments(other.arguments) {
    for (int i = 0; i < 3; ++i) {
      for (int k = 0; k < 128; ++k) sources[i][k] = other.sources[i][k];
    }
    bind();
  }
  LaneRun& operator=(const LaneRun&) = delete;

  void set(int source, int lane, std::uint64_t value) {
    sources[source][lane] = static_cast<std::uint32_t>(value);
    sources[source][64 + lane] = static_cast<std::uint32_t>(value >> 32);
  }
  [[nodiscard]] std::uint64_t value(const Row& row, int lane) const {
    if (row.result == LaneKind::kMask) return carry(lane);
    return result[lane] | (is_pair(row.result) ? static_cast<std::uint64_t>(result[64 + lane]) << 32 : 0);
  }
  [[nodiscard]] std::uint64_t carry(int lane) const { return (arguments.mask_out >> lane) & 1; }

 private:
  void bind() {
    for (int i = 0; i < 3; ++i) arguments.src[i] = sources[i];
    arguments.dst = result;
  }
};

}  // namespace lanewise::isa
