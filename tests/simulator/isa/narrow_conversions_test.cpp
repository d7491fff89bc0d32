// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// All conversions to and from formats of 4, 6 and 8 bits, run as Ops on a wave, against narrow_oracle.h. What
// an instruction does is read off its mnemonic here, not off the simulator's table: v_cvt[_scalef32][_sr]
// [_pk|_pk32|_2xpk16]_to_from. Decoding covers every code; encoding covers every midpoint between two codes,
// its neighbours, and random values. Also: which bits op_sel names, and that all others stay.

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <memory>
#include <random>
#include <sstream>
#include <string>
#include <vector>

#include "simulator/wave/wave.h"
#include "tests/simulator/isa/lane_run.h"
#include "tests/simulator/isa/narrow_oracle.h"

namespace {

using namespace lanewise::isa;
using lanewise::tests::narrow_oracle;
using lanewise::tests::NarrowOracle;
using lanewise::tests::wide_bits;
using lanewise::tests::wide_value;
using lanewise::wave::GeneralOperands;
using lanewise::wave::Op;
using lanewise::wave::Wave;

constexpr std::uint32_t kOld = 0xa1b2c3d4;
constexpr std::uint32_t kFp16Overflow = 1u << 23;

/// Registers: 0 destination (32), 32 first source (32), 64 second (16), 96 random, 97 scale.
struct Bench {
  Bench() {
    wave.v = registers.data();
    wave.vector_base[0] = registers.data();
    wave.s[lanewise::wave::kExec] = wave.s[lanewise::wave::kExec + 1] = 0xffffffff;
    wave.general = &general;
  }
  std::uint32_t& at(std::size_t number, std::size_t lane) { return registers[number * 64 + lane]; }
  void run(const Row& row) {
    general.row = &row;
    CHECK(row.execute(wave, &op) == &op + 1);
  }
  /// `width` bits from `first` on of the registers from `number` on.
  std::uint32_t bits(std::size_t number, std::size_t lane, std::size_t first, std::size_t width) {
    std::uint32_t value = 0;
    for (std::size_t i = 0; i < width; ++i)
      value |= ((at(number + (first + i) / 32, lane) >> ((first + i) % 32)) & 1) << i;
    return value;
  }
  void set_bits(std::size_t number, std::size_t lane, std::size_t first, std::size_t width,
                std::uint32_t value) {
    for (std::size_t i = 0; i < width; ++i) {
      std::uint32_t& word = at(number + (first + i) / 32, lane);
      const std::uint32_t bit = 1u << ((first + i) % 32);
      word = (value >> i) & 1 ? word | bit : word & ~bit;
    }
  }
  alignas(64) std::array<std::uint32_t, 98 * 64> registers{};
  Wave wave;
  Op op;
  GeneralOperands general;
};

/// An instruction as its mnemonic tells it.
struct Conversion {
  std::string mnemonic, to, from;
  bool scaled = false, stochastic = false, encodes = false, two_sources = false;
  std::size_t elements = 1;
  NarrowOracle narrow;
  std::string wide;
  [[nodiscard]] std::size_t wide_width() const { return wide == "f32" ? 32 : 16; }
  [[nodiscard]] std::size_t in_width() const {
    return encodes ? wide_width() : static_cast<std::size_t>(narrow.bits);
  }
  [[nodiscard]] std::size_t out_width() const {
    return encodes ? static_cast<std::size_t>(narrow.bits) : wide_width();
  }
};

Conversion conversion_of(const std::string& mnemonic, bool gfx950) {
  Conversion c;
  c.mnemonic = mnemonic;
  std::istringstream parts(mnemonic);
  std::vector<std::string> words;
  for (std::string word; std::getline(parts, word, '_');) words.push_back(word);
  bool paired = false;
  for (const std::string& word : words) {
    if (word == "scalef32") c.scaled = true;
    if (word == "sr") c.stochastic = true;
    if (word == "pk") c.elements = 2;
    if (word == "pk32" || word == "2xpk16") c.elements = 32;
    if (word == "2xpk16") paired = true;
  }
  c.to = words[words.size() - 2];
  c.from = words.back();
  c.encodes = c.from == "f32" || c.from == "f16" || c.from == "bf16";
  c.wide = c.encodes ? c.from : c.to;
  c.narrow = narrow_oracle(c.encodes ? c.to : c.from, gfx950);
  c.two_sources = paired || (c.encodes && c.elements == 2 && c.from == "f32" && !c.stochastic);
  return c;
}

std::vector<std::string> mnemonics(Target target) {
  std::vector<std::string> names = {"v_cvt_pk_fp8_f32", "v_cvt_pk_bf8_f32", "v_cvt_sr_fp8_f32",
                                    "v_cvt_sr_bf8_f32"};
  if (target == Target::kGfx942) return names;
  names.insert(names.end(), {"v_cvt_sr_f16_f32", "v_cvt_sr_bf16_f32"});
  for (MnemonicId id = 0; id < mnemonic_count(); ++id) {
    if (mnemonic_name(id).starts_with("v_cvt_scalef32_")) names.emplace_back(mnemonic_name(id));
  }
  return names;
}

/// Wide operands whose images under scale 1 lie at, between and around the codes.
std::vector<std::uint32_t> encode_operands(const Conversion& c, std::mt19937& random) {
  std::vector<std::uint32_t> values = {0,          1,          0x80000000, 0x7f800000,
                                       0xff800000, 0x7fc00000, 0x7f7fffff, 0x00800000};
  const std::uint32_t step = c.narrow.bits == 16 ? 97 : 1;
  for (std::uint32_t code = 0; code <= c.narrow.largest; code += step) {
    const long double here = c.narrow.magnitude(code), next = c.narrow.magnitude(code + 1);
    const auto low = std::bit_cast<std::uint32_t>(static_cast<float>(here));
    const auto middle = std::bit_cast<std::uint32_t>(static_cast<float>((here + next) / 2));
    for (const std::uint32_t bits : {low, middle, middle - 1, middle + 1}) values.push_back(bits);
  }
  for (int i = 0; i < 64; ++i) values.push_back(random());
  for (std::uint32_t& bits : values) {
    if (random() % 2 != 0) bits ^= 0x80000000;
    if (c.wide == "bf16") bits >>= 16;
    if (c.wide == "f16") {
      const float single = std::bit_cast<float>(bits);
      bits = std::isnan(single) ? 0x7e00 : wide_bits("f16", single);
    }
  }
  return values;
}

std::uint32_t advanced(std::uint32_t random) { return (random << 1) ^ (random >> 31 != 0 ? 197u : 0u); }

struct Trial {
  std::uint32_t op_sel = 0, scale = 0x3f800000;
  bool saturates = false;
};

/// First bit of the part that op_sel names: a byte by two bits, a half by the upper one.
std::size_t part(std::uint32_t low, std::uint32_t high, std::size_t width) {
  return width == 8 ? 8 * (low + 2 * high) : width == 16 ? 16 * high : 0;
}

void place_operands(const Conversion& c, const Trial& trial, Bench& bench,
                    const std::vector<std::uint32_t>& values, std::mt19937& random) {
  const std::size_t source_bits = c.elements * c.in_width() / (c.two_sources ? 2 : 1);
  const std::uint32_t first = trial.op_sel & 1, second = (trial.op_sel >> 1) & 1;
  const std::size_t place = part(first, source_bits == 16 ? first : second, source_bits);
  for (std::uint32_t& word : bench.registers) word = random();
  for (std::size_t lane = 0; lane < 64; ++lane) {
    bench.at(0, lane) = kOld;
    bench.at(97, lane) = trial.scale;
    for (std::size_t e = 0; e < c.elements; ++e) {
      const std::uint32_t value = values[random() % values.size()];
      const std::size_t source = c.two_sources && e % 2 == 1 ? 64 : 32, index = c.two_sources ? e / 2 : e;
      bench.set_bits(source, lane, place + index * c.in_width(), c.in_width(), value);
    }
  }
  std::size_t next = 0;
  bench.op.src[next++] = 32 * 64;
  if (c.two_sources) bench.op.src[next++] = 64 * 64;
  if (c.stochastic) bench.op.src[next++] = 96 * 64;
  if (c.scaled) bench.op.src[next++] = 97 * 64;
  bench.general.modifiers.op_sel = static_cast<std::uint8_t>(trial.op_sel);
  bench.wave.mode = trial.saturates ? kFp16Overflow : 0;
}

/// Bits that the instruction must make of `in`.
std::uint32_t expected_bits(const Conversion& c, const Trial& trial, std::uint32_t in, std::uint32_t seed) {
  const std::uint32_t field = c.scaled ? (trial.scale >> 23) & 255 : 127;
  const int exponent = static_cast<int>(field) - 127;
  const long double value = c.encodes ? wide_value(c.wide, in) : c.narrow.value(in);
  if (c.encodes) {
    const long double operand =
        field == 255 ? std::copysign(std::nanl(""), value) : std::ldexp(value, -exponent);
    return c.narrow.encode(operand, trial.saturates, {c.stochastic, seed});
  }
  if (std::isnan(value) || field == 255)
    return c.wide == "f32" ? 0x7fc00000 : (c.wide == "f16" ? 0x7e00 : 0x7fc0);
  return wide_bits(c.wide, std::ldexp(value, exponent));
}
/// The sign of a decoded NaN is not compared.
bool same_bits(const Conversion& c, std::uint32_t got, std::uint32_t expected) {
  const std::uint32_t sign = 1u << (c.out_width() - 1), infinity = c.wide == "f16" ? 0x7c00 : 0x7f80;
  const bool nan =
      !c.encodes && (c.wide == "f32" ? expected > 0x7f800000 : expected > infinity) && (expected & sign) == 0;
  return (nan ? got & ~sign : got) == expected;
}

/// Runs one wave and compares all of its lanes; returns the number of elements.
std::size_t check_wave(const Conversion& c, const Trial& trial, const Row& row,
                       const std::vector<std::uint32_t>& values, std::mt19937& random) {
  Bench bench;
  place_operands(c, trial, bench, values, random);
  auto before = std::make_unique<Bench>(bench);
  bench.run(row);
  const std::size_t source_bits = c.elements * c.in_width() / (c.two_sources ? 2 : 1);
  const std::size_t result_bits = c.elements * c.out_width();
  const std::uint32_t first = trial.op_sel & 1, second = (trial.op_sel >> 1) & 1;
  const std::size_t from = part(first, source_bits == 16 ? first : second, source_bits);
  const std::size_t to = part((trial.op_sel >> 2) & 1, (trial.op_sel >> 3) & 1, result_bits);
  for (std::size_t lane = 0; lane < 64; ++lane) {
    std::uint32_t seed = before->at(96, lane);
    for (std::size_t e = 0; e < c.elements; ++e, seed = advanced(seed)) {
      const std::size_t source = c.two_sources && e % 2 == 1 ? 64 : 32, index = c.two_sources ? e / 2 : e;
      const std::uint32_t in = before->bits(source, lane, from + index * c.in_width(), c.in_width());
      const std::uint32_t got = bench.bits(0, lane, to + e * c.out_width(), c.out_width());
      const std::uint32_t expected = expected_bits(c, trial, in, seed);
      if (same_bits(c, got, expected)) continue;
      FAIL_CHECK(c.mnemonic, std::hex, " of ", in, " gives ", got, ", not ", expected, "; scale ",
                 trial.scale, " seed ", seed, " element ", e, " op_sel ", trial.op_sel, " ovfl ",
                 trial.saturates);
    }
    for (std::size_t bit = 0; bit < 32 && result_bits < 32; ++bit) {
      if (bit >= to && bit < to + result_bits) continue;
      if (((bench.at(0, lane) ^ kOld) >> bit) & 1)
        FAIL_CHECK(c.mnemonic, " changed bit ", bit, " of its destination");
    }
  }
  return 64 * c.elements;
}

const std::uint32_t kScales[] = {0x3f800000, 0x3f8abcde, 0xbf812345, 0x00000000, 0x007fffff, 0x7f000000,
                                 0x7f800000, 0x7fc00000, 0x43000000, 0x3b800000, 0x4c800001, 0x32000000};

}  // namespace

