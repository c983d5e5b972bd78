// TypedElement, the result of `array[i]` for a typed array: the element as a number, which can be assigned to in the
// same expression. Programs include nodecpp/typed_arrays.h.
#pragma once

#include <nodecpp/array/array_element.h>
#include <nodecpp/array_buffer.h>
#include <nodecpp/number.h>
#include <nodecpp/traits.h>

namespace nodecpp {

template <class T>
class TypedArray;
template <class T>
class TypedElement;

namespace detail {

struct WholeElement;
// Element types for which C++ has no type (Half), or only one that stands for another kind of element already
// (Clamped).
struct Clamped {
  unsigned char value;
};
struct Half {
  std::uint16_t bits;
};
// Rounds to the nearest half-precision number, and ties to even.
[[nodiscard]] Half halfOf(double value) noexcept;
[[nodiscard]] double fromHalf(Half value) noexcept;

template <class T>
inline constexpr ElementKind kindOf = ElementKind::dataView;
#define NODECPP_ELEMENT_KIND(type, name) \
  template <>                            \
  inline constexpr ElementKind kindOf<type> = ElementKind::name;
NODECPP_ELEMENT_KIND(std::int8_t, int8)
NODECPP_ELEMENT_KIND(std::uint8_t, uint8)
NODECPP_ELEMENT_KIND(Clamped, uint8Clamped)
NODECPP_ELEMENT_KIND(std::int16_t, int16)
NODECPP_ELEMENT_KIND(std::uint16_t, uint16)
NODECPP_ELEMENT_KIND(std::int32_t, int32)
NODECPP_ELEMENT_KIND(std::uint32_t, uint32)
NODECPP_ELEMENT_KIND(Half, float16)
NODECPP_ELEMENT_KIND(float, float32)
NODECPP_ELEMENT_KIND(double, float64)
NODECPP_ELEMENT_KIND(std::int64_t, bigInt64)
NODECPP_ELEMENT_KIND(std::uint64_t, bigUint64)
#undef NODECPP_ELEMENT_KIND
template <class T>
inline constexpr bool isBigKind = kindOf<T> == ElementKind::bigInt64 || kindOf<T> == ElementKind::bigUint64;

// Loads and stores an element at any address, because memory may be unaligned: a Buffer can begin at any byte.
template <class T>
[[gnu::always_inline]] inline T loadElement(const char* from) noexcept {
  T value{};
  std::memcpy(&value, from, sizeof value);
  return value;
}
template <class T>
[[gnu::always_inline]] inline void storeElement(char* to, T value) noexcept {
  std::memcpy(to, &value, sizeof value);
}
// Load and store an element with one atomic access, for memory to which other threads may write. Such memory is
// aligned.
template <class T>
T loadShared(const char* from) noexcept {
  T value{};
  __atomic_load(reinterpret_cast<const T*>(from), &value, __ATOMIC_RELAXED);
  return value;
}
template <class T>
void storeShared(char* to, T value) noexcept {
  __atomic_store(reinterpret_cast<T*>(to), &value, __ATOMIC_RELAXED);
}

// Converts a number to an element, as ECMAScript's ToInt8 and similar operations do.
template <class T>
[[gnu::always_inline]] inline T elementOf(double value) noexcept {
  if constexpr (std::floating_point<T>) {
    return static_cast<T>(value);
  } else if constexpr (std::same_as<T, Clamped>) {
    if (!(value > 0)) return {0};
    if (value >= 255) return {255};
    // Above 2^52 doubles have no fractions, so the addition rounds ties to even.
    const double rounded = value + 4503599627370496.0;
    return {static_cast<unsigned char>(std::uint64_t(rounded - 4503599627370496.0))};
  } else if constexpr (std::same_as<T, Half>) {
    return halfOf(value);
  } else {
    return static_cast<T>(toInt32(value));
  }
}
// Converts an integer of C++ to an element of a typed array.
template <class T, std::integral I>
[[gnu::always_inline]] inline T elementOf(I value) noexcept {
  if constexpr (std::integral<T>)
    return static_cast<T>(value);
  else if constexpr (std::same_as<T, Clamped>)
    return {static_cast<unsigned char>(value > I(255) ? I(255) : value > I(0) ? value : I(0))};
  else
    return elementOf<T>(static_cast<double>(value));
}
template <class T>
[[gnu::always_inline]] constexpr double numberOf(T element) noexcept {
  if constexpr (std::same_as<T, Clamped>)
    return element.value;
  else if constexpr (std::same_as<T, Half>)
    return fromHalf(element);
  else
    return static_cast<double>(element);
}

// The C++ type that an element converts to, besides num and double.
template <class T>
struct PlainElement {
  using type = int;
};
template <>
struct PlainElement<std::uint32_t> {
  using type = std::uint32_t;
};
template <class T>
  requires std::same_as<T, float> || std::same_as<T, Half>
struct PlainElement<T> {
  using type = float;
};

[[noreturn]] void throwNoElement();

}  // namespace detail

namespace detail {

// A number that may be missing. A missing number is NaN in arithmetic and equals undefined.
class FoundNumber : public num {
 public:
  constexpr FoundNumber() noexcept : num(__builtin_nan("")), isThere_(false) {}
  explicit constexpr FoundNumber(double value) noexcept : num(value), isThere_(true) {}
  bool isUndefined() const noexcept { return !isThere_; }
  friend bool operator==(const FoundNumber& element, Undefined) noexcept { return !element.isThere_; }
  template <class Inspector>
  void inspectTo(Inspector& out) const {
    if (isThere_)
      out.value(valueOf());
    else
      out.undefined();
  }

