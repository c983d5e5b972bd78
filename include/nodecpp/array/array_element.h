// ArrayElement, the result of `list[i]`: a copy of the element that can be assigned to in the same expression, which
// changes the list. Programs include nodecpp/array.h.
#pragma once

#include <nodecpp/array/array_body.h>
#include <nodecpp/array/array_fields.h>
#include <nodecpp/array/array_forward.h>
#include <nodecpp/missing.h>
#include <nodecpp/traits.h>

#include <compare>
#include <concepts>
#include <cstddef>
#include <type_traits>
#include <utility>

namespace nodecpp {

namespace detail {

// The type that is stored for an element: `auto x = list[i]` gives an ArrayElement<T>, which must be stored as a T in
// another container.
template <class T>
struct PlainOf {
  using type = T;
};
template <class T>
struct PlainOf<ArrayElement<T>> {
  using type = T;
};
// The result of v["key"], which is a var together with its place, is kept as a var.
template <class T>
  requires requires { typename T::NodecppPlain; }
struct PlainOf<T> {
  using type = typename T::NodecppPlain;
};
template <class T>
using Plain = typename PlainOf<std::remove_cvref_t<T>>::type;
// Plain, but a string literal becomes a String. PlainOrText also turns a null pointer constant into a String, PlainText
// does not.
template <class T>
using PlainOrText = std::conditional_t<ConvertsTo<T, const char*>, String, Plain<T>>;
template <class T>
using PlainText = std::conditional_t<std::is_null_pointer_v<std::remove_cvref_t<T>>, Plain<T>, PlainOrText<T>>;

// Whether ArrayElement<T> can derive from T, and so has T's members.
template <class T>
inline constexpr bool derivable = std::is_class_v<T> && !std::is_final_v<T>;

// The result type of a look-up. A struct is const, because assigning to one of its fields would change only the copy.
template <class T>
using Given = std::conditional_t<std::is_aggregate_v<T> && std::is_class_v<T>, const T, T>;
// The object behind `list[i]->field = x`: a copy of the struct, which replaces the list's element at the end of the
// statement.
template <class T>
class ElementChange {
 public:
  ElementChange(const Array<T>& list, std::size_t index, const T& value) : list_(list), index_(index), value_(value) {}
  ElementChange(const ElementChange&) = delete;
  ~ElementChange() {
    if (index_ < list_.size()) std::swap(list_.items()[index_], value_);
  }
  T* operator->() [[clang::lifetimebound]] { return &value_; }

 private:
  const Array<T> list_;
  const std::size_t index_;
  T value_;
};
// Classes that are not references and have no operator-> of their own.
template <class T>
concept HasFieldsToChange = derivable<T> && !HasUndefined<T> && !HasNaN<T> && !requires(const T& t) { t.operator->(); };
template <class T>
using ElementOf = std::conditional_t<HasFieldsToChange<T>, const ArrayElement<T>, ArrayElement<T>>;

// The position of an element: an index of a list, or, for `rows[i][k]`, an index of the list that is itself the element
// at index `row` of another list.
template <class T>
struct ElementAt {
  const Array<T>* list;
  std::size_t index;
  const Array<Array<T>>* rows = nullptr;
  std::size_t row = 0;

  [[gnu::always_inline]] const Array<T>& where() const {
    if (NODECPP_FAILS(arrayRow, rows ? row >= rows->size() : !list)) [[unlikely]]
      throwUndefined();
    return rows ? rows->items()[row] : *list;
  }
  const T& put(T value) const { return where().put(index, std::move(value)); }
  // Gives the value of a missing element, or throws the RangeError. The position is passed by value: an object whose
  // address is passed to a function could not stay in registers.
  [[gnu::always_inline]] T onMissingElement() const {
    const Array<T>& list = where();
    if constexpr (HasUndefined<T> || HasNaN<T>)
      return list.onMissingElement(index);
    else
      throwOutOfRange(double(std::ptrdiff_t(index)), list.size());
  }
  // Whether the list still contains `value`, which was copied from this position.
  bool holds(const T& value) const { return list && index < list->size() && list->items()[index] == value; }
};

// A T with the element's value, together with the element's position.
template <class T>
struct ElementPlace : public T {
  template <class V>
  ElementPlace(const ElementAt<T>& place, V&& value) : T(std::forward<V>(value)), place_(place) {}

 protected:
  ElementAt<T> place_;
};
template <class T>
struct ChangingPlace : public ElementPlace<T> {
  using ElementPlace<T>::ElementPlace;
  ElementChange<T> operator->() const&& { return {this->place_.where(), this->place_.index, *this}; }
  // Only structured bindings find them, so that programs may have a get() of their own.
  template <std::size_t I>
  friend auto& get(ChangingPlace&& element) {
    return fieldAt<I>(static_cast<T&>(element));
  }
  template <std::size_t I>
  friend auto& get(const ChangingPlace& element) {
    return fieldAt<I>(static_cast<const T&>(element));
  }
};

// An index as JavaScript takes it: any number, a let of a number, or an element that is a number. A number that is not
// a valid index (negative, not an integer, NaN) becomes an index that no container has.
class ArrayIndex {
 public:
  template <class I>
    requires std::integral<I>
  constexpr ArrayIndex(I value) noexcept : value_(std::size_t(value)) {}
  template <class I>
    requires(!std::integral<I>) && detail::ConvertsTo<const I&, double>
  constexpr ArrayIndex(const I& number) noexcept : value_(placeAt(number)) {}
  constexpr std::size_t value() const noexcept { return value_; }
  // The index as a number, as JavaScript would print it in a message.
  constexpr double number() const noexcept { return double(std::ptrdiff_t(value_)); }

