// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The phase tables and the conflict count.
//
//   wave instruction ──▶ phases (lanes served together) ──▶ passes (array cycles) of each phase
//
// Rule inside a phase: a pass takes lanes from the lowest upwards, each lane whole, as long as no bank
// is asked for two different dwords; the lanes left over form the next pass. Lanes that ask for the
// same dword share it, on reads and on writes. This is AMD's wording ("the largest conflict-free set
// starting from the lowest lane, and repeat"), read with whole lanes because a lane's registers are
// filled by one return. For aligned accesses of 1, 2 or 4 dwords two lanes overlap in all their banks
// or in none, so passes = the largest number of distinct dwords in one bank; only 96-bit and unaligned
// accesses can need more.
//
// Sources: KOG = AMDGPU Kernel Optimization Guide (AMD, nod-ai/shark-ai, 2025-08); CKB = ROCm blog
// "Avoiding LDS Bank Conflicts on AMD GPUs Using CK-Tile"; HK = HipKittens, paper table 5 and
// analysis/paper_experiments/phases (MI355X, SQ_LDS_BANK_CONFLICT over all lane pairs).

#include "simulator/lds/banks.h"

#include <bit>

namespace lanewise::lds {
namespace {

constexpr std::uint64_t lanes(unsigned first, unsigned last) {
  return (last == 63 ? ~0ull : (1ull << (last + 1)) - 1) & ~((1ull << first) - 1);
}

constexpr std::uint64_t upper_half(std::uint64_t lower) { return lower << 32; }

struct PhaseSpec {
  isa::Target target;
  Direction direction;
  std::uint8_t bytes;
  std::uint8_t banks;
  std::array<std::uint64_t, 8> phases;  // lane masks, zero after the last
  bool measured;
  std::string_view source;
};

constexpr std::array<std::uint64_t, 8> kAllLanes = {lanes(0, 63)};
constexpr std::array<std::uint64_t, 8> kHalves = {lanes(0, 31), lanes(32, 63)};
constexpr std::array<std::uint64_t, 8> kQuarters = {lanes(0, 15), lanes(16, 31), lanes(32, 47),
                                                    lanes(48, 63)};
constexpr std::array<std::uint64_t, 8> kEighths = {lanes(0, 7),   lanes(8, 15),  lanes(16, 23),
                                                   lanes(24, 31), lanes(32, 39), lanes(40, 47),
                                                   lanes(48, 55), lanes(56, 63)};

// Two groups of four lanes, 20 lanes apart or 12: how 128-bit reads meet 32 banks.
constexpr std::uint64_t kPairA = lanes(0, 3) | lanes(20, 23);
constexpr std::uint64_t kPairB = lanes(4, 7) | lanes(16, 19);
constexpr std::uint64_t kPairC = lanes(8, 11) | lanes(28, 31);
constexpr std::uint64_t kPairD = lanes(12, 15) | lanes(24, 27);
constexpr std::array<std::uint64_t, 8> kPairsAlternating = {
    kPairA, upper_half(kPairA), kPairB, upper_half(kPairB),
    kPairC, upper_half(kPairC), kPairD, upper_half(kPairD)};
constexpr std::array<std::uint64_t, 8> kPairsAscending = {kPairA,
                                                          kPairB,
                                                          kPairC,
                                                          kPairD,
                                                          upper_half(kPairA),
                                                          upper_half(kPairB),
                                                          upper_half(kPairC),
                                                          upper_half(kPairD)};

// 128-bit reads of 64 banks: sixteen lanes each.
constexpr std::uint64_t kSixteenA = lanes(0, 3) | lanes(12, 15) | lanes(20, 27);
constexpr std::uint64_t kSixteenB = lanes(4, 11) | lanes(16, 19) | lanes(28, 31);
constexpr std::array<std::uint64_t, 8> kSixteens = {kSixteenA, kSixteenB, upper_half(kSixteenA),
                                                    upper_half(kSixteenB)};

constexpr auto kGfx942 = isa::Target::kGfx942;
constexpr auto kGfx950 = isa::Target::kGfx950;
constexpr auto kRead = Direction::kRead;
constexpr auto kWrite = Direction::kWrite;

// The order of kPairsAlternating in time is KOG's. HK's phases are listed by their lowest lane; their
// order in time is not known, and nothing here depends on it.
constexpr PhaseSpec kPhaseSpecs[] = {
    // target, direction, bytes, banks, phases, measured, source
    {kGfx942, kRead, 4, 32, kHalves, true, "documented: KOG"},
    {kGfx942, kRead, 8, 32, kQuarters, true, "documented: KOG"},
    {kGfx942, kRead, 12, 32, kPairsAlternating, false, "inferred: as ds_read_b128, as on gfx950"},
    {kGfx942, kRead, 16, 32, kPairsAlternating, true,
     "documented: KOG, CKB; measured on MI300 by pyhip's bank test"},
    {kGfx942, kWrite, 4, 32, kHalves, true, "documented: KOG"},
    {kGfx942, kWrite, 8, 32, kQuarters, false, "inferred: as measured on gfx950 (HK)"},
    {kGfx942, kWrite, 12, 32, kEighths, false, "inferred: as ds_write_b128"},
    {kGfx942, kWrite, 16, 32, kEighths, true, "documented: KOG, CKB"},
    {kGfx950, kRead, 4, 64, kAllLanes, true, "documented: KOG"},
    {kGfx950, kRead, 8, 64, kHalves, true, "documented: KOG; measured: HK"},
    {kGfx950, kRead, 12, 32, kPairsAscending, true, "measured: HK"},
    {kGfx950, kRead, 16, 64, kSixteens, true, "documented: KOG; measured: HK"},
    {kGfx950, kWrite, 4, 32, kHalves, false, "inferred from ds_write_b64; two cycles seen in an MI350 trace"},
    {kGfx950, kWrite, 8, 32, kQuarters, true, "measured: HK"},
    {kGfx950, kWrite, 12, 32, kEighths, false, "inferred: as ds_write_b128"},
    {kGfx950, kWrite, 16, 32, kEighths, false, "inferred: CKB lists it for CDNA; not measured on gfx950"},
};
constexpr std::size_t kSpecCount = std::size(kPhaseSpecs);

constexpr bool each_lane_has_one_phase() {
  for (const PhaseSpec& spec : kPhaseSpecs) {
    std::uint64_t seen = 0;
    for (std::uint64_t phase : spec.phases) {
      if (seen & phase) return false;
      seen |= phase;
    }
    if (seen != ~0ull) return false;
  }
  return true;
}
static_assert(each_lane_has_one_phase());

/// Row of kPhaseSpecs; the table is ordered by target, direction, width.
constexpr std::size_t spec_index(const Access& access) {
  const std::size_t width = access.bytes <= 4 ? 0 : access.bytes <= 8 ? 1 : access.bytes <= 12 ? 2 : 3;
  return (access.target == kGfx942 ? 0 : 8) + (access.direction == kRead ? 0 : 4) + width;
}

constexpr bool spec_index_finds_each_row() {
  for (std::size_t i = 0; i < kSpecCount; ++i) {
    const PhaseSpec& spec = kPhaseSpecs[i];
    if (spec_index({spec.target, spec.direction, spec.bytes}) != i) return false;
  }
  return true;
}
static_assert(spec_index_finds_each_row());

std::vector<PhaseTable> build_tables() {
  std::vector<PhaseTable> tables;
  for (const PhaseSpec& spec : kPhaseSpecs) {
    PhaseTable table{spec.banks, {}, spec.measured, spec.source};
    for (std::uint64_t mask : spec.phases) {
      if (mask == 0) break;
      std::vector<std::uint8_t>& phase = table.phases.emplace_back();
      for (; mask != 0; mask &= mask - 1) phase.push_back(static_cast<std::uint8_t>(std::countr_zero(mask)));
    }
    tables.push_back(std::move(table));
  }
  return tables;
}

/// The dwords that one lane asks for.
struct Window {
  std::uint32_t first = 0;
  std::uint32_t count = 0;  // 1..5: an address that is no multiple of 4 may touch one more
};

Window window_of(std::uint64_t address, std::uint32_t bytes) {
  const std::uint64_t first = address >> 2;
  const std::uint64_t last = (address + bytes - 1) >> 2;
  return {static_cast<std::uint32_t>(first), static_cast<std::uint32_t>(last - first + 1)};
}

std::uint64_t banks_of(Window window, std::uint32_t banks) {
  const std::uint32_t run = (1u << window.count) - 1;
  const int shift = static_cast<int>(window.first & (banks - 1));
  return banks == 64 ? std::rotl(static_cast<std::uint64_t>(run), shift) : std::rotl(run, shift);
}

/// One pass under construction: which banks are taken, and by which dword.
struct Pass {
  std::uint64_t occupied = 0;
  std::array<std::uint32_t, 64> dwords;  // valid where the bit in `occupied` is set

