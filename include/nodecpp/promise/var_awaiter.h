// co_await of a var. Programs include nodecpp/promise.h.
#pragma once

#include <nodecpp/promise/coroutine.h>

namespace nodecpp::detail {

// The awaiter for a var, V, which holds a promise or another value. It does not keep the var, so that a promise which only
// the awaited expression referred to is retracted with the frame.
template <class V>
class VarAwaiter : public PromiseAwaiter<void> {
 public:
  explicit VarAwaiter(const V& value) : VarAwaiter(value.promiseRef(), value) {}
  V await_resume() {
    PromiseAwaiter<void>::await_resume();
    return read_(state_);
  }

 private:
  struct Read {
    PromiseState* state;
    V (*read)(PromiseState*);
  };
  template <class Held>
  VarAwaiter(const Held& held, const V& value) : VarAwaiter(held.state ? Read{kept(held.state), held.read} : settled(value)) {}
  static PromiseState* kept(PromiseState* state) noexcept {
    retain(state);
    return state;
  }
  explicit VarAwaiter(Read of) : PromiseAwaiter<void>(of.state), read_(of.read) {}
  static Read settled(const V& value) {
    auto* state = makeState<V>();
    state->handled = true;
    resolveWith<V>(state, value);
    return {state, [](PromiseState* of) -> V { return static_cast<StateOf<V>*>(of)->value; }};
  }

  V (*read_)(PromiseState*);
};

}  // namespace nodecpp::detail
