#include "os/posix/socket_address.h"

#include <arpa/inet.h>
#include <net/if.h>

#include <cerrno>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <string>
#include <string_view>

#include "base/assertion.h"

namespace nodecpp::os {

namespace {

// What inet_pton and inet_ntop do, which take a text that ends with a zero and use printf: a server of datagrams reads
// and writes an address for each of them.
bool parseV4(std::string_view text, in_addr& out) {
  unsigned char bytes[4];
  std::size_t at = 0;
  for (int i = 0; i < 4; ++i) {
    if (i > 0 && (at == text.size() || text[at++] != '.')) return false;
    const std::size_t begin = at;
    int value = 0;
    for (; at < text.size() && at - begin < 3 && text[at] >= '0' && text[at] <= '9'; ++at)
      value = value * 10 + (text[at] - '0');
    if (at == begin || value > 255 || (at - begin > 1 && text[begin] == '0')) return false;
    bytes[i] = static_cast<unsigned char>(value);
  }
  std::memcpy(&out, bytes, sizeof bytes);
  return at == text.size();
}

String printV4(const in_addr& address) {
  unsigned char bytes[4];
  std::memcpy(bytes, &address, sizeof bytes);
  char text[INET_ADDRSTRLEN];
  char* at = text;
  for (int i = 0; i < 4; ++i) {
    const unsigned value = bytes[i];
    if (i > 0) *at++ = '.';
    if (value >= 100) *at++ = char('0' + value / 100);
    if (value >= 10) *at++ = char('0' + value / 10 % 10);
    *at++ = char('0' + value % 10);
  }
  return String::copyOf(text, std::size_t(at - text));
}

}  // namespace

ErrorCode toSocketAddress(const Address& address, SocketAddress& out) {
  if (address.family == Address::Family::ipv4) {
    out.v4.sin_family = AF_INET;
    out.v4.sin_port = htons(std::uint16_t(address.port));
    out.size = sizeof out.v4;
    return parseV4({address.host.data(), address.host.size()}, out.v4.sin_addr) ? 0 : -EINVAL;
  }
  std::string host(address.host.data(), address.host.size());
  switch (address.family) {
    case Address::Family::ipv6: {
      out.v6.sin6_family = AF_INET6;
      out.v6.sin6_port = htons(std::uint16_t(address.port));
      out.size = sizeof out.v6;
      std::size_t zone = host.find('%');
      if (zone != host.npos) {
        std::string name = host.substr(zone + 1);
        out.v6.sin6_scope_id = if_nametoindex(name.c_str());
        if (out.v6.sin6_scope_id == 0) out.v6.sin6_scope_id = std::uint32_t(std::atoi(name.c_str()));
        host.resize(zone);
      }
      return inet_pton(AF_INET6, host.c_str(), &out.v6.sin6_addr) == 1 ? 0 : -EINVAL;
    }
    case Address::Family::unix: {
      // A path that begins with a zero byte is in the abstract namespace and is not terminated by a zero.
      if (host.size() > sizeof out.local.sun_path) return -EINVAL;
      out.local.sun_family = AF_UNIX;
      std::memcpy(out.local.sun_path, host.data(), host.size());
      bool terminated = host[0] != '\0' && host.size() < sizeof out.local.sun_path;
      out.size = socklen_t(offsetof(sockaddr_un, sun_path) + host.size() + (terminated ? 1 : 0));
      NODECPP_ASSERT(out.size <= sizeof out.local, out.size);
      return 0;
    }
    case Address::Family::ipv4:
    case Address::Family::none: break;
  }
  return -EINVAL;
}

Address fromSocketAddress(const SocketAddress& in) {
  Address out;
  if (in.any.sa_family == AF_INET) {
    out.family = Address::Family::ipv4;
    out.host = printV4(in.v4.sin_addr);
    out.port = ntohs(in.v4.sin_port);
  } else if (in.any.sa_family == AF_INET6) {
    char text[INET6_ADDRSTRLEN + 20];
    out.family = Address::Family::ipv6;
    inet_ntop(AF_INET6, &in.v6.sin6_addr, text, sizeof text);
    out.host = text;
    char name[IF_NAMESIZE];
    if (IN6_IS_ADDR_LINKLOCAL(&in.v6.sin6_addr) && if_indextoname(in.v6.sin6_scope_id, name))
      out.host = out.host + "%" + name;
    out.port = ntohs(in.v6.sin6_port);
  } else if (in.any.sa_family == AF_UNIX) {
    out.family = Address::Family::unix;
    std::size_t length = in.size > offsetof(sockaddr_un, sun_path) ? in.size - offsetof(sockaddr_un, sun_path) : 0;
    if (length > 0 && in.local.sun_path[0] != '\0') length = strnlen(in.local.sun_path, length);
    out.host = String::copyOf(in.local.sun_path, length);
  }
  return out;
}

ErrorCode nameOf(int fd, int (*ask)(int, sockaddr*, socklen_t*), Address& address) {
  SocketAddress name;
  name.size = sizeof name.storage;
  if (ask(fd, &name.any, &name.size) != 0) return -errno;
  address = fromSocketAddress(name);
  return 0;
}

}  // namespace nodecpp::os
