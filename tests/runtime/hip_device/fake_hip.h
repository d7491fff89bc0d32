// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the fake HIP runtime remembers of its last launch. The test reaches it by dlsym, because the
// fake is opened at run time like the real one.

#pragma once

#include <cstddef>

struct FakeHipLaunch {
  char kernel[128];
  unsigned numbers[7];  ///< grid x y z, block x y z, dynamic LDS
  std::size_t argument_bytes;
  unsigned char arguments[256];
};

using FakeHipLastLaunch = const FakeHipLaunch* (*)();  ///< fake_hip_last_launch
using FakeHipLiveObjects = int (*)();                  ///< fake_hip_live_objects: modules, events, buffers
