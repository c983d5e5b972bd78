// A program in a simulated world, with a port and a loop of its own.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "loop/loop.h"
#include "os/sim/watched_port.h"
#include "process/process_state.h"
#include "world/world.h"

namespace nodecpp::sim {

class Program {
 public:
  // The time of an event that will never happen.
  static constexpr std::uint64_t never = UINT64_MAX;

  Program(os::Network& network, os::SimProgram identity, Main main, std::vector<String> arguments);
  ~Program();

  const std::string& name() const { return name_; }
  int pid() { return port_->process.pid(); }
  // Return what the program has written so far.
  const std::string& standardOutput() const { return port_->standard(1); }
  const std::string& standardError() const { return port_->standard(2); }
  bool running() const { return state_ != State::ended; }
  // The exit code of a program that has ended (128 + the signal's number if a signal ended it), and that signal (else
  // 0).
  int exitCode() const { return exitCode_; }
  int endedBySignal() const { return port_->endedBy(); }
  // Sends a signal as `kill` from outside does. It takes effect in the program's next step.
  void signal(int number) { port_->raise(number); }

  os::SimPort& port() { return *port_; }
  // Returns null when the world does not watch its programs.
  os::WatchedPort* watched() { return watched_; }
  // Called by run(). If the main function of a simulated program has called run(), keeps `entry` as the program and
  // returns true.
  static bool takesOver(int argc, char** argv, detail::ProgramEntry& entry);
  // Runs `f` as a callback of the program, for tests that look inside it.
  void inside(const std::function<void()>& f);

 private:
  friend class World;
  enum class State : unsigned char { waiting, running, ended };

  std::unique_ptr<os::SimPort> makePort(os::Network& network, os::SimProgram identity);
  // due() says whether a step would do something now, nextTime() when it will, in the network's nanoseconds.
  bool due();
  std::uint64_t nextTime();
  void step();
  void begin();
  void runTimers();
  void end(int code);
  template <class F>
  void guarded(F&& f);

  std::string name_;
  os::WatchedPort* watched_ = nullptr;
  std::unique_ptr<os::SimPort> port_;
  detail::Loop loop_;
  Main main_;
  std::vector<String> arguments_;
  std::vector<std::string> argv_;  // The arguments that run() was given.
  detail::ProgramEntry entry_;
  State state_ = State::waiting;
  int exitCode_ = 0;
};

}  // namespace nodecpp::sim
