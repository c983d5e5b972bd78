// What RegExp's functions give: a match, its named groups, and the places of its groups. Part of regexp.h.
#pragma once

#include <nodecpp/iterator.h>

namespace nodecpp {

// The groups of a match that have a name, each with its text, or with where that stands. Undefined where the pattern has no
// names; then, as in JavaScript, to look for one is a TypeError.
template <class T>
class RegExpGroups {
 public:
  RegExpGroups() : names_(Array<String>::undefined()), values_(Array<T>::undefined()) {}
  RegExpGroups(Array<String> names, Array<T> values) : names_(std::move(names)), values_(std::move(values)) {}

  // Undefined for a group that took no part, and for a name that there is not.
  T operator[](StringArg name) const {
    for (std::ptrdiff_t i = 0, count = names_.length(); i < count; ++i)
      if (names_[i] == name) return values_[i];
    return detail::undefinedOf<T>();
  }
  // JavaScript's Object.keys(groups) and Object.values(groups), in the order of the pattern.
  Array<String> keys() const { return names_.slice(); }
  Array<T> values() const { return values_.slice(); }
  bool hasOwn(StringArg name) const { return names_.includes(name.toString()); }

  static RegExpGroups undefined() { return {}; }
  // For the runtime: as a var, an object.
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

// From where to where each group stands, in UTF-16 units: [from, to], undefined for one that took no part. Flag d.
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

// A match: a list of the whole and of what each group took, undefined for one that took no part. It is false where there was
// none, JavaScript's null. What match() gives with flag g is such a list of all matches, whose index is -1.
class RegExpMatch : public Array<String> {
 public:
  RegExpMatch() : Array(Array::undefined()) {}
  RegExpMatch(std::nullptr_t) : RegExpMatch() {}
  explicit RegExpMatch(Array<String> texts) : Array(std::move(texts)) {}
  static RegExpMatch undefined() { return {}; }

  // Where the match begins, in UTF-16 units.
  std::ptrdiff_t index = -1;
  // The whole text; undefined of a list of all matches.
  String input = nodecpp::undefined;
  RegExpGroups<String> groups;
  RegExpIndices indices;

  // For the runtime: as a var it is an array with these properties, or null.
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
