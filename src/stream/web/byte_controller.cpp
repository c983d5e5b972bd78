#include "stream/web/byte_controller.h"

#include <cstring>

namespace nodecpp::stream::web {

namespace detail {

void ByteController::trace(nodecpp::detail::Tracer& tracer) {
  ReadableStreamControllerObject::trace(tracer);
  tracer(byobRequest_);
}

void ByteController::clear() {
  invalidateRequest();
  pulls_.clear();
  queue_.clear();
  queueTotalSize_ = 0;
}

void ByteController::invalidateRequest() noexcept {
  if (!byobRequest_) return;
  byobRequest_->controller_ = nullptr;
  byobRequest_->view_ = Buffer();
  byobRequest_ = nullptr;
}

ReadableStreamBYOBRequest ByteController::byobRequest() {
  if (!byobRequest_ && !pulls_.empty()) {
    const PullInto& first = pulls_[0];
    byobRequest_ = nodecpp::make<ReadableStreamBYOBRequest>(
        ReadableByteStreamController(this), Buffer::from(first.buffer, double(first.byteOffset + first.bytesFilled),
                                                         double(first.byteLength - first.bytesFilled)));
  }
  return byobRequest_;
}

void ByteController::close() {
  if (closeRequested_) throw invalidState("Controller is already closed");
  if (!isReadable()) throw invalidState("ReadableStream is already closed");
  closeNow();
}

void ByteController::closeNow() {
  if (!canCloseOrEnqueue()) return;
  if (queueTotalSize_ > 0) {
    closeRequested_ = true;
    return;
  }
  if (!pulls_.empty() && pulls_[0].bytesFilled % pulls_[0].elementSize != 0) {
    const TypeError error = invalidState("Partial read");
    fail(error);
    throw error;
  }
  clearAlgorithms();
  stream_->close();
}

void ByteController::checkEnqueue(std::size_t size) {
  if (size == 0) throw invalidState("chunk ArrayBuffer is zero-length or detached");
  if (closeRequested_) throw invalidState("Controller is already closed");
  if (!isReadable()) throw invalidState("ReadableStream is already closed");
}

void ByteController::enqueueChunk(Chunk&& chunk) {
  if (!chunk.isBuffer()) {
    const String received = chunk.isString() ? "type string (" + nodecpp::detail::inspectString(chunk.string()) + ")"
                            : chunk          ? String("an instance of Object")
                                             : String("undefined");
    throw nodecpp::detail::invalidArgType("buffer", "an instance of Buffer, TypedArray, or DataView", received);
  }
  checkEnqueue(chunk.size());
  enqueueBytes(chunk.buffer());
}

void ByteController::enqueueView(const nodecpp::detail::ViewBase& view) {
  const Buffer bytes = nodecpp::detail::bytesOf(view);
  checkEnqueue(bytes.size());
  // The memory is the stream's from now on: the program's arrays on it are empty.
  const nodecpp::detail::ViewBody& body = *nodecpp::detail::ViewAccess::body(view);
  const double offset = double(body.byteOffset);
  const ArrayBuffer taken = ArrayBuffer::of(nodecpp::detail::shareStore(body.store)).transfer();
  enqueueBytes(Buffer::from(taken, offset, double(bytes.size())));
}

void ByteController::put(Buffer bytes) {
  queueTotalSize_ += double(bytes.size());
  queue_.push_back(std::move(bytes));
}

void ByteController::putFilled(const PullInto& into) {
  if (into.bytesFilled > 0)
    put(Buffer::copyBytesFrom(Buffer::from(into.buffer, double(into.byteOffset), double(into.bytesFilled))));
}

// The reader has gone whose memory was partly filled: what is in it goes back into the queue.
void ByteController::putDetached(PullInto into) {
  NODECPP_ASSERT(into.reader == Reader::none);
  putFilled(into);
  shiftPullInto();
}

void ByteController::enqueueBytes(Buffer bytes) {
  if (!canCloseOrEnqueue()) return;
  if (!pulls_.empty()) {
    if (pulls_[0].buffer.detached()) throw invalidState("Destination ArrayBuffer is detached");
    invalidateRequest();
    pulls_[0].buffer = pulls_[0].buffer.transfer();
    if (pulls_[0].reader == Reader::none) putDetached(pulls_[0]);
  }
  Handle<ReadableStreamReaderObject> by(reader());
  while (by && !by->byob_ && !by->requests_.empty() && queueTotalSize_ > 0) {
    ReadRequest* request = by->requests_.shift();
    Chunk chunk;
    takeBuffered(chunk);
    request->chunk(std::move(chunk));
    // The source's pull() may have taken another reader.
    by = Handle<ReadableStreamReaderObject>(reader());
  }
  if (by && !by->byob_ && !by->requests_.empty()) {
    NODECPP_ASSERT(queue_.empty());
    if (!pulls_.empty()) {
      invalidateRequest();
      shiftPullInto();
    }
    by->requests_.shift()->chunk(std::move(bytes));
  } else {
    put(std::move(bytes));
    if (by && by->byob_) fillFromQueue();
  }
  callPullIfNeeded();
}

void ByteController::handleQueueDrain() {
  NODECPP_ASSERT(isReadable());
  if (queueTotalSize_ > 0 || !closeRequested_) return callPullIfNeeded();
  clearAlgorithms();
  stream_->close();
}

bool ByteController::takeBuffered(Chunk& chunk) {
  if (queue_.empty()) return false;
  Buffer first = queue_.takeFront();
  queueTotalSize_ -= double(first.size());
  handleQueueDrain();
  chunk = std::move(first);
  return true;
}

void ByteController::pullSteps(ReadRequest* request) {
  if (Chunk chunk; takeBuffered(chunk)) return request->chunk(std::move(chunk));
  if (autoAllocate_ > 0) {
    try {
      pulls_.push_back(
          {ArrayBuffer(double(autoAllocate_)), autoAllocate_, 0, autoAllocate_, 0, 1, 1, Reader::byDefault});
    } catch (...) {
      return request->error(Reason(nodecpp::detail::caught()));
    }
  }
  reader()->add(request);
  callPullIfNeeded();
}

void ByteController::releaseSteps() {
  if (pulls_.empty()) return;
  PullInto first = pulls_.takeFront();
  first.reader = Reader::none;
  pulls_.clear();
  pulls_.push_back(std::move(first));
}

ByteController::PullInto ByteController::shiftPullInto() noexcept {
  NODECPP_ASSERT(!byobRequest_ && !pulls_.empty());
  return pulls_.takeFront();
}

void ByteController::pullInto(const ViewedBytes& view, std::size_t min, ReadIntoRequest* request) {
  PullInto into{view.buffer.transfer(),
                std::size_t(view.buffer.byteLength()),
                view.byteOffset,
                view.byteLength,
                0,
                min * view.elementSize,
                view.elementSize,
                Reader::byob};
  into.bufferByteLength = std::size_t(into.buffer.byteLength());
  ReadableStreamReaderObject* by = reader();
  if (!pulls_.empty()) {
    pulls_.push_back(std::move(into));
    return by->add(request);
  }
  if (!isReadable()) return request->filled({into.buffer, into.byteOffset, 0, true});
  if (queueTotalSize_ > 0) {
    if (fill(into)) {
      handleQueueDrain();
      return request->filled({into.buffer.transfer(), into.byteOffset, into.bytesFilled, false});
    }
    if (closeRequested_) {
      const TypeError error = invalidState("ReadableStream closed");
      fail(error);
      return request->error(error);
    }
  }
  pulls_.push_back(std::move(into));
  by->add(request);
  callPullIfNeeded();
}

// Moves bytes from the queue to the memory. Returns whether there is enough in it, in whole elements.
bool ByteController::fill(PullInto& into) {
  const std::size_t most = std::min(std::size_t(queueTotalSize_), into.byteLength - into.bytesFilled);
  const std::size_t aligned = (into.bytesFilled + most) / into.elementSize * into.elementSize;
  NODECPP_ASSERT(!into.buffer.detached() && into.bytesFilled < into.minimumFill);
  const bool ready = aligned >= into.minimumFill;
  std::size_t rest = ready ? aligned - into.bytesFilled : most;
  while (rest > 0) {
    Buffer& head = queue_[0];
    const std::size_t count = std::min(rest, head.size());
    NODECPP_ASSERT(into.byteOffset + into.bytesFilled + count <= std::size_t(into.buffer.byteLength()));
    std::memcpy(into.buffer.store()->data + into.byteOffset + into.bytesFilled, head.bytes(), count);
    if (count == head.size())
      queue_.takeFront();
    else
      head = head.subarray(std::ptrdiff_t(count));
    queueTotalSize_ -= double(count);
    into.bytesFilled += count;
    rest -= count;
  }
  return ready;
}

void ByteController::fillFromQueue() {
  nodecpp::detail::Ring<PullInto> filled;
  while (!pulls_.empty() && queueTotalSize_ > 0)
    if (fill(pulls_[0])) filled.push_back(shiftPullInto());
  commitAll(filled);
}

void ByteController::commitAll(nodecpp::detail::Ring<PullInto>& filled) {
  while (!filled.empty()) commit(filled.takeFront());
}

void ByteController::commit(const PullInto& into) {
  const bool done = !isReadable();
  NODECPP_ASSERT(into.reader != Reader::none && into.bytesFilled % into.elementSize == 0);
  ReadableStreamReaderObject* by = reader();
  ReadRequest* request = by ? by->requests_.shift() : nullptr;
  // The read that this memory was for has been retracted, and has left the list: the next read gets the bytes.
  if (!request) return putFilled(into);
  const ArrayBuffer buffer = into.buffer.transfer();
  if (into.reader == Reader::byob)
    static_cast<ReadIntoRequest*>(request)->filled({buffer, into.byteOffset, into.bytesFilled, done});
  else if (done)
    request->close();
  else
    request->chunk(Buffer::from(buffer, double(into.byteOffset), double(into.bytesFilled)));
}

void ByteController::respond(double bytesWritten) {
  NODECPP_ASSERT(!pulls_.empty());
  PullInto& first = pulls_[0];
  if (!isReadable()) {
    if (bytesWritten != 0) throw nodecpp::detail::invalidArgValue("bytesWritten", str(bytesWritten));
  } else {
    if (bytesWritten == 0 || bytesWritten != bytesWritten)
      throw nodecpp::detail::invalidArgValue("bytesWritten", str(bytesWritten));
    if (!(bytesWritten > 0) || double(first.bytesFilled) + bytesWritten > double(first.byteLength))
      throw invalidRange("bytesWritten", bytesWritten);
  }
  first.buffer = first.buffer.transfer();
  respondInternal(std::size_t(bytesWritten));
}

void ByteController::respondWith(const ViewedBytes& view) {
  NODECPP_ASSERT(!pulls_.empty());
  PullInto& first = pulls_[0];
  if (isReadable() ? view.byteLength == 0 : view.byteLength != 0)
    throw invalidState(isReadable() ? "View is zero-length" : "View is not zero-length");
  if (first.byteOffset + first.bytesFilled != view.byteOffset ||
      first.bytesFilled + view.byteLength > first.byteLength ||
      first.bufferByteLength != std::size_t(view.buffer.byteLength())) {
    const TypeError made = nodecpp::detail::invalidArgValue("view", "[View]");
    throw nodecpp::detail::codedError<RangeError>("ERR_INVALID_ARG_VALUE", made->message);
  }
  first.buffer = view.buffer.transfer();
  respondInternal(view.byteLength);
}

void ByteController::respondInternal(std::size_t bytesWritten) {
  invalidateRequest();
  if (isReadable())
    respondWhenReadable(bytesWritten);
  else
    respondWhenClosed();
  callPullIfNeeded();
}

void ByteController::respondWhenClosed() {
  if (pulls_[0].reader == Reader::none) shiftPullInto();
  ReadableStreamReaderObject* by = reader();
  if (!by || !by->byob_) return;
  nodecpp::detail::Ring<PullInto> filled;
  for (std::size_t i = by->requests_.size(); i > 0 && !pulls_.empty(); --i) filled.push_back(shiftPullInto());
  commitAll(filled);
}

void ByteController::respondWhenReadable(std::size_t bytesWritten) {
  pulls_[0].bytesFilled += bytesWritten;
  if (pulls_[0].reader == Reader::none) {
    putDetached(pulls_[0]);
    return fillFromQueue();
  }
  if (pulls_[0].bytesFilled < pulls_[0].minimumFill) return;
  PullInto into = shiftPullInto();
  // An element that is not whole waits in the queue.
  if (const std::size_t rest = into.bytesFilled % into.elementSize) {
    into.bytesFilled -= rest;
    put(Buffer::copyBytesFrom(Buffer::from(into.buffer, double(into.byteOffset + into.bytesFilled), double(rest))));
  }
  nodecpp::detail::Ring<PullInto> filled;
  while (!pulls_.empty() && queueTotalSize_ > 0)
    if (fill(pulls_[0])) filled.push_back(shiftPullInto());
  commit(into);
  commitAll(filled);
}

namespace {

struct ProgramReadInto final : ReadIntoRequest {
  ProgramReadInto(Function<void(FilledBytes)> whenFilled, Rejector rejector)
      : filled_(std::move(whenFilled)), reject_(std::move(rejector)) {}
  void filled(FilledBytes bytes) override {
    auto told = std::move(filled_);
    delete this;
    told(std::move(bytes));
  }
  void close() override { filled({{}, 0, 0, true}); }
  void error(const Reason& reason) override {
    Rejector reject = std::move(reject_);
    delete this;
    reject(reason.exception());
  }
  void drop() noexcept override { delete this; }

