// What belongs to one program. A thread may run several programs (in a simulated world), and a program may end while its
// thread goes on (a worker), so what a program can change, and what refers to its objects, is neither global nor
// thread_local: each loop has its own.
//
//   constinit LoopLocal<Defaults> defaults;      // at namespace scope, one line for all loops
//   defaults->mark = 10;                         // that of the current loop, made here if it was not yet
//   if (auto* own = defaults.find()) …           // the same without making it: null means that nothing was changed
#pragma once

#include <cstdint>

namespace nodecpp::detail {

class Loop;

// The part of LoopLocal<T> that does not depend on T: the number under which each loop keeps its value.
class LoopSlot {
 public:
  LoopSlot(const LoopSlot&) = delete;

 protected:
  using Make = void* (*)(Loop& loop);
  using Destroy = void (*)(void* value) noexcept;
  constexpr LoopSlot(Make make, Destroy destroy) noexcept : make_(make), destroy_(destroy) {}

  // The current loop's value; null where it has none, and where no loop is current. A slot that no loop ever used costs
  // a load and a comparison.
  void* find() const noexcept {
    return __atomic_load_n(&number_, __ATOMIC_RELAXED) == 0 ? nullptr : findCurrent();
  }
  void* find(Loop& loop) const noexcept;
  // The value, made on first use. Without an argument: throws an Error where no loop is current.
  void* get();
  void* get(Loop& loop);

 private:
  friend class Loop;
  void* findCurrent() const noexcept;
  std::uint32_t numbered() noexcept;

  std::uint32_t number_ = 0;  // given out on first use, from any thread; 0: not yet
  Make make_;
  Destroy destroy_;
};

// A T for each loop: made on first use, from the loop where T has such a constructor, and destroyed when the loop ends, the
// one that was made last first. The loop is current then, and what a destructor asks for is made once more. A T that has to
// act earlier, while microtasks can still be dropped, adds itself to Loop::atDestruction.
template <class T>
class LoopLocal : LoopSlot {
 public:
  constexpr LoopLocal() noexcept
      : LoopSlot(
            [](Loop& loop) -> void* {
              if constexpr (requires { T(loop); })
                return new T(loop);
              else
                return new T();
            },
            [](void* value) noexcept { delete static_cast<T*>(value); }) {}

  T& operator*() { return *static_cast<T*>(get()); }
  T* operator->() { return static_cast<T*>(get()); }
  T& of(Loop& loop) { return *static_cast<T*>(get(loop)); }
  T* find() const noexcept { return static_cast<T*>(LoopSlot::find()); }
  T* find(Loop& loop) const noexcept { return static_cast<T*>(LoopSlot::find(loop)); }
};

}  // namespace nodecpp::detail

namespace nodecpp {
using detail::LoopLocal;
}  // namespace nodecpp
