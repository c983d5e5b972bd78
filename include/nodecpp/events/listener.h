// Listeners: what an emitter stores for a listener function, and how arguments are passed to it. Programs use
// nodecpp/events.h.
#pragma once

#include <nodecpp/error.h>
#include <nodecpp/events/arguments.h>
#include <nodecpp/function.h>
#include <nodecpp/traits.h>

#include <tuple>

namespace nodecpp {

class Listener;
template <class T>
class Resolver;
class Rejector;

// An event of a program's own, with the types of the arguments for its listeners: constexpr Event<int> tick{"tick"}.
template <class... A>
struct Event {
  const char* name;
  consteval explicit Event(const char* text) : name(text) {}
};

// The argument types of an event, declared in an emitter's class: `static Args<Buffer> eventArgs(event::data_t);`
template <class... A>
struct Args {};

class EventEmitterObject;

namespace detail {

// A `let` with a Function, the variable of a listener that names itself to be removed:
// `let<Function<void()>> f; f = [=] { emitter->off("x", f); …}`.
template <class F>
concept LetFunction = (!requires(const F& f) { f.identity(); }) && requires(const F& f) {
  typename std::decay_t<decltype(f.value())>::NodecppFunction;
  f.value().identity();
};

[[noreturn]] void throwNoListener();
template <class P, class... A>
void captureRejection(const Emission& emission, P& promise, const A&... args);
bool capturesRejections(const EventEmitterObject* emitter) noexcept;

struct ListenerCell {
  std::uint32_t refs = 1;
  bool once = false;
  bool fired = false;
  bool wraps = false;  // whether the cell is a WrapperCell
  const void* identity = nullptr;
  void (*call)(ListenerCell*, const Emission&);
  // With a tracer, shows the references that the listener holds; without one, destroys the listener.
  void (*handle)(ListenerCell*, Tracer*);
};

// WrapperCell registers a listener that is already registered elsewhere a second time. rawListeners() uses it for a
// `once` listener: calling the wrapper removes the listener first.
struct WrapperCell;
ListenerCell* wrapListener(ListenerCell* listener);
Listener wrappedListener(ListenerCell* wrapper);

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
    handle = [](ListenerCell* base, Tracer* tracer) {
      auto* self = static_cast<FullListenerCell*>(base);
      if (tracer) {
        if constexpr (mayRefer<F> && std::is_copy_constructible_v<F>) tracer->copy(std::as_const(self->callable));
        return;
      }
      self->~FullListenerCell();
      release(self, sizeof(FullListenerCell));
    };
  }

 private:
  template <std::size_t... I>
  static void invoke(FullListenerCell& self, const Emission& emission, std::index_sequence<I...>) {
    finish(self, emission, *static_cast<A*>(emission.values[I])...);
  }
  // Not inlined, so that the other path need not save registers for this one.
  template <std::size_t... I>
  [[gnu::noinline]] static void invokeConverted(FullListenerCell& self, const Emission& emission, std::index_sequence<I...>) {
    [&](A... converted) { finish(self, emission, converted...); }(convertArg<A>(emission, I)...);
  }
  static void finish(FullListenerCell& self, const Emission& emission, A&... args) {
    using R = decltype(callWithFewer(self.callable, args...));
    if constexpr (requires { typename R::IsPromise; }) {
      auto promise = callWithFewer(self.callable, args...);
      if (promise && capturesRejections(emission.emitter)) captureRejection(emission, promise, args...);
    } else {
      static_cast<void>(callWithFewer(self.callable, args...));
    }
  }
};

// The parameter types of a callable that is not generic (it has no auto parameters).
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
// The two functions of a promise: new Promise((resolve, reject) => emitter.once('done', resolve).once('error', reject)).
template <class T>
struct ParametersOf<Resolver<T>> {
  using type = std::conditional_t<std::is_void_v<T>, Args<>, Args<T>>;
};
template <>
struct ParametersOf<Rejector> {
  using type = Args<Error>;
};

// Returns an identity that no listener has, had or will have on this thread. It is odd, so that it is no address of a
// function or closure either. An address would not do for what is removed later by its identity alone: when the
// listener has gone, another one may get its memory.
const void* newListenerIdentity() noexcept;

}  // namespace detail

// A listener function with an identity, so that it can be removed again: `auto f = listener([=](Buffer chunk) {…});
// s->on(event::data, f); s->off(…, f)`. Copies are the same listener. Two lambdas with the same text are two different
// listeners, as in JavaScript.
template <class F>
class ListenerFunction {
 public:
  explicit ListenerFunction(F f)
      : cell_(::new (detail::allocate(sizeof(Cell))) Cell{1, 0, detail::newListenerIdentity(), std::move(f)}) {
    if constexpr (detail::mayRefer<F>) cell_->place = detail::enroll(cell_, traced);
  }
  ListenerFunction(const ListenerFunction& other) noexcept : cell_(other.cell_) { detail::countHolder(cell_->refs); }
  ListenerFunction& operator=(const ListenerFunction&) = delete;
  ~ListenerFunction() { drop(cell_); }
  using Callable = F;
  template <class... A>
    requires std::is_invocable_v<F&, A...>
  decltype(auto) operator()(A&&... args) const {
    return cell_->callable(std::forward<A>(args)...);
  }
  const void* identity() const noexcept { return cell_->identity; }

