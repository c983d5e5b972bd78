// Memory that threads share: SharedArrayBuffer, and Atomics on typed arrays over it.
// https://developer.mozilla.org/docs/Web/JavaScript/Reference/Global_Objects/Atomics
#pragma once

#include <nodecpp/object.h>
#include <nodecpp/typed_arrays.h>
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

  template <class Inspector>
  void inspectTo(Inspector& out) const {
    out.arrayBuffer(bytes(), "SharedArrayBuffer");
  }

 private:
  ArrayBuffer bytes() const;
};

// Bytes that more than one thread may have: in a message it is not copied. ERR_FEATURE_UNAVAILABLE in a recorded run,
// since what other threads write there could not be replayed. Typed arrays and DataViews over it read and write each element
// in one piece, in no order between threads: what orders them are Atomics and messages.
class SharedArrayBuffer : public Handle<SharedArrayBufferObject> {
 public:
  using NodecppSharedBytes = void;
  using Handle<SharedArrayBufferObject>::Handle;
  // Zero-filled.
  explicit SharedArrayBuffer(std::size_t bytes);
  // What a message brought; undefined when it is none.
  explicit SharedArrayBuffer(const var& value) : Handle(value.handle<SharedArrayBuffer>()) {}
  // What a typed array over such memory has as its buffer; undefined for another ArrayBuffer.
  explicit SharedArrayBuffer(const ArrayBuffer& buffer);
  std::size_t byteLength() const;
  // A copy of the bytes from `from` up to `to`, which may count from the end.
  SharedArrayBuffer slice(double from = 0, double to = __builtin_inf()) const;
  friend detail::ByteStore* storeOf(const SharedArrayBuffer& buffer);
};

namespace detail {
[[noreturn]] void throwAtomicIndex();
[[noreturn]] void throwNotShared(const char* kind);
// "ok", "not-equal" and "timed-out".
String waitShared(const void* address, bool (*unchanged)(const void* address, std::int64_t expected),
                  std::int64_t expected, double milliseconds);
int notifyShared(const void* address, double count);
}  // namespace detail

namespace detail {

// The arrays that Atomics takes.
template <class T>
concept AtomicElement = std::integral<T>;
// The place of an element. A RangeError beyond the end, a TypeError where the ArrayBuffer is detached.
template <AtomicElement T>
T* atomicPlace(const TypedArray<T>& array, std::size_t index, const char* name) {
  const ViewBody& body = *ViewAccess::body(array);
  if (array.isUndefined()) throwUndefined();
  if (body.outside) throwDetached(name);
  if (NODECPP_FAILS(atomicIndex, index >= body.length)) throwAtomicIndex();
  return reinterpret_cast<T*>(ViewAccess::data(array)) + index;
}
// What is to be written: a number, cut as the array's elements are; of 64 bits, an integer or a BigInt.
template <class T>
struct AtomicValue {
  template <class V>
    requires ElementLike<V, T>
  AtomicValue(const V& value) : element(ElementTypes<T>::elementOf(value)) {}
  T element;
};

}  // namespace detail

// Each operation happens at once for all threads, in one order. Those that change a value give the one before.
namespace Atomics {

template <detail::AtomicElement T>
T load(const TypedArray<T>& array, std::size_t index) {
  return __atomic_load_n(detail::atomicPlace(array, index, "Atomics.load"), __ATOMIC_SEQ_CST);
}
template <class T>
T store(const TypedArray<T>& array, std::size_t index, detail::AtomicValue<std::type_identity_t<T>> value) {
  __atomic_store_n(detail::atomicPlace(array, index, "Atomics.store"), value.element, __ATOMIC_SEQ_CST);
  return value.element;
}
template <class T>
T exchange(const TypedArray<T>& array, std::size_t index, detail::AtomicValue<std::type_identity_t<T>> value) {
  return __atomic_exchange_n(detail::atomicPlace(array, index, "Atomics.exchange"), value.element, __ATOMIC_SEQ_CST);
}
template <class T>
T compareExchange(const TypedArray<T>& array, std::size_t index, detail::AtomicValue<std::type_identity_t<T>> expected,
                  detail::AtomicValue<std::type_identity_t<T>> replacement) {
  __atomic_compare_exchange_n(detail::atomicPlace(array, index, "Atomics.compareExchange"), &expected.element, replacement.element, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
  return expected.element;
}
#define NODECPP_ATOMIC(name, function)                                                    \
  template <class T>                                                                      \
  T name(const TypedArray<T>& array, std::size_t index, detail::AtomicValue<std::type_identity_t<T>> value) { \
    return __atomic_##function(detail::atomicPlace(array, index, "Atomics." #name), value.element, __ATOMIC_SEQ_CST);                \
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
String wait(const TypedArray<T>& array, std::size_t index, detail::AtomicValue<std::type_identity_t<T>> expected,
            double milliseconds = __builtin_inf()) {
  auto unchanged = [](const void* address, std::int64_t value) {
    return __atomic_load_n(static_cast<const T*>(address), __ATOMIC_SEQ_CST) == T(value);
  };
  if (!array.isShared()) detail::throwNotShared(sizeof(T) == 4 ? "Int32Array" : "BigInt64Array");
  return detail::waitShared(detail::atomicPlace(array, index, "Atomics.wait"), unchanged, expected.element, milliseconds);
}
// Wakes those that wait there, the first `count` of them; how many.
template <class T>
  requires std::same_as<T, std::int32_t> || std::same_as<T, std::int64_t>
int notify(const TypedArray<T>& array, std::size_t index, double count = __builtin_inf()) {
  const T* place = detail::atomicPlace(array, index, "Atomics.notify");
  return array.isShared() ? detail::notifyShared(place, count) : 0;
}

}  // namespace Atomics
}  // namespace nodecpp
