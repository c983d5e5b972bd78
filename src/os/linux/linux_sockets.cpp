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

#include "base/assertion.h"
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
  setOption(fd, IPPROTO_TCP, TCP_KEEPINTVL, 1);  // Keep-alive as in libuv: ten probes, a second apart.
  setOption(fd, IPPROTO_TCP, TCP_KEEPCNT, 10);
}

// Sets the options that Linux copies from a listening socket to each accepted connection, so that they cost no system
// call for each connection.
void setInherited(int fd, bool isUnix, const ListenSpec& spec) {
  if (isUnix) return;
  if (spec.noDelay) setOption(fd, IPPROTO_TCP, TCP_NODELAY, 1);
}

// Returns an address without a family when the system tells none.
Address nameOf(int fd, int (*ask)(int, sockaddr*, socklen_t*)) {
  Address found;
  nameOf(fd, ask, found);
  return found;
}

}  // namespace

// Listens on a socket that has come over a channel, which listens already, or on one that was bound only.
ErrorCode LinuxPort::listenOn(LinuxListener* listener, const ListenSpec& spec, ListenerSink* sink) {
  NODECPP_ASSERT(!listener->closed && listener->fd >= 0, listener->fd);
  listener->sink = sink;
  setInherited(listener->fd, listener->isUnix, spec);
  if (std::exchange(listener->boundOnly, false)) {
    if (::listen(listener->fd, spec.backlog) != 0) return -errno;
  } else {
    listener->shared = true;
  }
  if (!sink) return 0;
  if (!listener->shared || spareFd_ >= 0) return watch(listener, listener->shared ? sharedEvents : EPOLLIN);
  // Without the spare descriptor the listener could not accept the connection for which it is woken.
  rest(listener);
  return 0;
}

