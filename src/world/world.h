// A simulated world: Node.cpp programs, a network between them, and clients and servers of tests, in one thread and in
// virtual time.
//
//   sim::World world;
//   world.spawn("server", server_main, {}, {{"PORT", "2000"}});
//   world.settle();
//   auto client = world.connect(2000);
//   client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n");
//   world.settle();
//   CHECK(client.received() == "…");
#pragma once

#include <nodecpp/function.h>

#include <functional>
#include <memory>
#include <vector>

#include "os/sim/sim_port.h"
#include "world/raw_connections.h"

namespace nodecpp::simulation {

class Program;

// The main function of an unchanged program. It must call nodecpp::run, which keeps the program and returns 0 at once.
using Main = std::function<int(int argc, char** argv)>;
using Environment = std::vector<std::pair<String, String>>;

class World {
 public:
  explicit World(os::NetworkOptions options = {});
  // Ends the programs that still run.
  ~World();
  World(const World&) = delete;

  // Starts a program, which begins in the next step. The world owns it.
  Program& spawn(StringArg name, Main main, std::vector<String> arguments = {}, Environment environment = {});
  Program& spawn(os::SimProgram identity, Main main, std::vector<String> arguments = {});
  // Starts a program that has no main function, only its top level.
  Program& spawn(StringArg name, Function<void()> topLevel, std::vector<String> arguments = {},
                 Environment environment = {});

  // Registers a program that others can start as a child by this name. It gets the arguments and environment that
  // spawn() and fork() pass on. spawnSync and the like cannot wait for it, because all programs of the world stand
  // still meanwhile.
  void executable(StringArg name, Main main);

  // Steps the programs until none has anything to do, `until` returns true (it is called between steps), or the watch
  // has found something. Returns whether `until` returned true.
  bool run(std::function<bool()> until = nullptr);
  // Works as run(until), for at most `milliseconds`.
  bool run(double milliseconds, std::function<bool()> until);
  // Runs for `milliseconds`. The clock stands at that time afterwards.
  void runFor(double milliseconds);
  // Runs everything that is due. The clock moves only to events that are due within `milliseconds`.
  void settle(double milliseconds = 0);
  // Returns the milliseconds since the world began.
  double now() const { return double(network_.now()) / 1e6; }

  // Make a client or a server without a loop. It lives as long as a handle refers to it.
  RawConnection connect(int port, StringArg host = "127.0.0.1");
  RawServer listen(int port, StringArg host = "127.0.0.1");

  // Whether the world stands still: no event, timer or thread will ever be due.
  bool idle() const { return nextTime() == UINT64_MAX; }

  os::Network& network() { return network_; }
  const std::vector<std::unique_ptr<Program>>& programs() const { return programs_; }

 private:
  bool step();
  std::uint64_t nextTime() const;
  bool runUntil(std::uint64_t limit, const std::function<bool()>& until);

  os::Network network_;
  std::vector<std::unique_ptr<Program>> programs_;
  int nextPid_ = 1000;
};

}  // namespace nodecpp::sim
