// util.promisify. https://nodejs.org/docs/latest-v24.x/api/util.html#utilpromisifyoriginal
#pragma once

#include <nodecpp/promise.h>

namespace nodecpp::util {

// A function that returns a promise, of one whose last parameter is a callback (error, value). The value's type has to
// be named where there is one: `auto readAsync = util::promisify<String>(read)`. What has a form of its own, as
// child_process::exec, says so by promisified(): Node's util.promisify.custom.
template <class T = void, class F>
auto promisify(F original) {
  if constexpr (requires { original.promisified(); }) {
    return original.promisified();
  } else {
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
}

}  // namespace nodecpp::util
