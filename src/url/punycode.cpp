#include "url/punycode.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/assertion.h"

namespace nodecpp::url::punycode {

namespace {

constexpr std::int64_t base = 36, tMin = 1, tMax = 26, skew = 38, damp = 700, initialBias = 72, initialCode = 0x80;
constexpr std::int64_t largest = 0x7fffffff;

std::int64_t adapt(std::int64_t delta, std::int64_t count, bool first) {
  NODECPP_DEBUG_ASSERT(delta >= 0 && count > 0, delta, count);
  delta /= first ? damp : 2;
  delta += delta / count;
  std::int64_t k = 0;
  for (; delta > (base - tMin) * tMax / 2; k += base) delta /= base - tMin;
  return k + (base - tMin + 1) * delta / (delta + skew);
}

std::int64_t threshold(std::int64_t k, std::int64_t bias) { return std::clamp(k - bias, tMin, tMax); }

void putNumber(std::string& out, std::int64_t number, std::int64_t bias) {
  NODECPP_DEBUG_ASSERT(number >= 0 && number <= largest, number);
  auto put = [&](std::int64_t digit) { out += char(digit < 26 ? 'a' + digit : '0' + (digit - 26)); };
  for (std::int64_t k = base;; k += base) {
    const std::int64_t t = threshold(k, bias);
    if (number < t) return put(number);
    put(t + (number - t) % (base - t));
    number = (number - t) / (base - t);
  }
}

// Removes a number from the front of `text` and returns it; -1 when there is none or it is too large.
std::int64_t takeNumber(std::string_view& text, std::int64_t bias) {
  std::int64_t number = 0, weight = 1;
  for (std::int64_t k = base; !text.empty(); k += base) {
    const char c = text.front();
    text.remove_prefix(1);
    const int digit = c >= 'a' && c <= 'z' ? c - 'a' : c >= '0' && c <= '9' ? c - '0' + 26 : -1;
    if (digit < 0) return -1;
    number += digit * weight;
    if (number > largest) return -1;
    const std::int64_t t = threshold(k, bias);
    if (digit < t) return number;
    weight *= base - t;
    if (weight > largest) return -1;
  }
  return -1;
}

// A Fenwick tree over the positions of a text. Counting the marked positions before a given one, and finding the n-th
// marked position, take logarithmic time.
class Places {
 public:
  explicit Places(std::size_t size) : sums_(size + 1) {}
  void add(std::size_t place, std::int32_t count) {
    NODECPP_DEBUG_ASSERT(place + 1 < sums_.size(), place, sums_.size());
    for (std::size_t i = place + 1; i < sums_.size(); i += i & -i) sums_[i] += count;
  }
  std::int64_t before(std::size_t place) const {
    NODECPP_DEBUG_ASSERT(place < sums_.size(), place, sums_.size());
    std::int64_t count = 0;
    for (std::size_t i = place; i > 0; i &= i - 1) count += sums_[i];
    return count;
  }
  // Returns the marked position that has `count` marked positions before it.
  std::size_t find(std::int64_t count) const {
    NODECPP_DEBUG_ASSERT(count >= 0, count);
    std::size_t at = 0;
    for (std::size_t step = std::bit_floor(sums_.size()); step > 0; step /= 2)
      if (at + step < sums_.size() && sums_[at + step] <= count) {
        at += step;
        count -= sums_[at];
      }
    return at;
  }

 private:
  std::vector<std::int32_t> sums_;
};

}  // namespace

// RFC 3492 finds each next code point by a loop over the whole label, which takes quadratic time. Here the code points
// are sorted first, and a Fenwick tree counts the smaller ones before each position.
bool encode(std::string& out, std::u32string_view label) {
  struct Inserted {
    char32_t code;
    std::uint32_t place;
  };
  std::vector<Inserted> inserted;
  Places present(label.size());
  for (std::uint32_t i = 0; i < label.size(); ++i) {
    if (label[i] >= initialCode) {
      inserted.push_back({label[i], i});
      continue;
    }
    out += char(label[i]);
    present.add(i, 1);
  }
  const std::size_t basic = label.size() - inserted.size();
  if (basic > 0) out += '-';
  std::ranges::sort(inserted, {}, [](const Inserted& one) { return std::pair(one.code, one.place); });

  std::int64_t code = initialCode, index = 0, bias = initialBias, count = std::int64_t(basic);
  for (const Inserted& one : inserted) {
    const std::int64_t before = present.before(one.place);
    NODECPP_DEBUG_ASSERT(std::int64_t(one.code) >= code && before <= count, one.code, code, before, count);
    const std::int64_t delta = (std::int64_t(one.code) - code) * (count + 1) + before - index;
    if (delta > largest) return false;
    putNumber(out, delta, bias);
    ++count;
    bias = adapt(delta, count, std::size_t(count) == basic + 1);
    code = one.code;
    index = before + 1;
    present.add(one.place, 1);
  }
  return true;
}

bool decode(std::u32string& out, std::string_view text) {
  std::string_view basic;
  if (const std::size_t hyphen = text.rfind('-'); hyphen != text.npos) {
    basic = text.substr(0, hyphen);
    text.remove_prefix(hyphen + 1);
  }
  struct Inserted {
    char32_t code;
    std::int64_t index;
  };
  std::vector<Inserted> inserted;
  std::int64_t code = initialCode, index = 0, bias = initialBias, count = std::int64_t(basic.size());
  while (!text.empty()) {
    const std::int64_t delta = takeNumber(text, bias);
    index += delta;
    if (delta < 0 || index > largest) return false;
    ++count;
    bias = adapt(delta, count, inserted.empty());
    code += index / count;
    if (code > 0x10ffff) return false;
    index %= count;
    inserted.push_back({char32_t(code), index++});
  }

  // An index counts only the code points inserted until then. So the last inserted code point is at its final position,
  // and each earlier one is found among the positions that the later ones leave free.
  NODECPP_ASSERT(std::size_t(count) == basic.size() + inserted.size(), count, inserted.size());
  out.assign(std::size_t(count), 0);
  Places left(out.size());
  for (std::size_t i = 0; i < out.size(); ++i) left.add(i, 1);
  for (std::size_t i = inserted.size(); i-- > 0;) {
    const std::size_t place = left.find(inserted[i].index);
    NODECPP_ASSERT(place < out.size(), place, out.size());
    out[place] = inserted[i].code;
    left.add(place, -1);
  }
  for (char32_t& one : out)
    if (one == 0 && !basic.empty()) {
      one = static_cast<unsigned char>(basic.front());
      basic.remove_prefix(1);
    }
  return true;
}

}  // namespace nodecpp::url::punycode
