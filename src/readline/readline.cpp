#include <nodecpp/process/stdio.h>
#include <nodecpp/readline.h>
#include <nodecpp/string_decoder.h>

#include <algorithm>
#include <deque>
#include <string>
#include <string_view>
#include <utility>

#include "base/text/line_end.h"
#include "loop/loop.h"

namespace nodecpp::readline {

using nodecpp::detail::Loop;
using nodecpp::detail::findLineEnd;
using nodecpp::detail::LineEnd;

namespace {

string_decoder::StringDecoderObject& decoderOf(const Handle<Object>& decoder) {
  return *static_cast<string_decoder::StringDecoderObject*>(decoder.get());
}

}  // namespace

InterfaceObject::InterfaceObject(InterfaceOptions options)
    : input(options.input),
      output(options.output),
      prompt_(options.prompt),
      signal_(options.signal),
      decoder_(make<string_decoder::StringDecoder>("utf8")),
      crlfDelay_(std::max(options.crlfDelay, 100.0)) {
  if (!input) nodecpp::detail::throwUndefined();
  if (output)
    if (const auto* terminalOutput = dynamic_cast<process::OutputObject*>(output.get()))
      terminal = terminalOutput->isTTY.on;
  Interface self(this);
  onError_ = [self](Error error) { self->emit(event::error, error); };
  onData_ = [self](stream::Chunk chunk) {
    self->take(chunk.isString() ? chunk.toString() : decoderOf(self->decoder_).write(chunk.buffer()));
  };
  onEnd_ = [self] { self->endOfInput(); };
  enroll();
  input->on(event::error, onError_);
  input->on(event::data, onData_);
  input->on(event::end, onEnd_);
  if (signal_) {
    onAbort_ = [self] { self->close(); };
    if (signal_->aborted())
      Loop::current().nextTick(onAbort_);
    else
      signal_->addEventListener("abort", onAbort_, {.once = true});
  }
  input->resume();
}

InterfaceObject::~InterfaceObject() = default;

// The listeners of the input hold this interface, which holds the input.
void InterfaceObject::traceMembers(nodecpp::detail::Tracer& tracer) {
  tracer(input, output, answer_, onData_, onEnd_, onAbort_, onError_, signal_, decoder_);
}

// Takes the listeners from the input, which hold this interface.
void InterfaceObject::leave() {
  if (onData_) {
    input->off(event::data, onData_);
    input->off(event::error, onError_);
    input->off(event::end, onEnd_);
  }
  if (signal_ && onAbort_) signal_->removeEventListener("abort", onAbort_);
  onData_ = nullptr;
  onEnd_ = nullptr;
  onError_ = nullptr;
  onAbort_ = nullptr;
  signal_ = nullptr;
}

void InterfaceObject::checkOpen() const {
  if (closed) throw nodecpp::detail::codedError<Error>("ERR_USE_AFTER_CLOSE", "readline was closed");
}

// Follows [kNormalWrite] of Node's lib/internal/readline/interface.js.
void InterfaceObject::take(StringArg given) {
  Interface alive(this);
  std::string_view text(given.data(), given.size());
  const double now = Loop::current().port().clock.wallClock();
  if (returnAt_ >= 0 && now - returnAt_ <= crlfDelay_) {
    if (text.starts_with('\n')) text.remove_prefix(1);
    returnAt_ = -1;
  }
  if (text.empty()) return;
  LineEnd end = findLineEnd(text, 0);
  if (end.at == text.npos) {
    rest_ += text;
    return;
  }
  returnAt_ = text.back() == '\r' ? now : -1;
  std::vector<String> found;
  std::size_t at = 0;
  for (; end.at != text.npos; end = findLineEnd(text, at)) {
    rest_ += text.substr(at, end.at - at);
    found.push_back(std::exchange(rest_, String()));
    at = end.next;
  }
  rest_ = String::copyOf(text.data() + at, text.size() - at);
  for (String& each : found) emitLine(std::move(each));
}

void InterfaceObject::emitLine(String text) {
  if (!answer_) {
    emit(event::line, text);
    return;
  }
  const auto answer = std::exchange(answer_, nullptr);
  prompt_ = oldPrompt_;
  answer(text);
}

void InterfaceObject::endOfInput() {
  Interface alive(this);
  if (!rest_.empty()) emit(event::line, std::exchange(rest_, String()));
  close();
}

void InterfaceObject::prompt() {
  if (paused_) resume();
  if (output) output->write(prompt_);
}

void InterfaceObject::ask(StringArg query, Function<void(String)> callback) {
  checkOpen();
  if (!answer_) {
    oldPrompt_ = prompt_;
    prompt_ = query.toString();
    answer_ = std::move(callback);
  }
  prompt();
}

void InterfaceObject::cancelQuestion() {
  if (!answer_) return;
  answer_ = nullptr;
  prompt_ = oldPrompt_;
  if (output) output->write("\r\n");
}

void InterfaceObject::question(StringArg query, const QuestionOptions& options, Function<void(String)> callback) {
  if (!options.signal) return ask(query, std::move(callback));
  if (options.signal->aborted()) return;
  Function<void()> onAbort = [self = Interface(this)] { self->cancelQuestion(); };
  options.signal->addEventListener("abort", onAbort, {.once = true});
  ask(query, [signal = options.signal, onAbort, callback](String line) {
    signal->removeEventListener("abort", onAbort);
    callback(line);
  });
}

void InterfaceObject::write(StringArg given) {
  checkOpen();
  const String text = given.toString();  // a listener of `resume` may change what the argument looks at
  if (paused_) resume();
  take(text);
}

Interface InterfaceObject::pause() {
  checkOpen();
  if (std::exchange(paused_, true)) return Interface(this);
  input->pause();
  emit(event::pause);
  return Interface(this);
}

Interface InterfaceObject::resume() {
  checkOpen();
  if (!std::exchange(paused_, false)) return Interface(this);
  input->resume();
  emit(event::resume);
  return Interface(this);
}

void InterfaceObject::close() {
  if (closed) return;
  Interface alive(this);
  pause();
  closed = true;
  leave();
  emit(event::close);
}

// The lines that a loop has not taken yet.
struct InterfaceObject::Lines : Object {
  Interface from;
  std::deque<String> waiting;
  Function<void()> wake;  // continues the loop that waits for a line
  Function<void(String)> onLine;
  Function<void()> onClose;
  bool isOver = false, hasPaused = false;
  NODECPP_TRACE(from, wake, onLine, onClose)

