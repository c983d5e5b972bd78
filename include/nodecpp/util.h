// util: Node's util.format, util.inspect and the functions that belong to them, for the types of Node.cpp.
// https://nodejs.org/docs/latest-v24.x/api/util.html
//
// docs/util.md says how each type is printed. A program's own type prints its properties when it has the member
// function
//   void inspectTo(util::Inspector& out) const { out.property("x", x); }
// or when there is a function inspectTo(const T&, util::Inspector&) in its namespace, or NODECPP_FIELDS.
#pragma once

#include <nodecpp/buffer.h>
#include <nodecpp/function.h>
#include <nodecpp/let.h>
#include <nodecpp/loop_local.h>
#include <nodecpp/object.h>
#include <nodecpp/value.h>

namespace nodecpp {
template <class K, class V>
class Map;
}

namespace nodecpp::util {

// A limit among inspect's options: a number, or nullptr (or INFINITY) for no limit.
struct Limit {
  double value;
  template <class T>
    requires nodecpp::detail::Arithmetic<T>
  constexpr Limit(T limit) : value(double(limit)) {}
  constexpr Limit(std::nullptr_t) : value(__builtin_inf()) {}
  void inspectTo(Inspector& out) const { out.value(value); }
};

// The value of inspect's option `compact`: false prints one property a line; a number n combines the n innermost levels
// on one line; true prints as few lines as possible.
struct Compact {
  int levels;  // -1 stands for the value true
  constexpr Compact(bool on) : levels(on ? -1 : 0) {}
  constexpr Compact(int n) : levels(n) {}
  void inspectTo(Inspector& out) const { levels > 0 ? out.value(levels) : out.value(levels < 0); }
};

// The value of inspect's option `sorted`: false, true, or a function that compares two printed properties.
struct Sorted {
  bool on = false;
  Function<int(String, String)> compare;
  Sorted(bool sort) : on(sort) {}
  template <class F>
    requires std::is_invocable_v<F&, String, String>
  Sorted(F f) : on(true), compare(std::move(f)) {}
  void inspectTo(Inspector& out) const { compare ? out.value(compare) : out.value(on); }
};

// The members of util.inspect.defaultOptions, with Node's default values.
struct InspectDefaults {
  bool showHidden = false;
  Limit depth = 2;
  bool colors = false;
  bool customInspect = true;
  bool showProxy = false;  // showProxy has no effect: there are no proxies
  Limit maxArrayLength = 100;
  Limit maxStringLength = 10000;
  Limit breakLength = 80;
  Compact compact = 3;
  bool sorted = false;
  bool getters = false;  // getters has no effect: inspect never calls a getter
  bool numericSeparator = false;
  void inspectTo(Inspector& out) const {
    out.property("showHidden", showHidden).property("depth", depth).property("colors", colors);
    out.property("customInspect", customInspect).property("showProxy", showProxy);
    out.property("maxArrayLength", maxArrayLength).property("maxStringLength", maxStringLength);
    out.property("breakLength", breakLength).property("compact", compact).property("sorted", sorted);
    out.property("getters", getters).property("numericSeparator", numericSeparator);
  }
};

struct InspectOptions;

// util.inspect.defaultOptions. Each program has its own. It can be assigned as a whole or member by member.
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
  explicit constexpr InspectDefaultOptions(int) {}  // makes `defaultOptions = {}` mean InspectDefaults()
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
  void inspectTo(Inspector& out) const { InspectDefaults(*this).inspectTo(out); }
};

// A colour of util.inspect.colors: the codes that turn it on and off, [31, 39] for red. Undefined when there is no colour
// of the name. Assigning a list of two codes adds the colour, or changes it, for this program.
class InspectColor : public Array<int> {
 public:
  InspectColor(String name, const Array<int>& codes) : Array(codes), name_(std::move(name)) {}
  const InspectColor& operator=(const Array<int>& codes) const;

