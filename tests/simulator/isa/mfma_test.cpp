// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Matrix instructions of gfx942 against two independent oracles: AMD's layout calculator, element by
// element (tests/data/mfma-layouts), and golden dot products of the bit-accurate model MMA-Sim
// (tests/data/mfma-numerics). Handlers are run directly on a hand-made wave; where an element stands comes
// from the oracle's files only.

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <functional>
#include <map>
#include <memory>
#include <random>
#include <sstream>
#include <string>
#include <vector>

#include "simulator/isa/rows.h"

namespace {

using namespace lanewise;
using isa::HandlerTable;
using isa::Row;

std::vector<const HandlerTable*> builds() {
  std::vector<const HandlerTable*> tables{&isa::scalar::handler_table()};
#if defined(LANEWISE_HAS_AVX2_BUILD)
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") && __builtin_cpu_supports("f16c")) {
    tables.push_back(&isa::avx2::handler_table());
  }
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
      __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl")) {
    static const std::span<const Row> file = isa::avx512::mfma_rows();
    static const HandlerTable table = [] {
      HandlerTable with = isa::avx2::handler_table();
      with.faster = file;
      return with;
    }();
    tables.push_back(&table);
  }
#endif
  return tables;
}

const Row* gfx942_row(const HandlerTable& table, const std::string& mnemonic) {
  return isa::find_row(table, isa::find_mnemonic(mnemonic), isa::Target::kGfx942);
}

std::vector<std::string> split(const std::string& line, char separator) {
  std::vector<std::string> parts;
  std::istringstream in(line);
  for (std::string part; std::getline(in, part, separator);) parts.push_back(part);
  return parts;
}

/// "v1{20}.[31:16]" or "v[3:2]{5}": register (pair), lane, first bit, bits.
struct Place {
  int reg = 0, lane = 0, first_bit = 0, bits = 32;
};
Place parse_place(const std::string& text) {
  Place place;
  const auto open = text.find('{'), close = text.find('}');
  std::string reg = text.substr(1, open - 1);
  if (reg[0] == '[') {
    place.reg = std::stoi(reg.substr(reg.find(':') + 1));
    place.bits = 64;
  } else {
    place.reg = std::stoi(reg);
  }
  place.lane = std::stoi(text.substr(open + 1, close - open - 1));
  if (const auto range = text.find(".["); range != std::string::npos) {
    const auto colon = text.find(':', range);
    const int high = std::stoi(text.substr(range + 2, colon - range - 2));
    place.first_bit = std::stoi(text.substr(colon + 1));
    place.bits = high - place.first_bit + 1;
  }
  return place;
}

struct ElementPlace {
  char matrix = 'A';
  int block = 0, row = 0, column = 0;
  Place place;
};
std::vector<ElementPlace> read_layout(const std::string& mnemonic) {
  std::ifstream in(std::string(LANEWISE_TEST_DATA) + "/mfma-layouts/" + mnemonic + ".csv");
  REQUIRE_MESSAGE(in.good(), mnemonic);
  std::vector<ElementPlace> places;
  std::string line;
  std::getline(in, line);
  while (std::getline(in, line)) {
    const auto parts = split(line, ',');
    places.push_back({parts.at(0)[0], std::stoi(parts.at(1)), std::stoi(parts.at(2)), std::stoi(parts.at(3)),
                      parse_place(parts.at(4))});
  }
  return places;
}

/// A wave with 256 registers: A at 0, B at 32, C and D at 64, index at 128.
struct MatrixWave {
  static constexpr int kA = 0, kB = 32, kD = 64, kIndex = 128;
  alignas(64) std::array<std::uint32_t, 256 * 64> registers{};
  wave::Wave wave;
  wave::Op op;

