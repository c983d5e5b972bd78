// Writable: write(), end(), and the data that is buffered until _write can handle it.
#include <vector>

#include "base/assertion.h"
#include "stream/stream_functions.h"

namespace nodecpp::stream {

using detail::tick;

WritableObject::WritableObject() : writeMark_(std::size_t(getDefaultHighWaterMark(false))) {}

WritableObject::WritableObject(WritableOptions options) : WritableObject() {
  setupWriting(options.highWaterMark, "options.highWaterMark", options.decodeStrings, options.defaultEncoding,
               options.objectMode);
  if (!options.emitClose) flags_ &= ~emitCloseFlag;
  if (!options.autoDestroy) flags_ &= ~autoDestroyFlag;
  if (detail::WriteFunctions::any(options)) {
    bool constructs = bool(options.construct);
    functions_ = new detail::WriteFunctions(options);
    enroll();
    if (constructs) startConstruct();
  }
  if (options.signal) detail::abortWith(options.signal, *this);
}

void WritableObject::setupWriting(const OptionalNumber& mark, const char* markName, bool decodeStrings,
                                  StringArg defaultEncoding, bool objectMode) {
  writeMark_ = detail::checkedMark(mark, markName, objectMode);
  if (objectMode) writeFlags_ |= objectModeFlag;
  if (!decodeStrings) writeFlags_ &= ~decodeStringsFlag;
  defaultWriteEncoding_ = nodecpp::detail::encodingFrom(defaultEncoding);
}

void WritableObject::_write(Chunk chunk, String encoding, Callback callback) {
  auto* functions = functionsAs<detail::WriteFunctions>();
  if (functions && functions->write)
    functions->write(Writable(this), std::move(chunk), std::move(encoding), std::move(callback));
  else if (hasWritev())
    _writev({{std::move(chunk), std::move(encoding)}}, std::move(callback));
  else
    throw detail::notImplemented("_write()");
}

void WritableObject::_writev(Array<WriteRequest> chunks, Callback callback) {
  auto* functions = functionsAs<detail::WriteFunctions>();
  if (!functions || !functions->writev) throw detail::notImplemented("_writev()");
  functions->writev(Writable(this), std::move(chunks), std::move(callback));
}

void WritableObject::traceWritable(nodecpp::detail::Tracer& tracer) {
  tracer.alias(this);
  for (Request& request : buffered_) tracer(request.callback);
  for (Callback& callback : onFinish_) tracer(callback);
  tracer(writeCallback_);
}

bool WritableObject::hasWritev() const {
  auto* functions = functionsAs<detail::WriteFunctions>();
  return functions && functions->writev;
}

void WritableObject::_final(Callback callback) {
  auto* functions = functionsAs<detail::WriteFunctions>();
  if (functions && functions->final)
    functions->final(Writable(this), std::move(callback));
  else
    writeFlags_ |= noFinalFlag;
}

void WritableObject::_destroy(Error error, Callback callback) {
  auto* functions = functionsAs<detail::WriteFunctions>();
  if (functions && functions->destroy)
    functions->destroy(Writable(this), std::move(error), std::move(callback));
  else
    callback(std::move(error));
}

void WritableObject::_construct(Callback callback) {
  auto* functions = functionsAs<detail::WriteFunctions>();
  if (functions && functions->construct)
    functions->construct(Writable(this), std::move(callback));
  else
    callback();
}

void WritableObject::constructCalled() {
  if (!(writeFlags_ & writingFlag)) clearBuffer();
  if (writeFlags_ & endingFlag) finishMaybe(false);
}

void WritableObject::destroyWith(Error error, Callback callback) {
  // Reports the error to the callbacks of the buffered writes.
  if (((writeFlags_ & bufferedFlag) || !onFinish_.empty()) && !(flags_ & destroyedFlag))
    tick([self = Writable(this)] { self->errorBuffer(); });
  StreamObject::destroyWith(std::move(error), std::move(callback));
}

void WritableObject::cannotPipe() {
  errorOrDestroy(nodecpp::detail::codedError("ERR_STREAM_CANNOT_PIPE", "Cannot pipe, not readable"));
}

bool WritableObject::writeChunk(const ChunkArg& chunk, const EncodingParam& encoding, Callback callback) {
  Error error;
  return tryWrite(chunk, encoding, std::move(callback), error) == Written::yes;
}

WritableObject::Written WritableObject::tryWrite(const ChunkArg& arg, const EncodingParam& encoding, Callback callback,
                                                 Error& error) {
  if (arg.isNull()) [[unlikely]]
    throw nodecpp::detail::codedError<TypeError>("ERR_STREAM_NULL_VALUES", "May not write null values to stream");
  Chunk chunk;
  String encodingName = "buffer";
  if (writeFlags_ & objectModeFlag) [[unlikely]] {
    chunk = arg.toChunk();
    // The encoding is empty where Node has undefined, because no encoding was given.
    if (!encoding.isBuffer()) encodingName = encoding.given() ? nodecpp::detail::encodingName(encoding.encoding()) : "";
  } else if (arg.isObject()) [[unlikely]] {
    throw detail::wrongChunk(arg);
  } else if (arg.isString()) {
    Encoding from = encoding.given() ? encoding.encoding() : defaultWriteEncoding_;
    if (writeFlags_ & decodeStringsFlag) {
      chunk = arg.toChunk(from);
    } else {
      chunk = arg.toChunk();
      encodingName = nodecpp::detail::encodingName(from);
    }
  } else {
    // The encoding of bytes is not used, but an unknown encoding throws ERR_UNKNOWN_ENCODING.
    if (encoding.given() && !encoding.isBuffer()) static_cast<void>(encoding.encoding());
    chunk = arg.toChunk();
  }

  if (writeFlags_ & endingFlag)
    error = nodecpp::detail::codedError("ERR_STREAM_WRITE_AFTER_END", "write after end");
  else if (flags_ & destroyedFlag)
    error = detail::streamDestroyed("write");
  if (error) [[unlikely]] {
    tick([callback, error] {
      if (callback) callback(error);
    });
    errorOrDestroy(error, true);
    return Written::failed;
  }
  ++pendingCallbacks_;
  return writeOrBuffer(std::move(chunk), std::move(encodingName), std::move(callback)) ? Written::yes : Written::no;
}

bool WritableObject::writeOrBuffer(Chunk chunk, String encoding, Callback callback) {
  NODECPP_DEBUG_ASSERT(pendingCallbacks_ > 0, pendingCallbacks_);
  const std::size_t length = sizeOf(chunk);
  writeLength_ += length;
  NODECPP_DEBUG_ASSERT(writeLength_ >= length && writing_ <= writeLength_, writeLength_, length, writing_);
  // A chunk is buffered while another write is in progress, while the stream is corked or under construction, and after
  // an error.
  if ((writeFlags_ & writingFlag) || corked_ || (flags_ & (erroredFlag | constructedFlag)) != constructedFlag) {
    writeFlags_ |= bufferedFlag;
    if (callback) writeFlags_ &= ~noCallbacksFlag;
    buffered_.push_back({std::move(chunk), std::move(encoding), std::move(callback)});
  } else {
    NODECPP_DEBUG_ASSERT(writing_ == 0 && !writeCallback_, writing_);
    writing_ = length;
    writeCallback_ = std::move(callback);
    writeFlags_ |= writingFlag | syncWriteFlag | expectWriteCallbackFlag;
    _write(std::move(chunk), std::move(encoding), onwriteCallback());
    writeFlags_ &= ~syncWriteFlag;
  }
  bool more = writeLength_ < writeMark_ || writeLength_ == 0;
  if (!more) writeFlags_ |= needDrainFlag;
  // Returns false after a failure, too, which ends a loop that writes until write() returns false.
  return more && !(flags_ & (destroyedFlag | erroredFlag));
}

Callback WritableObject::onwriteCallback() {
  return [self = Writable(this)](Error error) { self->onwrite(error); };
}

void WritableObject::doWrite(Request request, std::size_t length) {
  NODECPP_DEBUG_ASSERT(!(writeFlags_ & (writingFlag | expectWriteCallbackFlag)) && writing_ == 0, writeFlags_,
                       writing_);
  NODECPP_DEBUG_ASSERT(length <= writeLength_ && !writeCallback_, length, writeLength_);
  writing_ = length;
  writeCallback_ = std::move(request.callback);
  writeFlags_ |= writingFlag | syncWriteFlag | expectWriteCallbackFlag;
  if (flags_ & destroyedFlag)
    onwrite(detail::streamDestroyed("write"));
  else
    _write(std::move(request.chunk), std::move(request.encoding), onwriteCallback());
  writeFlags_ &= ~syncWriteFlag;
}

void WritableObject::doWritev(Array<WriteRequest> chunks, Callback callback) {
  NODECPP_DEBUG_ASSERT(!(writeFlags_ & (writingFlag | expectWriteCallbackFlag)) && writing_ == 0, writeFlags_,
                       writing_);
  NODECPP_DEBUG_ASSERT(!writeCallback_ && buffered_.empty(), buffered_.size());
  writing_ = writeLength_;
  writeCallback_ = std::move(callback);
  writeFlags_ |= writingFlag | syncWriteFlag | expectWriteCallbackFlag;
  if (flags_ & destroyedFlag)
    onwrite(detail::streamDestroyed("write"));
  else
    _writev(std::move(chunks), onwriteCallback());
  writeFlags_ &= ~syncWriteFlag;
}

void WritableObject::onwrite(const Error& error) {
  // An implementation must call the callback of _write only once.
  if (!(writeFlags_ & expectWriteCallbackFlag)) return errorOrDestroy(detail::multipleCallback());
  const bool sync = writeFlags_ & syncWriteFlag;
  NODECPP_DEBUG_ASSERT(writeFlags_ & writingFlag, writeFlags_);
  NODECPP_DEBUG_ASSERT(writing_ <= writeLength_, writing_, writeLength_);
  Callback callback = std::exchange(writeCallback_, {});
  writeFlags_ &= ~(writingFlag | expectWriteCallbackFlag);
  writeLength_ -= writing_;
  writing_ = 0;
  // Bytes that will neither be written nor buffered must not be counted as waiting, or `finish` would never be emitted.
  NODECPP_DEBUG_ASSERT((writeFlags_ & bufferedFlag) || writeLength_ == 0, writeLength_);

  if (error) {
    setError(error);
    if (sync)
      tick([self = Writable(this), error, callback] { self->onwriteError(error, callback); });
    else
      onwriteError(error, callback);
    return;
  }
  if (writeFlags_ & bufferedFlag) clearBuffer();
  if (sync)
    writtenInTime(std::move(callback));
  else
    afterWrite(1, callback);
}

// Called when _write has called back before it returned. The callback and the events follow in a later tick, unless no
// program could notice the difference. Successive writes with equal callbacks share one tick.
void WritableObject::writtenInTime(Callback callback) {
  NODECPP_DEBUG_ASSERT(pendingCallbacks_ > 0, pendingCallbacks_);
  const bool needDrain = (writeFlags_ & needDrainFlag) && writeLength_ == 0;
  if (!callback) {
    if (!(writeFlags_ & afterWritePendingFlag) && needDrain) {
      tick([self = Writable(this)] { self->afterWrite(1, {}); });
      writeFlags_ |= afterWritePendingFlag;
    } else {
      --pendingCallbacks_;
      if (writeFlags_ & endingFlag) finishMaybe(true);
    }
  } else if (afterWrite_ && afterWrite_->callback == callback) {
    NODECPP_DEBUG_ASSERT(afterWrite_->count > 0 && afterWrite_->count < pendingCallbacks_, afterWrite_->count,
                         pendingCallbacks_);
    ++afterWrite_->count;
  } else {
    afterWrite_ = make<AfterWrite>();
    afterWrite_->callback = std::move(callback);
    tick([self = Writable(this), info = afterWrite_] {
      self->afterWrite_ = nullptr;
      self->afterWrite(info->count, info->callback);
    });
    writeFlags_ |= afterWritePendingFlag;
  }
}

void WritableObject::onwriteError(const Error& error, const Callback& callback) {
  NODECPP_ASSERT(pendingCallbacks_ > 0 && bool(error), pendingCallbacks_);
  --pendingCallbacks_;
  if (callback) callback(error);
  // The writes buffered behind a failed one fail as well.
  errorBuffer();
  errorOrDestroy(error);
}

void WritableObject::afterWrite(std::uint32_t count, const Callback& callback) {
  NODECPP_DEBUG_ASSERT(count > 0 && count <= pendingCallbacks_, count, pendingCallbacks_);
  writeFlags_ &= ~afterWritePendingFlag;
  if ((writeFlags_ & (endingFlag | needDrainFlag)) == needDrainFlag && !(flags_ & destroyedFlag) && writeLength_ == 0) {
    writeFlags_ &= ~needDrainFlag;
    emit(event::drain);
  }
  while (count-- > 0) {
    NODECPP_ASSERT(pendingCallbacks_ > 0, pendingCallbacks_, count);
    --pendingCallbacks_;
    if (callback) callback();
  }
  if (flags_ & destroyedFlag) errorBuffer();
  if (writeFlags_ & endingFlag) finishMaybe(true);
}

void WritableObject::errorBuffer() {
  // A write in progress reports its result first, and then calls errorBuffer() again.
  if (writeFlags_ & writingFlag) return;
  for (std::size_t i = bufferedIndex_; i < buffered_.size(); ++i) {
    writeLength_ -= sizeOf(buffered_[i].chunk);
    Callback callback = buffered_[i].callback;
    if (callback) callback(errored() ? errored() : detail::streamDestroyed("write"));
  }
  callFinishedCallbacks(errored() ? errored() : detail::streamDestroyed("end"));
  resetBuffer();
}

void WritableObject::resetBuffer() {
  NODECPP_DEBUG_ASSERT(bufferedIndex_ <= buffered_.size(), bufferedIndex_, buffered_.size());
  buffered_.clear();
  bufferedIndex_ = 0;
  writeFlags_ |= noCallbacksFlag;
  writeFlags_ &= ~bufferedFlag;
}

void WritableObject::clearBuffer() {
  if ((flags_ & (destroyedFlag | constructedFlag)) != constructedFlag || corked_ ||
      (writeFlags_ & (bufferProcessingFlag | bufferedFlag)) != bufferedFlag)
    return;
  NODECPP_DEBUG_ASSERT(bufferedIndex_ <= buffered_.size(), bufferedIndex_, buffered_.size());
  const std::size_t count = buffered_.size() - bufferedIndex_;
  if (!count) return;
  writeFlags_ |= bufferProcessingFlag;
  if (count > 1 && hasWritev()) {
    // A single callback reports all these writes, so only one of their callbacks stays pending.
    NODECPP_DEBUG_ASSERT(pendingCallbacks_ >= count, pendingCallbacks_, count);
    pendingCallbacks_ -= std::uint32_t(count - 1);
    Array<WriteRequest> chunks;
    std::vector<Callback> callbacks;
    nodecpp::detail::ArrayAccess::reserve(chunks, count);
    bool told = !(writeFlags_ & noCallbacksFlag);
    for (std::size_t i = bufferedIndex_; i < buffered_.size(); ++i) {
      chunks.push(WriteRequest{std::move(buffered_[i].chunk), std::move(buffered_[i].encoding)});
      if (told) callbacks.push_back(std::move(buffered_[i].callback));
    }
    NODECPP_DEBUG_ASSERT(chunks.size() == count && (!told || callbacks.size() == count), chunks.size(), count);
    Callback all;
    if (told)
      all = [callbacks = std::move(callbacks)](Error error) {
        for (const Callback& callback : callbacks)
          if (callback) callback(error);
      };
    // The old buffer is emptied first, so that data that _writev itself writes is buffered after it.
    resetBuffer();
    doWritev(std::move(chunks), std::move(all));
  } else {
    do {
      NODECPP_DEBUG_ASSERT(bufferedIndex_ < buffered_.size() && !(writeFlags_ & writingFlag), bufferedIndex_,
                           buffered_.size());
      Request request = std::move(buffered_[bufferedIndex_++]);
      std::size_t length = sizeOf(request.chunk);
      doWrite(std::move(request), length);
    } while (bufferedIndex_ < buffered_.size() && !(writeFlags_ & writingFlag));
    if (bufferedIndex_ >= buffered_.size()) {
      resetBuffer();
    } else if (bufferedIndex_ > 256 && bufferedIndex_ * 2 > buffered_.size()) {
      // The rest is moved to the front only when half of the list is done, so that each request is moved at most once
      // on average.
      buffered_.erase(buffered_.begin(), buffered_.begin() + std::ptrdiff_t(bufferedIndex_));
      bufferedIndex_ = 0;
    }
  }
  writeFlags_ &= ~bufferProcessingFlag;
  // Handles data that was written by a _writev that called back at once.
  if ((writeFlags_ & (bufferedFlag | writingFlag)) == bufferedFlag) clearBuffer();
}

void WritableObject::cork() { ++corked_; }

void WritableObject::uncork() {
  if (!corked_) return;
  --corked_;
  if (!(writeFlags_ & writingFlag)) clearBuffer();
}

bool WritableObject::writable() const noexcept {
  return !(writeFlags_ & (notWritableFlag | endingFlag | endedWritingFlag)) &&
         !(flags_ & (destroyedFlag | erroredFlag));
}

bool WritableObject::writableAborted() const noexcept {
  return !(writeFlags_ & (notWritableFlag | finishedFlag)) && (flags_ & (destroyedFlag | erroredFlag));
}

}  // namespace nodecpp::stream
