// util.debuglog and util.deprecate. https://nodejs.org/docs/latest-v24.x/api/util.html#utildebuglogsection-callback
#pragma once

#include <nodecpp/let.h>
#include <nodecpp/process/process_object.h>
#include <nodecpp/util.h>

namespace nodecpp::detail {

// Returns whether NODE_DEBUG names the section, whose name is in upper case.
bool isDebugged(StringArg section);
void writeDebug(StringArg section, const util::Value* values, std::size_t count);
// Emits a DeprecationWarning, unless the program has turned these off. A code is warned of once in a program.
void warnDeprecated(StringArg message, StringArg code, bool& warned);

}  // namespace nodecpp::detail

namespace nodecpp::util {

// The function that debuglog returns: it formats its arguments as util::format does and prints "SECTION PID: text" to
// standard error, or does nothing when NODE_DEBUG does not name the section.
class DebugLogger {
 public:
  explicit DebugLogger(StringArg section)
      : section_(section.toString().toUpperCase()), enabled_(nodecpp::detail::isDebugged(section_)) {}

  template <class... T>
  void operator()(const T&... args) const {
    if (!enabled_) return;
    const Value values[] = {Value(args)..., Value()};
    nodecpp::detail::writeDebug(section_, values, sizeof...(T));
  }
  bool enabled() const { return enabled_; }

 private:
  String section_;
  bool enabled_;
};

// Returns the logger of a section. NODE_DEBUG is a list of sections, separated by commas, in any case, and with `*` for
// any text; it is read once in a program. There is no callback: the logger costs the test of a flag.
inline DebugLogger debuglog(StringArg section) { return DebugLogger(section); }
inline DebugLogger debug(StringArg section) { return DebugLogger(section); }

// Returns a function that calls `f`, and that emits a DeprecationWarning with this message, and code if there is one,
// when it is called for the first time. Of several functions with one code only the first to be called warns.
template <class F>
auto deprecate(F f, StringArg message, StringArg code = "") {
  return [f = std::move(f), message = message.toString(), code = code.toString(),
          warned = let<bool>(false)]<class... A>(A&&... args) -> decltype(auto) {
    nodecpp::detail::warnDeprecated(message, code, warned.ref());
    return f(std::forward<A>(args)...);
  };
}

}  // namespace nodecpp::util
