#include "regexp/char_set.h"

#include <algorithm>

#include "base/assertion.h"

namespace nodecpp::regexp {

void CharSet::add(char32_t first, char32_t last) {
  NODECPP_DEBUG_ASSERT(first <= last && last <= greatest, first, last);
  // Ranges are mostly added in ascending order, so the new range is appended.
  if (ranges_.empty() || ranges_.back().last + 1 < first) {
    ranges_.push_back({first, last});
    return;
  }
  auto from = std::ranges::lower_bound(ranges_, first, {}, [](const Range& each) { return each.last + 1; });
  auto to = from;
  NODECPP_DEBUG_ASSERT(from != ranges_.end());
  for (; to != ranges_.end() && to->first <= last + 1; ++to) {
    first = std::min(first, to->first);
    last = std::max(last, to->last);
  }
  if (from == to) {
    ranges_.insert(from, {first, last});
  } else {
    *from = {first, last};
    ranges_.erase(from + 1, to);
  }
}

void CharSet::add(const CharSet& more) {
  if (more.ranges_.size() < 8 || ranges_.empty()) {
    if (ranges_.empty()) {
      ranges_ = more.ranges_;
      return;
    }
    for (const Range& each : more.ranges_) add(each.first, each.last);
    return;
  }
  NODECPP_DEBUG_ASSERT(&more != this);
  std::vector<Range> all;
  all.reserve(ranges_.size() + more.ranges_.size());
  std::ranges::merge(ranges_, more.ranges_, std::back_inserter(all), {}, &Range::first, &Range::first);
  ranges_.clear();
  for (const Range& each : all) {
    if (!ranges_.empty() && each.first <= ranges_.back().last + 1)
      ranges_.back().last = std::max(ranges_.back().last, each.last);
    else
      ranges_.push_back(each);
  }
}

bool CharSet::meets(char32_t first, char32_t last) const noexcept {
  const auto found = std::ranges::lower_bound(ranges_, first, {}, &Range::last);
  return found != ranges_.end() && found->first <= last;
}
bool CharSet::has(char32_t code) const noexcept { return meets(code, code); }

std::size_t CharSet::count() const noexcept {
  std::size_t sum = 0;
  for (const Range& each : ranges_) sum += each.last - each.first + 1;
  return sum;
}

CharSet CharSet::inverted() const {
  CharSet out;
  char32_t from = 0;
  for (const Range& each : ranges_) {
    if (each.first > from) out.ranges_.push_back({from, each.first - 1});
    from = each.last + 1;
  }
  if (from <= greatest) out.ranges_.push_back({from, greatest});
  return out;
}

CharSet CharSet::intersected(const CharSet& other) const {
  CharSet out;
  auto a = ranges_.begin(), b = other.ranges_.begin();
  while (a != ranges_.end() && b != other.ranges_.end()) {
    const char32_t first = std::max(a->first, b->first), last = std::min(a->last, b->last);
    if (first <= last) out.ranges_.push_back({first, last});
    a->last < b->last ? void(++a) : void(++b);
  }
  return out;
}

CharSet CharSet::without(const CharSet& other) const { return intersected(other.inverted()); }

const CharSet& digits() {
  static const CharSet set{{'0', '9'}};
  return set;
}
const CharSet& wordCharacters() {
  static const CharSet set{{'0', '9'}, {'A', 'Z'}, {'_', '_'}, {'a', 'z'}};
  return set;
}
const CharSet& spaces() {
  static const CharSet set{{9, 13},           {' ', ' '},       {0xa0, 0xa0},     {0x1680, 0x1680}, {0x2000, 0x200a},
                           {0x2028, 0x2029}, {0x202f, 0x202f}, {0x205f, 0x205f}, {0x3000, 0x3000}, {0xfeff, 0xfeff}};
  return set;
}
const CharSet& lineEnds() {
  static const CharSet set{{'\n', '\n'}, {'\r', '\r'}, {0x2028, 0x2029}};
  return set;
}

}  // namespace nodecpp::regexp
