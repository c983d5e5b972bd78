// The functions that all typed arrays have, Buffer among them. What they do is in nodecpp/typed_arrays/functions.h, which comes
// with nodecpp/typed_arrays.h: a program that calls them includes that.
// https://developer.mozilla.org/docs/Web/JavaScript/Reference/Global_Objects/TypedArray
#pragma once

#include <nodecpp/string/arg.h>

namespace nodecpp {

class ArrayBuffer;
template <class T>
class TypedArray;
template <class T>
class TypedElement;

namespace detail {

class ViewBase;
struct ViewBody;

// Functions take (element, index, array), or the first of these. As in JavaScript they see as many elements as there were
// at the beginning, as they are when their turn comes. A TypeError where the ArrayBuffer is detached, of each of them.
struct TypedFunctions {
  // From the end when negative; what is missing when there is none.
  template <class S>
  auto at(this const S& self, double index);
  // A copy with another element at `index`. A RangeError where there is none.
  template <class S, class V>
  auto with(this const S& self, double index, const V& value);

  template <class S, class F>
  auto forEach(this const S& self, F&& f NODECPP_NOESCAPE);
  // An array of the same type.
  template <class S, class F>
  auto map(this const S& self, F&& f NODECPP_NOESCAPE);
  template <class S, class F>
  auto filter(this const S& self, F&& f NODECPP_NOESCAPE);
  // What is found, else what is missing; its place, else -1.
  template <class S, class F>
  auto find(this const S& self, F&& f NODECPP_NOESCAPE);
  template <class S, class F>
  auto findIndex(this const S& self, F&& f NODECPP_NOESCAPE);
  template <class S, class F>
  auto findLast(this const S& self, F&& f NODECPP_NOESCAPE);
  template <class S, class F>
  auto findLastIndex(this const S& self, F&& f NODECPP_NOESCAPE);
  template <class S, class F>
  auto some(this const S& self, F&& f NODECPP_NOESCAPE);
  template <class S, class F>
  auto every(this const S& self, F&& f NODECPP_NOESCAPE);
  // f(result so far, element, index, array). Without a first result it is the first element; a TypeError when empty.
  template <class S, class F, class R>
  auto reduce(this const S& self, F&& f NODECPP_NOESCAPE, R first);
  template <class S, class F>
  auto reduce(this const S& self, F&& f NODECPP_NOESCAPE);
  template <class S, class F, class R>
  auto reduceRight(this const S& self, F&& f NODECPP_NOESCAPE, R first);
  template <class S, class F>
  auto reduceRight(this const S& self, F&& f NODECPP_NOESCAPE);

  // The place of the first or last element that equals `value`, or -1. includes() also finds NaN.
  template <class S, class V>
  auto indexOf(this const S& self, const V& value, double from = 0);
  template <class S, class V>
  auto lastIndexOf(this const S& self, const V& value, double from = __builtin_inf());
  template <class S, class V>
  auto includes(this const S& self, const V& value, double from = 0);

  // The texts of the elements.
  template <class S>
  auto join(this const S& self, StringArg separator = ",");

  // These change the array and return it.
  template <class S, class V>
  auto fill(this const S& self, const V& value, double from = 0, double to = __builtin_inf());
  template <class S>
  auto copyWithin(this const S& self, double target, double from = 0, double to = __builtin_inf());
  template <class S>
  auto reverse(this const S& self);
  // By number; or by a function that gives a number below, equal to or above 0, and stable.
  template <class S>
  auto sort(this const S& self);
  template <class S, class F>
  auto sort(this const S& self, F&& compare NODECPP_NOESCAPE);
  // New ones.
  template <class S>
  auto toReversed(this const S& self);
  template <class S>
  auto toSorted(this const S& self);
  template <class S, class F>
  auto toSorted(this const S& self, F&& compare NODECPP_NOESCAPE);
};

}  // namespace detail
}  // namespace nodecpp
