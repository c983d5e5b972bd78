// readline: reads a stream line by line, and asks questions. https://nodejs.org/docs/latest-v24.x/api/readline.html
//
// Lines are those of any stream. On a terminal, the interface reads keys one by one and edits the line itself.
#pragma once

#include <nodecpp/abort_controller.h>
#include <nodecpp/concurrency/sequence.h>
#include <nodecpp/readline/completer.h>
#include <nodecpp/readline/keys.h>
#include <nodecpp/stream.h>

namespace nodecpp::event {
struct line_t {
  static constexpr const char* name = "line";
};
inline constexpr line_t line{};
struct history_t {
  static constexpr const char* name = "history";
};
inline constexpr history_t history{};
}  // namespace nodecpp::event

namespace nodecpp::readline {

namespace detail {
class LineEditor;
}

// The options of createInterface, in the order of Node's page. `crlfDelay` is in milliseconds: a line feed that comes
// so long after a carriage return belongs to it. It is at least 100.
struct InterfaceOptions {
  stream::Readable input{};
  stream::Writable output{};
  Completer completer{};
  // Whether the line is edited by keys. By default it is when the output is a terminal.
  stream::OptionalNumber terminal{};
  Array<String> history = Array<String>::undefined();  // the newest line first
  stream::OptionalNumber historySize{};                // 30 lines by default, none with 0
  bool removeHistoryDuplicates = false;
  String prompt = "> ";
  double crlfDelay = 100;
  stream::OptionalNumber escapeCodeTimeout{};  // in milliseconds, 500 by default
  stream::OptionalNumber tabSize{};            // in columns, 8 by default
  AbortSignal signal{};
};

// Where the cursor is: rows below the beginning of the prompt, and columns.
struct CursorPos {
  double rows = 0;
  double cols = 0;
  template <class I>
  void inspectTo(I& out) const {
    out.name("");
    out.property("cols", cols);
    out.property("rows", rows);
  }
};

// The options of question.
struct QuestionOptions {
  AbortSignal signal{};
};

// Reads lines from a stream. https://nodejs.org/docs/latest-v24.x/api/readline.html#class-interfaceconstructor
class InterfaceObject : public EventEmitterObject {
 public:
  using EventEmitterObject::eventArgs;
  static Args<> eventArgs(event::close_t);
  // Emitted with the history when a line was added to it. The listener may change the list.
  static Args<Array<String>> eventArgs(event::history_t);
  static Args<String> eventArgs(event::line_t);
  static Args<> eventArgs(event::pause_t);
  static Args<> eventArgs(event::resume_t);

  // Begins to read. Throws a TypeError when there is no input, and ERR_OUT_OF_RANGE or ERR_INVALID_ARG_VALUE for
  // options that are wrong. On a terminal the events SIGINT (Ctrl-C), SIGTSTP (Ctrl-Z) and SIGCONT, which have no tags,
  // are named by strings: rl->on("SIGINT", [] {…}).
  explicit InterfaceObject(InterfaceOptions options);
  ~InterfaceObject() override;
  const char* className() const override { return "Interface"; }
  template <class I>
  void inspectTo(I& out) const {
    out.property("terminal", terminal).property("line", line).property("cursor", cursor).property("closed", closed);
  }

  stream::Readable input;
  stream::Writable output;
  bool closed = false;
  // True when the line is edited by keys.
  bool terminal = false;
  // The line that is being edited, and where in it the cursor is, in UTF-16 units. Without a terminal the line stays
  // empty. A program may change both, and call prompt(true) to show the change.
  String line;
  std::ptrdiff_t cursor = 0;
  // The lines before, the newest first.
  Array<String> history;
  double escapeCodeTimeout = 500;
  double tabSize = 8;
  // Whether the tab key completes the line.
  bool isCompletionEnabled = true;
  // Returns the width of the output in columns, infinity when the output does not say it. The line is wrapped there.
  virtual double columns() const;
  // Returns where the cursor is, from the beginning of the prompt on.
  CursorPos getCursorPos() const;

