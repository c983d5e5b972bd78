// EventEmitter. https://nodejs.org/docs/latest-v24.x/api/events.html
//
// An event is named by a tag (event::data), by an event of the program's own, `constexpr Event<int> tick{"tick"}`, or
// by a string. With a tag or an Event the listener's parameters are checked at compile time, and a listener may take
// fewer arguments than the event gives. With a string the parameters are checked when the event is emitted.
#pragma once

#include <nodecpp/error.h>
#include <nodecpp/event_names.h>
#include <nodecpp/events/listener.h>
#include <nodecpp/list.h>
#include <nodecpp/object.h>
#include <nodecpp/traits.h>

namespace nodecpp {

class EventEmitterObject;
using EventEmitter = Handle<EventEmitterObject>;
namespace detail {
// Reports to the emitter that a promise returned by a listener was rejected with `error`. The report happens in a later
// tick (process.nextTick). `objects` holds those arguments of the event that are handles.
void rejectionCaught(const EventEmitter& emitter, const Error& error, const String& event,
                     const Array<Handle<Object>>& objects);
[[noreturn]] void throwUnhandledError(const String& description, const Lookup& context);
}  // namespace detail

namespace events {
// The event emitted for an error before the listeners of `error` are called, even when there are none. Its listeners do
// not count as listeners of `error`.
struct errorMonitor_t {
  static constexpr const char* name = "events.errorMonitor";
  static constexpr bool symbol = true;
};
inline constexpr errorMonitor_t errorMonitor{};

// Node's EventEmitter.defaultMaxListeners: the limit for all emitters that have no limit of their own, 10 at first. 0
// means no limit. Setting a negative number or NaN throws ERR_OUT_OF_RANGE.
struct DefaultMaxListeners {
  const DefaultMaxListeners& operator=(double n) const;
  operator double() const;
};
inline constexpr DefaultMaxListeners defaultMaxListeners{};
inline String str(DefaultMaxListeners n) { return nodecpp::str(double(n)); }

// Node's EventEmitter.captureRejections: the default of the option captureRejections for emitters made from now on.
struct CaptureRejections {
  const CaptureRejections& operator=(bool on) const;
  operator bool() const;
};
inline constexpr CaptureRejections captureRejections{};

struct EventEmitterOptions {
  bool captureRejections = false;
};
}  // namespace events

// The requirements of `on` and similar functions for a listener, as attributes of the function, so that the compiler
// reports a violation in the caller's line.
#define NODECPP_LISTENS(Self, Name, F)                                                                             \
  NODECPP_DIAGNOSE((!EventEmitterObject::has<Self, Name>()), "this emitter has no such event: see its eventArgs")  \
  NODECPP_DIAGNOSE((!EventEmitterObject::fits<Self, Name, F>()),                                                   \
                   "the listener's parameters do not fit what this event gives: take the types that eventArgs of " \
                   "the emitter's class names, or fewer of them from the front")

class EventEmitterObject : public Object {
 public:
  using Options = events::EventEmitterOptions;
  explicit EventEmitterObject(events::EventEmitterOptions options = {});
  ~EventEmitterObject() override;

  static Args<Error> eventArgs(event::error_t);
  static Args<Error> eventArgs(events::errorMonitor_t);
  // newListener and removeListener give the listener itself, not the wrapper that once() made for it.
  static Args<String, Listener> eventArgs(event::newListener_t);
  static Args<String, Listener> eventArgs(event::removeListener_t);

