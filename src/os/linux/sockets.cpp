// Listening, connecting and reading. Writing is in sending.cpp.
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <string>

#include "os/linux/linux_port.h"
#include "os/posix/socket_address.h"

namespace nodecpp::os {

namespace {

int socketFor(Address::Family family) {
  int domain = family == Address::Family::ipv4 ? AF_INET : family == Address::Family::ipv6 ? AF_INET6 : AF_UNIX;
  int fd = ::socket(domain, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  return fd >= 0 ? fd : -errno;
}

void setOption(int fd, int level, int name, int value) { ::setsockopt(fd, level, name, &value, sizeof value); }

void setKeepAliveOf(int fd, int seconds) {
  setOption(fd, SOL_SOCKET, SO_KEEPALIVE, 1);
  setOption(fd, IPPROTO_TCP, TCP_KEEPIDLE, seconds);
  setOption(fd, IPPROTO_TCP, TCP_KEEPINTVL, 1);  // libuv's: ten probes a second apart
  setOption(fd, IPPROTO_TCP, TCP_KEEPCNT, 10);
}

// Linux gives these to each connection that is accepted, at no cost.
void setInherited(int fd, bool isUnix, const ListenSpec& spec) {
  if (isUnix) return;
  if (spec.noDelay) setOption(fd, IPPROTO_TCP, TCP_NODELAY, 1);
}

Address nameOf(int fd, int (*ask)(int, sockaddr*, socklen_t*)) {
  SocketAddress name;
  name.size = sizeof name.storage;
  return ask(fd, &name.any, &name.size) == 0 ? fromSocketAddress(name) : Address();
}

}  // namespace

ErrorCode LinuxPort::listen(const ListenSpec& spec, ListenerSink* sink, Listener** made) {
  *made = nullptr;
  if (spec.received) {
    LinuxListener* listener = at(spec.received);
    listener->sink = sink;
    setInherited(listener->fd, listener->isUnix, spec);
    listener->shared = true;
    ErrorCode error = 0;
    if (sink && spareFd_ < 0)
      rest(listener);  // without the spare descriptor it could not take what it is woken for
    else if (sink)
      error = watch(listener, sharedEvents);
    if (error) {
      close(spec.received);
      return error;
    }
    *made = listener;
    return 0;
  }
  bool isUnix = spec.address.family == Address::Family::unix;
  int fd = spec.fd;
  String madePath;
  auto fail = [&](ErrorCode error) {
    ::close(fd);
    if (!madePath.empty()) ::unlink(std::string(madePath.data(), madePath.size()).c_str());
    return error;
  };
  if (fd < 0) {
    SocketAddress name;
    if (ErrorCode error = toSocketAddress(spec.address, name)) return error;
    fd = socketFor(spec.address.family);
    if (fd < 0) return fd;
    if (!isUnix) setOption(fd, SOL_SOCKET, SO_REUSEADDR, 1);
    if (spec.reusePort) {
      int on = 1;
      if (::setsockopt(fd, SOL_SOCKET, SO_REUSEPORT, &on, sizeof on) != 0) return fail(-errno);
    }
    if (spec.address.family == Address::Family::ipv6) setOption(fd, IPPROTO_IPV6, IPV6_V6ONLY, spec.ipv6Only);
    if (::bind(fd, &name.any, name.size) != 0) return fail(errno == ENOENT && isUnix ? -EACCES : -errno);
    if (isUnix && spec.address.host.charCodeAt(0) != 0) madePath = spec.address.host;
    if (isUnix && (spec.readableAll || spec.writableAll)) {
      std::string path(spec.address.host.data(), spec.address.host.size());
      mode_t more = mode_t((spec.readableAll ? 0444 : 0) | (spec.writableAll ? 0222 : 0));
      struct stat now;
      if (::stat(path.c_str(), &now) != 0 || ::chmod(path.c_str(), now.st_mode | more) != 0) return fail(-errno);
    }
  } else {
    ::fcntl(fd, F_SETFL, ::fcntl(fd, F_GETFL) | O_NONBLOCK);
  }
  isUnix = isUnix || nameOf(fd, ::getsockname).family == Address::Family::unix;
  setInherited(fd, isUnix, spec);
  if (::listen(fd, spec.backlog) != 0) return fail(-errno);
  auto* listener = new LinuxListener(fd, sink);
  listener->isUnix = isUnix;
  listener->unlinkPath = madePath;
  ErrorCode error = sink ? watch(listener, EPOLLIN) : 0;
  if (error) {
    delete listener;
    return fail(error);
  }
  *made = listener;
  return 0;
}

Address LinuxPort::address(Listener* listener) { return nameOf(at(listener)->fd, ::getsockname); }

void LinuxPort::close(Listener* which) {
  LinuxListener* listener = at(which);
  if (listener->closed) return;
  const String& path = listener->unlinkPath;
  if (!path.empty()) ::unlink(std::string(path.data(), path.size()).c_str());
  std::erase(resting_, listener);
  bury(listener);
}

void LinuxPort::accept(LinuxListener* listener) {
  // Bounded, so that a flood of connections cannot starve those that are there; the level-triggered event comes again.
  for (int i = 0; i < 64 && !listener->closed; ++i) {
    int fd = ::accept4(listener->fd, nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC);
    if (fd < 0) {
      if (errno == EINTR || errno == ECONNABORTED) continue;
      if (errno == EMFILE || errno == ENFILE) return acceptWithoutDescriptors(listener);
      if (errno == EAGAIN) return;
      ErrorCode error = -errno;
      rest(listener);
      return listener->sink->onAcceptError(error);
    }
    accepted(listener, fd);
  }
}

void LinuxPort::accepted(LinuxListener* listener, int fd) {
  auto* connection = new LinuxConnection(fd, nullptr);
  connection->isUnix = listener->isUnix;
  connection->readable = connection->writable = true;
  if (ErrorCode error = watch(connection, connectionEvents)) {
    ::close(fd);
    delete connection;
    return listener->sink->onAcceptError(error);
  }
  listener->sink->onConnection(connection);
}

// A level-triggered event that cannot be used up now would come again at once, and keep the processor busy.
void LinuxPort::rest(LinuxListener* listener) {
  epoll_ctl(epoll_, EPOLL_CTL_DEL, listener->fd, nullptr);
  if (resting_.empty()) restsUntil_ = hrtime() + restNanoseconds;
  resting_.push_back(listener);
}

int LinuxPort::restTimeout(int timeout) {
  std::uint64_t now = hrtime();
  int left = now >= restsUntil_ ? 0 : int((restsUntil_ - now) / 1'000'000) + 1;
  return timeout < 0 || timeout > left ? left : timeout;
}

void LinuxPort::endRests() {
  if (hrtime() < restsUntil_) return;
  if (spareFd_ < 0) spareFd_ = ::open("/dev/null", O_RDONLY | O_CLOEXEC);
  restsUntil_ = hrtime() + restNanoseconds;
  if (spareFd_ < 0) return;
  std::erase_if(resting_, [this](LinuxListener* listener) {
    return watch(listener, listener->shared ? sharedEvents : EPOLLIN) == 0;
  });
}

void LinuxPort::acceptWithoutDescriptors(LinuxListener* listener) {
  if (spareFd_ < 0) spareFd_ = ::open("/dev/null", O_RDONLY | O_CLOEXEC);  // somebody was faster the last time
  if (spareFd_ < 0) return rest(listener);
  ::close(std::exchange(spareFd_, -1));
  int fd = -1;
  if (listener->shared) {
    // This process was woken for one connection, of which the others were not told: it is served. The rest is for the
    // others, until there is a descriptor to spare again.
    do fd = ::accept4(listener->fd, nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC);
    while (fd < 0 && (errno == EINTR || errno == ECONNABORTED));
    if (fd >= 0) accepted(listener, fd);
    spareFd_ = ::open("/dev/null", O_RDONLY | O_CLOEXEC);
    if (spareFd_ < 0 && !listener->closed) rest(listener);
    return;
  }
  // Those who wait are dropped, as libuv does: nobody else would ever serve them. The next connection after somebody has
  // closed is served again.
  do {
    fd = ::accept4(listener->fd, nullptr, nullptr, SOCK_CLOEXEC);
    if (fd >= 0) ::close(fd);
  } while (fd >= 0 || errno == EINTR || errno == ECONNABORTED);
  bool emptied = errno == EAGAIN;
  spareFd_ = ::open("/dev/null", O_RDONLY | O_CLOEXEC);
  if (!emptied) rest(listener);
}

ErrorCode LinuxPort::connect(const ConnectSpec& spec, ConnectionSink* sink, Connection** made) {
  *made = nullptr;
  SocketAddress name;
  if (ErrorCode error = toSocketAddress(spec.address, name)) return error;
  int fd = socketFor(spec.address.family);
  if (fd < 0) return fd;
  ErrorCode later = 0;
  if (spec.local.family != Address::Family::none) {
    SocketAddress local;
    ErrorCode error = toSocketAddress(spec.local, local);
    if (!error) {
      setOption(fd, SOL_SOCKET, SO_REUSEADDR, 1);
      if (::bind(fd, &local.any, local.size) != 0) error = -errno;
      if (error == -EADDRINUSE) later = std::exchange(error, 0);  // as libuv: told like an outcome
    }
    if (error) {
      ::close(fd);
      return error;
    }
  }
  int result = -1;
  if (!later) {
    do result = ::connect(fd, &name.any, name.size);
    while (result != 0 && errno == EINTR);
  }
  if (!later && result != 0 && errno != EINPROGRESS) {
    // As libuv: a refusal is told like any other outcome, in a turn; what was asked wrongly is told at once.
    bool refusal = errno == ECONNREFUSED || spec.address.family == Address::Family::unix;
    if (!refusal) {
      int error = -errno;
      ::close(fd);
      return error;
    }
    later = -errno;
  }
  auto* connection = new LinuxConnection(fd, sink);
  connection->connecting = true;
  connection->isUnix = spec.address.family == Address::Family::unix;
  connection->connectError = later;
  if (!later) later = watch(connection, connectionEvents);
  connection->connectError = later;
  if (later || result == 0) {
    connection->writable = true;
    queue(connection);
  }
  *made = connection;
  return 0;
}

void LinuxPort::finishConnect(LinuxConnection* connection) {
  connection->connecting = false;
  ErrorCode error = connection->connectError;
  if (!error) {
    int value = 0;
    socklen_t size = sizeof value;
    ::getsockopt(connection->fd, SOL_SOCKET, SO_ERROR, &value, &size);
    error = -value;
  }
  connection->sink->onConnect(error);
}

void LinuxPort::connectionEvent(LinuxConnection* connection, std::uint32_t events) {
  // An edge comes once: it is noted whether or not anybody waits for it now.
  if (events & (EPOLLIN | EPOLLPRI | EPOLLRDHUP | EPOLLHUP | EPOLLERR)) connection->readable = true;
  if (events & (EPOLLPRI | EPOLLRDHUP | EPOLLHUP | EPOLLERR)) connection->drain = true;
  if (events & (EPOLLOUT | EPOLLHUP | EPOLLERR)) connection->writable = true;
  serve(connection);
}

void LinuxPort::serve(LinuxConnection* connection) {
  if (connection->connecting) {
    if (!connection->writable) return;
    finishConnect(connection);
  }
  if (!connection->closed && connection->reading && connection->readable) read(connection);
  if (!connection->closed && !connection->sends.empty() && connection->writable) sendOn(connection);
}

void LinuxPort::queue(LinuxConnection* connection) {
  if (connection->queued) return;
  connection->queued = true;
  queued_.push_back(connection);
}

void LinuxPort::startReading(Connection* which) {
  LinuxConnection* connection = at(which);
  if (connection->over) return;
  connection->reading = true;
  // The edge may have come while nobody read.
  if (connection->readable && !connection->connecting) queue(connection);
}

void LinuxPort::read(LinuxConnection* connection) {
  for (int share = 8;; --share) {
    if (!readBlock_ || readBlock_->refs != 1) {
      detail::Block::drop(readBlock_);  // somebody keeps what was read last
      readBlock_ = detail::Block::make(readBytes);
    }
    ssize_t got = 0;
    do {
      if (connection->channel) [[unlikely]]
        got = receive(connection, readBlock_->bytes(), readBytes);
      else
        got = ::recv(connection->fd, readBlock_->bytes(), readBytes, 0);
    } while (got < 0 && errno == EINTR);
    if (connection->closed) return;  // by whom a handle was pushed to
    if (got < 0 && errno == EAGAIN) {
      connection->readable = connection->drain = false;
      return;
    }
    if (got <= 0) {
      connection->readable = connection->reading = false;
      connection->over = true;
      return got == 0 ? connection->sink->onEnd() : connection->sink->onReadError(-errno);
    }
    // A short read has emptied a TCP socket, and the next byte makes a new edge. Not so where more is to come than
    // bytes (the end), or where reads end between messages (urgent data; what passes descriptors on a unix socket).
    bool full = std::size_t(got) == readBytes;
    bool more = full || connection->drain || connection->isUnix;
    connection->readable = more;
    connection->sink->onRead(readBlock_, readBlock_->bytes(), std::size_t(got));
    if (connection->closed || !connection->reading || !more) return;
    // Others first; and an end comes in the turn behind the last bytes, as in Node: immediates run between them.
    if (full || share == 1 || connection->drain) return queue(connection);
  }
}

ErrorCode LinuxPort::shutdown(Connection* which) {
  LinuxConnection* connection = at(which);
  return ::shutdown(connection->fd, SHUT_WR) == 0 ? 0 : -errno;
}

void LinuxPort::close(Connection* which) {
  LinuxConnection* connection = at(which);
  if (connection->closed) return;
  if (connection->writable && !connection->connecting) connection->sends.offerLast(*connection);
  connection->sends.clear();
  bury(connection);
}

ErrorCode LinuxPort::reset(Connection* which) {
  LinuxConnection* connection = at(which);
  linger now{.l_onoff = 1, .l_linger = 0};
  ErrorCode error = 0;
  if (::setsockopt(connection->fd, SOL_SOCKET, SO_LINGER, &now, sizeof now) != 0 && errno != EINVAL) error = -errno;
  connection->sends.clear();
  close(connection);
  return error;
}

ErrorCode LinuxPort::setNoDelay(Connection* which, bool on) {
  LinuxConnection* connection = at(which);
  if (connection->isUnix) return 0;
  int value = on;
  return ::setsockopt(connection->fd, IPPROTO_TCP, TCP_NODELAY, &value, sizeof value) == 0 ? 0 : -errno;
}

ErrorCode LinuxPort::setKeepAlive(Connection* which, bool on, int seconds) {
  LinuxConnection* connection = at(which);
  if (connection->isUnix) return 0;
  int value = on;
  if (::setsockopt(connection->fd, SOL_SOCKET, SO_KEEPALIVE, &value, sizeof value) != 0) return -errno;
  if (on && seconds > 0) setKeepAliveOf(connection->fd, seconds);
  return 0;
}

Address LinuxPort::localAddress(Connection* connection) { return nameOf(at(connection)->fd, ::getsockname); }
Address LinuxPort::remoteAddress(Connection* connection) { return nameOf(at(connection)->fd, ::getpeername); }

}  // namespace nodecpp::os
