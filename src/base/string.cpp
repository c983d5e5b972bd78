#include <nodecpp/error.h>
#include <nodecpp/string.h>

#include <algorithm>
#include <string_view>
#include <vector>

#include "base/find.h"
#include "base/string_build.h"
#include "base/utf8.h"

namespace nodecpp {

namespace {

// V8's limit; what is longer throws ERR_STRING_TOO_LONG.
constexpr std::size_t maxLength = 0x1fffffe8;

std::string_view view(const StringArg& s) { return {s.data(), s.size()}; }
std::string_view view(const String& s) { return {s.data(), s.size()}; }

void checkLength(std::size_t size) {
  if (size > maxLength) [[unlikely]]
    throw detail::codedError<Error>("ERR_STRING_TOO_LONG", "Cannot create a string longer than 0x1fffffe8 characters");
}

std::size_t fromEnd(std::ptrdiff_t index, std::size_t size) {
  if (index < 0) return std::size_t(std::max<std::ptrdiff_t>(0, index + std::ptrdiff_t(size)));
  return std::min(std::size_t(index), size);
}

std::size_t clamp(std::ptrdiff_t index, std::size_t size) { return index < 0 ? 0 : std::min(std::size_t(index), size); }

template <class Change>
String mapped(const String& s, Change change) {
  String out = String::copyOf(s.data(), s.size());
  char* to = const_cast<char*>(out.data());  // ours alone: just copied
  for (std::size_t i = 0, size = s.size(); i < size; ++i) to[i] = change(to[i]);
  return out;
}

// The length of the white space (JavaScript's) at the front of `s`, 0 for none.
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

// At most 23 bytes, as two moves that overlap: less than what a call of memcpy costs.
inline void copyFew(char* to, const char* from, std::size_t size) {
  auto two = [&]<class T>(T) {
    T first, last;
    std::memcpy(&first, from, sizeof(T));
    std::memcpy(&last, from + size - sizeof(T), sizeof(T));
    std::memcpy(to, &first, sizeof(T));
    std::memcpy(to + size - sizeof(T), &last, sizeof(T));
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

}  // namespace

String String::copyOf(const char* data, std::size_t size) {
  String out;
  if (size <= sizeof(Inlined::bytes)) {
    copyFew(out.inlined_.bytes, data, size);
    out.inlined_.size = static_cast<unsigned char>(size);
    return out;
  }
  checkLength(size);
  detail::Block* block = detail::Block::make(size);
  std::memcpy(block->bytes(), data, size);
  out.slice_ = {block->bytes(), block, std::uint32_t(size), {}, sliceTag};
  return out;
}

String String::sliceOf(detail::Block* owner, const char* data, std::size_t size) {
  if (size <= sizeof(Inlined::bytes)) return copyOf(data, size);
  checkLength(size);
  String out;
  detail::Block::retain(owner);
  out.slice_ = {data, owner, std::uint32_t(size), {}, sliceTag};
  return out;
}

String String::fromStatic(const char* data, std::size_t size) noexcept {
  String out;
  out.slice_ = {data, nullptr, std::uint32_t(size), {}, sliceTag};
  return out;
}

String String::fromLatin1(const char* data, std::size_t size) {
  std::size_t high = 0;
  for (std::size_t i = 0; i < size; ++i) high += static_cast<unsigned char>(data[i]) >> 7;
  if (high == 0) return copyOf(data, size);
  checkLength(size + high);
  detail::Block* block = detail::Block::make(size + high);
  char* to = block->bytes();
  for (std::size_t i = 0; i < size; ++i) to += utf8::put(to, static_cast<unsigned char>(data[i]));
  String out = sliceOf(block, block->bytes(), size + high);
  detail::Block::drop(block);
  return out;
}

String String::charAt(std::ptrdiff_t index) const {
  return index >= 0 && std::size_t(index) < size() ? copyOf(data() + index, 1) : String();
}
String String::at(std::ptrdiff_t index) const { return charAt(index < 0 ? index + std::ptrdiff_t(size()) : index); }
int String::charCodeAt(std::ptrdiff_t index) const noexcept {
  return index >= 0 && std::size_t(index) < size() ? static_cast<unsigned char>(data()[index]) : -1;
}
std::int32_t String::codePointAt(std::ptrdiff_t index) const noexcept {
  if (index < 0 || std::size_t(index) >= size()) return -1;
  return std::int32_t(utf8::decode(data() + index, end()).code);
}
String String::fromCharCode(std::uint32_t code) { return fromCodePoint(code & 0xffff); }
String String::fromCodePoint(std::uint32_t code) {
  if (code > 0x10ffff) throw RangeError("Invalid code point " + str(code));
  char bytes[4];
  return copyOf(bytes, utf8::put(bytes, code));
}

std::ptrdiff_t String::indexOf(StringArg search, std::ptrdiff_t from) const noexcept {
  return std::ptrdiff_t(detail::findBytes(view(*this), view(search), clamp(from, size())));
}
std::ptrdiff_t String::lastIndexOf(StringArg search, std::ptrdiff_t from) const noexcept {
  return std::ptrdiff_t(view(*this).rfind(view(search), clamp(from, size())));
}
bool String::startsWith(StringArg search, std::ptrdiff_t from) const noexcept {
  return view(*this).substr(clamp(from, size())).starts_with(view(search));
}
bool String::endsWith(StringArg search, std::ptrdiff_t end) const noexcept {
  return view(*this).substr(0, clamp(end, size())).ends_with(view(search));
}

String String::slice(std::ptrdiff_t from, std::ptrdiff_t to) const {
  std::size_t begin = fromEnd(from, size()), end = fromEnd(to, size());
  if (begin >= end) return {};
  return isSlice() ? sliceOf(slice_.owner, data() + begin, end - begin) : copyOf(data() + begin, end - begin);
}
String String::substring(std::ptrdiff_t from, std::ptrdiff_t to) const {
  std::size_t a = clamp(from, size()), b = clamp(to, size());
  return slice(std::ptrdiff_t(std::min(a, b)), std::ptrdiff_t(std::max(a, b)));
}
String String::substr(std::ptrdiff_t from, std::ptrdiff_t count) const {
  std::size_t begin = fromEnd(from, size());
  if (count <= 0) return {};
  return slice(std::ptrdiff_t(begin), std::ptrdiff_t(begin + std::min(std::size_t(count), size() - begin)));
}

Array<String> String::split(StringArg separator, std::size_t limit) const {
  std::vector<String> parts;
  if (limit == 0) return nodecpp::detail::arrayOf(std::move(parts));
  if (separator.empty()) {  // by characters: whole code points, where JavaScript splits by UTF-16 units
    for (const char* at = begin(); at < end() && parts.size() < limit;) {
      std::size_t n = utf8::decode(at, end()).size;
      parts.push_back(copyOf(at, n));
      at += n;
    }
    return nodecpp::detail::arrayOf(std::move(parts));
  }
  std::ptrdiff_t from = 0;
  while (parts.size() < limit) {
    std::ptrdiff_t at = indexOf(separator, from);
    if (at < 0) {
      parts.push_back(slice(from));
      break;
    }
    parts.push_back(slice(from, at));
    from = at + std::ptrdiff_t(separator.size());
    if (std::size_t(from) > size()) break;
  }
  return nodecpp::detail::arrayOf(std::move(parts));
}

String String::trimStart() const {
  std::size_t from = 0;
  while (std::size_t n = leadingSpace(view(*this).substr(from))) from += n;
  return slice(std::ptrdiff_t(from));
}
String String::trimEnd() const {
  std::size_t to = size();
  while (std::size_t n = trailingSpace(view(*this).substr(0, to))) to -= n;
  return slice(0, std::ptrdiff_t(to));
}
String String::trim() const {
  std::string_view all = view(*this);
  std::size_t from = 0, to = all.size();
  while (std::size_t n = leadingSpace(all.substr(from))) from += n;
  while (to > from) {
    std::size_t n = trailingSpace(all.substr(from, to - from));
    if (n == 0) break;
    to -= n;
  }
  if (from == 0 && to == all.size()) return *this;
  return slice(std::ptrdiff_t(from), std::ptrdiff_t(to));
}

String String::replace(StringArg search, StringArg with) const {
  std::ptrdiff_t at = indexOf(search);
  if (at < 0) return *this;
  return slice(0, at) + with + slice(at + std::ptrdiff_t(search.size()));
}
String String::replaceAll(StringArg search, StringArg with) const {
  if (search.empty()) {
    String out = with.toString();
    for (const char* at = begin(); at < end();) {
      std::size_t n = utf8::decode(at, end()).size;
      out += std::string_view(at, n);
      out += with;
      at += n;
    }
    return out;
  }
  // The places are looked for twice, to build the result at once at its size.
  std::string_view all = view(*this), what = view(search), by = view(with);
  std::size_t first = detail::findBytes(all, what, 0), hits = 0;
  if (first == all.npos) return *this;
  for (std::size_t at = first; at != all.npos; at = detail::findBytes(all, what, at + what.size())) ++hits;
  std::size_t total = all.size() - hits * what.size();
  if (!by.empty() && hits > (maxLength - std::min(total, maxLength)) / by.size()) checkLength(maxLength + 1);
  total += hits * by.size();
  return detail::buildString(total, [&](char* to) {
    std::size_t from = 0;
    for (std::size_t at = first; at != all.npos; at = detail::findBytes(all, what, from)) {
      to = std::copy_n(all.data() + from, at - from, to);
      to = std::copy_n(by.data(), by.size(), to);
      from = at + what.size();
    }
    std::copy_n(all.data() + from, all.size() - from, to);
  });
}

String String::toLowerCase() const {
  return mapped(*this, [](char c) { return c >= 'A' && c <= 'Z' ? char(c | 0x20) : c; });
}
String String::toUpperCase() const {
  return mapped(*this, [](char c) { return c >= 'a' && c <= 'z' ? char(c & ~0x20) : c; });
}

namespace {
String padding(std::size_t bytes, StringArg fill) {
  String whole = fill.toString().repeat(bytes / fill.size() + 1);
  return whole.slice(0, std::ptrdiff_t(bytes));
}
}  // namespace
String String::padStart(std::size_t length, StringArg fill) const {
  return length <= size() || fill.empty() ? *this : padding(length - size(), fill) + *this;
}
String String::padEnd(std::size_t length, StringArg fill) const {
  return length <= size() || fill.empty() ? *this : *this + padding(length - size(), fill);
}
String String::repeat(std::size_t count) const {
  if (size() != 0 && count > maxLength / size()) throw RangeError("Invalid string length");
  std::size_t total = size() * count;
  detail::Block* block = detail::Block::make(total);
  for (std::size_t i = 0; i < count; ++i) std::memcpy(block->bytes() + i * size(), data(), size());
  String out = sliceOf(block, block->bytes(), total);
  detail::Block::drop(block);
  return out;
}

int String::compare(const StringArg& a, const StringArg& b) noexcept { return view(a).compare(view(b)); }
int String::localeCompare(StringArg other) const noexcept { return compare(StringArg(*this), other); }

String& String::operator+=(StringArg more) {
  if (more.empty()) return *this;
  if (!isSlice() && inlined_.size + more.size() <= sizeof(Inlined::bytes)) {
    copyFew(inlined_.bytes + inlined_.size, more.data(), more.size());
    inlined_.size += static_cast<unsigned char>(more.size());
    return *this;
  }
  // A block that is ours alone and has room is appended to in place, so that building a string by += is not quadratic.
  if (isSlice() && slice_.owner && slice_.owner->refs == 1) {
    detail::Block* block = slice_.owner;
    std::size_t used = std::size_t(slice_.data - block->bytes()) + slice_.size;
    checkLength(slice_.size + more.size());
    if (block->capacity - used >= more.size()) {
      std::memmove(block->bytes() + used, more.data(), more.size());
      slice_.size += std::uint32_t(more.size());
      return *this;
    }
    detail::Block* larger = detail::Block::make((slice_.size + more.size()) * 2);
    std::memcpy(larger->bytes(), slice_.data, slice_.size);
    std::memcpy(larger->bytes() + slice_.size, more.data(), more.size());
    Slice grown{larger->bytes(), larger, std::uint32_t(slice_.size + more.size()), {}, sliceTag};
    detail::Block::drop(block);
    slice_ = grown;
    return *this;
  }
  return *this = detail::concat(*this, more);
}

String detail::concat(StringArg a, StringArg b) {
  if (b.empty()) return a.toString();
  if (a.empty()) return b.toString();
  std::size_t total = a.size() + b.size();
  if (total <= 23) {
    String out = String::copyOf(a.data(), a.size());
    out += b;
    return out;
  }
  checkLength(total);
  detail::Block* block = detail::Block::make(total);
  std::memcpy(block->bytes(), a.data(), a.size());
  std::memcpy(block->bytes() + a.size(), b.data(), b.size());
  String out = String::sliceOf(block, block->bytes(), total);
  detail::Block::drop(block);
  return out;
}

}  // namespace nodecpp