  // Adds a listener at the end of the list. A listener added twice is called twice. The newListener event is emitted
  // first. Returns a handle to this emitter, as all functions here that change listeners do.
  template <class Self, class Name, class F>
    requires detail::NamesEvent<Name>
  Handle<Self> on(this Self& self, const Name& name, F&& f) NODECPP_LISTENS(Self, Name, F) {
    self.EventEmitterObject::add(name, listenerFor<Self>(name, std::forward<F>(f)), false, false);
    return Handle<Self>(&self);
  }
  template <class Self, class Name, class F>
    requires detail::NamesEvent<Name>
  Handle<Self> addListener(this Self& self, const Name& name, F&& f) NODECPP_LISTENS(Self, Name, F) {
    return self.EventEmitterObject::on(name, std::forward<F>(f));
  }
  // Adds a listener that is removed before it is called for the first time.
  template <class Self, class Name, class F>
    requires detail::NamesEvent<Name>
  Handle<Self> once(this Self& self, const Name& name, F&& f) NODECPP_LISTENS(Self, Name, F) {
    self.EventEmitterObject::add(name, listenerFor<Self>(name, std::forward<F>(f)), true, false);
    return Handle<Self>(&self);
  }
  // prependListener adds a listener in front of the other listeners.
  template <class Self, class Name, class F>
    requires detail::NamesEvent<Name>
  Handle<Self> prependListener(this Self& self, const Name& name, F&& f) NODECPP_LISTENS(Self, Name, F) {
    self.EventEmitterObject::add(name, listenerFor<Self>(name, std::forward<F>(f)), false, true);
    return Handle<Self>(&self);
  }
  template <class Self, class Name, class F>
    requires detail::NamesEvent<Name>
  Handle<Self> prependOnceListener(this Self& self, const Name& name, F&& f) NODECPP_LISTENS(Self, Name, F) {
    self.EventEmitterObject::add(name, listenerFor<Self>(name, std::forward<F>(f)), true, true);
    return Handle<Self>(&self);
  }
  // Removes the most recently added listener that is `f`: the result of listener(…), a Function, a function's address,
  // or a Listener.
  template <class Self, class F>
  Handle<Self> off(this Self& self, EventName name, const F& f) {
    if constexpr (detail::LetFunction<F>)
      return self.EventEmitterObject::off(name, f.value());
    else if constexpr (requires { f.identity(); })
      self.EventEmitterObject::remove(name, f.identity());
    else {
      static_assert(std::is_pointer_v<std::decay_t<F>>,
                    "a lambda has no identity: make it with listener(…) once, and pass that to on() and off()");
      self.EventEmitterObject::remove(name, reinterpret_cast<const void*>(std::decay_t<F>(f)));
    }
    return Handle<Self>(&self);
  }
  template <class Self, class F>
  Handle<Self> removeListener(this Self& self, EventName name, const F& f) {
    return self.EventEmitterObject::off(name, f);
  }
  template <class Self>
  Handle<Self> removeAllListeners(this Self& self, EventName name) {
    self.EventEmitterObject::removeAll(&name);
    return Handle<Self>(&self);
  }
  template <class Self>
  Handle<Self> removeAllListeners(this Self& self) {
    self.EventEmitterObject::removeAll(nullptr);
    return Handle<Self>(&self);
  }

  // Calls the listeners in order. Returns false when there is none. An `error` event without a listener throws its
  // error, or ERR_UNHANDLED_ERROR when its argument is not an Error. An exception from a listener leaves emit, and the
  // remaining listeners are not called.
  template <class Self, class Name, class... V>
    requires detail::NamesEvent<Name>
  bool emit(this Self& self, const Name& name, V&&... values) {
    // Most objects of a request have no listener of most events.
    if constexpr (detail::EventTag<Name>)
      if constexpr (__builtin_strcmp(Name::name, "error") != 0)
        if (self.EventEmitterObject::slots_.empty()) return false;
    return self.EventEmitterObject::emitAs(signatureOf<Self>(name), EventName(name), std::forward<V>(values)...);
  }

  // listenerCount returns the number of listeners of an event; listeners returns the listeners themselves.
  std::ptrdiff_t listenerCount(EventName name) const noexcept;
  // Returns how many listeners of the event are the function `f`.
  template <class F>
  std::ptrdiff_t listenerCount(EventName name, const F& f) const noexcept {
    if constexpr (detail::LetFunction<F>)
      return listenerCount(name, f.value());
    else if constexpr (requires { f.identity(); })
      return count(name, f.identity());
    else
      return count(name, reinterpret_cast<const void*>(f));
  }
  // Returns copies of the listeners of the event. They hold this emitter, as functions in JavaScript hold what they use.
  Array<Listener> listeners(EventName name) const;
  // For the runtime: returns the listeners of the event as listeners() does, but the returned listeners do not hold
  // this emitter.
  Array<Listener> ownListeners(EventName name) const;
  // Returns copies of the entries on the list. A listener that once() added comes in its wrapper: calling the wrapper
  // removes the listener first, and the wrapper's listener() returns the function itself.
  Array<Listener> rawListeners(EventName name);
  // Returns the names of the events that have listeners, in the order of JavaScript's keys: integer indices by number,
  // then other names in the order of their first listeners, then symbols ("Symbol(events.errorMonitor)").
  Array<String> eventNames() const;
  // Sets this emitter's limit of listeners for one event, above which a warning is printed. 0 means no limit. Throws
  // ERR_OUT_OF_RANGE when n is negative or NaN.
  template <class Self>
  Handle<Self> setMaxListeners(this Self& self, double n) {
    self.EventEmitterObject::changeMaxListeners(n);
    return Handle<Self>(&self);
  }
  double getMaxListeners() const noexcept;

