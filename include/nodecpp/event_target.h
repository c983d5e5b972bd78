// EventTarget and Event: the web's way to report events, beside Node's own EventEmitter.
// https://nodejs.org/docs/latest-v24.x/api/events.html#eventtarget-and-event-api
//
//   auto target = make<EventTarget>();
//   target->addEventListener("tick", [](CustomEvent<int> event) { console::log(event->type, event->detail); });
//   target->dispatchEvent(make<CustomEvent<int>>("tick", {.detail = 5}));
//
// A listener takes the event, or nothing. It names the class of the event that it expects. `auto` is an event of the
// class that the target's class gives for a tag (`event::message`), and Handle<EventObject> for a type that is a text.
#pragma once

#include <nodecpp/event_names.h>
#include <nodecpp/event_target/event.h>

namespace nodecpp {

// The options of addEventListener. `signal` is an AbortSignal whose abort removes the listener.
struct AddEventListenerOptions {
  bool once = false;
  bool capture = false;  // a listener is the same only with the same `capture`; otherwise it means nothing, as in Node
  bool passive = false;  // preventDefault() has no effect in the listener
  EventTarget signal{};
};
struct EventListenerOptions {
  bool capture = false;
};

namespace detail {

using EventCallback = Function<void(Handle<EventObject>)>;

// Throws an error that a listener has thrown in a later tick (process.nextTick), where it is an uncaught exception.
void throwFromListener(std::exception_ptr thrown) noexcept;
[[noreturn]] void throwOtherEvent(StringArg type);

// The event as the class that a listener expects. Throws a TypeError when it is of another class.
template <class E>
E eventAs(const Handle<EventObject>& event) {
  if constexpr (std::same_as<E, Handle<EventObject>>) {
    return event;
  } else {
    E wanted(event.template as<E>());
    if (!wanted) throwOtherEvent(event->type);
    return wanted;
  }
}

template <class F>
struct FirstParameter;
template <class A, class... More>
struct FirstParameter<Args<A, More...>> {
  using type = A;
};

// The class of events that a listener takes: its parameter's, or E for a listener with `auto`.
template <class F, class E>
consteval auto eventClassOf() {
  if constexpr (std::is_invocable_v<F&, E>)
    return static_cast<E*>(nullptr);
  else
    return static_cast<typename FirstParameter<typename ParametersOf<F>::type>::type*>(nullptr);
}

template <class F, class... A>
void callListener(F& f, const A&... event) {
  using R = decltype(f(event...));
  if constexpr (requires { typename R::IsPromise; }) {
    auto promise = f(event...);
    if (promise) promise.then(nullptr, [](Error error) { throwFromListener(exceptionOf(error)); });
  } else {
    static_cast<void>(f(event...));
  }
}

// Makes the function that a target stores for a listener `f` of events of the class E. An object with a function
// handleEvent is a listener, too.
template <class E, class F>
EventCallback eventCallback(F&& f) {
  using D = std::decay_t<F>;
  if constexpr (std::same_as<D, EventCallback>) {
    return std::forward<F>(f);
  } else if constexpr (requires { f->handleEvent(std::declval<E>()); }) {
    return [f](Handle<EventObject> event) { f->handleEvent(eventAs<E>(event)); };
  } else if constexpr (requires { f->handleEvent(); }) {
    return [f] { f->handleEvent(); };
  } else if constexpr (std::is_invocable_v<D&>) {
    return [f = D(std::forward<F>(f))]() mutable { callListener(f); };
  } else {
    using Taken = std::remove_pointer_t<decltype(eventClassOf<D, E>())>;
    return [f = D(std::forward<F>(f))](Handle<EventObject> event) mutable { callListener(f, eventAs<Taken>(event)); };
  }
}

// Returns what tells a listener from others; null for a lambda, which is like no other.
template <class F>
const void* eventListenerIdentity(const F& f) noexcept {
  if constexpr (requires { f.identity(); })
    return f.identity();
  else if constexpr (requires { f.get()->~Object(); })
    return f.get();
  else if constexpr (std::is_pointer_v<std::decay_t<F>>)
    return reinterpret_cast<const void*>(std::decay_t<F>(f));
  else
    return nullptr;
}

// How a target stores a listener.
struct EventListener {
  EventCallback call;
  const void* identity = nullptr;
  bool once = false;
  bool capture = false;
  bool passive = false;
  bool resistsStop = false;  // stopImmediatePropagation() does not keep it from being called
  bool removed = false;
};

class EventHandlerObject;
struct EventListeners;

}  // namespace detail

// Reports events to listeners: make<EventTarget>(), or an object of a class of the program's own.
class EventTargetObject : public Object {
 public:
  EventTargetObject();
  ~EventTargetObject() override;
  // The name of the class for messages and util.inspect.
  virtual const char* className() const { return "EventTarget"; }

