// util.callbackify. https://nodejs.org/docs/latest-v24.x/api/util.html#utilcallbackifyoriginal
#pragma once

#include <nodecpp/process/process_object.h>
#include <nodecpp/promise.h>

#include <tuple>

namespace nodecpp::detail {

// Calls `callback` with what the promise gives, in a later tick, so that what the callback throws is an uncaught
// exception and not a rejection.
template <class T, class C>
void callBackWith(const Promise<T>& promise, C callback) {
  auto later = [callback = std::move(callback)]<class... V>(Error error, V... value) {
    process::nextTick([=]() mutable { callWithFewer(callback, error, std::move(value)...); });
  };
  if constexpr (std::is_void_v<T>)
    promise.then([=] { later(nullptr); }, [=](Error error) { later(error); });
  else
    promise.then([=](T value) { later(nullptr, std::move(value)); }, [=](Error error) { later(error, T()); });
}

}  // namespace nodecpp::detail

namespace nodecpp::util {

// Returns a function that calls `original`, which returns a Promise, and that takes a further argument, a callback
// `(error, value)` or, for a Promise of nothing, `(error)`. The callback is called in a later tick, with an undefined
// error when the promise was fulfilled, and with a default-made value when it was rejected. What `original` throws
// itself, before it returns a promise, is thrown by the function.
template <class F>
auto callbackify(F original) {
  return [original = std::move(original)]<class... A>(A&&... args) {
    static_assert(sizeof...(A) > 0, "the last argument is the callback");
    auto all = std::forward_as_tuple(std::forward<A>(args)...);
    [&]<std::size_t... I>(std::index_sequence<I...>) {
      auto callback =
          std::decay_t<decltype(std::get<sizeof...(I)>(std::move(all)))>(std::get<sizeof...(I)>(std::move(all)));
      nodecpp::detail::callBackWith(original(std::get<I>(std::move(all))...), std::move(callback));
    }(std::make_index_sequence<sizeof...(A) - 1>{});
  };
}

}  // namespace nodecpp::util
