// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The views' facts, and what must hold for every picture: no text overlaps another or leaves the
// picture, groups are closed and have unique ids.

#include <doctest/doctest.h>

#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "simulator/diagnostics/error.h"
#include "tests/visualizer/sample_traces.h"
#include "visualizer/canvas/recording_canvas.h"
#include "visualizer/views/export.h"
#include "visualizer/views/lds_facts.h"
#include "visualizer/views/program_facts.h"
#include "visualizer/views/registers_facts.h"
#include "visualizer/views/view.h"

using namespace lanewise;
using canvas::Box;
using canvas::RecordingCanvas;
using isa::Target;
using tests::Tile;
using Traces = std::vector<const trace::Trace*>;

namespace {

const trace::Trace& plain() {
  static const trace::Trace trace = tests::gemm_trace(Target::kGfx942, Tile::kPlain);
  return trace;
}
const trace::Trace& swizzled() {
  static const trace::Trace trace = tests::gemm_trace(Target::kGfx942, Tile::kSwizzled);
  return trace;
}
const trace::Trace& plain950() {
  static const trace::Trace trace = tests::gemm_trace(Target::kGfx950, Tile::kPlain);
  return trace;
}
const trace::Trace& vector() {
  static const trace::Trace trace = tests::vector_trace();
  return trace;
}

bool overlap(const Box& a, const Box& b) {
  constexpr float kTouch = 0.75f;  // boxes may touch: advance widths include the letters' side bearings
  return a.x + kTouch < b.right() && b.x + kTouch < a.right() && a.y + kTouch < b.bottom() &&
         b.y + kTouch < a.bottom();
}

void check_picture(const views::View& view, const views::ViewInput& input) {
  RecordingCanvas recorder;
  view.draw(recorder, input);
  CHECK(recorder.texts.size() >= 3);  // an empty state: question, what, remedy
  CHECK(recorder.clip_depth == 0);
  CHECK(recorder.group_depth == 0);
  CHECK(std::set<std::string>(recorder.groups.begin(), recorder.groups.end()).size() ==
        recorder.groups.size());
  for (std::size_t i = 0; i < recorder.texts.size(); ++i) {
    const auto& text = recorder.texts[i];
    const bool inside = text.box.x >= 0 && text.box.y >= 0 && text.box.right() <= input.size.width &&
                        text.box.bottom() <= input.size.height;
    if (!inside) FAIL_CHECK("\"", text.content, "\" leaves the picture at ", text.box.x, ",", text.box.y);
    for (std::size_t j = 0; j < i; ++j) {
      if (overlap(text.box, recorder.texts[j].box)) {
        FAIL_CHECK("\"", text.content, "\" overlaps \"", recorder.texts[j].content, "\" at ", text.box.x, ",",
                   text.box.y);
      }
    }
  }
  for (const Box& shape : recorder.shapes) {
    const bool inside = shape.x >= -1 && shape.y >= -1 && shape.right() <= input.size.width + 1 &&
                        shape.bottom() <= input.size.height + 1;
    if (!inside)
      FAIL_CHECK("a shape leaves the picture at ", shape.x, ",", shape.y, " size ", shape.width, "x",
                 shape.height);
  }
}

void check_pictures(const Traces& traces, std::string_view view_id, const std::string& selection_text) {
  const views::Selection selection = views::parse_selection(selection_text);
  constexpr canvas::Size kSizes[] = {{1280, 720}, {1280, 800}, {1920, 1080}};
  for (const theme::Theme* theme : theme::all_themes()) {
    for (const canvas::Size size : kSizes) {
      CAPTURE(view_id);
      CAPTURE(selection_text);
      CAPTURE(theme->name);
      CAPTURE(size.width);
      CAPTURE(size.height);
      check_picture(views::find_view(view_id), {traces, selection, *theme, size});
    }
  }
}

std::string facts(std::string_view view, const Traces& traces, const std::string& selection = "") {
  const views::Selection parsed = views::parse_selection(selection);
  return views::find_view(view).facts({traces, parsed, theme::light(), {1280, 800}});
}

void check_has_line(const std::string& text, const std::string& line) {
  CAPTURE(text);
  CAPTURE(line);
  CHECK(("\n" + text).find("\n" + line + "\n") != std::string::npos);
}

template <typename Call>
void check_request_error(Call call, const std::string& id) {
  try {
    call();
    FAIL_CHECK("no error, expected ", id);
  } catch (const Error& error) {
    CHECK(error.kind == ErrorKind::kRequest);
    CHECK(error.id == id);
    CHECK(!error.message.empty());
    CHECK(!error.remedy.empty());
  }
}

}  // namespace

