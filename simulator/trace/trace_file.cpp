// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Traces on disk. A trace is written to a new file beside its final place and renamed, so that a reader
// never sees half of one, and a failed write leaves an older trace as it was. Only regular files are
// written or read: a rename onto a device file would replace the device.

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <memory>
#include <string>
#include <system_error>

#include <unistd.h>

#include "simulator/diagnostics/error.h"
#include "simulator/trace/container.h"
#include "simulator/trace/trace.h"
#include "simulator/trace/trace_bytes.h"

namespace lanewise::trace {
namespace {

namespace fs = std::filesystem;

struct CloseFile {
  void operator()(std::FILE* file) const { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, CloseFile>;

[[noreturn]] void throw_unwritable(const std::string& path, const std::string& reason,
                                   const std::string& remedy) {
  throw Error(ErrorKind::kRequest, "unwritable-path",
              "the trace \"" + path + "\" cannot be written: " + reason, remedy, {.file = path});
}

[[noreturn]] void throw_missing(const std::string& path, const std::string& reason) {
  throw Error(ErrorKind::kRequest, "missing-file", "the trace \"" + path + "\" cannot be opened: " + reason,
              "Check the path; `lanewise run CASE --trace FILE` records a trace.", {.file = path});
}

/// Where the file goes: symbolic links are followed, so that the link survives the rename.
fs::path checked_destination(const std::string& path) {
  std::error_code error;
  fs::path destination(path);
  if (!destination.has_filename())
    throw_unwritable(path, "it names no file", "Give the path of a file, e.g. run.lwt.");
  if (fs::is_symlink(destination, error)) {
    const fs::path followed = fs::canonical(destination, error);
    if (!error) destination = followed;
  }
  const fs::file_status status = fs::status(destination, error);
  if (fs::is_directory(status))
    throw_unwritable(path, "it is a folder", "Give the path of a file, e.g. run.lwt.");
  if (fs::exists(status) && !fs::is_regular_file(status)) {
    throw_unwritable(path, "it is not a regular file", "Choose a path where no device or pipe stands.");
  }
  const fs::path folder = destination.has_parent_path() ? destination.parent_path() : fs::path(".");
  if (!fs::is_directory(folder, error)) {
    throw_unwritable(path, "the folder \"" + folder.string() + "\" does not exist",
                     "Create the folder or choose another path.");
  }
  return destination;
}

/// A new file beside `destination`; its name is not taken by anyone.
File open_beside(const fs::path& destination, fs::path& partial, const std::string& path) {
  for (int attempt = 0; attempt < 100; ++attempt) {
    partial = destination;
    partial += ".partial-" + std::to_string(::getpid()) + "-" + std::to_string(attempt);
    if (File file{std::fopen(partial.c_str(), "wbx")}) return file;
    if (errno != EEXIST) break;
  }
  throw_unwritable(path, std::strerror(errno), "Choose a path in a folder that you may write to.");
}

bool write_all(File file, const std::vector<std::uint8_t>& bytes) {
  const bool written = std::fwrite(bytes.data(), 1, bytes.size(), file.get()) == bytes.size();
  const int write_error = errno;
  const bool closed = std::fclose(file.release()) == 0;
  if (!written) errno = write_error;
  return written && closed;
}

}  // namespace

void write_trace(const Trace& trace, const std::string& path) {
  const std::vector<std::uint8_t> bytes = encode_trace(trace);
  const fs::path destination = checked_destination(path);
  fs::path partial;
  File file = open_beside(destination, partial, path);
  std::error_code error;
  if (!write_all(std::move(file), bytes)) {
    const std::string reason = std::strerror(errno);
    fs::remove(partial, error);
    throw_unwritable(path, reason, "Free some space or choose another path.");
  }
  fs::rename(partial, destination, error);
  if (error) {
    const std::string reason = error.message();
    fs::remove(partial, error);
    throw_unwritable(path, reason, "Choose another path.");
  }
}

Trace read_trace(const std::string& path) {
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (!fs::exists(status)) throw_missing(path, error ? error.message() : "no such file");
  if (!fs::is_regular_file(status)) throw_missing(path, "it is not a file");
  const std::uint64_t size = fs::file_size(path, error);
  if (error) throw_missing(path, error.message());
  if (size > kMaximumFileBytes) {
    throw Error(ErrorKind::kRequest, "malformed-trace", "the trace \"" + path + "\" is larger than 1 GiB",
                "Record fewer workgroups.", {.file = path});
  }
  const File file{std::fopen(path.c_str(), "rb")};
  if (file == nullptr) throw_missing(path, std::strerror(errno));
  std::vector<std::uint8_t> bytes(size);
  bytes.resize(std::fread(bytes.data(), 1, bytes.size(), file.get()));
  return decode_trace(bytes, path);
}

}  // namespace lanewise::trace
