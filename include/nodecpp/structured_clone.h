// structuredClone: a deep copy. https://developer.mozilla.org/docs/Web/API/Window/structuredClone
//
//   auto copy = structuredClone(list);     // an Array, Map, Set, a struct with NODECPP_FIELDS, a Buffer, a var
//
// In a var, an object that is referred to more than once, also in reference cycles, becomes one object in the copy. In
// an Array, Map or Set each reference is copied separately. A Blob and a File can be cloned. Functions and other
// handles cannot: cloning one does not compile, and one inside of a var throws a DataCloneError.
#pragma once

#include <nodecpp/array_buffer.h>
#include <nodecpp/buffer.h>
#include <nodecpp/fields.h>
#include <nodecpp/map.h>
#include <nodecpp/set.h>
#include <nodecpp/traits.h>
#include <nodecpp/var.h>

namespace nodecpp {

// The option structuredClone(value, {.transfer = {buffer}}): these ArrayBuffers are detached, and the copy gets their
// bytes.
struct StructuredCloneOptions {
  Array<ArrayBuffer> transfer;
};

// Throws an Error named DataCloneError when the value contains a function, or a handle to an object other than a Blob.
var structuredClone(const var& value);
var structuredClone(const var& value, const StructuredCloneOptions& options);
ArrayBuffer structuredClone(const ArrayBuffer& value);
ArrayBuffer structuredClone(const ArrayBuffer& value, const StructuredCloneOptions& options);

namespace detail {

// A handle to a Blob or another object that can be cloned.
template <class T>
concept ClonableHandle = UndefinedHandle<T> && requires(const T& handle) { handle->structuredCloned(); };
template <class T>
concept NotClonable =
    requires { typename T::NodecppFunction; } || (UndefinedHandle<T> && !ClonableHandle<T>) || std::is_pointer_v<T>;
template <class T>
inline constexpr bool isMap = false;
template <class K, class V>
inline constexpr bool isMap<Map<K, V>> = true;
template <class T>
inline constexpr bool isSet = false;
template <class T>
inline constexpr bool isSet<Set<T>> = true;

template <class T>
T cloneOf(const T& value) {
  static_assert(!NotClonable<T>, "a function or a handle could not be cloned, as in JavaScript");
  if constexpr (std::same_as<T, var>) {
    return structuredClone(value);
  } else if constexpr (ClonableHandle<T>) {
    return value ? value->structuredCloned().template as<T>() : T();
  } else if constexpr (std::same_as<T, Buffer>) {
    return Buffer::from(value);
  } else if constexpr (detail::DerivedFrom<T, ViewBase> || std::same_as<T, ArrayBuffer>) {
    return value.isUndefined() ? T() : structuredClone(var(value)).template as<T>();
  } else if constexpr (VarOptional<T>) {
    return value.has_value() ? T(cloneOf(*value)) : T();
  } else if constexpr (HasFields<T>) {
    T copy = value;
    forEachField<T>([&](const auto& field) { copy.*(field.member) = cloneOf(value.*(field.member)); });
    return copy;
  } else if constexpr (IsArray<T> || isMap<T> || isSet<T>) {
    if (isUndefined(value)) return T::undefined();
    T copy;
    if constexpr (IsArray<T>)
      for (const auto& each : value) copy.push(cloneOf(each));
    else if constexpr (isMap<T>)
      for (const auto& [key, each] : value) copy.set(cloneOf(key), cloneOf(each));
    else
      for (const auto& each : value) copy.add(cloneOf(each));
    return copy;
  } else {
    return value;
  }
}

}  // namespace detail

template <class T>
  requires(!detail::IsVar<T> && !detail::StringLike<const T&>)
T structuredClone(const T& value) {
  return detail::cloneOf(value);
}
inline String structuredClone(const String& value) { return value; }

}  // namespace nodecpp
