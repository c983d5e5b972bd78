#include "child_process/sent_handles.h"

#include "dgram/handle.h"
#include "net/internals.h"

namespace nodecpp::child_process::detail {

bool canBeSent(const SendHandle& handle) {
  return handle.as<net::SocketObject>() || handle.as<net::ServerObject>() || handle.as<dgram::SocketObject>() ||
         handle.as<NativeObject>();
}

var envelope(const SendHandle& handle, const var& message) {
  var envelope = var::object({{"cmd", "NODE_HANDLE"}, {"type", nullptr}, {"msg", message}});
  const auto native = handle.as<NativeObject>();
  const auto datagrams = handle.as<dgram::SocketObject>();
  if (native)
    envelope.set("type", native->passed().datagrams ? "dgram.Native" : "net.Native");
  else if (datagrams)
    envelope.set("type", "dgram.Socket"), envelope.set("dgramType", datagrams->type);
  else
    envelope.set("type", handle.as<net::SocketObject>() ? "net.Socket" : "net.Server");
  return envelope;
}

os::PassedHandle passedOf(const SendHandle& handle) {
  if (auto socket = handle.as<net::SocketObject>()) {
    net::detail::SocketHandle* inner = net::detail::SocketInternals::handleOf(*socket);
    return {.connection = inner ? inner->connection() : nullptr};
  }
  if (auto server = handle.as<net::ServerObject>())
    return {.listener = net::detail::ServerInternals::listenerOf(*server)};
  if (auto datagrams = handle.as<dgram::SocketObject>()) {
    const dgram::DatagramHandle* inner = dgram::SocketInternals::handleOf(*datagrams);
    return {.datagrams = inner ? inner->socket() : nullptr};
  }
  auto native = handle.as<NativeObject>();
  return native ? native->passed() : os::PassedHandle();
}

void letGo(const SendHandle& handle) { net::detail::SocketInternals::letGo(*handle.as<net::SocketObject>()); }

void receivedHandle(const var& envelope, const Native& native, Function<void(SendHandle)> done) {
  const var type = envelope.get("type");
  const var family = envelope.get("dgramType");
  if (type == "dgram.Socket" && native->passed().datagrams && (family == "udp4" || family == "udp6")) {
    auto socket = dgram::createSocket(family.text());
    socket->once(event::listening, [socket, done] { done(socket); });
    dgram::SocketInternals::receive(*socket, native->take().datagrams);
  } else if (type == "net.Server" && native->passed().listener) {
    auto server = net::createServer();
    server->once(event::listening, [server, done] { done(server); });
    net::detail::ServerInternals::listenOn(*server, native->take().listener);
  } else if (type == "net.Socket" && native->passed().connection) {
    done(net::detail::SocketInternals::over(native->take().connection, {}));
  } else {
    done(native);
  }
}

}  // namespace nodecpp::child_process::detail
