// assert: Node's assertions, with its messages. https://nodejs.org/docs/latest-v24.x/api/assert.html
//
// Node's `assert(value)` is assert::ok(value), because a C++ program may have the macro assert of <cassert>; the macro
// does not touch a name with :: behind it. The strict functions are in assert::strict:
//   namespace assert = nodecpp::assert::strict;   // in a function, for `const assert = require('assert').strict`
//
// Each function throws an AssertionError when what it asserts is not so, or the Error that it was given as message.
#pragma once

#include <nodecpp/assert/assertion_error.h>
#include <nodecpp/promise.h>
#include <nodecpp/traits.h>

namespace nodecpp::detail {

// What a function or a promise threw.
struct Thrown {
  std::exception_ptr exception;  // null when nothing was thrown
};

template <class F>
Thrown thrownBy(F& f) {
  try {
    f();
  } catch (...) {
    return {std::current_exception()};
  }
  return {};
}
template <class T>
Promise<Thrown> rejectionOf(Promise<T> promise) {
  try {
    co_await promise;
  } catch (...) {
    co_return Thrown{std::current_exception()};
  }
  co_return Thrown{};
}
template <class F>
  requires isPromise<std::invoke_result_t<F&>>
Promise<Thrown> rejectionOf(F f) {
  co_return co_await rejectionOf(f());  // f lives until then, because it may be a lambda that is a coroutine
}
template <class T>
concept Rejects = isPromise<T> || isPromise<std::invoke_result_t<T&>>;

// The types of null and undefined, which C++ calls equal.
template <class T>
inline constexpr bool isNullish = std::same_as<T, std::nullptr_t> || std::same_as<T, Undefined>;

// Whether both are the same by JavaScript's Object.is. What is a reference in JavaScript must be the same object here.
template <class A, class B>
bool isSame(const A& a, const B& b) {
  if constexpr (isNullish<A> || isNullish<B>)
    return util::Value(a).kind() == util::Value(b).kind();
  else if constexpr (isLet<A>)
    return isSame(a.ref(), b);
  else if constexpr (isLet<B>)
    return isSame(a, b.ref());
  else if constexpr (std::same_as<A, Buffer> && std::same_as<B, Buffer>)
    return a.bytes() == b.bytes() && a.size() == b.size();
  else
    return sameValue(a, b);
}

}  // namespace nodecpp::detail

namespace nodecpp::assert {

using util::Value;

// The options of Assert, in the order of Node's page. `diff` is "simple" or "full"; "full" prints all lines.
struct AssertOptions {
  String diff = "simple";
  bool strict = true;
  bool skipPrototype = false;
};

// Node's class assert.Assert: assertions with options of their own. The functions of the module are those of an Assert
// with {.strict = false}.
class Assert {
 public:
  // Throws ERR_INVALID_ARG_VALUE for another `diff` than "simple" and "full".
  explicit Assert(const AssertOptions& options = {});
  // For the runtime: the assertions of the module.
  struct OfModule {};
  explicit constexpr Assert(OfModule) noexcept {}

  // Asserts that the value is truthy. The message of Node contains the line of the source, which a compiled program
  // does not have, so it is "false == true", as Node's where it has no source.
  void ok(const Value& value, const Message& message = {}) const;
  [[noreturn]] void fail(const Message& message = {}) const;

  // Compare with == , and deeply with ==; strict assertions compare as strictEqual and deepStrictEqual do.
  template <class A, class B>
  void equal(const A& actual, const B& expected, const Message& message = {}) const {
    if (isStrict_) return strictEqual(actual, expected, message);
    if (!nodecpp::detail::isSame(actual, expected)) equalValues(actual, expected, message);
  }
  template <class A, class B>
  void notEqual(const A& actual, const B& expected, const Message& message = {}) const {
    if (isStrict_) return notStrictEqual(actual, expected, message);
    unequalValues(nodecpp::detail::isSame(actual, expected), actual, expected, message);
  }
  void deepEqual(const Value& actual, const Value& expected, const Message& message = {}) const;
  void notDeepEqual(const Value& actual, const Value& expected, const Message& message = {}) const;

  // Compare by Object.is. Two objects are equal only when they are the same object.
  template <class A, class B>
  void strictEqual(const A& actual, const B& expected, const Message& message = {}) const {
    if (!nodecpp::detail::isSame(actual, expected)) failed(actual, expected, "strictEqual", message);
  }
  template <class A, class B>
  void notStrictEqual(const A& actual, const B& expected, const Message& message = {}) const {
    if (nodecpp::detail::isSame(actual, expected)) failed(actual, expected, "notStrictEqual", message);
  }

