// The calls that were running when an Error was made, as addresses. Taking them is cheap. Names and lines are looked up
// when the error's `stack` is read.
#pragma once

#include <nodecpp/string.h>

#include <cstdint>
#include <source_location>
#include <string_view>

namespace nodecpp::detail {

// One call as the symbols and the debugging information of the program describe it. The views are valid only during the
// call of `tell` that passes the CallSymbol.
struct CallSymbol {
  std::string_view symbol;  // The linker's mangled name. Empty when there is none, and for an inlined call.
  // The readable name, from the symbol or the debugging information. Empty when it is unknown.
  std::string_view function;
  std::string_view file;  // The source file of the call. Empty without debugging information.
  int line = 0;
  std::string_view module;  // The shared library that contains the call. Empty for the program itself.
  std::uintptr_t offset = 0;  // The offset of the call in the program or shared library.
};

// The places of co_awaits. The memory belongs to the caller.
struct AwaitPlaces {
  const std::source_location* first;
  std::size_t count;
};

// The calls of one Error: return addresses, innermost first, followed by the co_awaits that wait for the outermost
// call. The reference count is not atomic, because a CallStack belongs to one thread.
struct CallStack {
  std::uint32_t refs;
  std::uint32_t calls;
  std::uint32_t awaits;
  std::uint32_t limit;  // The number of lines of the stack trace that are shown.
  bool onlyProgram;  // No line is shown when none of the calls belongs to the program.

  const void** call() noexcept { return reinterpret_cast<const void**>(this + 1); }
  std::source_location* await() noexcept { return reinterpret_cast<std::source_location*>(call() + calls); }
  std::size_t bytes() const noexcept {
    return sizeof(CallStack) + calls * sizeof(void*) + awaits * sizeof(std::source_location);
  }

  // Takes the calls of the running thread, and returns them with one reference. Returns null when the system cannot
  // tell them, and for a limit of 0.
  [[nodiscard]] static CallStack* take(bool onlyProgram);
  [[nodiscard]] static CallStack* copyOf(CallStack* other);
  // Returns a copy of the calls that is followed by these co_awaits.
  [[nodiscard]] static CallStack* withAwaits(CallStack* other, const std::source_location* awaits, std::size_t count);
  static void retain(CallStack* stack) noexcept {
    if (stack) detail::countHolder(stack->refs);
  }
  static void drop(CallStack* stack) noexcept;

  // Returns a line such as "\n    at f (/path/to/file.cpp:12)" for each call of the program, in Node's format.
  String lines();
  // Returns the first of these lines for calls that were taken elsewhere.
  static String firstLineOf(const void* const* calls, std::size_t count);

 private:
  static CallStack* make(const CallStack& what, const void* const* calls, const std::source_location* awaits);
};

// Returns the readable name of a function as a stack trace shows it, without its result type, parameters and template
// arguments. The name of a constructor is "new Foo". The name of a lambda is empty.
String callName(std::string_view function);

}  // namespace nodecpp::detail
