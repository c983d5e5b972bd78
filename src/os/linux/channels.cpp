// Connections that were not made by connect or accept: pipes to children, and channels, over which descriptors can be
// passed.
#include <fcntl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <vector>

#include "base/assertion.h"
#include "os/linux/linux_port.h"

namespace nodecpp::os {

namespace {

// The largest number of file descriptors that are accepted with one message, as in libuv. Node sends one at a time.
constexpr std::size_t mostHandles = 64;

}  // namespace

ErrorCode LinuxPort::open(int fd, bool channel, LinuxConnection** made) {
  NODECPP_ASSERT(fd >= 0, fd);
  auto* connection = new LinuxConnection(fd, nullptr);
  connection->isUnix = true;
  connection->channel = channel;
  connection->readable = connection->writable = true;
  if (ErrorCode error = watch(connection, connectionEvents)) {
    delete connection;
    return error;
  }
  *made = connection;
  return 0;
}

ErrorCode LinuxPort::openChannel(int fd, Connection** channel) {
  *channel = nullptr;
  sockaddr_storage name;
  socklen_t size = sizeof name;
  if (::getsockname(fd, reinterpret_cast<sockaddr*>(&name), &size) != 0) return -errno;
  if (name.ss_family != AF_UNIX) return -EINVAL;
  ::fcntl(fd, F_SETFD, FD_CLOEXEC);
  ::fcntl(fd, F_SETFL, ::fcntl(fd, F_GETFL) | O_NONBLOCK);
  LinuxConnection* made = nullptr;
  if (ErrorCode error = open(fd, true, &made)) return error;
  *channel = made;
  return 0;
}

// Reads bytes as recv does, and pushes a handle for each file descriptor that came with them.
ssize_t LinuxPort::receive(LinuxConnection* connection, char* to, std::size_t size) {
  NODECPP_ASSERT(connection->channel && !connection->closed && size > 0);
  alignas(cmsghdr) char control[CMSG_SPACE(sizeof(int) * mostHandles)];
  iovec part{to, size};
  msghdr message{};
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  message.msg_control = control;
  message.msg_controllen = sizeof control;
  ssize_t got = ::recvmsg(connection->fd, &message, MSG_CMSG_CLOEXEC);
  if (got < 0) return got;
  NODECPP_ASSERT(std::size_t(got) <= size, got, size);
  std::vector<int> passed;
  for (cmsghdr* at = CMSG_FIRSTHDR(&message); at; at = CMSG_NXTHDR(&message, at)) {
    if (at->cmsg_level != SOL_SOCKET || at->cmsg_type != SCM_RIGHTS) continue;
    for (std::size_t i = 0; CMSG_LEN((i + 1) * sizeof(int)) <= at->cmsg_len; ++i) {
      int fd = -1;
      std::memcpy(&fd, CMSG_DATA(at) + i * sizeof fd, sizeof fd);
      passed.push_back(fd);
    }
  }
  for (int fd : passed) {
    PassedHandle handle = connection->closed ? PassedHandle() : wrap(fd);
    if (handle)
      connection->sink->onHandle(handle);
    else
      ::close(fd);
  }
  return got;
}

// Makes a listener, a connection or a socket for datagrams of a file descriptor that came over a channel. Returns an
// empty handle for a descriptor of another kind.
PassedHandle LinuxPort::wrap(int fd) {
  int listens = 0, domain = 0, type = 0;
  socklen_t size = sizeof(int);
  if (::getsockopt(fd, SOL_SOCKET, SO_DOMAIN, &domain, &size) != 0) return {};
  ::getsockopt(fd, SOL_SOCKET, SO_ACCEPTCONN, &listens, &size);
  ::getsockopt(fd, SOL_SOCKET, SO_TYPE, &type, &size);
  if (type == SOCK_DGRAM && domain != AF_UNIX) return {.datagrams = datagrams_.wrap(fd)};
  if (type != SOCK_STREAM) return {};
  ::fcntl(fd, F_SETFL, ::fcntl(fd, F_GETFL) | O_NONBLOCK);
  if (listens) {
    auto* listener = new LinuxListener(fd, nullptr);
    listener->isUnix = domain == AF_UNIX;
    return {.listener = listener};
  }
  LinuxConnection* connection = nullptr;
  if (open(fd, false, &connection) != 0) return {};
  connection->isUnix = domain == AF_UNIX;
  return {.connection = connection};
}

}  // namespace nodecpp::os
