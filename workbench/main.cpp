// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The `lanewise` program. Colours only on a terminal and only without NO_COLOR (no-color.org).

#include <unistd.h>

#include <cstdlib>
#include <iostream>

#include "workbench/command/commands.h"
#include "workbench/command/window.h"
#include "workbench/run/interruption.h"

int main(int argc, char** argv) {
  lanewise::workbench::install_interruption();
  const char* no_color = std::getenv("NO_COLOR");
  const bool colours = isatty(STDOUT_FILENO) != 0 && (no_color == nullptr || no_color[0] == '\0');
  lanewise::workbench::Console console{std::cout, std::cerr, colours};
  const int status =
      lanewise::workbench::lanewise_main(argc, argv, console, lanewise::workbench::window_function());
  std::cout.flush();
  if (!std::cout && status == 0) return 2;  // e.g. a full disk behind standard output
  return status;
}