  // The name of the class for messages and util.inspect.
  virtual const char* className() const { return "EventEmitter"; }

 protected:
  // Node's emitter[Symbol.for('nodejs.rejection')]: called when a listener's promise was rejected and captureRejections
  // is set. The default implementation emits `error`.
  virtual void onRejection(const Error& error, const String& event, const Array<Handle<Object>>& objects);
  // Puts this emitter on the cycle collector's list. Adding the first listener does so by itself; a class calls enroll
  // where its members may lead back to the emitter before it has a listener.
  void enroll() {
    if (place_ == 0) place_ = detail::enroll(this, traced);
  }
  // For the cycle collector: shows the class's members, and the addresses of base classes at an offset inside of the
  // object.
  virtual void traceMembers(detail::Tracer&) {}
  // Removes all listeners after the emitter's last event, so that listeners whose closures hold this emitter do not
  // keep it alive.
  void dropListeners() noexcept;
  bool hasListeners(EventName name) const noexcept { return find(name) != nullptr; }
  bool hasAnyListener() const noexcept { return !slots_.empty(); }
  // listenerAdded is called when an event gets its first listener, listenerRemoved when an event has lost its last one.
  virtual void listenerAdded(EventName) {}
  // Called for each further listener of an event while `reportsFurtherListeners_` is set.
  virtual void furtherListenerAdded(EventName) {}
  virtual void listenerRemoved(EventName) {}
  bool reportsFurtherListeners_ = false;

 private:
  friend struct detail::WrapperCell;
  friend void detail::rejectionCaught(const EventEmitter&, const Error&, const String&, const Array<Handle<Object>>&);
  friend bool detail::capturesRejections(const EventEmitterObject*) noexcept;

  // The listeners of one event. The array is counted, so an emission goes on with the listeners that existed when it
  // began.
  struct List;
  struct Slot {
    std::uint32_t hash;
    bool symbol;
    bool warned;
    String name;
    List* list;
  };

  template <class Self, class Name>
  static auto signatureOf(const Name&) {
    if constexpr (detail::isEvent<Name>) {
      return []<class... A>(const Event<A...>*) { return Args<A...>{}; }(static_cast<const Name*>(nullptr));
    } else if constexpr (detail::EventTag<Name>) {
      if constexpr (requires { Self::eventArgs(Name{}); }) {
        return decltype(Self::eventArgs(Name{})){};
      } else {
        static_assert(std::same_as<Self, EventEmitterObject>, "this emitter has no such event: see its eventArgs");
        return nullptr;
      }
    } else {
      return nullptr;
    }
  }

  template <class F>
  static const void* identityOf(const F& f) {
    if constexpr (requires { f.identity(); })
      return f.identity();
    else if constexpr (std::is_pointer_v<F>)
      return reinterpret_cast<const void*>(f);
    else
      return nullptr;
  }

  template <class F, class... A>
  static Listener makeListener(F&& f, Args<A...>) {
    using D = std::decay_t<F>;
    if constexpr (std::is_pointer_v<D> || requires { typename D::NodecppFunction; })
      if (!static_cast<bool>(D(f))) detail::throwNoListener();
    static_assert(detail::TakesSomeOf<D, A&...>, "the listener's parameters do not fit what this event gives");
    using Cell = detail::FullListenerCell<D, A...>;
    Listener made(::new (detail::allocate(sizeof(Cell))) Cell(std::forward<F>(f)), true);
    const void* identity = identityOf(static_cast<Cell*>(made.cell())->callable);
    made.cell()->identity = identity ? identity : made.cell();
    return made;
  }

  template <class Self, class Name>
  static consteval bool has() {
    if constexpr (detail::EventTag<Name>)
      return std::same_as<Self, EventEmitterObject> || requires { Self::eventArgs(Name{}); };
    else
      return true;
  }
  // Whether F can listen to the event. A listener without declared parameter types, for an event named by a string, is
  // reported elsewhere.
  template <class Self, class Name, class F>
  static consteval bool fits() {
    using D = std::decay_t<F>;
    if constexpr (nodecpp::detail::DerivedFrom<D, Listener> || !has<Self, Name>()) {
      return true;
    } else {
      using Signature = decltype(signatureOf<Self>(std::declval<const Name&>()));
      if constexpr (std::same_as<Signature, std::nullptr_t>)
        return true;
      else
        return []<class... A>(const Args<A...>*) { return detail::TakesSomeOf<D, A&...>; }(static_cast<Signature*>(nullptr));
    }
  }

