// Searches in Strings, cuts and trims them. The search compares bytes. In UTF-8 no character begins inside another one,
// so the results are those of JavaScript's search of units, except for lone surrogates, which JavaScript also finds
// inside of pairs.
#include <nodecpp/error.h>
#include <nodecpp/string.h>

#include <algorithm>
#include <string>
#include <string_view>

#include "base/text/byte_search.h"
#include "base/text/string_build.h"
#include "base/text/string_units.h"

namespace nodecpp {

namespace {

using units::Place;


std::size_t clamp(std::ptrdiff_t index, std::size_t size) { return index < 0 ? 0 : std::min(std::size_t(index), size); }

// Tells whether `search` may be found in the middle of a surrogate pair.
bool mayBeHalf(std::string_view search) { return units::beginsLow(search) || units::endsHigh(search); }

// Returns the byte from which to search for a text that begins at unit `from` or later.
std::size_t byteFrom(const String& s, std::ptrdiff_t from) {
  if (from <= 0) return 0;
  if (StringParts::isAscii(s)) return std::min(std::size_t(from), s.size());
  const Place place = StringParts::placeOf(s, std::size_t(from));
  return place.unit < std::size_t(from) && place.byte < s.size() ? place.byte + 4 : place.byte;
}
std::ptrdiff_t unitsBefore(const String& s, std::size_t byte) {
  if (byte == units::npos) return -1;
  return std::ptrdiff_t(StringParts::isKnownAscii(s) ? byte : StringParts::unitsBefore(s, byte));
}

// Returns the length of one JavaScript white space character at the front of `s`, or 0 when there is none.
std::size_t leadingSpace(std::string_view s) {
  if (s.empty()) return 0;
  unsigned char c = static_cast<unsigned char>(s[0]);
  if (c == ' ' || (c >= 9 && c <= 13)) return 1;
  if (c < 0x80) return 0;
  for (std::string_view space : {"\xc2\xa0", "\xe1\x9a\x80", "\xe2\x80\xa8", "\xe2\x80\xa9", "\xe2\x80\xaf",
                                 "\xe2\x81\x9f", "\xe3\x80\x80", "\xef\xbb\xbf"})
    if (s.starts_with(space)) return space.size();
  if (s.size() >= 3 && s[0] == '\xe2' && s[1] == '\x80' && s[2] >= '\x80' && s[2] <= '\x8a') return 3;
  return 0;
}

std::size_t trailingSpace(std::string_view s) {
  if (s.empty()) return 0;
  if (static_cast<unsigned char>(s.back()) < 0x80) return leadingSpace(s.substr(s.size() - 1));
  for (std::size_t n : {1u, 2u, 3u})
    if (s.size() >= n && leadingSpace(s.substr(s.size() - n)) == n) return n;
  return 0;
}

}  // namespace

std::ptrdiff_t String::indexOf(detail::TextArg search, Index from) const noexcept {
  if (StringParts::isKnownAscii(*this))
    return std::ptrdiff_t(detail::findBytes(units::view(*this), units::view(search), clamp(from, size())));
  // When the text is not found, the units need not be counted.
  if (from <= 0 && !mayBeHalf(units::view(search)))
    return unitsBefore(*this, detail::findBytes(units::view(*this), units::view(search), 0));
  if (mayBeHalf(units::view(search)) && !StringParts::isAscii(*this))
    return std::ptrdiff_t(units::wide(units::view(*this)).find(units::wide(units::view(search)), clamp(from, PTRDIFF_MAX)));
  if (search.empty()) return std::ptrdiff_t(clamp(from, length()));
  return unitsBefore(*this, detail::findBytes(units::view(*this), units::view(search), byteFrom(*this, from)));
}

std::ptrdiff_t String::lastIndexOf(detail::TextArg search, Index from) const noexcept {
  if (mayBeHalf(units::view(search)) && !StringParts::isAscii(*this))
    return std::ptrdiff_t(units::wide(units::view(*this)).rfind(units::wide(units::view(search)), clamp(from, PTRDIFF_MAX)));
  if (search.empty()) return std::ptrdiff_t(clamp(from, length()));
  std::size_t byte = from < 0 ? 0 : units::npos;
  if (from > 0 && from != PTRDIFF_MAX)
    byte = StringParts::isAscii(*this) ? std::size_t(std::ptrdiff_t(from))
                                       : StringParts::placeOf(*this, std::size_t(std::ptrdiff_t(from))).byte;
  else if (from == 0)
    byte = 0;
  return unitsBefore(*this, units::view(*this).rfind(units::view(search), byte));
}

bool String::startsWith(detail::TextArg search, Index from) const noexcept {
  if (from <= 0 && units::view(*this).starts_with(units::view(search))) return true;
  if (mayBeHalf(units::view(search)) && !StringParts::isAscii(*this))
    return units::wide(units::view(*this)).substr(clamp(from, length())).starts_with(units::wide(units::view(search)));
  if (from <= 0) return false;
  if (!StringParts::isAscii(*this)) {
    const Place place = StringParts::placeOf(*this, std::size_t(std::ptrdiff_t(from)));
    // The second unit of a surrogate pair is at this index, so only an empty text is found here.
    if (place.unit < clamp(from, length())) return search.empty();
  }
  return units::view(*this).substr(byteFrom(*this, from)).starts_with(units::view(search));
}

bool String::endsWith(detail::TextArg search, Index end) const noexcept {
  if (end == PTRDIFF_MAX && units::view(*this).ends_with(units::view(search))) return true;
  if (mayBeHalf(units::view(search)) && !StringParts::isAscii(*this))
    return units::wide(units::view(*this)).substr(0, clamp(end, length())).ends_with(units::wide(units::view(search)));
  if (end == PTRDIFF_MAX) return false;
  const std::size_t unit = clamp(end, length());
  if (StringParts::isAscii(*this)) return units::view(*this).substr(0, unit).ends_with(units::view(search));
  const Place place = StringParts::placeOf(*this, unit);
  if (place.unit < unit) return search.empty();  // The part of the text ends with the first unit of a surrogate pair.
  return units::view(*this).substr(0, place.byte).ends_with(units::view(search));
}

String String::substring(Index from, Index to) const {
  const std::size_t units = length(), a = clamp(from, units), b = clamp(to, units);
  return slice(std::min(a, b), std::max(a, b));
}
String String::substr(Index from, Index count) const {
  const std::ptrdiff_t units = std::ptrdiff_t(length());
  const std::ptrdiff_t begin = from < 0 ? std::max<std::ptrdiff_t>(0, from + units) : std::min<std::ptrdiff_t>(from, units);
  if (count <= 0) return {};
  return slice(begin, begin + std::min<std::ptrdiff_t>(count, units - begin));
}

Array<String> String::split(detail::TextArg separator, detail::PieceLimit most) const {
  const std::size_t limit = most;
  Array<String> parts;
  if (limit == 0) return parts;
  if (separator.empty()) {  // An empty separator splits the text into units.
    if (limit >= size() && StringParts::isAscii(*this)) return detail::charactersOf(*this);
    const std::size_t all = length();
    for (std::size_t i = 0; i < all && parts.size() < limit; ++i) parts.push(charAt(i));
    return parts;
  }
  const std::string_view all = units::view(*this), what = units::view(separator);
  // The whole text is read anyway. Where it is ASCII, its parts are noted to be, too.
  const bool plain = StringParts::isKnownAscii(*this) || (limit >= all.size() && ascii::isAscii(all));
  std::size_t from = 0;
  while (parts.size() < limit) {
    const std::size_t at = detail::findBytes(all, what, from);
    parts.push(StringParts::piece(*this, plain, from, std::min(at, all.size())));
    if (at == units::npos) break;
    from = at + what.size();
  }
  return parts;
}

Array<String> detail::charactersOf(const String& text) {
  Array<String> all;
  if (StringParts::isAscii(text)) {
    ArrayAccess::reserve(all, text.size());
    for (std::size_t i = 0; i < text.size(); ++i) all.push(String::fromCharCode(text.data()[i]));
  } else {
    for (String character : text) all.push(std::move(character));
  }
  return all;
}

String String::trimStart() const {
  std::size_t from = 0;
  while (std::size_t n = leadingSpace(units::view(*this).substr(from))) from += n;
  return byteSlice(from);
}
String String::trimEnd() const {
  std::size_t to = size();
  while (std::size_t n = trailingSpace(units::view(*this).substr(0, to))) to -= n;
  return byteSlice(0, to);
}
String String::trim() const {
  std::string_view all = units::view(*this);
  std::size_t from = 0, to = all.size();
  while (std::size_t n = leadingSpace(all.substr(from))) from += n;
  while (to > from) {
    std::size_t n = trailingSpace(all.substr(from, to - from));
    if (n == 0) break;
    to -= n;
  }
  if (from == 0 && to == all.size()) return *this;
  return byteSlice(from, to);
}

namespace {

String padding(const String& fill, std::size_t units) {
  return fill.repeat(units / fill.length() + 1).slice(0, units);
}

}  // namespace

String String::padStart(Index wanted, detail::TextArg fill) const {
  const std::ptrdiff_t missing = wanted - std::ptrdiff_t(length());
  return missing <= 0 || fill.empty() ? *this : padding(fill.toString(), std::size_t(missing)) + *this;
}
String String::padEnd(Index wanted, detail::TextArg fill) const {
  const std::ptrdiff_t missing = wanted - std::ptrdiff_t(length());
  return missing <= 0 || fill.empty() ? *this : *this + padding(fill.toString(), std::size_t(missing));
}

bool String::isWellFormed() const noexcept {
  if (StringParts::isKnownAscii(*this)) return true;
  const char *at = data(), *last = at + size();
  for (; (at = static_cast<const char*>(std::memchr(at, 0xed, std::size_t(last - at)))); ++at)
    if (utf8::surrogateAt(at, last)) return false;
  return true;
}

String String::toWellFormed() const {
  if (isWellFormed()) return *this;
  // A lone surrogate and its replacement U+FFFD both have three bytes.
  return detail::buildString(size(), [&](char* to) {
    std::memcpy(to, data(), size());
    for (char *at = to, *last = to + size(); at < last; ++at)
      if (utf8::surrogateAt(at, last)) std::memcpy(at, "\xef\xbf\xbd", 3);
  });
}

String units::joined(String text) {
  const std::string_view all = units::view(text);
  std::string out;
  for (std::size_t at = 0; at < all.size();) {
    const std::size_t next = std::min(all.find('\xed', at), all.size());
    out += all.substr(at, next - at);
    at = next;
    if (at == all.size()) break;
    if (beginsLow(all.substr(at)) && endsHigh(out)) {
      char bytes[4];
      join(bytes, out, all.substr(at));
      out.resize(out.size() - 3);
      out.append(bytes, 4);
      at += 3;
    } else {
      out += all[at++];
    }
  }
  return String::copyOf(out.data(), out.size());
}

}  // namespace nodecpp
