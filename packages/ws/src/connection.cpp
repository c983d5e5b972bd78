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

void ConnectionObject::onMessage(Buffer message, bool isBinary) { owner_->emit(event::message, std::move(message), isBinary); }

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
  if (opcode != Opcode::close && data.size() > 125) throw RangeError("The data size must not be greater than 125 bytes");
  dispatch(Payload(data), {.opcode = opcode, .isMasked = mask}, false, std::move(callback));
}

void ConnectionObject::send(const Data& data, const SendOptions& options, stream::Callback callback) {
  FrameHead head{.opcode = isSet(options.binary, !data.isString()) ? Opcode::binary : Opcode::text,
                 .fin = options.fin,
                 .isCompressed = false,
                 .isMasked = isSet(options.mask, !owner_->isServer_)};
  const Payload payload(data);
  if (firstFragment_) {
    firstFragment_ = false;
    compresses_ = head.isCompressed = options.compress && deflate_ && deflate_->compresses(payload.size());
  } else {
    head.opcode = Opcode::continuation;
  }
  if (options.fin) firstFragment_ = true;
  dispatch(payload, head, compresses_, std::move(callback));
  if (!options.fin || delayed_.empty()) return;
  for (const Frame& frame : std::exchange(delayed_, {})) sendMade(frame);
}

// Sends a frame, or lets it wait until those before it are compressed.
void ConnectionObject::dispatch(const Payload& payload, const FrameHead& head, bool compresses,
                                stream::Callback callback) {
  if (isDeflating_) {
    bufferedBytes_ += double(payload.size());
    queue_.push_back({payload.toBuffer(), head, compresses, std::move(callback)});
  } else if (compresses) {
    compress(payload.toBuffer(), head, std::move(callback));
  } else {
    write(frameOf(payload, head, generateMask_), std::move(callback));
  }
}

void ConnectionObject::sendMade(const Frame& frame) {
  if (!firstFragment_)
    delayed_.push_back(frame);
  else if (isDeflating_)
    queue_.push_back({Buffer(), FrameHead(), false, {}, frame});
  else
    write(frame, {});
}

// Sends what has waited for a compression, up to the next one.
void ConnectionObject::sendQueued() {
  while (!isDeflating_ && queueAt_ < queue_.size()) {
    const Queued next = std::move(queue_[queueAt_++]);
    bufferedBytes_ -= double(next.data.size());
    if (next.made.head.empty())
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
  isDeflating_ = true;
  deflate_->compress(data, head.fin, [self = self(), size = data.size(), head, callback](Error error, int, Buffer out) {
    if (!self->socket_->destroyed()) {
      self->bufferedBytes_ -= double(size);
      self->isDeflating_ = false;
    }
    self->compressed(error, out, head, callback);
  });
}

void ConnectionObject::compressed(const Error& error, const Buffer& data, const FrameHead& head,
                                  const stream::Callback& callback) {
  if (error || socket_->destroyed()) {
    const Error closed("The socket was closed while data was being compressed");
    auto queue = std::exchange(queue_, {});
    if (callback) callback(closed);
    for (std::size_t i = queueAt_; i < queue.size(); ++i)
      if (queue[i].callback) queue[i].callback(closed);
    queueAt_ = 0;
    return;
  }
  write(frameOf(Payload(data), head, generateMask_), callback);
  sendQueued();
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
