// ErrorStack: what `error->stack` is. A String to whoever reads it, made when it is read first: an error that nobody looks at
// costs the addresses of the running calls only. Part of error.h.
#pragma once

#include <nodecpp/string.h>

namespace nodecpp {

class ErrorStack;

namespace detail {
struct CallStack;
struct AwaitPlaces;
// It stands for a String, as a let<String> does: in concatenations, comparisons, arguments.
template <>
inline constexpr bool isString<ErrorStack> = true;
}  // namespace detail

// V8's stack trace: "TypeError [CODE]: message", then a line for each of the program's calls that were running when the
// error was made, at most Error::stackTraceLimit. https://v8.dev/docs/stack-trace-api
//
//   TypeError: wrong
//       at parse (/home/ann/server/parse.cpp:12)
//       at /home/ann/server/server.cpp:30
//       at async handle (/home/ann/server/server.cpp:41:17)
//
// Files and lines are the debugging information's (-g1 or more); without it a line has the function's name and an address
// that addr2line takes. The first line is made with the error: a later change of its name or message changes nothing.
class ErrorStack {
 public:
  ErrorStack() noexcept = default;
  ErrorStack(const ErrorStack& other) noexcept;
  ErrorStack(ErrorStack&& other) noexcept
      : text_(std::move(other.text_)), calls_(std::exchange(other.calls_, nullptr)), isRead_(other.isRead_) {}
  ErrorStack& operator=(ErrorStack other) noexcept {
    std::swap(text_, other.text_);
    std::swap(calls_, other.calls_);
    std::swap(isRead_, other.isRead_);
    return *this;
  }
  // Any text in its place, as in JavaScript.
  ErrorStack& operator=(String text) noexcept;
  ErrorStack& operator=(const char* text) { return *this = String(text); }
  ~ErrorStack();

  // The whole text; valid until the next assignment. It never throws: what cannot be looked up is left out.
  const String& ref() const [[clang::lifetimebound]] {
    if (calls_ && !isRead_) [[unlikely]]
      read();
    return text_;
  }
  String toString() const { return ref(); }
  explicit operator bool() const { return size() != 0; }
  const char* data() const [[clang::lifetimebound]] { return ref().data(); }
  std::size_t size() const { return ref().size(); }
  bool empty() const { return size() == 0; }

  // Those of String's functions that a program uses on a stack; the rest by toString().
  auto length() const { return ref().length(); }
  bool includes(StringArg text) const { return ref().includes(text); }
  bool startsWith(StringArg text) const { return ref().startsWith(text); }
  bool endsWith(StringArg text) const { return ref().endsWith(text); }
  auto indexOf(StringArg text, detail::Index from = 0) const { return ref().indexOf(text, from); }
  String slice(detail::Index from, detail::Index to = PTRDIFF_MAX) const { return ref().slice(from, to); }
  auto split(StringArg separator) const { return ref().split(separator); }
  auto split(StringArg separator, std::size_t limit) const { return ref().split(separator, limit); }
  template <class To>
  String replace(StringArg what, To&& by) const {
    return ref().replace(what, std::forward<To>(by));
  }
  template <class To>
  String replaceAll(StringArg what, To&& by) const {
    return ref().replaceAll(what, std::forward<To>(by));
  }

  // For the runtime: the calls that run now, and `header` as the first line. `onlyProgram` where Node's error has no lines
  // unless the program called what failed.
  void capture(String header, bool onlyProgram = false);
  // Another first line; the calls stay.
  void setHeader(String header) noexcept;
  // Where no call of the program's is in it there is no line.
  void keepOnlyProgram();
  // Of an error that comes from outside: the co_awaits that wait for it, innermost first. It has a line then in any case.
  void awaitedAt(const detail::AwaitPlaces& places);
  // So that it may go to another thread.
  void unshare();

 private:
  void read() const;

  mutable String text_;  // the header, until it is read
  detail::CallStack* calls_ = nullptr;
  mutable bool isRead_ = false;
};

inline String str(const ErrorStack& stack) { return stack.toString(); }

}  // namespace nodecpp
