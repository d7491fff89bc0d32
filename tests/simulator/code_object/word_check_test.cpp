// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Encoding families by their leading bits, and random words, none of which may end the process.

#include <doctest/doctest.h>

#include <random>

#include "simulator/code_object/record.h"
#include "simulator/code_object/word_check.h"

using namespace lanewise;
using code_object::Words;
using isa::Encoding;
using isa::Form;

TEST_CASE("encoding families are told apart") {
  struct Row {
    std::uint32_t word;
    Encoding encoding;
    Form form;
  };
  // One assembled instruction per family (llvm-mc -mcpu=gfx942).
  const Row rows[] = {
      {0x80000201, Encoding::kSop2, Form::kPlain},    {0xbe800001, Encoding::kSop1, Form::kPlain},
      {0xbf040100, Encoding::kSopc, Form::kPlain},    {0xb003fffb, Encoding::kSopk, Form::kPlain},
      {0xbf8c0070, Encoding::kSopp, Form::kPlain},    {0xc00a0100, Encoding::kSmem, Form::kPlain},
      {0x02000501, Encoding::kVop2, Form::kE32},      {0x020004f9, Encoding::kVop2, Form::kSdwa},
      {0x020004fa, Encoding::kVop2, Form::kDpp},      {0x7e000301, Encoding::kVop1, Form::kE32},
      {0x7c820501, Encoding::kVopc, Form::kE32},      {0xd1050000, Encoding::kVop2, Form::kE64},
      {0xd0410004, Encoding::kVopc, Form::kE64},      {0xd1410000, Encoding::kVop1, Form::kE64},
      {0xd2060000, Encoding::kVop3, Form::kPlain},    {0xd38f4000, Encoding::kVop3p, Form::kPlain},
      {0xd3cc8000, Encoding::kVop3p, Form::kPlain},   {0xd3ac1000, Encoding::kVop3p, Form::kPlain},
      {0xd8ec0010, Encoding::kDs, Form::kPlain},      {0xdc500004, Encoding::kFlat, Form::kPlain},
      {0xdc504004, Encoding::kScratch, Form::kPlain}, {0xdc508000, Encoding::kGlobal, Form::kPlain},
      {0xe0501000, Encoding::kMubuf, Form::kPlain},   {0xeba00000, Encoding::kMtbuf, Form::kPlain},
  };
  for (const Row& row : rows) {
    INFO(row.word);
    const auto kind = code_object::word_kind(row.word);
    CHECK((kind && kind->encoding == row.encoding && kind->form == row.form));
  }
  for (std::uint32_t word : {0xc4000000u, 0xd4000000u, 0xf0000000u, 0xffffffffu})
    CHECK_FALSE(code_object::word_kind(word).has_value());
}

namespace {

void decode_random_words(isa::Target target, std::uint32_t seed) {
  code_object::InstructionDecoder decoder(target);
  std::mt19937 random(seed);
  int legal = 0;
  for (int i = 0; i < 300000; ++i) {
    const Words words = {static_cast<std::uint32_t>(random()), static_cast<std::uint32_t>(random()),
                         static_cast<std::uint32_t>(random()), static_cast<std::uint32_t>(random())};
    const code_object::DecodedInstruction decoded = decoder.decode(words, 16, 0x1000);
    if (!decoded.reason.empty()) continue;
    ++legal;
    CHECK(decoded.record.size % 4 == 0);
    CHECK(decoded.record.size > 0);
    CHECK_FALSE(decoded.text.empty());
  }
  CHECK(legal > 10000);
}

}  // namespace

TEST_CASE("random words decode or are refused with a reason") {
  decode_random_words(isa::Target::kGfx942, 1);
  decode_random_words(isa::Target::kGfx950, 2);
}
