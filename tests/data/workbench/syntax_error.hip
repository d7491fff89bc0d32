// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
extern "C" __global__ void broken() { undeclared = 1; }
