// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//   offset  0        6      7      8            10 or 12
//           \x93NUMPY major  minor  header_len   {'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }
//           ...\n data
//
// header_len has 2 bytes in version 1.0 and 4 in 2.0 and 3.0. The header is a Python literal; only the
// three keys above may occur, in any order, and the parser below reads exactly that much of Python.

#include "reference/npy.h"

#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <system_error>

namespace lanewise::reference {
namespace {

constexpr std::string_view kMagic = "\x93NUMPY";

struct Header {
  std::string descr;
  bool fortran_order = false;
  std::vector<std::int64_t> shape;
};

[[noreturn]] void refuse(std::string_view source, const std::string& reason) {
  throw std::invalid_argument(std::string(source) + ": " + reason);
}

/// Reads the dictionary of the header; every failure names the character where reading stopped.
class HeaderReader {
 public:
  HeaderReader(std::string_view text, std::string_view source) : text_(text), source_(source) {}

  Header read() {
    Header header;
    bool has_descr = false;
    bool has_order = false;
    bool has_shape = false;
    expect('{');
    while (!accept('}')) {
      const std::string key = quoted();
      expect(':');
      if (key == "descr") {
        header.descr = peek() == '[' ? structured() : quoted();
        has_descr = true;
      } else if (key == "fortran_order") {
        header.fortran_order = boolean();
        has_order = true;
      } else if (key == "shape") {
        header.shape = tuple();
        has_shape = true;
      } else {
        fail("the key '" + key + "' is unknown");
      }
      if (!accept(',')) {
        expect('}');
        break;
      }
    }
    if (!has_descr || !has_order || !has_shape) {
      fail("one of the keys descr, fortran_order, shape is missing");
    }
    return header;
  }

 private:
  [[noreturn]] void fail(const std::string& reason) {
    refuse(source_,
           "The .npy header cannot be read at character " + std::to_string(at_) + ": " + reason + ".");
  }
  char peek() {
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\n' || text_[at_] == '\t')) {
      ++at_;
    }
    return at_ < text_.size() ? text_[at_] : '\0';
  }
  bool accept(char c) {
    if (peek() != c) {
      return false;
    }
    ++at_;
    return true;
  }
  void expect(char c) {
    if (!accept(c)) {
      fail(std::string("'") + c + "' was expected");
    }
  }
  std::string quoted() {
    const char quote = peek();
    if (quote != '\'' && quote != '"') {
      fail("a quoted text was expected");
    }
    const std::size_t end = text_.find(quote, at_ + 1);
    if (end == std::string_view::npos) {
      fail("a quoted text does not end");
    }
    std::string result(text_.substr(at_ + 1, end - at_ - 1));
    at_ = end + 1;
    return result;
  }
  std::string structured() { fail("the element type is a record; save one plain array a file"); }
  bool boolean() {
    peek();
    for (const std::string_view word : {std::string_view("True"), std::string_view("False")}) {
      if (text_.substr(at_, word.size()) == word) {
        at_ += word.size();
        return word == "True";
      }
    }
    fail("True or False was expected");
  }
  std::vector<std::int64_t> tuple() {
    std::vector<std::int64_t> result;
    expect('(');
    while (!accept(')')) {
      std::int64_t value = 0;
      const char first = peek();
      if (first < '0' || first > '9') {
        fail("a whole number was expected in the shape");
      }
      while (at_ < text_.size() && text_[at_] >= '0' && text_[at_] <= '9') {
        if (value > (std::int64_t{1} << 50)) {
          fail("an extent of the shape is too large");
        }
        value = value * 10 + (text_[at_++] - '0');
      }
      result.push_back(value);
      if (!accept(',')) {
        expect(')');
        break;
      }
    }
    return result;
  }

  std::string_view text_;
  std::string_view source_;
  std::size_t at_ = 0;
};

struct Code {
  std::string_view descr;
  DType type;
};
// NumPy's array-protocol type strings; one byte wide types have no byte order.
constexpr Code kCodes[] = {
    {"<f8", DType::f64}, {"<f4", DType::f32}, {"<f2", DType::f16}, {"<i8", DType::i64}, {"<i4", DType::i32},
    {"<u4", DType::u32}, {"<i2", DType::i16}, {"<u2", DType::u16}, {"|i1", DType::i8},  {"|u1", DType::u8},
};

std::string_view descr_of(DType type) {
  for (const Code& code : kCodes) {
    if (code.type == type) {
      return code.descr;
    }
  }
  return size_in_bytes(type) == 2 ? "<u2" : "|u1";  // bf16 and fp8 as raw bits
}

DType type_from_descr(const std::string& descr, std::optional<DType> meaning, std::string_view source) {
  if (descr.size() >= 2 && descr[0] == '>') {
    refuse(source,
           "The array is big endian ('" + descr + "'); save it with astype('<" + descr.substr(1) + "').");
  }
  const std::string_view rest = descr.empty() ? std::string_view() : std::string_view(descr).substr(1);
  std::optional<DType> found;
  std::size_t raw_bytes = rest == "V2" ? 2u : rest == "V1" ? 1u : 0u;
  for (const Code& code : kCodes) {
    if (code.descr.substr(1) == rest) {
      found = code.type;
      raw_bytes = code.type == DType::u16 ? 2u : code.type == DType::u8 ? 1u : raw_bytes;
    }
  }
  if (!found && raw_bytes == 0) {
    refuse(source, "The element type '" + descr +
                       "' is not supported; use f8, f4, f2, i8, i4, i2, i1, u4, u2 or u1.");
  }
  if (!meaning) {
    if (!found) {
      refuse(source,
             "The elements are raw bits ('" + descr + "'); say what they are, e.g. bf16 or fp8_e4m3.");
    }
    return *found;
  }
  const bool is_raw_kind = is_float(*meaning) && *meaning != DType::f64 && *meaning != DType::f32;
  const bool raw_fits = raw_bytes == size_in_bytes(*meaning) && (is_raw_kind || !found);
  if (found != meaning && !raw_fits) {
    refuse(source, "The file holds '" + descr + "' but " + std::string(name(*meaning)) + " was asked for ('" +
                       std::string(descr_of(*meaning)) + "').");
  }
  return *meaning;
}

std::uint64_t little_endian(std::span<const std::byte> bytes) {
  std::uint64_t value = 0;
  std::memcpy(&value, bytes.data(), bytes.size());
  return value;
}

}  // namespace

