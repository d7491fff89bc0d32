// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Transcendental instructions, correctly rounded by MPFR. The chips' own tables are not public; AMD documents
// about 1 ulp. Rules beyond mathematics:
//   v_exp_f32 flushes a denormal result and v_log_f32 takes a denormal argument as zero (LLVM rescales around
//   both); v_sin and v_cos take revolutions and give 0 and 1 beyond 256 (AMD's ISA manual); 1/sqrt(-0) =
//   -inf.

#include "chapters.h"
#include "operands.h"

namespace tables {

namespace {

using Function = int (*)(mpfr_ptr, mpfr_srcptr, mpfr_rnd_t);

Bits evaluated(const Format& f, Bits x, Function function) {
  if (const auto nan = nan_operand(f, {x})) return *nan;
  const Real value(f, x);
  return rounded(f, [&](mpfr_ptr r, mpfr_rnd_t d) { return function(r, value, d); });
}

int reciprocal(mpfr_ptr r, mpfr_srcptr x, mpfr_rnd_t d) { return mpfr_ui_div(r, 1, x, d); }
int reciprocal_root(mpfr_ptr r, mpfr_srcptr x, mpfr_rnd_t d) {
  const bool negative_zero = mpfr_zero_p(x) && mpfr_signbit(x);
  const int ternary = mpfr_rec_sqrt(r, x, d);
  if (negative_zero) mpfr_set_inf(r, -1);
  return ternary;
}
int sine(mpfr_ptr r, mpfr_srcptr x, mpfr_rnd_t d) {
  if (mpfr_number_p(x) && mpfr_cmpabs_ui(x, 256) > 0) return mpfr_set_zero(r, 1), 0;
  return mpfr_sinu(r, x, 1, d);
}
int cosine(mpfr_ptr r, mpfr_srcptr x, mpfr_rnd_t d) {
  if (mpfr_number_p(x) && mpfr_cmpabs_ui(x, 256) > 0) return mpfr_set_ui(r, 1, d);
  return mpfr_cosu(r, x, 1, d);
}

std::vector<Tuple> arguments(const Format& f) {
  const Numbers n(f);
  std::vector<Tuple> list = float_singles(f);
  for (const double x :
       {3.14159, -0.1, 0.3, 7.0, 10.75, 100.0, -13.3, 0.25, -0.125, 1.0 / 3.0, 255.3, 256.0, 257.0, -1000.0})
    list.push_back({n.of(x)});
  return list;
}

void add(Table& t, const std::string& name, const Format& f, Function function,
         const std::vector<Tuple>& extra = {}) {
  t.add(name, {{f.bits / 4}, f.bits / 4}, joined({arguments(f), extra}),
        [&](const Tuple& x) { return evaluated(f, x[0], function); });
}

void exponentials(Table& t) {
  const Numbers n(kF32);
  const auto exponents = joined(
      {arguments(kF32),
       {{n.of(127.5)}, {n.of(128.0)}, {n.of(-126.0)}, {n.of(-126.5)}, {n.of(-149.0)}, {n.of(-200.0)}}});
  const auto numbers =
      joined({arguments(kF32), {{n.largest_denormal}, {n.of(1.0) + 1}, {n.of(1e-30)}, {n.of(1e30)}}});
  for (const char* name : {"v_exp_f32", "v_exp_legacy_f32"}) {
    t.add(name, {{8}, 8}, exponents, [](const Tuple& x) -> Result {
      const Bits r = evaluated(kF32, x[0], mpfr_exp2);
      return kF32.is_denormal(r) ? Bits{0} : r;
    });
  }
  for (const char* name : {"v_log_f32", "v_log_legacy_f32"}) {
    t.add(name, {{8}, 8}, numbers,
          [](const Tuple& x) { return evaluated(kF32, kF32.is_denormal(x[0]) ? 0 : x[0], mpfr_log2); });
  }
  const Numbers h(kF16);
  add(t, "v_exp_f16", kF16, mpfr_exp2,
      {{h.of(-14.5)}, {h.of(-20.25)}, {h.of(-24.0)}, {h.of(-26.0)}, {h.of(15.5)}, {h.of(16.0)}});
  add(t, "v_log_f16", kF16, mpfr_log2, {{h.of(1000.0)}, {h.largest_denormal}});
}

}  // namespace

void transcendental_rows(Table& t) {
  exponentials(t);
  for (const auto& [format, type] : {std::pair{kF16, "f16"}, {kF32, "f32"}, {kF64, "f64"}}) {
    add(t, std::string("v_rcp_") + type, format, reciprocal);
    add(t, std::string("v_rsq_") + type, format, reciprocal_root);
    add(t, std::string("v_sqrt_") + type, format, mpfr_sqrt);
    if (format.bits == 64) continue;
    add(t, std::string("v_sin_") + type, format, sine);
    add(t, std::string("v_cos_") + type, format, cosine);
  }
  add(t, "v_rcp_iflag_f32", kF32, reciprocal);
}

}  // namespace tables
