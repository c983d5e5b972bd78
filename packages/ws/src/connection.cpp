#include "connection.h"

namespace nodecpp::ws::detail {

namespace {

constexpr double closeTimeout = 30000;  // milliseconds

bool isSet(const stream::OptionalNumber& option, bool otherwise) noexcept {
  return option.given ? option.value != 0 : otherwise;
}

}  // namespace

ConnectionObject::ConnectionObject(const WebSocket& owner, const net::Socket& socket, ConnectionOptions options)
    : owner_(owner),
      socket_(socket),
      receiver_(*this, options.receiver),
      deflate_(std::move(options.deflate)),
      generateMask_(std::move(options.generateMask)) {}

void ConnectionObject::begin(const Buffer& head) {
  socket_->setTimeout(0);
  socket_->setNoDelay();
  if (!head.empty()) socket_->unshift(head);
  // The socket keeps this object alive until it closes.
  socket_->on(event::close, [self = self()] { self->onClose(); });
  socket_->on(event::data, [self = self()](stream::Chunk bytes) { self->onData(bytes.toBuffer()); });
  socket_->on(event::end, [self = self()] { self->onEnd(); });
  socket_->on(event::error, [self = self()] { self->onError(); });
}

void ConnectionObject::onData(const Buffer& bytes) {
  if (!isReading_) return;
  receiver_.take(bytes);
  if (receiver_.isFull()) socket_->pause();
}

void ConnectionObject::onEnd() {
  if (!isAttached_) return;
  owner_->readyState_ = WebSocket::CLOSING;
  receiver_.end();
  socket_->end();
}

void ConnectionObject::onError() {
  if (!isAttached_) return;
  owner_->readyState_ = WebSocket::CLOSING;
  socket_->destroy();
}

void ConnectionObject::onClose() {
  owner_->readyState_ = WebSocket::CLOSING;
  // A socket that is paused may have bytes that were not read.
  if (!socket_->readableEnded() && !closeFrameReceived_ && !receiver_.hasFailed())
    if (const stream::Chunk rest = socket_->read()) receiver_.take(rest.toBuffer());
  isReading_ = false;
  receiver_.end();
  isAttached_ = false;
  clearTimeout(closeTimer_);
  if (receiver_.isFinished() || receiver_.hasFailed())
    emitClose();
  else
    waitsForReceiver_ = true;
}

void ConnectionObject::onFinished() {
  if (waitsForReceiver_) emitClose();
}

// The last that the program hears of. From now on the WebSocket alone refers to this object, so that both are freed as
// soon as the program drops the WebSocket.
void ConnectionObject::emitClose() {
  waitsForReceiver_ = false;
  const WebSocket owner = std::exchange(owner_, nullptr);
  if (!owner) return;
  if (deflate_) deflate_->close();
  if (rooms)
    for (const auto& [topic, room] : rooms) server->leave(room, owner);
  rooms = nullptr;
  owner->emitClose();
}

void ConnectionObject::onMessage(Buffer message, bool isBinary) {
  owner_->emit(event::message, std::move(message), isBinary);
}

void ConnectionObject::onPing(Buffer data) {
  if (owner_->autoPong_) owner_->pong(data, !owner_->isServer_);
  owner_->emit(event::ping, data);
}

void ConnectionObject::onPong(Buffer data) { owner_->emit(event::pong, std::move(data)); }

// Discards what is received from now on.
void ConnectionObject::readOn() {
  isReading_ = false;
  process::nextTick([socket = socket_] { socket->resume(); });
}

void ConnectionObject::onConclude(int code, Buffer reason) {
  closeFrameReceived_ = true;
  owner_->closeMessage_ = reason;
  owner_->closeCode_ = code;
  if (!isAttached_) return;
  readOn();
  if (code == 1005)
    owner_->close();
  else
    owner_->close(code, reason);
}

void ConnectionObject::onBadFrame(const Error& error, int status) {
  const WebSocket owner = owner_;
  if (!owner) return;
  if (isAttached_) {
    readOn();
    owner->close(status);
  }
  if (!owner->errorEmitted_) {
    owner->errorEmitted_ = true;
    owner->emit(event::error, error);
  }
  if (waitsForReceiver_) emitClose();
}

void ConnectionObject::inflate(const Buffer& data, bool fin) {
  deflate_->decompress(data, fin, [self = self()](Error error, int status, Buffer inflated) {
    if (error)
      self->receiver_.failInflating(error, status);
    else
      self->receiver_.inflated(inflated);
  });
}

void ConnectionObject::onDrain() {
  if (owner_ && !owner_->isPaused_) socket_->resume();
}

void ConnectionObject::later(Function<void()> call) {
  process::nextTick([self = self(), call = std::move(call)] { call(); });
}

void ConnectionObject::inLaterTurn(Function<void()> call) {
  setImmediate([self = self(), call = std::move(call)] { call(); });
}

void ConnectionObject::pause() { socket_->pause(); }

void ConnectionObject::resume() {
  if (!receiver_.isFull()) socket_->resume();
}

void ConnectionObject::terminate() { socket_->destroy(); }

void ConnectionObject::close(const stream::OptionalNumber& code, const Data& reason) {
  const bool peerIsDone = closeFrameReceived_ || receiver_.hasFailed();
  if (owner_->readyState_ == WebSocket::CLOSING) {
    if (closeFrameSent_ && peerIsDone) socket_->end();
    return;
  }
  owner_->readyState_ = WebSocket::CLOSING;
  sendClose(code, reason, [self = self()](Error error) {
    if (error) return;  // the socket tells it
    self->closeFrameSent_ = true;
    if (self->closeFrameReceived_ || self->receiver_.hasFailed()) self->socket_->end();
  });
  startCloseTimer();
}

void ConnectionObject::startCloseTimer() {
  closeTimer_ = setTimeout([socket = socket_] { socket->destroy(); }, closeTimeout);
}

void ConnectionObject::sendClose(const stream::OptionalNumber& code, const Data& reason, stream::Callback callback) {
  Buffer body;
  if (code.given) {
    if (!isValidStatusCode(code.value)) throw TypeError("First argument must be a valid error code number");
    if (reason.size() > 123) throw RangeError("The message must not be greater than 123 bytes");
    body = Buffer::allocUnsafe(double(2 + reason.size()));
    body.writeUInt16BE(code.value, 0);
    if (reason.size() > 0) Payload(reason).toBuffer().copy(body, 2);
  }
  sendControl(Opcode::close, body, !owner_->isServer_, std::move(callback));
}

void ConnectionObject::sendControl(Opcode opcode, const Data& data, bool mask, stream::Callback callback) {
  if (opcode != Opcode::close && data.size() > 125)
    throw RangeError("The data size must not be greater than 125 bytes");
  dispatch(Payload(data), {.opcode = opcode, .isMasked = mask}, false, std::move(callback));
}

// Returns the head of the next frame of data, the first one of a message or a continuation.
FrameHead ConnectionObject::nextHead(bool isText, double size, const SendOptions& options) {
  FrameHead head{.opcode = isText ? Opcode::text : Opcode::binary,
                 .fin = options.fin,
                 .isCompressed = false,
                 .isMasked = isSet(options.mask, !owner_->isServer_)};
  if (firstFragment_) {
    firstFragment_ = false;
    compresses_ = head.isCompressed = options.compress && deflate_ && deflate_->compresses(std::size_t(size));
  } else {
    head.opcode = Opcode::continuation;
  }
  if (options.fin) firstFragment_ = true;
  return head;
}

void ConnectionObject::send(const Data& data, const SendOptions& options, stream::Callback callback) {
  const Payload payload(data);
  const FrameHead head = nextHead(!isSet(options.binary, !data.isString()), double(payload.size()), options);
  dispatch(payload, head, compresses_, std::move(callback));
  sendDelayed(options);
}

void ConnectionObject::send(const Blob& blob, const SendOptions& options, stream::Callback callback) {
  const FrameHead head = nextHead(!isSet(options.binary, true), blob->size(), options);
  if (isBusy_) {
    bufferedBytes_ += blob->size();
    queue_.push_back(
        {.data = {}, .head = head, .compresses = compresses_, .callback = std::move(callback), .blob = blob});
  } else {
    sendBlob(blob, head, compresses_, std::move(callback));
  }
  sendDelayed(options);
}

void ConnectionObject::sendDelayed(const SendOptions& options) {
  if (!options.fin || delayed_.empty()) return;
  for (const Frame& frame : std::exchange(delayed_, {})) sendMade(frame);
}

// Reads a Blob, and sends it when it has been read.
void ConnectionObject::sendBlob(const Blob& blob, const FrameHead& head, bool compresses, stream::Callback callback) {
  const double size = blob->size();
  bufferedBytes_ += size;
  isBusy_ = true;
  blob->arrayBuffer().then([self = self(), size, head, compresses, callback](
                               const ArrayBuffer& bytes) { self->blobRead(bytes, size, head, compresses, callback); },
                           [self = self(), callback](const Error& error) {
                             process::nextTick([self, error, callback] { self->blobFailed(error, callback); });
                           });
}

void ConnectionObject::blobRead(const ArrayBuffer& bytes, double size, const FrameHead& head, bool compresses,
                                const stream::Callback& callback) {
  if (socket_->destroyed()) {
    process::nextTick([self = self(), callback] {
      self->failQueued(Error("The socket was closed while the blob was being read"), callback);
    });
    return;
  }
  bufferedBytes_ -= size;
  isBusy_ = false;
  const Buffer data = Buffer::from(bytes);
  if (compresses) return compress(data, head, callback);
  write(frameOf(Payload(data), head, generateMask_), callback);
  sendQueued();
}

// A Blob could not be read, for example because its file has changed: nothing more can be sent in its order.
void ConnectionObject::blobFailed(const Error& error, const stream::Callback& callback) {
  failQueued(error, callback);
  if (!owner_ || owner_->readyState_ == WebSocket::CLOSED) return;
  if (owner_->readyState_ == WebSocket::OPEN) {
    owner_->readyState_ = WebSocket::CLOSING;
    startCloseTimer();
  }
  socket_->end();
  if (!std::exchange(owner_->errorEmitted_, true)) owner_->emit(event::error, error);
}

// Sends a frame, or lets it wait until those before it have been compressed or read.
void ConnectionObject::dispatch(const Payload& payload, const FrameHead& head, bool compresses,
                                stream::Callback callback) {
  if (isBusy_) {
    bufferedBytes_ += double(payload.size());
    queue_.push_back({payload.toBuffer(), head, compresses, std::move(callback)});
  } else if (compresses) {
    compress(payload.toBuffer(), head, std::move(callback));
  } else {
    write(frameOf(payload, head, generateMask_), std::move(callback));
  }
}

void ConnectionObject::sendMade(const Frame& frame) {
  // The short way: nothing waits before the frame, and the socket only has to copy its bytes.
  if (firstFragment_ && !isBusy_ && frame.payload.empty() && !socket_->hasErrored()) [[likely]] {
    const net::detail::OutputPiece piece{frame.head.bytes(), frame.head.size()};
    if (socket_->writeDirectly(&piece, 1)) return socket_->touch();
  }
  if (!firstFragment_)
    delayed_.push_back(frame);
  else if (isBusy_)
    queue_.push_back({Buffer(), FrameHead(), false, {}, frame});
  else
    write(frame, {});
}

// Sends what has waited for a compression or a Blob, up to the next one.
void ConnectionObject::sendQueued() {
  while (!isBusy_ && queueAt_ < queue_.size()) {
    const Queued next = std::move(queue_[queueAt_++]);
    bufferedBytes_ -= next.blob ? next.blob->size() : double(next.data.size());
    if (next.blob)
      sendBlob(next.blob, next.head, next.compresses, next.callback);
    else if (next.made.head.empty())
      dispatch(Payload(next.data), next.head, next.compresses, next.callback);
    else
      write(next.made, {});
  }
  if (queueAt_ < queue_.size()) return;
  queue_ = {};
  queueAt_ = 0;
}

void ConnectionObject::compress(const Buffer& data, const FrameHead& head, stream::Callback callback) {
  bufferedBytes_ += double(data.size());
  isBusy_ = true;
  deflate_->compress(data, head.fin, [self = self(), size = data.size(), head, callback](Error error, int, Buffer out) {
    if (!self->socket_->destroyed()) {
      self->bufferedBytes_ -= double(size);
      self->isBusy_ = false;
    }
    self->compressed(error, out, head, callback);
  });
}

void ConnectionObject::compressed(const Error& error, const Buffer& data, const FrameHead& head,
                                  const stream::Callback& callback) {
  if (error || socket_->destroyed()) {
    return failQueued(Error("The socket was closed while data was being compressed"), callback);
  }
  write(frameOf(Payload(data), head, generateMask_), callback);
  sendQueued();
}

// Tells the callback of a message, and those of all that waited behind it, that it cannot be sent.
void ConnectionObject::failQueued(const Error& error, const stream::Callback& first) {
  auto queue = std::exchange(queue_, {});
  const std::size_t from = std::exchange(queueAt_, 0);
  if (first) first(error);
  for (std::size_t i = from; i < queue.size(); ++i)
    if (queue[i].callback) queue[i].callback(error);
}

void ConnectionObject::write(const Frame& frame, stream::Callback callback) {
  if (frame.payload.empty()) {
    socket_->write(frame.head, std::move(callback));
    return;
  }
  socket_->cork();
  socket_->write(frame.head);
  socket_->write(frame.payload, std::move(callback));
  socket_->uncork();
}

}  // namespace nodecpp::ws::detail