 protected:
  bool isThere_;
};

}  // namespace detail

// An element of an array of numbers: a num, so that arithmetic treats it as JavaScript's number, which also converts to
// an integer of C++ (`int byte = bytes[i]`). A missing element is NaN, and converting it to an integer throws a
// RangeError.
template <class T>
class TypedNumber : public detail::FoundNumber {
 public:
  using Plain = typename detail::PlainElement<T>::type;

  // A default-made TypedNumber is the value of a missing element.
  constexpr TypedNumber() noexcept = default;
  [[gnu::always_inline]] explicit constexpr TypedNumber(T element) noexcept
      : FoundNumber(detail::numberOf(element)), plain_(static_cast<Plain>(detail::numberOf(element))) {}
  [[gnu::always_inline]] constexpr operator Plain() const {
    if constexpr (std::integral<Plain>) {
      if (!this->isThere_) [[unlikely]]
        detail::throwNoElement();
      return plain_;
    } else {
      return static_cast<Plain>(valueOf());
    }
  }

 protected:
  friend struct detail::WholeElement;
  // The number as an integer, stored beside the double. A compiler cannot derive one from the other when both are
  // computed in one place and used in another.
  Plain plain_ = 0;
};
template <>
class TypedNumber<double> : public detail::FoundNumber {
 public:
  using FoundNumber::FoundNumber;
};

namespace detail {

template <class V>
inline constexpr bool isWholeElement = false;
template <class T>
inline constexpr bool isWholeElement<TypedNumber<T>> = std::integral<typename TypedNumber<T>::Plain>;
template <>
inline constexpr bool isWholeElement<TypedNumber<double>> = false;
template <class T>
inline constexpr bool isWholeElement<TypedElement<T>> = isWholeElement<TypedNumber<T>>;
// Reads a value as an integer: `low` gives the low 32 bits, and 0 for a missing element.
struct WholeElement {
  template <class V>
  [[gnu::always_inline]] static constexpr std::int32_t low(const V& value) noexcept {
    if constexpr (isWholeElement<V>)
      return static_cast<std::int32_t>(value.plain_);
    else if constexpr (std::integral<V>)
      return static_cast<std::int32_t>(value);
    else
      return toInt32(static_cast<double>(value));
  }
  template <class V>
  [[gnu::always_inline]] static constexpr bool isThere(const V& value) noexcept {
    if constexpr (isWholeElement<V>)
      return value.isThere_;
    else
      return true;
  }
  template <class V>
  [[gnu::always_inline]] static constexpr std::int64_t wide(const V& value) noexcept {
    if constexpr (isWholeElement<V>)
      return value.plain_;
    else
      return value;
  }
  // Returns left + right or left - right, depending on `sign`, converted to an integer type; 0 when `right` is missing.
  template <class L, class T>
  [[gnu::always_inline]] static constexpr L sum(L left, const TypedNumber<T>& right, std::int64_t sign) noexcept {
    return right.isThere_ ? static_cast<L>(std::int64_t(left) + sign * std::int64_t(right.plain_)) : L(0);
  }
};
// An operand that can be added to an element that is an integer without converting to double.
template <class V>
concept SmallWhole = isWholeElement<V> || (std::integral<V> && sizeof(V) <= 4);
template <class L, class R>
concept WithWholeElement = (isWholeElement<L> || isWholeElement<R>) && Arithmetic<L> && Arithmetic<R>;

}  // namespace detail

// The bit operators of num for elements that are integers, without converting to double.
#define NODECPP_TYPED_BITS(op, expression)                                     \
  template <class L, class R>                                                        \
    requires detail::WithWholeElement<L, R>                                          \
  [[gnu::always_inline]] constexpr num operator op(const L& left, const R& right) noexcept { \
    const std::int32_t a = detail::WholeElement::low(left), b = detail::WholeElement::low(right); \
    return num(static_cast<std::int32_t>(expression));                               \
  }
NODECPP_TYPED_BITS(&, a & b)
NODECPP_TYPED_BITS(|, a | b)
NODECPP_TYPED_BITS(^, a ^ b)
NODECPP_TYPED_BITS(<<, static_cast<std::uint32_t>(a) << (b & 31))
NODECPP_TYPED_BITS(>>, a >> (b & 31))
#undef NODECPP_TYPED_BITS
template <class L, class R>
  requires detail::WithWholeElement<L, R>
[[gnu::always_inline]] constexpr num ushr(const L& left, const R& right) noexcept {
  return num(static_cast<std::uint32_t>(detail::WholeElement::low(left)) >> (detail::WholeElement::low(right) & 31));
}

// `sum += array[i]` for a plain arithmetic variable computes as a num does and converts the result to the variable's
// type. Sums of integers are computed without converting to double.
#define NODECPP_TYPED_ASSIGN(op, isSum)                                                       \
  template <detail::PlainNumber L, class T>                                                   \
  [[gnu::always_inline]] constexpr L& operator op##=(L& left, const TypedNumber<T>& right) {  \
    const double value = right.valueOf();                                                     \
    if constexpr (isSum && std::integral<L> && sizeof(L) <= 4 && detail::isWholeElement<TypedNumber<T>>) \
      return left = detail::WholeElement::sum(left, right, 0 op 1);                           \
    else if constexpr (std::same_as<L, double>)                                               \
      return left = (num(left) op num(value)).valueOf();                                      \
    else                                                                                      \
      return left = static_cast<L>(num(left) op num(value));                                  \
  }
