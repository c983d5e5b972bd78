// What the stream module's own files share: the ticks, the errors, and the view of a stream's state that pipe, pipeline
// and finished have.
#pragma once

#include <nodecpp/stream.h>

#include "loop/loop.h"

namespace nodecpp::stream::impl {

template <class F>
void tick(F&& f) {
  nodecpp::detail::Loop::current().nextTick(Function<void()>(std::forward<F>(f)));
}

// The mark that `mark` asks for, or the default. ERR_INVALID_ARG_VALUE.
std::size_t checkedMark(const OptionalNumber& mark, const char* name, bool objectMode = false);

// Node's ERR_INVALID_ARG_TYPE for a chunk of a stream that is not in object mode.
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
// Node's aggregateTwoErrors.
Error bothErrors(const Error& inner, const Error& outer);

// A listener that is a method of a counted object. Two of the same object and method are the same listener.
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

// What JavaScript answers with true, false or null.
enum class Answer : signed char { null = -1, no = 0, yes = 1 };
inline Answer answer(bool value) { return value ? Answer::yes : Answer::no; }

struct Access {
  static bool errorEmitted(StreamObject& s) { return s.flags_ & StreamObject::errorEmittedFlag; }
  static void errorOrDestroy(StreamObject& s, const Error& error) { s.errorOrDestroy(error); }
  static void destroy(StreamObject& s, const Error& error) { s.destroyWith(error, {}); }
  // Has `signal` destroy the stream; while both live, and until leaveSignals.
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
  // Of a program that is over: its listeners and pipes, which may hold it.
  static void letGo(StreamObject& s) noexcept;
  static bool willEmitClose(StreamObject& s) {
    return (s.flags_ & (StreamObject::autoDestroyFlag | StreamObject::emitCloseFlag | StreamObject::closedFlag)) ==
           (StreamObject::autoDestroyFlag | StreamObject::emitCloseFlag);
  }
};

// The questions that end-of-stream, pipeline and the module's isX functions ask.
bool hasReadable(StreamObject& s);
bool hasWritable(StreamObject& s);
Answer readableFinished(StreamObject& s, bool strict);
Answer writableFinished(StreamObject& s, bool strict);
Answer writableEnded(StreamObject& s);
Answer readable(StreamObject& s);
Answer writable(StreamObject& s);
bool finishedOrDestroyed(StreamObject& s);

}  // namespace nodecpp::stream::impl
