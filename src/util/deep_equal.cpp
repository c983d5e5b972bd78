#include "util/deep_equal.h"

#include <algorithm>
#include <cmath>
#include <string_view>
#include <vector>

#include <nodecpp/map.h>

#include "util/value_node.h"

namespace nodecpp {

namespace {

using nodecpp::detail::Equality;
using nodecpp::detail::propertiesOf;
using nodecpp::detail::ValueProperty;
using util::Value;
using Kind = Value::Kind;

// Whether a printed text stands for a BigInt ("-12n") or a Symbol, which are primitives.
bool isBigIntText(const String& text) {
  const std::string_view all(text.data(), text.size());
  const std::size_t from = all.starts_with("-") ? 1 : 0;
  return all.size() > from + 1 && all.back() == 'n' &&
         std::all_of(all.begin() + std::ptrdiff_t(from), all.end() - 1, [](char c) { return c >= '0' && c <= '9'; });
}
bool isSymbolText(const String& text) { return text.startsWith("Symbol("); }

class DeepEqual {
 public:
  explicit DeepEqual(Equality by) : by_(by) {}

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
  bool samePrimitive(const Value& a, const Value& b) const {
    if (by_ == Equality::loose) {
      const Value left = detail::described(a), right = detail::described(b);
      if (detail::isObjectValue(left) || detail::isObjectValue(right)) return false;
      return detail::looselyEqual(left, right) || (std::isnan(left.number()) && std::isnan(right.number()));
    }
    if (a.kind() != b.kind() || a.text() != b.text()) return false;
    if (std::isnan(a.number()) || std::isnan(b.number())) return std::isnan(a.number()) && std::isnan(b.number());
    return a.number() == b.number() &&
           std::signbit(a.number()) == std::signbit(b.number());  // as Object.is: 0 is no -0
  }

  bool sameContents(const Value& a, const Value& b) {
    if (a.isPrimitive() || b.isPrimitive()) return samePrimitive(a, b);
    if (a.kind() != b.kind()) return false;
    if (a.kind() == Kind::function || a.kind() == Kind::promise) return false;  // different ones are never equal
    if (a.kind() == Kind::raw) return a.text() == b.text();
    const auto& left = *a.node();
    const auto& right = *b.node();
    if (by_ == Equality::strict && left.name != right.name) return false;
    if (by_ == Equality::partial ? left.items.size() < right.items.size() : left.items.size() != right.items.size())
      return false;
    if (a.kind() == Kind::typedArray &&
        (left.name != right.name || !sameBytes(detail::bytesOf(left.view), detail::bytesOf(right.view))))
      return false;
    if (a.kind() == Kind::arrayBuffer && !sameBytes(Buffer::from(left.bytes), Buffer::from(right.bytes))) return false;
    if (a.kind() == Kind::buffer && !sameBytes(left.buffer, right.buffer)) return false;
    if (a.kind() == Kind::error) {
      const bool anyMessage = by_ == Equality::partial && right.error->message.empty();
      if (left.error->name != right.error->name || (!anyMessage && left.error->message != right.error->message))
        return false;
    }
    return sameItems(a, b) && sameProperties(propertiesOf(a), propertiesOf(b));
  }

  // Whether the bytes are the same; for a partial comparison whether those of `b` occur in `a`, in this order.
  bool sameBytes(const Buffer& a, const Buffer& b) const {
    if (by_ != Equality::partial || a.size() == b.size()) return a.equals(b);
    std::size_t at = 0;
    for (std::size_t i = 0; i < b.size(); ++i, ++at) {
      while (at < a.size() && a.bytes()[at] != b.bytes()[i]) ++at;
      if (at >= a.size()) return false;
    }
    return true;
  }

