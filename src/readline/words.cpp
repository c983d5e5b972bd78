// The parts of a line: characters, words, and what several lines have in common.
#include <algorithm>
#include <string_view>

#include "base/text/utf8.h"
#include "readline/line_editor.h"

namespace nodecpp::readline::detail {

namespace {

enum class Kind : unsigned char { space, word, other };

// JavaScript's \s and \w.
Kind kindOf(std::uint32_t code) noexcept {
  const bool isSpace = code == ' ' || (code >= 9 && code <= 13) || code == 0xa0 || code == 0x1680 ||
                       (code >= 0x2000 && code <= 0x200a) || code == 0x2028 || code == 0x2029 || code == 0x202f ||
                       code == 0x205f || code == 0x3000 || code == 0xfeff;
  if (isSpace) return Kind::space;
  const bool isWord = (code >= '0' && code <= '9') || ((code | 32) >= 'a' && (code | 32) <= 'z') || code == '_';
  return isWord ? Kind::word : Kind::other;
}

std::ptrdiff_t unitsOf(std::uint32_t code) noexcept { return code >= 0x10000 ? 2 : 1; }

// Walks over the characters of a text from its front.
class Walk {
 public:
  explicit Walk(const String& text [[clang::lifetimebound]]) : at_(text.data()), end_(text.data() + text.size()) { look(); }
  bool more() const noexcept { return at_ < end_; }
  Kind kind() const noexcept { return kindOf(now_.code); }
  void step() noexcept {
    units += unitsOf(now_.code);
    at_ += now_.size;
    look();
  }
  template <class F>
  void skip(F while_) {
    while (more() && while_(kind())) step();
  }
  std::ptrdiff_t units = 0;

 private:
  void look() noexcept {
    if (at_ < end_) now_ = utf8::decode(at_, end_);
  }
  const char* at_;
  const char* end_;
  utf8::Decoded now_{};
};

auto is(Kind kind) {
  return [kind](Kind each) { return each == kind; };
}

}  // namespace

std::ptrdiff_t charLengthLeft(const String& text, std::ptrdiff_t at) {
  if (at <= 0) return 0;
  return (at > 1 && text.codePointAt(at - 2) >= 0x10000) || text.codePointAt(at - 1) >= 0x10000 ? 2 : 1;
}

// At the end it is 1, as in Node, where a step to the right goes beyond the end and is taken back.
std::ptrdiff_t charLengthAt(const String& text, std::ptrdiff_t at) {
  return text.length() > at && text.codePointAt(at) >= 0x10000 ? 2 : 1;
}

// Node matches /^\s*(?:[^\w\s]+|\w+)?/ against the text in reverse.
std::ptrdiff_t wordBefore(const String& text) {
  std::ptrdiff_t units = 0;
  const char* at = text.data() + text.size();
  Kind kind{};
  bool found = false;
  while (at > text.data()) {
    const char* from = at - 1;
    while (from > text.data() && (static_cast<unsigned char>(*from) & 0xc0) == 0x80) --from;
    const std::uint32_t code = utf8::decode(from, at).code;
    const Kind now = kindOf(code);
    if (found && now != kind) break;
    if (!found && now != Kind::space) {
      found = true;
      kind = now;
    }
    units += unitsOf(code);
    at = from;
  }
  return units;
}

// /^(?:\s+|[^\w\s]+|\w+)\s*/
std::ptrdiff_t wordAfter(const String& text) {
  Walk walk(text);
  if (walk.more()) walk.skip(is(walk.kind()));
  walk.skip(is(Kind::space));
  return walk.units;
}

// /^(?:\s+|\W+|\w+)\s*/
std::ptrdiff_t deletedAfter(const String& text) {
  Walk walk(text);
  if (!walk.more()) return 0;
  if (walk.kind() == Kind::other)
    walk.skip([](Kind each) { return each != Kind::word; });
  else
    walk.skip(is(walk.kind()));
  walk.skip(is(Kind::space));
  return walk.units;
}

String reversedLines(const String& text, const char* from, const char* to) {
  Array<String> lines = text.split(from);
  return lines.reverse().join(to);
}

String commonPrefix(const Array<String>& texts) {
  if (texts.length() == 0) return "";
  const String first = texts[0];
  std::size_t size = first.size();
  for (std::ptrdiff_t i = 1; i < texts.length(); ++i) {
    const String each = texts[i];
    size = std::min(size, each.size());
    size = std::size_t(std::mismatch(first.data(), first.data() + size, each.data()).first - first.data());
  }
  // A character of which only some bytes are the same differs.
  while (size > 0 && size < first.size() && (static_cast<unsigned char>(first.data()[size]) & 0xc0) == 0x80) --size;
  return String::copyOf(first.data(), size);
}

}  // namespace nodecpp::readline::detail
