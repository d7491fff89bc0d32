// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The state of one wave and of its workgroup, as the instruction handlers see it. Plain data: this
// header is compiled into the AVX2 handlers as well as into the portable ones, so it holds no inline
// function that the linker could share between them.
//
// What surprises: AGPR i is physical register accum_offset + i of the same file (a CDNA3 wave has one
// register file of up to 512), and behind the kernel's registers stand eight more in which scalar
// sources are broadcast.

#pragma once

#include <cstdint>

#include "simulator/wave/op.h"

namespace lanewise::memory {
class Arena;
}
namespace lanewise::isa {
struct Row;
}

namespace lanewise::wave {

/// Hardware operand codes of special scalar registers.
enum ScalarCode : std::uint32_t {
  kFlatScratch = 102,
  kXnackMask = 104,
  kVcc = 106,
  kM0 = 124,
  kExec = 126,
};

inline constexpr std::uint64_t kAllLanes = ~0ull;
inline constexpr std::uint32_t kBroadcastRegisters = 8;  ///< two for each of four sources

enum class Stop : std::uint8_t { kRunning, kEnd, kBarrier, kSlice, kBudget };

inline constexpr std::uint32_t kNoOp = 0xffffffff;

// Apertures: high dwords of flat addresses that mean LDS and scratch (Linux KFD on gfx9).
inline constexpr std::uint32_t kSharedAperture = 0x00010000;
inline constexpr std::uint32_t kPrivateAperture = 0x00020000;

/// Address range that one memory instruction used last, and where it may write.
struct Range {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
  bool writable = false;
};

/// A load whose registers are written when the wait that covers it retires it.
struct PendingLoad {
  std::uint64_t sequence = 0;   ///< number of the operation in its counter's order
  std::uint64_t exec = 0;       ///< lanes to write (vector)
  std::uint32_t dst = 0;        ///< vector: dword offset in the file; scalar: code; LDS-DMA: unused
  std::uint32_t registers = 0;
  std::uint32_t keep_mask = 0;  ///< bits of the destination that survive (d16 forms)
  bool scalar = false;
  bool flat = false;            ///< counts in both counters
  bool lds_dma = false;
  std::uint32_t lds_address[kLanes];       ///< LDS-DMA: byte address per lane
  std::uint32_t data[16 * kLanes];
};

struct PendingQueue {
  PendingLoad* loads = nullptr;  ///< ring of `capacity` entries, allocated on first use
  std::uint32_t capacity = 0;
  std::uint32_t first = 0;
  std::uint32_t count = 0;
};

struct Workgroup {
  std::uint8_t* lds = nullptr;   ///< `lds_bytes` usable bytes, 64 more readable behind them
  std::uint32_t lds_bytes = 0;
  std::uint32_t linear = 0;
};

struct GeneralOperands;
class LateQueue;

struct alignas(64) Wave {
  alignas(64) std::uint32_t s[128] = {};
  std::uint32_t* v = nullptr;                      ///< register file: [register][64]
  const std::uint32_t* vector_base[2] = {};        ///< file, constant pool
  const std::uint32_t* scalar_base[2] = {};        ///< s, scalar constant pool
  const GeneralOperands* general = nullptr;
  Workgroup* workgroup = nullptr;
  memory::Arena* arena = nullptr;
  Range* ranges = nullptr;                         ///< one per memory instruction, of this worker thread
  std::uint8_t* scratch = nullptr;                 ///< dword-interleaved over the lanes
  std::uint32_t scratch_bytes = 0;                 ///< per lane
  std::uint32_t scc = 0;
  std::uint32_t mode = 0;
  bool cdna3_sums = false;                         ///< MFMA adds by CDNA3's bit-accurate rule
  std::uint64_t load_base = 0;                     ///< device address of the code object's address 0
  // Jumps to computed addresses: op_of_dword[(address - text_begin) / 4], kNoOp where no instruction starts.
  const Op* ops = nullptr;  ///< plain_ops or modal_ops
  const std::uint32_t* op_of_dword = nullptr;
  std::uint64_t text_begin = 0;  ///< device address
  std::uint64_t text_dwords = 0;
  // Modes (simulator/isa/modes.h): the same instructions twice, with and without them.
  const Op* plain_ops = nullptr;
  const Op* modal_ops = nullptr;  ///< nullptr if no instruction of the kernel switches a mode
  const isa::Row* const* rows = nullptr;  ///< per Op
  std::uint32_t mode_traits = 0;  ///< of the instruction that runs under a special MODE
  std::uint32_t vector_registers = 0;  ///< all that the wave has
  std::uint32_t architectural_registers = 0;  ///< VGPRs: those before AGPR 0

  alignas(64) std::uint32_t lane_mask[kLanes] = {};  ///< all ones for lanes of mask_exec
  std::uint64_t mask_exec = 0;

  // Counters: how many operations of each kind were issued, and loads that wait for their registers.
  std::uint64_t vm_issued = 0;
  std::uint64_t lds_issued = 0;
  bool prompt = false;
  LateQueue* late = nullptr;  ///< late delivery: operations that wait; else nullptr
  std::uint32_t late_slots = 0;  ///< offset of the registers for their operands
  PendingQueue vm;
  PendingQueue lds;
  PendingQueue scalar;

  // Progress. Instructions are counted per straight run: executed + (op - run_start).
  const Op* next = nullptr;
  const Op* run_start = nullptr;
  std::uint64_t executed = 0;
  std::uint64_t slice_end = 0;
  std::uint64_t budget = 0;
  Stop stop = Stop::kRunning;
  std::uint32_t index = 0;  ///< in the workgroup
  std::uint64_t clock = 0;  ///< for s_memtime: set from `executed`
};

/// Why a kernel cannot go on; thrown by handlers, turned into an Error by the engine.
struct Fault {
  enum class Kind : std::uint8_t {
    kOutOfBounds,
    kReadOnly,
    kMisaligned,
    kScratchOverflow,
    kBadJump,
    kTrap,
    kEmulation,
  };
  Kind kind = Kind::kOutOfBounds;
  std::uint32_t instruction = 0;
  std::uint32_t lane = 0;
  std::uint64_t address = 0;
  std::uint32_t bytes = 0;
  bool write = false;
  const char* text = "";
};

[[noreturn]] void raise_fault(const Fault& fault);
/// Range of the allocation that holds `address`; false if there is none.
bool find_range(const memory::Arena& arena, std::uint64_t address, Range& range);
/// Retires loads: all but the youngest `vm` / `lds` operations; scalar ones only when `scalar_all`.
void retire_loads(Wave& wave, std::uint32_t vm, std::uint32_t lgkm);
/// s_waitcnt and s_endpgm under late delivery.
void wait_late(Wave& wave, std::uint32_t vm, std::uint32_t lgkm);
void finish_late(Wave& wave);
/// Room for one more load in the queue, made by allocation if needed.
PendingLoad& push_load(PendingQueue& queue);
/// Retires what the counters' capacity (63 vector memory, 15 LDS) proves complete.
void retire_by_capacity(Wave& wave);

}  // namespace lanewise::wave
