// EventEmitter. https://nodejs.org/docs/latest-v24.x/api/events.html
//
// An event is named by a tag (event::data), by a program's own `constexpr Event<int> tick{"tick"}`, or by a string. With
// the first two the listener's parameters are checked when compiling; it may take fewer than it is given. With a string
// they are checked when the event is emitted.
#pragma once

#include <nodecpp/error.h>
#include <nodecpp/event_names.h>
#include <nodecpp/function.h>
#include <nodecpp/object.h>

#include <tuple>

namespace nodecpp {

// An event of a program's own, with the types that its listeners are given.
template <class... A>
struct Event {
  const char* name;
  consteval explicit Event(const char* text) : name(text) {}
};

// What the listeners of an event are given: `static Args<Buffer> eventArgs(event::data_t);` in an emitter's class.
template <class... A>
struct Args {};

class EventEmitterObject;
using EventEmitter = Handle<EventEmitterObject>;

namespace detail {

using TypeId = const void*;
template <class T>
inline constexpr char typeIdOf = 0;

enum class ArgKind : unsigned char { other, number, string };
struct ArgType {
  TypeId id;
  ArgKind kind;
  double (*toNumber)(const void*);
  String (*toString)(const void*);
};
template <class T>
inline constexpr ArgType argTypeOf = [] {
  ArgType type{&typeIdOf<T>, ArgKind::other, nullptr, nullptr};
  if constexpr (std::is_arithmetic_v<T>) {
    type.kind = ArgKind::number;
    type.toNumber = [](const void* value) { return double(*static_cast<const T*>(value)); };
  } else if constexpr (std::same_as<T, String>) {
    type.kind = ArgKind::string;
    type.toString = [](const void* value) { return *static_cast<const String*>(value); };
  }
  return type;
}();

template <class... A>
inline constexpr const ArgType* argTypesOf[sizeof...(A) + 1] = {&argTypeOf<A>..., nullptr};

// One emission: the arguments, and the types they have.
struct Emission {
  EventEmitterObject* emitter;
  const ArgType* const* types;
  void* const* values;
  std::size_t count;
};

[[noreturn]] void throwListenerMismatch(std::size_t index);
template <class P>
void captureRejection(EventEmitterObject* emitter, P& promise);
void listenerRejected(EventEmitterObject* emitter, const Error& error);
bool capturesRejections(const EventEmitterObject* emitter) noexcept;

// Argument `index` as an A, where the listener was typed for something else than what is emitted.
template <class A>
A convertArg(const Emission& emission, std::size_t index) {
  if (index >= emission.count) {
    if constexpr (std::default_initializable<A>) return A{};  // `undefined`
  } else {
    const ArgType& type = *emission.types[index];
    void* value = emission.values[index];
    if (type.id == &typeIdOf<A>) return *static_cast<A*>(value);
    if constexpr (std::is_arithmetic_v<A>) {
      if (type.kind == ArgKind::number) return static_cast<A>(type.toNumber(value));
    } else if constexpr (std::constructible_from<A, String> && std::is_class_v<A>) {
      if (type.kind == ArgKind::string) return A(type.toString(value));
    }
  }
  throwListenerMismatch(index);
}

struct ListenerCell {
  std::uint32_t refs = 1;
  bool once = false;
  bool fired = false;
  const void* identity = nullptr;
  void (*call)(ListenerCell*, const Emission&);
  void (*destroy)(ListenerCell*) noexcept;
};

template <class F, class... A>
struct FullListenerCell : ListenerCell {
  F callable;
  template <class G>
  explicit FullListenerCell(G&& g) : callable(std::forward<G>(g)) {
    call = [](ListenerCell* base, const Emission& emission) {
      auto* self = static_cast<FullListenerCell*>(base);
      if (emission.types == argTypesOf<A...>) [[likely]]
        invoke(*self, emission, std::index_sequence_for<A...>{});
      else
        invokeConverted(*self, emission, std::index_sequence_for<A...>{});
    };
    destroy = [](ListenerCell* base) noexcept {
      auto* self = static_cast<FullListenerCell*>(base);
      self->~FullListenerCell();
      release(self, sizeof(FullListenerCell));
    };
  }

