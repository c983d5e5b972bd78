// process::stdin, stdout and stderr. https://nodejs.org/docs/latest-v24.x/api/process.html#processstdout
#pragma once

#include <nodecpp/lookup.h>
#include <nodecpp/stream.h>

namespace nodecpp::process {

// The type of `isTTY`, which is true or undefined.
struct IsTerminal {
  bool on = false;
  constexpr explicit operator bool() const noexcept { return on; }
  friend constexpr bool operator==(IsTerminal a, bool b) noexcept { return a.on && b; }
  friend String str(IsTerminal terminal) { return terminal.on ? "true" : "undefined"; }
  template <class I>
  void inspectTo(I& out) const {
    if (on)
      out.value(true);
    else
      out.text("undefined");
  }
};

// Variables in the place of those of the environment.
using TerminalEnvironment = Array<std::pair<String, String>>;

// Standard output or standard error: a stream whose writes are done when write() returns. end() and destroy() do not
// close the descriptor, so the stream can be written to again, as in Node. A failed write, for example EPIPE when
// nobody reads any more, is an `error` event.
class OutputObject : public stream::WritableObject {
 public:
  explicit OutputObject(int descriptor);

  using stream::WritableObject::eventArgs;
  // Emitted when the size of the terminal has changed.
  static Args<> eventArgs(event::resize_t);

  int fd;
  IsTerminal isTTY;
  // The size of the terminal; undefined when the stream is no terminal.
  Lookup columns;
  Lookup rows;
  // Returns {columns, rows}. Throws a TypeError when the stream is no terminal.
  std::pair<int, int> getWindowSize() const;
  // Returns how many colours the terminal shows, by the environment: 1, 4, 8 or 24 bits. `env` is used in the place of
  // process::env: {{"TERM", "xterm-256color"}}. Throws a TypeError when the stream is no terminal.
  double getColorDepth() const;
  double getColorDepth(const TerminalEnvironment& env) const;
  // Whether the terminal shows at least `count` colours, by default 16. Throws ERR_OUT_OF_RANGE for less than 2.
  bool hasColors(double count = 16) const;
  bool hasColors(double count, const TerminalEnvironment& env) const;
  bool hasColors(const TerminalEnvironment& env) const { return hasColors(16, env); }
  // Write escape sequences for terminals. clearLine clears to the left for -1, to the right for 1, and the whole line
  // for 0. The result is that of write().
  bool clearLine(int direction, stream::Callback callback = {});
  bool clearScreenDown(stream::Callback callback = {});
  bool cursorTo(int x, stream::Callback callback = {});
  bool cursorTo(int x, int y, stream::Callback callback = {});
  bool moveCursor(int dx, int dy, stream::Callback callback = {});

  const char* className() const override;
  // Used by the runtime: the next write fails with this error without being tried.
  void failNext(int error) noexcept { failure_ = error; }
  void refreshSize();

 protected:
  void _write(stream::Chunk chunk, String encoding, stream::Callback callback) override;
  void _destroy(Error error, stream::Callback callback) override;
  void closeEmitted() override {}
  bool isStandardStream() const noexcept override { return true; }

 private:
  int failure_ = 0;
};
using Output = Handle<OutputObject>;

// Standard input. It is read, and keeps the event loop running, while it flows or has a listener of `readable`.
class InputObject : public stream::ReadableObject {
 public:
  InputObject();
  ~InputObject() override;

  int fd = 0;
  IsTerminal isTTY;
  // Whether the terminal is in raw mode.
  bool isRaw = false;
  // Sets whether each key is read at once and the terminal gives no meaning to it, not even to Ctrl-C, or with "io"
  // neither to what is written. When the process ends, the terminal is as it was before. Returns this stream. An error of
  // the system is emitted as `error`. Throws a TypeError when standard input is no terminal, and ERR_INVALID_ARG_VALUE
  // for another text than "raw" and "io".
  Handle<InputObject> setRawMode(bool on);
  Handle<InputObject> setRawMode(StringArg mode);
  Handle<InputObject> setRawMode(const char* mode) { return setRawMode(StringArg(mode)); }
  // Set whether reading standard input keeps the event loop running. Both functions return this stream.
  Handle<InputObject> ref();
  Handle<InputObject> unref();

  const char* className() const override { return "ReadStream"; }
  // Used by the runtime: stops reading, so that the object can be freed.
  void release();

 protected:
  void _read(double size) override;
  void _destroy(Error error, stream::Callback callback) override;
  void pauseSource() override;

 private:
  Handle<InputObject> changeMode(unsigned char mode);
  struct Source;
  Source* source_;
};
using Input = Handle<InputObject>;

namespace detail {
Output output(int fd);
Input input();
}  // namespace detail

// The standard streams are made when they are first used.
struct StandardOutput {
  using StandardStream = Output;
  int fd;
  OutputObject* operator->() const { return detail::output(fd).get(); }
  operator Output() const { return detail::output(fd); }
  operator stream::Writable() const { return detail::output(fd); }
  operator stream::Stream() const { return detail::output(fd); }
};
struct StandardInput {
  using StandardStream = Input;
  InputObject* operator->() const { return detail::input().get(); }
  operator Input() const { return detail::input(); }
  operator stream::Readable() const { return detail::input(); }
  operator stream::Stream() const { return detail::input(); }
};
inline constexpr StandardInput stdin{};
inline constexpr StandardOutput stdout{1};
inline constexpr StandardOutput stderr{2};

}  // namespace nodecpp::process
