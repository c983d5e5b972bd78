// Socket: a stream over a handle. Connecting is in connect.cpp.
#include <cmath>

#include "net/handle.h"

namespace nodecpp::net {

using detail::Loop;
using detail::SocketHandle;

SocketObject::SocketObject(SocketOptions options) {
  allowHalfOpen = options.allowHalfOpen;
  flags_ &= ~emitCloseFlag;  // `close` comes when the handle is closed
  writeFlags_ &= ~decodeStringsFlag;
  noDelay_ = options.noDelay;
  keepAlive_ = options.keepAlive;
  keepAliveSeconds_ = int(std::max(0.0, options.keepAliveInitialDelay) / 1000);
  blockList_ = options.blockList;
  onread_ = options.onread;
  if (!options.readable) setReadable(false);
  if (!options.writable) setWritable(false);
  if (options.signal) {
    auto abort = [self = Socket(this), signal = options.signal] {
      self->aborted_ = true;
      self->destroy(AbortError("The operation was aborted", signal->reason()));
    };
    if (options.signal->aborted())
      Loop::current().nextTick(abort);
    else
      options.signal->addEventListener("abort", abort, {.once = true});
  }
}

SocketObject::SocketObject(SocketHandle* accepted, ServerObject& server) : handle_(accepted), server_(&server) {
  allowHalfOpen = server.allowHalfOpen;
  flags_ &= ~emitCloseFlag;
  writeFlags_ &= ~decodeStringsFlag;
  if (server.highWaterMark != readableHighWaterMark()) {
    setupReading(server.highWaterMark, "highWaterMark", "", "utf8");
    setupWriting(server.highWaterMark, "highWaterMark", false, "utf8");
  }
}

SocketObject::~SocketObject() = default;

void SocketObject::_read(double size) {
  if (connecting_ || !handle_)
    once(event::connect, [this, size] { _read(size); });
  else if (!handle_->reading())
    handle_->startReading();
}

void SocketObject::onData(nodecpp::detail::Block* block, char* data, std::size_t size) {
  if (destroyed()) return;
  bool more;
  if (onread_.callback) {
    // The program's own buffer: as much at a time as it takes.
    more = true;
    while (size > 0 && !onread_.buffer.empty()) {
      std::size_t now = std::min(size, onread_.buffer.size());
      std::memcpy(onread_.buffer.bytes(), data, now);
      data += now;
      size -= now;
      more = onread_.callback(double(now), onread_.buffer) && more;
      if (destroyed()) return;
    }
  } else if (size <= 8192) {
    more = push(Buffer::copyOf(data, size));  // a small piece must not keep the whole block
  } else {
    more = push(Buffer::sliceOf(block, data, size));
  }
  if (!more && handle_) handle_->stopReading();
}

void SocketObject::onEof() {
  if (readableEnded()) return;
  push(nullptr);
  read(0);
}

void SocketObject::pauseReading() {
  if (onread_.callback && !connecting_ && handle_ && handle_->reading()) handle_->stopReading();
  DuplexObject::pauseReading();
}
void SocketObject::resumeReading() {
  if (onread_.callback && !connecting_ && handle_ && !handle_->reading()) handle_->startReading();
  DuplexObject::resumeReading();
}
stream::Chunk SocketObject::readChunk(double size) {
  if (onread_.callback && !connecting_ && handle_ && !handle_->reading()) handle_->startReading();
  return DuplexObject::readChunk(size);
}

bool SocketObject::writeChunk(const stream::ChunkArg& chunk, const stream::EncodingParam& encoding,
                              stream::Callback callback) {
  if (readableEnded() && !allowHalfOpen && writableEnded()) {
    Error error = nodecpp::detail::codedError<Error>("EPIPE", "This socket has been ended by the other party");
    if (callback) Loop::current().nextTick([callback, error] { callback(error); });
    destroy(error);
    return false;
  }
  return DuplexObject::writeChunk(chunk, encoding, std::move(callback));
}

void SocketObject::_write(stream::Chunk chunk, String encoding, stream::Callback callback) {
  writeGeneric({{std::move(chunk), std::move(encoding)}}, std::move(callback));
}
void SocketObject::_writev(std::vector<stream::WriteRequest> chunks, stream::Callback callback) {
  writeGeneric(std::move(chunks), std::move(callback));
}

void SocketObject::writeGeneric(std::vector<stream::WriteRequest> chunks, stream::Callback callback) {
  if (connecting_) {
    pendingBytes_ = 0;
    for (const auto& request : chunks) pendingBytes_ += double(request.chunk.length());
    auto onClose = listener([callback](bool) {
      callback(nodecpp::detail::codedError<Error>("ERR_SOCKET_CLOSED_BEFORE_CONNECTION",
                                                  "Socket closed before the connection was established"));
    });
    once(event::connect, [this, chunks = std::move(chunks), callback, onClose]() mutable {
      off(event::close, onClose);
      writeGeneric(std::move(chunks), callback);
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
  if (connecting_ || !handle_ || destroyed() || writableEnded() || writableLength() != 0 || writableCorked() != 0 ||
      (writeFlags_ & writingFlag))
    return false;
  return handle_->writeDirectly(pieces, count);
}

void SocketObject::_final(stream::Callback callback) {
  if (connecting_) {
    once(event::connect, [this, callback] { _final(callback); });
    return;
  }
  if (!handle_) return callback();
  handle_->shutdown(std::move(callback));
}

void SocketObject::closeHandle(bool hadError) {
  SocketHandle* handle = std::exchange(handle_, nullptr);
  if (!handle) return;
  bytesRead_ = handle->bytesRead;
  bytesWritten_ = handle->bytesWritten;
  handle->close(std::exchange(resetting_, false), [self = Socket(this), hadError] {
    self->flags_ |= closedFlag | closeEmittedFlag;
    self->emit(event::close, hadError);
    self->afterClose();
  });
}

void SocketObject::_destroy(Error error, stream::Callback callback) {
  connecting_ = false;
  hadError_ = static_cast<bool>(error);
  if (handle_) {
    local_ = {};
    closeHandle(hadError_);
    callback(error);
  } else {
    callback(error);
    Loop::current().nextTick([self = Socket(this)] {
      self->flags_ |= closedFlag | closeEmittedFlag;
      self->emit(event::close, false);
      self->afterClose();
    });
  }
  if (server_) server_->connectionClosed();
}

void SocketObject::afterClose() { dropListenersLater(); }

void SocketObject::destroySoon() {
  if (writable()) end();
  if (writableFinished())
    destroy();
  else
    once(event::finish, [this] { destroy(); });
}

Socket SocketObject::resetAndDestroy() {
  if (!handle_) {
    destroy(nodecpp::detail::codedError<Error>("ERR_SOCKET_CLOSED", "Socket is closed"));
    return Socket(this);
  }
  if (handle_->isUnix())
    throw nodecpp::detail::codedError<TypeError>("ERR_INVALID_HANDLE_TYPE", "This handle type cannot be sent");
  auto reset = [this] {
    resetting_ = true;
    destroy();
  };
  if (connecting_)
    once(event::connect, reset);
  else
    reset();
  return Socket(this);
}

Socket SocketObject::setTimeout(double milliseconds, Function<void()> callback) {
  if (destroyed()) return Socket(this);
  timeout = milliseconds;
  if (std::isnan(milliseconds) || milliseconds < 0 || std::isinf(milliseconds))
    throw nodecpp::detail::outOfRange("msecs", "a non-negative finite number", str(milliseconds));
  if (milliseconds > 2147483647) milliseconds = 2147483647;
  Loop& loop = Loop::current();
  if (handle_)
    handle_->idle.set(loop, this, milliseconds == 0 ? 0 : std::max(1.0, std::trunc(milliseconds)));
  if (milliseconds == 0) {
    if (callback) off(event::timeout, callback);
  } else if (callback) {
    once(event::timeout, callback);
  }
  return Socket(this);
}

void SocketObject::touch() {
  if (handle_) handle_->idle.touch(Loop::current());
}

void SocketObject::onTimeout() {
  if (handle_ && handle_->queued() > 0 && handle_->lastQueued != handle_->queued()) {
    // A write is under way: the peer takes something still.
    handle_->lastQueued = handle_->queued();
    handle_->idle.set(Loop::current(), this, timeout);
    return;
  }
  emit(event::timeout);
}

Socket SocketObject::setNoDelay(bool noDelay) {
  bool changed = noDelay != noDelay_;
  noDelay_ = noDelay;
  if (handle_ && handle_->open() && changed) Loop::current().port().setNoDelay(handle_->connection(), noDelay);
  return Socket(this);
}

Socket SocketObject::setKeepAlive(bool enable, double initialDelay) {
  int seconds = int(initialDelay / 1000);
  bool changed = enable != keepAlive_ || (enable && seconds != keepAliveSeconds_);
  keepAlive_ = enable;
  keepAliveSeconds_ = seconds;
  if (handle_ && handle_->open() && changed) Loop::current().port().setKeepAlive(handle_->connection(), enable, seconds);
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

AddressInfo SocketObject::address() {
  if (!handle_ || !handle_->open()) return {};
  if (!local_) local_ = detail::toInfo(Loop::current().port().localAddress(handle_->connection()));
  return handle_->isUnix() ? AddressInfo{} : local_;
}
String SocketObject::localAddress() { return address().address; }
int SocketObject::localPort() { return address().port; }
String SocketObject::localFamily() { return address().family; }

namespace {
const AddressInfo& peer(SocketHandle* handle, bool connecting, AddressInfo& known) {
  if (handle && handle->open() && !connecting && !known && !handle->isUnix())
    known = detail::toInfo(Loop::current().port().remoteAddress(handle->connection()));
  return known;
}
}  // namespace
String SocketObject::remoteAddress() { return peer(handle_, connecting_, remote_).address; }
int SocketObject::remotePort() { return peer(handle_, connecting_, remote_).port; }
String SocketObject::remoteFamily() { return peer(handle_, connecting_, remote_).family; }

double SocketObject::bytesRead() const { return handle_ ? handle_->bytesRead : bytesRead_; }
double SocketObject::bytesWritten() const {
  // What waits in the stream counts as written, as in Node.
  double dispatched = handle_ ? handle_->bytesWritten : bytesWritten_;
  double waiting = double(writableLength());
  if (writeFlags_ & writingFlag && !connecting_) waiting = std::max(0.0, waiting - double(handle_ ? handle_->queued() : 0));
  return dispatched + (destroyed() ? pendingBytes_ : waiting);
}

const char* SocketObject::readyState() const {
  if (connecting_) return "opening";
  if (readable() && writable()) return "open";
  if (readable()) return "readOnly";
  return writable() ? "writeOnly" : "closed";
}

void SocketObject::setRawReader(detail::RawReader* reader) {
  if (handle_) handle_->reader = reader;
}
bool SocketObject::readingPaused() const { return !handle_ || !handle_->reading(); }
void SocketObject::startReading() {
  if (handle_) handle_->startReading();
}
void SocketObject::stopReading() {
  if (handle_) handle_->stopReading();
}

namespace detail {

void socketReceived(SocketObject& socket, Block* block, char* data, std::size_t size) { socket.onData(block, data, size); }
void socketEnded(SocketObject& socket) { socket.onEof(); }
void socketTimedOut(SocketObject& socket) { socket.onTimeout(); }
SocketHandle* handleOf(SocketObject& socket) { return socket.handle_; }

}  // namespace detail
}  // namespace nodecpp::net