TEST_CASE("no_text_overlaps_or_leaves_the_lds_picture") {
  for (const Traces& traces : std::vector<Traces>{
           {&plain()}, {&plain(), &swizzled()}, {&plain950()}, {&plain950(), &vector()}, {&vector()}}) {
    check_pictures(traces, "lds", "");
  }
  for (std::uint32_t i = 0; i < plain().program.instructions.size(); ++i) {
    if (!views::touches_lds(plain().program, i)) continue;
    check_pictures({&plain()}, "lds", "instruction=" + std::to_string(i));
    check_pictures({&plain950(), &swizzled()}, "lds", "instruction=" + std::to_string(i));
  }
}

TEST_CASE("every_kind_of_access_fits_its_panels") {
  // Strides in bytes: no conflict, odd, two-way to all-way conflicts, broadcast.
  for (const Target target : {Target::kGfx942, Target::kGfx950}) {
    for (const std::uint8_t bytes : {1, 2, 4, 8, 12, 16}) {
      for (const unsigned stride : {0u, 4u, 20u, 64u, 512u}) {
        trace::Trace trace = tests::gemm_trace(target, Tile::kPlain);
        for (trace::AccessRecord& access : trace.workgroups[0].waves[0].accesses) {
          access.bytes_per_lane = bytes;
          access.has_second = bytes == 4 || bytes == 8 || bytes == 12;
          for (unsigned lane = 0; lane < 64; ++lane)
            access.addresses[lane] = access.second[lane] = lane * stride;
        }
        trace.workgroups[0].waves[0].events[23].exec = 0;
        CAPTURE(static_cast<int>(bytes));
        CAPTURE(stride);
        check_pictures({&trace}, "lds", "instruction=22");
        check_pictures({&trace, &trace}, "lds", "instruction=23");
      }
    }
  }
}

TEST_CASE("no_text_overlaps_or_leaves_the_registers_picture") {
  for (const Traces& traces :
       std::vector<Traces>{{&plain()}, {&plain(), &swizzled()}, {&vector()}, {&plain950(), &vector()}}) {
    check_pictures(traces, "registers", "");
    check_pictures(traces, "registers", "instruction=20");
  }
}

TEST_CASE("no_text_overlaps_or_leaves_the_layout_picture") {
  check_pictures({&plain()}, "layout", "");
  check_pictures({&vector()}, "layout", "");
  check_pictures({&plain()}, "layout", "mnemonic=v_smfmac_f32_16x16x32_bf16");
  for (const char* form :
       {"v_mfma_f32_16x16x16_bf16", "v_mfma_f32_32x32x8_f16", "v_mfma_f32_16x16x32_bf16",
        "v_mfma_f32_32x32x16_bf16", "v_mfma_f32_16x16x4_f32", "v_mfma_f32_32x32x2_f32",
        "v_mfma_f32_16x16x32_fp8_fp8", "v_mfma_i32_32x32x32_i8", "v_mfma_f32_32x32x4_2b_bf16",
        "v_mfma_f32_4x4x4_16b_f16", "v_mfma_f64_16x16x4_f64", "v_mfma_f64_4x4x4_4b_f64"}) {
    for (const char* operand : {"A", "B", "D"}) {
      check_pictures({&plain()}, "layout",
                     std::string("mnemonic=") + form + ",operand=" + operand + ",row=63,column=63");
    }
  }
}

TEST_CASE("pictures_stay_whole_with_extreme_names_and_numbers") {
  trace::Trace odd = plain();
  odd.title = std::string(300, 'W');
  odd.variant = "a variant with a name that is much too long for any heading of any picture";
  odd.program.files = {"some/folder/a_file_name_that_goes_on_and_on_and_on_for_ever_and_ever.hip"};
  for (std::string& text : odd.program.text)
    text += " ; \xff\x01 <&> \u6f22\u5b57 and a very long comment that the assembler never wrote";
  for (trace::LdsInstructionCount& row : odd.lds)
    row.executions = row.active_cycles = row.conflict_cycles = 987654321012345ull;
  odd.registers.vgprs = odd.registers.agprs = 256;
  odd.registers.lds_bytes = odd.registers.scratch_bytes = 4000000000u;
  odd.registers.vgpr_spills = 12345;
  odd.registers.occupancy = {.vgprs_allocated = 512};
  for (auto& live : odd.registers.live) live = {256, 256, 104};
  for (const views::View& view : views::all_views()) {
    check_pictures({&odd}, view.id, "");
    check_pictures({&odd, &odd}, view.id, "");
  }
}

