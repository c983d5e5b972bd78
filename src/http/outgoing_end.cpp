// How a sent message ends: its last bytes, its trailers, `finish`, and the callbacks of end().
#include <cstring>
#include <optional>
#include <utility>

#include "base/assertion.h"
#include "http/outgoing_framing.h"

namespace nodecpp::http {

using detail::Loop;
using detail::SizeLine;
using nodecpp::detail::codedError;
using stream::Callback;
using stream::ChunkArg;

void OutgoingMessageObject::endWith(const ChunkArg& chunk, const stream::EncodingParam& encoding, Callback callback) {
  if (detail::isIllFormed(chunk) && detail::isUtf8(encoding)) [[unlikely]]
    return OutgoingMessageObject::endWith(nodecpp::detail::wellFormed(chunk.text()), encoding, std::move(callback));
  const std::size_t size = chunk.size();
  const bool body = size != 0 || !(chunk.isString() || chunk.isNull());
  // Node corks the socket first. An end() that throws leaves it corked, so that nothing is sent until an end()
  // succeeds.
  bool corks = !finished_ && (body || !hasHead_);
  if (corks && strictContentLength && socket) socket->cork();
  try {
    if (size != 0 && !encoding.given() && !callback && endAtOnce(chunk)) return;
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
    waitsForWholeBody_ = true;
    pendingBytes_ = head_.size();
    pendingChanged(std::ptrdiff_t(pendingBytes_));
  } else if (!headless && head_.fits(length + detail::framing)) {
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
    if (chunkedEncoding) pieces[count++] = {detail::lastChunk.data(), detail::lastChunk.size()};
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
  char* const start = head_.reserve(size + detail::framing);
  char* to = chunkedEncoding ? SizeLine::put(start, size) : start;
  std::memcpy(to, data, size);
  to += size;
  if (chunkedEncoding) {
    std::memcpy(to, detail::lastChunk.data(), detail::lastChunk.size());
    to += detail::lastChunk.size();
  }
  NODECPP_DEBUG_ASSERT(std::size_t(to - start) <= size + detail::framing, to - start, size);
  head_.grow(std::size_t(to - start));
}

// Sends the message that endAtOnce has kept, because all earlier responses of the connection were sent.
void OutgoingMessageObject::sendWhole() {
  NODECPP_DEBUG_ASSERT(waitsForWholeBody_ && finished_ && headSent_);
  NODECPP_DEBUG_ASSERT(pendingBytes_ == head_.size(), pendingBytes_, head_.size());
  NODECPP_DEBUG_ASSERT(socket.get() != nullptr);
  waitsForWholeBody_ = false;
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
    Loop::current().nextTick([callback, error = *flushError_] { callback(error); });
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
  if (hasErrored() || (socket && (socket->hasErrored() || socket->hadError()))) [[unlikely]] {
    Error error = errored() ? errored() : socket->errored() ? socket->errored() : detail::destroyedError("end");
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

}  // namespace nodecpp::http