 private:
  template <std::size_t... I>
  static void invoke(FullListenerCell& self, const Emission& emission, std::index_sequence<I...>) {
    finish(self, emission, *static_cast<A*>(emission.values[I])...);
  }
  template <std::size_t... I>
  static void invokeConverted(FullListenerCell& self, const Emission& emission, std::index_sequence<I...>) {
    std::tuple<A...> converted(convertArg<A>(emission, I)...);
    finish(self, emission, std::get<I>(converted)...);
  }
  static void finish(FullListenerCell& self, const Emission& emission, A&... args) {
    using R = decltype(callWithFewer(self.callable, args...));
    if constexpr (requires { typename R::IsPromise; }) {
      auto promise = callWithFewer(self.callable, args...);
      if (capturesRejections(emission.emitter)) {
        captureRejection(emission.emitter, promise);
      }
    } else {
      static_cast<void>(callWithFewer(self.callable, args...));
    }
  }
};

// The parameters of a callable that is not generic.
template <class F>
struct ParametersOf;
template <class R, class... A>
struct ParametersOf<R (*)(A...)> {
  using type = Args<std::decay_t<A>...>;
};
template <class R, class... A>
struct ParametersOf<Function<R(A...)>> {
  using type = Args<std::decay_t<A>...>;
};
template <class C, class R, class... A>
struct ParametersOf<R (C::*)(A...) const> {
  using type = Args<std::decay_t<A>...>;
};
template <class C, class R, class... A>
struct ParametersOf<R (C::*)(A...)> {
  using type = Args<std::decay_t<A>...>;
};
template <class F>
  requires requires { &F::operator(); } && (!requires { typename F::NodecppFunction; })
struct ParametersOf<F> : ParametersOf<decltype(&F::operator())> {};

}  // namespace detail

// A listener that can be taken off again: `auto f = listener([=](Buffer chunk) {…}); s->on(event::data, f); s->off(…, f)`.
// Copies are the same listener. (Two lambdas of the same text are two listeners, as in JavaScript.)
template <class F>
class ListenerFunction {
 public:
  explicit ListenerFunction(F f) : cell_(::new (detail::allocate(sizeof(Cell))) Cell{1, std::move(f)}) {}
  ListenerFunction(const ListenerFunction& other) noexcept : cell_(other.cell_) { ++cell_->refs; }
  ListenerFunction& operator=(const ListenerFunction&) = delete;
  ~ListenerFunction() {
    if (--cell_->refs == 0) {
      cell_->~Cell();
      detail::release(cell_, sizeof(Cell));
    }
  }
  using Callable = F;
  template <class... A>
    requires std::is_invocable_v<F&, A...>
  decltype(auto) operator()(A&&... args) const {
    return cell_->callable(std::forward<A>(args)...);
  }
  const void* identity() const noexcept { return cell_; }

 private:
  struct Cell {
    std::uint32_t refs;
    F callable;
  };
  Cell* cell_;
};
template <class F>
ListenerFunction<F> listener(F f) {
  return ListenerFunction<F>(std::move(f));
}

namespace detail {
template <class F>
struct ParametersOf<ListenerFunction<F>> : ParametersOf<F> {};
}  // namespace detail

// A registered listener, as `listeners()` and the newListener event give it. Undefined when default-made.
class Listener {
 public:
  Listener() noexcept = default;
  explicit Listener(detail::ListenerCell* cell, bool adopt = false) noexcept : cell_(cell) {
    if (cell_ && !adopt) ++cell_->refs;
  }
  Listener(const Listener& other) noexcept : Listener(other.cell_) {}
  Listener(Listener&& other) noexcept : cell_(std::exchange(other.cell_, nullptr)) {}
  Listener& operator=(Listener other) noexcept {
    std::swap(cell_, other.cell_);
    return *this;
  }
  ~Listener() {
    if (cell_ && --cell_->refs == 0) cell_->destroy(cell_);
  }
  explicit operator bool() const noexcept { return cell_ != nullptr; }
  const void* identity() const noexcept { return cell_ ? cell_->identity : nullptr; }
  friend bool operator==(const Listener& a, const Listener& b) noexcept { return a.identity() == b.identity(); }
  // Calls it with what an emitter would give it.
  template <class... V>
  void operator()(V... values) const {
    void* pointers[sizeof...(V) + 1] = {&values..., nullptr};
    cell_->call(cell_, {nullptr, detail::argTypesOf<V...>, pointers, sizeof...(V)});
  }
  detail::ListenerCell* cell() const noexcept { return cell_; }

