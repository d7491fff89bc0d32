// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The memo's comparison is the whole cost of a hit, so it has a form compiled for AVX2 that is taken
// when the CPU has it. Addresses of inactive lanes mean nothing and are left out of the key.

#include "simulator/lds/count_memo.h"

#include <bit>

namespace lanewise::lds {
namespace {

using Lanes = std::span<const std::uint64_t, 64>;
using Relative = std::array<std::uint64_t, 64>;
using Matches = bool (*)(Lanes, std::uint64_t, const Relative&, std::uint64_t);

// Both loops are plain so that the compiler turns them into vector code; `always_inline` carries them
// into the function whose instruction set is wider.
[[gnu::always_inline]] inline bool matches(Lanes addresses, std::uint64_t base, const Relative& relative,
                                           std::uint64_t exec) {
  std::uint64_t difference = 0;
  if (exec == ~0ull) {
    for (unsigned lane = 0; lane < 64; ++lane) difference |= (addresses[lane] - base) ^ relative[lane];
  } else {
    for (unsigned lane = 0; lane < 64; ++lane) {
      const std::uint64_t active = 0 - ((exec >> lane) & 1);
      difference |= ((addresses[lane] - base) ^ relative[lane]) & active;
    }
  }
  return difference == 0;
}

bool matches_portable(Lanes addresses, std::uint64_t base, const Relative& relative, std::uint64_t exec) {
  return matches(addresses, base, relative, exec);
}

#if defined(__x86_64__)
[[gnu::target("avx2")]] bool matches_avx2(Lanes addresses, std::uint64_t base, const Relative& relative,
                                          std::uint64_t exec) {
  return matches(addresses, base, relative, exec);
}
#endif

Matches choose_matches() {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx2")) return matches_avx2;
#endif
  return matches_portable;
}

// It asks the CPU and cannot throw.
// NOLINTNEXTLINE(bugprone-throwing-static-initialization)
const Matches kMatches = choose_matches();

}  // namespace

const Result& CountMemo::count(const Access& access, Lanes addresses, std::uint64_t exec) {
  const std::uint64_t base = exec == 0 ? 0 : addresses[static_cast<std::size_t>(std::countr_zero(exec))];
  for (std::size_t i = 0; i < entries_.size(); ++i) {
    const std::size_t at = (latest_ + i) % entries_.size();
    const Entry& entry = entries_[at];
    if (entry.exec != exec || entry.base_low != (base & 15) || !(entry.access == access)) continue;
    if (kMatches(addresses, base, entry.relative, exec)) {
      latest_ = at;
      ++hits_;
      return entry.result;
    }
  }
  ++misses_;
  return remember(access, addresses, exec);
}

const Result& CountMemo::remember(const Access& access, Lanes addresses, std::uint64_t exec) {
  if (entries_.size() < kEntries) {
    latest_ = entries_.size();
    entries_.emplace_back();
  } else {
    latest_ = (latest_ + kEntries - 1) % kEntries;
  }
  Entry& entry = entries_[latest_];
  const std::uint64_t base = exec == 0 ? 0 : addresses[static_cast<std::size_t>(std::countr_zero(exec))];
  entry.access = access;
  entry.exec = exec;
  entry.base_low = base & 15;
  for (std::size_t lane = 0; lane < 64; ++lane) entry.relative[lane] = addresses[lane] - base;
  entry.result = lds::count(access, addresses, exec);
  return entry.result;
}

}  // namespace lanewise::lds
