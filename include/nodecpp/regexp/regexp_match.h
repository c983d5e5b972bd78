// The results of RegExp's functions: a match, its named groups, and the positions of its groups. Part of regexp.h.
#pragma once

#include <nodecpp/iterator.h>

namespace nodecpp {

// The named groups of a match: for each name the matched text (T is String) or its position (T is a pair [from, to]).
// The object is undefined when the pattern has no named group; looking up a name is then a TypeError, as in JavaScript.
template <class T>
class RegExpGroups {
 public:
  RegExpGroups() : names_(Array<String>::undefined()), values_(Array<T>::undefined()) {}
  RegExpGroups(Array<String> names, Array<T> values) : names_(std::move(names)), values_(std::move(values)) {}

  // Returns the value of the group `name`, or undefined when the group took no part in the match or the pattern has no
  // group of this name.
  T operator[](StringArg name) const {
    for (std::ptrdiff_t i = 0, count = names_.length(); i < count; ++i)
      if (names_[i] == name) return values_[i];
    return detail::undefinedOf<T>();
  }
  // Return the names and the values of the groups, in the order in which the groups stand in the pattern, as
  // JavaScript's Object.keys(groups) and Object.values(groups) do.
  Array<String> keys() const { return names_.slice(); }
  Array<T> values() const { return values_.slice(); }
  bool hasOwn(StringArg name) const { return names_.includes(name.toString()); }

  static RegExpGroups undefined() { return {}; }
  // Used by the runtime to convert the groups to a var, which then holds an object.
  template <class V>
  V inVar() const {
    if (isUndefined()) return V(nodecpp::undefined);
    const V out = V::create(nullptr);
    for (std::ptrdiff_t i = 0; i < names_.length(); ++i) out.set(String(names_[i]), V(T(values_[i])));
    return out;
  }
  bool isUndefined() const noexcept { return names_.isUndefined(); }
  explicit operator bool() const noexcept { return !isUndefined(); }
  template <class Inspector>
  void inspectTo(Inspector& out) const {
    if (isUndefined()) return out.undefined();
    out.name("[Object: null prototype]");
    for (std::ptrdiff_t i = 0; i < names_.length(); ++i) out.property(String(names_[i]), T(values_[i]));
  }

 private:
  Array<String> names_;
  Array<T> values_;
};

// The positions of the match and of each group, present with flag d: [from, to] in UTF-16 units of the text. The entry
// of a group that took no part in the match is undefined.
class RegExpIndices : public Array<Array<std::ptrdiff_t>> {
  using Base = Array<Array<std::ptrdiff_t>>;

 public:
  RegExpIndices() : Base(Base::undefined()) {}
  explicit RegExpIndices(Base places) : Base(std::move(places)) {}
  static RegExpIndices undefined() { return {}; }

  RegExpGroups<Array<std::ptrdiff_t>> groups;

  template <class Inspector>
  void inspectTo(Inspector& out) const {
    if (isUndefined()) return out.undefined();
    for (const auto& each : static_cast<const Base&>(*this)) out.element(each);
    out.property("groups", groups);
  }
};

// A match: an array with the whole matched text first, followed by the text of each group. The entry of a group that
// took no part in the match is undefined. A RegExpMatch converts to false when nothing was found, where JavaScript
// gives null. String::match with flag g returns the texts of all matches in such an array, with an index of -1.
class RegExpMatch : public Array<String> {
 public:
  RegExpMatch() : Array(Array::undefined()) {}
  RegExpMatch(std::nullptr_t) : RegExpMatch() {}
  explicit RegExpMatch(Array<String> texts) : Array(std::move(texts)) {}
  // Used by the runtime.
  RegExpMatch(Array<String> texts, std::ptrdiff_t at, const String& text) : Array(std::move(texts)), index(at), input(text) {}
  static RegExpMatch undefined() { return {}; }

  // Where the match begins in `input`, in UTF-16 units; -1 in the list of all matches.
  std::ptrdiff_t index = -1;
  // The text that was searched; undefined in the list of all matches.
  String input = nodecpp::undefined;
  RegExpGroups<String> groups;
  RegExpIndices indices;

  // Used by the runtime to convert the match to a var: an array with the properties index, input, groups and indices,
  // or null when nothing was found.
  template <class V>
  V inVar() const {
    if (isUndefined()) return V(nullptr);
    const V out(static_cast<const Array<String>&>(*this));
    if (index < 0) return out;
    out.set("index", V(index)), out.set("input", V(input)), out.set("groups", groups.template inVar<V>());
    if (!indices) return out;
    const V places(static_cast<const Array<Array<std::ptrdiff_t>>&>(indices));
    places.set("groups", indices.groups.template inVar<V>());
    out.set("indices", places);
    return out;
  }
  friend bool operator==(const RegExpMatch& match, std::nullptr_t) noexcept { return match.isUndefined(); }
  template <class Inspector>
  void inspectTo(Inspector& out) const {
    if (isUndefined()) return out.value(nullptr);
    for (const auto& each : static_cast<const Array<String>&>(*this)) out.element(each);
    if (index < 0) return;
    out.property("index", index).property("input", input).property("groups", groups);
    if (indices) out.property("indices", indices);
  }
};

}  // namespace nodecpp
