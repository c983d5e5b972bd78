// A simulated child process. A test's script or a simulated program acts in place of the process's code. Everything
// that the process does happens in events of the network and in virtual time.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>

#include "os/sim/sim_network.h"

namespace nodecpp::os {

class SimProcess;

// Is told of the end of a process: the process's parent, or code that waits for the child.
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
  // Returns argv[index], or an empty string if there is none.
  std::string argument(std::size_t index) const;
  const SpawnSpec& spec() const { return spec_; }
  bool running() const { return running_; }
  Network& network() { return network_; }

  // Calls `f` after `milliseconds`, if the process still runs then.
  void after(double milliseconds, std::function<void()> f);
  // Writes to a descriptor of the process. Bytes for which there is no room are kept and written later.
  void write(int fd, std::string_view bytes);
  // Closes a descriptor of the process when all bytes written to it have gone.
  void close(int fd);
  // Ends the process. Its pipes are closed at once or after `lingers` milliseconds, as when a child of its own still
  // holds them.
  void exit(int code) { end(code, 0); }
  void die(int signal) { end(0, signal); }
  double lingers = 0;

  // Called with the bytes that come on the process's descriptors, and at their ends.
  std::function<void(int fd, std::string_view bytes)> onRead;
  std::function<void(int fd)> onEnd;
  // Called for each signal but SIGKILL. Returns true when the process lives on; without this function the signal ends
  // the process.
  std::function<bool(int signal)> onSignal;

  // The members from here on are used by the simulation, not by scripts. `onlyInput` says that only bytes of standard
  // input are reported; bytes on other descriptors wait for the program that takes the descriptor.
  bool onlyInput = false;
  bool has(int fd) const { return pipes_.contains(fd) || files_.contains(fd); }
  // Called when the process begins to read: reports the bytes that came before.
  void resume();
  // An inherited descriptor of the parent: where writes go, and everything that can be read from it.
  struct File {
    std::function<void(std::string_view bytes)> write;
    std::function<std::string()> read = {};
  };
  void give(int fd, File file) { files_[fd] = std::move(file); }
  // Gives the process a socket of its parent, which both then hold. The process reads it only as its standard input.
  void share(int fd, SimSocket* socket);
  void signal(int number);
  void attach(int fd, SimSocket* socket);
  // Returns the process's end of a channel for a simulated program that opens it, or null.
  SimSocket* take(int fd);
  SimProcessWatch* watch = nullptr;

 private:
  struct Pipe;
  void end(int code, int signal);

  Network& network_;
  SpawnSpec spec_;
  int pid_;
  bool running_ = true;
  // The sockets by descriptor number; a socket with two numbers has one Pipe.
  std::map<int, std::shared_ptr<Pipe>> pipes_;
  std::map<int, File> files_;
};

}  // namespace nodecpp::os
