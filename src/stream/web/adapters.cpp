#include <nodecpp/stream/web/adapters.h>

#include <nodecpp/array.h>
#include <nodecpp/let.h>

#include <optional>

#include "stream/web/internals.h"

namespace nodecpp::stream {

namespace detail {

namespace {

using web::Reason;

// The error with which a web stream fails when a stream has ended with `error`.
Error knownError(const Error& error) {
  if (!error) return error;
  if (error->code == "ERR_STREAM_PREMATURE_CLOSE") return AbortError("The operation was aborted", error);
  if (error->code.startsWith("Z_") || error->code.startsWith("ERR__ERROR_")) {
    TypeError made("", {.cause = error});
    made->code = error->code;
    return made;
  }
  return error;
}

// Destroys a stream as Node's own functions do: a stream that has not ended gets an error.
void destroyStream(StreamObject& stream, const Reason& reason) {
  if (stream.destroyed()) return;
  Error error = reason.error();
  ReadableObject* readable = stream.readableSide();
  WritableObject* writable = stream.writableSide();
  const bool over =
      (!readable || readable->readableEnded() || !readable->readable()) && (!writable || writable->writableFinished());
  if (!error && !over) error = AbortError();
  stream.destroy(error);
}

// Reads from a stream for a web stream.
class ReadingObject final : public Object {
 public:
  explicit ReadingObject(Readable stream) : stream_(std::move(stream)) {}

  web::ReadableStream begin(ReadableToWebOptions options);

 private:
  void onData(Chunk chunk);
  void onEnd(const Error& error);

  Readable stream_;
  web::ReadableStreamDefaultController controller_;
  bool over_ = false;
  NODECPP_TRACE(stream_, controller_)
};

web::ReadableStream ReadingObject::begin(ReadableToWebOptions options) {
  Handle<ReadingObject> self(this);
  const bool readable = isReadable(stream_);
  web::UnderlyingSource source{
      .start = [self](auto controller) { self->controller_ = controller; },
      .cancel =
          [self](Reason reason) {
            self->over_ = true;
            destroyStream(*self->stream_, reason);
          },
      .type = options.type,
  };
  web::QueuingStrategy strategy = std::move(options.strategy);
  if (readable) {
    source.pull = [self] { self->stream_->resume(); };
    const double mark = double(stream_->readableHighWaterMark());
    if (!options.type.empty())
      strategy = {.highWaterMark = mark};
    else if (!strategy.highWaterMark.given && !strategy.size)
      strategy =
          stream_->readableObjectMode()
              ? web::QueuingStrategy(make<web::CountQueuingStrategy>({.highWaterMark = mark}))
              : web::QueuingStrategy{.highWaterMark = mark, .size = [](Chunk chunk) { return double(chunk.size()); }};
  }
  nodecpp::detail::Making making;
  web::ReadableStream made(new (making) web::ReadableStreamObject(std::move(source), std::move(strategy)));
  finished(stream_, FinishedOptions{.writable = false}, [self](Error error) { self->onEnd(error); });
  stream_->on(event::error, [] {});
  if (!readable) return made;
  stream_->pause();
  stream_->on(event::data, [self](Chunk chunk) { self->onData(std::move(chunk)); });
  return made;
}

void ReadingObject::onData(Chunk chunk) {
  if (over_) return;
  controller_->enqueue(chunk);
  if (controller_->desiredSize() <= 0) stream_->pause();
}

void ReadingObject::onEnd(const Error& error) {
  if (std::exchange(over_, true)) return;
  if (Error known = knownError(error)) return controller_->error(known);
  controller_->close();
  if (web::ReadableStreamBYOBRequest request = controller_->byobRequest()) request->respond(0);
}

// Writes to a stream for a web stream.
class WritingObject final : public Object {
 public:
  explicit WritingObject(Writable stream) : stream_(std::move(stream)) {}

  web::WritableStream begin();

 private:
  Promise<> write(const Chunk& chunk);
  Promise<> close();
  void onDrain();
  void onEnd(const Error& given);