  // Adds a listener: a function of the event or of nothing, the result of listener(…), or an object with a function
  // handleEvent. It is called when an event of this type is dispatched, in the order in which the listeners were added.
  // A listener that was added before, for the same type and with the same `capture`, is not added again; lambdas are
  // never the same. An undefined listener has no effect but a warning. What a listener throws is thrown again by
  // process.nextTick, so that it is an uncaught exception, and the other listeners are called nevertheless; the
  // rejection of a promise that it returns is treated likewise. Throws ERR_INVALID_ARG_TYPE when options.signal is no
  // AbortSignal.
  template <class Self, class Name, class F>
    requires detail::NamesEvent<Name>
  void addEventListener(this Self& self, const Name& type, F&& f, AddEventListenerOptions options = {}) {
    using D = std::decay_t<F>;
    EventTargetObject& target = self;
    const EventName name(type);
    if constexpr (std::is_null_pointer_v<D>) {
      target.warnOfNoListener(name, "null");
    } else {
      if constexpr (requires { static_cast<bool>(f); } && !std::is_function_v<std::remove_pointer_t<D>>)
        if (!static_cast<bool>(f)) return target.warnOfNoListener(name, "undefined");
      const void* identity = detail::eventListenerIdentity(f);
      target.add(name,
                 {detail::eventCallback<decltype(eventClass<Self, Name>())>(std::forward<F>(f)), identity, options.once,
                  options.capture, options.passive},
                 options.signal);
    }
  }
  template <class Self, class Name, class F>
    requires detail::NamesEvent<Name>
  void addEventListener(this Self& self, const Name& type, F&& f, bool capture) {
    self.addEventListener(type, std::forward<F>(f), AddEventListenerOptions{.capture = capture});
  }
  // Removes a listener, which is the result of listener(…), a Function, the address of a function, or an object with a
  // function handleEvent. A listener that is removed while the listeners of its event are called is not called any
  // more.
  template <class Name, class F>
    requires detail::NamesEvent<Name>
  void removeEventListener(const Name& type, const F& f, EventListenerOptions options = {}) {
    if constexpr (!std::is_null_pointer_v<F>) {
      const void* identity = detail::eventListenerIdentity(f);
      static_assert(
          std::is_pointer_v<std::decay_t<F>> || requires { f.identity(); } || requires { f.get(); },
          "a lambda has no identity: make it with listener(…) once, and pass that to addEventListener and "
          "removeEventListener");
      if (identity) remove(EventName(type), identity, options.capture);
    }
  }
  template <class Name, class F>
    requires detail::NamesEvent<Name>
  void removeEventListener(const Name& type, const F& f, bool capture) {
    removeEventListener(type, f, EventListenerOptions{.capture = capture});
  }

  // Calls the listeners of the event's type. Returns false when one of them has prevented the event's default. Throws
  // ERR_INVALID_ARG_TYPE for an undefined event, and ERR_EVENT_RECURSION for an event whose listeners are being called.
  bool dispatchEvent(const Handle<EventObject>& event);

  template <class I>
  void inspectTo(I& out) const {
    out.name(className());
  }

  // For events::getEventListeners and its kin.
  Array<detail::EventCallback> eventListeners(EventName type) const;
  std::ptrdiff_t eventListenerCount(EventName type) const noexcept;
  double maxListeners() const noexcept;
  void setMaxListeners(double n) noexcept {
    maxListeners_ = n;
    warned_ = false;
  }
  // For the runtime: adds a listener that stopImmediatePropagation() does not keep from being called.
  void addResistingListener(EventName type, const Function<void()>& f, bool once) {
    add(type, {.call = f, .identity = f.identity(), .once = once, .resistsStop = true}, nullptr);
  }

