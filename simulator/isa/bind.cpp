// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Turns each instruction record into an Op: registers become offsets, constants move to pools, scalar
// sources of vector instructions get a broadcast slot, modified operands a GeneralOperands entry.
// An instruction that we cannot execute becomes an Op that faults when it is reached, so that a kernel
// with one unknown instruction on a path that never runs still runs.

#include "simulator/isa/bind.h"

#include <cstring>
#include <map>
#include <string_view>

#include "simulator/isa/mode_traits.h"
#include "simulator/isa/unsupported.h"

namespace lanewise::isa {

namespace {

using wave::kConstantPool;
using wave::kLanes;
using wave::Op;

const Op* hole(wave::Wave&, const Op* op) {
  wave::raise_fault({wave::Fault::Kind::kBadJump, op->index, 0, 0, 0, false, "hole"});
}
const Op* without_semantics(wave::Wave&, const Op* op) {
  wave::raise_fault({wave::Fault::Kind::kEmulation, op->index, 0, 0, 0, false, "no semantics"});
}

bool is_pair(LaneKind kind) {
  return kind == LaneKind::kBits64 || kind == LaneKind::kFloat64 || kind == LaneKind::kPackedFloat;
}
bool is_packed(LaneKind kind) {
  return kind == LaneKind::kPacked16 || kind == LaneKind::kPackedHalf || kind == LaneKind::kPackedFloat;
}
bool is_float(LaneKind kind) {
  return kind == LaneKind::kFloat32 || kind == LaneKind::kFloat16 || kind == LaneKind::kFloat64 ||
         kind == LaneKind::kPackedHalf || kind == LaneKind::kPackedFloat;
}

class Binder {
 public:
  Binder(const Program& program, const HandlerTable& table, const BindOptions& options,
         const std::vector<bool>& direct)
      : program_(program), options_(options), direct_(direct) {
    bound_.table = &table;
  }

  BoundProgram run() {
    place_ops();
    for (std::uint32_t i = 0; i < program_.instructions.size(); ++i) bind_one(i);
    return std::move(bound_);
  }

 private:
  void place_ops() {
    const auto& instructions = program_.instructions;
    bound_.op_of_instruction.resize(instructions.size());
    bound_.text_begin = instructions.empty() ? 0 : instructions.front().address;
    for (std::uint32_t i = 0; i < instructions.size(); ++i) {
      const Instruction& instruction = instructions[i];
      bound_.op_of_instruction[i] = static_cast<std::uint32_t>(bound_.ops.size());
      Op op;
      op.index = i;
      bound_.ops.push_back(op);
      const bool last = i + 1 == instructions.size();
      if (last || instructions[i + 1].address != instruction.address + instruction.size) {
        op.execute = hole;
        bound_.ops.push_back(op);
      }
    }
    bound_.rows.assign(bound_.ops.size(), nullptr);
    if (instructions.empty()) return;
    const std::uint64_t end = instructions.back().address + instructions.back().size;
    bound_.op_of_dword.assign((end - bound_.text_begin) / 4, wave::kNoOp);
    for (std::uint32_t i = 0; i < instructions.size(); ++i) {
      bound_.op_of_dword[(instructions[i].address - bound_.text_begin) / 4] = bound_.op_of_instruction[i];
    }
    bound_.entry = bound_.op_of_instruction[program_.index_of(program_.entry)];
  }

  const Row* row_of(MnemonicId mnemonic) {
    const auto [entry, fresh] = row_of_mnemonic_.try_emplace(mnemonic, nullptr);
    if (fresh) entry->second = find_row(*bound_.table, mnemonic, program_.target);
    return entry->second;
  }

  void refuse(std::uint32_t index, std::string reason) {
    bound_.ops[bound_.op_of_instruction[index]].execute = without_semantics;
    bound_.unsupported.push_back({index, std::move(reason)});
  }

