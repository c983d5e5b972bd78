// Counts the UTF-16 units of a String, and finds the place of a unit.
#include "base/text/string_units.h"

#include <algorithm>
#include <atomic>
#include <string>
#include <string_view>

#include "base/assertion.h"
#include "base/text/wide_text.h"

namespace nodecpp {

namespace units {

namespace {

constexpr std::size_t blockSize = 64;

// Counts the units of blockSize bytes. The sum fits into one byte, so that the compiler processes 16 bytes per vector
// instruction.
inline std::size_t countBlock(const char* from) noexcept {
  unsigned char sum = 0;
  for (std::size_t i = 0; i < blockSize; ++i)
    sum = static_cast<unsigned char>(sum + begins(from[i]) + (static_cast<unsigned char>(from[i]) >= 0xf0));
  return sum;
}

}  // namespace

std::size_t count(const char* from, const char* end) noexcept {
  std::size_t sum = 0;
  if (std::size_t(end - from) >= 4 * wide::least && wide::available()) {
    std::size_t counted = 0;
    sum = wide::units(from, std::size_t(end - from), counted);
    from += counted;
  }
  for (; std::size_t(end - from) >= blockSize; from += blockSize) sum += countBlock(from);
  for (; from < end; ++from) sum += std::size_t(begins(*from)) + (static_cast<unsigned char>(*from) >= 0xf0);
  return sum;
}

Place forward(std::string_view text, Place from, std::size_t unit) noexcept {
  NODECPP_DEBUG_ASSERT(from.unit <= unit && from.byte <= text.size(), from.unit, unit, from.byte, text.size());
  while (unit - from.unit >= blockSize && text.size() - from.byte >= blockSize) {
    const std::size_t more = countBlock(text.data() + from.byte);
    if (from.unit + more > unit) break;
    from = {from.byte + blockSize, from.unit + more};
  }
  for (; from.byte < text.size(); ++from.byte) {
    if (!begins(text[from.byte])) continue;
    const std::size_t more = of(text[from.byte]);
    if (from.unit + more > unit) break;
    from.unit += more;
  }
  return from;
}

Place backward(std::string_view text, Place from, std::size_t unit) noexcept {
  NODECPP_DEBUG_ASSERT(from.unit >= unit && from.byte <= text.size(), from.unit, unit, from.byte, text.size());
  while (from.unit - unit >= blockSize && from.byte >= blockSize) {
    const std::size_t less = countBlock(text.data() + from.byte - blockSize);
    if (from.unit - less <= unit) break;
    from = {from.byte - blockSize, from.unit - less};
  }
  while (from.unit > unit && from.byte > 0) {
    if (!begins(text[--from.byte])) continue;
    from.unit -= of(text[from.byte]);
  }
  return from;
}

std::u16string wide(std::string_view text) {
  std::u16string out;
  out.reserve(text.size());
  const char* end = text.data() + text.size();
  for (const char* from = text.data(); from < end; ++from) {
    if (!begins(*from)) continue;
    for (std::size_t half = 0; half < of(*from); ++half) out += at(from, end, half);
  }
  return out;
}

}  // namespace units

namespace {

using units::Place;

// The bits of a Block's flags that hold its mark. The highest bits have another use.
constexpr std::uint32_t markBits = 0x3fffffff;

// Identifies a text with remembered places. The mark of its block proves that the bytes have not changed.
struct Text {
  const char* data;
  const detail::Block* owner;
  std::uint32_t mark;
  bool operator==(const Text&) const = default;
};
// A place in a text that was asked for recently.
struct Remembered {
  Text text;
  std::uint32_t byte, unit;
};
// The length of a text that does not fit into the note of its String.
struct Counted {
  Text text;
  std::uint32_t size, units;
};
constexpr std::size_t slots = 8;
constinit thread_local Remembered remembered[slots]{};
constinit thread_local std::size_t recent = 0;
constinit thread_local Counted counted[2]{};
constinit thread_local std::size_t countedLast = 0;

// A request that is farther away than this probably comes from another reader of the same text, which gets an entry of
// its own.
constexpr std::size_t near = 1024;

std::uint32_t newMark() noexcept {
  static std::atomic<std::uint32_t> last{0};
  std::uint32_t mark = 0;
  do mark = (last.fetch_add(1, std::memory_order_relaxed) + 1) & markBits;
  while (mark == 0);
  return mark;
}

Text marked(const char* data, detail::Block* owner) noexcept {
  if (!owner) return {data, nullptr, 0};
  if ((owner->flags & markBits) == 0) owner->flags |= newMark();
  return {data, owner, owner->flags & markBits};
}

std::size_t distance(std::size_t a, std::size_t b) noexcept { return a > b ? a - b : b - a; }

}  // namespace

std::uint32_t StringParts::find(const String& s) noexcept {
  const std::string_view text(s.slice_.data, s.slice_.size);
  // Most texts are ASCII, and the test for ASCII is faster than counting.
  if (ascii::isAscii(text))
    noteAscii(s);
  else
    noteUnits(s, units::count(text.data(), text.data() + text.size()));
  return s.slice_.note;
}

std::size_t String::countUnits() const noexcept {
  if (!isSlice())
    return StringParts::isAscii(*this) ? inlined_.size
                                       : units::count(inlined_.bytes, inlined_.bytes + inlined_.size);
  const std::uint32_t found = slice_.note == unknown ? StringParts::find(*this) : slice_.note;
  if (found == allAscii) return slice_.size;
  if (found < allAscii) return slice_.size - (found & excessBits);
  const Text text = marked(slice_.data, slice_.owner);
  for (const Counted& one : counted)
    if (one.text == text && one.size == slice_.size) return one.units;
  Counted& one = counted[countedLast ^= 1];
  one = {text, slice_.size, std::uint32_t(units::count(slice_.data, slice_.data + slice_.size))};
  return one.units;
}

namespace {

// Finds a place by its byte or unit (`wanted`), starting from the nearest known place, and remembers it.
template <class Wanted, class Go>
Place nearest(std::string_view text, const Text& key, Place end, std::size_t at, Wanted wanted, Go go) {
  Place from{0, 0};
  std::size_t best = at, slot = slots;
  if (distance(wanted(end), at) < best) {
    from = end;
    best = distance(wanted(end), at);
  }
  for (std::size_t i = 0; i < slots; ++i) {
    const Remembered& one = remembered[i];
    if (!(one.text == key) || one.byte > text.size()) continue;
    const Place place{one.byte, one.unit};
    if (distance(wanted(place), at) >= best) continue;
    from = place;
    best = distance(wanted(place), at);
    slot = i;
  }
  const Place found = go(from);
  if (best > near || slot == slots) slot = (recent + 1) % slots;
  recent = slot;
  remembered[slot] = {key, std::uint32_t(found.byte), std::uint32_t(found.unit)};
  return found;
}

}  // namespace

Place StringParts::placeOf(const String& s, std::size_t unit) noexcept {
  const std::string_view text = units::view(s);
  // For a place near the beginning of the text, no remembered place is closer than the beginning.
  constexpr std::size_t few = 32;
  if (unit < few || !s.isSlice()) return units::forward(text, {0, 0}, unit);
  const Text key = marked(s.slice_.data, s.slice_.owner);
  Remembered& last = remembered[recent];
  if (last.text == key && last.byte <= text.size() && distance(last.unit, unit) <= few) {
    const Place from{last.byte, last.unit};
    const Place found = from.unit <= unit ? units::forward(text, from, unit) : units::backward(text, from, unit);
    last.byte = std::uint32_t(found.byte);
    last.unit = std::uint32_t(found.unit);
    return found;
  }
  const Place end{text.size(), std::size_t(s.length())};
  if (unit >= end.unit) return end;
  return nearest(text, key, end, unit, [](Place place) { return place.unit; }, [&](Place from) {
    return from.unit <= unit ? units::forward(text, from, unit) : units::backward(text, from, unit);
  });
}

std::size_t StringParts::unitsBefore(const String& s, std::size_t byte) noexcept {
  const std::string_view text = units::view(s);
  constexpr std::size_t few = 256;
  if (byte < few || !s.isSlice()) return units::count(text.data(), text.data() + byte);
  const Text key = marked(s.slice_.data, s.slice_.owner);
  const Place end{text.size(), std::size_t(s.length())};
  return nearest(text, key, end, byte, [](Place place) { return place.byte; }, [&](Place from) -> Place {
           if (from.byte <= byte) return {byte, from.unit + units::count(text.data() + from.byte, text.data() + byte)};
           return {byte, from.unit - units::count(text.data() + byte, text.data() + from.byte)};
         }).unit;
}

String::Words String::otherCharacter(std::size_t index, char none) const noexcept {
  const int unit = unitAt(index);
  if (unit < 0) return {0, std::uint64_t(static_cast<unsigned char>(none)) << 48};
  const unsigned code = unsigned(unit);
  if (code < 0x80) return ofAscii(code);
  if (code < 0x800) return {0x80c0u | code >> 6 | (code & 0x3f) << 8, 2ull << 56};
  return {0x8080e0u | code >> 12 | (code >> 6 & 0x3f) << 8 | (code & 0x3f) << 16, 3ull << 56};
}

int String::unitAt(std::size_t index) const noexcept {
  if (StringParts::isAscii(*this)) return NODECPP_FAILS(stringUnit, index >= size()) ? -1 : static_cast<unsigned char>(data()[index]);
  if (!isSlice()) {
    const std::string_view text = units::view(*this);
    const Place place = units::forward(text, {0, 0}, index);
    return place.byte < text.size() ? units::at(text.data() + place.byte, text.data() + text.size(), index - place.unit) : -1;
  }
  const char *from = slice_.data, *last = from + slice_.size;
  // A loop usually asks for a neighbour of the unit that it has asked for last.
  Remembered& place = remembered[recent];
  if (place.text.data == from && place.text.owner == slice_.owner && place.byte < slice_.size &&
      place.text.mark == (slice_.owner ? slice_.owner->flags & markBits : 0)) [[likely]] {
    const char* at = from + place.byte;
    std::size_t unit = place.unit;
    if (index == unit + units::of(*at)) {
      unit = index;
      do ++at;
      while (at < last && !units::begins(*at));
    } else if (index < unit && at > from) {
      do --at;
      while (at > from && !units::begins(*at));
      unit -= units::of(*at);
    }
    if (at < last && index - unit < units::of(*at)) [[likely]] {
      place.byte = std::uint32_t(at - from);
      place.unit = std::uint32_t(unit);
      return units::at(at, last, index - unit);
    }
  }
  const Place found = StringParts::placeOf(*this, index);
  if (found.byte >= slice_.size || found.unit > index) return -1;
  return units::at(from + found.byte, last, index - found.unit);
}

std::int32_t String::codePointAt(Index given) const noexcept {
  const std::size_t index = std::size_t(std::ptrdiff_t(given));
  const int unit = charCodeAt(given);
  if (unit < 0 || !utf8::isHighHalf(std::uint32_t(unit))) return unit;
  const int next = charCodeAt(std::ptrdiff_t(index) + 1);
  if (next < 0 || !utf8::isLowHalf(std::uint32_t(next))) return unit;
  return std::int32_t(utf8::joined(std::uint32_t(unit), std::uint32_t(next)));
}

String StringParts::part(const String& s, std::size_t from, std::size_t to) {
  NODECPP_DEBUG_ASSERT(from < to && to <= std::size_t(s.length()), from, to, s.length());
  // Malformed bytes may be in front of the first unit.
  const Place begin = from == 0 ? Place{0, 0} : placeOf(s, from), end = placeOf(s, to);
  const std::string_view text = units::view(s);
  if (begin.unit == from && end.unit == to) [[likely]] {
    String out = s.byteSlice(begin.byte, end.byte);
    if (out.size() > to - from) noteUnits(out, to - from);
    return out;
  }
  // The part begins or ends in the middle of a surrogate pair.
  const char* last = text.data() + text.size();
  std::string out;
  auto put = [&](std::size_t byte, std::size_t half) {
    utf8::append(out, units::at(text.data() + byte, last, half));
  };
  std::size_t first = begin.byte;
  if (begin.unit != from) {
    put(begin.byte, 1);
    do ++first;
    while (first < text.size() && !units::begins(text[first]));
  }
  if (end.byte > first) out += text.substr(first, end.byte - first);
  if (end.unit != to) put(end.byte, 0);
  return String::copyOf(out.data(), out.size());
}

String String::unitSlice(std::ptrdiff_t from, std::ptrdiff_t to) const {
  const bool plain = StringParts::isAscii(*this);
  const std::size_t units = plain ? size() : countUnits();
  auto place = [&](std::ptrdiff_t at) {
    if (at < 0) return std::size_t(std::max<std::ptrdiff_t>(0, at + std::ptrdiff_t(units)));
    return std::min(std::size_t(at), units);
  };
  const std::size_t begin = place(from), end = place(to);
  if (begin == 0 && end == units && size() > 0) return *this;
  if (begin >= end) return {};
  if (!plain) return StringParts::part(*this, begin, end);
  return asciiSlice(begin, end);
}

}  // namespace nodecpp
