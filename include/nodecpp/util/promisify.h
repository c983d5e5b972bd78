// util.promisify. https://nodejs.org/docs/latest-v24.x/api/util.html#utilpromisifyoriginal
#pragma once

#include <nodecpp/promise.h>

namespace nodecpp::util {

// Returns a function that calls `original`, whose last parameter is a callback `(error, value)`, and returns a Promise
// of the value. When the callback has a value, its type has to be named: `auto readAsync =
// util::promisify<String>(read)`. A function object that has its own promise form, such as child_process::exec,
// provides it by a member function promisified(), the twin of Node's util.promisify.custom.
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
