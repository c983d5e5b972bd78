// util: Node's util.format and util.inspect over our types, and what belongs to them.
// https://nodejs.org/docs/latest-v24.x/api/util.html
//
// What a value prints as: see docs/util.md. A type of a program's own prints its properties when it has
//   void inspectTo(util::Inspector& out) const { out.property("x", x); }
// or a function inspectTo(const T&, util::Inspector&) beside it; else as [object T].
#pragma once

#include <nodecpp/buffer.h>
#include <nodecpp/function.h>
#include <nodecpp/let.h>
#include <nodecpp/loop_local.h>
#include <nodecpp/object.h>
#include <nodecpp/value.h>

namespace nodecpp::util {

// A limit of inspect: a number, or nullptr (or INFINITY) for none.
struct Limit {
  double value;
  template <class T>
    requires nodecpp::detail::Arithmetic<T>
  constexpr Limit(T limit) : value(double(limit)) {}
  constexpr Limit(std::nullptr_t) : value(__builtin_inf()) {}
};

// inspect's `compact`: false for one property a line; a number n to put the n innermost levels on one line; true for as
// few lines as fit.
struct Compact {
  int levels;  // -1 is true
  constexpr Compact(bool on) : levels(on ? -1 : 0) {}
  constexpr Compact(int n) : levels(n) {}
};

// inspect's `sorted`: false, true, or a function that compares two printed properties.
struct Sorted {
  bool on = false;
  Function<int(String, String)> compare;
  Sorted(bool sort) : on(sort) {}
  template <class F>
    requires std::is_invocable_v<F&, String, String>
  Sorted(F f) : on(true), compare(std::move(f)) {}
};

// What util.inspect.defaultOptions has.
struct InspectDefaults {
  bool showHidden = false;
  Limit depth = 2;
  bool colors = false;
  bool customInspect = true;
  bool showProxy = false;  // of no effect: there are no proxies
  Limit maxArrayLength = 100;
  Limit maxStringLength = 10000;
  Limit breakLength = 80;
  Compact compact = 3;
  bool sorted = false;
  bool getters = false;  // of no effect: there are no getters
  bool numericSeparator = false;
};

struct InspectOptions;

// util.inspect.defaultOptions: each program has its own. Assignable, as a whole or by its members.
extern constinit nodecpp::detail::LoopLocal<InspectDefaults> inspectDefaults;
template <auto member>
struct InspectDefault {
  using T = std::remove_cvref_t<decltype(InspectDefaults().*member)>;
  const InspectDefault& operator=(const T& value) const {
    (*inspectDefaults).*member = value;
    return *this;
  }
  operator T() const { return get(); }
  T get() const {
    const InspectDefaults* set = inspectDefaults.find();
    return set ? set->*member : InspectDefaults().*member;
  }
};
struct InspectDefaultOptions {
  explicit constexpr InspectDefaultOptions(int) {}  // so that `= {}` is InspectDefaults
  InspectDefault<&InspectDefaults::showHidden> showHidden{};
  InspectDefault<&InspectDefaults::depth> depth{};
  InspectDefault<&InspectDefaults::colors> colors{};
  InspectDefault<&InspectDefaults::customInspect> customInspect{};
  InspectDefault<&InspectDefaults::showProxy> showProxy{};
  InspectDefault<&InspectDefaults::maxArrayLength> maxArrayLength{};
  InspectDefault<&InspectDefaults::maxStringLength> maxStringLength{};
  InspectDefault<&InspectDefaults::breakLength> breakLength{};
  InspectDefault<&InspectDefaults::compact> compact{};
  InspectDefault<&InspectDefaults::sorted> sorted{};
  InspectDefault<&InspectDefaults::getters> getters{};
  InspectDefault<&InspectDefaults::numericSeparator> numericSeparator{};
  const InspectDefaultOptions& operator=(const InspectDefaults& all) const {
    *inspectDefaults = all;
    return *this;
  }
  operator InspectDefaults() const {
    const InspectDefaults* set = inspectDefaults.find();
    return set ? *set : InspectDefaults();
  }
};

// `util.inspect`, a function with properties of its own, as in Node.
struct Inspect {
  static constexpr InspectDefaultOptions defaultOptions{0};

  // The value as Node prints it.
  String operator()(const Value& value) const;
  String operator()(const Value& value, const InspectOptions& options) const;
  String operator()(const Value& value, bool showHidden) const;
  String operator()(const Value& value, bool showHidden, Limit depth, bool colors = false) const;
};
inline constexpr Inspect inspect;

// In the order of Node's page. What is not given is taken from inspect.defaultOptions.
struct InspectOptions {
  bool showHidden = inspect.defaultOptions.showHidden;
  Limit depth = inspect.defaultOptions.depth;
  bool colors = inspect.defaultOptions.colors;
  bool customInspect = inspect.defaultOptions.customInspect;
  bool showProxy = inspect.defaultOptions.showProxy;
  Limit maxArrayLength = inspect.defaultOptions.maxArrayLength;
  Limit maxStringLength = inspect.defaultOptions.maxStringLength;
  Limit breakLength = inspect.defaultOptions.breakLength;
  Compact compact = inspect.defaultOptions.compact;
  Sorted sorted = inspect.defaultOptions.sorted.get();
  bool getters = inspect.defaultOptions.getters;
  bool numericSeparator = inspect.defaultOptions.numericSeparator;
};

// Node's printf: %s %d %i %f %j %o %O %c %%; further arguments follow behind a space, strings as they are and
// everything else inspected.
template <class... T>
String format(const T&... args) {
  const Value values[] = {Value(args)..., Value()};
  return nodecpp::detail::formatValues(values, sizeof...(T), nullptr);
}
template <class... T>
String formatWithOptions(const InspectOptions& options, const T&... args) {
  const Value values[] = {Value(args)..., Value()};
  return nodecpp::detail::formatValues(values, sizeof...(T), &options);
}

// JavaScript's deep strict equality of what our types hold; objects of a program's own are equal by their inspectTo.
bool isDeepStrictEqual(const Value& a, const Value& b);

// Without ANSI escape sequences.
String stripVTControlCharacters(StringArg text);
// Malformed UTF-8 replaced by U+FFFD, as Node does to lone surrogates.
String toUSVString(StringArg text);

struct StyleTextOptions {
  bool validateStream = true;  // false: colour although standard output is no terminal
};
// The text in a colour or style ("red", "bold", "bgBlue", "#ff8800"), or several. ERR_INVALID_ARG_VALUE for an unknown
// one.
String styleText(StringArg format, StringArg text, StyleTextOptions options = {});
String styleText(std::initializer_list<StringArg> formats, StringArg text, StyleTextOptions options = {});

// "ECONNREFUSED" for -111; and its text, "connection refused".
String getSystemErrorName(int errnum);
String getSystemErrorMessage(int errnum);

}  // namespace nodecpp::util
