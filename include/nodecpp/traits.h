// What the headers ask of types most often. The standard library's own versions are built of many small templates, which
// took a tenth of the time to compile a program with http.h.
#pragma once

namespace nodecpp::detail {

// std::convertible_to and std::derived_from, by the compiler's built-in answers.
template <class From, class To>
concept ConvertsTo = __is_convertible(From, To);
template <class Derived, class Base>
concept DerivedFrom = __is_base_of(Base, Derived) && __is_convertible(const volatile Derived*, const volatile Base*);

// A call of an F with arguments of the types A compiles. std::invocable also accepts pointers to members, which the
// call f(args...) does not.
template <class F, class... A>
concept CallableWith = requires(F& f, A&&... args) { f(static_cast<A&&>(args)...); };

// std::exchange, without a condition for noexcept, which would have to be computed for each type.
template <class T, class U = T>
constexpr T exchange(T& from, U&& to) {
  T old = static_cast<T&&>(from);
  from = static_cast<U&&>(to);
  return old;
}

// The identity of a type: the address of its variable.
using TypeId = const void*;
template <class T>
inline constexpr char typeIdOf = 0;

}  // namespace nodecpp::detail
