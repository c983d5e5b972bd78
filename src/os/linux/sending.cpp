// Writing: bytes that the system takes at once, and bytes that are held until the system takes them. Over a channel a
// descriptor may go with them.
#include <fcntl.h>
#include <limits.h>
#include <sys/sendfile.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstring>
#include <memory>
#include <vector>

#include "base/assertion.h"
#include "os/linux/linux_port.h"

namespace nodecpp::os {

namespace {

// A file descriptor that is to be passed to another process; the destructor closes it.
class OwnDescriptor final : public PassedDescriptor {
 public:
  explicit OwnDescriptor(int number) : fd(number) {}
  ~OwnDescriptor() { ::close(fd); }
  const int fd;
};

// The control part of a socket message (SCM_RIGHTS), by which a file descriptor is passed to another process.
struct Control {
  alignas(cmsghdr) char bytes[CMSG_SPACE(sizeof(int))]{};
  void attach(msghdr& message, int passed) {
    message.msg_control = bytes;
    message.msg_controllen = sizeof bytes;
    cmsghdr* header = CMSG_FIRSTHDR(&message);
    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN(sizeof passed);
    std::memcpy(CMSG_DATA(header), &passed, sizeof passed);
  }
};

}  // namespace

WriteResult LinuxConnection::write(const Slice* slices, std::size_t count, int passed) {
  NODECPP_DEBUG_ASSERT(fd >= 0 && !closed && !connecting);
  static_assert(sizeof(Slice) == sizeof(iovec) && offsetof(Slice, size) == offsetof(iovec, iov_len));
  std::size_t total = 0;
  while (count > 0) {
    std::size_t now = std::min<std::size_t>(count, IOV_MAX);
    std::size_t asked = 0;
    for (std::size_t i = 0; i < now; ++i) asked += slices[i].size;
    ssize_t sent = 0;
    NODECPP_DEBUG_ASSERT(now > 0 && now <= count, now, count);
    if (now == 1 && passed < 0) {
      sent = ::send(fd, slices[0].data, slices[0].size, MSG_NOSIGNAL);
    } else {
      msghdr message{};
      message.msg_iov = reinterpret_cast<iovec*>(const_cast<Slice*>(slices));
      message.msg_iovlen = now;
      Control control;
      if (passed >= 0) control.attach(message, passed);
      sent = ::sendmsg(fd, &message, MSG_NOSIGNAL);
    }
    if (sent < 0) {
      if (errno == EINTR) continue;
      // Without buffers in the kernel (ENOBUFS) no event will come. The connection stays writable, and the write is
      // tried again in the next turn.
      if (errno == EAGAIN) writable = false;
      if (errno == EAGAIN || errno == ENOBUFS) return {total, 0};
      return {total, -errno};
    }
    total += std::size_t(sent);
    // The kernel never takes more than it was offered.
    NODECPP_DEBUG_ASSERT(std::size_t(sent) <= asked, sent, asked);
    if (std::size_t(sent) < asked) {
      writable = false;
      return {total, 0};
    }
    passed = -1;
    slices += now;
    count -= now;
  }
  return {total, 0};
}

WriteResult LinuxConnection::take(const Slice* slices, std::size_t count,
                                  const std::shared_ptr<PassedDescriptor>& passed) {
  return write(slices, count, passed ? static_cast<OwnDescriptor&>(*passed).fd : -1);
}

// At most this many bytes of a file are sent in one turn of the loop. A client that reads as fast as the system sends
// could otherwise keep the loop in one call.
constexpr std::size_t mostOfFile = 1 << 20;

WriteResult LinuxConnection::takeFile(const FilePart& part) {
  NODECPP_DEBUG_ASSERT(fd >= 0 && !closed && !connecting);
  NODECPP_ASSERT(part.fd >= 0 && part.size > 0, part.fd);
  const auto most = std::size_t(std::min<std::uint64_t>(part.size, mostOfFile));
  for (std::size_t total = 0; total < most;) {
    off_t at = off_t(part.offset + total);
    const ssize_t sent = ::sendfile(fd, part.fd, &at, most - total);
    if (sent > 0) {
      total += std::size_t(sent);
      NODECPP_ASSERT(total <= most, total, most);
      if (total == most) return {total, 0};
      continue;
    }
    if (sent < 0 && errno == EINTR) continue;
    // As in write(): without an event to come, the connection stays writable.
    if (sent < 0 && errno == EAGAIN) writable = false;
    if (sent < 0 && (errno == EAGAIN || errno == ENOBUFS)) return {total, 0};
    if (total > 0) return {total, 0};  // The next call reports the error.
    if (sent == 0) return {0, UV_EOF};
    // A file whose file system cannot do it.
    if (errno == EINVAL || errno == ENOSYS || errno == EOPNOTSUPP || errno == EOVERFLOW) return {0, UV_ENOTSUP};
    return {0, -errno};
  }
  return {most, 0};
}

WriteResult LinuxPort::writeFile(Connection* which, const FilePart& part) {
  LinuxConnection* connection = at(which);
  NODECPP_DEBUG_ASSERT(connection->fd >= 0 && !connection->closed);
  if (connection->connecting || !connection->sends.empty()) return {0, 0};
  return connection->takeFile(part);
}

void LinuxPort::sendFile(Connection* which, const FilePart& part) {
  LinuxConnection* connection = at(which);
  NODECPP_DEBUG_ASSERT(!connection->closed);
  connection->sends.add(part);
  if (connection->writable && !connection->connecting) queue(connection);
}

WriteResult LinuxPort::write(Connection* which, const Slice* slices, std::size_t count) {
  LinuxConnection* connection = at(which);
  NODECPP_DEBUG_ASSERT(connection->fd >= 0 && !connection->closed);
  if (connection->connecting || !connection->sends.empty()) return {0, 0};
  return connection->write(slices, count, -1);
}

int LinuxPort::descriptorOf(PassedHandle handle) {
  NODECPP_ASSERT(handle);
  if (handle.datagrams) return LinuxDatagrams::descriptorOf(handle.datagrams);
  return handle.listener ? at(handle.listener)->fd : at(handle.connection)->fd;
}

WriteResult LinuxPort::writeHandle(Connection* which, const Slice& bytes, PassedHandle handle) {
  LinuxConnection* connection = at(which);
  NODECPP_ASSERT(!connection->closed);
  if (!connection->sends.empty()) return {0, 0};
  return connection->write(&bytes, 1, descriptorOf(handle));
}

void LinuxPort::send(Connection* which, std::vector<Buffer>&& slices, PassedHandle handle) {
  LinuxConnection* connection = at(which);
  NODECPP_DEBUG_ASSERT(!connection->closed);
  std::shared_ptr<PassedDescriptor> passed;
  ErrorCode error = 0;
  if (handle) {
    // The descriptor is duplicated, since the program may close the handle before the descriptor has gone.
    int own = ::fcntl(descriptorOf(handle), F_DUPFD_CLOEXEC, 3);
    if (own >= 0)
      passed = std::make_shared<OwnDescriptor>(own);
    else
      error = -errno;
  }
  connection->sends.add(std::move(slices), std::move(passed), error);
  // If the socket is not writable now, epoll will report when it is.
  if (connection->writable && !connection->connecting) queue(connection);
}

std::size_t LinuxPort::unsent(Connection* which) { return at(which)->sends.bytes(); }

void LinuxPort::sendOn(LinuxConnection* connection) {
  NODECPP_DEBUG_ASSERT(!connection->closed && !connection->connecting && connection->writable &&
                       !connection->sends.empty());
  connection->sends.go(*connection);
  // If the socket still counts as writable (a sink has added sends, or the kernel had no buffers), epoll will not
  // report it again, so the next turn tries again.
  if (!connection->sends.empty() && connection->writable) queue(connection);
}

}  // namespace nodecpp::os
