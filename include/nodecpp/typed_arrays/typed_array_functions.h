// The definitions of the functions of typed arrays, declared in nodecpp/typed_arrays/typed_array_forward.h. They access
// each type of array through TypedAccess. Programs include nodecpp/typed_arrays.h.
#pragma once

#include <nodecpp/array.h>
#include <nodecpp/array/array_functions.h>
#include <nodecpp/array/array_sort.h>
#include <nodecpp/iterator.h>
#include <nodecpp/typed_arrays/typed_array_forward.h>
#include <nodecpp/typed_arrays/typed_element.h>

namespace nodecpp {

namespace detail {

// Sorts in place, in ECMAScript's order of numbers: -0 before 0, NaN last.
void sortElements(ElementKind kind, char* items, std::size_t count);
// Copies elements between ranges that may overlap. When other threads may share the memory, each element is copied by
// one atomic access.
void moveElements(ElementKind kind, bool shared, char* to, const char* from, std::size_t count) noexcept;
[[noreturn]] void throwTypedIndex();
[[noreturn]] void throwTypedOffset();
[[noreturn]] void throwNoBigInt(double number);
// hasFarBytes returns whether these bytes are inside of a DataView, including bytes beyond its limit for direct access.
// throwOutsideView throws the error of the function `name` for bytes that are not inside.
[[gnu::pure, gnu::cold]] bool hasFarBytes(const ViewBody* view, std::size_t at, std::size_t bytes) noexcept;
[[noreturn]] void throwOutsideView(const ViewBody& view, std::size_t at, const char* name);

// The functions below access an array through TypedAccess, defined in nodecpp/typed_arrays.h. Reading an element that
// does not exist, also because the array has just become shorter, gives the value of a missing element.
template <class S>
struct TypedAccess;
template <class S>
using TypedValue = decltype(TypedAccess<S>::value(std::declval<const S&>(), 0));

// Calls until(element, index, array) for each element until it returns true.
template <class S, class F>
void eachTyped(const S& self, const char* name, F until) {
  const S held = self;  // the function may drop the last other reference to the array
  const std::size_t size = TypedAccess<S>::valid(held, name);
  for (std::size_t i = 0; i < size; ++i)
    if (until(TypedAccess<S>::value(held, i), std::ptrdiff_t(i), held)) return;
}
template <bool last, class S, class F>
std::ptrdiff_t placeTyped(const S& self, const char* name, F& f) {
  const S held = self;
  const std::size_t size = TypedAccess<S>::valid(held, name);
  for (std::size_t step = 0; step < size; ++step) {
    const std::size_t i = last ? size - 1 - step : step;
    if (isTrue(callWithFewer(f, TypedAccess<S>::value(held, i), std::ptrdiff_t(i), held))) return std::ptrdiff_t(i);
  }
  return -1;
}
template <class S>
void reverseTyped(const S& array, std::size_t size) {
  using Access = TypedAccess<S>;
  for (std::size_t i = 0, j = size; i + 1 < j; ++i) {
    const auto left = Access::element(array, i), right = Access::element(array, --j);
    Access::put(array, i, right);
    Access::put(array, j, left);
  }
}
template <class S, class F>
void sortTyped(const S& self, std::size_t size, F& compare) {
  using Access = TypedAccess<S>;
  using Value = TypedValue<S>;
  if (size < 2) return;
  const S held = self;
  Array<typename Access::Element> items;
  ArrayAccess::reserve(items, size);
  for (std::size_t i = 0; i < size; ++i) items.push(Access::element(held, i));
  Sorting<typename Access::Element> sorting(ArrayAccess::items(items), size);
  // A compare function that returns nothing treats all elements as equal, as one that returns undefined does in
  // JavaScript.
  auto inOrder = [&](const auto& a, const auto& b) -> double {
    using Order = std::remove_cvref_t<decltype(callWithFewer(compare, Value(Access::valueOf(a)), Value(Access::valueOf(b))))>;
    if constexpr (std::is_void_v<Order> || std::same_as<Order, Undefined>) {
      callWithFewer(compare, Value(Access::valueOf(a)), Value(Access::valueOf(b)));
      return 0;
    } else {
      return double(callWithFewer(compare, Value(Access::valueOf(a)), Value(Access::valueOf(b))));
    }
  };
  sorting.sort(inOrder);
  for (std::size_t i = 0; i < size; ++i) Access::put(held, i, sorting[i]);
}

template <class S>
auto TypedFunctions::at(this const S& self, double index) {
  const double from = fromEnd(index, TypedAccess<S>::valid(self, "at"));
  return from >= 0 && from < 9007199254740992.0 ? TypedAccess<S>::value(self, std::size_t(from)) : TypedAccess<S>::value(self, SIZE_MAX);
}
template <class S, class V>
auto TypedFunctions::with(this const S& self, double index, const V& value) {
  const std::size_t size = TypedAccess<S>::valid(self, "with");
  const double at = fromEnd(index, size);
  const auto element = TypedAccess<S>::elementOf(value);
  if (!(at >= 0 && at < double(TypedAccess<S>::size(self)))) throwTypedIndex();
  auto copy = TypedAccess<S>::copied(self, size);
  TypedAccess<decltype(copy)>::put(copy, std::size_t(at), element);
  return copy;
}
template <class S, class F>
auto TypedFunctions::forEach(this const S& self, F&& f NODECPP_NOESCAPE) {
  eachTyped(self, "forEach", [&](const auto& element, std::ptrdiff_t i, const S& array) {
    callWithFewer(f, element, i, array);
    return false;
  });
}
template <class S, class F>
auto TypedFunctions::map(this const S& self, F&& f NODECPP_NOESCAPE) {
  const S held = self;
  const std::size_t size = TypedAccess<S>::valid(held, "map");
  S mapped = TypedAccess<S>::fresh(size);
  for (std::size_t i = 0; i < size; ++i)
    TypedAccess<S>::put(mapped, i, TypedAccess<S>::elementOf(callWithFewer(f, TypedAccess<S>::value(held, i), std::ptrdiff_t(i), held)));
  return mapped;
}
template <class S, class F>
auto TypedFunctions::filter(this const S& self, F&& f NODECPP_NOESCAPE) {
  using Element = typename TypedAccess<S>::Element;
  Array<Element> kept;
  eachTyped(self, "filter", [&](const auto& element, std::ptrdiff_t i, const S& array) {
    if (isTrue(callWithFewer(f, element, i, array))) kept.push(TypedAccess<S>::elementOf(element));
    return false;
  });
  S out = TypedAccess<S>::fresh(kept.size());
  for (std::size_t i = 0; i < kept.size(); ++i) TypedAccess<S>::put(out, i, ArrayAccess::items(kept)[i]);
  return out;
}
template <class S, class F>
auto TypedFunctions::find(this const S& self, F&& f NODECPP_NOESCAPE) {
  const std::ptrdiff_t at = placeTyped<false>(self, "find", f);
  return TypedAccess<S>::value(self, std::size_t(at));
}
template <class S, class F>
auto TypedFunctions::findIndex(this const S& self, F&& f NODECPP_NOESCAPE) {
  return placeTyped<false>(self, "findIndex", f);
}
template <class S, class F>
auto TypedFunctions::findLast(this const S& self, F&& f NODECPP_NOESCAPE) {
  const std::ptrdiff_t at = placeTyped<true>(self, "findLast", f);
  return TypedAccess<S>::value(self, std::size_t(at));
}
template <class S, class F>
auto TypedFunctions::findLastIndex(this const S& self, F&& f NODECPP_NOESCAPE) {
  return placeTyped<true>(self, "findLastIndex", f);
}
template <class S, class F>
auto TypedFunctions::some(this const S& self, F&& f NODECPP_NOESCAPE) {
  return placeTyped<false>(self, "some", f) >= 0;
}
template <class S, class F>
auto TypedFunctions::every(this const S& self, F&& f NODECPP_NOESCAPE) {
  bool all = true;
  eachTyped(self, "every", [&](const auto& element, std::ptrdiff_t i, const S& array) {
    all = isTrue(callWithFewer(f, element, i, array));
    return !all;
  });
  return all;
}
template <class S, class F, class R>
auto TypedFunctions::reduce(this const S& self, F&& f NODECPP_NOESCAPE, R first) {
  typename ReducedTo<F, R, TypedValue<S>, std::ptrdiff_t, const S&>::type result(std::move(first));
  eachTyped(self, "reduce", [&](const auto& element, std::ptrdiff_t i, const S& array) {
    result = callWithFewer(f, std::move(result), element, i, array);
    return false;
  });
  return result;
}
template <class S, class F>
auto TypedFunctions::reduce(this const S& self, F&& f NODECPP_NOESCAPE) {
  if (TypedAccess<S>::valid(self, "reduce") == 0) throwReduceOfEmpty();
  Plain<TypedValue<S>> result = TypedAccess<S>::value(self, 0);
  eachTyped(self, "reduce", [&](const auto& element, std::ptrdiff_t i, const S& array) {
    if (i > 0) result = callWithFewer(f, std::move(result), element, i, array);
    return false;
  });
  return result;
}
template <class S, class F, class R>
auto TypedFunctions::reduceRight(this const S& self, F&& f NODECPP_NOESCAPE, R first) {
  typename ReducedTo<F, R, TypedValue<S>, std::ptrdiff_t, const S&>::type result(std::move(first));
  const S held = self;
  for (std::size_t i = TypedAccess<S>::valid(held, "reduceRight"); i-- > 0;)
    result = callWithFewer(f, std::move(result), TypedAccess<S>::value(held, i), std::ptrdiff_t(i), held);
  return result;
}
template <class S, class F>
auto TypedFunctions::reduceRight(this const S& self, F&& f NODECPP_NOESCAPE) {
  const S held = self;
  std::size_t i = TypedAccess<S>::valid(held, "reduceRight");
  if (i == 0) throwReduceOfEmpty();
  Plain<TypedValue<S>> result = TypedAccess<S>::value(held, --i);
  while (i-- > 0) result = callWithFewer(f, std::move(result), TypedAccess<S>::value(held, i), std::ptrdiff_t(i), held);
  return result;
}
template <class S, class V>
auto TypedFunctions::indexOf(this const S& self, const V& value, double from) {
  const std::size_t size = TypedAccess<S>::valid(self, "indexOf");
  for (std::size_t i = placeOf(from, size); i < size; ++i)
    if (strictlyEqual(TypedAccess<S>::value(self, i), value)) return std::ptrdiff_t(i);
  return std::ptrdiff_t(-1);
}
template <class S, class V>
auto TypedFunctions::lastIndexOf(this const S& self, const V& value, double from) {
  const std::size_t size = TypedAccess<S>::valid(self, "lastIndexOf");
  const double last = fromEnd(from, size);
  if (last < 0) return std::ptrdiff_t(-1);
  for (std::size_t i = last < double(size) ? std::size_t(last) + 1 : size; i-- > 0;)
    if (strictlyEqual(TypedAccess<S>::value(self, i), value)) return std::ptrdiff_t(i);
  return std::ptrdiff_t(-1);
}
template <class S, class V>
auto TypedFunctions::includes(this const S& self, const V& value, double from) {
  const std::size_t size = TypedAccess<S>::valid(self, "includes");
  for (std::size_t i = placeOf(from, size); i < size; ++i) {
    const auto element = TypedAccess<S>::value(self, i);
    if (strictlyEqual(element, value) || bothNaN(element, value)) return true;
  }
  return false;
}
template <class S>
auto TypedFunctions::join(this const S& self, StringArg separator) {
  const std::size_t size = TypedAccess<S>::valid(self, "join");
  String all;
  for (std::size_t i = 0; i < size; ++i) {
    if (i > 0) all += separator;
    all += str(Plain<TypedValue<S>>(TypedAccess<S>::value(self, i)));
  }
  return all;
}
template <class S, class V>
auto TypedFunctions::fill(this const S& self, const V& value, double from, double to) {
  const std::size_t size = TypedAccess<S>::valid(self, "fill");
  const auto element = TypedAccess<S>::elementOf(value);
  const std::size_t end = placeOf(to, size);
  const std::size_t start = placeOf(from, size);
  if (start < end) TypedAccess<S>::fill(self, start, end, element);
  return self;
}
template <class S>
auto TypedFunctions::copyWithin(this const S& self, double target, double from, double to) {
  const std::size_t size = TypedAccess<S>::valid(self, "copyWithin");
  const std::size_t at = placeOf(target, size), start = placeOf(from, size), end = placeOf(to, size);
  if (start < end && at < size) {
    const std::size_t room = size - at, count = end - start < room ? end - start : room;
    TypedAccess<S>::move(self, at, start, count);
  }
  return self;
}
template <class S>
auto TypedFunctions::reverse(this const S& self) {
  reverseTyped(self, TypedAccess<S>::valid(self, "reverse"));
  return self;
}
template <class S>
auto TypedFunctions::sort(this const S& self) {
  TypedAccess<S>::sort(self, TypedAccess<S>::valid(self, "sort"));
  return self;
}
template <class S, class F>
auto TypedFunctions::sort(this const S& self, F&& compare NODECPP_NOESCAPE) {
  sortTyped(self, TypedAccess<S>::valid(self, "sort"), compare);
  return self;
}
template <class S>
auto TypedFunctions::toReversed(this const S& self) {
  const std::size_t size = TypedAccess<S>::valid(self, "toReversed");
  auto copy = TypedAccess<S>::copied(self, size);
  reverseTyped(copy, size);
  return copy;
}
template <class S>
auto TypedFunctions::toSorted(this const S& self) {
  const std::size_t size = TypedAccess<S>::valid(self, "toSorted");
  auto copy = TypedAccess<S>::copied(self, size);
  TypedAccess<decltype(copy)>::sort(copy, size);
  return copy;
}
template <class S, class F>
auto TypedFunctions::toSorted(this const S& self, F&& compare NODECPP_NOESCAPE) {
  const std::size_t size = TypedAccess<S>::valid(self, "toSorted");
  auto copy = TypedAccess<S>::copied(self, size);
  sortTyped(copy, size, compare);
  return copy;
}

// These classes tell what an iterator of a typed array gives (see ListIteration).
struct TypedSize {
  template <class S>
  static std::size_t size(const S& array) {
    return TypedAccess<S>::valid(array, nullptr);
  }
};
struct TypedValueAt : TypedSize {
  template <class S>
  static auto of(const S& array, std::size_t at) {
    return Plain<TypedValue<S>>(TypedAccess<S>::value(array, at));
  }
};
struct TypedKeyAt : TypedSize {
  template <class S>
  static std::ptrdiff_t of(const S&, std::size_t at) {
    return std::ptrdiff_t(at);
  }
};
struct TypedEntryAt : TypedSize {
  template <class S>
  static ArrayEntry<Plain<TypedValue<S>>> of(const S& array, std::size_t at) {
    return {std::ptrdiff_t(at), TypedAccess<S>::value(array, at)};
  }
};

}  // namespace detail
}  // namespace nodecpp