  bool sameItems(const Value& a, const Value& b) {
    const auto& left = a.node()->items;
    const auto& right = b.node()->items;
    auto same = [&](const auto& x, const auto& y) { return equal(x.first, y.first) && equal(x.second, y.second); };
    if (a.kind() == Kind::array && by_ != Equality::partial)
      return std::equal(left.begin(), left.end(), right.begin(), same);
    if (a.kind() == Kind::array) {
      auto at = left.begin();
      return std::all_of(right.begin(), right.end(), [&](const auto& y) {
        at = std::find_if(at, left.end(), [&](const auto& x) { return same(x, y); });
        return at != left.end() && (++at, true);
      });
    }
    // The order of sets and maps does not matter. Primitive keys are looked up; objects are compared with all other
    // objects, as in Node.
    std::vector<bool> taken(left.size());
    Map<String, std::uint32_t> places;
    for (std::size_t i = 0; i < left.size(); ++i)
      if (left[i].first.isPrimitive()) places.set(keyText(left[i].first), std::uint32_t(i));
    // By the loose rules a primitive equals several others, so that those are searched which have the same text.
    if (by_ == Equality::loose)
      for (const auto& y : right)
        if (y.first.isPrimitive())
          if (const auto place = places.get(keyText(y.first), UINT32_MAX); place != UINT32_MAX) taken[place] = true;
    return std::all_of(right.begin(), right.end(), [&](const auto& y) {
      if (y.first.isPrimitive()) {
        const std::uint32_t place = places.get(keyText(y.first), UINT32_MAX);
        if (place != UINT32_MAX) return same(left[place], y);
        if (by_ != Equality::loose) return false;
      }
      for (std::size_t i = 0; i < left.size(); ++i) {
        if (taken[i] || left[i].first.isPrimitive() != y.first.isPrimitive() || !same(left[i], y)) continue;
        return bool(taken[i] = true);
      }
      return false;
    });
  }
  // Returns a text that identifies a primitive among all primitives.
  static String keyText(const Value& key) {
    return str(int(key.kind())) + " " +
           (key.kind() == Kind::string ? key.text() : str(key.number()) + " " + key.text());
  }

  bool sameProperties(const std::vector<ValueProperty>& left, const std::vector<ValueProperty>& right) {
    if (by_ == Equality::partial ? left.size() < right.size() : left.size() != right.size()) return false;
    nodecpp::detail::NameIndex index;
    auto text = [](const String& key) { return std::string_view(key.data(), key.size()); };
    auto keyAt = [&](std::uint32_t i) { return text(left[i].key); };
    for (std::uint32_t i = 0; i < right.size(); ++i) {
      // The properties mostly have the same order on both sides, so the same position is tried first.
      std::uint32_t at = i;
      if (left[i].key != right[i].key) {
        if (index.empty())
          for (std::uint32_t j = 0; j < left.size(); ++j) index.add(j, keyAt);
        at = index.find(text(right[i].key), keyAt);
      }
      if (at == index.none || !equal(left[at].value, right[i].value)) return false;
    }
    return true;
  }

  const Equality by_;
  std::vector<std::pair<const void*, const void*>> open_;
  int depth_ = 0;
};

}  // namespace

bool detail::isObjectValue(const Value& value) {
  if (value.kind() == Kind::raw) return !isBigIntText(value.text()) && !isSymbolText(value.text());
  return value.kind() > Kind::function;
}

bool detail::looselyEqual(const Value& a, const Value& b) {
  if (a.kind() <= Kind::null || b.kind() <= Kind::null) return a.kind() <= Kind::null && b.kind() <= Kind::null;
  const bool leftIsObject = a.kind() == Kind::function || isObjectValue(a);
  const bool rightIsObject = b.kind() == Kind::function || isObjectValue(b);
  if (leftIsObject && rightIsObject)
    return a.node() && b.node() && a.node()->identity && a.node()->identity == b.node()->identity;
  // A BigInt is compared by its digits, and an object by its text.
  auto simple = [](const Value& value) {
    if (value.kind() == Kind::raw && isBigIntText(value.text()))
      return Value::of(Kind::string, value.text().slice(0, value.text().length() - 1));
    return value.isPrimitive() ? value : Value::of(Kind::string, toJsString(value));
  };
  const bool areSymbols = a.kind() == Kind::raw && b.kind() == Kind::raw && isSymbolText(a.text());
  if (areSymbols) return a.text() == b.text();
  const Value left = simple(a), right = simple(b);
  if (left.kind() == Kind::string && right.kind() == Kind::string) return left.text() == right.text();
  return toJsNumber(left) == toJsNumber(right);
}

bool detail::deepEqual(const Value& a, const Value& b, Equality by) { return DeepEqual(by).equal(a, b); }

bool util::isDeepStrictEqual(const Value& a, const Value& b) { return detail::deepEqual(a, b, Equality::strict); }

}  // namespace nodecpp
