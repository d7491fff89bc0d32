#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Golden tables of packing, unfused half arithmetic, cube maps, byte differences and saturating integers.

Written from AMD's CDNA4 pseudocode with exact rational arithmetic; knows nothing of the simulator. Writes
narrow_packing.txt, narrow_halves.txt, narrow_rare.txt and clamped/clamped.txt into the directory given:

    narrow_tables.py tests/data/isa

NaN results are the simulator's own rule (first NaN operand, quieted; else one constant), as in vop3.txt.
"""
import math
import random
import sys
from fractions import Fraction

RANDOM = random.Random(20240601)
NAN, INFINITY = "nan", "inf"


# --- floats as (negative, value): value is a Fraction, INFINITY or NAN ------------------------------------

def decode(bits, exponent_bits, fraction_bits):
    width = 1 + exponent_bits + fraction_bits
    negative = bool(bits >> (width - 1))
    exponent = (bits >> fraction_bits) & ((1 << exponent_bits) - 1)
    fraction = bits & ((1 << fraction_bits) - 1)
    bias = (1 << (exponent_bits - 1)) - 1
    if exponent == (1 << exponent_bits) - 1:
        return negative, NAN if fraction else INFINITY
    significand = fraction if exponent == 0 else fraction | (1 << fraction_bits)
    return negative, significand * Fraction(2) ** (max(exponent, 1) - bias - fraction_bits)


def encode(negative, value, exponent_bits, fraction_bits):
    """To nearest even."""
    sign = int(negative) << (exponent_bits + fraction_bits)
    all_ones = ((1 << exponent_bits) - 1) << fraction_bits
    if value == INFINITY:
        return sign | all_ones
    if value == 0:
        return sign
    bias = (1 << (exponent_bits - 1)) - 1
    exponent = max(floor_log2(value), 1 - bias)
    units = round(value / Fraction(2) ** (exponent - fraction_bits))  # Python rounds Fractions half to even
    code = ((exponent + bias - 1) << fraction_bits) + units
    return sign | min(code, all_ones)


def floor_log2(value):
    exponent = value.numerator.bit_length() - value.denominator.bit_length()
    return exponent if Fraction(2) ** exponent <= value else exponent - 1


def signed(pair):
    return -pair[1] if pair[0] else pair[1]


def f16(bits): return decode(bits & 0xffff, 5, 10)
def f32(bits): return decode(bits, 8, 23)
def is_nan16(bits): return (bits & 0x7fff) > 0x7c00
def is_nan32(bits): return (bits & 0x7fffffff) > 0x7f800000


def exact(op, x, y, to_bits, nan):
    """Sum or product of two decoded numbers, rounded by to_bits."""
    if NAN in (x[1], y[1]):
        return nan
    if op == "*":
        negative = x[0] != y[0]
        if INFINITY in (x[1], y[1]):
            return nan if 0 in (x[1], y[1]) else to_bits(negative, INFINITY)
        return to_bits(negative, x[1] * y[1])
    if INFINITY in (x[1], y[1]):
        if x[1] == y[1] and x[0] != y[0]:
            return nan
        return to_bits(x[0] if x[1] == INFINITY else y[0], INFINITY)
    total = signed(x) + signed(y)
    return to_bits(total < 0 if total else x[0] and y[0], abs(total))


def to16(negative, value): return encode(negative, value, 5, 10)
def to32(negative, value): return encode(negative, value, 8, 23)
def add16(a, b): return exact("+", f16(a), f16(b), to16, 0x7e00)
def mul16(a, b): return exact("*", f16(a), f16(b), to16, 0x7e00)
def add32(a, b): return exact("+", f32(a), f32(b), to32, 0x7fc00000)
def mul32(a, b): return exact("*", f32(a), f32(b), to32, 0x7fc00000)


def fma16(a, b, c):
    if INFINITY in (f16(a)[1], f16(b)[1]) or NAN in (f16(a)[1], f16(b)[1]):
        product = f16(mul16(a, b))
    else:
        product = (f16(a)[0] != f16(b)[0], f16(a)[1] * f16(b)[1])
    return exact("+", product, f16(c), to16, 0x7e00)


def first_nan16(result, *operands):
    for operand in operands:
        if is_nan16(operand):
            return operand | 0x200
    return result


def maximum16(a, b, sign=1):
    if is_nan16(a) or is_nan16(b):
        return first_nan16(0, a, b)
    def key(bits):
        negative, value = f16(bits)
        value = Fraction(1 << 20) if value == INFINITY else value
        return (-value if negative else value), not negative
    return max(a, b, key=key) if sign > 0 else min(a, b, key=key)


# --- integers -------------------------------------------------------------------------------------------

def s(value, bits):
    value &= (1 << bits) - 1
    return value - (1 << bits) if value >> (bits - 1) else value


def clamp(value, low, high): return max(low, min(high, value))
def usat(value, bits): return clamp(value, 0, (1 << bits) - 1)
def ssat(value, bits): return clamp(value, -(1 << (bits - 1)), (1 << (bits - 1)) - 1) & ((1 << bits) - 1)
def parts(value, bits, signed_parts=False):
    out = [(value >> i) & ((1 << bits) - 1) for i in range(0, 32, bits)]
    return [s(x, bits) for x in out] if signed_parts else out


def norm(x, units, low):
    """x: decoded float."""
    if x[1] == NAN:
        return 0
    value = clamp(signed(x) if x[1] != INFINITY else (-1 if x[0] else 1), low, 1)
    return round(Fraction(value) * units) & 0xffff


def snorm(x): return norm(x, 32767, -1)
def unorm(x): return norm(x, 65535, 0)


def to_u8(bits):
    x = f32(bits)
    if x[1] == NAN or x[0]:
        return 0
    return 255 if x[1] == INFINITY else clamp(round(x[1]), 0, 255)


def insert_u8(a, byte, rest):
    shift = 8 * (byte & 3)
    return rest & ~(0xff << shift) | to_u8(a) << shift


def shifted(a, b, shift, low, high):
    one, two = (clamp(s(x, 32) >> (shift & 31), low, high) & 0xff for x in (a, b))
    return one | two << 8


def differences(a, b, masked=False):
    return sum(0 if masked and y == 0 else abs(x - y) for x, y in zip(parts(a, 8), parts(b, 8)))


def windows(a, b, c, masked, limit):
    out = 0
    for i in range(4):
        total = (c >> (16 * i) & 0xffff) + differences(a >> (8 * i) & 0xffffffff, b, masked)
        out |= (min(total, 0xffff) if limit else total & 0xffff) << (16 * i)
    return out


# --- cube maps, 2/pi -------------------------------------------------------------------------------------

def cube(x, y, z):
    """(face, s, t, 2 * major axis); operands without NaN."""
    def magnitude(bits): return Fraction(1 << 200) if f32(bits)[1] == INFINITY else f32(bits)[1]
    def below(bits): return f32(bits)[0] and f32(bits)[1] != 0
    def minus(bits): return bits ^ 0x80000000
    faces = [0x00000000, 0x3f800000, 0x40000000, 0x40400000, 0x40800000, 0x40a00000]
    ax, ay, az = magnitude(x), magnitude(y), magnitude(z)
    if az >= ax and az >= ay:
        return faces[5 if below(z) else 4], minus(x) if below(z) else x, minus(y), mul32(z, 0x40000000)
    if ay >= ax:
        return faces[3 if below(y) else 2], x, minus(z) if below(y) else z, mul32(y, 0x40000000)
    return faces[1 if below(x) else 0], z if below(x) else minus(z), minus(y), mul32(x, 0x40000000)


def arctangent_of_inverse(n, bits):
    total, term, k = 0, (1 << bits) // n, 1
    while term:
        total += term // k if k % 4 == 1 else -(term // k)
        term //= n * n
        k += 2
    return total


def two_over_pi():
    """floor(2/pi * 2^1201), by Machin's formula."""
    bits = 1400
    pi = 4 * (4 * arctangent_of_inverse(5, bits) - arctangent_of_inverse(239, bits))
    return (2 << (bits + 1201)) // pi


