// Parses escape sequences.
#include <algorithm>
#include <optional>

#include "base/text/ascii.h"
#include "base/text/utf8.h"
#include "regexp/folding.h"
#include "regexp/pattern_parser.h"

namespace nodecpp::regexp {

namespace {

bool isSyntaxCharacter(char32_t c) noexcept {
  return c < 0x80 && c != 0 && std::string_view("^$\\.*+?()[]{}|/").find(char(c)) != std::string_view::npos;
}

}  // namespace

// Returns the characters of \w. With flags i and u or v these include U+017F and U+212A, which fold to s and k.
CharSet Parser::words() const {
  return ignoreCase_ && byCodePoints() ? closed(wordCharacters(), true) : wordCharacters();
}

// Returns the complement of a set. With flags v and i it contains folded characters only.
CharSet Parser::complement(const CharSet& set) const {
  if (!flags_.unicodeSets || !ignoreCase_) return set.inverted();
  return folded(CharSet{{0, CharSet::greatest}}).without(set);
}
CharSet Parser::maybeFolded(const CharSet& set) const { return flags_.unicodeSets && ignoreCase_ ? folded(set) : set; }

bool Parser::setEscape(CharSet& set, std::vector<std::u32string>* strings, bool inClass) {
  const char32_t c = peek();
  switch (c) {
    case 'd': set = digits(); break;
    case 'D': set = complement(digits()); break;
    case 's': set = spaces(); break;
    case 'S': set = complement(maybeFolded(spaces())); break;
    case 'w': set = maybeFolded(words()); break;
    case 'W': set = complement(maybeFolded(words())); break;
    case 'p':
    case 'P':
      if (!byCodePoints()) return false;
      ++at_;
      property(set, strings, c == 'P', inClass);
      return true;
    default: return false;
  }
  ++at_;
  return true;
}

void Parser::property(CharSet& set, std::vector<std::u32string>* strings, bool negative, bool inClass) {
  const char* wrong = inClass ? "Invalid property name in character class" : "Invalid property name";
  std::string name, value;
  bool hasValue = false;
  if (!accept('{')) fail(wrong);
  for (; !accept('}'); ++at_) {
    const char32_t c = peek();
    if (c == '=' && !hasValue)
      hasValue = true;
    else if (c < 0x80 && (ascii::isLetter(int(c)) || ascii::isDigit(c) || c == '_'))
      (hasValue ? value : name) += char(c);
    else
      fail(wrong);
  }
  if (!hasValue && flags_.unicodeSets && isStringProperty(name)) {
    if (negative || !strings) fail(wrong);
    PropertyStrings all = *propertyStrings(name);
    set = maybeFolded(all.set);
    *strings = std::move(all.strings);
    return;
  }
  const std::optional<CharSet> found = hasValue ? propertySet(name, value) : propertySet(name);
  if (!found) fail(wrong);
  set = maybeFolded(*found);
  if (negative) set = complement(set);
}

Node Parser::backReference(std::vector<std::uint32_t> groups) const {
  Node out{.kind = Kind::backReference, .ignoreCase = ignoreCase_};
  out.groups = std::move(groups);
  return out;
}

bool Parser::backReferenceNumber(std::uint32_t& number) {
  const std::size_t from = at_;
  std::uint64_t value = 0;
  for (; ascii::isDigit(peek()); ++at_) value = std::min<std::uint64_t>(value * 10 + (peek() - '0'), 0xffffffff);
  number = std::uint32_t(value);
  if (value < allGroups_) return true;
  at_ = from;
  return false;
}

void Parser::escape(std::vector<Node>& terms, bool& isAssertion) {
  ++at_;
  const char32_t c = peek();
  if (c == none) fail("\\ at end of pattern");
  if (c == 'b' || c == 'B') {
    ++at_;
    isAssertion = true;
    terms.push_back({.kind = Kind::wordBorder, .ignoreCase = ignoreCase_, .negative = c == 'B'});
    return;
  }
  if (c >= '1' && c <= '9') {
    std::uint32_t number = 0;
    if (backReferenceNumber(number)) {
      terms.push_back(backReference({number}));
      return;
    }
    if (byCodePoints()) fail("Invalid escape");
  }
  if (c == 'k' && (byCodePoints() || hasNames_)) {
    ++at_;
    std::string name;
    if (!accept('<')) fail("Invalid named reference");
    if (!groupName(name)) fail("Invalid capture group name");
    Node out = backReference({});
    out.index = std::uint32_t(references_.size());
    references_.push_back(std::move(name));
    terms.push_back(std::move(out));
    return;
  }
  CharSet set;
  std::vector<std::u32string> strings;
  if (setEscape(set, flags_.unicodeSets ? &strings : nullptr, false)) {
    if (strings.empty()) {
      terms.push_back(setNode(set));
    } else {
      Operand operand;
      operand.set = std::move(set);
      operand.strings = std::move(strings);
      terms.push_back(stringsNode(operand));
    }
    return;
  }
  terms.push_back(characterNode(characterEscape(false)));
}

bool Parser::hex(int digits, char32_t& code) {
  code = 0;
  for (int i = 0; i < digits; ++i) {
    const char32_t c = peek(std::size_t(i));
    const int digit = c < 0x80 ? ascii::hexDigit(int(c)) : -1;
    if (digit < 0) return false;
    code = code * 16 + char32_t(digit);
  }
  at_ += std::size_t(digits);
  return true;
}

// Parses a Unicode escape, after \u.
bool Parser::unicodeEscape(char32_t& code) {
  const std::size_t from = at_;
  if (byCodePoints() && accept('{')) {
    code = 0;
    std::size_t count = 0;
    for (; peek() < 0x80 && ascii::hexDigit(int(peek())) >= 0; ++at_, ++count) {
      code = code * 16 + char32_t(ascii::hexDigit(int(peek())));
      if (code > CharSet::greatest) return false;
    }
    if (count > 0 && accept('}')) return true;
    at_ = from;
    return false;
  }
  if (!hex(4, code)) return false;
  if (byCodePoints() && utf8::isHighHalf(code) && peek() == '\\' && peek(1) == 'u') {
    const std::size_t before = at_;
    char32_t low = 0;
    at_ += 2;
    if (hex(4, low) && utf8::isLowHalf(low))
      code = utf8::joined(code, low);
    else
      at_ = before;
  }
  return true;
}

// Parses an octal escape of up to three digits, at most \377.
char32_t Parser::octal() {
  char32_t value = in_[at_++] - '0';
  if (peek() >= '0' && peek() <= '7') {
    value = value * 8 + (in_[at_++] - '0');
    if (value < 32 && peek() >= '0' && peek() <= '7') value = value * 8 + (in_[at_++] - '0');
  }
  return value;
}

char32_t Parser::characterEscape(bool inClass) {
  const char32_t c = peek();
  if (c == none) fail("\\ at end of pattern");
  ++at_;
  char32_t code = 0;
  switch (c) {
    case 'f': return '\f';
    case 'n': return '\n';
    case 'r': return '\r';
    case 't': return '\t';
    case 'v': return '\v';
    case 'c': {
      const char32_t letter = peek();
      if (letter < 0x80 && ascii::isLetter(int(letter))) {
        ++at_;
        return letter & 0x1f;
      }
      if (byCodePoints()) fail("Invalid Unicode escape");
      if (inClass && (ascii::isDigit(letter) || letter == '_')) {
        ++at_;
        return letter & 0x1f;
      }
      --at_;  // a backslash before c stands for itself when no letter follows
      return '\\';
    }
    case '0':
      if (byCodePoints()) {
        if (!ascii::isDigit(peek())) return 0;
        fail("Invalid decimal escape");
      }
      [[fallthrough]];
    case '1':
    case '2':
    case '3':
    case '4':
    case '5':
    case '6':
    case '7':
      if (byCodePoints()) fail(inClass ? "Invalid decimal escape" : "Invalid escape");
      --at_;
      return octal();
    case 'x':
      if (hex(2, code)) return code;
      if (byCodePoints()) fail("Invalid escape");
      return 'x';
    case 'u':
      if (unicodeEscape(code)) return code;
      if (byCodePoints()) fail("Invalid Unicode escape");
      return 'u';
    default:
      if (byCodePoints() ? !isSyntaxCharacter(c) && !(inClass && c == '-') : c == 'k' && hasNames_) fail("Invalid escape");
      return c;
  }
}

}  // namespace nodecpp::regexp
