// Writable: from end() over _final to `finish`.
#include "base/assertion.h"
#include "stream/stream_access.h"

namespace nodecpp::stream {

using detail::tick;

void WritableObject::endWith(const ChunkArg& chunk, const EncodingParam& encoding, Callback callback) {
  Error error;
  if (!chunk.isNull()) tryWrite(chunk, encoding, {}, error);
  // end() undoes all calls of cork(), so that the buffered data can be written.
  if (corked_) {
    corked_ = 1;
    uncork();
  }
  if (error) {
    // write(), called above, has already reported this error.
  } else if (!(writeFlags_ & endingFlag) && !(flags_ & erroredFlag)) {
    writeFlags_ |= endingFlag;
    finishMaybe(true);
    writeFlags_ |= endedWritingFlag;
  } else if (writeFlags_ & finishedFlag) {
    error = nodecpp::detail::codedError("ERR_STREAM_ALREADY_FINISHED", "Cannot call end after a stream was finished");
  } else if (flags_ & destroyedFlag) {
    error = detail::streamDestroyed("end");
  }
  if (!callback) return;
  if (error || (flags_ & erroredFlag))
    tick([callback, error = error ? error : errored()] { callback(error); });
  else if (writeFlags_ & finishedFlag)
    tick([callback] { callback(); });
  else
    onFinish_.push_back(std::move(callback));
}

bool WritableObject::needFinish() const noexcept {
  NODECPP_DEBUG_ASSERT(writing_ <= writeLength_, writing_, writeLength_);
  NODECPP_DEBUG_ASSERT((writeFlags_ & (writingFlag | bufferedFlag)) || buffered_.size() == bufferedIndex_,
                       buffered_.size());
  // bufferedFlag says that the buffer has chunks. While clearBuffer() takes chunks out, the flag may still be set for
  // an empty buffer.
  NODECPP_DEBUG_ASSERT((writeFlags_ & (bufferedFlag | bufferProcessingFlag)) != bufferedFlag ||
                           bufferedIndex_ < buffered_.size(),
                       bufferedIndex_, buffered_.size());
  return (writeFlags_ & (endingFlag | finishedFlag | writingFlag | bufferedFlag)) == endingFlag &&
         (flags_ & (destroyedFlag | constructedFlag | errorEmittedFlag | closeEmittedFlag | erroredFlag)) ==
             constructedFlag &&
         writeLength_ == 0;
}

void WritableObject::finishMaybe(bool sync) {
  if (!needFinish()) return;
  prefinish();
  if (pendingCallbacks_ != 0) return;
  if (sync) {
    ++pendingCallbacks_;
    tick([self = Writable(this)] {
      // The program may have destroyed the stream since the tick was queued.
      if (self->needFinish())
        self->finish();
      else
        --self->pendingCallbacks_;
    });
  } else if (needFinish()) {
    ++pendingCallbacks_;
    finish();
  }
}

void WritableObject::prefinish() {
  NODECPP_ASSERT(writeLength_ == 0 && (writeFlags_ & endingFlag), writeLength_, writeFlags_);
  if (writeFlags_ & (prefinishedFlag | finalCalledFlag)) return;
  const std::uint32_t wasSync = writeFlags_ & syncWriteFlag;
  // While _final runs, the stream counts as within a write, so that an error which _final reports at once is emitted in
  // a later tick.
  writeFlags_ |= finalCalledFlag | syncWriteFlag;
  ++pendingCallbacks_;
  try {
    _final([self = Writable(this)](Error error) { self->onFinal(error); });
  } catch (const nodecpp::detail::ProgramExit&) {
    throw;
  } catch (...) {
    onFinal(detail::runningError());
  }
  writeFlags_ &= ~syncWriteFlag;
  if (!(writeFlags_ & noFinalFlag)) return;
  // Only the base class's _final was called, which does nothing.
  writeFlags_ |= wasSync | prefinishedFlag;
  --pendingCallbacks_;
  emitPrefinish();
}

void WritableObject::emitPrefinish() {
  prefinishBegins();
  emit(event::prefinish);
}

void WritableObject::onFinal(const Error& error) {
  if (writeFlags_ & prefinishedFlag) return errorOrDestroy(error ? error : detail::multipleCallback());
  --pendingCallbacks_;
  if (error) {
    callFinishedCallbacks(error);
    errorOrDestroy(error, writeFlags_ & syncWriteFlag);
  } else if (needFinish()) {
    writeFlags_ |= prefinishedFlag;
    emitPrefinish();
    // `finish` is emitted in a later tick even when _final was asynchronous, since programs rely on that.
    ++pendingCallbacks_;
    tick([self = Writable(this)] { self->finish(); });
  }
}

void WritableObject::finish() {
  NODECPP_ASSERT(pendingCallbacks_ > 0, pendingCallbacks_);
  --pendingCallbacks_;
  writeFlags_ |= finishedFlag;
  callFinishedCallbacks(nullptr);
  emit(event::finish);
  if (!(flags_ & autoDestroyFlag)) return;
  // A Duplex is destroyed only when both of its sides are done.
  ReadableObject* r = readableSide();
  if (!r || detail::Access::endEmitted(*r) || detail::Access::disabled(*r)) destroyWith(nullptr, {});
}

void WritableObject::callFinishedCallbacks(const Error& error) {
  if (onFinish_.empty()) return;
  for (const Callback& callback : std::exchange(onFinish_, {})) callback(error);
}

}  // namespace nodecpp::stream
