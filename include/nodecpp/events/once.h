// events.once and events.on: events to await.
// https://nodejs.org/docs/latest-v24.x/api/events.html#eventsonceemitter-name-options
#pragma once

#include <nodecpp/abort_controller.h>
#include <nodecpp/concurrency/queue.h>
#include <nodecpp/concurrency/sequence.h>
#include <nodecpp/concurrency/sleep.h>
#include <nodecpp/events.h>
#include <nodecpp/let.h>
#include <nodecpp/list.h>
#include <nodecpp/timers.h>

namespace nodecpp::events {

struct OnceOptions {
  AbortSignal signal{};
};
struct OnOptions {
  Array<String> close{};  // events that end the sequence
  AbortSignal signal{};
  // An emitter that has pause() and resume() is paused when more events than this wait, and resumed below the other.
  // ERR_OUT_OF_RANGE for less than one.
  double highWaterMark = std::numeric_limits<double>::infinity();
  double lowWaterMark = 1;
};

// JavaScript's object with a [Symbol.dispose]. Letting it go does nothing.
class Disposable {
 public:
  Disposable() noexcept = default;
  explicit Disposable(Function<void()> dispose) : dispose_(std::move(dispose)) {}
  void dispose() {
    if (auto f = std::exchange(dispose_, nullptr)) f();
  }

 private:
  Function<void()> dispose_;
};
// Calls `listener` once when `signal` aborts, in a microtask when it has already; dispose() takes it off.
// ERR_INVALID_ARG_TYPE.
inline Disposable addAbortListener(const AbortSignal& signal, Function<void()> listener) {
  if (!signal) throw nodecpp::detail::invalidArgType("signal", "an instance of AbortSignal", "undefined");
  if (!listener) throw nodecpp::detail::invalidArgType("listener", "of type function", "undefined");
  if (signal->aborted()) {
    queueMicrotask(listener);
    return {};
  }
  signal->addEventListener("abort", listener, {.once = true});
  return Disposable([=] { signal->removeEventListener("abort", listener); });
}

}  // namespace nodecpp::events

namespace nodecpp::detail {

// What off() takes by identity, without holding the listener.
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

// The arguments of an event of E's: by its tag, or as a program's own Event<…> says.
template <class E, class Name>
struct ArgsOf {
  static auto get() {
    if constexpr (isEvent<Name>)
      return []<class... A>(const Event<A...>*) { return Args<A...>{}; }(static_cast<const Name*>(nullptr));
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

template <class R, class E, class Name>
Promise<R> promiseOfEvent(const Handle<E>& emitter, const Name& name, const AbortSignal& signal, auto asListener) {
  struct Listening {
    E* emitter;  // alive while its listeners are
    KeptName<Name> name;
    const void* onEvent = nullptr;
    const void* onError = nullptr;
    AbortSignal signal;
    Function<void()> onAbort;
    Function<void()> stop;
    // The listeners hold this object, and perhaps what keeps the emitter: with the last of them both may go.
    void leave() {
      Handle<E> from(emitter);
      KeptName<Name> own = name;
      ListenerIdentity forEvent{onEvent}, forError{onError};
      AbortSignal aborting = signal;
      Function<void()> forAbort = std::exchange(onAbort, nullptr);
      stop = nullptr;
      if (forAbort) aborting->removeEventListener("abort", forAbort);
      from->off(EventName(own), forEvent);
      if (forError.which) from->off(event::error, forError);
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
  emitter->once(name, onEvent);
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
  return std::move(promise);
}

template <class R, class E, class Name>
Promise<R> eventOnce(Handle<E> emitter, Name name, AbortSignal signal, auto asListener) {
  if (signal && signal->aborted()) throw AbortError("The operation was aborted", signal->reason());
  co_return promiseOfEvent<R>(emitter, name, signal, asListener);
}

// Thrown in a tick, where it is an uncaught exception: by a destructor.
void throwInTick(std::exception_ptr error) noexcept;
[[noreturn]] inline void throwBadMark(StringArg name, double value) {
  throw outOfRange(name, ">= 1 && <= 9007199254740991", rangeNumber(value));
}

// The events that have come and were not asked for yet, and the way to the emitter. It listens no more when it has
// ended.
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
        owner_(std::exchange(other.owner_, false)) {}
  ~EventBuffer() {
    if (!owner_) return;
    // A listener of `removeListener` may throw: the others are taken off all the same.
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
    // An emission that is under way still calls listeners that were taken off meanwhile.
    to.add(name, listener(asListener([channel = channel, listening = listening_](R values) {
      if (listening->listeners.empty()) return;
      channel.trySend(std::move(values));
      listening->paused(double(channel.size()));
    })));
    if (!namesError(name)) to.add(event::error, listener(end));
    for (const String& text : close) to.add(text, listener([end]() { end(nullptr); }));
    if (!to.signal) return;
    to.onAbort = [end, signal = to.signal.get()] { end(AbortError("The operation was aborted", signal->reason())); };
    to.signal->addEventListener("abort", to.onAbort, {.once = true});
  }

  // One was taken.
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
        if (waiting > high && !std::exchange(isPaused, true)) emitter->pause();
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
      emitter->on(name, f);
      listeners.emplace_back(textOf(name), f.identity());
    }
    // What off() throws may be caught, and this called again for the rest.
    void leave() {
      isPaused = false;
      if (onAbort) signal->removeEventListener("abort", std::exchange(onAbort, nullptr));
      while (!listeners.empty()) {
        auto [name, identity] = listeners.front();
        listeners.erase(listeners.begin());
        emitter->off(EventName(name), ListenerIdentity{identity});
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

// Waits for the next event of that name: `auto [chunk] = co_await events::once(socket, event::data)`. The `error` event
// rejects, unless it is the one that is waited for; so does `options.signal`, with an AbortError. Retracted, it leaves
// no listener. An event that is named by a string needs the types of its arguments: once<int, String>(emitter, "tick").
template <class E, class Name>
  requires(nodecpp::detail::isEvent<Name> || nodecpp::detail::EventTag<Name>)
auto once(const Handle<E>& emitter, const Name& name, OnceOptions options = {}) {
  using A = nodecpp::detail::TupleOfArgs<typename nodecpp::detail::ArgsOf<E, Name>::type>;
  return nodecpp::detail::eventOnce<typename A::type>(emitter, name, std::move(options.signal),
                                                      [](auto f) { return A::function(f); });
}
template <class... A, class E>
auto once(const Handle<E>& emitter, StringArg name, OnceOptions options = {}) {
  using All = nodecpp::detail::TupleOfArgs<Args<A...>>;
  return nodecpp::detail::eventOnce<std::tuple<A...>>(emitter, name.toString(), std::move(options.signal),
                                                      [](auto f) { return All::function(f); });
}

// All events of that name from now on, as a sequence of tuples. It listens at once; what comes before it is asked for
// is kept. The `error` event and the signal end it by throwing, the events in `options.close` without.
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
  using All = nodecpp::detail::TupleOfArgs<Args<A...>>;
  nodecpp::detail::EventBuffer<std::tuple<A...>, E> buffer(emitter, options);
  buffer.listen(name.toString(), options.close, [](auto f) { return All::function(f); });
  return nodecpp::detail::eventsOf(std::move(buffer));
}

}  // namespace nodecpp::events
