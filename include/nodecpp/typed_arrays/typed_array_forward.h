// The declarations of the functions that all typed arrays and Buffer have. Their definitions are in
// nodecpp/typed_arrays/typed_array_functions.h, which nodecpp/typed_arrays.h includes, so a program that calls them includes
// nodecpp/typed_arrays.h.
// https://developer.mozilla.org/docs/Web/JavaScript/Reference/Global_Objects/TypedArray
#pragma once

#include <nodecpp/string/string_arg.h>

namespace nodecpp {

class ArrayBuffer;
template <class T>
class TypedArray;
template <class T>
class TypedElement;

namespace detail {

class ViewBase;
struct ViewBody;

// Functions that take a callback call it with (element, index, array), or with the first few of these. As in JavaScript
// the callback runs for as many elements as existed at the beginning, with the elements as they are when their turn
// comes. Each function throws a TypeError when the ArrayBuffer is detached.
struct TypedFunctions {
  // Returns the element at `index`, where a negative index counts from the end, or the value of a missing element.
  template <class S>
  auto at(this const S& self, double index);  // write #include <nodecpp/typed_arrays.h>
  // Returns a copy with another element at `index`. Throws a RangeError when `index` is out of range.
  template <class S, class V>
  auto with(this const S& self, double index, const V& value);  // write #include <nodecpp/typed_arrays.h>

  template <class S, class F>
  auto forEach(this const S& self, F&& f NODECPP_NOESCAPE);  // write #include <nodecpp/typed_arrays.h>
  // map and filter return a typed array of the same type.
  template <class S, class F>
  auto map(this const S& self, F&& f NODECPP_NOESCAPE);  // write #include <nodecpp/typed_arrays.h>
  template <class S, class F>
  auto filter(this const S& self, F&& f NODECPP_NOESCAPE);  // write #include <nodecpp/typed_arrays.h>
  // find and findLast return the element that was found, or the value of a missing element. findIndex and findLastIndex
  // return its index, or -1.
  template <class S, class F>
  auto find(this const S& self, F&& f NODECPP_NOESCAPE);  // write #include <nodecpp/typed_arrays.h>
  template <class S, class F>
  auto findIndex(this const S& self, F&& f NODECPP_NOESCAPE);  // write #include <nodecpp/typed_arrays.h>
  template <class S, class F>
  auto findLast(this const S& self, F&& f NODECPP_NOESCAPE);  // write #include <nodecpp/typed_arrays.h>
  template <class S, class F>
  auto findLastIndex(this const S& self, F&& f NODECPP_NOESCAPE);  // write #include <nodecpp/typed_arrays.h>
  template <class S, class F>
  auto some(this const S& self, F&& f NODECPP_NOESCAPE);  // write #include <nodecpp/typed_arrays.h>
  template <class S, class F>
  auto every(this const S& self, F&& f NODECPP_NOESCAPE);  // write #include <nodecpp/typed_arrays.h>
  // Calls f(result so far, element, index, array). Without a first result the first element is the first result, and an
  // empty array throws a TypeError.
  template <class S, class F, class R>
  auto reduce(this const S& self, F&& f NODECPP_NOESCAPE, R first);  // write #include <nodecpp/typed_arrays.h>
  template <class S, class F>
  auto reduce(this const S& self, F&& f NODECPP_NOESCAPE);  // write #include <nodecpp/typed_arrays.h>
  template <class S, class F, class R>
  auto reduceRight(this const S& self, F&& f NODECPP_NOESCAPE, R first);  // write #include <nodecpp/typed_arrays.h>
  template <class S, class F>
  auto reduceRight(this const S& self, F&& f NODECPP_NOESCAPE);  // write #include <nodecpp/typed_arrays.h>

  // Return the index of the first or last element that equals `value`, or -1. Only includes() finds NaN.
  template <class S, class V>
  auto indexOf(this const S& self, const V& value, double from = 0);  // write #include <nodecpp/typed_arrays.h>
  template <class S, class V>
  auto lastIndexOf(this const S& self, const V& value, double from = __builtin_inf());
  template <class S, class V>
  auto includes(this const S& self, const V& value, double from = 0);  // write #include <nodecpp/typed_arrays.h>

  // Returns the texts of the elements with the separator between them.
  template <class S>
  auto join(this const S& self, StringArg separator = ",");  // write #include <nodecpp/typed_arrays.h>

  // fill, copyWithin, reverse and sort change the array and return it.
  template <class S, class V>
  auto fill(this const S& self, const V& value, double from = 0, double to = __builtin_inf());
  template <class S>
  auto copyWithin(this const S& self, double target, double from = 0, double to = __builtin_inf());
  template <class S>
  auto reverse(this const S& self);  // write #include <nodecpp/typed_arrays.h>
  // Sorts by number, or with a function that returns a negative number, zero or a positive number. The sort is stable.
  template <class S>
  auto sort(this const S& self);  // write #include <nodecpp/typed_arrays.h>
  template <class S, class F>
  auto sort(this const S& self, F&& compare NODECPP_NOESCAPE);  // write #include <nodecpp/typed_arrays.h>
  // toReversed and toSorted return a new array.
  template <class S>
  auto toReversed(this const S& self);  // write #include <nodecpp/typed_arrays.h>
  template <class S>
  auto toSorted(this const S& self);  // write #include <nodecpp/typed_arrays.h>
  template <class S, class F>
  auto toSorted(this const S& self, F&& compare NODECPP_NOESCAPE);  // write #include <nodecpp/typed_arrays.h>
};

}  // namespace detail
}  // namespace nodecpp
