#include "os/sim/sim_process.h"

#include <csignal>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "base/assertion.h"

namespace nodecpp::os {

// A descriptor of a simulated process that is a socket: one end of a pipe to the parent, or a socket shared with the
// parent.
struct SimProcess::Pipe final : SocketOwner {
  Pipe(SimProcess& of, int number, SimSocket* end, bool both) : process(of), fd(number), socket(end), shared(both) {
    NODECPP_ASSERT(socket && fd >= 0, fd);
    if (shared)
      socket->hold(this);
    else
      socket->owner = this;
  }
  ~Pipe() {
    if (socket) socket->close(this);
  }

  void socketChanged() override {
    // The functions called here may end the process, which would destroy this object.
    std::shared_ptr<SimProcess> alive = process.weak_from_this().lock();
    flush();
    if (process.running() && (!process.onRead || (process.onlyInput && fd != 0))) return;
    // Another holder of the shared socket may want to read its bytes.
    if (shared && (fd != 0 || !process.running())) return;
    char bytes[64 * 1024];
    while (socket && socket->readable() && !ended) {
      std::ptrdiff_t got = socket->read(bytes, sizeof bytes);
      NODECPP_ASSERT(got <= std::ptrdiff_t(sizeof bytes), got);
      if (got == UV_EAGAIN) return;
      if (got > 0) {
        if (process.running() && process.onRead) process.onRead(fd, std::string_view(bytes, std::size_t(got)));
        continue;
      }
      ended = true;
      if (process.running() && process.onEnd) process.onEnd(fd);
    }
  }
  void flush() {
    while (socket && !waiting.empty()) {
      Slice slice{waiting.data(), waiting.size()};
      WriteResult result = socket->write(&slice, 1);
      NODECPP_ASSERT(result.sent <= waiting.size() && result.error <= 0, result.sent, waiting.size(), result.error);
      waiting.erase(0, result.error ? waiting.size() : result.sent);
      if (result.sent == 0) break;
    }
    if (socket && waiting.empty() && closing) std::exchange(socket, nullptr)->close(this);
  }

  SimProcess& process;
  int fd;
  SimSocket* socket;
  bool shared;
  std::string waiting;
  bool closing = false;
  bool ended = false;
};

SimProcess::SimProcess(Network& network, const SpawnSpec& spec, int pid) : network_(network), spec_(spec), pid_(pid) {}
SimProcess::~SimProcess() = default;

std::string SimProcess::argument(std::size_t index) const {
  if (index >= spec_.arguments.size()) return {};
  return {spec_.arguments[index].data(), spec_.arguments[index].size()};
}

void SimProcess::after(double milliseconds, std::function<void()> f) {
  network_.post(std::uint64_t(milliseconds * 1e6), [weak = weak_from_this(), f = std::move(f)] {
    if (auto process = weak.lock(); process && process->running_) f();
  });
}

void SimProcess::attach(int fd, SimSocket* socket) {
  NODECPP_ASSERT(socket && !pipes_.contains(fd), fd);
  pipes_[fd] = std::make_shared<Pipe>(*this, fd, socket, false);
}

void SimProcess::share(int fd, SimSocket* socket) {
  NODECPP_ASSERT(socket && !pipes_.contains(fd), fd);
  for (auto& [other, pipe] : pipes_)
    if (pipe->socket == socket) {
      pipes_[fd] = pipe;
      return;
    }
  pipes_[fd] = std::make_shared<Pipe>(*this, fd, socket, true);
}

void SimProcess::resume() {
  auto self = shared_from_this();
  for (auto& [fd, pipe] : std::map(pipes_)) pipe->socketChanged();  // a script may close one meanwhile
  for (auto& [fd, file] : files_) {
    if (!running_ || !onRead || !file.read || (onlyInput && fd != 0)) continue;
    std::string bytes = std::exchange(file.read, nullptr)();
    if (!bytes.empty()) onRead(fd, bytes);
    if (running_ && onEnd) onEnd(fd);
  }
}

SimSocket* SimProcess::take(int fd) {
  auto found = pipes_.find(fd);
  if (found == pipes_.end() || !found->second->socket) return nullptr;
  found->second->socket->removeWatcher(found->second.get());
  return std::exchange(found->second->socket, nullptr);
}

void SimProcess::write(int fd, std::string_view bytes) {
  auto found = pipes_.find(fd);
  if (found == pipes_.end()) {
    if (auto file = files_.find(fd); file != files_.end() && file->second.write) file->second.write(bytes);
    return;
  }
  found->second->waiting += bytes;
  found->second->flush();
}

void SimProcess::close(int fd) {
  auto found = pipes_.find(fd);
  if (found == pipes_.end()) return;
  if (found->second.use_count() > 1) return void(pipes_.erase(found));
  found->second->closing = true;
  found->second->flush();
}

void SimProcess::signal(int number) {
  if (!running_ || number == 0) return;
  if (number != SIGKILL && onSignal && onSignal(number)) return;
  bool ignored = number == SIGCHLD || number == SIGURG || number == SIGWINCH || number == SIGCONT;
  if (!ignored) die(number);
}

// The parent learns of the end in an event of its own, which may come before or after the end of the pipes.
void SimProcess::end(int code, int signal) {
  if (!std::exchange(running_, false)) return;
  NODECPP_ASSERT(code == 0 || signal == 0, code, signal);
  auto closePipes = [self = shared_from_this()] {
    for (auto& [fd, pipe] : self->pipes_) {
      pipe->closing = true;
      pipe->flush();
    }
  };
  if (lingers > 0)
    network_.post(std::uint64_t(lingers * 1e6), closePipes);
  else
    closePipes();
  network_.post(network_.drawLatency(), [self = shared_from_this(), code, signal] {
    NODECPP_ASSERT(!self->running_, self->pid_);
    self->network_.forget(*self);
    if (self->watch) std::exchange(self->watch, nullptr)->processEnded(code, signal);
  });
}

}  // namespace nodecpp::os