TEST_CASE("a_long_program_keeps_its_peak") {
  trace::Trace longer = plain();
  while (longer.program.instructions.size() < 20000) {
    longer.program.instructions.push_back(longer.program.instructions[2]);
    longer.program.text.push_back(longer.program.text[2]);
    longer.program.lines.push_back(longer.program.lines[2]);
    longer.registers.live.push_back({10, 0, 4});
  }
  longer.registers.live[12345] = {200, 100, 4};
  check_pictures({&longer}, "registers", "");
  check_has_line(facts("registers", {&longer}), "live at peak: 200 + 100");
}

TEST_CASE("lds_view_selects_the_instruction_with_most_conflicts") {
  const views::LdsFacts left = views::lds_facts(plain(), {});
  REQUIRE(left.instruction.has_value());
  CHECK(views::mnemonic_of(plain().program, left.instruction.value_or(0)) == "ds_read_b128");
  CHECK(left.totals.conflict_cycles == 4 * 8 * 4096);
  // The swizzled kernel has no conflict: its picture shows the read of the same source line.
  const views::LdsFacts right = views::matching_lds_facts(swizzled(), left, {});
  CHECK(right.instruction == left.instruction);
  CHECK(right.totals.conflict_cycles == 0);
  // Alone it shows its first LDS instruction.
  const views::LdsFacts alone = views::lds_facts(swizzled(), {});
  REQUIRE(alone.instruction.has_value());
  CHECK(views::mnemonic_of(swizzled().program, alone.instruction.value_or(0)) == "ds_write_b128");
}

TEST_CASE("lds_facts_tell_phases_and_degrees") {
  // Lanes 0-3 and 20-23 of gfx942 read 16 bytes each at rows 64 bytes apart: lanes 0 and 2 are 128 bytes
  // apart and share banks 0-3, lanes 20 and 22 banks 4-7, and so on: two dwords in each bank that is hit.
  const std::string text = facts("lds", {&plain(), &swizzled()});
  check_has_line(text, "plain \u00b7 gfx942 | kernel gemm_plain");
  check_has_line(text,
                 "counted: 36864 LDS instructions, 409600 active cycles, 131072 conflict cycles (32 %)");
  check_has_line(text, "counted: 36864 LDS instructions, 278528 active cycles, 0 conflict cycles (0 %)");
  check_has_line(text, "22 | 4096 | 65536 | 32768 | gemm.hip:40 | ds_read_b128 v[24:27], v6 offset:0");
  check_has_line(text, "pictured: workgroup 0, wave 1, execution 1 of 1 recorded");
  check_has_line(text,
                 "  phase 1 | lanes 0-3, 20-23 | cycles 2 | dwords per bank above one: 0:2 1:2 2:2 3:2 4:2 "
                 "5:2 6:2 7:2 16:2 17:2 18:2 19:2 20:2 21:2 22:2 23:2");
  check_has_line(text, "  phase 1 | lanes 0-3, 20-23 | cycles 1 | dwords per bank above one: none");
}

TEST_CASE("degrees_count_distinct_dwords") {
  lds::PhaseResult phase;
  phase.hits = {{.lane = 0, .bank = 3, .dword = 3},
                {.lane = 1, .bank = 3, .dword = 3},
                {.lane = 2, .bank = 3, .dword = 35},
                {.lane = 4, .bank = 5, .dword = 5}};
  const std::vector<std::uint32_t> degrees = views::bank_degrees(phase, 32);
  CHECK(degrees[3] == 2);  // lanes 0 and 1 share a dword
  CHECK(degrees[5] == 1);
  CHECK(degrees[4] == 0);
}

TEST_CASE("lane_ranges_join_neighbours") {
  CHECK(views::lane_ranges({0, 1, 2, 3, 20, 21, 22, 23}) == "0-3, 20-23");
  CHECK(views::lane_ranges({7}) == "7");
  CHECK(views::lane_ranges({}) == "");
}

TEST_CASE("views_say_what_is_missing") {
  check_has_line(facts("lds", {&vector()}), "no LDS instruction in this kernel");
  check_has_line(facts("layout", {&vector()}), "no MFMA instruction in this kernel");
  check_has_line(facts("registers", {&vector()}), "live registers: not in this trace");
  trace::Trace unrecorded = plain();
  unrecorded.workgroups.clear();
  check_has_line(facts("lds", {&unrecorded}), "no execution of it was recorded");
  check_pictures({&unrecorded}, "lds", "");
  check_has_line(facts("layout", {&plain()}, "mnemonic=v_smfmac_f32_16x16x32_bf16"),
                 "the layout of this instruction is not known to this view");
}