  void bind_one(std::uint32_t index) {
    const Instruction& instruction = program_.instructions[index];
    const std::uint32_t at = bound_.op_of_instruction[index];
    Op& op = bound_.ops[at];
    const Row* row = row_of(instruction.mnemonic);
    if (row == nullptr) {
      const std::string_view name = mnemonic_name(instruction.mnemonic), reason = unsupported_reason(name);
      return refuse(index, reason.empty() ? "no semantics for " + std::string(name) : std::string(reason));
    }
    bound_.rows[at] = row;
    op.execute = row->execute;
    reason_.clear();
    switch (row->shape) {
      case Shape::kLanes:
      case Shape::kCompare:
      case Shape::kCompareExec:
      case Shape::kSelect:
      case Shape::kCarryOut:
      case Shape::kCarryInOut:
      case Shape::kMaskIn: bind_vector(instruction, *row, op); break;
      case Shape::kCrossLane: bind_cross_lane(instruction, op); break;
      case Shape::kMfma: bind_mfma(instruction, *row, op); break;
      case Shape::kScalar: bind_scalar(instruction, op); break;
      case Shape::kControl: bind_control(instruction, at, op); break;
      case Shape::kScalarLoad: bind_scalar_load(instruction, *row, index, op); break;
      case Shape::kLds: bind_lds(instruction, *row, index, op); break;
      case Shape::kFlat: bind_flat(instruction, *row, index, op); break;
      case Shape::kBuffer: bind_buffer(instruction, *row, index, op); break;
    }
    if (!reason_.empty()) {
      bound_.rows[at] = nullptr;
      refuse(index, reason_);
    }
  }

  // --- operands -----------------------------------------------------------------------------------

  std::uint32_t vector_offset(const Operand& operand) const {
    return kLanes *
           (operand.kind == OperandKind::kAgpr ? options_.accum_offset + operand.index : operand.index);
  }

  std::uint32_t vector_constant(std::uint64_t value, LaneKind kind) {
    if (kind == LaneKind::kPackedFloat && (value >> 32) == 0) value |= value << 32;
    const bool pair = is_pair(kind);
    const auto [entry, fresh] =
        vector_pool_.try_emplace({value, pair}, static_cast<std::uint32_t>(bound_.vector_constants.size()));
    if (fresh) {
      bound_.vector_constants.insert(bound_.vector_constants.end(), kLanes,
                                     static_cast<std::uint32_t>(value));
      if (pair)
        bound_.vector_constants.insert(bound_.vector_constants.end(), kLanes,
                                       static_cast<std::uint32_t>(value >> 32));
    }
    return kConstantPool | entry->second;
  }

  std::uint32_t scalar_constant(std::uint64_t value) {
    const auto [entry, fresh] =
        scalar_pool_.try_emplace(value, static_cast<std::uint32_t>(bound_.scalar_constants.size()));
    if (fresh) {
      bound_.scalar_constants.push_back(static_cast<std::uint32_t>(value));
      bound_.scalar_constants.push_back(static_cast<std::uint32_t>(value >> 32));
    }
    return kConstantPool | entry->second;
  }

  /// Scalar source. SCC, VCCZ and EXECZ are read through ttmp 12-14, which a prologue fills.
  std::uint32_t scalar_source(const Operand& operand, Op& op) {
    switch (operand.kind) {
      case OperandKind::kConstant: return scalar_constant(operand.value);
      case OperandKind::kSgpr:
        if (operand.index < 128) return operand.index;
        reason_ = "scalar operand code " + std::to_string(operand.index);
        return 0;
      case OperandKind::kSpecial:
        if (operand.index == 235) return scalar_constant(std::uint64_t{wave::kSharedAperture} << 32);
        if (operand.index == 236)
          return scalar_constant((std::uint64_t{wave::kSharedAperture} << 32) | 0xffffffff);
        if (operand.index == 237) return scalar_constant(std::uint64_t{wave::kPrivateAperture} << 32);
        if (operand.index == 238)
          return scalar_constant((std::uint64_t{wave::kPrivateAperture} << 32) | 0xffffffff);
        if (operand.index >= 251 && operand.index <= 253) {
          op.inner = op.execute;
          op.execute = bound_.table->special_scalar;
          return 120 + (operand.index - 251);
        }
        [[fallthrough]];
      default: reason_ = "operand kind not executed here"; return 0;
    }
  }

  std::uint32_t scalar_code(const Operand* operand, std::uint32_t otherwise) {
    if (operand == nullptr) return otherwise;
    if (operand->kind != OperandKind::kSgpr || operand->index >= 128)
      reason_ = "mask operand is not a scalar register";
    return operand->index;
  }

