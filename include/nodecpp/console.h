// console: Node's global console. https://nodejs.org/docs/latest-v24.x/api/console.html
//
// What is printed is what util::format makes of the arguments. `assert` is a macro of C++, so console.assert is
// `console::assert_`.
#pragma once

#include <nodecpp/util.h>

namespace nodecpp {

namespace detail {

// Writes a line to standard output (1) or standard error (2), indented by the open groups.
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
  } else {
    const util::Value values[] = {util::Value(args)..., util::Value()};
    consoleFormat(fd, values, sizeof...(T));
  }
}

}  // namespace detail

namespace console {

// To standard output.
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
// To standard error.
template <class... T>
void error(const T&... args) {
  detail::consolePrint(2, args...);
}
template <class... T>
void warn(const T&... args) {
  detail::consolePrint(2, args...);
}

// util::inspect of one value, without the types' own forms (a Buffer as its numbers).
void dir(const util::Value& value);
void dir(const util::Value& value, util::InspectOptions options);
template <class... T>
void dirxml(const T&... args) {
  detail::consolePrint(1, args...);
}

// A table of an array's or an object's rows; of the named columns when they are given. What is no object is logged.
void table(const util::Value& data);
void table(const util::Value& data, const Array<String>& columns);

// Further lines are indented by two, until groupEnd.
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

// Prints "label: how often it was counted".
void count(const util::Value& label = "default");
void countReset(const util::Value& label = "default");

// Timers by label; timeLog and timeEnd print the time since `time`. A label in use, or unknown, is a warning.
void time(const util::Value& label = "default");
void timeEnd(const util::Value& label = "default");
template <class... T>
void timeLog(const util::Value& label, const T&... more) {
  const util::Value values[] = {util::Value(more)..., util::Value()};
  detail::consoleTimeLog(detail::formatValues(&label, 1, nullptr), values, sizeof...(T));
}
inline void timeLog() { timeLog("default"); }

// "Trace: …" to standard error, with the lines of an error's stack.
template <class... T>
void trace(const T&... args) {
  const util::Value values[] = {util::Value(args)..., util::Value()};
  detail::consoleLine(2, detail::consoleTrace(values, sizeof...(T)));
}

// console.assert: "Assertion failed" and the arguments, to standard error, unless `condition` is true.
template <class C, class... T>
void assert_(const C& condition, const T&... args) {
  if (static_cast<bool>(condition)) return;
  const util::Value values[] = {util::Value(args)..., util::Value()};
  detail::consoleAssertionFailed(values, sizeof...(T));
}

// Clears a terminal; nothing elsewhere.
void clear();

}  // namespace console
}  // namespace nodecpp
