// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The scalar ALU: SOP1, SOP2, SOPC, SOPK. A function that takes `bool& scc` reads or sets SCC, one
// without leaves it alone. Source: ISA manual, "Scalar ALU instructions".

#include "simulator/isa/arithmetic.h"
#include "simulator/isa/row_files.h"

namespace lanewise::isa::LANEWISE_ISA_BUILD {

namespace {

template <class T>
T read_scalar(const Wave& w, u32 source) {
  const u32* p = w.scalar_base[source >> 31] + (source & ~wave::kConstantPool);
  if constexpr (sizeof(T) == 8)
    return bits_as<T>(static_cast<u64>(p[0]) | (static_cast<u64>(p[1]) << 32));
  else
    return bits_as<T>(p[0]);
}
template <class T>
void write_scalar(Wave& w, u32 code, T value) {
  if constexpr (sizeof(T) == 8)
    set_scalar64(w, code, bits_as<u64>(value));
  else
    w.s[code] = bits_as<u32>(value);
}

template <auto F>
struct ScalarOp;

template <class R, class... A, R (*F)(A...)>
struct ScalarOp<F> {
  template <std::size_t... I>
  static R call(const Wave& w, const Op* op, std::index_sequence<I...>) {
    return F(read_scalar<A>(w, op->src[I])...);
  }
  static const Op* execute(Wave& w, const Op* op) {
    write_scalar(w, op->dst, call(w, op, std::make_index_sequence<sizeof...(A)>{}));
    return op + 1;
  }
};

template <class R, class... A, R (*F)(bool&, A...)>
struct ScalarOp<F> {
  template <std::size_t... I>
  static R call(bool& scc, const Wave& w, const Op* op, std::index_sequence<I...>) {
    return F(scc, read_scalar<A>(w, op->src[I])...);
  }
  static const Op* execute(Wave& w, const Op* op) {
    bool scc = w.scc != 0;
    const R result = call(scc, w, op, std::make_index_sequence<sizeof...(A)>{});
    write_scalar(w, op->dst, result);
    w.scc = scc ? 1 : 0;
    return op + 1;
  }
};

template <auto F>
struct ScalarCompare;
template <class A, class B, bool (*F)(A, B)>
struct ScalarCompare<F> {
  static const Op* execute(Wave& w, const Op* op) {
    w.scc = F(read_scalar<A>(w, op->src[0]), read_scalar<B>(w, op->src[1])) ? 1 : 0;
    return op + 1;
  }
};

template <auto F>
constexpr Row scalar_row(const char* name) {
  return {name, Shape::kScalar, ScalarOp<F>::execute, nullptr, LaneKind::kNone, {}, CostClass::kSalu, 0, 0,
          0};
}
template <auto F>
constexpr Row compare_row(const char* name) {
  return {
      name, Shape::kScalar, ScalarCompare<F>::execute, nullptr, LaneKind::kNone, {}, CostClass::kSalu, 0, 0,
      0};
}
constexpr Row special(const char* name, wave::Handler execute) {
  return {name, Shape::kScalar, execute, nullptr, LaneKind::kNone, {}, CostClass::kSalu, 0, 0, 0};
}

// --- SOP2 -----------------------------------------------------------------------------------------

u32 s_add_u32(bool& scc, u32 a, u32 b) {
  scc = a + b < a;
  return a + b;
}
u32 s_sub_u32(bool& scc, u32 a, u32 b) {
  scc = a < b;
  return a - b;
}
i32 s_add_i32(bool& scc, i32 a, i32 b) {
  i32 r;
  scc = __builtin_add_overflow(a, b, &r);
  return r;
}
i32 s_sub_i32(bool& scc, i32 a, i32 b) {
  i32 r;
  scc = __builtin_sub_overflow(a, b, &r);
  return r;
}
u32 s_addc_u32(bool& scc, u32 a, u32 b) {
  const u64 sum = static_cast<u64>(a) + b + (scc ? 1 : 0);
  scc = (sum >> 32) != 0;
  return static_cast<u32>(sum);
}
u32 s_subb_u32(bool& scc, u32 a, u32 b) {
  const u64 taken = static_cast<u64>(b) + (scc ? 1 : 0);
  const u32 r = static_cast<u32>(a - taken);
  scc = a < taken;
  return r;
}
template <class T>
T s_min(bool& scc, T a, T b) {
  scc = a < b;
  return scc ? a : b;
}
template <class T>
T s_max(bool& scc, T a, T b) {
  scc = a >= b;
  return scc ? a : b;
}
template <class T>
T s_cselect(bool& scc, T a, T b) {
  return scc ? a : b;
}
template <class T>
T with_nonzero(bool& scc, T r) {
  scc = r != 0;
  return r;
}
template <class T>
T s_and(bool& scc, T a, T b) {
  return with_nonzero(scc, a & b);
}
template <class T>
T s_or(bool& scc, T a, T b) {
  return with_nonzero(scc, a | b);
}
template <class T>
T s_xor(bool& scc, T a, T b) {
  return with_nonzero(scc, a ^ b);
}
template <class T>
T s_andn2(bool& scc, T a, T b) {
  return with_nonzero(scc, a & ~b);
}
template <class T>
T s_orn2(bool& scc, T a, T b) {
  return with_nonzero(scc, a | ~b);
}
template <class T>
T s_nand(bool& scc, T a, T b) {
  return with_nonzero(scc, static_cast<T>(~(a & b)));
}
template <class T>
T s_nor(bool& scc, T a, T b) {
  return with_nonzero(scc, static_cast<T>(~(a | b)));
}
template <class T>
T s_xnor(bool& scc, T a, T b) {
  return with_nonzero(scc, static_cast<T>(~(a ^ b)));
}
template <class T>
T s_lshl(bool& scc, T a, u32 b) {
  return with_nonzero(scc, a << (b & (sizeof(T) * 8 - 1)));
}
template <class T>
T s_shr(bool& scc, T a, u32 b) {
  return with_nonzero(scc, a >> (b & (sizeof(T) * 8 - 1)));
}
template <u32 N>
u32 s_lshl_add(bool& scc, u32 a, u32 b) {
  const u64 sum = (static_cast<u64>(a) << N) + b;
  scc = (sum >> 32) != 0;
  return static_cast<u32>(sum);
}
u32 s_mul_i32(u32 a, u32 b) { return a * b; }
u32 s_bfm_b32(u32 a, u32 b) { return ((u32{1} << (a & 31)) - 1) << (b & 31); }
u64 s_bfm_b64(u32 a, u32 b) { return ((u64{1} << (a & 63)) - 1) << (b & 63); }
/// Field: offset in bits 4:0 (5:0), width in 22:16.
u32 s_bfe_u32(bool& scc, u32 a, u32 b) {
  const u32 offset = b & 31, width = (b >> 16) & 127;
  const u32 shifted = a >> offset;
  return with_nonzero(scc, width >= 32 ? shifted : shifted & ((u32{1} << width) - 1));
}
i32 s_bfe_i32(bool& scc, i32 a, u32 b) {
  const u32 offset = b & 31;
  u32 width = (b >> 16) & 127;
  if (width == 0) return with_nonzero(scc, 0);
  if (width > 32 - offset) width = 32 - offset;
  return with_nonzero(scc, static_cast<i32>(static_cast<u32>(a) << (32 - offset - width)) >> (32 - width));
}
u64 s_bfe_u64(bool& scc, u64 a, u32 b) {
  const u32 offset = b & 63, width = (b >> 16) & 127;
  const u64 shifted = a >> offset;
  return with_nonzero(scc, width >= 64 ? shifted : shifted & ((u64{1} << width) - 1));
}
i64 s_bfe_i64(bool& scc, i64 a, u32 b) {
  const u32 offset = b & 63;
  u32 width = (b >> 16) & 127;
  if (width == 0) return with_nonzero(scc, i64{0});
  if (width > 64 - offset) width = 64 - offset;
  return with_nonzero(scc, static_cast<i64>(static_cast<u64>(a) << (64 - offset - width)) >> (64 - width));
}
/// The difference wraps before its sign is looked at: 0x80000000 and 1 give 0x7fffffff (the manual's
/// example).
i32 s_absdiff_i32(bool& scc, u32 a, u32 b) {
  const u32 d = a - b;
  return with_nonzero(scc, static_cast<i32>(d >> 31 ? 0u - d : d));
}
u32 s_pack_ll(u32 a, u32 b) { return (a & 0xffff) | (b << 16); }
u32 s_pack_lh(u32 a, u32 b) { return (a & 0xffff) | (b & 0xffff0000); }
u32 s_pack_hh(u32 a, u32 b) { return (a >> 16) | (b & 0xffff0000); }

// --- SOP1 -----------------------------------------------------------------------------------------

template <class T>
T s_mov(T a) {
  return a;
}
template <class T>
T s_not(bool& scc, T a) {
  return with_nonzero(scc, static_cast<T>(~a));
}
i32 s_abs_i32(bool& scc, i32 a) {
  return with_nonzero(scc, static_cast<i32>(a < 0 ? 0u - static_cast<u32>(a) : static_cast<u32>(a)));
}
i32 s_sext8(i32 a) { return static_cast<std::int8_t>(a); }
i32 s_sext16(i32 a) { return static_cast<i16>(a); }
u32 s_brev_b32(u32 a) { return reverse_bits(a); }
u64 s_brev_b64(u64 a) {
  return (static_cast<u64>(reverse_bits(static_cast<u32>(a))) << 32) |
         reverse_bits(static_cast<u32>(a >> 32));
}
template <class T>
u32 s_bcnt1(bool& scc, T a) {
  return with_nonzero(scc, static_cast<u32>(__builtin_popcountll(a)));
}
template <class T>
u32 s_bcnt0(bool& scc, T a) {
  return s_bcnt1(scc, static_cast<T>(~a));
}
u32 s_ff1_b32(u32 a) { return find_first_low(a); }
u32 s_ff1_b64(u64 a) { return a == 0 ? ~0u : static_cast<u32>(__builtin_ctzll(a)); }
u32 s_ff0_b32(u32 a) { return find_first_low(~a); }
u32 s_ff0_b64(u64 a) { return s_ff1_b64(~a); }
u32 s_flbit_b32(u32 a) { return find_first_high_unsigned(a); }
u32 s_flbit_b64(u64 a) { return a == 0 ? ~0u : static_cast<u32>(__builtin_clzll(a)); }
u32 s_flbit_i32(i32 a) { return find_first_high_signed(a); }
u32 s_flbit_i64(i64 a) { return s_flbit_b64(static_cast<u64>(a < 0 ? ~a : a)); }
template <class T>
T s_wqm(bool& scc, T a) {
  T r = 0;
  for (u32 quad = 0; quad < sizeof(T) * 8; quad += 4) {
    if ((a >> quad) & 15) r |= T{15} << quad;
  }
  return with_nonzero(scc, r);
}

enum class MaskOp { kAnd, kOr, kXor, kAndn1, kAndn2, kOrn1, kOrn2, kNand, kNor, kXnor };
u64 mask_op(MaskOp f, u64 source, u64 exec) {
  switch (f) {
    case MaskOp::kAnd: return source & exec;
    case MaskOp::kOr: return source | exec;
    case MaskOp::kXor: return source ^ exec;
    case MaskOp::kAndn1: return ~source & exec;
    case MaskOp::kAndn2: return source & ~exec;
    case MaskOp::kOrn1: return ~source | exec;
    case MaskOp::kOrn2: return source | ~exec;
    case MaskOp::kNand: return ~(source & exec);
    case MaskOp::kNor: return ~(source | exec);
    case MaskOp::kXnor: return ~(source ^ exec);
  }
  return 0;
}
/// s_*_saveexec: sdst = old EXEC, EXEC = f(source, EXEC). s_*_wrexec: both get the new value.
template <MaskOp F, bool WritesResult>
const Op* save_exec(Wave& w, const Op* op) {
  const u64 old = exec_of(w);
  const u64 value = mask_op(F, read_scalar<u64>(w, op->src[0]), old);
  set_scalar64(w, op->dst, WritesResult ? value : old);
  set_scalar64(w, wave::kExec, value);
  w.scc = value != 0;
  return op + 1;
}

const Op* s_cmov_b32(Wave& w, const Op* op) {
  if (w.scc) w.s[op->dst] = read_scalar<u32>(w, op->src[0]);
  return op + 1;
}
const Op* s_cmov_b64(Wave& w, const Op* op) {
  if (w.scc) set_scalar64(w, op->dst, read_scalar<u64>(w, op->src[0]));
  return op + 1;
}
template <bool Value>
const Op* s_bitset_b32(Wave& w, const Op* op) {
  const u32 bit = u32{1} << (read_scalar<u32>(w, op->src[0]) & 31);
  w.s[op->dst] = Value ? w.s[op->dst] | bit : w.s[op->dst] & ~bit;
  return op + 1;
}
template <bool Value>
const Op* s_bitset_b64(Wave& w, const Op* op) {
  const u64 bit = u64{1} << (read_scalar<u32>(w, op->src[0]) & 63);
  const u64 old = scalar64(w, op->dst);
  set_scalar64(w, op->dst, Value ? old | bit : old & ~bit);
  return op + 1;
}

// --- SOPK: simm16 stands in `immediate` ----------------------------------------------------------------

const Op* s_movk_i32(Wave& w, const Op* op) {
  w.s[op->dst] = static_cast<u32>(op->immediate);
  return op + 1;
}
const Op* s_cmovk_i32(Wave& w, const Op* op) {
  if (w.scc) w.s[op->dst] = static_cast<u32>(op->immediate);
  return op + 1;
}
const Op* s_addk_i32(Wave& w, const Op* op) {
  bool scc;
  w.s[op->dst] = static_cast<u32>(s_add_i32(scc, static_cast<i32>(w.s[op->dst]), op->immediate));
  w.scc = scc;
  return op + 1;
}
const Op* s_mulk_i32(Wave& w, const Op* op) {
  w.s[op->dst] *= static_cast<u32>(op->immediate);
  return op + 1;
}
template <class T, bool (*F)(T, T)>
const Op* s_cmpk(Wave& w, const Op* op) {
  // The unsigned forms zero-extend their constant.
  const T constant =
      std::is_signed_v<T> ? static_cast<T>(op->immediate) : static_cast<T>(op->immediate & 0xffff);
  w.scc = F(static_cast<T>(w.s[op->dst]), constant) ? 1 : 0;
  return op + 1;
}

template <class T>
bool eq(T a, T b) {
  return a == b;
}
template <class T>
bool lg(T a, T b) {
  return a != b;
}
template <class T>
bool gt(T a, T b) {
  return a > b;
}
template <class T>
bool ge(T a, T b) {
  return a >= b;
}
template <class T>
bool lt(T a, T b) {
  return a < b;
}
template <class T>
bool le(T a, T b) {
  return a <= b;
}
template <class T, bool Value>
bool bit_is(T a, u32 b) {
  return ((a >> (b & (sizeof(T) * 8 - 1))) & 1) == (Value ? 1 : 0);
}

constexpr Row kRows[] = {
    scalar_row<&s_add_u32>("s_add_u32"),
    scalar_row<&s_sub_u32>("s_sub_u32"),
    scalar_row<&s_add_i32>("s_add_i32"),
    scalar_row<&s_sub_i32>("s_sub_i32"),
    scalar_row<&s_addc_u32>("s_addc_u32"),
    scalar_row<&s_subb_u32>("s_subb_u32"),
    scalar_row<&s_min<i32>>("s_min_i32"),
    scalar_row<&s_min<u32>>("s_min_u32"),
    scalar_row<&s_max<i32>>("s_max_i32"),
    scalar_row<&s_max<u32>>("s_max_u32"),
    scalar_row<&s_cselect<u32>>("s_cselect_b32"),
    scalar_row<&s_cselect<u64>>("s_cselect_b64"),
    scalar_row<&s_and<u32>>("s_and_b32"),
    scalar_row<&s_and<u64>>("s_and_b64"),
    scalar_row<&s_or<u32>>("s_or_b32"),
    scalar_row<&s_or<u64>>("s_or_b64"),
    scalar_row<&s_xor<u32>>("s_xor_b32"),
    scalar_row<&s_xor<u64>>("s_xor_b64"),
    scalar_row<&s_andn2<u32>>("s_andn2_b32"),
    scalar_row<&s_andn2<u64>>("s_andn2_b64"),
    scalar_row<&s_orn2<u32>>("s_orn2_b32"),
    scalar_row<&s_orn2<u64>>("s_orn2_b64"),
    scalar_row<&s_nand<u32>>("s_nand_b32"),
    scalar_row<&s_nand<u64>>("s_nand_b64"),
    scalar_row<&s_nor<u32>>("s_nor_b32"),
    scalar_row<&s_nor<u64>>("s_nor_b64"),
    scalar_row<&s_xnor<u32>>("s_xnor_b32"),
    scalar_row<&s_xnor<u64>>("s_xnor_b64"),
    scalar_row<&s_lshl<u32>>("s_lshl_b32"),
    scalar_row<&s_lshl<u64>>("s_lshl_b64"),
    scalar_row<&s_shr<u32>>("s_lshr_b32"),
    scalar_row<&s_shr<u64>>("s_lshr_b64"),
    scalar_row<&s_shr<i32>>("s_ashr_i32"),
    scalar_row<&s_shr<i64>>("s_ashr_i64"),
    scalar_row<&s_lshl_add<1>>("s_lshl1_add_u32"),
    scalar_row<&s_lshl_add<2>>("s_lshl2_add_u32"),
    scalar_row<&s_lshl_add<3>>("s_lshl3_add_u32"),
    scalar_row<&s_lshl_add<4>>("s_lshl4_add_u32"),
    scalar_row<&s_mul_i32>("s_mul_i32"),
    scalar_row<&multiply_high_u32>("s_mul_hi_u32"),
    scalar_row<&multiply_high_i32>("s_mul_hi_i32"),
    scalar_row<&s_bfm_b32>("s_bfm_b32"),
    scalar_row<&s_bfm_b64>("s_bfm_b64"),
    scalar_row<&s_bfe_u32>("s_bfe_u32"),
    scalar_row<&s_bfe_i32>("s_bfe_i32"),
    scalar_row<&s_bfe_u64>("s_bfe_u64"),
    scalar_row<&s_bfe_i64>("s_bfe_i64"),
    scalar_row<&s_absdiff_i32>("s_absdiff_i32"),
    scalar_row<&s_pack_ll>("s_pack_ll_b32_b16"),
    scalar_row<&s_pack_lh>("s_pack_lh_b32_b16"),
    scalar_row<&s_pack_hh>("s_pack_hh_b32_b16"),

    scalar_row<&s_mov<u32>>("s_mov_b32"),
    scalar_row<&s_mov<u64>>("s_mov_b64"),
    scalar_row<&s_not<u32>>("s_not_b32"),
    scalar_row<&s_not<u64>>("s_not_b64"),
    scalar_row<&s_abs_i32>("s_abs_i32"),
    scalar_row<&s_sext8>("s_sext_i32_i8"),
    scalar_row<&s_sext16>("s_sext_i32_i16"),
    scalar_row<&s_brev_b32>("s_brev_b32"),
    scalar_row<&s_brev_b64>("s_brev_b64"),
    scalar_row<&s_bcnt1<u32>>("s_bcnt1_i32_b32"),
    scalar_row<&s_bcnt1<u64>>("s_bcnt1_i32_b64"),
    scalar_row<&s_bcnt0<u32>>("s_bcnt0_i32_b32"),
    scalar_row<&s_bcnt0<u64>>("s_bcnt0_i32_b64"),
    scalar_row<&s_ff1_b32>("s_ff1_i32_b32"),
    scalar_row<&s_ff1_b64>("s_ff1_i32_b64"),
    scalar_row<&s_ff0_b32>("s_ff0_i32_b32"),
    scalar_row<&s_ff0_b64>("s_ff0_i32_b64"),
    scalar_row<&s_flbit_b32>("s_flbit_i32_b32"),
    scalar_row<&s_flbit_b64>("s_flbit_i32_b64"),
    scalar_row<&s_flbit_i32>("s_flbit_i32"),
    scalar_row<&s_flbit_i64>("s_flbit_i32_i64"),
    scalar_row<&s_wqm<u32>>("s_wqm_b32"),
    scalar_row<&s_wqm<u64>>("s_wqm_b64"),
    special("s_cmov_b32", s_cmov_b32),
    special("s_cmov_b64", s_cmov_b64),
    special("s_bitset0_b32", s_bitset_b32<false>),
    special("s_bitset1_b32", s_bitset_b32<true>),
    special("s_bitset0_b64", s_bitset_b64<false>),
    special("s_bitset1_b64", s_bitset_b64<true>),
    special("s_and_saveexec_b64", save_exec<MaskOp::kAnd, false>),
    special("s_or_saveexec_b64", save_exec<MaskOp::kOr, false>),
    special("s_xor_saveexec_b64", save_exec<MaskOp::kXor, false>),
    special("s_andn1_saveexec_b64", save_exec<MaskOp::kAndn1, false>),
    special("s_andn2_saveexec_b64", save_exec<MaskOp::kAndn2, false>),
    special("s_orn1_saveexec_b64", save_exec<MaskOp::kOrn1, false>),
    special("s_orn2_saveexec_b64", save_exec<MaskOp::kOrn2, false>),
    special("s_nand_saveexec_b64", save_exec<MaskOp::kNand, false>),
    special("s_nor_saveexec_b64", save_exec<MaskOp::kNor, false>),
    special("s_xnor_saveexec_b64", save_exec<MaskOp::kXnor, false>),
    special("s_andn1_wrexec_b64", save_exec<MaskOp::kAndn1, true>),
    special("s_andn2_wrexec_b64", save_exec<MaskOp::kAndn2, true>),

    special("s_movk_i32", s_movk_i32),
    special("s_cmovk_i32", s_cmovk_i32),
    special("s_addk_i32", s_addk_i32),
    special("s_mulk_i32", s_mulk_i32),
    special("s_cmpk_eq_i32", s_cmpk<i32, eq<i32>>),
    special("s_cmpk_lg_i32", s_cmpk<i32, lg<i32>>),
    special("s_cmpk_gt_i32", s_cmpk<i32, gt<i32>>),
    special("s_cmpk_ge_i32", s_cmpk<i32, ge<i32>>),
    special("s_cmpk_lt_i32", s_cmpk<i32, lt<i32>>),
    special("s_cmpk_le_i32", s_cmpk<i32, le<i32>>),
    special("s_cmpk_eq_u32", s_cmpk<u32, eq<u32>>),
    special("s_cmpk_lg_u32", s_cmpk<u32, lg<u32>>),
    special("s_cmpk_gt_u32", s_cmpk<u32, gt<u32>>),
    special("s_cmpk_ge_u32", s_cmpk<u32, ge<u32>>),
    special("s_cmpk_lt_u32", s_cmpk<u32, lt<u32>>),
    special("s_cmpk_le_u32", s_cmpk<u32, le<u32>>),

    compare_row<&eq<i32>>("s_cmp_eq_i32"),
    compare_row<&lg<i32>>("s_cmp_lg_i32"),
    compare_row<&gt<i32>>("s_cmp_gt_i32"),
    compare_row<&ge<i32>>("s_cmp_ge_i32"),
    compare_row<&lt<i32>>("s_cmp_lt_i32"),
    compare_row<&le<i32>>("s_cmp_le_i32"),
    compare_row<&eq<u32>>("s_cmp_eq_u32"),
    compare_row<&lg<u32>>("s_cmp_lg_u32"),
    compare_row<&gt<u32>>("s_cmp_gt_u32"),
    compare_row<&ge<u32>>("s_cmp_ge_u32"),
    compare_row<&lt<u32>>("s_cmp_lt_u32"),
    compare_row<&le<u32>>("s_cmp_le_u32"),
    compare_row<&eq<u64>>("s_cmp_eq_u64"),
    compare_row<&lg<u64>>("s_cmp_lg_u64"),
    compare_row<&bit_is<u32, false>>("s_bitcmp0_b32"),
    compare_row<&bit_is<u32, true>>("s_bitcmp1_b32"),
    compare_row<&bit_is<u64, false>>("s_bitcmp0_b64"),
    compare_row<&bit_is<u64, true>>("s_bitcmp1_b64"),
};

}  // namespace

std::span<const Row> scalar_rows() { return kRows; }

}  // namespace lanewise::isa::LANEWISE_ISA_BUILD
