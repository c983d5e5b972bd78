// ws: clients and servers of WebSocket (RFC 6455), with the names and the answers of npm's ws.
// https://github.com/websockets/ws/blob/8.18.3/doc/ws.md
//
//   auto wss = make<ws::WebSocketServer>({.port = 8080});
//   wss->on(event::connection, [](auto socket) {
//     socket->on(event::message, [=](auto data, auto isBinary) { socket->send(data, {.binary = isBinary}); });
//   });
#pragma once

#include <nodecpp/ws/server.h>

namespace nodecpp::ws {

// Wraps a WebSocket in a Duplex stream: each chunk that is written becomes a message, and each message that is received
// can be read. `readableObjectMode` makes text messages strings. The socket is paused while the stream is full. The
// options autoDestroy, emitClose and writableObjectMode have no effect. The stream ends when the WebSocket is closed,
// and destroying the stream terminates the WebSocket.
// https://github.com/websockets/ws/blob/8.18.3/doc/ws.md#createwebsocketstreamwebsocket-options
stream::Duplex createWebSocketStream(const WebSocket& socket, stream::DuplexOptions options = {});

}  // namespace nodecpp::ws
