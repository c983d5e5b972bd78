// Typed arrays: Int8Array to BigUint64Array over the bytes of an ArrayBuffer, and DataView. A typed array is a
// reference, as in JavaScript: a copy is the same array.
// https://developer.mozilla.org/docs/Web/JavaScript/Reference/Global_Objects/TypedArray
//
//   auto samples = Float32Array(1024);
//   samples[0] = 0.5;
//   auto bytes = Uint8Array(samples.buffer(), 8, 4);     // shares the bytes
//   for (auto sample : samples) sum += sample;
//
// An element is a num, which computes as a number in JavaScript does: bytes[0] / 2 has a fraction. An element also
// converts to an integer: int byte = bytes[0]. Reading beyond the end gives NaN, and converting this NaN to an integer
// throws a RangeError. Writing beyond the end is ignored. The elements of BigInt64Array and BigUint64Array are BigInts.
// See docs/typed_arrays.md.
#pragma once

#include <nodecpp/array.h>
#include <nodecpp/array_buffer.h>
#include <nodecpp/buffer.h>
#include <nodecpp/traits.h>
#include <nodecpp/typed_arrays/bigint_element.h>
#include <nodecpp/typed_arrays/typed_array_functions.h>
#include <nodecpp/typed_arrays/typed_element.h>

namespace nodecpp {

template <class T>
class TypedArray;

namespace detail {

template <class T>
inline constexpr bool isTypedArray = false;
template <class T>
inline constexpr bool isTypedArray<TypedArray<T>> = true;
// A class of memory that threads share. storeOf(memory) returns a store over it.
template <class T>
concept SharedBytes = requires { typename T::NodecppSharedBytes; };
// A source that for-of accepts and that is not itself a typed array, a Buffer, a text or a var.
template <class S>
concept ElementList = ForOf<S> && !StringLike<const S&> && !detail::DerivedFrom<S, ViewBase> && !std::same_as<S, Buffer> && !AnyValue<S>;
// Arrays of numbers can be set from arrays of numbers, and arrays of BigInts from arrays of BigInts.
template <class T, class U>
concept SameNumberKind = isBigKind<T> == isBigKind<U>;

}  // namespace detail

template <class T>
class TypedArray : public detail::ViewBase, public detail::TypedFunctions, public detail::ElementTypes<T>::Mark {
  using Types = detail::ElementTypes<T>;
  using Item = typename Types::Item;

 public:
  using NodecppBoxed = TypedArray;
  using value_type = Item;
  static constexpr int BYTES_PER_ELEMENT = sizeof(T);

  // Makes an empty typed array.
  TypedArray() noexcept : ViewBase(detail::emptyView(detail::kindOf<T>)) {}
  // JavaScript's new Uint8Array(length): makes an array of zeros. Throws a RangeError when the length is not valid.
  template <class N>
    requires detail::Arithmetic<N> && (!std::same_as<N, bool>)
  explicit TypedArray(N length) : ViewBase(detail::makeArray(detail::kindOf<T>, double(length))) {}
  // JavaScript's new Uint8Array([1, 2]): makes an array of the given elements.
  TypedArray(std::initializer_list<Item> elements) : TypedArray(double(elements.size())) { copyFrom(elements); }
  // Makes an array over the buffer's bytes from `byteOffset` on. It has `length` elements, or as many as fit, also
  // after the buffer was resized. Throws a RangeError when the range is not inside of the buffer, and when the offset
  // is not a multiple of the element size.
  explicit TypedArray(const ArrayBuffer& buffer, double byteOffset = 0)
      : ViewBase(detail::makeCheckedView(detail::kindOf<T>, detail::storeOf(buffer), byteOffset, __builtin_nan(""))) {}
  TypedArray(const ArrayBuffer& buffer, double byteOffset, double length)
      : ViewBase(detail::makeCheckedView(detail::kindOf<T>, detail::storeOf(buffer), byteOffset, detail::givenLength(length))) {}
  template <detail::SharedBytes S>
  explicit TypedArray(const S& shared, double byteOffset = 0)
      : ViewBase(detail::makeCheckedView(detail::kindOf<T>, storeOf(shared), byteOffset, __builtin_nan(""))) {}
  template <detail::SharedBytes S>
  TypedArray(const S& shared, double byteOffset, double length)
      : ViewBase(detail::makeCheckedView(detail::kindOf<T>, storeOf(shared), byteOffset, detail::givenLength(length))) {}
  // Copies the elements of an array of another type. (An array of the same type is copied by `array.slice()`, because
  // the copy constructor makes a reference to the same array.)
  template <class U>
    requires(!std::same_as<U, T>) && detail::SameNumberKind<T, U>
  explicit TypedArray(const TypedArray<U>& other) : TypedArray(double(detail::TypedAccess<TypedArray<U>>::constructible(other))) {
    set(other);
  }
  explicit TypedArray(const Buffer& bytes)
    requires(!detail::isBigKind<T>)
      : TypedArray(double(bytes.size())) {
    set(bytes);
  }
  // Copies the elements that for-of gives: of an Array, a Set, or a C++ container.
  template <detail::ElementList S>
  explicit TypedArray(const S& elements) : TypedArray(from(elements)) {}
  // Converts the value of a var: a length, a list, or an ArrayBuffer.
  template <detail::AnyValue V>
  explicit TypedArray(const V& value) : TypedArray(ofValue(value)) {}

