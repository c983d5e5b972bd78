#include "stream/stream_functions.h"

namespace nodecpp::stream {

template <class Self>
void DuplexObject::setup(DuplexOptionsOf<Self>& options) {
  // A high-water mark for both sides takes precedence over those of the single sides.
  auto mark = [&](const OptionalNumber& side) { return options.highWaterMark.given ? options.highWaterMark : side; };
  setupReading(mark(options.readableHighWaterMark), "options.readableHighWaterMark", options.encoding,
               options.defaultEncoding, options.objectMode || options.readableObjectMode);
  setupWriting(mark(options.writableHighWaterMark), "options.writableHighWaterMark", options.decodeStrings,
               options.defaultEncoding, options.objectMode || options.writableObjectMode);
  if (!options.emitClose) flags_ &= ~emitCloseFlag;
  if (!options.autoDestroy) flags_ &= ~autoDestroyFlag;
  allowHalfOpen = options.allowHalfOpen;
  if (!options.readable) readFlags_ |= notReadableFlag | endedFlag | endEmittedFlag;
  if (!options.writable) writeFlags_ |= notWritableFlag | endingFlag | endedWritingFlag | finishedFlag;
  using Functions = detail::DuplexFunctionsOf<Self>;
  if (Functions::any(options)) {
    bool constructs = bool(options.construct);
    functions_ = new Functions(options);
    enroll();
    if (constructs) startConstruct();
  }
  if (options.signal) detail::abortWith(options.signal, *this);
}
template void DuplexObject::setup(DuplexOptionsOf<Duplex>&);
template void DuplexObject::setup(DuplexOptionsOf<Transform>&);

using Functions = detail::DuplexFunctionsOf<Duplex>;

DuplexObject::DuplexObject(DuplexOptions options) { setup(options); }

void DuplexObject::_read(double size) {
  auto* functions = functionsAs<Functions>();
  if (!functions || !functions->read) throw detail::notImplemented("_read()");
  functions->read(Duplex(this), size);
}

void DuplexObject::_write(Chunk chunk, String encoding, Callback callback) {
  auto* functions = functionsAs<Functions>();
  if (functions && functions->write)
    functions->write(Duplex(this), std::move(chunk), std::move(encoding), std::move(callback));
  else
    WritableObject::_write(std::move(chunk), std::move(encoding), std::move(callback));
}

void DuplexObject::_writev(Array<WriteRequest> chunks, Callback callback) {
  auto* functions = functionsAs<Functions>();
  if (!functions || !functions->writev) throw detail::notImplemented("_writev()");
  functions->writev(Duplex(this), std::move(chunks), std::move(callback));
}

bool DuplexObject::hasWritev() const {
  auto* functions = functionsAs<Functions>();
  return functions && functions->writev;
}

void DuplexObject::_final(Callback callback) {
  auto* functions = functionsAs<Functions>();
  if (functions && functions->final)
    functions->final(Duplex(this), std::move(callback));
  else
    WritableObject::_final(std::move(callback));
}

void DuplexObject::_destroy(Error error, Callback callback) {
  auto* functions = functionsAs<Functions>();
  if (functions && functions->destroy)
    functions->destroy(Duplex(this), std::move(error), std::move(callback));
  else
    callback(std::move(error));
}

void DuplexObject::_construct(Callback callback) {
  auto* functions = functionsAs<Functions>();
  if (functions && functions->construct)
    functions->construct(Duplex(this), std::move(callback));
  else
    callback();
}

void DuplexObject::constructCalled() {
  ReadableObject::constructCalled();
  WritableObject::constructCalled();
}

}  // namespace nodecpp::stream
