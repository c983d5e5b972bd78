#include <algorithm>
#include <cmath>
#include <string_view>
#include <vector>

#include <nodecpp/map.h>

#include "util/value_node.h"

namespace nodecpp {

namespace {

using nodecpp::detail::propertiesOf;
using nodecpp::detail::ValueProperty;
using util::Value;
using Kind = Value::Kind;

class DeepEqual {
 public:
  bool equal(const Value& a, const Value& b) {
    if (a.isPrimitive() || b.isPrimitive()) return samePrimitive(a, b);
    const void* left = a.node() ? a.node()->identity : nullptr;
    const void* right = b.node() ? b.node()->identity : nullptr;
    if (left && left == right) return true;
    // Objects that contain each other in circles are equal when nothing else distinguishes them, so a pair that is
    // already being compared counts as equal.
    if (left && right) {
      std::pair both{left, right};
      if (std::find(open_.begin(), open_.end(), both) != open_.end()) return true;
      open_.push_back(both);
    }
    constexpr int deepest = 1000;
    if (++depth_ > deepest) throw RangeError("Maximum call stack size exceeded");
    bool same = sameContents(detail::described(a), detail::described(b));
    --depth_;
    if (left && right) open_.pop_back();
    return same;
  }

 private:
  static bool samePrimitive(const Value& a, const Value& b) {
    if (a.kind() != b.kind() || a.text() != b.text()) return false;
    if (std::isnan(a.number()) || std::isnan(b.number())) return std::isnan(a.number()) && std::isnan(b.number());
    return a.number() == b.number() && std::signbit(a.number()) == std::signbit(b.number());  // as Object.is: 0 is no -0
  }

  bool sameContents(const Value& a, const Value& b) {
    if (a.kind() != b.kind()) return false;
    if (a.isPrimitive()) return samePrimitive(a, b);
    if (a.kind() == Kind::function) return false;  // different function objects are never equal
    if (a.kind() == Kind::raw) return a.text() == b.text();
    const auto& left = *a.node();
    const auto& right = *b.node();
    if (left.name != right.name || left.items.size() != right.items.size()) return false;
    if (a.kind() == Kind::typedArray && !sameElements(left.view, right.view)) return false;
    if (a.kind() == Kind::arrayBuffer && !sameBytes(left.bytes, right.bytes)) return false;
    if (a.kind() == Kind::buffer && !left.buffer.equals(right.buffer)) return false;
    if (a.kind() == Kind::error &&
        (left.error->name != right.error->name || left.error->message != right.error->message))
      return false;
    return sameItems(a, b) && sameProperties(propertiesOf(a), propertiesOf(b));
  }

  static bool sameElements(const detail::ViewBase& a, const detail::ViewBase& b) {
    const std::size_t size = detail::ViewAccess::body(a)->length;
    return size == detail::ViewAccess::body(b)->length && detail::bytesOf(a).equals(detail::bytesOf(b));
  }
  static bool sameBytes(const ArrayBuffer& a, const ArrayBuffer& b) {
    return a.byteLength() == b.byteLength() && std::equal(a.store()->data, a.store()->data + a.store()->size, b.store()->data);
  }

  bool sameItems(const Value& a, const Value& b) {
    const auto& left = a.node()->items;
    const auto& right = b.node()->items;
    auto same = [&](const auto& x, const auto& y) { return equal(x.first, y.first) && equal(x.second, y.second); };
    if (a.kind() == Kind::array) return std::equal(left.begin(), left.end(), right.begin(), same);
    // The order of sets and maps does not matter. Primitive keys are looked up; objects are compared with all other
    // objects, as in Node.
    std::vector<bool> taken(right.size());
    Map<String, std::uint32_t> places;
    for (std::size_t i = 0; i < right.size(); ++i)
      if (right[i].first.isPrimitive()) places.set(keyText(right[i].first), std::uint32_t(i));
    return std::all_of(left.begin(), left.end(), [&](const auto& x) {
      if (x.first.isPrimitive()) {
        const std::uint32_t place = places.get(keyText(x.first), UINT32_MAX);
        return place != UINT32_MAX && same(x, right[place]);
      }
      for (std::size_t i = 0; i < right.size(); ++i) {
        if (taken[i] || right[i].first.isPrimitive() || !same(x, right[i])) continue;
        return bool(taken[i] = true);
      }
      return false;
    });
  }
  // Returns a text that identifies a primitive among all primitives.
  static String keyText(const Value& key) {
    return str(int(key.kind())) + " " + (key.kind() == Kind::string ? key.text() : str(key.number()) + " " + key.text());
  }

  bool sameProperties(const std::vector<ValueProperty>& left, const std::vector<ValueProperty>& right) {
    if (left.size() != right.size()) return false;
    nodecpp::detail::NameIndex index;
    auto text = [](const String& key) { return std::string_view(key.data(), key.size()); };
    auto keyAt = [&](std::uint32_t i) { return text(right[i].key); };
    for (std::uint32_t i = 0; i < left.size(); ++i) {
      // The properties mostly have the same order on both sides, so the same position is tried first.
      std::uint32_t at = i;
      if (right[i].key != left[i].key) {
        if (index.empty())
          for (std::uint32_t j = 0; j < right.size(); ++j) index.add(j, keyAt);
        at = index.find(text(left[i].key), keyAt);
      }
      if (at == index.none || !equal(left[i].value, right[at].value)) return false;
    }
    return true;
  }

  std::vector<std::pair<const void*, const void*>> open_;
  int depth_ = 0;
};

}  // namespace

bool util::isDeepStrictEqual(const Value& a, const Value& b) { return DeepEqual().equal(a, b); }

}  // namespace nodecpp