  static TypedArray undefined() noexcept { return TypedArray(detail::undefinedView()); }
  friend bool operator==(const TypedArray& a, const TypedArray& b) noexcept { return a.same(b); }

  // JavaScript's from: makes an array of the elements of a list, a Set or another array, or of the results of
  // f(element, index).
  static TypedArray from(std::initializer_list<Item> elements) { return TypedArray(elements); }
  template <class S>
    requires detail::ForOf<S>
  static TypedArray from(const S& source) {
    return TypedArray(OfList(), collected(source, asItIs));
  }
  template <class S, class F>
    requires detail::ForOf<S>
  static TypedArray from(const S& source, F&& f NODECPP_NOESCAPE) {
    return TypedArray(OfList(), collected(source, [&](const auto& element, std::ptrdiff_t index) {
      return detail::callWithFewer(f, element, index);
    }));
  }
  template <class F>
  static TypedArray from(std::initializer_list<Item> elements, F&& f NODECPP_NOESCAPE) {
    return from(TypedArray(elements), std::forward<F>(f));
  }
  // Makes an array of the results of f for each index: Uint8Array::from({.length = 3}, [](auto, int i) { … }).
  template <class F>
  static TypedArray from(detail::ArrayLike source, F&& f NODECPP_NOESCAPE) {
    TypedArray made(source.length.value);
    for (std::size_t i = 0; i < made.body_->length; ++i) made.put(i, Types::elementOf(detail::callWithFewer(f, Undefined(), std::ptrdiff_t(i))));
    return made;
  }
  template <class... V>
    requires(detail::ElementLike<V, T> && ...)
  static TypedArray of(const V&... elements) {
    TypedArray made(sizeof...(V));
    std::size_t at = 0;
    (made.put(at++, Types::elementOf(elements)), ...);
    return made;
  }

  // length, byteLength and byteOffset are 0 when the ArrayBuffer is detached or has become too small.
  std::ptrdiff_t length() const { return std::ptrdiff_t(defined().length); }
  std::ptrdiff_t byteLength() const { return std::ptrdiff_t(defined().length * sizeof(T)); }
  std::ptrdiff_t byteOffset() const { return defined().outside ? 0 : std::ptrdiff_t(body_->byteOffset); }
  ArrayBuffer buffer() const { return ArrayBuffer::of(detail::shareStore(owned().store)); }
  // For generic C++ code: the number of elements.
  std::size_t size() const noexcept { return body_->length; }

