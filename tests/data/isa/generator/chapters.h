// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The chapters: each function fills one table.

#pragma once

#include "table.h"

namespace tables {

void one_source_rows(Table& table);        ///< vop1.txt: moves, bit counts, rounding, exponents
void conversion_rows(Table& table);        ///< conversions.txt
void transcendental_rows(Table& table);    ///< transcendental.txt
void two_source_rows(Table& table);        ///< vop2.txt
void three_source_rows(Table& table);      ///< vop3.txt: floats
void integer_rows(Table& table);           ///< integers.txt: integer instructions of VOP2 and VOP3
void packed_rows(Table& table);            ///< vop3p.txt
void compare_rows(Table& table);           ///< vopc.txt
void division_rows(Table& table);          ///< division.txt
void scalar_rows(Table& table);            ///< scalar/scalar.txt
void lane_move_rows(Table& table);         ///< lanes/lanes.txt: DPP and ds_swizzle

}  // namespace tables
