// The asynchronous iterator over a readable stream.
#include "stream/web/internals.h"

namespace nodecpp::stream::web {

namespace detail {

using Result = ReadableStreamReadResult<Chunk>;
using ResultState = nodecpp::detail::StateOf<Result>;

// `current` in Node's iterator is the promise of the last next() or return() that has not ended. The promise of a
// next() that waits is not held here, so that it can be retracted: `reading_` says that there is one.
class IteratorObject final : public Object {
 public:
  IteratorObject(ReadableStreamDefaultReader reader, bool preventCancel)
      : reader_(std::move(reader)), preventCancel_(preventCancel) {}

  Promise<Result> next();
  Promise<Result> finish(const Reason& reason);
  void leave();

  int users = 0;

 private:
  struct FirstRead;
  struct Read;
  Promise<Result> nextSteps();
  Promise<Result> returnSteps(const Reason& reason);
  Promise<Result> afterCurrent(Function<Promise<Result>()> steps);
  void settled() noexcept {
    reading_ = nullptr;
    chained_ = nullptr;
  }

  ReadableStreamDefaultReader reader_;
  const bool preventCancel_;
  bool started_ = false;
  bool done_ = false;
  ResultState* reading_ = nullptr;
  Promise<Result> chained_;
  NODECPP_TRACE(reader_)
};

// The first next() begins to read in a microtask, as Node's does.
struct IteratorObject::FirstRead final : ResultState {
  Handle<IteratorObject> of;
  Handle<Object> context = nodecpp::detail::Loop::currentContext();
  explicit FirstRead(IteratorObject* iterator) : ResultState(std::uint32_t(sizeof(FirstRead))), of(iterator) {
    // Retracted before the microtask: it will find the mark `retracting`.
    PromiseState::retract = [](PromiseState*) noexcept -> PromiseState* { return nullptr; };
    nodecpp::detail::Loop::current().queueMicrotask({begin, drop, static_cast<PromiseState*>(this)});
  }
  ~FirstRead() = delete;

 private:
  static FirstRead* from(void* data) {
    return static_cast<FirstRead*>(static_cast<ResultState*>(static_cast<PromiseState*>(data)));
  }
  static void begin(void* data) {
    FirstRead* self = from(data);
    Handle<IteratorObject> iterator = std::exchange(self->of, nullptr);
    nodecpp::detail::Loop::current().enterContext(std::exchange(self->context, nullptr));
    if (self->retracting)
      iterator->settled();
    else
      nodecpp::detail::resolveWith<Result>(self, iterator->nextSteps());
    dropSettler(self);
  }
  static void drop(void* data) noexcept {
    FirstRead* self = from(data);
    self->of = nullptr;
    self->context = nullptr;
    dropSettler(self);
  }
};

// A next() that waits for a chunk.
struct IteratorObject::Read final : ResultState {
  Handle<IteratorObject> of;
  RequestOf<Read> request{this};

  explicit Read(IteratorObject* iterator) : ResultState(std::uint32_t(sizeof(Read))), of(iterator) {
    PromiseState::retract = [](PromiseState* state) noexcept -> PromiseState* {
      auto* self = static_cast<Read*>(static_cast<ResultState*>(state));
      if (!self->request.list) return nullptr;
      self->request.list->remove(&self->request);
      self->takeOf()->settled();
      dropSettler(state);
      return nullptr;
    };
  }
  void onChunk(Chunk chunk) {
    takeOf()->settled();
    fulfil({std::move(chunk), false});
  }
  void onClose() {
    end();
    fulfil({Chunk(), true});
  }
  void onError(const Reason& reason) {
    end();
    nodecpp::detail::reject(this, reason.exception());
    dropSettler(this);
  }
  void onDrop() noexcept {
    takeOf()->settled();
    dropSettler(this);
  }