 private:
  std::size_t value_;
};

}  // namespace detail

// The result of `list[i]` for a class: a T with the element's value and all of T's members. An assignment in the same
// expression (`list[i] = x`, `list[i] += x`) changes the list. A named ArrayElement (`auto x = list[i]`) is an
// independent value, and assigning to it leaves the list unchanged. A temporary struct is const, so `list[i].field =
// x`, which would only change the copy, does not compile; `list[i]->field = x` changes the list's element, as it does
// where the elements are handles.
template <class T>
  requires detail::derivable<T>
class ArrayElement<T> : public std::conditional_t<detail::HasFieldsToChange<T>, detail::ChangingPlace<T>, detail::ElementPlace<T>> {
  using Place = std::conditional_t<detail::HasFieldsToChange<T>, detail::ChangingPlace<T>, detail::ElementPlace<T>>;
  using Place::place_;

 public:
  ArrayElement(const detail::ElementAt<T>& place, const T& value) : Place(place, value) {}
  ArrayElement(const detail::ElementAt<T>& place, T&& value) : Place(place, std::move(value)) {}
  ArrayElement(const ArrayElement&) = default;
  ArrayElement(ArrayElement&&) = default;

  // `rows[i][k]` gives back the row's reference before it reads the number, so that the compiler sees the reference
  // being added and removed next to each other and omits both. When the row is no longer in its list, as f() in
  // `rows[i][f()]` may cause, the reference is kept.
  decltype(auto) operator[](detail::ArrayIndex index) const&
    requires detail::IsArray<T>
  {
    return T::operator[](index);
  }
  [[gnu::always_inline]] decltype(auto) operator[](detail::ArrayIndex index) &&
    requires detail::IsArray<T>
  {
    // Tested first, because the compiler then sees in one stretch that the reference is added and removed.
    if (NODECPP_FAILS(nullArray, this->isUndefined())) [[unlikely]]
      detail::throwUndefined();
    return place_.holds(*this) ? T::elementOf(T::giveBack(), {nullptr, index.value(), place_.list, place_.index}, index)
                               : T::operator[](index);
  }

  // `list[i]["key"]` and `list[i][k]` for elements that are not lists. The operators above hide T's own operator[].
  // Without these two, C++ would convert an element that is a number to the index of a literal: "key"[list[i]].
  template <class K>
    requires(!detail::IsArray<T>) && requires(const T& element, const K& key) { element[key]; }
  decltype(auto) operator[](const K& key) const { return static_cast<const T&>(*this)[key]; }
  template <class K>
    requires(!detail::IsArray<T>) && requires(T& element, const K& key) { element[key]; }
  decltype(auto) operator[](const K& key) & { return static_cast<T&>(*this)[key]; }

  // Allows `found ? list[i] : ""` by converting a value that is in no list to an ArrayElement. A num and a double become
  // a double.
  template <class U>
    requires detail::ConvertsTo<U&&, T> && (!detail::DerivedFrom<std::remove_cvref_t<U>, T>) &&
             (!(detail::Arithmetic<T> && std::floating_point<std::remove_cvref_t<U>>))
  ArrayElement(U&& value) : Place({nullptr, 0}, static_cast<T>(std::forward<U>(value))) {}

