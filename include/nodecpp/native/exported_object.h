// Objects of the classes that the module exports. As arguments they are references, and as results they are copied or
// moved into a new JavaScript object. Used in modules only.
#pragma once

#include <nodecpp/native/call.h>

namespace nodecpp::native {

namespace detail {

// Makes a new object of the exported class `key`, which owns `object` from then on.
napi_value makeObject(const Reader& reader, const void* key, void* object, void (*destroy)(void*));
[[noreturn]] void throwNotInstance(const Reader& reader, const Where& where, const void* key, napi_value received);

template <class T>
concept ClassOfModule =
    std::is_class_v<T> && !nodecpp::detail::HasFields<T> && !injected<T> && !std::same_as<T, StringArg>;

template <class T>
T& readObject(const Reader& reader, napi_value value, const Where& where) {
  void* object = unwrap(reader.env, value, &typeKey<T>);
  if (!object) [[unlikely]]
    throwNotInstance(reader, where, &typeKey<T>, value);
  if (reader.promised) reader.promised->keep(value);
  return *static_cast<T*>(object);
}

}  // namespace detail

template <class T>
struct Convert {
  static_assert(
      detail::ClassOfModule<T>,
      "no value of JavaScript is known for this type: list its fields with NODECPP_FIELDS, export it as a class, "
      "or specialise nodecpp::native::Convert for it");
  static constexpr bool isObject = true;
  static T read(const detail::Reader& reader, napi_value value, const detail::Where& where)
    requires std::copy_constructible<T>
  {
    return detail::readObject<T>(reader, value, where);
  }
  static napi_value make(const detail::Reader& reader, T value) {
    return detail::makeObject(reader, &detail::typeKey<T>, new T(std::move(value)),
                              [](void* object) { delete static_cast<T*>(object); });
  }
  static void describe(detail::Types& types) { types << types.nameOf(&detail::typeKey<T>); }
};

namespace detail {

template <ClassOfModule T>
  requires Convert<T>::isObject
struct Argument<T> {
  static constexpr bool isObject = true;
  T& value;
  Argument(const Reader& reader, napi_value from, const Where& where) : value(readObject<T>(reader, from, where)) {}
  T& get() { return value; }
  static void describe(Types& types) { Convert<T>::describe(types); }
};

}  // namespace detail
}  // namespace nodecpp::native