  MatrixWave() {
    wave.v = registers.data();
    wave.vector_base[0] = registers.data();
    const std::uint64_t all = ~0ull;
    std::memcpy(&wave.s[wave::kExec], &all, 8);
    op.src[0] = kA * 64;
    op.src[1] = kB * 64;
    op.src[2] = kD * 64;
    op.dst = kD * 64;
  }
  void set(int base, const Place& place, std::uint64_t value) {
    std::uint32_t& word = registers[static_cast<std::size_t>((base + place.reg) * 64 + place.lane)];
    if (place.bits == 64) {
      word = static_cast<std::uint32_t>(value);
      registers[static_cast<std::size_t>((base + place.reg + 1) * 64 + place.lane)] =
          static_cast<std::uint32_t>(value >> 32);
      return;
    }
    const std::uint64_t mask = (place.bits == 32 ? 0xffffffffull : (1ull << place.bits) - 1)
                               << place.first_bit;
    word = static_cast<std::uint32_t>((word & ~mask) | ((value << place.first_bit) & mask));
  }
  [[nodiscard]] std::uint64_t get(int base, const Place& place) const {
    const std::uint64_t low = registers[static_cast<std::size_t>((base + place.reg) * 64 + place.lane)];
    if (place.bits != 64)
      return low >> place.first_bit & (place.bits == 32 ? 0xffffffffull : (1ull << place.bits) - 1);
    return low | static_cast<std::uint64_t>(
                     registers[static_cast<std::size_t>((base + place.reg + 1) * 64 + place.lane)])
                     << 32;
  }
};

/// Bits of the small integers 0..3 in each operand format (format definitions of docs and OCP/FNUZ tables).
const std::map<std::string, std::array<std::uint64_t, 4>> kSmallIntegers = {
    {"f64", {0, 0x3ff0000000000000, 0x4000000000000000, 0x4008000000000000}},
    {"f32", {0, 0x3f800000, 0x40000000, 0x40400000}},
    {"xf32", {0, 0x3f800000, 0x40000000, 0x40400000}},
    {"f16", {0, 0x3c00, 0x4000, 0x4200}},
    {"bf16", {0, 0x3f80, 0x4000, 0x4040}},
    {"fp8", {0, 0x40, 0x48, 0x4c}},  // FNUZ, bias 8
    {"bf8", {0, 0x40, 0x44, 0x46}},  // FNUZ, bias 16
};
std::uint64_t encode(const std::string& format, int value, int bits) {
  if (format == "i8") return static_cast<std::uint8_t>(value);
  const std::uint64_t magnitude =
      kSmallIntegers.at(format)[static_cast<std::size_t>(value < 0 ? -value : value)];
  return value < 0 && magnitude != 0 ? magnitude | 1ull << (bits - 1) : magnitude;
}

/// Formats of A, B and D from "v_mfma_f32_16x16x32_fp8_bf8".
struct Formats {
  std::string a, b, d;
};
Formats formats_of(const std::string& mnemonic) {
  const auto parts = split(mnemonic, '_');
  Formats f{parts.back(), parts.back(), parts.at(2)};
  if (parts.size() >= 6 && (parts[parts.size() - 2] == "fp8" || parts[parts.size() - 2] == "bf8"))
    f.a = parts[parts.size() - 2];
  return f;
}
double decode_result(const std::string& format, std::uint64_t bits) {
  if (format == "f64") {
    double value;
    std::memcpy(&value, &bits, 8);
    return value;
  }
  const auto word = static_cast<std::uint32_t>(bits);
  if (format == "i32") return static_cast<std::int32_t>(word);
  float value;
  std::memcpy(&value, &word, 4);
  return value;
}
std::uint64_t encode_result(const std::string& format, int value) {
  if (format == "i32") return static_cast<std::uint32_t>(value);
  const auto as_double = static_cast<double>(value);
  const auto as_float = static_cast<float>(value);
  std::uint64_t bits = 0;
  if (format == "f64")
    std::memcpy(&bits, &as_double, 8);
  else
    std::memcpy(&bits, &as_float, 4);
  return bits;
}

std::vector<std::string> layout_mnemonics() {
  std::vector<std::string> names;
  for (const auto& entry :
       std::filesystem::directory_iterator(std::string(LANEWISE_TEST_DATA) + "/mfma-layouts")) {
    const std::string name = entry.path().stem().string();
    if (entry.path().extension() == ".csv" && name.starts_with("v_")) names.push_back(name);
  }
  std::sort(names.begin(), names.end());
  return names;
}

}  // namespace