ErrorCode LinuxPort::listen(const ListenSpec& spec, ListenerSink* sink, Listener** made) {
  *made = nullptr;
  if (spec.received) {
    if (const ErrorCode error = listenOn(at(spec.received), spec, sink)) {
      close(spec.received);
      return error;
    }
    *made = spec.received;
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
  NODECPP_ASSERT(!spec.bindOnly || !sink);
  if (!spec.bindOnly && ::listen(fd, spec.backlog) != 0) return fail(-errno);
  NODECPP_ASSERT(fd >= 0, fd);
  auto* listener = new LinuxListener(fd, sink);
  listener->isUnix = isUnix;
  listener->unlinkPath = madePath;
  listener->boundOnly = spec.bindOnly;
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
  closeAfterTurn(listener);
}

void LinuxPort::accept(LinuxListener* listener) {
  NODECPP_ASSERT(listener->sink && listener->fd >= 0, listener->fd);
  // At most 64 connections are accepted in a turn, so that a flood of connections cannot starve existing ones. The
  // event is level-triggered and comes again for the rest.
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
  NODECPP_ASSERT(fd >= 0 && listener->sink && !listener->closed, fd);
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

// Removes a listener that cannot accept now from epoll for a while. Its level-triggered event would come again at once
// and keep the processor busy.
void LinuxPort::rest(LinuxListener* listener) {
  NODECPP_ASSERT(!listener->closed);
  NODECPP_DEBUG_ASSERT(std::ranges::find(resting_, listener) == resting_.end());
  epoll_ctl(epoll_, EPOLL_CTL_DEL, listener->fd, nullptr);
  if (resting_.empty()) readPausedUntil_ = hrtime() + restNanoseconds;
  resting_.push_back(listener);
}

int LinuxPort::restTimeout(int timeout) {
  std::uint64_t now = hrtime();
  int left = now >= readPausedUntil_ ? 0 : int((readPausedUntil_ - now) / 1'000'000) + 1;
  NODECPP_ASSERT(left >= 0 && left <= int(restNanoseconds / 1'000'000) + 1, left);
  return timeout < 0 || timeout > left ? left : timeout;
}

// When the pause is over and a spare descriptor could be opened, returns all resting listeners to epoll.
void LinuxPort::endReadPauses() {
  if (hrtime() < readPausedUntil_) return;
  if (spareFd_ < 0) spareFd_ = ::open("/dev/null", O_RDONLY | O_CLOEXEC);
  readPausedUntil_ = hrtime() + restNanoseconds;
  if (spareFd_ < 0) return;
  std::erase_if(resting_, [this](LinuxListener* listener) {
    return watch(listener, listener->shared ? sharedEvents : EPOLLIN) == 0;
  });
}

void LinuxPort::acceptWithoutDescriptors(LinuxListener* listener) {
  NODECPP_ASSERT(!listener->closed && listener->sink);
  // After an earlier shortage of descriptors, another thread took the freed descriptor before the spare one could be
  // opened again.
  if (spareFd_ < 0) spareFd_ = ::open("/dev/null", O_RDONLY | O_CLOEXEC);
  if (spareFd_ < 0) return rest(listener);
  ::close(std::exchange(spareFd_, -1));
  int fd = -1;
  if (listener->shared) {
    // Other processes share this listener, and the kernel has told only this process of the connection, so this process
    // must serve it. Further connections are left to the other processes until this process has a spare descriptor
    // again.
    do fd = ::accept4(listener->fd, nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC);
    while (fd < 0 && (errno == EINTR || errno == ECONNABORTED));
    if (fd >= 0) accepted(listener, fd);
    spareFd_ = ::open("/dev/null", O_RDONLY | O_CLOEXEC);
    if (spareFd_ < 0 && !listener->closed) rest(listener);
    return;
  }
  // As libuv: connections that wait are accepted and closed at once, because no other process would ever serve them.
  // When a descriptor is free again, the next connection is served.
  do {
    fd = ::accept4(listener->fd, nullptr, nullptr, SOCK_CLOEXEC);
    if (fd >= 0) ::close(fd);
  } while (fd >= 0 || errno == EINTR || errno == ECONNABORTED);
  bool emptied = errno == EAGAIN;
  spareFd_ = ::open("/dev/null", O_RDONLY | O_CLOEXEC);
  if (!emptied) rest(listener);
}

void LinuxPort::unlinkPathOf(LinuxConnection* connection) {
  std::erase_if(boundPaths_, [&](const auto& each) {
    if (each.first != connection) return false;
    ::unlink(std::string(each.second.data(), each.second.size()).c_str());
    return true;
  });
}

ErrorCode LinuxPort::connect(const ConnectSpec& spec, ConnectionSink* sink, Connection** made) {
  *made = nullptr;
  LinuxListener* const bound = spec.bound ? at(spec.bound) : nullptr;
  NODECPP_ASSERT(!bound || (bound->boundOnly && !bound->closed));
  int fd = -1;
  // A bound socket is used up in any case, and its path is removed with it.
  const auto fail = [&](ErrorCode error) {
    if (bound)
      close(spec.bound);
    else if (fd >= 0)
      ::close(fd);
    return error;
  };
  SocketAddress name;
  if (const ErrorCode error = toSocketAddress(spec.address, name)) return fail(error);
  fd = bound ? bound->fd : socketFor(spec.address.family);
  if (fd < 0) return fd;
  ErrorCode later = 0;
  if (spec.local.family != Address::Family::none && !bound) {
    SocketAddress local;
    ErrorCode error = toSocketAddress(spec.local, local);
    if (!error) {
      setOption(fd, SOL_SOCKET, SO_REUSEADDR, 1);
      if (::bind(fd, &local.any, local.size) != 0) error = -errno;
      // As libuv: "address in use" is pushed later as the outcome.
      if (error == -EADDRINUSE) later = std::exchange(error, 0);
    }
    if (error) return fail(error);
  }
  int result = -1;
  if (!later) {
    do result = ::connect(fd, &name.any, name.size);
    while (result != 0 && errno == EINTR);
  }
  if (!later && result != 0 && errno != EINPROGRESS) {
    // As libuv: a refusal is pushed in a later turn like any other outcome. Invalid arguments are an error at once.
    bool refusal = errno == ECONNREFUSED || spec.address.family == Address::Family::unix;
    if (!refusal) return fail(-errno);
    later = -errno;
  }
  NODECPP_ASSERT(later <= 0, later);
  auto* connection = new LinuxConnection(fd, sink);
  connection->connecting = true;
  connection->isUnix = spec.address.family == Address::Family::unix;
  connection->connectError = later;
  if (bound) {
    if (!bound->unlinkPath.empty()) boundPaths_.emplace_back(connection, bound->unlinkPath);
    leave(bound);
  }
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
  NODECPP_ASSERT(connection->connecting && connection->writable && !connection->closed && connection->sink);
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
  // An edge-triggered event comes only once, so it is noted even if nobody waits for it now.
  if (events & (EPOLLIN | EPOLLPRI | EPOLLRDHUP | EPOLLHUP | EPOLLERR)) connection->readable = true;
  if (events & (EPOLLPRI | EPOLLRDHUP | EPOLLHUP | EPOLLERR)) connection->drain = true;
  if (events & (EPOLLOUT | EPOLLHUP | EPOLLERR)) connection->writable = true;
  serve(connection);
}

void LinuxPort::serve(LinuxConnection* connection) {
  NODECPP_ASSERT(!connection->closed && connection->fd >= 0, connection->fd);
  NODECPP_ASSERT(!connection->reading || !connection->over);
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
  // An event may have come while nobody was reading; no further event will report those bytes.
  if (connection->readable && !connection->connecting) queue(connection);
}

void LinuxPort::read(LinuxConnection* connection) {
  NODECPP_ASSERT(connection->reading && connection->readable && !connection->over && !connection->closed);
  NODECPP_ASSERT(connection->sink);
  // The read block is used again unless a sink has retained it.
  for (int share = 8;; --share) {
    NODECPP_ASSERT(share > 0, share);
    if (!readBlock_ || readBlock_->refs != 1) {
      detail::Block::drop(readBlock_);  // A sink still uses the bytes that were read last.
      readBlock_ = detail::Block::make(readBytes);
    }
    ssize_t got = 0;
    do {
      if (connection->channel) [[unlikely]]
        got = receive(connection, readBlock_->bytes(), readBytes);
      else
        got = ::recv(connection->fd, readBlock_->bytes(), readBytes, 0);
    } while (got < 0 && errno == EINTR);
    if (connection->closed) return;  // The sink of a handle may have closed the connection.
    if (got < 0 && errno == EAGAIN) {
      connection->readable = connection->drain = false;
      return;
    }
    if (got <= 0) {
      connection->readable = connection->reading = false;
      connection->over = true;
      return got == 0 ? connection->sink->onEnd() : connection->sink->onReadError(-errno);
    }
    // After a short read a TCP socket is empty, and the next byte makes a new event. Exceptions, in which reading must
    // go on: the peer has ended its side, urgent data divides the stream into several reads, or a unix socket ends a
    // read at each message that passes descriptors.
    NODECPP_ASSERT(std::size_t(got) <= readBytes, got);
    bool more = std::size_t(got) == readBytes || connection->drain || connection->isUnix;
    connection->readable = more;
    connection->sink->onRead(readBlock_, readBlock_->bytes(), std::size_t(got));
    if (connection->closed || !connection->reading || !more) return;
    // The connection waits for the next turn, and other connections are served first, when it has had its share of
    // reads, or when only its end is left to push. Node pushes the end in a later turn than the last bytes, so that
    // immediates run in between.
    if (share == 1 || connection->drain) return queue(connection);
  }
}

ErrorCode LinuxPort::shutdown(Connection* which) {
  LinuxConnection* connection = at(which);
  return ::shutdown(connection->fd, SHUT_WR) == 0 ? 0 : -errno;
}

void LinuxPort::close(Connection* which) {
  LinuxConnection* connection = at(which);
  if (connection->closed) return;
  if (connection->writable && !connection->connecting) connection->sends.offerLastSend(*connection);
  connection->sends.clear();
  if (!boundPaths_.empty()) [[unlikely]]
    unlinkPathOf(connection);
  closeAfterTurn(connection);
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

ErrorCode LinuxPort::adopt(int fd, Connection** made) {
  *made = nullptr;
  int type = 0;
  socklen_t size = sizeof type;
  if (::getsockopt(fd, SOL_SOCKET, SO_TYPE, &type, &size) != 0) return -errno;
  if (type != SOCK_STREAM) return -EINVAL;
  const int flags = ::fcntl(fd, F_GETFL);
  if (flags < 0 || ::fcntl(fd, F_SETFL, flags | O_NONBLOCK) != 0) return -errno;
  LinuxConnection* connection = nullptr;
  if (const ErrorCode error = open(fd, false, &connection)) return error;
  connection->isUnix = nameOf(fd, ::getsockname).family == Address::Family::unix;
  *made = connection;
  return 0;
}

// As Node, the option of IPv4 also for a socket of IPv6, whose peers may have mapped addresses; that of IPv6 with it.
ErrorCode LinuxPort::setTypeOfService(Connection* connection, int value) {
  const int fd = at(connection)->fd;
  if (::setsockopt(fd, IPPROTO_IP, IP_TOS, &value, sizeof value) != 0) return -errno;
  setOption(fd, IPPROTO_IPV6, IPV6_TCLASS, value);
  return 0;
}

ErrorCode LinuxPort::typeOfService(Connection* connection, int& value) {
  socklen_t size = sizeof value;
  return ::getsockopt(at(connection)->fd, IPPROTO_IP, IP_TOS, &value, &size) == 0 ? 0 : -errno;
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
