// A simulated child: what stands in for its process, for a script of a test's to act. Whatever it does happens in
// events of the network, and in virtual time.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>

#include "os/sim/network.h"

namespace nodecpp::os {

class SimProcess;

// The parent, or whoever waits for it.
class SimProcessWatch {
 public:
  virtual void processEnded(int code, int signal) = 0;

 protected:
  ~SimProcessWatch() = default;
};

class SimProcess : public std::enable_shared_from_this<SimProcess> {
 public:
  SimProcess(Network& network, const SpawnSpec& spec, int pid);
  ~SimProcess();
  SimProcess(const SimProcess&) = delete;

  int pid() const { return pid_; }
  // argv[index], "" where there is none.
  std::string argument(std::size_t index) const;
  const SpawnSpec& spec() const { return spec_; }
  bool running() const { return running_; }
  Network& network() { return network_; }

  // Calls `f` after so many milliseconds, if it runs then.
  void after(double milliseconds, std::function<void()> f);
  // What it writes to its descriptor; waits by itself for room.
  void write(int fd, std::string_view bytes);
  // After what is written.
  void close(int fd);
  // It ends. Its pipes are closed then, or after `lingers` milliseconds, as where a child of its own has them still.
  void exit(int code) { end(code, 0); }
  void die(int signal) { end(0, signal); }
  double lingers = 0;

  // What comes on its descriptors, and their ends.
  std::function<void(int fd, std::string_view bytes)> onRead;
  std::function<void(int fd)> onEnd;
  // True where it lives on; without it, it dies. SIGKILL is not asked.
  std::function<bool(int signal)> onSignal;

  // For the simulation.
  // Of what comes only standard input is told of: the rest waits for who takes it.
  bool onlyInput = false;
  bool has(int fd) const { return pipes_.contains(fd) || files_.contains(fd); }
  // Somebody reads now: what has come before is told.
  void resume();
  // A descriptor of its parent's: what is written there, and all that can be read.
  struct File {
    std::function<void(std::string_view bytes)> write;
    std::function<std::string()> read = {};
  };
  void give(int fd, File file) { files_[fd] = std::move(file); }
  // A socket of its parent's, which both have then. It is read where it is standard input.
  void share(int fd, SimSocket* socket);
  void signal(int number);
  void attach(int fd, SimSocket* socket);
  // Its end of a channel, for a program of ours; null for none.
  SimSocket* take(int fd);
  SimProcessWatch* watch = nullptr;

 private:
  struct Pipe;
  void end(int code, int signal);

  Network& network_;
  SpawnSpec spec_;
  int pid_;
  bool running_ = true;
  std::map<int, std::shared_ptr<Pipe>> pipes_;  // of a socket that has two numbers the same
  std::map<int, File> files_;
};

}  // namespace nodecpp::os
