// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One wave is three lists. An event is one number
//
//   | index delta (zigzag) | has result | has access | EXEC changed |
//                             bit 2        bit 1        bit 0
//
// followed by what its bits announce. Straight-line code thus costs one byte 0 per instruction, and zstd
// shrinks loops further.

#include "simulator/trace/waves_form.h"

#include <bit>
#include <map>

#include "simulator/engine/observer.h"

namespace lanewise::trace {
namespace {

constexpr std::uint32_t kNone = 0xffffffff;
constexpr std::uint64_t kExecChanged = 1, kHasAccess = 2, kHasResult = 4;
constexpr std::uint32_t kLanes = 64;
constexpr std::size_t kMaximumResultRegisters = 64;
constexpr auto kLastMemoryKind = static_cast<std::uint8_t>(engine::MemoryKind::kLdsDma);

void write_events(ByteWriter& out, const std::vector<Event>& events) {
  out.varint(events.size());
  std::uint64_t expected_instruction = 0, exec = 0, expected_access = 0, expected_result = 0;
  for (const Event& event : events) {
    const std::uint64_t flags = (event.exec != exec ? kExecChanged : 0) |
                                (event.access != kNone ? kHasAccess : 0) |
                                (event.result != kNone ? kHasResult : 0);
    const auto delta = static_cast<std::int64_t>(event.instruction - expected_instruction);
    out.varint((zigzag(delta) << 3) | flags);
    if (flags & kExecChanged) out.varint(event.exec ^ exec);
    if (flags & kHasAccess) out.delta(event.access, expected_access), expected_access = event.access + 1ull;
    if (flags & kHasResult) out.delta(event.result, expected_result), expected_result = event.result + 1ull;
    exec = event.exec;
    expected_instruction = event.instruction + 1ull;
  }
}

std::uint32_t index_from(std::uint64_t value, std::uint64_t limit, const char* what) {
  if (value >= limit) throw MalformedBytes{std::string("an event names ") + what + " that is not there"};
  return static_cast<std::uint32_t>(value);
}

std::vector<Event> read_events(ByteReader& in, const WaveRecord& wave) {
  std::vector<Event> events;
  std::uint64_t expected_instruction = 0, exec = 0, expected_access = 0, expected_result = 0;
  for (std::uint64_t count = in.varint(); count > 0; --count) {
    in.reserve(sizeof(Event));
    Event event;
    const std::uint64_t code = in.varint();
    const std::uint64_t instruction = expected_instruction + static_cast<std::uint64_t>(unzigzag(code >> 3));
    if (instruction >= kNone) throw MalformedBytes{"an event's instruction index is out of range"};
    event.instruction = static_cast<std::uint32_t>(instruction);
    if (code & kExecChanged) exec ^= in.varint();
    event.exec = exec;
    if (code & kHasAccess) {
      event.access = index_from(in.delta(expected_access), wave.accesses.size(), "an access");
      expected_access = event.access + 1ull;
    }
    if (code & kHasResult) {
      event.result = index_from(in.delta(expected_result), wave.results.size(), "a result");
      expected_result = event.result + 1ull;
    }
    expected_instruction = instruction + 1;
    events.push_back(event);
  }
  return events;
}

/// Lanes with address 0 cost nothing: inactive lanes are recorded as 0.
void write_addresses(ByteWriter& out, const std::array<std::uint64_t, kLanes>& addresses) {
  std::uint64_t lanes = 0;
  for (std::uint32_t lane = 0; lane < kLanes; ++lane) lanes |= std::uint64_t{addresses[lane] != 0} << lane;
  out.varint(~lanes);  // all lanes: one byte
  std::uint64_t earlier = 0;
  for (; lanes != 0; lanes &= lanes - 1) {
    const std::uint64_t address = addresses[static_cast<std::size_t>(std::countr_zero(lanes))];
    out.delta(address, earlier);
    earlier = address;
  }
}

void read_addresses(ByteReader& in, std::array<std::uint64_t, kLanes>& addresses) {
  std::uint64_t earlier = 0;
  for (std::uint64_t lanes = ~in.varint(); lanes != 0; lanes &= lanes - 1) {
    earlier = in.delta(earlier);
    addresses[static_cast<std::size_t>(std::countr_zero(lanes))] = earlier;
  }
}

void write_accesses(ByteWriter& out, const std::vector<AccessRecord>& accesses) {
  out.varint(accesses.size());
  for (const AccessRecord& access : accesses) {
    out.byte(access.kind);
    out.byte(static_cast<std::uint8_t>(access.writes | (access.has_second << 1)));
    out.byte(access.bytes_per_lane);
    out.varint(~access.lanes);
    write_addresses(out, access.addresses);
    if (access.has_second) write_addresses(out, access.second);
  }
}

std::vector<AccessRecord> read_accesses(ByteReader& in) {
  std::vector<AccessRecord> accesses;
  for (std::uint64_t count = in.varint(); count > 0; --count) {
    in.reserve(sizeof(AccessRecord));
    AccessRecord access;
    access.kind = in.byte();
    if (access.kind > kLastMemoryKind) throw MalformedBytes{"an access is of unknown kind"};
    const std::uint8_t flags = in.byte();
    if (flags > 3) throw MalformedBytes{"an access has unknown flags"};
    access.writes = flags & 1;
    access.has_second = flags & 2;
    access.bytes_per_lane = in.byte();
    access.lanes = ~in.varint();
    read_addresses(in, access.addresses);
    if (access.has_second) read_addresses(in, access.second);
    accesses.push_back(access);
  }
  return accesses;
}

/// The last recorded values of each register of a wave; unrecorded ones count as 0.
using Values = std::map<std::uint32_t, std::array<std::uint32_t, kLanes>>;

std::uint32_t value_key(const ResultRecord& result, std::size_t offset) {
  return (result.scalar ? 1u << 31 : 0u) + result.first_register + static_cast<std::uint32_t>(offset);
}

void write_results(ByteWriter& out, const std::vector<ResultRecord>& results) {
  Values earlier;
  out.varint(results.size());
  for (const ResultRecord& result : results) {
    const std::size_t lanes = result.scalar ? 1 : kLanes;
    out.byte(result.scalar);
    out.varint(result.first_register);
    out.varint(result.values.size() / lanes);
    for (std::size_t i = 0; i < result.values.size() / lanes; ++i) {
      auto& old = earlier[value_key(result, i)];
      std::uint64_t changed = 0;
      for (std::size_t lane = 0; lane < lanes; ++lane) {
        changed |= std::uint64_t{result.values[i * lanes + lane] != old[lane]} << lane;
      }
      out.varint(changed);
      for (; changed != 0; changed &= changed - 1) {
        const auto lane = static_cast<std::size_t>(std::countr_zero(changed));
        old[lane] = result.values[i * lanes + lane];
        out.word(old[lane]);
      }
    }
  }
}

std::vector<ResultRecord> read_results(ByteReader& in) {
  Values earlier;
  std::vector<ResultRecord> results;
  for (std::uint64_t count = in.varint(); count > 0; --count) {
    ResultRecord result;
    const std::uint8_t scalar = in.byte();
    if (scalar > 1) throw MalformedBytes{"a result has unknown flags"};
    result.scalar = scalar;
    result.first_register = in.number<std::uint16_t>();
    const std::uint64_t registers = in.varint();
    if (registers > kMaximumResultRegisters) throw MalformedBytes{"a result has more than 64 registers"};
    const std::size_t lanes = result.scalar ? 1 : kLanes;
    in.reserve(sizeof(ResultRecord) + registers * lanes * sizeof(std::uint32_t));
    for (std::size_t i = 0; i < registers; ++i) {
      auto& values = earlier[value_key(result, i)];
      std::uint64_t changed = in.varint();
      if (result.scalar && changed > 1) throw MalformedBytes{"a scalar result has more than one lane"};
      for (; changed != 0; changed &= changed - 1)
        values[static_cast<std::size_t>(std::countr_zero(changed))] = in.word();
      result.values.insert(result.values.end(), values.begin(),
                           values.begin() + static_cast<std::ptrdiff_t>(lanes));
    }
    results.push_back(std::move(result));
  }
  return results;
}

}  // namespace

void write_workgroups(ByteWriter& out, const std::vector<WorkgroupRecord>& workgroups) {
  out.varint(workgroups.size());
  for (const WorkgroupRecord& workgroup : workgroups) {
    out.varint(workgroup.linear);
    for (const std::uint32_t coordinate : workgroup.xyz) out.varint(coordinate);
    out.varint(workgroup.waves.size());
    for (const WaveRecord& wave : workgroup.waves) {
      out.varint(wave.wave);
      write_accesses(out, wave.accesses);
      write_results(out, wave.results);
      write_events(out, wave.events);
    }
  }
}

std::vector<WorkgroupRecord> read_workgroups(ByteReader& in) {
  std::vector<WorkgroupRecord> workgroups;
  for (std::uint64_t count = in.varint(); count > 0; --count) {
    in.reserve(sizeof(WorkgroupRecord));
    WorkgroupRecord& workgroup = workgroups.emplace_back();
    workgroup.linear = in.number<std::uint32_t>();
    for (std::uint32_t& coordinate : workgroup.xyz) coordinate = in.number<std::uint32_t>();
    for (std::uint64_t waves = in.varint(); waves > 0; --waves) {
      in.reserve(sizeof(WaveRecord));
      WaveRecord& wave = workgroup.waves.emplace_back();
      wave.wave = in.number<std::uint32_t>();
      wave.accesses = read_accesses(in);
      wave.results = read_results(in);
      wave.events = read_events(in, wave);
    }
  }
  return workgroups;
}

}  // namespace lanewise::trace