 protected:
  // Shows the tracer further members that may lead back to the target. A class that overrides the function calls that
  // of its base class.
  virtual void traceMembers(detail::Tracer&) {}
  // Called when a listener was added or removed, with the number of listeners of the type.
  virtual void listenersChanged(EventName, std::size_t) {}
  // Removes all listeners after the target's last event, so that closures that hold the target free it.
  void dropListeners() noexcept;
  // Whether the object is an AbortSignal; if so, whether it is aborted.
  enum class SignalState : unsigned char { none, waits, aborted };
  virtual SignalState signalState() const noexcept { return SignalState::none; }

 private:
  friend class detail::EventHandlerObject;
  template <class Self, class Name>
  static auto eventClass() {
    if constexpr (detail::EventTag<Name> && requires { Self::eventArgs(Name{}); })
      return typename detail::FirstParameter<decltype(Self::eventArgs(Name{}))>::type{};
    else
      return Handle<EventObject>();
  }
  void add(EventName type, detail::EventListener listener, const EventTarget& signal);
  void remove(EventName type, const void* identity, bool capture);
  void call(detail::EventListener& listener, const Handle<EventObject>& event);
  void changeSize(EventName type, std::ptrdiff_t by);
  void warnOfLeak(EventName type, std::size_t count);
  void warnOfNoListener(EventName type, StringArg what);
  void trace(detail::Tracer& tracer);

  detail::EventListeners* listeners_ = nullptr;  // by type; null until the first one
  double maxListeners_ = -1;                     // -1: events::defaultMaxListeners applies
  bool warned_ = false;
  detail::Enrolment enrolment_{this, [](EventTargetObject* self, detail::Tracer& tracer) { self->trace(tracer); }};
};

namespace detail {

// The function of an attribute such as `onmessage`, at its place among the target's listeners.
class EventHandlerObject final : public Object {
 public:
  EventCallback handler;
  // Sets the handler of a target. It keeps its place among the listeners, or `moves` to their end.
  static void set(Handle<EventHandlerObject>& attribute, EventTargetObject& owner, const char* type, EventCallback to,
                  bool moves);
  NODECPP_TRACE(handler)
};

}  // namespace detail

// The type of an attribute such as `target->onmessage`: a function is assigned to it, or nullptr. E is the class of the
// event. An owner shows it to the tracer in traceMembers. Node's own targets call the function in the order in which
// the attribute was set first; those of its fetch, WebSocket and EventSource in the order in which it was set last
// (`moves`).
template <class E>
class EventHandler {
 public:
  EventHandler(EventTargetObject* owner, const char* type, bool moves = false) noexcept
      : owner_(owner), type_(type), moves_(moves) {}
  EventHandler(const EventHandler&) = delete;
  template <class F>
    requires(!std::same_as<std::remove_cvref_t<F>, EventHandler>)
  EventHandler& operator=(F&& f) {
    if constexpr (std::is_null_pointer_v<std::decay_t<F>>) {
      detail::EventHandlerObject::set(handler_, *owner_, type_, nullptr, moves_);
    } else {
      if constexpr (requires { typename std::decay_t<F>::NodecppFunction; })
        if (!f) return *this = nullptr;
      detail::EventHandlerObject::set(handler_, *owner_, type_, detail::eventCallback<E>(std::forward<F>(f)), moves_);
    }
    return *this;
  }
  EventHandler& operator=(const EventHandler& other) {
    detail::EventHandlerObject::set(handler_, *owner_, type_, other.function(), moves_);
    return *this;
  }
  // The function; undefined when there is none.
  detail::EventCallback function() const { return handler_ ? handler_->handler : detail::EventCallback(); }
  explicit operator bool() const noexcept { return handler_ && handler_->handler; }
  friend bool operator==(const EventHandler& a, std::nullptr_t) noexcept { return !a; }
  void trace(detail::Tracer& tracer) { tracer(handler_); }

 private:
  EventTargetObject* const owner_;
  const char* const type_;
  const bool moves_;
  Handle<detail::EventHandlerObject> handler_;
};

namespace events {
// The functions of the module events that take an EventTarget. A listener of getEventListeners can be called and
// removed.
Array<nodecpp::detail::EventCallback> getEventListeners(const EventTarget& target, EventName type);
std::ptrdiff_t listenerCount(const EventTarget& target, EventName type);
double getMaxListeners(const EventTarget& target);
// Sets the number of listeners of one type above which a warning is printed; 0 means no limit. Throws ERR_OUT_OF_RANGE.
void setMaxListeners(double n, const Array<EventTarget>& targets);
}  // namespace events

}  // namespace nodecpp
