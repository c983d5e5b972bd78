// Semaphore and Condition make coroutines wait for one another. Programs use nodecpp/concurrency.h.
#pragma once

#include <nodecpp/concurrency/scope.h>
#include <nodecpp/concurrency/waiting.h>
#include <nodecpp/traits.h>

namespace nodecpp {

class Permit;

namespace detail {

class Acquire;
class SemaphoreCore final : public SharedCore {
 public:
  explicit SemaphoreCore(std::size_t places) : places(places) {}
  void giveBack() noexcept;
  void onLoopEnd() noexcept override {
    // Keeps the semaphore alive: a waiting frame that ends here may hold the last handle to the semaphore.
    Shared alive(this);
    waiting.giveUp();
  }
  std::size_t places;
  WaitList waiting{this};
};

}  // namespace detail

// One place of a Semaphore. The place is given back when the Permit is destroyed, or by release().
class [[nodiscard]] Permit {
 public:
  // An empty permit, which holds no place.
  Permit() noexcept = default;
  explicit Permit(detail::SemaphoreCore* core) noexcept : core_(core) {}
  Permit(Permit&& other) noexcept = default;
  Permit& operator=(Permit&& other) noexcept {
    Permit taken(std::move(other));
    std::swap(core_, taken.core_);
    return *this;
  }
  ~Permit() { release(); }
  // Gives the place back before the permit is destroyed. Does nothing for an empty permit.
  void release() noexcept {
    if (auto core = detail::exchange(core_, {})) core->giveBack();
  }
  explicit operator bool() const noexcept { return bool(core_); }

 private:
  detail::Shared<detail::SemaphoreCore> core_;
};

namespace detail {
class [[nodiscard]] Acquire : public LeafWaiter {
 public:
  explicit Acquire(SemaphoreCore* core) noexcept : core_(core) {}
  bool await_ready() noexcept {
    if (core_->places == 0) return false;
    --core_->places;
    permit_ = Permit(core_.get());
    return true;
  }
  template <class P>
  void await_suspend(std::coroutine_handle<P> handle) {
    // A waiting frame does not hold the core, so that the wait ends when nobody else could wake it.
    Shared<SemaphoreCore> core = std::move(core_);
    waitIn(core->waiting, handle);
  }
  Permit await_resume() noexcept { return std::move(permit_); }

 private:
  friend class SemaphoreCore;
  Shared<SemaphoreCore> core_;
  Permit permit_;  // When a frame is retracted after it was woken, destroying this member gives the place back.
};

inline void SemaphoreCore::giveBack() noexcept {
  if (auto* next = static_cast<Acquire*>(waiting.wakeFirst())) {
    next->core_ = Shared(this);
    next->permit_ = Permit(this);
  } else {
    ++places;
  }
}
}  // namespace detail

// At most `places` permits exist at a time. Waiting callers are served in the order in which they came. Copies are the
// same semaphore.
class Semaphore {
 public:
  using NodecppReference = void;
  explicit Semaphore(std::size_t places = 1) : core_(new detail::SemaphoreCore(places)) {}

  // `co_await semaphore.acquire()` waits for a place and gives a Permit. When the wait is retracted, no place is taken.
  //   auto permit = co_await semaphore.acquire();
  detail::Acquire acquire() const noexcept { return detail::Acquire(core_.get()); }
  // Returns an empty Permit when no place is free. Never waits.
  Permit tryAcquire() const noexcept {
    if (core_->places == 0) return {};
    --core_->places;
    return Permit(core_.get());
  }
  // The number of free places, and the number of callers that wait for one.
  std::size_t available() const noexcept { return core_->places; }
  std::size_t waiting() const noexcept { return core_->waiting.size(); }

 private:
  detail::Shared<detail::SemaphoreCore> core_;
};

namespace detail {

class ConditionCore final : public SharedCore {
 public:
  bool wakeFirst() noexcept;
  void onLoopEnd() noexcept override {
    Shared alive(this);
    waiting.giveUp();
  }
  bool set = false;
  WaitList waiting{this};
};
class [[nodiscard]] ConditionWait : public LeafWaiter {
 public:
  explicit ConditionWait(ConditionCore* core) noexcept : core_(core) {}
  bool await_ready() const noexcept { return core_->set; }
  template <class P>
  void await_suspend(std::coroutine_handle<P> handle) {
    // A waiting frame does not hold the core, so that the wait ends when nobody else could wake it.
    Shared<ConditionCore> core = std::move(core_);
    waitIn(core->waiting, handle);
  }
  void await_resume() const noexcept {}

 private:
  friend class ConditionCore;
  Shared<ConditionCore> core_;
};

inline bool ConditionCore::wakeFirst() noexcept {
  auto* next = static_cast<ConditionWait*>(waiting.wakeFirst());
  if (next) next->core_ = Shared(this);
  return next;
}

}  // namespace detail

// A flag that can be waited for: wait() returns when the condition is set. Copies are the same condition.
class Condition {
 public:
  using NodecppReference = void;
  Condition() : core_(new detail::ConditionCore) {}
  // `co_await condition.wait()` returns at once when the condition is set, and otherwise waits until it is set or a
  // notify function wakes it.
  detail::ConditionWait wait() const noexcept { return detail::ConditionWait(core_.get()); }
  bool isSet() const noexcept { return core_->set; }
  // Sets the condition and wakes all waiting frames in order. Until clear() is called, wait() does not wait.
  void set() const noexcept {
    core_->set = true;
    notifyAll();
  }
  // Clears the condition, so that wait() waits again.
  void clear() const noexcept { core_->set = false; }
  // Wake the frames that wait now, all of them or only the first, without setting the condition.
  void notifyAll() const noexcept {
    while (core_->wakeFirst()) {
    }
  }
  void notifyOne() const noexcept { core_->wakeFirst(); }

 private:
  detail::Shared<detail::ConditionCore> core_;
};

}  // namespace nodecpp
