// A simulated world: programs of ours, a network between them, and tests' own clients and servers on it, in one thread
// and in virtual time.
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
#include "world/raw.h"

namespace nodecpp::sim {

class Program;

// An unchanged main: it must call nodecpp::run, which hands the program over and returns 0 at once.
using Main = std::function<int(int argc, char** argv)>;
using Environment = std::vector<std::pair<String, String>>;

class World {
 public:
  explicit World(os::NetworkOptions options = {});
  // Ends what still runs.
  ~World();
  World(const World&) = delete;

  // A program that begins in the next step. The world keeps it.
  Program& spawn(StringArg name, Main main, std::vector<String> arguments = {}, Environment environment = {});
  Program& spawn(os::SimProgram identity, Main main, std::vector<String> arguments = {});
  // A program without main: its top level.
  Program& spawn(StringArg name, Function<void()> topLevel, std::vector<String> arguments = {},
                 Environment environment = {});

  // A program that others can start as a child, by this name: what it is given is what spawn() and fork() pass on. It
  // cannot be waited for by spawnSync and the like, while which all programs stand still.
  void executable(StringArg name, Main main);

  // Steps programs until none has anything to do any more, or `until` is true (asked between steps), or the watch has
  // found something. False when it ended before `until` was.
  bool run(std::function<bool()> until = nullptr);
  // The same until `milliseconds` from now at the latest.
  bool run(double milliseconds, std::function<bool()> until);
  // The same until `milliseconds` from now have passed; the clock then stands there.
  void runFor(double milliseconds);
  // Runs what there is to do now. The clock moves only where something is due within `milliseconds`.
  void settle(double milliseconds = 0);
  // Milliseconds since the world began.
  double now() const { return double(network_.now()) / 1e6; }

  // A client or a server of bytes, without a loop. They live as long as something refers to them.
  RawConnection connect(int port, StringArg host = "127.0.0.1");
  RawConnection connectUnix(StringArg path);
  RawServer listen(int port, StringArg host = "127.0.0.1");
  RawServer listenUnix(StringArg path);

  // Whether something is to happen at some time.
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
