// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// posix_spawn with the output captured through a pipe. The child stays in our process group, so that
// Ctrl-C reaches it too.

#include "workbench/compile/child_process.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <system_error>

#include "simulator/diagnostics/error.h"

extern char** environ;

namespace lanewise::workbench {
namespace {

[[noreturn]] void fail(const std::string& what, int code) {
  throw Error(ErrorKind::kRequest, "cannot-run", fmt::format("{}: {}", what, std::strerror(code)),
              "Check that the file exists, that it may be executed, and that the temporary folder has room.");
}

std::string read_all(int descriptor) {
  std::string text;
  char buffer[4096];
  while (true) {
    const ssize_t count = read(descriptor, buffer, sizeof buffer);
    if (count > 0) {
      text.append(buffer, static_cast<std::size_t>(count));
    } else if (count == 0 || errno != EINTR) {
      return text;
    }
  }
}

int wait_for(pid_t child) {
  int status = 0;
  while (waitpid(child, &status, 0) < 0) {
    if (errno != EINTR) return 255;
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

}  // namespace

TemporaryFolder::TemporaryFolder() {
  std::error_code code;
  std::filesystem::path base = std::filesystem::temp_directory_path(code);
  if (code) base = "/tmp";
  path_ = (base / "lanewise-XXXXXX").string();
  if (mkdtemp(path_.data()) == nullptr)
    fail(fmt::format("no temporary folder in '{}'", base.string()), errno);
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

ChildResult run_child(const std::vector<std::string>& arguments) {
  int pipes[2];
  if (pipe2(pipes, O_CLOEXEC) != 0) fail("no pipe", errno);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, pipes[1], STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, pipes[1], STDERR_FILENO);
  std::vector<char*> raw;
  raw.reserve(arguments.size() + 1);
  for (const std::string& argument : arguments) raw.push_back(const_cast<char*>(argument.c_str()));
  raw.push_back(nullptr);
  pid_t child = 0;
  const int code = posix_spawn(&child, raw[0], &actions, nullptr, raw.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  close(pipes[1]);
  if (code != 0) {
    close(pipes[0]);
    fail(fmt::format("'{}' cannot be run", arguments[0]), code);
  }
  ChildResult result;
  result.output = read_all(pipes[0]);
  close(pipes[0]);
  result.status = wait_for(child);
  return result;
}

}  // namespace lanewise::workbench
