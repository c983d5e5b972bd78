// guarded(body).onRetract(f).finally_(g): clean-up functions that may await. Programs use nodecpp/concurrency.h.
#pragma once

#include <nodecpp/concurrency/scope.h>
#include <nodecpp/traits.h>

namespace nodecpp {

namespace detail {

struct NoCleanUp {};

// Runs the body, then the clean-up functions one after the other. It lies in the memory block of the promise that it
// settles, as a ScopeBase does.
struct GuardBase : Watcher {
  enum class Phase : unsigned char { body, onRetract, finally, over };
  struct Kind {
    // Calls the function of a phase. Returns the state of its promise with a reference, or null when the phase has no
    // function.
    PromiseState* (*start)(GuardBase&, Phase);
    void (*take)(GuardBase&);
    void (*settle)(GuardBase&);
  };

  const Kind* kind;
  PromiseState* own;
  Phase phase = Phase::body;
  bool owned = false;
  bool failed = false;
  bool retracted = false;  // The body of the guarded promise was retracted.
  std::exception_ptr error;

  GuardBase(const Kind* kind, PromiseState* own) noexcept : Watcher(onSettled, dropped), kind(kind), own(own) {}
  ~GuardBase() {}
  void begin() { run(); }
  PromiseState* retractBody() noexcept;

 private:
  // Runs the body and the clean-up functions until one of them has to be waited for.
  void run();
  void take();
  void advance() noexcept;
  static void onSettled(Watcher* watcher);
  static void dropped(void* reaction) noexcept;
};

template <class R, class B, class F, class G>
struct Guard : StateOf<R>, GuardBase {
  std::optional<B> body;
  std::optional<F> onRetract;
  std::optional<G> finally;
  std::optional<std::conditional_t<std::is_void_v<R>, Undefined, R>> value;

  Guard(B&& b, F&& f, G&& g)
      : StateOf<R>(std::uint32_t(sizeof(Guard))),
        GuardBase(&guardKind, this),
        body(std::move(b)),
        onRetract(std::move(f)),
        finally(std::move(g)) {
    this->PromiseState::retract = [](PromiseState* state) noexcept -> PromiseState* {
      return static_cast<Guard*>(static_cast<StateOf<R>*>(state))->retractBody();
    };
  }
  ~Guard() {}

 private:
  template <class C>
  static PromiseState* started(C& callable) {
    if constexpr (std::same_as<C, NoCleanUp>) {
      return nullptr;
    } else {
      auto promise = detail::start(callable);
      PromiseState* state = promise.state();
      retain(state);
      return state;
    }
  }
  static PromiseState* start(GuardBase& base, Phase phase) {
    auto& self = static_cast<Guard&>(base);
    switch (phase) {
      case Phase::body: return started(*self.body);
      case Phase::onRetract: return started(*self.onRetract);
      default: return started(*self.finally);
    }
  }
  static void take(GuardBase& base) {
    auto& self = static_cast<Guard&>(base);
    pass<R>(static_cast<StateOf<R>*>(self.on), [&]<class V>(V&& value) { self.value.emplace(std::forward<V>(value)); });
  }
  static void settle(GuardBase& base) {
    auto& self = static_cast<Guard&>(base);
    auto* state = static_cast<StateOf<R>*>(&self);
    auto kept = std::move(self.value);
    self.value.reset();
    self.body.reset();
    self.onRetract.reset();
    self.finally.reset();
    if (self.failed) {
      reject(state, detail::exchange(self.GuardBase::error, nullptr));
    } else if (kept && !state->retracting) {
      if constexpr (!std::is_void_v<R>) state->construct(std::move(*kept));
      fulfilled(state);
    }
    dropSettler(state);
  }
  static constexpr Kind guardKind{start, take, settle};
};

}  // namespace detail

// The result of guarded(). The body starts when the object is awaited, or when promise() is called.
template <class B, class F, class G>
class [[nodiscard]] Guarded {
 public:
  Guarded(B body, F onRetract, G finally)
      : body_(std::move(body)), onRetract_(std::move(onRetract)), finally_fn_(std::move(finally)) {}

  // Sets a function that is called after the body was retracted and has ended.
  template <class C>
    requires std::same_as<F, detail::NoCleanUp>
  Guarded<B, C, G> onRetract(C f) && {
    return {std::move(body_), std::move(f), std::move(finally_fn_)};
  }
  // Sets a function that is called after the body has ended with a value, an error or by retraction. It is called after
  // the function of onRetract.
  template <class C>
    requires std::same_as<G, detail::NoCleanUp>
  Guarded<B, F, C> finally_(C f) && {
    return {std::move(body_), std::move(onRetract_), std::move(f)};
  }

  auto promise() && {
    using R = detail::Started<B>;
    using Made = detail::Guard<R, B, F, G>;
    auto* made =
        ::new (detail::allocate(sizeof(Made))) Made(std::move(body_), std::move(onRetract_), std::move(finally_fn_));
    detail::retain(static_cast<detail::PromiseState*>(made));
    Promise<R> promise(static_cast<detail::StateOf<R>*>(made));
    made->begin();
    return promise;
  }
  auto operator co_await() && { return std::move(*this).promise().operator co_await(); }

 private:
  B body_;
  F onRetract_;
  G finally_fn_;
};

// Runs `body` and then its clean-up functions. These may await and are never retracted themselves: retracting the
// promise waits for them. An error that they throw is the outcome, with an earlier error as its cause.
//
//   co_await guarded([=](this auto self) -> Promise<> {…})
//       .onRetract([=](this auto self) -> Promise<> { co_await connection.send("cancel"); })
//       .finally_([=] { return connection.close(); });
template <class B>
Guarded<B, detail::NoCleanUp, detail::NoCleanUp> guarded(B body) {
  return {std::move(body), {}, {}};
}

}  // namespace nodecpp
