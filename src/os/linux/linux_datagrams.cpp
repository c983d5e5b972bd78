#include "os/linux/linux_datagrams.h"

#include <fcntl.h>
#include <net/if.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <cstring>
#include <deque>

#include "base/assertion.h"
#include "os/linux/linux_port.h"
#include "os/posix/socket_address.h"

namespace nodecpp::os {

class LinuxDatagramSocket final : public Watched, public DatagramSocket {
 public:
  LinuxDatagramSocket(int descriptor, DatagramSink* s, bool v6)
      : Watched(Kind::datagrams, descriptor), sink(s), isIpv6(v6) {}

  struct Queued {
    Buffer bytes;
    Address to;
  };
  // Returns the address of a sender.
  const Address& addressOf(const SocketAddress& from) {
    const auto bytesOf = [](const SocketAddress& name) { return reinterpret_cast<const char*>(&name.any); };
    if (from.size != senderName.size || !detail::sameBytes(bytesOf(from), bytesOf(senderName), from.size)) {
      senderName = from;
      sender = fromSocketAddress(from);
    }
    return sender;
  }
  // Whether a datagram goes to the last sender.
  bool isToSender(const Address& to) const noexcept {
    return to.port == sender.port && to.family == sender.family && to.host == sender.host;
  }

  DatagramSink* sink;
  const bool isIpv6;
  bool isConnected = false;
  std::deque<Queued> waiting;  // what the system had no room for
  // The last sender in both forms, since the next datagram often comes from it and the answer goes to it.
  SocketAddress senderName;
  Address sender{};
};

namespace {

LinuxDatagramSocket* at(DatagramSocket* socket) { return static_cast<LinuxDatagramSocket*>(socket); }

ErrorCode setOptionOf(int fd, int level, int name, const void* value, socklen_t size) {
  return ::setsockopt(fd, level, name, value, size) == 0 ? 0 : -errno;
}
ErrorCode setInt(int fd, int level, int name, int value) { return setOptionOf(fd, level, name, &value, sizeof value); }

// Reads an address of IPv6, or of IPv4. An empty text is the address of no host.
bool parse(const String& text, bool isIpv6, SocketAddress& out) {
  return toSocketAddress({isIpv6 ? Address::Family::ipv6 : Address::Family::ipv4, text, 0}, out) == 0;
}

// Sends one datagram to the name, of which an empty one stands for the peer of a connected socket. Interrupted calls
// are made again.
ErrorCode sendTo(int fd, const Slice* slices, std::size_t count, const SocketAddress& to) {
  static_assert(sizeof(Slice) == sizeof(iovec) && offsetof(Slice, size) == offsetof(iovec, iov_len));
  const sockaddr* name = to.size > 0 ? &to.any : nullptr;
  ssize_t sent = 0;
  if (count == 1) [[likely]] {
    // One piece goes without a message, which the system would have to read first.
    do sent = ::sendto(fd, slices->data, slices->size, 0, name, to.size);
    while (sent < 0 && errno == EINTR);
  } else {
    msghdr message{};
    message.msg_name = const_cast<sockaddr*>(name);
    message.msg_namelen = to.size;
    message.msg_iov = reinterpret_cast<iovec*>(const_cast<Slice*>(slices));
    message.msg_iovlen = count;
    do sent = ::sendmsg(fd, &message, 0);
    while (sent < 0 && errno == EINTR);
  }
  if (sent >= 0) return 0;
  // As libuv: a system without memory for the datagram is asked again later.
  return errno == EAGAIN || errno == ENOBUFS ? UV_EAGAIN : -errno;
}

ErrorCode sendTo(const LinuxDatagramSocket& socket, const Slice* slices, std::size_t count, const Address& to) {
  if (socket.isToSender(to) && to.family != Address::Family::none)
    return sendTo(socket.fd, slices, count, socket.senderName);
  SocketAddress name;
  if (to.family != Address::Family::none)
    if (ErrorCode error = toSocketAddress(to, name)) return error;
  return sendTo(socket.fd, slices, count, name);
}

// Joins a group or leaves it. Follows libuv's uv__udp_set_membership4 and 6 and uv__udp_set_source_membership4 and 6:
// the family is that of the group, since a socket of IPv6 may join groups of IPv4, too.
ErrorCode change(LinuxDatagramSocket* socket, const Membership& membership, bool joins) {
  SocketAddress group, interface, source;
  const bool isIpv6 = membership.group.includes(":");
  if (!parse(membership.group, isIpv6, group)) return UV_EINVAL;
  const bool hasInterface = !membership.interface.empty();
  if (hasInterface && !parse(membership.interface, isIpv6, interface)) return UV_EINVAL;
  if (!membership.source.empty() && !parse(membership.source, isIpv6, source)) return UV_EINVAL;
  const std::uint32_t index = hasInterface && isIpv6 ? interface.v6.sin6_scope_id : 0;
  if (!membership.source.empty() && isIpv6) {
    group_source_req request{};
    request.gsr_interface = index;
    std::memcpy(&request.gsr_group, &group.v6, sizeof group.v6);
    std::memcpy(&request.gsr_source, &source.v6, sizeof source.v6);
    return setOptionOf(socket->fd, IPPROTO_IPV6, joins ? MCAST_JOIN_SOURCE_GROUP : MCAST_LEAVE_SOURCE_GROUP, &request,
                       sizeof request);
  }
  if (!membership.source.empty()) {
    ip_mreq_source request{};
    request.imr_multiaddr = group.v4.sin_addr;
    request.imr_sourceaddr = source.v4.sin_addr;
    if (hasInterface) request.imr_interface = interface.v4.sin_addr;
    return setOptionOf(socket->fd, IPPROTO_IP, joins ? IP_ADD_SOURCE_MEMBERSHIP : IP_DROP_SOURCE_MEMBERSHIP, &request,
                       sizeof request);
  }
  if (isIpv6) {
    ipv6_mreq request{};
    request.ipv6mr_multiaddr = group.v6.sin6_addr;
    request.ipv6mr_interface = index;
    return setOptionOf(socket->fd, IPPROTO_IPV6, joins ? IPV6_ADD_MEMBERSHIP : IPV6_DROP_MEMBERSHIP, &request,
                       sizeof request);
  }
  ip_mreq request{};
  request.imr_multiaddr = group.v4.sin_addr;
  if (hasInterface) request.imr_interface = interface.v4.sin_addr;
  return setOptionOf(socket->fd, IPPROTO_IP, joins ? IP_ADD_MEMBERSHIP : IP_DROP_MEMBERSHIP, &request, sizeof request);
}

}  // namespace

// Returns a socket that is bound, or an error below 0.
static int boundSocket(const DatagramSpec& spec) {
  SocketAddress name;
  if (ErrorCode error = toSocketAddress(spec.address, name)) return error;
  const bool isIpv6 = spec.address.family == Address::Family::ipv6;
  const int fd = ::socket(isIpv6 ? AF_INET6 : AF_INET, SOCK_DGRAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  if (fd < 0) return -errno;
  ErrorCode error = 0;
  if (spec.reuseAddress) error = setInt(fd, SOL_SOCKET, SO_REUSEADDR, 1);
  if (!error && spec.reusePort) error = setInt(fd, SOL_SOCKET, SO_REUSEPORT, 1);
  if (!error && isIpv6 && spec.ipv6Only) error = setInt(fd, IPPROTO_IPV6, IPV6_V6ONLY, 1);
  if (!error && ::bind(fd, &name.any, name.size) != 0) error = -errno;
  if (!error) return fd;
  ::close(fd);
  return error;
}

// Makes a descriptor of the program ready, as uv_udp_open does. Returns 0 or an error.
static ErrorCode adopt(int fd) {
  const int flags = ::fcntl(fd, F_GETFL);
  if (flags < 0 || ::fcntl(fd, F_SETFL, flags | O_NONBLOCK) != 0) return -errno;
  return setInt(fd, SOL_SOCKET, SO_REUSEADDR, 1);
}

DatagramSocket* LinuxDatagrams::wrap(int fd) {
  DatagramSocket* made = nullptr;
  open({.fd = fd}, nullptr, &made);
  return made;
}

int LinuxDatagrams::descriptorOf(DatagramSocket* socket) {
  NODECPP_ASSERT(!at(socket)->closed);
  return at(socket)->fd;
}

ErrorCode LinuxDatagrams::openReceived(LinuxDatagramSocket* socket, DatagramSink* sink, DatagramSocket** made) {
  NODECPP_ASSERT(!socket->closed && !socket->sink);
  socket->sink = sink;
  if (const ErrorCode error = sink ? port_.watch(socket, EPOLLIN) : 0) {
    close(socket);
    return error;
  }
  *made = socket;
  return 0;
}

ErrorCode LinuxDatagrams::open(const DatagramSpec& spec, DatagramSink* sink, DatagramSocket** made) {
  *made = nullptr;
  if (spec.received) return openReceived(at(spec.received), sink, made);
  const bool isGiven = spec.fd >= 0;
  const int fd = isGiven ? spec.fd : boundSocket(spec);
  if (fd < 0) return fd;
  ErrorCode error = isGiven ? adopt(fd) : 0;
  if (error) return error;
  Address local;
  error = nameOf(fd, ::getsockname, local);
  auto* socket = new LinuxDatagramSocket(fd, sink, local.family == Address::Family::ipv6);
  socket->isConnected = isGiven && nameOf(fd, ::getpeername, local) == 0;
  if (!error && sink) error = port_.watch(socket, EPOLLIN);
  if (error) {
    if (!isGiven) ::close(fd);
    delete socket;
    return error;
  }
  *made = socket;
  return 0;
}

DescriptorKind LinuxDatagrams::kindOf(int fd) {
  if (::isatty(fd)) return DescriptorKind::terminal;
  struct stat found;
  if (::fstat(fd, &found) != 0) return DescriptorKind::unknown;
  if (S_ISREG(found.st_mode) || S_ISCHR(found.st_mode)) return DescriptorKind::file;
  if (S_ISFIFO(found.st_mode)) return DescriptorKind::pipe;
  int type = 0;
  socklen_t size = sizeof type;
  Address name;
  if (!S_ISSOCK(found.st_mode) || ::getsockopt(fd, SOL_SOCKET, SO_TYPE, &type, &size) != 0 ||
      nameOf(fd, ::getsockname, name))
    return DescriptorKind::unknown;
  const bool isInternet = name.family == Address::Family::ipv4 || name.family == Address::Family::ipv6;
  if (type == SOCK_DGRAM && isInternet) return DescriptorKind::udp;
  if (type == SOCK_STREAM && isInternet) return DescriptorKind::tcp;
  return type == SOCK_STREAM && name.family == Address::Family::unix ? DescriptorKind::pipe : DescriptorKind::unknown;
}

void LinuxDatagrams::close(DatagramSocket* which) { port_.closeAfterTurn(at(which)); }

ErrorCode LinuxDatagrams::send(DatagramSocket* which, const Slice* slices, std::size_t count, const Address& to) {
  LinuxDatagramSocket* socket = at(which);
  NODECPP_ASSERT(!socket->closed && socket->fd >= 0, socket->fd);
  if (!socket->waiting.empty()) return UV_EAGAIN;
  // As libuv, though the system would send it.
  if (socket->isConnected && to.family != Address::Family::none) return UV_EISCONN;
  return sendTo(*socket, slices, count, to);
}

void LinuxDatagrams::queue(DatagramSocket* which, Buffer datagram, const Address& to) {
  LinuxDatagramSocket* socket = at(which);
  socket->waiting.push_back({std::move(datagram), to});
  if (socket->waiting.size() == 1) port_.change(socket, EPOLLIN | EPOLLOUT);
}

void LinuxDatagrams::event(Watched* watched, std::uint32_t events) {
  auto* socket = static_cast<LinuxDatagramSocket*>(watched);
  if (events & (EPOLLIN | EPOLLERR | EPOLLHUP)) receive(socket);
  if (!socket->closed && (events & EPOLLOUT)) sendOn(socket);
}

void LinuxDatagrams::receive(LinuxDatagramSocket* socket) {
  constexpr std::size_t most = 64 * 1024;  // a datagram has at most 65,535 bytes
  if (!room_) room_.reset(new char[most]);
  SocketAddress from;
  for (int i = 0; i < mostInTurn && !socket->closed; ++i) {
    ssize_t got = 0;
    do from.size = sizeof from.storage, got = ::recvfrom(socket->fd, room_.get(), most, 0, &from.any, &from.size);
    while (got < 0 && errno == EINTR);
    if (got < 0 && errno == EAGAIN) return;
    // An error of the socket is told once, so that the next call gives the next datagram.
    if (got < 0) return socket->sink->onReceiveError(-errno);
    NODECPP_ASSERT(std::size_t(got) <= most, got);
    socket->sink->onDatagram(room_.get(), std::size_t(got), socket->addressOf(from));
  }
}

void LinuxDatagrams::sendOn(LinuxDatagramSocket* socket) {
  // A program that sends the next datagram whenever one was sent cannot starve the rest.
  for (int i = 0; i < mostInTurn && !socket->closed && !socket->waiting.empty(); ++i) {
    const auto& [bytes, to] = socket->waiting.front();
    const Slice slice{bytes.bytes(), bytes.size()};
    const ErrorCode error = sendTo(*socket, &slice, 1, to);
    if (error == UV_EAGAIN) return;
    socket->waiting.pop_front();
    socket->sink->onSent(error);
  }
  if (!socket->closed && socket->waiting.empty()) port_.change(socket, EPOLLIN);
}

ErrorCode LinuxDatagrams::connect(DatagramSocket* socket, const Address& to) {
  SocketAddress name;
  if (to.family == Address::Family::none) {
    name.any.sa_family = AF_UNSPEC;
    name.size = sizeof name.any;
  } else if (ErrorCode error = toSocketAddress(to, name)) {
    return error;
  }
  int result = 0;
  do result = ::connect(at(socket)->fd, &name.any, name.size);
  while (result != 0 && errno == EINTR);
  if (result != 0) return -errno;
  at(socket)->isConnected = to.family != Address::Family::none;
  return 0;
}

ErrorCode LinuxDatagrams::localAddress(DatagramSocket* socket, Address& address) {
  return nameOf(at(socket)->fd, ::getsockname, address);
}
ErrorCode LinuxDatagrams::remoteAddress(DatagramSocket* socket, Address& address) {
  return nameOf(at(socket)->fd, ::getpeername, address);
}

ErrorCode LinuxDatagrams::setOption(DatagramSocket* which, DatagramOption option, int value) {
  const int fd = at(which)->fd;
  const bool isIpv6 = at(which)->isIpv6;
  switch (option) {
    case DatagramOption::broadcast: return setInt(fd, SOL_SOCKET, SO_BROADCAST, value);
    case DatagramOption::ttl:
      if (value < 1 || value > 255) return UV_EINVAL;
      return isIpv6 ? setInt(fd, IPPROTO_IPV6, IPV6_UNICAST_HOPS, value) : setInt(fd, IPPROTO_IP, IP_TTL, value);
    case DatagramOption::multicastTtl:
      return isIpv6 ? setInt(fd, IPPROTO_IPV6, IPV6_MULTICAST_HOPS, value)
                    : setInt(fd, IPPROTO_IP, IP_MULTICAST_TTL, value);
    case DatagramOption::multicastLoopback:
      return isIpv6 ? setInt(fd, IPPROTO_IPV6, IPV6_MULTICAST_LOOP, value)
                    : setInt(fd, IPPROTO_IP, IP_MULTICAST_LOOP, value);
    case DatagramOption::receiveBuffer: return setInt(fd, SOL_SOCKET, SO_RCVBUF, value);
    case DatagramOption::sendBuffer: return setInt(fd, SOL_SOCKET, SO_SNDBUF, value);
  }
  return UV_EINVAL;
}

ErrorCode LinuxDatagrams::getOption(DatagramSocket* socket, DatagramOption option, int& value) {
  if (option != DatagramOption::receiveBuffer && option != DatagramOption::sendBuffer) return UV_EINVAL;
  socklen_t size = sizeof value;
  const int name = option == DatagramOption::receiveBuffer ? SO_RCVBUF : SO_SNDBUF;
  return ::getsockopt(at(socket)->fd, SOL_SOCKET, name, &value, &size) == 0 ? 0 : -errno;
}

ErrorCode LinuxDatagrams::setMulticastInterface(DatagramSocket* which, const String& address) {
  // As in libuv, the family is that of the address.
  const bool isIpv6 = address.includes(":");
  SocketAddress name;
  if (!parse(address, isIpv6, name)) return UV_EINVAL;
  if (isIpv6) return setInt(at(which)->fd, IPPROTO_IPV6, IPV6_MULTICAST_IF, int(name.v6.sin6_scope_id));
  return setOptionOf(at(which)->fd, IPPROTO_IP, IP_MULTICAST_IF, &name.v4.sin_addr, sizeof name.v4.sin_addr);
}

ErrorCode LinuxDatagrams::join(DatagramSocket* socket, const Membership& membership) {
  return change(at(socket), membership, true);
}
ErrorCode LinuxDatagrams::leave(DatagramSocket* socket, const Membership& membership) {
  return change(at(socket), membership, false);
}

}  // namespace nodecpp::os
