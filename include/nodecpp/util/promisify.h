// util.promisify. https://nodejs.org/docs/latest-v24.x/api/util.html#utilpromisifyoriginal
#pragma once

#include <nodecpp/function.h>
#include <nodecpp/promise.h>
#include <nodecpp/timers/promise_timer.h>

namespace nodecpp {
class Timeout;
class Immediate;
namespace detail {
// The type of the value that a function gives to its last parameter, a Function<void(Error, V)>; void where that is not
// known.
template <class... P>
struct LastOfCallback {
  using Value = void;
};
template <class First, class Second, class... More>
struct LastOfCallback<First, Second, More...> : LastOfCallback<Second, More...> {};
template <class V>
struct LastOfCallback<Function<void(Error, V)>> {
  using Value = V;
};
template <class F>
struct CallbackValue {
  using type = void;
};
template <class F>
  requires requires { &F::operator(); }
struct CallbackValue<F> : CallbackValue<decltype(&F::operator())> {};
template <class R, class... P>
struct CallbackValue<R (*)(P...)> {
  using type = typename LastOfCallback<std::remove_cvref_t<P>...>::Value;
};
template <class R, class C, class... P>
struct CallbackValue<R (C::*)(P...) const> : CallbackValue<R (*)(P...)> {};

template <class T, class F>
auto promised(F original) {
  return [original = std::move(original)]<class... A>(A&&... args) {
    return Promise<T>([&](Resolver<T> resolve, Rejector reject) {
      if constexpr (std::is_void_v<T>) {
        original(std::forward<A>(args)..., [=](Error error) {
          if (error)
            reject(error);
          else
            resolve();
        });
      } else {
        original(std::forward<A>(args)..., [=](Error error, T value) {
          if (error)
            reject(error);
          else
            resolve(std::move(value));
        });
      }
    });
  };
}

}  // namespace detail
}  // namespace nodecpp

namespace nodecpp::util {

// Returns a function that calls `original`, whose last parameter is a callback `(error, value)`, and returns a Promise
// of the value. The type of the value has to be named where `original` takes any callback: `auto readAsync =
// util::promisify<String>(read)`. A function object that has its own promise form, such as child_process::exec,
// provides it by a member function promisified(), the twin of Node's util.promisify.custom.
template <class T = void, class F>
auto promisify(F original) {
  if constexpr (requires { original.promisified(); })
    return original.promisified();
  else if constexpr (std::is_void_v<T>)
    return nodecpp::detail::promised<typename nodecpp::detail::CallbackValue<F>::type>(std::move(original));
  else
    return nodecpp::detail::promised<T>(std::move(original));
}

// The promise forms of setTimeout, a function of the delay and of a value for the promise, and of setImmediate, a
// function of the value. The functions of nodecpp/timers/promises.h take options, too.
inline auto promisify(Timeout (*)(void (*&&)(), double)) {
  return [](double milliseconds = 1, auto... value) {
    return nodecpp::detail::promiseTimer(nodecpp::detail::delayOf(milliseconds), std::move(value)...);
  };
}
inline auto promisify(Immediate (*)(void (*&&)())) {
  return [](auto... value) { return nodecpp::detail::promiseTimer(__builtin_nan(""), std::move(value)...); };
}
// The promise forms of crypto.randomBytes and crypto.scrypt, which also have forms with other parameters. That of scrypt
// takes the options, in braces, or leaves them out.
template <class V>
auto promisify(void (*original)(double, Function<void(Error, V)>)) {
  return nodecpp::detail::promised<V>(original);
}
template <class A, class O, class V>
auto promisify(void (*original)(const A&, const A&, double, const O&, Function<void(Error, V)>)) {
  return [original](const A& password, const A& salt, double length, const O& options = {}) {
    return nodecpp::detail::promised<V>(original)(password, salt, length, options);
  };
}

// A function of a module that has several forms, of which C++ cannot choose one.
template <class T = void>
auto promisify(...) NODECPP_DELETED("a function with several forms: use its promise form, fs::promises::readFile(path)");

}  // namespace nodecpp::util