  /// Vector source i: register, constant, or a scalar that is broadcast before the instruction.
  void vector_source(const Operand& operand, LaneKind kind, std::uint32_t i, Op& op) {
    switch (operand.kind) {
      case OperandKind::kVgpr:
      case OperandKind::kAgpr: op.src[i] = vector_offset(operand); return;
      case OperandKind::kConstant: op.src[i] = vector_constant(operand.value, kind); return;
      case OperandKind::kSgpr:
      case OperandKind::kSpecial: break;
      default: reason_ = "operand kind not executed here"; return;
    }
    if (operand.kind == OperandKind::kSpecial && operand.index < 251) {
      const std::uint32_t pool = scalar_source(operand, op) & ~kConstantPool;
      const std::uint64_t low = bound_.scalar_constants[pool], high = bound_.scalar_constants[pool + 1];
      op.src[i] = vector_constant(low | (high << 32), kind);
      return;
    }
    if (operand.kind == OperandKind::kSpecial) {
      reason_ = "SCC, VCCZ or EXECZ as a vector source";
      return;
    }
    op.src[i] = kLanes * (options_.vector_registers + 2 * i);
    op.immediate = static_cast<std::int32_t>(static_cast<std::uint32_t>(op.immediate) |
                                             (std::uint32_t{operand.index} << (8 * i)));
    op.dwords = static_cast<std::uint8_t>(op.dwords | (1u << i) | (is_pair(kind) ? 16u << i : 0u));
  }

  // --- shapes ---------------------------------------------------------------------------------------

  static bool has_modifiers(const Instruction& instruction, const Row& row, std::uint32_t sources) {
    const VectorModifiers& m = instruction.vector;
    if (instruction.form == Form::kSdwa || instruction.form == Form::kDpp) return true;
    if (m.neg || m.abs || m.omod || m.clamp) return true;
    if (row.flags & (kKeepsHighHalf | kWritesHighHalf | kMixedPrecision)) return true;
    const std::uint8_t all = static_cast<std::uint8_t>((1u << sources) - 1);
    for (std::uint32_t i = 0; i < sources; ++i) {
      if (!is_packed(row.sources[i]) || instruction.encoding != Encoding::kVop3p) continue;
      if (((m.op_sel_hi >> i) & 1) == 0) return true;
    }
    return (m.op_sel & (all | 8)) != 0;
  }

  void bind_vector(const Instruction& instruction, const Row& row, Op& op) {
    const Role roles[] = {Role::kSrc0, Role::kSrc1, Role::kSrc2};
    std::uint32_t sources = 0;
    for (; sources < 3 && row.sources[sources] != LaneKind::kNone; ++sources) {
      const Operand* operand = instruction.find(roles[sources]);
      if (operand == nullptr) {
        reason_ = "form without source " + std::to_string(sources);
        return;
      }
      const bool vector = operand->kind == OperandKind::kVgpr || operand->kind == OperandKind::kAgpr;
      if (!vector && operand->dwords > 2) reason_ = "scalar source of more than two registers";
      vector_source(*operand, row.sources[sources], sources, op);
    }
    if (row.shape == Shape::kCompare || row.shape == Shape::kCompareExec || row.shape == Shape::kCarryOut ||
        row.shape == Shape::kCarryInOut) {
      op.dst2 = scalar_code(instruction.find(Role::kSdst), wave::kVcc);
    }
    if (row.shape == Shape::kSelect || row.shape == Shape::kCarryInOut)
      op.src[3] = scalar_code(instruction.find(Role::kSrc2), wave::kVcc);
    if (row.shape == Shape::kMaskIn) op.src[3] = wave::kVcc;
    if (const Operand* dst = instruction.find(Role::kVdst)) op.dst = vector_offset(*dst);
    op.offset = instruction.vector.bitop3;
    if ((row.flags & kOwnModifiers) || has_modifiers(instruction, row, sources))
      bind_general(instruction, row, sources, op);
    if (op.dwords != 0) {
      op.inner = op.execute;
      op.execute = bound_.table->broadcast;
    }
  }

