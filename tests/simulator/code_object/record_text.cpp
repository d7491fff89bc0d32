// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Prints what a record holds, leaving out everything that has its default value.

#include "record_text.h"

#include <fstream>
#include <iterator>
#include <span>
#include <stdexcept>

#include <fmt/format.h>

namespace lanewise::test {
namespace {

constexpr const char* kEncodings[] = {"sop1", "sop2", "sopk",   "sopc",    "sopp",  "smem",
                                      "vop1", "vop2", "vopc",   "vop3",    "vop3p", "mai",
                                      "ds",   "flat", "global", "scratch", "mubuf", "mtbuf"};
constexpr const char* kForms[] = {"", "/e32", "/e64", "/sdwa", "/dpp"};
constexpr const char* kRoles[] = {"vdst",  "vdst2",    "sdst",    "src0",    "src1",  "src2",
                                  "index", "scale0",   "scale1",  "address", "data0", "data1",
                                  "saddr", "resource", "soffset", "sbase",   "sdata"};
constexpr char kKinds[] = {'-', 'v', 'a', 's', '#', 'x'};

std::string operand_text(const isa::Operand& operand) {
  std::string text =
      fmt::format(" {}:{}", kRoles[static_cast<int>(operand.role)], kKinds[static_cast<int>(operand.kind)]);
  text += operand.kind == isa::OperandKind::kConstant ? fmt::format("{:x}", operand.value)
                                                      : fmt::format("{}", operand.index);
  return operand.dwords == 1 ? text : text + fmt::format("*{}", operand.dwords);
}

std::string vector_text(const isa::Instruction& instruction) {
  const isa::VectorModifiers& m = instruction.vector;
  std::string text;
  const auto add = [&](const char* name, unsigned value) {
    if (value != 0) text += fmt::format(" {}={}", name, value);
  };
  add("neg", m.neg);
  add("abs", m.abs);
  add("op_sel", m.op_sel);
  add("op_sel_hi", m.op_sel_hi);
  add("omod", m.omod);
  if (m.clamp) text += " clamp";
  add("sext", m.sext);
  if (m.bitop3 != 0) text += fmt::format(" bitop3={:x}", m.bitop3);
  if (instruction.form == isa::Form::kDpp) {
    text += fmt::format(" dpp={:x},{:x},{:x}{}", m.dpp_ctrl, m.row_mask, m.bank_mask,
                        m.bound_ctrl ? ",bound" : "");
  } else {
    if (m.bound_ctrl) text += " bound";
    if (m.fetch_inactive) text += " fi";
  }
  if (instruction.form == isa::Form::kSdwa) {
    text += fmt::format(" sdwa={},{},{},{}", m.dst_sel, m.dst_unused, m.src0_sel, m.src1_sel);
  }
  add("cbsz", m.cbsz);
  add("abid", m.abid);
  add("blgp", m.blgp);
  return text;
}

std::string memory_text(const isa::MemoryFields& m) {
  std::string text;
  if (m.offset != 0) text += fmt::format(" offset={}", m.offset);
  if (m.offset1 != 0) text += fmt::format(" offset1={}", m.offset1);
  std::string cache;
  if (m.cache & isa::kSc0) cache += ",sc0";
  if (m.cache & isa::kSc1) cache += ",sc1";
  if (m.cache & isa::kNonTemporal) cache += ",nt";
  if (!cache.empty()) text += " cache=" + cache.substr(1);
  if (m.offset_enable) text += " offen";
  if (m.index_enable) text += " idxen";
  if (m.lds) text += " lds";
  if (m.gds) text += " gds";
  if (m.format != 0) text += fmt::format(" format={:x}", m.format);
  return text;
}

std::string implicit_text(const isa::Instruction& i) {
  std::string text;
  const auto add = [&](bool present, const char* name) {
    if (present) text += name;
  };
  add(i.reads_vcc, " vcc");
  add(i.writes_vcc, " VCC");
  add(i.reads_scc, " scc");
  add(i.writes_scc, " SCC");
  add(i.reads_exec, " exec");
  add(i.writes_exec, " EXEC");
  add(i.reads_m0, " m0");
  return text.empty() ? "" : " |" + text;
}

}  // namespace

std::string record_text(const isa::Instruction& i) {
  std::string text = std::string(kEncodings[static_cast<int>(i.encoding)]) + kForms[static_cast<int>(i.form)];
  for (std::uint8_t k = 0; k < i.operand_count; ++k) text += operand_text(i.operands[k]);
  text += vector_text(i) + memory_text(i.memory);
  if (i.branch_target != 0) {
    text += fmt::format(" to={:+d}", static_cast<std::int64_t>(i.branch_target - i.address));
  } else if (i.immediate != 0) {
    text += fmt::format(" imm={}", i.immediate);
  }
  if (i.literal != 0) text += fmt::format(" literal={:x}", i.literal);
  return text + implicit_text(i);
}

std::vector<std::byte> file_bytes(const std::string& path) {
  std::ifstream stream(path, std::ios::binary);
  if (!stream) throw std::runtime_error("no file " + path);
  const std::vector<char> bytes{std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
  const auto view = std::as_bytes(std::span(bytes));
  return {view.begin(), view.end()};
}

std::vector<std::string> file_lines(const std::string& path) {
  std::ifstream stream(path);
  if (!stream) throw std::runtime_error("no file " + path);
  std::vector<std::string> lines;
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

}  // namespace lanewise::test
