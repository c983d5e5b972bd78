// Readable: pushing, buffering and reading of data.
#include <algorithm>
#include <cmath>

#include "base/assertion.h"
#include "stream/stream_functions.h"

namespace nodecpp::stream {

using detail::tick;

ReadableObject::ReadableObject() : readMark_(std::size_t(getDefaultHighWaterMark(false))) {}

ReadableObject::ReadableObject(ReadableOptions options) : ReadableObject() {
  setupReading(options.highWaterMark, "options.highWaterMark", options.encoding, "utf8", options.objectMode);
  if (!options.emitClose) flags_ &= ~emitCloseFlag;
  if (!options.autoDestroy) flags_ &= ~autoDestroyFlag;
  if (detail::ReadFunctions::any(options)) {
    bool constructs = bool(options.construct);
    functions_ = new detail::ReadFunctions(options);
    enroll();
    if (constructs) startConstruct();
  }
  if (options.signal) detail::abortWith(options.signal, *this);
}

void ReadableObject::setupReading(const OptionalNumber& mark, const char* markName, StringArg encoding,
                                  StringArg defaultEncoding, bool objectMode) {
  readMark_ = detail::checkedMark(mark, markName, objectMode);
  if (objectMode) readFlags_ |= objectModeFlag;
  defaultReadEncoding_ = nodecpp::detail::encodingFrom(defaultEncoding);
  if (!encoding.empty()) decoder_ = make<string_decoder::StringDecoder>(encoding);
}

void ReadableObject::_read(double size) {
  auto* functions = functionsAs<detail::ReadFunctions>();
  if (!functions || !functions->read) throw detail::notImplemented("_read()");
  functions->read(Readable(this), size);
}

void ReadableObject::_destroy(Error error, Callback callback) {
  auto* functions = functionsAs<detail::ReadFunctions>();
  if (functions && functions->destroy)
    functions->destroy(Readable(this), std::move(error), std::move(callback));
  else
    callback(std::move(error));
}

void ReadableObject::_construct(Callback callback) {
  auto* functions = functionsAs<detail::ReadFunctions>();
  if (functions && functions->construct)
    functions->construct(Readable(this), std::move(callback));
  else
    callback();
}

void ReadableObject::constructCalled() {
  if (readFlags_ & needReadableFlag) maybeReadMore();
}

bool ReadableObject::push(const ChunkArg& chunk, const EncodingParam& encoding) {
  if (chunk.isNull()) {
    readFlags_ &= ~readingFlag;
    onEof();
    return false;
  }
  if (readFlags_ & objectModeFlag) [[unlikely]]
    return pushObject(chunk.toChunk());
  if (chunk.isObject()) [[unlikely]] {
    errorOrDestroy(detail::wrongChunk(chunk));
    return false;
  }
  if (!chunk.isString()) return pushPlain(chunk.toChunk());
  Encoding from = encoding.given() ? encoding.encoding() : defaultReadEncoding_;
  if (!decoder_ || decoder_->kind() != from) return pushPlain(chunk.toChunk(from));
  // The string has the encoding of the stream's chunks, so it needs no conversion.
  if (chunk.size() == 0) return pushPlain(Buffer());
  if (readFlags_ & endedFlag) return pushPlain(chunk.toChunk());
  if (flags_ & (destroyedFlag | erroredFlag)) return false;
  readFlags_ &= ~readingFlag;
  addChunk(chunk.toChunk(), false);
  return canPushMore();
}

bool ReadableObject::pushPlain(Chunk chunk) {
  // An empty chunk adds no data, but it ends the pending read, so that _read may be called again.
  if (chunk.size() == 0) {
    readFlags_ &= ~readingFlag;
    maybeReadMore();
    return canPushMore();
  }
  if (readFlags_ & endedFlag) {
    errorOrDestroy(nodecpp::detail::codedError("ERR_STREAM_PUSH_AFTER_EOF", "stream.push() after EOF"));
    return false;
  }
  if (flags_ & (destroyedFlag | erroredFlag)) return false;
  readFlags_ &= ~readingFlag;
  if (decoder_) {
    chunk = decoder_->write(chunk.buffer());
    if (chunk.size() == 0) {
      maybeReadMore();
      return canPushMore();
    }
  }
  addChunk(std::move(chunk), false);
  return canPushMore();
}

bool ReadableObject::pushObject(Chunk chunk) {
  if (readFlags_ & endedFlag) {
    errorOrDestroy(nodecpp::detail::codedError("ERR_STREAM_PUSH_AFTER_EOF", "stream.push() after EOF"));
    return false;
  }
  if (flags_ & (destroyedFlag | erroredFlag)) return false;
  readFlags_ &= ~readingFlag;
  if (decoder_ && chunk.isBuffer()) chunk = decoder_->write(chunk.buffer());
  addChunk(std::move(chunk), false);
  return canPushMore();
}

bool ReadableObject::unshift(const ChunkArg& arg, const EncodingParam& encoding) {
  if (arg.isNull()) {
    readFlags_ &= ~readingFlag;
    onEof();
    return false;
  }
  Chunk chunk = arg.toChunk();
  const bool objectMode = readFlags_ & objectModeFlag;
  if (chunk.isObject() && !objectMode) {
    errorOrDestroy(detail::wrongChunk(arg));
    return false;
  }
  if (chunk.isString() && !objectMode) {
    Encoding from = encoding.given() ? encoding.encoding() : defaultReadEncoding_;
    if (!decoder_)
      chunk = arg.toChunk(from);
    else if (decoder_->kind() != from)
      chunk = arg.toChunk(from).toString(decoder_->kind());
  }
  if (sizeOf(chunk) == 0) return canPushMore();
  if (readFlags_ & endEmittedFlag)
    errorOrDestroy(
        nodecpp::detail::codedError("ERR_STREAM_UNSHIFT_AFTER_END_EVENT", "stream.unshift() after end event"));
  else if (flags_ & (destroyedFlag | erroredFlag))
    return false;
  else
    addChunk(std::move(chunk), true);
  return canPushMore();
}

void ReadableObject::addChunk(Chunk chunk, bool toFront) {
  NODECPP_DEBUG_ASSERT(!(readFlags_ & objectModeFlag) || sizeOf(chunk) == 1, sizeOf(chunk));
  NODECPP_DEBUG_ASSERT(bufferIndex_ <= buffer_.size(), bufferIndex_, buffer_.size());
  // A flowing stream without buffered data emits the chunk at once. While _read runs, the chunk is buffered, so that
  // `data` is not emitted before _read has returned.
  if ((readFlags_ & (flowingFlag | syncReadFlag | dataListeningFlag)) == (flowingFlag | dataListeningFlag) &&
      readLength_ == 0) {
    forgetAwaitingDrain();
    readFlags_ |= dataEmittedFlag;
    emit(event::data, chunk);
  } else {
    readLength_ += sizeOf(chunk);
    if (!toFront)
      buffer_.push_back(std::move(chunk));
    else if (bufferIndex_ > 0)
      buffer_[--bufferIndex_] = std::move(chunk);
    else {
      // The free space in front doubles, so that many calls of unshift() take linear time.
      bufferIndex_ = std::max<std::size_t>(buffer_.size(), 4);
      buffer_.insert(buffer_.begin(), bufferIndex_, Chunk());
      buffer_[--bufferIndex_] = std::move(chunk);
    }
    NODECPP_DEBUG_ASSERT(bufferIndex_ < buffer_.size() && readLength_ > 0, bufferIndex_, buffer_.size(), readLength_);
    if (readFlags_ & needReadableFlag) emitReadable();
    if (waiting_) wakeNext();
  }
  maybeReadMore();
}

void ReadableObject::decodeAs(const EncodingArg& encoding) {
  decoder_ = make<string_decoder::StringDecoder>(encoding);
  // The bytes that were buffered before setEncoding() become one text, since a character may be split between two
  // chunks.
  String content;
  for (std::size_t i = bufferIndex_; i < buffer_.size(); ++i)
    content += buffer_[i].isString() ? buffer_[i].string() : decoder_->write(buffer_[i].buffer());
  if (readFlags_ & endedFlag) content += decoder_->end();
  buffer_.clear();
  bufferIndex_ = 0;
  readLength_ = content.empty() ? 0 : readFlags_ & objectModeFlag ? 1 : content.length();
  NODECPP_ASSERT(buffer_.empty() && bufferIndex_ == 0, buffer_.size(), bufferIndex_);
  if (readLength_) buffer_.push_back(std::move(content));
}

namespace {

// Returns the next power of two, so that the high-water mark does not grow in many small steps.
std::size_t raisedMark(double size) {
  if (size > 0x40000000) throw nodecpp::detail::outOfRange("size", "<= 1GiB", nodecpp::detail::rangeNumber(size));
  return std::bit_ceil(std::size_t(size));
}

}  // namespace

double ReadableObject::howMuchToRead(double size) const noexcept {
  NODECPP_DEBUG_ASSERT(readLength_ == 0 || bufferIndex_ < buffer_.size(), readLength_, bufferIndex_, buffer_.size());
  if (size <= 0 || (readLength_ == 0 && (readFlags_ & endedFlag))) return 0;
  if (readFlags_ & objectModeFlag) return 1;
  if (std::isnan(size)) {
    // While the stream flows, it gives one chunk at a time.
    if ((readFlags_ & flowingFlag) && readLength_) return double(buffer_[bufferIndex_].length());
    return double(readLength_);
  }
  if (size <= double(readLength_)) return size;
  return readFlags_ & endedFlag ? double(readLength_) : 0;
}

Chunk ReadableObject::readChunk(double size) {
  size = std::isinf(size) ? std::nan("") : std::trunc(size);
  const double asked = size;
  // A request above the high-water mark raises the mark. Otherwise the stream would stop to read ahead before it had
  // enough data.
  if (size > double(readMark_)) readMark_ = raisedMark(size);
  if (size != 0) readFlags_ &= ~emittedReadableFlag;

  // read(0) with enough buffered data only makes the stream emit `readable`.
  if (size == 0 && (readFlags_ & needReadableFlag) &&
      ((readMark_ != 0 ? readLength_ >= readMark_ : readLength_ > 0) || (readFlags_ & endedFlag))) {
    if (readLength_ == 0 && (readFlags_ & endedFlag))
      endReadable();
    else
      emitReadable();
    return {};
  }

  size = howMuchToRead(size);
  if (size == 0 && (readFlags_ & endedFlag)) {
    if (readLength_ == 0) endReadable();
    return {};
  }

  // _read is called before the chunk is taken, because it may push at once, and then there may be enough data.
  bool wants = (readFlags_ & needReadableFlag) || readLength_ == 0 || double(readLength_) - size < double(readMark_);
  bool may = !(readFlags_ & (readingFlag | endedFlag)) &&
             (flags_ & (destroyedFlag | erroredFlag | constructedFlag)) == constructedFlag;
  if (wants && may) {
    readFlags_ |= readingFlag | syncReadFlag;
    if (readLength_ == 0) readFlags_ |= needReadableFlag;
    try {
      _read(double(readMark_));
    } catch (const nodecpp::detail::ProgramExit&) {
      throw;
    } catch (...) {
      errorOrDestroy(detail::runningError());
    }
    readFlags_ &= ~syncReadFlag;
    if (!(readFlags_ & readingFlag)) size = howMuchToRead(asked);
  }

  // The program's _read may have called read(), so the buffer may have less data now.
  size = std::min(size, double(readLength_));
  Chunk chunk;
  if (size > 0) chunk = takeOff(std::size_t(size));
  if (!chunk) {
    if (readLength_ <= readMark_) readFlags_ |= needReadableFlag;
    size = 0;
  } else {
    NODECPP_DEBUG_ASSERT(size > 0 && double(readLength_) >= size, size, readLength_);
    readLength_ -= std::size_t(size);
    // The number of buffered bytes or objects is zero exactly when the buffer is empty.
    NODECPP_DEBUG_ASSERT((readLength_ == 0) == (bufferIndex_ == buffer_.size()), readLength_, bufferIndex_,
                         buffer_.size());
    forgetAwaitingDrain();
  }

  if (readLength_ == 0) {
    if (!(readFlags_ & endedFlag))
      readFlags_ |= needReadableFlag;
    // The condition is also true when the caller gave no size, since `asked` is NaN then.
    else if (asked != size)
      endReadable();
  }
  if (chunk && !(flags_ & (errorEmittedFlag | closeEmittedFlag))) {
    readFlags_ |= dataEmittedFlag;
    emit(event::data, chunk);
  }
  return chunk;
}

// Takes `size` bytes off the buffer; for text, `size` counts UTF-16 units.
Chunk ReadableObject::takeOff(std::size_t size) {
  if (readLength_ == 0) return {};
  NODECPP_DEBUG_ASSERT(size > 0 && size <= readLength_, size, readLength_);
  NODECPP_DEBUG_ASSERT(bufferIndex_ < buffer_.size(), bufferIndex_, buffer_.size());
  Chunk& first = buffer_[bufferIndex_];
  const std::size_t whole = sizeOf(first);
  NODECPP_DEBUG_ASSERT(whole > 0 && whole <= readLength_, whole, readLength_);
  Chunk out;
  if (size < whole) {
    out = first.slice(0, std::ptrdiff_t(size));
    first = first.slice(std::ptrdiff_t(size));
  } else if (size == whole) {
    out = std::move(first);
    ++bufferIndex_;
  } else {
    out = takeJoined(std::min(size, readLength_));
  }
  if (bufferIndex_ == buffer_.size()) {
    buffer_.clear();
    bufferIndex_ = 0;
  // Taken chunks are removed from the list only when they are more than half of it, so that each chunk is moved at most
  // once on average.
  } else if (bufferIndex_ > 1024 && bufferIndex_ * 2 > buffer_.size()) {
    buffer_.erase(buffer_.begin(), buffer_.begin() + std::ptrdiff_t(bufferIndex_));
    bufferIndex_ = 0;
  }
  NODECPP_DEBUG_ASSERT(bufferIndex_ < buffer_.size() || (bufferIndex_ == 0 && buffer_.empty()), bufferIndex_);
  return out;
}

Chunk ReadableObject::takeJoined(std::size_t size) {
  Buffer joined = decoder_ ? Buffer() : Buffer::allocUnsafe(double(size));
  String text;
  for (std::size_t filled = 0; filled < size;) {
    NODECPP_ASSERT(bufferIndex_ < buffer_.size(), bufferIndex_, buffer_.size(), filled, size);
    Chunk& next = buffer_[bufferIndex_];
    const std::size_t whole = next.length(), count = std::min(whole, size - filled);
    NODECPP_ASSERT(count > 0 && count <= size - filled, count, filled, size);
    if (decoder_)
      text += count == whole ? next.toString() : next.toString().slice(0, count);
    else
      std::memcpy(joined.bytes() + filled, next.toBuffer().bytes(), count);
    filled += count;
    if (count == whole) {
      next = nullptr;
      ++bufferIndex_;
    } else {
      next = next.slice(std::ptrdiff_t(count));
    }
  }
  return decoder_ ? Chunk(std::move(text)) : Chunk(std::move(joined));
}

void ReadableObject::onEof() {
  if (readFlags_ & endedFlag) return;
  if (decoder_) {
    String rest = decoder_->end();
    if (!rest.empty()) {
      readLength_ += sizeOf(rest);
      buffer_.push_back(std::move(rest));
    }
  }
  NODECPP_ASSERT(!(readFlags_ & (endEmittedFlag | endScheduledFlag)), readFlags_);
  readFlags_ |= endedFlag;
  if (waiting_) wakeNext();
  // While _read runs, `readable` waits for a tick, since the read() that called _read has not returned its chunk yet.
  if (readFlags_ & syncReadFlag) {
    emitReadable();
  } else {
    readFlags_ &= ~needReadableFlag;
    readFlags_ |= emittedReadableFlag;
    emitReadableNow();
  }
}

void ReadableObject::emitReadable() {
  readFlags_ &= ~needReadableFlag;
  NODECPP_DEBUG_ASSERT(bufferIndex_ <= buffer_.size(), bufferIndex_, buffer_.size());
  if (readFlags_ & emittedReadableFlag) return;
  readFlags_ |= emittedReadableFlag;
  nodecpp::detail::Loop::current().nextTick<&ReadableObject::emitReadableNow>(*this);
}

void ReadableObject::emitReadableNow() {
  if (!(flags_ & (destroyedFlag | erroredFlag)) && (readLength_ || (readFlags_ & endedFlag))) {
    emit(event::readable);
    readFlags_ &= ~emittedReadableFlag;
  }
  // Another `readable` is wanted, unless the stream flows or has ended, or enough data is buffered.
  if (!(readFlags_ & (flowingFlag | endedFlag)) && readLength_ <= readMark_) readFlags_ |= needReadableFlag;
  flow();
}

void ReadableObject::maybeReadMore() {
  // Reading ahead waits for a tick, so that a _read that pushes at once does not call itself again and again.
  if ((readFlags_ & (readingMoreFlag | readingFlag)) || !(flags_ & constructedFlag)) return;
  readFlags_ |= readingMoreFlag;
  tick([self = Readable(this)] { self->readMore(); });
}

void ReadableObject::readMore() {
  // Reads ahead up to the high-water mark. With a mark of zero, and without flowing, nothing is read ahead.
  while (!(readFlags_ & (readingFlag | endedFlag)) &&
         (readLength_ < readMark_ || ((readFlags_ & flowingFlag) && readLength_ == 0))) {
    std::size_t before = readLength_;
    readChunk(0);
    // A _read that has pushed nothing yet calls push() later, which reads ahead again.
    if (before == readLength_) break;
  }
  readFlags_ &= ~readingMoreFlag;
}

void ReadableObject::endReadable() {
  if (readFlags_ & (endEmittedFlag | endScheduledFlag)) return;
  readFlags_ |= endedFlag | endScheduledFlag;
  tick([self = Readable(this)] { self->endReadableNow(); });
}

void ReadableObject::endReadableNow() {
  readFlags_ &= ~endScheduledFlag;
  // The program may have called unshift() since the tick was queued, so the state is checked again.
  if ((flags_ & (erroredFlag | closeEmittedFlag)) || (readFlags_ & endEmittedFlag) || readLength_ != 0) return;
  NODECPP_DEBUG_ASSERT(buffer_.empty(), buffer_.size(), bufferIndex_);
  readFlags_ |= endEmittedFlag;
  if (waiting_) wakeNext();
  emit(event::end);
  WritableObject* w = writableSide();
  if (w && w->writable() && !staysOpenAfterEnd()) {
    tick([self = Writable(w)] {
      if (self->writable() && !self->writableEnded() && !self->destroyed()) self->end();
    });
  } else if (flags_ & autoDestroyFlag) {
    if (!w || detail::Access::finished(*w) || detail::Access::disabled(*w)) destroyWith(nullptr, {});
  }
}

bool ReadableObject::readable() const noexcept {
  return !(readFlags_ & (notReadableFlag | endEmittedFlag)) && !(flags_ & (destroyedFlag | errorEmittedFlag));
}

bool ReadableObject::readableAborted() const noexcept {
  return !(readFlags_ & (notReadableFlag | endEmittedFlag)) && (flags_ & (destroyedFlag | erroredFlag));
}

}  // namespace nodecpp::stream
