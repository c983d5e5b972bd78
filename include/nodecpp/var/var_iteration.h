// The functions of Array that call a function, or take any number of elements, for a var. Programs include nodecpp/var.h.
#pragma once

#include <nodecpp/array/array_spread.h>
#include <nodecpp/traits.h>
#include <nodecpp/var/var_text.h>

namespace nodecpp::detail {

// Each function calls f(element), f(element, index) or f(element, index, array), as many arguments as f takes, and throws a
// TypeError ("v.map is not a function") when the var is not an array. As in JavaScript, elements that f adds are not
// visited, and neither are elements that f removes. Holes are visited only by find and its like, as undefined. The var is
// held during the call, so that f may assign to the variable that it came from.
struct VarIteration : VarText {
  template <class V, class F>
  void forEach(this const V& v, F&& f NODECPP_NOESCAPE) {
    using Var = VarFor<V>;
    const Var& self = v;
    self.needArray("forEach");
    const Var held(self);
    for (std::size_t i = 0, size = held.length(); i < size; ++i)
      if (held.hasElement(i)) callWithFewer(f, held.get(i), std::size_t(i), held);
  }
  template <class V, class F>
  VarFor<V> map(this const V& v, F&& f NODECPP_NOESCAPE) {
    using Var = VarFor<V>;
    const Var& self = v;
    self.needArray("map");
    const Var held(self);
    const std::size_t size = held.length();
    Var out = Var::array();
    out.setLength(size);
    for (std::size_t i = 0; i < size; ++i)
      if (held.hasElement(i)) out.inArray()->data[i] = Var(callWithFewer(f, held.get(i), std::size_t(i), held));
    return out;
  }
  // The first N elements, for `auto [a, b] = v.first<2>();`. Those that the array does not have are undefined.
  template <std::size_t N, class V>
  FirstOf<VarFor<V>, N> first(this const V& v) {
    const VarFor<V>& self = v;
    self.needArray("first");
    Array<VarFor<V>> list;
    for (std::size_t i = 0; i < N; ++i) list.push(self.get(i));
    return FirstOf<VarFor<V>, N>(list);
  }
  // Returns an array of the results of f for the elements. A result that is an array contributes its elements.
  template <class V, class F>
  VarFor<V> flatMap(this const V& v, F&& f NODECPP_NOESCAPE) {
    const VarFor<V>& self = v;
    self.needArray("flatMap");
    return self.map(std::forward<F>(f)).flat();
  }
  template <class V, class F>
  VarFor<V> filter(this const V& v, F&& f NODECPP_NOESCAPE) {
    using Var = VarFor<V>;
    const Var& self = v;
    self.needArray("filter");
    Var out = Var::array();
    self.forEach([&](const Var& element, std::size_t index, const Var& list) {
      if (callWithFewer(f, element, index, list)) out.append(element);
    });
    return out;
  }
  // The functions that search return undefined, or -1, when f is true for no element.
  template <class V, class F>
  VarFor<V> find(this const V& v, F&& f NODECPP_NOESCAPE) {
    const VarFor<V>& self = v;
    self.needArray("find");
    VarFor<V> found;
    searchFor<false>(self, f, found);
    return found;
  }
  template <class V, class F>
  std::ptrdiff_t findIndex(this const V& v, F&& f NODECPP_NOESCAPE) {
    const VarFor<V>& self = v;
    self.needArray("findIndex");
    VarFor<V> found;
    return searchFor<false>(self, f, found);
  }
  template <class V, class F>
  VarFor<V> findLast(this const V& v, F&& f NODECPP_NOESCAPE) {
    const VarFor<V>& self = v;
    self.needArray("findLast");
    VarFor<V> found;
    searchFor<true>(self, f, found);
    return found;
  }
  template <class V, class F>
  std::ptrdiff_t findLastIndex(this const V& v, F&& f NODECPP_NOESCAPE) {
    const VarFor<V>& self = v;
    self.needArray("findLastIndex");
    VarFor<V> found;
    return searchFor<true>(self, f, found);
  }
  template <class V, class F>
  bool some(this const V& v, F&& f NODECPP_NOESCAPE) {
    using Var = VarFor<V>;
    const Var& self = v;
    self.needArray("some");
    const Var held(self);
    for (std::size_t i = 0, size = held.length(); i < size; ++i)
      if (held.hasElement(i) && callWithFewer(f, held.get(i), std::size_t(i), held)) return true;
    return false;
  }
  template <class V, class F>
  bool every(this const V& v, F&& f NODECPP_NOESCAPE) {
    using Var = VarFor<V>;
    const Var& self = v;
    self.needArray("every");
    return !self.some(
        [&](const Var& element, std::size_t index, const Var& list) { return !callWithFewer(f, element, index, list); });
  }
  // Calls f(result so far, element, index). Without a first result the first element is the first result, and an empty
  // array throws a TypeError.
  template <class V, class F>
  VarFor<V> reduce(this const V& v, F&& f NODECPP_NOESCAPE, VarFor<V> first) {
    using Var = VarFor<V>;
    const Var& self = v;
    self.needArray("reduce");
    self.forEach([&](const Var& element, std::size_t index, const Var& list) {
      first = Var(callWithFewer(f, std::as_const(first), element, index, list));
    });
    return first;
  }
  template <class V, class F>
  VarFor<V> reduce(this const V& v, F&& f NODECPP_NOESCAPE) {
    using Var = VarFor<V>;
    const Var& self = v;
    self.needArray("reduce");
    bool begun = false;
    Var result;
    self.forEach([&](const Var& element, std::size_t index, const Var& list) {
      result = detail::exchange(begun, true) ? Var(callWithFewer(f, std::as_const(result), element, index, list)) : element;
    });
    if (!begun) throwReduceOfEmpty();
    return result;
  }
  template <class V, class F>
  VarFor<V> reduceRight(this const V& v, F&& f NODECPP_NOESCAPE, VarFor<V> first) {
    using Var = VarFor<V>;
    const Var& self = v;
    self.needArray("reduceRight");
    const Var held(self);
    for (std::size_t i = held.length(); i-- > 0;)
      if (held.hasElement(i)) first = Var(callWithFewer(f, std::as_const(first), held.get(i), std::size_t(i), held));
    return first;
  }
  template <class V, class F>
  VarFor<V> reduceRight(this const V& v, F&& f NODECPP_NOESCAPE) {
    using Var = VarFor<V>;
    const Var& self = v;
    self.needArray("reduceRight");
    const Var held(self);
    std::size_t last = held.length();
    while (last > 0 && !held.hasElement(last - 1)) --last;
    if (last == 0) throwReduceOfEmpty();
    Var result = held.get(last - 1);
    for (std::size_t i = last - 1; i-- > 0;)
      if (held.hasElement(i)) result = Var(callWithFewer(f, std::as_const(result), held.get(i), std::size_t(i), held));
    return result;
  }
  // Sorts by the texts of the elements, or with a function that returns a negative number, zero or a positive number. As in
  // JavaScript, undefined in place of the function means the texts, and another value in a var is a TypeError.
  template <class V>
  VarFor<V> sort(this const V& v) {
    const VarFor<V> held(static_cast<const VarFor<V>&>(v));
    held.sortByText();
    return held;
  }
  template <class V, class F>
  VarFor<V> sort(this const V& v, F compare) {
    using Var = VarFor<V>;
    const Var held(static_cast<const Var&>(v));
    if constexpr (IsVar<F>) {
      if (compare.isUndefined()) return held.sort();
      if (!compare.isFunction()) Var::throwNoComparison(compare);
    }
    held.sortBy([](const Var& a, const Var& b, void* f) { return double((*static_cast<F*>(f))(a, b)); }, &compare);
    return held;
  }
  // Like sort, of a copy.
  template <class V, class... F>
  VarFor<V> toSorted(this const V& v, F... compare) {
    const VarFor<V>& self = v;
    return self.slice().sort(std::move(compare)...);
  }
  // Adds elements at the front of the array. Returns the new length.
  template <class V, class... T>
  std::ptrdiff_t unshift(this const V& v, T&&... elements) {
    const VarFor<V>& self = v;
    return self.unshiftAll({VarFor<V>(std::forward<T>(elements))...});
  }
  // Removes elements and inserts the others in their place: v.splice(1, 0, "a", spread(more)), or v.splice(1, 0, {"a"}).
  template <class V, class... T>
  VarFor<V> splice(this const V& v, std::ptrdiff_t start, std::ptrdiff_t deleteCount, T&&... elements) {
    const VarFor<V>& self = v;
    return self.spliceAll(start, deleteCount, spreadOut<VarFor<V>>(std::forward<T>(elements)...));
  }
  template <class V>
  VarFor<V> splice(this const V& v, std::ptrdiff_t start, std::ptrdiff_t deleteCount, std::initializer_list<VarFor<V>> elements) {
    const VarFor<V>& self = v;
    return self.spliceAll(start, deleteCount, elements);
  }
  template <class V>
  VarFor<V> splice(this const V& v, std::ptrdiff_t start) {
    return v.splice(start, PTRDIFF_MAX);
  }
  // Like splice, of a copy, which is returned.
  template <class V, class... T>
  VarFor<V> toSpliced(this const V& v, std::ptrdiff_t start, T&&... rest) {
    const VarFor<V>& self = v;
    self.needArray("toSpliced");
    const VarFor<V> out = self.slice().filled();
    out.splice(start, std::forward<T>(rest)...);
    return out;
  }
  // Returns a new array with the elements of this one and with `more`, of which an array contributes its elements. Of a
  // string: returns it with the texts of `more` behind it.
  template <class V, class... T>
  VarFor<V> concat(this const V& v, const T&... more) {
    const VarFor<V>& self = v;
    return self.concatAll({VarFor<V>(more)...});
  }

 private:
  // Returns the index of the first (or last) element for which f is true, or -1, and sets `found` to the element.
  template <bool last, class V, class F>
  static std::ptrdiff_t searchFor(const V& v, F& f, V& found) {
    const V held(v);
    const std::size_t all = held.length();
    for (std::size_t step = 0; step < all; ++step) {
      const std::size_t i = last ? all - 1 - step : step;
      const V element = held.get(i);
      if (!callWithFewer(f, element, std::size_t(i), held)) continue;
      found = element;
      return std::ptrdiff_t(i);
    }
    return -1;
  }
};

}  // namespace nodecpp::detail
