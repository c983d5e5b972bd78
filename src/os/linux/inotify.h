// Watches paths by inotify. One inotify descriptor serves all watches. The kernel numbers watches by file, so two
// watches of one file share a number.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "os/linux/linux_port.h"

namespace nodecpp::os {

class LinuxPathWatch final : public PathWatch {
 public:
  LinuxPathWatch(PathSink* s, int n, std::string own) : sink(s), number(n), name(std::move(own)) {}
  PathSink* sink;  // Receives the changes; null when the watch has been removed.
  int number;
  std::string name;  // The last part of the watched path, pushed as the name of a watched file.
};

class Inotify final : public Watched {
 public:
  Inotify();
  ~Inotify() override;

  ErrorCode add(const std::string& path, PathSink* sink, PathWatch** made);
  void remove(PathWatch* watch);
  // Reads and pushes the changes that have arrived.
  void read();

 private:
  std::map<int, std::vector<std::unique_ptr<LinuxPathWatch>>> watches_;
  bool pushing_ = false;
};

}  // namespace nodecpp::os
