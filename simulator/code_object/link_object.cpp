// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The linker is looked for beside the LLVM that Lanewise was built with, then on PATH. It is started
// directly, its messages go to a file of the private folder, and the folder goes away with its owner.

#include "simulator/code_object/link_object.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include "simulator/diagnostics/error.h"

namespace lanewise::code_object {
namespace {

namespace fs = std::filesystem;

constexpr const char* kLinkerNames[] = {"ld.lld-22", "ld.lld", "ld.lld-21", "ld.lld-20"};

[[noreturn]] void fail(std::string_view name, const std::string& reason) {
  throw Error(ErrorKind::kRequest, "link-failed",
              fmt::format("{} is a relocatable object and could not be linked: {}", name, reason),
              "link it yourself: ld.lld -shared object.o -o object.co");
}

fs::path find_linker(std::string_view name) {
  std::string folders = LANEWISE_LLVM_TOOLS;
  if (const char* path = std::getenv("PATH")) folders += ":" + std::string(path);
  for (std::size_t begin = 0; begin <= folders.size();) {
    const std::size_t end = std::min(folders.find(':', begin), folders.size());
    for (const char* linker : kLinkerNames) {
      const fs::path candidate = fs::path(folders.substr(begin, end - begin)) / linker;
      if (end > begin && access(candidate.c_str(), X_OK) == 0) return candidate;
    }
    begin = end + 1;
  }
  throw Error(
      ErrorKind::kRequest, "missing-linker",
      fmt::format("{} is a relocatable object, and ld.lld, which would link it, was not found on PATH", name),
      "install lld-22, or give a linked code object");
}

class PrivateFolder {
 public:
  explicit PrivateFolder(std::string_view name) {
    std::error_code error;
    std::string pattern = (fs::temp_directory_path(error) / "lanewise-link-XXXXXX").string();
    if (mkdtemp(pattern.data()) == nullptr)
      fail(name, fmt::format("no temporary folder: {}", std::strerror(errno)));
    path_ = pattern;
  }
  ~PrivateFolder() {
    std::error_code error;
    fs::remove_all(path_, error);
  }
  PrivateFolder(const PrivateFolder&) = delete;
  PrivateFolder& operator=(const PrivateFolder&) = delete;
  [[nodiscard]] fs::path file(const char* file_name) const { return path_ / file_name; }

 private:
  fs::path path_;
};

std::string first_line(const fs::path& path, const std::string& folder) {
  std::ifstream stream(path);
  std::string line;
  std::getline(stream, line);
  for (std::size_t at; (at = line.find(folder + "/")) != std::string::npos;)
    line.erase(at, folder.size() + 1);
  return line.empty() ? "the linker gave no reason" : line;
}

/// Exit status of the linker, or -1 if it could not be started or was killed.
int run(const fs::path& linker, const PrivateFolder& folder) {
  std::string program = linker.string(), input = folder.file("object.o").string(),
              output = folder.file("linked").string();
  std::string messages = folder.file("messages").string();
  std::string shared = "-shared", no_undefined = "--no-undefined", out = "-o";
  char* arguments[] = {program.data(), shared.data(), no_undefined.data(), input.data(), out.data(),
                       output.data(),  nullptr};
  char* environment[] = {nullptr};
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, messages.c_str(), O_WRONLY | O_CREAT | O_TRUNC,
                                   0600);
  pid_t child = 0;
  const int started = posix_spawn(&child, program.c_str(), &actions, nullptr, arguments, environment);
  posix_spawn_file_actions_destroy(&actions);
  if (started != 0) return -1;
  int status = 0;
  while (waitpid(child, &status, 0) < 0) {
    if (errno != EINTR) return -1;
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

}  // namespace

std::vector<std::byte> link_relocatable(std::span<const std::byte> object, std::string_view name) {
  const fs::path linker = find_linker(name);
  const PrivateFolder folder(name);
  {
    std::ofstream stream(folder.file("object.o"), std::ios::binary);
    stream.write(reinterpret_cast<const char*>(object.data()), static_cast<std::streamsize>(object.size()));
    if (!stream.flush()) fail(name, "the temporary file cannot be written");
  }
  if (run(linker, folder) != 0)
    fail(name, first_line(folder.file("messages"), folder.file("").parent_path().string()));
  std::ifstream stream(folder.file("linked"), std::ios::binary);
  const std::vector<char> linked{std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
  const auto bytes = std::as_bytes(std::span(linked));
  return {bytes.begin(), bytes.end()};
}

}  // namespace lanewise::code_object
