// events.once and events.on: functions that let a coroutine await events.
// https://nodejs.org/docs/latest-v24.x/api/events.html#eventsonceemitter-name-options
#pragma once

#include <nodecpp/abort_controller.h>
#include <nodecpp/concurrency/loop_end.h>
#include <nodecpp/concurrency/queue.h>
#include <nodecpp/concurrency/sequence.h>
#include <nodecpp/concurrency/sleep.h>
#include <nodecpp/events.h>
#include <nodecpp/let.h>
#include <nodecpp/list.h>
#include <nodecpp/timers.h>
#include <nodecpp/traits.h>

namespace nodecpp::events {

struct OnceOptions {
  AbortSignal signal{};
};
struct OnOptions {
  Array<String> close{};  // the names of events that end the sequence
  AbortSignal signal{};
  // When the emitter has pause() and resume(), it is paused while more than highWaterMark events wait, and resumed when
  // fewer than lowWaterMark events wait. Both marks must be at least 1, or ERR_OUT_OF_RANGE is thrown.
  double highWaterMark = std::numeric_limits<double>::infinity();
  double lowWaterMark = 1;
};

// JavaScript's object with a [Symbol.dispose] method. Destroying a Disposable does not call dispose().
class Disposable {
 public:
  Disposable() noexcept = default;
  explicit Disposable(Function<void()> dispose) : dispose_(std::move(dispose)) {}
  void dispose() {
    if (auto f = nodecpp::detail::exchange(dispose_, nullptr)) f();
  }

 private:
  Function<void()> dispose_;
};
// Calls `listener` once when `signal` aborts, or in a microtask when `signal` is already aborted. dispose() of the
// result removes the listener. Throws ERR_INVALID_ARG_TYPE when an argument is undefined.
inline Disposable addAbortListener(const AbortSignal& signal, Function<void()> listener) {
  if (!signal) throw nodecpp::detail::invalidArgType("signal", "an instance of AbortSignal", "undefined");
  if (!listener) throw nodecpp::detail::invalidArgType("listener", "of type function", "undefined");
  if (signal->aborted()) {
    queueMicrotask(listener);
    return {};
  }
  signal->addResistingListener("abort", listener, true);
  return Disposable([=] { signal->removeEventListener("abort", listener); });
}

}  // namespace nodecpp::events

