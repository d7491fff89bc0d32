// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Packing and unpacking of the sections. Sizes are never believed: a section's declared size must agree
// with its zstd frame, and with what so many stored bytes can unpack to at most (a zstd block has a header
// of 3 bytes and at most 128 KiB of content, RFC 8878), before memory is taken for it.

#include "simulator/trace/container.h"

#include <zstd.h>

#include <array>
#include <cstring>
#include <memory>

#include "simulator/diagnostics/error.h"
#include "simulator/trace/byte_stream.h"

namespace lanewise::trace {
namespace {

constexpr std::string_view kMagic = "LWTRACE1";
constexpr std::size_t kHeaderBytes = 20;
constexpr std::uint64_t kMaximumTableBytes = 1u << 16;
constexpr std::uint64_t kMaximumSections = 256;
constexpr int kCompressionLevel = 3;
constexpr std::uint64_t kBlockHeaderBytes = 3;
constexpr std::uint64_t kBlockBytes = 128u << 10;

std::vector<std::uint8_t> compress(std::span<const std::uint8_t> bytes) {
  const std::unique_ptr<ZSTD_CCtx, decltype(&ZSTD_freeCCtx)> context(ZSTD_createCCtx(), &ZSTD_freeCCtx);
  if (context == nullptr) throw std::bad_alloc();
  ZSTD_CCtx_setParameter(context.get(), ZSTD_c_compressionLevel, kCompressionLevel);
  ZSTD_CCtx_setParameter(context.get(), ZSTD_c_checksumFlag, 1);
  std::vector<std::uint8_t> frame(ZSTD_compressBound(bytes.size()));
  const std::size_t size =
      ZSTD_compress2(context.get(), frame.data(), frame.size(), bytes.data(), bytes.size());
  if (ZSTD_isError(size)) {
    throw Error(ErrorKind::kLanewise, "trace-compression",
                std::string("zstd could not compress a section of the trace: ") + ZSTD_getErrorName(size),
                "");
  }
  frame.resize(size);
  return frame;
}

std::vector<std::uint8_t> decompress(std::span<const std::uint8_t> frame, std::uint64_t size) {
  if (ZSTD_getFrameContentSize(frame.data(), frame.size()) != size ||
      ZSTD_findFrameCompressedSize(frame.data(), frame.size()) != frame.size() ||
      size > (frame.size() / kBlockHeaderBytes + 1) * kBlockBytes) {
    throw MalformedBytes{"its size differs from the table of contents"};
  }
  std::vector<std::uint8_t> bytes(size);
  const std::size_t result = ZSTD_decompress(bytes.data(), bytes.size(), frame.data(), frame.size());
  if (ZSTD_isError(result)) throw MalformedBytes{std::string("zstd says: ") + ZSTD_getErrorName(result)};
  if (result != size) throw MalformedBytes{"its size differs from the table of contents"};
  return bytes;
}

struct Entry {
  std::string name;
  std::uint64_t stored = 0;
  std::uint64_t size = 0;
};

std::vector<Entry> read_table(std::span<const std::uint8_t> table) {
  DecodedBudget budget;
  ByteReader in(table, budget);
  const std::uint64_t count = in.varint();
  if (count > kMaximumSections) throw MalformedBytes{"it lists more than 256 sections"};
  std::vector<Entry> entries(count);
  std::uint64_t total = 0;
  for (Entry& entry : entries) {
    entry.name = in.string();
    entry.stored = in.varint();
    entry.size = in.varint();
    if (entry.size > kMaximumUnpackedBytes - total)
      throw MalformedBytes{"its sections are larger than 1 GiB"};
    total += entry.size;
  }
  in.expect_end();
  return entries;
}

/// Runs `part`, naming the section in what it throws.
template <typename Part>
auto in_section(std::string_view name, Part part) {
  try {
    return part();
  } catch (const MalformedBytes& malformed) {
    throw MalformedBytes{"section \"" + std::string(name) + "\" is damaged: " + malformed.reason};
  }
}

void check_header(std::span<const std::uint8_t> file, std::uint32_t newest_version, std::uint32_t version) {
  const std::string_view start(reinterpret_cast<const char*>(file.data()), kMagic.size());
  if (start != kMagic) {
    if (start.starts_with(kMagic.substr(0, kMagic.size() - 1)) && start.back() > kMagic.back() &&
        start.back() <= '9') {
      throw NewerForm{"it begins with " + std::string(start)};
    }
    throw MalformedBytes{"it does not begin with LWTRACE1, so it is no Lanewise trace"};
  }
  if (version > newest_version) {
    throw NewerForm{"its version is " + std::to_string(version) + ", this Lanewise reads up to " +
                    std::to_string(newest_version)};
  }
  if (version == 0) throw MalformedBytes{"its version is 0"};
}

}  // namespace

std::vector<std::uint8_t> pack(const std::vector<Section>& sections, std::uint32_t version) {
  ByteWriter table;
  std::vector<std::vector<std::uint8_t>> frames;
  table.varint(sections.size());
  for (const Section& section : sections) {
    frames.push_back(compress(section.bytes));
    table.string(section.name);
    table.varint(frames.back().size());
    table.varint(section.bytes.size());
  }
  const std::vector<std::uint8_t> packed_table = compress(table.bytes());
  ByteWriter file;
  file.raw({reinterpret_cast<const std::uint8_t*>(kMagic.data()), kMagic.size()});
  file.word(version);
  file.word(static_cast<std::uint32_t>(packed_table.size()));
  file.word(static_cast<std::uint32_t>(table.bytes().size()));
  file.raw(packed_table);
  for (const auto& frame : frames) file.raw(frame);
  return file.take();
}

std::vector<Section> unpack(std::span<const std::uint8_t> file, std::uint32_t newest_version) {
  if (file.empty()) throw MalformedBytes{"it is empty"};
  DecodedBudget budget;
  ByteReader in(file, budget);
  if (file.size() < kMagic.size()) throw MalformedBytes{"it is too short to be a Lanewise trace"};
  (void)in.raw(kMagic.size());
  const bool whole_header = file.size() >= kHeaderBytes;
  const std::uint32_t version = whole_header ? in.word() : 1;
  check_header(file, newest_version, version);
  if (!whole_header) throw MalformedBytes{"it is cut short in its header"};

  const std::uint64_t table_stored = in.word();
  const std::uint64_t table_size = in.word();
  const std::vector<Entry> entries = in_section("table of contents", [&] {
    if (table_size > kMaximumTableBytes) throw MalformedBytes{"it is larger than 64 KiB"};
    return read_table(decompress(in.raw(table_stored), table_size));
  });
  std::vector<Section> sections;
  sections.reserve(entries.size());
  for (const Entry& entry : entries) {
    sections.push_back(
        {entry.name, in_section(entry.name, [&] { return decompress(in.raw(entry.stored), entry.size); })});
  }
  in.expect_end();
  return sections;
}

const Section& find_section(const std::vector<Section>& sections, std::string_view name) {
  for (const Section& section : sections) {
    if (section.name == name) return section;
  }
  throw MalformedBytes{"section \"" + std::string(name) + "\" is missing"};
}

}  // namespace lanewise::trace
