// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A bound instruction: what the interpreter's loop reads. Binding (simulator/isa/bind.cpp) turns an
// isa::Instruction into an Op once per kernel: operands become offsets, so that a handler never asks
// what kind an operand is.
//
//   vector source ── bit 31 clear: dword offset into the wave's register file (register * 64)
//                    bit 31 set:   dword offset into the kernel's pool of broadcast constants
//   scalar source ── bit 31 clear: operand code 0..127 in the scalar file
//                    bit 31 set:   dword index into the kernel's pool of scalar constants
//
// A VALU source in an SGPR is broadcast into the register file's tail by a prologue handler, which then
// continues with `inner`; that keeps every lane function to one version instead of one per operand kind.

#pragma once

#include <cstdint>

namespace lanewise::wave {

struct Wave;
struct Op;

/// Executes one instruction and returns the next one, or nullptr when the wave stops (Wave::stop says why).
using Handler = const Op* (*)(Wave&, const Op*);

enum OpFlag : std::uint8_t {
  kDirectLoad = 1,      ///< the load may write its registers at issue (simulator/flow)
  kConstantSrc2 = 2,    ///< MFMA: src2 is a constant, the same for every register
  kHasScalarAddress = 4,///< FLAT family: src[2] is a scalar pair
  kOffsetEnable = 8,    ///< MUBUF offen
  kIndexEnable = 16,    ///< MUBUF idxen
  kReturnsOld = 32,     ///< atomic with sc0
  kNoVectorAddress = 64,///< MUBUF without vaddr, SCRATCH without vaddr
  kLdsDma = 128,        ///< the loaded data goes to LDS
};

inline constexpr std::uint32_t kConstantPool = 0x80000000;
inline constexpr std::uint32_t kLanes = 64;

struct Op {
  Handler execute = nullptr;
  Handler inner = nullptr;      ///< continued by prologue handlers
  std::uint32_t dst = 0;        ///< vector: dword offset; scalar: operand code
  std::uint32_t dst2 = 0;       ///< second result: scalar code of a mask, or vector offset
  std::uint32_t src[4] = {};
  std::int32_t offset = 0;      ///< memory: immediate byte offset; branches: distance in Ops
  std::int32_t immediate = 0;   ///< SIMM16, second DS offset (bytes), selectors
  std::uint32_t index = 0;      ///< instruction index in the Program
  std::uint32_t extra = 0;      ///< index into BoundKernel::general
  std::uint16_t slot = 0;       ///< memory instructions: number of this instruction's range cache
  std::uint8_t flags = 0;
  std::uint8_t dwords = 0;      ///< scalar broadcast: bit i = source i is scalar, bit 4+i = it has 64 bits
  std::uint32_t reserved = 0;
};
static_assert(sizeof(Op) == 64, "one cache line per instruction");

}  // namespace lanewise::wave
