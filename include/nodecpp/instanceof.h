// JavaScript's `instanceof`. Part of object.h.
#pragma once

#include <nodecpp/traits.h>

namespace nodecpp {

// JavaScript's `x instanceof T`: instanceof<HttpError>(error), instanceof<net::Socket>(stream). Returns false for an
// error or a handle that is undefined. For a value whose type the compiler knows, the answer is that of the type.
template <class T, class X>
bool instanceof(const X& x) {
  if constexpr (requires { x.template handle<T>(); })
    return bool(x.template handle<T>());  // a var
  else if constexpr (requires { x.template is<T>(); })
    return x.template is<T>();  // an Error, a var or an EventData
  else if constexpr (requires { bool(x.template as<T>()); })
    return bool(x.template as<T>());  // a handle
  else
    return detail::DerivedFrom<X, T>;
}

}  // namespace nodecpp
