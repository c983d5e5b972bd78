// Runs a program on a port as run() does, and records and replays one, for tests.
#pragma once

#include <nodecpp/function.h>

#include <doctest/doctest.h>

#include <string>
#include <utility>

#include "loop/loop.h"
#include "os/session/recorded_port.h"
#include "process/process_state.h"

namespace tests {

namespace os = nodecpp::os;

// The current loop of this thread, with a process, for as long as this object lives.
class ProgramLoop {
 public:
  explicit ProgramLoop(os::Port& port) : loop_(port), before_(nodecpp::detail::Loop::setCurrent(&loop_)) {
    char name[] = "program";
    char* argv[] = {name, nullptr};
    nodecpp::detail::installProcess(loop_, 1, argv);
  }
  ~ProgramLoop() {
    loop_.end();
    nodecpp::detail::removeProcess(loop_);
    nodecpp::detail::Loop::setCurrent(before_);
  }
  ProgramLoop(const ProgramLoop&) = delete;
  // Runs the program and the loop to their end. Returns the exit code.
  int run(const nodecpp::Function<void()>& program) {
    try {
      return nodecpp::detail::runToEnd(loop_, program);
    } catch (const nodecpp::detail::ProgramExit& exit) {
      return exit.code;
    }
  }

 private:
  nodecpp::detail::Loop loop_;
  nodecpp::detail::Loop* before_;
};

// Runs the program on the port to its end. Returns the exit code.
inline int runOn(os::Port& port, const nodecpp::Function<void()>& program) { return ProgramLoop(port).run(program); }

// Runs the program on `world`, and records it and its workers into the new folder `path`. It must end with code 0.
inline void record(os::Port& world, const std::string& path, const nodecpp::Function<void()>& program,
                   os::replay::Start start = {}) {
  start.seed = std::string(32, 's');
  std::string error;
  const auto log = os::record::FileLog::create(path, "main", error);
  REQUIRE(error == "");
  os::RecordedPort port(world, *log, start);
  port.variableRules.redacted = start.redacted;
  port.threadLog = [&](const std::string& name, os::Port&, std::string& why) {
    return os::RecordedPort::ThreadLog{os::record::FileLog::create(path, name, why), start};
  };
  CHECK(port.ended(runOn(port, program)) == 0);
  log->close();
}

// Replays what the replayer has opened. The program must do all that is recorded, and nothing else.
inline void replay(os::replay::Replayer& replayer, const nodecpp::Function<void()>& program) {
  os::RecordedPort port(replayer);
  CHECK(port.ended(runOn(port, program)) == os::replay::identical);
  CHECK(replayer.next() == nullptr);
}

// Replays what record() has written into `path`.
inline void replay(const std::string& path, const nodecpp::Function<void()>& program) {
  os::replay::Replayer replayer;
  REQUIRE(replayer.open(path) == "");
  replay(replayer, program);
}

}  // namespace tests
