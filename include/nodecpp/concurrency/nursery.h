// nursery: runs child functions that end before the nursery ends. Programs use nodecpp/concurrency.h.
#pragma once

#include <nodecpp/concurrency/scope.h>

namespace nodecpp {

namespace detail {

// The cell that all handles of a nursery share. It outlives the nursery, so a handle that is kept too long is harmless.
struct NurseryCell {
  std::uint32_t refs;
  ScopeBase* scope;  // The scope of the nursery. Null when the nursery has ended.
};

[[noreturn]] void throwNurseryIsOver();
void freeNurseryChild(Child* child) noexcept;

}  // namespace detail

// The handle that the body of a nursery gets as its argument. Copies are handles to the same nursery.
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

  // Starts `f` as a child of the nursery and returns a promise of its outcome, which need not be awaited. The child
  // runs beside the others and ends with the nursery at the latest. Its failure ends the nursery. Throws an Error when
  // the nursery has ended or is ending.
  template <class F>
  auto spawn(F f) const {
    using T = detail::Started<F>;
    detail::ScopeBase* scope = cell_->scope;
    if (!isOpen()) detail::throwNurseryIsOver();
    ++scope->running;  // This count keeps the scope alive, because `f` may call exit().
    Promise<T> started = detail::start(f);
    auto* child = ::new (detail::allocate(sizeof(detail::Child))) detail::Child();
    child->take = [](detail::ScopeBase&, detail::Child&) {};
    scope->add(*child, started);
    scope->leave();
    return started;
  }

  // Leaves the nursery early: retracts its body and its children.
  void exit() const {
    if (isOpen()) cell_->scope->end(detail::Ending::exit);
  }
  // Tells whether spawn() is still allowed. It is not after exit(), after a failure, or after the end of the nursery.
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

// Calls `body(Nursery)`, which may spawn children. Gives the value of the body when the body and all children have
// ended. The first failure of any of them retracts the others, in the order they were started, and is the outcome of
// the nursery. When exit() is called before the body has its value, the outcome is a default-constructed value, or an
// Error when the type of the value has no default constructor.
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