  // Compare as util::isDeepStrictEqual does. They throw a RangeError for values nested more than 1,000 levels deep.
  void deepStrictEqual(const Value& actual, const Value& expected, const Message& message = {}) const;
  void notDeepStrictEqual(const Value& actual, const Value& expected, const Message& message = {}) const;
  // Asserts that `actual` has at least what `expected` has.
  void partialDeepStrictEqual(const Value& actual, const Value& expected, const Message& message = {}) const;

  // Assert that the text matches the pattern, or does not. Any other value than a text fails.
  void match(const Value& text, const RegExp& pattern, const Message& message = {}) const;
  void doesNotMatch(const Value& text, const RegExp& pattern, const Message& message = {}) const;

  // Asserts that f throws, and that what it throws is as expected. Throws ERR_AMBIGUOUS_ARGUMENT when the error has the
  // very text that is given as message.
  template <std::invocable F>
  void throws(F&& f, const ExpectedError& error = {}, const Message& message = {}) const {
    expectThrown("throws", nodecpp::detail::thrownBy(f), error, message);
  }
  // As throws(f, E) in JavaScript, where E is a class of errors: throws<TypeError>(f).
  template <nodecpp::detail::DerivedFrom<Error> E, std::invocable F>
  void throws(F&& f, const Message& message = {}) const {
    expectThrown("throws", nodecpp::detail::thrownBy(f), ExpectedError::type<E>(), message);
  }
  // Asserts that f does not throw. Another error than the expected one is thrown as it is.
  template <std::invocable F>
  void doesNotThrow(F&& f, const ExpectedError& error = {}, const Message& message = {}) const {
    expectNotThrown("doesNotThrow", nodecpp::detail::thrownBy(f), error, message);
  }
  template <nodecpp::detail::DerivedFrom<Error> E, std::invocable F>
  void doesNotThrow(F&& f, const Message& message = {}) const {
    expectNotThrown("doesNotThrow", nodecpp::detail::thrownBy(f), ExpectedError::type<E>(), message);
  }

  // As throws and doesNotThrow, for a promise or a function that returns one.
  template <nodecpp::detail::Rejects P>
  Promise<> rejects(P promise, ExpectedError error = {}, Message message = {}) const {
    return awaited(true, std::move(promise), std::move(error), std::move(message));
  }
  template <nodecpp::detail::DerivedFrom<Error> E, nodecpp::detail::Rejects P>
  Promise<> rejects(P promise, Message message = {}) const {
    return rejects(std::move(promise), ExpectedError::type<E>(), std::move(message));
  }
  template <nodecpp::detail::Rejects P>
  Promise<> doesNotReject(P promise, ExpectedError error = {}, Message message = {}) const {
    return awaited(false, std::move(promise), std::move(error), std::move(message));
  }
  template <nodecpp::detail::DerivedFrom<Error> E, nodecpp::detail::Rejects P>
  Promise<> doesNotReject(P promise, Message message = {}) const {
    return doesNotReject(std::move(promise), ExpectedError::type<E>(), std::move(message));
  }

  // Asserts that the value is undefined or null, as the first argument of a callback is.
  void ifError(const Value& value) const;

 private:
  using Thrown = nodecpp::detail::Thrown;

  [[noreturn]] void failed(const Value& actual, const Value& expected, const char* operatorName,
                           const Message& message) const;
  void equalValues(const Value& actual, const Value& expected, const Message& message) const;
  void unequalValues(bool areSame, const Value& actual, const Value& expected, const Message& message) const;
  static void matches(const char* name, const Value& text, const RegExp& pattern, const Message& message);
  static void expectThrown(const char* name, const Thrown& thrown, const ExpectedError& error, const Message& message);
  static void expectNotThrown(const char* name, const Thrown& thrown, const ExpectedError& error,
                              const Message& message);
  static void expectProperties(const char* name, const Value& actual, const ExpectedError& error,
                               const Message& message);
  template <class P>
  static Promise<> awaited(bool rejects, P promise, ExpectedError error, Message message) {
    const Thrown thrown = co_await nodecpp::detail::rejectionOf(std::move(promise));
    if (rejects)
      expectThrown("rejects", thrown, error, message);
    else
      expectNotThrown("doesNotReject", thrown, error, message);
  }

