// util::Value: a value of any type in the form that util.inspect, util.format and console print, and Inspector, with
// which a type describes itself. Every type converts to a Value. The object behind a handle is examined only when the
// Value is printed.
#pragma once

#include <nodecpp/buffer.h>
#include <nodecpp/describe.h>
#include <nodecpp/function.h>
#include <nodecpp/let.h>
#include <nodecpp/object.h>
#include <nodecpp/traits.h>

namespace nodecpp {

namespace util {

class Value;
class Inspector;
struct InspectOptions;

}  // namespace util

namespace detail {

struct ValueNode;
template <class T>
util::Value toValue(const T& value);
String formatValues(const util::Value* values, std::size_t count, const util::InspectOptions* options);

}  // namespace detail

namespace util {

class Value {
 public:
  enum class Kind : unsigned char {
    undefined, null, boolean, number, string,
    raw,       // a text that is printed without quotes
    function,  // `text` is the name of the function
    array, object, map, set,
    iterator,  // an iterator of a Map or Set; `text` tells what it gives
    promise,   // `text` is "<pending>", "<rejected>" or empty; the element is the value or the reason
    error, buffer, typedArray, arrayBuffer, dataView,
    lazy,  // an object behind a handle, described when it is printed
  };

  Value() noexcept = default;  // a default-made Value is JavaScript's undefined
  Value(std::nullptr_t) noexcept : kind_(Kind::null) {}
  template <class T>
    requires(!std::same_as<T, Value>)
  Value(const T& value) : Value(nodecpp::detail::toValue(value)) {}
  Value(const Value& other) noexcept;
  Value(Value&& other) noexcept
      : kind_(nodecpp::detail::exchange(other.kind_, Kind::undefined)),
        number_(other.number_),
        text_(std::move(other.text_)),
        node_(nodecpp::detail::exchange(other.node_, nullptr)) {}
  Value& operator=(Value other) noexcept {
    std::swap(kind_, other.kind_);
    std::swap(number_, other.number_);
    std::swap(text_, other.text_);
    std::swap(node_, other.node_);
    return *this;
  }
  ~Value() {
    if (node_) dropNode();
  }

  static Value of(Kind kind, StringArg text = "");
  static Value ofNumber(double value);
  // Makes a Value of an integer beyond 2^53, which a double cannot hold exactly, so its digits are stored.
  static Value ofInteger(double value, String digits);
  static Value ofBoolean(bool value);
  static Value ofError(const Error& error);
  static Value ofBuffer(const Buffer& buffer);
  static Value ofView(const nodecpp::detail::ViewBase& view);
  static Value ofArrayBuffer(const ArrayBuffer& buffer, StringArg className = "ArrayBuffer");
  // Makes a Value of an object that is described when it is printed. `identity` is the object's address, by which
  // objects are told apart.
  static Value ofObject(const void* identity, StringArg className, Function<void(Inspector&)> describe);

  Kind kind() const noexcept { return kind_; }
  double number() const noexcept { return number_; }
  const String& text() const noexcept [[clang::lifetimebound]] { return text_; }
  bool isPrimitive() const noexcept { return kind_ <= Kind::string; }

  // push adds an element to an array or a set, entry adds to a map, and set adds a property to any Value that is not a
  // primitive. A key that exists already keeps its position. Keys that are array indices come first, ordered by number,
  // as in JavaScript.
  void push(Value element);
  void entry(Value key, Value value);
  void set(StringArg key, Value value, bool hidden = false);

  // For the runtime: the elements and properties; null for primitives. The pointer dangles once the Value is changed or
  // destroyed.
  nodecpp::detail::ValueNode* node() const noexcept { return node_; }

 private:
  friend class Inspector;
  nodecpp::detail::ValueNode& own();
  void dropNode() noexcept;

  Kind kind_ = Kind::undefined;
  double number_ = 0;
  String text_;
  nodecpp::detail::ValueNode* node_ = nullptr;
};

struct Property {
  String key;
  Value value;
};
// JavaScript's literals for objects and arrays, for printing only: object({{"a", 1}, {"b", array({1, "x"})}}).
Value object(std::initializer_list<Property> properties);
Value array(std::initializer_list<Value> elements);
// Makes a Value that prints as JavaScript's Map even when its keys are strings.
template <class M>
Value map(const M& entries) {
  Value out = Value::of(Value::Kind::map);
  for (const auto& [key, value] : entries) out.entry(key, value);
  return out;
}

// The object with which a type's inspectTo describes a value.
class Inspector {
 public:
  explicit Inspector(Value& out) : out_(out) {}

