// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The .lwt file form: what is written is read again, the same trace gives the same bytes, and no damage
// to a file crashes the reader or slips through.

#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <random>
#include <string>

#include "simulator/diagnostics/error.h"
#include "simulator/trace/byte_stream.h"
#include "simulator/trace/container.h"
#include "simulator/trace/trace_bytes.h"
#include "simulator/trace/waves_form.h"
#include "tests/simulator/trace/fake_wave.h"

namespace lanewise::trace {
namespace {

namespace fs = std::filesystem;
using Bytes = std::vector<std::uint8_t>;
using isa::Encoding;
using isa::Role;

isa::Program sample_program() {
  isa::Instruction add = test::instruction("v_add_f32", Encoding::kVop2,
                                           {test::vgpr(Role::kVdst, 1), test::vgpr(Role::kSrc0, 2)});
  add.form = isa::Form::kSdwa;
  add.vector.neg = 1;
  add.vector.src1_sel = 4;
  add.vector.clamp = true;
  add.operands[add.operand_count++] = {isa::OperandKind::kConstant, Role::kSrc1, 0, 1, 0, 0xffffffffffffffc0};
  add.reads_exec = true;
  isa::Instruction load =
      test::instruction("global_load_dwordx4", Encoding::kGlobal,
                        {test::vgpr(Role::kVdst, 4, 4), test::sgpr(Role::kScalarAddress, 2, 2)});
  load.memory.offset = -4096;
  load.memory.cache = isa::kSc0 | isa::kNonTemporal;
  isa::Instruction branch = test::instruction("s_cbranch_scc1", Encoding::kSopp);
  branch.immediate = -3;
  branch.literal = 0xdeadbeef;
  branch.branch_target = 0x108;
  branch.reads_scc = true;
  isa::Program program = test::program({add, load, branch}, isa::Target::kGfx950);
  program.code_object = "/home/someone/secret/gemm.co";
  program.files = {"kernels/gemm/gemm.hip", "/home/someone/secret/extra.h"};
  program.lines = {{0, 41, 7}, {1, 3, 1}, {0, 40, 0}};
  program.undecodable = {{0x500, "no such opcode"}};
  return program;
}

WaveRecord sample_wave() {
  WaveRecord wave;
  wave.wave = 3;
  AccessRecord lds{
      .kind = 1, .writes = true, .bytes_per_lane = 16, .addresses = test::strided(0, 16), .second = {}};
  AccessRecord global{.kind = 2,
                      .bytes_per_lane = 4,
                      .addresses = test::strided(0xfffffffffffffff0, 4),
                      .has_second = true,
                      .second = test::strided(7, 0)};
  AccessRecord empty{.kind = 5, .addresses = {}, .second = {}};
  lds.lanes = ~0ull;
  global.lanes = 0xffff;
  wave.accesses = {lds, global, empty};
  std::vector<std::uint32_t> values(128);
  for (std::uint32_t i = 0; i < values.size(); ++i) values[i] = i * 0x01010101u;
  wave.results = {
      {false, 300, values}, {true, 106, {5, 0xffffffff}}, {false, 301, std::vector<std::uint32_t>(64, 9)}};
  wave.events = {{0, ~0ull, 0xffffffff, 0},
                 {1, ~0ull, 0, 1},
                 {2, 0xff, 1, 0xffffffff},
                 {0, 0, 2, 2},
                 {2, 1, 0xffffffff, 0xffffffff}};
  return wave;
}

Trace sample() {
  Trace trace;
  trace.title = "gemm, XOR-swizzled \"LDS\" tile µ";
  trace.variant = "swizzled";
  trace.verdict = "pass";
  trace.compiler = "clang 22.1.8";
  trace.program = sample_program();
  trace.code_object = {0x7f, 'E', 'L', 'F', 0, 1, 2};
  trace.sources = {{"gemm.hip", "int main() {}\n\xff\xfe not UTF-8"}, {"extra.h", ""}};
  trace.grid = {4, 2, 1}, trace.block = {256, 1, 1};
  trace.registers.vgprs = 96, trace.registers.agprs = 64, trace.registers.sgprs = 30;
  trace.registers.scratch_bytes = 16, trace.registers.vgpr_spills = 1, trace.registers.sgpr_spills = 2;
  trace.registers.lds_bytes = 65536;
  trace.registers.occupancy = {2, 1, chips::Limiter::kLds, 160, 65536, 3, 8, 2, 8, 16};
  trace.registers.live = {{10, 20, 30}, {11, 0, 31}, {65535, 1, 0}};
  trace.lds = {{1, 1000, 8000, 1ull << 40}};
  trace.counters = {{"SQ_WAVES", 32}, {"SQ_INSTS_VALU", 0xffffffffffffffff}, {"A_FIRST", 0}};
  WorkgroupRecord workgroup;
  workgroup.linear = 5, workgroup.xyz = {1, 1, 0};
  workgroup.waves = {sample_wave(), {}};
  trace.workgroups = {workgroup};
  trace.truncated = true;
  trace.allocations = {{"A", 0x1000, 512}, {"C", 0x9000, 4096}};
  trace.pages = {{0x1000, Bytes(512, 7)}, {0x2000, {1, 2, 3}}};
  return trace;
}

void check_same_instruction(const isa::Instruction& a, const isa::Instruction& b) {
  CHECK(a.address == b.address);
  CHECK(a.mnemonic == b.mnemonic);
  CHECK(a.encoding == b.encoding);
  CHECK(a.form == b.form);
  CHECK(a.size == b.size);
  CHECK(a.immediate == b.immediate);
  CHECK(a.literal == b.literal);
  CHECK(a.branch_target == b.branch_target);
  CHECK(a.reads_exec == b.reads_exec);
  CHECK(a.reads_scc == b.reads_scc);
  CHECK(a.writes_scc == b.writes_scc);
  CHECK(a.vector.neg == b.vector.neg);
  CHECK(a.vector.src1_sel == b.vector.src1_sel);
  CHECK(a.vector.clamp == b.vector.clamp);
  CHECK(a.vector.row_mask == b.vector.row_mask);
  CHECK(a.memory.offset == b.memory.offset);
  CHECK(a.memory.cache == b.memory.cache);
  REQUIRE(a.operand_count == b.operand_count);
  for (std::size_t i = 0; i < a.operand_count; ++i) {
    const isa::Operand &x = a.operands[i], &y = b.operands[i];
    CHECK(x.kind == y.kind);
    CHECK(x.role == y.role);
    CHECK(x.index == y.index);
    CHECK(x.dwords == y.dwords);
    CHECK(x.value == y.value);
  }
}

void check_same_wave(const WaveRecord& a, const WaveRecord& b) {
  CHECK(a.wave == b.wave);
  REQUIRE(a.events.size() == b.events.size());
  for (std::size_t i = 0; i < a.events.size(); ++i) {
    CHECK(a.events[i].instruction == b.events[i].instruction);
    CHECK(a.events[i].exec == b.events[i].exec);
    CHECK(a.events[i].access == b.events[i].access);
    CHECK(a.events[i].result == b.events[i].result);
  }
  REQUIRE(a.accesses.size() == b.accesses.size());
  for (std::size_t i = 0; i < a.accesses.size(); ++i) {
    const AccessRecord &x = a.accesses[i], &y = b.accesses[i];
    CHECK(x.kind == y.kind);
    CHECK(x.writes == y.writes);
    CHECK(x.bytes_per_lane == y.bytes_per_lane);
    CHECK(x.addresses == y.addresses);
    CHECK(x.has_second == y.has_second);
    CHECK(x.second == y.second);
    CHECK(x.lanes == y.lanes);
  }
  REQUIRE(a.results.size() == b.results.size());
  for (std::size_t i = 0; i < a.results.size(); ++i) {
    CHECK(a.results[i].scalar == b.results[i].scalar);
    CHECK(a.results[i].first_register == b.results[i].first_register);
    CHECK(a.results[i].values == b.results[i].values);
  }
}

/// A folder that is removed again.
struct Folder {
  fs::path path =
      fs::temp_directory_path() / ("lanewise-trace-test-" + std::to_string(std::random_device{}()));
  Folder() { fs::create_directories(path); }
  ~Folder() { fs::remove_all(path); }
  [[nodiscard]] std::string file(const char* name) const { return (path / name).string(); }
};

Bytes contents(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

/// Id of the Error that `action` throws, "" if it throws none.
template <typename Action>
std::string error_id(Action action) {
  try {
    action();
  } catch (const Error& error) {
    CHECK_FALSE(error.message.empty());
    return error.id;
  }
  return "";
}

TEST_CASE("a written trace is read again, part by part") {
  const Folder folder;
  const Trace trace = sample();
  write_trace(trace, folder.file("run.lwt"));
  const Trace again = read_trace(folder.file("run.lwt"));
  CHECK(again.title == trace.title);
  CHECK(again.variant == trace.variant);
  CHECK(again.verdict == trace.verdict);
  CHECK(again.compiler == trace.compiler);
  CHECK(again.code_object == trace.code_object);
  CHECK(again.grid == trace.grid);
  CHECK(again.block == trace.block);
  CHECK(again.truncated);
  REQUIRE(again.sources.size() == 2);
  CHECK(again.sources[0].name == "gemm.hip");
  CHECK(again.sources[0].text == trace.sources[0].text);
  CHECK(again.counters == trace.counters);
  REQUIRE(again.lds.size() == 1);
  CHECK(again.lds[0].instruction == 1);
  CHECK(again.lds[0].executions == 1000);
  CHECK(again.lds[0].active_cycles == 8000);
  CHECK(again.lds[0].conflict_cycles == 1ull << 40);
  const RegisterFacts &a = again.registers, &b = trace.registers;
  CHECK(a.vgprs == b.vgprs);
  CHECK(a.agprs == b.agprs);
  CHECK(a.sgprs == b.sgprs);
  CHECK(a.live == b.live);
  CHECK(a.scratch_bytes == b.scratch_bytes);
  CHECK(a.vgpr_spills == b.vgpr_spills);
  CHECK(a.sgpr_spills == b.sgpr_spills);
  CHECK(a.lds_bytes == b.lds_bytes);
  CHECK(a.occupancy.waves_per_simd == 2);
  CHECK(a.occupancy.workgroups_per_cu == 1);
  CHECK(a.occupancy.limiter == chips::Limiter::kLds);
  CHECK(a.occupancy.vgprs_allocated == 160);
  CHECK(a.occupancy.lds_allocated == 65536);
  CHECK(a.occupancy.by_vector_registers == 3);
  CHECK(a.occupancy.by_scalar_registers == 8);
  CHECK(a.occupancy.by_lds == 2);
  CHECK(a.occupancy.by_workgroup_size == 8);
  CHECK(a.occupancy.by_barriers == 16);
  REQUIRE(again.allocations.size() == 2);
  CHECK(again.allocations[1].label == "C");
  CHECK(again.allocations[1].relative_address == 0x9000);
  CHECK(again.allocations[1].size == 4096);
  REQUIRE(again.pages.size() == 2);
  CHECK(again.pages[0].relative_address == 0x1000);
  CHECK(again.pages[0].bytes == trace.pages[0].bytes);
  CHECK(again.pages[1].bytes == trace.pages[1].bytes);
  REQUIRE(again.workgroups.size() == 1);
  CHECK(again.workgroups[0].linear == 5);
  CHECK(again.workgroups[0].xyz == trace.workgroups[0].xyz);
  REQUIRE(again.workgroups[0].waves.size() == 2);
  for (std::size_t i = 0; i < 2; ++i)
    check_same_wave(again.workgroups[0].waves[i], trace.workgroups[0].waves[i]);
}

TEST_CASE("the program is read again field by field, without folders of this machine") {
  const Trace trace = sample();
  const isa::Program again = decode_trace(encode_trace(trace), "run.lwt").program;
  CHECK(again.target == isa::Target::kGfx950);
  CHECK(again.kernel == "kernel");
  CHECK(again.entry == 0x100);
  REQUIRE(again.instructions.size() == 3);
  for (std::size_t i = 0; i < 3; ++i)
    check_same_instruction(again.instructions[i], trace.program.instructions[i]);
  CHECK(again.text == trace.program.text);
  CHECK(again.files == std::vector<std::string>{"kernels/gemm/gemm.hip", "extra.h"});
  CHECK(again.code_object == "gemm.co");
  REQUIRE(again.lines.size() == 3);
  CHECK(again.lines[0].line == 41);
  CHECK(again.lines[0].column == 7);
  CHECK(again.lines[1].file == 1);
  CHECK(again.lines[2].line == 40);
  REQUIRE(again.undecodable.size() == 1);
  CHECK(again.undecodable[0].address == 0x500);
  CHECK(again.undecodable[0].reason == "no such opcode");
}

TEST_CASE("the bytes depend on the contents only") {
  const Bytes once = encode_trace(sample()), twice = encode_trace(sample());
  CHECK(once == twice);
  CHECK(encode_trace(decode_trace(once, "run.lwt")) == once);
  const std::string text(once.begin(), once.end());
  CHECK(text.starts_with("LWTRACE1"));
}

TEST_CASE("an empty trace is a trace") {
  const Trace again = decode_trace(encode_trace(Trace{}), "empty.lwt");
  CHECK(again.workgroups.empty());
  CHECK(again.program.instructions.empty());
}

TEST_CASE("a trace cut short at any length is refused") {
  const Bytes whole = encode_trace(sample());
  for (std::size_t length = 0; length < whole.size(); ++length) {
    CAPTURE(length);
    REQUIRE(error_id([&] { (void)decode_trace(std::span(whole).first(length), "cut.lwt"); }) ==
            "malformed-trace");
  }
  Bytes longer = whole;
  longer.push_back(0);
  CHECK(error_id([&] { (void)decode_trace(longer, "long.lwt"); }) == "malformed-trace");
}

TEST_CASE("a changed byte anywhere is found") {
  const Bytes whole = encode_trace(sample());
  std::mt19937 random(20240601);
  for (std::size_t position = 0; position < whole.size(); ++position) {
    CAPTURE(position);
    Bytes damaged = whole;
    damaged[position] ^= static_cast<std::uint8_t>(1u << (random() % 8));
    const std::string id = error_id([&] {
      // zstd has a few bits without meaning (e.g. unused header flags): then nothing must have changed.
      if (encode_trace(decode_trace(damaged, "damaged.lwt")) != whole) FAIL("a damaged trace was accepted");
    });
    REQUIRE((id == "malformed-trace" || id == "newer-trace" || id.empty()));
  }
}

TEST_CASE("damaged sections behind valid checksums never crash, and leave no index out of range") {
  const std::vector<Section> sections = unpack(encode_trace(sample()), kTraceVersion);
  std::mt19937 random(7);
  int accepted = 0, refused = 0;
  for (int round = 0; round < 4000; ++round) {
    std::vector<Section> damaged = sections;
    Section& victim = damaged[random() % damaged.size()];
    if (victim.bytes.empty()) continue;
    for (std::uint32_t changes = 1 + random() % 3; changes > 0; --changes) {
      const std::size_t position = random() % victim.bytes.size();
      switch (random() % 4) {
        case 0: victim.bytes[position] = static_cast<std::uint8_t>(random()); break;
        case 1: victim.bytes[position] = 0xff; break;
        case 2:
          victim.bytes.insert(victim.bytes.begin() + static_cast<std::ptrdiff_t>(position), 0x80);
          break;
        default: victim.bytes.erase(victim.bytes.begin() + static_cast<std::ptrdiff_t>(position)); break;
      }
      if (victim.bytes.empty()) break;
    }
    const std::string id = error_id([&] {
      // Encoding checks every index again, and throws "inconsistent-trace" if one were out of range.
      (void)encode_trace(decode_trace(pack(damaged, kTraceVersion), "damaged.lwt"));
    });
    REQUIRE((id == "malformed-trace" || id == "newer-trace" || id.empty()));
    ++(id.empty() ? accepted : refused);
  }
  CHECK(refused > 500);
  CHECK(accepted > 0);  // e.g. a changed title
}

TEST_CASE("a missing section is named") {
  std::vector<Section> sections = unpack(encode_trace(sample()), kTraceVersion);
  for (std::size_t i = 0; i < sections.size(); ++i) {
    std::vector<Section> fewer = sections;
    fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(i));
    try {
      (void)decode_trace(pack(fewer, kTraceVersion), "fewer.lwt");
      FAIL("accepted without ", sections[i].name);
    } catch (const Error& error) {
      CHECK(error.id == "malformed-trace");
      CHECK(error.message.find('"' + sections[i].name + "\" is missing") != std::string::npos);
      CHECK(error.message.find("fewer.lwt") != std::string::npos);
    }
  }
}

TEST_CASE("an unknown section is skipped") {
  std::vector<Section> sections = unpack(encode_trace(sample()), kTraceVersion);
  sections.push_back({"notes", {1, 2, 3}});
  CHECK(decode_trace(pack(sections, kTraceVersion), "more.lwt").title == sample().title);
}

TEST_CASE("files of another kind or of a later version say so") {
  const std::vector<Section> sections = unpack(encode_trace(sample()), kTraceVersion);
  const auto id_of = [](const Bytes& bytes) { return error_id([&] { (void)decode_trace(bytes, "x.lwt"); }); };
  CHECK(id_of(pack(sections, kTraceVersion + 1)) == "newer-trace");
  CHECK(id_of(pack(sections, 0)) == "malformed-trace");
  Bytes later = encode_trace(sample());
  later[7] = '2';
  CHECK(id_of(later) == "newer-trace");
  const std::string elf =
      "\x7f"
      "ELF and so on, long enough to hold a header";
  CHECK(id_of({elf.begin(), elf.end()}) == "malformed-trace");
  CHECK(id_of({}) == "malformed-trace");
}

TEST_CASE("a declared size that the stored bytes cannot hold takes no memory") {
  // A table of contents that promises 1 GiB from a 20-byte frame, behind a valid checksum.
  const std::vector<Section> one = {{"case", Bytes(10, 'x')}};
  const Bytes honest = pack(one, kTraceVersion);
  ByteWriter table;
  table.varint(1), table.string("case");
  table.varint(19), table.varint(1u << 30);  // stored and unpacked size
  const Bytes packed_table = pack({{"t", table.bytes()}}, kTraceVersion);  // its last frame is the table's
  DecodedBudget budget;
  ByteReader header(packed_table, budget);
  (void)header.raw(12);
  const std::uint32_t table_of_table = header.word();
  const Bytes frame(packed_table.begin() + 20 + table_of_table, packed_table.end());
  ByteWriter file;
  file.raw(std::span(honest).first(12));
  file.word(static_cast<std::uint32_t>(frame.size()));
  file.word(static_cast<std::uint32_t>(table.bytes().size()));
  file.raw(frame);
  file.raw(Bytes(19, 0));
  CHECK(error_id([&] { (void)decode_trace(file.bytes(), "bomb.lwt"); }) == "malformed-trace");
}

TEST_CASE("few bytes that stand for large records stop at the memory limit") {
  // One workgroup, one wave, a million accesses: more than a gigabyte once unpacked. 2000 of them are there.
  ByteWriter waves;
  for (const std::uint64_t number : {1, 0, 0, 0, 0, 1, 0, 1'000'000}) waves.varint(number);
  for (int i = 0; i < 2000; ++i)
    waves.byte(1), waves.byte(0), waves.byte(4), waves.varint(0), waves.varint(0), waves.raw(Bytes(64, 2));
  DecodedBudget budget(1 << 20);
  ByteReader in(waves.bytes(), budget);
  CHECK_THROWS_AS((void)read_workgroups(in), MalformedBytes);
}

TEST_CASE("a trace whose parts do not fit together is not written") {
  Trace trace = sample();
  trace.workgroups[0].waves[0].events[0].instruction = 3;
  CHECK(error_id([&] { (void)encode_trace(trace); }) == "inconsistent-trace");
  trace = sample();
  trace.program.text.pop_back();
  CHECK(error_id([&] { (void)encode_trace(trace); }) == "inconsistent-trace");
}

TEST_CASE("paths that cannot be written name the path and leave nothing behind") {
  const Folder folder;
  const auto id_of = [](const std::string& path) { return error_id([&] { write_trace(sample(), path); }); };
  CHECK(id_of(folder.file("no/such/folder/run.lwt")) == "unwritable-path");
  CHECK(id_of(folder.path.string()) == "unwritable-path");
  CHECK(id_of("/dev/null") == "unwritable-path");
  CHECK(id_of("") == "unwritable-path");
  CHECK(fs::is_character_file("/dev/null"));
  CHECK(fs::is_empty(folder.path));
  try {
    write_trace(sample(), folder.file("missing/run.lwt"));
    FAIL("written");
  } catch (const Error& error) {
    CHECK(error.kind == ErrorKind::kRequest);
    CHECK(error.message.find("missing/run.lwt") != std::string::npos);
    CHECK_FALSE(error.remedy.empty());
  }
}

TEST_CASE("writing replaces an older trace and follows a link") {
  const Folder folder;
  write_trace(Trace{}, folder.file("run.lwt"));
  fs::create_symlink("run.lwt", folder.file("latest.lwt"));
  write_trace(sample(), folder.file("latest.lwt"));
  CHECK(fs::is_symlink(folder.file("latest.lwt")));
  CHECK(contents(folder.file("run.lwt")) == encode_trace(sample()));
  CHECK(std::distance(fs::directory_iterator(folder.path), {}) == 2);
}

TEST_CASE("files that are not there are told from files that are wrong") {
  const Folder folder;
  CHECK(error_id([&] { (void)read_trace(folder.file("none.lwt")); }) == "missing-file");
  CHECK(error_id([&] { (void)read_trace(folder.path.string()); }) == "missing-file");
  std::ofstream(folder.file("empty.lwt")).close();
  CHECK(error_id([&] { (void)read_trace(folder.file("empty.lwt")); }) == "malformed-trace");
}

}  // namespace
}  // namespace lanewise::trace