TEST_CASE("small formats have the values of their specifications") {
  const long double fp4[] = {0, 0.5L, 1, 1.5L, 2, 3, 4, 6};
  for (std::uint32_t code = 0; code < 8; ++code) CHECK(narrow_oracle("fp4", true).value(code) == fp4[code]);
  CHECK(narrow_oracle("fp6", true).value(0x1f) == 7.5L);
  CHECK(narrow_oracle("fp6", true).value(1) == 0.125L);
  CHECK(narrow_oracle("bf6", true).value(0x1f) == 28.0L);
  CHECK(narrow_oracle("bf6", true).value(1) == 0.0625L);
  CHECK(narrow_oracle("fp8", true).value(0x7e) == 448.0L);
  CHECK(narrow_oracle("fp8", true).value(1) == std::ldexp(1.0L, -9));
  CHECK(std::isnan(narrow_oracle("fp8", true).value(0xff)));
  CHECK(narrow_oracle("bf8", true).value(0x7b) == 57344.0L);
  CHECK(std::isinf(narrow_oracle("bf8", true).value(0xfc)));
  CHECK(std::isnan(narrow_oracle("bf8", true).value(0x7d)));
  CHECK(narrow_oracle("fp8", false).value(0x7f) == 240.0L);
  CHECK(narrow_oracle("bf8", false).value(0xff) == -57344.0L);
  CHECK(std::isnan(narrow_oracle("bf8", false).value(0x80)));
}

