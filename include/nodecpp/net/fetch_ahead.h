// For packages that write the same bytes to thousands of sockets, one after the other. Programs need none of it.
#pragma once

#include <nodecpp/net/socket.h>

namespace nodecpp::net::detail {

// A write to a socket touches several objects, each of which leads to the next: the socket, its handle, the connection
// of the port. With thousands of sockets none of them is in the processor's cache. A loop over sockets lets the memory
// of those that come soon be fetched while it writes to others: fetchSocket() for a socket, fetchHandle() for the same
// one some writes later, and then fetchConnection(). They change nothing, and take null.
void fetchSocket(const SocketObject* socket) noexcept;
void fetchHandle(const SocketObject* socket) noexcept;
void fetchConnection(const SocketObject* socket) noexcept;

// Tells the processor that the memory of an object will be needed.
template <std::size_t bytes>
void fetchMemory(const void* object) noexcept {
  for (std::size_t at = 0; at < bytes; at += 64) __builtin_prefetch(static_cast<const char*>(object) + at, 1);
}

}  // namespace nodecpp::net::detail