 private:
  detail::ListenerCell* cell_ = nullptr;
};

namespace detail {

// FNV-1a, so that a tag's name is compared by one number first.
constexpr std::uint32_t hashName(const char* text, std::size_t size) noexcept {
  std::uint32_t hash = 2166136261u;
  for (std::size_t i = 0; i < size; ++i) hash = (hash ^ static_cast<unsigned char>(text[i])) * 16777619u;
  return hash;
}

template <class Tag>
concept EventTag = requires {
  { Tag::name } -> std::convertible_to<const char*>;
} && std::is_empty_v<Tag>;

template <class T>
inline constexpr bool isEvent = false;
template <class... A>
inline constexpr bool isEvent<Event<A...>> = true;

template <class T>
concept NamesEvent = EventTag<std::remove_cvref_t<T>> || isEvent<std::remove_cvref_t<T>> || StringLike<const T&>;

}  // namespace detail

// The name of an event as a parameter; valid for the call.
class EventName {
 public:
  template <class T>
    requires detail::NamesEvent<T>
  constexpr EventName(const T& name) {
    if constexpr (detail::EventTag<T>) {
      static constexpr std::size_t size = __builtin_strlen(T::name);
      static constexpr std::uint32_t hash = detail::hashName(T::name, size);
      data_ = T::name;
      size_ = size;
      hash_ = hash;
      if constexpr (requires { T::symbol; }) symbol_ = T::symbol;
    } else {
      if constexpr (detail::isEvent<T>) {
        data_ = name.name;
        size_ = __builtin_strlen(name.name);
      } else {
        StringArg arg(name);
        data_ = arg.data();
        size_ = arg.size();
      }
      hash_ = detail::hashName(data_, size_);
    }
  }
  constexpr const char* data() const noexcept { return data_; }
  constexpr std::size_t size() const noexcept { return size_; }
  constexpr std::uint32_t hash() const noexcept { return hash_; }
  constexpr bool isSymbol() const noexcept { return symbol_; }

 private:
  const char* data_;
  std::size_t size_;
  std::uint32_t hash_;
  bool symbol_ = false;
};

namespace events {
// Told of an error before its listeners, or its lack of listeners, are; does not count as a listener.
struct errorMonitor_t {
  static constexpr const char* name = "events.errorMonitor";
  static constexpr bool symbol = true;
};
inline constexpr errorMonitor_t errorMonitor{};

// The default of maxListeners for all emitters, 10; 0 is no limit. ERR_OUT_OF_RANGE when negative or NaN.
double defaultMaxListeners();
void setDefaultMaxListeners(double n);

struct EventEmitterOptions {
  bool captureRejections = false;
};
// The default of captureRejections for emitters made from now on.
void setCaptureRejections(bool on);
}  // namespace events

class EventEmitterObject : public Object {
 public:
  explicit EventEmitterObject(events::EventEmitterOptions options = {});
  ~EventEmitterObject() override;

  static Args<Error> eventArgs(event::error_t);
  static Args<Error> eventArgs(events::errorMonitor_t);
  // The listener is the one added or removed, not a wrapper.
  static Args<String, Listener> eventArgs(event::newListener_t);
  static Args<String, Listener> eventArgs(event::removeListener_t);

