// Connections of this process's own: pipes to children, and channels, over which descriptors go.
#include <fcntl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "os/linux/linux_port.h"

namespace nodecpp::os {

namespace {

// Node sends one at a time; libuv takes so many.
constexpr std::size_t mostHandles = 64;

}  // namespace

ErrorCode LinuxPort::open(int fd, bool channel, LinuxConnection** made) {
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
  LinuxConnection* made;
  if (ErrorCode error = open(fd, true, &made)) return error;
  *channel = made;
  return 0;
}

OwnDescriptor::~OwnDescriptor() { ::close(fd); }

int LinuxPort::descriptorOf(PassedHandle handle) {
  return handle.listener ? at(handle.listener)->fd : at(handle.connection)->fd;
}

// As sendmsg; `passed`, where it is no -1, goes with the first byte.
ssize_t LinuxPort::sendWith(LinuxConnection* connection, const Slice* slices, std::size_t count, int passed) {
  msghdr message{};
  message.msg_iov = reinterpret_cast<iovec*>(const_cast<Slice*>(slices));
  message.msg_iovlen = count;
  alignas(cmsghdr) char control[CMSG_SPACE(sizeof(int))]{};
  if (passed >= 0) {
    message.msg_control = control;
    message.msg_controllen = sizeof control;
    cmsghdr* header = CMSG_FIRSTHDR(&message);
    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN(sizeof passed);
    std::memcpy(CMSG_DATA(header), &passed, sizeof passed);
  }
  ssize_t sent;
  do sent = ::sendmsg(connection->fd, &message, MSG_NOSIGNAL);
  while (sent < 0 && errno == EINTR);
  return sent;
}

WriteResult LinuxPort::writeHandle(Connection* which, const Slice& bytes, PassedHandle handle) {
  LinuxConnection* connection = at(which);
  if (connection->output) return {0, 0};
  ssize_t sent = sendWith(connection, &bytes, 1, descriptorOf(handle));
  if (sent >= 0) {
    if (std::size_t(sent) < bytes.size) connection->writable = false;
    return {std::size_t(sent), 0};
  }
  if (errno == EAGAIN) connection->writable = false;
  if (errno == EAGAIN || errno == ENOBUFS) return {0, 0};
  return {0, -errno};
}

// As recv, with what is passed along.
ssize_t LinuxPort::receive(LinuxConnection* connection, char* to, std::size_t size) {
  alignas(cmsghdr) char control[CMSG_SPACE(sizeof(int) * mostHandles)];
  iovec part{to, size};
  msghdr message{};
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  message.msg_control = control;
  message.msg_controllen = sizeof control;
  ssize_t got = ::recvmsg(connection->fd, &message, MSG_CMSG_CLOEXEC);
  if (got < 0) return got;
  std::vector<int> passed;
  for (cmsghdr* at = CMSG_FIRSTHDR(&message); at; at = CMSG_NXTHDR(&message, at)) {
    if (at->cmsg_level != SOL_SOCKET || at->cmsg_type != SCM_RIGHTS) continue;
    for (std::size_t i = 0; CMSG_LEN((i + 1) * sizeof(int)) <= at->cmsg_len; ++i) {
      int fd;
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

// A descriptor that has come: a listener, a connection, or nothing that we know.
PassedHandle LinuxPort::wrap(int fd) {
  int listens = 0, domain = 0, type = 0;
  socklen_t size = sizeof(int);
  if (::getsockopt(fd, SOL_SOCKET, SO_DOMAIN, &domain, &size) != 0) return {};
  ::getsockopt(fd, SOL_SOCKET, SO_ACCEPTCONN, &listens, &size);
  ::getsockopt(fd, SOL_SOCKET, SO_TYPE, &type, &size);
  if (type != SOCK_STREAM) return {};
  ::fcntl(fd, F_SETFL, ::fcntl(fd, F_GETFL) | O_NONBLOCK);
  if (listens) {
    auto* listener = new LinuxListener(fd, nullptr);
    listener->isUnix = domain == AF_UNIX;
    return {.listener = listener};
  }
  LinuxConnection* connection;
  if (open(fd, false, &connection) != 0) return {};
  connection->isUnix = domain == AF_UNIX;
  return {.connection = connection};
}

}  // namespace nodecpp::os
