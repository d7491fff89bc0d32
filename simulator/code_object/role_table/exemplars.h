// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Instructions whose operands are known in LLVM's order, from which the generator learns the numbers
// of LLVM's operand names. The order was read off `llvm-mc --show-inst`, with a different value in
// each operand. Every name that gfx942 and gfx950 use occurs at least once.

#pragma once

#include <initializer_list>
#include <string_view>

#include "simulator/code_object/role_table.h"

namespace lanewise::code_object {

struct Exemplar {
  std::string_view opcode;
  std::initializer_list<Field> fields;  ///< leading operands; later ones may be missing
};

using enum Field;

inline const Exemplar kExemplars[] = {
    {"V_ADD_F32_e64_vi", {kVdst, kSrc0Modifiers, kSrc0, kSrc1Modifiers, kSrc1, kClamp, kOmod}},
    {"V_FMA_F32_vi",
     {kVdst, kSrc0Modifiers, kSrc0, kSrc1Modifiers, kSrc1, kSrc2Modifiers, kSrc2, kClamp, kOmod}},
    {"V_PK_ADD_F16_vi",
     {kVdst, kSrc0Modifiers, kSrc0, kSrc1Modifiers, kSrc1, kClamp, kOpSel, kOpSelHi, kNegLo, kNegHi}},
    {"V_MAD_U64_U32_vi", {kVdst, kSdst, kSrc0, kSrc1, kSrc2, kClamp}},
    {"V_BITOP3_B32_gfx9", {kVdst, kSrc0, kSrc1, kSrc2, kBitop3}},
    {"V_CVT_PK_FP8_F32_vi", {kVdst, kSrc0Modifiers, kSrc0, kSrc1Modifiers, kSrc1, kVdstIn, kOpSel}},
    {"V_ADD_F32_dpp_vi",
     {kVdst, kOld, kSrc0Modifiers, kSrc0, kSrc1Modifiers, kSrc1, kDppCtrl, kRowMask, kBankMask, kBoundCtrl}},
    {"V_ADD_F32_sdwa_gfx9",
     {kVdst, kSrc0Modifiers, kSrc0, kSrc1Modifiers, kSrc1, kClamp, kOmod, kDstSel, kDstUnused, kSrc0Sel,
      kSrc1Sel}},
    {"V_FMAMK_F32_gfx940", {kVdst, kSrc0, kImm, kSrc1}},
    {"V_SWAP_B32_vi", {kVdst, kVdst1, kSrc0, kSrc1}},
    {"V_PERMLANE32_SWAP_B32_e64_gfx9", {kVdst, kVdst1, kVdstIn, kSrc0, kFi, kBoundCtrl}},
    {"V_MFMA_F32_32X32X8F16_gfx940_acd", {kVdst, kSrc0, kSrc1, kSrc2, kCbsz, kAbid, kBlgp}},
    {"V_MFMA_SCALE_F32_16X16X128_F8F6F4_f8_f8_gfx940_vcd",
     {kVdst, kSrc0, kSrc1, kSrc2, kCbsz, kBlgp, kScaleSrc0, kScaleSrc1, kSrc0Modifiers, kSrc1Modifiers}},
    {"V_SMFMAC_F32_16X16X32_F16_gfx940", {kVdst, kSrc0, kSrc1, kIdx, kCbsz, kAbid, kSrc2}},
    {"S_MOVK_I32_vi", {kSdst, kSimm16}},
    {"S_SETREG_IMM32_B32_vi", {kImm, kSimm16}},
    {"S_STORE_DWORD_SGPR_IMM_gfx9", {kSdata, kSbase, kSoffset, kOffset, kCpol}},
    {"DS_READ2_B32_vi", {kVdst, kAddr, kOffset0, kOffset1, kGds}},
    {"DS_CMPST_B32_vi", {kAddr, kData0, kData1, kOffset, kGds}},
    {"GLOBAL_STORE_DWORDX2_vi", {kVaddr, kVdata, kOffset, kCpol}},
    {"GLOBAL_LOAD_DWORDX4_SADDR_vi", {kVdst, kSaddr, kVaddr, kOffset, kCpol}},
    {"BUFFER_LOAD_DWORD_OFFEN_gfx90a", {kVdata, kVaddr, kSrsrc, kSoffset, kOffset, kCpol, kSwz}},
    {"BUFFER_ATOMIC_ADD_OFFEN_RTN_gfx90a", {kVdata, kVdataIn, kVaddr, kSrsrc, kSoffset, kOffset, kCpol}},
    {"TBUFFER_LOAD_FORMAT_X_OFFSET_gfx90a", {kVdata, kSrsrc, kSoffset, kOffset, kFormat, kCpol, kSwz}},
};

/// Enumerator names of Field, in its order.
inline constexpr std::string_view kFieldNames[] = {
    "kUnnamed",       "kVdst",          "kVdst1",   "kVdstIn",  "kSdst",      "kOld",       "kSrc0",
    "kSrc1",          "kSrc2",          "kImm",     "kIdx",     "kScaleSrc0", "kScaleSrc1", "kSrc0Modifiers",
    "kSrc1Modifiers", "kSrc2Modifiers", "kClamp",   "kOmod",    "kOpSel",     "kOpSelHi",   "kNegLo",
    "kNegHi",         "kBitop3",        "kDppCtrl", "kRowMask", "kBankMask",  "kBoundCtrl", "kFi",
    "kDstSel",        "kDstUnused",     "kSrc0Sel", "kSrc1Sel", "kCbsz",      "kAbid",      "kBlgp",
    "kSimm16",        "kSdata",         "kSbase",   "kVdata",   "kVdataIn",   "kVaddr",     "kSaddr",
    "kSrsrc",         "kSoffset",       "kOffset",  "kCpol",    "kSwz",       "kFormat",    "kAddr",
    "kData0",         "kData1",         "kOffset0", "kOffset1", "kGds",
};

}  // namespace lanewise::code_object