  void bind_general(const Instruction& instruction, const Row& row, std::uint32_t sources, Op& op) {
    const VectorModifiers& m = instruction.vector;
    const bool own = (row.flags & kOwnModifiers) != 0;
    if (row.lanes == nullptr && !own) reason_ = "modified operands of this instruction";
    wave::GeneralOperands general;
    general.row = &row;
    general.modifiers = m;
    // Two-source words of packed instructions have no selectors: halves stay where they are.
    if (instruction.encoding != Encoding::kVop3p) general.modifiers.op_sel_hi = 7;
    if (m.clamp && row.result != LaneKind::kMask && !is_float(row.result)) {
      general.clamped = clamped_lanes(row.mnemonic);
      if (std::string_view(row.mnemonic) == "v_mov_b32") reason_ = "clamp of untyped bits";
    }
    general.sdwa = instruction.form == Form::kSdwa;
    general.dpp = instruction.form == Form::kDpp;
    general.source_count = static_cast<std::uint8_t>(sources);
    op.extra = static_cast<std::uint32_t>(bound_.general.size());
    bound_.general.push_back(general);
    if (!own) op.execute = bound_.table->general;
  }

  /// Lanes that saturate, or nullptr for an instruction that cannot overflow.
  LaneKernel clamped_lanes(std::string_view mnemonic) const {
    for (const ClampedLanes& entry : bound_.table->clamped) {
      if (mnemonic == entry.mnemonic) return entry.lanes;
    }
    return nullptr;
  }

  void bind_cross_lane(const Instruction& instruction, Op& op) {
    if (const Operand* dst = instruction.find(Role::kVdst)) op.dst = vector_offset(*dst);
    if (const Operand* dst = instruction.find(Role::kSdst)) op.dst = scalar_code(dst, 0);
    const Role roles[] = {Role::kSrc0, Role::kSrc1};
    for (std::uint32_t i = 0; i < 2; ++i) {
      const Operand* operand = instruction.find(roles[i]);
      if (i == 0 && operand == nullptr) operand = instruction.find(Role::kVdst2);
      if (operand == nullptr) continue;
      const bool vector = operand->kind == OperandKind::kVgpr || operand->kind == OperandKind::kAgpr;
      op.src[i] = vector ? vector_offset(*operand) : scalar_source(*operand, op);
    }
  }

  void bind_mfma(const Instruction& instruction, const Row& row, Op& op) {
    const VectorModifiers& m = instruction.vector;
    op.immediate = m.cbsz | (m.abid << 4) | (m.blgp << 8);
    const Operand* dst = instruction.find(Role::kVdst);
    const Operand* a = instruction.find(Role::kSrc0);
    const Operand* b = instruction.find(Role::kSrc1);
    const Operand* c = instruction.find(Role::kIndex);
    if (c == nullptr) c = instruction.find(Role::kSrc2);
    if (dst == nullptr || a == nullptr || b == nullptr || c == nullptr) {
      reason_ = "MFMA form";
      return;
    }
    const LaneKind kind = row.result == LaneKind::kFloat64 ? LaneKind::kFloat64 : LaneKind::kBits32;
    op.dst = vector_offset(*dst);
    Op unused;  // a scalar source would need a broadcast slot, which MFMA does not have
    vector_source(*a, kind, 0, unused);
    vector_source(*b, kind, 1, unused);
    vector_source(*c, kind, 2, unused);
    if (const Operand* scale = instruction.find(Role::kScaleSrc0)) vector_source(*scale, kind, 3, unused);
    for (std::uint32_t i = 0; i < 4; ++i) op.src[i] = unused.src[i];
    if (const Operand* scale = instruction.find(Role::kScaleSrc1)) {
      Op other;
      vector_source(*scale, kind, 0, other);
      op.dst2 = other.src[0];
      unused.dwords = static_cast<std::uint8_t>(unused.dwords | other.dwords);
    }
    op.offset = (m.op_sel & 1) | ((m.op_sel_hi & 1) << 1) | ((m.op_sel & 2) << 1) | ((m.op_sel_hi & 2) << 2);
    if (c->kind == OperandKind::kConstant) op.flags |= wave::kConstantSrc2;
    if (unused.dwords != 0) reason_ = "scalar MFMA source";
  }

  void bind_scalar(const Instruction& instruction, Op& op) {
    op.immediate = instruction.immediate;
    op.offset = static_cast<std::int32_t>(instruction.literal);
    const Operand* dst = instruction.find(Role::kSdst);
    // s_cmpk names its register as a source only.
    if (dst == nullptr) dst = instruction.find(Role::kSrc0);
    if (dst != nullptr && dst->kind == OperandKind::kSgpr) op.dst = dst->index;
    if (op.dst >= 128) reason_ = "scalar destination";
    const Role roles[] = {Role::kSrc0, Role::kSrc1};
    for (std::uint32_t i = 0; i < 2; ++i) {
      if (const Operand* operand = instruction.find(roles[i])) op.src[i] = scalar_source(*operand, op);
    }
  }

