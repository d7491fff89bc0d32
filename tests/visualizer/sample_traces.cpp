// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tests/visualizer/sample_traces.h"

#include <string>
#include <string_view>

#include "simulator/chips/occupancy.h"

namespace lanewise::tests {
namespace {

using isa::Encoding;
using isa::OperandKind;
using isa::Role;

/// Appends instructions with rising addresses.
class Writer {
 public:
  explicit Writer(isa::Program& program) : program_(program) {}

  isa::Instruction& add(std::string_view mnemonic, Encoding encoding, std::uint32_t line,
                        std::string_view operands) {
    isa::Instruction instruction;
    instruction.address = next_;
    instruction.mnemonic = isa::find_mnemonic(mnemonic);
    instruction.encoding = encoding;
    instruction.size = 8;
    next_ += 8;
    program_.instructions.push_back(instruction);
    program_.text.push_back(std::string(mnemonic) + (operands.empty() ? "" : " ") + std::string(operands));
    program_.lines.push_back({0, line, 3});
    return program_.instructions.back();
  }

  [[nodiscard]] std::uint64_t next() const { return next_; }

 private:
  isa::Program& program_;
  std::uint64_t next_ = 0x1000;
};

void operand(isa::Instruction& instruction, Role role, OperandKind kind, std::uint16_t index,
             std::uint16_t dwords) {
  instruction.operands[instruction.operand_count++] = {kind, role, index, dwords, 0, 0};
}

void add_prologue(Writer& write) {
  write.add("s_load_dwordx4", Encoding::kSmem, 21, "s[0:3], s[4:5], 0x0");
  write.add("s_load_dwordx2", Encoding::kSmem, 21, "s[6:7], s[4:5], 0x10");
  write.add("v_and_b32", Encoding::kVop2, 24, "v1, 63, v0");
  write.add("v_lshrrev_b32", Encoding::kVop2, 24, "v2, 6, v0");
  write.add("v_lshlrev_b32", Encoding::kVop2, 25, "v3, 4, v1");
  write.add("v_lshl_add_u32", Encoding::kVop3, 25, "v4, v2, 10, v3");
  for (int i = 0; i < 4; ++i)
    write.add("v_accvgpr_write_b32", Encoding::kMai, 27, "a" + std::to_string(i) + ", 0");
  write.add("s_waitcnt", Encoding::kSopp, 28, "lgkmcnt(0)");
  for (int i = 0; i < 4; ++i) {
    write.add("global_load_dwordx4", Encoding::kGlobal, 31,
              "v[" + std::to_string(8 + 4 * i) + ":" + std::to_string(11 + 4 * i) + "], v4, s[0:1]");
  }
}

/// Loop body; returns the address of its first instruction.
std::uint64_t add_loop(Writer& write, isa::Target target) {
  const std::uint64_t start = write.next();
  write.add("s_waitcnt", Encoding::kSopp, 35, "vmcnt(0)");
  for (int i = 0; i < 4; ++i)
    write.add("ds_write_b128", Encoding::kDs, 36,
              "v5, v[" + std::to_string(8 + 4 * i) + ":" + std::to_string(11 + 4 * i) +
                  "] offset:" + std::to_string(4096 * i));
  write.add("s_waitcnt", Encoding::kSopp, 37, "lgkmcnt(0)");
  write.add("s_barrier", Encoding::kSopp, 37, "");
  for (int i = 0; i < 4; ++i)
    write.add("ds_read_b128", Encoding::kDs, i < 2 ? 40 : 41,
              "v[" + std::to_string(24 + 4 * i) + ":" + std::to_string(27 + 4 * i) +
                  "], v6 offset:" + std::to_string(1024 * i));
  write.add("ds_read_b64", Encoding::kDs, 42, "v[40:41], v7");
  write.add("s_waitcnt", Encoding::kSopp, 43, "lgkmcnt(0)");
  const bool doubled = target == isa::Target::kGfx950;
  for (int i = 0; i < 8; ++i) {
    isa::Instruction& mfma =
        write.add(doubled ? "v_mfma_f32_16x16x32_bf16" : "v_mfma_f32_16x16x16_bf16", Encoding::kMai, 44,
                  doubled ? "a[0:3], v[24:27], v[28:31], a[0:3]" : "a[0:3], v[24:25], v[28:29], a[0:3]");
    operand(mfma, Role::kVdst, OperandKind::kAgpr, 0, 4);
    operand(mfma, Role::kSrc0, OperandKind::kVgpr, 24, doubled ? 4 : 2);
    operand(mfma, Role::kSrc1, OperandKind::kVgpr, 28, doubled ? 4 : 2);
    operand(mfma, Role::kSrc2, OperandKind::kAgpr, 0, 4);
  }
  write.add("s_barrier", Encoding::kSopp, 46, "");
  for (int i = 0; i < 4; ++i)
    write.add(
        "global_load_dwordx4", Encoding::kGlobal, 47,
        "v[" + std::to_string(8 + 4 * i) + ":" + std::to_string(11 + 4 * i) + "], v4, s[0:1] offset:64");
  write.add("s_add_u32", Encoding::kSop2, 33, "s8, s8, 32");
  write.add("s_cmp_lt_u32", Encoding::kSopc, 33, "s8, s9");
  write.add("s_cbranch_scc1", Encoding::kSopp, 33, "65506").branch_target = start;
  return start;
}

void add_epilogue(Writer& write) {
  for (int i = 0; i < 4; ++i)
    write.add("v_accvgpr_read_b32", Encoding::kMai, 50,
              "v" + std::to_string(50 + i) + ", a" + std::to_string(i));
  for (int i = 0; i < 4; ++i)
    write.add("v_mul_f32", Encoding::kVop2, 51,
              "v" + std::to_string(50 + i) + ", s10, v" + std::to_string(50 + i));
  write.add("s_nop", Encoding::kSopp, 51, "0");
  for (int i = 0; i < 4; ++i)
    write.add("global_store_dword", Encoding::kGlobal, 52, "v4, v" + std::to_string(50 + i) + ", s[2:3]");
  write.add("s_endpgm", Encoding::kSopp, 54, "");
}

/// A hump over the loop, as in a real kernel.
std::vector<std::array<std::uint16_t, 3>> live_counts(std::size_t count) {
  std::vector<std::array<std::uint16_t, 3>> live;
  for (std::size_t i = 0; i < count; ++i) {
    const bool loop = i >= 15 && i < 45;
    const std::size_t in_loop = loop ? i - 15 : 0;
    const std::uint16_t vgprs =
        static_cast<std::uint16_t>(i < 15 ? 2 + i
                                   : loop ? (in_loop < 7    ? 24
                                             : in_loop < 13 ? 10 + 4 * (in_loop - 6)
                                             : in_loop < 21 ? 44 - 2 * (in_loop - 13)
                                                            : 14 + 3 * (in_loop - 21) / 2)
                                          : 58 - (i < 58 ? i : 57));
    const std::uint16_t agprs = static_cast<std::uint16_t>(i < 7 ? 0 : i < 11 ? i - 6 : i < 49 ? 4 : 0);
    live.push_back({vgprs, agprs, static_cast<std::uint16_t>(i < 2 ? 6 : i < 45 ? 12 : 6)});
  }
  return live;
}

/// A 16-byte chunk of a 64-byte row: plainly, or with the chunk number XORed by the row's.
std::uint64_t tile_address(Tile tile, unsigned row, unsigned chunk) {
  if (tile == Tile::kSwizzled) chunk ^= (row >> 1) & 3;
  return row * 64u + chunk * 16u;
}

trace::WaveRecord wave_record(const isa::Program& program, Tile tile) {
  trace::WaveRecord wave;
  wave.wave = 1;
  for (std::uint32_t i = 0; i < program.instructions.size(); ++i) {
    const std::string_view name = isa::mnemonic_name(program.instructions[i].mnemonic);
    trace::Event event{i, ~0ull, 0xffffffff, 0xffffffff};
    if (name == "ds_read_b128" || name == "ds_write_b128" || name == "ds_read_b64") {
      trace::AccessRecord access;
      access.kind = 1;
      access.writes = name == "ds_write_b128";
      access.bytes_per_lane = name == "ds_read_b64" ? 8 : 16;
      for (unsigned lane = 0; lane < 64; ++lane) {
        if (access.writes)
          access.addresses[lane] = lane * 16u;
        else if (name == "ds_read_b64")
          access.addresses[lane] = (lane / 2) * 8u;
        else
          access.addresses[lane] = tile_address(tile, lane % 16, lane / 16);
      }
      event.access = static_cast<std::uint32_t>(wave.accesses.size());
      wave.accesses.push_back(access);
    }
    wave.events.push_back(event);
  }
  return wave;
}

std::vector<trace::LdsInstructionCount> lds_counts(const isa::Program& program, isa::Target target,
                                                   Tile tile) {
  std::vector<trace::LdsInstructionCount> counts;
  for (std::uint32_t i = 0; i < program.instructions.size(); ++i) {
    const std::string_view name = isa::mnemonic_name(program.instructions[i].mnemonic);
    constexpr std::uint64_t kExecutions = 4096;
    const bool narrow = target == isa::Target::kGfx942;
    if (name == "ds_write_b128") counts.push_back({i, kExecutions, 8 * kExecutions, 0});
    if (name == "ds_read_b64") counts.push_back({i, kExecutions, (narrow ? 4 : 2) * kExecutions, 0});
    if (name == "ds_read_b128") {
      const std::uint64_t phases = narrow ? 8 : 4, extra = tile == Tile::kPlain ? phases : 0;
      counts.push_back({i, kExecutions, (phases + extra) * kExecutions, extra * kExecutions});
    }
  }
  return counts;
}

}  // namespace

trace::Trace gemm_trace(isa::Target target, Tile tile) {
  trace::Trace trace;
  trace.title = "gemm 512\u00d7512\u00d7512, bf16";
  trace.variant = tile == Tile::kPlain ? "plain" : "swizzled";
  trace.verdict = "pass";
  trace.compiler = "clang 22.1.8";
  trace.program.target = target;
  trace.program.kernel = tile == Tile::kPlain ? "gemm_plain" : "gemm_swizzled";
  trace.program.code_object = "gemm.co";
  trace.program.entry = 0x1000;
  trace.program.files = {"kernels/gemm/gemm.hip"};
  Writer write(trace.program);
  add_prologue(write);
  add_loop(write, target);
  add_epilogue(write);
  trace.grid = {8, 8, 1};
  trace.block = {256, 1, 1};
  trace.registers.vgprs = 54;
  trace.registers.agprs = 4;
  trace.registers.sgprs = 22;
  trace.registers.lds_bytes = 16384;
  trace.registers.live = live_counts(trace.program.instructions.size());
  trace.registers.occupancy = {.waves_per_simd = 4,
                               .workgroups_per_cu = 4,
                               .limiter = chips::Limiter::kLds,
                               .vgprs_allocated = 64,
                               .lds_allocated = 16384,
                               .by_vector_registers = 8,
                               .by_scalar_registers = 8,
                               .by_lds = 4,
                               .by_workgroup_size = 8,
                               .by_barriers = 8};
  trace.lds = lds_counts(trace.program, target, tile);
  trace::WorkgroupRecord workgroup;
  workgroup.waves.push_back(wave_record(trace.program, tile));
  trace.workgroups.push_back(workgroup);
  return trace;
}

trace::Trace vector_trace() {
  trace::Trace trace;
  trace.title = "vector add";
  trace.program.kernel = "vector_add";
  trace.program.files = {"add.hip"};
  Writer write(trace.program);
  write.add("global_load_dword", Encoding::kGlobal, 5, "v1, v0, s[0:1]");
  write.add("s_waitcnt", Encoding::kSopp, 6, "vmcnt(0)");
  write.add("v_add_f32", Encoding::kVop2, 6, "v1, v1, v1");
  write.add("global_store_dword", Encoding::kGlobal, 7, "v0, v1, s[2:3]");
  write.add("s_endpgm", Encoding::kSopp, 8, "");
  trace.registers.vgprs = 2;
  trace.registers.sgprs = 4;
  trace.registers.occupancy = {.waves_per_simd = 8,
                               .workgroups_per_cu = 32,
                               .vgprs_allocated = 8,
                               .by_vector_registers = 8,
                               .by_scalar_registers = 8,
                               .by_lds = 8,
                               .by_workgroup_size = 8,
                               .by_barriers = 8};
  return trace;
}

}  // namespace lanewise::tests
