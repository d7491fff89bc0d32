// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where each 16-byte chunk of a 128 x 64 bf16 tile lives in LDS, as plain functions of numbers: the
// kernel calls them for its addresses, tests/kernels evaluates them on the host against the bank tables
// of both chips.
//
// A row of the tile is 64 bf16 = 128 bytes = 8 chunks, which is 32 banks of 4 bytes: chunk c of *every*
// row starts at bank 4c (on gfx950 with its 64 banks: of every second row). When the lanes of a wave
// read the same chunk of many rows, plain row-major storage sends them all to the same four banks.
//
// The swizzle moves chunk c of row r to place c XOR (r mod 8):
//
//     byte address in the tile, 14 bits
//      13            7   6     4   3         0
//     +----------------+---------+------------+
//     |      row       |  chunk  |  byte      |
//     +--------+-------+---------+------------+
//              | 9 8 7 |    ^
//              +-------+----+   the row's low three bits are XORed into the chunk's three
//
//     row 0:  0 1 2 3 4 5 6 7      Read down a column: chunk 0 stands at places
//     row 1:  1 0 3 2 5 4 7 6      0, 1, 2, 3, ... of rows 0, 1, 2, 3, ...: eight rows,
//     row 2:  2 3 0 1 6 7 4 5      eight different groups of four banks.
//     row 3:  3 2 1 0 7 6 5 4      Read along a row: still each place once, so the
//      ...                         write of a whole row stays free of conflicts too.

#pragma once

namespace gemm {

constexpr unsigned kTileRows = 128;  ///< rows of A, and rows of B, per workgroup: a 128 x 128 tile of C
constexpr unsigned kTileK = 64;  ///< elements of K per step
constexpr unsigned kChunkElements = 8;  ///< 8 bf16 = 16 bytes: one dwordx4 load, one b128 LDS access
constexpr unsigned kChunksPerRow = kTileK / kChunkElements;
constexpr unsigned kWorkItems = 256;
constexpr unsigned kChunksPerWorkItem = kTileRows * kChunksPerRow / kWorkItems;

/// Number of the place (in chunks from the tile's start) of chunk `chunk` of row `row`.
constexpr unsigned place(unsigned row, unsigned chunk, bool swizzled) {
  return row * kChunksPerRow + (swizzled ? chunk ^ (row % kChunksPerRow) : chunk);
}

struct RowChunk {
  unsigned row, chunk;
};

/// What a work-item copies in its `i`-th turn: eight neighbours share a row, so that a wave reads eight
/// whole 128-byte lines from memory and writes eight whole rows to LDS.
constexpr RowChunk copied_by(unsigned work_item, unsigned i) {
  return {(i * kWorkItems + work_item) / kChunksPerRow, work_item % kChunksPerRow};
}

/// What a lane reads for the `slab`-th 32 elements of K: row lane % 16, and of the slab's four chunks
/// the one numbered lane / 16. That is the operand layout of v_mfma_f32_16x16x32_bf16.
constexpr RowChunk read_by(unsigned lane, unsigned first_row, unsigned slab) {
  return {first_row + lane % 16, slab * 4 + lane / 16};
}

}  // namespace gemm
