// Converts JavaScript values to C++ values and back. Convert<T> converts a value wherever it stands; argument.h has the
// rules for arguments only. Used in modules only.
#pragma once

#include <nodecpp/arithmetic.h>
#include <nodecpp/array.h>
#include <nodecpp/native/native_environment.h>
#include <nodecpp/native/type_declarations.h>

#include <cmath>
#include <concepts>
#include <limits>

namespace nodecpp::native {

// A program can specialise Convert for a type of its own, with read(reader, value, where), make(reader, value) and
// describe(types) as below. A type without a specialisation must be a struct with NODECPP_FIELDS or a class that the
// module exports.
template <class T>
struct Convert;

namespace detail {

template <class T>
concept Number =
    nodecpp::detail::Arithmetic<T> && !std::same_as<T, bool> && !std::same_as<T, char> && !std::same_as<T, wchar_t> &&
    !std::same_as<T, char8_t> && !std::same_as<T, char16_t> && !std::same_as<T, char32_t>;

// withString calls `use(data, size)` with the string as UTF-8, in which a lone surrogate has three bytes (WTF-8). The
// data is valid during that call.
std::string longString(napi_env env, napi_value value);
bool hasReplacement(const char* data, std::size_t size) noexcept;
template <class Use>
auto withString(napi_env env, napi_value value, const Where& where, Use&& use) {
  // A short string needs a single call of Node-API. The size of a longer one is known only after this call.
  char text[512];
  std::size_t size;
  napi_status status = napi_get_value_string_utf8(env, value, text, sizeof text, &size);
  if (status != napi_ok) [[unlikely]]
    throwWrongType(env, where, "of type string", value);
  // Node-API stops before a character that does not fit, and writes U+FFFD for a lone surrogate. In both cases the
  // string is read again.
  if (size < sizeof text - 4 && !hasReplacement(text, size)) [[likely]]
    return use(text, size);
  std::string longer = longString(env, value);
  return use(static_cast<const char*>(longer.data()), longer.size());
}
napi_value makeString(napi_env env, const char* data, std::size_t size);

// Functions that take long to compile or are seldom needed are in the library.
[[noreturn]] void throwNotInteger(const Where& where, double received, double low, double high);
struct Bytes {
  char* data;
  std::size_t size;
};
// Returns the bytes of an ArrayBuffer or of a view of one; none when it is detached. They are valid as long as
// JavaScript keeps the buffer.
Bytes bytesOf(const Reader& reader, napi_value value, const Where& where);
// Returns the bytes of a typed array of exactly this type.
Bytes elementsOf(const Reader& reader, napi_value value, const Where& where, napi_typedarray_type type,
                 const char* expected);
// Returns a Buffer over bytes of JavaScript, which it keeps alive.
Buffer keptBuffer(const Reader& reader, napi_value value, const Where& where);
napi_value makeBuffer(const Reader& reader, const Buffer& buffer);
// Makes a typed array over memory that `gone(keeper)` frees.
napi_value makeTypedArray(const Reader& reader, napi_typedarray_type type, void* data, std::size_t bytes,
                          std::size_t count, void (*gone)(void* keeper) noexcept, void* keeper);
std::uint32_t arrayLength(napi_env env, napi_value value, const Where& where);
void checkObject(napi_env env, napi_value value, const Where& where);
std::int64_t readBigInt64(napi_env env, napi_value value, const Where& where);
std::uint64_t readBigUint64(napi_env env, napi_value value, const Where& where);
BigInt readBigInt(napi_env env, napi_value value, const Where& where);
napi_value makeBigInt(napi_env env, const BigInt& value);
[[noreturn]] void throwUnsafeInteger(const std::string& value);

inline bool isUndefined(napi_env env, napi_value value) {
  napi_valuetype type;
  check(env, napi_typeof(env, value, &type));
  return type == napi_undefined;
}
inline napi_value makeUndefined(napi_env env) {
  napi_value value;
  check(env, napi_get_undefined(env, &value));
  return value;
}

// A scope of Node-API for the handles of elements. renew() frees them, since an array may be long.
class Scope {
 public:
  explicit Scope(napi_env env) : env_(env) { check(env, napi_open_handle_scope(env, &scope_)); }
  Scope(const Scope&) = delete;
  ~Scope() { napi_close_handle_scope(env_, scope_); }
  void renew() {
    napi_close_handle_scope(env_, scope_);
    napi_open_handle_scope(env_, &scope_);
  }