namespace nodecpp::detail {

// The identity of a listener, which off() accepts in place of the listener. It does not keep the listener alive.
struct ListenerIdentity {
  const void* which;
  const void* identity() const noexcept { return which; }
};

template <class A>
struct TupleOfArgs;
template <class... A>
struct TupleOfArgs<Args<A...>> {
  using type = std::tuple<A...>;
  template <class F>
  static auto function(F f) {
    return [f](A... values) { f(std::tuple<A...>(std::move(values)...)); };
  }
};

template <class E>
inline constexpr bool isEventTarget = nodecpp::detail::DerivedFrom<E, EventTargetObject>;

// The argument types of an event: from the eventArgs of the emitter's class for a tag, or from the type Event<…>. An
// EventTarget gives the event itself.
template <class E, class Name>
struct ArgsOf {
  static auto get() {
    if constexpr (isEvent<Name>)
      return []<class... A>(const Event<A...>*) { return Args<A...>{}; }(static_cast<const Name*>(nullptr));
    else if constexpr (isEventTarget<E>)
      return Args<Handle<EventObject>>{};
    else
      return decltype(E::eventArgs(Name{})){};
  }
  using type = decltype(get());
};

inline bool namesError(EventName name) noexcept {
  return !name.isSymbol() && name.size() == 5 && __builtin_memcmp(name.data(), "error", 5) == 0;
}

inline String textOf(EventName name) {
  struct Text {
    EventName name;
    const char* data() const { return name.data(); }
    std::size_t size() const { return name.size(); }
  } text{name};
  return String(text);
}

template <class Name>
using KeptName = std::conditional_t<isEvent<Name> || EventTag<Name>, Name, String>;

// Listening to an EventTarget or to an EventEmitter. Only the latter reports errors by an event of its own.
template <class E, class Name, class F>
void listenTo(const Handle<E>& emitter, const Name& name, const F& f, bool once) {
  if constexpr (isEventTarget<E>)
    emitter->addEventListener(name, f, {.once = once});
  else if (once)
    emitter->once(name, f);
  else
    emitter->on(name, f);
}
template <class E, class Name>
void stopListening(const Handle<E>& emitter, const Name& name, const void* identity) {
  if constexpr (isEventTarget<E>)
    emitter->removeEventListener(name, ListenerIdentity{identity});
  else
    emitter->off(EventName(name), ListenerIdentity{identity});
}
// The arguments of an event named by a string: the given ones. An EventTarget gives an event by default.
template <class E, class... A>
using NamedArgs = std::conditional_t<isEventTarget<E> && sizeof...(A) == 0, Args<Handle<EventObject>>, Args<A...>>;

// Adds the listeners that resolve or reject a promise of the next event. Each of them removes all of the others first.
template <class R, class E, class Name>
Promise<R> promiseOfEvent(const Handle<E>& emitter, const Name& name, const AbortSignal& signal, auto asListener) {
  struct Listening {
    E* emitter;  // the emitter is alive as long as its listeners are registered
    KeptName<Name> name;
    const void* onEvent = nullptr;
    const void* onError = nullptr;
    AbortSignal signal;
    Function<void()> onAbort;
    Function<void()> stop;
    // A loop that ends stops the waiting. The emitter may be in the frame that waits, a circle that nothing else opens.
    struct Ending final : LoopEnd {
      Listening* of = nullptr;
      Ending() = default;
      Ending(Ending&&) noexcept : LoopEnd() {}
      void onLoopEnd() noexcept override {
        if (auto f = nodecpp::detail::exchange(of->stop, nullptr)) f();
      }
    } ending{};
    // Removes all listeners. They hold this object and perhaps the handle that keeps the emitter alive, so the values
    // needed below are copied first: this object may be destroyed when the last listener is removed.
    void leave() {
      Handle<E> from(emitter);
      KeptName<Name> own = name;
      const void* forEvent = onEvent;
      const void* forError = onError;
      AbortSignal aborting = signal;
      Function<void()> forAbort = nodecpp::detail::exchange(onAbort, nullptr);
      stop = nullptr;
      if (forAbort) aborting->removeEventListener("abort", forAbort);
      stopListening(from, own, forEvent);
      if constexpr (!isEventTarget<E>)
        if (forError) stopListening(from, event::error, forError);
    }
  };
  auto [promise, resolve, reject] = Promise<R>::withResolvers();
  let<Listening> listening(Listening{emitter.get(), KeptName<Name>(name), nullptr, nullptr, signal, nullptr, nullptr});
  auto onEvent = listener(asListener([listening, resolve](R values) {
    let<Listening> alive = listening;
    alive.ref().leave();
    resolve(std::move(values));
  }));
  Listening* cell = &listening.ref();
  cell->onEvent = onEvent.identity();
  listenTo(emitter, name, onEvent, true);
  if constexpr (!isEventTarget<E>)
    if (!namesError(name)) {
      auto onError = listener([listening, reject](Error error) {
        let<Listening> alive = listening;
        alive.ref().leave();
        reject(error);
      });
      cell->onError = onError.identity();
      emitter->once(event::error, onError);
    }
  if (signal) {
    cell->onAbort = [held = emitter, listening, reject, signal = signal.get()] {
      let<Listening> alive = listening;
      Handle<E> emitter = held;
      alive.ref().leave();
      reject(AbortError("The operation was aborted", signal->reason()));
    };
    signal->addEventListener("abort", cell->onAbort, {.once = true});
  }
  cell->stop = [cell, keep = resolve]() mutable {
    auto held = std::move(keep);
    cell->leave();
  };
  stopBy(promise.state(), cell->stop);
  cell->ending.of = cell;
  cell->ending.remember();
  return std::move(promise);
}

template <class R, class E, class Name>
Promise<R> eventOnce(Handle<E> emitter, Name name, AbortSignal signal, auto asListener) {
  if (signal && signal->aborted()) throw AbortError("The operation was aborted", signal->reason());
  co_return promiseOfEvent<R>(emitter, name, signal, asListener);
}

// Throws the error in a later tick (process.nextTick), where it is an uncaught exception. For destructors, which must
// not throw.
void throwInTick(std::exception_ptr error) noexcept;
[[noreturn]] inline void throwBadMark(StringArg name, double value) {
  throw outOfRange(name, ">= 1 && <= 9007199254740991", rangeNumber(value));
}

// The events that arrived and were not yet consumed, and the listeners at the emitter. The listeners are removed when
// the sequence has ended.
template <class R, class E>
class EventBuffer {
 public:
  EventBuffer(Handle<E> emitter, const events::OnOptions& options)
      : listening_(Listening{std::move(emitter), options.signal, nullptr, {}, options.highWaterMark, options.lowWaterMark}) {
    if (options.signal && options.signal->aborted())
      throw AbortError("The operation was aborted", options.signal->reason());
    if (!(options.highWaterMark >= 1)) throwBadMark("options.highWaterMark", options.highWaterMark);
    if (!(options.lowWaterMark >= 1)) throwBadMark("options.lowWaterMark", options.lowWaterMark);
  }
  EventBuffer(EventBuffer&& other)
      : channel(other.channel),
        failed(other.failed),
        listening_(other.listening_),
        owner_(nodecpp::detail::exchange(other.owner_, false)) {}
  ~EventBuffer() {
    if (!owner_) return;
    // A listener of `removeListener` may throw. The remaining listeners are removed nevertheless.
    for (bool left = false; !left;) {
      try {
        listening_.ref().leave();
        left = true;
      } catch (...) {
        throwInTick(std::current_exception());
      }
    }
  }

