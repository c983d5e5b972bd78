// TCP and unix-domain servers and sockets. https://nodejs.org/docs/latest-v24.x/api/net.html
#pragma once

#include <nodecpp/net/server.h>
#include <nodecpp/net/socket.h>
#include <nodecpp/traits.h>

namespace nodecpp::net {

#define NODECPP_CONNECTS(F)                                            \
  NODECPP_DIAGNOSE((!nodecpp::detail::TakesSomeOf<F, Socket&>),        \
                   "a listener of this server takes (net::Socket socket), or fewer from the front")
// Returns a new server that does not listen yet; `connectionListener` is added as a listener of `connection`.
// https://nodejs.org/docs/latest-v24.x/api/net.html#netcreateserver
template <class F>
Server createServer(ServerOptions options, F&& connectionListener) NODECPP_CONNECTS(F) {
  auto server = make<Server>(std::move(options));
  server->on(event::connection, std::forward<F>(connectionListener));
  return server;
}
template <class F>
  requires(!nodecpp::detail::ConvertsTo<F, ServerOptions>)
Server createServer(F&& connectionListener) NODECPP_CONNECTS(F) {
  auto server = make<Server>();
  server->on(event::connection, std::forward<F>(connectionListener));
  return server;
}
inline Server createServer(ServerOptions options) { return make<Server>(std::move(options)); }
inline Server createServer() { return make<Server>(); }
#undef NODECPP_CONNECTS

// Returns a new socket that connects with the same arguments and errors as socket->connect: ({.port = 80, .host =
// "…"}), (port), (port, host) or (path), each with an optional listener of `connect`.
Socket createConnection(ConnectOptions options, Function<void()> connectListener = nullptr);
Socket createConnection(const ListenTarget& target, Function<void()> connectListener = nullptr);
template <class Host>
  requires nodecpp::detail::StringLike<const Host&>
Socket createConnection(const ListenTarget& target, const Host& host, Function<void()> connectListener = nullptr) {
  return createConnection(ConnectOptions{.port = target.value(), .host = host}, std::move(connectListener));
}
template <class... A>
Socket connect(A&&... args) {
  return createConnection(std::forward<A>(args)...);
}
inline Socket connect(ConnectOptions options, Function<void()> connectListener = nullptr) {
  return createConnection(std::move(options), std::move(connectListener));
}

bool getDefaultAutoSelectFamily();
void setDefaultAutoSelectFamily(bool value);
// The time that an attempt to connect has before the next address is tried, in milliseconds, 250 by default. A value
// below 10 is raised to 10, as in Node. Throws ERR_OUT_OF_RANGE for a value that is no integer from 1 to 2147483647.
double getDefaultAutoSelectFamilyAttemptTimeout();
void setDefaultAutoSelectFamilyAttemptTimeout(double value);

}  // namespace nodecpp::net
