// The functions of Array that convert the list to a text. Programs include nodecpp/array.h.
#pragma once

#include <nodecpp/array.h>
#include <nodecpp/string.h>

namespace nodecpp {

namespace detail {

template <>
inline constexpr bool isString<ArrayElement<String>> = true;

// Returns the text of an element in join(): empty for undefined and null.
template <class T>
String joined(const T& element) {
  if constexpr (HasUndefined<T>)
    if (isUndefined(element)) return {};
  if constexpr (requires { element == nullptr; })
    if (element == nullptr) return {};
  if constexpr (requires { str(element); })
    return str(element);
  else
    return element.toString();
}

// Returns the texts with the separator between them.
String joinTexts(const String* texts, std::size_t count, StringArg separator);

// Compares the texts of two elements by UTF-16 code units.
template <class T>
int compareTexts(const T& a, const T& b) {
  if constexpr (isString<T>)
    return String::compare(a, b);
  else
    return String::compare(joined(a), joined(b));
}

}  // namespace detail

template <class T>
T Array<T>::onMissingElement(detail::ArrayIndex index) const {
  const std::size_t size = defined().size;
  return detail::missing<T>([&] { return detail::outOfRange(index.number(), size); });
}

template <class T>
String Array<T>::join(detail::TextArg separator) const {
  if constexpr (std::same_as<T, String>) return detail::joinTexts(defined().size ? items() : nullptr, size(), separator);
  String text;
  const Array held = *this;
  const std::size_t count = held.defined().size;
  for (std::size_t i = 0; i < count && i < held.size(); ++i) {
    if (i) text += separator;
    if constexpr (std::is_arithmetic_v<T> || detail::isString<T> || !std::is_copy_constructible_v<T>) {
      text += detail::joined(held.items()[i]);
    } else {
      const T element = held.items()[i];  // its toString() may change the list
      text += detail::joined(element);
    }
  }
  return text;
}

template <class T>
String Array<T>::join() const {
  return join(",");
}

template <class T>
String Array<T>::toString() const {
  return join(",");
}

template <class T>
String str(const Array<T>& list) {
  return list.join(",");
}
template <class T>
  requires(!detail::derivable<T>)
auto str(const ArrayElement<T>& element) {
  return str(element.value());
}
template <class S, class T>
  requires(detail::isString<S> && !detail::derivable<T>)
String operator+(const S& a, const ArrayElement<T>& b) {
  return a + b.value();
}
template <class S, class T>
  requires(detail::isString<S> && !detail::derivable<T>)
String operator+(const ArrayElement<T>& a, const S& b) {
  return a.value() + b;
}

template <class T>
Array<T> Array<T>::sort() const {
  return sort([](const T& a, const T& b) { return detail::compareTexts(a, b); });
}

}  // namespace nodecpp

#include <nodecpp/iterator.h>