  [[gnu::always_inline]] typename Types::Slot operator[](detail::ArrayIndex index) const {
    const std::size_t at = index.value();
    if (at < body_->limit) [[likely]]
      return {*this, at, detail::loadElement<T>(data_ + at * sizeof(T))};
    if (isOutOfBounds(at)) return {*this, at, detail::loadShared<T>(data_ + at * sizeof(T))};
    return {*this, at};
  }
  // For the runtime: implements array[index] = element.
  [[gnu::always_inline]] void put(std::size_t index, T element) const {
    if (index < body_->limit) [[likely]]
      detail::storeElement(data_ + index * sizeof(T), element);
    else if (isOutOfBounds(index))
      detail::storeShared(data_ + index * sizeof(T), element);
  }

  // Copies the elements of an array or a list to this array from index `offset` on. Throws a RangeError when they do
  // not fit.
  template <class U>
    requires detail::SameNumberKind<T, U>
  void set(const TypedArray<U>& source, double offset = 0) const {
    const std::size_t at = roomAt(offset, source.size());
    if (detail::ViewAccess::body(source)->outside) detail::throwDetached("%TypedArray%.prototype.", "set");
    setFrom(source, at);
  }
  void set(const Buffer& source, double offset = 0) const
    requires(!detail::isBigKind<T>)
  {
    const TypedArray<std::uint8_t> bytes = source;  // shares the bytes, while the constructor would copy them
    set(bytes, offset);
  }
  void set(std::initializer_list<Item> elements, double offset = 0) const {
    std::size_t at = roomAt(offset, elements.size());
    for (const Item& element : elements) put(at++, Types::elementOf(element));
  }
  template <detail::ElementList S>
  void set(const S& elements, double offset = 0) const {
    const Array<T> list = collected(elements, asItIs);
    std::size_t at = roomAt(offset, list.size());
    for (std::size_t i = 0; i < list.size(); ++i) put(at++, detail::ArrayAccess::items(list)[i]);
  }

  // Returns an array over a part of the same bytes. Negative indices count from the end.
  TypedArray subarray(double from = 0) const { return part(from, __builtin_nan("")); }
  TypedArray subarray(double from, double to) const { return part(from, to == to ? to : 0); }
  // Returns a new array with a copy of the elements from `from` up to `to`.
  TypedArray slice(double from = 0, double to = __builtin_inf()) const {
    using Access = detail::TypedAccess<TypedArray>;
    const std::size_t size = Access::valid(*this, "slice");
    const std::size_t start = detail::placeOf(from, size), end = detail::placeOf(to, size);
    TypedArray copy(start < end ? end - start : 0);
    if (start < end) detail::moveElements(detail::kindOf<T>, isShared(), copy.data_, data_ + start * sizeof(T), end - start);
    return copy;
  }

  // Returns the texts of the elements, separated by commas, as join does.
  String toString() const { return this->join(); }
  friend String str(const TypedArray& array) { return array.isUndefined() ? String(nodecpp::undefined) : array.join(); }
  template <class S>
    requires detail::StringLike<const S&>
  friend String operator+(const S& a, const TypedArray& b) {
    return detail::concat(a, str(b));
  }

  // for-of gives each element as it is when its turn comes. The loop holds a reference to the array.
  class Iterator;
  struct End {};
  Iterator begin() const {
    detail::TypedAccess<TypedArray>::valid(*this, "values");
    return Iterator(*this);
  }
  End end() const noexcept { return {}; }
  detail::ListIteration<TypedArray, detail::TypedValueAt> values() const { return iteration<detail::TypedValueAt>("values"); }
  detail::ListIteration<TypedArray, detail::TypedKeyAt> keys() const { return iteration<detail::TypedKeyAt>("keys"); }
  detail::ListIteration<TypedArray, detail::TypedEntryAt> entries() const { return iteration<detail::TypedEntryAt>("entries"); }

  // A Uint8Array converts to a Buffer that shares its bytes. Bytes that threads share are copied.
  operator Buffer() const
    requires std::same_as<T, std::uint8_t>
  {
    return detail::bytesOf(*this);
  }