  Function<void(FilledBytes)> filled_;
  Rejector reject_;
};

}  // namespace

}  // namespace detail

ReadableStreamBYOBReaderObject::ReadableStreamBYOBReaderObject(const ReadableStream& stream)
    : ReadableStreamReaderObject(true) {
  if (stream && !stream->locked() && !stream->supportsBYOB())
    throw nodecpp::detail::invalidArgValue(
        "stream", "ReadableStream { locked: false, state: '" + String(stream->stateName()) + "', supportsBYOB: false }",
        "must be a byte stream");
  attach(stream);
}

ReadableStreamBYOBReader ReadableStreamObject::getReader(const ReadableStreamGetReaderOptions& options) {
  if (options.mode != "byob")
    throw nodecpp::detail::invalidArgValue("options.mode", nodecpp::detail::inspectString(options.mode));
  return make<ReadableStreamBYOBReader>(ReadableStream(this));
}

void ReadableStreamBYOBReaderObject::readInto(const detail::ViewedBytes& view, const OptionalNumber& given,
                                              Function<void(detail::FilledBytes)> filled, Rejector reject) {
  if (view.byteLength == 0) throw detail::invalidState("View or Viewed ArrayBuffer is zero-length or detached");
  const double min = given.given ? given.value : 1;
  if (min != __builtin_trunc(min))
    throw nodecpp::detail::invalidArgValue("options.min", str(min), "must be an integer");
  if (min <= 0) throw nodecpp::detail::invalidArgValue("options.min", str(min), "must be greater than 0");
  if (min > double(view.byteLength / view.elementSize))
    throw nodecpp::detail::outOfRange("options.min", view.isDataView ? "<= view.byteLength" : "<= view.length",
                                      nodecpp::detail::rangeNumber(min));
  if (!stream_) throw detail::invalidState("The reader is not attached to a stream");
  read(view, new detail::ProgramReadInto(std::move(filled), std::move(reject)), std::size_t(min));
}

void ReadableStreamBYOBReaderObject::read(const detail::ViewedBytes& view, detail::ReadIntoRequest* request,
                                          std::size_t min) {
  ReadableStream stream = stream_;
  stream->disturbed_ = true;
  if (stream->state_ == ReadableStreamObject::State::errored) return request->error(stream->storedError_);
  static_cast<detail::ByteController&>(*stream->controller_).pullInto(view, min, request);
}

void ReadableStreamBYOBRequestObject::respond(double bytesWritten) {
  if (!controller_) throw detail::invalidState("This BYOB request has been invalidated");
  ReadableByteStreamController controller = controller_;
  static_cast<detail::ByteController&>(*controller).respond(bytesWritten);
}

void ReadableStreamBYOBRequestObject::respondWith(const detail::ViewedBytes& view) {
  if (!controller_) throw detail::invalidState("This BYOB request has been invalidated");
  if (view.buffer.detached()) throw detail::invalidState("Viewed ArrayBuffer is detached");
  ReadableByteStreamController controller = controller_;
  static_cast<detail::ByteController&>(*controller).respondWith(view);
}

}  // namespace nodecpp::stream::web
