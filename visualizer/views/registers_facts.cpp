// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Gathering the facts of the registers view, and their plain text form.

#include "visualizer/views/registers_facts.h"

#include <fmt/format.h>

#include <algorithm>

#include "simulator/chips/occupancy.h"
#include "visualizer/views/frame.h"
#include "visualizer/views/program_facts.h"
#include "visualizer/views/view.h"

namespace lanewise::views {

RegisterCurve register_curve(const trace::Trace& trace) {
  RegisterCurve curve;
  curve.trace = &trace;
  const auto& live = trace.registers.live;
  curve.known = !live.empty() && live.size() == trace.program.instructions.size();
  if (!curve.known) return curve;
  for (std::uint32_t i = 0; i < live.size(); ++i) {
    if (live[i][0] + live[i][1] > curve.peak_vgprs + curve.peak_agprs) {
      curve.peak = i;
      curve.peak_vgprs = live[i][0];
      curve.peak_agprs = live[i][1];
    }
    curve.peak_sgprs = std::max<std::uint32_t>(curve.peak_sgprs, live[i][2]);
  }
  return curve;
}

std::vector<OccupancyStep> occupancy_steps() {
  std::vector<OccupancyStep> steps;
  for (std::uint32_t registers = 1; registers <= 512; ++registers) {
    const std::uint32_t waves = chips::waves_for_vgprs(registers);
    if (steps.empty() || steps.back().waves != waves) steps.push_back({waves, registers});
    steps.back().registers = registers;
  }
  return steps;
}

std::vector<OccupancyLimit> occupancy_limits(const trace::Trace& trace) {
  const chips::Occupancy& o = trace.registers.occupancy;
  const auto limit = [&](chips::Limiter limiter, std::uint32_t waves) {
    return OccupancyLimit{std::string(chips::limiter_name(limiter)), waves, o.limiter == limiter};
  };
  return {limit(chips::Limiter::kVectorRegisters, o.by_vector_registers),
          limit(chips::Limiter::kScalarRegisters, o.by_scalar_registers),
          limit(chips::Limiter::kLds, o.by_lds),
          limit(chips::Limiter::kWorkgroupSize, o.by_workgroup_size),
          limit(chips::Limiter::kBarriers, o.by_barriers),
          limit(chips::Limiter::kWaveSlots, chips::waves_for_vgprs(1))};
}

std::vector<RegisterRow> register_rows(const trace::Trace& trace) {
  const trace::RegisterFacts& r = trace.registers;
  const RegisterCurve curve = register_curve(trace);
  std::vector<RegisterRow> rows = {
      {"VGPRs", fmt::format("{}", r.vgprs), "architectural vector registers, from the kernel's metadata"},
      {"AGPRs", fmt::format("{}", r.agprs), "accumulation vector registers, from the kernel's metadata"},
      {"allocated", fmt::format("{}", r.occupancy.vgprs_allocated),
       "VGPRs rounded up to 4, plus AGPRs, rounded up to 8: what one wave takes of the 512 per lane"}};
  if (curve.known) {
    rows.push_back({"live at peak", fmt::format("{} + {}", curve.peak_vgprs, curve.peak_agprs),
                    "VGPRs + AGPRs whose values are still needed, by data flow over the decoded code"});
  }
  rows.push_back({"SGPRs", fmt::format("{}", r.sgprs), "scalar registers, from the kernel's metadata"});
  rows.push_back({"VGPR spills", fmt::format("{}", r.vgpr_spills),
                  "registers that the compiler keeps in scratch memory", r.vgpr_spills > 0});
  rows.push_back({"SGPR spills", fmt::format("{}", r.sgpr_spills),
                  "scalar registers kept in VGPR lanes or scratch", r.sgpr_spills > 0});
  rows.push_back({"scratch", fmt::format("{} B", grouped(r.scratch_bytes)), "private memory per work-item",
                  r.scratch_bytes > 0});
  rows.push_back(
      {"LDS", fmt::format("{} B", grouped(r.lds_bytes)),
       fmt::format("per workgroup; {} B after rounding to the chip's granule", r.occupancy.lds_allocated)});
  rows.push_back(
      {"waves per SIMD", fmt::format("{}", r.occupancy.waves_per_simd),
       fmt::format("occupancy: resident waves of whole workgroups on the fullest SIMD; {} workgroups per CU",
                   r.occupancy.workgroups_per_cu)});
  rows.push_back({"limited by", std::string(chips::limiter_name(r.occupancy.limiter)),
                  "the resource that allows the fewest waves"});
  return rows;
}

std::string registers_facts_text(const ViewInput& input) {
  std::string out = "Where did the registers go?\n";
  for (const trace::Trace* trace : input.traces) {
    out += fmt::format("\n{} | kernel {}\n", trace_label(*trace), trace->program.kernel);
    for (const RegisterRow& row : register_rows(*trace)) out += fmt::format("{}: {}\n", row.name, row.value);
    for (const OccupancyLimit& limit : occupancy_limits(*trace)) {
      out += fmt::format("waves per SIMD by {}: {}{}\n", limit.name, limit.waves,
                         limit.limits ? " (limits)" : "");
    }
    const RegisterCurve curve = register_curve(*trace);
    if (!curve.known) {
      out += "live registers: not in this trace\n";
      continue;
    }
    out += fmt::format("peak before instruction {} at {}: {}\n", curve.peak,
                       short_place(trace->program, curve.peak), instruction_text(trace->program, curve.peak));
    out += "instruction | VGPR | AGPR | SGPR | source | text\n";
    for (std::uint32_t i = 0; i < trace->registers.live.size(); ++i) {
      const auto& live = trace->registers.live[i];
      out += fmt::format("{} | {} | {} | {} | {} | {}\n", i, live[0], live[1], live[2],
                         short_place(trace->program, i), instruction_text(trace->program, i));
    }
  }
  return out;
}

}  // namespace lanewise::views
