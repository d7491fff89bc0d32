// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Decodes a kernel by following its control flow: from the kernel's entry, and from every function
// symbol that is no kernel, since an indirect call may reach it. Addresses that the code forms with
// s_getpc_b64 are followed too. Code is never swept linearly, because
// .text may hold data and padding, on which LLVM 22's disassembler can even crash.

#include <algorithm>
#include <cstring>
#include <set>
#include <vector>

#include <fmt/format.h>

#include "simulator/code_object/code_object.h"
#include "simulator/code_object/record.h"
#include "simulator/code_object/source_lines.h"

namespace lanewise::code_object {
namespace {

/// One executable segment and what is known about each of its dwords.
class CodeRegion {
 public:
  enum class Mark : std::uint8_t { kUnseen, kStart, kInside };

  explicit CodeRegion(const Segment& segment) : segment_(segment), marks_(segment.bytes.size() / 4) {}

  [[nodiscard]] bool contains(std::uint64_t address) const {
    return address >= segment_.address && address - segment_.address < marks_.size() * 4;
  }
  [[nodiscard]] std::uint64_t available(std::uint64_t address) const {
    return segment_.bytes.size() - (address - segment_.address);
  }
  [[nodiscard]] Words words_at(std::uint64_t address) const {
    Words words{};
    std::memcpy(words.data(), segment_.bytes.data() + (address - segment_.address),
                std::min<std::uint64_t>(sizeof(words), available(address)));
    return words;
  }
  [[nodiscard]] Mark mark(std::uint64_t address) const { return marks_[(address - segment_.address) / 4]; }
  /// Marks an instruction; false if it would overlap another one.
  bool claim(std::uint64_t address, std::uint64_t size) {
    const std::size_t first = (address - segment_.address) / 4;
    for (std::size_t i = first; i < first + size / 4; ++i) {
      if (marks_[i] != Mark::kUnseen) return false;
    }
    std::fill_n(marks_.begin() + static_cast<std::ptrdiff_t>(first), size / 4, Mark::kInside);
    marks_[first] = Mark::kStart;
    return true;
  }

 private:
  const Segment& segment_;
  std::vector<Mark> marks_;
};

/// Recognises how code forms an address: s_getpc_b64 s[n:n+1], s_add_u32 sn, sn, LOW, s_addc_u32 sn+1,
/// sn+1, HIGH. Branches beyond the reach of simm16 and calls of functions without a symbol go this way.
class AddressSequence {
 public:
  /// The finished address once the third instruction was seen, else 0.
  std::uint64_t see(const isa::Instruction& instruction) {
    static const isa::MnemonicId kGetPc = isa::find_mnemonic("s_getpc_b64"),
                                 kAdd = isa::find_mnemonic("s_add_u32"),
                                 kAddCarry = isa::find_mnemonic("s_addc_u32");
    const isa::Operand* result = instruction.find(isa::Role::kSdst);
    if (result == nullptr) return 0;
    if (instruction.mnemonic == kGetPc) {
      register_ = result->index;
      base_ = instruction.address + instruction.size;
      low_ = 0;
    } else if (instruction.mnemonic == kAdd && adds_constant(instruction, register_)) {
      low_ = static_cast<std::uint32_t>(instruction.operands[2].value);
    } else if (instruction.mnemonic == kAddCarry && adds_constant(instruction, register_ + 1)) {
      return base_ + (low_ | instruction.operands[2].value << 32);
    }
    return 0;
  }

 private:
  /// sdst, src0 are scalar register `index`, src1 is a constant.
  static bool adds_constant(const isa::Instruction& instruction, unsigned index) {
    const auto& operands = instruction.operands;
    return operands[0].index == index && operands[1].kind == isa::OperandKind::kSgpr &&
           operands[1].index == index && operands[2].kind == isa::OperandKind::kConstant;
  }
  unsigned register_ = ~0u;
  std::uint64_t base_ = 0;
  std::uint64_t low_ = 0;
};

class FlowDecoder {
 public:
  FlowDecoder(const CodeObject& object, isa::Program& program) : decoder_(object.target), program_(program) {
    for (const Segment& segment : object.segments) {
      if (segment.executable) regions_.emplace_back(segment);
    }
  }

  void follow(std::uint64_t entry) {
    waiting_.push_back(entry);
    while (!waiting_.empty()) {
      const std::uint64_t address = waiting_.back();
      waiting_.pop_back();
      decode_run(address);
    }
  }

  /// Sorts the records by address.
  void finish() {
    std::ranges::sort(decoded_, {}, [](const DecodedInstruction& d) { return d.record.address; });
    for (DecodedInstruction& instruction : decoded_) {
      program_.instructions.push_back(instruction.record);
      program_.text.push_back(std::move(instruction.text));
    }
    std::ranges::sort(program_.undecodable, {}, &isa::Program::Undecodable::address);
  }

 private:
  void give_up(std::uint64_t address, std::string reason) {
    if (given_up_.insert(address).second) program_.undecodable.push_back({address, std::move(reason)});
  }

  CodeRegion* region_of(std::uint64_t address) {
    const auto found =
        std::ranges::find_if(regions_, [&](const CodeRegion& r) { return r.contains(address); });
    return found == regions_.end() ? nullptr : &*found;
  }

  /// Decodes one instruction after the other until control flow leaves the line.
  void decode_run(std::uint64_t address) {
    AddressSequence sequence;
    for (;;) {
      CodeRegion* region = region_of(address);
      if (region == nullptr || address % 4 != 0) return give_up(address, "the address lies outside the code");
      if (region->mark(address) == CodeRegion::Mark::kStart) return;
      if (region->mark(address) == CodeRegion::Mark::kInside)
        return give_up(address, "the address lies inside another instruction");
      DecodedInstruction decoded =
          decoder_.decode(region->words_at(address), region->available(address), address);
      if (!decoded.reason.empty()) return give_up(address, decoded.reason);
      if (!region->claim(address, decoded.record.size))
        return give_up(address, "the instruction overlaps another one");
      const FlowKind flow = decoded.flow;
      const std::uint64_t target = decoded.record.branch_target, next = address + decoded.record.size;
      const std::uint64_t formed = sequence.see(decoded.record);
      if (formed % 4 == 0 && region_of(formed) != nullptr) waiting_.push_back(formed);
      decoded_.push_back(std::move(decoded));
      if (flow == FlowKind::kEnds) return;
      if (flow != FlowKind::kFallsThrough) waiting_.push_back(target);
      if (flow == FlowKind::kJumps) return;
      address = next;
    }
  }

  InstructionDecoder decoder_;
  isa::Program& program_;
  std::vector<CodeRegion> regions_;
  std::vector<DecodedInstruction> decoded_;
  std::vector<std::uint64_t> waiting_;
  std::set<std::uint64_t> given_up_;
};

}  // namespace

isa::Program decode(const CodeObject& object, const Kernel& kernel) {
  isa::Program program;
  program.target = object.target;
  program.kernel = kernel.name;
  program.code_object = object.name;
  program.entry = kernel.entry_address;
  FlowDecoder decoder(object, program);
  decoder.follow(kernel.entry_address);
  for (const Symbol& symbol : object.symbols) {
    const bool is_kernel = std::ranges::any_of(
        object.kernels, [&](const Kernel& k) { return k.entry_address == symbol.address; });
    if (symbol.function && !is_kernel) decoder.follow(symbol.address);
  }
  decoder.finish();
  attach_source_lines(object, program);
  return program;
}

}  // namespace lanewise::code_object
