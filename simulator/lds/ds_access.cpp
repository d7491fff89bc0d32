// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The table behind ds_shape: one row per DS mnemonic that LLVM accepts for gfx942 or gfx950. Widths follow
// from the names as in the CDNA3/CDNA4 ISA documents, chapter "LDS instructions". Atomics are counted as
// writes of their width; the transposing reads of gfx950 as reads of the same width at the lanes' own
// addresses (their phases are not published).

#include "simulator/lds/ds_access.h"

namespace lanewise::lds {
namespace {

struct Row {
  std::string_view mnemonic;
  DsShape shape;
};

constexpr Row read(std::string_view mnemonic, std::uint8_t bytes) {
  return {mnemonic, {.direction = Direction::kRead, .bytes = bytes}};
}
constexpr Row transposing_read(std::string_view mnemonic, std::uint8_t bytes) {
  return {mnemonic, {.direction = Direction::kRead, .bytes = bytes, .transposed = true}};
}
constexpr Row write(std::string_view mnemonic, std::uint8_t bytes) {
  return {mnemonic, {.direction = Direction::kWrite, .bytes = bytes}};
}
constexpr Row atomic(std::string_view mnemonic, std::uint8_t bytes) {
  return {mnemonic, {.direction = Direction::kWrite, .bytes = bytes, .atomic = true}};
}
constexpr Row two(Row row, std::uint16_t offset_scale) {
  row.shape.addresses = 2;
  row.shape.offset_scale = offset_scale;
  return row;
}

constexpr Row kRows[] = {
    read("ds_read_u8", 1),
    read("ds_read_i8", 1),
    read("ds_read_u8_d16", 1),
    read("ds_read_u8_d16_hi", 1),
    read("ds_read_i8_d16", 1),
    read("ds_read_i8_d16_hi", 1),
    read("ds_read_u16", 2),
    read("ds_read_i16", 2),
    read("ds_read_u16_d16", 2),
    read("ds_read_u16_d16_hi", 2),
    read("ds_read_b32", 4),
    read("ds_read_addtid_b32", 4),
    read("ds_read_b64", 8),
    read("ds_read_b96", 12),
    read("ds_read_b128", 16),
    transposing_read("ds_read_b64_tr_b4", 8),
    transposing_read("ds_read_b64_tr_b8", 8),
    transposing_read("ds_read_b64_tr_b16", 8),
    transposing_read("ds_read_b96_tr_b6", 12),
    write("ds_write_b8", 1),
    write("ds_write_b8_d16_hi", 1),
    write("ds_write_b16", 2),
    write("ds_write_b16_d16_hi", 2),
    write("ds_write_b32", 4),
    write("ds_write_addtid_b32", 4),
    write("ds_write_b64", 8),
    write("ds_write_b96", 12),
    write("ds_write_b128", 16),
    two(read("ds_read2_b32", 4), 4),
    two(read("ds_read2_b64", 8), 8),
    two(read("ds_read2st64_b32", 4), 256),
    two(read("ds_read2st64_b64", 8), 512),
    two(write("ds_write2_b32", 4), 4),
    two(write("ds_write2_b64", 8), 8),
    two(write("ds_write2st64_b32", 4), 256),
    two(write("ds_write2st64_b64", 8), 512),
    two(atomic("ds_wrxchg2_rtn_b32", 4), 4),
    two(atomic("ds_wrxchg2_rtn_b64", 8), 8),
    two(atomic("ds_wrxchg2st64_rtn_b32", 4), 256),
    two(atomic("ds_wrxchg2st64_rtn_b64", 8), 512),
    atomic("ds_add_u32", 4),
    atomic("ds_add_rtn_u32", 4),
    atomic("ds_add_u64", 8),
    atomic("ds_add_rtn_u64", 8),
    atomic("ds_sub_u32", 4),
    atomic("ds_sub_rtn_u32", 4),
    atomic("ds_sub_u64", 8),
    atomic("ds_sub_rtn_u64", 8),
    atomic("ds_rsub_u32", 4),
    atomic("ds_rsub_rtn_u32", 4),
    atomic("ds_rsub_u64", 8),
    atomic("ds_rsub_rtn_u64", 8),
    atomic("ds_inc_u32", 4),
    atomic("ds_inc_rtn_u32", 4),
    atomic("ds_inc_u64", 8),
    atomic("ds_inc_rtn_u64", 8),
    atomic("ds_dec_u32", 4),
    atomic("ds_dec_rtn_u32", 4),
    atomic("ds_dec_u64", 8),
    atomic("ds_dec_rtn_u64", 8),
    atomic("ds_min_i32", 4),
    atomic("ds_min_rtn_i32", 4),
    atomic("ds_min_i64", 8),
    atomic("ds_min_rtn_i64", 8),
    atomic("ds_max_i32", 4),
    atomic("ds_max_rtn_i32", 4),
    atomic("ds_max_i64", 8),
    atomic("ds_max_rtn_i64", 8),
    atomic("ds_min_u32", 4),
    atomic("ds_min_rtn_u32", 4),
    atomic("ds_min_u64", 8),
    atomic("ds_min_rtn_u64", 8),
    atomic("ds_max_u32", 4),
    atomic("ds_max_rtn_u32", 4),
    atomic("ds_max_u64", 8),
    atomic("ds_max_rtn_u64", 8),
    atomic("ds_and_b32", 4),
    atomic("ds_and_rtn_b32", 4),
    atomic("ds_and_b64", 8),
    atomic("ds_and_rtn_b64", 8),
    atomic("ds_or_b32", 4),
    atomic("ds_or_rtn_b32", 4),
    atomic("ds_or_b64", 8),
    atomic("ds_or_rtn_b64", 8),
    atomic("ds_xor_b32", 4),
    atomic("ds_xor_rtn_b32", 4),
    atomic("ds_xor_b64", 8),
    atomic("ds_xor_rtn_b64", 8),
    atomic("ds_mskor_b32", 4),
    atomic("ds_mskor_rtn_b32", 4),
    atomic("ds_mskor_b64", 8),
    atomic("ds_mskor_rtn_b64", 8),
    atomic("ds_cmpst_b32", 4),
    atomic("ds_cmpst_rtn_b32", 4),
    atomic("ds_cmpst_b64", 8),
    atomic("ds_cmpst_rtn_b64", 8),
    atomic("ds_cmpst_f32", 4),
    atomic("ds_cmpst_rtn_f32", 4),
    atomic("ds_cmpst_f64", 8),
    atomic("ds_cmpst_rtn_f64", 8),
    atomic("ds_min_f32", 4),
    atomic("ds_min_rtn_f32", 4),
    atomic("ds_min_f64", 8),
    atomic("ds_min_rtn_f64", 8),
    atomic("ds_max_f32", 4),
    atomic("ds_max_rtn_f32", 4),
    atomic("ds_max_f64", 8),
    atomic("ds_max_rtn_f64", 8),
    atomic("ds_add_f32", 4),
    atomic("ds_add_rtn_f32", 4),
    atomic("ds_add_f64", 8),
    atomic("ds_add_rtn_f64", 8),
    atomic("ds_wrxchg_rtn_b32", 4),
    atomic("ds_wrxchg_rtn_b64", 8),
    atomic("ds_wrap_rtn_b32", 4),
    atomic("ds_condxchg32_rtn_b64", 8),
    atomic("ds_pk_add_f16", 4),
    atomic("ds_pk_add_rtn_f16", 4),
    atomic("ds_pk_add_bf16", 4),
    atomic("ds_pk_add_rtn_bf16", 4),
};

constexpr std::string_view kBetweenLanes = "moves values between lanes, without LDS storage";
constexpr std::string_view kGlobalWaveSync = "global wave sync, not LDS";
constexpr std::string_view kWholeWave = "one dword for the whole wave; its array cycles are not published";

constexpr DsWithoutArrayAccess kWithoutArrayAccess[] = {
    {"ds_permute_b32", kBetweenLanes},  {"ds_bpermute_b32", kBetweenLanes},
    {"ds_swizzle_b32", kBetweenLanes},  {"ds_nop", "does nothing"},
    {"ds_append", kWholeWave},          {"ds_consume", kWholeWave},
    {"ds_gws_init", kGlobalWaveSync},   {"ds_gws_barrier", kGlobalWaveSync},
    {"ds_gws_sema_v", kGlobalWaveSync}, {"ds_gws_sema_br", kGlobalWaveSync},
    {"ds_gws_sema_p", kGlobalWaveSync}, {"ds_gws_sema_release_all", kGlobalWaveSync},
};

}  // namespace

std::optional<DsShape> ds_shape(std::string_view mnemonic) {
  for (const Row& row : kRows) {
    if (row.mnemonic == mnemonic) return row.shape;
  }
  return std::nullopt;
}

std::span<const DsWithoutArrayAccess> ds_without_array_access() { return kWithoutArrayAccess; }

}  // namespace lanewise::lds