  template <class Name>
  void listen(const Name& name, const Array<String>& close, auto asListener) {
    auto end = [channel = channel, failed = failed, listening = listening_](Error error) {
      failed = error;
      channel.close();
      let<Listening> alive = listening;
      alive.ref().leave();
    };
    Listening& to = listening_.ref();
    // An emission that is already running still calls listeners that have been removed meanwhile, so a call after
    // leave() is ignored.
    to.add(name, listener(asListener([channel = channel, listening = listening_](R values) {
      if (listening->listeners.empty()) return;
      channel.trySend(std::move(values));
      listening->paused(double(channel.size()));
    })));
    if constexpr (!isEventTarget<E>)
      if (!namesError(name)) to.add(event::error, listener(end));
    for (const String& text : close) to.add(text, listener([end]() { end(nullptr); }));
    if (!to.signal) return;
    to.onAbort = [end, signal = to.signal.get()] { end(AbortError("The operation was aborted", signal->reason())); };
    to.signal->addEventListener("abort", to.onAbort, {.once = true});
  }

  // Called when the consumer of the sequence has taken an event; may resume the emitter.
  void taken() { listening_.ref().resumed(double(channel.size())); }

  Channel<R> channel{std::numeric_limits<std::size_t>::max()};
  let<Error> failed;