def trig_preop(a, segment):
    exponent = (a >> 52) & 0x7ff
    shift = (segment & 31) * 53 + max(exponent - 1077, 0)
    bits = ((two_over_pi() << shift) & ((1 << 1201) - 1)) >> (1201 - 53)
    scale = -53 - shift + (128 if exponent >= 1968 else 0)
    if scale < -1074:  # cut, not rounded
        bits = bits >> (-1074 - scale) << (-1074 - scale)
    return encode(False, bits * Fraction(2) ** scale, 11, 52)


# --- tables ---------------------------------------------------------------------------------------------

HALVES = [0, 0x8000, 0x3c00, 0xbc00, 0x3800, 0x0001, 0x83ff, 0x0400, 0x7bff, 0xfbff, 0x7c00, 0xfc00, 0x3555, 0xc4d2]
SINGLES = [0, 0x80000000, 0x3f800000, 0xbf800000, 0x3f000000, 1, 0x807fffff, 0x7f7fffff, 0xff7fffff, 0x7f800000,
           0xff800000, 0x3eaaaaab, 0x3f7ffff0, 0xbf7ffff0, 0x437f8000, 0x43002000, 0x42ff0000, 0x40200000, 0x40600000]
WORDS = [0, 1, 2, 0xff, 0x7f, 0x80, 0x7fff, 0x8000, 0xffff, 0x10000, 0x7fffffff, 0x80000000, 0xffffffff, 0x12345678,
         0x80008000, 0x7fff7fff, 0xfffe0003, 0x00ff00ff]


