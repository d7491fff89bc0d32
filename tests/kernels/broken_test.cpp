// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels with one planted fault each. `lanewise run` must end with status 1 on both targets and name the
// place: where a fault shows in the output, the first wrong element and the source line of its last
// writer. Lines are found in the source by their text, so that an edit above them changes nothing here.
//
// The second half breaks the bf16 GEMM the way a person would: one line of its source is replaced.

#include <sys/wait.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include <doctest/doctest.h>

namespace fs = std::filesystem;

namespace {

struct Ended {
  int status = -1;
  std::string text;
};

Ended lanewise_run(const std::string& arguments) {
  Ended ended;
  FILE* pipe = popen((std::string("'" LANEWISE_TOOL "' run ") + arguments + " 2>&1").c_str(), "r");
  REQUIRE(pipe != nullptr);
  std::array<char, 4096> piece;
  for (std::size_t size; (size = fread(piece.data(), 1, piece.size(), pipe)) > 0;) {
    ended.text.append(piece.data(), size);
  }
  int status = pclose(pipe);
  ended.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  return ended;
}

std::string content(const fs::path& path) {
  std::ifstream file(path);
  REQUIRE_MESSAGE(file.is_open(), path.string());
  return {std::istreambuf_iterator<char>(file), {}};
}

/// Number of the only line of `text` that holds `piece`.
std::size_t line_of(const std::string& text, const std::string& piece) {
  std::size_t place = text.find(piece);
  REQUIRE_MESSAGE(place != std::string::npos, piece);
  REQUIRE_MESSAGE(text.find(piece, place + 1) == std::string::npos, piece << " stands there twice");
  return 1 + static_cast<std::size_t>(
                 std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(place), '\n'));
}

bool contains(const std::string& text, const std::string& piece) {
  return text.find(piece) != std::string::npos;
}

constexpr std::array kTargets = {"gfx942", "gfx950"};

struct BrokenKernel {
  const char* name;
  const char* id;       ///< of the diagnostic
  const char* line;     ///< text of the source line that must be named; empty: none
  std::vector<const char*> says;
  const char* options = "";
};

const std::vector<BrokenKernel> kBrokenKernels = {
    // The diagonal of a + transpose(b) is right by accident, so the first wrong element is the second.
    {"swapped_index", "wrong-result", "c[row * n + column] =", {"c[0,1] is", "lane 1"}},
    {"missing_barrier", "wrong-result", "out[threadIdx.x] =", {"out["}},
    // Row 0 is swizzled by nothing: element (0, 0) is right, and (0, 1) is the first that was moved.
    {"one_sided_swizzle", "wrong-result", "out[row * 64 + column] =", {"out[0,1] is"}},
    {"out_of_bounds", "out-of-bounds", "c[i] = a[i] + b[i]", {}},
    {"endless_loop", "never-ends", "while (", {}, " --budget 100000"},
    {"writes_input", "input-written", "in[i] = value * 2", {"in"}},
    // 1000 elements are three whole tiles of 256 and a part.
    {"last_tile_missing", "wrong-result", "", {"out[768] was never written", "232 of 1000"}},
};

}  // namespace

TEST_CASE("broken kernels are found out, with the place") {
  for (const BrokenKernel& broken : kBrokenKernels) {
    fs::path folder = fs::path(LANEWISE_TEST_DATA) / "broken_kernels";
    std::string source = content(folder / (std::string(broken.name) + ".hip"));
    for (const char* target : kTargets) {
      CAPTURE(broken.name);
      CAPTURE(target);
      Ended ended =
          lanewise_run("'" + (folder / broken.name).string() + ".toml' --target " + target + broken.options);
      CAPTURE(ended.text);
      CHECK(ended.status == 1);
      CHECK(contains(ended.text, std::string("[") + broken.id + "]"));
      if (*broken.line != 0) {
        std::string place =
            std::string(broken.name) + ".hip:" + std::to_string(line_of(source, broken.line)) + ":";
        CHECK_MESSAGE(contains(ended.text, place), place);
      }
      for (const char* piece : broken.says) CHECK_MESSAGE(contains(ended.text, piece), piece);
    }
  }
}

namespace {

struct Break {
  const char* file;
  const char* from;
  const char* to;
  const char* id;
};

// In each the right text stands in the source exactly once.
const std::vector<Break> kGemmBreaks = {
    // swapped index: rows and columns of a fragment's result exchanged
    {"kernel.hip", "c_matrix[row * n + column] = c[i][j][r];", "c_matrix[row * n + column] = c[j][i][r];",
     "wrong-result"},
    // missing barrier: nobody waits for the tiles to be complete
    {"kernel.hip", "__syncthreads();  // the tiles are complete", "", "wrong-result"},
    // wrong swizzle on one side: tiles are stored plainly and read swizzled
    {"kernel.hip", "tile[place(mine.row, mine.chunk, SWIZZLE)] = staged.chunks[i];",
     "tile[place(mine.row, mine.chunk, false)] = staged.chunks[i];", "wrong-result"},
    // one K-step too few
    {"kernel.hip", "for (unsigned step = 0; step < k; step += kTileK)",
     "for (unsigned step = 0; step + kTileK < k; step += kTileK)", "wrong-result"},
};

void replace_once(const fs::path& path, const std::string& from, const std::string& to) {
  std::string text = content(path);
  (void)line_of(text, from);
  text.replace(text.find(from), from.size(), to);
  std::ofstream(path) << text;
}

}  // namespace

TEST_CASE("the bf16 GEMM, broken on purpose, names the first wrong element and its last writer") {
  fs::path original = fs::path(KERNELS) / "gemm/bf16_lds_tile";
  for (const Break& broken : kGemmBreaks) {
    std::string pattern = (fs::temp_directory_path() / "lanewise_broken_XXXXXX").string();
    REQUIRE(mkdtemp(pattern.data()) != nullptr);
    fs::path folder = pattern;
    for (const char* file : {"kernel.hip", "tile_layout.h", "case.toml"})
      fs::copy_file(original / file, folder / file);
    replace_once(folder / broken.file, broken.from, broken.to);
    std::string store =
        "kernel.hip:" +
        std::to_string(line_of(content(folder / "kernel.hip"), "c_matrix[row * n + column] =")) + ":";
    for (const char* target : kTargets) {
      CAPTURE(broken.to);
      CAPTURE(target);
      Ended ended = lanewise_run("'" + (folder / "case.toml").string() + "' --variant swizzled --target " +
                                 target + " --set M=128 --set N=256 --set K=128");
      CAPTURE(ended.text);
      CHECK(ended.status == 1);
      CHECK(contains(ended.text, std::string("[") + broken.id + "]"));
      CHECK(contains(ended.text, "c["));
      CHECK(contains(ended.text, "last written by workgroup"));
      CHECK_MESSAGE(contains(ended.text, store), store);
    }
    fs::remove_all(folder);
  }
}
