// The streams' members. What they do with the data is the engine's.
#include <nodecpp/stream.h>
#include <nodecpp/zlib/streams.h>

#include <cmath>

#include "loop/loop.h"
#include "zlib/engine.h"
#include "zlib/options.h"

namespace nodecpp::zlib {

using detail::Engine;
using nodecpp::detail::Loop;
using stream::Chunk;

namespace {

constexpr int partialFlush = 1, syncFlush = 2, fullFlush = 3, finish = 4, block = 5;

// Empty chunks at these addresses stand for flushes among the chunks that are written, so that they are processed in
// order.
constexpr char flushMarks[block + 1] = {};

Buffer flushMark(int kind) { return Buffer::sliceOf(nullptr, const_cast<char*>(flushMarks + kind), 0); }

// Returns the kind of flush that the chunk stands for, or -1 when it is the program's own.
int flushOf(const Buffer& chunk) noexcept {
  if (!chunk.empty()) return -1;
  auto at = reinterpret_cast<std::uintptr_t>(chunk.bytes()) - reinterpret_cast<std::uintptr_t>(flushMarks);
  return at < sizeof flushMarks ? int(at) : -1;
}

// Returns the stronger of two kinds of flush. Their numbers are not in the order of their strength.
int stronger(int a, int b) noexcept {
  constexpr int strength[] = {0, 2, 3, 4, 5, 1};
  static_assert(strength[partialFlush] < strength[syncFlush] && strength[fullFlush] < strength[finish]);
  return strength[a] > strength[b] ? a : b;
}

}  // namespace

ZlibBaseObject::ZlibBaseObject(detail::Prepared prepared, stream::TransformOptions options)
    : TransformObject(std::move(options)),
      engine_(new Engine(std::move(prepared.settings), std::move(prepared.codec))) {
  enroll();
}

ZlibBaseObject::~ZlibBaseObject() { delete engine_; }

void ZlibBaseObject::traceMembers(nodecpp::detail::Tracer& tracer) {
  TransformObject::traceMembers(tracer);
  engine_->trace(tracer);
}

void ZlibBaseObject::_transform(Chunk chunk, String, stream::TransformCallback callback) {
  if (!engine_->isOpen()) {
    Loop::current().nextTick([callback] { callback(); });
    return;
  }
  Buffer input = chunk.toBuffer();
  const detail::Settings& settings = engine_->settings();
  int flush = settings.flush;
  if (int kind = flushOf(input); kind >= 0) flush = kind;
  if (writableEnded() && writableLength() == std::ptrdiff_t(input.size())) flush = stronger(flush, settings.finishFlush);
  engine_->process(*this, std::move(input), flush, std::move(callback));
}

void ZlibBaseObject::_flush(stream::TransformCallback callback) { _transform(Buffer(), "", std::move(callback)); }

void ZlibBaseObject::_read(double size) {
  engine_->onRead(*this);
  TransformObject::_read(size);
}

void ZlibBaseObject::_destroy(Error error, stream::Callback callback) {
  engine_->close();
  callback(std::move(error));
}

void ZlibBaseObject::flush(OptionalNumber kind, stream::Callback callback) {
  const detail::Settings& settings = engine_->settings();
  int checked = int(detail::checkRange(kind, "kind", 0, settings.mostFlush, settings.fullFlush));
  if (writableFinished()) {
    if (callback) Loop::current().nextTick([callback] { callback(); });
  } else if (writableEnded()) {
    if (callback) once(event::end, [callback] { callback(); });
  } else {
    write(flushMark(checked), callback);
  }
}

void ZlibBaseObject::close(stream::Callback callback) {
  if (callback) stream::finished(ZlibBase(this), std::move(callback));
  destroy();
}

void ZlibBaseObject::assertOpen() const {
  if (engine_->isOpen()) return;
  throw nodecpp::detail::codedError(
      "ERR_INTERNAL_ASSERTION",
      "zlib binding closed\nThis is caused by either a bug in Node.js or incorrect usage of Node.js internals.\n"
      "Please open an issue with this stack trace at https://github.com/nodejs/node/issues\n");
}

void ZlibBaseObject::reset() {
  assertOpen();
  if (engine_->isBusy()) throw Error("Cannot reset zlib stream while a write is in progress");
  if (detail::Failure failure = engine_->codec().reset()) Engine::fail(*this, failure);
}

void ZlibObject::params(OptionalNumber level, OptionalNumber strategy, stream::Callback callback) {
  detail::checkRange(level, "level", -1, 9, 0);
  detail::checkRange(strategy, "strategy", 0, 4, 0);
  auto differs = [](const OptionalNumber& a, const OptionalNumber& b) {
    return a.given != b.given || a.value != b.value;
  };
  if (differs(level, level_) || differs(strategy, strategy_)) {
    flush(syncFlush, [self = Zlib(this), level, strategy, callback] { self->applyParams(level, strategy, callback); });
  } else {
    if (!callback) throw nodecpp::detail::invalidArgType("callback", "of type function", "undefined");
    Loop::current().nextTick([callback] { callback(); });
  }
}

void ZlibObject::applyParams(const OptionalNumber& level, const OptionalNumber& strategy,
                             const stream::Callback& callback) {
  assertOpen();
  auto whole = [](const OptionalNumber& number) { return std::isnan(number.value) ? 0 : int(number.value); };
  if (detail::Failure failure = engine_->codec().setParams(whole(level), whole(strategy))) Engine::fail(*this, failure);
  if (destroyed()) return;
  level_ = level;
  strategy_ = strategy;
  if (callback) callback();
}

}  // namespace nodecpp::zlib