def pick(pool, width):
    return RANDOM.choice(pool) if RANDOM.random() < 0.6 else RANDOM.getrandbits(width)


class Table:
    def __init__(self, title):
        self.lines = ["# " + line for line in title]
        self.width = {}

    def add(self, name, digits, inputs, expected, result_digits):
        fields = " ".join(f"{x:0{d}x}" for x, d in zip(inputs, digits))
        self.lines.append(f"{name} | {fields} | {expected:0{result_digits}x}")

    def many(self, name, kinds, function, result_digits, count=10, usable=lambda *inputs: True):
        pools = {"h": (HALVES, 16, 4), "f": (SINGLES, 32, 8), "w": (WORDS, 32, 8), "u": (WORDS[:9], 16, 4),
                 "q": (WORDS, 64, 16)}
        self.lines.append("")
        while count:
            inputs = [pick(pools[k][0], pools[k][1]) for k in kinds]
            if not usable(*inputs):
                continue
            self.add(name, [pools[k][2] for k in kinds], inputs, function(*inputs), result_digits)
            count -= 1

    def write(self, path):
        with open(path, "w", encoding="ascii") as out:
            out.write("\n".join(self.lines) + "\n")


SOURCE = ["Written by generator/narrow_tables.py from AMD's CDNA4 pseudocode, in exact rational arithmetic."]


def packing():
    t = Table(["Packed, normalised and saturated conversions."] + SOURCE)
    t.many("v_cvt_norm_i16_f16", "h", lambda a: snorm(f16(a)), 4, 12)
    t.many("v_cvt_norm_u16_f16", "h", lambda a: unorm(f16(a)), 4, 12)
    t.many("v_cvt_pknorm_i16_f32", "ff", lambda a, b: snorm(f32(a)) | snorm(f32(b)) << 16, 8)
    t.many("v_cvt_pknorm_u16_f32", "ff", lambda a, b: unorm(f32(a)) | unorm(f32(b)) << 16, 8)
    t.many("v_cvt_pknorm_i16_f16", "hh", lambda a, b: snorm(f16(a)) | snorm(f16(b)) << 16, 8)
    t.many("v_cvt_pknorm_u16_f16", "hh", lambda a, b: unorm(f16(a)) | unorm(f16(b)) << 16, 8)
    t.many("v_cvt_pk_i16_i32", "ww", lambda a, b: ssat(s(a, 32), 16) | ssat(s(b, 32), 16) << 16, 8)
    t.many("v_cvt_pk_u16_u32", "ww", lambda a, b: usat(a, 16) | usat(b, 16) << 16, 8)
    t.lines.append("")
    for a in range(16):
        t.add("v_cvt_off_f32_i4", [8], [a | 0xabcdef50], encode(a > 7, abs(Fraction(s(a, 4), 16)), 8, 23), 8)
    t.many("v_cvt_pk_u8_f32", "fww", insert_u8, 8, 16)
    t.many("v_ashr_pk_i8_i32", "www", lambda a, b, c: shifted(a, b, c, -128, 127), 4)
    t.many("v_ashr_pk_u8_i32", "www", lambda a, b, c: shifted(a, b, c, 0, 255), 4)
    return t


