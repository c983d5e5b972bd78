// Children::run: starts a child and blocks until it has ended (Node's spawnSync).
#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <string>
#include <string_view>
#include <vector>

#include "base/assertion.h"
#include "os/linux/child_ends.h"
#include "os/linux/launch.h"
#include "os/linux/linux_port.h"

namespace nodecpp::os {

namespace {

// One child that the program blocks for: writes its inputs, reads its outputs, and kills it if it exceeds its limits.
class Run {
 public:
  Run(const RunSpec& spec, RunResult& result) : spec_(spec), result_(result) {}
  ~Run() {
    closePipes();
    if (pidFd_ >= 0) ::close(pidFd_);
  }
  Run(const Run&) = delete;

  void start() {
    ChildEnds ends;
    result_.error = ends.add(spec_.child.stdio);
    if (result_.error) return;
    Launched launched = launch(spec_.child, ends.childEnds);
    result_.error = launched.error;
    if (launched.error) return;
    result_.pid = launched.pid;
    NODECPP_ASSERT(launched.pid > 0 && launched.pidFd >= 0, launched.pid, launched.pidFd);
    pidFd_ = launched.pidFd;
    for (int fd : ends.parentEnds) {
      pipes_.push_back({.fd = fd});
      ends.keep(fd);
    }
    for (const auto& [place, input] : spec_.inputs) {
      NODECPP_ASSERT(place >= 0 && std::size_t(place) < pipes_.size(), place, pipes_.size());
      Pipe& pipe = pipes_[std::size_t(place)];
      pipe.writes = true;
      pipe.input = {input.data(), input.size()};
    }
    // A child whose standard input is a pipe without input finds the end of the input at once.
    for (Pipe& pipe : pipes_)
      if (pipe.fd >= 0) write(pipe);
    ends.closeChildEnds();
    wait();
    NODECPP_DEBUG_ASSERT(std::ranges::all_of(pipes_, [](const Pipe& pipe) { return pipe.fd < 0; }));
    for (Pipe& pipe : pipes_) result_.outputs.push_back(String::copyOf(pipe.output.data(), pipe.output.size()));
  }

 private:
  struct Pipe {
    int fd = -1;
    bool writes = false;
    bool ended = false;  // Whether this process has ended its side of the pipe.
    std::string_view input{};
    std::string output{};
  };

  // Polls the child and its pipes until the child has ended and all its pipes are closed.
  void wait() {
    double from = now();
    bool exited = false;
    for (;;) {
      std::vector<pollfd> polled;
      if (!exited) polled.push_back({pidFd_, POLLIN, 0});
      for (Pipe& pipe : pipes_)
        if (pipe.fd >= 0) polled.push_back({pipe.fd, short(POLLIN | (pipe.ended ? 0 : POLLOUT)), 0});
      if (polled.empty()) return;
      int left = -1;
      if (spec_.timeout > 0 && !killed_ && !exited) {
        double rest = spec_.timeout - (now() - from);
        if (rest <= 0) {
          kill(-ETIMEDOUT);
          continue;
        }
        left = int(std::min(rest + 1, 1e9));
      }
      ::poll(polled.data(), nfds_t(polled.size()), left);
      if (!exited) exited = reap(pidFd_, false, result_.code, result_.signal);
      for (Pipe& pipe : pipes_) {
        if (pipe.fd >= 0 && !pipe.ended) write(pipe);
        if (pipe.fd >= 0) read(pipe);
      }
    }
  }

  void write(Pipe& pipe) {
    NODECPP_ASSERT(pipe.fd >= 0 && !pipe.ended, pipe.fd);
    while (!pipe.input.empty()) {
      ssize_t sent = ::send(pipe.fd, pipe.input.data(), pipe.input.size(), MSG_NOSIGNAL);
      if (sent < 0 && errno == EINTR) continue;
      if (sent < 0 && (errno == EAGAIN || errno == ENOBUFS)) return;
      if (sent < 0) {
        if (!result_.error) result_.error = -errno;
        pipe.input = {};
        break;
      }
      NODECPP_ASSERT(std::size_t(sent) <= pipe.input.size(), sent, pipe.input.size());
      pipe.input.remove_prefix(std::size_t(sent));
    }
    pipe.ended = true;
    if (pipe.writes || &pipe == pipes_.data()) ::shutdown(pipe.fd, SHUT_WR);
  }

  void read(Pipe& pipe) {
    NODECPP_ASSERT(pipe.fd >= 0, pipe.fd);
    char bytes[64 * 1024];
    ssize_t got = ::recv(pipe.fd, bytes, sizeof bytes, 0);
    if (got < 0 && (errno == EAGAIN || errno == EINTR)) return;
    if (got <= 0) {
      ::close(std::exchange(pipe.fd, -1));
      return;
    }
    NODECPP_ASSERT(std::size_t(got) <= sizeof bytes, got);
    pipe.output.append(bytes, std::size_t(got));
    all_ += double(got);
    if (spec_.maxBuffer > 0 && all_ > spec_.maxBuffer) kill(-ENOBUFS);
  }

  // Ends a child that has exceeded a limit. If the signal cannot be sent, the error of sending it is the result, and
  // the child is killed by SIGKILL.
  void kill(ErrorCode why) {
    NODECPP_ASSERT(why < 0 && pidFd_ >= 0, why, pidFd_);
    if (std::exchange(killed_, true)) return;
    result_.error = why;
    closePipes();
    if (signal(spec_.killSignal) == 0 || errno == ESRCH) return;
    result_.error = -errno;
    signal(SIGKILL);
  }
  // Signals are sent by the process descriptor: the child may have ended meanwhile, and its process id may have been
  // given to another process.
  long signal(int number) { return ::syscall(SYS_pidfd_send_signal, pidFd_, number, nullptr, 0); }

  void closePipes() {
    for (Pipe& pipe : pipes_)
      if (pipe.fd >= 0) ::close(std::exchange(pipe.fd, -1));
  }

  static double now() {
    timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return double(t.tv_sec) * 1e3 + double(t.tv_nsec) / 1e6;
  }

  const RunSpec& spec_;
  RunResult& result_;
  std::vector<Pipe> pipes_;
  int pidFd_ = -1;
  double all_ = 0;
  bool killed_ = false;
};

}  // namespace

void LinuxPort::run(const RunSpec& spec, RunResult& result) {
  result = {};
  Run(spec, result).start();
}

}  // namespace nodecpp::os
