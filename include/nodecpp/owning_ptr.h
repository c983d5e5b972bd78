// owning_ptr<T> and soft_ptr<T>: pointers for a program's own object graph, with the names of the original Node.cpp. An
// object has one owning pointer, which frees it. Soft pointers to the object can be copied freely. Using a soft pointer
// to a destroyed object throws an error; the check costs one comparison. Both kinds stay on their thread.
#pragma once

#include <nodecpp/safety.h>
#include <nodecpp/traits.h>

#include <concepts>
#include <type_traits>
#include <utility>

namespace nodecpp {

namespace detail {
// The memory in front of an object. The generation is kept when the object is destroyed, and is incremented then. The
// memory is only reused for slots of the same size, so a soft pointer can always read the generation, and an old
// generation never matches again.
struct Slot {
  std::uint64_t generation;
  union {
    Slot* nextFree;
    std::uint64_t uses;  // while the object exists: the number of calls through a pointer that have not returned yet
  };
};
// A bit in Slot::uses: the owner was destroyed while the object was in use.
inline constexpr std::uint64_t ownerEnded = std::uint64_t(1) << 63;
// destroyAfterUse is called when the owner is destroyed while the object is in use. It stores `destroy` until endOfUse,
// which is called when the last use ends.
void destroyAfterUse(Slot* slot, void (*destroy)(Slot*) noexcept) noexcept;
void endOfUse(Slot* slot) noexcept;

// The result of `pointer->`. It keeps the object alive until the end of the full expression, even when the owner is
// destroyed meanwhile.
template <class T>
class [[nodiscard]] InUse {
 public:
  InUse(Slot* slot, T* object) noexcept : slot_(slot), object_(object) { ++slot->uses; }
  InUse(const InUse&) = delete;
  [[gnu::always_inline]] ~InUse() {
    if (--slot_->uses == ownerEnded) [[unlikely]]
      endOfUse(slot_);
  }
  T* operator->() const noexcept { return object_; }

 private:
  Slot* slot_;
  T* object_;
};
[[nodiscard]] Slot* takeSlot(std::size_t bytes);
void freeSlot(Slot* slot, std::size_t bytes) noexcept;
[[noreturn]] void throwDangling();
inline constexpr std::size_t slotHeader = 16;
}  // namespace detail

template <class T>
class soft_ptr;

template <class T>
class [[clang::trivial_abi]] owning_ptr {
 public:
  constexpr owning_ptr() noexcept = default;
  constexpr owning_ptr(std::nullptr_t) noexcept {}
  owning_ptr(owning_ptr&& other) noexcept
      : slot_(detail::exchange(other.slot_, nullptr)), object_(detail::exchange(other.object_, nullptr)),
        destroy_(other.destroy_) {}
  template <class U>
    requires detail::DerivedFrom<U, T> && (!std::same_as<U, T>)
  owning_ptr(owning_ptr<U>&& other) noexcept
      : slot_(detail::exchange(other.slot_, nullptr)), object_(detail::exchange(other.object_, nullptr)),
        destroy_(other.destroy_) {}
  owning_ptr& operator=(owning_ptr&& other) noexcept {
    owning_ptr taken(std::move(other));
    swap(taken);
    return *this;
  }
  ~owning_ptr() { reset(); }

  // The method that is called through this operator may destroy the owner; the object stays alive until the end of the
  // full expression.
  detail::InUse<T> operator->() const {
    check();
    return {slot_, object_};
  }
  // Throws a TypeError when the pointer is undefined. The reference dangles once the object is destroyed.
  T& operator*() const [[clang::lifetimebound]] {
    check();
    return *object_;
  }
  explicit operator bool() const noexcept { return slot_ != nullptr; }

