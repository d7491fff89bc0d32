// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kernels for the code object tests: metadata of many kinds, source lines, an indirect call, and a table of
// function pointers, which needs relocations.

#define KERNEL extern "C" __attribute__((global))
#define DEVICE __attribute__((device))

struct Triple {
  int a;
  double b;
  short c;
};
typedef int (*Operation)(int, int);

DEVICE __attribute__((noinline)) int sum(int a, int b) { return a + 3 * b; }
DEVICE __attribute__((noinline)) int difference(int a, int b) { return a - 5 * b; }
DEVICE __attribute__((visibility("default"))) Operation operations[2] = {sum, difference};

KERNEL __attribute__((amdgpu_flat_work_group_size(1, 256))) void scale(float* out, const float* in,
                                                                       float factor) {
  unsigned i = __builtin_amdgcn_workgroup_id_x() * 256 + __builtin_amdgcn_workitem_id_x();
  float value = in[i];
  out[i] = value * factor;  // source line test: multiply
}

KERNEL __attribute__((amdgpu_flat_work_group_size(128, 128))) void uses_lds(int* out, Triple triple,
                                                                            short last) {
  __attribute__((shared)) static int tile[200];
  unsigned i = __builtin_amdgcn_workitem_id_x();
  tile[i] = triple.a + last;
  __builtin_amdgcn_s_barrier();
  out[i] = tile[127 - i] + triple.c;  // source line test: barrier precedes
}

KERNEL void calls(int* out, int which) {
  unsigned i = __builtin_amdgcn_workitem_id_x();
  out[i] = operations[which & 1](i, which);
}
