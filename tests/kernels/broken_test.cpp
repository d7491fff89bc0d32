// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels with one planted fault each. `lanewise run` must end with status 1 on both targets and name the
// place: where a fault shows in the output, the first wrong element and the source line of its last
// writer. Lines are found in the source by their text, so that an edit above them changes nothing here.
//
// The second half breaks the bf16 GEMM the way a person would: one line of its source is replaced.

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "workbench/compile/child_process.h"

namespace fs = std::filesystem;

namespace {

using lanewise::workbench::ChildResult;

ChildResult lanewise_run(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), {LANEWISE_TOOL, "run"});
  return lanewise::workbench::run_child(arguments);
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
  std::array<const char*, 2> says;
  const char* budget = "";
};

constexpr BrokenKernel kBrokenKernels[] = {
    // The diagonal of a + transpose(b) is right by accident, so the first wrong element is the second.
    {"swapped_index", "wrong-result", "c[row * n + column] =", {"c[0,1] is", "lane 1"}},
    {"missing_barrier", "wrong-result", "out[threadIdx.x] =", {"out["}},
    // Row 0 is swizzled by nothing: element (0, 0) is right, and (0, 1) is the first that was moved.
    {"one_sided_swizzle", "wrong-result", "out[row * 64 + column] =", {"out[0,1] is"}},
    {"out_of_bounds", "out-of-bounds", "c[i] = a[i] + b[i]", {}},
    {"endless_loop", "never-ends", "while (", {}, "100000"},
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
      std::vector<std::string> arguments = {(folder / broken.name).string() + ".toml", "--target", target};
      if (*broken.budget != 0) arguments.insert(arguments.end(), {"--budget", broken.budget});
      ChildResult ended = lanewise_run(arguments);
      CAPTURE(ended.output);
      CHECK(ended.status == 1);
      CHECK(contains(ended.output, std::string("[") + broken.id + "]"));
      if (*broken.line != 0) {
        std::string place =
            std::string(broken.name) + ".hip:" + std::to_string(line_of(source, broken.line)) + ":";
        CHECK_MESSAGE(contains(ended.output, place), place);
      }
      for (const char* piece : broken.says) {
        if (piece != nullptr) CHECK_MESSAGE(contains(ended.output, piece), piece);
      }
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
constexpr Break kGemmBreaks[] = {
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
    lanewise::workbench::TemporaryFolder temporary;
    fs::path folder = temporary.path();
    for (const char* file : {"kernel.hip", "tile_layout.h", "case.toml"})
      fs::copy_file(original / file, folder / file);
    replace_once(folder / broken.file, broken.from, broken.to);
    std::string store =
        "kernel.hip:" +
        std::to_string(line_of(content(folder / "kernel.hip"), "c_matrix[row * n + column] =")) + ":";
    for (const char* target : kTargets) {
      CAPTURE(broken.to);
      CAPTURE(target);
      ChildResult ended = lanewise_run({(folder / "case.toml").string(), "--variant", "swizzled", "--target",
                                        target, "--set", "M=128", "--set", "N=256", "--set", "K=128"});
      CAPTURE(ended.output);
      CHECK(ended.status == 1);
      CHECK(contains(ended.output, std::string("[") + broken.id + "]"));
      CHECK(contains(ended.output, "c["));
      CHECK(contains(ended.output, "last written by workgroup"));
      CHECK_MESSAGE(contains(ended.output, store), store);
    }
  }
}