  // Sets the class name that is printed in front of the braces. "" stands for a plain object.
  Inspector& name(StringArg className);
  // For a class with [util.inspect.custom] in Node, which puts its name in front of the text of a plain object: the lines
  // are broken as those of that object.
  Inspector& prefix(StringArg className);
  template <class T>
  Inspector& property(StringArg key, const T& value) {
    out_.set(key, Value(value));
    return *this;
  }
  // Adds a property that is printed as [key], and only with the option showHidden.
  template <class T>
  Inspector& hidden(StringArg key, const T& value) {
    out_.set(key, Value(value), true);
    return *this;
  }
  // element makes the Value an array and adds an element; entry makes it a Map and adds an entry.
  template <class T>
  Inspector& element(const T& value) {
    become(Value::Kind::array);
    out_.push(Value(value));
    return *this;
  }
  template <class K, class V>
  Inspector& entry(const K& key, const V& value) {
    become(Value::Kind::map);
    out_.entry(Value(key), Value(value));
    return *this;
  }
  // Make the Value a Map, a Set, an iterator, or undefined. A Map or Set may stay empty; element() and entry() add to
  // it. `of` is "Map" or "Set"; `gives` is "Iterator" or "Entries" and tells what an iterator over the remaining
  // elements gives.
  Inspector& map();
  Inspector& set();
  Inspector& iterator(StringArg of, StringArg gives);
  // Makes the Value a promise, whose value or reason element() adds. `state` is "<pending>", "<rejected>" or empty.
  Inspector& promise(const void* identity, StringArg state);
  void undefined();
  // Makes the Value print as an ArrayBuffer with this class name.
  void arrayBuffer(const ArrayBuffer& buffer, StringArg className);
  // Makes the Value print as this text, or as this value, and nothing else, as the result of Node's
  // [util.inspect.custom] does.
  void text(StringArg printed);
  // Lets object.describe(value) describe the object.
  template <class T>
  void describe(const T& object) {
    object.describe(out_);
  }
  template <class T>
  void value(const T& instead) {
    out_ = Value(instead);
  }

 private:
  void become(Value::Kind kind);
  Value& out_;
};

}  // namespace util

namespace detail {

// A class name inside of the text that the compiler generates for a function's signature.
class ClassName {
 public:
  consteval ClassName(const char* text, std::size_t size) : text_(text), size_(size) {}
  constexpr const char* data() const { return text_; }
  constexpr std::size_t size() const { return size_; }
  template <std::size_t N>
  constexpr bool operator==(const char (&literal)[N]) const {
    if (size_ != N - 1) return false;
    for (std::size_t i = 0; i < N - 1; ++i)
      if (text_[i] != literal[i]) return false;
    return true;
  }