  String getPrompt() const { return prompt_; }
  void setPrompt(StringArg prompt) { prompt_ = prompt.toString(); }
  // Writes the prompt to the output, and reads on if the interface is paused. On a terminal the line is shown behind the
  // prompt, with the cursor at its beginning unless `preserveCursor`.
  void prompt(bool preserveCursor = false);
  // Writes `query` and gives the next line to `callback` in the place of a `line` event. With a signal that is aborted
  // the callback is never called. While a question is open, another one only writes its prompt again. Throws
  // ERR_USE_AFTER_CLOSE.
  void question(StringArg query, Function<void(String)> callback) { question(query, {}, std::move(callback)); }
  void question(StringArg query, const QuestionOptions& options, Function<void(String)> callback);
  // Takes the text, or on a terminal the key, as if it had been read. Reads on if the interface is paused. Throws
  // ERR_USE_AFTER_CLOSE.
  void write(StringArg given) { writeKey(given.toString(), nullptr); }
  void write(StringArg given, const Key& key) { writeKey(given.toString(), &key); }
  void write(std::nullptr_t, const Key& key) { writeKey(undefined, &key); }

  // Pause the input and read on. Both return this interface and throw ERR_USE_AFTER_CLOSE.
  Interface pause();
  Interface resume();
  // Gives up the input, which stays open but paused. Lines that have been read already are still emitted.
  void close();

  // For `for await (const line of rl)`: `auto lines = rl->lines(); while (auto line = co_await lines.next())`. Lines
  // that come while the loop is busy are kept; at 1,024 of them the input is paused. An error of the input is thrown by
  // next(), after the lines before it.
  Sequence<String> lines();

 protected:
  // Completes the line up to the cursor and gives the result to the editor. Interfaces with promises await it.
  virtual void completeLine(bool again);
  // Called when Ctrl-C or Ctrl-D has closed the interface, with the message of the error for an open question.
  virtual void closedByKey(StringArg) {}
  // Node reduces the editing on a terminal whose TERM is "dumb", except with promises.
  virtual bool knowsDumbTerminals() const { return true; }
  void completed(bool again, const Error& error, const Completions& found);
  const Completer& completer() const noexcept { return completer_; }
  void ask(StringArg query, Function<void(String)> callback);
  void cancelQuestion();
  void checkOpen() const;
  void traceMembers(nodecpp::detail::Tracer& tracer) override;

 private:
  friend class detail::LineEditor;
  struct Lines;
  void checkOptions(const InterfaceOptions& options);
  void listenToText(const Interface& self);
  void listenToKeys(const Interface& self);
  void setRawMode(bool on);
  void writeKey(const String& text, const Key* key);
  void take(StringArg text);
  void emitLine(String line);
  void endOfInput();
  void leave();
  static Sequence<String> linesOf(Handle<Lines> lines);

  String prompt_, oldPrompt_;
  Function<void(String)> answer_;
  Function<void(stream::Chunk)> onData_;
  Function<void(String, Key)> onKey_;
  Function<void()> onResize_;
  Completer completer_;
  detail::LineEditor* editor_ = nullptr;  // on a terminal; owned
  Function<void()> onEnd_, onAbort_;
  Function<void(Error)> onError_;
  AbortSignal signal_;
  Handle<Object> decoder_;
  String rest_;  // the beginning of the next line
  double crlfDelay_, returnAt_ = -1;
  bool paused_ = false;
};

// Makes an interface. https://nodejs.org/docs/latest-v24.x/api/readline.html#readlinecreateinterfaceoptions
inline Interface createInterface(InterfaceOptions options) { return make<Interface>(std::move(options)); }
inline Interface createInterface(stream::Readable input, stream::Writable output = {}, Completer completer = {},
                                 stream::OptionalNumber terminal = {}) {
  return createInterface(InterfaceOptions{
      .input = std::move(input), .output = std::move(output), .completer = std::move(completer), .terminal = terminal});
}

// Write escape sequences for terminals to a stream, as the functions of process::stdout do. Without a stream they do
// nothing, return true and call the callback. The result is that of write().
bool clearLine(const stream::Writable& stream, int direction, stream::Callback callback = {});
bool clearScreenDown(const stream::Writable& stream, stream::Callback callback = {});
bool cursorTo(const stream::Writable& stream, int x, stream::Callback callback = {});
bool cursorTo(const stream::Writable& stream, int x, int y, stream::Callback callback = {});
bool moveCursor(const stream::Writable& stream, int dx, int dy, stream::Callback callback = {});

}  // namespace nodecpp::readline