  // Adds a listener; each call adds one, also of the same. Returns this emitter. The newListener event comes before.
  template <class Self, class Name, class F>
    requires detail::NamesEvent<Name>
  Handle<Self> on(this Self& self, const Name& name, F&& f) {
    self.add(name, listenerFor<Self>(name, std::forward<F>(f)), false, false);
    return Handle<Self>(&self);
  }
  template <class Self, class Name, class F>
    requires detail::NamesEvent<Name>
  Handle<Self> addListener(this Self& self, const Name& name, F&& f) {
    return self.on(name, std::forward<F>(f));
  }
  // Is taken off before it is called for the first time.
  template <class Self, class Name, class F>
    requires detail::NamesEvent<Name>
  Handle<Self> once(this Self& self, const Name& name, F&& f) {
    self.add(name, listenerFor<Self>(name, std::forward<F>(f)), true, false);
    return Handle<Self>(&self);
  }
  // In front of the other listeners.
  template <class Self, class Name, class F>
    requires detail::NamesEvent<Name>
  Handle<Self> prependListener(this Self& self, const Name& name, F&& f) {
    self.add(name, listenerFor<Self>(name, std::forward<F>(f)), false, true);
    return Handle<Self>(&self);
  }
  template <class Self, class Name, class F>
    requires detail::NamesEvent<Name>
  Handle<Self> prependOnceListener(this Self& self, const Name& name, F&& f) {
    self.add(name, listenerFor<Self>(name, std::forward<F>(f)), true, true);
    return Handle<Self>(&self);
  }
  // Takes off the latest listener that is `f`: a listener(…), a Function, a function's address, or a Listener.
  template <class Self, class F>
  Handle<Self> off(this Self& self, EventName name, const F& f) {
    if constexpr (requires { f.identity(); })
      self.remove(name, f.identity());
    else {
      static_assert(std::is_pointer_v<std::decay_t<F>>,
                    "a lambda has no identity: make it with listener(…) once, and pass that to on() and off()");
      self.remove(name, reinterpret_cast<const void*>(std::decay_t<F>(f)));
    }
    return Handle<Self>(&self);
  }
  template <class Self, class F>
  Handle<Self> removeListener(this Self& self, EventName name, const F& f) {
    return self.off(name, f);
  }
  template <class Self>
  Handle<Self> removeAllListeners(this Self& self, EventName name) {
    self.removeAll(&name);
    return Handle<Self>(&self);
  }
  template <class Self>
  Handle<Self> removeAllListeners(this Self& self) {
    self.removeAll(nullptr);
    return Handle<Self>(&self);
  }

  // Calls the listeners in order; false when there is none. An `error` that nobody listens to is thrown; where it is no
  // Error, ERR_UNHANDLED_ERROR. What a listener throws passes through.
  template <class Self, class Name, class... V>
    requires detail::NamesEvent<Name>
  bool emit(this Self& self, const Name& name, V&&... values) {
    return self.emitAs(signatureOf<Self>(name), EventName(name), std::forward<V>(values)...);
  }

  std::size_t listenerCount(EventName name) const noexcept;
  // Those that are `f`.
  template <class F>
  std::size_t listenerCount(EventName name, const F& f) const noexcept {
    if constexpr (requires { f.identity(); })
      return count(name, f.identity());
    else
      return count(name, reinterpret_cast<const void*>(f));
  }
  std::vector<Listener> listeners(EventName name) const;
  // The same here: `once` is a property of the Listener, not a wrapper.
  std::vector<Listener> rawListeners(EventName name) const { return listeners(name); }
  // In the order in which they got their first listener.
  std::vector<String> eventNames() const;
  // ERR_OUT_OF_RANGE when negative or NaN. 0 is no limit.
  template <class Self>
  Handle<Self> setMaxListeners(this Self& self, double n) {
    self.changeMaxListeners(n);
    return Handle<Self>(&self);
  }
  double getMaxListeners() const noexcept;

  // The class's name, for messages and inspect.
  virtual const char* className() const { return "EventEmitter"; }

 protected:
  // What Node calls [Symbol.for('nodejs.rejection')]: a listener's promise was rejected and captureRejections is set. The
  // base emits `error`.
  virtual void onRejection(const Error& error);
  // After the last event: closures that hold this emitter, which holds them, are let go.
  void dropListeners() noexcept;
  bool hasListeners(EventName name) const noexcept { return find(name) != nullptr; }
  // Called when the first listener comes for a name, and when the last has gone.
  virtual void listenerAdded(EventName) {}
  virtual void listenerRemoved(EventName) {}

 private:
  friend void detail::listenerRejected(EventEmitterObject*, const Error&);
  friend bool detail::capturesRejections(const EventEmitterObject*) noexcept;

  // Listeners of one event; a counted array, so that an emission goes on with the one it began with.
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
    static_assert(detail::TakesSomeOf<D, A&...>, "the listener's parameters do not fit what this event gives");
    using Cell = detail::FullListenerCell<D, A...>;
    Listener made(::new (detail::allocate(sizeof(Cell))) Cell(std::forward<F>(f)), true);
    const void* identity = identityOf(static_cast<Cell*>(made.cell())->callable);
    made.cell()->identity = identity ? identity : made.cell();
    return made;
  }

