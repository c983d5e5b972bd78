// What the translated cases of test262 need besides the library: JavaScript's operators where C++ has another meaning
// or none, and test262's own assertions. Everything else that the cases use is the library's.
//
// Some answers of our library differ from JavaScript's by design. They are treated as JavaScript's answers here, so
// that the rest of a case can be tested: a missing number is NaN instead of undefined, and charCodeAt and codePointAt
// return -1 where JavaScript returns NaN and undefined. All other differences are listed in differs.txt.
#pragma once

#include <nodecpp/array.h>
#include <nodecpp/bigint.h>
#include <nodecpp/date.h>
#include <nodecpp/json.h>
#include <nodecpp/map.h>
#include <nodecpp/math.h>
#include <nodecpp/number.h>
#include <nodecpp/regexp.h>
#include <nodecpp/set.h>
#include <nodecpp/typed_arrays.h>
#include <nodecpp/uri.h>

#include <cstdio>

namespace js {

using namespace nodecpp;

// One translated case of test262. All cases are in a linked list that is built before main runs.
struct Case {
  const char* name;
  void (*run)();
  Case* next;
  static inline Case* first = nullptr;
  Case(const char* name, void (*run)()) : name(name), run(run), next(first) { first = this; }
};

// Thrown by an assertion. It is not an Error, so that no case can catch it.
struct Failed {
  int line;
  String message;
};
struct Test262Error {};
[[noreturn]] inline void fail(int line, const String& message = "$ERROR") { throw Failed{line, message}; }

// Names for the types of iterators, which have no names in JavaScript.
struct keys {
  template <class C>
  static auto of(const C& from) {
    return from.keys();
  }
};
struct values {
  template <class C>
  static auto of(const C& from) {
    return from.values();
  }
};
struct entries {
  template <class C>
  static auto of(const C& from) {
    return from.entries();
  }
};
struct next {
  template <class I>
  static auto of(I& from) {
    return from.next();
  }
};
template <class From, class How>
using Made = decltype(How::of(std::declval<From&>()));

template <class T>
inline constexpr bool isPresent = false;
template <class T>
inline constexpr bool isPresent<detail::Present<T>> = true;

// Returns an element of a list as a value.
template <class T>
decltype(auto) value(const T& one) {
  if constexpr (requires(const detail::Plain<T>& plain) { one.value(); } && !detail::derivable<detail::Plain<T>>)
    return one.value();
  else
    return static_cast<detail::Plain<T>>(one);
}

enum class Kind { undefined, null, boolean, number, text, bigint, any, object };
template <class T>
constexpr Kind kindOf() {
  using U = detail::Plain<T>;
  if constexpr (std::same_as<U, Undefined>)
    return Kind::undefined;
  else if constexpr (std::same_as<U, std::nullptr_t>)
    return Kind::null;
  else if constexpr (std::same_as<U, bool>)
    return Kind::boolean;
  else if constexpr (detail::AnyValue<U>)
    return Kind::any;
  else if constexpr (detail::Arithmetic<U>)
    return Kind::number;
  else if constexpr (detail::StringLike<const U&>)
    return Kind::text;
  else if constexpr (std::same_as<U, BigInt>)
    return Kind::bigint;
  else
    return Kind::object;
}

template <class T>
bool isUndefined(const T& value) {
  if constexpr (std::same_as<T, RegExpMatch>) {
    return false;  // a missing match is null
  } else if constexpr (isPresent<T>) {
    try {
      value.ref();
      return false;
    } catch (const RangeError&) {
      return true;
    }
  } else if constexpr (kindOf<T>() == Kind::number) {
    return double(value) != double(value);  // a list of numbers returns NaN for a missing element
  } else if constexpr (kindOf<T>() == Kind::undefined) {
    return true;
  } else if constexpr (kindOf<T>() == Kind::null || kindOf<T>() == Kind::boolean) {
    return false;
  } else if constexpr (std::is_pointer_v<std::decay_t<T>>) {
    return false;
  } else {
    return detail::isUndefined(value);
  }
}
template <class T>
bool isNull(const T& value) {
  if constexpr (kindOf<T>() == Kind::null)
    return true;
  else if constexpr (std::same_as<T, RegExpMatch>)
    return value.isUndefined();
  else if constexpr (requires { value.isNull(); })
    return value.isNull();
  else
    return false;
}

// Returns a === b.
template <class A, class B>
bool equal(const A& a, const B& b) {
  if constexpr (isPresent<A>) {
    return js::isUndefined(a) ? js::isUndefined(b) : equal(a.ref(), b);
  } else if constexpr (isPresent<B>) {
    return equal(b, a);
  } else {
    constexpr Kind left = kindOf<A>(), right = kindOf<B>();
    if constexpr (left == Kind::undefined)
      return js::isUndefined(b);
    else if constexpr (right == Kind::undefined)
      return js::isUndefined(a);
    else if constexpr (left == Kind::null)
      return isNull(b);
    else if constexpr (right == Kind::null)
      return isNull(a);
    else if constexpr (left == Kind::any && right == Kind::any)
      return a == b;
    else if constexpr (left == Kind::any) {
      if constexpr (right == Kind::number)
        return a.isUndefined() ? js::isUndefined(b) : a == var(b);
      else if constexpr (requires { var(b); })
        return a == var(b);
      else
        return false;
    } else if constexpr (right == Kind::any)
      return equal(b, a);
    else if constexpr (left != right)
      return false;
    else if constexpr (left == Kind::number)
      return double(a) == double(b);
    else if constexpr (left == Kind::text)
      return StringArg(a) == StringArg(b);
    else if constexpr (requires { a == b; })
      return a == b;
    else
      return false;
  }
}
// Returns Object.is(a, b).
template <class A, class B>
bool same(const A& a, const B& b) {
  if constexpr (kindOf<A>() == Kind::number && kindOf<B>() == Kind::number) {
    const double x = double(a), y = double(b);
    return x == y ? __builtin_signbit(x) == __builtin_signbit(y) : x != x && y != y;
  } else if constexpr (kindOf<A>() == Kind::any && kindOf<B>() == Kind::number) {
    return a.isUndefined() ? js::isUndefined(b) : a.isNumber() && same(a.toNumber(), b);
  } else if constexpr (kindOf<A>() == Kind::number && kindOf<B>() == Kind::any) {
    return same(b, a);
  } else if constexpr (kindOf<A>() == Kind::any && kindOf<B>() == Kind::any) {
    return a.isNumber() && b.isNumber() ? same(a.toNumber(), b.toNumber()) : equal(a, b);
  } else {
    return equal(a, b);
  }
}
template <class A, class B>
bool sameValue(const A& a, const B& b) {
  return same(a, b);
}

// JavaScript's implicit conversions, by name.
template <class T>
bool truthy(const T& value) {
  if constexpr (kindOf<T>() == Kind::text)
    return !StringArg(value).empty();
  else if constexpr (kindOf<T>() == Kind::number)
    return double(value) == double(value) && double(value) != 0;
  else if constexpr (kindOf<T>() == Kind::undefined || kindOf<T>() == Kind::null)
    return false;
  else if constexpr (kindOf<T>() == Kind::bigint)
    return value != 0;
  else if constexpr (requires { static_cast<bool>(value); })
    return static_cast<bool>(value);
  else
    return true;
}
template <class T>
num number(const T& value) {
  if constexpr (isPresent<T>)
    return number(value.ref());
  else if constexpr (kindOf<T>() == Kind::undefined)
    return NaN;
  else if constexpr (kindOf<T>() == Kind::number || kindOf<T>() == Kind::boolean)
    return double(value);
  else if constexpr (std::same_as<T, Date>)
    return value.getTime();
  else if constexpr (kindOf<T>() == Kind::object)
    return num(value.toString());
  else
    return num(value);
}
template <class T>
String string(const T& value) {
  if constexpr (isPresent<T>)
    return string(value.ref());
  else if constexpr (kindOf<T>() == Kind::undefined)
    return str(undefined);
  else if constexpr (kindOf<T>() == Kind::null)
    return "null";
  else if constexpr (kindOf<T>() == Kind::any)
    return value.toString();
  else
    return str(value);
}
// Where a text is expected and a pattern is given, our library decides what happens, as JavaScript's does.
inline const RegExp& string(const RegExp& pattern) { return pattern; }
template <class T>
String typeOf(const T& value) {
  switch (kindOf<T>()) {
    case Kind::undefined: return "undefined";
    case Kind::boolean: return "boolean";
    case Kind::number: return "number";
    case Kind::text: return js::isUndefined(value) ? "undefined" : isNull(value) ? "object" : "string";
    case Kind::bigint: return "bigint";
    case Kind::any:
      if constexpr (kindOf<T>() == Kind::any) return value.typeOf();
      return "";
    default: return js::isUndefined(value) ? "undefined" : "object";
  }
}
// Returns the type of an element that a list of numbers returned.
inline String typeOfMissing(num value) { return value == value ? "number" : "undefined"; }
template <class T>
String classOf(const T& value) {
  if constexpr (std::same_as<T, Date>) return "[object Date]";
  if constexpr (std::same_as<T, RegExp>) return "[object RegExp]";
  if constexpr (std::same_as<T, RegExpMatch>) return isNull(value) ? "[object Null]" : "[object Array]";
  if (Array<>::isArray(value)) return "[object Array]";
  switch (kindOf<T>()) {
    case Kind::number: return "[object Number]";
    case Kind::text: return "[object String]";
    case Kind::boolean: return "[object Boolean]";
    default: break;
  }
  if constexpr (kindOf<T>() == Kind::object && requires { value.toString(); })
    if (value.toString().startsWith("[object ")) return value.toString();
  return "[object Object]";
}

template <class A, class B>
auto add(const A& a, const B& b) {
  if constexpr (kindOf<A>() == Kind::text || kindOf<B>() == Kind::text || std::same_as<A, Date> || std::same_as<B, Date>)
    return string(a) + string(b);
  else if constexpr (kindOf<A>() == Kind::any || kindOf<B>() == Kind::any)
    return var(a) + var(b);
  else
    return number(a) + number(b);
}
template <class A, class B>
bool less(const A& a, const B& b) {
  if constexpr (kindOf<A>() == Kind::text && kindOf<B>() == Kind::text)
    return string(a) < string(b);
  else if constexpr (kindOf<A>() == Kind::any && kindOf<B>() == Kind::any)
    return a < b;
  else if constexpr (kindOf<A>() == Kind::any && kindOf<B>() == Kind::text)
    return a < var(b);
  else if constexpr (kindOf<A>() == Kind::text && kindOf<B>() == Kind::any)
    return var(a) < b;
  else
    return number(a) < number(b);
}
template <class A, class B>
bool greater(const A& a, const B& b) {
  return less(b, a);
}
template <class A, class B>
bool atMost(const A& a, const B& b) {
  constexpr Kind left = kindOf<A>(), right = kindOf<B>();
  if constexpr (left == Kind::text && right == Kind::text)
    return string(a) <= string(b);
  else if constexpr ((left == Kind::any || left == Kind::text) && (right == Kind::any || right == Kind::text))
    return var(a) <= var(b);
  else
    return number(a) <= number(b);
}
template <class A, class B>
bool atLeast(const A& a, const B& b) {
  return atMost(b, a);
}

inline num setLastIndex(const RegExp& pattern, double index) {
  pattern.setLastIndex(index);
  return index;
}
// Works like test262's buildString({loneCodePoints, ranges}).
inline String buildString(std::initializer_list<int> lone, std::initializer_list<std::pair<int, int>> ranges) {
  Array<String> parts;
  for (int code : lone) parts.push(String::fromCodePoint(code));
  for (auto [from, to] : ranges)
    for (int code = from; code <= to; ++code) parts.push(String::fromCodePoint(code));
  return parts.join("");
}
inline bool isPattern(const RegExp& pattern) { return !pattern.isUndefined(); }

inline num unit(double code) { return code < 0 ? NaN : code; }
// A value of another type than a list's elements, which the list cannot contain: it is equal to no element.
template <class T, class V>
struct Foreign {
  friend bool operator==(const T&, const Foreign&) { return false; }
};
template <class T, class V>
Foreign<T, V> foreign(const V&) {
  return {};
}
template <class T>
T nothing() {
  if constexpr (detail::HasUndefined<T>)
    return detail::undefinedOf<T>();
  else if constexpr (detail::HasNaN<T>)
    return T(__builtin_nan(""));
  else
    return T();
}
template <class K>
var property(const var& object, const K& key) {
  if constexpr (kindOf<K>() == Kind::number)
    return object.get(std::size_t(double(key)));
  else
    return object.get(string(key));
}
template <std::size_t i, class P>
auto part(const P& entry) {
  if constexpr (isPresent<P>)
    return part<i>(entry.ref());
  else if constexpr (requires { entry.first; } && i == 0)
    return entry.first;
  else if constexpr (requires { entry.second; } && i == 1)
    return entry.second;
  else if constexpr (i == 0)
    return entry.index;
  else
    return entry.value;
}
inline bool isError(const Error& error, StringArg name) { return name == "Error" || StringArg(error->name) == name; }

// test262's assertions.
template <class T>
String shown(const T& value) {
  if constexpr (isPresent<T>) {
    return "what is present";
  } else if constexpr (kindOf<T>() == Kind::object) {
    if constexpr (requires { value.toString(); })
      return value.toString();
    else
      return "an object";
  } else {
    if constexpr (kindOf<T>() == Kind::number)
      if (double(value) == 0 && __builtin_signbit(double(value))) return "-0";
    return kindOf<T>() == Kind::text ? "\"" + string(value) + "\"" : string(value);
  }
}
// Checks that the date is at `time` on local clocks.
inline void relativeDate(int line, const Date& date, double time) {
  const double local = date.getTime() - date.getTimezoneOffset() * 60000;
  if (!(local == time)) fail(line, str(local) + " is not " + str(time));
}
inline void check(int line, bool is) {
  if (!is) fail(line, "not true");
}
template <class A, class B>
void sameValue(int line, const A& actual, const B& expected) {
  if (!same(actual, expected)) fail(line, shown(actual) + " is not " + shown(expected));
}
template <class A, class B>
void notSameValue(int line, const A& actual, const B& unexpected) {
  if (same(actual, unexpected)) fail(line, shown(actual) + " is " + shown(unexpected));
}
template <class A, class B>
bool sameLists(const Array<A>& a, const Array<B>& b) {
  if (a.length() != b.length()) return false;
  for (std::ptrdiff_t i = 0; i < a.length(); i++)
    if (!same(value(a[i]), value(b[i]))) return false;
  return true;
}
template <class A, class B>
void compareArray(int line, const Array<A>& actual, const Array<B>& expected) {
  if (!sameLists(actual, expected)) fail(line, "[" + shown(actual) + "] is not [" + shown(expected) + "]");
}
// Returns a typed array's elements as numbers or BigInts.
template <class T>
auto listOf(const TypedArray<T>& array) {
  return Array<>::from(array);
}
template <class F>
void throws(int line, StringArg name, F&& f) {
  try {
    f();
  } catch (const Error& error) {
    if (!(StringArg(error->name) == name)) fail(line, "throws " + error.toString());
    return;
  } catch (const Test262Error&) {
    if (!(name == StringArg("Test262Error"))) fail(line, "throws Test262Error");
    return;
  }
  fail(line, "throws nothing");
}

}  // namespace js