 private:
  Handle<IteratorObject> takeOf() noexcept { return std::exchange(of, nullptr); }
  void end() {
    Handle<IteratorObject> iterator = takeOf();
    iterator->settled();
    iterator->done_ = true;
    iterator->reader_->release();
  }
  void fulfil(Result result) {
    construct(std::move(result));
    nodecpp::detail::fulfilled(this);
    dropSettler(this);
  }
};

Promise<Result> IteratorObject::nextSteps() {
  if (done_) return Promise<>::resolve(Result(Chunk(), true));
  if (!reader_->stream_) return Promise<>::reject<Result>(invalidState("The reader is not bound to a ReadableStream"));
  auto* read = ::new (nodecpp::detail::allocate(sizeof(Read))) Read(this);
  nodecpp::detail::retain(read);
  Promise<Result> promise(static_cast<ResultState*>(read));
  reader_->read(&read->request);
  return promise;
}

Promise<Result> IteratorObject::afterCurrent(Function<Promise<Result>()> steps) {
  Promise<Result> current = chained_;
  if (!current) {
    nodecpp::detail::retain(reading_);
    current = Promise<Result>(reading_);
  }
  reading_ = nullptr;
  chained_ = current.then([steps](Result) { return steps(); }, [steps](const std::exception_ptr&) { return steps(); });
  return chained_;
}

Promise<Result> IteratorObject::next() {
  if (chained_ || reading_) return afterCurrent([self = Handle<IteratorObject>(this)] { return self->nextSteps(); });
  if (!std::exchange(started_, true)) {
    auto* first = ::new (nodecpp::detail::allocate(sizeof(FirstRead))) FirstRead(this);
    nodecpp::detail::retain(first);
    reading_ = first;
    return Promise<Result>(static_cast<ResultState*>(first));
  }
  if (!done_ && reader_->stream_) {
    ReadableStreamDefaultController controller =
        Handle<ReadableStreamControllerObject>(&Readables::controller(*reader_->stream_));
    if (Chunk chunk; controller->isReadable() && controller->takeBuffered(chunk))
      return Promise<>::resolve(Result(std::move(chunk), false));
  }
  Promise<Result> promise = nextSteps();
  if (promise.state()->outcome == nodecpp::detail::Outcome::pending)
    reading_ = promise.state();
  else
    chained_ = promise;
  return promise;
}

Promise<Result> IteratorObject::returnSteps(const Reason& reason) {
  const Result last(reason.value(), true);
  if (done_) return Promise<>::resolve(last);
  done_ = true;
  if (!reader_->stream_) return Promise<>::reject<Result>(invalidState("The reader is not bound to a ReadableStream"));
  if (preventCancel_) {
    reader_->release();
    return Promise<>::resolve(last);
  }
  Promise<> cancelled = reader_->cancel(reason);
  reader_->release();
  return cancelled.then([last] { return last; });
}

Promise<Result> IteratorObject::finish(const Reason& reason) {
  started_ = true;
  if (chained_ || reading_)
    return afterCurrent([self = Handle<IteratorObject>(this), reason] { return self->returnSteps(reason); });
  chained_ = returnSteps(reason);
  return chained_;
}

void IteratorObject::leave() {
  if (done_ || !reader_->stream_) return;
  // When an exception is on its way already, the program does not hear of an error here, as in JavaScript.
  Promise<Result> left = finish({});
  if (std::uncaught_exceptions()) left.state()->handled = true;
}

}  // namespace detail

ReadableStreamAsyncIterator::ReadableStreamAsyncIterator(Handle<detail::IteratorObject> iterator)
    : iterator_(std::move(iterator)) {
  ++iterator_->users;
}
ReadableStreamAsyncIterator::ReadableStreamAsyncIterator(const ReadableStreamAsyncIterator& other)
    : iterator_(other.iterator_) {
  ++iterator_->users;
}
ReadableStreamAsyncIterator& ReadableStreamAsyncIterator::operator=(const ReadableStreamAsyncIterator& other) {
  ReadableStreamAsyncIterator copy(other);
  std::swap(iterator_, copy.iterator_);
  return *this;
}
ReadableStreamAsyncIterator::~ReadableStreamAsyncIterator() {
  if (--iterator_->users == 0) iterator_->leave();
}

Promise<ReadableStreamReadResult<Chunk>> ReadableStreamAsyncIterator::next() const { return iterator_->next(); }
Promise<ReadableStreamReadResult<Chunk>> ReadableStreamAsyncIterator::return_(Reason reason) const {
  return iterator_->finish(reason);
}

ReadableStreamAsyncIterator ReadableStreamObject::values(ReadableStreamIteratorOptions options) {
  return ReadableStreamAsyncIterator(make<detail::IteratorObject>(getReader(), options.preventCancel));
}

}  // namespace nodecpp::stream::web
