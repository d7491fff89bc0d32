// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs every transcript of transcripts/ (format: transcripts/README.md) and compares both streams line by
// line, and the exit status. One doctest subcase per transcript, so that one can be run by its name.

#include <doctest/doctest.h>
#include <sys/wait.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <regex>
#include <sstream>
#include <vector>

#include "workbench/compile/child_process.h"
#include "workbench/compile/files.h"

namespace fs = std::filesystem;
using namespace lanewise::workbench;

namespace {

struct Transcript {
  std::string environment, command;
  int status = 0;
  std::vector<std::string> out, err;  // each begins with its mark, '|' or '~'
};

Transcript parse(const std::string& path) {
  Transcript transcript;
  std::vector<std::string>* stream = nullptr;
  std::istringstream lines(read_file(path, "transcript"));
  for (std::string line; std::getline(lines, line);) {
    if (line.empty() || line.starts_with("#")) continue;
    if (line.starts_with("env ")) {
      transcript.environment += line.substr(4) + " ";
    } else if (line.starts_with("$ ")) {
      REQUIRE(transcript.command.empty());
      transcript.command = line.substr(2);
    } else if (line.starts_with("status ")) {
      transcript.status = std::stoi(line.substr(7));
    } else if (line == "stdout") {
      stream = &transcript.out;
    } else if (line == "stderr") {
      stream = &transcript.err;
    } else {
      REQUIRE_MESSAGE((stream != nullptr && line.size() > 2 && (line[2] == '|' || line[2] == '~')),
                      path << ": " << line);
      stream->push_back(line.substr(2, 1) + (line.size() > 4 ? line.substr(4) : ""));
    }
  }
  REQUIRE_MESSAGE(!transcript.command.empty(), path);
  return transcript;
}

void compare(const char* name, const std::string& text, const std::vector<std::string>& expected) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  CHECK_MESSAGE(lines.size() == expected.size(), name << " has " << lines.size() << " lines:\n" << text);
  for (std::size_t i = 0; i < std::min(lines.size(), expected.size()); ++i) {
    const std::string wanted = expected[i].substr(1);
    const bool same =
        expected[i][0] == '|' ? lines[i] == wanted : std::regex_match(lines[i], std::regex(wanted));
    CHECK_MESSAGE(same, name << " line " << i + 1 << "\n  wanted " << wanted << "\n  got    " << lines[i]);
  }
}

void run(const Transcript& transcript) {
  const TemporaryFolder folder;
  const std::string out = folder.path() + "/stdout", err = folder.path() + "/stderr";
  fs::create_directory(folder.path() + "/dir");
  const std::string script = "lanewise() { " + transcript.environment +
                             " '" LANEWISE_TOOL "' \"$@\"; }\nDIR='" + folder.path() +
                             "/dir'\nexport XDG_CACHE_HOME='" + folder.path() + "/cache'\n{ " +
                             transcript.command + "\n} >'" + out + "' 2>'" + err + "'";
  const ChildResult child = run_child({"/bin/sh", "-c", script});
  CHECK(child.status == transcript.status);
  compare("stdout", read_file(out, "output"), transcript.out);
  compare("stderr", read_file(err, "output"), transcript.err);
}

}  // namespace

TEST_CASE("transcripts_come_out_as_they_are_written") {
  std::vector<fs::path> files;
  for (const fs::directory_entry& entry : fs::directory_iterator(TRANSCRIPTS)) {
    if (entry.path().extension() == ".transcript") files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  REQUIRE(!files.empty());
  for (const fs::path& file : files) {
    const std::string name = file.stem().string();
    SUBCASE(name.c_str()) {
      CAPTURE(name);
      run(parse(file.string()));
    }
  }
}
