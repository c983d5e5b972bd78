// What counts as a number where a function takes any: C++'s own types, and num (nodecpp/number.h) with what derives from it.
#pragma once

#include <concepts>
#include <type_traits>

namespace nodecpp {

class num;

namespace detail {

template <class T>
concept PlainNumber = std::is_arithmetic_v<T>;
template <class T>
concept Arithmetic = std::is_arithmetic_v<T> || (requires { sizeof(T); } && std::is_base_of_v<num, T>);

}  // namespace detail
}  // namespace nodecpp
