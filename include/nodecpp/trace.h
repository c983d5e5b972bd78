// What the collector of circles knows of counted blocks. Counts alone never free an emitter whose listener holds it, or a
// function that calls itself through a `let`. So blocks that may refer to others are enrolled while they live, and from time
// to time, between callbacks, the collector compares the count of each with the references that it finds in the others:
// those to which nothing leads from outside are let go (src/base/cycle_collector.h).
//
// References are found without knowing a type's members. A value is copied, and a block whose address stands in the value,
// and whose count has gone up meanwhile, is referred to. What cannot be copied counts as held from outside.
//
// Programs use NODECPP_TRACE of nodecpp/object.h.
#pragma once

#include <nodecpp/safety.h>

#include <new>
#include <type_traits>
#include <utility>

namespace nodecpp {

namespace detail {

class Tracer;

// Of one kind of block.
struct TracedType {
  // Its count.
  std::uint32_t* (*refs)(void* block) noexcept;
  // Shows the tracer what the block refers to, and where else than at its own address it may be referred to.
  void (*visit)(void* block, Tracer& tracer);
  // One reference less.
  void (*drop)(void* block) noexcept;
  // It is told of a new place on the list.
  void (*move)(void* block, std::uint32_t place) noexcept;
};

// Puts the block on the list of this thread: the place where it stands, which is never 0.
[[nodiscard]] std::uint32_t enroll(void* block, const TracedType& type);
// Takes it off again, before it is gone. 0 is no place.
void leaveRollAt(const void* block, std::uint32_t place) noexcept;
inline void leaveRoll(const void* block, std::uint32_t place) noexcept {
  if (place != 0) leaveRollAt(block, place);
}

// Whether a value may hold counted references to what may refer further. Most types say no by having a destructor that does
// nothing; text, bytes and numbers of any length say it by a member type NodecppLeaf; containers ask for their elements.
template <class T>
inline constexpr bool mayRefer = !std::is_trivially_destructible_v<T> && !requires { typename T::NodecppLeaf; };
template <class T>
inline constexpr bool mayRefer<const T> = mayRefer<T>;

// What a block shows its values to. It looks at them, or, once nothing leads to the block, empties them.
class Tracer {
 public:
  enum class Task : unsigned char { names, references, sever, labels };

  Task task() const noexcept { return task_; }
  bool severs() const noexcept { return task_ == Task::sever; }
  // Another address under which handles refer to the block.
  void alias(const void* address) {
    if (task_ == Task::names) addAlias(address);
  }
  // Values that the block has.
  template <class... T>
  void operator()(T&... values) {
    (value(values), ...);
  }
  // A reference of the block's that is no value of its own.
  void reference(const void* block) {
    if (task_ == Task::references && block) addReference(block);
  }
  // For the census: what a part of the block is for, such as the event of a listener. The text is copied.
  bool labels() const noexcept { return task_ == Task::labels; }
  void label(const void* part, const char* text, std::size_t size) {
    if (labels()) addLabel(part, text, size);
  }
  // Only looks at it.
  template <class T>
  void copy(const T& value) {
    if (task_ != Task::references || !look(&value, sizeof value)) return;
    alignas(T) unsigned char room[sizeof(T)];
    T* made = nullptr;
    try {
      made = ::new (static_cast<void*>(room)) T(value);
    } catch (...) {
      return forget();
    }
    count();
    made->~T();
    confirm();
  }

 protected:
  Tracer() = default;
  Tracer(const Tracer&) = delete;
  ~Tracer() = default;
  Task task_ = Task::names;

 private:
  template <class T>
  void value(T& value) {
    if constexpr (mayRefer<T>) {
      if constexpr (std::is_copy_constructible_v<T>) copy(std::as_const(value));
      if constexpr (std::is_default_constructible_v<T> && std::is_assignable_v<T&, T>)
        if (severs()) value = T();
    }
  }
  void addAlias(const void* address);
  void addReference(const void* block);
  void addLabel(const void* part, const char* text, std::size_t size);
  // Whether an address of an enrolled block stands there. Its count is noted.
  bool look(const void* value, std::size_t bytes);
  // A copy of the value is there.
  void count() noexcept;
  // It has gone again. What has the count it had is referred to as often as the copy raised it, and as often at the most as
  // its address stands in the value.
  void confirm();
  void forget() noexcept;
};

}  // namespace detail
}  // namespace nodecpp
