// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Definitions after AMD's pages "MI300 and MI200 series performance counters and metrics" and "MI350
// series performance counters" (ROCm documentation), in our own words. All of them are *counted* from the
// execution; those of the LDS array go through the bank rule of simulator/lds/banks.h.

#include "simulator/trace/counter_table.h"

namespace lanewise::trace {
namespace {

constexpr std::string_view kMi300 = "ROCm documentation: MI300 and MI200 series performance counters";
constexpr std::string_view kMi350 = "ROCm documentation: MI350 series performance counters";
constexpr std::string_view kMeasured =
    "ROCm documentation: MI300 and MI200 series performance counters; checked against an instruction trace "
    "of an "
    "MI350-class GPU";
constexpr std::string_view kFieldReport =
    "rocprofv3 counter lists of gfx942 and gfx950; field reports of fp8 GEMM profiles on gfx950";

constexpr CounterDefinition kDefinitions[] = {
    {"SQ_WAVES", "waves", "Waves that were launched.", kMi300},
    {"SQ_INSTS_VALU", "wave instructions", "Vector ALU instructions; matrix instructions are included.",
     kMeasured},
    {"SQ_INSTS_MFMA", "wave instructions",
     "Matrix instructions of all types; sparse ones (v_smfmac) are counted too (assumed).", kMi300, true},
    {"SQ_INSTS_VALU_MFMA_I8", "wave instructions", "Matrix instructions with 8-bit integer inputs.", kMi300},
    {"SQ_INSTS_VALU_MFMA_F8", "wave instructions",
     "Matrix instructions with 8-bit float inputs. v_mfma_*_f8f6f4 counts here if A or B is 8 bits wide "
     "(assumed for "
     "mixed widths).",
     kFieldReport, true},
    {"SQ_INSTS_VALU_MFMA_F6F4", "wave instructions",
     "v_mfma_*_f8f6f4 with 6-bit or 4-bit float inputs for both A and B (gfx950).", kMi350, true},
    {"SQ_INSTS_VALU_MFMA_F16", "wave instructions", "Matrix instructions with f16 inputs.", kMi300},
    {"SQ_INSTS_VALU_MFMA_BF16", "wave instructions", "Matrix instructions with bf16 inputs.", kMi300},
    {"SQ_INSTS_VALU_MFMA_XF32", "wave instructions", "Matrix instructions with xf32 inputs (gfx942).",
     kFieldReport},
    {"SQ_INSTS_VALU_MFMA_F32", "wave instructions", "Matrix instructions with f32 inputs.", kMi300},
    {"SQ_INSTS_VALU_MFMA_F64", "wave instructions", "Matrix instructions with f64 inputs.", kMi300},
    {"SQ_INSTS_SALU", "wave instructions",
     "Scalar ALU instructions. Not counted: scalar loads, s_waitcnt, s_nop, branches, s_barrier, s_endpgm.",
     kMeasured},
    {"SQ_INSTS_SMEM", "wave instructions", "Scalar memory instructions.", kMi300},
    {"SQ_INSTS_VMEM", "wave instructions",
     "Vector memory instructions: buffer, global, scratch and flat, cache write-back and invalidation "
     "included "
     "(assumed for the last two).",
     kMi300, true},
    {"SQ_INSTS_VMEM_RD", "wave instructions",
     "Vector memory loads, flat and loads into LDS included. Atomics that return a value count here "
     "(assumed).",
     kMi300, true},
    {"SQ_INSTS_VMEM_WR", "wave instructions",
     "Vector memory stores, flat included. Atomics that return nothing count here (assumed).", kMi300, true},
    {"SQ_INSTS_FLAT", "wave instructions",
     "Instructions with a generic address (flat_*). global_* and scratch_* are not counted (assumed).",
     kMi300, true},
    {"SQ_INSTS_LDS", "wave instructions",
     "LDS instructions (ds_*), those that only move values between lanes included (assumed), and flat_*.",
     kMi300, true},
    {"SQ_INSTS_LDS_LOAD", "wave instructions", "ds_read instructions (gfx950).", kMi350},
    {"SQ_INSTS_LDS_STORE", "wave instructions", "ds_write instructions (gfx950).", kMi350},
    {"SQ_INSTS_LDS_ATOMIC", "wave instructions", "Atomic ds instructions (gfx950).", kMi350},
    {"SQ_INSTS_BRANCH", "wave instructions",
     "Branches, taken or not: s_branch, s_cbranch_*, s_setpc, s_swappc, s_call (the last three assumed).",
     kMi300, true},
    {"SQ_INSTS_SENDMSG", "wave instructions", "s_sendmsg and s_endpgm.", kMi300},
    {"SQ_LDS_IDX_ACTIVE", "cycles",
     "Cycles in which the LDS array serves indexed operations: one per phase and one per conflict pass. "
     "ds_read2 and "
     "ds_write2 count as two accesses. Loads into LDS and flat accesses are not counted: their rule is not "
     "published.",
     kMeasured, true},
    {"SQ_LDS_BANK_CONFLICT", "cycles",
     "Cycles beyond one per phase, because lanes of the phase want different dwords of one bank. Part of "
     "SQ_LDS_IDX_ACTIVE; conflict rate = conflict / (active - conflict).",
     kMi300},
};

}  // namespace

std::span<const CounterDefinition> counter_definitions() { return kDefinitions; }

const CounterDefinition* find_counter(std::string_view name) {
  for (const CounterDefinition& definition : kDefinitions) {
    if (definition.name == name) return &definition;
  }
  return nullptr;
}

}  // namespace lanewise::trace
