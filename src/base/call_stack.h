// Where an Error was made: the calls that were running, as addresses. Taking these costs little; names and lines are
// looked up when somebody reads the error's `stack`.
#pragma once

#include <nodecpp/string.h>

#include <cstdint>
#include <source_location>
#include <string_view>

namespace nodecpp::detail {

// One call, as the symbols and the debugging information of the program tell of it. The texts belong to who tells.
struct CallSymbol {
  std::string_view symbol;    // the linker's, mangled; empty where there is none, and for a call that was inlined
  std::string_view function;  // the same readable, or the name that the debugging information has; empty where unknown
  std::string_view file;      // empty without debugging information
  int line = 0;
  std::string_view module;    // the shared library; empty for the program itself
  std::uintptr_t offset = 0;  // of the call in its module
};

// Of co_awaits.
struct AwaitPlaces {
  const std::source_location* first;
  std::size_t count;
};

// The calls of one Error: their addresses, innermost first, and behind them the co_awaits that wait for the outermost.
// Counted without atomics: it belongs to one thread.
struct CallStack {
  std::uint32_t refs;
  std::uint32_t calls;
  std::uint32_t awaits;
  std::uint32_t limit;  // how many lines are shown
  bool onlyProgram;     // no line where no call is the program's own

  const void** call() noexcept { return reinterpret_cast<const void**>(this + 1); }
  std::source_location* await() noexcept { return reinterpret_cast<std::source_location*>(call() + calls); }
  std::size_t bytes() const noexcept {
    return sizeof(CallStack) + calls * sizeof(void*) + awaits * sizeof(std::source_location);
  }

  // Those of the running thread, with one reference; null where nobody can tell, and for a limit of 0.
  [[nodiscard]] static CallStack* take(bool onlyProgram);
  [[nodiscard]] static CallStack* copyOf(CallStack* other);
  // The same calls with these co_awaits behind them.
  [[nodiscard]] static CallStack* withAwaits(CallStack* other, const std::source_location* awaits, std::size_t count);
  static void retain(CallStack* stack) noexcept {
    if (stack) detail::countHolder(stack->refs);
  }
  static void drop(CallStack* stack) noexcept;

  // "\n    at f (/path/to/file.cpp:12)", a line for each call of the program's, as Node has them.
  String lines();
  // The first of these lines, of calls that were taken elsewhere.
  static String firstLineOf(const void* const* calls, std::size_t count);

 private:
  static CallStack* make(const CallStack& what, const void* const* calls, const std::source_location* awaits);
};

// A function's readable name as a stack trace shows it: without its result, parameters and template arguments. "new Foo"
// for a constructor; empty for a lambda.
String callName(std::string_view function);

}  // namespace nodecpp::detail
