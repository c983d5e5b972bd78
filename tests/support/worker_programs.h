// Programs with workers in tests: on Linux and simulated.
#pragma once

#include <nodecpp/function.h>
#include <nodecpp/string.h>

#include <doctest/doctest.h>

#include <string>

#include "os/linux/linux_port.h"
#include "os/sim/sim_port.h"
#include "process/process_state.h"

namespace nodecpp::worker_threads::testing {

// The notes of the first thread's program.
inline std::string notes;
inline void note(const String& text) { notes += std::string(text.data(), text.size()) + ";"; }

inline int runOn(os::Port& port, const Function<void()>& program) {
  nodecpp::detail::Loop loop(port);
  nodecpp::detail::Loop* before = nodecpp::detail::Loop::setCurrent(&loop);
  char name[] = "test";
  char* argv[] = {name, nullptr};
  nodecpp::detail::installProcess(loop, 1, argv);
  int code = 0;
  try {
    code = nodecpp::detail::runToEnd(loop, program);
  } catch (const nodecpp::detail::ProgramExit& exit) {
    code = exit.code;
  }
  loop.end();
  nodecpp::detail::removeProcess(loop);
  nodecpp::detail::Loop::setCurrent(before);
  return code;
}

inline std::string onLinux(const Function<void()>& program) {
  notes.clear();
  os::LinuxPort port;
  CHECK(runOn(port, program) == 0);
  return notes;
}

inline std::string simulated(const Function<void()>& program) {
  notes.clear();
  os::Network network;
  os::SimPort port(network, {});
  CHECK(runOn(port, program) == 0);
  return notes;
}

}  // namespace nodecpp::worker_threads::testing