TEST_CASE("empty_and_broken_traces_draw_without_harm") {
  const trace::Trace nothing;
  trace::Trace odd = plain();
  odd.lds.push_back({0xfffffff0, 1, 1, 0xffffffff});     // no such instruction
  odd.workgroups[0].waves[0].events[3].access = 77777;   // no such access
  odd.registers.live.resize(5);
  for (const views::View& view : views::all_views()) {
    check_pictures({&nothing}, view.id, "instruction=4000000000");
    check_pictures({&odd, &nothing}, view.id, "workgroup=9,wave=9,instance=9");
    CHECK(!facts(view.id, {&odd, &nothing}, "block=9,row=99,column=99").empty());
  }
}

TEST_CASE("registers_facts_name_the_peak_and_the_limiter") {
  const std::string text = facts("registers", {&plain()});
  check_has_line(text, "VGPRs: 54");
  check_has_line(text, "AGPRs: 4");
  check_has_line(text, "allocated: 64");
  check_has_line(text, "live at peak: 44 + 4");
  check_has_line(text, "LDS: 16 384 B");
  check_has_line(text, "waves per SIMD: 4");
  check_has_line(text, "limited by: LDS");
  check_has_line(text, "waves per SIMD by LDS: 4 (limits)");
}

TEST_CASE("occupancy_steps_are_those_of_512_registers_in_eights") {
  // floor(512 / waves) rounded down to the allocation granule of 8.
  const std::vector<std::pair<std::uint32_t, std::uint32_t>> expected = {
      {8, 64}, {7, 72}, {6, 80}, {5, 96}, {4, 128}, {3, 168}, {2, 256}, {1, 512}};
  const std::vector<views::OccupancyStep> steps = views::occupancy_steps();
  REQUIRE(steps.size() == expected.size());
  for (std::size_t i = 0; i < steps.size(); ++i) {
    CHECK(steps[i].waves == expected[i].first);
    CHECK(steps[i].registers == expected[i].second);
  }
}

TEST_CASE("layout_follows_one_element") {
  const std::string text = facts("layout", {&plain()});
  check_has_line(text, "v_mfma_f32_16x16x16_bf16");
  check_has_line(text, "A in this kernel: v[24:25]");
  check_has_line(text, "D in this kernel: a[0:3]");
  check_has_line(text, "uses in the kernel: 8");
  // Row 5, k 6: lane group 6 / 4 = 1, lane 21; element 2 of the lane: lower half of its second register.
  check_has_line(text, "selected: A[5][6] \u2192 lane 21, r1.l");
  check_has_line(facts("layout", {&plain()}, "operand=D,row=9,column=2"),
                 "selected: D[9][2] \u2192 lane 34, r1");
  check_has_line(facts("layout", {&plain950()}), "layout: derived from the rule of the gfx942 forms");
}

TEST_CASE("categories_follow_the_pipes") {
  using theme::Category;
  const isa::Program& program = plain().program;
  std::set<std::pair<std::string, Category>> seen;
  for (const isa::Instruction& instruction : program.instructions) {
    seen.insert({std::string(isa::mnemonic_name(instruction.mnemonic)), views::category_of(instruction)});
  }
  for (const auto& expected :
       std::vector<std::pair<std::string, Category>>{{"v_mfma_f32_16x16x16_bf16", Category::kMfma},
                                                     {"v_accvgpr_read_b32", Category::kValu},
                                                     {"v_mul_f32", Category::kValu},
                                                     {"s_load_dwordx4", Category::kSalu},
                                                     {"s_add_u32", Category::kSalu},
                                                     {"ds_read_b128", Category::kLds},
                                                     {"global_load_dwordx4", Category::kVmem},
                                                     {"s_waitcnt", Category::kWait},
                                                     {"s_barrier", Category::kBarrier},
                                                     {"s_endpgm", Category::kOther}}) {
    CAPTURE(expected.first);
    CHECK(seen.count(expected) == 1);
  }
}

TEST_CASE("a_backward_branch_is_a_loop") {
  const std::vector<views::Loop> loops = views::loops(plain().program);
  REQUIRE(loops.size() == 1);
  CHECK(loops[0].first == 15);
  CHECK(views::mnemonic_of(plain().program, loops[0].last) == "s_cbranch_scc1");
}

