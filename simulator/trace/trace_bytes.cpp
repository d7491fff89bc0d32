// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which part of a trace goes into which section, and the check that the parts fit together: views index
// the lists by what stands in the events, so no index of a file may be out of range.

#include "simulator/trace/trace_bytes.h"

#include <string>

#include "simulator/diagnostics/error.h"
#include "simulator/trace/byte_stream.h"
#include "simulator/trace/case_form.h"
#include "simulator/trace/container.h"
#include "simulator/trace/program_form.h"
#include "simulator/trace/waves_form.h"

namespace lanewise::trace {
namespace {

constexpr std::uint32_t kNone = 0xffffffff;
constexpr std::size_t kVectorLanes = 64;

template <typename Write>
Section section(std::string name, Write write) {
  ByteWriter out;
  write(out);
  return {std::move(name), out.take()};
}

void write_sources(ByteWriter& out, const std::vector<SourceFile>& sources) {
  out.varint(sources.size());
  for (const SourceFile& source : sources) out.string(source.name), out.string(source.text);
}

void read_sources(ByteReader& in, Trace& trace) {
  for (std::uint64_t count = in.varint(); count > 0; --count) {
    in.reserve(sizeof(SourceFile));
    SourceFile& source = trace.sources.emplace_back();
    source.name = in.string();
    source.text = in.string();
  }
}

void write_live(ByteWriter& out, const RegisterFacts& facts) {
  std::array<std::uint16_t, 3> earlier{};
  out.varint(facts.live.size());
  for (const auto& live : facts.live) {
    for (std::size_t kind = 0; kind < 3; ++kind) out.delta(live[kind], earlier[kind]);
    earlier = live;
  }
}

void read_live(ByteReader& in, Trace& trace) {
  std::array<std::uint16_t, 3> live{};
  for (std::uint64_t count = in.varint(); count > 0; --count) {
    in.reserve(sizeof(live));
    for (std::uint16_t& kind : live) {
      const std::uint64_t value = in.delta(kind);
      if (value > 0xffff) throw MalformedBytes{"a register count is out of range"};
      kind = static_cast<std::uint16_t>(value);
    }
    trace.registers.live.push_back(live);
  }
}

void write_pages(ByteWriter& out, const std::vector<Page>& pages) {
  out.varint(pages.size());
  std::uint64_t earlier = 0;
  for (const Page& page : pages) {
    out.delta(page.relative_address, earlier);
    out.varint(page.bytes.size());
    out.raw(page.bytes);
    earlier = page.relative_address;
  }
}

void read_pages(ByteReader& in, Trace& trace) {
  std::uint64_t earlier = 0;
  for (std::uint64_t count = in.varint(); count > 0; --count) {
    in.reserve(sizeof(Page));
    Page& page = trace.pages.emplace_back();
    earlier = page.relative_address = in.delta(earlier);
    const std::span<const std::uint8_t> bytes = in.raw(in.varint());
    in.reserve(bytes.size());
    page.bytes.assign(bytes.begin(), bytes.end());
  }
}

/// What does not fit in a wave's lists, or nullptr.
const char* misfit(const WaveRecord& wave, std::size_t instructions) {
  for (const Event& event : wave.events) {
    if (event.instruction >= instructions) return "an event names an instruction that is not there";
    if (event.access != kNone && event.access >= wave.accesses.size())
      return "an event names an access that is not there";
    if (event.result != kNone && event.result >= wave.results.size())
      return "an event names a result that is not there";
  }
  for (const ResultRecord& result : wave.results) {
    if (!result.scalar && result.values.size() % kVectorLanes != 0) return "a result has not 64 lanes";
  }
  return nullptr;
}

/// What does not fit together in the trace, or nullptr.
const char* misfit(const Trace& trace) {
  const isa::Program& program = trace.program;
  const std::size_t instructions = program.instructions.size();
  if (program.text.size() != instructions) return "not every instruction has its text";
  if (program.lines.size() != instructions) return "not every instruction has its source line";
  for (const isa::SourceLine& line : program.lines) {
    if (line.line != 0 && line.file >= program.files.size())
      return "a source line names a file that is not there";
  }
  const std::size_t live = trace.registers.live.size();
  if (live != 0 && live != instructions) return "not every instruction has its live registers";
  for (const LdsInstructionCount& count : trace.lds) {
    if (count.instruction >= instructions) return "an LDS count names an instruction that is not there";
  }
  for (const WorkgroupRecord& workgroup : trace.workgroups) {
    for (const WaveRecord& wave : workgroup.waves) {
      if (const char* what = misfit(wave, instructions)) return what;
    }
  }
  return nullptr;
}

/// Memory that the recorded waves take once they are read again.
std::uint64_t record_bytes(const Trace& trace) {
  std::uint64_t bytes = 0;
  for (const WorkgroupRecord& workgroup : trace.workgroups) {
    for (const WaveRecord& wave : workgroup.waves) {
      bytes += wave.events.size() * sizeof(Event) + wave.accesses.size() * sizeof(AccessRecord);
      for (const ResultRecord& result : wave.results)
        bytes += sizeof(ResultRecord) + result.values.size() * 4;
    }
  }
  return bytes;
}

/// A trace that read_trace would refuse must not be written.
void check_size(const Trace& trace, const std::vector<Section>& sections) {
  std::uint64_t packed = 0;
  for (const Section& part : sections) packed += part.bytes.size();
  if (packed <= kMaximumUnpackedBytes && record_bytes(trace) <= kMaximumDecodedBytes / 2) return;
  throw Error(ErrorKind::kRequest, "trace-too-large", "the trace's records take more than 512 MiB",
              "Record fewer workgroups or set a smaller limit.");
}

/// Runs `read` on one section, naming the section in what it throws.
template <typename Read>
void read_section(const std::vector<Section>& sections, const char* name, Read read) {
  const Section& part = find_section(sections, name);
  try {
    read(part);
  } catch (const MalformedBytes& malformed) {
    throw MalformedBytes{"section \"" + std::string(name) + "\" is damaged: " + malformed.reason};
  }
}

Trace decode(std::span<const std::uint8_t> bytes) {
  const std::vector<Section> sections = unpack(bytes, kTraceVersion);
  Trace trace;
  DecodedBudget budget;
  const auto read_packed = [&](const char* name, auto read) {
    read_section(sections, name, [&](const Section& part) {
      ByteReader in(part.bytes, budget);
      read(in);
      in.expect_end();
    });
  };
  read_section(sections, "case", [&](const Section& part) { read_case(part.bytes, trace); });
  read_packed("program", [&](ByteReader& in) { trace.program = read_program(in); });
  read_packed("sources", [&](ByteReader& in) { read_sources(in, trace); });
  read_packed("live", [&](ByteReader& in) { read_live(in, trace); });
  read_packed("waves", [&](ByteReader& in) { trace.workgroups = read_workgroups(in); });
  read_packed("pages", [&](ByteReader& in) { read_pages(in, trace); });
  trace.code_object = find_section(sections, "code-object").bytes;
  if (const char* what = misfit(trace)) throw MalformedBytes{what};
  return trace;
}

}  // namespace

std::vector<std::uint8_t> encode_trace(const Trace& trace) {
  if (const char* what = misfit(trace)) {
    throw Error(ErrorKind::kLanewise, "inconsistent-trace",
                std::string("the trace cannot be written: ") + what, "");
  }
  std::vector<Section> sections;
  sections.push_back({"case", write_case(trace)});
  sections.push_back(section("program", [&](ByteWriter& out) { write_program(out, trace.program); }));
  sections.push_back(section("sources", [&](ByteWriter& out) { write_sources(out, trace.sources); }));
  sections.push_back(section("live", [&](ByteWriter& out) { write_live(out, trace.registers); }));
  sections.push_back(section("waves", [&](ByteWriter& out) { write_workgroups(out, trace.workgroups); }));
  sections.push_back(section("pages", [&](ByteWriter& out) { write_pages(out, trace.pages); }));
  sections.push_back({"code-object", trace.code_object});
  check_size(trace, sections);
  return pack(sections, kTraceVersion);
}

Trace decode_trace(std::span<const std::uint8_t> bytes, std::string_view name) {
  const std::string path(name);
  try {
    return decode(bytes);
  } catch (const MalformedBytes& malformed) {
    throw Error(ErrorKind::kRequest, "malformed-trace",
                "the trace \"" + path + "\" cannot be read: " + malformed.reason,
                "Record it again with `lanewise run --trace FILE`, or copy it again if it was transferred.",
                {.file = path});
  } catch (const NewerForm& newer) {
    throw Error(ErrorKind::kRequest, "newer-trace",
                "the trace \"" + path + "\" was written by a newer Lanewise: " + newer.reason,
                "Open it with the Lanewise that wrote it or a newer one.", {.file = path});
  }
}

}  // namespace lanewise::trace
