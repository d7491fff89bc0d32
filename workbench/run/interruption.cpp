// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The handler only sets a flag; everything else happens where the flag is read. SIGTERM is treated alike.

#include "workbench/run/interruption.h"

#include <unistd.h>

#include <csignal>

namespace lanewise::workbench {
namespace {

volatile bool interrupted = false;

void on_signal(int) {
  if (interrupted) _exit(130);
  interrupted = true;
}

}  // namespace

void install_interruption() {
  struct sigaction action{};
  action.sa_handler = on_signal;
  sigemptyset(&action.sa_mask);
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
}

const volatile bool* interruption_flag() { return &interrupted; }

void throw_if_interrupted() {
  if (interrupted) throw Interrupted{};
}

}  // namespace lanewise::workbench