  bool isFull_ = false, isStrict_ = false, skipsPrototype_ = false;
};

namespace detail {
inline constexpr Assert module{Assert::OfModule()};
}  // namespace detail

// The functions of the module, each as the member of Assert with that name.
inline void ok(const Value& value, const Message& message = {}) { detail::module.ok(value, message); }
[[noreturn]] inline void fail(const Message& message = {}) { detail::module.fail(message); }
template <class A, class B>
void equal(const A& actual, const B& expected, const Message& message = {}) {
  detail::module.equal(actual, expected, message);
}
template <class A, class B>
void notEqual(const A& actual, const B& expected, const Message& message = {}) {
  detail::module.notEqual(actual, expected, message);
}
template <class A, class B>
void strictEqual(const A& actual, const B& expected, const Message& message = {}) {
  detail::module.strictEqual(actual, expected, message);
}
template <class A, class B>
void notStrictEqual(const A& actual, const B& expected, const Message& message = {}) {
  detail::module.notStrictEqual(actual, expected, message);
}
inline void deepEqual(const Value& actual, const Value& expected, const Message& message = {}) {
  detail::module.deepEqual(actual, expected, message);
}
inline void notDeepEqual(const Value& actual, const Value& expected, const Message& message = {}) {
  detail::module.notDeepEqual(actual, expected, message);
}
inline void deepStrictEqual(const Value& actual, const Value& expected, const Message& message = {}) {
  detail::module.deepStrictEqual(actual, expected, message);
}
inline void notDeepStrictEqual(const Value& actual, const Value& expected, const Message& message = {}) {
  detail::module.notDeepStrictEqual(actual, expected, message);
}
inline void partialDeepStrictEqual(const Value& actual, const Value& expected, const Message& message = {}) {
  detail::module.partialDeepStrictEqual(actual, expected, message);
}
inline void match(const Value& text, const RegExp& pattern, const Message& message = {}) {
  detail::module.match(text, pattern, message);
}
inline void doesNotMatch(const Value& text, const RegExp& pattern, const Message& message = {}) {
  detail::module.doesNotMatch(text, pattern, message);
}
template <std::invocable F>
void throws(F&& f, const ExpectedError& error = {}, const Message& message = {}) {
  detail::module.throws(f, error, message);
}
template <nodecpp::detail::DerivedFrom<Error> E, std::invocable F>
void throws(F&& f, const Message& message = {}) {
  detail::module.throws<E>(f, message);
}
template <std::invocable F>
void doesNotThrow(F&& f, const ExpectedError& error = {}, const Message& message = {}) {
  detail::module.doesNotThrow(f, error, message);
}
template <nodecpp::detail::DerivedFrom<Error> E, std::invocable F>
void doesNotThrow(F&& f, const Message& message = {}) {
  detail::module.doesNotThrow<E>(f, message);
}
template <nodecpp::detail::Rejects P>
Promise<> rejects(P promise, ExpectedError error = {}, Message message = {}) {
  return detail::module.rejects(std::move(promise), std::move(error), std::move(message));
}
template <nodecpp::detail::DerivedFrom<Error> E, nodecpp::detail::Rejects P>
Promise<> rejects(P promise, Message message = {}) {
  return detail::module.rejects<E>(std::move(promise), std::move(message));
}
template <nodecpp::detail::Rejects P>
Promise<> doesNotReject(P promise, ExpectedError error = {}, Message message = {}) {
  return detail::module.doesNotReject(std::move(promise), std::move(error), std::move(message));
}
template <nodecpp::detail::DerivedFrom<Error> E, nodecpp::detail::Rejects P>
Promise<> doesNotReject(P promise, Message message = {}) {
  return detail::module.doesNotReject<E>(std::move(promise), std::move(message));
}
inline void ifError(const Value& value) { detail::module.ifError(value); }

// Node's assert.strict: the same functions, of which these four compare strictly.
namespace strict {

using assert::Assert;
using assert::AssertionError;
using assert::deepStrictEqual;
using assert::doesNotMatch;
using assert::doesNotReject;
using assert::doesNotThrow;
using assert::fail;
using assert::ifError;
using assert::match;
using assert::notDeepStrictEqual;
using assert::notStrictEqual;
using assert::ok;
using assert::partialDeepStrictEqual;
using assert::rejects;
using assert::strictEqual;
using assert::throws;

template <class A, class B>
void equal(const A& actual, const B& expected, const Message& message = {}) {
  strictEqual(actual, expected, message);
}
template <class A, class B>
void notEqual(const A& actual, const B& expected, const Message& message = {}) {
  notStrictEqual(actual, expected, message);
}
inline void deepEqual(const Value& actual, const Value& expected, const Message& message = {}) {
  deepStrictEqual(actual, expected, message);
}
inline void notDeepEqual(const Value& actual, const Value& expected, const Message& message = {}) {
  notDeepStrictEqual(actual, expected, message);
}

}  // namespace strict
}  // namespace nodecpp::assert