  template <class Self, class Name, class F>
  static Listener listenerFor(const Name& name, F&& f) {
    using D = std::decay_t<F>;
    if constexpr (std::same_as<D, Listener>) {
      return f;
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
      if (isError(name)) return emitError(slot, Error(values)...);
    }
    if (!slot) return false;
    if constexpr (sizeof...(V) == sizeof...(A)) {
      return emitTyped<A...>(*slot, Holder<A, V&&>(std::forward<V>(values))...);
    } else {
      // Fewer than declared: the rest is undefined.
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
  // By a string: the arguments have the types they come with; a literal becomes a String.
  template <class... V>
  bool emitAs(std::nullptr_t, EventName name, V&&... values) {
    if constexpr (sizeof...(V) >= 1) {
      using First = std::remove_cvref_t<std::tuple_element_t<0, std::tuple<V...>>>;
      if constexpr (std::derived_from<First, Error>) {
        if (isError(name)) return emitError(find(name), firstOf(values...));
      }
    }
    if (isError(name) && !find(name)) throwUnhandled(describeFirst(values...));
    return emitAs(Args<Plain<std::remove_cvref_t<V>>...>{}, name, std::forward<V>(values)...);
  }
  template <class T>
  using Plain = std::conditional_t<std::derived_from<T, Error>, Error, std::conditional_t<detail::StringLike<const T&>, String, T>>;
  template <class T, class... Rest>
  static const T& firstOf(const T& first, const Rest&...) {
    return first;
  }
  template <class... V>
  static String describeFirst(const V&... values) {
    if constexpr (sizeof...(V) == 0)
      return "undefined";
    else if constexpr (requires { str(firstOf(values...)); })
      return str(firstOf(values...));
    else
      return "[object]";
  }

  // The argument itself where it has the type, else its conversion.
  template <class A, class V>
  struct Holder {
    explicit Holder(V value) : converted(std::forward<V>(value)) {}
    void* pointer() { return &converted; }
    A converted;
  };
  template <class A>
  struct Holder<A, A&> {
    explicit Holder(A& value) : reference(value) {}
    void* pointer() { return &reference; }
    A& reference;
  };
  template <class... A, class... H>
  bool emitTyped(const Slot& slot, H&&... holders) {
    void* pointers[sizeof...(A) + 1] = {holders.pointer()..., nullptr};
    return dispatch(slot, {this, detail::argTypesOf<A...>, pointers, sizeof...(A)});
  }

  const Slot* find(EventName name) const noexcept {
    for (const Slot& slot : slots_)
      if (slot.hash == name.hash() && slot.symbol == name.isSymbol() && sameName(slot, name)) return &slot;
    return nullptr;
  }
  static bool sameName(const Slot& slot, EventName name) noexcept {
    return slot.name.size() == name.size() && std::memcmp(slot.name.data(), name.data(), name.size()) == 0;
  }
  static bool isError(EventName name) noexcept {
    return name.size() == 5 && !name.isSymbol() && std::memcmp(name.data(), "error", 5) == 0;
  }
  bool dispatch(const Slot& slot, const detail::Emission& emission);
  bool emitError(const Slot* slot, Error error);
  [[noreturn]] void throwUnhandled(const String& description);
  void add(EventName name, Listener listener, bool once, bool front);
  void remove(EventName name, const void* identity);
  void removeAt(std::size_t slot, std::size_t index);
  void removeAll(const EventName* name);
  std::size_t count(EventName name, const void* identity) const noexcept;
  void changeMaxListeners(double n);
  void warnOfLeak(Slot& slot, std::size_t count);

  std::vector<Slot> slots_;
  double maxListeners_ = -1;  // -1: the default
  bool captureRejections_ = false;
};

namespace events {
using nodecpp::EventEmitter;
// The module's functions on emitters.
std::vector<Listener> getEventListeners(const EventEmitter& emitter, EventName name);
double getMaxListeners(const EventEmitter& emitter);
void setMaxListeners(double n, const std::vector<EventEmitter>& emitters = {});
std::size_t listenerCount(const EventEmitter& emitter, EventName name);
}  // namespace events

namespace detail {
template <class P>
void captureRejection(EventEmitterObject* emitter, P& promise) {
  promise.catch_([emitter = EventEmitter(emitter)](Error error) { listenerRejected(emitter.get(), error); });
}

// Set by the process floor: process.emitWarning.
extern void (*emitWarning)(const Error& warning);
}  // namespace detail

}  // namespace nodecpp
