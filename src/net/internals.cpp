// Access to sockets for the other modules of the runtime, for example http, tls and cluster.
#include "net/internals.h"

#include <utility>

#include "base/assertion.h"

namespace nodecpp::net {

using detail::Loop;

namespace detail {

namespace {

// The `user` of a socket that cannot be connected again, so that its listeners are dropped as soon as it has closed.
struct Once final : Object, SocketUser {
  void onProgramEnd() override {}
  bool over() const override { return true; }
};

}  // namespace

Socket SocketInternals::accepted(SocketHandle* handle, ServerObject& server, bool noDelay) {
  nodecpp::detail::Making making;
  Socket socket(new (making) SocketObject(handle, server));
  socket->noDelay_ = noDelay;
  return socket;
}

Socket SocketInternals::over(os::Connection* connection, SocketOptions options) {
  bool readable = options.readable;
  auto socket = make<Socket>(std::move(options));
  socket->user = make<Handle<Once>>();
  socket->newHandle();
  os::Port& port = Loop::current().port();
  socket->handle_->adopt(connection, port.net.localAddress(connection).family == os::Address::Family::unix);
  NODECPP_ASSERT(socket->handle_->open() && !socket->connecting_);
  ++socket->uses_;
  if (readable) socket->read(0);
  return socket;
}

void SocketInternals::dropWatchers(SocketObject& socket) {
  while (Handle<SocketWatcher> watcher = socket.firstWatcher_) {
    socket.unwatch(watcher.get());
    watcher->onProgramEnd();
  }
}

void SocketInternals::forgetHandle(SocketObject& socket, const SocketHandle* handle) {
  NODECPP_ASSERT(!handle || !handle->open());
  if (socket.handle_ == handle) socket.handle_ = nullptr;
  if (!handle) socket.tellWatchers();
  dropWatchers(socket);
  if (handle) socket.programEnds();
  if (auto* user = dynamic_cast<SocketUser*>(socket.user.get())) user->onProgramEnd();
  socket.user = nullptr;
  // The listeners may hold handles to the socket that owns them. Such a circle would keep the socket alive for ever.
  socket.dropListeners();
}

void SocketInternals::forgetUnopened(SocketObject& socket) {
  Socket alive(&socket);
  dropWatchers(socket);
  socket.user = nullptr;
  socket.dropListeners();
}

void SocketInternals::letGo(SocketObject& socket) {
  SocketHandle* handle = std::exchange(socket.handle_, nullptr);
  if (!handle) return;
  if (socket.idle_) socket.idle_->stop();
  socket.bytesRead_ = handle->bytesRead;
  socket.bytesWritten_ = handle->bytesWritten;
  // No event of the connection reaches the socket any more, so what may refer back to it in a circle is released.
  NODECPP_ASSERT(handle->owner == &socket);
  handle->letGo([self = Socket(&socket)] { forgetHandle(*self, nullptr); });
  if (socket.server_) ServerInternals::connectionClosed(*socket.server_);
  socket.server_ = nullptr;
}

void SocketInternals::moveConnection(SocketObject& from, SocketObject& to) {
  NODECPP_ASSERT(from.handle_ && from.handle_->open() && !to.handle_ && !from.connecting_);
  Socket alive(&from);
  // Reading the address once stores it in `from`, so that a program can still read it when `from` has lost its
  // connection.
  from.remoteAddress();
  if (from.idle_) from.idle_->stop();
  from.handle_->stopReading();
  to.handle_ = std::exchange(from.handle_, nullptr);
  to.handle_->moveTo(to);
  to.handle_->pieceSize = to.onread_.callback ? to.onread_.buffer.size() : 0;
  from.bytesRead_ = to.handle_->bytesRead;
  from.bytesWritten_ = to.handle_->bytesWritten;
  to.server_ = std::exchange(from.server_, Server());
  to.remote_ = from.remote_;
  to.noDelay_ = from.noDelay_;
  to.keepAlive_ = from.keepAlive_;
  to.keepAliveSeconds_ = from.keepAliveSeconds_;
  to.refed_ = from.refed_;
  const bool waited = std::exchange(to.connecting_, false);
  // Data that was written while the socket waited for this connection is sent over it. For any other socket a new use
  // begins, so that such data is dropped.
  if (!waited) ++to.uses_;
}

SocketHandle& SocketInternals::makeUnreferencedHandle(SocketObject& socket) {
  socket.refed_ = false;
  socket.newHandle();
  ++socket.uses_;
  return *socket.handle_;
}

void SocketInternals::awaitConnection(SocketObject& socket) {
  NODECPP_ASSERT(!socket.handle_);
  if (std::exchange(socket.connecting_, true)) return;
  ++socket.uses_;
}

}  // namespace detail
}  // namespace nodecpp::net
