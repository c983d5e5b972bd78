#include "os/posix/socket_address.h"

#include <arpa/inet.h>
#include <net/if.h>

#include <cerrno>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <string>

#include "base/assertion.h"

namespace nodecpp::os {

ErrorCode toSocketAddress(const Address& address, SocketAddress& out) {
  std::string host(address.host.data(), address.host.size());
  switch (address.family) {
    case Address::Family::ipv4:
      out.v4.sin_family = AF_INET;
      out.v4.sin_port = htons(std::uint16_t(address.port));
      out.size = sizeof out.v4;
      return inet_pton(AF_INET, host.c_str(), &out.v4.sin_addr) == 1 ? 0 : -EINVAL;
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
    case Address::Family::none: break;
  }
  return -EINVAL;
}

Address fromSocketAddress(const SocketAddress& in) {
  Address out;
  char text[INET6_ADDRSTRLEN + 20];
  if (in.any.sa_family == AF_INET) {
    out.family = Address::Family::ipv4;
    inet_ntop(AF_INET, &in.v4.sin_addr, text, sizeof text);
    out.host = text;
    out.port = ntohs(in.v4.sin_port);
  } else if (in.any.sa_family == AF_INET6) {
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
