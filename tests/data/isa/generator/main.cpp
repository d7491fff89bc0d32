// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Writes the golden tables of tests/data/isa: `lanewise_isa_tables DIRECTORY`. Rows in special_cases.txt are
// written by hand and stay as they are.

#include <cstdio>
#include <exception>
#include <string>

#include "chapters.h"

namespace {

struct Chapter {
  const char* file;
  const char* source;
  void (*fill)(tables::Table&);
};

constexpr Chapter kChapters[] = {
    {"vop1.txt", "VOP1: bits by their pseudocode in AMD's CDNA ISA manual; rounding and frexp by MPFR.",
     tables::one_source_rows},
    {"conversions.txt", "Conversions: MPFR's rounding; saturation as LLVM's fptosi.sat, fptoui.sat.",
     tables::conversion_rows},
    {"transcendental.txt",
     "Transcendentals: correctly rounded by MPFR; ranges and flushes by AMD's manual and LLVM.",
     tables::transcendental_rows},
    {"vop2.txt", "VOP2, floats: MPFR's rounding; min, max, dot by their pseudocode in AMD's CDNA ISA manual.",
     tables::two_source_rows},
    {"vop3.txt",
     "VOP3, floats: MPFR's rounding; min3, max3, med3 by their pseudocode in AMD's CDNA ISA manual.",
     tables::three_source_rows},
    {"integers.txt",
     "VOP2 and VOP3, integers: the pseudocode of AMD's CDNA ISA manual in 128-bit arithmetic.",
     tables::integer_rows},
    {"vop3p.txt", "VOP3P with default selectors: each half by the rules of vop2.txt, vop3.txt, integers.txt.",
     tables::packed_rows},
    {"vopc.txt", "VOPC: predicates and classes of AMD's CDNA ISA manual.", tables::compare_rows},
    {"division.txt", "v_div_*: AMD's pseudocode as read in generator/division.cpp.", tables::division_rows},
    {"scalar/scalar.txt", "Scalar ALU: `mnemonic | scc, inputs | scc, result`, see generator/scalar.cpp.",
     tables::scalar_rows},
    {"lanes/lanes.txt",
     "`instruction | control | modifier | source lane of each lane`, see generator/lane_moves.cpp.",
     tables::lane_move_rows},
};

}  // namespace

int main(int count, char** arguments) {
  if (count != 2) {
    std::fprintf(stderr, "usage: lanewise_isa_tables DIRECTORY\n");
    return 2;
  }
  try {
    for (const Chapter& chapter : kChapters) {
      tables::Table table(
          std::string(arguments[1]) + "/" + chapter.file,
          {chapter.source, "Written by tests/data/isa/generator, which includes nothing of the simulator."});
      chapter.fill(table);
      std::printf("%s: %zu rows\n", chapter.file, table.write());
    }
  } catch (const std::exception& error) {
    std::fprintf(stderr, "lanewise_isa_tables: %s\n", error.what());
    return 1;
  }
  return 0;
}
