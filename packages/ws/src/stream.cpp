// createWebSocketStream.
#include <nodecpp/ws.h>

#include "connection.h"

namespace nodecpp::ws {

namespace {

void writeTo(const WebSocket& socket, const stream::Chunk& chunk, const stream::Callback& callback) {
  if (socket->readyState() == WebSocket::CONNECTING)
    socket->once(event::open, [socket, chunk, callback] { writeTo(socket, chunk, callback); });
  else
    socket->send(chunk, callback);
}

void finish(const WebSocket& socket, const stream::Duplex& duplex, const stream::Callback& callback) {
  if (socket->readyState() == WebSocket::CONNECTING) {
    socket->once(event::open, [socket, duplex, callback] { finish(socket, duplex, callback); });
    return;
  }
  // Without a connection the handshake has failed. The error, which comes, destroys the stream.
  const detail::Connection connection = detail::ConnectionObject::of(socket);
  if (!connection) return;
  if (connection->socket()->writableFinished()) {
    callback();
    if (duplex->readableEnded()) duplex->destroy();
  } else {
    connection->socket()->once(event::finish, [callback] { callback(); });
    socket->close();
  }
}

void emitCloseLater(const stream::Duplex& duplex) {
  process::nextTick([duplex] { duplex->emit(event::close); });
}

void destroy(const WebSocket& socket, const stream::Duplex& duplex, const Error& error, const stream::Callback& callback,
             bool terminates) {
  if (socket->readyState() == WebSocket::CLOSED) {
    callback(error);
    return emitCloseLater(duplex);
  }
  let<bool> isCalled = false;
  socket->once(event::error, [isCalled, callback](Error later) {
    isCalled = true;
    callback(later);
  });
  socket->once(event::close, [isCalled, callback, error, duplex] {
    if (!isCalled) callback(error);
    emitCloseLater(duplex);
  });
  if (terminates) socket->terminate();
}

}  // namespace

stream::Duplex createWebSocketStream(const WebSocket& socket, stream::DuplexOptions options) {
  let<bool> terminates = true;
  options.autoDestroy = false;
  options.emitClose = false;
  options.objectMode = false;
  options.writableObjectMode = false;
  options.read = [socket] {
    if (socket->isPaused()) socket->resume();
  };
  options.write = [socket](stream::Duplex, stream::Chunk chunk, String, stream::Callback callback) {
    writeTo(socket, chunk, callback);
  };
  options.final = [socket](stream::Duplex duplex, stream::Callback callback) { finish(socket, duplex, callback); };
  options.destroy = [socket, terminates](stream::Duplex duplex, Error error, stream::Callback callback) {
    destroy(socket, duplex, error, callback, terminates);
  };
  const auto duplex = make<stream::Duplex>(std::move(options));

  socket->on(event::message, [socket, duplex](Buffer message, bool isBinary) {
    const stream::Chunk chunk =
        !isBinary && duplex->readableObjectMode() ? stream::Chunk(message.toString()) : stream::Chunk(message);
    if (!duplex->push(chunk)) socket->pause();
  });
  socket->once(event::error, [duplex, terminates](Error error) {
    if (duplex->destroyed()) return;
    // The connection is being closed already, and terminate() would cut off the close frame.
    terminates = false;
    duplex->destroy(error);
  });
  socket->once(event::close, [duplex] {
    if (!duplex->destroyed()) duplex->push(nullptr);
  });
  duplex->on(event::end, [duplex] {
    if (!duplex->destroyed() && duplex->writableFinished()) duplex->destroy();
  });
  duplex->once(event::error, [duplex](Error error) {
    duplex->destroy();
    if (duplex->listenerCount(event::error) == 0) duplex->emit(event::error, error);  // throws, as without this listener
  });
  return duplex;
}

}  // namespace nodecpp::ws
