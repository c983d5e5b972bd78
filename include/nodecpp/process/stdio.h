// process::stdin, stdout and stderr. https://nodejs.org/docs/latest-v24.x/api/process.html#processstdout
#pragma once

#include <nodecpp/lookup.h>
#include <nodecpp/stream.h>

namespace nodecpp::process {

// `isTTY`: true, or undefined.
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

// Standard output or error: a stream whose writes are through when write() returns. end() and destroy() do not close what
// it writes to: it can be written to again, as in Node. A failed write (EPIPE, where nobody reads any more) is its
// `error` event.
class OutputObject : public stream::WritableObject {
 public:
  explicit OutputObject(int descriptor);

  using stream::WritableObject::eventArgs;
  // A terminal's size has changed.
  static Args<> eventArgs(event::resize_t);

  int fd;
  IsTerminal isTTY;
  // Of a terminal; else undefined.
  Lookup columns;
  Lookup rows;
  // {columns, rows}. A TypeError where it is no terminal.
  std::pair<int, int> getWindowSize() const;
  // Escape sequences for terminals; -1 and 1 clear to the left and to the right, 0 the whole line. True as write().
  bool clearLine(int direction, stream::Callback callback = {});
  bool clearScreenDown(stream::Callback callback = {});
  bool cursorTo(int x, stream::Callback callback = {});
  bool cursorTo(int x, int y, stream::Callback callback = {});
  bool moveCursor(int dx, int dy, stream::Callback callback = {});

  const char* className() const override;
  // For the runtime: the next write fails with this instead of being tried.
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

// Standard input. It is read, and keeps the program alive, while it flows or somebody waits for `readable`.
class InputObject : public stream::ReadableObject {
 public:
  InputObject();
  ~InputObject() override;

  int fd = 0;
  IsTerminal isTTY;
  // Whether the program waits for it before it ends.
  Handle<InputObject> ref();
  Handle<InputObject> unref();

  const char* className() const override { return "ReadStream"; }
  // For the runtime: reads no more, and may go.
  void release();

 protected:
  void _read(double size) override;
  void _destroy(Error error, stream::Callback callback) override;
  void pauseSource() override;

 private:
  struct Source;
  Source* source_;
};
using Input = Handle<InputObject>;

namespace detail {
Output output(int fd);
Input input();
}  // namespace detail

// A standard stream is made when it is used first.
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