 private:
  String name_;
};
// A style of util.inspect.styles: the name of the colour in which values of one kind are printed, or undefined.
class InspectStyle : public Lookup {
 public:
  InspectStyle(String name, Lookup color) : Lookup(std::move(color)), name_(std::move(name)) {}
  const InspectStyle& operator=(const Lookup& color) const;

 private:
  String name_;
};
struct InspectColors {
  InspectColor operator[](StringArg name) const;
  Array<String> keys() const;
  void inspectTo(Inspector& out) const {
    for (const String& name : keys()) out.property(name, static_cast<const Array<int>&>((*this)[name]));
  }
};
// The kinds are special, number, boolean, undefined, null, string and date. Any other name is undefined.
struct InspectStyles {
  InspectStyle operator[](StringArg kind) const;
  void inspectTo(Inspector& out) const {
    for (const char* kind : {"special", "number", "boolean", "undefined", "null", "string", "date"})
      out.property(kind, (*this)[kind]);
  }
};

// The type of `util.inspect`, which is a function that has properties, as in Node.
struct Inspect {
  static constexpr InspectDefaultOptions defaultOptions{0};
  static constexpr InspectColors colors{};
  static constexpr InspectStyles styles{};

  // Returns the text that Node prints for the value.
  String operator()(const Value& value) const;
  String operator()(const Value& value, const InspectOptions& options) const;
  String operator()(const Value& value, bool showHidden) const;
  String operator()(const Value& value, bool showHidden, Limit depth, bool colors = false) const;
};
inline constexpr Inspect inspect;

// The options of inspect, in the order of Node's page. An option that is not given has its value from
// inspect.defaultOptions.
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

// Returns a text formatted as Node's util.format formats it. The first argument may contain %s %d %i %f %j %o %O %c %%.
// Arguments without a placeholder are appended after a space: strings as they are, all other values inspected.
inline String format() { return ""; }
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

// Returns whether two values are deeply equal by JavaScript's strict rules. Objects of a program's own types are
// compared by the properties that their inspectTo describes; two different functions are never equal. Throws a
// RangeError for values nested more than 1,000 levels deep.
bool isDeepStrictEqual(const Value& a, const Value& b);

// Returns the text without ANSI escape sequences.
String stripVTControlCharacters(StringArg text);
// Returns the text with malformed UTF-8 replaced by U+FFFD, as Node replaces lone surrogates.
String toUSVString(StringArg text);

// The stream that a styled text is for. Only standard output and standard error can be terminals.
class StyleStream {
 public:
  constexpr StyleStream() noexcept = default;
  template <class T>
    requires requires(const T& stream) { stream.operator->(); }
  StyleStream(const T& stream) : fd_(-1) {
    if constexpr (requires { int(stream->fd); }) fd_ = int(stream->fd);
  }
  int fd() const noexcept { return fd_; }

 private:
  int fd_ = 1;
};
struct StyleTextOptions {
  bool validateStream = true;  // false: styles the text even if the stream is no terminal
  StyleStream stream{};        // process::stdout by default
};
// Returns the text in one or several colours or styles ("red", "bold", "bgBlue", "#ff8800"), as ANSI escape sequences.
// Throws ERR_INVALID_ARG_VALUE for an unknown style.
String styleText(StringArg format, StringArg text, StyleTextOptions options = {});
String styleText(std::initializer_list<StringArg> formats, StringArg text, StyleTextOptions options = {});
String styleText(const Array<String>& formats, StringArg text, StyleTextOptions options = {});

// Both functions take the negative number of a system error: -111 gives the name "ECONNREFUSED" and the message
// "connection refused". Both throw ERR_OUT_OF_RANGE when `errnum` is not negative.
String getSystemErrorName(int errnum);
String getSystemErrorMessage(int errnum);
// Returns the name and the message of each system error, by its negative number. Include <nodecpp/map.h> to use it.
Map<int, Array<String>> getSystemErrorMap();

}  // namespace nodecpp::util
