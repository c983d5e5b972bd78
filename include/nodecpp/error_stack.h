// ErrorStack: the type of `error->stack`. It reads as a String, which is made when it is first read. Until then an
// error costs only the return addresses of the running calls. Part of error.h.
#pragma once

#include <nodecpp/string.h>

namespace nodecpp {

class ErrorStack;
struct ErrorData;

namespace detail {
struct CallStack;
struct AwaitPlaces;
// ErrorStack counts as a String, as a let<String> does: in concatenations, comparisons and arguments.
template <>
inline constexpr bool isString<ErrorStack> = true;
}  // namespace detail

// V8's stack trace: "TypeError [CODE]: message", then one line for each of the program's calls that were running when
// the error was made, at most Error::stackTraceLimit. https://v8.dev/docs/stack-trace-api
//
//   TypeError: wrong
//       at parse (/home/ann/server/parse.cpp:12)
//       at /home/ann/server/server.cpp:30
//       at async handle (/home/ann/server/server.cpp:41:17)
//
// Files and line numbers come from debugging information (-g1 or more). Without it a line contains the function's name
// and an address that the tool addr2line understands. The text is made when it is first read, as in Node: it has the
// name and the message that the error has then, and later changes of the two do not change it.
class ErrorStack {
 public:
  ErrorStack() noexcept = default;
  ErrorStack(const ErrorStack& other) noexcept;
  ErrorStack& operator=(ErrorStack other) noexcept {
    std::swap(text_, other.text_);
    std::swap(calls_, other.calls_);
    std::swap(of_, other.of_);
    std::swap(isRead_, other.isRead_);
    return *this;
  }
  // Replaces the whole stack by a text, as in JavaScript.
  ErrorStack& operator=(String text) noexcept;
  ErrorStack& operator=(const char* text) { return *this = String(text); }
  ~ErrorStack();

  // Returns the whole text. The reference dangles at the next assignment. The function never throws; information that
  // cannot be found is left out.
  const String& ref() const [[clang::lifetimebound]] {
    if (!isRead_) [[unlikely]]
      read();
    return text_;
  }
  String toString() const { return ref(); }
  explicit operator bool() const { return size() != 0; }
  const char* data() const [[clang::lifetimebound]] { return ref().data(); }
  std::size_t size() const { return ref().size(); }
  bool empty() const { return size() == 0; }

  // The functions of String that programs use most on a stack. All other functions of String are reached by toString().
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

  // For the runtime: stores the running calls, with `header` as the first line. With `onlyProgram` there are no lines
  // of calls unless a function of the program is among them, because Node's error has none there either.
  void capture(String header, bool onlyProgram = false);
  // For the runtime: stores the running calls. The first line is made of the error's name and message when the stack is
  // first read. `of` must contain this stack. A copy of the stack does not refer to the error.
  void captureOf(const ErrorData& of);
  // Replaces the first line of the stack and keeps the calls.
  void setHeader(String header) noexcept;
  // Leaves out the lines of calls when no function of the program is among them.
  void removeRuntimeLines();
  // For an error that comes from outside, such as a failed operation: adds the places of the co_awaits that wait for
  // it, innermost first. The lines are then printed in any case.
  void awaitedAt(const detail::AwaitPlaces& places);
  // Makes the stack independent of this thread, so that it can be sent to another thread.
  void unshare();

 private:
  void read() const;

  mutable String text_;  // only the first line, until the stack is read
  detail::CallStack* calls_ = nullptr;
  mutable const ErrorData* of_ = nullptr;  // the error whose toString() is the first line, until the stack is read
  mutable bool isRead_ = true;
};

inline String str(const ErrorStack& stack) { return stack.toString(); }

}  // namespace nodecpp
