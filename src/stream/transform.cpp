// Transform and PassThrough. A full readable side delays the callback of a write, so back-pressure reaches the writer.
#include "stream/stream_functions.h"

namespace nodecpp::stream {

using detail::tick;
using Functions = detail::DuplexFunctionsOf<Transform>;

TransformObject::TransformObject() { readFlags_ &= ~syncReadFlag; }

TransformObject::TransformObject(TransformOptions options) : TransformObject() {
  const OptionalNumber& mark = options.highWaterMark.given ? options.highWaterMark : options.readableHighWaterMark;
  if (detail::checkedMark(mark, "options.readableHighWaterMark") == 0) {
    // A readable high-water mark of 0 asks for no buffering, so the writable side does not buffer, either.
    options.highWaterMark = nullptr;
    options.readableHighWaterMark = 0;
    if (!options.writableHighWaterMark.given) options.writableHighWaterMark = 0;
  }
  setup(options);
}

TransformObject::~TransformObject() = default;

void TransformObject::traceMembers(nodecpp::detail::Tracer& tracer) {
  DuplexObject::traceMembers(tracer);
  tracer(pending_);
}

void TransformObject::_transform(Chunk chunk, String encoding, TransformCallback callback) {
  auto* functions = functionsAs<Functions>();
  if (!functions || !functions->transform) throw detail::notImplemented("_transform()");
  functions->transform(Transform(this), std::move(chunk), std::move(encoding), std::move(callback));
}

void TransformObject::_flush(TransformCallback callback) {
  auto* functions = functionsAs<Functions>();
  if (functions && functions->flush)
    functions->flush(Transform(this), std::move(callback));
  else
    callback();
}

void TransformObject::flushWith(Callback callback) {
  auto done = [self = Transform(this), callback](const Error& error, const Chunk& data) {
    if (error) {
      if (callback)
        callback(error);
      else
        self->destroy(error);
      return;
    }
    if (data) self->push(data);
    self->push(nullptr);
    if (callback) callback();
  };
  if (destroyed())
    done({}, {});
  else
    _flush(done);
}

void TransformObject::_final(Callback callback) {
  auto* functions = functionsAs<Functions>();
  if (functions && functions->final) {
    functions->final(Transform(this), std::move(callback));
  } else {
    flushed_ = true;
    flushWith(std::move(callback));
  }
}

// The program's own _final does not flush, so the stream is flushed before `prefinish` in this case.
void TransformObject::prefinishBegins() {
  if (!flushed_) flushWith({});
}

void TransformObject::_write(Chunk chunk, String encoding, Callback callback) {
  auto* functions = functionsAs<Functions>();
  if (functions && functions->write) {
    functions->write(Transform(this), std::move(chunk), std::move(encoding), std::move(callback));
    return;
  }
  _transform(std::move(chunk), std::move(encoding),
             [self = Transform(this), callback, before = readableLength()](const Error& error, const Chunk& data) {
               self->transformed(error, data, callback, before);
             });
}

void TransformObject::transformed(const Error& error, const Chunk& data, const Callback& callback,
                                  std::ptrdiff_t lengthBefore) {
  if (error) return callback(error);
  if (data) push(data);
  if (readFlags_ & endedFlag)
    // The callback is called after the ticks that push(nullptr) has queued.
    tick([callback] { callback(); });
  else if ((writeFlags_ & endedWritingFlag) || lengthBefore == readableLength() ||
           readableLength() < readableHighWaterMark())
    callback();
  else
    // The readable side is full, so the write's callback waits for _read(), and with it the next write.
    pending_ = callback;
}

void TransformObject::_read(double size) {
  auto* functions = functionsAs<Functions>();
  if (functions && functions->read) return functions->read(Transform(this), size);
  if (pending_) std::exchange(pending_, {})();
}

void TransformObject::_writev(Array<WriteRequest> chunks, Callback callback) {
  auto* functions = functionsAs<Functions>();
  if (!functions || !functions->writev) throw detail::notImplemented("_writev()");
  functions->writev(Transform(this), std::move(chunks), std::move(callback));
}

bool TransformObject::hasWritev() const {
  auto* functions = functionsAs<Functions>();
  return functions && functions->writev;
}

void TransformObject::_destroy(Error error, Callback callback) {
  auto* functions = functionsAs<Functions>();
  if (functions && functions->destroy)
    functions->destroy(Transform(this), std::move(error), std::move(callback));
  else
    callback(std::move(error));
}

void TransformObject::_construct(Callback callback) {
  auto* functions = functionsAs<Functions>();
  if (functions && functions->construct)
    functions->construct(Transform(this), std::move(callback));
  else
    callback();
}

void PassThroughObject::_transform(Chunk chunk, String encoding, TransformCallback callback) {
  if (auto* functions = functionsAs<Functions>(); functions && functions->transform)
    TransformObject::_transform(std::move(chunk), std::move(encoding), std::move(callback));
  else
    callback(nullptr, std::move(chunk));
}

}  // namespace nodecpp::stream