def halves():
    t = Table(["v_mad_f16 and its kin round the product and the sum; pairs of f16 and bf16."] + SOURCE)
    def mad(a, b, c): return first_nan16(add16(mul16(a, b), c), a, b, c)
    for name in ("v_mad_f16", "v_mad_legacy_f16", "v_mac_f16", "v_madak_f16", "v_madmk_f16"):
        t.many(name, "hhh", mad, 4)
    def fixup(q, d, n):
        sign = (d ^ n) & 0x8000
        if is_nan16(n) or is_nan16(d):
            return first_nan16(0, n, d)
        zero_d, zero_n, inf_d, inf_n = d & 0x7fff == 0, n & 0x7fff == 0, d & 0x7fff == 0x7c00, n & 0x7fff == 0x7c00
        if zero_d and zero_n or inf_d and inf_n:
            return 0xfe00
        if zero_d or inf_n:
            return sign | 0x7c00
        return sign if inf_d or zero_n else sign | q & 0x7fff
    t.many("v_div_fixup_legacy_f16", "hhh", fixup, 4, 16, lambda q, d, n: not is_nan16(q))
    def both(function):
        def apply(*operands):
            return (function(*(x & 0xffff for x in operands))
                    | function(*((x >> 16) & 0xffff for x in operands)) << 16)
        return apply
    for name, function in (("v_pk_fmac_f16", lambda a, b, c: first_nan16(fma16(a, b, c), a, b, c)),
                           ("v_pk_maximum3_f16", lambda a, b, c: maximum16(maximum16(a, b), c)),
                           ("v_pk_minimum3_f16", lambda a, b, c: maximum16(maximum16(a, b, -1), c, -1))):
        t.lines.append("")
        for _ in range(14):
            inputs = [pick(HALVES, 16) | pick(HALVES, 16) << 16 for _ in range(3)]
            t.add(name, [8] * 3, inputs, both(function)(*inputs), 8)
    def products(a, b):
        return mul32(a << 16 & 0xffffffff, b << 16 & 0xffffffff), mul32(a & 0xffff0000, b & 0xffff0000)
    def canonical(bits): return 0x7fc00000 if is_nan32(bits) else bits
    t.many("v_dot2_f32_bf16", "fff",
           lambda a, b, c: canonical(add32(add32(*products(a, b)), c)), 8, 14)
    t.many("v_dot2c_f32_bf16", "fff",
           lambda a, b, c: canonical(add32(add32(c, products(a, b)[0]), products(a, b)[1])), 8, 14)
    return t


def rare():
    t = Table(["Cube maps, sums of byte differences, segments of 2/pi, gfx942's fp8 and bf8."] + SOURCE +
              ["v_screen_partition_4se_b32: by hand from the Vega ISA manual's table."])
    for name, part in (("v_cubeid_f32", 0), ("v_cubesc_f32", 1), ("v_cubetc_f32", 2), ("v_cubema_f32", 3)):
        t.many(name, "fff", lambda x, y, z, part=part: cube(x, y, z)[part], 8, 14,
               lambda *operands: not any(is_nan32(x) for x in operands))
    t.many("v_qsad_pk_u16_u8", "qwq", lambda a, b, c: windows(a, b, c, False, False), 16)
    t.many("v_mqsad_pk_u16_u8", "qwq", lambda a, b, c: windows(a, b, c, True, False), 16)
    t.lines.append("")
    for a, segment in ((0x3ff0000000000000, 0), (0x3ff0000000000000, 1), (0x3ff0000000000000, 22), (0xc350000000000000, 2),
                       (0x7fe0000000000000, 0), (0x7fe0000000000000, 2), (0x7b00000000000000, 4), (0x7aff000000000000, 3),
                       (0x4360000000000001, 19), (0x7fefffffffffffff, 31), (0x43f0000000000000, 18)):
        t.add("v_trig_preop_f64", [16, 8], [a, segment], trig_preop(a, segment), 16)
    t.lines.append("")
    for a, expected in ((0, 1), (1, 3), (4, 5), (0x11, 2), (0x33, 8), (0x44, 4), (0x89, 3), (0xfe, 15), (0xff, 1), (0x1ff, 1)):
        t.add("v_screen_partition_4se_b32", [8], [a], expected, 8)
    def fnuz(code, exponent_bits, fraction_bits):
        code &= 0xff
        if code == 0x80:
            return 0x7fc00000
        exponent = (code & 0x7f) >> fraction_bits
        fraction = code & ((1 << fraction_bits) - 1)
        significand = fraction | (1 << fraction_bits if exponent else 0)
        bias = 1 << (exponent_bits - 1)
        value = significand * Fraction(2) ** (max(exponent, 1) - bias - fraction_bits)
        return to32(bool(code >> 7), value)
    for suffix, e, f in (("fp8", 4, 3), ("bf8", 5, 2)):
        t.lines.append("")
        for code in (0, 1, 7, 8, 0x40, 0x7f, 0x80, 0x81, 0xff, 0xc3):
            t.add("v_cvt_f32_" + suffix, [8], [code | 0x5a5a00], fnuz(code, e, f), 8)
        for code in (0x0080, 0x7f01, 0xff40, 0x8081, 0x1234, 0xc0ff):
            t.add("v_cvt_pk_f32_" + suffix, [8], [code | 0x770000],
                  fnuz(code, e, f) | fnuz(code >> 8, e, f) << 32, 16)
    return t


