// Functions that several files of the stream module use: ticks, errors, and access to a stream's state for pipe,
// pipeline and finished.
#pragma once

#include <nodecpp/stream.h>

#include "loop/loop.h"

namespace nodecpp::stream::detail {

template <class F>
void tick(F&& f) {
  nodecpp::detail::Loop::current().nextTick(Function<void()>(std::forward<F>(f)));
}

// Returns the high-water mark in `mark`, or the default. Throws ERR_INVALID_ARG_VALUE.
std::size_t checkedMark(const OptionalNumber& mark, const char* name, bool objectMode = false);

// Returns Node's ERR_INVALID_ARG_TYPE for a chunk that only a stream in object mode can have.
Error wrongChunk(const ChunkArg& chunk);

inline Error streamDestroyed(StringArg name) {
  return nodecpp::detail::codedError("ERR_STREAM_DESTROYED",
                                     "Cannot call " + name.toString() + " after a stream was destroyed");
}
inline Error multipleCallback() {
  return nodecpp::detail::codedError("ERR_MULTIPLE_CALLBACK", "Callback called multiple times");
}
inline Error notImplemented(StringArg name) {
  return nodecpp::detail::codedError("ERR_METHOD_NOT_IMPLEMENTED",
                                     "The " + name.toString() + " method is not implemented");
}
inline Error prematureClose() { return nodecpp::detail::codedError("ERR_STREAM_PREMATURE_CLOSE", "Premature close"); }
inline Error runningError() { return nodecpp::detail::errorFrom(std::current_exception()); }
// Returns both errors in an AggregateError, as Node's aggregateTwoErrors.
Error aggregateErrors(const Error& inner, const Error& outer);

// A listener that calls a method of a counted object. Two listeners with the same object and method count as the same.
template <class O, auto method, std::size_t number>
struct Bound {
  Handle<O> object;
  const void* identity() const noexcept { return reinterpret_cast<const char*>(object.get()) + number; }
  template <class... A>
    requires std::is_invocable_v<decltype(method), O&, A...>
  void operator()(A&&... args) const {
    (object.get()->*method)(std::forward<A>(args)...);
  }
};

// The result of a function that returns true, false or null in Node.
enum class Answer : signed char { null = -1, no = 0, yes = 1 };
inline Answer answer(bool value) { return value ? Answer::yes : Answer::no; }

struct Access {
  static bool errorEmitted(StreamObject& s) { return s.flags_ & StreamObject::errorEmittedFlag; }
  static void errorOrDestroy(StreamObject& s, const Error& error) { s.errorOrDestroy(error); }
  static void destroy(StreamObject& s, const Error& error) { s.destroyWith(error, {}); }
  // Makes `signal` destroy the stream when it aborts, as long as both exist and until leaveSignals is called.
  static void abortBy(StreamObject& stream, const AbortSignal& signal);
  static void leaveSignals(StreamObject& stream);
  static bool endsByPipe(WritableObject& w) { return !w.isStandardStream(); }
  static bool disabled(ReadableObject& r) { return r.readFlags_ & ReadableObject::notReadableFlag; }
  static bool disabled(WritableObject& w) { return w.writeFlags_ & WritableObject::notWritableFlag; }
  static bool ended(ReadableObject& r) { return r.readFlags_ & ReadableObject::endedFlag; }
  static bool endEmitted(ReadableObject& r) { return r.readFlags_ & ReadableObject::endEmittedFlag; }
  static bool ended(WritableObject& w) { return w.writeFlags_ & WritableObject::endedWritingFlag; }
  static bool finished(WritableObject& w) { return w.writeFlags_ & WritableObject::finishedFlag; }
  static std::uint32_t pendingCallbacks(WritableObject& w) { return w.pendingCallbacks_; }
  // Drops the listeners and pipes of a stream when the program has ended, since they may hold the stream.
  static void letGo(StreamObject& s) noexcept;
  static bool needsDrain(WritableObject& w) { return w.writeFlags_ & WritableObject::needDrainFlag; }
  static bool iterated(ReadableObject& r) { return r.readFlags_ & ReadableObject::iteratedFlag; }
  // Continues the coroutine that waits for the next chunk of `r`, if one does.
  static void wakeNext(ReadableObject& r) { r.wakeNext(); }
  // Report the references of the readable and of the writable side to the cycle collector.
  static void trace(ReadableObject& r, nodecpp::detail::Tracer& tracer) { r.traceReadable(tracer); }
  static void trace(WritableObject& w, nodecpp::detail::Tracer& tracer) { w.traceWritable(tracer); }
  static bool autoDestroys(StreamObject& s) { return s.flags_ & StreamObject::autoDestroyFlag; }
  static bool willEmitClose(StreamObject& s) {
    return (s.flags_ & (StreamObject::autoDestroyFlag | StreamObject::emitCloseFlag | StreamObject::closedFlag)) ==
           (StreamObject::autoDestroyFlag | StreamObject::emitCloseFlag);
  }
};

// The questions about a stream's state that finished, pipeline and the module's isX functions ask.
bool hasReadable(StreamObject& s);
bool hasWritable(StreamObject& s);
Answer readableFinished(StreamObject& s, bool strict);
Answer writableFinished(StreamObject& s, bool strict);
Answer writableEnded(StreamObject& s);
Answer readable(StreamObject& s);
Answer writable(StreamObject& s);

}  // namespace nodecpp::stream::detail