 private:
  const char* text_;
  std::size_t size_;
};

// Returns the name of T without namespaces, template arguments and the suffix "Object" of the library's classes.
template <class T>
consteval ClassName className() {
  // The signature has the form "… className() [T = nodecpp::net::SocketObject]", followed by more text when T has
  // template parameters.
  const char* from = __PRETTY_FUNCTION__;
  while (!(from[0] == 'T' && from[1] == ' ' && from[2] == '=')) ++from;
  from += 4;
  const char* to = from;
  for (; *to && *to != '<' && *to != ']' && *to != ';'; ++to)
    if (to[0] == ':' && to[1] == ':') from = to + 2;
  if (*from == '(') return {"Object", 6};  // the name of a lambda begins with "(lambda at …)"
  std::size_t size = std::size_t(to - from);
  constexpr const char* suffix = "Object";
  bool ends = size > 6;
  for (std::size_t i = 0; ends && i < 6; ++i) ends = from[size - 6 + i] == suffix[i];
  return {from, ends ? size - 6 : size};
}

template <class T>
inline constexpr bool isFunction = false;
template <class S>
inline constexpr bool isFunction<Function<S>> = true;

template <class T>
concept DescribesItself = requires(const T& v, util::Inspector& out) { v.inspectTo(out); };
template <class T>
concept IsDescribed = requires(const T& v, util::Inspector& out) { inspectTo(v, out); };
template <class T>
concept AnyHandle = requires(const T& v) {
  typename T::ObjectType;
  v.get();
};
// A class with any number of call operators: the name of the operator is ambiguous beside that of another base.
struct OtherCall {
  void operator()();
};
template <class T>
struct BesideOtherCall : T, OtherCall {};
template <class T>
consteval bool hasCalls() {
  if constexpr (std::is_class_v<T> && !std::is_final_v<T>)
    return !requires { &BesideOtherCall<T>::operator(); };
  else
    return false;
}
template <class T>
concept Callable = std::is_function_v<std::remove_pointer_t<T>> || requires { &T::operator(); };
template <class T>
concept Range = std::is_array_v<T> || (requires(const T& v) {
                  v.begin();
                  v.end();
                  typename T::value_type;
                } && !std::same_as<typename T::value_type, T>);
template <class T>
concept PairLike = requires(const T& v) {
  v.first;
  v.second;
};
template <class T>
concept TupleLike = requires { sizeof(std::tuple_size<T>); };
template <class T>
concept Named = PairLike<T> && StringLike<decltype(std::declval<const T&>().first)>;

// A stand-in for an object or a value that is only known at run time: http::globalAgent, process::stdout.
template <class T>
concept StandsForObject = !AnyHandle<T> && requires(const T& v) {
  requires AnyHandle<std::remove_cvref_t<decltype(v.operator->())>> || DerivedFrom<std::remove_pointer_t<decltype(v.operator->())>, Object>;
};
template <class T>
concept StandsForText = std::is_class_v<T> && ConvertsTo<const T&, String> && !ConvertsTo<const T&, double>;
template <class T>
concept StandsForBoolean = std::is_class_v<T> && ConvertsTo<const T&, bool> &&
                           requires(const T& v) { v.operator bool(); } && !requires(const T& v) { v.operator double(); };

template <class C>
consteval std::type_identity<C> ownerOf(const char* (C::*)() const);
// A class with a className() of its own. One that derives from it without another className() has the name that the
// compiler knows.
template <class T>
concept NamesItself = requires(const T& v) {
  StringArg(v.className());
  requires std::same_as<typename decltype(ownerOf(&T::className))::type, T>;
};

// Describes an object behind a handle. An object that tells nothing is printed as `Name {}`, like one of JavaScript whose
// fields are all private.
template <class T>
void describe(const T& value, util::Inspector& out) {
  if constexpr (NamesItself<T>) out.name(value.className());
  if constexpr (DescribesItself<T>)
    value.inspectTo(out);
  else if constexpr (IsDescribed<T>)
    inspectTo(value, out);
  else if constexpr (requires(const T* of) { nodecppFields(of); })
    describeFields(value, out);  // of nodecpp/fields.h, which declares the fields
}

util::Value lookupValue(const Lookup& value);

template <class T>
util::Value rangeValue(const T& range) {
  using Kind = util::Value::Kind;
  using Element = std::remove_cvref_t<decltype(firstOf(range))>;
  constexpr bool keyed = requires { typename T::key_type; };
  constexpr bool mapped = requires { typename T::mapped_type; };
  // An Array of pairs is JavaScript's list of [key, value], also when the keys are strings.
  if constexpr (Named<Element> && !IsArray<T>) {
    util::Value out = util::Value::of(Kind::object);
    for (const auto& [key, value] : range) out.set(key, util::Value(value));
    return out;
  } else if constexpr (mapped) {
    return util::map(range);
  } else {
    util::Value out = util::Value::of(keyed ? Kind::set : Kind::array);
    if constexpr (requires { typename T::value_type; })
      for (const auto& element : range) out.push(util::Value(static_cast<const typename T::value_type&>(element)));
    else
      for (const auto& element : range) out.push(util::Value(element));
    return out;
  }
}

// Containers, classes that stand for a value, and what tells nothing about itself.
template <class T>
util::Value otherValue(const T& value) {
  using util::Value;
  using Kind = Value::Kind;
  if constexpr (Range<T>) {
    if constexpr (requires { value.isUndefined(); })
      if (value.isUndefined()) return Value();
    return rangeValue(value);
  } else if constexpr (TupleLike<T>) {
    Value out = Value::of(Kind::array);
    [&]<std::size_t... I>(std::index_sequence<I...>) {
      using std::get;
      (out.push(Value(get<I>(value))), ...);
    }(std::make_index_sequence<std::tuple_size<T>::value>{});
    return out;
  } else if constexpr (StandsForBoolean<T>) {
    return Value::ofBoolean(value.operator bool());
  } else if constexpr (StandsForText<T>) {
    return Value(static_cast<String>(value));
  } else if constexpr (std::is_class_v<T> && nodecpp::detail::ConvertsTo<const T&, double>) {
    return Value::ofNumber(value);  // a class that stands for a number: process::pid, a byte of a Buffer
  } else if constexpr (hasCalls<T>()) {
    return Value::of(Kind::function);
  } else if constexpr (std::is_aggregate_v<T> && !std::is_empty_v<T>) {
    return Value::of(Kind::raw, str("[object ") + className<T>() + "]");  // its fields are public, but have no names here
  } else {
    Value out = Value::of(Kind::object);
    util::Inspector(out).name(className<T>());
    return out;
  }
}

template <class T>
util::Value toValue(const T& value) {
  using util::Value;
  using Kind = Value::Kind;
  if constexpr (std::same_as<T, ArrayElement<Plain<T>>> && nodecpp::detail::DerivedFrom<T, Plain<T>>) {
    return toValue<Plain<T>>(value);  // list[i]
  } else if constexpr (std::same_as<T, bool>) {
    return Value::ofBoolean(value);
  } else if constexpr (std::same_as<T, char>) {
    return Value::of(Kind::string, str(value));
  } else if constexpr (std::is_integral_v<T>) {
    constexpr double exact = 9007199254740992.0;
    double number = double(value);
    return number > -exact && number < exact ? Value::ofNumber(number) : Value::ofInteger(number, str(value));
  } else if constexpr (std::is_floating_point_v<T>) {
    return Value::ofNumber(double(value));
  } else if constexpr (std::is_enum_v<T>) {
    return toValue(static_cast<std::underlying_type_t<T>>(value));
  } else if constexpr (isLet<T>) {
    return Value(value.ref());
  } else if constexpr (StringLike<const T&>) {
    const StringArg text(value);
    if (text.isNullish()) return text.toString().isNull() ? Value(nullptr) : Value();
    return Value::of(Kind::string, text);
  } else if constexpr (nodecpp::detail::DerivedFrom<T, Error>) {
    return Value::ofError(Error(value));
  } else if constexpr (nodecpp::detail::DerivedFrom<T, Lookup>) {
    return lookupValue(value);
  } else if constexpr (std::same_as<T, Buffer>) {
    return Value::ofBuffer(value);
  } else if constexpr (nodecpp::detail::DerivedFrom<T, ViewBase>) {
    return Value::ofView(value);
  } else if constexpr (std::same_as<T, ArrayBuffer>) {
    return Value::ofArrayBuffer(value);
  } else if constexpr (isFunction<T>) {
    return value ? Value::of(Kind::function) : Value();
  } else if constexpr (DescribesItself<T> || IsDescribed<T>) {
    Value out = Value::of(Kind::object);
    util::Inspector inspector(out);
    describe(value, inspector);
    return out;
  } else if constexpr (AnyHandle<T>) {
    // The copy of the handle keeps the object alive. The object is described only when it is printed, because objects
    // may refer to each other in cycles.
    if (!value.get()) return Value();
    Function<void(util::Inspector&)> later;
    auto object = Handle<typename T::ObjectType>(value);
    later = [object](util::Inspector& out) { describe(*object, out); };
    return Value::ofObject(value.get(),
                           className<T>() == "Handle" ? className<typename T::ObjectType>() : className<T>(),
                           std::move(later));
  } else if constexpr (StandsForObject<T>) {
    if constexpr (AnyHandle<std::remove_cvref_t<decltype(value.operator->())>>)
      return Value(value.operator->());
    else
      return Value(Handle(value.operator->()));
  } else if constexpr (requires(const T* of) { nodecppFields(of); }) {
    Value out = Value::of(Kind::object);
    util::Inspector inspector(out);
    describeFields(value, inspector);
    return out;
  } else if constexpr (Callable<T>) {
    return Value::of(Kind::function);
  } else if constexpr (requires {
                         { value.has_value() } -> std::same_as<bool>;
                         *value;
                       }) {
    return value.has_value() ? Value(*value) : Value();
  } else {
    return otherValue(value);
  }
}

template <class T>
void describeInto(util::Value& out, const T& value) {
  out = util::Value(value);
}

}  // namespace detail
}  // namespace nodecpp
