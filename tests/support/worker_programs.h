// Programs with workers in tests: on Linux, simulated, recorded and replayed. Each function returns the program's
// notes.
#pragma once

#include <nodecpp/function.h>
#include <nodecpp/string.h>

#include <doctest/doctest.h>

#include <string>

#include "os/linux/linux_port.h"
#include "os/sim/sim_port.h"
#include "support/program_run.h"

namespace nodecpp::worker_threads::testing {

// The notes of the first thread's program.
inline std::string notes;
inline void note(const String& text) { notes += std::string(text.data(), text.size()) + ";"; }

inline std::string onLinux(const Function<void()>& program) {
  notes.clear();
  os::LinuxPort port;
  CHECK(tests::runOn(port, program) == 0);
  return notes;
}

inline std::string simulated(const Function<void()>& program) {
  notes.clear();
  os::Network network;
  os::SimPort port(network, {});
  CHECK(tests::runOn(port, program) == 0);
  return notes;
}

// Runs the program on Linux, and records it and its workers into the new folder `path`.
inline std::string recorded(const std::string& path, const Function<void()>& program) {
  notes.clear();
  os::LinuxPort port;
  tests::record(port, path, program);
  return notes;
}

// Replays the program that recorded() has recorded into `path`.
inline std::string replayed(const std::string& path, const Function<void()>& program) {
  notes.clear();
  tests::replay(path, program);
  return notes;
}

}  // namespace nodecpp::worker_threads::testing
