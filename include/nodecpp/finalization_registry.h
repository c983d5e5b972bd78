// FinalizationRegistry<H>: calls a function of the program some time after an object was freed. H is the type of the held
// value, which tells the function what was freed:
//
//   FinalizationRegistry<String> freed([](String name) { console::log(name, "was freed"); });
//   freed.register_(socket, "the first socket");
//
// The function is called from the event loop's check phase and never while the object is being freed. As in Node.js, the
// calls that wait do not keep the program running. The objects are arrays, objects and functions in vars, and objects
// behind handles; other values in a var, such as a Map or an Error, may be registered, but nothing is called for them.
// https://developer.mozilla.org/docs/Web/JavaScript/Reference/Global_Objects/FinalizationRegistry
#pragma once

#include <nodecpp/function.h>
#include <nodecpp/string.h>
#include <nodecpp/timers.h>
#include <nodecpp/traits.h>
#include <nodecpp/weak.h>

namespace nodecpp {

namespace detail {

// Calls `callback` in an immediate that does not keep the loop running. Does nothing without a loop, or when the loop
// ends.
void startFinalization(Function<void()> callback) noexcept;

struct FinalizationTarget : WeakLink {
  using WeakLink::WeakLink;
};
struct FinalizationToken : WeakLink {
  using WeakLink::WeakLink;
};

// A registered object: a link in the object's list, and one in the list of the token by which it can be unregistered.
template <class H>
struct FinalizationCell : FinalizationTarget, FinalizationToken {
  const void* registry;
  FinalizationCell* next;
  FinalizationCell** place;  // what points to this cell
  H held;

  // Enters the cell at the front of a list.
  void enter(FinalizationCell*& list) noexcept {
    next = list;
    if (next) next->place = &next;
    place = &list;
    list = this;
  }
  void takeOff() noexcept {
    if (next) next->place = place;
    *place = next;
  }
  static FinalizationCell* ofTarget(WeakLink* link) noexcept {
    return static_cast<FinalizationCell*>(static_cast<FinalizationTarget*>(link));
  }
  static FinalizationCell* ofToken(WeakLink* link) noexcept {
    return static_cast<FinalizationCell*>(static_cast<FinalizationToken*>(link));
  }
  static void destroy(FinalizationCell* cell) noexcept {
    cell->takeOff();
    cell->~FinalizationCell();
    release(cell, sizeof(FinalizationCell));
  }
};

template <class H>
struct FinalizationBody {
  using Cell = FinalizationCell<H>;
  std::uint32_t refs = 1;
  bool waits = false;          // an immediate will call the function
  Function<void(H)> cleanup;
  Cell* live = nullptr;        // objects that exist
  Cell* freed = nullptr;       // objects that were freed since the function was called last, newest first
  Cell* called = nullptr;      // objects for which the function is being called, oldest first

  static void drop(FinalizationBody* body) noexcept {
    if (--body->refs != 0) return;
    while (body->live) Cell::destroy(body->live);
    while (body->freed) Cell::destroy(body->freed);
    while (body->called) Cell::destroy(body->called);
    body->~FinalizationBody();
    release(body, sizeof(FinalizationBody));
  }
};

}  // namespace detail

template <class H>
class FinalizationRegistry {
  using Body = detail::FinalizationBody<H>;
  using Cell = detail::FinalizationCell<H>;

 public:
  // Throws a TypeError when the function is undefined.
  explicit FinalizationRegistry(Function<void(H)> cleanup) {
    if (!cleanup) detail::throwInvalidWeak("FinalizationRegistry: cleanup must be callable");
    body_ = ::new (detail::allocate(sizeof(Body))) Body{.cleanup = std::move(cleanup)};
  }
  FinalizationRegistry(const FinalizationRegistry& other) noexcept : body_(other.body_) { detail::countHolder(body_->refs); }
  FinalizationRegistry& operator=(const FinalizationRegistry& other) noexcept {
    FinalizationRegistry copy(other);
    std::swap(body_, copy.body_);
    return *this;
  }
  ~FinalizationRegistry() { Body::drop(body_); }

