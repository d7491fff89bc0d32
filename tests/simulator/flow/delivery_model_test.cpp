// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The promise of direct_loads(), tried on random programs: a machine that delivers every load at its
// wait and one that writes direct loads at issue must compute the same values. The machine is a toy:
// registers hold hashes, memory operations only queue and retire, branches are decided by a seed.

#include <doctest/doctest.h>

#include <deque>
#include <map>
#include <memory>
#include <random>

#include "tests/simulator/flow/program_text.h"

namespace lanewise::flow {
namespace {

std::uint64_t mix(std::uint64_t a, std::uint64_t b) {
  std::uint64_t x = (a ^ (b + 0x9e3779b97f4a7c15ull + (a << 6) + (a >> 2))) * 0xbf58476d1ce4e5b9ull;
  return x ^ (x >> 29);
}

std::vector<std::uint32_t> bits_of(const RegisterSet& set) {
  std::vector<std::uint32_t> bits;
  for (std::uint32_t i = 0; i <= kScc; ++i) {
    if (set.test(i)) bits.push_back(i);
  }
  return bits;
}

/// One issued memory operation. A flat one stands in both queues and is complete when it left both.
struct Operation {
  std::map<std::uint32_t, std::uint64_t>
      values;  // registers to write when it completes; empty if written already
  int queues = 1;
};
using Queue = std::deque<std::shared_ptr<Operation>>;

class ToyMachine {
 public:
  /// `eager_lgkm`: at a wait, count scalar operations as outstanding, so that LDS operations retire
  /// earlier; both are legal behaviours.
  ToyMachine(const isa::Program& program, std::vector<bool> at_issue, bool eager_lgkm)
      : program_(program),
        graph_(successors(program)),
        at_issue_(std::move(at_issue)),
        eager_lgkm_(eager_lgkm) {}

  /// A hash of everything that instructions read, over at most 400 steps.
  std::uint64_t run(std::uint64_t seed) {
    std::mt19937_64 branches(seed);
    std::uint64_t seen = 0;
    std::uint32_t at = 0;
    for (std::uint64_t step = 0; step < 400; ++step) {
      const isa::Instruction& instruction = program_.instructions[at];
      const ReadsWrites registers = registers_of(instruction);
      std::uint64_t inputs = mix(at, step);
      for (std::uint32_t bit : bits_of(registers.reads)) inputs = mix(inputs, registers_[bit]);
      seen = mix(seen, inputs);
      execute(at, instruction, registers, inputs);
      const Successors& next = graph_[at];
      if (next.next[0] == isa::Program::kNoInstruction) break;
      const bool taken = next.next[1] != isa::Program::kNoInstruction && (branches() & 1) != 0;
      at = next.next[taken ? 1 : 0];
    }
    return seen;
  }

 private:
  void execute(std::uint32_t at, const isa::Instruction& instruction, const ReadsWrites& registers,
               std::uint64_t inputs) {
    if (isa::mnemonic_name(instruction.mnemonic) == "s_waitcnt") {
      wait(decode_waitcnt(static_cast<std::uint32_t>(instruction.immediate)));
      return;
    }
    const Counters counters = counters_of(instruction);
    std::map<std::uint32_t, std::uint64_t> results;
    for (std::uint32_t bit : bits_of(registers.writes)) results[bit] = mix(inputs, bit);
    if (!counters.vm && !counters.lgkm) {
      deliver(results);
      return;
    }
    while (counters.vm && vm_.size() >= 63) retire(vm_);
    while (counters.lgkm && lds_.size() + scalar_.size() >= 15) retire(lds_.empty() ? scalar_ : lds_);
    auto operation = std::make_shared<Operation>();
    if (at_issue_[at]) {
      deliver(results);
    } else {
      operation->values = results;
    }
    operation->queues = counters.vm && counters.lgkm ? 2 : 1;
    if (counters.vm) vm_.push_back(operation);
    if (counters.lgkm) (counters.scalar ? scalar_ : lds_).push_back(operation);
  }

  void wait(const WaitCount& count) {
    while (vm_.size() > count.vm) retire(vm_);
    while (!lds_.empty() && lds_.size() + (eager_lgkm_ ? scalar_.size() : 0) > count.lgkm) retire(lds_);
    while (count.lgkm == 0 && !scalar_.empty()) retire(scalar_);
  }

  void retire(Queue& queue) {
    const std::shared_ptr<Operation> operation = queue.front();
    queue.pop_front();
    if (--operation->queues == 0) deliver(operation->values);
  }