NODECPP_TYPED_ASSIGN(+, true)
NODECPP_TYPED_ASSIGN(-, true)
NODECPP_TYPED_ASSIGN(*, false)
NODECPP_TYPED_ASSIGN(/, false)
NODECPP_TYPED_ASSIGN(%, false)
NODECPP_TYPED_ASSIGN(&, false)
NODECPP_TYPED_ASSIGN(|, false)
NODECPP_TYPED_ASSIGN(^, false)
NODECPP_TYPED_ASSIGN(<<, false)
NODECPP_TYPED_ASSIGN(>>, false)
#undef NODECPP_TYPED_ASSIGN

// The result of array[i]. An assignment in the same expression writes to the array with ECMAScript's conversion, and is
// ignored when there is no such element. A variable (`auto x = array[i]`) is an independent number. The reference to
// the array is valid only in the statement that made the TypedElement.
template <class T>
class TypedElement : public TypedNumber<T> {
 public:
  [[gnu::always_inline]] TypedElement(const TypedArray<T>& array, std::size_t index) noexcept : array_(&array), index_(index) {}
  [[gnu::always_inline]] TypedElement(const TypedArray<T>& array, std::size_t index, T value) noexcept
      : TypedNumber<T>(value), array_(&array), index_(index) {}
  TypedElement(const TypedElement&) = default;
  // With an integer on the other side, `found ? array[i] : 0`, the compiler cannot decide which value to convert, and the
  // program does not compile. Without this constructor the result would be an int, which cannot hold all elements.
  template <std::integral I>
    requires(!std::same_as<typename detail::PlainElement<T>::type, int>)
  TypedElement(I value) noexcept : TypedNumber<T>(detail::elementOf<T>(value)), array_(nullptr), index_(0) {}

