#include <nodecpp/stream/web/transform.h>

#include "stream/web/byte_controller.h"
#include "stream/web/default_controller.h"
#include "stream/web/pipe_to.h"

namespace nodecpp::stream::web {

namespace detail {

RangeError invalidRange(StringArg name, double received) {
  const TypeError made = nodecpp::detail::invalidArgValue(name, str(received));
  return nodecpp::detail::codedError<RangeError>("ERR_INVALID_ARG_VALUE", made->message);
}

double sizeOf(const Function<double(Chunk)>& size, const Chunk& chunk) {
  const double given = size ? size(chunk) : 1;
  if (!(given >= 0) || given == __builtin_inf()) throw invalidRange("size", given);
  return given;
}

double highWaterMarkOf(const QueuingStrategy& strategy, double byDefault) {
  if (!strategy.highWaterMark.given) return byDefault;
  const double given = strategy.highWaterMark.value;
  if (!(given >= 0)) throw invalidRange("strategy.highWaterMark", given);
  return given;
}

namespace {

// A source of the program.
class ProgramSource final : public SourceObject {
 public:
  explicit ProgramSource(UnderlyingSource& source) : pull_(std::move(source.pull)), cancel_(std::move(source.cancel)) {}
  Pulled pull(const ReadableStreamDefaultController& controller) override {
    return pull_ ? Pulled{pull_(controller)} : Pulled{};
  }
  Promise<> cancel(const Reason& reason) override {
    return asyncCall([&] { return cancel_ ? cancel_(reason) : Promise<>(); });
  }