  // JavaScript's `register`, which is a keyword of C++: has the function called with `held` after `target` was freed.
  // The registry keeps `held` alive. Throws a TypeError when the target is not an object, or is the held value.
  template <class T>
  void register_(const T& target, H held) const {
    add(target, std::move(held), nullptr);
  }
  // The same with an object by which the registration can be undone.
  template <class T, class U>
  void register_(const T& target, H held, const U& token) const {
    add(target, std::move(held), tokenRecord(token));
  }
  // Undoes the registrations with this token, also when their objects were freed and the function was not called yet.
  // Returns whether there was one. Throws a TypeError when the token is not an object.
  template <class U>
  bool unregister(const U& token) const {
    detail::WeakRecord* record = tokenRecord(token);
    bool found = false;
    detail::WeakLink* link = record ? detail::firstWeakLink(record) : nullptr;
    while (link) {
      detail::WeakLink* const following = link->next;
      if (link->kind == &ofToken && Cell::ofToken(link)->registry == body_) {
        Cell::destroy(Cell::ofToken(link));
        found = true;
        // The held value may have been the last reference to what other links belong to.
        link = detail::firstWeakLink(record);
      } else {
        link = following;
      }
    }
    return found;
  }

  friend bool operator==(const FinalizationRegistry& a, const FinalizationRegistry& b) noexcept { return a.body_ == b.body_; }
  const void* identity() const noexcept { return body_; }
  String toString() const { return "[object FinalizationRegistry]"; }
  friend String str(const FinalizationRegistry& registry) { return registry.toString(); }
  template <class Inspector>
  void inspectTo(Inspector& out) const {
    out.name("FinalizationRegistry");
  }

 private:
  explicit FinalizationRegistry(Body* body) noexcept : body_(body) { detail::countHolder(body->refs); }

  // Returns the record of the token; null when the token is being freed.
  template <class U>
  static detail::WeakRecord* tokenRecord(const U& token) {
    using Keys = detail::WeakKeys<U>;
    if (!Keys::isValid(token) || Keys::isKept(token))
      detail::throwInvalidWeak("Invalid unregisterToken ('" + str(token) + "')");
    return Keys::record(token);
  }
  template <class T>
  void add(const T& target, H held, detail::WeakRecord* token) const {
    using Keys = detail::WeakKeys<T>;
    if (!Keys::isValid(target)) detail::throwInvalidWeak("FinalizationRegistry.prototype.register: invalid target");
    if constexpr (requires { bool(held == target); })
      if (held == target)
        detail::throwInvalidWeak("FinalizationRegistry.prototype.register: target and holdings must not be same");
    detail::WeakRecord* const record = Keys::record(target);
    if (!record) return;  // the registry cannot learn of the end of such a value
    auto* cell = ::new (detail::allocate(sizeof(Cell)))
        Cell{{record, ofTarget}, {token, ofToken}, body_, nullptr, nullptr, std::move(held)};
    cell->enter(body_->live);
  }

  // Called when a target is being freed.
  static void targetIsGone(detail::WeakLink* link) noexcept {
    Cell* cell = Cell::ofTarget(link);
    auto* body = static_cast<Body*>(const_cast<void*>(cell->registry));
    cell->takeOff();
    cell->enter(body->freed);
    callSoon(body);
  }
  static void callSoon(Body* body) noexcept {
    if (detail::exchange(body->waits, true)) return;
    detail::startFinalization([registry = FinalizationRegistry(body)] { registry.callForFreed(); });
  }
  void callForFreed() const {
    // When the function throws, the remaining calls are made in a later turn.
    struct Rest {
      Body* body;
      ~Rest() {
        if (body->freed || body->called) callSoon(body);
      }
    };
    body_->waits = false;
    const Rest rest{body_};
    // What an exception has left over is called first.
    if (!body_->called) {
      while (Cell* cell = body_->freed) {
        cell->takeOff();
        cell->enter(body_->called);
      }
    }
    while (Cell* cell = body_->called) {
      H held = std::move(cell->held);
      Cell::destroy(cell);
      body_->cleanup(std::move(held));
    }
  }
  // The collector is shown nothing, because the registry holds the value, and not the target.
  static void showNothing(detail::WeakLink*, detail::Tracer&) {}
  static constexpr detail::WeakKind ofTarget{&targetIsGone, &showNothing};
  static constexpr detail::WeakKind ofToken{[](detail::WeakLink*) noexcept {}, &showNothing};

  Body* body_;
};
template <class F>
FinalizationRegistry(F) -> FinalizationRegistry<var>;

}  // namespace nodecpp