 private:
  struct Cell {
    std::uint32_t refs;
    std::uint32_t place;  // the cell's place on the cycle collector's list
    const void* identity;
    F callable;
  };
  static void drop(Cell* cell) noexcept {
    if (--cell->refs != 0) return;
    detail::removeFromCollector(cell, cell->place);
    cell->~Cell();
    detail::release(cell, sizeof(Cell));
  }
  // The function is shown to the collector and not severed: each circle through it has another block, which is.
  static constexpr detail::TracedType traced{
      [](void* cell) noexcept { return &static_cast<Cell*>(cell)->refs; },
      []([[maybe_unused]] void* cell, [[maybe_unused]] detail::Tracer& tracer) {
        if constexpr (std::is_copy_constructible_v<F>) tracer.copy(std::as_const(static_cast<Cell*>(cell)->callable));
      },
      [](void* cell) noexcept { drop(static_cast<Cell*>(cell)); },
      [](void* cell, std::uint32_t place) noexcept { static_cast<Cell*>(cell)->place = place; }};
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

// A registered listener, as listeners() and the newListener event give it. A default-made Listener is undefined.
class Listener {
 public:
  Listener() noexcept = default;
  explicit Listener(detail::ListenerCell* cell, bool adopt = false) noexcept : cell_(cell) {
    if (cell_ && !adopt) detail::countHolder(cell_->refs);
  }
  Listener(const Listener& other) noexcept : Listener(other.cell_) {}
  Listener(Listener&& other) noexcept : cell_(detail::exchange(other.cell_, nullptr)) {}
  Listener& operator=(Listener other) noexcept {
    std::swap(cell_, other.cell_);
    return *this;
  }
  ~Listener() {
    if (cell_ && --cell_->refs == 0) cell_->handle(cell_, nullptr);
  }
  explicit operator bool() const noexcept { return cell_ != nullptr; }
  const void* identity() const noexcept { return cell_ ? cell_->identity : nullptr; }
  friend bool operator==(const Listener& a, const Listener& b) noexcept { return a.identity() == b.identity(); }
  // Whether a Listener is the given function: the result of listener(…), a Function, or a function's address.
  template <class F>
    requires requires(const F& f) { f.identity(); } || std::is_function_v<std::remove_pointer_t<F>>
  friend bool operator==(const Listener& a, const F& f) noexcept {
    if constexpr (requires { f.identity(); })
      return a.identity() == f.identity();
    else
      return a.identity() == reinterpret_cast<const void*>(std::decay_t<const F&>(f));
  }
  // For results of rawListeners(): returns the original listener when this is the wrapper of a `once` listener,
  // otherwise undefined.
  Listener listener() const {
    return cell_ && cell_->wraps ? detail::wrappedListener(cell_) : Listener();
  }
  // Calls the listener with the given arguments, as an emission does.
  template <class... V>
  void operator()(V... values) const {
    void* pointers[sizeof...(V) + 1] = {&values..., nullptr};
    const Listener alive(*this);  // the listener may assign to the variable that holds this Listener
    alive.cell_->call(alive.cell_, {nullptr, detail::argTypesOf<V...>, pointers, sizeof...(V)});
  }
  template <class I>
  void inspectTo(I& out) const {
    out.text(cell_ ? "[Function (anonymous)]" : "undefined");
  }
  detail::ListenerCell* cell() const noexcept { return cell_; }

 private:
  detail::ListenerCell* cell_ = nullptr;
};

namespace detail {

// The FNV-1a hash. Comparing names compares their hashes first, and the hash of a tag's name is computed at compile
// time.
constexpr std::uint32_t hashName(const char* text, std::size_t size) noexcept {
  std::uint32_t hash = 2166136261u;
  for (std::size_t i = 0; i < size; ++i) hash = (hash ^ static_cast<unsigned char>(text[i])) * 16777619u;
  return hash;
}

template <class Tag>
concept EventTag = requires {
  { Tag::name } -> detail::ConvertsTo<const char*>;
} && std::is_empty_v<Tag>;

template <class T>
inline constexpr bool isEvent = false;
template <class... A>
inline constexpr bool isEvent<Event<A...>> = true;

template <class T>
concept NamesEvent = EventTag<std::remove_cvref_t<T>> || isEvent<std::remove_cvref_t<T>> || StringLike<const T&>;

}  // namespace detail

// A parameter for the name of an event. It is a view of the name, which must outlive the call.
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
  friend class EventEmitterObject;
  EventName(const String& name, bool symbol) noexcept
      : data_(name.data()), size_(name.size()), hash_(detail::hashName(data_, size_)), symbol_(symbol) {}
  const char* data_;
  std::size_t size_;
  std::uint32_t hash_;
  bool symbol_ = false;
};

}  // namespace nodecpp
