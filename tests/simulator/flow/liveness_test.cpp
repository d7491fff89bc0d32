// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Control-flow graph and live registers of small programs, worked out by hand.

#include <doctest/doctest.h>

#include <sstream>

#include "tests/simulator/flow/program_text.h"

namespace lanewise::flow {
namespace {

using test::names_of;
using test::program_from;

constexpr std::uint32_t kNone = isa::Program::kNoInstruction;

TEST_CASE("successors_of_branches_calls_and_ends") {
  const isa::Program program = program_from(R"(
    s_cbranch_scc1 far
    s_branch far
    s_call_b64 s[0:1] <- near
    s_swappc_b64 s[0:1] <- s[2:3]
  near:
    s_setpc_b64 s[0:1]
    s_nop
  far:
    s_endpgm
    s_nop
  )");
  struct Row {
    std::uint32_t next0, next1;
    bool unknown;
  };
  const Row expected[] = {{1, 6, false},         {6, kNone, false},    {4, kNone, false},
                          {kNone, kNone, true},  {kNone, kNone, true}, {6, kNone, false},
                          {kNone, kNone, false}, {kNone, kNone, false}};
  const std::vector<Successors> graph = successors(program);
  REQUIRE(graph.size() == std::size(expected));
  for (std::size_t i = 0; i < graph.size(); ++i) {
    CAPTURE(program.text[i]);
    CHECK(graph[i].next[0] == expected[i].next0);
    CHECK(graph[i].next[1] == expected[i].next1);
    CHECK(graph[i].unknown == expected[i].unknown);
  }
}

TEST_CASE("a_gap_in_the_addresses_is_not_fallen_through") {
  isa::Program program = program_from("s_nop\ns_nop\ns_endpgm");
  program.instructions[1].address += 64;
  CHECK(successors(program)[0].next[0] == kNone);
}

/// Checks the live sets given after '|' on each line.
void check_live(const char* text) {
  std::string code;
  std::vector<std::string> expected;
  std::istringstream stream{std::string(text)};
  for (std::string line; std::getline(stream, line);) {
    const std::size_t bar = line.find('|');
    code += line.substr(0, bar) + "\n";
    if (bar == std::string::npos) continue;
    const std::size_t first = line.find_first_not_of(' ', bar + 1);
    expected.push_back(first == std::string::npos ? "" : line.substr(first));
  }
  // Trailing blanks would become empty words; the parser ignores them.
  const isa::Program program = program_from(code);
  const Liveness live = liveness(program);
  REQUIRE(live.live_in.size() == expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) {
    CAPTURE(program.text[i]);
    CHECK(names_of(live.live_in[i]) == expected[i]);
  }
}

TEST_CASE("straight_line") {
  check_live(R"(
    s_load_dwordx2 s[4:5] <- s[0:1]           | v0 s0 s1
    s_waitcnt lgkmcnt(0)                      | v0 s4 s5
    v_mov_b32 v1 <- s4                        | v0 s4 s5
    v_add_f32 v2 <- v1 v0                     | v0 v1 s4 s5
    global_store_dword v0 v2 s[4:5]           | v0 v2 s4 s5
    s_endpgm                                  |
  )");
}

TEST_CASE("a_loop_keeps_its_accumulator_and_counter_alive") {
  check_live(R"(
    v_mov_b32 v1 <- v0                        | v0 s0 s4 s5
    v_mov_b32 v3 <- v0                        | v0 v1 s0 s4 s5
  loop:
    global_load_dword v2 <- v0 s[4:5]         | v0 v1 v3 s0 s4 s5
    s_waitcnt vmcnt(0)                        | v0 v1 v2 v3 s0 s4 s5
    v_fmac_f32 v1 <- v2 v2                    | v0 v1 v2 v3 s0 s4 s5
    s_sub_u32 s0 scc <- s0                    | v0 v1 v3 s0 s4 s5
    s_cbranch_scc1 loop scc                   | v0 v1 v3 s0 s4 s5 scc
    global_store_dword v3 v1 s[4:5]           | v1 v3 s4 s5
    s_endpgm                                  |
  )");
}

TEST_CASE("branches_join") {
  check_live(R"(
    s_cbranch_vccz other vcc                  | v0 v1 v2 vcc
    v_mov_b32 v3 <- v1                        | v0 v1
    s_branch join                             | v0 v3
  other:
    v_mov_b32 v3 <- v2                        | v0 v2
  join:
    ds_write_b32 v0 v3                        | v0 v3
    s_endpgm                                  |
  )");
}

TEST_CASE("partial_writes_do_not_end_a_live_range") {
  check_live(R"(
    ds_read_u16_d16 v1 <- v0                  | v0 v1
    ds_read_u16_d16_hi v1 <- v0               | v0 v1
    s_waitcnt lgkmcnt(0)                      | v0 v1
    ds_write_b32 v0 v1                        | v0 v1
    s_endpgm                                  |
  )");
}

// The compiler's "always": on the path that is never taken v1 holds nothing and must not seem alive.
TEST_CASE("a_branch_on_exec_that_is_not_zero_keeps_nothing_alive") {
  check_live(R"(
    s_cbranch_scc0 odd scc                    | v0 exec scc
    v_mov_b32 v1 <- v0                        | v0
  store:
    ds_write_b32 v0 v1                        | v0 v1
    s_endpgm                                  |
  odd:
    s_cbranch_execnz other exec               | v0 exec
    s_branch store                            | v0 v1
  other:
    v_mov_b32 v1 <- v0                        | v0
    s_branch store                            | v0 v1
  )");
}

TEST_CASE("a_branch_on_exec_that_was_masked_may_go_either_way") {
  check_live(R"(
    s_and_b64 exec <- exec s[0:1]             | v0 v1 s0 s1 exec
    s_cbranch_execz skip exec                 | v0 v1 exec
    v_mov_b32 v1 <- v0                        | v0
  skip:
    ds_write_b32 v0 v1                        | v0 v1
    s_endpgm                                  |
  )");
  // A loop that lanes leave one by one.
  check_live(R"(
    v_mov_b32 v1 <- v0                        | v0 s0 s1 exec
  loop:
    v_add_f32 v1 <- v1 v0                     | v0 v1 s0 s1 exec
    s_andn2_b64 exec <- exec s[0:1]           | v0 v1 s0 s1 exec
    s_cbranch_execnz loop exec                | v0 v1 s0 s1 exec
    s_or_b64 exec <- exec s[0:1]              | v0 v1 s0 s1 exec
    ds_write_b32 v0 v1                        | v0 v1
    s_endpgm                                  |
  )");
}

TEST_CASE("lanes_that_were_given_back_make_exec_nonzero_again") {
  check_live(R"(
    s_and_saveexec_b64 s[0:1] exec <- s[2:3]  | v0 s2 s3
    s_or_b64 exec <- exec s[0:1]              | v0 s0 s1 exec
    s_cbranch_execz skip exec                 | v0 exec
    v_mov_b32 v1 <- v0                        | v0
  skip:
    ds_write_b32 v0 v1                        | v0 v1
    s_endpgm                                  |
  )");
}

TEST_CASE("counts_by_file_and_the_peak") {
  const isa::Program program = program_from(R"(
    v_mov_b32 v1 <- v0
    v_mfma_f32_16x16x16_bf16 a[0:3] <- v[0:1] v[2:3] a[4:7]
    v_accvgpr_read_b32 v4 <- a0
    v_cmp_lt_u32 vcc <- v4 s101
    s_cbranch_vccz end vcc
    v_mov_b32 v0 <- a3
  end:
    s_mov_b32 m0 <- s9
    s_endpgm
  )");
  const Liveness live = liveness(program);
  CHECK_FALSE(live.lower_bound);
  CHECK(live.peak == 1);
  struct Row {
    int vgprs, agprs, sgprs;
  };
  const Row expected[] = {{3, 4, 2}, {4, 4, 2}, {0, 2, 2}, {1, 1, 2},
                          {0, 1, 3}, {0, 1, 1}, {0, 0, 1}, {0, 0, 0}};
  REQUIRE(live.counts.size() == std::size(expected));
  for (std::size_t i = 0; i < live.counts.size(); ++i) {
    CAPTURE(program.text[i]);
    CHECK(int{live.counts[i].vgprs} == expected[i].vgprs);
    CHECK(int{live.counts[i].agprs} == expected[i].agprs);
    CHECK(int{live.counts[i].sgprs} == expected[i].sgprs);
  }
}

TEST_CASE("a_call_returns_and_makes_counts_lower_bounds") {
  const isa::Program program = program_from(R"(
    s_swappc_b64 s[30:31] <- s[4:5]
    ds_write_b32 v40 v41
    s_endpgm
  )");
  const Liveness live = liveness(program);
  CHECK(live.lower_bound);
  CHECK(names_of(live.live_in[0]) == "v40 v41 s4 s5");
}

TEST_CASE("an_empty_program_has_no_live_registers") {
  CHECK(liveness(isa::Program{}).counts.empty());
  CHECK(direct_loads(isa::Program{}).empty());
}

}  // namespace
}  // namespace lanewise::flow
