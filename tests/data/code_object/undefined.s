// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A relocatable object that cannot be linked: it calls a function that nobody defines.
.text
.globl caller
.p2align 8
.type caller,@function
caller:
  s_getpc_b64 s[4:5]
  s_add_u32 s4, s4, nobody@rel32@lo+4
  s_addc_u32 s5, s5, nobody@rel32@hi+12
  s_swappc_b64 s[30:31], s[4:5]
  s_endpgm
.size caller, .-caller
