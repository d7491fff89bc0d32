#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes the expected outputs of the integer kernels, from the mathematics said again in Python.

Python's integers have no width, so every wrap to 32 or 64 bits is spelled out. Run in this folder:
python3 make_expected.py. Needs nothing but Python; the .npy files are checked in.
"""

import struct

M32, M64 = 2**32 - 1, 2**64 - 1


def signed(x, bits):
    x &= 2**bits - 1
    return x - 2**bits if x >> (bits - 1) else x


def quotient(a, b):  # C's: towards zero
    return abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)


def remainder(a, b):  # C's: sign of a
    return a - quotient(a, b) * b


def integer_mix(i):
    x = (i * 2654435761 + 12345) & M32
    y = (x >> 7) | 1
    s = signed(x, 32) >> 3
    r = x // y + x % 1000 + ((x * y) >> 32)
    r = (r ^ (bin(x).count("1") << 24)) & M32
    r += (32 - (x >> 5).bit_length()) * 3 + int(f"{x:032b}"[::-1], 2) // 17
    r -= quotient(s, 7) + remainder(s, 13)
    r += (x << (y & 31)) ^ ((s >> (i & 15)) & M32)
    r += min(x, y) ^ (max(s, -1000) & M32)
    r += ((x >> 9) & 0x1FFF) * ((x & 0xFF) + 3)
    return r & M32


def integer_64(i):
    x = (i * 6364136223846793005 + 1442695040888963407) & M64
    y = (x >> 23) | 1
    s = signed(x, 64) >> (i & 31)
    r = x // y + (x << (i & 63))
    r += -s if s < 0 else y
    r = (r & M64) ^ (remainder(s, 1000003) & M64)
    return signed(r, 64)


def collatz(n, limit=200):
    count = 0
    while n != 1 and count < limit:
        if n % 2 == 0:
            n //= 2
        else:
            n = 3 * n + 1
            count += n > 1000000
        count += 1
    return count


def histogram(n):
    counts = [0] * 64
    for i in range(n):
        counts[(i * i + 3 * i) % 64] += 1
    return counts


def scratch_array(i, turn=11):
    kept = [0] * 24
    for e in range(24):
        kept[(e * turn + i) % 24] = i * 24 + e
    return [kept[(7 * e + 5 * i) % 24] + e for e in range(24)]


def save(name, kind, values):
    code = {"u4": "I", "i4": "i", "i8": "q"}[kind]
    header = f"{{'descr': '<{kind}', 'fortran_order': False, 'shape': ({len(values)},), }}"
    header += " " * (-(len(header) + 11) % 64) + "\n"
    with open(name + ".expected.npy", "wb") as out:
        out.write(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode())
        out.write(struct.pack(f"<{len(values)}{code}", *values))


save("integer_mix", "u4", [integer_mix(i) for i in range(1000)])
save("integer_64", "i8", [integer_64(i) for i in range(500)])
save("collatz", "u4", [collatz(i) for i in range(1, 1001)])
save("histogram", "u4", histogram(5000))
save("dynamic_lds_reverse", "i4", [block * 192 + 191 - i for block in range(3) for i in range(192)])
save("scratch_array", "i4", [value for i in range(128) for value in scratch_array(i)])
save("flat_select", "i4", [i * 3 if i % 2 == 1 else i for i in range(256)])
