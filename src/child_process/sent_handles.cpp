#include "child_process/sent_handles.h"

#include "net/internals.h"

namespace nodecpp::child_process::detail {

bool canBeSent(const SendHandle& handle) {
  return handle.as<net::SocketObject>() || handle.as<net::ServerObject>() || handle.as<NativeObject>();
}

const char* typeOf(const SendHandle& handle) {
  return handle.as<net::SocketObject>() ? "net.Socket" : handle.as<net::ServerObject>() ? "net.Server" : "net.Native";
}

os::PassedHandle passedOf(const SendHandle& handle) {
  if (auto socket = handle.as<net::SocketObject>()) {
    net::detail::SocketHandle* inner = net::detail::SocketInternals::handleOf(*socket);
    return {.connection = inner ? inner->connection() : nullptr};
  }
  if (auto server = handle.as<net::ServerObject>()) return {.listener = net::detail::ServerInternals::listenerOf(*server)};
  auto native = handle.as<NativeObject>();
  return native ? native->passed() : os::PassedHandle();
}

void letGo(const SendHandle& handle) { net::detail::SocketInternals::letGo(*handle.as<net::SocketObject>()); }

void receivedHandle(const var& type, const Native& native, Function<void(SendHandle)> done) {
  if (type == "net.Server" && native->passed().listener) {
    auto server = net::createServer();
    net::detail::ServerInternals::listenOn(*server, native->take().listener, [server, done] { done(server); });
  } else if (type == "net.Socket" && native->passed().connection) {
    done(net::detail::SocketInternals::over(native->take().connection, {}));
  } else {
    done(native);
  }
}

}  // namespace nodecpp::child_process::detail