Tensor parse_npy(std::span<const std::byte> file, std::optional<DType> meaning, std::string_view source) {
  if (file.size() < 10 || std::memcmp(file.data(), kMagic.data(), kMagic.size()) != 0) {
    refuse(source, "This is no .npy file: it does not begin with \\x93NUMPY.");
  }
  const auto major = static_cast<unsigned>(file[6]);
  if (major < 1 || major > 3) {
    refuse(source, "The .npy version " + std::to_string(major) + " is unknown; 1, 2 and 3 are.");
  }
  const std::size_t length_bytes = major == 1 ? 2 : 4;
  const std::size_t header_at = 8 + length_bytes;
  if (file.size() < header_at) {
    refuse(source, "The file is cut short inside its header.");
  }
  const std::uint64_t header_length = little_endian(file.subspan(8, length_bytes));
  if (header_length > file.size() - header_at) {
    refuse(source, "The file is cut short: its header has " + std::to_string(header_length) +
                       " bytes but only " + std::to_string(file.size() - header_at) + " follow.");
  }
  const std::string_view text(reinterpret_cast<const char*>(file.data() + header_at), header_length);
  const Header header = HeaderReader(text, source).read();
  const DType type = type_from_descr(header.descr, meaning, source);
  if (header.fortran_order && header.shape.size() > 1) {
    refuse(source, "The array is in Fortran order; save it with numpy.ascontiguousarray(a).");
  }
  const std::span<const std::byte> data = file.subspan(header_at + header_length);
  const std::size_t needed = element_count(header.shape) * size_in_bytes(type);
  if (data.size() != needed) {
    refuse(source, "An array " + std::string(name(type)) + shape_text(header.shape) + " takes " +
                       std::to_string(needed) + " bytes of data but the file holds " +
                       std::to_string(data.size()) + ".");
  }
  return Tensor(type, header.shape, std::vector<std::byte>(data.begin(), data.end()));
}

std::vector<std::byte> npy_bytes(const Tensor& tensor) {
  std::string shape = "(";
  for (std::size_t i = 0; i < tensor.shape().size(); ++i) {
    shape += (i > 0 ? ", " : "") + std::to_string(tensor.shape()[i]);
  }
  shape += tensor.shape().size() == 1 ? ",)" : ")";
  std::string header = "{'descr': '" + std::string(descr_of(tensor.type())) +
                       "', 'fortran_order': False, 'shape': " + shape + ", }";
  const bool is_long = header.size() + 64 > 0xffff;
  const std::size_t prefix = is_long ? 12 : 10;
  header.append(63 - (prefix + header.size()) % 64, ' ');  // data begin at a multiple of 64
  header += '\n';
  std::string front(kMagic);
  front += is_long ? '\2' : '\1';
  front += '\0';
  for (std::size_t i = 0; i < prefix - 8; ++i) {
    front += static_cast<char>((header.size() >> (8 * i)) & 0xff);
  }
  front += header;
  std::vector<std::byte> result(front.size() + tensor.bytes().size());
  std::memcpy(result.data(), front.data(), front.size());
  if (!tensor.bytes().empty()) {
    std::memcpy(result.data() + front.size(), tensor.bytes().data(), tensor.bytes().size());
  }
  return result;
}

Tensor read_npy(const std::string& path, std::optional<DType> meaning) {
  std::error_code error;
  if (!std::filesystem::is_regular_file(path, error)) {
    refuse(path, "There is no such file.");
  }
  const std::uintmax_t size = std::filesystem::file_size(path, error);
  std::ifstream stream(path, std::ios::binary);
  if (error || !stream) {
    refuse(path, "The file cannot be opened for reading.");
  }
  std::vector<std::byte> bytes(size);
  stream.read(reinterpret_cast<char*>(bytes.data()), static_cast<std::streamsize>(size));
  if (!stream) {
    refuse(path, "The file could not be read to its end.");
  }
  return parse_npy(bytes, meaning, path);
}

void write_npy(const std::string& path, const Tensor& tensor) {
  const std::vector<std::byte> bytes = npy_bytes(tensor);
  std::ofstream stream(path, std::ios::binary | std::ios::trunc);
  stream.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
  stream.close();
  if (!stream) {
    refuse(path, "The file could not be written.");
  }
}

}  // namespace lanewise::reference
