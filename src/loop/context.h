// Contexts (docs/async_hooks.md) of callbacks that come later. A handle keeps the context in which it was made, in a
// member that begins as Loop::currentContext(), and a request is given a callback that keeps the context of its call.
#pragma once

#include <utility>

#include "loop/loop.h"

namespace nodecpp::detail {

// Returns `callback`, or, when there is a context now, a function that calls it in this context. When the callback
// throws, its context stays the current one, so that uncaughtException is emitted in it. It is therefore only for
// callbacks that the loop calls.
template <class C>
C inContext(C callback) {
  Handle<Object> context = Loop::currentContext();
  if (!context || !callback) [[likely]]
    return callback;
  return C([context, callback = std::move(callback)](auto&&... args)
             requires requires(const C& called) { called(std::forward<decltype(args)>(args)...); }
           {
             Loop& loop = Loop::current();
             Handle<Object> before = loop.exchangeContext(context);
             callback(std::forward<decltype(args)>(args)...);
             loop.enterContext(std::move(before));
           });
}

}  // namespace nodecpp::detail
