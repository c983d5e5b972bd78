// The bodies of messages that are sent, and how they reach the socket. outgoing_end.cpp ends the messages.
#include <cstring>
#include <utility>
#include <vector>

#include "base/assertion.h"
#include "http/outgoing_framing.h"

namespace nodecpp::http {

using detail::Loop;
using detail::SizeLine;
using nodecpp::detail::codedError;
using stream::Callback;
using stream::ChunkArg;

OutgoingMessageObject::OutgoingMessageObject() = default;
OutgoingMessageObject::~OutgoingMessageObject() { delete fields_; }

void OutgoingMessageObject::allSent() {
  if (listenerCount(event::prefinish)) emit(event::prefinish);
}

std::ptrdiff_t OutgoingMessageObject::writableLength() const noexcept {
  return pendingBytes_ + corkedBytes_ + (socket ? socket->writableLength() : 0);
}
std::ptrdiff_t OutgoingMessageObject::writableHighWaterMark() const noexcept {
  return socket ? socket->writableHighWaterMark() : WritableObject::writableHighWaterMark();
}

bool OutgoingMessageObject::checksLength() const {
  return strictContentLength && contentLength_ >= 0 && hasBody_ && !removedLength_ && !chunkedEncoding &&
         !hasHeader("transfer-encoding");
}

void OutgoingMessageObject::failWrite(const Error& error, const Callback& callback) {
  Loop::current().nextTick([self = OutgoingMessage(this), error, callback] {
    if (callback) callback(error);
    if (!self->destroyed()) self->emit(event::error, error);
  });
}

bool OutgoingMessageObject::writeChunk(const ChunkArg& chunk, const stream::EncodingParam& encoding, Callback callback) {
  if (detail::isIllFormed(chunk) && detail::isUtf8(encoding)) [[unlikely]]
    return OutgoingMessageObject::writeChunk(nodecpp::detail::wellFormed(chunk.text()), encoding, std::move(callback));
  bool room = writeBody(chunk, encoding, std::move(callback), false, false);
  if (!room) needDrain_ = true;
  return room;
}

bool OutgoingMessageObject::writeBody(const ChunkArg& given, const stream::EncodingParam& encoding, Callback callback,
                                      bool fromEnd, bool finishes) {
  if (given.isNull()) throw codedError<TypeError>("ERR_STREAM_NULL_VALUES", "May not write null values to stream");
  if (finished_ || destroyed()) {
    Error error = finished_ ? codedError<Error>("ERR_STREAM_WRITE_AFTER_END", "write after end") : detail::destroyedError("write");
    if (!destroyed())
      failWrite(error, callback);
    else if (callback)
      Loop::current().nextTick([callback, error] { callback(error); });
    return false;
  }
  // A string with another encoding than UTF-8 is converted to bytes here. A UTF-8 string needs no conversion.
  bool encoded = given.isString() && encoding.given() && !encoding.isBuffer() && encoding.encoding() != Encoding::utf8;
  stream::ChunkArg own = encoded ? ChunkArg(given.toChunk(encoding.encoding()).toBuffer(encoding.encoding())) : ChunkArg("");
  const ChunkArg& chunk = encoded ? own : given;
  std::size_t length = chunk.size();
  stream::Chunk bytes = chunk.isString() ? stream::Chunk() : chunk.toChunk();
  const char* data = chunk.isString() ? chunk.text().data() : bytes.buffer().bytes();

  if (strictContentLength) {
    double total = bodyBytes_ + double(length);
    if (checksLength() && (fromEnd ? total != contentLength_ : total > contentLength_))
      throw codedError<Error>("ERR_HTTP_CONTENT_LENGTH_MISMATCH", "Response body's content-length of " + str(total) +
                                                                      " byte(s) does not match the content-length of " +
                                                                      str(contentLength_) + " byte(s) set in header");
    bodyBytes_ = total;
  }
  if (!hasHead_) {
    if (fromEnd) contentLength_ = double(length);
    implicitHeader();
  }
  if (!hasBody_) {
    if (rejectsBody_)
      throw codedError<Error>("ERR_HTTP_BODY_NOT_ALLOWED", "Adding content for this request method or response status is not allowed.");
    if (callback) Loop::current().nextTick([callback] { callback(); });
    return true;
  }
  if (!fromEnd && socket && !socket->writableCorked()) {
    // The socket is corked until the next tick, so that the output of one callback is sent together.
    socket->cork();
    Loop::current().nextTick([socket = socket] { socket->uncork(); });
  }
  if (chunkedEncoding && length != 0) {
    // uncork() joins these writes to a single chunk.
    if (corked_ && headSent_) {
      if (!corkedChunks_) corkedChunks_ = Array<stream::WriteRequest>();
      corkedChunks_.push({chunk.toChunk(), ""});
      if (callback) corkedCallbacks_.push_back(callback);
      corkedBytes_ += length;
      NODECPP_DEBUG_ASSERT(corkedBytes_ >= length && !corkedChunks_.empty(), corkedBytes_, length);
      return std::ptrdiff_t(corkedBytes_) < writableHighWaterMark();
    }
    NODECPP_DEBUG_ASSERT(length > 0 && data);
    SizeLine line(length);
    Piece pieces[] = {{line.data(), line.size(), nullptr}, {data, length, &chunk}, {"\r\n", 2, nullptr}};
    return send(pieces, 3, std::move(callback), finishes);
  }
  Piece piece{data, length, &chunk};
  return send(&piece, 1, std::move(callback), finishes, chunk.isString());
}

bool OutgoingMessageObject::send(const Piece* pieces, std::size_t count, Callback callback, bool finishes, bool utf8) {
  if (headSent_ || !hasHead_) return writeRaw(pieces, count, std::move(callback), finishes);
  if (wideHead_ && utf8) [[unlikely]]
    widenHead();
  NODECPP_DEBUG_ASSERT(count < 5, count);
  NODECPP_DEBUG_ASSERT(!head_.empty());
  Piece all[5];
  all[0] = {head_.data(), head_.size(), nullptr};
  for (std::size_t i = 0; i < count; ++i) all[i + 1] = pieces[i];
  headSent_ = true;
  const bool room = writeRaw(all, count + 1, std::move(callback), finishes);
  // A message that goes on may stay open for days, as server-sent events do.
  if (!finishes) head_.release();
  return room;
}

void OutgoingMessageObject::widenHead() {
  String text = String::fromLatin1(head_.data(), head_.size());
  NODECPP_ASSERT(text.size() >= head_.size(), text.size(), head_.size());
  head_.clear();
  head_.append(text.data(), text.size());
}

void OutgoingMessageObject::refusePipe() {
  emit(event::error, codedError<Error>("ERR_STREAM_CANNOT_PIPE", "Cannot pipe, not readable"));
}

bool OutgoingMessageObject::writeRaw(const Piece* pieces, std::size_t count, Callback callback, bool finishes) {
  NODECPP_DEBUG_ASSERT(count <= 5 && (pieces || count == 0), count);
  if (socket && socket->destroyed()) return false;
  // A message that waited for its turn when the connection closed is never sent. Data stored in it would hold it for
  // ever.
  if (!socket && destroyed()) return false;
  bool ours = socket && attached() && socket->writable();
  if (ours && !pending_.empty()) flushOutput();
  NODECPP_DEBUG_ASSERT(!ours || (pending_.empty() && (pendingBytes_ == 0 || waitsForWholeBody_)), pendingBytes_);
  if (ours && !callback) {
    net::detail::OutputPiece direct[5];
    for (std::size_t i = 0; i < count; ++i) direct[i] = {pieces[i].data, pieces[i].size};
    if (socket->writeDirectly(direct, count)) {
      if (finishes) finishSoon();
      return true;
    }
  }
  if (finishes) {
    callback = finishing(std::move(callback));
  }
  // Small pieces are joined into one. A large chunk of the program's own is sent separately, without a copy.
  std::vector<stream::Chunk> chunks;
  detail::ByteString gathered;
  auto close = [&] {
    if (!gathered.empty()) chunks.emplace_back(Buffer::copyOf(gathered.data(), gathered.size()));
    gathered.clear();
  };
  for (std::size_t i = 0; i < count; ++i) {
    if (pieces[i].source && pieces[i].size > 4096) {
      close();
      chunks.push_back(pieces[i].source->toChunk().toBuffer());
    } else {
      gathered.append(pieces[i].data, pieces[i].size);
    }
  }
  close();
  if (chunks.empty()) chunks.emplace_back(Buffer());
  // The last chunk gets the callback, so there must be at least one chunk.
  NODECPP_DEBUG_ASSERT(!chunks.empty());
  bool room = true;
  for (std::size_t i = 0; i < chunks.size(); ++i) {
    Callback done = i + 1 == chunks.size() ? std::move(callback) : Callback();
    if (ours) {
      room = socket->write(chunks[i], std::move(done));
    } else {
      pendingBytes_ += chunks[i].size();
      pendingChanged(std::ptrdiff_t(chunks[i].size()));
      pending_.push_back({std::move(chunks[i]), std::move(done), false});
      room = std::ptrdiff_t(pendingBytes_) < writableHighWaterMark();
    }
  }
  return room;
}

namespace {

// Returns the number of bytes in a list of stored chunks.
template <class List>
std::size_t bytesOf(const List& pending) {
  std::size_t bytes = 0;
  for (const auto& one : pending) bytes += one.chunk.size();
  return bytes;
}

}  // namespace

bool OutgoingMessageObject::flushOutput() {
  if (pending_.empty()) return true;
  NODECPP_ASSERT(socket.get() != nullptr);
  NODECPP_DEBUG_ASSERT(bytesOf(pending_) == pendingBytes_, bytesOf(pending_), pendingBytes_);
  nodecpp::detail::List<Pending> pending = std::move(pending_);
  pending_.clear();
  bool room = true;
  socket->cork();
  for (Pending& one : pending) room = socket->write(one.chunk, std::move(one.callback));
  socket->uncork();
  // The order matters: pendingChanged() may emit `drain`, which must not come before the socket has taken the data.
  pendingChanged(-std::ptrdiff_t(pendingBytes_));
  pendingBytes_ = 0;
  return room;
}

void OutgoingMessageObject::emitDrain() { emit(event::drain); }

void OutgoingMessageObject::sendPending() {
  if (!socket || !socket->writable()) return;
  if (waitsForWholeBody_) return sendWhole();
  bool any = !pending_.empty();
  bool room = flushOutput();
  if (finished_) {
    allSent();
  } else if (needDrain_ && any && room) {
    needDrain_ = false;
    emitDrain();
  }
}

void OutgoingMessageObject::flushHeaders() {
  if (!hasHead_) implicitHeader();
  send(nullptr, 0, {}, false, true);
}

void OutgoingMessageObject::cork() {
  ++corked_;
  if (socket) socket->cork();
}

void OutgoingMessageObject::uncork() {
  if (corked_ == 0) return;
  --corked_;
  if (socket) socket->uncork();
  if (corked_ || corkedChunks_.empty()) return;
  const Array<stream::WriteRequest> chunks = std::exchange(corkedChunks_, Array<stream::WriteRequest>::undefined());
  std::size_t bytes = std::exchange(corkedBytes_, 0);
  Buffer all = Buffer::allocUnsafe(double(bytes));
  std::size_t at = 0;
  for (const auto& one : chunks) {
    Buffer part = one.chunk.toBuffer();
    NODECPP_ASSERT(part.size() <= bytes - at, part.size(), bytes, at);
    std::memcpy(all.bytes() + at, part.bytes(), part.size());
    at += part.size();
  }
  NODECPP_DEBUG_ASSERT(at == bytes, at, bytes);
  NODECPP_DEBUG_ASSERT(corkedBytes_ == 0, corkedBytes_);
  SizeLine line(bytes);
  nodecpp::detail::List<Callback> callbacks = std::move(corkedCallbacks_);
  corkedCallbacks_.clear();
  Callback done;
  if (!callbacks.empty())
    done = [callbacks](Error error) {
      for (const Callback& callback : callbacks) callback(error);
    };
  ChunkArg source(all);
  Piece pieces[] = {{line.data(), line.size(), nullptr}, {all.bytes(), all.size(), &source}, {"\r\n", 2, nullptr}};
  send(pieces, 3, std::move(done), false);
  if (needDrain_ && writableLength() == 0) {
    needDrain_ = false;
    emitDrain();
  }
}

void OutgoingMessageObject::changeTimeout(double milliseconds, Function<void(net::Socket)> callback) {
  if (callback) on(event::timeout, std::move(callback));
  if (socket)
    socket->setTimeout(milliseconds);
  else
    once(event::socket, [milliseconds](net::Socket assigned) { assigned->setTimeout(milliseconds); });
}

void OutgoingMessageObject::destroyWith(Error error, Callback callback) {
  if (destroyed()) return;
  flags_ |= destroyedFlag;
  setError(error);
  if (socket)
    socket->destroy(error);
  else
    Loop::current().nextTick([self = OutgoingMessage(this)] { self->emitCloseOnce(); });
  if (callback) callback(error);
}

void OutgoingMessageObject::emitCloseOnce() {
  if (!closeEmitted_) {
    closeEmitted_ = true;
    flags_ |= closedFlag | closeEmittedFlag | destroyedFlag;
    emit(event::close);
    waitsForWholeBody_ = false;
    // The stored data will never be sent, and its callbacks may hold this message.
    pending_.clear();
  }
  if (!queued()) dropListenersLater();
}

}  // namespace nodecpp::http