  const void* identity() const noexcept { return isUndefined() ? nullptr : body_; }
  // Reads and writes elements of a var that holds this array.
  Item elementForVar(std::size_t index) const { return detail::TypedAccess<TypedArray>::value(*this, index); }
  template <class V>
  void putForVar(std::size_t index, const V& value) const {
    put(index, elementIn(value));
  }
  // A typed array that is sent to another thread is copied.
  using NodecppCrosses = void;
  friend void unshare(TypedArray& array) {
    if (!array.isUndefined()) array = array.slice();
  }
  // For the runtime: makes an array of a view and takes over the reference to it.
  static TypedArray of(detail::ViewBody* owned) noexcept { return TypedArray(owned); }
  bool isShared() const noexcept { return body_->store && body_->store->shared; }

 private:
  friend struct detail::TypedAccess<TypedArray>;

  struct OfList {};
  static constexpr auto asItIs = [](const auto& element, std::ptrdiff_t) -> const auto& { return element; };

  explicit TypedArray(detail::ViewBody* owned) noexcept : ViewBase(owned) {}
  TypedArray(OfList, const Array<T>& elements) : TypedArray(double(elements.size())) {
    if (!elements.empty()) std::memcpy(data_, detail::ArrayAccess::items(elements), elements.size() * sizeof(T));
  }
  template <class V>
  static TypedArray ofValue(const V& value) {
    if constexpr (requires { value.template is<ArrayBuffer>(); }) {
      if (value.template is<ArrayBuffer>()) return TypedArray(value.template as<ArrayBuffer>());
      if (value.template is<TypedArray>()) return value.template as<TypedArray>().slice();
      if (!value.isNumber() && !value.isString() && !value.isNullish() && !value.isBoolean()) {
        Array<T> elements;
        for (const auto& element : value) elements.push(elementIn(element));
        return TypedArray(OfList(), elements);
      }
    }
    return TypedArray(detail::wholeOf(value.toNumber()));
  }
  template <class V>
  static T elementIn(const V& value) {
    if constexpr (detail::isBigKind<T>) {
      if constexpr (requires { value.template as<BigInt>(); })
        if (value.template is<BigInt>()) return Types::elementOf(value.template as<BigInt>());
      if (value.isNumber()) detail::throwNoBigInt(value.toNumber());
      return Types::elementOf(BigInt(value));
    } else {
      return Types::elementOf(value.toNumber());
    }
  }
  template <class S, class F>
  static Array<T> collected(const S& source, F&& as) {
    Array<T> list;
    std::ptrdiff_t index = 0;
    for (const auto& element : source) list.push(Types::elementOf(as(element, index++)));
    return list;
  }
  template <class L>
  void copyFrom(const L& elements) const {
    std::size_t at = 0;
    for (const auto& element : elements) put(at++, Types::elementOf(element));
  }
  const detail::ViewBody& owned() const {
    defined();
    return *own();
  }
  // Returns whether there is an element at `index` beyond the limit for direct access, which happens only in memory
  // that threads share. Throws a TypeError for an undefined array. The called function is declared as not writing to
  // memory, so that a loop can keep the array's address and length in registers.
  [[gnu::always_inline]] bool isOutOfBounds(std::size_t index) const {
    const bool isThere = detail::hasFarElement(body_, index);
    if (!isThere && body_ == detail::undefinedView()) [[unlikely]]
      detail::throwUndefined();
    return isThere;
  }
  std::size_t roomAt(double offset, std::size_t count) const {
    const double at = detail::wholeOf(offset);
    if (at < 0) detail::throwTypedOffset();
    const std::size_t size = detail::TypedAccess<TypedArray>::valid(*this, "set");
    if (NODECPP_FAILS(typedSet, !(at + double(count) <= double(size)))) detail::throwTypedOffset();
    return std::size_t(at);
  }
  template <class U>
  void setFrom(const TypedArray<U>& source, std::size_t at) const {
    using Source = detail::TypedAccess<TypedArray<U>>;
    const std::size_t count = source.size();
    if (count == 0) return;
    if constexpr (std::same_as<T, U>) {
      detail::moveElements(detail::kindOf<T>, isShared() || source.isShared(), data_ + at * sizeof(T), Source::data(source), count);
    } else if (Source::store(source) == body_->store) {
      setFrom(source.slice(), at);  // both arrays are views of the same bytes and may overlap
    } else {
      for (std::size_t i = 0; i < count; ++i) put(at + i, converted(Source::element(source, i)));
    }
  }
  template <class U>
  static T converted(U element) {
    if constexpr (detail::isBigKind<T>)
      return static_cast<T>(element);
    else
      return detail::elementOf<T>(detail::numberOf(element));
  }
  TypedArray part(double from, double to) const {
    const detail::ViewBody& body = owned();
    const std::size_t size = body.length;
    const std::size_t start = detail::placeOf(from, size);
    const bool open = to != to;
    const double offset = double(body.byteOffset) + double(start * sizeof(T));
    if (open && body.tracks) return TypedArray(detail::makeCheckedView(detail::kindOf<T>, detail::shareStore(body.store), offset, to));
    const std::size_t end = open ? size : detail::placeOf(to, size);
    return TypedArray(detail::makeCheckedView(detail::kindOf<T>, detail::shareStore(body.store), offset, start < end ? double(end - start) : 0));
  }
  template <class What>
  detail::ListIteration<TypedArray, What> iteration(const char* name) const {
    detail::TypedAccess<TypedArray>::valid(*this, name);
    return detail::ListIteration<TypedArray, What>(*this);
  }
};

using Int8Array = TypedArray<std::int8_t>;
using Uint8Array = TypedArray<std::uint8_t>;
using Uint8ClampedArray = TypedArray<detail::Clamped>;
using Int16Array = TypedArray<std::int16_t>;
using Uint16Array = TypedArray<std::uint16_t>;
using Int32Array = TypedArray<std::int32_t>;
using Uint32Array = TypedArray<std::uint32_t>;
using Float16Array = TypedArray<detail::Half>;
using Float32Array = TypedArray<float>;
using Float64Array = TypedArray<double>;
using BigInt64Array = TypedArray<std::int64_t>;
using BigUint64Array = TypedArray<std::uint64_t>;

namespace detail {

template <class T>
struct TypedAccess<TypedArray<T>> {
  using Array = TypedArray<T>;
  using Types = ElementTypes<T>;
  using Element = T;