TEST_CASE("conversions of small formats agree with exhaustive search") {
  int instructions = 0;
  std::size_t compared = 0;
  for (const Target target : {Target::kGfx942, Target::kGfx950}) {
    for (const std::string& mnemonic : mnemonics(target)) {
      const Conversion c = conversion_of(mnemonic, target == Target::kGfx950);
      ++instructions;
      for (const HandlerTable* table : builds()) {
        INFO(mnemonic, " on ", std::string(target_name(target)), " (", std::string(table->build), ")");
        const Row* row = find_row(*table, find_mnemonic(mnemonic), target);
        REQUIRE(row != nullptr);
        std::mt19937 random(20240601);
        std::vector<std::uint32_t> values =
            c.encodes ? encode_operands(c, random) : std::vector<std::uint32_t>{};
        for (std::uint32_t code = 0; !c.encodes && code < (1u << c.narrow.bits); ++code)
          values.push_back(code);
        const int waves = c.narrow.bits == 16 ? 4 : (c.elements == 32 ? 1 : 2);
        for (std::uint32_t op_sel = 0; op_sel < 16; ++op_sel) {
          if (c.elements == 32 && op_sel != 0) continue;
          for (const std::uint32_t scale : kScales) {
            if (!c.scaled && scale != kScales[0]) continue;
            for (int wave = 0; wave < waves; ++wave)
              compared += check_wave(c, {op_sel, scale, wave % 2 == 1}, *row, values, random);
          }
        }
      }
    }
  }
  CHECK(instructions == 4 + 6 + 49);
  CHECK(compared > 1000000);
}
