// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// NumPy's .npy files in and out, so that tensors can come from and go to Python. Versions 1.0, 2.0 and
// 3.0 are read, 1.0 is written (2.0 if the header needs it); little endian and C order only.
//
// What surprises: NumPy has no bf16 and no fp8. They travel as raw bits: uint16 for bf16, uint8 for fp8
// (ml_dtypes writes them as V2 and V1, which are read too), and the caller says what the bits mean.
// Source: numpy/lib/format.py, "NEP 1: A simple file format for NumPy arrays".

#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "reference/tensor.h"

namespace lanewise::reference {

/// Reads a whole file. `meaning` gives the element type where the file cannot (bf16, fp8) and is checked
/// where it can: a file of <f4 read as f16 is an error. Throws std::invalid_argument that names the
/// file and what is wrong: not an .npy file, cut short, Fortran order, big endian, other element type.
Tensor read_npy(const std::string& path, std::optional<DType> meaning = std::nullopt);
void write_npy(const std::string& path, const Tensor& tensor);

/// The same on bytes in memory; `source` is what error messages call them.
Tensor parse_npy(std::span<const std::byte> file, std::optional<DType> meaning, std::string_view source);
std::vector<std::byte> npy_bytes(const Tensor& tensor);

}  // namespace lanewise::reference
