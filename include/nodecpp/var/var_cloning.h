// How structuredClone copies the values in a VarBox: a Map, a Set, an Error, a RegExp, a BigInt. Programs include
// nodecpp/var.h.
#pragma once

#include <nodecpp/var/var_box.h>

namespace nodecpp::detail {

// The functions with which structuredClone copies one type of boxed values.
struct VarCloning {
  // Appends to `parts` the vars that the value consists of: for a Map a key, its value, the next key and so on.
  void (*take)(const void* value, const var& parts);
  // Makes a value from such a list. A value that can contain itself is made from an empty list and filled afterwards.
  var (*make)(const var& parts);
  void (*fill)(const var& made, const var& parts);  // null for types that cannot contain themselves
};

// Whether a var can be converted back to a T.
template <class T>
consteval bool isConvertibleFromVar() {
  if constexpr (std::same_as<T, var> || std::same_as<T, String> || std::same_as<T, Buffer> || std::same_as<T, Date> || std::same_as<T, bool>)
    return true;
  else if constexpr (Boxed<T>)
    return requires { requires std::same_as<typename T::NodecppBoxed, T>; };
  else if constexpr (IsArray<T>)
    return isConvertibleFromVar<typename T::value_type>();
  else
    return Arithmetic<T>;
}
template <class T>
T fromVar(const var& value) {
  if constexpr (std::same_as<T, var>) {
    return value;
  } else if constexpr (std::same_as<T, String>) {
    return value.isUndefined() ? String(undefined) : value.isNull() ? String(nullptr) : value.toString();
  } else if constexpr (std::same_as<T, Buffer>) {
    return value.buffer();
  } else if constexpr (std::same_as<T, Date>) {
    return value.date();
  } else if constexpr (std::same_as<T, bool>) {
    return bool(value);
  } else if constexpr (Boxed<T>) {
    if (value.isUndefined()) return undefinedOf<T>();
    return value.template as<T>();
  } else if constexpr (IsArray<T>) {
    if (value.isUndefined()) return T::undefined();
    T out;
    for (std::ptrdiff_t i = 0; i < value.length(); ++i) out.push(fromVar<typename T::value_type>(value.get(std::size_t(i))));
    return out;
  } else {
    return static_cast<T>(value.toNumber());
  }
}

template <class K, class V>
  requires(becomesVar<K>() && becomesVar<V>() && isConvertibleFromVar<K>() && isConvertibleFromVar<V>())
struct CloningOf<Map<K, V>> {
  static constexpr VarCloning cloning{
      [](const void* map, const var& parts) {
        for (const auto& [key, value] : unboxed<Map<K, V>>(map)) parts.push(var(key), var(value));
      },
      [](const var&) { return var(Map<K, V>()); },
      [](const var& made, const var& parts) {
        const auto map = made.as<Map<K, V>>();
        for (std::ptrdiff_t i = 0; i + 1 < parts.length(); i += 2)
          map.set(fromVar<K>(parts.get(std::size_t(i))), fromVar<V>(parts.get(std::size_t(i + 1))));
      }};
  static constexpr const VarCloning* value = &cloning;
};
template <class E>
  requires(becomesVar<E>() && isConvertibleFromVar<E>())
struct CloningOf<Set<E>> {
  static constexpr VarCloning cloning{
      [](const void* set, const var& parts) {
        for (const auto& element : unboxed<Set<E>>(set)) parts.push(var(element));
      },
      [](const var&) { return var(Set<E>()); },
      [](const var& made, const var& parts) {
        const auto set = made.as<Set<E>>();
        for (std::ptrdiff_t i = 0; i < parts.length(); ++i) set.add(fromVar<E>(parts.get(std::size_t(i))));
      }};
  static constexpr const VarCloning* value = &cloning;
};
// Errors are cloned as V8 does: with the name of one of JavaScript's own error classes, the message, the stack and the
// cause, and no other properties.
extern const VarCloning errorCloning;
template <std::same_as<Error> T>
struct CloningOf<T> {
  static constexpr const VarCloning* value = &errorCloning;
};
// An immutable value is cloned by the texts that it can be made from.
template <class T>
  requires requires { typename T::NodecppBigInt; }
struct CloningOf<T> {
  static constexpr VarCloning cloning{[](const void* number, const var& parts) { parts.push(unboxed<T>(number).toString()); },
                                      [](const var& parts) { return var(T(parts.get(std::size_t(0)).toString())); }, nullptr};
  static constexpr const VarCloning* value = &cloning;
};
template <class T>
  requires requires { typename T::NodecppRegExp; }
struct CloningOf<T> {
  static constexpr VarCloning cloning{
      [](const void* pattern, const var& parts) { parts.push(unboxed<T>(pattern).source(), unboxed<T>(pattern).flags()); },
      [](const var& parts) { return var(T(parts.get(std::size_t(0)).toString(), parts.get(std::size_t(1)).toString())); }, nullptr};
  static constexpr const VarCloning* value = &cloning;
};

}  // namespace nodecpp::detail
