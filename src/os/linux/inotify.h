// Watching paths by inotify. One descriptor serves all watches; the kernel numbers them by file, so that two watches of
// one file have one number.
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
  PathSink* sink;  // null when it watches no more
  int number;
  std::string name;  // the last part of its path
};

class Inotify final : public Watched {
 public:
  Inotify();
  ~Inotify() override;

  ErrorCode add(const std::string& path, PathSink* sink, PathWatch** made);
  void remove(PathWatch* watch);
  // Pushes what has come.
  void read();

 private:
  std::map<int, std::vector<std::unique_ptr<LinuxPathWatch>>> watches_;
  bool pushing_ = false;
};

}  // namespace nodecpp::os