  Writable stream_;
  web::WritableStreamDefaultController controller_;
  std::optional<WithResolvers<void>> drained_;
  std::optional<WithResolvers<void>> closed_;
  NODECPP_TRACE(stream_, controller_)
};

web::WritableStream WritingObject::begin() {
  Handle<WritingObject> self(this);
  const double mark = double(stream_->writableHighWaterMark());
  web::QueuingStrategy strategy{.highWaterMark = mark};
  if (!stream_->writableObjectMode())
    strategy.size = [](Chunk chunk) { return chunk.isBuffer() || chunk.isString() ? double(chunk.length()) : 1; };
  finished(stream_, {}, [self](Error error) { self->onEnd(error); });
  stream_->on(event::drain, [self] { self->onDrain(); });
  stream_->on(event::error, [] {});
  nodecpp::detail::Making making;
  return web::WritableStream(new (making) web::WritableStreamObject(
      {
          .start = [self](auto controller) { self->controller_ = controller; },
          .write = [self](Chunk chunk) { return self->write(chunk); },
          .close = [self] { return self->close(); },
          .abort = [self](Reason reason) { destroyStream(*self->stream_, reason); },
      },
      std::move(strategy)));
}

Promise<> WritingObject::write(const Chunk& chunk) {
  if (!stream_->writableNeedDrain() && stream_->write(chunk)) return {};
  drained_ = Promise<>::withResolvers();
  Promise<> drained = drained_->promise;
  if (!stream_->writableNeedDrain()) drained_->resolve();
  return drained.finally_([self = Handle<WritingObject>(this)] { self->drained_.reset(); });
}

Promise<> WritingObject::close() {
  if (!closed_ && !stream_->writableEnded()) {
    closed_ = Promise<>::withResolvers();
    Promise<> closed = closed_->promise;
    stream_->end();
    return closed;
  }
  controller_ = nullptr;
  return Promise<>::resolve();
}

void WritingObject::onDrain() {
  if (drained_) drained_->resolve();
}

void WritingObject::onEnd(const Error& given) {
  web::WritableStreamDefaultController controller = controller_;
  if (Error error = knownError(given)) {
    if (drained_) drained_->reject(error);
    if (closed_) closed_->reject(error);
    closed_.reset();
    controller_ = nullptr;
    if (controller) controller->error(error);
    return;
  }
  if (closed_) {
    closed_->resolve();
    closed_.reset();
    return;
  }
  controller_ = nullptr;
  if (controller) controller->error(AbortError());
}

}  // namespace

web::ReadableStream readableToWeb(const Readable& stream, ReadableToWebOptions options) {
  if (!stream) throw nodecpp::detail::invalidArgType("streamReadable", "an instance of stream.Readable", "undefined");
  if (!options.type.empty() && options.type != "bytes")
    throw nodecpp::detail::invalidArgValue("options.type", nodecpp::detail::inspectString(options.type),
                                           "must be one of: 'bytes', undefined");
  return make<ReadingObject>(stream)->begin(std::move(options));
}

web::WritableStream writableToWeb(const Writable& stream) {
  if (!stream) throw nodecpp::detail::invalidArgType("streamWritable", "an instance of stream.Writable", "undefined");
  if (!stream->destroyed() && isWritable(stream)) return make<WritingObject>(stream)->begin();
  auto closed = make<web::WritableStream>();
  closed->close();
  return closed;
}

web::ReadableWritablePair duplexToWeb(const Duplex& stream, DuplexToWebOptions options) {
  if (!stream) throw nodecpp::detail::invalidArgType("duplex", "an instance of stream.Duplex", "undefined");
  web::ReadableWritablePair pair;
  pair.writable = writableToWeb(stream);
  if (!stream->destroyed() && isReadable(stream)) {
    pair.readable = readableToWeb(stream, {.type = options.readableType});
  } else {
    pair.readable = make<web::ReadableStream>({.type = options.readableType});
    pair.readable->cancel();
  }
  return pair;
}

namespace {

// What a stream does that reads from a web stream, or writes to one.
struct WebEnds : Object {
  web::ReadableStreamDefaultReader reader;
  web::WritableStreamDefaultWriter writer;
  bool readerClosed = false;
  bool writerClosed = false;
  NODECPP_TRACE(reader, writer)
};

template <class S>
void readFrom(const Handle<WebEnds>& ends, const S& stream) {
  ends->reader->read().then(
      [stream](const web::ReadableStreamReadResult<Chunk>& result) {
        if (result.done)
          stream->push(nullptr);
        else
          stream->push(result.value);
      },
      [stream](const std::exception_ptr& error) { destroyStream(*stream, Reason(error)); });
}

// Calls `callback` when the promise is settled. An error out of it destroys the stream.
template <class S>
void callBack(const Promise<>& promise, const S& stream, const Callback& callback) {
  auto done = [stream, callback](Error error) {
    try {
      callback(error);
    } catch (...) {
      destroyStream(*stream, Reason(nodecpp::detail::caught()));
    }
  };
  promise.then([done] { done(nullptr); }, [done](const std::exception_ptr& error) { done(Reason(error).error()); });
}

template <class S>
void writeTo(const Handle<WebEnds>& ends, const S& stream, Chunk chunk, const String& encoding, bool decodes,
             const Callback& callback) {
  if (chunk.isString() && decodes) chunk = chunk.toBuffer(encoding);
  callBack(ends->writer->ready().then([ends, chunk] { return ends->writer->write(chunk); }), stream, callback);
}

void watchReader(const Handle<WebEnds>& ends, const Stream& stream) {
  ends->reader->closed().then([ends] { ends->readerClosed = true; },
                              [ends, stream](const std::exception_ptr& error) {
                                ends->readerClosed = true;
                                destroyStream(*stream, Reason(error));
                              });
}

void watchWriter(const Handle<WebEnds>& ends, const Writable& stream) {
  ends->writer->closed().then(
      [ends, stream] {
        ends->writerClosed = true;
        if (!stream->writableEnded())
          stream->destroy(nodecpp::detail::codedError<Error>("ERR_STREAM_PREMATURE_CLOSE", "Premature close"));
      },
      [ends, stream](const std::exception_ptr& error) {
        ends->writerClosed = true;
        destroyStream(*stream, Reason(error));
      });
}

// Waits for both sides to be given up, and calls `callback` with the stream's error.
void giveUp(const Handle<WebEnds>& ends, const Error& error, bool closes, const Callback& callback) {
  Array<Promise<>> both;
  if (ends->writer && !ends->writerClosed)
    both.push(error || !closes ? ends->writer->abort(error) : ends->writer->close());
  if (ends->reader && !ends->readerClosed) both.push(ends->reader->cancel(error));
  if (both.length() == 0) return callback(error);
  auto done = [callback, error] { callback(error); };
  Promise<>::allSettled(both).then([done](const auto&) { done(); });
}

}  // namespace

}  // namespace detail

Readable fromWeb(const web::ReadableStream& stream, ReadableOptions options) {
  if (!stream) throw nodecpp::detail::invalidArgType("readableStream", "an instance of ReadableStream", "undefined");
  auto ends = make<detail::WebEnds>();
  ends->reader = stream->getReader();
  options.read = [ends](Readable self) { detail::readFrom(ends, self); };
  options.destroy = [ends](Readable, Error error, Callback callback) { detail::giveUp(ends, error, true, callback); };
  auto made = make<Readable>(std::move(options));
  detail::watchReader(ends, made);
  return made;
}

Writable fromWeb(const web::WritableStream& stream, WritableOptions options) {
  if (!stream) throw nodecpp::detail::invalidArgType("writableStream", "an instance of WritableStream", "undefined");
  auto ends = make<detail::WebEnds>();
  ends->writer = stream->getWriter();
  const bool decodes = options.decodeStrings && !options.objectMode;
  options.write = [ends, decodes](Writable self, Chunk chunk, String encoding, Callback callback) {
    detail::writeTo(ends, self, std::move(chunk), encoding, decodes, callback);
  };
  options.destroy = [ends](Writable, Error error, Callback callback) { detail::giveUp(ends, error, true, callback); };
  options.final = [ends](Writable self, Callback callback) {
    if (!ends->writerClosed) detail::callBack(ends->writer->close(), self, callback);
  };
  auto made = make<Writable>(std::move(options));
  detail::watchWriter(ends, made);
  return made;
}

Duplex fromWeb(const web::ReadableWritablePair& pair, DuplexOptions options) {
  if (!pair.readable)
    throw nodecpp::detail::invalidArgType("pair.readable", "an instance of ReadableStream", "undefined");
  if (!pair.writable)
    throw nodecpp::detail::invalidArgType("pair.writable", "an instance of WritableStream", "undefined");
  auto ends = make<detail::WebEnds>();
  ends->writer = pair.writable->getWriter();
  ends->reader = pair.readable->getReader();
  const bool decodes = options.decodeStrings && !options.objectMode;
  options.read = [ends](Duplex self) { detail::readFrom(ends, self); };
  options.write = [ends, decodes](Duplex self, Chunk chunk, String encoding, Callback callback) {
    detail::writeTo(ends, self, std::move(chunk), encoding, decodes, callback);
  };
  options.final = [ends](Duplex self, Callback callback) {
    if (!ends->writerClosed) detail::callBack(ends->writer->close(), self, callback);
  };
  options.destroy = [ends](Duplex, Error error, Callback callback) { detail::giveUp(ends, error, false, callback); };
  auto made = make<Duplex>(std::move(options));
  detail::watchWriter(ends, made);
  detail::watchReader(ends, made);
  return made;
}

}  // namespace nodecpp::stream
