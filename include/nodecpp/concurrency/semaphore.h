// Semaphore and Condition. Programs use nodecpp/concurrency.h.
#pragma once

#include <nodecpp/concurrency/scope.h>
#include <nodecpp/concurrency/waiting.h>

namespace nodecpp {

class Permit;

namespace detail {

class Acquire;
class SemaphoreCore final : public SharedCore {
 public:
  explicit SemaphoreCore(std::size_t places) : places(places) {}
  void giveBack() noexcept;
  void onLoopEnd() noexcept override {
    Shared alive(this);  // a frame may hold the last handle
    waiting.giveUp();
  }
  std::size_t places;
  WaitList waiting{this};
};

}  // namespace detail

// A place of a Semaphore. It is given back when the Permit ends, or by release().
class [[nodiscard]] Permit {
 public:
  Permit() noexcept = default;
  explicit Permit(detail::SemaphoreCore* core) noexcept : core_(core) {}
  Permit(Permit&& other) noexcept = default;
  Permit& operator=(Permit&& other) noexcept {
    Permit taken(std::move(other));
    std::swap(core_, taken.core_);
    return *this;
  }
  ~Permit() { release(); }
  void release() noexcept {
    if (auto core = std::exchange(core_, {})) core->giveBack();
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
    Shared<SemaphoreCore> core = std::move(core_);  // a frame that waits does not hold it
    waitIn(core->waiting, handle);
  }
  Permit await_resume() noexcept { return std::move(permit_); }

 private:
  friend class SemaphoreCore;
  Shared<SemaphoreCore> core_;
  Permit permit_;  // a frame that is retracted after it was woken gives it back here
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

// `places` may be taken at a time; who comes first is served first. Copies are the same semaphore.
class Semaphore {
 public:
  using NodecppReference = void;
  explicit Semaphore(std::size_t places = 1) : core_(new detail::SemaphoreCore(places)) {}

  //   auto permit = co_await semaphore.acquire();
  detail::Acquire acquire() const noexcept { return detail::Acquire(core_.get()); }
  // An empty Permit when there is no place.
  Permit tryAcquire() const noexcept {
    if (core_->places == 0) return {};
    --core_->places;
    return Permit(core_.get());
  }
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
    Shared<ConditionCore> core = std::move(core_);  // a frame that waits does not hold it
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

// Set or not; wait() waits until it is. Copies are the same condition.
class Condition {
 public:
  using NodecppReference = void;
  Condition() : core_(new detail::ConditionCore) {}
  detail::ConditionWait wait() const noexcept { return detail::ConditionWait(core_.get()); }
  bool isSet() const noexcept { return core_->set; }
  // Wakes all that wait, in order; from now on wait() does not wait.
  void set() const noexcept {
    core_->set = true;
    notifyAll();
  }
  void clear() const noexcept { core_->set = false; }
  // Wakes those that wait now, without setting it: all, or the first.
  void notifyAll() const noexcept {
    while (core_->wakeFirst()) {
    }
  }
  void notifyOne() const noexcept { core_->wakeFirst(); }

 private:
  detail::Shared<detail::ConditionCore> core_;
};

}  // namespace nodecpp
