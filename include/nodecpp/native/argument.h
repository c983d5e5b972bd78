// The arguments of a call, which live as long as the call. Bytes, functions and objects are borrowed from JavaScript
// without a copy. When the function keeps them beyond the call, they are kept alive in JavaScript. Used in modules
// only.
#pragma once

#include <nodecpp/native/convert.h>

#include <string_view>

namespace nodecpp::native::detail {

// Lends bytes as a Buffer. When the function has kept slices of it at the end of a synchronous call, the bytes are kept
// alive in JavaScript from then on.
class Lender {
 public:
  Lender(const Reader& reader, napi_value value, const Where& where, Buffer& lent);
  Lender(const Lender&) = delete;
  ~Lender();

 private:
  Environment& environment_;
  napi_value value_;
  Buffer& lent_;
  Lent watch_;
  nodecpp::detail::Block* block_ = nullptr;
};

// Used by calls in the promise form: keeps `value` alive until the call has run. An environment that ends waits for
// such a call.
void keep(const Reader& reader, napi_value value);
// Returns the C++ object of a JavaScript object of the class `key`, or null for any other value.
void* unwrap(napi_env env, napi_value value, const void* key);

template <class T>
struct Argument {
  T value;
  Argument(const Reader& reader, napi_value from, const Where& where) : value(Convert<T>::read(reader, from, where)) {}
  T& get() { return value; }
  static void describe(Types& types) { Convert<T>::describe(types); }
};

template <>
struct Argument<Buffer> {
  Buffer value;
  Lender lender;
  Argument(const Reader& reader, napi_value from, const Where& where) : lender(reader, from, where, value) {}
  Buffer& get() { return value; }
  static void describe(Types& types) { types << "ArrayBufferView | ArrayBuffer"; }
};

// A span of bytes accepts any view; a span of other elements accepts only the typed array of exactly these elements.
template <class E>
struct Argument<std::span<E>> {
  using Element = std::remove_const_t<E>;
  static constexpr bool bytes =
      std::same_as<Element, std::byte> || std::same_as<Element, std::uint8_t> || std::same_as<Element, char>;
  std::span<E> value;
  Lent lent;
  Argument(const Reader& reader, napi_value from, const Where& where) {
    Bytes found;
    if constexpr (bytes)
      found = bytesOf(reader, from, where);
    else
      found = elementsOf(reader, from, where, typedArrayType<Element>, typedArrayName<Element>);
    value = std::span<E>(reinterpret_cast<E*>(found.data), found.size / sizeof(E));
    if (reader.promised)
      keep(reader, from);
    else
      lent.set(reader.environment, from, found.data, found.size);
  }
  std::span<E>& get() { return value; }
  static void describe(Types& types) {
    if constexpr (bytes)
      types << "ArrayBufferView | ArrayBuffer";
    else
      types << typedArrayName<Element>;
  }
};

template <class T>
  requires std::same_as<T, std::string_view> || std::same_as<T, StringArg>
struct Argument<T> {
  std::string text;
  T value;
  Argument(const Reader& reader, napi_value from, const Where& where)
      : text(Convert<std::string>::read(reader, from, where)), value(text) {}
  Argument(const Argument&) = delete;
  T& get() { return value; }
  static void describe(Types& types) { types << "string"; }
};

template <class T>
struct Argument<std::optional<T>> {
  std::optional<Argument<T>> given;
  std::optional<T> value;  // destroyed before `given`, whose memory it may share
  Argument(const Reader& reader, napi_value from, const Where& where) {
    if (isUndefined(reader.env, from)) return;
    given.emplace(reader, from, where);
    value.emplace(std::move(given->get()));
  }
  Argument(const Argument&) = delete;
  std::optional<T>& get() { return value; }
  static void describe(Types& types) { Argument<T>::describe(types); }
};

template <>
struct Argument<Stop> {
  Stop value;
  explicit Argument(const Reader& reader);
  Stop& get() { return value; }
};

template <class T>
struct Argument<State<T>> {
  State<T> value;
  explicit Argument(const Reader& reader) : value(reader.environment.state<T>()) {}
  State<T>& get() { return value; }
};

// Reads the arguments of a function with the parameters P, in their order.
template <class... P>
struct Arguments {
  Arguments(const Reader&, const napi_value*, const std::vector<const char*>&, std::size_t = 0) {}
  template <class F, class... Done>
  decltype(auto) call(F&& f, Done&&... done) {
    return f(std::forward<Done>(done)...);
  }
  static void describe(Types&, const std::vector<const char*>&, std::size_t = 0) {}
  static constexpr bool optionalFromHere = true;
};

template <class First, class... P>
struct Arguments<First, P...> {
  using T = std::remove_cvref_t<First>;
  static constexpr bool isInjected = injected<T>;
  static constexpr bool optionalFromHere = (isInjected || isOptional<T>) && Arguments<P...>::optionalFromHere;
  static_assert(
      !std::is_lvalue_reference_v<First> || std::is_const_v<std::remove_reference_t<First>> || requires {
        Argument<T>::isObject;
      }, "a parameter that is a reference is const&, or refers to a class that the module exports");

  Argument<T> first;
  [[no_unique_address]] Arguments<P...> rest;

  Arguments(const Reader& reader, const napi_value* values, const std::vector<const char*>& names, std::size_t at = 0)
    requires(!isInjected)
      : first(reader, values[at], Where{names[at]}), rest(reader, values, names, at + 1) {}
  Arguments(const Reader& reader, const napi_value* values, const std::vector<const char*>& names, std::size_t at = 0)
    requires(isInjected)
      : first(reader), rest(reader, values, names, at) {}

  template <class F, class... Done>
  decltype(auto) call(F&& f, Done&&... done) {
    // The object belongs to JavaScript, so a parameter by value gets a copy.
    if constexpr (requires { Argument<T>::isObject; } && !std::is_reference_v<First>)
      return rest.call(std::forward<F>(f), std::forward<Done>(done)..., std::as_const(first.get()));
    else
      return rest.call(std::forward<F>(f), std::forward<Done>(done)..., std::forward<First>(first.get()));
  }
  static void describe(Types& types, const std::vector<const char*>& names, std::size_t at = 0) {
    if constexpr (!isInjected) {
      types << (at ? ", " : "") << names[at];
      if constexpr (isOptional<T>) types << (optionalFromHere ? "?" : "");
      types << ": ";
      Argument<T>::describe(types);
      if constexpr (isOptional<T> && !optionalFromHere) types << " | undefined";
    }
    Arguments<P...>::describe(types, names, at + (isInjected ? 0 : 1));
  }
};

}  // namespace nodecpp::native::detail
