// Memory that threads share: SharedArrayBuffer, and Atomics for typed arrays over it.
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
  // For the runtime: takes ownership of one reference to the memory, which is counted atomically.
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

// Bytes that several threads can use: a message shares them and does not copy them. Its constructor throws
// ERR_FEATURE_UNAVAILABLE in a recorded run, because what other threads write could not be replayed. Typed arrays and
// DataViews over it read and write each element as a whole, but in no defined order between threads. Atomics and
// messages define an order.
class SharedArrayBuffer : public Handle<SharedArrayBufferObject> {
 public:
  using NodecppSharedBytes = void;
  using Handle<SharedArrayBufferObject>::Handle;
  // Makes a buffer of `bytes` zero bytes.
  explicit SharedArrayBuffer(std::size_t bytes);
  // Makes a handle to the buffer in a message. Undefined when `value` is no SharedArrayBuffer.
  explicit SharedArrayBuffer(const var& value) : Handle(value.handle<SharedArrayBuffer>()) {}
  // Makes a handle to the shared memory behind `buffer`, as returned by the buffer() of a typed array. Undefined when
  // the memory of `buffer` is not shared.
  explicit SharedArrayBuffer(const ArrayBuffer& buffer);
  std::ptrdiff_t byteLength() const;
  // Returns a copy of the bytes from `from` up to, but not including, `to`. A negative index counts from the end.
  SharedArrayBuffer slice(double from = 0, double to = __builtin_inf()) const;
  friend detail::ByteStore* storeOf(const SharedArrayBuffer& buffer);
};

namespace detail {
[[noreturn]] void throwAtomicIndex();
[[noreturn]] void throwNotShared(const char* kind);
// Implements Atomics.wait. Returns "ok", "not-equal" or "timed-out".
String waitShared(const void* address, bool (*unchanged)(const void* address, std::int64_t expected),
                  std::int64_t expected, double milliseconds);
int notifyShared(const void* address, double count);
}  // namespace detail

namespace detail {

// The element types that Atomics supports.
template <class T>
concept AtomicElement = std::integral<T>;
// Returns the address of an element. Throws a RangeError for an index beyond the end, and a TypeError when the
// ArrayBuffer is detached.
template <AtomicElement T>
T* atomicPlace(const TypedArray<T>& array, std::size_t index, const char* name) {
  const ViewBody& body = *ViewAccess::body(array);
  if (array.isUndefined()) throwUndefined();
  if (body.outside) throwDetached(name);
  if (NODECPP_FAILS(atomicIndex, index >= body.length)) throwAtomicIndex();
  return reinterpret_cast<T*>(ViewAccess::data(array)) + index;
}
// The value of an operation: a number that is converted as the array's elements are, and for elements of 64 bits an
// integer or a BigInt.
template <class T>
struct AtomicValue {
  template <class V>
    requires ElementLike<V, T>
  AtomicValue(const V& value) : element(ElementTypes<T>::elementOf(value)) {}
  T element;
};

}  // namespace detail

// Each operation is atomic and sequentially consistent. The operations that change an element return its previous
// value, except store, which returns the value it has written.
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

// Blocks this thread and its event loop while the element has the value `expected`. Returns "ok" after a notification,
// "timed-out" after `milliseconds`, or "not-equal" at once when the element has another value. Only for Int32Array and
// BigInt64Array over shared memory.
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
// Wakes at most `count` threads that wait at the element, and returns their number.
template <class T>
  requires std::same_as<T, std::int32_t> || std::same_as<T, std::int64_t>
int notify(const TypedArray<T>& array, std::size_t index, double count = __builtin_inf()) {
  const T* place = detail::atomicPlace(array, index, "Atomics.notify");
  return array.isShared() ? detail::notifyShared(place, count) : 0;
}

}  // namespace Atomics
}  // namespace nodecpp