  // Without a type of its own, as braces have none (`list[i] = {.name = "Ann"}`), a value is a T.
  template <class U = T>
    requires std::constructible_from<T, U&&> && (!std::same_as<T, String> || detail::ConvertsTo<U&&, T>)
  const T& operator=(U&& value) const&& {
    return place_.put(T(std::forward<U>(value)));
  }
  const T& operator=(const ArrayElement& value) const&& { return place_.put(T(static_cast<const T&>(value))); }
  // JavaScript's [list[i], list[j]] = [list[j], list[i]] is written swap(list[i], list[j]).
  friend void swap(const ArrayElement&& a, const ArrayElement&& b) {
    T first = a;
    a.place_.put(T(static_cast<const T&>(b)));
    b.place_.put(std::move(first));
  }
  template <class U = T>
    requires std::assignable_from<T&, U&&>
  ArrayElement& operator=(U&& value) & {
    static_cast<T&>(*this) = std::forward<U>(value);
    return *this;
  }
  ArrayElement& operator=(const ArrayElement& value) & {
    static_cast<T&>(*this) = static_cast<const T&>(value);
    return *this;
  }
#define NODECPP_ELEMENT_ASSIGN(op) \
  template <class U> \
    requires requires(T& value, U&& with) { value op##= std::forward<U>(with); } \
  const T& operator op##=(U&& with) const&& { \
    T value = *this; \
    value op##= std::forward<U>(with); \
    return place_.put(std::move(value)); \
  } \
  template <class U> \
    requires requires(T& value, U&& with) { value op##= std::forward<U>(with); } \
  ArrayElement& operator op##=(U&& with) & { \
    static_cast<T&>(*this) op##= std::forward<U>(with); \
    return *this; \
  }
  NODECPP_OPERATORS(NODECPP_ELEMENT_ASSIGN)
#undef NODECPP_ELEMENT_ASSIGN
#define NODECPP_ELEMENT_STEP(op) \
  T operator op() const&& \
    requires requires(T& value) { value op; } \
  { \
    T value = *this; \
    op value; \
    return place_.put(std::move(value)); \
  } \
  T operator op(int) const&& \
    requires requires(T& value) { value op; } \
  { \
    T before = *this, value = before; \
    op value; \
    place_.put(std::move(value)); \
    return before; \
  } \
  T operator op() & \
    requires requires(T& value) { value op; } \
  { \
    return op static_cast<T&>(*this); \
  } \
  T operator op(int) & \
    requires requires(T& value) { value op; } \
  { \
    return static_cast<T&>(*this) op; \
  }
  NODECPP_ELEMENT_STEP(++)
  NODECPP_ELEMENT_STEP(--)
#undef NODECPP_ELEMENT_STEP
};

// The result of `list[i]` for a number, an enumerator or a pointer, to which it converts.
template <class T>
  requires(!detail::derivable<T>)
class ArrayElement<T> {
 public:
  // `size` is the length of the list, for the message of a RangeError.
  ArrayElement(const detail::ElementAt<T>& place, T value, bool isThere, std::size_t size) noexcept
      : value_(value), isThere_(isThere), size_(size), place_(place) {}

  // With an integer on the other side, `found ? list[i] : 0`, the compiler cannot decide which value to convert, and the
  // program does not compile. Without this constructor the result would be an integer, without the fraction of list[i].
  template <std::integral I>
    requires std::floating_point<T>
  ArrayElement(I value) noexcept : ArrayElement({nullptr, 0}, T(value), true, 0) {}

  operator T() const { return value(); }
  T value() const {
    if (!isThere_) [[unlikely]] {
      if constexpr (detail::HasNaN<T>)
        return T(detail::missingNumber());
      else
        detail::throwOutOfRange(double(std::ptrdiff_t(place_.index)), size_);
    }
    return value_;
  }

  template <class U>
    requires detail::ConvertsTo<U&&, T>
  T operator=(U&& value) && {
    return place_.put(static_cast<T>(std::forward<U>(value)));
  }
  T operator=(const ArrayElement& value) && { return place_.put(value.value()); }
  friend void swap(ArrayElement&& a, ArrayElement&& b) {
    const T first = a.value();
    a.place_.put(b.value());
    b.place_.put(first);
  }
  template <class U>
    requires detail::ConvertsTo<U&&, T>
  ArrayElement& operator=(U&& value) & {
    value_ = static_cast<T>(std::forward<U>(value));
    isThere_ = true;
    return *this;
  }
  ArrayElement(const ArrayElement&) = default;
  ArrayElement& operator=(const ArrayElement& value) & {
    value_ = value.value();
    isThere_ = true;
    return *this;
  }

#define NODECPP_ELEMENT_ASSIGN(op) \
  template <class U> \
    requires detail::ConvertsTo<U&&, T> || std::is_arithmetic_v<T> \
  T operator op##=(U&& with) && { \
    return place_.put(static_cast<T>(value() op std::forward<U>(with))); \
  } \
  template <class U> \
  ArrayElement& operator op##=(U&& with) & { \
    value_ = static_cast<T>(value() op std::forward<U>(with)); \
    return *this; \
  }
  NODECPP_OPERATORS(NODECPP_ELEMENT_ASSIGN)
#undef NODECPP_ELEMENT_ASSIGN
  T operator++() && { return place_.put(T(value() + 1)); }
  T operator--() && { return place_.put(T(value() - 1)); }
  T operator++(int) && {
    T before = value();
    place_.put(T(before + 1));
    return before;
  }
  T operator--(int) && {
    T before = value();
    place_.put(T(before - 1));
    return before;
  }
  T operator++() & { return value_ = T(value() + 1); }
  T operator--() & { return value_ = T(value() - 1); }
  T operator++(int) & { return detail::exchange(value_, T(value() + 1)); }
  T operator--(int) & { return detail::exchange(value_, T(value() - 1)); }

  // Reaches the members of the object that the element points to.
  T operator->() const
    requires std::is_pointer_v<T>
  {
    return value();
  }

 private:
  T value_;
  bool isThere_;
  std::size_t size_;  // kept here because a named element may outlive the list
  detail::ElementAt<T> place_;
};

}  // namespace nodecpp
