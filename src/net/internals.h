// Access to sockets and servers for the other modules of the runtime. Programs cannot use it.
#pragma once

#include "net/socket_handle.h"
#include "os/port/datagrams_role.h"

namespace nodecpp::net::detail {

// Returns the error of a descriptor of another kind than is wanted.
Error invalidFdType(os::DescriptorKind kind);

struct SocketInternals {
  // A SocketHandle calls these three to report received bytes, the peer's end and a time-out to its socket.
  static void received(SocketObject& socket, Block* block, char* data, std::size_t size) {
    socket.onData(block, data, size);
  }
  static void ended(SocketObject& socket) { socket.onEof(); }
  static void timedOut(SocketObject& socket) { socket.onTimeout(); }
  // The handle is null when the socket is not connected.
  static SocketHandle* handleOf(SocketObject& socket) { return socket.handle_; }
  // Called when the program ends while `handle` is open. Releases what the socket holds, since that may refer back to
  // the socket in a circle. A `handle` of null is for a socket that has lost its handle to another owner.
  static void forgetHandle(SocketObject& socket, const SocketHandle* handle);
  // Releases, when the program ends, what a socket without an open handle holds.
  static void forgetUnopened(SocketObject& socket);
  // Returns a new socket for a connection that `server` has accepted. `noDelay` is true when the connection has
  // TCP_NODELAY.
  static Socket accepted(SocketHandle* handle, ServerObject& server, bool noDelay);
  // Returns a socket for a connection that is already open, for example a pipe to a child process or a connection that
  // was received over an IPC channel. The socket owns the connection.
  static Socket over(os::Connection* connection, SocketOptions options);
  // Detaches the socket from its connection, which stays open and has another owner from now on.
  static void letGo(SocketObject& socket);
  // Gives the open connection of `from` to `to`, which has none, together with its place among the server's connections
  // and its addresses. `from` gets no event of the connection any more.
  static void moveConnection(SocketObject& from, SocketObject& to);
  // Makes the socket wait for a connection that moveConnection() will give to it.
  static void awaitConnection(SocketObject& socket);
  // Gives a socket a handle without a connection. As in Node, a connection over a stream of the program does not keep
  // the loop running.
  static SocketHandle& makeUnreferencedHandle(SocketObject& socket);
  static bool seesEnd(const SocketObject& socket) { return socket.seesEnd(); }
  // Does what socket.setTimeout(milliseconds) does, for http's servers, which set the time-out twice for each request.
  static void setTimeout(SocketObject& socket, double milliseconds) {
    if (!socket.setIdleTimeout(milliseconds)) [[unlikely]]
      socket.setTimeout(milliseconds);
  }

 private:
  static void dropWatchers(SocketObject& socket);
};

struct ServerInternals {
  // A ServerHandle calls accept() when it has accepted a connection. The other two functions are called when the
  // program ends, and by assertions.
  static void accept(ServerObject& server, os::Connection* connection, bool hasNoDelay = false) {
    server.accepted(connection, hasNoDelay);
  }
  static void forgetHandle(ServerObject& server, const ServerHandle* handle);
  static bool has(const ServerObject& server, const ServerHandle* handle) { return server.handle_ == handle; }
  static bool isReferenced(const ServerObject& server) { return !server.unref_; }
  static bool isUnix(const ServerObject& server) { return !server.path_.empty(); }
  // Called by a socket that the server has accepted, when its connection has closed or has another owner.
  static void connectionClosed(ServerObject& server) { server.connectionClosed(); }
  // Returns the port's listener, or null when the server does not listen. The pointer is valid until the server closes.
  static os::Listener* listenerOf(ServerObject& server);
  // Makes the server listen on a listener that was received over an IPC channel; `listener` is called on `listening`.
  static void listenOn(ServerObject& server, os::Listener* received, double backlog = 0);
  // The options with which the port's listener of `server` is made, without the address.
  static os::ListenSpec listenSpec(const ServerObject& server);

  // The functions below are those by which cluster operates the servers of a worker. `attempt` returns a function that
  // tells whether the listen() call under way at this moment is still wanted. It is no longer wanted when the server
  // was closed or listens anew meanwhile.
  static Function<bool()> attempt(ServerObject& server);
  static void fail(ServerObject& server, int error, const String& address, int port);
  // Makes the server listen. With `received` the server accepts on that listener; without it, connections come through
  // accept(). `bound` is the address that address() reports; `closed` is called when the server is closed.
  static void open(ServerObject& server, os::Listener* received, const os::Address& bound, Function<void()> closed);
  // Closes the server; its connections end with their next responses. `gone` is called when all of them have ended.
  static void leave(ServerObject& server, Function<void(Error)> gone) { server.leave(std::move(gone)); }
  static bool full(const ServerObject& server) {
    return server.maxConnections >= 0 && server.connections_ >= server.maxConnections;
  }
  static String protocolOf(const ServerObject& server) { return server.protocolName(); }
  static String shared(const ServerObject& server) { return server.sharedInCluster(); }
  static void share(ServerObject& server, const String& shared) { server.shareInCluster(shared); }

 private:
  static void opened(ServerObject& server, ServerHandle* handle, const os::Address& at);
};

}  // namespace nodecpp::net::detail
