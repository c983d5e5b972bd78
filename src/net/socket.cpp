// Socket: a Duplex stream over a SocketHandle. The functions that connect are in connect.cpp.
#include <algorithm>
#include <cmath>

#include "base/assertion.h"
#include "base/errors/validate.h"
#include "net/internals.h"

namespace nodecpp::net {

using detail::Loop;
using detail::SocketHandle;

namespace {
constinit thread_local std::size_t live = 0;
}
std::size_t detail::liveSockets() noexcept { return live; }

SocketObject::SocketObject(SocketOptions options) {
  allowHalfOpen = options.allowHalfOpen;
  // The socket emits `close` itself, when its handle is closed.
  flags_ &= ~emitCloseFlag;
  writeFlags_ &= ~decodeStringsFlag;
  noDelay_ = options.noDelay;
  keepAlive_ = options.keepAlive;
  keepAliveSeconds_ = int(std::max(0.0, options.keepAliveInitialDelay) / 1000);
  blockList_ = options.blockList;
  onread_ = options.onread;
  if (!options.readable) setReadable(false);
  if (!options.writable) setWritable(false);
  if (onread_.callback && onread_.buffer.empty()) onread_ = {};
  if (options.typeOfService.given) {
    nodecpp::detail::validateInteger(options.typeOfService.value, "options.typeOfService", 0, 255);
    typeOfService_ = short(options.typeOfService.value);
  }
  if (options.handle) bound_ = options.handle->adopt();
  if (options.fd >= 0 && !bound_) openDescriptor(options.fd, options.readable);
  ++live;  // The destructor does not run when something above has thrown.
  if (options.signal) {
    if (options.signal->aborted()) {
      abort(options.signal->reason());
    } else {
      signal_ = options.signal;
      onAbort_ = [self = Socket(this)] { self->abort(self->signal_->reason()); };
      signal_->addEventListener("abort", onAbort_, {.once = true});
    }
  }
}

void SocketObject::abort(const Error& reason) {
  Socket self(this);
  aborted_ = true;
  destroy(AbortError("The operation was aborted", reason));
}

SocketObject::SocketObject(SocketHandle* accepted, ServerObject& server) : handle_(accepted), server_(&server) {
  ++live;
  allowHalfOpen = server.allowHalfOpen;
  flags_ &= ~emitCloseFlag;
  writeFlags_ &= ~decodeStringsFlag;
  if (std::ptrdiff_t(server.highWaterMark) != readableHighWaterMark()) {
    setupReading(server.highWaterMark, "highWaterMark", "", "utf8");
    setupWriting(server.highWaterMark, "highWaterMark", false, "utf8");
  }
}

SocketObject::~SocketObject() {
  NODECPP_ASSERT(live > 0, live);
  --live;
  NODECPP_ASSERT(!handle_ || !handle_->open());
  delete idle_;
  // Only a handle that was never opened is still here: an open handle holds a reference to the socket.
  delete handle_;
}

void SocketObject::newHandle() {
  NODECPP_ASSERT(!handle_);
  handle_ = new SocketHandle(Loop::current());
  handle_->owner = this;
  handle_->setReferenced(refed_);
  if (onread_.callback) handle_->pieceSize = onread_.buffer.size();
}

void SocketObject::_read(double size) {
  if (connecting_ || !handle_)
    once(event::connect, [this, size] { _read(size); });
  else if (!handle_->reading())
    handle_->startReading();
}

void SocketObject::onData(nodecpp::detail::Block* block, char* data, std::size_t size) {
  if (destroyed()) return;
  bool more = false;
  if (onread_.callback) {
    NODECPP_ASSERT(size <= onread_.buffer.size(), size, onread_.buffer.size());
    std::memcpy(onread_.buffer.bytes(), data, size);
    more = onread_.callback(double(size), onread_.buffer);
  } else {
    more = push(detail::keepBytes(block, data, size));
  }
  if (!more && handle_) handle_->stopReading();
}

void SocketObject::onEof() {
  if (readableEnded()) return;
  push(nullptr);
  read(0);
}

void SocketObject::pauseSource() {
  if (onread_.callback && !connecting_ && handle_ && handle_->reading()) handle_->stopReading();
  DuplexObject::pauseSource();
}
void SocketObject::resumeSource() {
  if (onread_.callback && !connecting_ && handle_ && !handle_->reading()) handle_->startReading();
  DuplexObject::resumeSource();
}
stream::Chunk SocketObject::readChunk(double size) {
  if (onread_.callback && !connecting_ && handle_ && !handle_->reading()) handle_->startReading();
  return DuplexObject::readChunk(size);
}

bool SocketObject::writeChunk(const stream::ChunkArg& chunk, const stream::EncodingParam& encoding,
                              stream::Callback callback) {
  // The short way of bytes for which nothing waits and of whose end nobody is told.
  if (!callback && !encoding.given() && !chunk.isNull() && !chunk.isString() && !chunk.isObject() && chunk.size() > 0 &&
      !hasErrored()) {
    const detail::OutputPiece piece{chunk.buffer().bytes(), chunk.size()};
    if (writeDirectly(&piece, 1)) {
      touch();
      return !destroyed();
    }
  }
  if (readableEnded() && !allowHalfOpen && writableEnded()) {
    Error error = nodecpp::detail::codedError<Error>("EPIPE", "This socket has been ended by the other party");
    if (callback) Loop::current().nextTick([callback, error] { callback(error); });
    destroy(error);
    return false;
  }
  return DuplexObject::writeChunk(chunk, encoding, std::move(callback));
}

void SocketObject::_write(stream::Chunk chunk, String encoding, stream::Callback callback) {
  if (!connecting_ && handle_) [[likely]] {
    pendingBytes_ = 0;
    touch();
    return handle_->write(chunk, encoding, std::move(callback));
  }
  writeGeneric({{std::move(chunk), std::move(encoding)}}, std::move(callback));
}
void SocketObject::_writev(Array<stream::WriteRequest> chunks, stream::Callback callback) {
  writeGeneric(std::move(chunks), std::move(callback));
}

void SocketObject::writeGeneric(Array<stream::WriteRequest> chunks, stream::Callback callback) {
  if (connecting_) {
    pendingBytes_ = 0;
    for (const auto& request : chunks) pendingBytes_ += double(request.chunk.size());
    auto onClose = listener([callback](bool) {
      callback(nodecpp::detail::codedError<Error>("ERR_SOCKET_CLOSED_BEFORE_CONNECTION",
                                                  "Socket closed before the connection was established"));
    });
    // A socket that was closed may be connected again, and its next peer must not get the data that was written for the
    // earlier peer.
    once(event::connect, [this, use = uses_, chunks = std::move(chunks), callback, onClose]() mutable {
      off(event::close, onClose);
      if (use == uses_) writeGeneric(std::move(chunks), callback);
    });
    once(event::close, onClose);
    return;
  }
  pendingBytes_ = 0;
  if (!handle_) return callback(nodecpp::detail::codedError<Error>("ERR_SOCKET_CLOSED", "Socket is closed"));
  touch();
  handle_->write(chunks, std::move(callback));
}

bool SocketObject::writeDirectly(const detail::OutputPiece* pieces, std::size_t count) {
  // Bytes may go to the system directly only when no earlier data waits in front of them.
  if (connecting_ || !handle_ || destroyed() || writableEnded() || writableLength() != 0 || writableCorked() != 0 ||
      (writeFlags_ & writingFlag))
    return false;
  return handle_->writeDirectly(pieces, count);
}

void SocketObject::_final(stream::Callback callback) {
  if (connecting_) {
    once(event::connect, [this, use = uses_, callback] {
      if (use == uses_) _final(callback);
    });
    return;
  }
  if (!handle_) return callback();
  handle_->shutdown(std::move(callback));
}

void SocketObject::closeHandle(bool hadError) {
  SocketHandle* handle = std::exchange(handle_, nullptr);
  if (!handle) return;
  NODECPP_ASSERT(handle->owner == this);
  bytesRead_ = handle->bytesRead;
  bytesWritten_ = handle->bytesWritten;
  handle->close(std::exchange(resetting_, false), [self = Socket(this), hadError] { self->emitClose(hadError); });
}

void SocketObject::emitClose(bool hadError) {
  // The flags of a closed socket are not set for a socket that was connected again meanwhile.
  if (destroyed()) flags_ |= closedFlag | closeEmittedFlag;
  try {
    emit(event::close, hadError);
  } catch (...) {
    if (destroyed()) tellWatchers();
    throw;
  }
  if (!destroyed()) return;
  tellWatchers();
  closeEmitted();
}

void SocketObject::watch(const Handle<detail::SocketWatcher>& watcher) {
  NODECPP_DEBUG_ASSERT(watcher.get() != nullptr);
  // A watcher is appended, so that watchers are called in the order in which they were added.
  Handle<detail::SocketWatcher>* at = &firstWatcher_;
  while (*at) at = &(*at)->nextWatcher_;
  NODECPP_ASSERT(!watcher->nextWatcher_);
  *at = watcher;
}

void SocketObject::unwatch(detail::SocketWatcher* watcher) {
  for (Handle<detail::SocketWatcher>* at = &firstWatcher_; *at; at = &(*at)->nextWatcher_) {
    if (at->get() != watcher) continue;
    Handle<detail::SocketWatcher> gone = std::move(*at);
    *at = std::move(gone->nextWatcher_);
    return;
  }
}

void SocketObject::tellWatchers() {
  while (Handle<detail::SocketWatcher> watcher = std::move(firstWatcher_)) {
    firstWatcher_ = std::move(watcher->nextWatcher_);
    watcher->onSocketClosed();
  }
}

void SocketObject::_destroy(Error error, stream::Callback callback) {
  connecting_ = false;
  hadError_ = static_cast<bool>(error);
  if (idle_) idle_->stop();
  bound_ = nullptr;
  if (signal_) {
    signal_->removeEventListener("abort", onAbort_);
    signal_ = nullptr;
    onAbort_ = nullptr;
  }
  if (handle_) {
    local_ = {};
    closeHandle(hadError_);
    callback(error);
  } else {
    callback(error);
    Loop::current().nextTick([self = Socket(this)] { self->emitClose(false); });
  }
  NODECPP_ASSERT(!connecting_ && !signal_);
  if (server_) detail::ServerInternals::connectionClosed(*server_);
}

void SocketObject::closeEmitted() {
  auto* owner = dynamic_cast<detail::SocketUser*>(user.get());
  bool over = owner && owner->over();
  // `user` may hold a reference to this socket, which would be a circle.
  user = nullptr;
  if (server_ || over) return dropListenersLater();
  // The program may connect a client socket again, often after a pause, so its listeners are kept for a minute before
  // they are dropped. The listeners of a connection with a response that was not read yet are kept, too.
  if (eventNames().empty()) return;
  detail::dropLater(Socket(this), [uses = uses_](const Socket& self) {
    if (self->uses_ == uses) self->dropListeners();
  });
}

void SocketObject::destroySoon() {
  if (writable()) end();
  if (writableFinished())
    destroy();
  else
    once(event::finish, [this] { destroy(); });
}

Socket SocketObject::resetAndDestroy() {
  if (!handle_) {
    Socket alive(this);
    // The connection may have moved to a TLSSocket, which resets it then.
    for (Handle<detail::SocketWatcher> watcher = firstWatcher_; watcher; watcher = watcher->nextWatcher_)
      if (watcher->onReset()) return alive;
    destroy(nodecpp::detail::codedError<Error>("ERR_SOCKET_CLOSED", "Socket is closed"));
    return alive;
  }
  if (handle_->isUnix())
    throw nodecpp::detail::codedError<TypeError>("ERR_INVALID_HANDLE_TYPE", "This handle type cannot be sent");
  auto reset = [this, use = uses_] {
    if (use != uses_) return;
    resetting_ = true;
    destroy();
  };
  if (connecting_)
    once(event::connect, reset);
  else
    reset();
  return Socket(this);
}

bool SocketObject::setIdleTimeout(double milliseconds) {
  if (!idle_ || !(milliseconds >= 0 && milliseconds <= 2147483647) || destroyed()) return false;
  timeout = milliseconds;
  // The time-out is truncated to whole milliseconds, at least one.
  auto whole = std::int64_t(milliseconds);
  idle_->set(milliseconds == 0 ? 0.0 : double(whole > 0 ? whole : 1));
  return true;
}

Socket SocketObject::setTimeout(double milliseconds, Function<void()> callback) {
  if (destroyed() || (!callback && setIdleTimeout(milliseconds))) return Socket(this);
  timeout = milliseconds;
  if (std::isnan(milliseconds) || milliseconds < 0 || std::isinf(milliseconds))
    throw nodecpp::detail::outOfRange("msecs", "a non-negative finite number", str(milliseconds));
  if (milliseconds > 2147483647) milliseconds = 2147483647;
  Loop& loop = Loop::current();
  if (!idle_ && milliseconds > 0) idle_ = new detail::IdleTimer(loop, *this);
  if (idle_) idle_->set(milliseconds == 0 ? 0 : std::max(1.0, std::trunc(milliseconds)));
  if (milliseconds == 0) {
    if (callback) off(event::timeout, callback);
  } else if (callback) {
    once(event::timeout, callback);
  }
  return Socket(this);
}

void SocketObject::touch() {
  if (idle_) idle_->touch();
}

void SocketObject::onTimeout() {
  NODECPP_ASSERT(idle_);
  std::size_t queued = handle_ ? handle_->queued() : 0;
  if (queued > 0 && handle_->lastQueued != queued) {
    // A write is under way and the peer still takes bytes, so the socket is not idle.
    handle_->lastQueued = queued;
    touch();
    return;
  }
  emit(event::timeout);
}

Socket SocketObject::setNoDelay(bool noDelay) {
  bool changed = noDelay != noDelay_;
  noDelay_ = noDelay;
  if (handle_ && handle_->open() && changed) handle_->streams().setNoDelay(handle_->connection(), noDelay);
  return Socket(this);
}

Socket SocketObject::setKeepAlive(bool enable, double initialDelay) {
  int seconds = int(initialDelay / 1000);
  bool changed = enable != keepAlive_ || (enable && seconds != keepAliveSeconds_);
  keepAlive_ = enable;
  keepAliveSeconds_ = seconds;
  if (handle_ && handle_->open() && changed) handle_->streams().setKeepAlive(handle_->connection(), enable, seconds);
  return Socket(this);
}

Socket SocketObject::ref() {
  refed_ = true;
  if (handle_) handle_->setReferenced(true);
  return Socket(this);
}
Socket SocketObject::unref() {
  refed_ = false;
  if (handle_) handle_->setReferenced(false);
  return Socket(this);
}

namespace {
template <class T>
Lookup known(const AddressInfo& info, T AddressInfo::* member) {
  return info.family.empty() ? Lookup() : Lookup(info.*member);
}
}  // namespace

AddressInfo SocketObject::address() {
  if (bound_) return bound_->isPipe() ? AddressInfo{} : bound_->address();
  if (!handle_ || !handle_->open()) return {};
  if (!local_) local_ = detail::toInfo(handle_->streams().localAddress(handle_->connection()));
  return handle_->isUnix() ? AddressInfo{} : local_;
}
Lookup SocketObject::localAddress() { return known(address(), &AddressInfo::address); }
Lookup SocketObject::localPort() { return known(address(), &AddressInfo::port); }
Lookup SocketObject::localFamily() { return known(address(), &AddressInfo::family); }

namespace {
const AddressInfo& peer(SocketHandle* handle, bool connecting, AddressInfo& known) {
  if (handle && handle->open() && !connecting && !known && !handle->isUnix())
    known = detail::toInfo(handle->streams().remoteAddress(handle->connection()));
  return known;
}
}  // namespace
Lookup SocketObject::remoteAddress() { return known(peer(handle_, connecting_, remote_), &AddressInfo::address); }
Lookup SocketObject::remotePort() { return known(peer(handle_, connecting_, remote_), &AddressInfo::port); }
Lookup SocketObject::remoteFamily() { return known(peer(handle_, connecting_, remote_), &AddressInfo::family); }

double SocketObject::bytesRead() const { return handle_ ? handle_->bytesRead : bytesRead_; }
double SocketObject::bytesWritten() const {
  // Bytes that wait in the stream count as written, as in Node.
  double dispatched = handle_ ? handle_->bytesWritten : bytesWritten_;
  double waiting = std::max(0.0, double(writableLength()) - (handle_ ? handle_->inFlight : 0));
  return dispatched + (destroyed() ? pendingBytes_ : waiting);
}

const char* SocketObject::readyState() const {
  if (connecting_) return "opening";
  if (readable() && writable()) return "open";
  if (readable()) return "readOnly";
  return writable() ? "writeOnly" : "closed";
}

// Makes received bytes go through the stream when the program adds a listener of `data` or `readable`. Node likewise
// returns a handle that its HTTP parser has consumed to the stream.
static void yieldTo(detail::SocketHandle& handle, EventName name) {
  if (!handle.consumer || !handle.consumer->yieldsToListeners()) return;
  if (EventName(event::data).hash() == name.hash() || EventName(event::readable).hash() == name.hash())
    handle.consumer = nullptr;
}

void SocketObject::setRawReader(detail::RawReader* reader) {
  if (!handle_) return;
  handle_->reader = handle_->consumer = reader;
  if (!reader || !reader->yieldsToListeners()) return;
  reportsFurtherListeners_ = true;
  // One listener of `data` is the reader's own, so only a second one belongs to the program.
  if (listenerCount(event::data) > 1 || hasListeners(event::readable)) handle_->consumer = nullptr;
}
void SocketObject::listenerAdded(EventName name) {
  if (reportsFurtherListeners_ && handle_) yieldTo(*handle_, name);
  DuplexObject::listenerAdded(name);
}
void SocketObject::furtherListenerAdded(EventName name) {
  if (handle_) yieldTo(*handle_, name);
  if (EventName(event::data).hash() == name.hash() && !(readableFlowing() == stream::Flowing(false))) resumeSource();
}
bool SocketObject::reads() const {
  return (readFlags_ & (flowingFlag | hasPausedFlag | pausedFlag)) == (flowingFlag | hasPausedFlag) && handle_ &&
         handle_->reading() && !onread_.callback;
}
bool SocketObject::readingPaused() const { return !handle_ || !handle_->reading(); }
void SocketObject::startReading() {
  if (handle_) handle_->startReading();
}
void SocketObject::stopReading() {
  if (handle_) handle_->stopReading();
}

}  // namespace nodecpp::net