 private:
  napi_env env_;
  napi_handle_scope scope_;
};

template <class T> inline constexpr napi_typedarray_type typedArrayType = [] {
  if constexpr (std::same_as<T, float>) return napi_float32_array;
  if constexpr (std::same_as<T, double>) return napi_float64_array;
  if constexpr (std::same_as<T, std::int8_t>) return napi_int8_array;
  if constexpr (std::same_as<T, std::int16_t>) return napi_int16_array;
  if constexpr (std::same_as<T, std::int32_t>) return napi_int32_array;
  if constexpr (std::same_as<T, std::int64_t>) return napi_bigint64_array;
  if constexpr (std::same_as<T, std::uint8_t>) return napi_uint8_array;
  if constexpr (std::same_as<T, std::uint16_t>) return napi_uint16_array;
  if constexpr (std::same_as<T, std::uint32_t>) return napi_uint32_array;
  if constexpr (std::same_as<T, std::uint64_t>) return napi_biguint64_array;
}();

}  // namespace detail

template <detail::Number T>
struct Convert<T> {
  static T read(const detail::Reader& reader, napi_value value, const detail::Where& where) {
    double number;
    if (napi_get_value_double(reader.env, value, &number) != napi_ok) [[unlikely]]
      detail::throwWrongType(reader.env, where, "of type number", value);
    if constexpr (!std::integral<T>) {
      return static_cast<T>(number);
    } else {
      constexpr double safe = 9007199254740991.0;
      constexpr double low = sizeof(T) < 8             ? double(std::numeric_limits<T>::min())
                             : std::signed_integral<T> ? -safe
                                                       : 0;
      constexpr double high = sizeof(T) < 8 ? double(std::numeric_limits<T>::max()) : safe;
      if (!(number >= low && number <= high) || std::trunc(number) != number) [[unlikely]]
        detail::throwNotInteger(where, number, low, high);
      return static_cast<T>(number);
    }
  }
  static napi_value make(const detail::Reader& reader, T value) {
    napi_value out;
    if constexpr (std::integral<T> && sizeof(T) == 8) {
      auto asNumber = static_cast<double>(value);
      if (!(asNumber >= -9007199254740991.0 && asNumber <= 9007199254740991.0)) [[unlikely]]
        detail::throwUnsafeInteger(std::to_string(value));
      detail::check(reader.env, napi_create_double(reader.env, asNumber, &out));
    } else if constexpr (std::signed_integral<T>) {
      detail::check(reader.env, napi_create_int32(reader.env, value, &out));
    } else if constexpr (std::unsigned_integral<T>) {
      detail::check(reader.env, napi_create_uint32(reader.env, value, &out));
    } else {
      detail::check(reader.env, napi_create_double(reader.env, double(value), &out));
    }
    return out;
  }
  static void describe(detail::Types& types) { types << "number"; }
};

template <>
struct Convert<bool> {
  static bool read(const detail::Reader& reader, napi_value value, const detail::Where& where) {
    bool out;
    if (napi_get_value_bool(reader.env, value, &out) != napi_ok) [[unlikely]]
      detail::throwWrongType(reader.env, where, "of type boolean", value);
    return out;
  }
  static napi_value make(const detail::Reader& reader, bool value) {
    napi_value out;
    detail::check(reader.env, napi_get_boolean(reader.env, value, &out));
    return out;
  }
  static void describe(detail::Types& types) { types << "boolean"; }
};

template <class T>
  requires std::same_as<T, String> || std::same_as<T, std::string>
struct Convert<T> {
  static T read(const detail::Reader& reader, napi_value value, const detail::Where& where) {
    return detail::withString(reader.env, value, where, [](const char* data, std::size_t size) {
      if constexpr (std::same_as<T, String>)
        return String::copyOf(data, size);
      else
        return std::string(data, size);
    });
  }
  static napi_value make(const detail::Reader& reader, const T& value) {
    return detail::makeString(reader.env, value.data(), value.size());
  }
  static void describe(detail::Types& types) { types << "string"; }
};

// These conversions exist for results only. A parameter of type std::string_view is a view, see argument.h.
template <class T>
  requires std::same_as<T, std::string_view> || std::same_as<T, const char*>
struct Convert<T> {
  static napi_value make(const detail::Reader& reader, T value) {
    std::string_view text(value);
    return detail::makeString(reader.env, text.data(), text.size());
  }
  static void describe(detail::Types& types) { types << "string"; }
};

#define NODECPP_NATIVE_BIGINT(Type, Make)                                                          \
  template <>                                                                                      \
  struct Convert<Type> {                                                                           \
    static Type read(const detail::Reader& reader, napi_value value, const detail::Where& where) { \
      return {detail::read##Type(reader.env, value, where)};                                       \
    }                                                                                              \
    static napi_value make(const detail::Reader& reader, const Type& value) { return Make; }       \
    static void describe(detail::Types& types) { types << "bigint"; }                              \
  };
NODECPP_NATIVE_BIGINT(BigInt, detail::makeBigInt(reader.env, value))
NODECPP_NATIVE_BIGINT(BigInt64, detail::makeBigInt(reader.env, {value.value < 0,
                                                                {value.value < 0 ? 0 - std::uint64_t(value.value)
                                                                                 : std::uint64_t(value.value)}}))
NODECPP_NATIVE_BIGINT(BigUint64, detail::makeBigInt(reader.env, {false, {value.value}}))
#undef NODECPP_NATIVE_BIGINT

namespace detail {

// The conversion of std::vector and Array.
template <class List, class T>
struct ConvertList {
  static List read(const Reader& reader, napi_value value, const Where& where) {
    std::uint32_t length = arrayLength(reader.env, value, where);
    List out;
    // Memory is reserved only for elements that are likely to exist, since `length` may be far larger than the array's
    // content.
    if constexpr (requires { out.reserve(1); }) out.reserve(length < 65536 ? length : 65536);
    Scope scope(reader.env);
    for (std::uint32_t i = 0; i < length; ++i) {
      napi_value element;
      check(reader.env, napi_get_element(reader.env, value, i, &element));
      T read = Convert<T>::read(reader, element, Where{nullptr, &where, i});
      if constexpr (requires { out.push_back(std::move(read)); })
        out.push_back(std::move(read));
      else
        out.push(std::move(read));
      if (i % 256 == 255) scope.renew();
    }
    return out;
  }
  static napi_value make(const Reader& reader, const List& value) {
    napi_value out;
    check(reader.env, napi_create_array_with_length(reader.env, value.size(), &out));
    Scope scope(reader.env);
    std::uint32_t i = 0;
    for (const T& each : value) {
      check(reader.env, napi_set_element(reader.env, out, i, Convert<T>::make(reader, each)));
      if (i++ % 256 == 255) scope.renew();
    }
    return out;
  }
  static void describe(Types& types) {
    types << "Array<";
    Convert<T>::describe(types);
    types << ">";
  }
};

}  // namespace detail

template <class T>
struct Convert<std::vector<T>> : detail::ConvertList<std::vector<T>, T> {};

// An undefined Array becomes JavaScript's undefined.
template <class T>
struct Convert<Array<T>> : detail::ConvertList<Array<T>, T> {
  static napi_value make(const detail::Reader& reader, const Array<T>& value) {
    if (value.isUndefined()) return detail::makeUndefined(reader.env);
    return detail::ConvertList<Array<T>, T>::make(reader, value);
  }
};

template <class T>
struct Convert<std::optional<T>> {
  static std::optional<T> read(const detail::Reader& reader, napi_value value, const detail::Where& where) {
    if (detail::isUndefined(reader.env, value)) return std::nullopt;
    return Convert<T>::read(reader, value, where);
  }
  static napi_value make(const detail::Reader& reader, const std::optional<T>& value) {
    return value ? Convert<T>::make(reader, *value) : detail::makeUndefined(reader.env);
  }
  static void describe(detail::Types& types) {
    Convert<T>::describe(types);
    types << " | undefined";
  }
};

template <nodecpp::detail::HasFields T>
struct Convert<T> {
  static T read(const detail::Reader& reader, napi_value value, const detail::Where& where) {
    detail::checkObject(reader.env, value, where);
    T out{};
    nodecpp::detail::forEachField<T>([&](const auto& field) {
      napi_value part;
      detail::check(reader.env, napi_get_named_property(reader.env, value, field.name, &part));
      out.*(field.member) = Convert<typename std::remove_cvref_t<decltype(field)>::Type>::read(
          reader, part, detail::Where{field.name, &where});
    });
    return out;
  }
  static napi_value make(const detail::Reader& reader, const T& value) {
    napi_value out;
    detail::check(reader.env, napi_create_object(reader.env, &out));
    nodecpp::detail::forEachField<T>([&](const auto& field) {
      using Type = typename std::remove_cvref_t<decltype(field)>::Type;
      // A missing optional value makes no property.
      if constexpr (detail::isOptional<Type>)
        if (!(value.*(field.member))) return;
      napi_value part = Convert<Type>::make(reader, value.*(field.member));
      detail::check(reader.env, napi_set_named_property(reader.env, out, field.name, part));
    });
    return out;
  }
  static void describe(detail::Types& types) {
    types.interface(&detail::typeKey<T>, detail::typeName<T>(), [&] {
      nodecpp::detail::forEachField<T>([&](const auto& field) {
        using Type = typename std::remove_cvref_t<decltype(field)>::Type;
        types << "  " << field.name << (detail::isOptional<Type> ? "?: " : ": ");
        Convert<Type>::describe(types);
        types << ";\n";
      });
    });
  }
};

template <>
struct Convert<Buffer> {
  static Buffer read(const detail::Reader& reader, napi_value value, const detail::Where& where) {
    return detail::keptBuffer(reader, value, where);
  }
  static napi_value make(const detail::Reader& reader, const Buffer& value) {
    return detail::makeBuffer(reader, value);
  }
  static void describe(detail::Types& types) { types.needNode() << "Buffer"; }
};

template <class T>
struct Convert<TypedArray<T>> {
  static napi_value make(const detail::Reader& reader, TypedArray<T> value) {
    auto* kept = new std::vector<T>(std::move(value.elements));
    return detail::makeTypedArray(
        reader, detail::typedArrayType<T>, kept->data(), kept->size() * sizeof(T), kept->size(),
        [](void* keeper) noexcept { delete static_cast<std::vector<T>*>(keeper); }, kept);
  }
  static void describe(detail::Types& types) { types << detail::typedArrayName<T>; }
};

}  // namespace nodecpp::native
