#include <nodecpp/net/fetch_ahead.h>

#include "net/internals.h"
#include "net/socket_handle.h"

namespace nodecpp::net::detail {

namespace {

const SocketHandle* handleOf(const SocketObject* socket) noexcept {
  return socket ? SocketInternals::handleOf(const_cast<SocketObject&>(*socket)) : nullptr;
}

}  // namespace

void fetchSocket(const SocketObject* socket) noexcept {
  if (socket) fetchMemory<sizeof(SocketObject)>(socket);
}

void fetchHandle(const SocketObject* socket) noexcept {
  if (const SocketHandle* handle = handleOf(socket)) fetchMemory<sizeof(SocketHandle)>(handle);
}

void fetchConnection(const SocketObject* socket) noexcept {
  // The port alone knows the type of the connection, of which a write needs the beginning.
  const SocketHandle* handle = handleOf(socket);
  if (handle && handle->connection()) fetchMemory<192>(handle->connection());
}

}  // namespace nodecpp::net::detail
