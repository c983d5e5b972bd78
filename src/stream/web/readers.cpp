#include "stream/web/internals.h"

namespace nodecpp::stream::web {

namespace detail {

ReadRequests::~ReadRequests() {
  while (ReadRequest* request = shift()) request->drop();
}

void ReadRequests::push(ReadRequest* request) noexcept {
  NODECPP_ASSERT(!request->list && !request->next && !request->before);
  request->list = this;
  request->before = last_;
  (last_ ? last_->next : first_) = request;
  last_ = request;
  ++size_;
}

void queueStepInContext(nodecpp::detail::Loop& loop, Handle<Object> object, void (*step)(Object* object)) {
  struct Step {
    Handle<Object> object;
    void (*call)(Object*);
    Handle<Object> context;
  };
  auto* made = new Step{std::move(object), step, loop.context()};
  loop.queueMicrotask({[](void* data) {
                         Step step = std::move(*static_cast<Step*>(data));
                         delete static_cast<Step*>(data);
                         nodecpp::detail::Loop::current().enterContext(std::move(step.context));
                         step.call(step.object.get());
                       },
                       [](void* data) noexcept { delete static_cast<Step*>(data); }, made});
}

ReadRequest* ReadRequests::shift() noexcept {
  ReadRequest* request = first_;
  if (request) remove(request);
  return request;
}

void ReadRequests::remove(ReadRequest* request) noexcept {
  NODECPP_ASSERT(request->list == this && size_ > 0, size_);
  (request->before ? request->before->next : first_) = request->next;
  (request->next ? request->next->before : last_) = request->before;
  request->next = request->before = nullptr;
  request->list = nullptr;
  --size_;
}

namespace {

// The promise of a read() that waits for a chunk. The reader's list owns its settler. When the promise is retracted,
// the request leaves the list, so that the next chunk is for the next read.
struct PendingRead final : nodecpp::detail::StateOf<ReadableStreamReadResult<Chunk>> {
  using Result = ReadableStreamReadResult<Chunk>;
  using State = nodecpp::detail::StateOf<Result>;

  RequestOf<PendingRead> request{this};

  PendingRead() noexcept : State(std::uint32_t(sizeof(PendingRead))) {
    PromiseState::retract = [](PromiseState* state) noexcept -> PromiseState* {
      ReadRequest& request = static_cast<PendingRead*>(static_cast<State*>(state))->request;
      if (!request.list) return nullptr;
      request.list->remove(&request);
      dropSettler(state);
      return nullptr;
    };
  }
  static Promise<Result> make(PendingRead*& made) {
    made = ::new (nodecpp::detail::allocate(sizeof(PendingRead))) PendingRead;
    nodecpp::detail::retain(made);
    return Promise<Result>(static_cast<State*>(made));
  }
  void onChunk(Chunk chunk) { fulfil({std::move(chunk), false}); }
  void onClose() { fulfil({Chunk(), true}); }
  void onError(const Reason& reason) {
    nodecpp::detail::reject(this, reason.exception());
    dropSettler(this);
  }
  void onDrop() noexcept { dropSettler(this); }

 private:
  void fulfil(Result result) {
    construct(std::move(result));
    nodecpp::detail::fulfilled(this);
    dropSettler(this);
  }
};

}  // namespace

}  // namespace detail

ReadableStreamReaderObject::~ReadableStreamReaderObject() = default;

void ReadableStreamReaderObject::attach(const ReadableStream& stream) {
  if (!stream) throw nodecpp::detail::invalidArgType("stream", "an instance of ReadableStream", "undefined");
  if (stream->locked()) throw detail::invalidState("ReadableStream is locked");
  stream_ = stream;
  stream->reader_ = Handle<ReadableStreamReaderObject>(this);
}

Promise<> ReadableStreamReaderObject::closed() {
  if (closed_) return closed_.promise();
  using State = ReadableStreamObject::State;
  if (!stream_)
    closed_ = detail::Settling::rejected(detail::invalidState("Reader released"));
  else if (stream_->state_ == State::readable)
    remember(), closed_ = detail::Settling::pending();
  else if (stream_->state_ == State::closed)
    closed_ = detail::Settling::resolved();
  else
    closed_ = detail::Settling::rejected(stream_->storedError_);
  return closed_.promise();
}

Promise<> ReadableStreamReaderObject::cancel(Reason reason) {
  if (!stream_) return Promise<>::reject<void>(detail::invalidState("The reader is not attached to a stream"));
  return ReadableStream(stream_)->cancelNow(reason);
}

void ReadableStreamReaderObject::releaseLock() {
  if (!stream_) return;
  Handle<ReadableStreamReaderObject> alive(this);
  release();
  failRequests(detail::invalidState("Releasing reader"));
}

void ReadableStreamReaderObject::release() {
  ReadableStream stream = std::exchange(stream_, nullptr);
  NODECPP_ASSERT(stream && stream->reader_.get() == this);
  if (stream->state_ == ReadableStreamObject::State::readable)
    closed_.rejectHandled(detail::invalidState("Reader released"));
  else
    closed_ = {};
  stream->controller_->releaseSteps();
  stream->reader_ = nullptr;
}

void ReadableStreamReaderObject::add(detail::ReadRequest* request) {
  remember();
  requests_.push(request);
}

void ReadableStreamReaderObject::failRequests(const Reason& reason) {
  while (detail::ReadRequest* request = requests_.shift()) request->error(reason);
}

void ReadableStreamReaderObject::ended() {
  nodecpp::detail::Loop* loop = nodecpp::detail::Loop::currentOrNull();
  if (user_ && onEnd_ && loop && !loop->ends()) detail::queueStepInContext(*loop, user_, onEnd_);
}

void ReadableStreamReaderObject::onLoopEnd() noexcept {
  Handle<ReadableStreamReaderObject> alive(this);
  closed_.abandon();
  while (detail::ReadRequest* request = requests_.shift()) request->drop();
}

ReadableStreamDefaultReaderObject::ReadableStreamDefaultReaderObject(const ReadableStream& stream)
    : ReadableStreamReaderObject(false) {
  attach(stream);
}

void ReadableStreamDefaultReaderObject::read(detail::ReadRequest* request) {
  ReadableStream stream = stream_;
  stream->disturbed_ = true;
  switch (stream->state_) {
    case ReadableStreamObject::State::closed: return request->close();
    case ReadableStreamObject::State::errored: return request->error(stream->storedError_);
    case ReadableStreamObject::State::readable:
      return ReadableStreamDefaultController(stream->controller_)->pullSteps(request);
  }
}

Promise<ReadableStreamReadResult<Chunk>> ReadableStreamDefaultReaderObject::read() {
  using Result = ReadableStreamReadResult<Chunk>;
  if (!stream_) return Promise<>::reject<Result>(detail::invalidState("The reader is not attached to a stream"));
  ReadableStream stream = stream_;
  if (stream->state_ == ReadableStreamObject::State::readable) {
    ReadableStreamDefaultController controller = stream->controller_;
    if (Chunk chunk; controller->takeBuffered(chunk)) {
      stream->disturbed_ = true;
      return Promise<>::resolve(Result::ofBuffered(std::move(chunk)));
    }
  }
  detail::PendingRead* pending = nullptr;
  Promise<Result> promise = detail::PendingRead::make(pending);
  read(&pending->request);
  return promise;
}

}  // namespace nodecpp::stream::web
