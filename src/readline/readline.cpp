#include <nodecpp/process/process_object.h>
#include <nodecpp/readline.h>
#include <nodecpp/string_decoder.h>
#include <nodecpp/util.h>

#include <algorithm>
#include <cmath>
#include <deque>
#include <limits>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "base/text/line_end.h"
#include "loop/loop.h"
#include "readline/line_editor.h"
#include "readline/sequences.h"

namespace nodecpp::readline {

using nodecpp::detail::Loop;
using nodecpp::detail::findLineEnd;
using nodecpp::detail::LineEnd;

namespace {

bool isTerminal(const stream::Writable& output) {
  const auto* of = dynamic_cast<const process::OutputObject*>(output ? output.get() : nullptr);
  return of && of->isTTY.on;
}

string_decoder::StringDecoderObject& decoderOf(const Handle<Object>& decoder) {
  return *static_cast<string_decoder::StringDecoderObject*>(decoder.get());
}

}  // namespace

InterfaceObject::InterfaceObject(InterfaceOptions options)
    : input(options.input),
      output(options.output),
      history(options.history ? options.history : Array<String>()),
      prompt_(options.prompt),
      completer_(options.completer),
      signal_(options.signal),
      decoder_(make<string_decoder::StringDecoder>("utf8")),
      crlfDelay_(std::max(options.crlfDelay, 100.0)) {
  if (!input) nodecpp::detail::throwUndefined();
  checkOptions(options);
  terminal = options.terminal.given ? options.terminal.value != 0 : isTerminal(output);
  // When a constructor throws, the destructor does not run.
  auto editor = std::make_unique<detail::LineEditor>(*this, options);
  Interface self(this);
  onError_ = [self](Error error) { self->emit(event::error, error); };
  enroll();
  input->on(event::error, onError_);
  terminal ? listenToKeys(self) : listenToText(self);
  if (signal_) {
    onAbort_ = [self] { self->close(); };
    if (signal_->aborted())
      Loop::current().nextTick(onAbort_);
    else
      signal_->addEventListener("abort", onAbort_, {.once = true});
  }
  editor_ = editor.release();
  input->resume();
}

InterfaceObject::~InterfaceObject() { delete editor_; }

void InterfaceObject::checkOptions(const InterfaceOptions& options) {
  if (options.tabSize.given) {
    const double size = options.tabSize.value;
    if (size != std::trunc(size) || !std::isfinite(size))
      throw nodecpp::detail::outOfRange("tabSize", "an integer", str(size));
    if (size < 1 || size > 4294967295.0)
      throw nodecpp::detail::outOfRange("tabSize", ">= 1 && <= 4294967295", str(size));
    tabSize = size;
  }
  if (!options.escapeCodeTimeout.given) return;
  if (!std::isfinite(options.escapeCodeTimeout.value))
    throw nodecpp::detail::invalidArgValue("input.escapeCodeTimeout", str(escapeCodeTimeout));
  escapeCodeTimeout = options.escapeCodeTimeout.value;
}

void InterfaceObject::listenToText(const Interface& self) {
  onData_ = [self](stream::Chunk chunk) {
    self->take(chunk.isString() ? chunk.toString() : decoderOf(self->decoder_).write(chunk.buffer()));
  };
  onEnd_ = [self] { self->endOfInput(); };
  input->on(event::data, onData_);
  input->on(event::end, onEnd_);
}

void InterfaceObject::listenToKeys(const Interface& self) {
  emitKeypressEvents(input, self);
  onKey_ = [self](String text, Key key) { self->editor_->ttyWrite(text, key); };
  onEnd_ = [self] { self->endOfInput(); };
  input->on(event::keypress, onKey_);
  input->on(event::end, onEnd_);
  setRawMode(true);
  if (!output) return;
  onResize_ = [self] { self->editor_->refreshLine(); };
  output->on("resize", onResize_);
}

// Gives the input the mode of a terminal in which each key is read at once. Other streams have no modes.
void InterfaceObject::setRawMode(bool on) {
  if (auto* terminalInput = dynamic_cast<process::InputObject*>(input.get()); terminalInput && terminalInput->isTTY)
    terminalInput->setRawMode(on);
}

double InterfaceObject::columns() const {
  const auto* of = dynamic_cast<const process::OutputObject*>(output ? output.get() : nullptr);
  const double width = of ? of->columns.toNumber() : 0;
  return width > 0 ? width : std::numeric_limits<double>::infinity();
}

CursorPos InterfaceObject::getCursorPos() const { return editor_->cursorPos(); }

// The listeners of the input hold this interface, which holds the input.
void InterfaceObject::traceMembers(nodecpp::detail::Tracer& tracer) {
  tracer(input, output, answer_, onData_, onEnd_, onAbort_, onError_, onKey_, onResize_, signal_, decoder_, completer_);
}

// Takes the listeners from the input, which hold this interface.
void InterfaceObject::leave() {
  if (onError_) {
    if (onData_) input->off(event::data, onData_);
    if (onKey_) input->off(event::keypress, onKey_);
    input->off(event::error, onError_);
    input->off(event::end, onEnd_);
    if (onResize_) output->off("resize", onResize_);
  }
  if (signal_ && onAbort_) signal_->removeEventListener("abort", onAbort_);
  onData_ = nullptr;
  onEnd_ = nullptr;
  onError_ = nullptr;
  onAbort_ = nullptr;
  onKey_ = nullptr;
  onResize_ = nullptr;
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
  const String last = terminal ? line : std::exchange(rest_, String());
  if (!last.empty()) emit(event::line, last);
  close();
}

void InterfaceObject::prompt(bool preserveCursor) {
  if (paused_) resume();
  if (!terminal || process::env["TERM"] == "dumb") {
    if (output) output->write(prompt_);
    return;
  }
  if (!preserveCursor) cursor = 0;
  editor_->refreshLine();
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
  editor_->clearLine();
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

void InterfaceObject::writeKey(const String& text, const Key* key) {
  checkOpen();
  if (paused_) resume();
  if (terminal)
    editor_->ttyWrite(text, key ? *key : Key());
  else if (!text.isNullish())
    take(text);
}

void InterfaceObject::completeLine(bool again) {
  pause();
  completer_.complete(line.slice(0, cursor), [self = Interface(this), again](Error error, Completions found) {
    self->resume();
    self->completed(again, error, found);
  });
}

void InterfaceObject::completed(bool again, const Error& error, const Completions& found) {
  if (error)
    editor_->write("Tab completion error: " + util::inspect(error));
  else
    editor_->completed(again, found);
}

Promise<Completions> Completer::completion(String line) const {
  if (later_) return later_(line);
  auto result = Promise<Completions>::withResolvers();
  try {
    complete(line, [resolve = result.resolve, reject = result.reject](Error error, Completions found) {
      if (error)
        reject(error);
      else
        resolve(std::move(found));
    });
  } catch (const Error& error) {
    result.reject(error);
  }
  return result.promise;
}

void Completer::complete(const String& line, Done done) const {
  if (withCallback_) return withCallback_(line, std::move(done));
  if (atOnce_) return done(nullptr, atOnce_(line));
  later_(line).then([done](Completions found) { done(nullptr, std::move(found)); }, [done](Error error) { done(error, {}); });
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
  if (terminal) setRawMode(false);
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
  Function<void(Error)> onError;
  Error error;  // of the input, which the loop throws after the lines before it
  bool isOver = false, hasPaused = false;
  NODECPP_TRACE(from, wake, onLine, onClose, onError)

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
    from->off(event::error, onError);
    onLine = nullptr;
    onClose = nullptr;
    onError = nullptr;
  }
};

Sequence<String> InterfaceObject::lines() {
  auto made = make<Handle<Lines>>();
  made->from = Interface(this);
  made->isOver = closed;
  made->onLine = [made](String line) { made->add(line); };
  made->onClose = [made] { made->end(); };
  made->onError = [made](Error error) {
    made->error = std::move(error);
    made->end();
  };
  on(event::line, made->onLine);
  on(event::close, made->onClose);
  on(event::error, made->onError);
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
    if (lines->error) throw std::exchange(lines->error, Error());
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
  if (callback) Loop::current().nextTick([callback] { callback(nullptr); });
  return true;
}

}  // namespace

bool clearLine(const stream::Writable& stream, int direction, stream::Callback callback) {
  return writeSequence(stream, detail::clearLineSequence(direction), std::move(callback));
}
bool clearScreenDown(const stream::Writable& stream, stream::Callback callback) {
  return writeSequence(stream, detail::clearScreenDownSequence, std::move(callback));
}
bool cursorTo(const stream::Writable& stream, int x, stream::Callback callback) {
  return writeSequence(stream, detail::cursorToSequence(x), std::move(callback));
}
bool cursorTo(const stream::Writable& stream, int x, int y, stream::Callback callback) {
  return writeSequence(stream, detail::cursorToSequence(x, y), std::move(callback));
}
bool moveCursor(const stream::Writable& stream, int dx, int dy, stream::Callback callback) {
  return writeSequence(stream, detail::moveCursorSequence(dx, dy), std::move(callback));
}

}  // namespace nodecpp::readline
