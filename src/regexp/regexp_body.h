// The object that all copies of a RegExp share, and the helpers by which this folder works with a RegExp and with the
// text that it searches.
#pragma once

#include <nodecpp/regexp.h>

#include "base/assertion.h"
#include "base/text/string_units.h"
#include "regexp/matcher_program.h"

namespace nodecpp {

namespace detail {

struct RegExpBody {
  std::uint32_t refs;
  regexp::Program* program;
  // Kept as a whole number, to which each use of it converts it in JavaScript.
  std::ptrdiff_t lastIndex;
};

struct RegExpAccess {
  static RegExpBody& body(const RegExp& pattern) { return pattern.body(); }
};

}  // namespace detail

namespace regexp {

// A text that is searched. Inside the engine, positions are byte offsets of the UTF-8 text; JavaScript counts UTF-16
// units. Without flags u and v, the position in the middle of a surrogate pair is written as the byte in the middle of
// its four-byte character.
class Subject {
 public:
  // The String stays as it is and outlives the Subject, and is neither undefined nor null. Whether the text is ASCII is
  // stored in the String itself, so the next search of the same text does not check again.
  explicit Subject(const String& text [[clang::lifetimebound]])
      : text_(text), bytes_(units::view(text)), isAscii_(text.empty() || StringParts::isAscii(text)) {
    NODECPP_DEBUG_ASSERT(!text.isNullish());
  }

  const String& text() const noexcept [[clang::lifetimebound]] { return text_; }
  std::string_view bytes() const noexcept { return bytes_; }
  bool isAscii() const noexcept { return isAscii_; }
  std::size_t size() const noexcept { return bytes_.size(); }

  std::size_t unitOf(std::size_t byte) const noexcept {
    if (isAscii_) return byte;
    const bool inPair = isInPair(byte);
    return StringParts::unitsBefore(text_, inPair ? byte - 2 : byte) + inPair;
  }
  // Converts a unit index to a byte offset. With flag u or v, an index in the middle of a surrogate pair gives the
  // beginning of the pair.
  std::size_t byteOf(std::size_t unit, bool byCodePoints) const noexcept {
    if (isAscii_) return unit;
    const units::Place place = StringParts::placeOf(text_, unit);
    return place.byte + (isInPair(place.byte + 2) && place.unit < unit && !byCodePoints ? 2 : 0);
  }
  // Returns the text between two byte offsets.
  String part(std::size_t from, std::size_t to) const {
    NODECPP_DEBUG_ASSERT(from <= to && to <= size(), from, to, size());
    if (isAscii_) [[likely]]
      return StringParts::asciiPart(text_, bytes_, from, to);
    if (!isInPair(from) && !isInPair(to)) return text_.byteSlice(from, to);
    return text_.slice(std::ptrdiff_t(unitOf(from)), std::ptrdiff_t(unitOf(to)));
  }
  // Appends the text between two byte offsets to `out`.
  void append(String& out, std::size_t from, std::size_t to) const {
    NODECPP_DEBUG_ASSERT(from <= to && to <= size(), from, to, size());
    if (isAscii_ || (!isInPair(from) && !isInPair(to))) [[likely]]
      out += bytes().substr(from, to - from);
    else
      out += part(from, to);
  }
  // Returns the text of a group, or undefined when the group took no part in the match.
  String group(const Places& places, std::size_t number) const {
    NODECPP_DEBUG_ASSERT(number * 2 + 1 < places.size(), number, places.size());
    const std::uint32_t from = places[number * 2], to = places[number * 2 + 1];
    // Either both ends of a group are set, or neither is.
    NODECPP_DEBUG_ASSERT((from == unset) == (to == unset) && (from == unset || (from <= to && to <= size())), from, to);
    return from == unset ? String(nodecpp::undefined) : part(from, to);
  }
  // Returns the byte offset one UTF-16 unit further, or one code point further.
  std::size_t after(std::size_t byte, bool byCodePoints) const noexcept;

 private:
  // Whether the byte offset stands for the position between the halves of a surrogate pair.
  bool isInPair(std::size_t byte) const noexcept {
    const std::string_view all = bytes();
    if (byte < 2 || byte + 1 >= all.size() || static_cast<unsigned char>(all[byte - 2]) < 0xf0) return false;
    return !units::begins(all[byte - 1]) && !units::begins(all[byte]) && !units::begins(all[byte + 1]);
  }

  const String& text_;
  const std::string_view bytes_;
  const bool isAscii_;
};

inline bool match(const Program& program, const Subject& subject, std::size_t from, bool only, Places& places) {
  return match(program, subject.bytes(), subject.isAscii(), from, only, places);
}

RegExpGroups<String> namedGroups(const Program& program, const Subject& subject, const Places& places);
RegExpMatch matchOf(const Program& program, const Subject& subject, const Places& places);

}  // namespace regexp
}  // namespace nodecpp
