// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The compiler wrapper: equal bytes from two folders, the cache, and the ways in which a compile fails.

#include <doctest/doctest.h>
#include <sys/stat.h>

#include <cstdlib>
#include <filesystem>
#include <optional>

#include "workbench/compile/child_process.h"
#include "workbench/compile/compile_cache.h"
#include "workbench/compile/content_hash.h"
#include "workbench/compile/files.h"
#include "workbench/compile/hip_compiler.h"

using namespace lanewise;
using namespace lanewise::workbench;
namespace fs = std::filesystem;

namespace {

constexpr const char* kKernel =
    "#include <hip/hip_runtime.h>\n#include \"scale.h\"\n"
    "extern \"C\" __global__ void scale(float* x) { x[threadIdx.x] *= kScale; }\n";

/// Sets an environment variable for the life of the object.
class Environment {
 public:
  Environment(const char* name, const std::string& value) : name_(name) {
    if (const char* old = std::getenv(name)) old_ = old;
    setenv(name, value.c_str(), 1);
  }
  ~Environment() { old_ ? setenv(name_, old_->c_str(), 1) : unsetenv(name_); }

 private:
  const char* name_;
  std::optional<std::string> old_;
};

void write_kernel(const fs::path& folder, const std::string& scale) {
  fs::create_directories(folder);
  write_file((folder / "kernel.hip").string(), kKernel);
  write_file((folder / "scale.h").string(), "constexpr float kScale = " + scale + "f;\n");
}

CompileRequest request_for(const fs::path& folder) {
  CompileRequest request;
  request.source = (folder / "kernel.hip").string();
  return request;
}

}  // namespace

TEST_CASE("fnv_hash_has_the_published_values") {
  // draft-eastlake-fnv, test vectors of 128-bit FNV-1a: "" and "a".
  CHECK(ContentHash().hex() == "6c62272e07bb014262b821756295c58d");
  ContentHash hash;
  const char letter = 'a';
  hash.add(std::as_bytes(std::span(&letter, 1)));
  CHECK(hash.hex() == "d228cb696f1a8caf78912b704e4a8964");
}

TEST_CASE("two_folders_give_the_same_bytes") {
  const TemporaryFolder folder;
  const Environment no_cache("XDG_CACHE_HOME", folder.path() + "/cache");
  const fs::path one = fs::path(folder.path()) / "one",
                 other = fs::path(folder.path()) / "an other" / "deeper";
  write_kernel(one, "2.0");
  write_kernel(other, "2.0");
  const std::string a = compile_hip(request_for(one)).code_object,
                    b = compile_hip(request_for(other)).code_object;
  CHECK(a == b);
  CHECK(a.find(folder.path()) == std::string::npos);
}

TEST_CASE("the_cache_hits_until_a_header_changes") {
  const TemporaryFolder folder;
  const Environment cache("XDG_CACHE_HOME", folder.path() + "/cache");
  const fs::path sources = fs::path(folder.path()) / "sources";
  write_kernel(sources, "2.0");
  const CompileResult first = compile_hip(request_for(sources));
  CHECK(!first.cached);
  CHECK(first.compiler.starts_with("clang "));
  CHECK(first.dependencies.size() >= 3);
  const CompileResult second = compile_hip(request_for(sources));
  CHECK(second.cached);
  CHECK(second.code_object == first.code_object);
  CHECK(second.compiler == first.compiler);
  CompileRequest defined = request_for(sources);
  defined.defines.emplace_back("UNUSED", "1");
  CHECK(!compile_hip(defined).cached);
  write_kernel(sources, "3.0");
  const CompileResult third = compile_hip(request_for(sources));
  CHECK(!third.cached);
  CHECK(third.code_object != first.code_object);
}

TEST_CASE("a_damaged_cache_entry_is_a_miss") {
  const TemporaryFolder folder;
  const CompileCache cache(folder.path());
  const std::string source = folder.path() + "/a.hip";
  write_file(source, "text");
  cache.store("key", {"object bytes", "clang 1", {source}});
  CHECK(cache.find("key").value_or(CacheEntry{}).code_object == "object bytes");
  for (const fs::directory_entry& entry : fs::directory_iterator(folder.path())) {
    if (entry.path().extension() == ".co") write_file(entry.path().string(), "object by");
  }
  CHECK(!cache.find("key"));
  CHECK(!cache.find("another key"));
}

TEST_CASE("a_cache_that_cannot_be_written_is_no_error") {
  const TemporaryFolder folder;
  write_file(folder.path() + "/file", "in the way");
  const Environment cache("XDG_CACHE_HOME", folder.path() + "/file");
  const fs::path sources = fs::path(folder.path()) / "sources";
  write_kernel(sources, "2.0");
  CHECK(!compile_hip(request_for(sources)).cached);
  CHECK(!compile_hip(request_for(sources)).cached);
}

TEST_CASE("a_refused_source_shows_the_compilers_words") {
  const TemporaryFolder folder;
  const Environment cache("XDG_CACHE_HOME", folder.path() + "/cache");
  const std::string source = folder.path() + "/broken.hip";
  write_file(source, "#include <hip/hip_runtime.h>\n__global__ void k() { undeclared = 1; }\n");
  CompileRequest request;
  request.source = source;
  try {
    (void)compile_hip(request);
    FAIL("compiled");
  } catch (const CompileError& error) {
    CHECK(error.kind == ErrorKind::kRequest);
    CHECK(error.id == "compile-error");
    CHECK_MESSAGE(
        error.diagnostics.find("broken.hip:2:23: error: use of undeclared identifier 'undeclared'") !=
            std::string::npos,
        error.diagnostics);
  }
}

TEST_CASE("a_missing_compiler_is_named_with_the_way_out") {
  const Environment forced("LANEWISE_HIP_CLANG", "/nonexistent/clang++");
  try {
    (void)find_hip_compiler();
    FAIL("found one");
  } catch (const Error& error) {
    CHECK(error.id == "missing-compiler");
    CHECK(error.kind == ErrorKind::kRequest);
    CHECK(error.message.find("/nonexistent/clang++") != std::string::npos);
    CHECK(error.remedy.find("clang-22") != std::string::npos);
  }
}

TEST_CASE("file_names_need_no_quoting") {
  const TemporaryFolder folder;
  const Environment cache("XDG_CACHE_HOME", folder.path() + "/cache");
  const fs::path sources = fs::path(folder.path()) / "a \"b\" $(c) 'd'";
  write_kernel(sources, "2.0");
  CHECK(compile_hip(request_for(sources)).code_object.starts_with("\177ELF"));
  CHECK(compile_hip(request_for(sources)).cached);
}

TEST_CASE("child_output_and_status_come_back") {
  const ChildResult good = run_child({"/bin/sh", "-c", "echo out; echo err >&2; exit 3"});
  CHECK(good.output == "out\nerr\n");
  CHECK(good.status == 3);
  CHECK(run_child({"/bin/sh", "-c", "kill -9 $$"}).status == 137);
  CHECK_THROWS_AS((void)run_child({"/nonexistent/program"}), Error);
}