  void deliver(const std::map<std::uint32_t, std::uint64_t>& values) {
    for (const auto& [bit, value] : values) registers_[bit] = value;
  }

  const isa::Program& program_;
  std::vector<Successors> graph_;
  std::vector<bool> at_issue_;
  bool eager_lgkm_;
  std::array<std::uint64_t, kScc + 1> registers_{};
  Queue vm_, lds_, scalar_;
};

/// A random program over a handful of registers, so that destinations collide often.
std::string draw_program(std::mt19937_64& random) {
  const auto below = [&](std::uint64_t n) { return random() % n; };
  const auto v = [&] { return "v" + std::to_string(below(6)); };
  const auto s = [&] { return "s" + std::to_string(below(4)); };
  const std::uint64_t length = 12 + below(40);
  const std::uint64_t careful = below(4);  // 0: hardly any waits
  std::string text;
  for (std::uint64_t i = 0; i < length; ++i) {
    text += "l" + std::to_string(i) + ":\n";
    switch (below(14)) {
      case 0: text += "global_load_dword " + v() + " <- v[8:9]\n"; break;
      case 1: {
        const std::uint64_t first = 2 * below(3);
        text += "global_load_dwordx2 v[" + std::to_string(first) + ":" + std::to_string(first + 1) +
                "] <- v[8:9]\n";
        break;
      }
      case 2: text += "ds_read_b32 " + v() + " <- " + v() + "\n"; break;
      case 3: text += "ds_read_u16_d16 " + v() + " <- v8\n"; break;
      case 4: text += "s_load_dword " + s() + " <- s[8:9]\n"; break;
      case 5:
        text +=
            (below(2) ? "flat_load_dword " + v() + " <- v[8:9]\n" : "flat_store_dword v[8:9] " + v() + "\n");
        break;
      case 6: text += "global_store_dword v[8:9] " + v() + "\n"; break;
      case 7: text += "ds_write_b32 v8 " + v() + "\n"; break;
      case 8: text += "v_add_f32 " + v() + " <- " + v() + " " + s() + "\n"; break;
      case 9: text += "s_mov_b32 " + s() + " <- " + s() + "\n"; break;
      case 10: text += "s_cbranch_scc1 l" + std::to_string(below(length)) + "\n"; break;
      default:
        if (below(4) < careful) {
          text += below(3) == 0 ? "s_waitcnt vmcnt(0) lgkmcnt(0)\n"
                                : "s_waitcnt vmcnt(" + std::to_string(below(4)) + ") lgkmcnt(" +
                                      std::to_string(below(4)) + ")\n";
        } else {
          text += "ds_add_rtn_u32 " + v() + " <- v8 " + v() + "\n";
        }
    }
  }
  return text + "s_endpgm\n";
}

TEST_CASE("direct_loads_cannot_be_told_from_delivery_at_the_wait") {
  std::mt19937_64 random(4242);
  std::size_t direct_count = 0, late_count = 0, differences = 0;
  for (int round = 0; round < 3000; ++round) {
    const std::string text = draw_program(random);
    const isa::Program program = test::program_from(text);
    const std::vector<bool> direct = direct_loads(program);
    for (std::size_t i = 0; i < direct.size(); ++i) {
      direct_count += direct[i];
      late_count += counters_of(program.instructions[i]).load && !direct[i];
    }
    for (std::uint64_t seed = 0; seed < 6; ++seed) {
      const bool eager = seed % 2 == 1;
      const std::uint64_t at_wait =
          ToyMachine(program, std::vector<bool>(direct.size(), false), eager).run(seed);
      if (ToyMachine(program, direct, eager).run(seed) == at_wait) continue;
      if (differences++ == 0) MESSAGE(text);
    }
  }
  CHECK(differences == 0);
  // The programs must exercise both kinds.
  CHECK(direct_count > 2000);
  CHECK(late_count > 2000);
}

// The machine itself must notice a wrong claim: with every load at issue, values differ.
TEST_CASE("the_toy_machine_tells_delivery_at_issue_from_delivery_at_the_wait") {
  const isa::Program program = test::program_from(R"(
    global_load_dword v0 <- v[8:9]
    v_mov_b32 v1 <- v0
    s_endpgm
  )");
  const std::uint64_t at_wait = ToyMachine(program, {false, false, false}, false).run(1);
  CHECK(ToyMachine(program, {true, false, false}, false).run(1) != at_wait);
}

}  // namespace
}  // namespace lanewise::flow