  // The assignments return the assigned value, which may differ from the converted value that the array stores.
  template <class V>
    requires detail::Arithmetic<V> || std::constructible_from<num, const V&>
  [[gnu::always_inline]] auto operator=(const V& value) const&& {
    if constexpr (std::integral<V>) {
      array_->put(index_, detail::elementOf<T>(value));
      return value;
    } else {
      const num number(value);
      array_->put(index_, detail::elementOf<T>(number.valueOf()));
      return number;
    }
  }
  [[gnu::always_inline]] num operator=(const TypedElement& value) const&& { return put(value); }
  TypedElement& operator=(const TypedElement& value) & = default;
  // JavaScript's [list[i], list[j]] = [list[j], list[i]] is written swap(list[i], list[j]).
  friend void swap(TypedElement&& a, TypedElement&& b) {
    const num first = a.valueOf();
    a.put(b.valueOf());
    b.put(first);
  }
  template <class V>
    requires std::constructible_from<num, const V&>
  TypedElement& operator=(const V& value) & {
    const num number(value);
    static_cast<num&>(*this) = number;
    if constexpr (detail::isWholeElement<TypedElement>) this->plain_ = static_cast<typename TypedNumber<T>::Plain>(toInt32(number.valueOf()));
    this->isThere_ = true;
    return *this;
  }
#define NODECPP_TYPED_ASSIGN(op)                                                                      \
  [[gnu::always_inline]] num operator op##=(num with) const&& { return put(num(this->valueOf()) op with); } \
  TypedElement& operator op##=(num with) & { return *this = num(this->valueOf()) op with; }
  NODECPP_OPERATORS(NODECPP_TYPED_ASSIGN)
#undef NODECPP_TYPED_ASSIGN
  template <detail::SmallWhole V>
    requires detail::isWholeElement<TypedElement>
  [[gnu::always_inline]] num operator+=(const V& with) const&& {
    return putSum(with, detail::WholeElement::wide(with));
  }
  template <detail::SmallWhole V>
    requires detail::isWholeElement<TypedElement>
  [[gnu::always_inline]] num operator-=(const V& with) const&& {
    return putSum(with, -detail::WholeElement::wide(with));
  }
  num operator++() const&& { return put(num(this->valueOf()) + 1); }
  num operator--() const&& { return put(num(this->valueOf()) - 1); }
  num operator++(int) const&& { return put(num(this->valueOf()) + 1) - 1; }
  num operator--(int) const&& { return put(num(this->valueOf()) - 1) + 1; }
  num operator++() & { return *this += 1; }
  num operator--() & { return *this -= 1; }
  num operator++(int) & { return (*this += 1) - 1; }
  num operator--(int) & { return (*this -= 1) + 1; }

 private:
  // Adds `wide` to the element, where `wide` is the value of `with` or its negation.
  template <class V>
  [[gnu::always_inline]] num putSum(const V& with, std::int64_t wide) const {
    if (!detail::WholeElement::isThere(with)) [[unlikely]]
      return put(num());
    if (!this->isThere_) [[unlikely]]
      return num();
    const std::int64_t sum = std::int64_t(this->plain_) + wide;
    array_->put(index_, detail::elementOf<T>(sum));
    return num(sum);
  }
  [[gnu::always_inline]] num put(num value) const {
    array_->put(index_, detail::elementOf<T>(value.valueOf()));
    return value;
  }

  const TypedArray<T>* array_;
  std::size_t index_;
};

namespace detail {

// The types for an array of Ts: the type of a value that is read, the type of array[i], and the element type of lists.
template <class T>
struct ElementTypes {
  using Value = TypedNumber<T>;
  using Slot = TypedElement<T>;
  using Item = num;
  struct Mark {};
  [[gnu::always_inline]] static Value valueOf(T element) noexcept { return Value(element); }
  static Value missing() noexcept { return {}; }
  // Converts a value of the program to an element of type T.
  template <class V>
  [[gnu::always_inline]] static T elementOf(const V& value) {
    if constexpr (std::integral<V>)
      return detail::elementOf<T>(value);
    else
      return detail::elementOf<T>(num(value).valueOf());
  }
};
// Whether a V can become an element of type T. For arrays of numbers these are numbers and types that JavaScript
// converts to a number, for arrays of BigInts BigInts and integers.
template <class V, class T>
concept ElementLike = std::constructible_from<typename ElementTypes<T>::Item, const V&> &&
                      (!isBigKind<T> || detail::ConvertsTo<const V&, typename ElementTypes<T>::Item>);

template <class T>
struct PlainOf<TypedNumber<T>> {
  using type = num;
};
template <class T>
struct PlainOf<TypedElement<T>> {
  using type = num;
};

}  // namespace detail
}  // namespace nodecpp
