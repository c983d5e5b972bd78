// WebSocketServer. Part of ws. https://github.com/websockets/ws/blob/8.18.3/doc/ws.md#class-websocketserver
#pragma once

#include <nodecpp/ws/websocket.h>

namespace nodecpp::event {
struct headers_t {
  static constexpr const char* name = "headers";
};
inline constexpr headers_t headers{};
struct wsClientError_t {
  static constexpr const char* name = "wsClientError";
};
inline constexpr wsClientError_t wsClientError{};
}  // namespace nodecpp::event

namespace nodecpp::ws {

class WebSocketServerObject;
using WebSocketServer = Handle<WebSocketServerObject>;

namespace detail {
class RoomsObject;
class ServerHandshakeObject;
}  // namespace detail

// A server of WebSockets: on a port of its own, on an http or https server that the program has made, or, with
// `noServer`, on connections that the program gives to handleUpgrade.
class WebSocketServerObject : public EventEmitterObject {
 public:
  using Options = ServerOptions;
  using Upgraded = Function<void(WebSocket, http::IncomingMessage)>;
  // With `port`, listens; `listening` is emitted, and `callback` called, in a later tick. Throws a TypeError unless
  // exactly one of `port`, `server` and `noServer` is given.
  explicit WebSocketServerObject(ServerOptions options, Function<void()> callback = nullptr);
  ~WebSocketServerObject() override;
  const char* className() const override { return "WebSocketServer"; }

  using EventEmitterObject::eventArgs;
  // The server is closed, and with clientTracking all connections are.
  static Args<> eventArgs(event::close_t);
  static Args<WebSocket, http::IncomingMessage> eventArgs(event::connection_t);
  // The lines of the answer to a handshake before they are sent; a listener may add some.
  static Args<Array<String>, http::IncomingMessage> eventArgs(event::headers_t);
  static Args<> eventArgs(event::listening_t);
  // A bad handshake. With a listener it is the listener that answers and closes the socket.
  static Args<Error, net::Socket, http::IncomingMessage> eventArgs(event::wsClientError_t);

  ServerOptions options;
  // The open connections; empty without clientTracking.
  Set<WebSocket> clients;

  // Returns the address at which the server listens; without one the result converts to false. Throws an Error with
  // `noServer`.
  net::AddressInfo address() const;
  // Accepts no more connections. `close` is emitted when all connections are closed, which the program does, and the
  // callback is called then, with an Error when the server was closed before.
  void close(Function<void(Error)> callback = nullptr);
  // Answers the handshake of an `upgrade` event, and calls the callback with the connection when it is accepted. Throws
  // an Error for a socket that was given before.
  void handleUpgrade(const http::IncomingMessage& request, const net::Socket& socket, const Buffer& head,
                     Upgraded callback);
  // Whether the request is for this server: by default its path is `options.path`, if there is one.
  virtual bool shouldHandle(http::IncomingMessage request);

  // Beyond ws: sends a message to all connections that have subscribed to the topic, and returns how many they are.
  double publish(StringArg topic, const Data& data, const SendOptions& options = {});
  // Returns how many connections have subscribed to the topic.
  double numSubscribers(StringArg topic) const;

 protected:
  void traceMembers(nodecpp::detail::Tracer& tracer) override;

 private:
  enum class State : unsigned char { running, closing, closed };
  void listenOn(const http::Server& server);
  void leaveServer();
  void emitCloseLater();
  void emitClosed();
  void forget(const WebSocket& socket);
  bool negotiate(detail::ServerHandshakeObject& handshake);
  void verify(const Handle<detail::ServerHandshakeObject>& handshake, const char* originField);
  void completeUpgrade(const Handle<detail::ServerHandshakeObject>& handshake);

  http::Server server_;
  Function<void()> onListening_;
  Function<void(Error)> onError_;
  Function<void(http::IncomingMessage, net::Socket, Buffer)> onUpgrade_;
  Handle<detail::RoomsObject> rooms_;
  State state_ = State::running;
  bool emitsClose_ = false;  // when the last connection is closed
};

}  // namespace nodecpp::ws
