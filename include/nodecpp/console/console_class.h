// console.Console: a console that writes to streams of the program's own.
// https://nodejs.org/docs/latest-v24.x/api/console.html#class-console
//
//   auto logger = make<console::Console>({.stdout = output, .stderr = errorOutput});
//   logger->log("count: %d", count);
#pragma once

#include <nodecpp/console.h>
#include <nodecpp/stream.h>

#include <optional>

namespace nodecpp {

namespace detail {
struct ConsoleState;
}

namespace console {

// The value of the option `colorMode`: "auto", the default, colours what a terminal shows.
class ColorMode {
 public:
  ColorMode() noexcept = default;
  ColorMode(bool on) noexcept : mode_(on ? Mode::on : Mode::off) {}
  // Throws ERR_INVALID_ARG_VALUE for any other text than "auto".
  template <class S>
    requires nodecpp::detail::StringLike<const S&>
  ColorMode(const S& text) : ColorMode(StringArg(text), 0) {}

  bool isAuto() const noexcept { return mode_ == Mode::automatic; }
  bool isOn() const noexcept { return mode_ == Mode::on; }

 private:
  enum class Mode : unsigned char { automatic, on, off };
  ColorMode(StringArg text, int);
  Mode mode_ = Mode::automatic;
};

struct ConsoleOptions {
  stream::Writable stdout{};
  stream::Writable stderr{};  // `stdout` by default
  bool ignoreErrors = true;   // whether errors of the streams are ignored
  ColorMode colorMode{};
  // How values are printed. `colors` cannot be true when there is a colorMode.
  std::optional<util::InspectOptions> inspectOptions{};
  double groupIndentation = 2;  // from 0 to 1,000
};

// Its functions do what those of the global console do, with counters, timers and groups of its own.
class ConsoleObject : public Object {
 public:
  using Options = ConsoleOptions;

  // Throws ERR_CONSOLE_WRITABLE_STREAM when `stdout` is undefined, ERR_OUT_OF_RANGE and ERR_INCOMPATIBLE_OPTION_PAIR.
  explicit ConsoleObject(Options options);
  explicit ConsoleObject(stream::Writable stdout, stream::Writable stderr = {}, bool ignoreErrors = true)
      : ConsoleObject(Options{.stdout = std::move(stdout), .stderr = std::move(stderr), .ignoreErrors = ignoreErrors}) {
  }
  ~ConsoleObject() override;

  template <class... T>
  void log(const T&... args) {
    print(1, args...);
  }
  template <class... T>
  void info(const T&... args) {
    print(1, args...);
  }
  template <class... T>
  void debug(const T&... args) {
    print(1, args...);
  }
  template <class... T>
  void error(const T&... args) {
    print(2, args...);
  }
  template <class... T>
  void warn(const T&... args) {
    print(2, args...);
  }
  void dir(const util::Value& value);
  void dir(const util::Value& value, util::InspectOptions options);
  template <class... T>
  void dirxml(const T&... args) {
    print(1, args...);
  }
  void table(const util::Value& data);
  void table(const util::Value& data, const Array<String>& columns);
  template <class... T>
  void group(const T&... label) {
    if constexpr (sizeof...(T) > 0) print(1, label...);
    indent();
  }
  template <class... T>
  void groupCollapsed(const T&... label) {
    group(label...);
  }
  void groupEnd();
  void count(const util::Value& label = "default");
  void countReset(const util::Value& label = "default");
  void time(const util::Value& label = "default");
  void timeEnd(const util::Value& label = "default");
  template <class... T>
  void timeLog(const util::Value& label = "default", const T&... more) {
    const util::Value values[] = {util::Value(more)..., util::Value()};
    logTime(label, values, sizeof...(T));
  }
  template <class... T>
  void trace(const T&... args) {
    const util::Value values[] = {util::Value(args)..., util::Value()};
    printTrace(values, sizeof...(T));
  }
  template <class C, class... T>
  void assert_(const C& condition, const T&... args) {
    if (static_cast<bool>(condition)) return;
    const util::Value values[] = {util::Value(args)..., util::Value()};
    assertionFailed(values, sizeof...(T));
  }
  void clear();

 private:
  struct Sink;

  template <class... T>
  void print(int fd, const T&... args) {
    if constexpr (sizeof...(T) == 1 && (nodecpp::detail::StringLike<const T&> && ...)) {
      (line(fd, StringArg(args)), ...);
    } else {
      const util::Value values[] = {util::Value(args)..., util::Value()};
      format(fd, values, sizeof...(T));
    }
  }
  void line(int fd, StringArg text);
  void format(int fd, const util::Value* values, std::size_t count);
  void indent();
  void logTime(const util::Value& label, const util::Value* values, std::size_t count);
  void printTrace(const util::Value* values, std::size_t count);
  void assertionFailed(const util::Value* values, std::size_t count);

  stream::Writable streams_[2];
  Sink* sink_;
  nodecpp::detail::ConsoleState* state_;
  NODECPP_TRACE(streams_[0], streams_[1])
};
using Console = Handle<ConsoleObject>;

}  // namespace console
}  // namespace nodecpp
