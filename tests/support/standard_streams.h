// The back ends with standard streams that a test case can feed and read.
#pragma once

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <atomic>
#include <mutex>
#include <string>
#include <thread>

#include "os/linux/linux_port.h"
#include "support/tested_ports.h"

// Replaces the standard streams of this process by pipes. The readers of its output are slow.
class TakenStreams {
 public:
  TakenStreams() {
    for (int fd = 0; fd < 3; ++fd) {
      int ends[2];
      before_[fd] = ::fcntl(fd, F_DUPFD_CLOEXEC, 10);
      REQUIRE(::pipe2(ends, O_CLOEXEC) == 0);
      ::dup2(ends[fd == 0 ? 0 : 1], fd);
      ::close(ends[fd == 0 ? 0 : 1]);
      ours_[fd] = ends[fd == 0 ? 1 : 0];
    }
    ::fcntl(1, F_SETFL, O_NONBLOCK);  // non-blocking, as another process that shares the stream may have made it
    for (int fd : {1, 2}) readers_[fd] = std::thread([this, fd] { collectOutput(fd); });
  }
  ~TakenStreams() {
    endInput();
    for (int fd = 0; fd < 3; ++fd) {
      ::dup2(before_[fd], fd);
      ::close(before_[fd]);
    }
    for (int fd : {1, 2})
      if (readers_[fd].joinable()) readers_[fd].join();
    // The output of doctest about a failing case must not be lost.
    for (int fd : {1, 2}) static_cast<void>(!::write(fd, heard_[fd].data(), heard_[fd].size()));
  }
  TakenStreams(const TakenStreams&) = delete;

  void feed(const std::string& bytes) const {
    REQUIRE(::write(ours_[0], bytes.data(), bytes.size()) == ssize_t(bytes.size()));
  }
  void endInput() {
    if (ours_[0] >= 0) ::close(std::exchange(ours_[0], -1));
  }
  // Returns what was written to a stream, when it has at least `size` bytes.
  std::string said(int fd, std::size_t size) {
    std::string all;
    for (int i = 0; i < 2000 && all.size() < size; ++i) {
      ::usleep(1000);
      std::lock_guard lock(mutex_);
      all = heard_[fd];
    }
    std::lock_guard lock(mutex_);
    heard_[fd].clear();
    return all;
  }
  void breakOutput() {
    broken_ = true;
    readers_[1].join();
  }

 private:
  void collectOutput(int fd) {
    char bytes[4096];
    while (fd != 1 || !broken_) {
      pollfd ready{ours_[fd], POLLIN, 0};
      if (::poll(&ready, 1, 5) == 0) continue;
      ssize_t got = ::read(ours_[fd], bytes, sizeof bytes);
      if (got <= 0) break;
      ::usleep(100);
      std::lock_guard lock(mutex_);
      heard_[fd].append(bytes, std::size_t(got));
    }
    ::close(ours_[fd]);
  }

  int before_[3], ours_[3];
  std::thread readers_[3];
  std::mutex mutex_;
  std::string heard_[3];
  std::atomic<bool> broken_{false};
};

struct LinuxStreams : TakenStreams {
  LinuxPort port;
};

// A simulated program that another program has started, with a pipe as its input.
struct SimulatedInput : SimulatedWorld {
  explicit SimulatedInput(bool completion = NetworkOptions::completionByDefault) : SimulatedWorld(completion) {
    auto [ours, theirs] = network.pair();
    process->attach(0, theirs);
    input = ours;
  }
  void feed(const std::string& bytes) const {
    Slice slice{bytes.data(), bytes.size()};
    REQUIRE(input->write(&slice, 1).sent == bytes.size());
  }
  void endInput() const { input->close(); }
  SimSocket* input;
};

struct SimulatedStreams : SimulatedInput {
  using SimulatedInput::SimulatedInput;
  SimPort port{network, {.process = process}};
  std::string said(int fd, std::size_t) const { return port.standard(fd); }
  void breakOutput() { port.breakOutput(EPIPE); }
};

struct CompletingStreams : SimulatedStreams {
  CompletingStreams() : SimulatedStreams(true) {}
};

struct RecordedStreams : SimulatedInput {
  SimPort inner{network, {.process = process}};
  tests::MemoryLog log{64 << 20};
  RecordedPort port{inner, log, replay::Start(), false};
  std::string said(int fd, std::size_t) const { return inner.standard(fd); }
  void breakOutput() { inner.breakOutput(EPIPE); }
};

#define BACK_ENDS_STREAMS LinuxStreams, SimulatedStreams, CompletingStreams, RecordedStreams
