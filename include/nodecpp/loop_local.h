// LoopLocal: the state of one program. A thread may run several programs (in a simulated world), and a program may end
// while its thread continues (a worker). State that a program can change or that refers to its objects is therefore
// neither global nor thread_local. Each event loop has its own.
//
//   constinit LoopLocal<Defaults> defaults;      // at namespace scope, one line for all loops
//   defaults->mark = 10;                         // that of the current loop, made here if it was not yet
//   if (auto* own = defaults.find()) …           // the same without making it: null means that nothing was changed
#pragma once

#include <cstdint>

namespace nodecpp::detail {

class Loop;

// The part of LoopLocal<T> that does not depend on T: the number under which each loop stores its value.
class LoopSlot {
 public:
  LoopSlot(const LoopSlot&) = delete;

 protected:
  using Make = void* (*)(Loop& loop);
  using Destroy = void (*)(void* value) noexcept;
  constexpr LoopSlot(Make make, Destroy destroy) noexcept : make_(make), destroy_(destroy) {}

  // Returns the current loop's value, or null when the loop has no value yet or no loop is current. For a slot that no
  // loop has used, the call costs a load and a comparison.
  void* find() const noexcept {
    return __atomic_load_n(&number_, __ATOMIC_RELAXED) == 0 ? nullptr : findCurrent();
  }
  void* find(Loop& loop) const noexcept;
  // Returns the value and makes it on first use. Without an argument, throws an Error when no loop is current.
  void* get();
  void* get(Loop& loop);

 private:
  friend class Loop;
  void* findCurrent() const noexcept;
  std::uint32_t numbered() noexcept;

  std::uint32_t number_ = 0;  // assigned on first use, by any thread; 0 until then
  Make make_;
  Destroy destroy_;
};

// A T for each event loop. The value is made on first use, with the loop as argument when T has such a constructor.
// Values are destroyed when the loop ends, in reverse order of their creation. The loop is still current then, and a
// value that a destructor asks for is made again. A T that must act earlier, while microtasks can still be dropped,
// adds itself to Loop::atDestruction.
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