 private:
  Algorithm<ReadableStreamDefaultController> pull_;
  Algorithm<Reason> cancel_;
  NODECPP_TRACE(pull_, cancel_)
};

// The size of the buffers that a byte stream makes for readers without a buffer of their own; 0 for none.
std::size_t autoAllocateOf(const UnderlyingSource& source) {
  const OptionalNumber& size = source.autoAllocateChunkSize;
  if (!size.given) return 0;
  if (!(size.value >= 1) || size.value != __builtin_trunc(size.value) || size.value > 9007199254740991.0)
    throw nodecpp::detail::invalidArgValue("source.autoAllocateChunkSize", str(size.value));
  return std::size_t(size.value);
}

}  // namespace

ReadableStream Readables::make(Handle<SourceObject> source, double highWaterMark, Function<double(Chunk)> size) {
  nodecpp::detail::Making making;
  ReadableStream stream(new (making) ReadableStreamObject(nullptr));
  stream->controller_ = nodecpp::make<DefaultController>(*stream, std::move(source), highWaterMark, std::move(size));
  return stream;
}

ReadableStream Readables::makeBytes(Handle<SourceObject> source, double highWaterMark) {
  nodecpp::detail::Making making;
  ReadableStream stream(new (making) ReadableStreamObject(nullptr));
  stream->controller_ = nodecpp::make<ByteController>(*stream, std::move(source), highWaterMark, 0);
  return stream;
}

void Readables::enqueue(ReadableStreamObject& stream, Chunk&& chunk) {
  if (stream.controller_->canCloseOrEnqueue()) stream.controller_->enqueueChunk(std::move(chunk));
}

void Readables::close(ReadableStreamObject& stream) {
  if (stream.controller_->canCloseOrEnqueue()) stream.controller_->close();
}

}  // namespace detail

ReadableStreamObject::ReadableStreamObject(UnderlyingSource source, QueuingStrategy strategy) {
  const bool bytes = source.type == "bytes";
  if (bytes && strategy.size)
    throw nodecpp::detail::codedError<RangeError>("ERR_INVALID_ARG_VALUE",
                                                  "The property 'strategy.size' is invalid. Received [Function: size]");
  if (!bytes && !source.type.empty())
    throw nodecpp::detail::invalidArgValue("source.type", nodecpp::detail::inspectString(source.type));
  const double mark = detail::highWaterMarkOf(strategy, bytes ? 0 : 1);
  auto start = std::move(source.start);
  auto reading = make<detail::ProgramSource>(source);
  if (bytes)
    controller_ = make<detail::ByteController>(*this, std::move(reading), mark, detail::autoAllocateOf(source));
  else
    controller_ = make<detail::DefaultController>(*this, std::move(reading), mark, std::move(strategy.size));
  try {
    controller_->begin(start ? start(controller_) : Promise<>());
  } catch (...) {
    // The controller may be in the program's hands, but there is no stream.
    controller_->stream_ = nullptr;
    throw;
  }
}

ReadableStreamObject::ReadableStreamObject(std::nullptr_t) noexcept {}
ReadableStreamObject::~ReadableStreamObject() = default;

const char* ReadableStreamObject::stateName() const noexcept {
  return state_ == State::readable ? "readable" : state_ == State::closed ? "closed" : "errored";
}

bool ReadableStreamObject::supportsBYOB() const noexcept { return controller_->isByteController(); }

Promise<> ReadableStreamObject::cancel(Reason reason) {
  if (locked()) return Promise<>::reject<void>(detail::invalidState("ReadableStream is locked"));
  return cancelNow(reason);
}

Promise<> ReadableStreamObject::cancelNow(const Reason& reason) {
  disturbed_ = true;
  if (state_ == State::closed) return Promise<>::resolve();
  if (state_ == State::errored) return Promise<>::reject<void>(storedError_.exception());
  close();
  if (const Handle<ReadableStreamReaderObject> reader = reader_; reader && reader->byob_)
    while (detail::ReadRequest* request = reader->requests_.shift()) request->close();
  return controller_->cancelSteps(reason).then([] {});
}

void ReadableStreamObject::close() {
  NODECPP_ASSERT(state_ == State::readable);
  state_ = State::closed;
  ended_.resolve();
  Handle<ReadableStreamReaderObject> reader = reader_;
  if (!reader) return;
  reader->closed_.resolve();
  reader->ended();
  if (!reader->byob_)
    while (detail::ReadRequest* request = reader->requests_.shift()) request->close();
}

Promise<> ReadableStreamObject::ended() {
  if (ended_) return ended_.promise();
  if (state_ == State::readable)
    remember(), ended_ = detail::Settling::pending();
  else if (state_ == State::closed)
    ended_ = detail::Settling::resolved();
  else
    ended_ = detail::Settling::rejected(storedError_);
  return ended_.promise();
}

void ReadableStreamObject::fail(const Reason& reason) {
  NODECPP_ASSERT(state_ == State::readable);
  state_ = State::errored;
  storedError_ = reason;
  ended_.rejectHandled(reason);
  Handle<ReadableStreamReaderObject> reader = reader_;
  if (!reader) return;
  reader->closed_.rejectHandled(reason);
  reader->ended();
  reader->failRequests(reason);
}

ReadableStreamDefaultReader ReadableStreamObject::getReader() {
  return make<ReadableStreamDefaultReader>(ReadableStream(this));
}

Promise<> ReadableStreamObject::pipeTo(WritableStream destination, StreamPipeOptions options) {
  if (!destination)
    return Promise<>::reject<void>(
        nodecpp::detail::invalidArgType("transform.writable", "an instance of WritableStream", "undefined"));
  if (locked()) return Promise<>::reject<void>(detail::invalidState("The ReadableStream is locked"));
  if (destination->locked()) return Promise<>::reject<void>(detail::invalidState("The WritableStream is locked"));
  return detail::PipeObject::start(ReadableStream(this), destination, options);
}

ReadableStream ReadableStreamObject::pipeThrough(const ReadableWritablePair& transform, StreamPipeOptions options) {
  if (!transform.readable)
    throw nodecpp::detail::invalidArgType("transform.readable", "an instance of ReadableStream", "undefined");
  if (!transform.writable)
    throw nodecpp::detail::invalidArgType("transform.writable", "an instance of WritableStream", "undefined");
  if (locked()) throw detail::invalidState("The ReadableStream is locked");
  if (transform.writable->locked()) throw detail::invalidState("The WritableStream is locked");
  ReadableStream readable = transform.readable;
  Promise<> piped = detail::PipeObject::start(ReadableStream(this), transform.writable, options);
  piped.state()->handled = true;
  return readable;
}

}  // namespace nodecpp::stream::web
