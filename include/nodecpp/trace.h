// The interface between counted blocks and the cycle collector. Reference counts alone never free an emitter that one
// of its own listeners holds, or a function that calls itself through a `let`. Blocks that may refer to other blocks
// are therefore enrolled on a list while they live. From time to time, between callbacks, the collector compares the
// count of each enrolled block with the number of references that it finds in the other blocks. Blocks that cannot be
// reached from outside of the list are freed (src/base/objects/cycle_collector.h).
//
// References are found without knowing the members of a type. The collector copies a value; a block is referred to by
// the value when the block's address is stored in the value and the block's count has gone up through the copy. A value
// that cannot be copied is not searched, so the blocks it refers to count as held from outside.
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

// The count of each block that has more references than 32 bits can count. No block is found to have so many references
// from other blocks, so the block counts as held.
extern std::uint32_t manyReferences;

// What the collector needs to know about one kind of block.
struct TracedType {
  // Returns the address of the block's reference count, or of manyReferences when the count needs more than 32 bits.
  std::uint32_t* (*refs)(void* block) noexcept;
  // Shows the tracer the values that the block holds, and the other addresses under which references to the block may
  // be stored.
  void (*visit)(void* block, Tracer& tracer);
  // Removes one reference to the block, and frees the block when it was the last one.
  void (*drop)(void* block) noexcept;
  // Tells the block its new place on the collector's list.
  void (*move)(void* block, std::uint32_t place) noexcept;
};

// Puts the block on this thread's list. Returns the block's place on the list, which is never 0.
[[nodiscard]] std::uint32_t enroll(void* block, const TracedType& type);
// Takes the block off the list. It must be called before the block is freed. A place of 0 means that the block is not
// on the list.
void removeFromCollectorAt(const void* block, std::uint32_t place) noexcept;
inline void removeFromCollector(const void* block, std::uint32_t place) noexcept {
  if (place != 0) removeFromCollectorAt(block, place);
}

// Whether a value of type T may hold counted references to blocks that can refer to further blocks. A type without a
// destructor never does. Types that hold only text, bytes or numbers declare a member type NodecppLeaf. Containers
// depend on their element types (those of the standard library: Tracer::value).
template <class T>
inline constexpr bool mayRefer = !std::is_trivially_destructible_v<T> && !requires { typename T::NodecppLeaf; };
template <class T>
inline constexpr bool mayRefer<const T> = mayRefer<T>;

// The object to which a block shows its values. The tracer looks at the values, or, once the block is unreachable,
// empties them.
class Tracer {
 public:
  enum class Task : unsigned char { names, references, sever, labels };

  Task task() const noexcept { return task_; }
  bool severs() const noexcept { return task_ == Task::sever; }
  // Adds another address under which handles may refer to the block.
  void alias(const void* address) {
    if (task_ == Task::names) addAlias(address);
  }
  // Shows the tracer values that the block holds.
  template <class... T>
  void operator()(T&... values) {
    (value(values), ...);
  }
  // Adds a reference that the block holds in another form than a counted value.
  void reference(const void* block) {
    if (task_ == Task::references && block) addReference(block);
  }
  // For the census: tells what a part of the block is for, such as the event of a listener. The text is copied.
  bool labels() const noexcept { return task_ == Task::labels; }
  void label(const void* part, const char* text, std::size_t size) {
    if (labels()) addLabel(part, text, size);
  }
  // Searches the value for references and does not change the value.
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
    if constexpr (requires { typename T::allocator_type; }) {
      // The elements of a container of the standard library are not in its own bytes.
      if constexpr (mayRefer<typename T::value_type>)
        for (auto& element : value) this->value(element);
      if (severs()) value.clear();
    } else if constexpr (mayRefer<T>) {
      if constexpr (std::is_copy_constructible_v<T>) copy(std::as_const(value));
      if constexpr (std::is_default_constructible_v<T> && std::is_assignable_v<T&, T>)
        if (severs()) value = T();
    }
  }
  void addAlias(const void* address);
  void addReference(const void* block);
  void addLabel(const void* part, const char* text, std::size_t size);
  // Returns whether the address of an enrolled block is stored in these bytes, and notes the counts of the blocks
  // found.
  bool look(const void* value, std::size_t bytes);
  // Called while the copy of the value exists: notes how far the counts of the found blocks have risen.
  void count() noexcept;
  // Called after the copy of the value was destroyed. A block whose count is the noted one again is referred to as many
  // times as the copy raised its count, but at most as many times as its address is stored in the value.
  void confirm();
  void forget() noexcept;
};

}  // namespace detail
}  // namespace nodecpp