  // Returns the number of elements. Throws a TypeError when the array's buffer is detached. `name` is the name of the
  // calling function, or null for an iterator.
  static std::size_t valid(const Array& array, const char* name) {
    const ViewBody& body = array.defined();
    if (body.outside) [[unlikely]]
      name ? throwDetached("%TypedArray%.prototype.", name) : throwDetached("Array Iterator.prototype.next");
    return body.length;
  }
  static std::size_t constructible(const Array& array) {
    if (array.defined().outside) throwDetached("Construct");
    return array.body_->length;
  }
  static std::size_t size(const Array& array) noexcept { return array.body_->length; }
  static char* data(const Array& array) noexcept { return array.data_; }
  static ByteStore* store(const Array& array) noexcept { return array.body_->store; }
  [[gnu::always_inline]] static typename Types::Value value(const Array& array, std::size_t at) {
    if (at < array.body_->limit) [[likely]]
      return Types::valueOf(loadElement<T>(array.data_ + at * sizeof(T)));
    return array.isOutOfBounds(at) ? Types::valueOf(loadShared<T>(array.data_ + at * sizeof(T))) : Types::missing();
  }
  static T element(const Array& array, std::size_t at) {
    if (at < array.body_->limit) [[likely]]
      return loadElement<T>(array.data_ + at * sizeof(T));
    return array.isOutOfBounds(at) ? loadShared<T>(array.data_ + at * sizeof(T)) : T();
  }
  static typename Types::Value valueOf(T element) { return Types::valueOf(element); }
  template <class V>
  static T elementOf(const V& value) {
    return Types::elementOf(value);
  }
  static void put(const Array& array, std::size_t at, T element) { array.put(at, element); }
  static Array fresh(std::size_t size) { return Array(size); }
  static Array copied(const Array& array, std::size_t) { return array.slice(); }
  static void move(const Array& array, std::size_t to, std::size_t from, std::size_t count) {
    moveElements(kindOf<T>, array.isShared(), array.data_ + to * sizeof(T), array.data_ + from * sizeof(T), count);
  }
  static void fill(const Array& array, std::size_t from, std::size_t to, T element) {
    if (to > array.body_->limit) {
      for (std::size_t i = from; i < to; ++i) array.put(i, element);
    } else {
      for (char *at = array.data_ + from * sizeof(T), *end = array.data_ + to * sizeof(T); at < end; at += sizeof(T)) storeElement(at, element);
    }
  }
  static void sort(const Array& array, std::size_t size) {
    if (!array.isShared()) return sortElements(kindOf<T>, array.data_, size);
    const Array copy = array.slice();
    sortElements(kindOf<T>, copy.data_, size);
    array.set(copy);
  }
};

template <>
struct TypedAccess<Buffer> {
  using Element = std::uint8_t;
  using Types = ElementTypes<std::uint8_t>;

