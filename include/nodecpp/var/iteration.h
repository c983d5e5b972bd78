// The functions of Array that call a function for each element, for a var. Programs include nodecpp/var.h.
#pragma once

#include <nodecpp/var/text.h>

namespace nodecpp::detail {

// Each function calls f(element), f(element, index) or f(element, index, array), as many arguments as f takes, and throws a
// TypeError ("v.map is not a function") when the var is not an array. As in JavaScript, elements that f adds are not
// visited, and neither are elements that f removes. Holes are visited only by find and its like, as undefined. The var is
// held during the call, so that f may assign to the variable that it came from.
struct VarIteration : VarText {
  template <class V, class F>
  void forEach(this const V& v, F&& f NODECPP_NOESCAPE) {
    v.needArray("forEach");
    const V held(v);
    for (std::size_t i = 0, size = held.length(); i < size; ++i)
      if (held.hasElement(i)) callWithFewer(f, held.get(i), std::size_t(i), held);
  }
  template <class V, class F>
  V map(this const V& v, F&& f NODECPP_NOESCAPE) {
    v.needArray("map");
    const V held(v);
    const std::size_t size = held.length();
    V out = V::array();
    out.setLength(size);
    for (std::size_t i = 0; i < size; ++i)
      if (held.hasElement(i)) out.inArray()->data[i] = V(callWithFewer(f, held.get(i), std::size_t(i), held));
    return out;
  }
  // Returns an array of the results of f for the elements. A result that is an array contributes its elements.
  template <class V, class F>
  V flatMap(this const V& v, F&& f NODECPP_NOESCAPE) {
    v.needArray("flatMap");
    return v.map(std::forward<F>(f)).flat();
  }
  template <class V, class F>
  V filter(this const V& v, F&& f NODECPP_NOESCAPE) {
    v.needArray("filter");
    V out = V::array();
    v.forEach([&](const V& element, std::size_t index, const V& list) {
      if (callWithFewer(f, element, index, list)) out.append(element);
    });
    return out;
  }
  // The functions that search return undefined, or -1, when f is true for no element.
  template <class V, class F>
  V find(this const V& v, F&& f NODECPP_NOESCAPE) {
    v.needArray("find");
    V found;
    searchFor<false>(v, f, found);
    return found;
  }
  template <class V, class F>
  std::ptrdiff_t findIndex(this const V& v, F&& f NODECPP_NOESCAPE) {
    v.needArray("findIndex");
    V found;
    return searchFor<false>(v, f, found);
  }
  template <class V, class F>
  V findLast(this const V& v, F&& f NODECPP_NOESCAPE) {
    v.needArray("findLast");
    V found;
    searchFor<true>(v, f, found);
    return found;
  }
  template <class V, class F>
  std::ptrdiff_t findLastIndex(this const V& v, F&& f NODECPP_NOESCAPE) {
    v.needArray("findLastIndex");
    V found;
    return searchFor<true>(v, f, found);
  }
  template <class V, class F>
  bool some(this const V& v, F&& f NODECPP_NOESCAPE) {
    v.needArray("some");
    const V held(v);
    for (std::size_t i = 0, size = held.length(); i < size; ++i)
      if (held.hasElement(i) && callWithFewer(f, held.get(i), std::size_t(i), held)) return true;
    return false;
  }
  template <class V, class F>
  bool every(this const V& v, F&& f NODECPP_NOESCAPE) {
    v.needArray("every");
    return !v.some(
        [&](const V& element, std::size_t index, const V& list) { return !callWithFewer(f, element, index, list); });
  }
  // Calls f(result so far, element, index). Without a first result the first element is the first result, and an empty
  // array throws a TypeError.
  template <class V, class F>
  V reduce(this const V& v, F&& f NODECPP_NOESCAPE, std::type_identity_t<V> first) {
    v.needArray("reduce");
    v.forEach([&](const V& element, std::size_t index, const V& list) {
      first = V(callWithFewer(f, std::as_const(first), element, index, list));
    });
    return first;
  }
  template <class V, class F>
  V reduce(this const V& v, F&& f NODECPP_NOESCAPE) {
    v.needArray("reduce");
    bool begun = false;
    V result;
    v.forEach([&](const V& element, std::size_t index, const V& list) {
      result = std::exchange(begun, true) ? V(callWithFewer(f, std::as_const(result), element, index, list)) : element;
    });
    if (!begun) throwReduceOfEmpty();
    return result;
  }
  template <class V, class F>
  V reduceRight(this const V& v, F&& f NODECPP_NOESCAPE, std::type_identity_t<V> first) {
    v.needArray("reduceRight");
    const V held(v);
    for (std::size_t i = held.length(); i-- > 0;)
      if (held.hasElement(i)) first = V(callWithFewer(f, std::as_const(first), held.get(i), std::size_t(i), held));
    return first;
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
