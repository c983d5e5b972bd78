// Memory that threads share, through atomic operations only: SharedArrayBuffer, arrays over it, and Atomics.
// https://developer.mozilla.org/docs/Web/JavaScript/Reference/Global_Objects/Atomics
#pragma once

#include <nodecpp/object.h>
#include <nodecpp/var.h>

namespace nodecpp {

namespace detail {
struct SharedMemory;
}

class SharedArrayBufferObject final : public Object {
 public:
  // It is one of those that have the memory, which is counted across threads.
  explicit SharedArrayBufferObject(detail::SharedMemory* of) noexcept : memory(of) {}
  ~SharedArrayBufferObject() override;
  detail::SharedMemory* const memory;
};

// Bytes that more than one thread may have: in a message it is not copied. ERR_FEATURE_UNAVAILABLE in a recorded run,
// since what other threads write there could not be replayed.
class SharedArrayBuffer : public Handle<SharedArrayBufferObject> {
 public:
  using Handle<SharedArrayBufferObject>::Handle;
  // Zero-filled.
  explicit SharedArrayBuffer(std::size_t bytes);
  // What a message brought; undefined when it is none.
  explicit SharedArrayBuffer(const var& value) : Handle(value.handle<SharedArrayBuffer>()) {}
  std::size_t byteLength() const;
};

namespace detail {
char* sharedBytes(const SharedArrayBufferObject& buffer) noexcept;
std::size_t sharedSize(const SharedArrayBufferObject& buffer) noexcept;
[[noreturn]] void throwAtomicIndex();
[[noreturn]] void throwMisaligned(std::size_t elementBytes);
// "ok", "not-equal" and "timed-out".
String waitShared(const void* address, bool (*unchanged)(const void* address, std::int64_t expected),
                  std::int64_t expected, double milliseconds);
int notifyShared(const void* address, double count);
}  // namespace detail

// A view of shared bytes as numbers, which only Atomics reads and writes: Int32Array over a SharedArrayBuffer.
template <class T>
class SharedArray {
 public:
  using value_type = T;
  // The length is what fits, unless given. RangeErrors, as JavaScript's.
  explicit SharedArray(const SharedArrayBuffer& buffer, std::size_t byteOffset = 0, std::size_t length = SIZE_MAX)
      : buffer_(buffer) {
    std::size_t bytes = buffer.byteLength();
    if (byteOffset % sizeof(T) != 0 || (length == SIZE_MAX && bytes % sizeof(T) != 0))
      detail::throwMisaligned(sizeof(T));
    std::size_t room = byteOffset > bytes ? 0 : (bytes - byteOffset) / sizeof(T);
    if (byteOffset > bytes || (length != SIZE_MAX && length > room)) detail::throwAtomicIndex();
    length_ = length == SIZE_MAX ? room : length;
    data_ = reinterpret_cast<T*>(detail::sharedBytes(*buffer) + byteOffset);
  }
  std::ptrdiff_t length() const noexcept { return std::ptrdiff_t(length_); }
  const SharedArrayBuffer& buffer() const [[clang::lifetimebound]] { return buffer_; }
  // For Atomics. A RangeError beyond the end.
  T& at(std::size_t index) const {
    if (index >= length_) detail::throwAtomicIndex();
    return data_[index];
  }

 private:
  SharedArrayBuffer buffer_;
  T* data_;
  std::size_t length_;
};
using Int8Array = SharedArray<std::int8_t>;
using Uint8Array = SharedArray<std::uint8_t>;
using Int16Array = SharedArray<std::int16_t>;
using Uint16Array = SharedArray<std::uint16_t>;
using Int32Array = SharedArray<std::int32_t>;
using Uint32Array = SharedArray<std::uint32_t>;
using BigInt64Array = SharedArray<std::int64_t>;
using BigUint64Array = SharedArray<std::uint64_t>;

// Each operation happens at once for all threads, in one order. Those that change a value give the one before.
namespace Atomics {

template <class T>
T load(const SharedArray<T>& array, std::size_t index) {
  return __atomic_load_n(&array.at(index), __ATOMIC_SEQ_CST);
}
template <class T>
T store(const SharedArray<T>& array, std::size_t index, std::type_identity_t<T> value) {
  __atomic_store_n(&array.at(index), value, __ATOMIC_SEQ_CST);
  return value;
}
template <class T>
T exchange(const SharedArray<T>& array, std::size_t index, std::type_identity_t<T> value) {
  return __atomic_exchange_n(&array.at(index), value, __ATOMIC_SEQ_CST);
}
template <class T>
T compareExchange(const SharedArray<T>& array, std::size_t index, std::type_identity_t<T> expected,
                  std::type_identity_t<T> replacement) {
  __atomic_compare_exchange_n(&array.at(index), &expected, replacement, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
  return expected;
}
#define NODECPP_ATOMIC(name, function)                                                    \
  template <class T>                                                                      \
  T name(const SharedArray<T>& array, std::size_t index, std::type_identity_t<T> value) { \
    return __atomic_##function(&array.at(index), value, __ATOMIC_SEQ_CST);                \
  }
NODECPP_ATOMIC(add, fetch_add)
NODECPP_ATOMIC(sub, fetch_sub)
NODECPP_ATOMIC(and_, fetch_and)
NODECPP_ATOMIC(or_, fetch_or)
NODECPP_ATOMIC(xor_, fetch_xor)
#undef NODECPP_ATOMIC
constexpr bool isLockFree(std::size_t bytes) { return bytes == 1 || bytes == 2 || bytes == 4 || bytes == 8; }

// Blocks this thread, its loop too, while the value is `expected`, until it is notified ("ok") or the time is over
// ("timed-out"); "not-equal" at once when it is another. Of Int32Array and BigInt64Array.
template <class T>
  requires std::same_as<T, std::int32_t> || std::same_as<T, std::int64_t>
String wait(const SharedArray<T>& array, std::size_t index, std::type_identity_t<T> expected,
            double milliseconds = __builtin_inf()) {
  auto unchanged = [](const void* address, std::int64_t value) {
    return __atomic_load_n(static_cast<const T*>(address), __ATOMIC_SEQ_CST) == T(value);
  };
  return detail::waitShared(&array.at(index), unchanged, expected, milliseconds);
}
// Wakes those that wait there, the first `count` of them; how many.
template <class T>
  requires std::same_as<T, std::int32_t> || std::same_as<T, std::int64_t>
int notify(const SharedArray<T>& array, std::size_t index, double count = __builtin_inf()) {
  return detail::notifyShared(&array.at(index), count);
}

}  // namespace Atomics
}  // namespace nodecpp