  static std::size_t valid(const Buffer& buffer, const char*) noexcept { return buffer.size(); }
  static std::size_t size(const Buffer& buffer) noexcept { return buffer.size(); }
  static std::uint8_t element(const Buffer& buffer, std::size_t at) noexcept {
    return at < buffer.size() ? static_cast<std::uint8_t>(buffer.bytes()[at]) : std::uint8_t(0);
  }
  static TypedNumber<std::uint8_t> value(const Buffer& buffer, std::size_t at) noexcept {
    return at < buffer.size() ? Types::valueOf(static_cast<std::uint8_t>(buffer.bytes()[at])) : Types::missing();
  }
  static TypedNumber<std::uint8_t> valueOf(std::uint8_t element) noexcept { return Types::valueOf(element); }
  template <class V>
  static std::uint8_t elementOf(const V& value) {
    return Types::elementOf(value);
  }
  static void put(const Buffer& buffer, std::size_t at, std::uint8_t element) noexcept {
    if (at < buffer.size()) buffer.bytes()[at] = static_cast<char>(element);
  }
  static Buffer fresh(std::size_t size) { return Buffer::alloc(double(size)); }
  // Returns a Uint8Array, as Node does. Needs #include <nodecpp/typed_arrays.h>.
  template <class S>
  static auto copied(const S& buffer, std::size_t) {
    return TypedArray<std::uint8_t>(buffer);
  }
  static void move(const Buffer& buffer, std::size_t to, std::size_t from, std::size_t count) noexcept {
    std::memmove(buffer.bytes() + to, buffer.bytes() + from, count);
  }
  static void sort(const Buffer& buffer, std::size_t size) { sortElements(ElementKind::uint8, buffer.bytes(), size); }
};

}  // namespace detail

template <class T>
class TypedArray<T>::Iterator {
 public:
  using value_type = typename Types::Value;
  using difference_type = std::ptrdiff_t;
  explicit Iterator(const TypedArray& array) noexcept : array_(array) {}
  value_type operator*() const { return detail::TypedAccess<TypedArray>::value(array_, at_); }
  Iterator& operator++() noexcept {
    ++at_;
    return *this;
  }
  void operator++(int) noexcept { ++at_; }
  friend bool operator==(const Iterator& a, End) noexcept { return a.at_ >= a.array_.size(); }

 private:
  TypedArray array_;
  std::size_t at_ = 0;
};

template <class T>
Buffer Buffer::from(const TypedArray<T>& elements) {
  return detail::bytesOf(Uint8Array(elements).slice());
}
template <class S>
  requires(!detail::ConvertsTo<const S&, const Buffer&>) && requires(const S& list) { list.begin() != list.end(); }
void Buffer::set(const S& elements, double offset) const {
  set(Uint8Array(elements), offset);
}
template <std::same_as<Uint8Array> T>
Buffer::operator T() const {
  return T(buffer(), double(byteOffset()), double(length()));
}

}  // namespace nodecpp

#include <nodecpp/typed_arrays/data_view.h>