  template <class Self, class Name, class F>
  static Listener listenerFor(const Name& name, F&& f) {
    using D = std::decay_t<F>;
    if constexpr (detail::LetFunction<D>) {
      return listenerFor<Self>(name, f.value());  // the function that the variable has now, so that off() finds it
    } else if constexpr (nodecpp::detail::DerivedFrom<D, Listener>) {
      if (!f) detail::throwNoListener();
      return Listener(detail::wrapListener(f.cell()), true);
    } else {
      auto signature = signatureOf<Self>(name);
      if constexpr (std::same_as<decltype(signature), std::nullptr_t>) {
        static_assert(requires { typename detail::ParametersOf<D>::type; },
                      "an event named by a string needs a listener whose parameters have types, not auto");
        return makeListener(std::forward<F>(f), typename detail::ParametersOf<D>::type{});
      } else {
        return makeListener(std::forward<F>(f), signature);
      }
    }
  }

  template <class... A, class... V>
  bool emitAs(Args<A...>, EventName name, V&&... values) {
    static_assert(sizeof...(V) <= sizeof...(A), "more arguments than this event gives");
    const Slot* slot = find(name);
    if constexpr (sizeof...(A) == 1 && (std::same_as<A, Error> && ...)) {
      if (isError(name)) {
        if constexpr (sizeof...(V) == 0 || !(nodecpp::detail::DerivedFrom<std::remove_cvref_t<V>, Error> && ...))
          if (!slot) throwUnhandled(values...);
        if constexpr (sizeof...(V) == 0)
          return emitError(slot, Error());
        else
          return emitError(slot, Error(values)...);
      }
    }
    if (!slot) return false;
    if constexpr (sizeof...(V) == sizeof...(A)) {
      return emitTyped<A...>(*slot, Holder<A, V&&>(std::forward<V>(values))...);
    } else {
      // Fewer values than the event declares were given: the remaining arguments are undefined.
      std::tuple<A...> all{};
      [&]<std::size_t... I>(std::index_sequence<I...>) {
        ((std::get<I>(all) = std::forward<V>(values)), ...);
      }(std::index_sequence_for<V...>{});
      return [&]<std::size_t... I>(std::index_sequence<I...>) {
        void* pointers[sizeof...(A) + 1] = {&std::get<I>(all)..., nullptr};
        return dispatch(*slot, {this, detail::argTypesOf<A...>, pointers, sizeof...(A)});
      }(std::index_sequence_for<A...>{});
    }
  }
  // Emits an event named by a string. The arguments have the types of the given values; a string literal becomes a
  // String.
  template <class... V>
  bool emitAs(std::nullptr_t, EventName name, V&&... values) {
    if constexpr (sizeof...(V) >= 1) {
      using First = std::remove_cvref_t<std::tuple_element_t<0, std::tuple<V...>>>;
      if constexpr (nodecpp::detail::DerivedFrom<First, Error>) {
        if (isError(name)) return emitError(find(name), firstOf(values...));
      }
    }
    if (isError(name) && !find(name)) throwUnhandled(values...);
    return emitAs(Args<Plain<std::remove_cvref_t<V>>...>{}, name, std::forward<V>(values)...);
  }
  template <class T>
  using Plain = std::conditional_t<nodecpp::detail::DerivedFrom<T, Error>, Error, std::conditional_t<detail::StringLike<const T&>, String, T>>;
  template <class T, class... Rest>
  static const T& firstOf(const T& first, const Rest&...) {
    return first;
  }
  // Throws the Error of an `error` event without a listener, or ERR_UNHANDLED_ERROR when the argument is not an Error.
  template <class... V>
  [[noreturn]] static void throwUnhandled(const V&... values) {
    if constexpr (sizeof...(V) == 0) {
      detail::throwUnhandledError("undefined", Lookup());
    } else {
      using First = std::remove_cvref_t<decltype(firstOf(values...))>;
      const First& first = firstOf(values...);
      if constexpr (detail::StringLike<const First&>)
        detail::throwUnhandledError(detail::inspectString(first), StringArg(first).toString());
      else if constexpr (std::same_as<First, bool>)
        detail::throwUnhandledError(first ? "true" : "false", Lookup());
      else if constexpr (detail::Arithmetic<First>)
        detail::throwUnhandledError(str(first), first);
      else if constexpr (std::is_null_pointer_v<First>)
        detail::throwUnhandledError("null", nullptr);
      else if constexpr (nodecpp::detail::DerivedFrom<First, Error>)
        detail::throwUnhandledError("undefined", Lookup());
      else
        detail::throwUnhandledError("[object]", Lookup());
    }
  }