  // Destroys the object. Soft pointers to the object are invalid from then on, also inside of its destructor.
  void reset() noexcept {
    if (!slot_) return;
    detail::Slot* slot = detail::exchange(slot_, nullptr);
    ++slot->generation;
    object_ = nullptr;
    if (NODECPP_FAILS(ownerInUse, slot->uses != 0)) [[unlikely]]
      return detail::destroyAfterUse(slot, destroy_);
    destroy_(slot);
  }
  void swap(owning_ptr& other) noexcept {
    std::swap(slot_, other.slot_);
    std::swap(object_, other.object_);
    std::swap(destroy_, other.destroy_);
  }

 private:
  template <class>
  friend class owning_ptr;
  template <class>
  friend class soft_ptr;
  template <class U, class... A>
  friend owning_ptr<U> make_owning(A&&... args);

  void check() const {
    if constexpr (detail::safetyChecks) {
      if (NODECPP_FAILS(nullOwner, !slot_)) [[unlikely]]
        detail::throwUndefined();
    }
  }

  detail::Slot* slot_ = nullptr;
  T* object_ = nullptr;
  void (*destroy_)(detail::Slot*) noexcept = nullptr;
};

// Makes a T and returns an owning_ptr to it.
template <class T, class... A>
owning_ptr<T> make_owning(A&&... args) {
  static_assert(alignof(T) <= detail::slotHeader);
  constexpr std::size_t bytes = detail::slotHeader + sizeof(T);
  struct Guard {
    detail::Slot* slot;
    ~Guard() {
      if (slot) detail::freeSlot(slot, bytes);
    }
  } guard{detail::takeSlot(bytes)};
  owning_ptr<T> made;
  made.object_ = ::new (reinterpret_cast<char*>(guard.slot) + detail::slotHeader) T(std::forward<A>(args)...);
  made.slot_ = detail::exchange(guard.slot, nullptr);
  made.destroy_ = [](detail::Slot* slot) noexcept {
    if constexpr (std::is_trivially_destructible_v<T>)
      detail::freeSlot(slot, bytes);
    else
      detail::destroyInTurn(slot, [](void* memory) noexcept {
        auto* object = reinterpret_cast<T*>(static_cast<char*>(memory) + detail::slotHeader);
        object->~T();
        detail::freeSlot(static_cast<detail::Slot*>(memory), bytes);
      });
  };
  return made;
}

template <class T>
class soft_ptr {
 public:
  constexpr soft_ptr() noexcept = default;
  constexpr soft_ptr(std::nullptr_t) noexcept {}
  template <class U>
    requires detail::DerivedFrom<U, T> || std::same_as<U, T>
  soft_ptr(const owning_ptr<U>& owner) noexcept
      : slot_(owner.slot_), object_(owner.object_), generation_(owner.slot_ ? owner.slot_->generation : 0) {}
  template <class U>
    requires detail::DerivedFrom<U, T>
  soft_ptr(const soft_ptr<U>& other) noexcept
      : slot_(other.slot_), object_(other.object_), generation_(other.generation_) {}

  // Throws a ReferenceError when the object has been destroyed, and a TypeError when the pointer is undefined. The
  // object stays alive until the end of the full expression.
  detail::InUse<T> operator->() const {
    check();
    return {slot_, object_};
  }
  T& operator*() const {
    check();
    return *object_;
  }
  // A soft_ptr converts to true while its object exists.
  explicit operator bool() const noexcept { return slot_ && slot_->generation == generation_; }
  friend bool operator==(const soft_ptr& a, const soft_ptr& b) noexcept {
    return a.slot_ == b.slot_ && a.generation_ == b.generation_;
  }

 private:
  template <class>
  friend class soft_ptr;
  void check() const {
    if constexpr (detail::safetyChecks) {
      if (NODECPP_FAILS(nullSoft, !slot_)) [[unlikely]]
        detail::throwUndefined();
      if (NODECPP_FAILS(endedOwner, slot_->generation != generation_)) [[unlikely]]
        detail::throwDangling();
    }
  }

  detail::Slot* slot_ = nullptr;
  T* object_ = nullptr;
  std::uint64_t generation_ = 0;
};

}  // namespace nodecpp
