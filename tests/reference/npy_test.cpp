// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// .npy files, typed by hand as numpy 1.24 writes them (numpy/lib/format.py), and everything that may be
// wrong with one.

#include "reference/npy.h"

#include <doctest/doctest.h>

#include <cstdio>
#include <cstring>
#include <filesystem>
#include <stdexcept>
#include <string>

namespace lanewise::reference {
namespace {

std::vector<std::byte> to_bytes(const std::string& text) {
  std::vector<std::byte> result(text.size());
  std::memcpy(result.data(), text.data(), text.size());
  return result;
}

/// Version 1 (or `major`) file with this header text, padded as numpy does, and `data`.
std::vector<std::byte> file(std::string header, const std::string& data, int major = 1) {
  const std::size_t prefix = major == 1 ? 10 : 12;
  while ((prefix + header.size() + 1) % 64 != 0) {
    header += ' ';
  }
  header += '\n';
  std::string text = "\x93NUMPY";
  text += static_cast<char>(major);
  text += '\0';
  for (std::size_t i = 0; i < prefix - 8; ++i) {
    text += static_cast<char>((header.size() >> (8 * i)) & 0xff);
  }
  return to_bytes(text + header + data);
}

/// 1.0f, -2.0f
std::string two_floats() { return std::string("\x00\x00\x80\x3f\x00\x00\x00\xc0", 8); }

}  // namespace

TEST_CASE("numpy's file of array([1, -2], dtype=float32) is read") {
  for (const int major : {1, 2, 3}) {
    const Tensor t =
        parse_npy(file("{'descr': '<f4', 'fortran_order': False, 'shape': (2,), }", two_floats(), major),
                  std::nullopt, "two.npy");
    CHECK(t.type() == DType::f32);
    CHECK(t.shape() == std::vector<std::int64_t>{2});
    CHECK(t.values() == std::vector<double>{1, -2});
  }
}

TEST_CASE("the written file is byte for byte numpy's") {
  Tensor t(DType::f32, {2});
  t.set_value(0, 1);
  t.set_value(1, -2);
  CHECK(npy_bytes(t) == file("{'descr': '<f4', 'fortran_order': False, 'shape': (2,), }", two_floats()));
}

TEST_CASE("keys may come in any order and shapes in every form") {
  const auto shape = [](const std::string& text, const std::string& data) {
    return parse_npy(file("{\"shape\": " + text + ", 'fortran_order': False, 'descr': '|u1'}", data),
                     std::nullopt, "x")
        .shape();
  };
  CHECK(shape("()", "a") == std::vector<std::int64_t>{});
  CHECK(shape("(3,)", "abc") == std::vector<std::int64_t>{3});
  CHECK(shape("(2, 3)", "abcdef") == std::vector<std::int64_t>{2, 3});
  CHECK(shape("(0, 7)", "") == std::vector<std::int64_t>{0, 7});
}

TEST_CASE("every type survives writing and reading") {
  const std::string path = (std::filesystem::temp_directory_path() / "lanewise_npy_test.npy").string();
  for (const DType type : all_dtypes()) {
    CAPTURE(name(type));
    Tensor t(type, {3, 5});
    for (std::size_t i = 0; i < t.size(); ++i) {
      t.set_value(i, static_cast<double>(i));
    }
    write_npy(path, t);
    const Tensor back = read_npy(path, type);
    CHECK(back.type() == type);
    CHECK(back.shape() == t.shape());
    CHECK(back.bytes() == t.bytes());
  }
  std::remove(path.c_str());
}

TEST_CASE("raw 16-bit words become bf16 only when the caller says so") {
  const std::vector<std::byte> words =
      file("{'descr': '<u2', 'fortran_order': False, 'shape': (1,), }", std::string("\x80\x3f", 2));
  CHECK(parse_npy(words, std::nullopt, "x").value(0) == 0x3f80);
  CHECK(parse_npy(words, DType::bf16, "x").value(0) == 1.0);
  const std::vector<std::byte> voids =
      file("{'descr': '<V2', 'fortran_order': False, 'shape': (1,), }", std::string("\x80\x3f", 2));
  CHECK(parse_npy(voids, DType::bf16, "x").value(0) == 1.0);
}

TEST_CASE("each fault of a file has its message") {
  const std::string good = "{'descr': '<f4', 'fortran_order': False, 'shape': (2,), }";
  struct Row {
    std::vector<std::byte> bytes;
    std::optional<DType> meaning;
    const char* message;
  };
  std::vector<std::byte> cut = file(good, two_floats());
  cut.resize(40);
  std::vector<std::byte> version = file(good, two_floats());
  version[6] = std::byte{9};
  const auto with_header = [&](const std::string& header) { return file(header, two_floats()); };
  const Row rows[] = {
      {to_bytes("PK\3\4 not numpy at all"), {}, "no .npy file"},
      {{}, {}, "no .npy file"},
      {cut, {}, "cut short: its header has"},
      {version, {}, "version 9 is unknown"},
      {file(good, "1234"), {}, "f32[2] takes 8 bytes of data but the file holds 4"},
      {file(good, two_floats() + "x"), {}, "takes 8 bytes of data but the file holds 9"},
      {with_header("{'descr': '>f4', 'fortran_order': False, 'shape': (2,), }"), {}, "big endian ('>f4')"},
      {with_header("{'descr': '<f4', 'fortran_order': True, 'shape': (1, 2), }"), {}, "Fortran order"},
      {with_header("{'descr': '<c8', 'fortran_order': False, 'shape': (1,), }"),
       {},
       "'<c8' is not supported"},
      {with_header("{'descr': [('x', '<f4')], 'fortran_order': False, 'shape': (2,), }"), {}, "is a record"},
      {with_header("{'descr': '<V2', 'fortran_order': False, 'shape': (4,), }"), {}, "say what they are"},
      {with_header(good), DType::f16, "holds '<f4' but f16 was asked for"},
      {with_header("{'descr': '<f2', 'fortran_order': False, 'shape': (4,), }"), DType::bf16,
       "but bf16 was asked for"},
      {with_header("{'descr': '<f4', 'shape': (2,), }"), {}, "is missing"},
      {with_header("{'descr': '<f4', 'fortran_order': Maybe, 'shape': (2,), }"),
       {},
       "True or False was expected"},
      {with_header("{'descr': '<f4', 'fortran_order': False, 'shape': (2, -1), }"),
       {},
       "whole number was expected"},
      {with_header("{'descr': '<f4', 'fortran_order': False, 'shape': (99999999999999999999,), }"),
       {},
       "too large"},
      {with_header("{'descr': '<f4', 'fortran_order': False, 'shape': (9999999999, 9999999999), }"),
       {},
       "more than 2^40"},
      {with_header("{'descr': '<f4', 'colour': 3}"), {}, "the key 'colour' is unknown"},
      {with_header("{'descr': '<f4"), {}, "a quoted text does not end"},
      {with_header(""), {}, "'{' was expected"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.message);
    CHECK_THROWS_WITH_AS(parse_npy(row.bytes, row.meaning, "data.npy"), doctest::Contains(row.message),
                         std::invalid_argument);
  }
  CHECK_THROWS_WITH_AS(read_npy("/nowhere/a.npy"), "/nowhere/a.npy: There is no such file.",
                       std::invalid_argument);
  CHECK_THROWS_WITH_AS(read_npy("/"), "/: There is no such file.", std::invalid_argument);
}

TEST_CASE("every prefix of a good file is refused without a crash") {
  const std::vector<std::byte> good =
      file("{'descr': '<f4', 'fortran_order': False, 'shape': (2,), }", two_floats());
  for (std::size_t length = 0; length < good.size(); ++length) {
    CHECK_THROWS_AS(parse_npy(std::span(good).first(length), std::nullopt, "x"), std::invalid_argument);
  }
}

}  // namespace lanewise::reference
