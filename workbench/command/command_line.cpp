// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The grammar of the `lanewise` command, through CLI11 (a slow header, included here only). CLI11's own
// exit codes (106, 109, ...) never leave this file: a usage error is status 2.

#include "workbench/command/command_line.h"

#include <CLI/CLI.hpp>

#include <sstream>

namespace lanewise::workbench {
namespace {

CLI::Option* add_list(CLI::App& app, const std::string& name, std::vector<std::string>& values,
                      const std::string& text) {
  // take_all with one value per flag: `--arg A B` must not swallow B.
  return app.add_option(name, values, text)->allow_extra_args(false);
}

void add_kernel_flags(CLI::App& app, RunRequest& request) {
  const std::string group = "Without a case file";
  app.add_option("--kernel", request.kernel, "Kernel name; may be left out if there is only one")
      ->group(group);
  app.add_option("--grid", request.grid, "X[,Y[,Z]] workgroups")->group(group);
  app.add_option("--block", request.block, "X[,Y[,Z]] work-items per workgroup")->group(group);
  app.add_option("--lds", request.lds, "Dynamic LDS bytes")->group(group);
  add_list(app, "--arg", request.arguments,
           "In kernarg order: 'A=bf16[512,512]:uniform(-1,1)', 'C=f32[512]' (an output), 'n=i32:1000', "
           "'B=@b.npy', 'p=null'")
      ->group(group);
  add_list(app, "-D,--define", request.defines, "NAME=VALUE for the compiler and for expressions")
      ->group(group);
  add_list(app, "-I,--include", request.includes, "Include folder")->group(group);
  add_list(app, "--option", request.options, "Further compiler option")->group(group);
  app.add_option("--reference", request.reference,
                 "Kokkos reference to compare with; see `lanewise references`")
      ->group(group);
  add_list(app, "--reference-parameter", request.reference_parameters, "NAME=NUMBER of the reference")
      ->group(group);
  app.add_option("--expected", request.expected, "FILE.npy to compare with, exactly")->group(group);
  app.add_option("--seed", request.seed, "Seed of the initial values")->group(group);
}

void add_run(CLI::App& root, RunRequest& request) {
  CLI::App& app = *root.add_subcommand("run", "Run a case, or any kernel, and check its result");
  app.add_option("file", request.file,
                 "case.toml, a .hip source, or a code object (linked, relocatable, bundle)")
      ->required();
  add_list(app, "--target", request.targets, "gfx942 or gfx950; default: all of the case");
  add_list(app, "--variant", request.variants, "Variant of the case; default: all");
  add_list(app, "--set", request.settings,
           "KEY=VALUE: replaces a size, a constant, seed, grid, block or dynamic_lds");
  app.add_flag("--all-sizes", request.all_sizes, "Also the case's further sizes");
  app.add_option("--device", request.device, "sim (default) or hip")->check(CLI::IsMember({"sim", "hip"}));
  app.add_option("--json", request.json, "Write the report");
  app.add_option("--trace", request.trace, "Write a trace (.lwt); several runs: FILE-VARIANT-TARGET.lwt");
  app.add_option("--report", request.report, "Write a self-contained HTML page");
  app.add_option("--record", request.record, "What the trace holds; see docs/reference/command-line.md");
  add_list(app, "--save", request.saves, "NAME=FILE.npy: an argument's values after the run");
  app.add_option("--threads", request.threads, "Simulator threads; default: all");
  app.add_option("--delivery", request.delivery,
                 "When memory operations take effect: issue (default), prompt or late")
      ->check(CLI::IsMember({"issue", "prompt", "late"}));
  app.add_option("--mfma", request.mfma,
                 "How MFMA sums: fused (default) or cdna3 (bit-accurate rule of gfx942)")
      ->check(CLI::IsMember({"fused", "cdna3"}));
  app.add_option("--budget", request.budget,
                 "Instructions per wave before it counts as endless; 0 = no limit");
  app.add_flag("--scalar", request.scalar, "Use the build of the simulator without AVX2");
  app.add_flag("-q,--quiet", request.quiet, "Only the verdicts");
  add_kernel_flags(app, request);
}

void add_case(CLI::App& root, RunRequest& request) {
  CLI::App& app = *root.add_subcommand("case", "Write the case file that the same flags of `run` mean");
  app.add_option("file", request.file, "A .hip source or a code object")->required();
  add_list(app, "--target", request.targets, "gfx942 or gfx950");
  app.add_option("-o,--output", request.output, "The case file; default: standard output");
  add_kernel_flags(app, request);
}

void add_pictures(CLI::App& root, ExportRequest& exported, ViewRequest& viewed, ReportRequest& reported) {
  CLI::App& pictures =
      *root.add_subcommand("export", "A view of a trace as .svg, .png, .html or .txt, without a display");
  pictures.add_option("traces", exported.traces, "One trace, or two for before and after")
      ->required()
      ->expected(1, 2);
  pictures.add_option("--view", exported.view, "lds (default), registers, layout");
  pictures.add_option("-o,--output", exported.output, "File; its ending says the format")->required();
  pictures.add_option("--theme", exported.theme, "light (default), dark, projector");
  pictures.add_option("--select", exported.select, "What is selected, e.g. instruction=12,instance=3");
  pictures.add_option("--size", exported.size, "WIDTHxHEIGHT in pixels");
  pictures.add_option("--scale", exported.scale, "Picture pixels per view pixel (PNG)");
  CLI::App& window = *root.add_subcommand("view", "Open the window");
  window.add_option("traces", viewed.traces, "One trace, or two for before and after")
      ->required()
      ->expected(1, 2);
  window.add_option("--view", viewed.view, "The view to start with");
  window.add_option("--theme", viewed.theme, "light (default), dark, projector");
  window.add_option("--frames", viewed.frames, "Close after so many frames");
  window.add_option("--screenshot", viewed.screenshot, "PNG of the last frame");
  CLI::App& report = *root.add_subcommand("report", "One HTML page of several traces");
  report.add_option("traces", reported.traces, "Traces, written by `run --trace`")->required();
  report.add_option("-o,--output", reported.output, "The page; default: report.html");
}

}  // namespace

Command parse_command_line(int argc, const char* const* argv) {
  RunRequest run;
  CaseRequest made;
  ExportRequest exported;
  ViewRequest viewed;
  ReportRequest reported;
  DemoRequest demo;
  VersionRequest version;
  bool want_version = false;
  CLI::App app(
      "Lanewise runs GPU kernels for gfx942 and gfx950, checks them, and shows how they use the chip.",
      "lanewise");
  app.add_flag("--version", want_version, "Version; with --json as JSON");
  app.add_flag("--json", version.json)->group("");
  add_run(app, run);
  add_case(app, made.run);
  add_pictures(app, exported, viewed, reported);
  CLI::App& demo_run =
      *app.add_subcommand("demo-run", "Run the bf16 GEMM on both targets and write pictures to a folder");
  demo_run.add_option("folder", demo.folder, "Output folder")->required();
  app.add_subcommand("references", "List the Kokkos references with operands and parameters");
  app.require_subcommand(0, 1);
  try {
    app.parse(argc, argv);
  } catch (const CLI::CallForHelp&) {
    const auto chosen = app.get_subcommands();
    return Message{chosen.empty() ? app.help() : chosen.front()->help(), 0};
  } catch (const CLI::ParseError& error) {
    return Message{
        std::string("lanewise: error: ") + error.what() + " [usage]\n  lanewise --help lists the commands.\n",
        2};
  }
  if (want_version) return version;
  if (app.got_subcommand("run")) return run;
  if (app.got_subcommand("case")) return made;
  if (app.got_subcommand("export")) return exported;
  if (app.got_subcommand("view")) return viewed;
  if (app.got_subcommand("report")) return reported;
  if (app.got_subcommand("demo-run")) return demo;
  if (app.got_subcommand("references")) return ReferencesRequest{};
  return Message{app.help(), 2};
}

}  // namespace lanewise::workbench