TEST_CASE("every MFMA form reads and writes each element where AMD's calculator puts it") {
  std::mt19937 random(5);
  int forms = 0;
  for (const std::string& mnemonic : layout_mnemonics()) {
    CAPTURE(mnemonic);
    const bool sparse = mnemonic.starts_with("v_smfmac");
    const Formats formats = formats_of(mnemonic);
    const auto places = read_layout(mnemonic);
    for (const HandlerTable* table : builds()) {
      const Row* row = gfx942_row(*table, mnemonic);
      REQUIRE(row != nullptr);
      for (int segment = 0; segment < (sparse ? 2 : 1); ++segment) {
        auto machine = std::make_unique<MatrixWave>();
        std::map<std::array<int, 3>, int> a, b, d;
        std::map<std::array<int, 3>, int> kept;  // sparse: position of element (row, k) of A, -1 = dropped
        if (sparse) {
          machine->op.src[2] = MatrixWave::kIndex * 64;
          machine->op.immediate = segment << 4;  // abid
          // Of each group of four k keep two ascending positions; the calculator's `k` rows say which four
          // bits of the index register choose them.
          std::map<std::array<int, 2>, std::array<int, 2>> chosen;
          for (const ElementPlace& e : places) {
            if (e.matrix != 'k') continue;
            const std::array<int, 2> group{e.row, e.column / 4};
            if (!chosen.contains(group)) {
              const int first = static_cast<int>(random() % 3);
              const int second = first + 1 + static_cast<int>(random() % static_cast<unsigned>(3 - first));
              chosen[group] = {first, second};
            }
            const int in_group = e.column % 4;
            kept[{0, e.row, e.column}] = in_group == chosen[group][0]   ? 0
                                         : in_group == chosen[group][1] ? 1
                                                                        : -1;
            // Index bits of one lane and segment: 8 for 16-bit formats, 16 for 8-bit ones.
            Place index = e.place;
            index.first_bit += segment * (formats.a == "f16" || formats.a == "bf16" ? 8 : 16);
            machine->set(MatrixWave::kIndex, index,
                         static_cast<unsigned>(chosen[group][0] | chosen[group][1] << 2));
          }
        }
        for (const ElementPlace& e : places) {
          if (e.matrix == 'k') continue;
          const int value = static_cast<int>(random() % 7) - 3;
          const std::array<int, 3> key{e.block, e.row, e.column};
          if (e.matrix == 'A' && sparse) {
            // The place holds the pair that the index chooses from: one register half (or quarter) each.
            if (kept.at(key) < 0) continue;
            Place place = e.place;
            const int width = formats.a == "f16" || formats.a == "bf16" ? 16 : 8;
            place.first_bit += kept.at(key) * width;
            place.bits = width;
            a[key] = value;
            machine->set(MatrixWave::kA, place, encode(formats.a, value, width));
          } else if (e.matrix == 'A') {
            a[key] = value;
            machine->set(MatrixWave::kA, e.place, encode(formats.a, value, e.place.bits));
          } else if (e.matrix == 'B') {
            b[key] = value;
            machine->set(MatrixWave::kB, e.place, encode(formats.b, value, e.place.bits));
          } else {
            d[key] = value;
            machine->set(MatrixWave::kD, e.place, encode_result(formats.d, value));
          }
        }
        for (const auto& [key, value] : a) {
          for (auto& [where, sum] : d) {
            if (where[0] != key[0] || where[1] != key[1]) continue;
            const auto right = b.find({key[0], key[2], where[2]});
            if (right != b.end()) sum += value * right->second;
          }
        }
        row->execute(machine->wave, &machine->op);
        int wrong = 0;
        for (const ElementPlace& e : places) {
          if (e.matrix != 'D') continue;
          const double got = decode_result(formats.d, machine->get(MatrixWave::kD, e.place));
          if (got != d.at({e.block, e.row, e.column})) ++wrong;
        }
        CHECK(wrong == 0);
        CHECK(d.size() >= 16);
      }
    }
    ++forms;
  }
  CHECK(forms >= 45);
}