  // An argument, converted to the declared type or copied, so that listeners get the value from the time of the
  // emission.
  template <class A, class V>
  struct Holder {
    explicit Holder(V value) : converted(std::forward<V>(value)) {}
    void* pointer() { return &converted; }
    A converted;
  };
  template <class... A, class... H>
  bool emitTyped(const Slot& slot, H&&... holders) {
    void* pointers[sizeof...(A) + 1] = {holders.pointer()..., nullptr};
    return dispatch(slot, {this, detail::argTypesOf<A...>, pointers, sizeof...(A)});
  }

  const Slot* find(EventName name) const noexcept {
    if (index_) [[unlikely]]
      return findIndexed(name);
    for (const Slot& slot : slots_)
      if (slot.hash == name.hash() && slot.symbol == name.isSymbol() && sameName(slot, name)) return &slot;
    return nullptr;
  }
  static bool sameName(const Slot& slot, EventName name) noexcept {
    // Most names are short. A slot has a copy of the name, so a short one is inside of its String.
    if (name.size() - 1 < sizeof(std::uint64_t)) [[likely]]
      return slot.name.isKeyWord(String::keyWord(name.data(), name.size()), unsigned(name.size()));
    return slot.name.size() == name.size() && std::memcmp(slot.name.data(), name.data(), name.size()) == 0;
  }
  static bool isError(EventName name) noexcept {
    return name.size() == 5 && !name.isSymbol() && std::memcmp(name.data(), "error", 5) == 0;
  }
  bool dispatch(const Slot& slot, const detail::Emission& emission);
  void callIndexed(List* list, String name, bool symbol, const detail::Emission& emission);
  bool emitError(const Slot* slot, Error error);
  void add(EventName name, Listener listener, bool once, bool front);
  void remove(EventName name, const void* identity);
  void removeAt(std::size_t slot, std::size_t index);
  void removeCell(detail::ListenerCell* cell);
  bool removeFrom(std::size_t slot, detail::ListenerCell* cell);
  void removeAll(const EventName* name);
  std::size_t count(EventName name, const void* identity) const noexcept;
  void changeMaxListeners(double n);
  void warnOfLeak(Slot& slot, std::size_t count);

  // ownNames returns the names of an emitter's events in the order of eventNames().
  struct OwnName {
    String text;
    bool symbol;
  };
  detail::List<OwnName> ownNames() const;
  static EventName nameOf(const OwnName& name) noexcept;
  static String printedName(EventName name);
  Listener held(const Listener& listener) const;

  // An emitter with many event names has a hash index of them. When such an emitter loses an event name, a slot without
  // a list stays in its place.
  struct Index;
  const Slot* findIndexed(EventName name) const noexcept;
  void removeSlot(std::size_t at);
  void reindex();
  void dropIndex() noexcept;

  detail::List<Slot> slots_;
  Index* index_ = nullptr;
  double maxListeners_ = -1;  // -1: defaultMaxListeners applies
  bool captureRejections_ = false;
  // The place on the cycle collector's list; 0 until the emitter is enrolled, usually by its first listener.
  std::uint32_t place_ = 0;
  static const detail::TracedType traced;
  void labelListeners(detail::Tracer& tracer) const;
};

namespace events {
using nodecpp::EventEmitter;
// The functions of the module that take an emitter. Each does what the emitter's own method does.
Array<Listener> getEventListeners(const EventEmitter& emitter, EventName name);
double getMaxListeners(const EventEmitter& emitter);
void setMaxListeners(double n, const Array<EventEmitter>& emitters = {});
std::ptrdiff_t listenerCount(const EventEmitter& emitter, EventName name);
}  // namespace events

namespace detail {
template <class P, class... A>
void captureRejection(const Emission& emission, P& promise, const A&... args) {
  Array<Handle<Object>> objects;
  auto keep = [&](const auto& arg) {
    if constexpr (requires { arg.get()->~Object(); }) objects.push(Handle<Object>(static_cast<Object*>(arg.get())));
  };
  (keep(args), ...);
  promise.then(nullptr, [emitter = EventEmitter(emission.emitter), event = emission.name ? *emission.name : String(),
                         objects = std::move(objects)](Error error) { rejectionCaught(emitter, error, event, objects); });
}
}  // namespace detail

#undef NODECPP_LISTENS

}  // namespace nodecpp
