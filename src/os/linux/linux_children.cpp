// Child processes. Pipes are pairs of unix sockets, as in libuv. The end of a child is seen by its process descriptor
// (pidfd).
#include <fcntl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <vector>

#include "base/assertion.h"
#include "os/linux/child_ends.h"
#include "os/linux/launch.h"
#include "os/linux/linux_port.h"

namespace nodecpp::os {

ChildEnds::~ChildEnds() {
  for (int fd : childEndsToClose_) ::close(fd);
}

// Opens one descriptor of the child: /dev/null, an existing descriptor, or one end of a new pair of sockets.
ErrorCode ChildEnds::add(const ChildStdio& stdio) {
  int place = int(childEnds.size());
  int their = -1, our = -1;
  switch (stdio.kind) {
    case ChildStdio::Kind::ignore:
      if (place > 2) break;
      their = ::open("/dev/null", (place == 0 ? O_RDONLY : O_RDWR) | O_CLOEXEC);
      if (their < 0) return -errno;
      childEndsToClose_.push_back(their);
      break;
    case ChildStdio::Kind::descriptor: their = stdio.fd; break;
    case ChildStdio::Kind::connection: their = static_cast<LinuxConnection*>(stdio.connection)->fd; break;
    case ChildStdio::Kind::pipe:
    case ChildStdio::Kind::channel: {
      int pair[2];
      if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) != 0) return -errno;
      our = pair[0];
      their = pair[1];
      ::fcntl(our, F_SETFL, O_NONBLOCK);
      childEndsToClose_.insert(childEndsToClose_.end(), {our, their});
    }
  }
  NODECPP_ASSERT(childEnds.size() == parentEnds.size(), childEnds.size(), parentEnds.size());
  childEnds.push_back(their);
  parentEnds.push_back(our);
  return 0;
}

ErrorCode ChildEnds::add(const std::vector<ChildStdio>& all) {
  for (const ChildStdio& stdio : all)
    if (ErrorCode error = add(stdio)) return error;
  return 0;
}

void ChildEnds::closeChildEnds() {
  std::erase_if(childEndsToClose_,
                [this](int fd) { return std::ranges::find(parentEnds, fd) == parentEnds.end() && ::close(fd) == 0; });
  NODECPP_ASSERT(childEnds.size() == parentEnds.size(), childEnds.size(), parentEnds.size());
}

ErrorCode LinuxPort::spawn(SpawnSpec& spec, ChildSink* sink, Child** made, int* pid) {
  *made = nullptr;
  *pid = 0;
  // Pipes and their registrations in epoll are made before the child, so that a lack of descriptors is found before a
  // child is running.
  ChildEnds ends;
  ErrorCode error = ends.add(spec.stdio);
  for (std::size_t i = 0; i < ends.parentEnds.size() && !error; ++i) {
    if (ends.parentEnds[i] < 0) continue;
    LinuxConnection* connection = nullptr;
    error = open(ends.parentEnds[i], spec.stdio[i].kind == ChildStdio::Kind::channel, &connection);
    if (error) break;
    ends.keep(ends.parentEnds[i]);
    spec.stdio[i].connection = connection;
  }
  NODECPP_ASSERT(error || ends.parentEnds.size() == spec.stdio.size(), ends.parentEnds.size(), spec.stdio.size());
  Launched launched;
  if (!error) {
    launched = launch(spec, ends.childEnds);
    error = launched.error;
  }
  NODECPP_ASSERT(error || (launched.pid > 0 && launched.pidFd >= 0), launched.pid, launched.pidFd);
  auto* child = new LinuxChild(launched.pidFd, sink);
  if (!error && (error = addChild(child)) != 0) {
    int code = 0, signal = 0;
    ::kill(launched.pid, SIGKILL);
    reap(launched.pidFd, true, code, signal);
    ::close(launched.pidFd);
  }
  if (!error) {
    *made = child;
    *pid = launched.pid;
    return 0;
  }
  NODECPP_ASSERT(error < 0, error);
  delete child;
  if (launched.executed)
    for (ChildStdio& stdio : spec.stdio)
      if (stdio.isPipe() && stdio.connection)
        close(std::exchange(stdio.connection, nullptr));
  return error;
}

// The process descriptor has become readable, so the child has ended.
void LinuxPort::childEvent(LinuxChild* child) {
  NODECPP_ASSERT(child->fd >= 0, child->fd);
  int code = 0, signal = 0;
  NODECPP_ASSERT(!child->closed);
  if (!reap(child->fd, false, code, signal)) return;
  closeChildAfterTurn(child);
  if (child->sink) child->sink->onExit(code, signal);
}

ErrorCode LinuxPort::addChild(LinuxChild* child) {
  NODECPP_ASSERT(child->fd >= 0);
  if (ErrorCode error = watch(child, EPOLLIN)) return error;
  NODECPP_DEBUG_ASSERT(std::ranges::find(children_, child) == children_.end());
  children_.push_back(child);
  return 0;
}

void LinuxPort::closeChildAfterTurn(LinuxChild* child) {
  NODECPP_DEBUG_ASSERT(std::ranges::count(children_, child) == 1);
  std::erase(children_, child);
  closeAfterTurn(child);
}

// Called when a thread's loop ends. Children that have ended are reaped (waited for); the process descriptors of the
// others are given to another port.
std::vector<int> LinuxPort::detachChildren() {
  std::vector<int> running;
  for (LinuxChild* child : std::exchange(children_, {})) {
    NODECPP_ASSERT(child->fd >= 0 && !child->closed, child->fd);
    int code = 0, signal = 0;
    if (reap(child->fd, false, code, signal)) {
      closeAfterTurn(child);
    } else {
      leave(child);
      running.push_back(child->fd);
    }
  }
  return running;
}

void LinuxPort::adoptChild(int pidFd) {
  NODECPP_ASSERT(pidFd >= 0, pidFd);
  auto* child = new LinuxChild(pidFd, nullptr);
  if (addChild(child) == 0) return;
  // epoll cannot take one more descriptor, so this process cannot wait for the child, which stays a zombie after its
  // end. The system removes the zombie when this process ends.
  delete child;
  ::close(pidFd);
}

// The child's record stays until the child has ended, because someone must wait for the child, or it remains a zombie.
void LinuxPort::close(Child* child) { static_cast<LinuxChild*>(child)->sink = nullptr; }

}  // namespace nodecpp::os
