// Makes, joins and compares Strings. Units are in string_units.cpp, searching in string_search.cpp, replacing in
// string_replace.cpp, case in string_case.cpp and normalization in string_normalize.cpp.
#include <nodecpp/error.h>
#include <nodecpp/string.h>

#include <algorithm>
#include <string_view>

#include "base/text/encoding.h"
#include "base/text/string_build.h"
#include "base/text/string_units.h"
#include "base/text/transcode.h"

namespace nodecpp {

void detail::throwStringTooLong() {
  throw codedError<Error>("ERR_STRING_TOO_LONG", "Cannot create a string longer than 0x1fffffe8 characters");
}

namespace {

// Copies at most 32 bytes as two overlapping moves, which is cheaper than a call of memcpy. The code uses
// __builtin_memcpy, because _FORTIFY_SOURCE replaces memcpy by a checked one. When the room at `to` is known only at
// run time, that one would make a call for each of the moves.
inline void copyFew(char* to, const char* from, std::size_t size) {
  auto two = [&]<class T>(T) {
    T first{}, last{};
    __builtin_memcpy(&first, from, sizeof(T));
    __builtin_memcpy(&last, from + size - sizeof(T), sizeof(T));
    __builtin_memcpy(to, &first, sizeof(T));
    __builtin_memcpy(to + size - sizeof(T), &last, sizeof(T));
  };
  struct Sixteen {
    std::uint64_t parts[2];
  };
  if (size >= 16)
    two(Sixteen{});
  else if (size >= 8)
    two(std::uint64_t{});
  else if (size >= 4)
    two(std::uint32_t{});
  else if (size >= 2)
    two(std::uint16_t{});
  else if (size == 1)
    *to = *from;
}

std::uint64_t wordAt(const char* at) {
  std::uint64_t word = 0;
  __builtin_memcpy(&word, at, sizeof word);
  return word;
}
using Double = unsigned __int128;
// Returns at most 16 bytes as two words, with the first byte in the lowest bits and zeros behind the last one.
Double doubleOf(const char* data, std::size_t size) {
  if (size <= 8) return size ? detail::fewBytes(data, size) : 0;
  // The last bytes are read as a word that overlaps the first one.
  return wordAt(data) | Double(wordAt(data + size - 8) >> (8 * (16 - size))) << 64;
}

}  // namespace

inline void String::setInlined(const char* data, std::size_t size, char state) noexcept {
  const std::uint64_t tag = std::uint64_t(size) << 56 | std::uint64_t(static_cast<unsigned char>(state)) << 48;
  if (size > sizeof(Double)) {
    setWords(wordAt(data), wordAt(data + 8), wordAt(data + size - 8) >> (8 * (24 - size)) | tag);
  } else {
    const Double bytes = doubleOf(data, size);
    setWords(std::uint64_t(bytes), std::uint64_t(bytes >> 64), tag);
  }
}

String String::asciiOf(const char* data, std::size_t size) {
  if (size == 0 || size >= sizeof(Inlined::bytes)) return copyOf(data, size);
  String out;
  out.setInlined(data, size, isAsciiState);
  return out;
}

String String::copyOf(const char* data, std::size_t size) {
  String out;
  if (fits(size, data + size)) {
    out.setInlined(data, size, 0);
    return out;
  }
  detail::checkStringSize(size);
  detail::Block* block = detail::Block::make(size);
  std::memcpy(block->bytes(), data, size);
  out.setSlice(block->bytes(), block, size, unknown);
  return out;
}

String String::sliceOf(detail::Block* owner, const char* data, std::size_t size) {
  if (size <= sizeof(Inlined::bytes)) return copyOf(data, size);
  detail::checkStringSize(size);
  String out;
  detail::Block::retain(owner);
  out.setSlice(data, owner, size, unknown);
  return out;
}

String String::fromStatic(const char* data, std::size_t size) noexcept {
  String out;
  out.setSlice(data, nullptr, size, unknown);
  return out;
}

String String::fromLatin1(const char* data, std::size_t size) {
  const std::size_t plain = detail::asciiPrefix(data, size);
  if (plain == size) return copyOf(data, size);
  std::size_t high = 0;
  // Adds in sums of one byte each, which allows the compiler to process 16 bytes per vector instruction.
  constexpr std::size_t step = 128;
  for (std::size_t from = plain; from < size; from += step) {
    unsigned char sum = 0;
    for (std::size_t i = from, end = std::min(size, from + step); i < end; ++i)
      sum = static_cast<unsigned char>(sum + (static_cast<unsigned char>(data[i]) >> 7));
    high += sum;
  }
  detail::checkStringSize(size + high);
  detail::Block* block = detail::Block::make(size + high);
  detail::latin1ToUtf8(data, size, block->bytes());
  String out = sliceOf(block, block->bytes(), size + high);
  detail::Block::drop(block);
  return out;
}

String String::asciiSlice(std::size_t from, std::size_t to) const {
  if (!isSlice() || to - from <= sizeof(Inlined::bytes)) return asciiOf(data() + from, to - from);
  String out;
  detail::Block::retain(slice_.owner);
  out.setSlice(slice_.data + from, slice_.owner, to - from, allAscii);
  return out;
}

String String::byteSlice(std::size_t from, std::size_t to) const {
  const std::size_t all = size();
  from = std::min(from, all);
  to = std::min(to, all);
  if (from >= to) return {};
  if (isNotedAscii()) return asciiSlice(from, to);
  return isSlice() ? sliceOf(slice_.owner, slice_.data + from, to - from) : copyOf(inlined_.bytes + from, to - from);
}

String String::printed() const {
  if (!isNullish()) return *this;
  return isNull() ? fromStatic("null", 4) : fromStatic("undefined", 9);
}
const String* StringArg::nullString() noexcept {
  static const String none(nullptr);
  return &none;
}

void String::appendUnit(std::uint32_t unit) {
  char bytes[4];
  *this += std::string_view(bytes, utf8::put(bytes, unit & 0xffff));
}
void String::appendCodePoint(double code) {
  if (!(code >= 0 && code <= 0x10ffff && code == double(std::uint32_t(code))))
    throw RangeError("Invalid code point " + str(code));
  char bytes[4];
  *this += std::string_view(bytes, utf8::put(bytes, std::uint32_t(code)));
}

String String::repeat(Index times) const {
  if (times < 0 || times == PTRDIFF_MAX)
    throw RangeError("Invalid count value: " + (times < 0 ? str(std::ptrdiff_t(times)) : str("Infinity")));
  const std::size_t count = std::size_t(std::ptrdiff_t(times));
  if (size() == 0 || count == 0) return {};
  if (count > detail::longestString / size()) throw RangeError("Invalid string length");
  const std::size_t total = size() * count;
  String out = detail::buildString(total, [&](char* to) {
    for (std::size_t i = 0; i < count; ++i) std::memcpy(to + i * size(), data(), size());
  });
  const std::string_view text = units::view(*this);
  return units::beginsLow(text) && units::endsHigh(text) ? units::joined(std::move(out)) : out;
}

namespace {

// Compares two texts that first differ at byte `at`, in a character from U+D000 on or in malformed bytes. There the
// order of bytes is not the order of UTF-16 units: a character that needs a surrogate pair is above all others as a
// code point, but its units are below U+E000.
int compareUnits(std::string_view a, std::string_view b, std::size_t at) noexcept {
  const int byBytes = static_cast<unsigned char>(a[at]) < static_cast<unsigned char>(b[at]) ? -1 : 1;
  if (units::begins(a[at]) != units::begins(b[at])) return byBytes;
  // Goes back to the first byte of the character, which is at the same place in both texts.
  while (at > 0 && !units::begins(a[at])) --at;
  const char *endA = a.data() + a.size(), *endB = b.data() + b.size();
  auto unit = [&](bool ofA, std::size_t byte, std::size_t half) -> int {
    return ofA ? units::at(a.data() + byte, endA, half) : units::at(b.data() + byte, endB, half);
  };
  if (const int first = unit(true, at, 0), other = unit(false, at, 0); first != other) return first < other ? -1 : 1;
  const bool pairInA = units::of(a[at]) == 2, pairInB = units::of(b[at]) == 2;
  if (pairInA && pairInB) return unit(true, at, 1) < unit(false, at, 1) ? -1 : 1;
  if (pairInA == pairInB) return byBytes;
  // One text has a surrogate pair, and the other has its first surrogate alone. The pair's second surrogate is compared
  // with the unit that follows the lone one, if there is one.
  const std::size_t next = at + 3;
  const int more = next >= (pairInA ? b : a).size() ? -1 : unit(!pairInA, next, 0);
  return (unit(pairInA, at, 1) < more) == pairInA ? -1 : 1;
}

}  // namespace

int String::compare(const StringArg& first, const StringArg& second) noexcept {
  if (first.isNullish() || second.isNullish()) [[unlikely]]
    return compare(first.toString().printed(), second.toString().printed());
  const std::string_view a = units::view(first), b = units::view(second);
  const std::size_t both = std::min(a.size(), b.size());
  std::size_t at = 0;
  for (std::uint64_t x = 0, y = 0; at + 8 <= both; at += 8) {
    std::memcpy(&x, a.data() + at, 8);
    std::memcpy(&y, b.data() + at, 8);
    if (x == y) continue;
    at += std::size_t(__builtin_ctzll(x ^ y)) / 8;
    break;
  }
  while (at < both && a[at] == b[at]) ++at;
  if (at == both) return a.size() < b.size() ? -1 : a.size() > b.size();
  const auto x = static_cast<unsigned char>(a[at]), y = static_cast<unsigned char>(b[at]);
  // No byte below 0xed begins a surrogate or a character above the surrogates.
  if (x < 0xed && y < 0xed && units::begins(a[at]) && units::begins(b[at])) [[likely]]
    return x < y ? -1 : 1;
  return compareUnits(a, b, at);
}

// The slow path of +=: for undefined, null or empty texts, for texts without enough room, for surrogates that may join
// to a pair, and for texts with noted units.
[[gnu::noinline]] String& String::appendWithSurrogates(const StringArg& more) {
  if (isNullish() || more.isNullish()) {
    const String added = more.toString().printed();
    *this = printed();
    return *this += added;
  }
  if (more.empty()) return *this;
  detail::Block* block = isSlice() ? slice_.owner : nullptr;
  if (!block || block->refs != 1 || *more.data() == '\xed') return *this = detail::concat(*this, more);
  // Counts only the units of the added text, so that the noted count of this text stays known.
  std::size_t known = 0;
  if (slice_.note != unknown && (slice_.note != allAscii || !ascii::isAscii(units::view(more))))
    known = length() + units::count(more.data(), more.data() + more.size());
  detail::checkStringSize(slice_.size + more.size());
  const std::size_t used = std::size_t(slice_.data - block->bytes()) + slice_.size;
  if (block->capacity - used >= more.size()) {
    block->flags = 0;
    std::memmove(block->bytes() + used, more.data(), more.size());
    slice_.size += std::uint32_t(more.size());
  } else {
    detail::Block* larger = detail::Block::make((slice_.size + more.size()) * 2);
    std::memcpy(larger->bytes(), slice_.data, slice_.size);
    std::memcpy(larger->bytes() + slice_.size, more.data(), more.size());
    slice_ = {larger->bytes(), larger, std::uint32_t(slice_.size + more.size()), slice_.note};
    detail::Block::drop(block);
  }
  if (known) StringParts::noteUnits(*this, known);
  return *this;
}

String& String::operator+=(detail::TextArg more) {
  const char* from = more.data();
  const std::size_t size = more.size();
  constexpr std::size_t few = 32;
  if (size - 1 >= few || *from == '\xed') [[unlikely]] {
    if (size == 0 && !more.origin() && !isNullish()) return *this;
    return appendWithSurrogates(more);
  }
  if (isSlice()) {
    // A block with only this reference and enough room is appended to in place, so that building a text with += does
    // not take quadratic time.
    detail::Block* block = slice_.owner;
    if (!block || block->refs != 1 || slice_.note != unknown) [[unlikely]]
      return appendWithSurrogates(more);
    const char* to = slice_.data + slice_.size;
    if (std::size_t(block->bytes() + block->capacity - to) < size || slice_.size > detail::longestString - few) [[unlikely]]
      return appendWithSurrogates(more);
    block->flags = 0;  // The block may have contained a longer text with remembered places. They are invalid now.
    // copyFew reads everything before it writes, as memmove does, because the added text may be a part of this text.
    copyFew(const_cast<char*>(to), from, size);
    slice_.size += std::uint32_t(size);
    return *this;
  }
  if ((inlined_.size == 0 && inlined_.bytes[22]) || !fits(inlined_.size + size, from + size)) [[unlikely]]
    return appendWithSurrogates(more);
  inlined_.bytes[22] = 0;  // The text may no longer be ASCII.
  copyFew(inlined_.bytes + inlined_.size, from, size);
  inlined_.size += static_cast<unsigned char>(size);
  return *this;
}

String detail::joinTexts(const String* texts, std::size_t count, StringArg separator) {
  if (separator.isNullish()) return joinTexts(texts, count, separator.toString().printed());
  std::size_t total = count ? (count - 1) * separator.size() : 0;
  // Texts that begin with half a surrogate pair may have to be joined with the text in front of them.
  bool mayBeginLow = separator.size() && *separator.data() == '\xed';
  for (std::size_t i = 0; i < count; ++i) {
    total += texts[i].size();
    mayBeginLow |= texts[i].size() && *texts[i].data() == '\xed';
  }
  if (mayBeginLow) {
    String text;
    for (std::size_t i = 0; i < count; ++i) {
      if (i) text += separator;
      if (!texts[i].isNullish()) text += texts[i];
    }
    return text;
  }
  return buildString(total, [&](char* to) {
    const char* const end = to + total;
    const auto put = [&to](const char* bytes, std::size_t size) {
      size <= 32 ? copyFew(to, bytes, size) : void(std::memcpy(to, bytes, size));
      to += size;
    };
    for (std::size_t i = 0; i < count; ++i) {
      if (i && separator.size()) put(separator.data(), separator.size());
      const char* const bytes = texts[i].data();
      if (bytes == static_cast<const void*>(&texts[i]) && std::size_t(end - to) >= sizeof(String)) {
        // The text is inside of the String, which is copied whole. What follows is written over the bytes behind the text.
        __builtin_memcpy(to, bytes, sizeof(String));
        to += texts[i].size();
      } else {
        put(bytes, texts[i].size());
      }
    }
  });
}

inline String StringParts::sum(const StringArg& a, const StringArg& b) {
  const std::size_t total = a.size() + b.size();
  String out;
  if (total <= sizeof(Double)) {
    const Double bytes = doubleOf(a.data(), a.size()) | doubleOf(b.data(), b.size()) << (8 * a.size());
    out.setWords(std::uint64_t(bytes), std::uint64_t(bytes >> 64), std::uint64_t(total) << 56);
    return out;
  }
  if (String::fits(total, b.data() + b.size())) {
    copyFew(out.inlined_.bytes, a.data(), a.size());
    copyFew(out.inlined_.bytes + a.size(), b.data(), b.size());
    out.inlined_.size = static_cast<unsigned char>(total);
    return out;
  }
  detail::checkStringSize(total);
  detail::Block* block = detail::Block::make(total);
  auto copy = [](char* to, const StringArg& from) {
    from.size() <= 32 ? copyFew(to, from.data(), from.size()) : void(std::memcpy(to, from.data(), from.size()));
  };
  copy(block->bytes(), a);
  copy(block->bytes() + a.size(), b);
  out.setSlice(block->bytes(), block, total, String::unknown);
  return out;
}

String detail::concat(StringArg a, StringArg b) {
  if (a.empty() || b.empty()) [[unlikely]] {
    if (a.isNullish() || b.isNullish()) {
      const String first = a.toString().printed(), second = b.toString().printed();
      return concat(first, second);
    }
    return b.empty() ? a.toString() : b.toString();
  }
  const std::string_view front = units::view(a), back = units::view(b);
  if (back[0] == '\xed' && units::beginsLow(back) && units::endsHigh(front)) [[unlikely]]
    return buildString(front.size() + back.size() - 2, [&](char* to) {
      to = std::copy_n(front.data(), front.size() - 3, to);
      units::join(to, front, back);
      std::copy_n(back.data() + 3, back.size() - 3, to + 4);
    });
  return StringParts::sum(a, b);
}

}  // namespace nodecpp
