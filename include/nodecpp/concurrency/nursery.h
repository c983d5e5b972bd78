// nursery: children bounded by their parent. Programs use nodecpp/concurrency.h.
#pragma once

#include <nodecpp/concurrency/scope.h>

namespace nodecpp {

namespace detail {

// What the handles of a nursery share: none of them keeps it.
struct NurseryCell {
  std::uint32_t refs;
  ScopeBase* scope;  // null when it is over
};

[[noreturn]] void throwNurseryIsOver();
void freeNurseryChild(Child* child) noexcept;

}  // namespace detail

// The handle that a nursery's body is given; copies are the same nursery.
class Nursery {
 public:
  explicit Nursery(detail::NurseryCell* cell) noexcept : cell_(cell) { detail::countHolder(cell_->refs); }
  Nursery(const Nursery& other) noexcept : Nursery(other.cell_) {}
  Nursery& operator=(Nursery other) noexcept {
    std::swap(cell_, other.cell_);
    return *this;
  }
  ~Nursery() {
    if (--cell_->refs == 0) detail::release(static_cast<void*>(cell_), sizeof(detail::NurseryCell));
  }

  // Starts `f`, which runs beside the rest and ends with the nursery. Its failure ends the nursery; the promise need
  // not be waited for. Throws an Error when the nursery is over, or ending.
  template <class F>
  auto spawn(F f) const {
    using T = detail::Started<F>;
    detail::ScopeBase* scope = cell_->scope;
    if (!isOpen()) detail::throwNurseryIsOver();
    ++scope->running;  // `f` may leave
    Promise<T> started = detail::start(f);
    auto* child = ::new (detail::allocate(sizeof(detail::Child))) detail::Child();
    child->take = [](detail::ScopeBase&, detail::Child&) {};
    scope->add(*child, started);
    scope->leave();
    return started;
  }

  // Leaves the nursery: its body and its children are retracted.
  void exit() const {
    if (isOpen()) cell_->scope->end(detail::Ending::exit);
  }
  bool isOpen() const noexcept { return cell_->scope && cell_->scope->ending == detail::Ending::open; }

 private:
  detail::NurseryCell* cell_;
};

namespace detail {

template <class R>
struct NurseryScope : Scope<R> {
  NurseryCell* cell;
  Child body;
  NurseryScope()
      : Scope<R>(&nurseryKind, sizeof(NurseryScope)), cell(static_cast<NurseryCell*>(allocate(sizeof(NurseryCell)))) {
    ::new (static_cast<void*>(cell)) NurseryCell{1, this};
    body.take = [](ScopeBase& base, Child& child) {
      auto& self = static_cast<NurseryScope&>(base);
      pass<R>(static_cast<StateOf<R>*>(child.on),
              [&]<class V>(V&& value) { self.value.emplace(std::forward<V>(value)); });
    };
  }

 private:
  static void settle(ScopeBase& base) {
    auto& self = static_cast<NurseryScope&>(base);
    self.cell->scope = nullptr;
    if (--self.cell->refs == 0) release(static_cast<void*>(self.cell), sizeof(NurseryCell));
    if (self.ending == Ending::exit && !self.value) {
      if constexpr (std::is_void_v<R>)
        self.value.emplace();
      else if constexpr (std::is_default_constructible_v<R>)
        self.value.emplace();
      else
        self.fail(std::make_exception_ptr(Error("The nursery was left before its body had a value")));
    }
    self.finish();
  }
  static void lost(ScopeBase& base, Child& child) {
    if (&child == &static_cast<NurseryScope&>(base).body) ScopeBase::giveUp(base, child);
  }
  static void freeChild(Child* child) noexcept {
    if (child != &static_cast<NurseryScope*>(child->scope)->body) freeNurseryChild(child);
  }
  static constexpr ScopeBase::Kind nurseryKind{ScopeBase::endAll, lost, freeChild, settle};
};

}  // namespace detail

// Calls `body(Nursery)`, which spawns children. Gives the body's value when it and all children have ended. The first
// failure of one of them retracts the rest, in the order they were started, and is the nursery's. Left by exit() before
// the body has its value, the value is a default one.
template <class F>
auto nursery(F body) {
  using R = detail::Started<F, Nursery>;
  auto* scope = ::new (detail::allocate(sizeof(detail::NurseryScope<R>))) detail::NurseryScope<R>();
  Promise<R> promise = scope->promise();
  auto bound = [&] { return body(Nursery(scope->cell)); };
  Promise<R> started = detail::start(bound);
  bool settled = started.state()->outcome != detail::Outcome::pending;
  scope->add(scope->body, started);
  if (!settled && scope->ending == detail::Ending::open) scope->toFront(scope->body);
  scope->leave();
  return promise;
}

}  // namespace nodecpp