  void bind_control(const Instruction& instruction, std::uint32_t at, Op& op) {
    op.immediate = instruction.immediate;
    const std::uint64_t next = instruction.address + instruction.size;
    const std::string_view name = mnemonic_name(instruction.mnemonic);
    const bool fork = name == "s_cbranch_g_fork" || name == "s_cbranch_i_fork";
    if (name == "s_getpc_b64" || name == "s_swappc_b64" || name == "s_call_b64" || fork) {
      op.immediate = static_cast<std::int32_t>(static_cast<std::uint32_t>(next));
      op.offset = static_cast<std::int32_t>(static_cast<std::uint32_t>(next >> 32));
    }
    if (const Operand* dst = instruction.find(Role::kSdst)) op.dst = scalar_code(dst, 0);
    if (const Operand* source = instruction.find(Role::kSrc0)) op.src[0] = scalar_source(*source, op);
    if (const Operand* source = instruction.find(Role::kSrc1)) op.src[1] = scalar_source(*source, op);
    if (instruction.branch_target == 0) return;
    const std::uint32_t target = program_.index_of(instruction.branch_target);
    if (target == Program::kNoInstruction) {
      reason_ = "branch to an address that does not decode";
      return;
    }
    const auto distance =
        static_cast<std::int32_t>(bound_.op_of_instruction[target]) - static_cast<std::int32_t>(at);
    if (fork)
      op.dst2 = static_cast<std::uint32_t>(instruction.branch_target - next);
    else if (name == "s_call_b64")
      op.src[1] = static_cast<std::uint32_t>(distance);
    else
      op.offset = distance;
  }

  void start_memory(const Instruction& instruction, std::uint32_t index, Op& op) {
    op.slot = static_cast<std::uint16_t>(bound_.memory_slots++);
    op.offset = instruction.memory.offset;
    if (index < direct_.size() && direct_[index]) op.flags |= wave::kDirectLoad;
    if (bound_.memory_slots > 0xffff) reason_ = "more than 65535 memory instructions";
  }

  void bind_scalar_load(const Instruction& instruction, const Row& row, std::uint32_t index, Op& op) {
    start_memory(instruction, index, op);
    if (const Operand* dst = instruction.find(Role::kSdst)) op.dst = scalar_code(dst, 0);
    if (const Operand* data = instruction.find(Role::kScalarData)) op.dst = scalar_code(data, 0);
    if ((row.flags & kAtomic) && (instruction.memory.cache & kSc0)) op.flags |= wave::kReturnsOld;
    if (const Operand* base = instruction.find(Role::kScalarBase)) op.src[0] = scalar_code(base, 0);
    if (const Operand* offset = instruction.find(Role::kScalarOffset)) {
      op.src[1] = scalar_source(*offset, op);
      op.flags |= wave::kOffsetEnable;
    }
  }

  void bind_data(const Instruction& instruction, Op& op) {
    const Operand* dst = instruction.find(Role::kVdst);
    const Operand* data = instruction.find(Role::kData0);
    if (dst == nullptr) dst = data;
    if (data == nullptr) data = dst;
    if (dst != nullptr) op.dst = vector_offset(*dst);
    if (data != nullptr) op.src[1] = vector_offset(*data);
  }

  void bind_lds(const Instruction& instruction, const Row& row, std::uint32_t index, Op& op) {
    start_memory(instruction, index, op);
    bind_data(instruction, op);
    if (instruction.memory.gds) reason_ = "GDS: these chips have none";
    if (const Operand* address = instruction.find(Role::kAddress)) op.src[0] = vector_offset(*address);
    if (const Operand* data = instruction.find(Role::kData1)) op.src[2] = vector_offset(*data);
    const std::string_view name = mnemonic_name(instruction.mnemonic);
    if (name.starts_with("ds_read2") || name.starts_with("ds_write2") || name.starts_with("ds_wrxchg2")) {
      const std::int32_t scale = row.bytes * (name.find("st64") != std::string_view::npos ? 64 : 1);
      op.offset = instruction.memory.offset * scale;
      op.immediate = instruction.memory.offset1 * scale;
    }
  }

