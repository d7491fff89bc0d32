// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The metadata's .vgpr_count is the total of the unified file: architectural registers rounded up to 4,
// then AGPRs. Source: LLVM AMDGPUUsage, "Code object V3 metadata"; SIProgramInfo in LLVM's backend.

#include "workbench/run/static_facts.h"

#include <algorithm>
#include <filesystem>

#include "simulator/chips/occupancy.h"
#include "simulator/flow/flow.h"
#include "workbench/compile/files.h"
#include "workbench/run/outcome.h"

namespace lanewise::workbench {

trace::RegisterFacts register_facts(const code_object::CodeObject& object, const code_object::Kernel& kernel,
                                    const Job& job) {
  trace::RegisterFacts facts;
  facts.agprs = kernel.agpr_count;
  facts.vgprs =
      kernel.vgpr_count >= kernel.agpr_count ? kernel.vgpr_count - kernel.agpr_count : kernel.vgpr_count;
  facts.sgprs = kernel.sgpr_count;
  facts.scratch_bytes = kernel.descriptor.private_segment_fixed_size;
  facts.vgpr_spills = kernel.vgpr_spill_count;
  facts.sgpr_spills = kernel.sgpr_spill_count;
  facts.lds_bytes = kernel.descriptor.group_segment_fixed_size + job.dynamic_lds;
  chips::OccupancyRequest request;
  request.target = object.target;
  request.arch_vgprs = facts.vgprs;
  request.agprs = facts.agprs;
  request.sgprs = facts.sgprs;
  request.lds_bytes = facts.lds_bytes;
  request.workgroup_size = job.block[0] * job.block[1] * job.block[2];
  facts.occupancy = chips::occupancy(request);
  return facts;
}

std::vector<std::array<std::uint16_t, 3>> live_counts(const isa::Program& program) {
  std::vector<std::array<std::uint16_t, 3>> live;
  for (const flow::LiveCount& count : flow::liveness(program).counts)
    live.push_back({count.vgprs, count.agprs, count.sgprs});
  return live;
}

std::vector<trace::SourceFile> source_files(const isa::Program& program,
                                            const std::vector<std::string>& paths) {
  std::vector<trace::SourceFile> files;
  for (const std::string& name : program.files) {
    const std::string base = bare_file_name(name);
    const auto same_name = [&](const std::string& path) {
      return std::filesystem::path(path).filename() == base;
    };
    const auto found = std::find_if(paths.begin(), paths.end(), same_name);
    if (found == paths.end()) continue;
    if (std::any_of(files.begin(), files.end(),
                    [&](const trace::SourceFile& file) { return file.name == base; }))
      continue;
    if (std::optional<std::string> text = try_read_file(*found)) files.push_back({base, std::move(*text)});
  }
  return files;
}

std::map<std::string, std::string> shown_paths(const std::string& source,
                                               const std::vector<std::string>& paths) {
  std::map<std::string, std::string> shown;
  std::error_code ignored;
  const std::filesystem::path here = std::filesystem::current_path(ignored);
  if (!source.empty()) shown.emplace(bare_file_name(source), source);
  for (const std::string& path : paths) {
    const std::string relative = std::filesystem::path(path).lexically_proximate(here).string();
    shown.emplace(bare_file_name(path), relative.starts_with("..") ? path : relative);
  }
  return shown;
}

}  // namespace lanewise::workbench
