// readline: reads a stream line by line, and asks questions. https://nodejs.org/docs/latest-v24.x/api/readline.html
//
// Lines are those of any stream. On a terminal, the terminal itself edits the line; keys are not read one by one.
#pragma once

#include <nodecpp/abort_controller.h>
#include <nodecpp/concurrency/sequence.h>
#include <nodecpp/stream.h>

namespace nodecpp::event {
struct line_t {
  static constexpr const char* name = "line";
};
inline constexpr line_t line{};
}  // namespace nodecpp::event

namespace nodecpp::readline {

class InterfaceObject;
using Interface = Handle<InterfaceObject>;

// The options of createInterface, in the order of Node's page. `crlfDelay` is in milliseconds: a line feed that comes
// so long after a carriage return at the end of a chunk belongs to it. It is at least 100.
struct InterfaceOptions {
  stream::Readable input{};
  stream::Writable output{};
  String prompt = "> ";
  double crlfDelay = 100;
  AbortSignal signal{};
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
  static Args<String> eventArgs(event::line_t);
  static Args<> eventArgs(event::pause_t);
  static Args<> eventArgs(event::resume_t);

  // Begins to read. Throws a TypeError when there is no input.
  explicit InterfaceObject(InterfaceOptions options);
  ~InterfaceObject() override;
  const char* className() const override { return "Interface"; }

  stream::Readable input;
  stream::Writable output;
  bool closed = false;
  // True when the output is a terminal.
  bool terminal = false;
  // The line that is being edited. It stays empty, because the terminal edits it.
  String line;

  String getPrompt() const { return prompt_; }
  void setPrompt(StringArg prompt) { prompt_ = prompt.toString(); }
  // Writes the prompt to the output, and reads on if the interface is paused.
  void prompt();
  // Writes `query` and gives the next line to `callback` in the place of a `line` event. With a signal that is aborted
  // the callback is never called. While a question is open, another one only writes its prompt again. Throws
  // ERR_USE_AFTER_CLOSE.
  void question(StringArg query, Function<void(String)> callback) { question(query, {}, std::move(callback)); }
  void question(StringArg query, const QuestionOptions& options, Function<void(String)> callback);
  // Takes the text as if it had been read. Reads on if the interface is paused. Throws ERR_USE_AFTER_CLOSE.
  void write(StringArg given);

  // Pause the input and read on. Both return this interface and throw ERR_USE_AFTER_CLOSE.
  Interface pause();
  Interface resume();
  // Gives up the input, which stays open but paused. Lines that have been read already are still emitted.
  void close();

  // For `for await (const line of rl)`: `auto lines = rl->lines(); while (auto line = co_await lines.next())`. Lines
  // that come while the loop is busy are kept; at 1,024 of them the input is paused.
  Sequence<String> lines();

 protected:
  void ask(StringArg query, Function<void(String)> callback);
  void cancelQuestion();
  void checkOpen() const;
  void traceMembers(nodecpp::detail::Tracer& tracer) override;

 private:
  struct Lines;
  void take(StringArg text);
  void emitLine(String line);
  void endOfInput();
  void leave();
  static Sequence<String> linesOf(Handle<Lines> lines);

  String prompt_, oldPrompt_;
  Function<void(String)> answer_;
  Function<void(stream::Chunk)> onData_;
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
inline Interface createInterface(stream::Readable input, stream::Writable output = {}) {
  return createInterface(InterfaceOptions{.input = std::move(input), .output = std::move(output)});
}

// Write escape sequences for terminals to a stream, as the functions of process::stdout do. Without a stream they do
// nothing, return true and call the callback. The result is that of write().
bool clearLine(const stream::Writable& stream, int direction, stream::Callback callback = {});
bool clearScreenDown(const stream::Writable& stream, stream::Callback callback = {});
bool cursorTo(const stream::Writable& stream, int x, stream::Callback callback = {});
bool cursorTo(const stream::Writable& stream, int x, int y, stream::Callback callback = {});
bool moveCursor(const stream::Writable& stream, int dx, int dy, stream::Callback callback = {});

}  // namespace nodecpp::readline
