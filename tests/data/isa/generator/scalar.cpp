// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The scalar ALU after AMD's pseudocode: `mnemonic | scc, inputs | scc, result`. Instructions that read their
// destination (s_cmov, s_bitset, SOPK) have its old value as first input; s_*_saveexec and s_*_wrexec have
// source and EXEC as inputs, destination and EXEC as results; comparisons have SCC as their only result.

#include "chapters.h"
#include "operands.h"

namespace tables {

namespace {

__extension__ using Wide = __int128;

Bits ones(int bits) { return bits == 64 ? ~Bits{0} : (Bits{1} << bits) - 1; }
Wide signed_of(Bits x, int bits) {
  return static_cast<Wide>(static_cast<std::int64_t>(x << (64 - bits)) >> (64 - bits));
}

/// Result and SCC; scc < 0: unchanged.
struct Outcome {
  Bits value;
  int scc = -1;
};
Outcome nonzero(Bits value) { return {value, value != 0 ? 1 : 0}; }

using ScalarRule = std::function<Outcome(const Tuple&, int scc)>;

struct Shape {
  std::vector<int> inputs;
  int result = 32;  ///< 0: SCC only
};

void add(Table& t, const std::string& name, const Shape& shape, const std::vector<Tuple>& tuples,
         const ScalarRule& rule) {
  for (const Tuple& x : tuples) {
    for (int scc = 0; scc < 2; ++scc) {
      std::string inputs = std::to_string(scc);
      for (std::size_t i = 0; i < x.size(); ++i) inputs += " " + hex(x[i], shape.inputs[i] / 4);
      const Outcome r = rule(x, scc);
      std::string expected = std::to_string(r.scc < 0 ? scc : r.scc);
      if (shape.result > 0) expected += " " + hex(r.value, shape.result / 4);
      t.add_text({name, inputs, expected});
    }
  }
}

void arithmetic(Table& t) {
  const auto pairs = integer_pairs(32);
  const Shape two{{32, 32}};
  const auto carry = [](Bits wide) { return Outcome{wide & 0xffffffff, (wide >> 32) != 0 ? 1 : 0}; };
  const auto overflow = [](Wide r) {
    return Outcome{static_cast<Bits>(r) & 0xffffffff,
                   r != signed_of(static_cast<Bits>(r) & 0xffffffff, 32) ? 1 : 0};
  };
  add(t, "s_add_u32", two, pairs, [=](const Tuple& x, int) { return carry(x[0] + x[1]); });
  add(t, "s_addc_u32", two, pairs,
      [=](const Tuple& x, int scc) { return carry(x[0] + x[1] + static_cast<Bits>(scc)); });
  add(t, "s_sub_u32", two, pairs,
      [](const Tuple& x, int) { return Outcome{(x[0] - x[1]) & 0xffffffff, x[1] > x[0] ? 1 : 0}; });
  add(t, "s_subb_u32", two, pairs, [](const Tuple& x, int scc) {
    const Bits taken = x[1] + static_cast<Bits>(scc);
    return Outcome{(x[0] - taken) & 0xffffffff, taken > x[0] ? 1 : 0};
  });
  add(t, "s_add_i32", two, pairs,
      [=](const Tuple& x, int) { return overflow(signed_of(x[0], 32) + signed_of(x[1], 32)); });
  add(t, "s_sub_i32", two, pairs,
      [=](const Tuple& x, int) { return overflow(signed_of(x[0], 32) - signed_of(x[1], 32)); });
  for (int n = 1; n <= 4; ++n) {
    add(t, "s_lshl" + std::to_string(n) + "_add_u32", two, pairs,
        [=](const Tuple& x, int) { return carry((x[0] << n) + x[1]); });
  }
  add(t, "s_mul_i32", two, pairs, [](const Tuple& x, int) { return Outcome{(x[0] * x[1]) & 0xffffffff}; });
  add(t, "s_mul_hi_u32", two, pairs, [](const Tuple& x, int) { return Outcome{(x[0] * x[1]) >> 32}; });
  add(t, "s_mul_hi_i32", two, pairs, [](const Tuple& x, int) {
    return Outcome{static_cast<Bits>((signed_of(x[0], 32) * signed_of(x[1], 32)) >> 32) & 0xffffffff};
  });
  add(t, "s_absdiff_i32", two, pairs, [](const Tuple& x, int) {
    const Bits d = (x[0] - x[1]) & 0xffffffff;  // wraps first, as the pseudocode does
    return nonzero((d >> 31 ? 0 - d : d) & 0xffffffff);
  });
  // SCC says that the first source was taken; on equality s_max takes it and s_min does not.
  const auto pick = [](bool first, const Tuple& x) { return Outcome{first ? x[0] : x[1], first ? 1 : 0}; };
  const auto equal = joined({pairs, {{7, 7}, {0x80000000, 0x80000000}}});
  add(t, "s_min_u32", two, equal, [=](const Tuple& x, int) { return pick(x[0] < x[1], x); });
  add(t, "s_max_u32", two, equal, [=](const Tuple& x, int) { return pick(x[0] >= x[1], x); });
  add(t, "s_min_i32", two, equal,
      [=](const Tuple& x, int) { return pick(signed_of(x[0], 32) < signed_of(x[1], 32), x); });
  add(t, "s_max_i32", two, equal,
      [=](const Tuple& x, int) { return pick(signed_of(x[0], 32) >= signed_of(x[1], 32), x); });
  add(t, "s_pack_ll_b32_b16", two, pairs,
      [](const Tuple& x, int) { return Outcome{(x[0] & 0xffff) | ((x[1] & 0xffff) << 16)}; });
  add(t, "s_pack_lh_b32_b16", two, pairs,
      [](const Tuple& x, int) { return Outcome{(x[0] & 0xffff) | (x[1] & 0xffff0000)}; });
  add(t, "s_pack_hh_b32_b16", two, pairs,
      [](const Tuple& x, int) { return Outcome{(x[0] >> 16) | (x[1] & 0xffff0000)}; });
}

void logic(Table& t, int bits) {
  const std::string suffix = bits == 64 ? "_b64" : "_b32";
  const Bits all = ones(bits);
  const auto pairs = integer_pairs(bits), singles = integer_singles(bits);
  const Shape two{{bits, bits}, bits}, one{{bits}, bits};
  const auto op = [&](const char* name, Bits (*f)(Bits, Bits)) {
    add(t, name + suffix, two, pairs, [=](const Tuple& x, int) { return nonzero(f(x[0], x[1]) & all); });
  };
  op("s_and", [](Bits a, Bits b) { return a & b; });
  op("s_or", [](Bits a, Bits b) { return a | b; });
  op("s_xor", [](Bits a, Bits b) { return a ^ b; });
  op("s_andn2", [](Bits a, Bits b) { return a & ~b; });
  op("s_orn2", [](Bits a, Bits b) { return a | ~b; });
  op("s_nand", [](Bits a, Bits b) { return ~(a & b); });
  op("s_nor", [](Bits a, Bits b) { return ~(a | b); });
  op("s_xnor", [](Bits a, Bits b) { return ~(a ^ b); });
  add(t, "s_cselect" + suffix, two, pairs,
      [](const Tuple& x, int scc) { return Outcome{scc ? x[0] : x[1]}; });
  add(t, "s_mov" + suffix, one, singles, [](const Tuple& x, int) { return Outcome{x[0]}; });
  add(t, "s_not" + suffix, one, singles, [=](const Tuple& x, int) { return nonzero(~x[0] & all); });
  add(t, "s_cmov" + suffix, two, pairs, [](const Tuple& x, int scc) { return Outcome{scc ? x[1] : x[0]}; });
  add(t, "s_wqm" + suffix, one, joined({singles, {{0x1}, {0x80}, {0x01000010}}}), [=](const Tuple& x, int) {
    Bits r = 0;
    for (int i = 0; i < bits; ++i) r |= Bits{((x[0] >> (i / 4 * 4)) & 15) != 0} << i;
    return nonzero(r);
  });
  add(t, "s_brev" + suffix, one, singles, [=](const Tuple& x, int) {
    Bits r = 0;
    for (int i = 0; i < bits; ++i) r |= ((x[0] >> i) & 1) << (bits - 1 - i);
    return Outcome{r};
  });
  std::vector<Tuple> shifts, bit_numbers;
  for (const Bits amount : {0u, 1u, 31u, 32u, 63u, 64u, 0xffffffe3u}) {
    shifts.push_back({0x8123456789abcdef & all, amount});
    shifts.push_back({Bits{1} << (bits - 1), amount});
    bit_numbers.push_back({0x5555555555555555 & all, amount});
  }
  const Shape shift{{bits, 32}, bits};
  const Bits mask = static_cast<Bits>(bits - 1);
  add(t, "s_lshl" + suffix, shift, shifts,
      [=](const Tuple& x, int) { return nonzero((x[0] << (x[1] & mask)) & all); });
  add(t, "s_lshr" + suffix, shift, shifts,
      [=](const Tuple& x, int) { return nonzero(x[0] >> (x[1] & mask)); });
  add(t, bits == 64 ? "s_ashr_i64" : "s_ashr_i32", shift, shifts, [=](const Tuple& x, int) {
    return nonzero(static_cast<Bits>(signed_of(x[0], bits) >> (x[1] & mask)) & all);
  });
  add(t, "s_bitset0" + suffix, shift, bit_numbers,
      [=](const Tuple& x, int) { return Outcome{x[0] & ~(Bits{1} << (x[1] & mask))}; });
  add(t, "s_bitset1" + suffix, shift, bit_numbers,
      [=](const Tuple& x, int) { return Outcome{x[0] | (Bits{1} << (x[1] & mask))}; });
  add(t, "s_bitcmp0" + suffix, {{bits, 32}, 0}, bit_numbers,
      [=](const Tuple& x, int) { return Outcome{0, ((x[0] >> (x[1] & mask)) & 1) == 0 ? 1 : 0}; });
  add(t, "s_bitcmp1" + suffix, {{bits, 32}, 0}, bit_numbers,
      [=](const Tuple& x, int) { return Outcome{0, ((x[0] >> (x[1] & mask)) & 1) == 1 ? 1 : 0}; });
  std::vector<Tuple> masks;
  for (const Bits width : {0u, 1u, 8u, 31u, 40u}) masks.push_back({width, 3}), masks.push_back({width, 33});
  add(t, "s_bfm" + suffix, {{32, 32}, bits}, masks, [=](const Tuple& x, int) {
    return Outcome{(((Bits{1} << (x[0] & mask)) - 1) << (x[1] & mask)) & all};
  });
}

void counts(Table& t, int bits) {
  const std::string suffix = bits == 64 ? "_b64" : "_b32";
  const auto singles = integer_singles(bits);
  const Shape one{{bits}, 32};
  const auto ones_in = [](Bits x) {
    Bits n = 0;
    for (; x != 0; x &= x - 1) ++n;
    return n;
  };
  const auto first = [bits](Bits x, Bits wanted, bool from_top) -> Bits {
    for (int i = 0; i < bits; ++i) {
      if (((x >> (from_top ? bits - 1 - i : i)) & 1) == wanted) return static_cast<Bits>(i);
    }
    return 0xffffffff;
  };
  add(t, "s_bcnt1_i32" + suffix, one, singles, [=](const Tuple& x, int) { return nonzero(ones_in(x[0])); });
  add(t, "s_bcnt0_i32" + suffix, one, singles,
      [=](const Tuple& x, int) { return nonzero(static_cast<Bits>(bits) - ones_in(x[0])); });
  add(t, "s_ff1_i32" + suffix, one, singles,
      [=](const Tuple& x, int) { return Outcome{first(x[0], 1, false)}; });
  add(t, "s_ff0_i32" + suffix, one, singles,
      [=](const Tuple& x, int) { return Outcome{first(x[0], 0, false)}; });
  add(t, "s_flbit_i32" + suffix, one, singles,
      [=](const Tuple& x, int) { return Outcome{first(x[0], 1, true)}; });
  add(t, bits == 64 ? "s_flbit_i32_i64" : "s_flbit_i32", one, singles,
      [=](const Tuple& x, int) { return Outcome{first(x[0], 1 - ((x[0] >> (bits - 1)) & 1), true)}; });
}

void fields(Table& t, int bits) {
  std::vector<Tuple> list;
  for (const Bits offset : {0u, 5u, 31u, 40u}) {
    for (const Bits width : {0u, 1u, 7u, 32u, 64u})
      list.push_back({0x8123456789abcdef & ones(bits), (width << 16) | offset | 0xff800000});
  }
  const Shape shape{{bits, 32}, bits};
  const auto widths = [bits](const Tuple& x) {
    const int offset = static_cast<int>(x[1] & static_cast<Bits>(bits - 1)),
              width = static_cast<int>((x[1] >> 16) & 127);
    return std::pair{offset, width > bits ? bits : width};
  };
  add(t, bits == 64 ? "s_bfe_u64" : "s_bfe_u32", shape, list, [=](const Tuple& x, int) {
    const auto [offset, width] = widths(x);
    return nonzero((x[0] >> offset) & (width == 0 ? 0 : ones(width)));
  });
  add(t, bits == 64 ? "s_bfe_i64" : "s_bfe_i32", shape, list, [=](const Tuple& x, int) {
    const auto [offset, width] = widths(x);
    if (width == 0) return nonzero(0);
    const Bits field = static_cast<Bits>(signed_of(x[0], bits) >> offset) & ones(width);
    return nonzero(static_cast<Bits>(signed_of(field, width)) & ones(bits));
  });
}

void compares(Table& t) {
  struct Compare {
    const char* name;
    bool (*holds)(Wide, Wide);
  };
  const Compare list[] = {
      {"eq", [](Wide a, Wide b) { return a == b; }}, {"lg", [](Wide a, Wide b) { return a != b; }},
      {"gt", [](Wide a, Wide b) { return a > b; }},  {"ge", [](Wide a, Wide b) { return a >= b; }},
      {"lt", [](Wide a, Wide b) { return a < b; }},  {"le", [](Wide a, Wide b) { return a <= b; }}};
  std::vector<Tuple> constants;
  for (const Bits k : {Bits{0}, Bits{1}, Bits{0x7fff}, Bits{0x8000}, Bits{0xffff}}) {
    for (const Bits x : {Bits{1}, Bits{0xffffffff}, Bits{0x00008000}, Bits{0xffff8000}})
      constants.push_back({x, k});
  }
  for (const Compare& c : list) {
    const std::string name = c.name;
    add(t, "s_cmp_" + name + "_i32", {{32, 32}, 0}, integer_pairs(32), [&](const Tuple& x, int) {
      return Outcome{0, c.holds(signed_of(x[0], 32), signed_of(x[1], 32)) ? 1 : 0};
    });
    add(t, "s_cmp_" + name + "_u32", {{32, 32}, 0}, integer_pairs(32),
        [&](const Tuple& x, int) { return Outcome{0, c.holds(x[0], x[1]) ? 1 : 0}; });
    add(t, "s_cmpk_" + name + "_i32", {{32, 16}, 0}, constants, [&](const Tuple& x, int) {
      return Outcome{0, c.holds(signed_of(x[0], 32), signed_of(x[1], 16)) ? 1 : 0};
    });
    add(t, "s_cmpk_" + name + "_u32", {{32, 16}, 0}, constants,
        [&](const Tuple& x, int) { return Outcome{0, c.holds(x[0], x[1]) ? 1 : 0}; });
    if (name != "eq" && name != "lg") continue;
    add(t, "s_cmp_" + name + "_u64", {{64, 64}, 0}, integer_pairs(64),
        [&](const Tuple& x, int) { return Outcome{0, c.holds(x[0], x[1]) ? 1 : 0}; });
  }
  const Shape k{{32, 16}};
  add(t, "s_movk_i32", k, constants,
      [](const Tuple& x, int) { return Outcome{static_cast<Bits>(signed_of(x[1], 16)) & 0xffffffff}; });
  add(t, "s_cmovk_i32", k, constants, [](const Tuple& x, int scc) {
    return Outcome{scc ? static_cast<Bits>(signed_of(x[1], 16)) & 0xffffffff : x[0]};
  });
  add(t, "s_mulk_i32", k, constants, [](const Tuple& x, int) {
    return Outcome{static_cast<Bits>(signed_of(x[0], 32) * signed_of(x[1], 16)) & 0xffffffff};
  });
  add(t, "s_addk_i32", k, joined({constants, {{0x7fffffff, 1}, {0x80000000, 0xffff}}}),
      [](const Tuple& x, int) {
        const Wide r = signed_of(x[0], 32) + signed_of(x[1], 16);
        const Bits low = static_cast<Bits>(r) & 0xffffffff;
        return Outcome{low, r != signed_of(low, 32) ? 1 : 0};
      });
}

void exec_masks(Table& t) {
  struct MaskRule {
    const char* name;
    Bits (*value)(Bits source, Bits exec);
  };
  const MaskRule rules[] = {
      {"and", [](Bits s, Bits e) { return s & e; }},    {"or", [](Bits s, Bits e) { return s | e; }},
      {"xor", [](Bits s, Bits e) { return s ^ e; }},    {"andn1", [](Bits s, Bits e) { return ~s & e; }},
      {"andn2", [](Bits s, Bits e) { return s & ~e; }}, {"orn1", [](Bits s, Bits e) { return ~s | e; }},
      {"orn2", [](Bits s, Bits e) { return s | ~e; }},  {"nand", [](Bits s, Bits e) { return ~(s & e); }},
      {"nor", [](Bits s, Bits e) { return ~(s | e); }}, {"xnor", [](Bits s, Bits e) { return ~(s ^ e); }}};
  const std::vector<Tuple> cases = {{0xffff0000ffff0000, 0x00ffff0000ffff00},
                                    {0, ~Bits{0}},
                                    {~Bits{0}, 0},
                                    {~Bits{0}, ~Bits{0}},
                                    {0x123456789abcdef0, 0x0f0f0f0f0f0f0f0f}};
  for (const MaskRule& rule : rules) {
    const std::string name = rule.name;
    for (const std::string form : {"_saveexec_b64", "_wrexec_b64"}) {
      if (form == "_wrexec_b64" && name != "andn1" && name != "andn2") continue;
      for (const Tuple& x : cases) {
        const Bits value = rule.value(x[0], x[1]);
        const Bits destination = form == "_saveexec_b64" ? x[1] : value;
        t.add_text({std::string("s_").append(name).append(form), "0 " + hex(x[0], 16) + " " + hex(x[1], 16),
                    std::string(value != 0 ? "1 " : "0 ") + hex(destination, 16) + " " + hex(value, 16)});
      }
    }
  }
}

}  // namespace

void scalar_rows(Table& t) {
  arithmetic(t);
  for (const int bits : {32, 64}) {
    logic(t, bits);
    counts(t, bits);
    fields(t, bits);
  }
  const Shape one{{32}};
  add(t, "s_abs_i32", one, integer_singles(32),
      [](const Tuple& x, int) { return nonzero((x[0] >> 31 ? 0 - x[0] : x[0]) & 0xffffffff); });
  add(t, "s_sext_i32_i8", one, integer_singles(32),
      [](const Tuple& x, int) { return Outcome{static_cast<Bits>(signed_of(x[0] & 0xff, 8)) & 0xffffffff}; });
  add(t, "s_sext_i32_i16", one, integer_singles(32), [](const Tuple& x, int) {
    return Outcome{static_cast<Bits>(signed_of(x[0] & 0xffff, 16)) & 0xffffffff};
  });
  const auto quads = [](int bits) {
    return [bits](const Tuple& x, int) {
      Bits r = 0;
      for (int i = 0; i < bits / 4; ++i) r |= Bits{((x[0] >> (4 * i)) & 15) != 0} << i;
      return nonzero(r);
    };
  };
  add(t, "s_quadmask_b32", {{32}, 32}, joined({integer_singles(32), {{0x10000020}}}), quads(32));
  add(t, "s_quadmask_b64", {{64}, 64}, joined({integer_singles(64), {{0x8000000010000020}}}), quads(64));
  add(t, "s_bitreplicate_b64_b32", {{32}, 64}, integer_singles(32), [](const Tuple& x, int) {
    Bits r = 0;
    for (int i = 0; i < 32; ++i) r |= ((x[0] >> i) & 1) * (Bits{3} << (2 * i));
    return Outcome{r};
  });
  compares(t);
  exec_masks(t);
}

}  // namespace tables