  bool take(Window window, std::uint64_t mask, std::uint32_t banks) {
    if ((occupied & mask) != 0) {
      for (std::uint32_t i = 0; i < window.count; ++i) {
        const std::uint32_t bank = (window.first + i) & (banks - 1);
        if (((occupied >> bank) & 1) != 0 && dwords[bank] != window.first + i) return false;
      }
    }
    occupied |= mask;
    for (std::uint32_t i = 0; i < window.count; ++i)
      dwords[(window.first + i) & (banks - 1)] = window.first + i;
    return true;
  }
};

struct PhaseInput {
  std::span<const std::uint64_t, 64> addresses;
  std::uint64_t active;
  std::uint32_t bytes;
  std::uint32_t banks;
};

/// True if no bank is asked for twice, not even for the same dword. The common case, kept cheap.
bool all_banks_differ(const PhaseInput& input) {
  std::uint64_t occupied = 0;
  for (std::uint64_t rest = input.active; rest != 0; rest &= rest - 1) {
    const std::uint64_t mask =
        banks_of(window_of(input.addresses[std::countr_zero(rest)], input.bytes), input.banks);
    if ((occupied & mask) != 0) return false;
    occupied |= mask;
  }
  return true;
}

void list_hits(std::vector<BankHit>& hits, unsigned lane, Window window, std::uint32_t banks,
               std::uint32_t pass) {
  for (std::uint32_t i = 0; i < window.count; ++i) {
    hits.push_back({static_cast<std::uint8_t>(lane),
                    static_cast<std::uint8_t>((window.first + i) & (banks - 1)), window.first + i,
                    static_cast<std::uint8_t>(pass)});
  }
}

/// Array cycles of one phase; lists the hits where asked.
std::uint32_t serve_phase(const PhaseInput& input, std::vector<BankHit>* hits) {
  if (hits == nullptr && all_banks_differ(input)) return 1;
  std::uint32_t passes = 0;
  for (std::uint64_t waiting = input.active; waiting != 0; ++passes) {
    Pass pass;
    std::uint64_t left_over = 0;
    for (std::uint64_t rest = waiting; rest != 0; rest &= rest - 1) {
      const unsigned lane = static_cast<unsigned>(std::countr_zero(rest));
      const Window window = window_of(input.addresses[lane], input.bytes);
      if (!pass.take(window, banks_of(window, input.banks), input.banks)) {
        left_over |= 1ull << lane;
      } else if (hits != nullptr) {
        list_hits(*hits, lane, window, input.banks, passes);
      }
    }
    waiting = left_over;
  }
  return passes == 0 ? 1 : passes;
}

std::uint32_t count_unaligned(std::uint32_t bytes, std::span<const std::uint64_t, 64> addresses,
                              std::uint64_t exec) {
  const std::uint64_t low_bits = bytes == 12 ? 15 : bytes - 1;
  std::uint32_t unaligned = 0;
  for (unsigned lane = 0; lane < 64; ++lane) {
    unaligned += static_cast<std::uint32_t>((addresses[lane] & low_bits) != 0) & ((exec >> lane) & 1);
  }
  return unaligned;
}

Result serve(const Access& access, std::span<const std::uint64_t, 64> addresses, std::uint64_t exec,
             bool with_hits) {
  const PhaseSpec& spec = kPhaseSpecs[spec_index(access)];
  Result result;
  for (std::uint64_t phase : spec.phases) {
    if (phase == 0) break;
    const PhaseInput input{addresses, phase & exec, access.bytes, spec.banks};
    PhaseResult* listed = with_hits ? &result.phases.emplace_back() : nullptr;
    const std::uint32_t cycles = serve_phase(input, listed != nullptr ? &listed->hits : nullptr);
    if (listed != nullptr) listed->cycles = cycles;
    result.cycles += cycles;
    result.conflict_cycles += cycles - 1;
  }
  result.unaligned_lanes = count_unaligned(access.bytes, addresses, exec);
  return result;
}

}  // namespace

const PhaseTable& phase_table(const Access& access) {
  static const std::vector<PhaseTable> kTables = build_tables();
  return kTables[spec_index(access)];
}

Result count(const Access& access, std::span<const std::uint64_t, 64> addresses, std::uint64_t exec) {
  return serve(access, addresses, exec, false);
}

Result analyse(const Access& access, std::span<const std::uint64_t, 64> addresses, std::uint64_t exec) {
  return serve(access, addresses, exec, true);
}

}  // namespace lanewise::lds