  void bind_flat(const Instruction& instruction, const Row& row, std::uint32_t index, Op& op) {
    start_memory(instruction, index, op);
    bind_data(instruction, op);
    if (const Operand* address = instruction.find(Role::kAddress))
      op.src[0] = vector_offset(*address);
    else
      op.flags |= wave::kNoVectorAddress;
    if (const Operand* base = instruction.find(Role::kScalarAddress)) {
      op.src[2] = scalar_code(base, 0);
      op.flags |= wave::kHasScalarAddress;
    }
    if ((row.flags & kAtomic) && (instruction.memory.cache & kSc0)) op.flags |= wave::kReturnsOld;
  }

  void bind_buffer(const Instruction& instruction, const Row& row, std::uint32_t index, Op& op) {
    start_memory(instruction, index, op);
    bind_data(instruction, op);
    if (const Operand* address = instruction.find(Role::kAddress)) op.src[0] = vector_offset(*address);
    if (const Operand* resource = instruction.find(Role::kResource)) op.src[2] = scalar_code(resource, 0);
    op.src[3] = scalar_constant(0);
    if (const Operand* offset = instruction.find(Role::kScalarOffset)) op.src[3] = scalar_source(*offset, op);
    if (instruction.memory.offset_enable) op.flags |= wave::kOffsetEnable;
    if (instruction.memory.index_enable) op.flags |= wave::kIndexEnable;
    if (instruction.memory.lds) op.flags |= wave::kLdsDma;
    // simulator/isa/typed_formats.h: 0x100 says that the format is the instruction's own
    if (instruction.encoding == Encoding::kMtbuf) op.immediate = 0x100 | instruction.memory.format;
    if ((row.flags & kAtomic) && (instruction.memory.cache & kSc0)) op.flags |= wave::kReturnsOld;
  }

  const Program& program_;
  const BindOptions& options_;
  const std::vector<bool>& direct_;
  BoundProgram bound_;
  std::string reason_;
  std::map<MnemonicId, const Row*> row_of_mnemonic_;
  std::map<std::pair<std::uint64_t, bool>, std::uint32_t> vector_pool_;
  std::map<std::uint64_t, std::uint32_t> scalar_pool_;
};

}  // namespace

namespace {
const Row* find_in(std::span<const Row> rows, std::string_view name, Target target) {
  for (const Row& row : rows) {
    if (name != row.mnemonic) continue;
    if ((row.flags & kGfx950Only) && target != Target::kGfx950) continue;
    if ((row.flags & kGfx942Only) && target != Target::kGfx942) continue;
    return &row;
  }
  return nullptr;
}
}  // namespace

const Row* find_row(const HandlerTable& table, MnemonicId mnemonic, Target target) {
  const std::string_view name = mnemonic_name(mnemonic);
  if (const Row* row = find_in(table.faster, name, target)) return row;
  for (const std::span<const Row>& file : table.files) {
    if (const Row* row = find_in(file, name, target)) return row;
  }
  return nullptr;
}

bool switches_modes(const Program& program) {
  for (const Instruction& instruction : program.instructions) {
    const std::string_view name = mnemonic_name(instruction.mnemonic);
    if (name.starts_with("s_set_gpr_idx") || name.starts_with("s_movrel") || name.starts_with("s_setreg") ||
        name == "s_setvskip" || name == "s_cbranch_join" || name.ends_with("_fork"))
      return true;
  }
  return false;
}

void add_modal_ops(BoundProgram& bound) {
  bound.modal_ops = bound.ops;
  for (std::size_t i = 0; i < bound.modal_ops.size(); ++i) {
    if (bound.rows[i] == nullptr) continue;
    const Shape shape = bound.rows[i]->shape;
    if (shape != Shape::kScalar && shape != Shape::kControl && shape != Shape::kScalarLoad) {
      bound.modal_ops[i].execute = bound.table->modal;
      bound.modal_ops[i].reserved = mode_traits(*bound.rows[i]);
    }
  }
}

BoundProgram bind(const Program& program, const HandlerTable& table, const BindOptions& options,
                  const std::vector<bool>& direct) {
  return Binder(program, table, options, direct).run();
}

}  // namespace lanewise::isa
