// The bodies of messages that are sent, and the messages' end.
#include <charconv>
#include <optional>
#include <string_view>
#include <vector>

#include "base/assertion.h"
#include "base/text/encoding.h"
#include "http/message.h"

namespace nodecpp::http {

using detail::Loop;
using nodecpp::detail::codedError;
using stream::Callback;
using stream::ChunkArg;

namespace {

Error destroyedError(const char* action) {
  return codedError<Error>("ERR_STREAM_DESTROYED", String("Cannot call ") + action + " after a stream was destroyed");
}

// The line in front of a chunk: its size in hexadecimal digits.
class SizeLine {
 public:
  static constexpr std::size_t most = 18;
  explicit SizeLine(std::size_t size) : size_(std::size_t(put(text_, size) - text_)) {}
  // Returns the end of the written text.
  static char* put(char* to, std::size_t size) {
    char* end = std::to_chars(to, to + 16, size, 16).ptr;
    *end++ = '\r';
    *end++ = '\n';
    return end;
  }
  const char* data() const noexcept { return text_; }
  std::size_t size() const noexcept { return size_; }

 private:
  char text_[most];
  std::size_t size_;
};

// The end of a chunk and of the body after it.
constexpr std::string_view lastChunk = "\r\n0\r\n\r\n";
// The largest number of bytes that a body of a single chunk has around it.
constexpr std::size_t framing = SizeLine::most + lastChunk.size();

}  // namespace

OutgoingMessageObject::OutgoingMessageObject() = default;
OutgoingMessageObject::~OutgoingMessageObject() { delete fields_; }

void OutgoingMessageObject::allSent() {
  if (listenerCount(event::prefinish)) emit(event::prefinish);
}

std::size_t OutgoingMessageObject::writableLength() const noexcept {
  return pendingBytes_ + corkedBytes_ + (socket ? socket->writableLength() : 0);
}
std::size_t OutgoingMessageObject::writableHighWaterMark() const noexcept {
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

namespace {

// Whether the text contains lone surrogates, which UTF-8 cannot represent. They are sent as U+FFFD.
bool isIllFormed(const ChunkArg& chunk) {
  return chunk.isString() && nodecpp::detail::hasSurrogate(chunk.text());
}
bool isUtf8(const stream::EncodingParam& encoding) {
  return !encoding.given() || (!encoding.isBuffer() && encoding.encoding() == Encoding::utf8);
}

}  // namespace

bool OutgoingMessageObject::writeChunk(const ChunkArg& chunk, const stream::EncodingParam& encoding, Callback callback) {
  if (isIllFormed(chunk) && isUtf8(encoding)) [[unlikely]]
    return writeChunk(nodecpp::detail::wellFormed(chunk.text()), encoding, std::move(callback));
  bool room = writeBody(chunk, encoding, std::move(callback), false, false);
  if (!room) needDrain_ = true;
  return room;
}

bool OutgoingMessageObject::writeBody(const ChunkArg& given, const stream::EncodingParam& encoding, Callback callback,
                                      bool fromEnd, bool finishes) {
  if (given.isNull()) throw codedError<TypeError>("ERR_STREAM_NULL_VALUES", "May not write null values to stream");
  if (finished_ || destroyed()) {
    Error error = finished_ ? codedError<Error>("ERR_STREAM_WRITE_AFTER_END", "write after end") : destroyedError("write");
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
      return corkedBytes_ < writableHighWaterMark();
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
  return writeRaw(all, count + 1, std::move(callback), finishes);
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
  NODECPP_DEBUG_ASSERT(!ours || pending_.empty());
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
  // The callback goes with the last chunk, so there is one.
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
      room = pendingBytes_ < writableHighWaterMark();
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

void OutgoingMessageObject::flush() {
  if (!socket || !socket->writable()) return;
  if (waitsWhole_) return sendWhole();
  bool any = !pending_.empty();
  bool room = flushOutput();
  if (finished_) {
    allSent();
  } else if (needDrain_ && any && room) {
    needDrain_ = false;
    emit(event::drain);
  }
}

void OutgoingMessageObject::flushHeaders() {
  if (!hasHead_) implicitHeader();
  send(nullptr, 0, {}, false, true);
}

void OutgoingMessageObject::endWith(const ChunkArg& chunk, const stream::EncodingParam& encoding, Callback callback) {
  if (isIllFormed(chunk) && isUtf8(encoding)) [[unlikely]]
    return endWith(nodecpp::detail::wellFormed(chunk.text()), encoding, std::move(callback));
  bool body = !chunk.isNull() && (!chunk.isString() || chunk.size() != 0);
  // Node corks the socket first. An end() that throws leaves it corked, so that nothing is sent until an end()
  // succeeds.
  bool corks = !finished_ && (body || !hasHead_);
  if (corks && strictContentLength && socket) socket->cork();
  try {
    if (body && chunk.size() != 0 && !encoding.given() && !callback && endAtOnce(chunk)) return;
    endBody(chunk, body, encoding, std::move(callback));
  } catch (...) {
    if (corks && !strictContentLength && socket) socket->cork();
    throw;
  }
}

// The most frequent way to end a message: the whole body, or its last piece, goes to a socket that takes it at once, so
// that the rest of the message is sent together. A response that waits for its turn keeps the body behind its head in
// one piece.
bool OutgoingMessageObject::endAtOnce(const ChunkArg& chunk) {
  if (destroyed() || finished_ || strictContentLength || corked_ || !pending_.empty() || !trailer_.empty()) return false;
  const bool waits = !socket && queued();
  if (!waits && (!socket || !attached() || !socket->writable() || socket->writableCorked())) return false;
  const std::size_t length = chunk.size();
  if (!hasHead_) {
    contentLength_ = double(length);
    implicitHeader();
  }
  const bool headless = headSent_ || !hasHead_;
  if (!hasBody_ || (wideHead_ && !headless) || (waits && (headless || length > 4096))) return false;
  const char* data = chunk.isString() ? chunk.text().data() : chunk.buffer().bytes();
  NODECPP_DEBUG_ASSERT(hasHead_ && (waits || socket.get() != nullptr));
  if (waits) {
    appendBody(data, length);
    NODECPP_DEBUG_ASSERT(head_.size() >= length, head_.size(), length);
    waitsWhole_ = true;
    pendingBytes_ = head_.size();
    pendingChanged(std::ptrdiff_t(pendingBytes_));
  } else if (!headless && head_.fits(length + framing)) {
    // A short body is appended to its head, since one piece costs less to write than four.
    const std::size_t before = head_.size();
    appendBody(data, length);
    net::detail::OutputPiece all{head_.data(), head_.size()};
    if (!socket->writeDirectly(&all, 1)) {
      head_.shrink(before);
      return false;
    }
  } else {
    net::detail::OutputPiece pieces[4];
    std::size_t count = 0;
    if (!headless) pieces[count++] = {head_.data(), head_.size()};
    std::optional<SizeLine> line;
    if (chunkedEncoding) {
      line.emplace(length);
      pieces[count++] = {line->data(), line->size()};
    }
    pieces[count++] = {data, length};
    if (chunkedEncoding) pieces[count++] = {lastChunk.data(), lastChunk.size()};
    NODECPP_DEBUG_ASSERT(count >= 1 && count <= 4, count);
    if (!socket->writeDirectly(pieces, count)) return false;
  }
  headSent_ = true;
  finished_ = true;
  writeFlags_ |= endingFlag;
  if (!waits) {
    finishSoon();
    allSent();
  }
  return true;
}

// Appends the complete body to the head.
void OutgoingMessageObject::appendBody(const char* data, std::size_t size) {
  char* const start = head_.reserve(size + framing);
  char* to = chunkedEncoding ? SizeLine::put(start, size) : start;
  std::memcpy(to, data, size);
  to += size;
  if (chunkedEncoding) {
    std::memcpy(to, lastChunk.data(), lastChunk.size());
    to += lastChunk.size();
  }
  NODECPP_DEBUG_ASSERT(std::size_t(to - start) <= size + framing, to - start, size);
  head_.grow(std::size_t(to - start));
}

// Sends the message that endAtOnce has kept, since it is its turn now.
void OutgoingMessageObject::sendWhole() {
  NODECPP_DEBUG_ASSERT(waitsWhole_ && finished_ && headSent_);
  NODECPP_DEBUG_ASSERT(pendingBytes_ == head_.size(), pendingBytes_, head_.size());
  NODECPP_DEBUG_ASSERT(socket.get() != nullptr);
  waitsWhole_ = false;
  net::detail::OutputPiece piece{head_.data(), head_.size()};
  if (socket->writeDirectly(&piece, 1)) {
    pendingChanged(-std::ptrdiff_t(std::exchange(pendingBytes_, 0)));
    finishSoon();
  } else {
    pending_.push_back({Buffer::copyOf(head_.data(), head_.size()), finishing({}), false});
    flushOutput();
  }
  allSent();
}

// Returns the callback of the write that contains a message's last bytes.
Callback OutgoingMessageObject::finishing(Callback callback) {
  return [self = OutgoingMessage(this), callback = std::move(callback)](Error error) {
    if (callback) callback(error);
    if (error)
      self->failEnd(error);
    else
      self->finishNow();
  };
}

void OutgoingMessageObject::endBody(const ChunkArg& chunk, bool body, const stream::EncodingParam& encoding, Callback callback) {
  bool finishesByWrite = false;
  if (body) {
    if (finished_) {
      failWrite(codedError<Error>("ERR_STREAM_WRITE_AFTER_END", "write after end"), callback);
      return;
    }
    if (!destroyed() && !strictContentLength) {
      if (!hasHead_) {
        contentLength_ = double(encoding.given() && chunk.isString() ? Buffer::byteLength(chunk.text(), encoding.encoding())
                                                                     : chunk.size());
        implicitHeader();
      }
      finishesByWrite = hasBody_ && !chunkedEncoding;
    }
    if (finishesByWrite && callback) queueEndCallback(std::exchange(callback, {}));
    writeBody(chunk, encoding, {}, true, finishesByWrite);
  } else if (finished_) {
    if (callback) queueEndCallback(std::move(callback));
    return;
  } else if (!hasHead_) {
    contentLength_ = 0;
    implicitHeader();
  }
  if (callback) queueEndCallback(std::move(callback));
  if (checksLength() && bodyBytes_ != contentLength_)
    throw codedError<Error>("ERR_HTTP_CONTENT_LENGTH_MISMATCH", "Response body's content-length of " + str(bodyBytes_) +
                                                                    " byte(s) does not match the content-length of " +
                                                                    str(contentLength_) + " byte(s) set in header");
  if (!finishesByWrite) {
    if (hasBody_ && chunkedEncoding) {
      if (trailer_.empty()) {
        Piece piece{"0\r\n\r\n", 5, nullptr};
        send(&piece, 1, {}, true);
      } else {
        Piece pieces[] = {{"0\r\n", 3, nullptr}, {trailer_.data(), trailer_.size(), nullptr}, {"\r\n", 2, nullptr}};
        send(pieces, 3, {}, true);
      }
    } else if (!headSent_ || writableLength() || body) {
      send(nullptr, 0, {}, true);
    } else {
      finishSoon();
    }
  }
  if (socket)
    while (socket->writableCorked()) socket->uncork();
  // Node sends corked data behind the last chunk, where no client expects it. Programs uncork before they call end().
  if (corked_) {
    corked_ = 1;
    uncork();
  }
  finished_ = true;
  // stream::finished and similar functions look at the flags of a Writable.
  writeFlags_ |= endingFlag;
  if (pending_.empty() && socket && attached()) allSent();
}

void OutgoingMessageObject::finishSoon() {
  Loop::current().nextTick<&OutgoingMessageObject::finishNow>(*this);
}

void OutgoingMessageObject::queueEndCallback(Callback callback) {
  if (sent_)
    callback(codedError<Error>("ERR_STREAM_ALREADY_FINISHED", "Cannot call end after a stream was finished"));
  else if (flushError_)
    Loop::current().nextTick([callback, error = flushError_] { callback(error); });
  else
    endCallbacks_.push_back(std::move(callback));
}

void OutgoingMessageObject::failEnd(const Error& error) {
  flushError_ = error;
  nodecpp::detail::List<Callback> callbacks = std::move(endCallbacks_);
  endCallbacks_.clear();
  for (const Callback& callback : callbacks) callback(error);
}

void OutgoingMessageObject::finishNow() {
  if (errored() || (socket && (socket->errored() || socket->hadError()))) {
    Error error = errored() ? errored() : socket->errored() ? socket->errored() : destroyedError("end");
    return failEnd(error);
  }
  sent_ = true;
  writeFlags_ |= finishedFlag;
  if (!endCallbacks_.empty()) {
    nodecpp::detail::List<Callback> callbacks = std::move(endCallbacks_);
    endCallbacks_.clear();
    for (const Callback& callback : callbacks) callback();
  }
  // Node's server listens to `finish` first, so that the connection goes on before the program's listeners run.
  finishBegins();
  emit(event::finish);
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
    emit(event::drain);
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
    waitsWhole_ = false;
    // The stored data will never be sent, and its callbacks may hold this message.
    pending_.clear();
  }
  if (!queued()) dropListenersLater();
}

}  // namespace nodecpp::http