def clamped():
    t = Table(["Integer instructions with the clamp bit: `mnemonic | inputs, hex | expected, hex`; a mask comes first,",
               "a carry is the first digit of the expected value."] + SOURCE)
    u, i = usat, ssat
    def signed24(a): return s(a, 24)
    plain = {
        "v_add_u32": ("ww", lambda a, b: u(a + b, 32)), "v_sub_u32": ("ww", lambda a, b: u(a - b, 32)),
        "v_subrev_u32": ("ww", lambda a, b: u(b - a, 32)),
        "v_add_i32": ("ww", lambda a, b: i(s(a, 32) + s(b, 32), 32)),
        "v_sub_i32": ("ww", lambda a, b: i(s(a, 32) - s(b, 32), 32)),
        "v_add_u16": ("uu", lambda a, b: u(a + b, 16)), "v_sub_u16": ("uu", lambda a, b: u(a - b, 16)),
        "v_subrev_u16": ("uu", lambda a, b: u(b - a, 16)),
        "v_add_i16": ("uu", lambda a, b: i(s(a, 16) + s(b, 16), 16)),
        "v_sub_i16": ("uu", lambda a, b: i(s(a, 16) - s(b, 16), 16)),
        "v_mul_lo_u16": ("uu", lambda a, b: u(a * b, 16)),
        "v_mul_u32_u24": ("ww", lambda a, b: u((a & 0xffffff) * (b & 0xffffff), 32)),
        "v_mul_i32_i24": ("ww", lambda a, b: i(signed24(a) * signed24(b), 32)),
        "v_mad_u32_u24": ("www", lambda a, b, c: u((a & 0xffffff) * (b & 0xffffff) + c, 32)),
        "v_mad_i32_i24": ("www", lambda a, b, c: i(signed24(a) * signed24(b) + s(c, 32), 32)),
        "v_mad_u16": ("uuu", lambda a, b, c: u(a * b + c, 16)),
        "v_mad_i16": ("uuu", lambda a, b, c: i(s(a, 16) * s(b, 16) + s(c, 16), 16)),
        "v_mad_u32_u16": ("uuw", lambda a, b, c: u(a * b + c, 32)),
        "v_mad_i32_i16": ("uuw", lambda a, b, c: i(s(a, 16) * s(b, 16) + s(c, 32), 32)),
        "v_sad_u8": ("www", lambda a, b, c: u(differences(a, b) + c, 32)),
        "v_msad_u8": ("www", lambda a, b, c: u(differences(a, b, True) + c, 32)),
        "v_sad_hi_u8": ("www", lambda a, b, c: u((differences(a, b) << 16) + c, 32)),
        "v_sad_u16": ("www", lambda a, b, c: u(sum(abs(x - y) for x, y in zip(parts(a, 16), parts(b, 16))) + c, 32)),
        "v_sad_u32": ("www", lambda a, b, c: u(abs(a - b) + c, 32)),
        "v_qsad_pk_u16_u8": ("qwq", lambda a, b, c: windows(a, b, c, False, True)),
        "v_mqsad_pk_u16_u8": ("qwq", lambda a, b, c: windows(a, b, c, True, True)),
    }
    plain["v_mad_legacy_u16"], plain["v_mad_legacy_i16"] = plain["v_mad_u16"], plain["v_mad_i16"]
    def dot(bits, is_signed):
        def apply(a, b, c):
            total = sum(x * y for x, y in zip(parts(a, bits, is_signed), parts(b, bits, is_signed)))
            return i(total + s(c, 32), 32) if is_signed else u(total + c, 32)
        return apply
    for bits, lanes in ((16, "2"), (8, "4"), (4, "8")):
        plain[f"v_dot{lanes}_i32_i{bits}"] = plain[f"v_dot{lanes}c_i32_i{bits}"] = ("www", dot(bits, True))
        plain[f"v_dot{lanes}_u32_u{bits}"] = ("www", dot(bits, False))
    def both(function):
        def apply(*operands):
            return (function(*(x & 0xffff for x in operands))
                    | function(*((x >> 16) & 0xffff for x in operands)) << 16)
        return apply
    for name in ("add_u16", "sub_u16", "add_i16", "sub_i16", "mul_lo_u16", "mad_u16", "mad_i16"):
        kinds, function = plain["v_" + name]
        plain["v_pk_" + name] = ("w" * len(kinds), both(function))
    for name, (kinds, function) in plain.items():
        digits = 16 if "q" in kinds else (4 if name in {"v_mul_lo_u16"} or name.startswith(
            ("v_add_u16", "v_sub_u16", "v_subrev_u16", "v_add_i16", "v_sub_i16", "v_mad_u16", "v_mad_i16",
             "v_mad_legacy")) else 8)
        t.many(name, kinds, function, digits, 12)
    t.lines.append("")
    def carry(name, function, masked):
        for _ in range(12):
            mask, a, b = RANDOM.getrandbits(1) if masked else 0, pick(WORDS, 32), pick(WORDS, 32)
            exact_value = function(mask, a, b)
            inputs, digits = ([mask] if masked else []) + [a, b], ([1] if masked else []) + [8, 8]
            out = int(exact_value < 0 or exact_value >> 32 != 0) << 32 | usat(exact_value, 32)
            t.add(name, digits, inputs, out, 9)
    carry("v_add_co_u32", lambda m, a, b: a + b, False)
    carry("v_sub_co_u32", lambda m, a, b: a - b, False)
    carry("v_subrev_co_u32", lambda m, a, b: b - a, False)
    carry("v_addc_co_u32", lambda m, a, b: a + b + m, True)
    carry("v_subb_co_u32", lambda m, a, b: a - b - m, True)
    carry("v_subbrev_co_u32", lambda m, a, b: b - a - m, True)
    big = [0, 1, (1 << 63) - 1, 1 << 63, (1 << 64) - 1, (1 << 64) - (1 << 32)]
    for _ in range(14):
        a, b, c = pick(WORDS, 32), pick(WORDS, 32), pick(big, 64)
        total = a * b + c
        t.add("v_mad_u64_u32", [8, 8, 16], [a, b, c], (total >> 64) << 64 | usat(total, 64), 17)
        total = s(a, 32) * s(b, 32) + s(c, 64)
        t.add("v_mad_i64_i32", [8, 8, 16], [a, b, c], int(total < 0) << 64 | ssat(total, 64), 17)
    t.lines.append("")
    def unit(negative_value):
        negative, value = negative_value
        return 0 if negative or value == NAN else min(value if value != INFINITY else 1, 1)
    def unit16(bits): return encode(False, Fraction(unit(f16(bits))), 5, 10)
    def cut16(bits):
        negative, value = f32(bits)
        if value in (NAN, INFINITY) or negative:
            return 0 if negative or value == NAN else 0x3c00
        if value >= 1:
            return 0x3c00
        exponent = max(floor_log2(value), -14) if value else -14
        unit_in_place = Fraction(2) ** (exponent - 10)
        return to16(False, math.floor(value / unit_in_place) * unit_in_place)
    def near(bits, e, f): return encode(False, Fraction(unit(f32(bits))), e, f)
    for _ in range(14):
        a, b = pick(SINGLES, 32), pick(SINGLES, 32)
        t.add("v_cvt_pkrtz_f16_f32", [8, 8], [a, b], cut16(a) | cut16(b) << 16, 8)
        t.add("v_cvt_pk_f16_f32", [8, 8], [a, b], near(a, 5, 10) | near(b, 5, 10) << 16, 8)
        t.add("v_cvt_pk_bf16_f32", [8, 8], [a, b], near(a, 8, 7) | near(b, 8, 7) << 16, 8)
        a, b = pick(HALVES, 16), pick(HALVES, 16)
        t.add("v_pack_b32_f16", [4, 4], [a, b], unit16(a) | unit16(b) << 16, 8)
    return t


def main():
    directory = sys.argv[1]
    packing().write(directory + "/narrow_packing.txt")
    halves().write(directory + "/narrow_halves.txt")
    rare().write(directory + "/narrow_rare.txt")
    clamped().write(directory + "/clamped/clamped.txt")


if __name__ == "__main__":
    main()
