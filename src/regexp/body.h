// What a RegExp's copies share, and how the parts of this folder look at one.
#pragma once

#include <nodecpp/regexp.h>

#include "base/string_units.h"
#include "regexp/program.h"

namespace nodecpp {

namespace detail {

struct RegExpBody {
  std::uint32_t refs;
  regexp::Program* program;
  double lastIndex;
};

struct RegExpAccess {
  static RegExpBody& body(const RegExp& pattern) { return pattern.body(); }
};

}  // namespace detail

namespace regexp {

// A text that is matched. Places in it are bytes; what JavaScript counts are units.
class Subject {
 public:
  // That all of it is ASCII is noted in `text` itself, so that the next match need not look again.
  explicit Subject(const String& text)
      : isAscii_(text.empty() || StringParts::isAscii(text)), text_(text.isNullish() ? text.printed() : text) {}
  static Subject of(const StringArg& text) {
    if (text.origin()) return Subject(*text.origin());
    return Subject(text.toString());
  }

  const String& text() const noexcept [[clang::lifetimebound]] { return text_; }
  std::string_view bytes() const noexcept { return units::view(text_); }
  bool isAscii() const noexcept { return isAscii_; }
  std::size_t size() const noexcept { return text_.size(); }

  std::size_t unitOf(std::size_t byte) const noexcept {
    if (isAscii_) return byte;
    const bool inPair = isInPair(byte);
    return StringParts::unitsBefore(text_, inPair ? byte - 2 : byte) + inPair;
  }
  // With flag u or v, of the second half of a pair the place of the first.
  std::size_t byteOf(std::size_t unit, bool byCodePoints) const noexcept {
    if (isAscii_) return unit;
    const units::Place place = StringParts::placeOf(text_, unit);
    return place.byte + (isInPair(place.byte + 2) && place.unit < unit && !byCodePoints ? 2 : 0);
  }
  // From byte to byte.
  String part(std::size_t from, std::size_t to) const {
    if (isAscii_ || (!isInPair(from) && !isInPair(to))) [[likely]]
      return text_.byteSlice(from, to);
    return text_.slice(std::ptrdiff_t(unitOf(from)), std::ptrdiff_t(unitOf(to)));
  }
  // The same, put at the end of `out`.
  void append(String& out, std::size_t from, std::size_t to) const {
    if (isAscii_ || (!isInPair(from) && !isInPair(to))) [[likely]]
      out += bytes().substr(from, to - from);
    else
      out += part(from, to);
  }
  // A group's text; undefined where it took no part.
  String group(const Places& places, std::size_t number) const {
    const std::uint32_t from = places[number * 2], to = places[number * 2 + 1];
    return from == unset ? String(nodecpp::undefined) : part(from, to);
  }
  // One further, by units or code points.
  std::size_t after(std::size_t byte, bool byCodePoints) const noexcept;

 private:
  // Whether it is the place between the halves of a pair.
  bool isInPair(std::size_t byte) const noexcept {
    const std::string_view all = bytes();
    if (byte < 2 || byte + 1 >= all.size() || static_cast<unsigned char>(all[byte - 2]) < 0xf0) return false;
    return !units::begins(all[byte - 1]) && !units::begins(all[byte]) && !units::begins(all[byte + 1]);
  }

  bool isAscii_;
  String text_;
};

inline bool match(const Program& program, const Subject& subject, std::size_t from, bool only, Places& places) {
  return match(program, subject.bytes(), subject.isAscii(), from, only, places);
}

RegExpGroups<String> namedGroups(const Program& program, const Subject& subject, const Places& places);
RegExpMatch matchOf(const Program& program, const Subject& subject, const Places& places);

}  // namespace regexp
}  // namespace nodecpp