  static constexpr std::size_t most = 1024;

  void add(const String& line) {
    waiting.push_back(line);
    if (waiting.size() > most && !hasPaused && !from->closed) {
      hasPaused = true;
      from->pause();
    }
    if (wake) std::exchange(wake, nullptr)();
  }
  void end() {
    isOver = true;
    leave();
    if (wake) std::exchange(wake, nullptr)();
  }
  void leave() {
    if (!onLine) return;
    from->off(event::line, onLine);
    from->off(event::close, onClose);
    onLine = nullptr;
    onClose = nullptr;
  }
};

Sequence<String> InterfaceObject::lines() {
  auto made = make<Handle<Lines>>();
  made->from = Interface(this);
  made->isOver = closed;
  made->onLine = [made](String line) { made->add(line); };
  made->onClose = [made] { made->end(); };
  on(event::line, made->onLine);
  on(event::close, made->onClose);
  return linesOf(made);
}

Sequence<String> InterfaceObject::linesOf(Handle<Lines> lines) {
  // The listeners go when the loop is left early, too.
  struct Leaving {
    Handle<Lines> lines;
    explicit Leaving(const Handle<Lines>& of) : lines(of) {}
    Leaving(const Leaving&) = delete;
    ~Leaving() { lines->leave(); }
  } leaving(lines);
  for (;;) {
    while (!lines->waiting.empty()) {
      String line = std::move(lines->waiting.front());
      lines->waiting.pop_front();
      if (lines->waiting.empty() && std::exchange(lines->hasPaused, false) && !lines->from->closed)
        lines->from->resume();
      co_yield std::move(line);
    }
    if (lines->isOver) co_return;
    auto next = Promise<>::withResolvers();
    lines->wake = [resolve = next.resolve] { resolve(); };
    co_await next.promise;
  }
}

namespace {

// Writes an escape sequence, or nothing and calls the callback when there is no stream.
bool writeSequence(const stream::Writable& stream, const String& sequence, stream::Callback callback) {
  if (stream && !sequence.empty()) return stream->write(sequence, std::move(callback));
  if (callback) Loop::current().nextTick([callback] { callback(Error()); });
  return true;
}

}  // namespace

bool clearLine(const stream::Writable& stream, int direction, stream::Callback callback) {
  return writeSequence(stream, direction < 0 ? "\x1b[1K" : direction > 0 ? "\x1b[0K" : "\x1b[2K", std::move(callback));
}
bool clearScreenDown(const stream::Writable& stream, stream::Callback callback) {
  return writeSequence(stream, "\x1b[0J", std::move(callback));
}
bool cursorTo(const stream::Writable& stream, int x, stream::Callback callback) {
  return writeSequence(stream, "\x1b[" + str(double(x) + 1) + "G", std::move(callback));
}
bool cursorTo(const stream::Writable& stream, int x, int y, stream::Callback callback) {
  return writeSequence(stream, "\x1b[" + str(double(y) + 1) + ";" + str(double(x) + 1) + "H", std::move(callback));
}
bool moveCursor(const stream::Writable& stream, int dx, int dy, stream::Callback callback) {
  String sequence;
  if (dx != 0) sequence += "\x1b[" + str(dx < 0 ? -double(dx) : double(dx)) + (dx < 0 ? "D" : "C");
  if (dy != 0) sequence += "\x1b[" + str(dy < 0 ? -double(dy) : double(dy)) + (dy < 0 ? "A" : "B");
  return writeSequence(stream, sequence, std::move(callback));
}

}  // namespace nodecpp::readline
