// WaitList and LeafWaiter: the lists of waiting frames in Semaphore, Condition, Queue and Channel. Programs use
// nodecpp/concurrency.h.
#pragma once

#include <nodecpp/concurrency/loop_end.h>
#include <nodecpp/promise.h>
#include <nodecpp/traits.h>

namespace nodecpp::detail {

class WaitList;

// The base of an awaiter that has no coroutine frame of its own. It is in a list while it waits. Retraction destroys
// it, and its destructor removes it from the list.
class LeafWaiter {
 public:
  LeafWaiter() = default;
  LeafWaiter(const LeafWaiter&) = delete;

 protected:
  ~LeafWaiter();
  // Removes the waiter from its list, if it is in one. For destructors of derived classes that have to tell others
  // first.
  void leave() noexcept;
  template <class P>
  void waitIn(WaitList& list, std::coroutine_handle<P> handle);

 private:
  friend class WaitList;
  Reaction* frame_ = nullptr;
  WaitList* list_ = nullptr;
  LeafWaiter* before_ = nullptr;
  LeafWaiter* after_ = nullptr;
};

class WaitList {
 public:
  // `owner` is told when the loop is destroyed, and must then call giveUp().
  explicit WaitList(LoopEnd* owner) noexcept : owner_(owner) {}
  WaitList(const WaitList&) = delete;
  // Nothing can wake the waiting frames any more, so they end in a microtask.
  ~WaitList() { giveUp(); }

  bool empty() const noexcept { return !first_; }
  std::size_t size() const noexcept { return size_; }
  // Removes the first waiter from the list and returns it. Its frame is resumed in a microtask. Returns null when the
  // list is empty.
  LeafWaiter* wakeFirst() noexcept;
  LeafWaiter* first() const noexcept { return first_; }
  void wakeAll() noexcept {
    while (wakeFirst()) {
    }
  }
  void giveUp() noexcept;

 private:
  friend class LeafWaiter;
  void add(LeafWaiter* waiter);
  void remove(LeafWaiter* waiter) noexcept;
  LoopEnd* owner_;
  LeafWaiter* first_ = nullptr;
  LeafWaiter* last_ = nullptr;
  std::size_t size_ = 0;
};

inline void LeafWaiter::leave() noexcept {
  if (list_) list_->remove(this);
}
inline LeafWaiter::~LeafWaiter() { leave(); }
template <class P>
void LeafWaiter::waitIn(WaitList& list, std::coroutine_handle<P> handle) {
  frame_ = &handle.promise().waiter();
  list.add(this);
}

// The shared part of a Semaphore, a Queue and the like. Waiting frames do not hold a reference to it. When all handles
// are gone, it is freed and the frames end.
class SharedCore : public LoopEnd {
 protected:
  SharedCore() = default;
  ~SharedCore() = default;

 private:
  template <class>
  friend class Shared;
  std::uint32_t refs_ = 0;
};

// A counted reference to the core of a semaphore or queue. C derives from SharedCore.
template <class C>
class Shared {
 public:
  constexpr Shared() noexcept = default;
  explicit Shared(C* core) noexcept : core_(core) { detail::countHolder(core->refs_); }
  Shared(const Shared& other) noexcept : core_(other.core_) {
    if (core_) detail::countHolder(core_->refs_);
  }
  Shared(Shared&& other) noexcept : core_(detail::exchange(other.core_, nullptr)) {}
  Shared& operator=(Shared other) noexcept {
    std::swap(core_, other.core_);
    return *this;
  }
  ~Shared() {
    if (core_ && --core_->refs_ == 0)
      destroyInTurn(core_, [](void* core) noexcept { delete static_cast<C*>(core); });
  }
  C* operator->() const noexcept { return core_; }
  C* get() const noexcept { return core_; }
  explicit operator bool() const noexcept { return core_ != nullptr; }

 private:
  C* core_ = nullptr;
};

}  // namespace nodecpp::detail