TEST_CASE("a_jump_back_from_a_moved_block_is_no_loop") {
  // 0 branches to 3 when something rare happens; 3 jumps back to 1; 1 and 2 do not lead to 3.
  isa::Program program;
  const auto add = [&](const char* mnemonic, std::uint64_t target) {
    isa::Instruction instruction;
    instruction.address = 0x100 + 4 * program.instructions.size();
    instruction.mnemonic = isa::find_mnemonic(mnemonic);
    instruction.encoding = isa::Encoding::kSopp;
    instruction.branch_target = target;
    program.instructions.push_back(instruction);
  };
  add("s_cbranch_scc1", 0x10c);
  add("s_nop", 0);
  add("s_endpgm", 0);
  add("s_branch", 0x104);
  CHECK(views::loops(program).empty());
  program.instructions[2].mnemonic = isa::find_mnemonic("s_nop");  // now 1 leads to 3 and back
  REQUIRE(views::loops(program).size() == 1);
  CHECK(views::loops(program)[0].first == 1);
  CHECK(views::loops(program)[0].last == 3);
}

TEST_CASE("selection_text_round_trips") {
  const std::string text =
      "instruction=12,instance=3,workgroup=1,wave=2,mnemonic=v_mfma_f32_16x16x16_bf16,operand=B,block=0,row="
      "4,column=5";
  CHECK(views::selection_text(views::parse_selection(text)) == text);
  CHECK(views::selection_text({}) == "");
  CHECK(views::parse_selection("operand=d").operand == 'D');
  for (const char* bad : {"instruction", "instruction=", "instruction=-1", "instruction=12x", "colour=red",
                          "operand=C", "operand=", ",", "row=99999999999"}) {
    CAPTURE(bad);
    check_request_error([&] { (void)views::parse_selection(bad); }, "bad-selection");
  }
}

TEST_CASE("export_gives_every_format") {
  const Traces traces = {&plain(), &swizzled()};
  for (const views::View& view : views::all_views()) {
    views::ExportOptions options{.view = std::string(view.id), .theme = "dark"};
    options.format = views::Format::kSvg;
    const std::string svg = views::export_view(traces, options);
    CHECK(svg.starts_with("<svg "));
    CHECK(svg.ends_with("</svg>\n"));
    options.format = views::Format::kHtml;
    CHECK(views::export_view(traces, options).starts_with("<!DOCTYPE html>"));
    options.format = views::Format::kText;
    CHECK(views::export_view(traces, options) ==
          view.facts({traces, options.selection, theme::dark(), options.size}));
  }
}

TEST_CASE("png_export_is_deterministic_and_not_empty") {
  const Traces traces = {&plain()};
  const views::ExportOptions options{.view = "lds", .size = {1280, 720}, .format = views::Format::kPng};
  const std::string png = views::export_view(traces, options);
  CHECK(png == views::export_view(traces, options));
  CHECK(png.substr(1, 3) == "PNG");
  // Width and height stand big-endian at bytes 16..23.
  CHECK(png.substr(16, 8) == std::string("\x00\x00\x05\x00\x00\x00\x02\xd0", 8));
  CHECK(png.size() > 20000);
}

TEST_CASE("report_joins_several_views") {
  views::ReportOptions options;
  options.title = "gemm";
  options.table = {{"variant", "verdict"}, {"plain", "pass"}};
  options.pictures = {{"lds", {&plain(), &swizzled()}, "Banks before and after", {}},
                      {"registers", {&plain()}, "", {}}};
  const std::string html = views::export_report(options);
  CHECK(html.find("<h2>Banks before and after</h2>") != std::string::npos);
  CHECK(html.find("<h2>Where did the registers go?</h2>") != std::string::npos);
  CHECK(html.find("id=\"lds-1-lds-a\"") != std::string::npos);
}

TEST_CASE("bad_export_requests_have_one_clear_message") {
  const Traces one = {&plain()}, none, three = {&plain(), &plain(), &plain()};
  check_request_error([&] { (void)views::export_view(one, {.view = "pie"}); }, "unknown-view");
  check_request_error([&] { (void)views::export_view(one, {.theme = "sepia"}); }, "unknown-theme");
  check_request_error([&] { (void)views::export_view(none, {}); }, "no-trace");
  check_request_error([&] { (void)views::export_view(three, {}); }, "no-trace");
  check_request_error([&] { (void)views::export_view(one, {.size = {100, 100}}); }, "bad-size");
  check_request_error([&] { (void)views::export_view(one, {.size = {1e9f, 800}}); }, "bad-size");
  check_request_error([&] { (void)views::export_view(one, {.scale = 0, .format = views::Format::kPng}); },
                      "bad-size");
  check_request_error([&] { (void)views::format_of("picture.gif"); }, "unknown-format");
  CHECK(views::format_of("a/b.c/picture.png") == views::Format::kPng);
}
