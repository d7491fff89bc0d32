// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The tool as a process: Ctrl-C, determinism over threads, files that appear whole, and a JSON report read
// back.

#include <doctest/doctest.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <filesystem>
#include <regex>
#include <thread>
#include <vector>

#include "workbench/compile/child_process.h"
#include "workbench/compile/files.h"

extern char** environ;

namespace fs = std::filesystem;
using namespace lanewise::workbench;

namespace {

ChildResult run_tool(std::vector<std::string> words) {
  words.insert(words.begin(), LANEWISE_TOOL);
  return run_child(words);
}

/// The report without its two wall-clock fields.
std::string timeless(const std::string& report) {
  return std::regex_replace(report, std::regex("\"(seconds|wave_instructions_per_second)\": [^,\n]*"),
                            "\"$1\": 0");
}

}  // namespace

TEST_CASE("ctrl_c_ends_a_long_run_with_130_and_leaves_no_half_file") {
  const TemporaryFolder folder;
  const std::string json = folder.path() + "/report.json";
  const std::vector<std::string> words = {
      LANEWISE_TOOL, "run",    "tests/data/broken_kernels/endless_loop.toml",
      "--target",    "gfx942", "--budget",
      "0",           "--json", json};
  std::vector<char*> raw;
  raw.reserve(words.size() + 1);
  for (const std::string& word : words) raw.push_back(const_cast<char*>(word.c_str()));
  raw.push_back(nullptr);
  pid_t child = 0;
  REQUIRE(posix_spawn(&child, LANEWISE_TOOL, nullptr, nullptr, raw.data(), environ) == 0);
  std::this_thread::sleep_for(std::chrono::milliseconds(1500));
  int status = 0;
  CHECK(waitpid(child, &status, WNOHANG) == 0);  // still at it
  kill(child, SIGINT);
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(20);
  pid_t ended = 0;
  while ((ended = waitpid(child, &status, WNOHANG)) == 0 && std::chrono::steady_clock::now() < deadline) {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
  if (ended == 0) kill(child, SIGKILL), waitpid(child, &status, 0);
  CHECK(ended == child);
  CHECK(WIFEXITED(status));
  CHECK(WEXITSTATUS(status) == 130);
  CHECK(fs::is_empty(folder.path()));
}

TEST_CASE("reports_and_traces_are_the_same_at_any_thread_count") {
  const TemporaryFolder folder;
  std::string reports[2], traces[2];
  for (int i = 0; i < 2; ++i) {
    const std::string stem = folder.path() + "/" + std::to_string(i);
    const ChildResult child =
        run_tool({"run", "kernels/gemm/bf16_lds_tile/case.toml", "--target", "gfx942", "--variant", "plain",
                  "--set", "M=256", "--set", "N=256", "--set", "K=64", "--threads", i == 0 ? "1" : "3",
                  "--json", stem + ".json", "--trace", stem + ".lwt"});
    REQUIRE_MESSAGE(child.status == 0, child.output);
    reports[i] = timeless(read_file(stem + ".json", "report"));
    traces[i] = read_file(stem + ".lwt", "trace");
  }
  CHECK(reports[0] == reports[1]);
  CHECK(traces[0] == traces[1]);
  CHECK(reports[0].find("\"verdict\": \"pass\"") != std::string::npos);
}

TEST_CASE("both_builds_of_the_simulator_give_the_same_report") {
  const TemporaryFolder folder;
  std::string reports[2];
  for (int i = 0; i < 2; ++i) {
    std::vector<std::string> words = {"run", "tests/data/small_kernels/softmax_row.toml", "--json",
                                      folder.path() + "/r.json"};
    if (i == 1) words.emplace_back("--scalar");
    const ChildResult child = run_tool(words);
    REQUIRE_MESSAGE(child.status == 0, child.output);
    reports[i] = std::regex_replace(timeless(read_file(folder.path() + "/r.json", "report")),
                                    std::regex("simulator \\([a-z0-9]*\\)"), "simulator");
  }
  CHECK(reports[0] == reports[1]);
}

TEST_CASE("a_run_writes_its_page_its_pictures_and_its_case") {
  const TemporaryFolder folder;
  const std::string path = folder.path() + "/";
  const ChildResult run = run_tool({"run", "tests/data/small_kernels/transpose_lds.toml", "--target",
                                    "gfx950", "--trace", path + "t.lwt", "--report", path + "r.html"});
  REQUIRE_MESSAGE(run.status == 0, run.output);
  const std::string page = read_file(path + "r.html", "page");
  CHECK(page.find("<svg") != std::string::npos);
  CHECK(page.find("transpose_lds.hip") != std::string::npos);
  // Nothing is loaded from anywhere.
  CHECK(!std::regex_search(page, std::regex("(src|href)=\"https?://|@import|url\\(https?:")));
  for (const char* file : {"lds.svg", "lds.png", "lds.html", "lds.txt"}) {
    CAPTURE(file);
    const ChildResult exported = run_tool({"export", path + "t.lwt", "-o", path + file});
    CHECK_MESSAGE(exported.status == 0, exported.output);
    CHECK(fs::file_size(path + file) > 200);
  }
  const ChildResult report = run_tool({"report", path + "t.lwt", "-o", path + "again.html"});
  CHECK_MESSAGE(report.status == 0, report.output);
}

TEST_CASE("outputs_travel_through_npy_files_and_a_written_case") {
  const TemporaryFolder folder;
  const std::string out = folder.path() + "/y.npy", file = folder.path() + "/case.toml";
  std::vector<std::string> flags = {"tests/data/small_kernels/relu_f16.hip",
                                    "--grid",
                                    "4",
                                    "--block",
                                    "256",
                                    "--target",
                                    "gfx942",
                                    "--arg",
                                    "x=f16[2000]:uniform(-1,1)",
                                    "--arg",
                                    "y=f16[2000]",
                                    "--arg",
                                    "pairs=i32:1000"};
  std::vector<std::string> run = flags, made = flags;
  run.insert(run.begin(), "run");
  run.insert(run.end(), {"--save", "y=" + out});
  const ChildResult first = run_tool(run);
  REQUIRE_MESSAGE(first.status == 0, first.output);
  // What the first run saved is what a second one must give, exactly.
  run.resize(run.size() - 2);
  run.insert(run.end(), {"--expected", out});
  const ChildResult second = run_tool(run);
  CHECK_MESSAGE(second.status == 0, second.output);
  made.insert(made.begin(), "case");
  made.insert(made.end(), {"--expected", out, "-o", file});
  const ChildResult written = run_tool(made);
  REQUIRE_MESSAGE(written.status == 0, written.output);
  const ChildResult third = run_tool({"run", file});
  CHECK_MESSAGE(third.status == 0, third.output);
  CHECK(third.output.find("largest error 0.000 of its bound") != std::string::npos);
}
