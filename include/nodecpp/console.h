// console: Node's global console. https://nodejs.org/docs/latest-v24.x/api/console.html
//
// Arguments are formatted as by util::format. `assert` is a macro in C++, so console.assert is `console::assert_`.
#pragma once

#include <nodecpp/util.h>

namespace nodecpp {

namespace detail {

// Writes a line to standard output (fd 1) or standard error (fd 2), indented by the open groups.
void consoleLine(int fd, StringArg line);
void consoleFormat(int fd, const util::Value* values, std::size_t count);
void consoleGroup();
void consoleTimeLog(StringArg label, const util::Value* values, std::size_t count);
String consoleTrace(const util::Value* values, std::size_t count);
void consoleAssertionFailed(const util::Value* values, std::size_t count);

template <class... T>
void consolePrint(int fd, const T&... args) {
  if constexpr (sizeof...(T) == 1 && (StringLike<const T&> && ...)) {
    (consoleLine(fd, StringArg(args)), ...);
  } else if constexpr ((IsSpread<T> || ...)) {  // console.log(...list)
    const auto values = spreadOut<util::Value>(args...);
    consoleFormat(fd, ArrayAccess::items(values), values.size());
  } else {
    const util::Value values[] = {util::Value(args)..., util::Value()};
    consoleFormat(fd, values, sizeof...(T));
  }
}

}  // namespace detail

namespace console {

// console.log, info and debug print a line to standard output.
template <class... T>
void log(const T&... args) {
  detail::consolePrint(1, args...);
}
template <class... T>
void info(const T&... args) {
  detail::consolePrint(1, args...);
}
template <class... T>
void debug(const T&... args) {
  detail::consolePrint(1, args...);
}
// console.error and warn print a line to standard error.
template <class... T>
void error(const T&... args) {
  detail::consolePrint(2, args...);
}
template <class... T>
void warn(const T&... args) {
  detail::consolePrint(2, args...);
}

// Prints util::inspect of one value, without the formats that types define for themselves (a Buffer as its numbers).
void dir(const util::Value& value);
void dir(const util::Value& value, util::InspectOptions options);
template <class... T>
void dirxml(const T&... args) {
  detail::consolePrint(1, args...);
}

// Prints a table with a row for each element of an array or property of an object. When columns are named, the table
// has only these. A value that is not an object is printed as by log.
void table(const util::Value& data);
void table(const util::Value& data, const Array<String>& columns);

// Prints the label and indents further lines by two spaces, until groupEnd is called.
template <class... T>
void group(const T&... label) {
  if constexpr (sizeof...(T) > 0) detail::consolePrint(1, label...);
  detail::consoleGroup();
}
template <class... T>
void groupCollapsed(const T&... label) {
  group(label...);
}
void groupEnd();

// Prints "label: n", where n is how often count was called with this label. countReset sets n to 0.
void count(const util::Value& label = "default");
void countReset(const util::Value& label = "default");

// Starts a timer with a label. timeLog and timeEnd print the time since then, and timeEnd removes the timer. A label
// already in use and an unknown label cause a warning.
void time(const util::Value& label = "default");
void timeEnd(const util::Value& label = "default");
template <class... T>
void timeLog(const util::Value& label, const T&... more) {
  const util::Value values[] = {util::Value(more)..., util::Value()};
  detail::consoleTimeLog(detail::formatValues(&label, 1, nullptr), values, sizeof...(T));
}
inline void timeLog() { timeLog("default"); }

// Prints "Trace: …" and the current stack frames to standard error.
template <class... T>
void trace(const T&... args) {
  const util::Value values[] = {util::Value(args)..., util::Value()};
  detail::consoleLine(2, detail::consoleTrace(values, sizeof...(T)));
}

// Node's console.assert: prints "Assertion failed" and the arguments to standard error when `condition` is false.
template <class C, class... T>
void assert_(const C& condition, const T&... args) {
  if (static_cast<bool>(condition)) return;
  const util::Value values[] = {util::Value(args)..., util::Value()};
  detail::consoleAssertionFailed(values, sizeof...(T));
}

// Clears the screen when standard output is a terminal; otherwise does nothing.
void clear();

}  // namespace console
}  // namespace nodecpp
