// Parses character classes: [a-z], and the classes of flag v, which may be nested, subtracted or intersected and may
// contain strings.
#include <algorithm>

#include "base/text/utf8.h"
#include "regexp/folding.h"
#include "regexp/pattern_parser.h"

namespace nodecpp::regexp {

Node Parser::characterClass(int depth) {
  ++at_;
  const bool negative = accept('^');
  if (flags_.unicodeSets) return stringsNode(classContents(depth + 1, negative));
  CharSet set = classRanges();
  if (ignoreCase_) set = closed(set, byCodePoints());
  if (negative) set = set.inverted();
  if (set.count() == 1) return {.kind = Kind::character, .code = set.ranges()[0].first};
  Node out{.kind = Kind::set};
  out.set = std::move(set);
  return out;
}

Parser::Atom Parser::classAtom() {
  Atom out;
  if (peek() == none) fail("Unterminated character class");
  if (!accept('\\')) {
    out.code = in_[at_++];
    return out;
  }
  if (accept('b')) {
    out.code = '\b';
  } else if (setEscape(out.set, nullptr, true)) {
    out.isSet = true;
  } else {
    out.code = characterEscape(true);
  }
  return out;
}

// Parses the ranges of a class, up to and including the closing bracket.
CharSet Parser::classRanges() {
  CharSet out;
  auto add = [&](const Atom& atom) { atom.isSet ? out.add(atom.set) : out.add(atom.code); };
  while (!accept(']')) {
    const Atom first = classAtom();
    if (peek() != '-' || peek(1) == none || peek(1) == ']') {
      add(first);
      continue;
    }
    ++at_;
    const Atom last = classAtom();
    if (first.isSet || last.isSet) {
      if (byCodePoints()) fail("Invalid character class");
      add(first);
      out.add('-');
      add(last);
    } else {
      if (first.code > last.code) fail("Range out of order in character class");
      out.add(first.code, last.code);
    }
  }
  return out;
}

namespace {

bool isReservedDouble(char32_t c) noexcept {
  return c < 0x80 && c != 0 && std::string_view("&!#$%*+,.:;<=>?@^`~").find(char(c)) != std::string_view::npos;
}
bool isClassSyntax(char32_t c) noexcept {
  return c < 0x80 && c != 0 && std::string_view("()[]{}/-\\|").find(char(c)) != std::string_view::npos;
}
bool isReservedPunctuator(char32_t c) noexcept {
  return c < 0x80 && c != 0 && std::string_view("&-!#%,:;<=>@`~").find(char(c)) != std::string_view::npos;
}

}  // namespace

// Parses one character in a class of flag v.
char32_t Parser::classCharacter() {
  const char32_t c = peek();
  if (c == none) fail("Unterminated character class");
  if (c == '\\') {
    ++at_;
    if (isReservedPunctuator(peek())) return in_[at_++];
    if (accept('b')) return '\b';
    return characterEscape(true);
  }
  if (isClassSyntax(c)) fail("Invalid character in character class");
  if (isReservedDouble(c) && peek(1) == c) fail("Invalid set operation in character class");
  ++at_;
  return c;
}

// Parses \q{…}, after the q.
Parser::Operand Parser::quotedStrings() {
  Operand out;
  if (!accept('{')) fail("Invalid escape");
  for (std::u32string text;;) {
    const char32_t c = peek();
    if (c != '|' && c != '}') {
      text += classCharacter();
      continue;
    }
    ++at_;
    out.mayHaveStrings |= text.size() != 1;
    if (text.size() == 1)
      out.set.add(maybeFolded({{text[0], text[0]}}));
    else
      out.strings.push_back(text);
    text.clear();
    if (c == '}') break;
  }
  return out;
}

Parser::Operand Parser::classOperand(int depth) {
  Operand out;
  if (accept('[')) {
    const bool negative = accept('^');
    return classContents(depth + 1, negative);
  }
  if (peek() == '\\') {
    ++at_;
    if (accept('q')) return quotedStrings();
    if (setEscape(out.set, &out.strings, true)) {
      out.mayHaveStrings = !out.strings.empty();
      return out;
    }
    --at_;
  }
  out.isCharacter = true;
  out.code = classCharacter();
  out.set = maybeFolded({{out.code, out.code}});
  return out;
}

void Parser::addOperand(Operand& to, const Operand& more) const {
  to.mayHaveStrings |= more.mayHaveStrings;
  to.set.add(more.set);
  to.strings.insert(to.strings.end(), more.strings.begin(), more.strings.end());
}

// Parses the contents of a class of flag v, up to and including the closing bracket.
Parser::Operand Parser::classContents(int depth, bool negative) {
  if (depth > deepest) fail("Regular expression too large");
  auto isOperator = [&](char32_t c) { return peek() == c && peek(1) == c; };
  Operand out;
  char32_t operation = 0;
  bool first = true, mayOperate = true;
  while (!accept(']')) {
    if (peek() == none) fail("Unterminated character class");
    if (!first && (isOperator('-') || isOperator('&'))) {
      const char32_t c = peek();
      if (!mayOperate || (operation && operation != c)) fail("Invalid set operation in character class");
      if (c == '-' && negative && out.mayHaveStrings) fail("Negated character class may contain strings");
      operation = c;
      at_ += 2;
      if (c == '&' && peek() == '&') fail("Invalid character in character class");
      const Operand right = classOperand(depth);
      if (c == '-') {
        out.set = out.set.without(right.set);
        removeStrings(out, right, true);
      } else {
        out.mayHaveStrings = out.mayHaveStrings && right.mayHaveStrings;
        out.set = out.set.intersected(right.set);
        removeStrings(out, right, false);
      }
      continue;
    }
    if (operation) fail("Invalid set operation in character class");
    Operand operand = classOperand(depth);
    if (!first) mayOperate = false;
    if (peek() == '-' && peek(1) != '-') {
      if (!operand.isCharacter) fail("Invalid character class");
      ++at_;
      if (peek() == none) fail("Unterminated character class");
      const Operand last = classOperand(depth);
      if (!last.isCharacter) fail("Invalid character class");
      if (operand.code > last.code) fail("Range out of order in character class");
      operand.set = maybeFolded({{operand.code, last.code}});
      if (peek() == '-' && peek(1) != '-') fail("Invalid character class");
      mayOperate = false;
    }
    addOperand(out, operand);
    first = false;
  }
  if (negative) {
    if (out.mayHaveStrings) fail("Negated character class may contain strings");
    out.set = complement(out.set);
  }
  out.isCharacter = false;
  return out;
}

}  // namespace nodecpp::regexp
