// The elements of BigInt64Array and BigUint64Array. Programs include nodecpp/typed_arrays.h.
#pragma once

#include <nodecpp/bigint.h>
#include <nodecpp/traits.h>
#include <nodecpp/typed_arrays/typed_element.h>

namespace nodecpp {

// The result of array[i] for an array of BigInts. It converts to a BigInt, so the operators of BigInt accept it.
// Reading a missing element throws a RangeError.
template <class T, class Big>
class BigIntElement {
 public:
  BigIntElement(const TypedArray<T>& array, std::size_t index) noexcept : array_(&array), index_(index), value_(0), isThere_(false) {}
  BigIntElement(const TypedArray<T>& array, std::size_t index, T value) noexcept
      : array_(&array), index_(index), value_(value), isThere_(true) {}

  BigIntElement(const BigIntElement&) = default;

  operator Big() const { return value(); }
  Big value() const {
    if (!isThere_) [[unlikely]]
      detail::throwNoElement();
    return Big(value_);
  }
  bool isUndefined() const noexcept { return !isThere_; }
  friend bool operator==(const BigIntElement& element, Undefined) noexcept { return !element.isThere_; }
  template <class V>
    requires detail::ConvertsTo<const V&, Big>
  friend bool operator==(const BigIntElement& element, const V& other) {
    return element.isThere_ && element.value() == static_cast<Big>(other);
  }
  String toString(double radix = 10) const { return value().toString(radix); }

  Big operator=(const Big& value) const&& { return put(value); }
  Big operator=(const BigIntElement& value) const&& { return put(value.value()); }
  friend void swap(BigIntElement&& a, BigIntElement&& b) {
    const Big first = a.value();
    a.put(b.value());
    b.put(first);
  }
#define NODECPP_TYPED_ASSIGN(op) \
  Big operator op##=(const Big& with) const&& { return put(value() op with); }
  NODECPP_OPERATORS(NODECPP_TYPED_ASSIGN)
#undef NODECPP_TYPED_ASSIGN
  Big operator++() const&& { return put(value() + 1); }
  Big operator--() const&& { return put(value() - 1); }
  Big operator++(int) const&& { return put(value() + 1) - 1; }
  Big operator--(int) const&& { return put(value() - 1) + 1; }
  friend String str(const BigIntElement& element) { return element.isThere_ ? element.toString() : String(undefined); }

  template <class Inspector>
  void inspectTo(Inspector& out) const {
    if (isThere_)
      value().inspectTo(out);
    else
      out.undefined();
  }

 private:
  Big put(Big value) const {
    array_->put(index_, static_cast<T>(value.toInt64()));
    return value;
  }

  const TypedArray<T>* array_;
  std::size_t index_;
  T value_;
  bool isThere_;
};

namespace detail {

template <class T>
  requires isBigKind<T>
struct ElementTypes<T> {
  using Value = BigInt;
  using Slot = BigIntElement<T, BigInt>;
  using Item = BigInt;
  // A mark by which other headers recognize such an array without including BigInt.
  struct Mark {
    using NodecppBigElements = T;
  };
  static Value valueOf(T element) { return BigInt(element); }
  [[noreturn]] static Value missing() { throwNoElement(); }
  template <class V>
  static T elementOf(const V& value) {
    if constexpr (std::integral<V>)
      return static_cast<T>(value);
    else
      return static_cast<T>(static_cast<BigInt>(value).toInt64());
  }
};
template <class T, class Big>
struct PlainOf<BigIntElement<T, Big>> {
  using type = Big;
};

}  // namespace detail
}  // namespace nodecpp
