// Converts the port's addresses to and from the system's socket addresses.
#pragma once

#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/un.h>

#include "os/port/port.h"

namespace nodecpp::os {

struct SocketAddress {
  union {
    sockaddr any;
    sockaddr_in v4;
    sockaddr_in6 v6;
    sockaddr_un local;
    sockaddr_storage storage;
  };
  socklen_t size = 0;
  SocketAddress() : storage{} {}
};

// Returns -EINVAL when the text is not a valid address of its family.
ErrorCode toSocketAddress(const Address& address, SocketAddress& out);
Address fromSocketAddress(const SocketAddress& in);
// Sets the address that getsockname or getpeername tells of a socket. Returns 0 or an error.
ErrorCode nameOf(int fd, int (*ask)(int, sockaddr*, socklen_t*), Address& address);

}  // namespace nodecpp::os