 private:
  struct Listening {
    Handle<E> emitter;
    AbortSignal signal;
    Function<void()> onAbort;
    nodecpp::detail::List<std::pair<String, const void*>> listeners;
    double high;
    double low;
    bool isPaused = false;
    void paused(double waiting) {
      if constexpr (requires { emitter->pause(); })
        if (waiting > high && !nodecpp::detail::exchange(isPaused, true)) emitter->pause();
    }
    void resumed(double waiting) {
      if constexpr (requires { emitter->resume(); })
        if (isPaused && waiting < low) {
          isPaused = false;
          emitter->resume();
        }
    }
    template <class Name, class F>
    void add(const Name& name, const F& f) {
      listenTo(emitter, name, f, false);
      listeners.emplace_back(textOf(name), f.identity());
    }
    // Removes all listeners. off() may throw; the caller may catch the exception and call leave again for the remaining
    // listeners.
    void leave() {
      isPaused = false;
      if (onAbort) signal->removeEventListener("abort", nodecpp::detail::exchange(onAbort, nullptr));
      while (!listeners.empty()) {
        auto [name, identity] = listeners.front();
        listeners.erase(listeners.begin());
        stopListening(emitter, name, identity);
      }
    }
  };
  let<Listening> listening_;
  bool owner_ = true;
};

template <class R, class E>
Sequence<R> eventsOf(EventBuffer<R, E> buffer) {
  while (auto values = co_await buffer.channel.next()) {
    buffer.taken();
    co_yield std::move(*values);
  }
  if (buffer.failed.ref()) throw buffer.failed.value();
}

}  // namespace nodecpp::detail

namespace nodecpp::events {

// Node's events.once: returns a promise of the next event, with its arguments as a tuple: `auto [chunk] = co_await
// events::once(socket, event::data)`. An `error` event rejects the promise, unless `error` is the awaited event. An
// abort of `options.signal` rejects it with an AbortError. An EventTarget can be given, too: the tuple has its event. A promise that is retracted (cancelled) removes its
// listeners. For an event named by a string the types of its arguments must be given: once<int, String>(emitter,
// "tick").
template <class E, class Name>
  requires(nodecpp::detail::isEvent<Name> || nodecpp::detail::EventTag<Name>)
auto once(const Handle<E>& emitter, const Name& name, OnceOptions options = {}) {
  using A = nodecpp::detail::TupleOfArgs<typename nodecpp::detail::ArgsOf<E, Name>::type>;
  return nodecpp::detail::eventOnce<typename A::type>(emitter, name, std::move(options.signal),
                                                      [](auto f) { return A::function(f); });
}
template <class... A, class E>
auto once(const Handle<E>& emitter, StringArg name, OnceOptions options = {}) {
  using All = nodecpp::detail::TupleOfArgs<nodecpp::detail::NamedArgs<E, A...>>;
  return nodecpp::detail::eventOnce<typename All::type>(emitter, name.toString(), std::move(options.signal),
                                                      [](auto f) { return All::function(f); });
}

// Node's events.on: returns a sequence of all following events with this name, each as a tuple of its arguments. The
// listeners are added at once, and events that arrive before they are consumed are kept. An `error` event and an abort
// of the signal end the sequence with an exception. The events in `options.close` end it without one.
template <class E, class Name>
  requires(nodecpp::detail::isEvent<Name> || nodecpp::detail::EventTag<Name>)
auto on(const Handle<E>& emitter, const Name& name, OnOptions options = {}) {
  using A = nodecpp::detail::TupleOfArgs<typename nodecpp::detail::ArgsOf<E, Name>::type>;
  nodecpp::detail::EventBuffer<typename A::type, E> buffer(emitter, options);
  buffer.listen(name, options.close, [](auto f) { return A::function(f); });
  return nodecpp::detail::eventsOf(std::move(buffer));
}
template <class... A, class E>
auto on(const Handle<E>& emitter, StringArg name, OnOptions options = {}) {
  using All = nodecpp::detail::TupleOfArgs<nodecpp::detail::NamedArgs<E, A...>>;
  nodecpp::detail::EventBuffer<typename All::type, E> buffer(emitter, options);
  buffer.listen(name.toString(), options.close, [](auto f) { return All::function(f); });
  return nodecpp::detail::eventsOf(std::move(buffer));
}

}  // namespace nodecpp::events
