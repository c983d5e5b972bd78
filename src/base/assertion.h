// Assertions: what must hold inside the runtime, whatever a program or a remote does. A failed assertion is a bug of
// the runtime, so the process ends before it acts on a state that cannot be trusted. What a program can do wrong is
// answered with an error instead, and what protects memory from programs is NODECPP_FAILS (nodecpp/safety.h).
//
//   NODECPP_ASSERT(state_ == State::open);               release builds check it, too: for what costs nothing measurable
//   NODECPP_ASSERT(sent <= length, sent, length);         prints the values of `sent` and `length` when it fails
//   NODECPP_DEBUG_ASSERT(isSorted(timers_));              only debug builds check it, those of the sanitizers, of the fuzzers
//                                                         and of the simulation's tests among them
//
// A failed assertion prints its expression, its place, the values, and the command that replays the run when the run is
// recorded; then it aborts. The values must be numbers, enumerators, bools, pointers or C strings.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <source_location>
#include <type_traits>

namespace nodecpp::detail {

// A value that is printed with a failed assertion.
class AssertedValue {
 public:
  AssertedValue(bool value) noexcept : kind_(Kind::boolean), number_(value) {}
  AssertedValue(const char* text) noexcept : kind_(Kind::text), text_(text) {}
  AssertedValue(const void* pointer) noexcept : kind_(Kind::pointer), pointer_(pointer) {}
  AssertedValue(double value) noexcept : kind_(Kind::fraction), fraction_(value) {}
  template <class T>
    requires std::is_integral_v<T> || std::is_enum_v<T>
  AssertedValue(T value) noexcept
      : kind_(std::is_unsigned_v<T> ? Kind::natural : Kind::number), number_(static_cast<std::int64_t>(value)) {}

  // Writes the value to standard error. Nothing is allocated.
  void print() const noexcept;

 private:
  enum class Kind : unsigned char { boolean, number, natural, fraction, pointer, text } kind_;
  union {
    std::int64_t number_;
    double fraction_;
    const void* pointer_;
    const char* text_;
  };
};

// Prints the failed assertion and ends the process by abort(). `names` are the values' expressions as they stand in the source,
// separated by commas.
[[noreturn, gnu::cold, gnu::noinline]] void assertionFailed(
    const char* expression, const char* names, std::initializer_list<AssertedValue> values,
    const std::source_location& place = std::source_location::current()) noexcept;

// Sets the command that replays this process, which failed assertions print; an empty text when the process cannot be
// replayed. At most 1,023 bytes of `command` are copied. Called by os/session when a recording begins, before other
// threads run.
void setReplayCommand(const char* command) noexcept;

}  // namespace nodecpp::detail

#define NODECPP_ASSERT(condition, ...)                                                      \
  do {                                                                                      \
    if (!(condition)) [[unlikely]]                                                          \
      ::nodecpp::detail::assertionFailed(#condition, #__VA_ARGS__, {__VA_ARGS__});          \
  } while (false)

// The arguments of NODECPP_DEBUG_ASSERT are compiled in all builds, so that they stay correct, but they are evaluated
// in debug builds only.
#ifdef NODECPP_DEBUG_ASSERTIONS
#define NODECPP_DEBUG_ASSERT(condition, ...) NODECPP_ASSERT(condition, __VA_ARGS__)
#else
#define NODECPP_DEBUG_ASSERT(condition, ...)         \
  do {                                               \
    if (false) NODECPP_ASSERT(condition, __VA_ARGS__); \
  } while (false)
#endif