TEST_CASE("golden dot products of the CDNA3 rule") {
  int files = 0;
  for (const auto& entry :
       std::filesystem::directory_iterator(std::string(LANEWISE_TEST_DATA) + "/mfma-numerics")) {
    if (entry.path().extension() != ".csv") continue;
    const std::string mnemonic = entry.path().stem().string();
    CAPTURE(mnemonic);
    const Formats formats = formats_of(mnemonic);
    const auto places = read_layout(mnemonic);
    for (const HandlerTable* table : builds()) {
      const Row* row = gfx942_row(*table, mnemonic);
      REQUIRE(row != nullptr);
      std::ifstream in(entry.path());
      std::string line;
      std::getline(in, line);
      int number = 1, wrong = 0;
      std::string first_wrong;
      while (std::getline(in, line)) {
        ++number;
        const auto fields = split(line, ',');
        const auto a = split(fields.at(0), ' '), b = split(fields.at(1), ' ');
        auto machine = std::make_unique<MatrixWave>();
        machine->wave.cdna3_sums = true;
        Place result;
        for (const ElementPlace& e : places) {
          if (e.block != 0) continue;
          if (e.matrix == 'A' && e.row == 0)
            machine->set(MatrixWave::kA, e.place,
                         std::stoull(a.at(static_cast<std::size_t>(e.column)), nullptr, 16));
          if (e.matrix == 'B' && e.column == 0)
            machine->set(MatrixWave::kB, e.place,
                         std::stoull(b.at(static_cast<std::size_t>(e.row)), nullptr, 16));
          if (e.matrix == 'D' && e.row == 0 && e.column == 0) result = e.place;
        }
        machine->set(MatrixWave::kD, result, std::stoull(fields.at(2), nullptr, 16));
        row->execute(machine->wave, &machine->op);
        const std::uint64_t got = machine->get(MatrixWave::kD, result),
                            expected = std::stoull(fields.at(3), nullptr, 16);
        const double x = decode_result(formats.d, got), y = decode_result(formats.d, expected);
        if (got == expected || (x != x && y != y)) continue;  // NaN payloads are not comparable
        if (wrong++ == 0)
          first_wrong = "line " + std::to_string(number) + ": got " + std::to_string(x) + ", expected " +
                        std::to_string(y);
      }
      CHECK_MESSAGE(wrong == 0, wrong, " of ", number - 1, " lines are wrong; ", first_wrong);
      CHECK(number > 2);
    }
    ++files;
  }
  CHECK(files >= 18);
}

TEST_CASE("all builds of the matrix instructions give the same bits") {
  const auto tables = builds();
  std::mt19937_64 random(11);
  int forms = 0;
  for (const auto& file : isa::scalar::handler_table().files) {
    for (const Row& row : file) {
      if (row.shape != isa::Shape::kMfma) continue;
      const isa::Target target =
          (row.flags & isa::kGfx950Only) != 0 ? isa::Target::kGfx950 : isa::Target::kGfx942;
      CAPTURE(row.mnemonic);
      ++forms;
      for (const bool cdna3 : {false, true}) {
        auto input = std::make_unique<MatrixWave>();
        // Mostly ordinary floats (exponents near 1), some arbitrary bits: NaN, infinity, denormals.
        for (std::uint32_t& word : input->registers) {
          const auto bits = static_cast<std::uint32_t>(random());
          word = random() % 16 == 0 ? bits : (bits & 0x83ff83ff) | 0x3c003c00;
        }
        std::vector<std::array<std::uint32_t, 256 * 64>> results;
        for (const HandlerTable* table : tables) {
          auto machine = std::make_unique<MatrixWave>();
          machine->registers = input->registers;
          machine->wave.cdna3_sums = cdna3;
          if (std::string(row.mnemonic).starts_with("v_smfmac")) machine->op.src[2] = MatrixWave::kIndex * 64;
          machine->op.src[3] = MatrixWave::kIndex * 64;
          machine->op.dst2 = (MatrixWave::kIndex + 1) * 64;
          const Row* twin = isa::find_row(*table, isa::find_mnemonic(row.mnemonic), target);
          REQUIRE(twin != nullptr);
          twin->execute(machine->wave, &machine->op);
          results.push_back(machine->registers);
        }
        for (std::size_t i = 1; i < results.size(); ++i) CHECK(results[i] == results[0]);
        CHECK(results[0] != input->registers);
      }
    }
  }
  CHECK(forms >= 86);
}
