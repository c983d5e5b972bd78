#include <nodecpp/readline/promises.h>

#include <utility>

#include "loop/loop.h"
#include "readline/sequences.h"

namespace nodecpp::readline::promises {

void InterfaceObject::traceMembers(nodecpp::detail::Tracer& tracer) {
  readline::InterfaceObject::traceMembers(tracer);
  tracer(rejectQuestion_);
}

void InterfaceObject::completeLine(bool again) { complete(Interface(this), again); }

Promise<> InterfaceObject::complete(Interface self, bool again) {
  self->pause();
  Error failure;
  Completions found;
  try {
    found = co_await self->completer().completion(self->line.slice(0, self->cursor));
  } catch (const Error& error) {
    failure = error;
  }
  // As in Node, an error is shown before the input goes on, and a result afterwards.
  if (failure) self->completed(again, failure, found);
  self->resume();
  if (!failure) self->completed(again, failure, found);
}

void InterfaceObject::closedByKey(StringArg message) {
  if (rejectQuestion_) rejectQuestion_(AbortError(message));
}

Promise<String> InterfaceObject::question(StringArg query, const QuestionOptions& options) {
  auto next = Promise<String>::withResolvers();
  if (options.signal && options.signal->aborted()) {
    next.reject(AbortError("The operation was aborted", options.signal->reason()));
    return next.promise;
  }
  Function<void()> onAbort;
  if (options.signal) {
    onAbort = [self = Interface(this), signal = options.signal, reject = next.reject] {
      self->cancelQuestion();
      reject(AbortError("The operation was aborted", signal->reason()));
    };
    options.signal->addEventListener("abort", onAbort, {.once = true});
  }
  rejectQuestion_ = [reject = next.reject](Error error) { reject(error); };
  try {
    ask(query, [signal = options.signal, onAbort, resolve = next.resolve](String line) {
      if (signal) signal->removeEventListener("abort", onAbort);
      resolve(line);
    });
  } catch (const Error& error) {
    next.reject(error);
  }
  return next.promise;
}

ReadlineObject::ReadlineObject(stream::Writable stream, ReadlineOptions options)
    : stream_(std::move(stream)), autoCommit_(options.autoCommit) {
  if (!stream_ || !stream_->writable())
    throw nodecpp::detail::invalidArgType("stream", "an instance of Writable", stream_ ? "an instance of Writable" : "undefined");
}

Readline ReadlineObject::add(const String& sequence) {
  if (autoCommit_)
    nodecpp::detail::Loop::current().nextTick([stream = stream_, sequence] { stream->write(sequence); });
  else
    collected_ += sequence;
  return Readline(this);
}

Readline ReadlineObject::clearLine(int direction) {
  if (direction < -1 || direction > 1) throw nodecpp::detail::outOfRange("dir", ">= -1 && <= 1", str(direction));
  return add(detail::clearLineSequence(direction));
}
Readline ReadlineObject::clearScreenDown() { return add(detail::clearScreenDownSequence); }
Readline ReadlineObject::cursorTo(int x) { return add(detail::cursorToSequence(x)); }
Readline ReadlineObject::cursorTo(int x, int y) { return add(detail::cursorToSequence(x, y)); }
Readline ReadlineObject::moveCursor(int dx, int dy) { return add(detail::moveCursorSequence(dx, dy)); }

Promise<> ReadlineObject::commit() {
  auto written = Promise<>::withResolvers();
  stream_->write(std::exchange(collected_, ""), [resolve = written.resolve] { resolve(); });
  return written.promise;
}

Readline ReadlineObject::rollback() {
  collected_ = "";
  return Readline(this);
}

}  // namespace nodecpp::readline::promises
