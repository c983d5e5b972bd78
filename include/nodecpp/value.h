// util::Value: any of our values as util.inspect, util.format and console see it, and Inspector, with which a type
// describes itself. Everything converts to a Value; a Handle's object is looked at only when it is printed.
#pragma once

#include <nodecpp/buffer.h>
#include <nodecpp/describe.h>
#include <nodecpp/function.h>
#include <nodecpp/let.h>
#include <nodecpp/object.h>

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
    undefined,
    null,
    boolean,
    number,
    string,
    raw,       // a text that prints without quotes
    function,  // `text` is its name
    array,
    object,
    map,
    set,
    iterator,  // of a Map or Set: `text` is what it gives
    error,
    buffer,
    typedArray,
    arrayBuffer,
    dataView,
    lazy,  // an object behind a handle
  };

  Value() noexcept = default;  // undefined
  Value(std::nullptr_t) noexcept : kind_(Kind::null) {}
  template <class T>
    requires(!std::same_as<T, Value>)
  Value(const T& value) : Value(nodecpp::detail::toValue(value)) {}
  Value(const Value& other) noexcept;
  Value(Value&& other) noexcept
      : kind_(std::exchange(other.kind_, Kind::undefined)),
        number_(other.number_),
        text_(std::move(other.text_)),
        node_(std::exchange(other.node_, nullptr)) {}
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
  // An integer beyond 2^53, whose digits are kept.
  static Value ofInteger(double value, String digits);
  static Value ofBoolean(bool value);
  static Value ofError(const Error& error);
  static Value ofBuffer(const Buffer& buffer);
  static Value ofView(const nodecpp::detail::ViewBase& view);
  static Value ofArrayBuffer(const ArrayBuffer& buffer, StringArg className = "ArrayBuffer");
  // An object that is described when it is printed; `identity` tells objects apart.
  static Value ofObject(const void* identity, StringArg className, Function<void(Inspector&)> describe);

  Kind kind() const noexcept { return kind_; }
  double number() const noexcept { return number_; }
  const String& text() const noexcept [[clang::lifetimebound]] { return text_; }
  bool isPrimitive() const noexcept { return kind_ <= Kind::string; }

  // For arrays and sets; for maps; for properties of anything that is no primitive. A key that is there already keeps
  // its place; keys that are indices come first, in their order, as in JavaScript.
  void push(Value element);
  void entry(Value key, Value value);
  void set(StringArg key, Value value, bool hidden = false);

  // For the runtime; null for primitives.
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
// JavaScript's literals, for printing: object({{"a", 1}, {"b", array({1, "x"})}}).
Value object(std::initializer_list<Property> properties);
Value array(std::initializer_list<Value> elements);
// A map that prints as JavaScript's Map although its keys are strings.
template <class M>
Value map(const M& entries) {
  Value out = Value::of(Value::Kind::map);
  for (const auto& [key, value] : entries) out.entry(key, value);
  return out;
}

// What a type's inspectTo gets.
class Inspector {
 public:
  explicit Inspector(Value& out) : out_(out) {}

  // The class's name in front of the braces; "" for a plain object.
  Inspector& name(StringArg className);
  template <class T>
  Inspector& property(StringArg key, const T& value) {
    out_.set(key, Value(value));
    return *this;
  }
  // Printed with showHidden only, as [key].
  template <class T>
  Inspector& hidden(StringArg key, const T& value) {
    out_.set(key, Value(value), true);
    return *this;
  }
  // Makes it an array, or a Map.
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
  // Makes it JavaScript's Map or Set, which may be empty; or an iterator that gives what is left in it: of "Map" or "Set",
  // `gives` "Iterator" or "Entries". element() and entry() add to it. Or undefined.
  Inspector& map();
  Inspector& set();
  Inspector& iterator(StringArg of, StringArg gives);
  void undefined();
  // Prints as an ArrayBuffer, under this name.
  void arrayBuffer(const ArrayBuffer& buffer, StringArg className);
  // Prints as this text, or as this value, and nothing else: what Node's [util.inspect.custom] returns.
  void text(StringArg printed);
  // What `object.describe(value)` makes of it.
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

// A name within the text that the compiler has of a function.
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

// T without namespaces, template arguments, and the "Object" at the end of our own objects' names.
template <class T>
consteval ClassName className() {
  // "… className() [T = nodecpp::net::SocketObject]", with more behind it where T has parameters of its own.
  const char* from = __PRETTY_FUNCTION__;
  while (!(from[0] == 'T' && from[1] == ' ' && from[2] == '=')) ++from;
  from += 4;
  const char* to = from;
  for (; *to && *to != '<' && *to != ']' && *to != ';'; ++to)
    if (to[0] == ':' && to[1] == ':') from = to + 2;
  if (*from == '(') return {"Object", 6};  // "(lambda at …)"
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

template <class T>
void describe(const T& value, util::Inspector& out) {
  if constexpr (DescribesItself<T>)
    value.inspectTo(out);
  else if constexpr (IsDescribed<T>)
    inspectTo(value, out);
  else if constexpr (requires { StringArg(value.className()); })
    out.text(str("[object ") + value.className() + "]");
  else
    out.text(str("[object ") + className<T>() + "]");
}

util::Value lookupValue(const Lookup& value);

template <class T>
util::Value rangeValue(const T& range) {
  using Kind = util::Value::Kind;
  using Element = std::remove_cvref_t<decltype(firstOf(range))>;
  constexpr bool keyed = requires { typename T::key_type; };
  constexpr bool mapped = requires { typename T::mapped_type; };
  if constexpr (Named<Element>) {
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

template <class T>
util::Value toValue(const T& value) {
  using util::Value;
  using Kind = Value::Kind;
  if constexpr (std::same_as<T, bool>) {
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
  } else if constexpr (std::derived_from<T, Error>) {
    return Value::ofError(value);
  } else if constexpr (std::derived_from<T, Lookup>) {
    return lookupValue(value);
  } else if constexpr (std::same_as<T, Buffer>) {
    return Value::ofBuffer(value);
  } else if constexpr (std::derived_from<T, ViewBase>) {
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
    // The object is kept alive by the copy of the handle, and described only when it is printed: objects refer to each
    // other in circles.
    if (!value.get()) return Value();
    Function<void(util::Inspector&)> later;
    auto object = Handle<typename T::ObjectType>(value);
    later = [object](util::Inspector& out) { describe(*object, out); };
    return Value::ofObject(value.get(),
                           className<T>() == "Handle" ? className<typename T::ObjectType>() : className<T>(),
                           std::move(later));
  } else if constexpr (Callable<T>) {
    return Value::of(Kind::function);
  } else if constexpr (requires {
                         { value.has_value() } -> std::same_as<bool>;
                         *value;
                       }) {
    return value.has_value() ? Value(*value) : Value();
  } else if constexpr (Range<T>) {
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
  } else if constexpr (std::is_class_v<T> && std::convertible_to<const T&, double>) {
    return Value::ofNumber(value);  // what stands for a number: process::pid, a Buffer's byte
  } else {
    return Value::of(Kind::raw, str("[object ") + className<T>() + "]");
  }
}

template <class T>
void describeInto(util::Value& out, const T& value) {
  out = util::Value(value);
}

}  // namespace detail
}  // namespace nodecpp
